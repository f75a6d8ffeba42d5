#include "store/journal.h"

#include <string.h>

/* The act whose text is the old name of a player and the new one. */
static const char renaming[] = "player rename";

void journal_add(struct db *db, const char *user, const char *act, const char *text, gint64 now)
{
    db_run(db, "INSERT INTO journal (time, user, act, text) VALUES (?, ?, ?, ?)", "isss", now, user,
           act, text);
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
                                 "i", count > 0 ? count : -1);
    while (rows_next(rows)) {
        struct journal_entry *entry = g_new(struct journal_entry, 1);
        *entry = (struct journal_entry){ .time = rows_int(rows, 0),
                                         .user = rows_dup(rows, 1),
                                         .act = rows_dup(rows, 2),
                                         .text = rows_dup(rows, 3) };
        g_ptr_array_add(entries, entry);
    }
    return entries;
}

/* The text with every word `name` replaced; NULL if it has none. With `whole`
 * every word is, if the last one is. */
static char *replaced(const char *text, const char *name, const char *other, bool whole)
{
    g_auto(GStrv) words = g_strsplit(text, " ", -1);
    guint count = g_strv_length(words);
    bool last = count > 0 && g_ascii_strcasecmp(words[count - 1], name) == 0, found = false;
    for (guint i = 0; i < count; i++) {
        if (g_ascii_strcasecmp(words[i], name) == 0 || (whole && last)) {
            g_free(words[i]);
            words[i] = g_strdup(other);
            found = true;
        }
    }
    return found ? g_strjoinv(" ", words) : NULL;
}

void journal_rename(struct db *db, const char *name, const char *other, bool forgotten)
{
    struct rows *rows = db_query(
        db, "SELECT id, act, text FROM journal WHERE instr(lower(text), lower(?)) > 0", "s", name);
    while (rows_next(rows)) {
        bool former = forgotten && strcmp(rows_text(rows, 1), renaming) == 0;
        g_autofree char *text = replaced(rows_text(rows, 2), name, other, former);
        if (text != NULL) {
            db_run(db, "UPDATE journal SET text = ? WHERE id = ?", "si", text, rows_int(rows, 0));
        }
    }
}
