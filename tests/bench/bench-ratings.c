/*
 * How fast ratings are computed.
 *
 *   bench-ratings [FIGURE ...]     a table: all figures below, or those given
 *
 *   end      a match ends, the last of 100,000 that count
 *   again    all 100,000 are computed and stored anew, as after the first of them is taken back
 *   check    all are computed, and compared with what is stored, as `verify` does
 *
 * Matches of two, and one in ten of three, by 1,000 players. Each line has how often it was done,
 * and the milliseconds of one. On a small machine: end 0.8, again 3,000, check 1,000; `check` may
 * take 2,000.
 */
#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/random.h"
#include "ratings/ratings.h"
#include "store/players.h"

enum { MATCHES = 100000, PLAYERS = 1000, CHECK_MOST = 2000 /* milliseconds */ };

/* All matches at once: each of the players in turn against one who is further on. */
static void fill(struct db *db)
{
    for (int i = 1; i <= PLAYERS; i++) {
        g_autofree char *name = g_strdup_printf("p%d", i);
        player_add(db, name, name, name, NULL, 1);
    }
    db_run(
        db,
        "WITH RECURSIVE each (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM each WHERE n < :matches)"
        " INSERT INTO boards (state, game, rules, options, created, started, ended, revision,"
        " offer, offer_by, to_move, turns, result)"
        " SELECT 3, 'one', 1, '', 1, 1, n * 3600, 1, 0, 0, -1, 40, 'win 1' FROM each",
        MATCHES);
    db_run(db,
           "INSERT INTO seats (board, seat, player, accepted, agrees, outcome, place, side, closed)"
           " SELECT number, seat, 1 + (number * (1 + seat * 7) + number / 1000 + seat * 13) % "
           ":players,"
           " 1, 0, 1, 1 + (number + seat) % 3, seat, 1"
           " FROM boards JOIN (SELECT 0 AS seat UNION SELECT 1 UNION SELECT 2)"
           " WHERE seat < 2 OR number % 10 = 0",
           PLAYERS);
}

static void differs(void *data, gint64 board, gint64 player, gint64 stored, gint64 computed)
{
    (void)data;
    g_error("board %d, player %d: %d stored, %d computed", (int)board, (int)player, (int)stored,
            (int)computed);
}

static gint64 report(const char *figure, int count, gint64 since)
{
    const gint64 taken = g_get_monotonic_time() - since;
    printf("%-8s %8d %12.2f\n", figure, count, (double)taken / 1000 / count);
    return taken / 1000 / count;
}

int main(int argc, char **argv)
{
    enum { ENDS = 1000 };
    random_init();
    g_autofree char *folder = g_dir_make_tmp("ratings-XXXXXX", NULL);
    g_autofree char *path = g_build_filename(folder, "bench.db", NULL);
    g_autoptr(GError) error = NULL;
    if (folder == NULL || !db_create(path, true, &error)) {
        g_error("%s", error != NULL ? error->message : "no folder");
    }
    g_autoptr(Db) db = db_open(path, DB_COPY, &error);
    db_begin(db);
    fill(db);
    g_autoptr(Board) first = board_read(db, 1);
    g_autoptr(Board) last = board_read(db, MATCHES);
    ratings_follow(db, first, 0);
    bool good = true;
    const char *const *asked = (const char *const *)argv + 1;
    const bool all = argc < 2;
    if (all || g_strv_contains(asked, "end")) {
        const gint64 since = g_get_monotonic_time();
        for (int i = 0; i < ENDS; i++) {
            ratings_follow(db, last, 0);
        }
        report("end", ENDS, since);
    }
    if (all || g_strv_contains(asked, "again")) {
        const gint64 since = g_get_monotonic_time();
        ratings_follow(db, first, 0);
        report("again", 1, since);
    }
    if (all || g_strv_contains(asked, "check")) {
        const gint64 since = g_get_monotonic_time();
        ratings_check(db, "one", differs, NULL);
        good = report("check", 1, since) <= CHECK_MOST;
    }
    db_rollback(db);
    g_autoptr(GDir) files = g_dir_open(folder, 0, NULL);
    for (const char *name = g_dir_read_name(files); name != NULL; name = g_dir_read_name(files)) {
        g_autofree char *file = g_build_filename(folder, name, NULL);
        g_unlink(file);
    }
    g_rmdir(folder);
    return good ? 0 : 1;
}
