/* words: what translators need: which languages there are, and what is amiss with one. */
#include "render/words.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/plain.h"
#include "cli/workspace.h"
#include "language/line.h"
#include "render/lessons.h"

enum { COLUMNS = 72, NAME_COLUMNS = 12 };

static const char english[] = "en";

/* ---- a language beside English ---- */

struct check {
    const char *tag;
    struct words *english, *own; /* as they are loaded; NULL: they are faulty */
    GTree *theirs, *texts;       /* words_texts of both */
    bool told;                   /* something was found */
};

static void check_clear(struct check *check)
{
    g_clear_pointer(&check->theirs, g_tree_unref);
    g_clear_pointer(&check->texts, g_tree_unref);
    words_free(check->english);
    words_free(check->own);
}

typedef struct check Check;
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Check, check_clear)

/* Reads a language. False with the first fault of its words; then it has no texts. */
static bool check_begin(struct check *check, const struct words *words, const char *tag,
                        GError **error)
{
    *check = (struct check){ .tag = tag };
    check->english = words_load_language(words, english, NULL);
    check->own = words_load_language(words, tag, error);
    check->theirs = words_texts(check->english);
    check->texts = words_texts(check->own);
    g_tree_remove(check->theirs, "plural one"); /* each language has rules of its own */
    return check->own != NULL;
}

static bool is_page(const char *name)
{
    return strchr(name, ' ') == NULL;
}

/* Prints what is amiss with a text. */
static void tell(struct check *check, const char *name, const char *format, ...)
    G_GNUC_PRINTF(3, 4);
static void tell(struct check *check, const char *name, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *what = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    printf("%s: %s: %s\n", check->tag, name, what);
    check->told = true;
}

/* The places of a text: those that English has not get no value. */
static void check_places(struct check *check, const char *name, const char *text, const char *from)
{
    g_autoptr(GHashTable) known = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autoptr(GHashTable) used = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    template_check(from, known, NULL);
    template_check(text, used, NULL);
    GHashTableIter iter;
    g_hash_table_iter_init(&iter, used);
    for (gpointer place; g_hash_table_iter_next(&iter, &place, NULL);) {
        if (!g_hash_table_contains(known, place)) {
            tell(check, name, "the English words have no {{%s}}", (const char *)place);
        }
    }
}

static void check_plurals(struct check *check, const char *name, const char *text)
{
    g_autoptr(GMatchInfo) match = NULL;
    g_regex_match(pattern_kept("\\{\\{[#^]\\s*[\\w-]+\\.(?!other\\b)(\\w+)", 0), text, 0, &match);
    for (; g_match_info_matches(match); g_match_info_next(match, NULL)) {
        g_autofree char *form = g_match_info_fetch(match, 1);
        g_autofree char *rule = g_strconcat("plural ", form, NULL);
        if (g_tree_lookup(check->texts, rule) == NULL) {
            tell(check, name, "language.words has no rule for the plural \"%s\"", form);
        }
    }
}

static bool same_task(const struct lesson *one, const struct lesson *other)
{
    return g_str_equal(one->options, other->options) &&
           g_strcmp0(one->position, other->position) == 0 && one->comment == other->comment &&
           g_strv_equal((const char *const *)one->answers, (const char *const *)other->answers);
}

static void check_lessons(struct check *check, const char *name, const char *text, const char *from)
{
    const char *fault = NULL, *none = NULL;
    g_autoptr(GPtrArray) lessons = lessons_read(text, &fault), theirs = lessons_read(from, &none);
    if (lessons == NULL) {
        tell(check, name, "no lessons can be read from it: %s (render/lessons.h)", fault);
    } else if (theirs != NULL && lessons->len != theirs->len) {
        tell(check, name, "%u lessons, where the English page has %u", lessons->len, theirs->len);
    } else {
        for (guint i = 0; theirs != NULL && i < lessons->len; i++) {
            if (!same_task(lessons->pdata[i], theirs->pdata[i])) {
                tell(check, name,
                     "the options, position, answers or comment of lesson %u are not those of the "
                     "English one",
                     i + 1);
            }
        }
    }
}

/* Help and lessons are set by hand; the first words of a lesson's line may be for the program. */
static void check_widths(struct check *check, const char *name, const char *text)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (int i = 0; lines[i] != NULL; i++) {
        const size_t columns = grapheme_columns(lines[i]);
        const bool key = g_str_has_prefix(name, "tutorial/") &&
                         g_regex_match(pattern_kept("^[a-z]+: ", 0), lines[i], 0, NULL);
        if (columns > COLUMNS && !key) {
            tell(check, name, "line %d is %zu columns wide; %d is the most", i + 1, columns,
                 COLUMNS);
        }
    }
}

