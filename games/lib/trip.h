/*
 * trip.h: a capture on its way, jump by jump, square by square.
 *
 * The plain counterpart of capture.h, for explaining: it knows why a jump
 * cannot be made, and finds the most men by trying everything on copies.
 * Cells are those of diamond.h.
 */
#ifndef POSTMOVE_GAMES_TRIP_H
#define POSTMOVE_GAMES_TRIP_H

#include "games/game.h"

#include "columns.h"

struct trip {
    const struct diamond *diamond;
    struct columns columns;      /* as they stand now, the travelling one lifted */
    const struct columns *start; /* as they stood; not its own */
    int seat;
    int at;   /* where the travelling column is */
    int came; /* the way of its last jump; DIAMOND_WAYS: there was none */
};

enum trip_fault {
    TRIP_GOOD,
    TRIP_NO_JUMP, /* not two squares off along a row or column */
    TRIP_BACK,    /* it would turn by 180 degrees */
    TRIP_NOTHING, /* nothing stands between */
    TRIP_GONE,    /* what stood between has been taken */
    TRIP_OWN,     /* an own column stands between */
    TRIP_FREED,   /* one that this trip has made an own one */
    TRIP_NO_ROOM, /* somebody stands where it would land */
};

/* Lifts the seat's column from `from`. */
struct trip trip_begin(const struct columns *, const struct diamond *, int seat, int from);

/* Jumps to that square, or says why not and stays. `over` (unless TRIP_NO_JUMP)
 * is the square between. */
enum trip_fault trip_jump(struct trip *, int to, int *over);

/* The most men the seat can take by one capture that begins with these squares
 * (`squares` 0: by any), and such a capture, the first by bytes; 0 if there is
 * none. */
int trip_most(const struct columns *, const struct diamond *, int seat, const uint8_t *square,
              size_t squares, struct move *);

#endif
