/*
 * entrapment-board.h: a board of Entrapment in plain arrays, and as text.
 *
 * The slow second core of entrapment-judge.h plays on it. It was written from the rules alone
 * and shares no code with games/. A square is a column and a row; a groove is named by the
 * square below it or left of it, as players write them.
 */
#ifndef POSTMOVE_TEST_ENTRAPMENT_BOARD_H
#define POSTMOVE_TEST_ENTRAPMENT_BOARD_H

#include <glib.h>
#include <stdbool.h>
#include <string.h>

enum {
    JUDGE_COLUMNS = 7,
    JUDGE_ROWS = 7, /* 6 of them on the stick */
    JUDGE_SQUARES = JUDGE_COLUMNS * JUDGE_ROWS,
    JUDGE_TEXT = 1024, /* bytes of a position text */
};

struct judge_rules {
    int roamers, barriers; /* of each player */
    bool stick;            /* T26 */
    bool fast;             /* the first capture wins */
    bool selfforce;        /* T24 does not hold */
};

/* Players are 'O' and 'X'; their barriers 'o' and 'x', and '#' for one that stands on end. '.'
 * is empty. */
struct judge {
    struct judge_rules rules;
    char roamer[JUDGE_COLUMNS][JUDGE_ROWS];
    char barrier[2][JUDGE_COLUMNS][JUDGE_ROWS]; /* [1]: the upright ones */
    int supply[2];                              /* barriers in hand; [0] is O's */
    int hand[2];                                /* roamers to place */
    char mover;
    char action; /* 'P' a placement, 'S' the one-action turn, '1', '2' */
    bool over;
    char winner; /* of a finished game */
};

struct judge_square {
    int column, row;
};

/* The square below it or left of it. */
struct judge_groove {
    struct judge_square square;
    bool upright;
};

static const struct judge_square judge_ways[] = { { 0, 1 }, { 1, 0 }, { 0, -1 }, { -1, 0 } };

static inline int number_of(char player)
{
    return player == 'X';
}

static inline char other_than(char player)
{
    return player == 'O' ? 'X' : 'O';
}

static inline char barrier_of(char player)
{
    return player == 'O' ? 'o' : 'x';
}

static inline int rows_of(const struct judge *judge)
{
    return judge->rules.stick ? JUDGE_ROWS - 1 : JUDGE_ROWS;
}

/* ---- squares ---- */

static inline bool on_board(const struct judge *judge, struct judge_square square)
{
    return square.column >= 0 && square.column < JUDGE_COLUMNS && square.row >= 0 &&
           square.row < rows_of(judge);
}

static inline struct judge_square next_square(struct judge_square square, struct judge_square way)
{
    return (struct judge_square){ square.column + way.column, square.row + way.row };
}

static inline bool same_square(struct judge_square one, struct judge_square other)
{
    return one.column == other.column && one.row == other.row;
}

/* Squares in their order: a1, a2, ... */
static inline struct judge_square square_number(int number)
{
    return (struct judge_square){ number / JUDGE_ROWS, number % JUDGE_ROWS };
}

static inline char roamer_on(const struct judge *judge, struct judge_square square)
{
    return judge->roamer[square.column][square.row];
}

static inline void put_roamer(struct judge *judge, struct judge_square square, char roamer)
{
    judge->roamer[square.column][square.row] = roamer;
}

static inline int roamers_of(const struct judge *judge, char player)
{
    int count = 0;
    for (int i = 0; i < JUDGE_SQUARES; i++) {
        count += roamer_on(judge, square_number(i)) == player;
    }
    return count;
}

/* ---- grooves ---- */

/* T1: both squares beside a groove are on the board. */
static inline bool is_groove(const struct judge *judge, struct judge_groove groove)
{
    struct judge_square beyond = next_square(groove.square, judge_ways[groove.upright ? 1 : 0]);
    return on_board(judge, groove.square) && on_board(judge, beyond);
}

/* Grooves in their order: a1h, a1v, a2h, ...; not all of them are on the board. */
static inline struct judge_groove groove_number(int number)
{
    return (struct judge_groove){ square_number(number / 2), number % 2 };
}

/* The groove that is crossed when leaving the square that way. */
static inline struct judge_groove groove_beside(struct judge_square square, struct judge_square way)
{
    bool backwards = way.column + way.row < 0;
    return (struct judge_groove){ backwards ? next_square(square, way) : square, way.column != 0 };
}

