#include <string.h>

#include "language/names.h"
#include "language/settings.h"
#include "language/walk.h"

/* ---- values ---- */

/* A name, `=` and a value, in one word or with blanks around the sign, of which it then
 * takes `*count` words from the one here. Free with g_free. */
static char *assignment_here(const struct walk *walk, size_t *count)
{
    const struct line *line = walk->task->line;
    g_autoptr(GString) text = g_string_new(NULL);
    *count = 0;
    bool goes_on = true;
    while (goes_on && walk->at + *count < line->count) {
        size_t at = walk->at + (*count)++;
        g_autofree char *word = word_copy(line_bare(line, at), GRAMMAR_LINE_MAX);
        g_string_append(text, word);
        bool has_sign = strchr(text->str, '=') != NULL;
        const char *next = at + 1 < line->count ? line->word[at + 1].start : "";
        goes_on = has_sign ? g_str_has_suffix(text->str, "=") && *next != '-' : *next == '=';
    }
    return g_string_free(g_steal_pointer(&text), FALSE);
}

/* ---- options ---- */

static bool has_option_form(struct word word, size_t dashes)
{
    size_t at = dashes;
    while (at < word.length && (g_ascii_isalnum(word.start[at]) || word.start[at] == '-')) {
        at++;
    }
    return at > dashes && g_ascii_isalpha(word.start[dashes]) &&
           (at == word.length || word.start[at] == '=');
}

static const char from[] = "--from";

/* A position has blanks of its own, so that it takes the rest of the line, the sign
 * before it standing apart or not. NULL: there is none here. Free with g_free. */
static char *position_here(const struct walk *walk)
{
    const struct line *line = walk->task->line;
    struct word word = line->word[walk->at];
    if (g_ascii_strncasecmp(word.start, from, strlen(from)) != 0) {
        return NULL;
    }
    bool apart = word.length == strlen(from) && walk->at + 1 < line->count;
    g_autofree char *rest = line_rest(line, walk->at + apart);
    const char *sign = apart ? rest : rest + strlen(from);
    return *sign == '=' ? g_strconcat(from, sign, NULL) : NULL;
}

bool slot_options(struct walk *walk)
{
    const struct line *line = walk->task->line;
    while (walk->with_options && !at_end(walk) && line->word[walk->at].start[0] == '-') {
        size_t count = line->count - walk->at;
        g_autofree char *position = position_here(walk);
        g_autofree char *text =
            position != NULL ? g_steal_pointer(&position) : assignment_here(walk, &count);
        struct word word = word_over(text);
        size_t dashes = word.length > 1 && word.start[1] == '-' ? 2 : 1;
        GPtrArray *list = dashes == 2 ? walk->server_options : walk->options;
        if (!has_option_form(word, dashes)) {
            return fail_at(walk, "option-form", word);
        }
        walk->at += count;
        if (!add(walk, list, g_steal_pointer(&text))) {
            return false;
        }
    }
    return true;
}

/* ---- settings ---- */

/* Whether these words of a reply could be nothing else. */
static bool is_setting(const char *key, const char *value)
{
    const struct setting *setting = setting_find(key);
    if (setting == NULL || value == NULL || setting->read != NULL) {
        return setting != NULL; /* a zone that is none is answered with those near to it */
    }
    g_autofree char *listed = setting_value(setting, value);
    return listed != NULL;
}

/* The value of a key that is none may be a password in the wrong place. */
bool slot_setting(struct walk *walk)
{
    if (at_end(walk)) {
        return true;
    }
    size_t count;
    g_autofree char *whole = assignment_here(walk, &count);
    g_auto(GStrv) parts = g_strsplit(whole, "=", 2);
    bool joined = parts[1] != NULL;
    bool more = !joined && walk->at + 1 < walk->task->line->count;
    g_autofree char *next =
        more ? word_copy(line_bare(walk->task->line, walk->at + 1), GRAMMAR_LINE_MAX) : NULL;
    const char *value = joined ? parts[1] : next;
    count += more;
    if (walk->task->strict && !is_setting(parts[0], value)) {
        return fail(walk, "wrong-form");
    }
    if (setting_find(parts[0]) == NULL && value != NULL) {
        walk->secret = walk->at + count - 1;
        walk->secrets = 1;
        walk->mask = "...";
    }
    walk->at += count;
    return add(walk, walk->words, g_strdup(parts[0])) &&
           (value == NULL || add(walk, walk->words, g_strdup(value)));
}

/* ---- what is ruled out ---- */

bool slot_target(struct walk *walk)
{
    if (at_end(walk)) {
        return fail(walk, "missing-name");
    }
    const char *game = names_game(walk->task->context, here(walk));
    walk->command->game = g_strdup(game);
    const char *fault = game == NULL ? names_player_fault(walk->task->context, here(walk)) : NULL;
    return fault == NULL ? add_word(walk, here(walk)) : fail_at(walk, fault, here(walk));
}

bool slot_optional_target(struct walk *walk)
{
    return at_end(walk) || slot_target(walk);
}

bool slot_limit(struct walk *walk)
{
    enum { DIGITS_MOST = 4 };
    if (at_end(walk)) {
        return true;
    }
    struct word word = here(walk);
    bool fits = word_is(word, "off") || (word.length <= DIGITS_MOST && word.start[0] != '0');
    for (size_t i = 0; i < word.length && fits && !word_is(word, "off"); i++) {
        fits = g_ascii_isdigit(word.start[i]);
    }
    return fits ? add_word(walk, word) : fail(walk, "wrong-form");
}
