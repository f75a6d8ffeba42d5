/*
 * programs.h: what waits for the players that are programs, how often they have failed, and which
 * matches are to be analysed.
 */
#ifndef POSTMOVE_STORE_PROGRAMS_H
#define POSTMOVE_STORE_PROGRAMS_H

#include <glib.h>

#include "store/db.h"

/* The boards where a program is to move, where an offer of another player waits for its answer, or
 * where it is challenged, but for those where it has failed `most` times since the board was
 * changed last; numbers as gint64, in order. Free with g_array_unref. */
GArray *program_waits(struct db *db, gint64 program, int most);

/* Notes that a program has given no answer for a revision of a board that can be carried out.
 * Returns how often it has not. */
int program_failed(struct db *db, gint64 program, gint64 board, gint64 revision);

/* Forgets how often a program has failed, so that it is asked again. */
void program_faults_forget(struct db *db, gint64 program);

/* ---- matches to be analysed ---- */

struct analysis {
    gint64 board, player; /* who gets the result */
};

/* Notes that a player wants a match to be analysed; once more is the same as once. */
void analysis_wish(struct db *db, gint64 board, gint64 player);

/* The first `most` wishes (struct analysis) for matches that are over. Free with g_array_unref. */
GArray *analyses_wished(struct db *db, guint most);

/* Notes that there was no result. Returns how often there was none. */
int analysis_failed(struct db *db, const struct analysis *analysis);

/* Removes a wish: its player is told how it ended. */
void analysis_done(struct db *db, const struct analysis *analysis);

#endif
