/*
 * tournaments.h: tournaments, who has joined them, and which boards belong to them.
 *
 * A tournament has stages, a stage has sections, and a section has places for players. Who plays
 * whom follows from the places (tournaments/pairing.h), the results are those of the boards.
 */
#ifndef POSTMOVE_STORE_TOURNAMENTS_H
#define POSTMOVE_STORE_TOURNAMENTS_H

#include "store/boards.h"

enum tournament_kind {
    TOURNAMENT_ROUND_ROBIN = 1,
    TOURNAMENT_KNOCKOUT = 2,
    TOURNAMENT_QUICK = 3, /* a round-robin of one section that starts when it is full */
};

enum tournament_state {
    TOURNAMENT_OPEN = 1,    /* players may join */
    TOURNAMENT_RUNNING = 2, /* it has started */
    TOURNAMENT_OVER = 3,
    TOURNAMENT_LAPSED = 4,  /* it has never started */
    TOURNAMENT_STOPPED = 5, /* the operator has ended it */
};

struct tournament {
    gint64 number;
    enum tournament_kind kind;
    enum tournament_state state;
    char *name, *game, *options, *timing; /* of its matches, as in struct board */
    bool unrated;
    int seats;                   /* at a board */
    int section_size;            /* most players of a section; 0: all are one section */
    int rounds;                  /* how often each two of a section play */
    gint64 starts;               /* when it is to start; 0: when it is full */
    int full;                    /* players with whom it is full; 0: any number may join */
    int rating_low, rating_high; /* of those who may join; 0: any */
    bool lot;                    /* seeds are drawn by lot */
    gint64 lot_seed;             /* that the lot was drawn from; 0: not yet */
    gint64 opened_by;            /* player; 0: the operator */
    gint64 opened, started, ended;
    int stage; /* from 1; 0: it has not started */
};

void tournament_free(struct tournament *tournament);
typedef struct tournament Tournament;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Tournament, tournament_free)

/* The names for programs, such as "round-robin" and "open". */
const char *tournament_kind_name(enum tournament_kind kind);
const char *tournament_state_name(enum tournament_state state);

/* Stores a new tournament, and sets its number. */
void tournament_add(struct db *db, struct tournament *tournament);

/* NULL if there is none. */
struct tournament *tournament_read(struct db *db, gint64 number);

/* Writes what changes while it runs: state, lot_seed, started, ended, stage. */
void tournament_save(struct db *db, const struct tournament *tournament);

/* The numbers (gint64) of those in a state, the newest first, at most `most`. Of those that are
 * over: the one that ended last first. Free with g_array_unref. */
GArray *tournament_numbers(struct db *db, enum tournament_state state, int most);

/* The numbers of all, in order. Free with g_array_unref. */
GArray *tournament_all(struct db *db);

/* The number of the open tournament of a game that a player opened; 0: there is none. */
gint64 tournament_opened(struct db *db, gint64 player, const char *game);

/* From that time on a run has something to do with it: TOURNAMENT_NOW: at once; 0: never. */
enum { TOURNAMENT_NOW = 1 };
void tournament_wake(struct db *db, gint64 number, gint64 time);

/* A tournament for which that time has come by `now`; 0: there is none. */
gint64 tournament_awake(struct db *db, gint64 now);

/* ---- who has joined ---- */

struct entrant {
    gint64 player;
    char *name;
    int entry; /* from 1, in the order of joining */
    gint64 joined;
    int rating;       /* when the tournament started; 0: it has not */
    int seed;         /* 1 for the best; 0: it has not started */
    gint64 withdrawn; /* when they left; 0: they are in */
    gint64 replaced;  /* when somebody else got their entry; 0: nobody has */
};

/* The players who hold the entries now, in the order of seeds, before the start in that of joining;
 * struct entrant. Free with g_ptr_array_unref. */
GPtrArray *tournament_entrants(struct db *db, gint64 number);

/* How many have joined and not left. */
int tournament_count(struct db *db, gint64 number);

/* True if `player` has blocked one of those who have joined, or is blocked by one. */
bool tournament_has_block(struct db *db, gint64 number, gint64 player);

/* A player has, or had, an entry. */
bool tournament_has(struct db *db, gint64 number, gint64 player);

/* The numbers (gint64) of the tournaments that are open or running, in which a player has an entry
 * and has not left. Free with g_array_unref. */
GArray *tournaments_of(struct db *db, gint64 player);

/* A player joins; before the start they may leave again, as if they had not joined. */
void tournament_join(struct db *db, gint64 number, gint64 player, gint64 now);
void tournament_unjoin(struct db *db, gint64 number, gint64 player);

/* Writes an entrant, old or new. */
void tournament_put(struct db *db, gint64 number, const struct entrant *entrant);

/* The entries (gint64) that have lost on time twice in the tournament and not left. Free with
 * g_array_unref. */
GArray *tournament_late(struct db *db, gint64 number);

/* ---- sections ---- */

enum section_state {
    SECTION_WAITS = 1, /* its boards are still to be made */
    SECTION_RUNS = 2,
    SECTION_OVER = 3,
    SECTION_TOLD = 4, /* of stage 1: its players were told that the tournament is over */
};

/* Adds a section with these entries (int), in the order of places. */
void section_add(struct db *db, gint64 number, int stage, int section, const GArray *entries);
void section_set_state(struct db *db, gint64 number, int stage, int section,
                       enum section_state state);

/* The states (gint64) of all sections of a stage, from section 1. Free with g_array_unref. */
GArray *section_states(struct db *db, gint64 number, int stage);

/* The first section of a stage that runs, and whose boards are over; 0: there is none. */
int section_finished(struct db *db, gint64 number, int stage);

struct section_place {
    int section, entry;
    bool annulled; /* their matches do not count */
};

/* The places of a section (0: of all sections of the stage), by section and place; struct
 * section_place. Free with g_array_unref. */
GArray *section_places(struct db *db, gint64 number, int stage, int section);

/* The matches of an entry in that section do not count any more. */
void section_annul(struct db *db, gint64 number, int stage, int section, int entry);

/* ---- boards ---- */

/* A seat of a board of a section. */
struct section_seat {
    gint64 board;
    int pairing; /* the match that it is, from 0 */
    int seat;
    gint64 player;
    enum board_state state;
    int place; /* in the finished match, from 1; 0: none */
};

/* The seats of all boards of a section, by pairing and seat; struct section_seat. A match that
 * ended after its tournament counts as running. Free with g_array_unref. */
GArray *section_seats(struct db *db, gint64 number, int stage, int section);

void section_add_board(struct db *db, gint64 number, int stage, int section, int pairing,
                       gint64 board);

/* True if the section of a board is over. */
bool section_of_board_is_over(struct db *db, gint64 board);

/* True if the entry of a board's player is one of the section, or was before it got a substitute:
 * for `postmove verify`. */
bool section_has_player(struct db *db, gint64 number, int entry, gint64 player);

#endif
