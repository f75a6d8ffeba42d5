/*
 * session.h: a match taken up from the store: the row of its board and, if it has begun, the match
 * replayed from its record; what is offered at it, who watches it, and what waits to be
 * said about it.
 *
 * Commands change the match and the board in memory; session_store writes them back. Strings that
 * the functions here return are freed with g_free, phrases with phrase_unref.
 */
#ifndef POSTMOVE_PLAY_SESSION_H
#define POSTMOVE_PLAY_SESSION_H

#include "letters/queued.h"
#include "letters/run.h"
#include "render/diagram.h"
#include "store/boards.h"
#include "store/talk.h"

/* How the match of a session relates to the stored one. */
enum session_view {
    SESSION_PRESENT, /* the same, or about to be stored */
    SESSION_PAST,    /* an earlier position, to be shown (session_set_back) */
    SESSION_AHEAD,   /* turns were tried out beyond it, to be shown */
    SESSION_OUTLINE, /* only the row was read, not the record of the running match */
};

/* What was stored of a match. */
struct session_change {
    bool taken_back; /* turns were taken back */
    guint first;     /* the first of the turns added, from 0; the number of turns if none was */
};

struct session {
    struct run *run;
    struct board *board;
    const struct game *game;
    struct match *match;    /* NULL if the match has not begun, and in outline */
    struct match *prospect; /* the match that a challenge or seek would begin, to show; or NULL */
    int seats;              /* of the match; in a seek some may be free */
    enum session_view view;
    gint64 ended;  /* when the match had ended as it was taken up; 0: it had not */
    gint64 reader; /* the player who reads, if they have no seat; 0: nobody */
    bool changed;  /* the match has, and those who watch were not told yet */
    guint stored;  /* turns of the match that are in the store */
    char **signs;  /* of the men of each seat in the first position, which hold for the whole match;
                      NULL: there is no match */
    struct phrase *label[BOARD_SEATS_MAX]; /* session_label of each player; of a seek, whose seats
                                              are still to be drawn, their names alone */
    struct phrase *aside[BOARD_SEATS_MAX]; /* a notice for the player of a seat alone; or NULL */
    bool answers[BOARD_SEATS_MAX];         /* the seat is to move, and its plan has the answer: the
                                              letter that tells of it waits for that turn */
    guint queued[BOARD_SEATS_MAX];         /* the number, from 1, of the turn that was played
                                              from a seat's premove in this session; 0: none */
    char *comment[BOARD_SEATS_MAX]; /* the comment of that premove, for the others; or NULL */
};

/* Takes up the match of a board. Within one mail an unchanged match is not replayed again. NULL if
 * there is no board of that number; NULL with `*damaged` if its record does not replay, which is a
 * fault of the store. `damaged` may be NULL. Free with session_free. */
struct session *session_open(struct run *run, gint64 number, bool *damaged);

/* The same for a line in a list: only heading, status, turns and clock can be shown. Does not read
 * the record of a running match if its row says enough. NULL also if the record does not replay. */
struct session *session_open_outline(struct run *run, gint64 number);

/* A session of a match that is not stored, for trying things out: its board has the number 0 and
 * no players. Takes `match`. Free with session_free. */
struct session *session_of_match(struct run *run, const struct game *game, struct match *match);

void session_free(struct session *session);

/* Forgets the match that was replayed last. Call it whenever changes to the store may be rolled
 * back, and when the run ends. */
void session_forget(struct run *run);
typedef struct session MatchSession;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(MatchSession, session_free)

/* Says that the match of a challenge or seek cannot begin, because its game does not have the
 * stored options; NULL if it can. */
struct phrase *session_start_fault(const struct session *session);

/* Begins the match of a challenge that all have accepted. session_start_fault must have returned
 * NULL. Nothing is stored yet. */
void session_begin(struct session *session);

