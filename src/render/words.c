#include "render/words.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/config_file.h"
#include "base/error.h"
#include "base/files.h"
#include "base/plain.h"
#include "render/template.h"

enum {
    FILES_MAX = 2000,
    FILE_BYTES_MAX = 256 * 1024,
    FOLDERS_DEEP_MAX = 8,
    MOVE_TEXT_MAX = 256,
};

struct words {
    GHashTable *groups;  /* name -> GHashTable of key -> template */
    GHashTable *pages;   /* name -> template */
    struct words *whole; /* the words of the program, for what is not here; NULL: these are they */
    int files;
};

static GHashTable *new_table(void)
{
    return g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
}

void words_free(struct words *words)
{
    if (words != NULL) {
        g_hash_table_destroy(words->groups);
        g_hash_table_destroy(words->pages);
        words_free(words->whole);
        g_free(words);
    }
}

static bool fail(const char *path, const char *fault, GError **error)
{
    g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_USAGE, "%s: %s", path, fault);
    return false;
}

/* The same for what could not be read. A disk that fails now may not fail later. */
static bool fail_to_read(const char *path, GFileError fault, const char *words, GError **error)
{
    const bool later = fault == G_FILE_ERROR_IO || fault == G_FILE_ERROR_NOMEM ||
                       fault == G_FILE_ERROR_MFILE || fault == G_FILE_ERROR_NFILE ||
                       fault == G_FILE_ERROR_INTR || fault == G_FILE_ERROR_AGAIN;
    g_set_error(error, POSTMOVE_ERROR, later ? POSTMOVE_ERROR_LATER : POSTMOVE_ERROR_USAGE,
                "%s: %s", path, words);
    return false;
}

/* Keeps what a group of a key file says; `text` is the file. */
static bool load_group(struct words *words, const char *path, GKeyFile *file, const char *group,
                       const char *text, GError **error)
{
    g_autoptr(GError) fault = NULL;
    g_auto(GStrv) keys = g_key_file_get_keys(file, group, NULL, NULL);
    GHashTable *table = g_hash_table_lookup(words->groups, group);
    if (table == NULL) {
        table = new_table();
        g_hash_table_insert(words->groups, g_strdup(group), table);
    }
    for (char **key = keys; *key != NULL; key++) {
        g_autofree char *value = g_key_file_get_string(file, group, *key, &fault);
        if (value == NULL) {
            return fail(path, fault->message, error);
        }
        if (g_hash_table_contains(table, *key)) {
            g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_USAGE, "%s:%d: %s has words already",
                        path, config_file_line(text, group, *key), *key);
            return false;
        }
        if (!template_check(value, NULL, &fault)) {
            /* Its message begins with the line of the template, but a key's words, whatever they
             * hold, stand in one line of the file. */
            g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_USAGE, "%s:%d: %s:%s", path,
                        config_file_line(text, group, *key), *key, strchr(fault->message, ':') + 1);
            return false;
        }
        g_hash_table_insert(table, g_strdup(*key), g_steal_pointer(&value));
    }
    return true;
}

static bool load_words(struct words *words, const char *path, const char *text, GError **error)
{
    g_autoptr(GKeyFile) file = g_key_file_new();
    g_autoptr(GError) fault = NULL;
    if (!g_key_file_load_from_data(file, text, strlen(text), G_KEY_FILE_NONE, &fault)) {
        return fail(path, fault->message, error);
    }
    g_auto(GStrv) groups = g_key_file_get_groups(file, NULL);
    for (char **group = groups; *group != NULL; group++) {
        if (!load_group(words, path, file, *group, text, error)) {
            return false;
        }
    }
    return true;
}