static guint paragraphs(const char *page)
{
    g_autofree char *text = g_strstrip(g_strdup(page));
    g_auto(GStrv) parts = g_regex_split_simple("\\n\\n+", text, 0, 0);
    return g_strv_length(parts);
}

static gboolean check_text(gpointer name, gpointer text, gpointer data)
{
    struct check *check = data;
    const char *from = g_tree_lookup(check->theirs, name), *dot = strrchr(name, '.');
    if (from == NULL && !is_page(name) && dot != NULL) { /* KEY.FORM has the places of KEY */
        g_autofree char *key = g_strndup(name, (gsize)(dot - (char *)name));
        from = g_tree_lookup(check->theirs, key);
    }
    check_plurals(check, name, text);
    if (g_str_has_prefix(name, "help/") || g_str_has_prefix(name, "tutorial/")) {
        check_widths(check, name, text);
    }
    if (from != NULL) {
        check_places(check, name, text, from);
    } else if (!g_str_equal(name, "language marker") && !g_str_has_prefix(name, "plural ")) {
        tell(check, name, "English has no such %s", is_page(name) ? "page" : "key");
    }
    if (from != NULL && g_str_has_prefix(name, "tutorial/")) {
        check_lessons(check, name, text, from);
    } else if (from != NULL && is_page(name) && paragraphs(text) != paragraphs(from)) {
        tell(check, name, "%u paragraphs, where the English page has %u", paragraphs(text),
             paragraphs(from));
    }
    return FALSE;
}

/* Counts what English has and the language lacks, and tells each, unless `told` is NULL. */
static guint count_missing(const struct check *check, bool *told)
{
    guint count = 0;
    for (GTreeNode *node = g_tree_node_first(check->theirs); node != NULL;
         node = g_tree_node_next(node)) {
        const char *name = g_tree_node_key(node);
        if (g_tree_lookup(check->texts, name) == NULL) {
            count++;
            if (told != NULL) {
                printf("%s: %s is missing\n", check->tag, name);
                *told = true;
            }
        }
    }
    return count;
}

/* ---- the parts of the subcommand ---- */

/* The words of the program, and those of the server, if there is one here: translators have none.
 * NULL with the error in `act`. Free with words_free. */
static struct words *words_here(struct act *act)
{
    if (!g_file_test(act->server->path, G_FILE_TEST_EXISTS)) {
        return cli_words(NULL, &act->error);
    }
    g_autoptr(Config) config = cli_config(act->server->path, &act->error);
    return config != NULL ? cli_words(config, &act->error) : NULL;
}

/* True if nothing is amiss with a language. */
static bool report(const struct words *words, const char *tag)
{
    g_autoptr(GError) fault = NULL;
    g_auto(Check) check = { 0 };
    if (!check_begin(&check, words, tag, &fault)) {
        puts(fault->message);
        return false;
    }
    g_tree_foreach(check.texts, check_text, &check);
    count_missing(&check, &check.told);
    if (vocabulary_language(tag) == NULL) {
        printf("words.lexicon: no group [language %s], so nobody can set it\n", tag);
    } else if (!check.told) {
        printf("%s: %d texts, nothing to mend\n", tag, g_tree_nnodes(check.texts));
    }
    return !check.told && vocabulary_language(tag) != NULL;
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
    for (char **tag = tags; *tag != NULL; tag++) {
        g_auto(Check) check = { 0 };
        check_begin(&check, words, *tag, NULL); /* a faulty one is written in English */
        const char *name = g_tree_lookup(check.texts, "language name");
        const char *called = name != NULL ? name : "";
        const int blanks = (int)(NAME_COLUMNS - MIN(grapheme_columns(called), NAME_COLUMNS));
        const guint all = (guint)g_tree_nnodes(check.theirs);
        printf("%-8s  %s%*s  %u of %u texts\n", *tag, called, blanks, "",
               all - count_missing(&check, NULL), all);
    }
    return words != NULL;
}

const struct part cli_languages[] = {
    { "check", 0, 1, "", .bare = true, .wordless = true, .run = check },
    { "list", 0, 0, "", .bare = true, .wordless = true, .run = list },
    { 0 },
};
