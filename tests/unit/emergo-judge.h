/*
 * emergo-judge.h: a second, slow core of Emergo, to compare the first with.
 *
 * It was written from the rules alone and shares no code with games/. Nothing is remembered or
 * precomputed: a piece is a string of its men, a capture is tried jump by jump on a copy of
 * the board, an entry is judged by making it. E1 to E14 are the clauses of the rules, A1 to A9
 * their rulings.
 *
 * Repetition and the ply limit belong to the match and are not tested here.
 */
#ifndef POSTMOVE_TEST_EMERGO_JUDGE_H
#define POSTMOVE_TEST_EMERGO_JUDGE_H

#include <glib.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    JUDGE_SIDE = 9,
    JUDGE_MEN = 24,      /* of both colours */
    JUDGE_MOVE = 3 * 13, /* bytes of a move's text: 13 squares, 12 signs, the NUL */
    JUDGE_MOVES = 1024,  /* more than were ever met */
    JUDGE_TEXT = 41 * 4 + JUDGE_MEN + 16, /* bytes of a position text */
};

struct judge_rules {
    int size;         /* 9: 41 squares, 12 men each; 7: 25 squares, 8 men each */
    bool setup;       /* the men stand on the board already */
    bool stuck_draws; /* A1: who has men and no move does not lose */
};

/* A piece is its men, top man first: "OOX"; "" is a vacant square. */
struct judge {
    struct judge_rules rules;
    char piece[JUDGE_SIDE][JUDGE_SIDE][JUDGE_MEN + 1]; /* [row][column]; a1 would be the first */
    int white_hand, black_hand;
    char mover; /* 'O' is White, 'X' Black */
};

struct judge_point {
    int row, column;
};

struct judge_move {
    char text[JUDGE_MOVE];
};

struct judge_list {
    struct judge_move move[JUDGE_MOVES];
    int count;
};

/* E3, and the small board. */
static inline int men_each(const struct judge_rules *rules)
{
    return rules->size == 9 ? 12 : 8;
}

/* ---- squares ---- */

/* E1: a diamond, its middle e5, or d4 of the small one. */
static inline int judge_middle(const struct judge *judge)
{
    return judge->rules.size / 2;
}

static inline bool on_board(const struct judge *judge, struct judge_point point)
{
    int middle = judge_middle(judge);
    return ABS(point.row - middle) + ABS(point.column - middle) <= middle;
}

/* The square beside another; ways 0 to 3 are up, right, down, left. */
static inline struct judge_point beside(struct judge_point point, int way)
{
    static const int rows[] = { -1, 0, 1, 0 }, columns[] = { 0, 1, 0, -1 };
    return (struct judge_point){ point.row + rows[way], point.column + columns[way] };
}

static inline bool opposite(int way, int other)
{
    return way == (other + 2) % 4;
}

static inline bool same_point(struct judge_point one, struct judge_point other)
{
    return one.row == other.row && one.column == other.column;
}

static inline struct judge_point point_named(const char *name)
{
    return (struct judge_point){ name[0] - 'a', name[1] - '1' };
}

static inline void name_point(struct judge_point point, char name[3])
{
    name[0] = (char)('a' + point.row);
    name[1] = (char)('1' + point.column);
    name[2] = '\0';
}

/* All squares in the order of their names: false behind the last. Begins at
 * { 0, -1 }. */
static inline bool next_point(const struct judge *judge, struct judge_point *point)
{
    do {
        point->column++;
        if (point->column == JUDGE_SIDE) {
            point->row++;
            point->column = 0;
        }
    } while (point->row < JUDGE_SIDE && !on_board(judge, *point));
    return point->row < JUDGE_SIDE;
}

/* ---- pieces ---- */

static inline char *piece_at(struct judge *judge, struct judge_point point)
{
    return judge->piece[point.row][point.column];
}

/* E4: the top man owns the piece; '\0' on a vacant square. */
static inline char owner_at(const struct judge *judge, struct judge_point point)
{
    return judge->piece[point.row][point.column][0];
}

static inline bool vacant(const struct judge *judge, struct judge_point point)
{
    return on_board(judge, point) && owner_at(judge, point) == '\0';
}

static inline char enemy_of(char colour)
{
    return colour == 'O' ? 'X' : 'O';
}

static inline int *hand_of(struct judge *judge, char colour)
{
    return colour == 'O' ? &judge->white_hand : &judge->black_hand;
}

static inline int in_hand(const struct judge *judge, char colour)
{
    return colour == 'O' ? judge->white_hand : judge->black_hand;
}

/* Men of a colour on the board, prisoners too. */
static inline int men_on_board(const struct judge *judge, char colour)
{
    struct judge_point point = { 0, -1 };
    int men = 0;
    while (next_point(judge, &point)) {
        for (const char *man = judge->piece[point.row][point.column]; *man != '\0'; man++) {
            men += *man == colour;
        }
    }
    return men;
}

