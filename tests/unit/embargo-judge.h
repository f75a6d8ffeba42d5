/*
 * embargo-judge.h: a second, slow core of Embargo, to compare the first with.
 *
 * It was written from the rules alone and shares no code with games/. Nothing is remembered or
 * precomputed: a wall is found by looking along the line from one point, a move is tried
 * square by square. E1 to E17 are the clauses of the rules; everything else is common to the
 * race games.
 *
 * Repetition and the ply limit belong to the match and are not tested here.
 */
#ifndef POSTMOVE_TEST_EMBARGO_JUDGE_H
#define POSTMOVE_TEST_EMBARGO_JUDGE_H

#include <glib.h>
#include <stdbool.h>
#include <string.h>

enum {
    JUDGE_SIDE = 9,
    JUDGE_PLAYERS = 4,
    JUDGE_MOVES = 10 * 16, /* ten men, two lines of eight other points each */
    JUDGE_TEXT = 160,      /* bytes of a position text */
};

enum judge_tunnel { TUNNEL_ANY, TUNNEL_ONE, TUNNEL_OFF };

struct judge_rules {
    int players; /* 2, 3 or 4 */
    int yard;    /* side of the yard triangle: 3 or 4 */
    int vacate;  /* E14's number of moves; 0: no limit */
    enum judge_tunnel tunnel;
    bool free_land; /* a move may end in the own yard (noland=0) */
    bool noreturn;  /* but not come back to it */
    bool fill;      /* opposing men in the goal count too */
    int fillmin;    /* so many must be own; 0: more than half */
    bool teams;     /* opposite players are partners */
};

/* Players count from 1; index 0 of an array is not used. */
struct judge {
    struct judge_rules rules;
    char board[JUDGE_SIDE][JUDGE_SIDE]; /* [column][row]: '.' or the player's digit */
    int mover;
    int moved[JUDGE_PLAYERS + 1]; /* own moves, passes counted */
    int passes;                   /* in a row */
    int out[JUDGE_PLAYERS + 1];   /* who left, in order, outs of them */
    int outs;
    bool over;
    int winner; /* of a finished game; 0: drawn */
};

struct judge_point {
    int column, row;
};

struct judge_move {
    char text[6]; /* "g1-g8" or "pass" */
};

struct judge_list {
    struct judge_move move[JUDGE_MOVES];
    int count;
};

static inline bool on_board(struct judge_point point)
{
    return point.column >= 0 && point.column < JUDGE_SIDE && point.row >= 0 &&
           point.row < JUDGE_SIDE;
}

static inline char man_at(const struct judge *judge, struct judge_point point)
{
    return judge->board[point.column][point.row];
}

static inline struct judge_point point_named(const char *name)
{
    return (struct judge_point){ name[0] - 'a', name[1] - '1' };
}

/* ---- corners ---- */

/* E3; three and four players sit clockwise from the lower right. */
static inline struct judge_point corner_of(const struct judge *judge, int player)
{
    static const struct judge_point corners[] = { { 8, 0 }, { 0, 0 }, { 0, 8 }, { 8, 8 } };
    bool second_of_two = judge->rules.players == 2 && player == 2;
    return corners[second_of_two ? 2 : player - 1];
}

static inline struct judge_point far_corner_of(const struct judge *judge, int player)
{
    struct judge_point corner = corner_of(judge, player);
    return (struct judge_point){ 8 - corner.column, 8 - corner.row };
}

/* E2: rows of 3, 2, 1 (or 4, 3, 2, 1), the longest at the edge. */
static inline bool in_triangle(const struct judge *judge, struct judge_point corner,
                               struct judge_point point)
{
    int away = ABS(point.column - corner.column) + ABS(point.row - corner.row);
    return away < judge->rules.yard;
}

static inline bool in_yard(const struct judge *judge, int player, struct judge_point point)
{
    return in_triangle(judge, corner_of(judge, player), point);
}

static inline int partner_of(const struct judge *judge, int player)
{
    return judge->rules.teams ? (player + 1) % 4 + 1 : player;
}

static inline bool same_side(const struct judge *judge, int one, int other)
{
    return one == other || one == partner_of(judge, other);
}

/* ---- walls and moves ---- */

/* The first man met on the way from a point, itself not counted; '.' if none. */
static inline char next_man(const struct judge *judge, struct judge_point point, int columns,
                            int rows)
{
    do {
        point.column += columns;
        point.row += rows;
    } while (on_board(point) && man_at(judge, point) == '.');
    return on_board(point) ? man_at(judge, point) : '.';
}

/* E6, E7: the colour of the wall that runs along the row (or, upright, along
 * the column) through a point; '.' if there is none. */
static inline char wall_at(const struct judge *judge, struct judge_point point, bool upright)
{
    if (man_at(judge, point) != '.') {
        return '.';
    }
    char before = next_man(judge, point, upright ? 0 : -1, upright ? -1 : 0);
    char after = next_man(judge, point, upright ? 0 : 1, upright ? 1 : 0);
    return before == after ? before : '.';
}

