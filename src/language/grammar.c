#include "language/grammar.h"

#include <string.h>

#include "language/form.h"
#include "language/line.h"
#include "language/names.h"
#include "language/settings.h"
#include "language/vocabulary.h"

enum { SHOWN_LINE_MAX = 200 /* bytes of a refused line */ };

/* ---- finding the command ---- */

/* True if the row has the form of a key word and its name alone: "all show". */
static bool is_opened_by(const struct command_row *row, struct word key_word)
{
    g_autofree char *form =
        g_strdup_printf("%.*s %s", (int)key_word.length, key_word.start, row->name);
    return word_among(word_over(form), row->forms) >= 0;
}

/* Reads a line, and finds the command that it begins with. Clear the line with line_clear. */
static struct form_task begin(const struct grammar_context *context, const char *text,
                              struct line *line)
{
    struct form_task task = { .context = context, .line = line };
    line_read(text, line);
    task.row = line->count > 0 ? names_command(line_bare(line, 0)) : NULL;
    if (task.row == NULL && line->count > 1) {
        const struct command_row *second = names_command(line_bare(line, 1));
        const bool leads = second != NULL && (names_game(context, line->word[0]) != NULL ||
                                              is_opened_by(second, line->word[0]));
        task.row = leads ? second : NULL;
        task.command_at = 1;
    }
    return task;
}

/* ---- refusals ---- */

/* True for BOARD[#N]. */
static bool is_board(struct word word)
{
    gint64 board, ply;
    gboolean has_ply;
    return names_board(word, &board, &has_ply, &ply);
}

/* True if the word belongs to the language, and so gives nothing away. */
static bool is_plain(const struct grammar_context *context, struct word word)
{
    return names_command(word) != NULL || names_game(context, word) != NULL ||
           names_reserved(context, word) || is_board(word) || names_cells(word) > 0;
}

/* A word that does not belong to the language may be a token or a password, most of all if it
 * has letters and digits; so it is shown only if it looks like a misspelt word. Free with
 * g_free. */
static char *unknown_shown(struct word word)
{
    enum { WORD_LONGEST = 20 };
    g_autofree char *copy = word_copy(word, WORD_LONGEST);
    const bool mixed =
        strpbrk(copy, G_CSET_DIGITS) != NULL && strpbrk(copy, G_CSET_a_2_z G_CSET_A_2_Z) != NULL;
    return g_strdup(word.length <= WORD_LONGEST && !mixed ? copy : "...");
}

/* The part of a refused line that may be shown. We can only guess where a password is in it,
 * so only the first word is shown, and words of the language that do not follow a hidden word.
 * Free with g_free. */
static char *shown_line(const struct grammar_context *context, const struct line *line)
{
    GString *shown = g_string_new(NULL);
    bool after_name = false, hidden = false;
    for (size_t i = 0; i < line->count && shown->len < SHOWN_LINE_MAX; i++) {
        const struct word whole = line->word[i];
        const bool plain = is_plain(context, line_bare(line, i));
        g_autofree char *word = plain && !after_name ? word_shown(whole)
                                : i == 0             ? unknown_shown(whole)
                                                     : g_strdup("...");
        const bool hide = strcmp(word, "...") == 0;
        if (!hide || !hidden) {
            g_string_append_printf(shown, "%s%s", i == 0 ? "" : " ", word);
        }
        hidden = hide;
        after_name = !plain;
    }
    return g_string_free(shown, FALSE);
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
    if (game != NULL && line->count == 1) {
        g_autofree char *help = g_strconcat("help ", game, NULL);
        refuse(refusal, "missing-command", g_strdup(game), help);
        return;
    }
    if (game == NULL && line->count > 1 && names_command(line_bare(line, 1)) != NULL &&
        vocabulary_of(first) == NULL) {
        refuse(refusal, "unknown-game", unknown_shown(first), suggest_game(context, first));
        return;
    }
    const size_t at = game != NULL ? 1 : 0;
    const struct word fault = line_bare(line, at);
    const struct command_row *move = grammar_row(COMMAND_MOVE);
    if (names_cells(fault) > 0) {
        refuse(refusal, "missing-board", NULL, move->forms[0]);
        return;
    }
    /* Of a board and a move only "move" is missing. */
    const bool moves =
        at + 1 < line->count && is_board(fault) && names_cells(line_bare(line, at + 1)) > 0;
    const struct command_row *near = moves ? move : suggest_any_command(fault);
    refuse(refusal, "unknown", unknown_shown(fault),
           near != NULL && !near->exact ? near->forms[0] : NULL);
}

