#include "language/grammar.h"

#include <string.h>

#include "base/plain.h"
#include "language/form.h"
#include "language/line.h"
#include "language/settings.h"

/* ---- finding the command ---- */

/* The command that looks at something, if a line as short as a command begins with its name, with
 * one slip: "shwo 12". NULL if it does not. */
static const struct command_row *respelled(const struct line *line)
{
    enum { WORDS_MOST = 3, LETTERS_LEAST = 4 };
    const struct word first = line_bare(line, 0);
    const bool likely = line->count <= WORDS_MOST && first.length >= LETTERS_LEAST &&
                        strcspn(first.start, "0123456789") >= first.length;
    const struct command_row *near = likely ? suggest_any_command(first) : NULL;
    return near != NULL && near->tier == TIER_LOOK &&
                   slips_between(first.start, first.length, near->name) <= 1
               ? near
               : NULL;
}

/* Reads a line, and finds the command that it begins with. Clear the line with line_clear. */
static struct form_task begin(const struct grammar_context *context, const char *text,
                              struct line *line)
{
    struct form_task task = { .context = context, .line = line };
    line_read(text, line);
    task.row = line->count > 0 ? names_command(line_bare(line, 0)) : NULL;
    if (task.row == NULL && line->count > 1) {
        const struct word first = line->word[0], second = line_bare(line, 1);
        const struct word both = { first.start,
                                   (size_t)(second.start - first.start) + second.length };
        const struct command_row *row = names_command(second);
        const bool leads = row != NULL && (names_game(context, first) != NULL ||
                                           word_among(both, row->forms) >= 0); /* "all show" */
        task.row = leads ? row : names_command(both);
        task.command_at = 1;
    }
    if (task.row == NULL && line->count > 0 && (task.row = respelled(line)) != NULL) {
        task.command_at = 0;
    }
    const struct meaning *meaning =
        task.row == NULL && line->count == 1 ? vocabulary_of(line_bare(line, 0)) : NULL;
    if (meaning != NULL && meaning->language != NULL) { /* "deutsch" asks for letters in it */
        g_autofree char *set =
            g_strconcat(grammar_row(COMMAND_SET)->name, " language=", meaning->language, NULL);
        line_clear(line);
        line_read(set, line);
        task.row = grammar_row(COMMAND_SET);
        task.command_at = 0;
    }
    return task;
}

/* ---- refusals ---- */

/* A word that does not belong to the language may be a token or a password, most of all if it
 * is long or has letters and digits; then it is not shown. Free with g_free. */
static char *unknown_shown(struct word word)
{
    static const char plain[] = "^([^0-9]{1,20}|[^a-z]{1,20})$";
    g_autofree char *copy = word_copy(word, GRAMMAR_LINE_MAX);
    const bool shown = names_cells(word) > 0 || pattern_fits(copy, plain);
    return shown ? g_steal_pointer(&copy) : g_strdup("...");
}

/* The part of a refused line that may be shown: the command or the game, with the numbers and
 * squares right behind it, or else the first word. Where a password is in the rest we can only
 * guess. Free with g_free. */
static char *shown_line(const struct form_task *task)
{
    const struct line *line = task->line;
    const bool game = task->row == NULL && names_game(task->context, line_bare(line, 0)) != NULL;
    size_t shown = task->row != NULL ? task->command_at + 1 : game ? 1 : 0;
    while (shown > 0 && shown < line->count &&
           (word_number(line_bare(line, shown)) >= 0 || names_cells(line_bare(line, shown)) > 0)) {
        shown++;
    }
    g_autofree char *start =
        shown > 0 ? line_written(line, 0, shown) : unknown_shown(line->word[0]);
    const bool more = MAX(shown, 1) < line->count && strcmp(start, "...") != 0;
    return g_strconcat(g_strchomp(start), more ? " ..." : "", NULL);
}

static void refuse(struct command_refusal *refusal, const char *key, char *word,
                   const char *suggestion)
{
    refusal->key = key;
    refusal->word = word;
    refusal->suggestion = g_strdup(suggestion);
}

/* Refuses a line that does not begin with a command. */
static void refuse_unknown(const struct grammar_context *context, const struct line *line,
                           struct command_refusal *refusal)
{
    const struct word first = line_bare(line, 0);
    const char *game = names_game(context, first);
    const bool more = line->count > 1;
    const struct word fault = line_bare(line, game != NULL && more ? 1 : 0);
    if (game != NULL && !more) {
        g_autofree char *help = g_strconcat("help ", game, NULL);
        refuse(refusal, "missing-command", g_strdup(game), help);
    } else if (game == NULL && more && names_command(line_bare(line, 1)) != NULL &&
               vocabulary_of(first) == NULL) {
        refuse(refusal, "unknown-game", unknown_shown(first), suggest_game(context, first));
    } else if (names_cells(fault) > 0) {
        refuse(refusal, "missing-board", NULL, grammar_row(COMMAND_MOVE)->forms[0]);
    } else {
        const struct command_row *near = suggest_any_command(fault);
        refuse(refusal, "unknown", unknown_shown(fault),
               near != NULL && !near->exact ? near->forms[0] : NULL);
    }
}

