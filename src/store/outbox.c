#include "store/outbox.h"

#include "base/clock.h"
#include "store/clocks.h"

enum {
    PARKED_AFTER = 3 * CLOCK_DAY,
    TAKEN_BYTES = 4 << 20, /* of letters taken at once; with the one that goes over it */
};

/* How long to wait after the first, second ... attempt; the last one repeats. */
static const int distances[] = { CLOCK_MINUTE, 5 * CLOCK_MINUTE, 15 * CLOCK_MINUTE, CLOCK_HOUR,
                                 4 * CLOCK_HOUR };

/* No letter waits so long for its next try, unless the clock was ahead when
 * that was set. */
enum { NEVER_SO_FAR_AHEAD = 5 * CLOCK_HOUR };

static gint64 distance_after(gint64 attempts)
{
    return distances[CLAMP(attempts, 1, (gint64)G_N_ELEMENTS(distances)) - 1];
}

void outbox_letter_free(struct outbox_letter *letter)
{
    if (letter != NULL) {
        g_free(letter->sender);
        g_free(letter->recipient);
        g_free(letter->reason);
        g_free(letter->receipt);
        g_free(letter->mail);
        g_clear_pointer(&letter->letter, g_bytes_unref);
        g_clear_pointer(&letter->bytes, g_bytes_unref);
        g_free(letter);
    }
}

gint64 outbox_add(struct db *db, const struct outbox_new *letter, gint64 now)
{
    db_run(db,
           "INSERT INTO outbox (state, due, attempts, queued, player, inbox, board, answer,"
           " recipient, letter)"
           " VALUES (:queued, :now, 0, :now, NULLIF(?, 0), NULLIF(?, 0), NULLIF(?, 0), ?, ?, ?)",
           OUTBOX_QUEUED, now, letter->player, letter->inbox, letter->board, letter->answer,
           letter->recipient, letter->letter);
    return db_last_id(db);
}

void outbox_keep_bytes(struct db *db, gint64 id, GBytes *bytes)
{
    db_run(db, "UPDATE outbox SET bytes = ? WHERE id = ?", bytes, id);
}

void outbox_repeat(struct db *db, gint64 inbox, gint64 now)
{
    /* A copy is no answer of its own, so that nothing copies it again. */
    db_run(db,
           "INSERT INTO outbox (state, due, attempts, queued, player, inbox, board, answer,"
           " recipient, letter)"
           " SELECT :queued, :now, 0, :now, player, inbox, board, 0, recipient, letter FROM outbox"
           " WHERE inbox = ? AND answer = 1 ORDER BY id",
           OUTBOX_QUEUED, now, inbox);
}

/* ---- sending ---- */

#define LETTER "SELECT outbox.id, state, recipient, queued, due, sent, attempts, reason, receipt"

static struct outbox_letter *letter_of_row(struct rows *rows)
{
    struct outbox_letter *letter = g_new(struct outbox_letter, 1);
    *letter = (struct outbox_letter){ .id = rows_int(rows, "id"),
                                      .state = (enum outbox_state)rows_int(rows, "state"),
                                      .recipient = rows_dup(rows, "recipient"),
                                      .queued = rows_int(rows, "queued"),
                                      .due = rows_int(rows, "due"),
                                      .sent = rows_int(rows, "sent"),
                                      .attempts = rows_int(rows, "attempts"),
                                      .reason = rows_dup(rows, "reason"),
                                      .receipt = rows_dup(rows, "receipt") };
    return letter;
}

/* A letter of a row that has its bytes, too. */
static struct outbox_letter *whole_of_row(struct rows *rows)
{
    struct outbox_letter *letter = letter_of_row(rows);
    letter->player = rows_int(rows, "player");
    letter->letter = rows_bytes(rows, "letter");
    letter->bytes = rows_bytes(rows, "bytes");
    return letter;
}

/* Letters that wait and are due now, or so far ahead that the clock was wrong. A letter waits while
 * an earlier one to the same recipient is not due yet. */