/* Stores the match: new turns, the derived columns, state and revision. An open offer ends when
 * turns were added, unless they only say that players other than its maker have left; a draw or a
 * pause also stays open when players who agree to it move, or somebody has to pass. A match that is
 * over is not paused. Call changes_store instead (commands/changes.h), which does all that follows
 * from a change. */
struct session_change session_store(struct session *session);

/* Sets the derived columns of `board` from the match: for session_store and `postmove verify`. */
void session_derive(struct board *board, const struct match *match);

/* The number of turns before turn `ply` as players count (`#N`): from 1, where the last is the
 * turn to be played; negative numbers count from the end. False if there is no such turn. */
bool session_turns_before(const struct session *session, gint64 ply, guint *turns);

/* Sets the match back to its position after `turns` turns, to show it; there must be as many. */
void session_set_back(struct session *session, guint turns);

/* Stores words that a player (by id) says at this board now. */
void session_talk(struct session *session, gint64 player, const char *words);

/* Adds a notice (taken) for the player of a seat alone. */
void session_notice(struct session *session, int seat, struct phrase *notice);

/* The seat of a player, or -1. */
int session_seat(const struct session *session, gint64 player);

/* True if the session shows the match as it is stored. */
bool session_is_present(const struct session *session);

/* True if a seat of a challenge or running match of two belongs to a program of the configuration
 * that is quick (BOT_SOON): what it is asked, it answers at once. False if `seat` is -1. */
bool session_program_answers(const struct session *session, int seat);

/* True if a seat is still in play: neither resigned nor eliminated. */
bool session_in_play(const struct session *session, int seat);

/* The colour of a seat's men: "white"; NULL if they are several sets, or there is no match. */
struct phrase *session_colour(const struct session *session, int seat);

/* The name of the player of a seat; the colour of its men if nobody sits there, or "player 1" if
 * they have several. */
struct phrase *session_name(const struct session *session, int seat);

/* "ann (white O)": a name, and the colour and the signs of a seat's men; `name` NULL: "white (O)".
 * There must be a match. */
struct phrase *session_label(const struct session *session, int seat, const char *name);

/* "Chess 12: ann - bob": the same in all letters of a thread. */
struct phrase *session_heading(const struct session *session);

/* "Chess 12: ann 1612 - bob 1498?", for the player of a seat (-1: for the session's reader): with
 * the ratings that the players have and do not hide from that reader. */
struct phrase *session_heading_rated(const struct session *session, int seat);

/* "1612", or "1498?" if the rating is not sure yet. */
struct phrase *rating_words(const struct board_rating *rating);

/* "It is your turn.", "ann is to move.", "bob has won: ...": for a reader in `seat` (-1: an
 * onlooker). */
struct phrase *session_status(const struct session *session, int seat);

/* Of a match that is over: "1. bob (X); 2. ann (O); 3. carl (3)", the places if more than two
 * played; NULL if all have the same place. */
struct phrase *session_places(const struct session *session);

/* Warnings, a line each, for a reader in `seat` who is to move, or for whoever has tried out turns
 * (SESSION_AHEAD). NULL if there are none. */
struct phrase *session_warnings(const struct session *session, int seat);

/* The board from a seat's side, unless its player has set `flip` (-1: an onlooker, who sees it as
 * the first seat does without that setting), for a block of a letter. NULL if there is no board to
 * show. */
struct phrase *session_board(const struct session *session, int seat);

/* The board as text in those words, with turning and form as given (seat -1: as the game draws it).
 * `terse`: without the legend of signs. "" if there is no board to show. */
char *session_diagram(const struct session *session, const struct words *words, int seat,
                      enum flip flip, enum diagram_form form, bool terse);

/* "5. e1-d2   6. d8-d7": the last turns on one line, for a reader in `seat` (-1: an onlooker) all
 * since their own last; NULL if there are none. */
struct phrase *session_last_turns(const struct session *session, int seat);