/* ---- lines in full ---- */

/* `row`: the command the line begins with; NULL: none. */
static bool is_too_long(const struct line *line, const struct command_row *row)
{
    return strlen(line->plain.text) > GRAMMAR_LINE_MAX && !form_has(row, "[TEXT]");
}

static void become(struct command *command, enum command_id id, const char *key, const char *value)
{
    g_auto(GStrv) before = command->words;
    const char *const words[] = { key, value, NULL };
    command->row = grammar_row(id);
    command->words = g_strdupv((char **)words);
}

/* Replaces the command by the one that is meant: of the classic ones by that of today, of
 * `move 12 ann secret resign` by resign, of the name of a form of boards by the setting. */
static struct command *meant(struct command *command)
{
    const enum command_id id = command->row->id;
    const enum command_id by_move = id == COMMAND_MOVE ? moves_word(command->text) : id;
    const char *word = command->words[0];
    if (id == COMMAND_BOARD) {
        become(command, COMMAND_SET, "board", word);
        g_free(command->line);
        command->line =
            g_strdup_printf("%s %s=%s", command->row->name, command->words[0], command->words[1]);
    } else if (id == COMMAND_CHANGE && g_str_equal(word, "password")) {
        become(command, COMMAND_PASSWORD, NULL, NULL);
    } else if (id == COMMAND_ADD || id == COMMAND_DELETE || id == COMMAND_CHANGE) {
        become(command, COMMAND_ADDRESS, id == COMMAND_DELETE ? "drop" : "add", NULL);
    } else if (by_move != id && by_move != COMMAND_NONE) {
        command->row = grammar_row(by_move);
        g_clear_pointer(&command->text, g_free);
    }
    return command;
}

/* Parses the line with its words in the given order. */
static struct command *parse_ordered(const struct grammar_context *context, const char *text,
                                     struct command_refusal *refusal)
{
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
    refusal->line = shown_line(context, &line);
    refusal->row = task.row;
    return NULL;
}

/*
 * People write "seek" before the name of the game where the table has it behind, "standings"
 * behind the game, and "sign up" in two words. Their meaning is clear, so the words are put in
 * order and the line is read once more.
 */

/* The line with the name of the game where the row's forms have it: before the command, or
 * behind it. The command is its first or second word. Only a whole name is moved, since no
 * player may have it. NULL if there is nothing to move. Free with g_free. */
static char *order_words(const struct grammar_context *context, const struct command_row *row,
                         const char *text)
{
    g_auto(Line) line;
    line_read(text, &line);
    const char *form = row->forms[0] != NULL ? row->forms[0] : "";
    const bool game_leads = g_str_has_prefix(form + strspn(form, "["), "GAME");
    if (line.count < 2 || game_leads != (names_command(line_bare(&line, 0)) == row)) {
        return NULL;
    }
    size_t from = 1;
    while (game_leads && from < line.count &&
           word_among(line_bare(&line, from), context->games) < 0) {
        from++;
    }
    if (from == line.count) {
        return NULL;
    }
    /* The text behind it stays as written, however long. */
    g_autofree char *first = word_copy(line_bare(&line, from), GRAMMAR_LINE_MAX);
    g_autofree char *before = line_written(&line, 0, from);
    g_autofree char *rest = line_written(&line, from + 1, LINE_WORDS_MAX);
    return g_strconcat(first, " ", before, rest, NULL);
}