/* ---- lines in full ---- */

/* `row`: the command the line begins with; NULL: none. */
static bool is_too_long(const struct line *line, const struct command_row *row)
{
    return strlen(line->plain.text) > GRAMMAR_LINE_MAX && !form_has(row, "[TEXT]");
}

/* Replaces the command by the one that is meant: an old form by what it means, `move 12 ann secret
 * resign` by resign, `queue 12 if ...` by plan. Passes NULL on. */
static struct command *meant(struct command *command)
{
    if (command == NULL) {
        return NULL;
    }
    const struct command_row *row = command->row;
    const enum command_id by_move = row->id == COMMAND_MOVE ? moves_word(command->text) : row->id;
    if (row->means != NULL) {
        const char *key = strchr(row->means, ' ') + 1;
        g_auto(GStrv) before = command->words;
        const char *const words[] = { key, before[0], NULL };
        command->row = names_command((struct word){ row->means, (size_t)(key - 1 - row->means) });
        command->words = g_strdupv((char **)words);
        if (row->forms[0] == NULL) { /* so that the line can be read again without the letter */
            g_free(command->line);
            command->line = g_strjoin(" ", row->means, before[0], NULL);
        }
    } else if (by_move != COMMAND_NONE && by_move != row->id) {
        command->row = grammar_row(by_move);
        g_clear_pointer(&command->text, g_free);
    } else if (row->id == COMMAND_QUEUE && form_plan(command->text) != NULL) {
        command->row = grammar_row(COMMAND_PLAN);
    }
    return command;
}

struct command *grammar_parse(const struct grammar_context *context, const char *text,
                              struct command_refusal *why)
{
    g_auto(CommandRefusal) ignored = { 0 };
    struct command_refusal *refusal = why != NULL ? why : &ignored;
    g_auto(Line) line;
    const struct form_task task = begin(context, text, &line);
    *refusal = (struct command_refusal){ 0 };
    if (line.count == 0) {
        refuse(refusal, "empty", NULL, NULL);
    } else if (is_too_long(&line, task.row)) {
        refuse(refusal, "too-long", NULL, NULL);
    } else if (task.row == NULL) {
        refuse_unknown(context, &line, refusal);
    } else if (task.row->forms[0] == NULL) {
        refuse(refusal, "reply-only", g_strdup(task.row->name), NULL);
    } else {
        struct command *command = form_follow(&task, task.row->forms, refusal);
        if (command != NULL) {
            return meant(command);
        }
    }
    refusal->line = line.count > 0 ? shown_line(&task) : g_strdup("");
    refusal->row = task.row;
    return NULL;
}

bool grammar_begins_command(const struct grammar_context *context, const char *text)
{
    g_auto(Line) line;
    const struct form_task task = begin(context, text, &line);
    return task.row != NULL && task.row->forms[0] != NULL;
}

bool grammar_begins_account(const struct grammar_context *context, const char *text)
{
    g_auto(Line) line;
    const struct form_task task = begin(context, text, &line);
    const struct command_row *row =
        task.row == NULL && line.count > 0 ? suggest_any_command(line_bare(&line, 0)) : task.row;
    return line.count > 1 && (form_has(row, "PASSWORD ") || form_has(row, "[PASSWORD]"));
}

bool grammar_may_hold_secret(const struct grammar_context *context, const char *text)
{
    g_auto(Line) line;
    const struct form_task task = begin(context, text, &line);
    const size_t at = task.command_at + 1;
    return form_has(task.row, "PASSWORD") || form_has(task.row, "TOKEN") ||
           grammar_begins_account(context, text) ||
           ((form_claims(context, &line, at + 1) || form_claims(context, &line, at + 2)) &&
            strchr("#0123456789", *line.word[at].start) != NULL);
}

/* ---- replies ---- */

/* The command of a line that leaves out what the letter says. NULL if there is none. */
static struct command *parse_short(struct form_task task)
{
    const unsigned reply = task.context->reply;
    const struct command_row *named = task.command_at == 0 ? task.row : NULL;
    /* The word that this letter asks for may be the name of a command. */
    const bool by_name = named != NULL && (named->reply & reply) != 0;
    struct command *command = NULL;
    task.command_at = by_name ? 0 : LINE_WORDS_MAX;
    task.of_reply = true;
    for (task.row = grammar; task.row->id != COMMAND_NONE && command == NULL; task.row++) {
        if ((task.row->reply & reply) != 0 && (!by_name || task.row == named)) {
            const char *const *forms = task.row->short_forms;
            command = form_follow(&task, forms != NULL ? forms : task.row->forms, NULL);
        }
    }
    return meant(command);
}

