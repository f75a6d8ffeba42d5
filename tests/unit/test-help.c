/*
 * Help, the manual and the parser are made of one table: each command is told of in all of
 * them, each page can be found from the first one, and nothing that it names is missing.
 */
#include <string.h>

#include "commands/help.h"
#include "language/line.h"
#include "language/plan_lines.h"
#include "language/settings.h"
#include "letters/queued.h"
#include "match/options.h"
#include "render/template.h"
#include "tests/unit/folder.h"
#include "tests/unit/games.h"

enum { COLUMNS = 72 };

static struct words *words;

static bool is_shown(const struct command_row *row)
{
    return row->id != COMMAND_NONE && !row->hidden;
}

static const char *const *forms_of(const struct command_row *row)
{
    return row->forms[0] != NULL ? row->forms : row->short_forms;
}

/* The help for a topic, in words; NULL: there is none. Free with g_free. */
static char *help_on(const char *topic)
{
    return words_said(words, help_topic(words, topic));
}

/* Fails unless the text has the line. */
static void has_line(const char *text, const char *line, const char *where)
{
    g_autofree char *whole = g_strdup_printf("\n%s\n", line);
    g_autofree char *framed = g_strdup_printf("\n%s\n", text);
    if (strstr(framed, whole) == NULL) {
        g_error("%s does not have \"%s\"", where, line);
    }
}

static void test_commands(void)
{
    g_autofree char *all = help_on("commands");
    for (const struct command_row *row = grammar; row->id != COMMAND_NONE; row++) {
        for (const char *const *form = forms_of(row); is_shown(row) && *form != NULL; form++) {
            g_autofree char *line = g_strconcat("  - ", *form, NULL);
            has_line(all, line, "help commands");
        }
    }
}

/* Alone, too; and the row of its name is the one that the parser takes. */
static void test_each_command(void)
{
    for (const struct command_row *row = grammar; row->id != COMMAND_NONE; row++) {
        if (!is_shown(row) || row->id == COMMAND_HELP) {
            continue;
        }
        g_autofree char *one = help_on(row->name);
        g_assert_nonnull(one);
        g_assert_true(names_command(word_over(row->name)) == row);
        for (const char *const *form = forms_of(row); *form != NULL; form++) {
            g_autofree char *line = g_strconcat("  - ", *form, NULL);
            has_line(one, line, row->name);
        }
        g_assert_nonnull(strstr(one, words_get(words, "help", row->name)));
    }
}

static void test_manual(void)
{
    g_autofree char *page = folder_get("man", "postmove-mail.7");
    g_assert_nonnull(page);
    for (const struct command_row *row = grammar; row->id != COMMAND_NONE; row++) {
        for (const char *const *form = forms_of(row); *form != NULL; form++) {
            g_autofree char *line = g_strdup_printf(".It Li \"%s\"", *form);
            g_assert_true(!is_shown(row) || strstr(page, line) != NULL);
        }
    }
    for (const struct setting *row = settings; row->key != NULL; row++) {
        g_autofree char *form = setting_form(row);
        g_assert_nonnull(strstr(page, form));
    }
}

/* A row for each topic and game, whose button asks for a page that is there. */
static void test_index(void)
{
    g_autoptr(GPtrArray) rows = help_rows();
    for (guint i = 0; i < rows->len; i++) {
        const struct block *row = rows->pdata[i];
        g_autofree char *said = words_of(words, NULL, row->words);
        g_strchug(said);
        const char *gap = strstr(said, "  ");
        g_assert_nonnull(gap);
        g_autofree char *topic = g_strndup(said, (gsize)(gap - said));
        g_autofree char *line = g_strconcat("help ", topic, NULL);
        g_assert_cmpstr(row->aside->text, ==, line);
        g_autofree char *text = help_on(topic);
        g_assert_nonnull(text);
    }
    const guint games = g_strv_length((char **)registry_names());
    g_assert_cmpuint(rows->len, ==, games + g_strv_length((char **)grammar_topics));
}

static void test_pages(void)
{
    for (const char *const *topic = grammar_topics; *topic != NULL; topic++) {
        g_autofree char *name = g_strconcat("help/", *topic, NULL);
        const char *page = words_page(words, name);
        g_autofree char *filled = template_fill(page, COLUMNS);
        g_assert_cmpstr(filled, ==, page);
    }
    for (const struct game *const *game = registry_games; *game != NULL; game++) {
        g_autofree char *text = help_on((*game)->name);
        g_assert_nonnull(text);
    }
    g_autofree char *none = help_on("nonsense");
    g_assert_null(none);
}

/* The page of a game keeps to the columns. */
static void test_game(gconstpointer data)
{
    const struct game *game = data;
    g_autofree char *name = g_strconcat("help/", game->name, NULL);
    const char *page = words_page(words, name);
    if (page == NULL) { /* an example of the tests has none */
        return;
    }
    g_auto(GStrv) lines = g_strsplit(page, "\n", -1);
    for (char **line = lines; *line != NULL; line++) {
        if (g_utf8_strlen(*line, -1) > COLUMNS) {
            g_error("help/%s.txt: more than %d columns: %s", game->name, COLUMNS, *line);
        }
    }
}

/* A word in quotes on a page of help that begins with a command is one: no page tells of
 * a command that is not there, or of one in a form that is not its own. A plan is one of a reply.
 */
static void check_quoted(const char *page)
{
    g_autofree char *name = g_strconcat("help/", page, NULL);
    const char *text = words_page(words, name);
    g_autoptr(GMatchInfo) info = NULL;
    g_autoptr(GRegex) quoted = g_regex_new("\"([a-z]+ [^\"]+)\"", 0, 0, NULL);
    for (g_regex_match(quoted, text, 0, &info); g_match_info_matches(info);
         g_match_info_next(info, NULL)) {
        g_autofree char *line = g_match_info_fetch(info, 1);
        g_strdelimit(line, "\n", ' ');
        const struct grammar_context context = { .games = registry_names() };
        struct command_refusal refusal = { 0 };
        if (g_str_has_prefix(line, "if ")) {
            g_auto(PlanLines) plan;
            g_assert_cmpstr(plan_lines_read(line, &plan), ==, NULL);
            continue;
        }
        g_autoptr(Command) command = grammar_parse(&context, line, &refusal);
        if (command == NULL) {
            g_error("help %s: \"%s\" is refused: %s", page, line, refusal.key);
        }
        command_refusal_clear(&refusal);
    }
}

static void test_quoted(void)
{
    for (const char *const *topic = grammar_topics; *topic != NULL; topic++) {
        if (!g_str_equal(*topic, "commands") && !g_str_equal(*topic, "options")) {
            check_quoted(*topic);
        }
    }
}

/* All rows but hidden ones have their words. */
static void test_words(void)
{
    for (const struct command_row *row = grammar; row->id != COMMAND_NONE; row++) {
        g_test_message("%s: a line in templates/en/command.words, group help", row->name);
        g_assert_true(row->hidden == (words_get(words, "help", row->name) == NULL));
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_autoptr(GError) error = NULL;
    words = words_load("templates", &error);
    g_assert_no_error(error);
    g_test_add_func("/help/words", test_words);
    g_test_add_func("/help/commands", test_commands);
    g_test_add_func("/help/each-command", test_each_command);
    g_test_add_func("/help/manual", test_manual);
    g_test_add_func("/help/index", test_index);
    g_test_add_func("/help/pages", test_pages);
    g_test_add_func("/help/quoted", test_quoted);
    games_test_each("/help/of/%s", test_game);
    int failed = g_test_run();
    words_free(words);
    return failed;
}
