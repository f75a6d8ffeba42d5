/*
 * boards.h: challenges, seeks and matches, their turns, and moves sent in advance.
 *
 * One number sequence serves all: a challenge or seek keeps its number as a match. The turns
 * are the record; to_move, turns and result are derived from them, kept for queries, and
 * compared by `postmove verify`.
 */
#ifndef POSTMOVE_BOARDS_H
#define POSTMOVE_BOARDS_H

#include <glib.h>
#include <stdbool.h>

#include "base/clock.h"
#include "store/db.h"

enum { BOARD_SEATS_MAX = 6 };

enum board_state {
    BOARD_CHALLENGE = 1, /* waits for acceptance */
    BOARD_RUNNING = 2,
    BOARD_FINISHED = 3,
    BOARD_DECLINED = 4,
    BOARD_WITHDRAWN = 5,
    BOARD_EXPIRED = 6,
    BOARD_SEEK = 7, /* waits for players; its seats are those taken so far */
};

/* The state's name for programs, such as "running". */
const char *board_state_name(enum board_state state);

enum board_offer {
    OFFER_NONE = 0,
    OFFER_DRAW = 1,
    OFFER_UNDO = 2,
    OFFER_PAUSE = 3,
    OFFER_SEAT = 4
};

/* Who paused a match; PAUSE_SEAT: the server, while a seat is offered (commands/vacancy.h). */
enum board_pause { PAUSE_NONE = 0, PAUSE_PLAYERS = 1, PAUSE_OPERATOR = 2, PAUSE_SEAT = 3 };

/* The result of a finished match for a seat; kept as numbers in the table. */
enum board_outcome { OUTCOME_NONE = 0, OUTCOME_WON = 1, OUTCOME_DRAWN = 2, OUTCOME_LOST = 3 };

/* A player's rating in the game of a board, by their last match that counts (ratings/ratings.h). */
struct board_rating {
    int rating, deviation; /* in thousandths */
    int before;            /* the rating before that match */
    int matches;           /* that have counted; 0: they have no rating */
    gint64 board;          /* the number of the last one */
    bool hidden;           /* from other players */
};

/* All of it but `hidden`, of a row with these columns; `rated` is the board. */
struct board_rating rating_of_row(struct rows *rows);

/* SQL: whether the player of `seats` hides their ratings. */
#define RATING_HIDDEN                                                                              \
    " EXISTS (SELECT 1 FROM settings WHERE settings.player = seats.player AND key = 'rating'"      \
    " AND value = 'hidden') AS hidden"

enum {
    RATING_ONE = 1000,   /* a point of a rating, as it is stored */
    RATING_FIRST = 1500, /* the points that count for a player without a rating */
    RATING_SURE = 110,   /* a rating with a greater deviation is not sure: `1498?` */
};

/* A stored rating in points, as people read it. */
static inline int rating_points(int stored)
{
    return (stored + RATING_ONE / 2) / RATING_ONE;
}

struct board_seat {
    gint64 player;
    char *name;                 /* read with the board; ignored when it is written */
    bool program;               /* the same: a program plays, to which no letters go */
    bool accepted;              /* the challenge */
    bool agrees;                /* to the open offer */
    struct board_rating rating; /* read with the board; ignored when it is written */
    enum board_outcome outcome; /* derived; of a void match OUTCOME_NONE */
    int place;                  /* derived: 1 for the first; 0: the match has no result */
    int side;                   /* derived: the first seat that wins together with it */
};

struct board {
    gint64 number;
    enum board_state state;
    char *game;
    int rules;     /* the game's rules version */
    char *options; /* canonical options text */
    char *from;    /* position text the match begins from, or NULL */
    int seats;
    struct board_seat seat[BOARD_SEATS_MAX];
    gint64 challenger;              /* or seeker: player; 0: the operator */
    gint64 created, started, ended; /* 0: not yet */
    gint64 revision;                /* grows with every change, never falls */
    enum board_offer offer;
    int offer_by;       /* seat */
    bool private_match; /* only its players see it */
    bool unrated;       /* it does not count in standings */
    char *timing;       /* canonical text of its time control; "": none */
    gint64 paused;      /* since when it is paused; 0: it is not paused */
    enum board_pause paused_by;
    int asked;         /* how often its players were asked since `paused` whether it should go on */
    gint64 rematch_of; /* the match it is the rematch of; 0: it is no rematch */
    int level;         /* how strong programs play in it; 0: nobody asked for a level */
    int least_rating, most_rating; /* of who may take a seat of the seek; 0 and 0: anybody */
    /* read with the board; ignored when it is written: */
    gint64 tournament;     /* the number of the one it belongs to; 0: none */
    char *tournament_name; /* NULL: none */
    int stage;             /* of the tournament */
    /* derived */
    int to_move; /* seat, or -1 */
    int turns;
    char *result; /* "win 1", "win 1,3", "draw", "void", or NULL */
};

void board_free(struct board *board);
typedef struct board Board;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Board, board_free)

/* True if it has neither begun nor ended: a challenge or a seek. */
bool board_is_open(const struct board *board);

/* True if a player (0: anyone) may know of it. Only its players may know of a private match,
 * but everyone may know of a seek for one. */
bool board_shows_to(const struct board *board, gint64 player);

/* All that was agreed to, except where the match begins, and in a seek who may take a seat, as
 * short text: the options of the game, then the settings: "size=10 time=10d+12h unrated private";
 * "" if there is nothing. Free with g_free. */
char *board_terms(const struct board *board);

/* The seat of a player; -1 if they have none. */
int board_seat_of(const struct board *board, gint64 player);

/* NULL when there is none. */
struct board *board_read(struct db *db, gint64 number);

/* Stores a new board with its seats. Returns its number, and sets it in `board`; its revision
 * begins at 1. */