/* E5, or what the options put in its place. */
static inline bool may_land(const struct judge *judge, struct judge_point from,
                            struct judge_point to)
{
    if (!in_yard(judge, judge->mover, to)) {
        return true;
    }
    bool returns = !in_yard(judge, judge->mover, from);
    return judge->rules.free_land && !(judge->rules.noreturn && returns);
}

static inline bool judge_legal(const struct judge *judge, struct judge_point from,
                               struct judge_point to)
{
    char own = (char)('0' + judge->mover);
    bool along_row = from.row == to.row, along_column = from.column == to.column;
    if (man_at(judge, from) != own || along_row == along_column || !may_land(judge, from, to)) {
        return false;
    }
    int columns = (to.column > from.column) - (to.column < from.column);
    int rows = (to.row > from.row) - (to.row < from.row);
    bool shortening = next_man(judge, from, columns, rows) == own; /* E10 */
    bool tunnels = shortening && judge->rules.tunnel != TUNNEL_OFF;
    int most = !tunnels ? 0 : judge->rules.tunnel == TUNNEL_ONE ? 1 : JUDGE_SIDE;
    int crossed = 0;
    struct judge_point at = from;
    do {
        at.column += columns;
        at.row += rows;
        if (man_at(judge, at) != '.') {
            return false; /* E4 */
        }
        if (wall_at(judge, at, along_row) != '.' && ++crossed > most) {
            return false; /* E8; E11 to E13 say how many */
        }
    } while (at.column != to.column || at.row != to.row);
    return true;
}

static inline void list_from(const struct judge *judge, struct judge_point from,
                             struct judge_list *list)
{
    struct judge_point to;
    for (to.column = 0; to.column < JUDGE_SIDE; to.column++) {
        for (to.row = 0; to.row < JUDGE_SIDE; to.row++) {
            if (judge_legal(judge, from, to)) {
                struct judge_move move = { { (char)('a' + from.column), (char)('1' + from.row), '-',
                                             (char)('a' + to.column), (char)('1' + to.row), 0 } };
                list->move[list->count++] = move;
            }
        }
    }
}

/* The legal moves in C order of their text; E16: a pass if there is no other;
 * none when the game is over. */
static inline void judge_moves(const struct judge *judge, struct judge_list *list)
{
    list->count = 0;
    if (judge->over) {
        return;
    }
    struct judge_point from;
    for (from.column = 0; from.column < JUDGE_SIDE; from.column++) {
        for (from.row = 0; from.row < JUDGE_SIDE; from.row++) {
            if (man_at(judge, from) == '0' + judge->mover) {
                list_from(judge, from, list);
            }
        }
    }
    if (list->count == 0) {
        list->move[list->count++] = (struct judge_move){ "pass" };
    }
}

/* ---- ends ---- */

/* E15: the goal is full of own men; with fill opposing ones count too, if
 * enough are own. A partner's man is neither. */
static inline bool goal_reached(const struct judge *judge, int player)
{
    struct judge_point corner = far_corner_of(judge, player), point;
    int size = 0, own = 0, opposing = 0;
    for (point.column = 0; point.column < JUDGE_SIDE; point.column++) {
        for (point.row = 0; point.row < JUDGE_SIDE; point.row++) {
            if (in_triangle(judge, corner, point)) {
                int man = man_at(judge, point) == '.' ? 0 : man_at(judge, point) - '0';
                size++;
                own += man == player;
                opposing += man != 0 && !same_side(judge, man, player);
            }
        }
    }
    if (!judge->rules.fill) {
        return own == size;
    }
    int least = judge->rules.fillmin == 0 ? size / 2 + 1 : judge->rules.fillmin;
    return own + opposing == size && own >= least;
}

static inline bool side_home(const struct judge *judge, int player)
{
    return goal_reached(judge, player) && goal_reached(judge, partner_of(judge, player));
}

static inline bool is_out(const struct judge *judge, int player)
{
    for (int i = 0; i < judge->outs; i++) {
        if (judge->out[i] == player) {
            return true;
        }
    }
    return false;
}

static inline int next_player(const struct judge *judge, int player)
{
    do {
        player = player % judge->rules.players + 1;
    } while (is_out(judge, player));
    return player;
}

static inline bool yard_kept(const struct judge *judge, int player)
{
    struct judge_point point;
    for (point.column = 0; point.column < JUDGE_SIDE; point.column++) {
        for (point.row = 0; point.row < JUDGE_SIDE; point.row++) {
            if (man_at(judge, point) == '0' + player && in_yard(judge, player, point)) {
                return true;
            }
        }
    }
    return false;
}

