/*
 * match.h: what all games share once a match runs.
 *
 * A match is a first position and a list of turns as text; everything else
 * is derived by replay. The list also holds what is no move: `pass` where a
 * seat could do nothing else, and the endings below. Storage sees text only.
 *
 * Words of the record:
 *   <turn>         the game's canonical text, decisions joined by commas
 *   pass           a forced pass
 *   resign         the seat leaves (the game's `leave`)
 *   forfeit        the same, since the player ran out of time
 *   draw           all agreed
 *   ended-void     ended by the operator without a result
 *   ended-draw     ended by the operator as a draw
 *   ended-win      ended by the operator, the seat of the record line wins
 *
 * Notes of this folder, group "match" in templates/ (a note of a game is looked
 * up under the game first):
 *   no-move           the text is no move at all
 *   rest              `part`, which stands behind the turn, is no turn
 *   too-long          the line is longer than a turn can be
 *   not-your-turn     {{1}} is the seat to move
 *   match-over
 *   more-than-a-turn  the turn is complete before `part`
 *   turn-incomplete   the turn needs another decision
 *   only-end          square {{1}} alone, on which moves end but none begin
 *   no-move-there     square {{1}} alone, on which no move begins or ends
 *   option-seats      the game is not played by so many
 *   position-rest     something stands behind the position
 * Keys of results: repetition, maxply, resign, forfeit, draw-agreed, ended-void,
 * ended-draw, ended-win. Their words take no arguments.
 */
#ifndef POSTMOVE_MATCH_H
#define POSTMOVE_MATCH_H

#include <glib.h>
#include <stdbool.h>

#include "games/game.h"

#include "match/options.h"

enum {
    MATCH_LINE_MAX = 1000,  /* bytes of a line that is played */
    TURN_DECISIONS_MAX = 4, /* no turn of any game has more */
    CHOICES_MAX = 24,       /* turns a ruling offers */
};

/* The text of a forced pass, in every game: the seat can do nothing else. */
#define MATCH_PASS "pass"

/* How a seat leaves: the player resigned, or ran out of time. */
#define MATCH_RESIGN "resign"
#define MATCH_FORFEIT "forfeit"

struct match_turn {
    int seat;
    char *text;
};

struct match {
    const struct game *game;
    struct options options;
    struct position start;
    struct position now;
    struct position before;               /* private: the last turn that was no ending; unset
                                             where there is none */
    GArray *turns;                        /* struct match_turn; number n is at n - 1 */
    struct move last[TURN_DECISIONS_MAX]; /* the decisions of the last turn that was no pass */
    size_t last_count;
    int occurrence;       /* how often the present position has been on the board, 1 at first */
    struct result result; /* with the endings, repetition and maxply counted in;
                             its key is looked up under the game, then under "match" */
    bool void_result;     /* ended without a result */
    int plies;            /* private: turns played, endings not counted */
    GHashTable *seen;     /* private: the positions that have been on the board */
};

/*
 * A match of `game` with `options`, from the game's set-up or, when `from` is
 * not NULL, from that position text. NULL with a note if options or text
 * cannot be.
 */
struct match *match_new(const struct game *game, const struct options *options, const char *from,
                        struct note *note);
void match_free(struct match *match);

typedef struct match Match;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Match, match_free)

/* A copy, to try things on. */
struct match *match_copy(const struct match *match);

/* The match as it stood after its first `turns` turns (0 to all), a copy to
 * try things on; NULL if there are not so many. */
struct match *match_at(const struct match *match, guint turns);

/* The seat to move, or -1 when the match is over. */
int match_actor(const struct match *match);

enum verdict {
    VERDICT_PLAYED,      /* legal: the turn was played and added to the record */
    VERDICT_REFUSED,     /* it is a move, but may not be made: see note */
    VERDICT_INCOMPLETE,  /* the beginning of a turn: see note and `choices` */
    VERDICT_AMBIGUOUS,   /* several legal moves fit: see `choices` */
    VERDICT_NO_MOVE,     /* the text is no move at all */
    VERDICT_UNCONFIRMED, /* legal, but so costly that the player has to confirm it: see note; the
                            only choice is the turn with the `!` that confirms it */
};

