/*
 * leaping.h: the functions of a game's table that all games of leaping men
 * share. What such a game adds is its boards, its options, set-up, position
 * text and drawing; leap.h is how it is played.
 *
 * Boards are found by number, so that a position can name its own.
 */
#ifndef POSTMOVE_GAMES_LEAPING_H
#define POSTMOVE_GAMES_LEAPING_H

#include <stddef.h>

#include "games/game.h"

#include "leap.h"

/* Where the numbers of each kind of board begin. */
enum { LEAPING_SQUARES = 0, LEAPING_STARS = 8, LEAPING_GROUNDS = 24 };

/* A position of such a game, whole. */
struct leaping {
    uint8_t ground; /* the number of its board */
    struct leap leap;
};

/* `identity` of the game's table. */
enum {
    LEAPING_IDENTITY =
        offsetof(struct leaping, leap) + offsetof(struct leap, race) + offsetof(struct race, made),
};

struct leaping *leaping(struct position *);
const struct leaping *leaping_const(const struct position *);

/* The board of that number. Its game makes it before the first use, when
 * `hops` is NULL, and nobody changes it again. */
struct leap_ground *leaping_ground(int number);

/* That of a position. */
const struct leap_ground *leaping_board(const struct leaping *);

int leaping_actor(const struct position *);
size_t leaping_moves(const struct position *, struct move *, size_t cap);
bool leaping_check(const struct position *, const struct move *, struct note *);
void leaping_apply(struct position *, const struct move *);
void leaping_leave(struct position *, int seat);
void leaping_result(const struct position *, struct result *);
size_t leaping_warn(const struct position *, int seat, struct note *, size_t cap);
enum parsed leaping_parse(const struct position *, struct scan *, struct move *, struct note *);
void leaping_print(const struct position *, const struct move *, struct text *);
void leaping_route(const struct position *, const struct move *, struct text *);

#endif