static inline void take_out(struct judge *judge, int player)
{
    judge->out[judge->outs++] = player;
    for (int column = 0; judge->rules.players > 2 && column < JUDGE_SIDE; column++) {
        for (int row = 0; row < JUDGE_SIDE; row++) {
            if (judge->board[column][row] == '0' + player) {
                judge->board[column][row] = '.';
            }
        }
    }
}

/* The player's side is out; the last one left wins. */
static inline void judge_leave(struct judge *judge, int player)
{
    int partner = partner_of(judge, player);
    take_out(judge, MIN(player, partner));
    if (partner != player) {
        take_out(judge, MAX(player, partner));
    }
    judge->passes = 0;
    if (is_out(judge, judge->mover)) {
        judge->mover = next_player(judge, judge->mover);
    }
    int sides = judge->rules.teams ? 2 : 1; /* players a side */
    if (judge->rules.players - judge->outs <= sides) {
        judge->over = true;
        judge->winner = judge->mover;
    }
}

/* True if some side is home: the mover's is tried first, then the others in turn order. */
static inline bool judge_won(struct judge *judge)
{
    for (int i = 0; i < judge->rules.players; i++) {
        int player = (judge->mover - 1 + i) % judge->rules.players + 1;
        if (!is_out(judge, player) && side_home(judge, player)) {
            judge->over = true;
            judge->winner = player;
            return true;
        }
    }
    return false;
}

/* Plays a legal move and does what follows it, in the order of the rules. */
static inline void judge_play(struct judge *judge, const char *move)
{
    int mover = judge->mover;
    if (strcmp(move, "pass") == 0) {
        judge->passes++;
    } else {
        struct judge_point from = point_named(move), to = point_named(move + 3);
        judge->board[from.column][from.row] = '.';
        judge->board[to.column][to.row] = (char)('0' + mover);
        judge->passes = 0;
    }
    judge->moved[mover]++;
    if (judge_won(judge)) {
        return;
    }
    int limit = judge->rules.vacate;
    if (limit > 0 && judge->moved[mover] >= limit && yard_kept(judge, mover)) {
        judge_leave(judge, mover); /* E14 */
        return;
    }
    judge->mover = next_player(judge, mover);
    if (judge->passes >= judge->rules.players - judge->outs) {
        judge->over = true; /* E17 */
        judge->winner = 0;
    }
}

/* The winner's side is first; who went out last stands above who went before;
 * the rest share the place behind the winner, or the first one in a draw. 0:
 * still playing. */
static inline int judge_place(const struct judge *judge, int player)
{
    for (int i = 0; i < judge->outs && !judge->rules.teams; i++) {
        if (judge->out[i] == player) {
            return judge->rules.players - i;
        }
    }
    if (!judge->over) {
        return 0;
    }
    bool first = judge->winner == 0 || same_side(judge, player, judge->winner);
    return first ? 1 : 2;
}

/* ---- positions ---- */

static inline void judge_empty(struct judge *judge, const struct judge_rules *rules)
{
    *judge = (struct judge){ .rules = *rules, .mover = 1 };
    memset(judge->board, '.', sizeof judge->board);
}

/* E1 to E3 */
static inline void judge_start(struct judge *judge, const struct judge_rules *rules)
{
    judge_empty(judge, rules);
    for (int player = 1; player <= rules->players; player++) {
        struct judge_point point;
        for (point.column = 0; point.column < JUDGE_SIDE; point.column++) {
            for (point.row = 0; point.row < JUDGE_SIDE; point.row++) {
                if (in_yard(judge, player, point)) {
                    judge->board[point.column][point.row] = (char)('0' + player);
                }
            }
        }
    }
}

/* The rows from the top, joined by `/`; returns the end of it. */
static inline char *judge_rows(const struct judge *judge, char *text)
{
    for (int row = JUDGE_SIDE - 1; row >= 0; row--) {
        for (int column = 0; column < JUDGE_SIDE; column++) {
            *text++ = judge->board[column][row];
        }
        *text++ = row > 0 ? '/' : '\0';
    }
    return text - 1;
}

static inline char *judge_number(char *text, char before, int number)
{
    *text++ = before;
    for (int unit = number >= 100 ? 100 : number >= 10 ? 10 : 1; unit > 0; unit /= 10) {
        *text++ = (char)('0' + number / unit % 10);
    }
    *text = '\0';
    return text;
}

/* The whole position text; `text` has room for JUDGE_TEXT bytes. */
static inline void judge_text(const struct judge *judge, char *text)
{
    text = judge_number(judge_rows(judge, text), ' ', judge->mover);
    for (int player = 1; player <= judge->rules.players; player++) {
        text = judge_number(text, player == 1 ? ' ' : ',', judge->moved[player]);
    }
    text = judge_number(text, ' ', judge->passes);
    for (int i = 0; i < judge->outs; i++) {
        text = judge_number(text, i == 0 ? ' ' : ',', judge->out[i]);
    }
    if (judge->outs == 0) {
        strcpy(text, " -");
    }
}

#endif
