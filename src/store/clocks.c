#include "store/clocks.h"

#include "store/outbox.h"
#include "store/players.h"

void outage_add(struct db *db, gint64 begin, gint64 end, enum outage_kind kind)
{
    if (end > begin) {
        db_run(db, "INSERT INTO outages (begun, ended, kind) VALUES (?, ?, ?)", begin, end, kind);
    }
}

GArray *outages_since(struct db *db, gint64 moment)
{
    GArray *outages = g_array_new(FALSE, FALSE, sizeof(struct outage));
    struct rows *rows = db_query(
        db, "SELECT begun, ended, kind FROM outages WHERE ended > ? ORDER BY ended, id", moment);
    while (rows_next(rows)) {
        struct outage outage = { .begin = rows_int(rows, 0),
                                 .end = rows_int(rows, 1),
                                 .kind = (enum outage_kind)rows_int(rows, 2) };
        g_array_append_val(outages, outage);
    }
    return outages;
}

void outages_drop_future(struct db *db, gint64 now)
{
    db_run(db, "UPDATE outages SET ended = ?1 WHERE ended > ?1", now);
    db_run(db, "DELETE FROM outages WHERE begun >= ended");
}

gint64 outages_lapse(struct db *db, gint64 since, gint64 until)
{
    return until + db_number(db, OUTAGES_SECONDS("?1"), since);
}

gint64 outages_served(struct db *db, gint64 from, gint64 to)
{
    gint64 outages = outages_lapse(db, from, 0);
    return MAX(to - from - outages, 0);
}

gint64 outages_ago(struct db *db, gint64 now, gint64 seconds)
{
    gint64 moment = now - seconds, counted = G_MAXINT64, length;
    do { /* each moves the moment back, perhaps past others */
        length = db_number(db,
                           "SELECT COALESCE(SUM(ended - begun), 0) FROM outages"
                           " WHERE ended > ? AND ended <= ?",
                           moment, counted);
        counted = moment;
        moment -= length;
    } while (length > 0);
    return moment;
}

struct watermark watermark_read(struct db *db)
{
    struct rows *rows =
        db_query(db, "SELECT served, fetched, quiet, weekly, (SELECT since FROM hold)"
                     " FROM watermark");
    struct watermark mark = { 0 };
    if (rows_next(rows)) {
        mark = (struct watermark){ .served = rows_int(rows, 0),
                                   .fetched = rows_int(rows, 1),
                                   .quiet = rows_int(rows, 2) != 0,
                                   .weekly = rows_int(rows, 3),
                                   .held = rows_int(rows, 4) };
    }
    rows_end(rows);
    return mark;
}

void watermark_write(struct db *db, const struct watermark *mark)
{
    struct watermark stored = watermark_read(db);
    if (stored.served != mark->served || stored.fetched != mark->fetched ||
        stored.quiet != mark->quiet || stored.weekly != mark->weekly) {
        db_run(db,
               "UPDATE watermark SET served = ?, fetched = ?, quiet = ?, weekly = ? WHERE one = 1",
               mark->served, mark->fetched, mark->quiet, mark->weekly);
    }
}

/* ---- maintenance ---- */

gint64 maintenance_since(struct db *db)
{
    return watermark_read(db).held;
}

void maintenance_begin(struct db *db, gint64 now)
{
    db_run(db, "INSERT INTO hold (one, since, said) VALUES (1, ?, 0)", now);
}

void maintenance_end(struct db *db)
{
    db_run(db, "DELETE FROM hold");
}

bool maintenance_is_news(struct db *db)
{
    db_run(db, "UPDATE hold SET said = 1 WHERE said = 0");
    return db_changes(db) > 0;
}

/* ---- clocks ---- */

bool clock_read(struct db *db, gint64 board, struct clock *clock)
{
    struct rows *rows = db_query(db,
                                 "SELECT seat, player, state, since, letter, booked, extra,"
                                 " deadline, wake, reminded, warned, told, counted FROM clocks"
                                 " WHERE board = ?",
                                 board);
    bool found = rows_next(rows);
    if (found) {
        *clock = (struct clock){
            .board = board,
            .seat = (int)rows_int(rows, 0),
            .player = rows_int(rows, 1),
            .state = (enum clock_state)rows_int(rows, 2),
            .since = rows_int(rows, 3),
            .letter = rows_int(rows, 4),
            .booked = rows_int(rows, 5),
            .extra = rows_int(rows, 6),
            .deadline = rows_int(rows, 7),
            .wake = rows_int(rows, 8),
            .reminded = rows_int(rows, 9),
            .warned = rows_int(rows, 10) != 0,
            .told = rows_int(rows, 11) != 0,
            .counted = rows_int(rows, 12),
        };
    }
    rows_end(rows);
    return found;
}

