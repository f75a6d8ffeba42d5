/*
 * match.h: what all games share once a match runs.
 *
 * A match is a first position and a list of turns as text; everything else
 * is derived by replay. The list also has entries that are no moves: `pass` if
 * a seat had no other turn, and the endings below. Storage sees only text.
 *
 * Words of the record:
 *   <turn>         the game's canonical text, decisions joined by commas
 *   pass           a pass; it is forced if the seat had no other move
 *   resign         the seat leaves (the game's `leave`)
 *   forfeit        the same, since the player ran out of time
 *   draw           all agreed
 *   lapsed         paused, and nobody said whether it should go on: no result
 *   ended-void     ended by the operator without a result
 *   ended-draw     ended by the operator as a draw
 *   ended-win      ended by the operator, the seat of the record line wins
 *
 * Notes of this folder, group "match" in templates/ (a note of a game is looked
 * up under the game first):
 *   no-move           the text is no move at all
 *   rest              `part`, which is behind the turn, is no turn
 *   too-long          the line is longer than a turn can be
 *   not-your-turn     {{1}} is the seat to move
 *   match-over
 *   more-than-a-turn  the turn is complete before `part`
 *   turn-incomplete   the turn needs another decision
 *   only-end          square {{1}} alone, on which moves end but none begin
 *   no-move-there     square {{1}} alone, on which no move begins or ends
 *   option-seats      the game cannot have so many players
 *   position-rest     there is more text behind the position
 * Keys of results: repetition, maxply, resign, forfeit, draw-agreed, lapsed,
 * ended-void, ended-draw, ended-win. Their words take no arguments.
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

/* The text of a pass, in every game. */
#define MATCH_PASS "pass"

/* How a seat leaves: the player resigned, or ran out of time. */
#define MATCH_RESIGN "resign"
#define MATCH_FORFEIT "forfeit"

/* The match was paused for too long. */
#define MATCH_LAPSED "lapsed"

struct match_turn {
    int seat;
    char *text;
    bool forced; /* a pass, and the seat had no other move */
};

struct match {
    const struct game *game;
    struct options options;
    struct position start;
    struct position now;
    struct position before;               /* before the last turn that was no forced pass and no
                                             ending; unset before the first such turn */
    GArray *turns;                        /* struct match_turn; number n is at n - 1 */
    GStringChunk *texts;                  /* private: their texts */
    struct move last[TURN_DECISIONS_MAX]; /* the decisions of the last turn that was no
                                             forced pass */
    size_t last_count;
    int occurrence;       /* how often the present position has been on the board, 1 at first */
    struct result result; /* including the endings, repetition and maxply; its key is looked up
                             under the game, then under "match" */
    bool void_result;     /* ended without a result */
    int plies;            /* turns played, endings not counted */
    GHashTable *seen;     /* the positions that have been on the board (GBytes, the first `identity`
                             bytes of each), and how often each was there */
    int most;             /* private: how often one of them has been there, at most */
};

/*
 * A match of `game` with `options`, from the game's set-up or, if `from` is not NULL, from
 * that position text. Free with match_free. NULL with a note if the options or the text are
 * not possible.
 */
struct match *match_new(const struct game *game, const struct options *options, const char *from,
                        struct note *note);
void match_free(struct match *match);

typedef struct match Match;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Match, match_free)

/* A copy, to try turns on. Free with match_free. */
struct match *match_copy(const struct match *match);

/* A copy of the match after its first `turns` turns (0 to all), to try turns on; NULL if there
 * are fewer. Free with match_free. */
struct match *match_at(const struct match *match, guint turns);

/* The seat to move, or -1 when the match is over. */
int match_actor(const struct match *match);

/* The first of the seats that win together with a seat, itself among them. */
int match_side(const struct match *match, int seat);

enum verdict {
    VERDICT_PLAYED,      /* legal: the turn was played and added to the record */
    VERDICT_REFUSED,     /* it is a move, but is not allowed: see note */
    VERDICT_INCOMPLETE,  /* the beginning of a turn: see note and `choices` */
    VERDICT_AMBIGUOUS,   /* several legal moves fit: see `choices` */
    VERDICT_NO_MOVE,     /* the text is no move at all */
    VERDICT_UNCONFIRMED, /* legal, but so costly that the player must confirm it: see note; the
                            only choice is the turn with the `!` that confirms it */
};

/* The result of playing a line. Zero it before first use; ruling_clear after use. */
struct ruling {
    enum verdict verdict;
    char *turn;               /* VERDICT_PLAYED: the canonical text */
    struct note note;         /* why not; note.key looked up under the game, then under "match".
                                 VERDICT_PLAYED: what the turn gave away, key NULL if nothing */
    struct position position; /* the position that the note is about: in mid-turn it is not the
                                 match's */
    char *part; /* which decision of the line failed, as typed; NULL if it was the only one */
    GPtrArray *choices; /* char *: the possible continuations of a beginning, or the (8) legal
                           turns nearest to what was typed, best first, at most CHOICES_MAX;
                           never NULL after match_play. If a turn has several decisions they go
                           up to the decision that failed */
    char *begun;        /* the decisions of the line before it, with which each of the choices
                           begins; NULL if there is none */
    guint more;         /* how many more choices were left out */
    char *whole;        /* if the choices are not whole turns, a whole turn that begins with the
                           first choice; else NULL */
};

