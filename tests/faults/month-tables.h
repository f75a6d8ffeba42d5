/*
 * month-tables.h: the boards of the month as they stand in the database, with their
 * matches, so that players can be told what they could know from their letters.
 */
#ifndef POSTMOVE_MONTH_TABLES_H
#define POSTMOVE_MONTH_TABLES_H

#include "base/clock.h"
#include "base/config.h"
#include "match/options.h"
#include "play/session.h"
#include "store/boards.h"
#include "store/players.h"
#include "tests/faults/month-people.h"

/* A board as it stood at the last look. */
struct table {
    struct board *board;
    struct match *match; /* NULL: not begun */
    int changed;         /* hour of that look at which it was another */
    int waits;           /* hour of that look since which it waits for the same turn */
};

struct month {
    const char *place, *mode;
    struct config *config;
    int step, matches;
    GPtrArray *people; /* struct person * */
    GPtrArray *tables; /* struct table *; number n is at n - 1 */
    GPtrArray *mails;  /* struct mail *: of this hour */
    int hour, asked, sent, letters, kills;
    bool taken; /* somebody has taken a seat in this hour */
};

static inline void table_free(struct table *table)
{
    board_free(table->board);
    match_free(table->match);
    g_free(table);
}

/* Plays on to what the store has; anew, if turns were taken back. */
static inline void replay(struct table *table, struct db *db)
{
    const struct board *board = table->board;
    g_autoptr(GPtrArray) turns = board_turns(db, board->number);
    if (table->match == NULL || table->match->turns->len > turns->len) {
        const struct game *game = registry_find(board->game);
        struct options options;
        const char *reason;
        struct note note;
        g_assert_true(options_read(&options, game, board->options, &reason));
        g_assert_true(options_seats(&options, game, board->seats));
        g_clear_pointer(&table->match, match_free);
        table->match = match_new(game, &options, board->from, &note);
        g_assert_nonnull(table->match);
    }
    for (guint i = table->match->turns->len; i < turns->len; i++) {
        const struct turn *turn = turns->pdata[i];
        g_assert_true(match_record(table->match, turn->seat, turn->text, NULL));
    }
}

static inline void look_at(struct month *month, struct db *db, gint64 number, gint64 revision)
{
    while ((gint64)month->tables->len < number) {
        g_ptr_array_add(month->tables, g_new0(struct table, 1));
    }
    struct table *table = month->tables->pdata[number - 1];
    if (table->board != NULL && table->board->revision == revision) {
        return;
    }
    struct board *board = board_read(db, number);
    if (table->board == NULL || table->board->turns != board->turns ||
        table->board->state != board->state) {
        table->waits = month->hour;
    }
    board_free(table->board);
    table->board = board;
    table->changed = month->hour;
    if (table->board->state == BOARD_RUNNING) {
        replay(table, db);
    }
}

static inline void look_around(struct month *month)
{
    GError *error = NULL;
    g_autoptr(Db) db = db_open(month->config->database, DB_READ, &error);
    g_assert_no_error(error);
    db_begin(db);
    g_autoptr(GArray) boards = g_array_new(FALSE, FALSE, 2 * sizeof(gint64));
    struct rows *rows = db_query(db, "SELECT number, revision FROM boards ORDER BY number");
    while (rows_next(rows)) {
        const gint64 pair[2] = { rows_int(rows, "number"), rows_int(rows, "revision") };
        g_array_append_vals(boards, pair, 1);
    }
    for (guint i = 0; i < boards->len; i++) {
        const gint64 *pair = (const gint64 *)(const void *)boards->data + (gsize)2 * i;
        look_at(month, db, pair[0], pair[1]);
    }
    for (guint i = 0; i < month->people->len; i++) {
        struct person *person = month->people->pdata[i];
        if (person->id == 0) {
            g_autoptr(Player) player = player_by_name(db, person->name);
            person->id = player != NULL ? player->id : 0;
        }
    }
}

static inline int seat_of(const struct board *board, const struct person *person)
{
    for (int seat = 0; seat < board->seats; seat++) {
        if (board->seat[seat].player == person->id) {
            return seat;
        }
    }
    return -1;
}

#endif
