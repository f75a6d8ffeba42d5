#include "store/journal.h"

#include <stdbool.h>
#include <string.h>

void journal_add(struct db *db, const char *user, const char *act, const char *text, gint64 now)
{
    db_run(db, "INSERT INTO journal (time, user, act, text) VALUES (?, ?, ?, ?)", now, user, act,
           text);
}

static void entry_free(gpointer data)
{
    struct journal_entry *entry = data;
    g_free(entry->user);
    g_free(entry->act);
    g_free(entry->text);
    g_free(entry);
}

GPtrArray *journal_list(struct db *db, gint64 count)
{
    GPtrArray *entries = g_ptr_array_new_with_free_func(entry_free);
    struct rows *rows = db_query(db,
                                 "SELECT time, user, act, text FROM (SELECT * FROM journal"
                                 " ORDER BY id DESC LIMIT ?) ORDER BY id",
                                 count > 0 ? count : -1);
    while (rows_next(rows)) {
        struct journal_entry *entry = g_new(struct journal_entry, 1);
        *entry = (struct journal_entry){ .time = rows_int(rows, "time"),
                                         .user = rows_dup(rows, "user"),
                                         .act = rows_dup(rows, "act"),
                                         .text = rows_dup(rows, "text") };
        g_ptr_array_add(entries, entry);
    }
    return entries;
}

void journal_rename(struct db *db, const char *name, const char *other, bool forgotten)
{
    /* Where the text of an act has a player's name. A position may hold blanks: it is the last
     * option of a match. */
    static const char places[] =
        "^(?:player (?!rename )\\S+|player rename \\S+|match create \\S+ \\S+(?: (?!--from)\\S+)*?|"
        "match end \\S+ win|match set-clock \\S+) \\K%s(?= |\\z)";
    g_autofree char *pattern = g_strdup_printf(places, name);
    g_autoptr(GRegex) regex = g_regex_new(pattern, G_REGEX_CASELESS | G_REGEX_RAW, 0, NULL);
    struct rows *rows = db_query(db,
                                 "SELECT id, act, act || ' ' || text AS entry FROM journal"
                                 " WHERE instr(lower(text), lower(?)) > 0",
                                 name);
    while (rows_next(rows)) {
        const char *act = rows_text(rows, "act"), *entry = rows_text(rows, "entry");
        if (!g_regex_match(regex, entry, 0, NULL)) {
            continue;
        }
        g_autofree char *renamed = g_regex_replace_literal(regex, entry, -1, 0, other, 0, NULL);
        const bool both = forgotten && g_str_equal(act, "player rename");
        g_autofree char *text =
            both ? g_strjoin(" ", other, other, NULL) : g_strdup(renamed + strlen(act) + 1);
        db_run(db, "UPDATE journal SET text = ? WHERE id = ?", text, rows_int(rows, "id"));
    }
}