void ruling_clear(struct ruling *ruling);
typedef struct ruling Ruling;
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Ruling, ruling_clear)

/*
 * Plays a line of text for `seat`. It must contain all decisions of one whole turn, with
 * blanks, `,` or `;` between them, and nothing else but blanks, a final `!` or one final full
 * stop. If anything fails the match does not change.
 *
 * A blank may stand for the dash between the first two squares of a move, where that is legal.
 *
 * A turn that gives away what nobody gives away on purpose (the game's `costly`) is played
 * only with that `!`, unless every legal turn is costly. If `seat` is not to move (or the
 * match is over) the ruling is VERDICT_REFUSED with the note "not-your-turn" (argument 1: the
 * seat to move) or "match-over", even for a legal turn. Returns ruling->verdict.
 */
enum verdict match_play(struct match *match, int seat, const char *line, struct ruling *ruling);

/* Plays forced passes while the seat to move has no other turn. Returns how many turns `pass`
 * were added to the record. Call it after match_play. */
guint match_pass(struct match *match);

/* True if the text reads as a whole turn of this game, legal or not; decided by the text alone
 * ("e4-e5" yes, "Hello" no, "e4-e5 and good luck" no). */
bool match_reads_as_turn(const struct match *match, const char *line);

/*
 * Adds a line of the stored record. A turn must be legal and canonical; an ending must make
 * sense. Otherwise false with POSTMOVE_ERROR_NO, which has the line's number. Used for replay,
 * resignations, draws and the operator's endings.
 */
bool match_record(struct match *match, int seat, const char *text, GError **error);

/* The turns since a seat came nearer to where it has to go than ever before (`distance` of its
 * game), or, in a game without such a place, stood better than ever before. Plays the match again.
 */
guint match_stalled(const struct match *match);

/* All legal turns of the seat to move, each one whole turn as canonical text, in C order;
 * "pass" if only that is possible; empty if the match is over. For a half-played turn, its
 * completions. Free with g_ptr_array_unref. */
GPtrArray *match_turns(const struct match *match);

/* True if a line of the record is one by which a seat leaves. */
bool match_is_leaving(const char *text);

/* True if a line of the record is one of its endings rather than a turn: a seat leaves, a draw is
 * agreed, or the operator ends the match. */
bool match_is_ending(const char *text);

/* All legal single decisions, in the same form. */
GPtrArray *match_decisions(const struct match *match);

/* The one legal turn of the seat to move, as canonical text; NULL if it has a choice, can only
 * pass, or is in the middle of its turn, or if the match is over. Free with g_free. */
char *match_only_turn(const struct match *match);

/* True if a player chose turn number `turn` (from 0): it is neither a forced pass nor the one
 * legal turn. */
bool match_was_decided(const struct match *match, guint turn);

/*
 * Plays turns separated by blanks, each for the seat to move. Without `count_repetition` only
 * the rules of the game count: neither repetition nor plies do. The last turn may be half
 * played. False with the ruling of the first decision that fails; what is before it has been
 * played. If true, the ruling's note is what the last turn gave away, if anything. No `!` is
 * needed.
 */
bool match_after(struct match *match, const char *line, bool count_repetition,
                 struct ruling *ruling);

/* The way that a stored turn took, if that says more than the turn's text ("a1-c3-e3" of
 * "a1-e3"), or NULL. `turn` counts from 0. Free with g_free. */
char *match_way(const struct match *match, guint turn);

/* What the decisions of a stored turn did beyond what its text says (the game's `effects`): an
 * array of struct note. Free with g_array_unref. */
GArray *match_effects(const struct match *match, guint turn);

/* A whole legal turn of the seat to move, to show how a turn is written; if possible, one that
 * gives nothing away. "" if the match is over. Free with g_free. */
char *match_example(const struct match *match);

/* The position text of the match now. Free with g_free. */
char *match_position(const struct match *match);

/* The result as it is stored and shown: "none", "draw" (nobody won), "void", or "win " and the
 * numbers from 1 of the seats in first place, as in "win 1,3". Free with g_free. */
char *match_result_text(const struct match *match);

/*
 * ---- what a player should know about a position ----
 *
 * The game warns of what is its own; these are the warnings that all games share. Their notes,
 * group "match" in templates/; {{turn}} is `turns`:
 *   warn-only              the seat to move has this one legal turn
 *   warn-repeating         after one of these turns the match is drawn by repetition
 *   warn-repeated          the position has been on the board {{1}} times, and {{2}} make a draw
 *   warn-repeated-last     the same, and once more makes a draw
 *   warn-repetition-drawn  the match is over, since the position has been there {{1}} times
 *   warn-maxply            after {{1}} more turns the match is drawn
 *   warn-maxply-last       after one more turn
 */

enum {
    WARNING_TURNS_MAX = 3, /* turns that a warning lists */
    WARNING_PLIES = 10,    /* a warning about the ply limit begins when so many turns are left */
};

struct warning {
    struct note note; /* its key is looked up under the game, then under "match" */
    char *turns;      /* "e4-e5, e4-d4"; NULL: the note is about no turns */
};

/* The warnings for `seat` now, whichever seat is to move; for -1, an onlooker, those for
 * everybody. An array of struct warning, the most important first; usually empty. Free with
 * g_ptr_array_unref. */
GPtrArray *match_warnings(const struct match *match, int seat);

#endif