struct command *grammar_parse(const struct grammar_context *context, const char *text,
                              struct command_refusal *why)
{
    g_auto(CommandRefusal) ignored = { 0 }, again = { 0 };
    struct command_refusal *refusal = why != NULL ? why : &ignored;
    g_auto(Line) line;
    line_read(text, &line);
    /* "sign off" is not joined: a command that removes something is never corrected. */
    const bool signup =
        line.count > 1 && word_is(line.word[0], "sign") && word_is(line_bare(&line, 1), "up");
    g_autofree char *rest = line_written(&line, 2, LINE_WORDS_MAX);
    g_autofree char *read = signup ? g_strconcat("signup ", rest, NULL) : g_strdup(text);
    struct command *command = parse_ordered(context, read, refusal);
    g_autofree char *ordered =
        command == NULL && refusal->row != NULL ? order_words(context, refusal->row, read) : NULL;
    if (ordered != NULL && (command = parse_ordered(context, ordered, &again)) != NULL) {
        command_refusal_clear(refusal);
    }
    return command;
}

bool grammar_begins_command(const struct grammar_context *context, const char *text)
{
    g_auto(Line) line;
    const struct form_task task = begin(context, text, &line);
    return task.row != NULL && task.row->forms[0] != NULL;
}

bool grammar_may_hold_secret(const struct grammar_context *context, const char *text)
{
    g_auto(Line) line;
    const struct form_task task = begin(context, text, &line);
    const bool claims = (task.row != NULL || !context->stranger) &&
                        form_claims(context, &line, task.command_at + 2) &&
                        is_board(line.word[task.command_at + 1]);
    return claims || form_has(task.row, "PASSWORD") || form_has(task.row, "TOKEN");
}

/* ---- replies ---- */

struct command *grammar_parse_short(const struct grammar_context *context, const char *text)
{
    g_auto(Line) line;
    struct form_task task = begin(context, text, &line);
    const struct command_row *named = task.command_at == 0 ? task.row : NULL;
    if (line.count == 0 || is_too_long(&line, named)) {
        return NULL;
    }
    /* The word that this letter asks for may be the name of a command. */
    const bool by_name = named != NULL && (named->reply & context->reply) != 0;
    struct command *command = NULL;
    task.command_at = by_name ? 0 : LINE_WORDS_MAX;
    task.strict = task.of_reply = true;
    for (task.row = grammar; task.row->id != COMMAND_NONE && command == NULL; task.row++) {
        if ((task.row->reply & context->reply) != 0 && (!by_name || task.row == named)) {
            const char *const *forms = task.row->short_forms;
            command = form_follow(&task, forms != NULL ? forms : task.row->forms, NULL);
        }
    }
    return command != NULL ? meant(command) : NULL;
}

/* True if the row may be meant apart from the letter's board: no words of talk fit its forms,
 * and they contain no code from another letter. If it changes something and may be meant for
 * that board, only its short forms count: "watch this". */
static bool may_stand_apart(const struct command_row *row, unsigned reply)
{
    return (row->level < LEVEL_PROVEN || (row->reply & reply) == 0) && !form_has(row, "TEXT") &&
           !form_has(row, "TOKEN") && !row->hidden && row->forms[0] != NULL;
}

struct command *grammar_parse_apart(const struct grammar_context *context, const char *text)
{
    g_auto(Line) line;
    struct grammar_context unnamed = *context;
    unnamed.board = 0;
    struct form_task task = begin(&unnamed, text, &line);
    task.strict = true;
    const bool asks = (context->reply & (REPLY_TO_CONFIRM | REPLY_TO_PASSWORD)) != 0;
    if (asks || task.row == NULL || is_too_long(&line, task.row) ||
        !may_stand_apart(task.row, context->reply) ||
        !names_in_full(line_bare(&line, task.command_at), task.row)) {
        return NULL;
    }
    g_autoptr(Command) command = form_follow(&task, task.row->forms, NULL);
    if (command == NULL || command->board != 0 || command->password != NULL ||
        command->new_password != NULL) {
        return NULL;
    }
    command->apart = true;
    return g_steal_pointer(&command);
}

