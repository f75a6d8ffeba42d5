/*
 * month-checks.h: who was out of time in the month, and who should have been.
 */
#ifndef POSTMOVE_MONTH_CHECKS_H
#define POSTMOVE_MONTH_CHECKS_H

#include <stdio.h>
#include <string.h>

#include "tests/faults/month-tables.h"

static inline const struct person *person_of(const struct month *month, gint64 player)
{
    for (guint i = 0; i < month->people->len; i++) {
        const struct person *person = month->people->pdata[i];
        if (person->id == player) {
            return person;
        }
    }
    g_assert_not_reached();
}

/* Counts who was out of time; false if one of them was never silent. */
static inline bool check_forfeits(struct month *month, int *forfeits)
{
    bool good = true;
    g_autoptr(Db) db = db_open(month->config->database, DB_READ, NULL);
    g_assert_nonnull(db);
    db_begin(db);
    struct rows *rows =
        db_query(db, "SELECT turns.board, player FROM turns JOIN seats ON seats.board = turns.board"
                     " AND seats.seat = turns.seat WHERE text = 'forfeit'");
    while (rows_next(rows)) {
        const struct person *person = person_of(month, rows_int(rows, "player"));
        (*forfeits)++;
        if (person->silent == 0) {
            printf("board %" G_GINT64_FORMAT ": %s is out of time\n", rows_int(rows, "board"),
                   person->name);
            good = false;
        }
    }
    return good;
}

/* True if no board waits for a player who has been silent for longer than any agreed time after
 * which a player forfeits, with our outage and the time of a run. */
static inline bool check_silent(const struct month *month, const struct table *table)
{
    const struct board *board = table->board;
    bool ends =
        strstr(board->timing, "/move") != NULL || strstr(board->timing, "forfeit=6d") != NULL;
    if (board->state != BOARD_RUNNING || board->to_move < 0 || board->paused != 0 || !ends) {
        return true;
    }
    const struct person *person = person_of(month, board->seat[board->to_move].player);
    const int since = MAX(table->waits, person->silent);
    if (person->silent == 0 || person->vacation != 0 || person->bounces != 0 ||
        DAYS * DAY - since < 10 * DAY) {
        return true;
    }
    printf("board %" G_GINT64_FORMAT ": it still waits for %s\n", board->number, person->name);
    return false;
}

#endif