/* The result of playing a line. Zero it before first use; ruling_clear after use. */
struct ruling {
    enum verdict verdict;
    char *turn;               /* VERDICT_PLAYED: the canonical text */
    struct note note;         /* why not; note.key looked up under the game, then under "match".
                                 VERDICT_PLAYED: what the turn gave away, key NULL if nothing */
    struct position position; /* the one the note speaks of: in mid-turn it is not the match's */
    char *part; /* which decision of the line failed, as typed; NULL if it was the only one */
    GPtrArray *choices; /* char *: what a beginning may become, or the (8) legal turns nearest
                           to what was typed, best first, at most CHOICES_MAX; never NULL after
                           match_play. Of a turn of several decisions they go as far as the
                           decision that failed */
    char *begun;        /* the decisions of the line that came before, with which each of the
                           choices begins; NULL if there is none */
    guint more;         /* so many others would have been a choice too */
    char *whole;        /* where the choices are not whole turns, one that begins with the first
                           of them; else NULL */
};

void ruling_clear(struct ruling *ruling);
typedef struct ruling Ruling;
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Ruling, ruling_clear)

/*
 * Plays a line of text for `seat`. All decisions of one whole turn must be in
 * it, with blanks, `,` or `;` between them, and nothing else but blanks, a
 * final `!` or one final full stop. If anything fails the match is as it was.
 * A turn that gives away what nobody gives away on purpose (the game's
 * `costly`) is played with that `!` alone, unless each legal turn is so.
 * When `seat` is not to move (or the match is over) the ruling is
 * VERDICT_REFUSED with the note "not-your-turn" (argument 1: the seat to
 * move) or "match-over", whether legal or not. Returns ruling->verdict.
 */
enum verdict match_play(struct match *match, int seat, const char *line, struct ruling *ruling);

/* Plays forced passes while the seat to move can do nothing else; returns how
 * many turns `pass` were added to the record. Call after match_play. */
guint match_pass(struct match *match);

/* Whether the text reads as a whole turn of this game, legal or not; decided
 * by the text alone ("e4-e5" yes, "Hello" no, "e4-e5 and good luck" no). */
bool match_reads_as_turn(const struct match *match, const char *line);

/*
 * Adds a line of the stored record. A turn must be legal and canonical; an
 * ending must make sense. False with POSTMOVE_ERROR_NO naming the line's
 * number otherwise. Used by replay, resign, draws and the operator alike.
 */
bool match_record(struct match *match, int seat, const char *text, GError **error);

/*
 * Adds a record to a match that has none, as match_record would line by line, but
 * trusts that its turns were checked: they are read and applied, nothing more. For
 * records that this process has checked itself; of one that match_record refuses,
 * as of a damaged database, a game may not live through its apply. False where a
 * line cannot be read or another seat was to move; the match is of no use then.
 */
bool match_replay(struct match *match, const struct match_turn *turns, guint count);

/* All legal turns of the seat to move, each one whole turn as canonical
 * text, in C order; "pass" where only that is possible; empty when over. Of a
 * half-played turn, its completions. Owned strings. */
GPtrArray *match_turns(const struct match *match);

/* Whether a line of the record is one with which a seat leaves. */
bool match_is_leaving(const char *text);

/* Likewise the legal single decisions. */
GPtrArray *match_decisions(const struct match *match);

/* The one legal turn of the seat to move, as canonical text; NULL where it has
 * a choice, can only pass, is in the middle of its turn, or the match is over.
 * Free with g_free. */
char *match_only_turn(const struct match *match);

/* Whether somebody chose a line of the record, from 0: neither a forced pass nor
 * the one legal turn. */
bool match_was_decided(const struct match *match, guint turn);

/*
 * Plays turns separated by blanks, each for the seat to move. Without
 * `count_repetition` the game alone plays: neither repetition nor plies are counted.
 * The last turn may be half played. False with the ruling of the first decision
 * that fails; what stands before it is played then. True with what the last
 * turn gave away as the ruling's note, where it did. No `!` is asked for.
 */
bool match_after(struct match *match, const char *line, bool count_repetition,
                 struct ruling *ruling);

/* The way a stored turn took, where that says more than the turn's text
 * ("a1-c3-e3" of "a1-e3"), or NULL. `turn` counts from 0. Free with g_free. */
char *match_way(const struct match *match, guint turn);

/* What the decisions of a stored turn did beside what its text says (the game's
 * `effects`): an array of struct note. Free with g_array_unref. */
GArray *match_effects(const struct match *match, guint turn);

/* A whole legal turn of the seat to move, to show how one is written; if there is
 * one that gives nothing away, such a turn. "" when the match is over. Free with
 * g_free. */
char *match_example(const struct match *match);

/* The position text of the match as it stands. Free with g_free. */
char *match_position(const struct match *match);

/* The result as it is stored and shown: "none", "draw" (nobody won), "void", or "win " and the
 * numbers from 1 of the seats in first place, as in "win 1,3". Free with g_free. */
char *match_result_text(const struct match *match);

#endif
