#include "store/journal.h"

#include <stdbool.h>
#include <string.h>

/* The act whose text is the old name of a player and the new one. */
static const char renaming[] = "player rename";

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

/* Where the text of an act has a player's name. */
static const struct place {
    const char *act;
    guint first, last;   /* the words that are names, from 0 */
    const char *if_word; /* the word before them has to be this; NULL: whatever it is */
} places[] = {
    { "player add", 0, 0, NULL },           { "player suspend", 0, 0, NULL },
    { "player resume", 0, 0, NULL },        { "player address", 0, 0, NULL },
    { "player password", 0, 0, NULL },      { "player forget", 0, 0, NULL },
    { "player rename", 1, 1, NULL }, /* the word before it is a name that was given up */
    { "match create", 2, G_MAXUINT, NULL }, { "match end", 2, 2, "win" },
    { "match set-clock", 1, 1, NULL },
};

/* Options stand among the names of a match, and a position may hold blanks: it is
 * the last of them. */
static guint end_of_names(char *const *words, guint first)
{
    guint end = first;
    while (words[end] != NULL && !g_str_has_prefix(words[end], "--from")) {
        end++;
    }
    return end;
}

/* Puts `other` where the words of an act have the name; false if they have it nowhere. */
static bool replace(const char *act, char **words, const char *name, const char *other)
{
    bool found = false;
    const guint count = g_strv_length(words);
    for (size_t i = 0; i < G_N_ELEMENTS(places); i++) {
        const struct place *place = &places[i];
        bool here =
            strcmp(place->act, act) == 0 && place->first < count &&
            (place->if_word == NULL || strcmp(words[place->first - 1], place->if_word) == 0);
        guint end = here ? end_of_names(words, place->first) : 0;
        for (guint at = place->first; at < end && at <= place->last; at++) {
            if (g_ascii_strcasecmp(words[at], name) == 0) {
                g_free(words[at]);
                words[at] = g_strdup(other);
                found = true;
            }
        }
    }
    return found;
}

void journal_rename(struct db *db, const char *name, const char *other, bool forgotten)
{
    struct rows *rows = db_query(
        db, "SELECT id, act, text FROM journal WHERE instr(lower(text), lower(?)) > 0", name);
    while (rows_next(rows)) {
        const char *act = rows_text(rows, "act");
        g_auto(GStrv) words = g_strsplit(rows_text(rows, "text"), " ", -1);
        if (!replace(act, words, name, other)) {
            continue;
        }
        if (forgotten && strcmp(act, renaming) == 0) {
            g_free(words[0]);
            words[0] = g_strdup(other);
        }
        g_autofree char *text = g_strjoinv(" ", words);
        db_run(db, "UPDATE journal SET text = ? WHERE id = ?", text, rows_int(rows, "id"));
    }
}