#define DUE                                                                                        \
    " FROM outbox LEFT JOIN (SELECT recipient AS late, MIN(id) AS first FROM outbox"               \
    " WHERE state = :queued AND due > :now AND due <= :far GROUP BY recipient) ON late = "         \
    "recipient"                                                                                    \
    " WHERE state = :queued AND (due <= :now OR due > :far) AND (first IS NULL OR id < first)"

bool outbox_is_due(struct db *db, gint64 now)
{
    const gint64 far = now + NEVER_SO_FAR_AHEAD;
    return db_number(db, "SELECT EXISTS (SELECT 1" DUE ")", OUTBOX_QUEUED, now, far) != 0;
}

/* The last of the letters that are taken at once. */
static gint64 last_taken(struct db *db, gint64 now, gint64 far, int limit)
{
    gint64 last = 0, bytes = 0;
    struct rows *rows = db_query(db,
                                 "SELECT id, length(letter) + IFNULL(length(bytes), 0) AS size" DUE
                                 " ORDER BY id LIMIT ?",
                                 OUTBOX_QUEUED, now, far, limit);
    while (bytes < TAKEN_BYTES && rows_next(rows)) {
        last = rows_int(rows, "id");
        bytes += rows_int(rows, "size");
    }
    rows_end(rows);
    return last;
}

GPtrArray *outbox_due(struct db *db, gint64 now, int limit)
{
    const gint64 far = now + NEVER_SO_FAR_AHEAD, last = last_taken(db, now, far, limit);
    GPtrArray *letters = g_ptr_array_new_with_free_func((GDestroyNotify)outbox_letter_free);
    struct rows *rows =
        db_query(db, LETTER ", player, letter, bytes" DUE " AND id <= :last ORDER BY id",
                 OUTBOX_QUEUED, now, far, last);
    while (rows_next(rows)) {
        g_ptr_array_add(letters, whole_of_row(rows));
    }
    return letters;
}

GPtrArray *outbox_take(struct db *db, gint64 now, int limit)
{
    GPtrArray *letters = outbox_due(db, now, limit);
    for (guint i = 0; i < letters->len; i++) {
        const struct outbox_letter *letter = letters->pdata[i];
        /* Counts the attempt in advance. If its result is never recorded, the first time is not
         * taken as the letter's fault: it is due at once. */
        const gint64 wait = letter->attempts > 0 ? distance_after(letter->attempts) : 0;
        db_run(db, "UPDATE outbox SET due = ?, attempts = attempts + 1 WHERE id = ?", now + wait,
               letter->id);
    }
    if (db_failed(db)) {
        g_ptr_array_set_size(letters, 0);
    }
    return letters;
}

void outbox_sent(struct db *db, gint64 id, const char *receipt, gint64 now)
{
    db_run(db,
           "UPDATE outbox SET state = :sent, due = NULL, sent = ?, reason = NULL, receipt = ?,"
           " bytes = NULL WHERE id = ?",
           OUTBOX_SENT, now, receipt, id);
}

static void park(struct db *db, gint64 id, const char *reason)
{
    db_run(db,
           "UPDATE outbox SET state = :parked, due = NULL, reason = ?, told = NULL WHERE id = ?",
           OUTBOX_PARKED, reason, id);
}

bool outbox_failed(struct db *db, gint64 id, const char *reason, gint64 now, gint64 reached)
{
    struct rows *rows = db_row(db, "SELECT attempts, queued FROM outbox WHERE id = ?", id);
    gint64 attempts = rows != NULL ? rows_int(rows, "attempts") : 0;
    gint64 queued = rows != NULL ? rows_int(rows, "queued") : now;
    bool parked = outages_served(db, queued, reached) >= PARKED_AFTER;
    if (parked) {
        park(db, id, reason);
    } else {
        /* A letter queued when the clock was ahead counts as queued now; else it would never be
         * parked. */
        db_run(db, "UPDATE outbox SET due = ?, reason = ?, queued = MIN(queued, ?) WHERE id = ?",
               now + distance_after(attempts), reason, now, id);
    }
    return parked && !db_failed(db);
}