static bool load_file(struct words *words, const char *path, const char *name, GError **error)
{
    bool is_page = g_str_has_suffix(name, ".txt");
    if (!is_page && !g_str_has_suffix(name, ".words")) {
        return true;
    }
    if (++words->files > FILES_MAX) {
        return fail(path, "too many files", error);
    }
    g_autofree char *text = NULL;
    gsize length = 0;
    g_autoptr(GError) fault = NULL;
    if (!plain_file_contents(path, &text, &length, &fault)) {
        return fail_to_read(path, (GFileError)fault->code, fault->message, error);
    }
    if (length > FILE_BYTES_MAX) {
        return fail(path, "larger than 256 KiB", error);
    }
    if (!g_utf8_validate(text, (gssize)length, NULL)) {
        return fail(path, "not UTF-8 text", error);
    }
    if (!is_page) {
        return load_words(words, path, text, error);
    }
    if (!template_check(text, NULL, &fault)) {
        g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_USAGE, "%s:%s", path, fault->message);
        return false;
    }
    char *page = g_strndup(name, strlen(name) - strlen(".txt"));
    g_hash_table_insert(words->pages, page, g_steal_pointer(&text));
    return true;
}

/* Loads the files in order of name, so that the first fault is always the same. `prefix` is the
 * folder's name below the templates, with a slash; or "". */
static bool load_folder(struct words *words, const char *folder, const char *prefix, int depth,
                        GError **error)
{
    if (depth > FOLDERS_DEEP_MAX) {
        return fail(folder, "too deep", error);
    }
    struct dirent **entries = NULL;
    const int count = scandir(folder, &entries, NULL, alphasort);
    bool done = count >= 0 ||
                fail_to_read(folder, g_file_error_from_errno(errno), g_strerror(errno), error);
    for (int i = 0; i < count; i++) {
        const char *name = entries[i]->d_name;
        g_autofree char *path = g_build_filename(folder, name, NULL);
        struct stat status;
        if (name[0] == '.') {
            /* a hidden file, or the folder itself */
        } else if (done && stat(path, &status) != 0) {
            done = fail_to_read(path, g_file_error_from_errno(errno), g_strerror(errno), error);
        } else if (done && S_ISDIR(status.st_mode)) {
            g_autofree char *below = g_strconcat(prefix, name, "/", NULL);
            done = load_folder(words, path, below, depth + 1, error);
        } else if (done) {
            g_autofree char *whole = g_strconcat(prefix, name, NULL);
            done = load_file(words, path, whole, error);
        }
        free(entries[i]);
    }
    free(entries);
    return done;
}

struct words *words_load_over(const char *folder, struct words *whole, GError **error)
{
    g_autoptr(Words) words = g_new0(struct words, 1);
    words->groups = g_hash_table_new_full(g_str_hash, g_str_equal, g_free,
                                          (GDestroyNotify)g_hash_table_destroy);
    words->pages = new_table();
    words->whole = whole;
    return load_folder(words, folder, "", 0, error) ? g_steal_pointer(&words) : NULL;
}

struct words *words_load(const char *folder, GError **error)
{
    return words_load_over(folder, NULL, error);
}

const char *words_get(const struct words *words, const char *group, const char *key)
{
    GHashTable *table = group != NULL ? g_hash_table_lookup(words->groups, group) : words->pages;
    const char *own = table != NULL ? g_hash_table_lookup(table, key) : NULL;
    return own != NULL || words->whole == NULL ? own : words_get(words->whole, group, key);
}

const char *words_page(const struct words *words, const char *name)
{
    return words_get(words, NULL, name);
}

const char *words_lessons(const struct words *words, const struct game *game)
{
    g_autofree char *name = g_strconcat("tutorial/", game->name, NULL);
    return words_page(words, name);
}

char **words_keys(const struct words *words, const char *group)
{
    GHashTable *keys = g_hash_table_lookup(words->groups, group);
    if (keys == NULL) {
        return g_new0(char *, 1);
    }
    guint count = 0;
    g_autofree const char **sorted = (const char **)g_hash_table_get_keys_as_array(keys, &count);
    qsort(sorted, count, sizeof *sorted, plain_compare);
    return g_strdupv((char **)sorted);
}

