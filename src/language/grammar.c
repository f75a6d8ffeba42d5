#include "language/grammar.h"

#include <string.h>

#include "language/form.h"
#include "language/line.h"
#include "language/names.h"
#include "language/settings.h"

enum { SHOWN_LINE_MAX = 200 /* bytes of a refused line */ };

void command_refusal_clear(struct command_refusal *refusal)
{
    g_free(refusal->word);
    g_free(refusal->suggestion);
    g_free(refusal->below);
    g_free(refusal->line);
    *refusal = (struct command_refusal){ 0 };
}

/* ---- finding the command ---- */

/* True if a form of the row begins with this key word ("all show"). */
static bool opens_form(const struct command_row *row, struct word word)
{
    for (int i = 0; row->forms[i] != NULL; i++) {
        const char *form = row->forms[i];
        if (g_ascii_islower(*form) && strcspn(form, " ") == word.length &&
            word_begins(word, form)) {
            return true;
        }
    }
    return false;
}

/* The command that the line begins with, and the index of its word. */
static const struct command_row *find_command(const struct grammar_context *context,
                                              const struct line *line, size_t *at)
{
    *at = 0;
    if (line->count == 0) {
        return NULL;
    }
    const struct command_row *first = names_command(line_bare(line, 0));
    if (first != NULL || line->count < 2) {
        return first;
    }
    *at = 1;
    const struct command_row *second = names_command(line_bare(line, 1));
    if (second == NULL || names_game(context, line->word[0]) != NULL ||
        opens_form(second, line->word[0])) {
        return second;
    }
    return NULL;
}

/* ---- refusals ---- */

/* True if the word belongs to the language, and so gives nothing away. */
static bool is_plain(const struct grammar_context *context, struct word word)
{
    gint64 board = 0;
    gint64 ply = 0;
    gboolean has_ply = FALSE;
    return names_command(word) != NULL || names_game(context, word) != NULL ||
           names_reserved(context, word) || names_board(word, &board, &has_ply, &ply) ||
           names_cells(word);
}

/* A word that does not belong to the language may be a token or a password, most of all if it
 * has letters and digits; so it is shown only if it looks like a misspelt word. Free with
 * g_free. */
static char *unknown_shown(struct word word)
{
    enum { WORD_LONGEST = 20 };
    bool letter = false;
    bool digit = false;
    for (size_t i = 0; i < word.length; i++) {
        letter |= g_ascii_isalpha(word.start[i]);
        digit |= g_ascii_isdigit(word.start[i]);
    }
    bool shown = word.length <= WORD_LONGEST && !(letter && digit);
    return shown ? word_copy(word, WORD_LONGEST) : g_strdup("...");
}

/* The part of a refused line that may be shown. We can only guess where a password is in it,
 * so only the first word is shown, and words of the language that do not follow a hidden word.
 * Free with g_free. */
static char *shown_line(const struct grammar_context *context, const struct line *line)
{
    g_autoptr(GString) shown = g_string_new(NULL);
    bool after_name = false;
    bool hidden = false;
    for (size_t i = 0; i < line->count && shown->len < SHOWN_LINE_MAX; i++) {
        bool plain = is_plain(context, line_bare(line, i));
        if (i == 0 || (plain && !after_name)) {
            struct word whole = line->word[i];
            g_autofree char *word = plain ? word_shown(whole) : unknown_shown(whole);
            g_string_append_printf(shown, "%s%s", i == 0 ? "" : " ", word);
            hidden = strcmp(word, "...") == 0;
        } else if (!hidden) {
            g_string_append(shown, " ...");
            hidden = true;
        }
        after_name = !plain;
    }
    return g_string_free(g_steal_pointer(&shown), FALSE);
}

static void refuse(struct command_refusal *refusal, const char *key, char *word, char *suggestion)
{
    refusal->key = key;
    refusal->word = word;
    refusal->suggestion = suggestion;
}