void outbox_doubted(struct db *db, gint64 id)
{
    db_run(db, "UPDATE outbox SET receipt = 'no answer' WHERE id = ?", id);
}

void outbox_refused(struct db *db, gint64 id, const char *status, const char *reason)
{
    park(db, id, reason);
    db_run(db, "UPDATE outbox SET refused = ? WHERE id = ?", status, id);
}

bool outbox_knows_reason(struct db *db, const char *reason)
{
    return db_number(db, "SELECT COUNT(*) FROM outbox WHERE state = :queued AND reason = ?",
                     OUTBOX_QUEUED, reason) > 0;
}

void outbox_untried(struct db *db, gint64 id, gint64 now)
{
    db_run(db,
           "UPDATE outbox SET due = ?, attempts = MAX(attempts - 1, 0),"
           " bytes = CASE WHEN attempts > 1 THEN bytes END WHERE id = ?",
           now, id);
}

/* ---- outbox review ---- */

GPtrArray *outbox_unsent(struct db *db)
{
    GPtrArray *letters = g_ptr_array_new_with_free_func((GDestroyNotify)outbox_letter_free);
    struct rows *rows =
        db_query(db, LETTER " FROM outbox WHERE state IN (:queued, :parked) ORDER BY id",
                 OUTBOX_QUEUED, OUTBOX_PARKED);
    while (rows_next(rows)) {
        g_ptr_array_add(letters, letter_of_row(rows));
    }
    return letters;
}

GPtrArray *outbox_history(struct db *db, gint64 player, gint64 board, bool sent)
{
    GPtrArray *letters = g_ptr_array_new_with_free_func((GDestroyNotify)outbox_letter_free);
    struct rows *rows = db_query(
        db,
        LETTER ", name, time FROM outbox LEFT JOIN inbox ON inbox.id = outbox.inbox"
               " WHERE :player IN (0, player) AND (? = 0 OR state = ?) AND :board IN (0, board)"
               " ORDER BY outbox.id",
        player, sent, OUTBOX_SENT, board);
    while (rows_next(rows)) {
        struct outbox_letter *letter = letter_of_row(rows);
        letter->mail = rows_dup(rows, "name");
        letter->processed = rows_int(rows, "time");
        g_ptr_array_add(letters, letter);
    }
    return letters;
}

struct outbox_letter *outbox_read(struct db *db, gint64 id)
{
    struct rows *rows = db_row(db, LETTER ", player, letter, bytes FROM outbox WHERE id = ?", id);
    return rows != NULL ? whole_of_row(rows) : NULL;
}

/* The letter is tried from now on as if it were new. */
#define AS_NEW                                                                                     \
    "UPDATE outbox SET state = :queued, due = :now, queued = :now, attempts = 0, reason = NULL,"   \
    " refused = NULL, receipt = NULL, bytes = NULL WHERE state"

bool outbox_retry(struct db *db, gint64 id, gint64 now)
{
    db_run(db, AS_NEW " IN (:queued, :parked) AND id = ?", OUTBOX_QUEUED, now, OUTBOX_PARKED, id);
    return db_changes(db) > 0;
}

int outbox_retry_parked(struct db *db, gint64 now)
{
    db_run(db, AS_NEW " = :parked", OUTBOX_QUEUED, now, OUTBOX_PARKED);
    return db_changes(db);
}

bool outbox_drop(struct db *db, gint64 id)
{
    db_run(db, "DELETE FROM outbox WHERE id = ? AND state IN (:queued, :parked)", id, OUTBOX_QUEUED,
           OUTBOX_PARKED);
    return db_changes(db) > 0;
}

gint64 outbox_untold(struct db *db, const char *operator)
{
    return db_number(db,
                     "SELECT COUNT(*) FROM outbox WHERE state = :parked AND told IS NULL"
                     " AND recipient <> ? COLLATE NOCASE",
                     OUTBOX_PARKED, operator);
}

gint64 outbox_newest(struct db *db)
{
    return db_number(db, "SELECT IFNULL(MAX(id), 0) FROM outbox");
}

