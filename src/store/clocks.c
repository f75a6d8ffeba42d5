#include "store/clocks.h"

#include "store/boards.h"
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
        struct outage outage = { .begin = rows_int(rows, "begun"),
                                 .end = rows_int(rows, "ended"),
                                 .kind = (enum outage_kind)rows_int(rows, "kind") };
        g_array_append_val(outages, outage);
    }
    return outages;
}

gint64 outages_served(struct db *db, gint64 from, gint64 to)
{
    const gint64 outages = db_number(db, OUTAGES_SECONDS(":from"), from);
    return MAX(to - from - outages, 0);
}

gint64 outages_ago(struct db *db, gint64 now, gint64 seconds)
{
    gint64 moment = now - seconds, counted = G_MAXINT64, length;
    do { /* each moves the moment back, perhaps past others */
        g_autoptr(GArray) outages = outages_since(db, moment);
        length = 0;
        for (guint i = 0; i < outages->len; i++) {
            const struct outage *outage = &g_array_index(outages, struct outage, i);
            length += outage->end <= counted ? outage->end - outage->begin : 0;
        }
        counted = moment;
        moment -= length;
    } while (length > 0);
    return moment;
}

struct watermark watermark_read(struct db *db)
{
    struct rows *rows =
        db_row(db, "SELECT served, fetched, quiet, daily, weekly, (SELECT since FROM hold) AS held,"
                   " EXISTS (SELECT 1 FROM outbox WHERE state = 3) AS parked FROM watermark");
    struct watermark mark = { 0 };
    if (rows != NULL) {
        mark = (struct watermark){ .served = rows_int(rows, "served"),
                                   .fetched = rows_int(rows, "fetched"),
                                   .quiet = rows_int(rows, "quiet") != 0,
                                   .daily = rows_int(rows, "daily"),
                                   .weekly = rows_int(rows, "weekly"),
                                   .held = rows_int(rows, "held"),
                                   .parked = rows_int(rows, "parked") != 0 };
    }
    return mark;
}

