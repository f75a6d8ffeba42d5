/* words: what translators need: which languages there are, and what is amiss with one. */
#include "render/words.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/config_file.h"
#include "base/files.h"
#include "base/plain.h"
#include "cli/workspace.h"
#include "language/line.h"
#include "render/lessons.h"
#include "render/plural.h"

enum { COLUMNS = 72, NAME_COLUMNS = 12, FOLDERS_DEEP_MAX = 8 };

static const char english[] = "en";

/* ---- the texts of a language, as its files have them ---- */

/* A key, or a page. */
struct entry {
    char *name; /* "GROUP KEY", or the page's file below the language's folder: "help/clocks.txt" */
    char *file; /* below the language's folder */
    char *path;
    int line; /* of the key; a page begins at 1 */
    char *words;
};

static void entry_free(gpointer data)
{
    struct entry *text = data;
    g_free(text->name);
    g_free(text->file);
    g_free(text->path);
    g_free(text->words);
    g_free(text);
}

static bool is_page(const struct entry *text)
{
    return strchr(text->name, ' ') == NULL;
}

/* Adds a text, unless the operator has another one of that name. Takes all but `file` and `path`.
 */
static void add_entry(GHashTable *texts, char *name, const char *file, const char *path, int line,
                      const char *words)
{
    const struct entry made = { name, g_strdup(file), g_strdup(path), line, (char *)words };
    struct entry *kept = g_memdup2(&made, sizeof made);
    if (g_hash_table_contains(texts, name)) {
        entry_free(kept);
    } else {
        g_hash_table_insert(texts, name, kept);
    }
}

static void gather_keys(GHashTable *texts, const char *file, const char *path, const char *source)
{
    g_autoptr(GKeyFile) keys = g_key_file_new();
    g_key_file_load_from_data(keys, source, strlen(source), G_KEY_FILE_NONE, NULL);
    g_auto(GStrv) groups = g_key_file_get_groups(keys, NULL);
    for (char **group = groups; *group != NULL; group++) {
        g_auto(GStrv) names = g_key_file_get_keys(keys, *group, NULL, NULL);
        for (char **name = names; *name != NULL; name++) {
            char *words = g_key_file_get_string(keys, *group, *name, NULL);
            add_entry(texts, g_strconcat(*group, " ", *name, NULL), file, path,
                      config_file_line(source, *group, *name),
                      words != NULL ? words : g_strdup(""));
        }
    }
}

/* Adds what stands in a folder; `below` is its name below the language's folder, with a slash; or
 * "". What cannot be read words_load_language tells. */
static void gather_folder(GHashTable *texts, const char *folder, const char *below, int depth)
{
    g_autoptr(GDir) entries = depth <= FOLDERS_DEEP_MAX ? g_dir_open(folder, 0, NULL) : NULL;
    for (const char *name; entries != NULL && (name = g_dir_read_name(entries)) != NULL;) {
        g_autofree char *path = g_build_filename(folder, name, NULL), *source = NULL;
        g_autofree char *file = g_strconcat(below, name, NULL);
        const bool page = g_str_has_suffix(name, ".txt");
        if (g_file_test(path, G_FILE_TEST_IS_DIR)) {
            g_autofree char *deeper = g_strconcat(file, "/", NULL);
            gather_folder(texts, path, deeper, depth + 1);
        } else if ((page || g_str_has_suffix(name, ".words")) && name[0] != '.' &&
                   plain_file_contents(path, &source, NULL, NULL) &&
                   g_utf8_validate(source, -1, NULL)) {
            if (page) {
                add_entry(texts, g_strdup(file), file, path, 1, g_steal_pointer(&source));
            } else {
                gather_keys(texts, file, path, source);
            }
        }
    }
}

/* All texts of a language by their names. Free with g_hash_table_unref. */
static GHashTable *texts_of(const struct words *words, const char *tag)
{
    GHashTable *texts = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, entry_free);
    for (; words != NULL; words = words_behind(words)) {
        g_autofree char *folder = g_build_filename(words_folder(words), tag, NULL);
        gather_folder(texts, folder, "", 0);
    }
    return texts;
}

static int in_order(gconstpointer one, gconstpointer other)
{
    const struct entry *a = *(struct entry *const *)one, *b = *(struct entry *const *)other;
    const int files = strcmp(a->path, b->path);
    return files != 0 ? files : (a->line > b->line) - (a->line < b->line);
}

