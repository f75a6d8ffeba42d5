/*
 * board_letter.h: letters about one board. Each goes into the thread that the board has for its
 * reader, and Reply-To holds a token of its own.
 */
#ifndef POSTMOVE_COMMANDS_BOARD_LETTER_H
#define POSTMOVE_COMMANDS_BOARD_LETTER_H

#include "letters/letters.h"
#include "play/session.h"

/* Adds to an entry for the player of a seat the comments that others wrote below queued moves which
 * were played in this session. */
void letter_comments(const struct session *session, int seat, struct entry *entry);

/* Sends a letter about a board to the player of a seat, unless none may go to them. `entries`
 * (struct entry *) hold what it says; `with_talk`, talk that waits for this player (store/talk.h)
 * is put before them. `answered` is the mail it answers; NULL: none. The board is left out if every
 * entry shows one itself. A player who signed off gets no letter unless it answers a mail or they
 * are in play. */
void letter_about_board(struct session *session, int seat, GPtrArray *entries,
                        const struct answered *answered, bool with_talk);

/* Makes news for the player of a seat. It shares `text` with its caller. `comment` is shown below
 * it as the words of `author`, a player's name (NULL: none). Free with the list it is added to
 * (entries_new). */
struct entry *letter_entry(struct session *session, int seat, struct phrase *text,
                           const char *author, const char *comment);

/* Sends such an entry (taken) to the player of a seat. */
void letter_of_entry(struct session *session, int seat, struct entry *entry);

/* Keeps what an entry says for a reader, as talk_wait does: `speaker` has caused it, which is of
 * `kind`. */
void letter_keep(const struct session *session, gint64 reader, const struct entry *entry,
                 gint64 speaker, enum talk_kind kind, gint64 due);

/* True if letters about the board may go to its player in a seat now: they have not signed off, or
 * are in play, and no letters to them are kept back. */
bool letter_may_go(const struct session *session, int seat);

/* Sends entries (struct entry *) to a player: those about one board of theirs in a letter about
 * that board, which can be answered with a move; others in one letter that shows the boards that
 * they are about, at most LETTER_BOARDS_MOST with their positions. Nothing if there are no entries.
 * `draft` has a subject (a sentence), and what letter_of_entries takes. */
enum { LETTER_BOARDS_MOST = 20 };
void letter_of_boards(struct run *run, const struct player *reader, GPtrArray *entries,
                      const struct letter_draft *draft);

/* Sends entries (struct entry *) to those of the watchers (struct watch *, store/talk.h) who are
 * told of more than the end, or to all at the end, with the board as onlookers see it. Each letter
 * has an address of its own that ends the watch it was sent for. */
void letter_watchers(struct session *session, const GPtrArray *watches, const GPtrArray *entries);

/* Shows the board of the session below an entry, as the player of a seat sees it (-1: an
 * onlooker). */
void letter_show_board(struct session *session, int seat, struct entry *entry);

/* Shows readers who get boards as lists no more below an entry than how the match stands: the entry
 * tells its turns in words, and the board would be longer than that. */
void letter_spare_board(const struct session *session, gint64 reader, struct entry *entry);

/* ---- how a match ended, for the player of a seat; it has a result ---- */

/* "You won, in 49 turns. All men are home." */
struct phrase *ending_status(const struct session *session, int seat);

/* Adds to the letter that tells the end: the first line, what it means for the player's standing,
 * and a line for a friend. */
void ending_add_news(GPtrArray *blocks, const struct session *session, int seat);

/* ---- how a letter about a board says its reader can answer: in words, and with links ---- */

/* True if the player of a seat is to move in a match that is not paused. */
bool answers_to_move(const struct session *session, int seat);

/* These add to a letter about this board alone: the game's aim, if the player is new to it (false:
 * nothing is added); how to answer, in words; and the links that answer. The lessons of the game
 * are one of these for a player who `learns` it. */
bool answers_add_aim(GPtrArray *blocks, const struct session *session, int seat);
void answers_add_how(GPtrArray *blocks, const struct session *session, int seat);
void answers_add_links(GPtrArray *blocks, const struct session *session, int seat, bool learns);

/* Adds to a board that is shown among several how its player can answer there. */
void answers_of_several(struct session *session, int seat, struct entry *entry);

/* Adds a link that sends a command about the session's board in reply: its name, with `words`
 * behind it (NULL: none), or for a move the words alone. */
void answers_link(GPtrArray *links, const struct session *session, const char *command,
                  const char *words);

#endif
