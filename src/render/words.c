#include "render/words.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/config_file.h"
#include "base/error.h"
#include "base/files.h"
#include "base/log.h"
#include "base/plain.h"
#include "render/plural.h"
#include "render/template.h"

enum {
    FILE_BYTES_MAX = 256 * 1024,
    FOLDERS_DEEP_MAX = 8,
};

struct words {
    GHashTable *groups;        /* name -> GHashTable of key -> template */
    GHashTable *pages;         /* name -> template */
    const struct words *whole; /* the words for what is not here; NULL: none */
    struct words *owned;       /* the same, if they go with these */
    char *folder;              /* they were loaded from */
    const char *tag;           /* of their language */
    GHashTable *languages;     /* tag -> struct words, those that were asked for */
    bool loaded;
};

/* A folder is a language if it holds this file, here or in the program's templates. */
static const char language_file[] = "language.words";
static const char english[] = "en";

static GHashTable *new_table(void)
{
    return g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
}

void words_free(struct words *words)
{
    if (words != NULL) {
        g_hash_table_destroy(words->languages);
        g_hash_table_destroy(words->groups);
        g_hash_table_destroy(words->pages);
        words_free(words->owned);
        g_free(words->folder);
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
        bool good = true;
        if (g_str_equal(group, "plural")) {
            plural_fits(value, 0, &good);
        }
        const bool there = g_hash_table_contains(table, *key);
        if (there || !good || !template_check(value, NULL, &fault)) {
            /* The message of template_check begins with the line of the template, but a key's
             * words, whatever they hold, stand in one line of the file. */
            g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_USAGE, "%s:%d: %s%s", path,
                        config_file_line(text, group, *key), *key,
                        there   ? " has words already"
                        : !good ? ": not a rule of plurals"
                                : strchr(fault->message, ':'));
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

static bool is_language(const struct words *words, const char *name)
{
    bool found = false;
    for (; words != NULL && !found; words = words->whole) {
        g_autofree char *mark = g_build_filename(words->folder, name, language_file, NULL);
        found = g_file_test(mark, G_FILE_TEST_EXISTS);
    }
    return found;
}

/* Loads the files in order of name, so that the first fault is always the same. `prefix` is the
 * folder's name below the templates, with a slash; or "". Languages are left out. */
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
        if (name[0] == '.' || (depth == 0 && is_language(words, name))) {
            /* hidden, the folder itself, or a language, which is loaded when it is asked for */
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

/* Words of a folder of templates, for which `whole` stand in (NULL: none); without those of its
 * languages. */
static struct words *new_words(const char *folder, const struct words *whole)
{
    struct words *words = g_new0(struct words, 1);
    words->groups = g_hash_table_new_full(g_str_hash, g_str_equal, g_free,
                                          (GDestroyNotify)g_hash_table_destroy);
    words->pages = new_table();
    words->whole = whole;
    words->folder = g_strdup(folder);
    words->tag = english;
    words->languages =
        g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)words_free);
    return words;
}

/* Loads a language of a folder of templates, if it is there. */
static bool load_language(struct words *words, const char *folder, const char *tag, GError **error)
{
    g_autofree char *path = g_build_filename(folder, tag, NULL);
    return !g_file_test(path, G_FILE_TEST_IS_DIR) || load_folder(words, path, "", 1, error);
}

struct words *words_later(const char *folder)
{
    return new_words(folder, NULL);
}

bool words_ready(struct words *words, GError **error)
{
    if (!words->loaded) {
        words->loaded = load_folder(words, words->folder, "", 0, error) &&
                        load_language(words, words->folder, english, error);
    }
    if (!words->loaded) {
        g_hash_table_remove_all(words->groups);
        g_hash_table_remove_all(words->pages);
    }
    return words->loaded;
}

struct words *words_load_over(const char *folder, struct words *whole, GError **error)
{
    g_autoptr(Words) words = new_words(folder, whole);
    words->owned = whole;
    return words_ready(words, error) ? g_steal_pointer(&words) : NULL;
}

struct words *words_load(const char *folder, GError **error)
{
    return words_load_over(folder, NULL, error);
}

struct words *words_load_language(const struct words *words, const char *tag, GError **error)
{
    /* The program's own stand in for those of the operator, and English for both. */
    struct words *own = NULL;
    for (const struct words *from = words; from != NULL; from = from->whole) {
        g_autoptr(Words) here = new_words(from->folder, words);
        here->tag = g_intern_string(tag);
        if (!load_language(here, from->folder, tag, error)) {
            words_free(own);
            return NULL;
        }
        if (own == NULL) {
            own = g_steal_pointer(&here);
        } else {
            own->whole = own->owned = g_steal_pointer(&here);
        }
    }
    return own;
}

const struct words *words_in(const struct words *words, const char *tag)
{
    if (tag == NULL || g_str_equal(tag, english) || !is_language(words, tag)) {
        return words;
    }
    const struct words *found = g_hash_table_lookup(words->languages, tag);
    if (found == NULL) {
        g_autoptr(GError) error = NULL;
        struct words *loaded = words_load_language(words, tag, &error);
        if (loaded == NULL) {
            log_line("letters in %s are written in English: %s", tag, error->message);
            loaded = new_words(words->folder, words);
        }
        g_hash_table_insert(words->languages, g_strdup(tag), loaded);
        found = loaded;
    }
    return found;
}

char **words_languages(const struct words *words)
{
    g_autoptr(GPtrArray) tags = g_ptr_array_new();
    for (const struct words *from = words; from != NULL; from = from->whole) {
        g_autoptr(GDir) folder = g_dir_open(from->folder, 0, NULL);
        for (const char *name; folder != NULL && (name = g_dir_read_name(folder)) != NULL;) {
            if (is_language(from, name) &&
                !g_ptr_array_find_with_equal_func(tags, name, g_str_equal, NULL)) {
                g_ptr_array_add(tags, g_strdup(name));
            }
        }
    }
    g_ptr_array_sort(tags, plain_compare);
    g_ptr_array_add(tags, NULL);
    return (char **)g_ptr_array_free(g_steal_pointer(&tags), FALSE);
}

const char *words_tag(const struct words *words)
{
    return words->tag;
}

const char *words_get_from(const struct words **words, const char *group, const char *key)
{
    const char *found = NULL;
    for (const struct words *from = *words; from != NULL && found == NULL; from = from->whole) {
        GHashTable *table = group != NULL ? g_hash_table_lookup(from->groups, group) : from->pages;
        found = table != NULL ? g_hash_table_lookup(table, key) : NULL;
        *words = found != NULL ? from : *words;
    }
    return found;
}

const char *words_get(const struct words *words, const char *group, const char *key)
{
    return words_get_from(&words, group, key);
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

const struct words *words_behind(const struct words *words)
{
    return words->whole;
}

/* Adds the texts of a table that are not there, with something before and behind their names. */
static void add_texts(GTree *texts, GHashTable *table, const char *before, const char *behind)
{
    GHashTableIter iter;
    gpointer key, text;
    g_hash_table_iter_init(&iter, table);
    while (g_hash_table_iter_next(&iter, &key, &text)) {
        g_autofree char *name = g_strconcat(before, key, behind, NULL);
        if (g_tree_lookup(texts, name) == NULL) {
            g_tree_insert(texts, g_steal_pointer(&name), text);
        }
    }
}

static int by_name(gconstpointer one, gconstpointer other, gpointer data)
{
    (void)data;
    return strcmp(one, other);
}

GTree *words_texts(const struct words *language)
{
    GTree *texts = g_tree_new_full(by_name, NULL, g_free, NULL);
    for (; language != NULL; language = language->owned) {
        GHashTableIter iter;
        gpointer group, keys;
        add_texts(texts, language->pages, "", ".txt");
        g_hash_table_iter_init(&iter, language->groups);
        while (g_hash_table_iter_next(&iter, &group, &keys)) {
            g_autofree char *before = g_strconcat(group, " ", NULL);
            add_texts(texts, keys, before, "");
        }
    }
    return texts;
}