/* Texts as they stand in the files. Free with g_ptr_array_unref. */
static GPtrArray *sorted(GHashTable *texts)
{
    GPtrArray *list = g_ptr_array_new();
    GHashTableIter iter;
    g_hash_table_iter_init(&iter, texts);
    for (gpointer text; g_hash_table_iter_next(&iter, NULL, &text);) {
        g_ptr_array_add(list, text);
    }
    g_ptr_array_sort(list, in_order);
    return list;
}

/* ---- checking them ---- */

/* A language at work, and what was found. */
struct check {
    GHashTable *english, *own;
    GPtrArray *findings; /* lines */
};

/* Adds a finding, once; line 0: none is known. */
static void tell(struct check *check, const char *path, int line, const char *format, ...)
    G_GNUC_PRINTF(4, 5);
static void tell(struct check *check, const char *path, int line, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *what = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    char *finding = line > 0 ? g_strdup_printf("%s:%d: %s", path, line, what)
                             : g_strdup_printf("%s: %s", path, what);
    if (g_ptr_array_find_with_equal_func(check->findings, finding, g_str_equal, NULL)) {
        g_free(finding);
    } else {
        g_ptr_array_add(check->findings, finding);
    }
}

/* What an English text has the name of, or, for KEY.FORM, of the key; NULL: nothing. */
static const struct entry *original(const struct check *check, const struct entry *text)
{
    const struct entry *found = g_hash_table_lookup(check->english, text->name);
    const char *dot = is_page(text) ? NULL : strrchr(text->name, '.');
    if (found == NULL && dot != NULL) {
        g_autofree char *key = g_strndup(text->name, (gsize)(dot - text->name));
        found = g_hash_table_lookup(check->english, key);
    }
    return found;
}

/* The file "language.words" has keys that English does not need. */
static bool is_of_language(const char *name)
{
    return g_str_equal(name, "language marker") ||
           (g_str_has_prefix(name, "plural ") &&
            g_strv_contains(plural_categories, name + strlen("plural ")));
}

/* The line of a page's text at `at`; that of its key for other texts. */
static int line_at(const struct entry *text, const char *at)
{
    int line = text->line;
    for (const char *c = text->words; is_page(text) && c < at; c++) {
        line += *c == '\n';
    }
    return line;
}

/* The places of a text: those that English has not get no value. `from`: the English text, or NULL.
 */
static void check_places(struct check *check, const struct entry *text, const struct entry *from)
{
    g_autoptr(GHashTable) known = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autoptr(GMatchInfo) match = NULL;
    if (from != NULL) {
        template_check(from->words, known, NULL);
    }
    g_regex_match(pattern_kept("\\{\\{([#^]?)\\s*([\\w-]+)(?:\\.(\\w+))?\\s*\\}\\}", 0),
                  text->words, 0, &match);
    for (; g_match_info_matches(match); g_match_info_next(match, NULL)) {
        g_autofree char *sign = g_match_info_fetch(match, 1), *name = g_match_info_fetch(match, 2),
                        *form = g_match_info_fetch(match, 3);
        g_autofree char *rule = g_strconcat("plural ", form, NULL);
        int at = 0;
        g_match_info_fetch_pos(match, 0, &at, NULL);
        const int line = line_at(text, text->words + at);
        if (from != NULL && !g_hash_table_contains(known, name)) {
            tell(check, text->path, line, "%s: the English words have no {{%s}}", text->name, name);
        }
        if (*sign != '\0' && form != NULL && *form != '\0' && !g_str_equal(form, "other") &&
            !g_hash_table_contains(check->own, rule)) {
            tell(check, text->path, line, "%s: language.words has no rule for the plural \"%s\"",
                 text->name, form);
        }
    }
}

static void check_widths(struct check *check, const struct entry *text)
{
    g_auto(GStrv) lines = g_strsplit(text->words, "\n", -1);
    for (int i = 0; lines[i] != NULL; i++) {
        const size_t columns = grapheme_columns(lines[i]);
        const bool key = g_str_has_prefix(text->name, "tutorial/") &&
                         g_regex_match(pattern_kept("^[a-z]+: ", 0), lines[i], 0, NULL);
        if (columns > COLUMNS && !key) {
            tell(check, text->path, i + 1, "%zu columns wide; %d is the most", columns, COLUMNS);
        }
    }
}

