/*
 * pairing.h: who plays whom in a tournament, and who begins.
 *
 * A stage of a tournament is divided into sections. The players of a section play each other: in
 * a game of two by the tables of Berger, in a game of more at tables, where a section is a table.
 * In a knockout a section is a pair. A section of one player has no match, and that player goes on.
 *
 * Players are known by their seeds: the best is 0. Nothing here knows games or the store.
 */
#ifndef POSTMOVE_TOURNAMENTS_PAIRING_H
#define POSTMOVE_TOURNAMENTS_PAIRING_H

#include <glib.h>

enum {
    PAIRING_SEATS_MOST = 6,    /* at a board */
    PAIRING_SECTION_MOST = 11, /* players of a section: with two matches each, a letter shows all */
};

/* One match of a section: its seats, the first to move first. Each holds a place of the section,
 * from 0 in the order of seeds. */
struct pairing {
    int seat[PAIRING_SEATS_MOST];
};

/* The matches (struct pairing) of a section of `size` players, in a fixed order.
 *
 * With two seats, every two players meet `rounds` times, in the order of Berger's tables. In each
 * round of seats every player begins as often as they do not; with an even number of players the
 * two may differ by one. The second round turns the seats, the third is like the first. With more
 * seats all sit at one table, and `rounds` does not count: they play as many boards as there are
 * players, and at each board everybody sits one seat further on. Free with g_array_unref. */
GArray *pairing_list(int size, int seats, int rounds);

/*
 * ---- the sections of a stage: each returns the section (int, from 0) of each of `count` seeds.
 * Free with g_array_unref ----
 */

/* Sections of at most `size` players, whose sizes differ by one at most. `fits` has the bit 1 << N
 * if a section may have N players. As few players as possible are alone, the best seeds; then there
 * are as few sections as possible. Seeds are dealt in a snake: 1, 2, 3, 3, 2, 1, 1, 2, ... */
GArray *pairing_sections(int count, int size, unsigned fits);

/* The first pairs of a knockout. The best seeds have no opponent, if the number of players is no
 * power of two. The winners of the sections 0 and 1 meet next, those of 2 and 3, and so on: so the
 * two best seeds can only meet in the final. */
GArray *pairing_bracket(int count);

/* A lot that everybody can draw again: the numbers 1 to `count` (int) in the order of the SHA-256
 * of "SEED NUMBER", both in decimal digits, the hash as lower-case hexadecimal. */
GArray *pairing_lot(gint64 seed, int count);

#endif
