/*
 * board_letter.h: letters about one board, in the thread that the board has for its reader, with a
 * token of their own in Reply-To.
 */
#ifndef POSTMOVE_COMMANDS_BOARD_LETTER_H
#define POSTMOVE_COMMANDS_BOARD_LETTER_H

#include "letters/letters.h"
#include "play/session.h"

/* Adds to an entry, for the player of a seat, what others wrote below moves they had
 * queued, and that were played at this desk. */
void letter_comments(const struct session *session, int seat, struct entry *entry);

/*
 * A letter about a board to the player of a seat. `entries` (struct entry *)
 * say what came of what; what others have said and waits for this player (talk/talk.h) is put
 * before them. `answered` is set when it answers a mail of this player. The board as it stands is
 * left out where every entry shows it another way.
 */
void letter_about_board(struct session *session, int seat, GPtrArray *entries,
                        const struct answered *answered);

/* A letter of what others have said alone, in `entries`. What waits beside that is left for the
 * next letter. */
void letter_of_talk(struct session *session, int seat, const GPtrArray *entries);

/* News to one seat; the same news to all seats but one (-1: to all). `text` is
 * copied; `comment` are another's words below it, `author` his name (NULL: none). */
void letter_news(struct session *session, int seat, const char *text, const char *author,
                 const char *comment);

void letter_news_but(struct session *session, int but_seat, const char *text, const char *author,
                     const char *comment);

/* Entries (struct entry *) to all who are watching (struct watch *, store/watches.h), as
 * onlookers see the board. Each such letter has an address of its own that ends the watch it came
 * by. */
void letter_watchers(struct session *session, const GPtrArray *watches, const GPtrArray *entries);

/* Shows the board as it is at the desk below an entry. */
void letter_block(struct session *session, int seat, struct entry *entry);

#endif