static int count_of(const char *words, const char *pattern)
{
    g_autoptr(GMatchInfo) match = NULL;
    int count = 0;
    for (g_regex_match(pattern_kept(pattern, G_REGEX_MULTILINE), words, 0, &match);
         g_match_info_matches(match); g_match_info_next(match, NULL)) {
        count++;
    }
    return count;
}

static void check_parts(struct check *check, const struct entry *text, const struct entry *from)
{
    static const struct {
        const char *name, *pattern;
    } kinds[] = { { "paragraphs", "(?:\\A|^\\n+)(?=.)" }, { "items", "^ *- " } };
    for (size_t i = 0; i < G_N_ELEMENTS(kinds); i++) {
        const int own = count_of(text->words, kinds[i].pattern),
                  theirs = count_of(from->words, kinds[i].pattern);
        if (own != theirs) {
            tell(check, text->path, 0, "%d %s, where the English page has %d", own, kinds[i].name,
                 theirs);
        }
    }
}

static bool same_task(const struct lesson *one, const struct lesson *other)
{
    return g_str_equal(one->options, other->options) &&
           g_strcmp0(one->position, other->position) == 0 && one->comment == other->comment &&
           g_strv_equal((const char *const *)one->answers, (const char *const *)other->answers);
}

static void check_lessons(struct check *check, const struct entry *text, const struct entry *from)
{
    const char *fault = NULL, *none = NULL;
    g_autoptr(GPtrArray) lessons = lessons_read(text->words, &fault),
                         theirs = lessons_read(from->words, &none);
    if (lessons == NULL) {
        tell(check, text->path, 0, "no lessons can be read from it: %s (render/lessons.h)", fault);
        return;
    }
    if (theirs == NULL || lessons->len != theirs->len) {
        tell(check, text->path, 0, "%u lessons, where the English page has %u", lessons->len,
             theirs != NULL ? theirs->len : 0);
        return;
    }
    const char *at = text->words;
    for (guint i = 0; i < lessons->len; i++) {
        at = i == 0 ? at : strstr(at, "\n# ") + 1;
        if (!same_task(lessons->pdata[i], theirs->pdata[i])) {
            tell(check, text->path, line_at(text, at),
                 "its options, position, answers or comment are not those of the English lesson");
        }
    }
}

static void check_text(struct check *check, const struct entry *text)
{
    const struct entry *from = original(check, text);
    g_autoptr(GError) fault = NULL;
    if (from == NULL && !is_of_language(text->name)) {
        tell(check, text->path, text->line, "%s: English has no such %s", text->name,
             is_page(text) ? "page" : "key");
    }
    if (!template_check(text->words, NULL, &fault)) {
        if (is_page(text)) {
            tell(check, text->path, (int)g_ascii_strtoll(fault->message, NULL, 10), "%s",
                 strchr(fault->message, ':') + 2);
        } else {
            tell(check, text->path, text->line, "%s:%s", strchr(text->name, ' ') + 1,
                 strchr(fault->message, ':') + 1);
        }
        return;
    }
    check_places(check, text, from);
    if (from == NULL || !is_page(text)) {
        return;
    }
    const bool lessons = g_str_has_prefix(text->name, "tutorial/");
    (lessons ? check_lessons : check_parts)(check, text, from);
    if (lessons || g_str_has_prefix(text->name, "help/")) {
        check_widths(check, text);
    }
}

/* What English has and the language lacks. */
static void check_missing(struct check *check, const struct words *words, const char *tag)
{
    g_autoptr(GPtrArray) texts = sorted(check->english);
    for (guint i = 0; i < texts->len; i++) {
        const struct entry *text = texts->pdata[i];
        if (!g_hash_table_contains(check->own, text->name) && !is_of_language(text->name)) {
            const struct words *place = words;
            while (words_behind(place) != NULL) {
                place = words_behind(place);
            }
            g_autofree char *path = g_build_filename(words_folder(place), tag, text->file, NULL);
            tell(check, path, 0, is_page(text) ? "the page is missing" : "%s is missing",
                 text->name);
        }
    }
}

/* What is amiss with a language, as lines; *count is how many texts it has. Free with
 * g_ptr_array_unref. */