void clock_write(struct db *db, const struct clock *clock)
{
    db_run(db,
           "INSERT INTO clocks (board, seat, player, state, since, letter, booked, extra, deadline,"
           " wake, reminded, warned, told, counted)"
           " VALUES (?1, ?2, ?3, ?4, ?5, NULLIF(?6, 0), ?7, ?8, NULLIF(?9, 0), NULLIF(?10, 0), ?11,"
           " ?12, ?13, ?14)"
           " ON CONFLICT (board) DO UPDATE SET seat = ?2, player = ?3, state = ?4, since = ?5,"
           " letter = NULLIF(?6, 0), booked = ?7, extra = ?8, deadline = NULLIF(?9, 0),"
           " wake = NULLIF(?10, 0), reminded = ?11, warned = ?12, told = ?13,"
           " counted = ?14",
           clock->board, clock->seat, clock->player, clock->state, clock->since, clock->letter,
           clock->booked, clock->extra, clock->deadline, clock->wake, clock->reminded,
           clock->warned, clock->told, clock->counted);
}

void clock_remove(struct db *db, gint64 board)
{
    db_run(db, "DELETE FROM clocks WHERE board = ?", board);
}

void clock_told_by(struct db *db, gint64 board, gint64 player, gint64 letter)
{
    struct clock clock;
    if (!clock_read(db, board, &clock) || clock.player != player) {
        return; /* mostly it is for somebody whose turn it is not */
    }
    db_run(db,
           "UPDATE clocks SET letter = ?, state = ? WHERE board = ? AND player = ?"
           " AND state IN (?, ?) AND (letter IS NULL OR NOT EXISTS"
           " (SELECT 1 FROM outbox WHERE id = clocks.letter AND outbox.state = ?))",
           letter, CLOCK_WAITS, board, player, CLOCK_WAITS, CLOCK_UNTOLD, OUTBOX_QUEUED);
}

/* ---- lists ---- */

static GArray *boards_of(struct rows *rows)
{
    GArray *boards = g_array_new(FALSE, FALSE, sizeof(gint64));
    while (rows_next(rows)) {
        gint64 board = rows_int(rows, 0);
        g_array_append_val(boards, board);
    }
    return boards;
}

GArray *clocks_of_letter(struct db *db, gint64 letter)
{
    return boards_of(
        db_query(db, "SELECT board FROM clocks WHERE letter = ? ORDER BY board", letter));
}

GArray *clocks_of_player(struct db *db, gint64 player)
{
    return boards_of(
        db_query(db, "SELECT board FROM clocks WHERE player = ? ORDER BY board", player));
}

GArray *clocks_awake(struct db *db, gint64 now, int limit)
{
    return boards_of(db_query(
        db, "SELECT board FROM clocks WHERE wake <= ? ORDER BY wake, board LIMIT ?", now, limit));
}

GArray *clocks_all(struct db *db)
{
    return boards_of(db_query(db, "SELECT board FROM clocks ORDER BY board"));
}

void clocks_drop_future(struct db *db, gint64 now)
{
    db_run(db,
           "UPDATE clocks SET since = MIN(since, ?1), counted = MIN(counted, ?1),"
           " reminded = MIN(reminded, ?1) WHERE since > ?1 OR counted > ?1 OR reminded > ?1",
           now);
    db_run(db, "DELETE FROM reminders WHERE time > ?", now);
}

/* ---- seats ---- */

struct seat_clock seat_clock_read(struct db *db, gint64 board, int seat)
{
    struct rows *rows = db_query(db,
                                 "SELECT seat, remaining, used, stood_still, held"
                                 " FROM seat_clocks WHERE board = ?",
                                 board);
    struct seat_clock shows = { 0 };
    while (rows_next(rows)) {
        if (rows_int(rows, 0) == seat) {
            shows = (struct seat_clock){ .left = rows_int(rows, 1),
                                         .used = rows_int(rows, 2),
                                         .stood_still = rows_int(rows, 3),
                                         .held = rows_int(rows, 4) };
        }
    }
    return shows;
}

void seat_clock_write(struct db *db, gint64 board, int seat, const struct seat_clock *shows)
{
    db_run(db,
           "INSERT INTO seat_clocks (board, seat, remaining, used, stood_still, held)"
           " VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT (board, seat)"
           " DO UPDATE SET remaining = ?3, used = ?4, stood_still = ?5, held = ?6",
           board, seat, shows->left, shows->used, shows->stood_still, shows->held);
}

/* ---- reminders ---- */

gint64 reminded_last(struct db *db, gint64 player)
{
    return db_number(db, "SELECT time FROM reminders WHERE player = ?", player);
}

void reminded_now(struct db *db, gint64 player, gint64 now)
{
    db_run(db,
           "INSERT INTO reminders (player, time) VALUES (?1, ?2)"
           " ON CONFLICT (player) DO UPDATE SET time = ?2",
           player, now);
}

/* ---- expiry ---- */

