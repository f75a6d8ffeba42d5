#include "store/inbox.h"

#include <string.h>

#include "base/clock.h"
#include "base/random.h"
#include "store/clocks.h"
#include "store/handle.h"

bool inbox_has_name(struct db *db, const char *name)
{
    return db_number(db, "SELECT COUNT(*) FROM inbox WHERE name = ?", name) != 0;
}

enum inbox_seen inbox_find(struct db *db, const char *name, const unsigned char *key,
                           struct inbox_row *row)
{
    enum inbox_seen seen = INBOX_NEW;
    struct rows *rows = db_query(
        db, "SELECT id, time, repeated, name FROM inbox WHERE name = ? OR key = ?", name, key);
    while (rows_next(rows)) {
        if (g_str_equal(rows_text(rows, "name"), name)) {
            seen = INBOX_SEEN;
        } else {
            inbox_row_clear(row);
            *row = (struct inbox_row){ .id = rows_int(rows, "id"),
                                       .time = rows_int(rows, "time"),
                                       .repeated = rows_int(rows, "repeated") != 0,
                                       .name = rows_dup(rows, "name") };
            seen = seen == INBOX_NEW ? INBOX_RENAMED : seen;
        }
    }
    return seen;
}

void inbox_row_clear(struct inbox_row *row)
{
    g_clear_pointer(&row->name, g_free);
}

gint64 inbox_add(struct db *db, const char *name, const unsigned char *key, gint64 now)
{
    db_run(db, "INSERT INTO inbox (name, key, time, repeated) VALUES (?, ?, ?, 0)", name, key, now);
    return db_last_id(db);
}

void inbox_repeated(struct db *db, gint64 id)
{
    db_run(db, "UPDATE inbox SET repeated = 1 WHERE id = ?", id);
}

/* ---- notices to people who are not players, and to the operator ---- */

/* The limits look back one week; the address of somebody who is no player is kept no longer
 * than the limits need it. */
enum { NOTICES_KEPT = 8 * CLOCK_DAY };

/* The operator is told this once, and never again, so it is never deleted. The index used for
 * deleting leaves it out. */
#define NOTICE_FOR_GOOD "'failed-mail'"

int notice_count(struct db *db, const char *folded, const char *kind, struct clock_span span)
{
    if (folded == NULL) {
        return (int)db_number(
            db, "SELECT COUNT(*) FROM notices WHERE kind = ? AND time BETWEEN ? AND ?", kind,
            span.begin, span.end);
    }
    return (int)db_number(db,
                          "SELECT COUNT(*) FROM notices WHERE folded = ? AND kind = ?"
                          " AND time BETWEEN ? AND ?",
                          folded, kind, span.begin, span.end);
}

void notice_add(struct db *db, const char *folded, const char *kind, gint64 now)
{
    const gint64 kept = now - NOTICES_KEPT;
    db_run(db,
           "DELETE FROM notices WHERE time < :kept AND kind <> " NOTICE_FOR_GOOD
           " AND " OUTAGES_LAPSE("time", "time") " < :kept",
           kept);
    db_run(db, "INSERT INTO notices (folded, kind, time) VALUES (?, ?, ?)", folded, kind, now);
}

bool notice_once(struct db *db, const char *folded, const char *kind, struct clock_span span)
{
    const bool first = notice_count(db, folded, kind, span) == 0;
    if (first) {
        notice_add(db, folded, kind, span.end);
    }
    return first;
}

/* ---- log-ins that were refused ---- */

static const char login[] = "login";

bool logins_wait(struct db *db, const char *identity, gint64 now)
{
    static const gint64 pauses[] = { 0, 300, 900, 3600 }; /* seconds */
    int count = notice_count(db, identity, login, clock_span(now, CLOCK_DAY));
    gint64 pause = pauses[MIN(count, (int)G_N_ELEMENTS(pauses) - 1)];
    return pause > 0 && notice_count(db, identity, login, clock_span(now, pause - 1)) > 0;
}

void logins_refused(struct db *db, const char *identity, gint64 now)
{
    notice_add(db, identity, login, now);
}

bool logins_were_refused(struct db *db, const char *identity, gint64 now)
{
    return notice_count(db, identity, login, clock_span(now, CLOCK_DAY)) > 0;
}

void logins_accepted(struct db *db, const char *identity)
{
    db_run(db, "DELETE FROM notices WHERE folded = ? AND kind = ?", identity, login);
}

/* ---- budgets ---- */

int budget_used(struct db *db, enum budget kind, gint64 player, gint64 about, gint64 day)
{
    return (int)db_number(
        db, "SELECT count FROM budgets WHERE kind = ? AND player = ? AND about = ? AND day = ?",
        kind, player, about, day);
}

void budget_use(struct db *db, enum budget kind, gint64 player, gint64 about, gint64 day, int count)
{
    db_run(db,
           "INSERT INTO budgets (kind, player, about, day, count) VALUES (?, ?, ?, ?, ?)"
           " ON CONFLICT (kind, player, about, day) DO UPDATE SET count = count + excluded.count",
           kind, player, about, day, count);
}

void budget_forget_wrong(struct db *db, gint64 player)
{
    db_run(
        db,
        "DELETE FROM budgets WHERE player = ? AND kind BETWEEN :wrong_stranger AND :wrong_proven",
        player, BUDGET_WRONG_STRANGER, BUDGET_WRONG_PROVEN);
}

void budget_forget(struct db *db, gint64 player)
{
    db_run(db,
           "DELETE FROM budgets WHERE player = :player OR (kind = :letters AND about = :player)",
           player, BUDGET_LETTERS);
}

