#include "commands/help.h"

#include <string.h>

#include "language/line.h"
#include "letters/queued.h"
#include "play/match_settings.h"

enum {
    GAME_LEAST = 3, /* characters a shortened name must have */
    PAGE_LEAST = 4,
};

/* ---- lines ---- */

/* Adds a line; takes `words` (NULL: none). */
static void add_line(struct phrase *text, const char *margin, struct phrase *words)
{
    phrase_add(text, phrase_text(margin));
    phrase_add(text, words);
    phrase_add(text, phrase_text("\n"));
}

/* The words of a group whose key has a beginning: "option-" and "size". */
static struct phrase *words_for(const char *group, const char *beginning, const char *name)
{
    g_autofree char *key = g_strconcat(beginning, name, NULL);
    return phrase_key(group, g_intern_string(key), NULL);
}

/* ---- commands ---- */

/* The dash keeps a form from being read as a command when it is sent back to us. */
static void add_row(struct phrase *text, const struct command_row *row)
{
    /* What only a reply can hold has short forms alone. */
    const char *const *form = row->forms[0] != NULL ? row->forms : row->short_forms;
    for (; *form != NULL; form++) {
        add_line(text, "  - ", phrase_text(*form));
    }
    add_line(text, "      ", phrase_key("help", row->name, NULL));
    for (const struct setting *at = settings; row->id == COMMAND_SET && at->key != NULL; at++) {
        g_autofree char *set = setting_form(at);
        g_autofree char *margin = g_strconcat("      - ", set, ": ", NULL);
        add_line(text, margin, words_for("help", "set-", at->key));
    }
}

struct phrase *help_game_titles(void)
{
    struct phrase *titles = phrase_listed("and");
    for (const struct game *const *game = registry_games; *game != NULL; game++) {
        phrase_add(titles, phrase_title(*game));
    }
    return titles;
}

const char *help_game_example(void)
{
    const char *const *names = registry_names();
    return names[g_strv_length((char **)names) - 1];
}

/* ---- games ---- */

/* Options of every game. Their words are in group `match`. */
static const char *const common_options[] = { "players", "repetition", "maxply" };

static void add_title(struct phrase *text, const struct game *game)
{
    phrase_add(text, phrase_title(game));
    phrase_add(text, phrase_taken(g_strdup_printf(" (%s)\n", game->name)));
}

static void add_common_options(struct phrase *text)
{
    for (size_t i = 0; i < G_N_ELEMENTS(common_options); i++) {
        add_line(text, "  ", words_for("match", "option-", common_options[i]));
    }
}

/* Adds the names alone of the options of each game: what they all mean fills many pages. */
static void add_option_names(struct phrase *text)
{
    for (const struct game *const *game = registry_games; *game != NULL; game++) {
        g_autoptr(GString) names = g_string_new(NULL);
        for (const struct option *option = game_options(*game); option->name != NULL; option++) {
            g_string_append_printf(names, "%s-%s", names->len == 0 ? "  " : ", ", option->name);
        }
        if (names->len > 0) {
            add_title(text, *game);
            add_line(text, names->str, NULL);
        }
    }
}

struct phrase *help_options(const struct game *game)
{
    struct phrase *text = phrase_joined("");
    if (game != NULL) {
        add_title(text, game);
        for (const struct option *option = game_options(game); option->name != NULL; option++) {
            add_line(text, "  ", words_for(game->name, "option-", option->name));
        }
        add_common_options(text);
        return text;
    }
    add_option_names(text);
    add_line(text, "", phrase_key("match", "options-common", NULL));
    add_common_options(text);
    add_line(text, "", NULL);
    add_line(text, "", phrase_key("match", "options-more", NULL));
    return text;
}

/* ---- topics ---- */

static bool shortened(const char *topic, const char *whole, size_t least)
{
    size_t length = strlen(topic);
    return g_str_equal(topic, whole) ||
           (length >= least && g_ascii_strncasecmp(topic, whole, length) == 0);
}

/* A page of help/, with the lists that belong to it; NULL if there is no such page. */
static struct phrase *page_topic(const struct words *words, const char *page)
{
    g_autofree char *name = g_strconcat("help/", page, NULL);
    if (words_page(words, name) == NULL) {
        return NULL;
    }
    struct phrase *text = phrase_joined("");
    phrase_add(text, phrase_page(g_intern_string(name), NULL));
    if (g_str_equal(page, "commands")) {
        for (const struct command_row *row = grammar; row->id != COMMAND_NONE; row++) {
            if (!row->hidden) {
                add_line(text, "", NULL);
                add_row(text, row);
            }
        }
    } else if (g_str_equal(page, "options")) {
        add_line(text, "", NULL);
        for (const char *const *at = match_settings_names; *at != NULL; at++) {
            add_line(text, "  ", words_for("help", "term-", *at));
        }
        add_line(text, "", NULL);
        add_line(text, "", phrase_key("help", "terms-games", NULL));
        phrase_add(text, help_options(NULL));
    }
    return text;
}

/* Adds a row: the topic, and what its page is about. */
static void add_topic(GPtrArray *rows, const char *topic, struct phrase *about)
{
    g_autofree char *first = g_strconcat("  ", topic, NULL);
    block_row(rows, phrase_both(phrase_text(first), "  ", about),
              g_strconcat("help ", topic, NULL));
}

GPtrArray *help_rows(void)
{
    GPtrArray *rows = blocks_new();
    for (const char *const *page = grammar_topics; *page != NULL; page++) {
        add_topic(rows, *page, words_for("help", "topic-", *page));
    }
    for (const struct game *const *game = registry_games; *game != NULL; game++) {
        struct values *values = with_phrase(values_new(), "game", phrase_title(*game));
        add_topic(rows, (*game)->name, phrase_key("help", "topic-game", values));
    }
    return rows;
}

struct phrase *help_topic(const struct words *words, const char *topic)
{
    g_autofree char *lower = g_ascii_strdown(topic, -1);
    const struct command_row *row = names_command(word_over(lower));
    if (row != NULL && row->id == COMMAND_HELP) {
        return page_topic(words, row->name);
    }
    if (row != NULL && !row->hidden) {
        /* One that needs more than a line has a page of the same name. */
        struct phrase *text = phrase_joined("");
        add_row(text, row);
        return phrase_both(text, "\n", page_topic(words, row->name));
    }
    for (const struct game *const *game = registry_games; *game != NULL; game++) {
        if (shortened(lower, (*game)->name, GAME_LEAST)) {
            struct phrase *page = page_topic(words, (*game)->name);
            return phrase_both(page, "\n", help_options(*game));
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