/* True if a board and a move begin at that word, and only "move" is missing. */
static bool is_move_alone(const struct line *line, size_t from)
{
    gint64 board = 0;
    gint64 ply = 0;
    gboolean has_ply = FALSE;
    return from + 1 < line->count && names_board(line->word[from], &board, &has_ply, &ply) &&
           names_cell_first(line_bare(line, from + 1));
}

/* Refuses a line that does not begin with a command. */
static void refuse_unknown(const struct grammar_context *context, const struct line *line,
                           struct command_refusal *refusal)
{
    struct word first = line_bare(line, 0);
    const char *game = names_game(context, first);
    if (game != NULL && line->count == 1) {
        refuse(refusal, "missing-command", g_strdup(game), g_strconcat("help ", game, NULL));
        return;
    }
    if (game == NULL && line->count > 1 && names_command(line_bare(line, 1)) != NULL) {
        refuse(refusal, "unknown-game", unknown_shown(first),
               g_strdup(suggest_game(context, first)));
        return;
    }
    struct word at_fault = game != NULL ? line_bare(line, 1) : first;
    if (names_cell_first(at_fault)) {
        refuse(refusal, "missing-board", NULL, g_strdup(grammar_row(COMMAND_MOVE)->forms[0]));
        return;
    }
    const struct command_row *near = is_move_alone(line, game != NULL ? 1 : 0)
                                         ? grammar_row(COMMAND_MOVE)
                                         : suggest_command(at_fault);
    refuse(refusal, "unknown", unknown_shown(at_fault),
           near != NULL ? g_strdup(near->forms[0]) : NULL);
}

/* `row`: the command the line begins with; NULL: none. */
static bool is_too_long(const char *text, const struct command_row *row)
{
    return strlen(text) > GRAMMAR_LINE_MAX && (row == NULL || !form_takes_text(row));
}

/* Old words for commands of accounts, and the key word that goes with each. */
static const struct classic {
    enum command_id id;
    const char *key_word; /* of the old form; NULL: none */
    enum command_id meant;
    const char *meant_key_word; /* of the form that is meant; NULL: none */
} classics[] = {
    { COMMAND_ADD, NULL, COMMAND_ADDRESS, "add" },
    { COMMAND_DELETE, NULL, COMMAND_ADDRESS, "drop" },
    { COMMAND_CHANGE, "address", COMMAND_ADDRESS, "add" },
    { COMMAND_CHANGE, "password", COMMAND_PASSWORD, NULL },
};

/* Replaces a classic command by the command that it means today. */
static void turn_into_present(struct command *command)
{
    for (size_t i = 0; i < G_N_ELEMENTS(classics); i++) {
        const struct classic *classic = &classics[i];
        if (classic->id == command->row->id &&
            g_strcmp0(classic->key_word, command->words[0]) == 0) {
            const char *const words[] = { classic->meant_key_word, NULL };
            g_strfreev(command->words);
            command->words = g_strdupv((char **)words);
            command->row = grammar_row(classic->meant);
            return;
        }
    }
}

/* Replaces the command by the one that its move word stands for: `move 12 ann secret resign`
 * means resign. */
static void turn_into_meant(struct command *command)
{
    if (command->row->id == COMMAND_BOARD) { /* the word alone sets the form of boards */
        g_auto(GStrv) form = command->words;
        const char *const words[] = { "board", form[0], NULL };
        g_free(command->line);
        command->row = grammar_row(COMMAND_SET);
        command->words = g_strdupv((char **)words);
        command->line = g_strdup_printf("%s %s=%s", command->row->name, words[0], words[1]);
    }
    turn_into_present(command);
    if (command->row->id != COMMAND_MOVE) {
        return;
    }
    const enum command_id meant = moves_word(command->text);
    if (meant != COMMAND_NONE && meant != COMMAND_MOVE) {
        command->row = grammar_row(meant);
        g_clear_pointer(&command->text, g_free);
    }
}

