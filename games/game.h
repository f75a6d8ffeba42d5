/*
 * game.h: what a game is.
 *
 * A game is one file in this folder that exports one `const struct game`. Its functions are
 * static and have the same names in every file: if you know one game you know them all;
 * tests/games/tictactoe.c is the shortest.
 *
 * A position is a value: at most POSITION_MAX bytes without a pointer in them, every byte set,
 * so that assignment copies it and memcmp compares it. To undo a move, drop the copy. The
 * functions are pure: no allocation, no input or output, no clock, no chance, nothing
 * remembered between calls (except tables that are filled on first use and never change).
 *
 * A move is one decision by one seat. A turn is a series of decisions by the same seat: one in
 * most games, two if a turn has two actions. Text is the record of a match; bytes are the
 * working form.
 *
 * Each game has two judges: `moves` lists, `check` explains. They must agree on every move and
 * on noise; the tests check that.
 *
 * A game contains no sentence for people. A refusal is a note: a key with small arguments,
 * whose words are in templates/.
 */
#ifndef POSTMOVE_GAME_H
#define POSTMOVE_GAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "games/lib/text.h"

enum {
    SEATS_MAX = 6,
    POSITION_MAX = 1024, /* bytes of a position */
    MOVE_BYTES = 15,
    OPTIONS_MAX = 24, /* rows of an option table */
    NOTE_ARGUMENTS = 6,
};

/* A position. Each game lays its own struct over the bytes; the bytes beyond game->size are
 * not used. */
struct position {
    _Alignas(16) unsigned char bytes[POSITION_MAX];
};

/* One decision. Only the game knows what the bytes mean; equal moves are
 * equal bytes, and the bytes beyond `length` are 0. */
struct move {
    uint8_t length;
    uint8_t byte[MOVE_BYTES];
};

/* ---- options ---- */

enum option_kind {
    OPTION_SWITCH, /* 0 or 1; `-name` is 1, `-noname` is 0 */
    OPTION_NUMBER, /* least to most */
    OPTION_WORD,   /* one of `words`; the value is its index */
    OPTION_ALIAS,  /* another name of `of`; `value` is the value that `-name` sets, OPTION_UNSET:
                      it takes the values of `of` */
};

enum { OPTION_UNSET = INT16_MIN };

/* A row of the option table; a row without a name ends it. Its words for
 * people are in templates/ under the game's name and the option's. */
struct option {
    const char *name;
    enum option_kind kind;
    int16_t least, most;      /* OPTION_NUMBER; 0 and 1 of a switch are implied */
    const char *const *words; /* OPTION_WORD: NULL at the end */
    const char *of;           /* OPTION_ALIAS */
    int16_t value;            /* OPTION_ALIAS */
};

/* What a match begins with. value[i] belongs to options[i]; OPTION_UNSET
 * asks for the game's default, which may depend on other values. */
struct setup {
    uint16_t rules; /* rules version of the match */
    uint8_t seats;
    int16_t value[OPTIONS_MAX];
};

static inline int setup_value(const struct setup *setup, int option, int otherwise)
{
    const int value = setup->value[option];
    return value == OPTION_UNSET ? otherwise : value;
}

/* ---- notes: what a game says, as data ---- */

enum argument_kind {
    ARGUMENT_NONE = 0,
    ARGUMENT_NUMBER, /* value */
    ARGUMENT_SEAT,   /* value: 0 to SEATS_MAX - 1 */
    ARGUMENT_CELL,   /* text: the name of a square, as players write it */
};

struct argument {
    enum argument_kind kind;
    int16_t value;
    char text[8];
};

static inline struct argument argument_number(int number)
{
    return (struct argument){ ARGUMENT_NUMBER, (int16_t)number, "" };
}

static inline struct argument argument_seat(int seat)
{
    return (struct argument){ ARGUMENT_SEAT, (int16_t)seat, "" };
}

/* `key` names the words, as in "occupied"; they are looked up under the
 * game's name. Arguments are {{1}} to {{6}} there, the move is {{move}}
 * (length 0 if the note names no move). */
struct note {
    const char *key;
    struct argument argument[NOTE_ARGUMENTS];
    struct move move;
};

/* ---- how a text was read ---- */

enum parsed {
    PARSED_NONE,       /* no move at all; decided by the text alone, never by the position */
    PARSED_MOVE,       /* one decision, taken from the scanner; legal or not */
    PARSED_INCOMPLETE, /* the beginning of a move; the note says what is missing */
    PARSED_AMBIGUOUS,  /* several legal moves fit; the note says so */
    PARSED_REFUSED,    /* reads like a move but can be no move on this board; the note says why */
};