struct command *grammar_parse_here(const struct grammar_context *context, const char *text,
                                   struct command_refusal *refusal)
{
    if (context->reply == 0) {
        return grammar_parse(context, text, refusal);
    }
    struct grammar_context unnamed = *context;
    unnamed.board = 0; /* so that a line in full must contain the number */
    g_autoptr(Command) full = grammar_parse(&unnamed, text, NULL);
    if (full != NULL &&
        (context->board == 0 || full->board == 0 || (full->row->reply & context->reply) == 0)) {
        g_clear_pointer(&full, command_free);
    }
    /* The number of the letter's board is not part of the text of a `chat`. */
    if (full != NULL && full->board == context->board) {
        return g_steal_pointer(&full);
    }
    g_autoptr(Command) command = grammar_parse_short(context, text);
    if (command != NULL || full == NULL) {
        return command != NULL ? g_steal_pointer(&command) : grammar_parse_apart(context, text);
    }
    if (full->row->level == LEVEL_SENDER) {
        full->apart = true;
        return g_steal_pointer(&full);
    }
    if (refusal != NULL) {
        refuse(refusal, "other-board", g_strdup_printf("%" G_GINT64_FORMAT, full->board), NULL);
        refusal->line = g_strdup(full->line);
        refusal->row = full->row;
    }
    return NULL;
}

/* ---- what a command is ---- */

char *grammar_whole(const struct command *command, gint64 board)
{
    const char *name = command->row->name;
    const char *form = command->row->forms[0]; /* NULL: an answer such as yes */
    const gint64 number = command->board != 0 || command->apart ? command->board : board;
    const bool among_words = g_strcmp0(command->words[0], command->game) == 0; /* GAME|NAME */
    const char *game = form != NULL && command->board == 0 && !among_words ? command->game : NULL;
    const bool behind = game != NULL && g_str_has_prefix(form, name);
    GString *line = g_string_new(game == NULL || behind ? name : game);
    if (game != NULL) {
        g_string_append_printf(line, " %s", behind ? game : name);
    } else if (number != 0) {
        g_string_append_printf(line, " %" G_GINT64_FORMAT, number);
    }
    if (command->has_ply && number != 0) {
        g_string_append_printf(line, "#%" G_GINT64_FORMAT, command->ply);
    }
    char **const lists[] = { command->words, command->options, command->server_options };
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
    const unsigned changes = command->row->changes;
    const char *word = command->words[0], *value = word != NULL ? command->words[1] : NULL;
    const struct setting *setting = value != NULL ? setting_find(word) : NULL;
    g_autofree char *valid = setting != NULL ? setting_value(setting, value) : NULL;
    const unsigned has =
        (command->text != NULL ? PART_TEXT : 0) |
        (word != NULL && !g_str_has_prefix(word, "--") ? PART_WORDS : 0) |
        (valid != NULL ? PART_VALUE : 0) | (command->password != NULL ? PART_PASSWORD : 0) |
        (command->board != 0 ? PART_BOARD : 0) | (letter_board != 0 ? PART_LETTER_BOARD : 0);
    return changes != 0 && (changes & has) == 0;
}

enum command_level grammar_level(const struct command *command, gint64 letter_board)
{
    const struct command_row *row = command->row;
    if (grammar_only_asks(command, letter_board)) {
        return LEVEL_SENDER;
    }
    if (row->confirmed_word != NULL && g_strcmp0(command->words[0], row->confirmed_word) == 0) {
        return LEVEL_TWICE;
    }
    return command->password != NULL ? MIN(row->level, LEVEL_PROVEN) : row->level;
}
