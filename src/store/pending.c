#include "store/pending.h"

#include "store/clocks.h"

void pending_free(struct pending *pending)
{
    if (pending != NULL) {
        g_free(pending->name);
        g_free(pending->address);
        g_free(pending->folded);
        g_free(pending->password);
        g_free(pending->command);
        g_free(pending->language);
        g_free(pending);
    }
}

gint64 pending_add(struct db *db, const struct pending *pending)
{
    g_autofree char *folded_name =
        pending->name != NULL ? g_ascii_strdown(pending->name, -1) : NULL;
    db_run(db,
           "INSERT INTO pending (kind, player, name, name_folded, address, folded, password,"
           " command, board, revision, made, expires, proven, password_length, language)"
           " VALUES (?, NULLIF(?, 0), ?, ?, ?, ?, ?, ?, NULLIF(?, 0), ?, ?, ?, ?, NULLIF(?, 0), ?)",
           pending->kind, pending->player, pending->name, folded_name, pending->address,
           pending->folded, pending->password, pending->command, pending->board, pending->revision,
           pending->made, pending->expires, pending->proven, (gint64)pending->password_length,
           pending->language);
    return db_last_id(db);
}

#define PENDING_LAPSES OUTAGES_LAPSE("made", "expires")

#define SELECT_PENDING                                                                             \
    "SELECT id, kind, player, name, address, folded, password, command, board, revision, "         \
    "made, " PENDING_LAPSES " AS expires, proven, password_length, language FROM pending"          \
    " WHERE "

static struct pending *only_pending(struct rows *rows)
{
    if (rows == NULL) {
        return NULL;
    }
    struct pending *pending = g_new(struct pending, 1);
    *pending = (struct pending){ .id = rows_int(rows, "id"),
                                 .kind = (enum pending_kind)rows_int(rows, "kind"),
                                 .player = rows_int(rows, "player"),
                                 .name = rows_dup(rows, "name"),
                                 .address = rows_dup(rows, "address"),
                                 .folded = rows_dup(rows, "folded"),
                                 .password = rows_dup(rows, "password"),
                                 .command = rows_dup(rows, "command"),
                                 .board = rows_int(rows, "board"),
                                 .revision = rows_int(rows, "revision"),
                                 .made = rows_int(rows, "made"),
                                 .expires = rows_int(rows, "expires"),
                                 .proven = rows_int(rows, "proven") != 0,
                                 .password_length = (size_t)rows_int(rows, "password_length"),
                                 .language = rows_dup(rows, "language") };
    return pending;
}

struct pending *pending_by_id(struct db *db, gint64 id)
{
    return only_pending(db_row(db, SELECT_PENDING "id = ?", id));
}

struct pending *pending_signup_by_name(struct db *db, const char *name, gint64 now)
{
    g_autofree char *folded = g_ascii_strdown(name, -1);
    return only_pending(db_row(
        db, SELECT_PENDING "name_folded = ? AND " PENDING_LAPSES " > ? ORDER BY id", folded, now));
}

void pending_wants(struct db *db, gint64 id, const char *language)
{
    db_run(db, "UPDATE pending SET language = ? WHERE id = ?", language, id);
}

char *pending_language(struct db *db, const char *folded)
{
    struct rows *rows = db_row(db,
                               "SELECT language FROM pending WHERE folded = ? AND language IS NOT"
                               " NULL ORDER BY id DESC LIMIT 1",
                               folded);
    return rows != NULL ? rows_dup(rows, "language") : NULL;
}

struct pending *pending_greeting(struct db *db, const char *folded, gint64 now)
{
    return only_pending(db_row(db,
                               SELECT_PENDING "folded = ? AND kind = :greeting AND " PENDING_LAPSES
                                              " > ? ORDER BY id DESC LIMIT 1",
                               folded, PENDING_GREETING, now));
}

int pending_held_in(struct db *db, gint64 player, bool proven, struct clock_span span)
{
    return (int)db_number(db,
                          "SELECT COUNT(*) FROM pending WHERE player = ? AND proven = ?"
                          " AND made BETWEEN ? AND ?",
                          player, proven, span.begin, span.end);
}

void pending_remove(struct db *db, gint64 id)
{
    db_run(db, "DELETE FROM pending WHERE id = ?", id);
}

void pending_remove_named(struct db *db, const char *name)
{
    struct rows *rows = db_query(db,
                                 "SELECT id, command FROM pending"
                                 " WHERE kind = :held AND command IS NOT NULL",
                                 PENDING_HELD);
    /* The first line is the command itself; it has the name as a word. */
    g_autofree char *pattern =
        g_strdup_printf("\\A(?:[^\\n]*[ \\t,:=])?%s(?:[ \\t,:=\\n]|\\z)", name);
    while (rows_next(rows)) {
        if (g_regex_match_simple(pattern, rows_text(rows, "command"),
                                 G_REGEX_CASELESS | G_REGEX_RAW, 0)) {
            pending_remove(db, rows_int(rows, "id"));
        }
    }
}