/* True if the command may be meant apart from the letter's board: its name is whole, no words of
 * talk fit its forms, and they contain no secret. If it changes something and may be meant for that
 * board, only its short forms count: "watch this". */
static bool may_stand_apart(const struct form_task *task, const struct command *command)
{
    const struct command_row *row = task->row;
    const struct word name = line_bare(task->line, task->command_at);
    const unsigned reply = task->context->reply;
    return (reply & (REPLY_TO_CONFIRM | REPLY_TO_PASSWORD)) == 0 &&
           (row->level < LEVEL_PROVEN || (row->reply & reply) == 0) && !row->hidden &&
           !form_has(row, "TEXT") && !form_has(row, "TOKEN") &&
           (names_in_full(name, row) || names_command(name) == NULL) && command->board == 0 &&
           command->password == NULL;
}

struct command *grammar_parse_here(const struct grammar_context *context, const char *text,
                                   struct command_refusal *refusal)
{
    if (context->reply == 0) {
        return grammar_parse(context, text, refusal);
    }
    g_auto(Line) line;
    const struct form_task task = begin(context, text, &line);
    if (line.count == 0 || is_too_long(&line, task.row)) {
        return NULL;
    }
    g_autoptr(Command) whole =
        task.row != NULL ? meant(form_follow(&task, task.row->forms, NULL)) : NULL;
    const bool of_board = whole != NULL && whole->board != 0 && context->board != 0 &&
                          (whole->row->reply & context->reply) != 0;
    /* The number of the letter's board is not part of the text of a `chat`. */
    if (of_board && whole->board == context->board) {
        return g_steal_pointer(&whole);
    }
    struct command *command = parse_short(task);
    if (command != NULL || whole == NULL) {
        return command;
    }
    whole->apart = of_board ? whole->row->level == LEVEL_SENDER : may_stand_apart(&task, whole);
    if (whole->apart) {
        return g_steal_pointer(&whole);
    }
    if (of_board && refusal != NULL) {
        refuse(refusal, "other-board", g_strdup_printf("%" G_GINT64_FORMAT, whole->board), NULL);
        refusal->line = g_strdup(whole->line);
        refusal->row = whole->row;
    }
    return NULL;
}

/* ---- what a command is ---- */

char *grammar_whole(const struct command *command, gint64 board)
{
    const gint64 number = command->board != 0 || command->apart ? command->board : board;
    const bool among_words = g_strcmp0(command->words[0], command->game) == 0; /* GAME|NAME */
    const char *form = command->row->forms[0], *name = command->row->name;
    GString *line = g_string_new(name);
    /* A row without forms is an answer such as yes. */
    if (form != NULL && command->game != NULL && command->board == 0 && !among_words) {
        const bool behind = g_str_has_prefix(form, name);
        g_string_printf(line, "%s %s", behind ? name : command->game,
                        behind ? command->game : name);
    } else if (number != 0) {
        g_string_append_printf(line, " %" G_GINT64_FORMAT, number);
    }
    if (command->has_ply && number != 0) {
        g_string_append_printf(line, "#%" G_GINT64_FORMAT, command->ply);
    }
    char **const lists[] = { command->words, command->options };
    for (size_t i = 0; i < G_N_ELEMENTS(lists); i++) {
        g_autofree char *words = g_strjoinv(" ", lists[i]);
        g_string_append_printf(line, *words != '\0' ? " %s" : "%s", words);
    }
    if (command->text != NULL && command->row->text == TEXT_NONE) {
        g_string_append_printf(line, " %s", command->text);
    }
    return g_string_free(line, FALSE);
}

bool grammar_only_asks(const struct command *command, gint64 letter_board)
{
    const struct command_row *row = command->row;
    const char *word = command->words[0], *value = word != NULL ? command->words[1] : NULL;
    if (row->id == COMMAND_SET) {
        const struct setting *setting = value != NULL ? setting_find(word) : NULL;
        g_autofree char *valid = setting != NULL ? setting_value(setting, value) : NULL;
        return valid == NULL;
    }
    const bool board = command->board != 0 || (letter_board != 0 && !command->apart);
    return row->asks_alone && !(board && row->onlooker) && command->text == NULL &&
           command->password == NULL && (word == NULL || g_str_has_prefix(word, "--"));
}

enum command_level grammar_level(const struct command *command, gint64 letter_board)
{
    const struct command_row *row = command->row;
    if (grammar_only_asks(command, letter_board)) {
        return LEVEL_SENDER;
    }
    if (row->id == COMMAND_TOURNAMENT && command->words[0] != NULL) {
        return LEVEL_SENDER; /* it only shows one */
    }
    if ((row->confirmed_word != NULL && g_strcmp0(command->words[0], row->confirmed_word) == 0) ||
        (row->id == COMMAND_PLAN && command->text != NULL &&
         strstr(command->text, "resign") != NULL)) {
        return LEVEL_TWICE;
    }
    return command->password != NULL ? MIN(row->level, LEVEL_PROVEN) : row->level;
}