char *words_say(const struct words *words, const char *group, const char *key,
                struct values *values)
{
    g_autoptr(Values) owned = values;
    const char *source = words_get(words, group, key);
    if (source == NULL) {
        return g_strdup_printf("[%s.%s]", group, key);
    }
    g_autoptr(GError) fault = NULL;
    char *text = template_render(source, owned != NULL ? values_ref(owned) : NULL, &fault);
    if (text != NULL) {
        return text;
    }
    return words->whole != NULL ? words_say(words->whole, group, key, g_steal_pointer(&owned))
                                : g_strdup_printf("[%s.%s: %s]", group, key, fault->message);
}

char *words_list(const struct words *words, const GPtrArray *items, const char *joiner)
{
    struct values *values = values_new();
    GPtrArray *list = values_add_list(values, "items");
    for (guint i = 0; i < items->len; i++) {
        struct values *item = pairs("item", items->pdata[i], NULL);
        values_add_switch(item, "more", i + 2 < items->len);
        values_add_switch(item, "joined", i + 2 == items->len);
        g_ptr_array_add(list, item);
    }
    return words_say(words, "view", joiner, values);
}

/* ---- notes ---- */

char *words_seat(const struct words *words, const struct game *game, int seat)
{
    g_autofree char *own = g_strdup_printf("seat-%d", seat + 1);
    bool has_own = words_get(words, game->name, own) != NULL;
    struct values *values = values_new();
    values_add_number(values, "number", (gint64)seat + 1);
    return words_say(words, has_own ? game->name : "view", has_own ? own : "seat", values);
}

bool words_names_seats(const struct words *words, const struct game *game)
{
    return words_get(words, game->name, "seat-1") != NULL;
}

char *words_piece(const struct words *words, const struct game *game, const struct piece *piece)
{
    if (piece == NULL) {
        return g_strdup("");
    }
    g_autofree char *key = g_strconcat("piece-", piece->name, NULL);
    return words_say(words, game->name, key, NULL);
}

static void add_argument(struct values *values, int number, const struct words *words,
                         const struct game *game, const struct argument *argument,
                         const char *const *seat_names)
{
    static const char *const names[NOTE_ARGUMENTS] = { "1", "2", "3", "4", "5", "6" };
    static const char *const ones[NOTE_ARGUMENTS] = { "one-1", "one-2", "one-3",
                                                      "one-4", "one-5", "one-6" };
    const char *name = names[number];
    g_autofree char *text = NULL;
    switch (argument->kind) {
    case ARGUMENT_NUMBER:
        values_add_number(values, name, argument->value);
        values_add_switch(values, ones[number], argument->value == 1);
        return;
    case ARGUMENT_SEAT:
        text = seat_names != NULL ? g_strdup(seat_names[argument->value])
                                  : words_seat(words, game, argument->value);
        break;
    case ARGUMENT_CELL:
        text = g_strndup(argument->text, sizeof argument->text);
        break;
    case ARGUMENT_NONE:
        break;
    }
    values_add(values, name, text);
}

char *words_note(const struct words *words, const struct game *game, const struct note *note,
                 const struct position *position, const char *const *seat_names)
{
    struct values *values = values_new();
    for (int i = 0; i < NOTE_ARGUMENTS; i++) {
        add_argument(values, i, words, game, &note->argument[i], seat_names);
    }
    char move[MOVE_TEXT_MAX] = "";
    if (position != NULL && note->move.length > 0) {
        struct text text = text_in(move, sizeof move);
        game->print(position, &note->move, &text);
    }
    values_add(values, "move", move);
    const char *group = words_get(words, game->name, note->key) != NULL ? game->name : "match";
    return words_say(words, group, note->key, values);
}

char **words_cells(const char *note)
{
    g_autoptr(GStrvBuilder) cells = g_strv_builder_new();
    g_auto(GStrv) parts = g_strsplit(note, "  ", -1);
    for (char **part = parts; *part != NULL; part++) {
        if (*g_strstrip(*part) != '\0') {
            g_strv_builder_add(cells, *part);
        }
    }
    return g_strv_builder_end(cells);
}