/* ---- the unguessable part of reply addresses ---- */

G_STATIC_ASSERT(TOKEN_CHALLENGE == 2 && TOKEN_MATCH == 3); /* as in the SQL below */

/* Of an old token it may not be known when it was made. */
#define TOKEN_LAPSES OUTAGES_LAPSE("COALESCE(NULLIF(made, 0), expires)", "expires")

/* When a token expires that does not: a time that no outage moves beyond an integer. */
#define TOKEN_NEVER ((gint64)1 << 50)

static void hash_of(struct db *db, const char *lower, unsigned char hash[SECRET_HASH_BYTES])
{
    secret_hash(db_key(db), lower, TOKEN_LENGTH, hash);
}

struct new_token token_new(struct db *db, const struct token *token)
{
    struct new_token made;
    g_autofree char *text = random_token();
    g_strlcpy(made.text, text, sizeof made.text);
    hash_of(db, text, made.hash);
    db_run(db,
           "INSERT INTO tokens (hash, player, kind, object, revision, expires, made)"
           " VALUES (?, NULLIF(?, 0), ?, ?, ?, ?, ?)",
           made.hash, token->player, token->kind, token->object, token->revision, token->expires,
           token->made);
    made.id = db_last_id(db);
    return made;
}

gint64 token_personal(struct db *db, gint64 player)
{
    return db_number(
        db, "SELECT COALESCE(MAX(revision), 0) FROM tokens WHERE object = ? AND kind = :personal",
        player, TOKEN_PERSONAL);
}

void token_personal_set(struct db *db, gint64 player, gint64 number, const char *token_letters)
{
    unsigned char hash[SECRET_HASH_BYTES];
    hash_of(db, token_letters, hash);
    db_run(db, "DELETE FROM tokens WHERE object = ? AND kind = :personal", player, TOKEN_PERSONAL);
    db_run(db,
           "INSERT INTO tokens (hash, player, kind, object, revision, expires, made)"
           " VALUES (?, ?, :personal, ?, ?, ?, 0)",
           hash, player, TOKEN_PERSONAL, player, number, TOKEN_NEVER);
}

bool token_is_known(struct db *db, const char *letters)
{
    unsigned char hash[SECRET_HASH_BYTES];
    hash_of(db, letters, hash);
    return db_number(db, "SELECT count(*) FROM tokens WHERE hash = ?", hash) > 0;
}

#define TOKEN_BY                                                                                   \
    "SELECT id, player, kind, object, revision, " TOKEN_LAPSES                                     \
    " AS expires, made, hash, offer FROM tokens WHERE " TOKEN_LAPSES " > ? AND "

/* Reads the token from a row; false if there is none. */
static bool read_one(struct rows *rows, struct token *token)
{
    if (rows == NULL) {
        return false;
    }
    *token = (struct token){ .id = rows_int(rows, "id"),
                             .player = rows_int(rows, "player"),
                             .kind = (enum token_kind)rows_int(rows, "kind"),
                             .object = rows_int(rows, "object"),
                             .revision = rows_int(rows, "revision"),
                             .expires = rows_int(rows, "expires"),
                             .made = rows_int(rows, "made") };
    rows_hash(rows, "hash", token->hash);
    const char *offer = rows_text(rows, "offer");
    g_strlcpy(token->offer, offer != NULL ? offer : "", sizeof token->offer);
    return true;
}

bool token_find(struct db *db, const char *text, gint64 now, struct token *token)
{
    if (strlen(text) != TOKEN_LENGTH) {
        return false;
    }
    g_autofree char *lower = g_ascii_strdown(text, TOKEN_LENGTH);
    unsigned char hash[SECRET_HASH_BYTES];
    hash_of(db, lower, hash);
    return read_one(db_row(db, TOKEN_BY "hash = ?", now, hash), token);
}

bool token_by_id(struct db *db, gint64 id, gint64 now, struct token *token)
{
    return read_one(db_row(db, TOKEN_BY "id = ?", now, id), token);
}

void token_offers(struct db *db, gint64 id, const char *offer)
{
    if (strlen(offer) < TOKEN_OFFER_MOST) {
        db_run(db, "UPDATE tokens SET offer = ? WHERE id = ?", offer, id);
    }
}

bool token_is_newest(struct db *db, const struct token *token)
{
    return db_number(db,
                     "SELECT count(*) FROM tokens"
                     " WHERE object = ? AND kind IN (2, 3) AND +player = ? AND id > ?",
                     token->object, token->player, token->id) == 0;
}

bool token_of_board(struct db *db, const struct token *boards, gint64 board, struct token *token)
{
    return read_one(db_row(db,
                           TOKEN_BY "object = ? AND kind IN (2, 3) AND +player = ? AND id < ?"
                                    " ORDER BY id DESC LIMIT 1",
                           0, board, boards->player, boards->id),
                    token);
}

void token_void(struct db *db, gint64 id)
{
    db_run(db, "DELETE FROM tokens WHERE id = ?", id);
}

void tokens_renew(struct db *db)
{
    random_bytes(db->letter_key, sizeof(db->letter_key));
    db_run(db, "UPDATE instance SET letter_key = ?", db->letter_key);
    db_run(db, "DELETE FROM tokens");
}

void tokens_age(struct db *db, gint64 board, gint64 until)
{
    db_run(db,
           "UPDATE tokens SET expires = :until"
           " WHERE object = ? AND kind IN (2, 3) AND expires > :until",
           until, board);
}