void outbox_told(struct db *db, gint64 now)
{
    db_run(db, "UPDATE outbox SET told = ? WHERE state = :parked AND told IS NULL", now,
           OUTBOX_PARKED);
}

/* ---- letters that came back ---- */

G_STATIC_ASSERT(BOUNCES_WEEK == 7 * CLOCK_DAY);

bool bounces_of_letter(struct db *db, gint64 id, gint64 now, struct bounced_letter *letter)
{
    struct rows *rows = db_row(db,
                               "SELECT player, recipient FROM outbox WHERE id = ? AND"
                               " attempts > 0 AND returned IS NULL"
                               " AND " OUTAGES_LAPSE("queued", "queued") " >= ?",
                               id, now - (gint64)BOUNCES_LETTER_DAYS * CLOCK_DAY);
    if (rows == NULL) {
        return false;
    }
    *letter = (struct bounced_letter){ .player = rows_int(rows, "player"),
                                       .recipient = rows_dup(rows, "recipient") };
    db_run(db, "UPDATE outbox SET returned = ? WHERE id = ?", now, id);
    return true;
}

gint64 bounces_next_refused(struct db *db, char **status)
{
    struct rows *rows = db_row(
        db, "SELECT id, refused FROM outbox WHERE state = :parked AND refused IS NOT NULL LIMIT 1",
        OUTBOX_PARKED);
    if (rows == NULL) {
        return 0;
    }
    gint64 id = rows_int(rows, "id");
    *status = rows_dup(rows, "refused");
    db_run(db, "UPDATE outbox SET refused = NULL WHERE id = ?", id);
    return id;
}

/* ---- addresses ---- */

/* The points as stored, and when they were counted; false: there are none. */
static bool stored(struct db *db, const char *folded, struct bounces *returns, gint64 *counted)
{
    *returns = (struct bounces){ 0 };
    struct rows *rows = db_row(
        db, "SELECT points, counted, status, suspended FROM bounces WHERE folded = ?", folded);
    if (rows == NULL) {
        return false;
    }
    returns->points = (int)CLAMP(rows_int(rows, "points"), 0, BOUNCES_POINTS_MAX);
    *counted = rows_int(rows, "counted");
    g_strlcpy(returns->status, rows_text(rows, "status"), sizeof(returns->status));
    returns->suspended = rows_int(rows, "suspended");
    return true;
}

/* Whole weeks in which the server has served. None if the clock was ahead when the points were
 * counted. */
static gint64 weeks_since(struct db *db, gint64 counted, gint64 now)
{
    return outages_served(db, counted, now) / BOUNCES_WEEK;
}

struct bounces bounces_read(struct db *db, const char *folded, gint64 now)
{
    struct bounces returns;
    gint64 counted = now;
    if (stored(db, folded, &returns, &counted)) {
        returns.points = (int)MAX(returns.points - weeks_since(db, counted, now), 0);
    }
    return returns;
}

int bounces_add(struct db *db, const char *folded, int points, const char *status, gint64 now)
{
    struct bounces returns;
    gint64 counted = now;
    stored(db, folded, &returns, &counted);
    gint64 weeks = weeks_since(db, counted, now);
    int left = (int)MAX(returns.points - weeks, 0);
    int sum = MIN(left + points, BOUNCES_POINTS_MAX);
    /* What has passed of a week stays passed, while there is a point to fall. */
    gint64 since = left > 0 ? MIN(counted + weeks * BOUNCES_WEEK, now) : now;
    db_run(db,
           "INSERT INTO bounces (folded, points, counted, status) VALUES (?, ?, ?, ?)"
           " ON CONFLICT (folded) DO UPDATE SET points = excluded.points,"
           " counted = excluded.counted, status = excluded.status",
           folded, sum, since, status);
    return sum;
}

void bounces_suspend(struct db *db, const char *folded, gint64 now)
{
    db_run(db, "UPDATE bounces SET suspended = ? WHERE folded = ? AND suspended IS NULL", now,
           folded);
}

void bounces_forget(struct db *db, const char *folded)
{
    db_run(db, "DELETE FROM bounces WHERE folded = ?", folded);
}
