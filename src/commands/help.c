#include "commands/help.h"

#include <string.h>

#include "language/line.h"
#include "language/settings.h"
#include "match/options.h"
#include "play/match_settings.h"

enum {
    GAME_LEAST = 3, /* characters a shortened name must have */
    PAGE_LEAST = 4,
};

/* ---- commands ---- */

/* The dash keeps a form from being read as a command when it is sent back to us. */
static void append_row(GString *text, const struct words *words, const struct command_row *row)
{
    /* What only a reply can hold has short forms alone. */
    const char *const *form = row->forms[0] != NULL ? row->forms : row->short_forms;
    for (; *form != NULL; form++) {
        g_string_append_printf(text, "  - %s\n", *form);
    }
    g_string_append_printf(text, "      %s\n", words_get(words, "help", row->name));
    for (const struct setting *at = settings; row->id == COMMAND_SET && at->key != NULL; at++) {
        g_autofree char *key = g_strconcat("set-", at->key, NULL), *set = setting_form(at);
        g_string_append_printf(text, "      - %s: %s\n", set, words_get(words, "help", key));
    }
}

char *help_game_titles(const struct words *words)
{
    g_autoptr(GPtrArray) titles = g_ptr_array_new();
    for (const struct game *const *game = registry_games; *game != NULL; game++) {
        g_ptr_array_add(titles, (char *)words_get(words, (*game)->name, "title"));
    }
    return words_list(words, titles, "and");
}

const char *help_game_example(void)
{
    const struct game *const *last = registry_games;
    while (last[1] != NULL) {
        last++;
    }
    return (*last)->name;
}

/* ---- games ---- */

/* Options of every game. Their words are in group `match`. */
static const char *const common_options[] = { "players", "repetition", "maxply" };

static void append_title(GString *text, const struct words *words, const struct game *game)
{
    g_string_append_printf(text, "%s (%s)\n", words_get(words, game->name, "title"), game->name);
}

static void append_common_options(GString *text, const struct words *words)
{
    for (size_t i = 0; i < G_N_ELEMENTS(common_options); i++) {
        g_autofree char *key = g_strconcat("option-", common_options[i], NULL);
        g_string_append_printf(text, "  %s\n", words_get(words, "match", key));
    }
}

char *help_options(const struct words *words, const struct game *game)
{
    g_autoptr(GString) text = g_string_new(NULL);
    if (game != NULL) {
        append_title(text, words, game);
        for (const struct option *option = game->options; option->name != NULL; option++) {
            g_autofree char *key = g_strconcat("option-", option->name, NULL);
            g_string_append_printf(text, "  %s\n", words_get(words, game->name, key));
        }
        append_common_options(text, words);
        return g_string_free(g_steal_pointer(&text), FALSE);
    }
    /* Only the names: what they all mean fills many pages. */
    for (const struct game *const *each = registry_games; *each != NULL; each++) {
        const struct option *first = (*each)->options;
        append_title(text, words, *each);
        for (const struct option *option = first; option->name != NULL; option++) {
            g_string_append_printf(text, "%s-%s", option == first ? "  " : ", ", option->name);
        }
        g_string_append_c(text, '\n');
    }
    g_string_append_printf(text, "%s\n", words_get(words, "match", "options-common"));
    append_common_options(text, words);
    g_string_append_printf(text, "\n%s\n", words_get(words, "match", "options-more"));
    return g_string_free(g_steal_pointer(&text), FALSE);
}

/* ---- topics ---- */

static bool shortened(const char *topic, const char *whole, size_t least)
{
    size_t length = strlen(topic);
    return g_str_equal(topic, whole) ||
           (length >= least && g_ascii_strncasecmp(topic, whole, length) == 0);
}

/* A page of help/, with the lists that belong to it; NULL if there is no such page. */
static char *page_topic(const struct words *words, const char *page)
{
    g_autofree char *name = g_strconcat("help/", page, NULL);
    const char *written = words_page(words, name);
    g_autoptr(GString) text = g_string_new(written);
    if (g_str_equal(page, "commands")) {
        for (const struct command_row *row = grammar; row->id != COMMAND_NONE; row++) {
            if (!row->hidden) {
                g_string_append_c(text, '\n');
                append_row(text, words, row);
            }
        }
    } else if (g_str_equal(page, "options")) {
        g_autofree char *options = help_options(words, NULL);
        g_string_append_c(text, '\n');
        for (const char *const *at = match_settings_names; *at != NULL; at++) {
            g_autofree char *key = g_strconcat("term-", *at, NULL);
            g_auto(GStrv) parts = g_strsplit(words_get(words, "help", key), ": ", 2);
            g_string_append_printf(text, "  %s\n      %s\n", parts[0], parts[1]);
        }
        g_string_append_printf(text, "\n%s\n%s", words_get(words, "help", "terms-games"), options);
    }
    return written != NULL ? g_string_free(g_steal_pointer(&text), FALSE) : NULL;
}

char *help_topic(const struct words *words, const char *topic)
{
    g_autofree char *lower = g_ascii_strdown(topic, -1);
    const struct command_row *row = names_command(word_over(lower));
    if (row != NULL && row->id == COMMAND_HELP) {
        return page_topic(words, row->name);
    }
    if (row != NULL && !row->hidden) {
        g_autoptr(GString) text = g_string_new(NULL);
        append_row(text, words, row);
        /* A command that needs more than a line has a page of the same name. */
        g_autofree char *more = page_topic(words, row->name);
        g_string_append_printf(text, "%s%s", more != NULL ? "\n" : "", more != NULL ? more : "");
        return g_string_free(g_steal_pointer(&text), FALSE);
    }
    for (const struct game *const *game = registry_games; *game != NULL; game++) {
        if (shortened(lower, (*game)->name, GAME_LEAST)) {
            g_autofree char *page = page_topic(words, (*game)->name);
            g_autofree char *options = help_options(words, *game);
            return g_strconcat(page != NULL ? page : "", "\n", options, NULL);
        }
    }
    if (g_str_equal(lower, BOT_HOUSE)) {
        return page_topic(words, "programs");
    }
    for (const char *const *page = grammar_topics; *page != NULL; page++) {
        if (shortened(lower, *page, PAGE_LEAST)) {
            return page_topic(words, *page);
        }
    }
    return NULL;
}