void watermark_write(struct db *db, const struct watermark *mark)
{
    struct watermark stored = watermark_read(db);
    if (stored.served != mark->served || stored.fetched != mark->fetched ||
        stored.quiet != mark->quiet || stored.daily != mark->daily ||
        stored.weekly != mark->weekly) {
        db_run(db,
               "UPDATE watermark SET served = ?, fetched = ?, quiet = ?, daily = ?, weekly = ?"
               " WHERE one = 1",
               mark->served, mark->fetched, mark->quiet, mark->daily, mark->weekly);
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

/* What the clock of a seat shows, of a row with its columns; all zero if the seat has none. */
static struct seat_clock shown_by(struct rows *rows)
{
    return (struct seat_clock){ .left = rows_int(rows, "remaining"),
                                .used = rows_int(rows, "used"),
                                .stood_still = rows_int(rows, "stood_still"),
                                .held = rows_int(rows, "held") };
}

bool clock_read_with(struct db *db, gint64 board, struct clock *clock, struct seat_clock *shows,
                     char **timing)
{
    struct rows *rows =
        db_row(db,
               "SELECT clocks.seat, player, clocks.state, since, letter, booked, extra, deadline,"
               " wake, reminded, warned, told, excused, counted, remaining, used, stood_still, "
               "held, timing"
               " FROM clocks JOIN boards ON number = clocks.board"
               " LEFT JOIN seat_clocks ON seat_clocks.board = clocks.board"
               " AND seat_clocks.seat = clocks.seat WHERE clocks.board = ?",
               board);
    if (rows == NULL) {
        return false;
    }
    *clock = (struct clock){
        .board = board,
        .seat = (int)rows_int(rows, "seat"),
        .player = rows_int(rows, "player"),
        .state = (enum clock_state)rows_int(rows, "state"),
        .since = rows_int(rows, "since"),
        .letter = rows_int(rows, "letter"),
        .booked = rows_int(rows, "booked"),
        .extra = rows_int(rows, "extra"),
        .deadline = rows_int(rows, "deadline"),
        .wake = rows_int(rows, "wake"),
        .reminded = rows_int(rows, "reminded"),
        .warned = rows_int(rows, "warned") != 0,
        .told = rows_int(rows, "told") != 0,
        .excused = (int)rows_int(rows, "excused"),
        .counted = rows_int(rows, "counted"),
    };
    *shows = shown_by(rows);
    *timing = rows_dup(rows, "timing");
    return true;
}

bool clock_read(struct db *db, gint64 board, struct clock *clock)
{
    struct seat_clock shows;
    g_autofree char *timing = NULL;
    return clock_read_with(db, board, clock, &shows, &timing);
}

void clock_write(struct db *db, const struct clock *clock)
{
    db_run(db,
           "INSERT OR REPLACE INTO clocks (board, seat, player, state, since, letter, booked,"
           " extra, deadline, wake, reminded, warned, told, counted, excused)"
           " VALUES (?, ?, ?, ?, ?, NULLIF(?, 0), ?, ?, NULLIF(?, 0), NULLIF(?, 0), ?, ?, ?, ?, ?)",
           clock->board, clock->seat, clock->player, clock->state, clock->since, clock->letter,
           clock->booked, clock->extra, clock->deadline, clock->wake, clock->reminded,
           clock->warned, clock->told, clock->counted, clock->excused);
}

void clock_remove(struct db *db, gint64 board)
{
    db_run(db, "DELETE FROM clocks WHERE board = ?", board);
}

void clock_told_by(struct db *db, gint64 board, gint64 player, gint64 letter)
{
    struct clock clock;
    if (!clock_read(db, board, &clock) || clock.player != player ||
        (clock.state != CLOCK_WAITS && clock.state != CLOCK_UNTOLD) ||
        (clock.letter != 0 &&
         db_number(db, "SELECT COUNT(*) FROM outbox WHERE id = ? AND state = :queued", clock.letter,
                   OUTBOX_QUEUED) > 0)) {
        return; /* mostly it is for somebody whose turn it is not */
    }
    clock.letter = letter;
    clock.state = CLOCK_WAITS;
    clock_write(db, &clock);
}

/* ---- lists ---- */

GArray *clocks_of_letter(struct db *db, gint64 letter)
{
    return db_numbers(db, "SELECT board FROM clocks WHERE letter = ? ORDER BY board", letter);
}

GArray *clocks_of_player(struct db *db, gint64 player)
{
    return db_numbers(db, "SELECT board FROM clocks WHERE player = ? ORDER BY board", player);
}

GArray *clocks_awake(struct db *db, gint64 now, int limit)
{
    return db_numbers(db, "SELECT board FROM clocks WHERE wake <= ? ORDER BY wake, board LIMIT ?",
                      now, limit);
}

GArray *clocks_all(struct db *db)
{
    return db_numbers(db, "SELECT board FROM clocks ORDER BY board");
}

/* ---- a clock that was put back ---- */

G_STATIC_ASSERT(OUTBOX_QUEUED == 1 && OUTBOX_PARKED == 3 && BOARD_CHALLENGE == 1 &&
                BOARD_SEEK == 7);

void clocks_put_back(struct db *db, gint64 now)
{
    static const char *const changes[] = {
        ("UPDATE clocks SET since = MIN(since, :now), counted = MIN(counted, :now),"
         " reminded = MIN(reminded, :now) WHERE MAX(since, counted, reminded) > :now"),
        "DELETE FROM reminders WHERE time > :now",
        "DELETE FROM outages WHERE begun >= MIN(ended, :now)",
        "UPDATE outages SET ended = :now WHERE ended > :now",
        "UPDATE pending SET expires = expires - made + :now, made = :now - 3600 WHERE made > :now",
        "UPDATE tokens SET expires = expires - made + :now, made = :now WHERE made > :now",
        "UPDATE boards SET created = :now WHERE state IN (1, 7) AND created > :now",
        "UPDATE boards SET paused = :now WHERE paused > :now",
        "UPDATE outbox SET sent = :now, queued = MIN(queued, :now) WHERE sent > :now",
        "UPDATE outbox SET queued = :now WHERE state IN (1, 3) AND queued > :now",
    };
    for (size_t i = 0; i < G_N_ELEMENTS(changes); i++) {
        db_run(db, changes[i], now);
    }
}

/* ---- seats ---- */

struct seat_clock seat_clock_read(struct db *db, gint64 board, int seat)
{
    struct rows *rows = db_row(db,
                               "SELECT remaining, used, stood_still, held FROM seat_clocks"
                               " WHERE board = ? AND seat = ?",
                               board, seat);
    return rows != NULL ? shown_by(rows) : (struct seat_clock){ 0 };
}

void seat_clock_write(struct db *db, gint64 board, int seat, const struct seat_clock *shows)
{
    db_run(db,
           "INSERT OR REPLACE INTO seat_clocks (board, seat, remaining, used, stood_still, held)"
           " VALUES (?, ?, ?, ?, ?, ?)",
           board, seat, shows->left, shows->used, shows->stood_still, shows->held);
}

/* ---- excused days ---- */

int excused_taken(struct db *db, gint64 player, int year)
{
    return (int)db_number(db, "SELECT taken FROM excused_days WHERE player = ? AND year = ?",
                          player, year);
}

void excused_take(struct db *db, gint64 player, int year, int days)
{
    db_run(db,
           "INSERT INTO excused_days (player, year, taken) VALUES (?, ?, MAX(:days, 0))"
           " ON CONFLICT (player, year) DO UPDATE SET taken = MAX(taken + :days, 0)",
           player, year, days);
}

/* ---- reminders ---- */

gint64 reminded_last(struct db *db, gint64 player)
{
    return db_number(db, "SELECT time FROM reminders WHERE player = ?", player);
}

void reminded_now(struct db *db, gint64 player, gint64 now)
{
    db_run(db, "INSERT OR REPLACE INTO reminders (player, time) VALUES (?, ?)", player, now);
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
#define OLD_PENDING "pending WHERE expires <= :now"
#define OLD_BOUNCES "bounces WHERE suspended IS NULL AND counted + points * 604800 <= :now"
#define OLD_WATCHES "watches WHERE until <= :now"
#define OLD_NAMES "resting_names WHERE until <= :now"
#define OLD_TOKENS(moment) "tokens WHERE expires <= " moment
#define OLD_BUDGETS "budgets WHERE day < :today - 1" /* mails of yesterday may still wait */
/* Events are as old as they were appended. */
#define OLD_EVENTS                                                                                 \
    "events WHERE id < (SELECT MIN(id) FROM events) + 250 AND time <= :sent AND NOT EXISTS"        \
    " (SELECT 1 FROM talk_waiting WHERE event = events.id)"
#define OLD_SENT "outbox WHERE sent <= :sent"
#define OLD_UNDELIVERABLE(moment) "outbox WHERE state = 3 AND queued <= " moment

#define IS_ANY(rows) "EXISTS (SELECT 1 FROM " rows ")"
#define ANY_OVER IS_ANY(OLD_PENDING) " OR " IS_ANY(OLD_WATCHES) " OR " IS_ANY(OLD_NAMES)
#define ANY_USELESS IS_ANY(OLD_TOKENS(":now - 90 * 86400")) " OR " IS_ANY(OLD_BOUNCES)
#define ANY_LETTER                                                                                 \
    IS_ANY(OLD_SENT)                                                                               \
    " OR " IS_ANY(OLD_EVENTS) " OR " IS_ANY(OLD_UNDELIVERABLE(":sent - 30 * 86400"))
#define DELETE_SOME(table, rows)                                                                   \
    "DELETE FROM " table " WHERE id IN (SELECT id FROM " rows " LIMIT 250)"

G_STATIC_ASSERT(OUTBOX_PARKED == 3 && BOUNCES_WEEK == 604800 && EXPIRE_TOGETHER == 250 &&
                TOKEN_DAYS == 90);

/* True if the last DELETE_SOME has left none. */
static bool none_left(struct db *db)
{
    return db_changes(db) < EXPIRE_TOGETHER;
}

bool expire_rows(struct db *db, gint64 now, gint64 today)
{
    const gint64 sent = outages_ago(db, now, 30 * (gint64)CLOCK_DAY);
    /* Mostly nothing is old: then this statement is enough. What is not sent is kept 30 days longer
     * than what is. */
    if (db_number(
            db, "SELECT " ANY_OVER " OR " ANY_USELESS " OR " IS_ANY(OLD_BUDGETS) " OR " ANY_LETTER,
            now, today, sent) == 0) {
        return true;
    }
    /* Only tokens that expired so long ago that no outage can keep them: else each run would look
     * again at those that an outage keeps. */
    const gint64 lived = TOKEN_LIVES * (gint64)CLOCK_DAY;
    const gint64 tokens = outages_ago(db, now, TOKEN_DAYS * (gint64)CLOCK_DAY + lived) + lived;
    const gint64 written = outages_ago(db, now, 60 * (gint64)CLOCK_DAY);
    db_run(db, "DELETE FROM " OLD_PENDING " AND " OUTAGES_LAPSE("made", "expires") " <= :now", now);
    db_run(db,
           "DELETE FROM " OLD_BOUNCES
           " AND " OUTAGES_LAPSE("counted", "counted + points * 604800") " <= :now",
           now);
    db_run(db,
           "DELETE FROM " OLD_WATCHES " AND " OUTAGES_LAPSE(
               "(SELECT ended FROM boards WHERE number = watches.board)", "until") " <= :now",
           now);
    db_run(db,
           "DELETE FROM " OLD_NAMES " AND " OUTAGES_LAPSE("until - :name_kept", "until") " <= :now",
           now, PLAYER_NAME_KEPT);
    db_run(db, "DELETE FROM " OLD_BUDGETS, today);
    /* Each letter leaves these. */
    db_run(db,
           DELETE_SOME("tokens", OLD_TOKENS(":tokens") " AND " OUTAGES_LAPSE(
                                     "COALESCE(NULLIF(made, 0), expires)",
                                     "expires") " <= :now - 90 * 86400"),
           tokens, now);
    if (!none_left(db)) {
        return false;
    }
    db_run(db, DELETE_SOME("outbox", OLD_SENT), sent);
    if (!none_left(db)) {
        return false;
    }
    db_run(db, DELETE_SOME("events", OLD_EVENTS), sent);
    if (!none_left(db)) {
        return false;
    }
    db_run(db, DELETE_SOME("outbox", OLD_UNDELIVERABLE("?")), written);
    return none_left(db);
}