/* Parses the line with its words in the given order. */
static struct command *parse_ordered(const struct grammar_context *context, const char *text,
                                     struct command_refusal *refusal)
{
    g_auto(Line) line;
    line_read(text, &line);
    *refusal = (struct command_refusal){ 0 };
    struct command *command = NULL;
    struct form_task task = { .context = context, .line = &line };
    task.row = find_command(context, &line, &task.command_at);
    if (line.count == 0) {
        refuse(refusal, "empty", NULL, NULL);
    } else if (is_too_long(line.plain.text, task.row)) {
        refuse(refusal, "too-long", NULL, NULL);
    } else if (task.row == NULL) {
        refuse_unknown(context, &line, refusal);
    } else if (task.row->forms[0] == NULL) {
        refuse(refusal, "reply-only", g_strdup(task.row->name), NULL);
    } else {
        command = form_follow(&task, task.row->forms, refusal);
    }
    if (command == NULL) {
        refusal->line = shown_line(context, &line);
        refusal->row = task.row;
        return NULL;
    }
    turn_into_meant(command);
    *refusal = (struct command_refusal){ 0 };
    return command;
}

/* ---- words in another place ---- */

/*
 * People write "seek" before the name of the game where the table has it behind, "standings"
 * behind the game, and "sign up" in two words. Their meaning is clear, so the words are put in
 * order and the line is read once more.
 */

/* The line with "sign up" at its beginning as one word, or NULL if it begins otherwise. "sign
 * off" is not joined: a command that removes something is never corrected. Free with g_free. */
static char *join_signup(const char *text)
{
    g_auto(Line) line;
    line_read(text, &line);
    if (line.count < 2 || !word_is(line.word[0], "sign") || !word_is(line_bare(&line, 1), "up")) {
        return NULL;
    }
    g_autofree char *rest = line_written(&line, 2, LINE_WORDS_MAX);
    return g_strconcat("signup ", rest, NULL);
}

/* The line with the name of the game where the row's forms have it: before the command, or
 * behind it. The command is its first or second word. Only a whole name is moved, since no
 * player may have it. NULL if there is nothing to move. Free with g_free. */
static char *order_words(const struct grammar_context *context, const struct command_row *row,
                         const char *text)
{
    g_auto(Line) line;
    line_read(text, &line);
    bool game_leads = false;
    for (int i = 0; row->forms[i] != NULL; i++) {
        game_leads |=
            g_str_has_prefix(row->forms[i], "GAME ") || g_str_has_prefix(row->forms[i], "[GAME] ");
    }
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
    struct word word = line_bare(&line, from);
    g_autofree char *first = g_strndup(word.start, word.length);
    g_autofree char *before = line_written(&line, 0, from);
    g_autofree char *rest = line_written(&line, from + 1, LINE_WORDS_MAX);
    return g_strconcat(first, " ", before, rest, NULL);
}

struct command *grammar_parse(const struct grammar_context *context, const char *text,
                              struct command_refusal *refusal)
{
    g_autofree char *joined = join_signup(text);
    const char *read = joined != NULL ? joined : text;
    struct command *command = parse_ordered(context, read, refusal);
    g_autofree char *ordered =
        command == NULL && refusal->row != NULL ? order_words(context, refusal->row, read) : NULL;
    if (ordered != NULL) {
        struct command_refusal again = { 0 };
        command = parse_ordered(context, ordered, &again);
        command_refusal_clear(command != NULL ? refusal : &again);
    }
    return command;
}

bool grammar_begins_command(const struct grammar_context *context, const char *text)
{
    g_auto(Line) line;
    line_read(text, &line);
    size_t at = 0;
    const struct command_row *row = find_command(context, &line, &at);
    return row != NULL && row->forms[0] != NULL;
}