enum {
    EXPIRE_TOGETHER = 250, /* rows, where there may be many: some ten kilobytes of each letter go to
                              disk at the commit, and several times through memory if there is a
                              log for a standby */
    TOKEN_DAYS = 90,       /* that an expired token is kept */
    TOKEN_LIVES = 90,      /* days; most tokens expire sooner after they were made */
};

/* Rows that are old, or would be if there had been no outages: an index finds them. */
#define OLD_PENDING "pending WHERE expires <= ?1"
#define OLD_BOUNCES "bounces WHERE suspended IS NULL AND counted + points * 604800 <= ?1"
#define OLD_WATCHES "watches WHERE until <= ?1"
#define OLD_NAMES "resting_names WHERE until <= ?1"
#define OLD_TOKENS(moment) "tokens WHERE expires <= " moment
#define OLD_SENT(moment) "outbox WHERE sent <= " moment
#define OLD_UNDELIVERABLE(moment) "outbox WHERE state = 3 AND queued <= " moment
#define OLD_BUDGETS(day) "budgets WHERE day < " day " - 1" /* mails of yesterday may still wait */

#define IS_ANY(rows) "EXISTS (SELECT 1 FROM " rows ")"
#define ANY_OVER IS_ANY(OLD_PENDING) " OR " IS_ANY(OLD_WATCHES) " OR " IS_ANY(OLD_NAMES)
#define ANY_USELESS IS_ANY(OLD_TOKENS("?1 - 90 * 86400")) " OR " IS_ANY(OLD_BOUNCES)
#define DELETE_SOME(table, rows)                                                                   \
    "DELETE FROM " table " WHERE id IN (SELECT id FROM " rows " LIMIT 250)"

G_STATIC_ASSERT(OUTBOX_PARKED == 3 && BOUNCES_WEEK == 604800 && EXPIRE_TOGETHER == 250 &&
                TOKEN_DAYS == 90);

/* Tokens that expired by then are old for certain, unless they lived longer than TOKEN_LIVES: so
 * none of the others is looked at in each run because an outage in its life keeps it. */
static gint64 tokens_old(struct db *db, gint64 now)
{
    const gint64 lived = TOKEN_LIVES * (gint64)CLOCK_DAY;
    return outages_ago(db, now, TOKEN_DAYS * (gint64)CLOCK_DAY + lived) + lived;
}

/* Mostly there are none: then this statement is enough. What is not sent is kept 30 days longer
 * than what is. */
static bool is_any_old(struct db *db, gint64 now, gint64 today, gint64 sent)
{
    return db_number(db,
                     "SELECT " ANY_OVER " OR " ANY_USELESS
                     " OR " IS_ANY(OLD_BUDGETS("?2")) " OR " IS_ANY(OLD_SENT("?3")) " OR " IS_ANY(
                         OLD_UNDELIVERABLE("?3 - 30 * 86400")),
                     now, today, sent) != 0;
}

/* True if the last DELETE_SOME has left none. */
static bool none_left(struct db *db)
{
    return db_changes(db) < EXPIRE_TOGETHER;
}

/* Deletes some letters that are as old as `moment`; true if none is left. */
static bool delete_letters(struct db *db, const char *sql, gint64 moment)
{
    db_run(db, sql, moment);
    return none_left(db);
}

bool expire_rows(struct db *db, gint64 now, gint64 today)
{
    const gint64 sent = outages_ago(db, now, 30 * (gint64)CLOCK_DAY);
    if (!is_any_old(db, now, today, sent)) {
        return true;
    }
    const gint64 tokens = tokens_old(db, now);
    const gint64 written = outages_ago(db, now, 60 * (gint64)CLOCK_DAY);
    db_run(db, "DELETE FROM " OLD_PENDING " AND " OUTAGES_LAPSE("made", "expires") " <= ?1", now);
    db_run(db,
           "DELETE FROM " OLD_BOUNCES
           " AND " OUTAGES_LAPSE("counted", "counted + points * 604800") " <= ?1",
           now);
    db_run(db,
           "DELETE FROM " OLD_WATCHES " AND " OUTAGES_LAPSE(
               "(SELECT ended FROM boards WHERE number = watches.board)", "until") " <= ?1",
           now);
    db_run(db, "DELETE FROM " OLD_NAMES " AND " OUTAGES_LAPSE("until - ?2", "until") " <= ?1", now,
           PLAYER_NAME_KEPT);
    db_run(db, "DELETE FROM " OLD_BUDGETS("?"), today);
    /* Each letter leaves these. */
    db_run(db,
           DELETE_SOME("tokens",
                       OLD_TOKENS("?1") " AND " OUTAGES_LAPSE("COALESCE(NULLIF(made, 0), expires)",
                                                              "expires") " <= ?2 - 90 * 86400"),
           tokens, now);
    return none_left(db) && delete_letters(db, DELETE_SOME("outbox", OLD_SENT("?")), sent) &&
           delete_letters(db, DELETE_SOME("outbox", OLD_UNDELIVERABLE("?")), written);
}