/* True if a colour has a piece on the board or a man in hand. */
static inline bool alive(const struct judge *judge, char colour)
{
    struct judge_point point = { 0, -1 };
    bool owns = in_hand(judge, colour) > 0;
    while (next_point(judge, &point)) {
        owns = owns || owner_at(judge, point) == colour;
    }
    return owns;
}

/* ---- captures ---- */

/* E6: the piece at a point jumps the enemy beside it, if it can, takes its top
 * man under itself, and stands at the new point. */
static inline bool judge_jump(struct judge *judge, struct judge_point *at, int way)
{
    char enemy = enemy_of(owner_at(judge, *at));
    struct judge_point over = beside(*at, way), to = beside(over, way);
    if (!on_board(judge, over) || owner_at(judge, over) != enemy || !vacant(judge, to)) {
        return false;
    }
    char taken[] = { enemy, '\0' };
    strcpy(piece_at(judge, to), piece_at(judge, *at));
    strcat(piece_at(judge, to), taken);
    strcpy(piece_at(judge, *at), "");
    memmove(piece_at(judge, over), piece_at(judge, over) + 1, strlen(piece_at(judge, over)));
    *at = to;
    return true;
}

static inline void add_move(struct judge_list *list, const char *text)
{
    g_assert_cmpint(list->count, <, JUDGE_MOVES);
    strcpy(list->move[list->count++].text, text);
}

/* E7: of captures the longest stay in the list; every jump takes one man. */
static inline void add_capture(struct judge_list *list, const char *text)
{
    size_t longest = list->count > 0 ? strlen(list->move[0].text) : 0;
    if (strlen(text) > longest) {
        list->count = 0;
    }
    if (strlen(text) >= longest) {
        add_move(list, text);
    }
}

/* E8: goes on with a capture that came a `way` (-1: begins) and reads as
 * `text` up to here, by every jump that does not turn back. */
static inline void capture_on(const struct judge *judge, struct judge_point at, int came,
                              const char *text, struct judge_list *list)
{
    for (int way = 0; way < 4; way++) {
        struct judge after = *judge;
        struct judge_point to = at;
        bool turns_back = came >= 0 && opposite(came, way);
        if (!turns_back && judge_jump(&after, &to, way)) {
            char name[3], longer[JUDGE_MOVE];
            name_point(to, name);
            g_assert_cmpint(snprintf(longer, sizeof longer, "%sx%s", text, name), <, JUDGE_MOVE);
            add_capture(list, longer);
            capture_on(&after, to, way, longer, list);
        }
    }
}

/* E7: of all pieces. */
static inline void list_captures(const struct judge *judge, char colour, struct judge_list *list)
{
    struct judge_point point = { 0, -1 };
    while (next_point(judge, &point)) {
        if (owner_at(judge, point) == colour) {
            char name[3];
            name_point(point, name);
            capture_on(judge, point, -1, name, list);
        }
    }
}

static inline bool can_capture(const struct judge *judge, char colour)
{
    struct judge_point point = { 0, -1 };
    while (next_point(judge, &point)) {
        for (int way = 0; way < 4 && owner_at(judge, point) == colour; way++) {
            struct judge trial = *judge;
            struct judge_point at = point;
            if (judge_jump(&trial, &at, way)) {
                return true;
            }
        }
    }
    return false;
}

/* ---- entering and moving ---- */

/* E9: one man; E10: all, once the opponent has none in hand. */
static inline void judge_enter(struct judge *judge, struct judge_point point)
{
    int *hand = hand_of(judge, judge->mover);
    int men = in_hand(judge, enemy_of(judge->mover)) == 0 ? *hand : 1;
    *hand -= men;
    memset(piece_at(judge, point), judge->mover, (size_t)men);
    piece_at(judge, point)[men] = '\0';
}

/* E11: White has entered nothing yet: all White's men are in hand. */
static inline bool centre_barred(const struct judge *judge)
{
    return judge->mover == 'O' && judge->white_hand == men_each(&judge->rules);
}

static inline void list_entries(const struct judge *judge, struct judge_list *list)
{
    struct judge_point point = { 0, -1 }, centre = { judge_middle(judge), judge_middle(judge) };
    bool attacked = can_capture(judge, enemy_of(judge->mover)); /* A5: before the entry */
    while (next_point(judge, &point)) {
        if (!vacant(judge, point) || (centre_barred(judge) && same_point(point, centre))) {
            continue;
        }
        struct judge after = *judge;
        judge_enter(&after, point);
        bool feeds = can_capture(&after, enemy_of(judge->mover));
        if (attacked || !feeds) { /* E12 */
            char name[3];
            name_point(point, name);
            add_move(list, name);
        }
    }
}