/* How many turns the player of a seat has made. */
guint session_turns_of(const struct session *session, int seat);

/*
 * ---- offers of a draw, a takeback or a pause ----
 *
 * A match has at most one open offer. It is carried out when all players still in play agree; a
 * move of one who does not ends it, and any move ends an undo. Any player may end a pause alone,
 * and a move of the player to move ends it too. A match that the operator has adjourned goes on
 * only when the operator resumes it. Nothing here stores anything.
 */

/* True if all players still in play agree to the open offer. */
bool offer_all_agree(const struct session *session);

/* The number of turns before the last one that a seat decided; -1 if it has decided none, or if
 * somebody has resigned since, because a resignation is not taken back. A turn that was the only
 * legal one does not count as decided: taken back, it would be played again at once. */
int offer_turns_before(const struct match *match, int seat);

/* Why a seat cannot make an offer of that kind, as a key of the sentences; NULL if it can. */
const char *offer_refusal(const struct session *session, int seat, enum board_offer kind);

/* Carries out the open offer, to which all have agreed. That of a seat only ends:
 * commands/vacancy.h does the rest. */
void offer_carry_through(struct session *session);

/* Call it after a player has left the match, who no longer needs to agree. If all others already
 * agree to an open draw or pause, it is carried out. Returns the key of the sentence that says so;
 * NULL if nothing changed. */
const char *offer_settle(struct session *session);

/* Ends a pause, and the question whether a seat is offered. */
void offer_wake(struct session *session);

/*
 * ---- who watches a match, and what watchers and players say to each other ----
 *
 * Those who watch get a letter after each turn, or at the end of the match
 * (commands/changes.h). Nobody watches a private match, and nobody watches a match they
 * play in. What the players say to each other is not for those who watch.
 */

enum {
    WATCH_TALK_DAYS = 30, /* after the end of a match, words about it still go to its watchers */
};

/* The watchers of a match: struct watch. Free with g_ptr_array_unref. */
GPtrArray *watch_watchers(const struct session *session);

/* The watch by which a player watches that match; NULL if they do not. Free with watch_free. */
struct watch *watch_of(const struct session *session, gint64 player);

/* True if a player watches that match. */
bool watch_watches(const struct session *session, gint64 player);

/* The word after `unwatch` that ends the watch: "12", a game, or "ann". Free with g_free. */
char *watch_word(struct run *run, const struct watched *what);

/* "board 12", "all matches of ann". */
struct phrase *watch_text(struct run *run, const struct watched *what);

/* Says how to end the letters of a watch. */
struct phrase *watch_how(const struct session *session, const struct watch *watch);

/* Stores what a player (by id) said, for all other watchers who get a letter for each turn, except
 * where a block is between them and the player. Their next letter has it. */
void watch_say(struct session *session, gint64 player, const char *words);

/* What watchers have said, for the letter that tells a player (by id) of the end; without words of
 * watchers where a block is between them and the player. NULL in all other letters, and if nothing
 * was said. */
struct phrase *watch_talk(const struct session *session, gint64 reader);

/*
 * ---- what players have said at a board, and what waits for a reader ----
 *
 * Words of a player reach others only as auth/redact.h lets them through; the player's address
 * never does.
 */

/* True if what `speaker` says at a board reaches `listener` (ids of players). If both play there:
 * unless the listener has blocked the speaker. Otherwise: unless either has blocked the other. */
bool talk_reaches(const struct session *session, gint64 speaker, gint64 listener);

/* The same for words that were said before: what one player said to another in the match stays said
 * when the match is over, unless the reader has blocked them. */
bool talk_still_reaches(const struct session *session, const struct talk *talk, gint64 reader);

/* Takes all that waits for a reader (the id of a player) at the board, as entries for a letter;
 * empty if nothing waits. Free with g_ptr_array_unref. */
GPtrArray *talk_take(struct session *session, gint64 reader);

#endif