bool grammar_claims(const struct grammar_context *context, const char *text)
{
    g_auto(Line) line;
    line_read(text, &line);
    size_t at = 0;
    gint64 board = 0;
    const struct command_row *row = find_command(context, &line, &at);
    return (row != NULL || !context->stranger) && form_claims(context, &line, at + 2) &&
           names_board(line.word[at + 1], &board, NULL, NULL);
}

bool grammar_may_hold_secret(const struct grammar_context *context, const char *text)
{
    g_auto(Line) line;
    line_read(text, &line);
    size_t at = 0;
    const struct command_row *row = find_command(context, &line, &at);
    bool secret = grammar_claims(context, text);
    for (size_t i = 0; row != NULL && row->forms[i] != NULL; i++) {
        secret |=
            strstr(row->forms[i], "PASSWORD") != NULL || strstr(row->forms[i], "TOKEN") != NULL;
    }
    return secret;
}

/* ---- replies ---- */

struct command *grammar_parse_short(const struct grammar_context *context, const char *text)
{
    g_auto(Line) line;
    line_read(text, &line);
    struct form_task task = { .context = context, .line = &line, .strict = true };
    const struct command_row *named = line.count > 0 ? names_command(line_bare(&line, 0)) : NULL;
    if (line.count == 0 || is_too_long(line.plain.text, named)) {
        return NULL;
    }
    /* The word that this letter asks for may be the name of a command. */
    const bool by_name = named != NULL && (named->reply & context->reply) != 0;
    task.command_at = by_name ? 0 : LINE_WORDS_MAX;
    struct command *command = NULL;
    struct command_refusal ignored = { 0 };
    for (task.row = grammar; task.row->id != COMMAND_NONE && command == NULL; task.row++) {
        if ((task.row->reply & context->reply) != 0 && (!by_name || task.row == named)) {
            command = form_follow(&task, task.row->short_forms, &ignored);
        }
    }
    command_refusal_clear(&ignored);
    if (command != NULL) {
        turn_into_meant(command);
    }
    return command;
}

/* True if the row may be meant apart from the letter's board: no words of talk fit its forms,
 * and they contain no code from another letter. If it changes something and may be meant for
 * that board, only its short forms count: "watch this". */
static bool may_stand_apart(const struct command_row *row, unsigned reply)
{
    if (row->level >= LEVEL_PROVEN && (row->reply & reply) != 0) {
        return false;
    }
    for (int i = 0; row->forms[i] != NULL; i++) {
        if (strstr(row->forms[i], "TEXT") != NULL || strstr(row->forms[i], "TOKEN") != NULL) {
            return false;
        }
    }
    return !row->hidden && row->forms[0] != NULL;
}

struct command *grammar_parse_apart(const struct grammar_context *context, const char *text)
{
    g_auto(Line) line;
    line_read(text, &line);
    struct grammar_context unnamed = *context;
    unnamed.has_board = false;
    struct form_task task = { .context = &unnamed, .line = &line, .strict = true };
    bool asks = (context->reply & (REPLY_TO_CONFIRM | REPLY_TO_PASSWORD)) != 0;
    task.row = find_command(&unnamed, &line, &task.command_at);
    if (asks || task.row == NULL || is_too_long(line.plain.text, task.row) ||
        !may_stand_apart(task.row, context->reply) ||
        !names_in_full(line_bare(&line, task.command_at), task.row)) {
        return NULL;
    }
    struct command_refusal refusal = { 0 };
    g_autoptr(Command) command = form_follow(&task, task.row->forms, &refusal);
    command_refusal_clear(&refusal);
    if (command == NULL || command->board != 0 || command->password != NULL ||
        command->new_password != NULL) {
        return NULL;
    }
    command->apart = true;
    return g_steal_pointer(&command);
}

static void append_words(GString *line, char **words)
{
    for (char **word = words; *word != NULL; word++) {
        g_string_append_printf(line, " %s", *word);
    }
}

/* The command as a line, with the game that it is about, or with a number behind its name (0:
 * none). Free with g_free. */