static inline char barrier_in(const struct judge *judge, struct judge_groove groove)
{
    return judge->barrier[groove.upright][groove.square.column][groove.square.row];
}

static inline void put_barrier(struct judge *judge, struct judge_groove groove, char barrier)
{
    judge->barrier[groove.upright][groove.square.column][groove.square.row] = barrier;
}

static inline int barriers_of(const struct judge *judge, char barrier)
{
    int count = 0;
    for (int i = 0; i < 2 * JUDGE_SQUARES; i++) {
        count += barrier_in(judge, groove_number(i)) == barrier;
    }
    return count;
}

/* ---- text ---- */

static inline void append_square(GString *text, struct judge_square square)
{
    g_string_append_printf(text, "%c%c", 'a' + square.column, '1' + square.row);
}

static inline void append_groove(GString *text, struct judge_groove groove)
{
    append_square(text, groove.square);
    g_string_append_c(text, groove.upright ? 'v' : 'h');
}

static inline struct judge_square square_named(const char *name)
{
    return (struct judge_square){ name[0] - 'a', name[1] - '1' };
}

static inline struct judge_groove groove_named(const char *name)
{
    return (struct judge_groove){ square_named(name), name[2] == 'v' };
}

/* Writes the whole position text; `chars` has room for JUDGE_TEXT bytes. In a finished game
 * the last part says who made the last action. */
static inline void judge_text(const struct judge *judge, char *chars)
{
    g_autoptr(GString) text = g_string_new("");
    for (const char *player = "OX"; *player != '\0'; player++) {
        g_string_append_printf(text, *player == 'O' ? "%c" : " / %c", *player);
        for (int i = 0; i < JUDGE_SQUARES; i++) {
            if (roamer_on(judge, square_number(i)) == *player) {
                g_string_append_c(text, ' ');
                append_square(text, square_number(i));
            }
        }
    }
    for (const char *barrier = "ox#"; *barrier != '\0'; barrier++) {
        g_string_append_printf(text, " / %c", *barrier);
        for (int i = 0; i < 2 * JUDGE_SQUARES; i++) {
            if (barrier_in(judge, groove_number(i)) == *barrier) {
                g_string_append_c(text, ' ');
                append_groove(text, groove_number(i));
            }
        }
    }
    g_string_append_printf(text, " / %d %d", judge->supply[0], judge->supply[1]);
    if (judge->action == 'P') {
        g_string_append_printf(text, " / %d %d", judge->hand[0], judge->hand[1]);
    }
    g_string_append_printf(text, " / %c %c", judge->mover, judge->action);
    g_strlcpy(chars, text->str, JUDGE_TEXT);
}

static inline void judge_empty(struct judge *judge, const struct judge_rules *rules)
{
    memset(judge, 0, sizeof *judge);
    judge->rules = *rules;
    memset(judge->roamer, '.', sizeof judge->roamer);
    memset(judge->barrier, '.', sizeof judge->barrier);
    judge->mover = 'O';
}

/* T3 */
static inline void judge_start(struct judge *judge, const struct judge_rules *rules)
{
    judge_empty(judge, rules);
    judge->action = 'P';
    for (int player = 0; player < 2; player++) {
        judge->supply[player] = rules->barriers;
        judge->hand[player] = rules->roamers;
    }
}

static inline void read_pair(const char *part, int pair[2])
{
    char *end;
    pair[0] = (int)g_ascii_strtoll(part, &end, 10);
    pair[1] = (int)g_ascii_strtoll(end, NULL, 10);
}

/* Reads a well-formed position text; the order within a list does not matter. */
static inline void judge_read(struct judge *judge, const struct judge_rules *rules,
                              const char *text)
{
    g_auto(GStrv) parts = g_strsplit(text, " / ", -1);
    guint count = g_strv_length(parts);
    judge_empty(judge, rules);
    for (int i = 0; i < 5; i++) {
        g_auto(GStrv) names = g_strsplit(parts[i], " ", -1);
        for (char **name = names + 1; *name != NULL; name++) {
            if (i < 2) {
                put_roamer(judge, square_named(*name), **names);
            } else {
                put_barrier(judge, groove_named(*name), **names);
            }
        }
    }
    read_pair(parts[5], judge->supply);
    if (count == 8) {
        read_pair(parts[6], judge->hand);
    }
    judge->mover = parts[count - 1][0];
    judge->action = parts[count - 1][2];
}

#endif