static GPtrArray *findings_of(const struct words *words, const char *tag, guint *count)
{
    g_autoptr(GHashTable) theirs = texts_of(words, english), own = texts_of(words, tag);
    struct check check = { theirs, own, g_ptr_array_new_with_free_func(g_free) };
    g_autoptr(GError) fault = NULL;
    g_autoptr(Words) loaded = words_load_language(words, tag, &fault);
    if (loaded == NULL) {
        g_ptr_array_add(check.findings, g_strdup(fault->message));
    }
    g_autoptr(GPtrArray) texts = sorted(own);
    for (guint i = 0; i < texts->len; i++) {
        check_text(&check, texts->pdata[i]);
    }
    check_missing(&check, words, tag);
    if (vocabulary_language(tag) == NULL) {
        tell(&check, "words.lexicon", 0, "no group [language %s], so nobody can set it", tag);
    }
    *count = texts->len;
    return check.findings;
}

/* ---- the parts of the subcommand ---- */

/* The words of the program, and those of the server, if there is one here: translators have none.
 * NULL with the error in `act`. Free with words_free. */
static struct words *words_here(struct act *act)
{
    const struct invocation invocation = { act->server->path };
    if (!g_file_test(act->server->path, G_FILE_TEST_EXISTS)) {
        return cli_words(NULL, &act->error);
    }
    g_autoptr(Config) config = cli_config(&invocation, &act->error);
    return config != NULL ? cli_words(config, &act->error) : NULL;
}

/* A number with its digits in groups of three. Free with g_free. */
static char *grouped(guint number)
{
    return number < 1000 ? g_strdup_printf("%u", number)
                         : g_strdup_printf("%u,%03u", number / 1000, number % 1000);
}

/* True if nothing is amiss with a language. */
static bool report(const struct words *words, const char *tag)
{
    guint count = 0;
    g_autoptr(GPtrArray) findings = findings_of(words, tag, &count);
    for (guint i = 0; i < findings->len; i++) {
        puts(findings->pdata[i]);
    }
    if (findings->len == 0) {
        g_autofree char *texts = grouped(count);
        printf("%s: %s texts, nothing to mend\n", tag, texts);
    }
    return findings->len == 0;
}

static bool check(struct act *act)
{
    g_autoptr(Words) words = words_here(act);
    g_auto(GStrv) tags = words != NULL ? words_languages(words) : g_new0(char *, 1);
    const char *only = act->words[0];
    bool good = words != NULL;
    if (good && only != NULL && !g_strv_contains((const char *const *)tags, only)) {
        return cli_refuse(&act->error, POSTMOVE_ERROR_NO,
                          "%s: no such language; `postmove words list` names them", only);
    }
    for (char **tag = tags; *tag != NULL; tag++) {
        if (only != NULL ? g_str_equal(*tag, only) : !g_str_equal(*tag, english)) {
            good &= report(words, *tag);
        }
    }
    return good;
}

static bool list(struct act *act)
{
    g_autoptr(Words) words = words_here(act);
    g_auto(GStrv) tags = words != NULL ? words_languages(words) : g_new0(char *, 1);
    g_autoptr(GHashTable) theirs = words != NULL ? texts_of(words, english) : NULL;
    for (char **tag = tags; *tag != NULL; tag++) {
        g_autoptr(GHashTable) own = texts_of(words, *tag);
        const struct entry *name = g_hash_table_lookup(own, "language name");
        guint all[2] = { 0 }, done[2] = { 0 }; /* of keys, and of pages */
        GHashTableIter iter;
        g_hash_table_iter_init(&iter, theirs);
        for (gpointer text; g_hash_table_iter_next(&iter, NULL, &text);) {
            const struct entry *from = text;
            all[is_page(from)] += !is_of_language(from->name);
            done[is_page(from)] +=
                !is_of_language(from->name) && g_hash_table_contains(own, from->name);
        }
        const char *called = name != NULL ? name->words : "";
        const int blanks = (int)(NAME_COLUMNS - MIN(grapheme_columns(called), NAME_COLUMNS));
        printf("%-8s  %s%*s  %u of %u keys, %u of %u pages\n", *tag, called, blanks, "", done[0],
               all[0], done[1], all[1]);
    }
    return words != NULL;
}

static const struct part parts[] = {
    { "check", 0, 1, "", .bare = true, .wordless = true, .run = check },
    { "list", 0, 0, "", .bare = true, .wordless = true, .run = list },
};

const struct parts cli_words_parts = { "words", parts, G_N_ELEMENTS(parts) };