static char *line_with(const struct command *command, gint64 number)
{
    const char *name = command->row->name;
    const char *form = command->row->forms[0]; /* NULL: an answer such as yes */
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
    append_words(line, command->words);
    append_words(line, command->options);
    append_words(line, command->server_options);
    if (command->text != NULL && command->row->text == TEXT_NONE) {
        g_string_append_printf(line, " %s", command->text);
    }
    return g_string_free(line, FALSE);
}

char *grammar_whole(const struct command *command, gint64 board)
{
    return line_with(command, command->board != 0 ? command->board : board);
}

char *grammar_short(const struct command *command)
{
    return command->row->id == COMMAND_MOVE ? g_strdup(command->text) : line_with(command, 0);
}

/* Parses a line of a reply that is written in full, as to the plain address: a command that is
 * allowed in such a reply and names its board, or only looks at another board. NULL with a refusal
 * if it would change another board; NULL without one (key NULL) if it is no such line. */
static struct command *parse_named(const struct grammar_context *context, const char *text,
                                   struct command_refusal *refusal)
{
    struct grammar_context unnamed = *context;
    unnamed.has_board = false; /* so that the line must contain the number */
    g_autoptr(Command) command = grammar_parse(&unnamed, text, refusal);
    command_refusal_clear(refusal);
    bool fits_letter = command != NULL && (command->row->reply & context->reply) != 0;
    if (context->board == 0 || !fits_letter || command->board == 0) {
        return NULL;
    }
    command->apart = command->board != context->board && command->row->level == LEVEL_SENDER;
    if (command->board == context->board || command->apart) {
        return g_steal_pointer(&command);
    }
    refuse(refusal, "other-board", g_strdup_printf("%" G_GINT64_FORMAT, command->board), NULL);
    refusal->line = g_strdup(command->line);
    refusal->row = command->row;
    return NULL;
}

bool grammar_only_asks(const struct command *command, gint64 letter_board)
{
    const unsigned parts = command->row->changes;
    const char *word = command->words[0];
    const char *value = word != NULL ? command->words[1] : NULL;
    const struct setting *setting =
        (parts & PART_VALUE) != 0 && value != NULL ? setting_find(word) : NULL;
    g_autofree char *valid = setting != NULL ? setting_value(setting, value) : NULL;
    bool changes = valid != NULL || ((parts & PART_TEXT) != 0 && command->text != NULL) ||
                   ((parts & PART_WORDS) != 0 && word != NULL && !g_str_has_prefix(word, "--")) ||
                   ((parts & PART_PASSWORD) != 0 && command->password != NULL) ||
                   ((parts & PART_BOARD) != 0 && command->board != 0) ||
                   ((parts & PART_LETTER_BOARD) != 0 && letter_board != 0);
    return parts != 0 && !changes;
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
    return row->password_is_enough && command->password != NULL ? LEVEL_PROVEN : row->level;
}

/* True if the text of a `chat` begins with the number of the letter's board, which is not part
 * of the message. */
static bool names_own_board(const struct grammar_context *context, const struct command *command)
{
    bool says = command->row->id == COMMAND_CHAT && command->text != NULL;
    g_autofree char *text = plain_text(says ? command->text : "", -1);
    struct word first = { .start = text, .length = strcspn(text, " ") };
    gint64 board = 0;
    return first.length > 0 && names_board(first, &board, NULL, NULL) && board == context->board;
}

struct command *grammar_parse_here(const struct grammar_context *context, const char *text,
                                   struct command_refusal *refusal)
{
    if (context->reply == 0) {
        return grammar_parse(context, text, refusal);
    }
    struct command *command = grammar_parse_short(context, text);
    if (command != NULL && names_own_board(context, command)) {
        g_clear_pointer(&command, command_free);
    }
    if (command == NULL) {
        command = parse_named(context, text, refusal);
    }
    return command != NULL || refusal->key != NULL ? command : grammar_parse_apart(context, text);
}
