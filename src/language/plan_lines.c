#include "language/plan_lines.h"

#include <string.h>

#include "base/plain.h"
#include "language/line.h"

static void plan_line_free(struct plan_line *line)
{
    g_strfreev(line->turns);
    g_free(line->answer);
    g_free(line);
}

void plan_lines_clear(struct plan_lines *plan)
{
    g_clear_pointer(&plan->lines, g_ptr_array_unref);
}

/* ---- words ---- */

static const char *const key_words[] = { "if", "then", "or", "else", "stop", "resign", NULL };

/* The key words and turns of a text in lower case ("when" as "if"), NULL at the end: the parts of a
 * turn are joined
 * ("a1-a2, b3h", "a1 - a2", "a1-a2 !"), and signs between words are left out. Free with
 * g_strfreev. */
static char **words_of(const char *text)
{
    static const char parts[] = "\\s*([,-])\\s*(?=[a-z]\\d)|\\s+(?=!)";
    static const char between[] = "[;,.:]*+\\s[\\s;,.:]*+|[;,.:]++$|;";
    g_autofree char *lower = g_ascii_strdown(text, -1);
    g_autofree char *joined = g_regex_replace(pattern_of(parts), lower, -1, 0, "\\1", 0, NULL);
    g_autofree char *parted = g_regex_replace(pattern_of(between), joined, -1, 0, " ", 0, NULL);
    char **words = g_strsplit(g_strstrip(parted), " ", -1);
    for (char **word = words; *word != NULL; word++) {
        if (g_str_equal(*word, "when")) {
            g_free(*word);
            *word = g_strdup("if");
        }
    }
    return words;
}

/* True for cells with `,` and what joins squares between them, and perhaps a `!` at the end. */
static bool is_turn(const char *word)
{
    return pattern_fits(word, "^[a-z0-9]+(?:[-,:>=][a-z0-9]+)*!?\\z") &&
           names_cells(word_over(word)) > 0;
}

bool plan_goes_on(const char *text)
{
    g_auto(GStrv) words = words_of(text);
    bool all = *words != NULL;
    for (char **word = words; *word != NULL; word++) {
        all &= is_turn(*word) || g_strv_contains(key_words, *word) || g_str_equal(*word, PLAN_ANY);
    }
    return all;
}

/* ---- lines ---- */

/* A text while it is read. */
struct reader {
    char **at; /* the next word */
    struct plan_lines *plan;
    const char *fault; /* the key of a refusal; NULL: none so far */
};

/* Passes the next word if it is that one. */
static bool take(struct reader *reader, const char *word)
{
    const bool is = g_strcmp0(*reader->at, word) == 0;
    reader->at += is ? 1 : 0;
    return is;
}

/* Returns false. */
static bool fail(struct reader *reader, const char *key)
{
    reader->fault = reader->fault != NULL ? reader->fault : key;
    return false;
}

/* Takes a turn, and each behind an `or`: makes of each text in *begun, turns with a blank before
 * each, one with each of them behind it. */
static bool take_turn(struct reader *reader, GPtrArray **begun)
{
    g_autoptr(GPtrArray) before = *begun;
    *begun = g_ptr_array_new_with_free_func(g_free);
    do {
        const char *word = *reader->at != NULL ? *reader->at++ : "";
        const bool passes = g_str_equal(word, "pass");
        if (!passes && !g_str_equal(word, PLAN_ANY) && !is_turn(word)) {
            return fail(reader, "plan-form");
        }
        for (guint i = 0; i < before->len; i++) {
            const char *text = before->pdata[i];
            const int length = (int)strcspn(word, "!");
            g_ptr_array_add(*begun, passes ? g_strdup(text)
                                           : g_strdup_printf("%s %.*s", text, length, word));
        }
    } while ((*begun)->len <= PLAN_LINES_MAX && take(reader, "or"));
    return true;
}

/* Adds the line of the turns in `text` with an answer. */
static void add_line(struct reader *reader, const char *text, const char *answer)
{
    struct plan_line *line = g_new0(struct plan_line, 1);
    g_ptr_array_add(reader->plan->lines, line);
    line->turns = g_strsplit(text + strspn(text, " "), " ", -1);
    line->answer = g_strdup(answer);
    const guint turns = g_strv_length(line->turns);
    if (turns == 0) {
        fail(reader, "plan-form");
    } else if (turns > PLAN_TURNS_MAX || reader->plan->lines->len > PLAN_LINES_MAX) {
        fail(reader, "plan-long");
    }
}

/* Reads what stands behind `if`. */
static void take_line(struct reader *reader)
{
    g_autoptr(GPtrArray) begun = g_ptr_array_new_with_free_func(g_free);
    g_ptr_array_add(begun, g_strdup(""));
    while (!take(reader, "then")) {
        if (*reader->at == NULL || g_str_equal(*reader->at, "if")) {
            fail(reader, "plan-no-then");
            return;
        }
        if (!take_turn(reader, &begun)) {
            return;
        }
    }
    const char *answer = *reader->at;
    if (answer == NULL || !is_turn(answer)) {
        fail(reader, answer == NULL ? "plan-no-then" : "plan-form");
        return;
    }
    reader->at++;
    for (guint i = 0; i < begun->len && reader->fault == NULL; i++) {
        add_line(reader, begun->pdata[i], answer);
    }
}

const char *plan_lines_read(const char *text, struct plan_lines *plan)
{
    *plan = (struct plan_lines){ g_ptr_array_new_with_free_func((GDestroyNotify)plan_line_free),
                                 false };
    g_auto(GStrv) words = words_of(text);
    struct reader reader = { .at = words, .plan = plan };
    while (reader.fault == NULL && take(&reader, "if")) {
        take_line(&reader);
    }
    if (reader.fault == NULL && take(&reader, "else")) {
        plan->resigns = take(&reader, "resign");
        if (!plan->resigns && !take(&reader, "stop")) {
            fail(&reader, "plan-form");
        }
    }
    if (plan->lines->len == 0 || *reader.at != NULL) {
        fail(&reader, "plan-form");
    }
    return reader.fault;
}

char *plan_line_text(const struct plan_line *line)
{
    g_autofree char *turns = g_strjoinv(" ", line->turns);
    return g_strdup_printf("if %s then %s", turns, line->answer);
}

char *plan_lines_text(const struct plan_lines *plan)
{
    GString *text = g_string_new(NULL);
    for (guint i = 0; i < plan->lines->len; i++) {
        g_autofree char *line = plan_line_text(plan->lines->pdata[i]);
        g_string_append_printf(text, "%s%s", i > 0 ? "; " : "", line);
    }
    if (plan->resigns) {
        g_string_append_printf(text, "; %s %s", "else", "resign");
    }
    return g_string_free(text, FALSE);
}