/* ---- how it ends ---- */

/* place[seat]: 0 still playing, 1 first; equal places are shared, so in a draw all who were in
 * play to the end have 1. `ending` is a note on how it ended, such as "more-stones" with the
 * numbers of both; its key is NULL before that. */
struct result {
    bool over;
    bool drawn; /* over, and nobody won */
    uint8_t place[SEATS_MAX];
    struct note ending;
};

/* ---- drawing: figures on a grid of half cells ---- */

enum {
    POINTS_MAX = 400, /* a board of 20 by 20 */
    BARS_MAX = 256,
    LABELS_MAX = 128,
    CAPTIONS_MAX = 16,
    TALLIES_MAX = 8,
    WARNINGS_MAX = 4, /* most notes that a game warns with at once */
    EFFECTS_MAX = 8,  /* most notes on what a move does */
};

enum point_kind {
    POINT_EMPTY,
    POINT_PIECE,   /* `owner` -1: it belongs to nobody */
    POINT_WALL,    /* a derived line of `owner` runs through, across or upright by `mark` */
    POINT_CROSSED, /* two such lines cross here */
};

/* What a point is besides its kind; bits. */
enum point_mark {
    MARK_FROM = 1,    /* the last turn left it */
    MARK_TO = 2,      /* the last turn arrived here */
    MARK_YARD = 4,    /* a home or goal, shaded when empty */
    MARK_FORCED = 8,  /* needs its owner's attention */
    MARK_UPRIGHT = 16 /* of POINT_WALL: the line runs up and down */
};

/* x grows to the right, y downwards; a square's centre is at even x and y. If a board turns by
 * sixths, neighbours in a row are 2 apart and the next row is 2 down and 1 to the side. */
struct point {
    uint8_t x, y;
    uint8_t kind;        /* enum point_kind */
    int8_t owner;        /* seat, or -1 */
    uint8_t set;         /* if a seat has several sets of men: the set's number, from 1; else 0 */
    uint8_t height;      /* men in a piece, the owner's on top; 1 for a lone man */
    uint8_t prisoners;   /* how many of them, at the bottom, are men of another seat */
    int8_t prisoners_of; /* the seat of these, if there are any */
    uint8_t mark;        /* enum point_mark */
    char name[4];        /* the square's name, as players write it */
};

/* A barrier between two points. */
struct bar {
    uint8_t x, y;
    bool upright;
    bool standing; /* it belongs to nobody any more */
    int8_t owner;
    uint8_t mark;
    char name[4]; /* of its place, as players write it */
};

/* Text at the edge: files, ranks. */
struct label {
    uint8_t x, y;
    char text[4];
};

/* By which angle a board can be turned so that it still fits its grid. */
enum figures_turning { TURNING_HALVES, TURNING_QUARTERS, TURNING_SIXTHS };

struct figures {
    uint8_t width, height;   /* in half cells, including the labels */
    uint8_t turning;         /* enum figures_turning */
    uint8_t turn[SEATS_MAX]; /* how many of these turns, counter-clockwise, bring the seat's own
                                side to the bottom (to the lower right, if sides are corners) */
    uint8_t across;          /* characters for each half cell in a text: 1 or 2 */
    bool open;               /* lines between the rows are drawn too */
    bool framed;             /* there is a frame around the points */
    uint16_t points, bars, labels, captions, tallies;
    struct point point[POINTS_MAX];
    struct bar bar[BARS_MAX];
    struct label label[LABELS_MAX];
    struct note caption[CAPTIONS_MAX]; /* lines below the board, such as steps to go */
    struct note tally[TALLIES_MAX];    /* what else a position text has and no drawing shows,
                                          such as moves made: for readers who cannot see the
                                          board */
};

/* ---- the table ---- */

struct game {
    const char *name; /* as in commands, files and templates: "halma" */
    uint16_t rules;   /* the newest rules version; older ones stay playable */
    uint8_t seats;    /* bit n set: n + 1 seats may play */
    bool black_first; /* the men of the first seat are black, and those of the second white */
    size_t size;      /* bytes of a position that are used */
    size_t identity;  /* how many of the first bytes repetition compares: counters come after
                         them; 0 means all of `size`. Callers use game_identity */
    const struct option *options; /* NULL: none of its own. Callers use game_options */

    /* Sets up the first position. Values are in range already; false with a note if two
     * options contradict each other. */
    bool (*setup)(struct position *, const struct setup *, struct note *);

    /* The seat that decides next, or -1 when the game is over. */
    int (*actor)(const struct position *);

