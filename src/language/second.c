#include "language/second.h"

#include <string.h>

#include "base/plain.h"
#include "language/line.h"
#include "language/reply_line.h"

/* What a line below the first command asks for. */
struct asked {
    const struct command_row *row; /* NULL: nothing, it is talk */
    char *line;                    /* without secrets; free with g_free */
};

static bool reads_as_turn(const struct grammar_context *context, const char *line)
{
    return context->reads_as_turn != NULL && context->reads_as_turn(context->data, line);
}

static struct asked asked_by(struct command *parsed, struct command_refusal *refusal)
{
    g_autoptr(Command) command = parsed;
    struct asked asked = { .row = command != NULL ? command->row : refusal->row };
    asked.line = g_strdup(command != NULL ? command->line : refusal->line);
    command_refusal_clear(refusal);
    return asked;
}

/* Whether a line of a command's name and at most one word may ask for that command: without its
 * number, as "resign" and "queue e4-e5" do. "Forget it!" is talk. */
static bool may_ask_unnumbered(const struct line *words)
{
    struct word last = words->count > 0 ? words->word[words->count - 1] : (struct word){ 0 };
    bool digit = false;
    for (size_t i = 0; i < last.length; i++) {
        digit |= g_ascii_isdigit(last.start[i]);
    }
    return words->count == 1 || (words->count == 2 && digit);
}

/* Of a line below a Subject. What is no command as it stands may ask for one all the same. */
static struct asked asked_below_subject(const struct grammar_context *context, const char *line)
{
    g_autofree char *plain = plain_text(line, -1);
    struct line words;
    line_split(plain, &words);
    if (words.count > 0 && reads_as_turn(context, line)) {
        return (struct asked){ .row = grammar_row(COMMAND_MOVE),
                               .line = g_strstrip(g_strdup(plain)) };
    }
    struct command_refusal refusal = { 0 };
    g_autoptr(Command) command =
        grammar_begins_command(context, line) ? grammar_parse(context, line, &refusal) : NULL;
    if (command == NULL && !may_ask_unnumbered(&words)) {
        command_refusal_clear(&refusal);
        return (struct asked){ 0 };
    }
    return asked_by(g_steal_pointer(&command), &refusal);
}

/* Of a line below a reply's command. */
static struct asked asked_below(const struct grammar_context *context, char **lines,
                                const char *kinds, size_t at)
{
    if (context->reply == 0) {
        return reply_line_is_rest(lines, kinds, at) ? (struct asked){ 0 }
                                                    : asked_below_subject(context, lines[at]);
    }
    struct command_refusal refusal = { 0 };
    struct command *command = reply_line_read(context, lines, kinds, at, &refusal);
    return asked_by(command, &refusal);
}

/* Whether a line that holds this is hardly meant for others: it is one of a board's own commands,
 * or ends something. "Watch this!" is talk, and so is what only looks at something. */
static bool is_no_talk(const struct command_row *row)
{
    bool board = (row->reply & (REPLY_TO_MATCH | REPLY_TO_CHALLENGE)) != 0;
    return row->level >= LEVEL_PROVEN && (board || row->ends) && !row->chatty;
}

/* The letters and digits of a line, in lower case; free with g_free. */
static char *letters_of(const char *line)
{
    g_autofree char *plain = plain_text(line, -1);
    GString *letters = g_string_new(NULL);
    for (const char *at = plain; *at != '\0'; at++) {
        if (g_ascii_isalnum(*at)) {
            g_string_append_c(letters, g_ascii_tolower(*at));
        }
    }
    return g_string_free(letters, FALSE);
}

/* Whether a line says again what was done above it, maybe with other signs; of a move, maybe only
 * its end. */
static bool says_again(const struct asked *asked, const struct command *first)
{
    if (asked->line == NULL || asked->row != first->row) {
        return false;
    }
    g_autofree char *below = letters_of(asked->line), *above = letters_of(first->line);
    bool end = first->row->id == COMMAND_MOVE && *below != '\0' && g_str_has_suffix(above, below);
    return end || strcmp(below, above) == 0;
}

const struct command_row *second_find(const struct grammar_context *context,
                                      const struct command *first, char **lines, const char *kinds,
                                      size_t at, char **found)
{
    *found = NULL;
    for (; lines[at] != NULL; at++) {
        bool own = kinds[at] == 't' || kinds[at] == 'e'; /* not what may be the rest of a quote */
        struct asked asked = own ? asked_below(context, lines, kinds, at) : (struct asked){ 0 };
        if (asked.row != NULL && is_no_talk(asked.row) && !says_again(&asked, first)) {
            *found = asked.line;
            return asked.row;
        }
        g_free(asked.line);
    }
    return NULL;
}
