/*
 * table.h: what a search has found out about positions, by their hash.
 *
 * A table of fixed size: a newer finding takes the place of an older one, unless that is a deeper
 * one of the same position. Two positions with the same hash would be confused; of 64 bits that
 * does not happen in practice, and a move that it names is played only if it is legal.
 */
#ifndef POSTMOVE_TABLE_H
#define POSTMOVE_TABLE_H

#include <glib.h>
#include <stdbool.h>

/* How a score is to be read. */
enum table_bound { TABLE_NOTHING, TABLE_EXACT, TABLE_AT_LEAST, TABLE_AT_MOST };

struct finding {
    guint64 hash;
    gint32 score; /* for the side to move */
    guint16 move; /* a hash of the best move; 0: none */
    guint8 depth; /* decisions that were looked ahead */
    guint8 bound; /* enum table_bound */
};

struct table {
    struct finding *findings;
    guint64 mask;
};

/* Makes a table of 2 to the power of `bits` findings, 16 bytes each. Clear with table_clear. */
void table_init(struct table *table, int bits);
void table_clear(struct table *table);

/* What is known of a position; NULL: nothing. */
const struct finding *table_find(const struct table *table, guint64 hash);

/* Keeps a finding, unless its place holds a deeper one of the same position. */
void table_keep(struct table *table, const struct finding *finding);

/* The hash of `length` bytes. Not a secret one. */
guint64 table_hash(const void *bytes, size_t length, guint64 seed);

#endif