    /* True between turns: no turn is half played. NULL if every turn is one decision; callers
     * use game_between. */
    bool (*between)(const struct position *);

    /* True if the next decision completes the turn, whichever it is; false if it may not. NULL
     * if every turn is one decision. With it, counting need not play the last decision. */
    bool (*final)(const struct position *);

    /* Lists the legal moves, ascending by bytes, and returns how many there
     * are; writes at most `cap`. With cap 0 it may stop at the first. A seat
     * that can only pass has one move, the pass: the server plays it. Among other
     * moves a pass is a choice like these. */
    size_t (*moves)(const struct position *, struct move *, size_t cap);

    /* True if the move is legal; if not, the note says why. Takes any bytes: after this a move
     * is trusted. */
    bool (*check)(const struct position *, const struct move *, struct note *);

    /* Plays a move that `check` has passed. */
    void (*apply)(struct position *, const struct move *);

    /* A seat resigned or had to leave, between two turns. */
    void (*leave)(struct position *, int seat);

    void (*result)(const struct position *, struct result *);

    /* What a friend would remind the seat of before it moves, the most important first: writes
     * at most `cap` notes and returns how many. NULL if the game warns of nothing. Warnings
     * that all games share (the only move, a position seen before) are made elsewhere. */
    size_t (*warn)(const struct position *, int seat, struct note *, size_t cap);

    /* True if the whole turn of `seat` that led from `before` to `after` gave away what nobody
     * gives away on purpose, such as a man of its own; the note says what. Such a turn is
     * legal, but must be confirmed while the seat has another. NULL if no turn is like that. */
    bool (*costly)(const struct position *before, const struct position *after, int seat,
                   struct note *);

    /* How far the men of a seat are from where they have to go, in any unit: what is offered as an
     * example makes it less. NULL if the game has no such place. */
    int (*distance)(const struct position *, int seat);

    /* How well a seat stands, for a program that plays: higher is better; 100 is about what a
     * good move gains. Only differences between seats count, and only those of seats that still
     * play. NULL: the program goes by `distance`, or, without that, by wins and losses alone. */
    int (*standing)(const struct position *, int seat);

    /* True if two seats win together. NULL: nobody does. */
    bool (*partners)(const struct position *, int seat, int other);

    /* What a legal move does beyond what its text says, such as which men it captures; from
     * the position before it. Writes at most `cap` notes and returns how many. NULL if the
     * text and the board tell all. */
    size_t (*effects)(const struct position *, const struct move *, struct note *, size_t cap);

    /* Reads one decision at the scanner and stops behind it. Tolerates differences of case and
     * separators. Law: what `print` writes, `parse` reads back. */
    enum parsed (*parse)(const struct position *, struct scan *, struct move *, struct note *);

    /* The one canonical text of a move. */
    void (*print)(const struct position *, const struct move *, struct text *);

    /* The same with the way that the move takes, for letters; NULL if `print` tells all. For a
     * legal move, from the position before it; `parse` reads this back too. */
    void (*route)(const struct position *, const struct move *, struct text *);

    /* The figures of a position, in which the moves of the turn that led to it are marked:
     * `count` moves in `last` (count 0: none). */
    void (*draw)(const struct position *, const struct move *last, size_t count, struct figures *);

    /* Position text, one line. `decode` begins with the options of `setup`, takes all of the
     * scanner, and returns false with a note if the text is no position. */
    bool (*decode)(struct position *, const struct setup *, struct scan *, struct note *);
    void (*encode)(const struct position *, struct text *);
};

/* The number of the colour of a seat's men, from 0 on: white, black and others. */
static inline int game_colour(const struct game *game, int seat)
{
    return game->black_first && (seat == 0 || seat == 1) ? 1 - seat : seat;
}

/* True if no turn is half played. */
static inline bool game_between(const struct game *game, const struct position *position)
{
    return game->between == NULL || game->between(position);
}

/* How well a seat stands, as far as the game tells. */
static inline int game_standing(const struct game *game, const struct position *position, int seat)
{
    return game->standing != NULL   ? game->standing(position, seat)
           : game->distance != NULL ? -100 * game->distance(position, seat)
                                    : 0;
}

/* How many of the first bytes of a position repetition compares. */
static inline size_t game_identity(const struct game *game)
{
    return game->identity > 0 ? game->identity : game->size;
}

/* The option table, which may be empty, but is never NULL. */
static inline const struct option *game_options(const struct game *game)
{
    static const struct option none = { .name = NULL };
    return game->options != NULL ? game->options : &none;
}

#endif