gint64 board_add(struct db *db, struct board *board);

/* Writes all that may change (not number, game, challenger, created, the number of seats, nor
 * what was agreed to: private, unrated, timing, rematch_of, level, the ratings of a seek), and
 * raises the revision by one in `board` and in the table. Fails the handle if the board was changed
 * since it was read. */
void board_save(struct db *db, struct board *board);

/* The text of its time control; NULL if there is no such board. Free with g_free. */
char *board_timing(struct db *db, gint64 number);

/* Writes all seats of a seek again, however many there are now. board_save must be called too:
 * it raises the revision. */
void board_save_seats(struct db *db, const struct board *board);

/* Boards (struct board) of a player (0: anyone's) in any of the states given as bits 1 <<
 * state, ordered by number. Free with g_ptr_array_unref. */
GPtrArray *board_list(struct db *db, gint64 player, unsigned states);

/* The numbers (gint64) of all boards, in order. Free with g_array_unref. */
GArray *board_numbers(struct db *db);

/* Open challenges and seeks made by a player; challenges made by either of two players with the
 * other at the board. */
int board_challenges_by(struct db *db, gint64 player);
int board_challenges_between(struct db *db, gint64 player, gint64 other);

/* Challenges and seeks that were made more than `open` seconds ago and are still open; and matches
 * that players paused, or whose players were asked last, more than `paused` seconds ago; and
 * those paused for `seat` seconds because a seat is offered. Outages do not count. Numbers as
 * gint64. Free with g_array_unref. */
GArray *board_stale(struct db *db, gint64 open, gint64 paused, gint64 seat, gint64 now);

/* Open seeks of a game (NULL: of all), oldest first; numbers as gint64. Free with
 * g_array_unref. */
GArray *board_seeks(struct db *db, const char *game);

/* The running matches of a game that a player sits at. */
int board_running(struct db *db, gint64 player, const char *game);

/* True if a player has finished no match of a game that had a result. */
bool board_new_to(struct db *db, gint64 player, const char *game);

/* True if a player has decided a turn of any match. */
bool board_has_played(struct db *db, gint64 player);

/* The open boards that both players sit at. */
int board_open_between(struct db *db, gint64 player, gint64 other);

/* How many boards of a player are open: challenges, seeks and running matches. */
int board_open_count(struct db *db, gint64 player);

/* The newest rematch of a match, if it is open or running; otherwise 0. */
gint64 board_rematch(struct db *db, gint64 number);

/* ---- the record ---- */

struct turn {
    int seat;
    char *text;
    gint64 time;
};

/* All turns in order; struct turn. Free with g_ptr_array_unref. */
GPtrArray *board_turns(struct db *db, gint64 number);
/* Adds turn `at` (1 for the first). */
void board_turn_add(struct db *db, gint64 number, int at, int seat, const char *text, gint64 time);
/* Takes back all turns after the first `keep`; who took a seat later has it from there on. */
void board_turns_cut(struct db *db, gint64 number, int keep);

/* ---- who sat in a seat before its player ---- */

struct substitution {
    int seat;
    int turns;  /* of the match that were played when somebody else took the seat */
    char *name; /* of the player who sat there until then */
    gint64 time;
};

/* All of a board (struct substitution), the oldest first. Free with g_ptr_array_unref. */
GPtrArray *substitutions_of(struct db *db, gint64 number);

void substitution_add(struct db *db, gint64 number, int seat, int turns, gint64 player, gint64 now);

/* ---- threads: one for each board and player ---- */

/* Remembers a Message-ID (without angle brackets) of the conversation. Does nothing if it is
 * remembered already. */
void thread_add(struct db *db, gint64 board, gint64 player, const char *message_id);
/* The first and the last five Message-IDs, oldest first, without repetition; char *. Free with
 * g_ptr_array_unref. */
GPtrArray *thread_ids(struct db *db, gint64 board, gint64 player);

/* ---- what players write down beforehand: one of each kind for a board and player ---- */

enum plan_kind {
    PLAN_MOVE = 1,  /* a premove: tried once, when it is their turn */
    PLAN_LINES = 2, /* a plan: lines of turns, and what to answer (play/plans.h) */
};

/* Whether a run is to go on with a plan. */
enum plan_due { PLAN_NOT_DUE = 0, PLAN_DUE_NEXT = 1 /* the next one */, PLAN_DUE_NOW = 2 };

struct plan {
    gint64 board, player;
    enum plan_kind kind;
    char *text;
    gint64 ply; /* the turn it is meant for, from 1; 0: whichever comes. Of PLAN_LINES: the turn
                   with which the lines begin */
    gint64 revision;   /* of the board when it was written */
    char *comment;     /* said to the others when it is played; NULL: none */
    enum plan_due due; /* of PLAN_LINES */
};

void plan_free(struct plan *plan);
typedef struct plan Plan;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Plan, plan_free)

/* Those of a board (struct plan), of all players and kinds. Free with g_ptr_array_unref. */
GPtrArray *plans_read(struct db *db, gint64 board);

/* NULL if there is none. Free with plan_free. */
struct plan *plan_read(struct db *db, gint64 board, gint64 player, enum plan_kind kind);

/* Stores a plan in place of the one of the same board, player and kind, if there is one. */
void plan_put(struct db *db, const struct plan *plan);

void plan_drop(struct db *db, gint64 board, gint64 player, enum plan_kind kind);

/* Deletes all plans of a board. */
void plans_drop(struct db *db, gint64 board);

/* A run begins: what is due in the next one is due in this one. */
void plans_begin(struct db *db);

/* The numbers (gint64) of the boards with plans that are due now. Free with g_array_unref. */
GArray *plans_due(struct db *db);

#endif