/* E13 */
static inline void list_steps(const struct judge *judge, struct judge_list *list)
{
    struct judge_point point = { 0, -1 };
    while (next_point(judge, &point)) {
        for (int way = 0; way < 4 && owner_at(judge, point) == judge->mover; way++) {
            if (vacant(judge, beside(point, way))) {
                char from[3], to[3], text[JUDGE_MOVE];
                name_point(point, from);
                name_point(beside(point, way), to);
                snprintf(text, sizeof text, "%s-%s", from, to);
                add_move(list, text);
            }
        }
    }
}

static inline int by_text(const void *one, const void *other)
{
    const struct judge_move *a = one, *b = other;
    return strcmp(a->text, b->text);
}

/* The legal moves in C order of their text. E5: captures come first; A2, A6:
 * who has men in hand enters or has no move. */
static inline void judge_moves(const struct judge *judge, struct judge_list *list)
{
    list->count = 0;
    list_captures(judge, judge->mover, list);
    if (list->count == 0 && in_hand(judge, judge->mover) > 0) {
        list_entries(judge, list);
    } else if (list->count == 0) {
        list_steps(judge, list);
    }
    qsort(list->move, (size_t)list->count, sizeof *list->move, by_text);
}

/* Plays a legal move: "a5", "e4-e5" or "e4xc4xc6". */
static inline void judge_play(struct judge *judge, const char *move)
{
    struct judge_point at = point_named(move);
    if (move[2] == '\0') {
        judge_enter(judge, at);
    } else if (move[2] == '-') {
        struct judge_point to = point_named(move + 3);
        strcpy(piece_at(judge, to), piece_at(judge, at));
        strcpy(piece_at(judge, at), "");
    }
    for (; move[2] == 'x'; move += 3) {
        struct judge_point to = point_named(move + 3);
        int way = 0;
        while (!same_point(beside(beside(at, way), way), to)) {
            way++;
        }
        g_assert_true(judge_jump(judge, &at, way));
    }
    judge->mover = enemy_of(judge->mover);
}

/* E2, A1: of a position with these moves: 'O' or 'X' has won, '=' nobody, '.'
 * it goes on. */
static inline char judge_result(const struct judge *judge, const struct judge_list *list)
{
    if (list->count > 0) {
        return '.';
    }
    bool drawn = judge->rules.stuck_draws && alive(judge, judge->mover);
    return drawn ? '=' : enemy_of(judge->mover);
}

/* ---- positions ---- */

/* E4: the cap is of one colour, the prisoners below it are of the other. */
static inline bool piece_fits(const char *men)
{
    size_t cap = men[0] == '\0' ? 0 : strspn(men, men[0] == 'O' ? "O" : "X");
    return strspn(men + cap, men[0] == 'O' ? "X" : "O") == strlen(men) - cap;
}

/* Reads a position text, its pieces in any order. It must be right. */
static inline void judge_read(struct judge *judge, const struct judge_rules *rules,
                              const char *text)
{
    g_auto(GStrv) fields = g_strsplit(text, " / ", -1);
    g_assert_cmpuint(g_strv_length(fields), ==, 3);
    g_auto(GStrv) pieces = g_strsplit(fields[0], " ", -1);
    *judge = (struct judge){ .rules = *rules, .mover = fields[2][0] };
    for (char **piece = pieces; *piece != NULL && strcmp(*piece, "-") != 0; piece++) {
        struct judge_point point = point_named(*piece);
        g_assert_true(vacant(judge, point) && (*piece)[2] == '=');
        strcpy(piece_at(judge, point), *piece + 3);
        g_assert_true((*piece)[3] != '\0' && piece_fits(*piece + 3));
    }
    g_assert_cmpint(sscanf(fields[1], "%d %d", &judge->white_hand, &judge->black_hand), ==, 2);
}

/* Writes the position text, its pieces in order of square; `text` has room
 * for JUDGE_TEXT bytes. */
static inline void judge_text(const struct judge *judge, char *text)
{
    struct judge_point point = { 0, -1 };
    char *end = text;
    while (next_point(judge, &point)) {
        if (!vacant(judge, point)) {
            char name[3];
            name_point(point, name);
            end += sprintf(end, "%s=%s ", name, judge->piece[point.row][point.column]);
        }
    }
    end += sprintf(end, "%s", end == text ? "- " : "");
    sprintf(end, "/ %d %d / %c", judge->white_hand, judge->black_hand, judge->mover);
}

/* E3, or the men of `-setup`. */
static inline void judge_start(struct judge *judge, const struct judge_rules *rules)
{
    static const char setup[] =
        "a5=X b6=X c7=X d8=X e9=X b5=X c6=X d7=X e8=X c5=X d6=X e7=X "
        "e3=O f4=O g5=O e2=O f3=O g4=O h5=O e1=O f2=O g3=O h4=O i5=O / 0 0 / O";
    const char *empty = rules->size == 9 ? "- / 12 12 / O" : "- / 8 8 / O";
    judge_read(judge, rules, rules->setup ? setup : empty);
}

#endif
