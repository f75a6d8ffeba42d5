#include "language/form.h"

#include <string.h>

#include "base/config_bots.h"
#include "base/random.h"
#include "language/dates.h"
#include "language/names.h"

void command_free(struct command *command)
{
    if (command == NULL) {
        return;
    }
    g_free(command->line);
    g_free(command->game);
    g_free(command->name);
    secret_free(command->password);
    secret_free(command->new_password);
    g_free(command->text);
    g_strfreev(command->words);
    g_strfreev(command->options);
    g_strfreev(command->server_options);
    g_free(command);
}

static bool take_nothing(struct walk *walk)
{
    (void)walk;
    return true;
}

/* ---- games and boards ---- */

static bool take_optional_game(struct walk *walk)
{
    if (at_end(walk) || walk->at == walk->task->command_at) {
        return true;
    }
    const char *game = names_game(walk->task->context, here(walk));
    if (game == NULL) {
        return fail_at(walk, "unknown-game", here(walk));
    }
    walk->command->game = g_strdup(game);
    walk->at++;
    return true;
}

static bool take_game(struct walk *walk)
{
    if (walk->at == walk->task->command_at) {
        walk->late_key = "missing-game";
    } else if (at_end(walk)) {
        return fail(walk, "missing-game");
    }
    return take_optional_game(walk);
}

static bool take_board_word(struct walk *walk, bool may_have_ply)
{
    struct command *command = walk->command;
    bool understood = walk->task->context->has_board;
    struct word word = at_end(walk) ? word_over("") : here(walk);
    if (!g_ascii_isdigit(word.start[0]) && word.start[0] != '#') {
        return understood || fail(walk, "missing-board");
    }
    gint64 board = 0;
    gint64 ply = 0;
    gboolean has_ply = FALSE;
    if (!names_board(word, &board, &has_ply, may_have_ply ? &ply : NULL)) {
        return fail_at(walk, "board-number", word);
    }
    if (command->board == 0) {
        command->board = board;
        command->has_ply = has_ply;
        command->ply = ply;
    }
    walk->at++;
    return true;
}

static bool take_board_and_ply(struct walk *walk)
{
    return take_board_word(walk, true);
}

static bool take_boards(struct walk *walk)
{
    size_t before;
    do {
        before = walk->at;
        if (!take_board_word(walk, true)) {
            walk->key = walk->words->len > 0 && walk->word == NULL ? "wrong-form" : walk->key;
            return false;
        }
        if (walk->at > before) {
            struct word word = line_bare(walk->task->line, before);
            size_t sign = word.start[0] == '#' ? 1 : 0;
            if (!add(walk, walk->words, g_strndup(word.start + sign, word.length - sign))) {
                return false;
            }
        }
    } while (walk->at > before && !at_end(walk));
    return true;
}

static bool take_page(struct walk *walk)
{
    enum { DIGITS_MOST = 6 };
    if (at_end(walk)) {
        return true;
    }
    g_autofree char *text = word_copy(here(walk), GRAMMAR_LINE_MAX);
    walk->command->page = g_ascii_strtoll(text, NULL, 10);
    walk->at++;
    bool whole = strspn(text, "0123456789") == strlen(text) && strlen(text) <= DIGITS_MOST;
    return (whole && walk->command->page > 0) || fail(walk, "wrong-form");
}

/* ---- names and passwords ---- */

/* A player's name, or "me" for the writer. */
static bool take_player(struct walk *walk)
{
    const bool me = !at_end(walk) && word_is(here(walk), "me");
    return (me || names_player_here(walk)) && add_word(walk, here(walk));
}

static bool take_players(struct walk *walk)
{
    while (!at_end(walk)) {
        if (!take_player(walk) || !slot_options(walk)) {
            return false;
        }
    }
    return true;
}

static bool take_name(struct walk *walk)
{
    if (!names_player_here(walk)) {
        return false;
    }
    walk->command->name = word_copy(here(walk), GRAMMAR_LINE_MAX);
    walk->at++;
    return true;
}

/* A word that begins with a digit is not a name; it may be the number that comes next. */
static bool take_optional_name(struct walk *walk)
{
    return at_end(walk) || g_ascii_isdigit(here(walk).start[0]) || take_name(walk);
}

/* A game, a player of it, a page; from any of them on, they may be left out. */
static bool take_pages(struct walk *walk)
{
    return at_end(walk) ||
           (take_optional_game(walk) && take_optional_name(walk) && take_page(walk));
}

/* The players in one word, "ann,bob". */
static bool take_joined_players(struct walk *walk, struct word word)
{
    g_autofree char *text = word_copy(word, GRAMMAR_LINE_MAX);
    g_auto(GStrv) names = g_strsplit(text, ",", -1);
    for (char **name = names; *name != NULL; name++) {
        const bool empty = **name == '\0';
        const char *fault =
            empty ? NULL : names_player_fault(walk->task->context, word_over(*name));
        if (fault != NULL) {
            return fail_at(walk, fault, word_over(*name));
        }
        if (!empty && !add(walk, walk->words, g_strdup(*name))) {
            return false;
        }
    }
    return true;
}

/* "ann", "ann,bob", "ann, bob", each with a colon behind it or not. */
static bool take_recipients(struct walk *walk)
{
    bool more = true;
    while (more && !at_end(walk)) {
        struct word word = here(walk);
        char last = word.start[word.length - 1];
        more = last == ',';
        word.length -= last == ':' ? 1 : 0;
        walk->command->addressed |= last == ':' || memchr(word.start, ',', word.length) != NULL;
        if (!take_joined_players(walk, word)) {
            return false;
        }
        walk->at++;
    }
    /* "message ann or bob ..." is to nobody in particular. */
    if (!walk->command->addressed && !at_end(walk) && word_is(here(walk), "or")) {
        return fail(walk, "wrong-form");
    }
    return walk->words->len > 0 || fail(walk, "missing-name");
}

/* Takes a word, and has `mask` shown in its place. Free with g_free. */
static char *take_secret(struct walk *walk, const char *mask)
{
    walk->secret = walk->secrets == 0 ? walk->at : walk->secret;
    walk->secrets++;
    walk->mask = mask;
    return word_copy(walk->task->line->word[walk->at++], GRAMMAR_LINE_MAX);
}

static bool take_optional_password(struct walk *walk)
{
    if (!at_end(walk)) {
        walk->command->password = take_secret(walk, "[password]");
    }
    return true;
}

static bool take_password(struct walk *walk)
{
    return at_end(walk) ? fail(walk, "wrong-form") : take_optional_password(walk);
}

static bool take_new_password(struct walk *walk)
{
    if (at_end(walk)) {
        return fail(walk, "wrong-form");
    }
    walk->command->new_password = take_secret(walk, "[password]");
    return true;
}

/* grammar.h explains how a move is told from a name. */
static bool take_unit(struct walk *walk)
{
    const struct grammar_context *context = walk->task->context;
    g_autofree char *rest = line_rest(walk->task->line, walk->at);
    if (at_end(walk) || moves_read(context, rest) || names_cell_first(here(walk))) {
        return true;
    }
    struct word name = here(walk);
    if (word_is(name, "if")) {
        return fail(walk, "no-tree");
    }
    if (walk->at + 1 == walk->task->line->count && word_is(name, "off")) {
        return true; /* a key word of the form */
    }
    if (names_player_fault(context, name) != NULL) {
        return fail(walk, "no-move");
    }
    /* If one more word is left, it is the password, or a move without a password. */
    size_t left = walk->task->line->count - walk->at;
    if (left == 1 || (left == 2 && names_cell_first(line_bare(walk->task->line, walk->at + 1)))) {
        return fail(walk, "name-needs-password"); /* not shown: it may be the password */
    }
    return take_name(walk) && take_optional_password(walk);
}

bool form_claims(const struct grammar_context *context, const struct line *line, size_t at)
{
    if (at + 2 > line->count) {
        return false;
    }
    struct word name = line_bare(line, at);
    return context->stranger ? names_player_fault(context, name) == NULL
                             : word_is(name, context->writer);
}

/* BOARD, and where the form shows no NAME PASSWORD, the classic one behind it. */
static bool take_board(struct walk *walk)
{
    const struct form_task *task = walk->task;
    return take_board_word(walk, false) &&
           (!walk->classic || !form_claims(task->context, task->line, walk->at) ||
            (take_name(walk) && take_optional_password(walk)));
}

static bool take_token(struct walk *walk)
{
    if (at_end(walk)) {
        return fail(walk, "missing-token");
    }
    walk->command->text = word_copy(here(walk), GRAMMAR_LINE_MAX);
    secret_free(take_secret(walk, "[token]"));
    return true;
}

static bool take_token_or_board(struct walk *walk)
{
    gint64 board = 0;
    bool number = !at_end(walk) && names_board(here(walk), &board, NULL, NULL);
    return number ? take_board(walk) : take_token(walk);
}

static bool take_address(struct walk *walk)
{
    if (at_end(walk)) {
        return fail(walk, "missing-address");
    }
    if (memchr(here(walk).start, '@', here(walk).length) == NULL) {
        return fail(walk, "missing-address");
    }
    walk->command->text = word_copy(here(walk), GRAMMAR_LINE_MAX);
    walk->at++;
    return true;
}

/* ---- moves, text, topics ---- */

static bool take_move(struct walk *walk)
{
    const struct form_task *task = walk->task;
    struct command *command = walk->command;
    if (at_end(walk)) {
        return fail(walk, "missing-move");
    }
    g_autofree char *rest = line_rest(task->line, walk->at);
    command->text = moves_split_ply(rest, &command->has_ply, &command->ply);
    struct line move;
    line_split(command->text, &move);
    /* A word that is no turn cannot have a turn's number. */
    bool misplaced_ply =
        command->has_ply && move.count == 1 && moves_classic(line_bare(&move, 0)) != COMMAND_NONE;
    if (misplaced_ply || !moves_bare(task->context, command->text, task->strict)) {
        return fail(walk, "no-move");
    }
    walk->at = task->line->count;
    return true;
}

static bool take_moves(struct walk *walk)
{
    const struct form_task *task = walk->task;
    if (at_end(walk)) {
        return fail(walk, "missing-move");
    }
    g_autofree char *rest = line_rest(task->line, walk->at);
    if (!moves_bare(task->context, rest, false)) {
        return fail(walk, "no-move");
    }
    walk->command->text = g_steal_pointer(&rest);
    walk->at = task->line->count;
    return true;
}

static bool take_text(struct walk *walk)
{
    if (!at_end(walk)) {
        g_autofree char *rest = line_written(walk->task->line, walk->at, LINE_WORDS_MAX);
        walk->command->text_cut = strlen(rest) > GRAMMAR_TEXT_MAX;
        plain_cut(rest, GRAMMAR_TEXT_MAX);
        walk->command->text = g_steal_pointer(&rest);
        walk->at = walk->task->line->count;
    }
    return true;
}

/* "5" or "5d"; the handler checks how many days are allowed. */
static bool take_days(struct walk *walk)
{
    enum { DIGITS_MOST = 9 };
    if (at_end(walk)) {
        return fail(walk, "wrong-form");
    }
    g_autofree char *word = word_copy(here(walk), GRAMMAR_LINE_MAX);
    size_t digits = strspn(word, "0123456789");
    bool number = digits > 0 && digits <= DIGITS_MOST &&
                  (word[digits] == '\0' || g_ascii_strcasecmp(word + digits, "d") == 0);
    if (!number) {
        return fail_at(walk, "wrong-form", here(walk));
    }
    walk->command->text = g_strndup(word, digits);
    walk->at++;
    return true;
}

bool form_takes_text(const struct command_row *row)
{
    return row->forms[0] != NULL && g_str_has_suffix(row->forms[0], "[TEXT]");
}

static bool is_topic(const struct grammar_context *context, struct word word)
{
    return word_among(word, grammar_topics) >= 0 || names_game(context, word) != NULL ||
           names_command(word) != NULL || word_is(word, BOT_HOUSE);
}

/* "help me" in a reply is talk: there it takes only one topic, which must exist. */
static bool take_topics(struct walk *walk)
{
    while (!at_end(walk)) {
        struct word word = here(walk);
        if (walk->task->strict && (walk->words->len > 0 || !is_topic(walk->task->context, word))) {
            return fail(walk, "wrong-form");
        }
        if (!add_word(walk, word)) {
            return false;
        }
    }
    return true;
}

/* ---- days ---- */

/* "vacation was nice" in a reply is talk. */
static bool take_dates(struct walk *walk)
{
    if (at_end(walk) || word_is(here(walk), "off")) {
        return true;
    }
    g_autofree char *rest = line_rest(walk->task->line, walk->at);
    if (walk->task->strict && !dates_are_meant(rest)) {
        return fail(walk, "wrong-form");
    }
    walk->at = walk->task->line->count;
    walk->command->text = g_steal_pointer(&rest);
    return true;
}

/* ---- the walk ---- */

static const struct slot {
    const char *spelling;
    bool (*take)(struct walk *walk);
} slots[] = {
    { "GAME", take_game },
    { "[GAME]", take_optional_game },
    { "BOARD", take_board },
    { "BOARD[#N]", take_board_and_ply },
    { "BOARD[#N]...", take_boards },
    { "NAME", take_name },
    { "[NAME]", take_optional_name },
    { "ME", take_player },
    { "OTHER", take_players },
    { "[OTHER ...]", take_players },
    { "GAME|NAME", slot_target },
    { "[GAME|NAME]", slot_optional_target },
    { "[N|off]", slot_limit },
    { "PASSWORD", take_password },
    { "[PASSWORD]", take_optional_password },
    { "NEW", take_new_password },
    { "[NAME PASSWORD]", take_unit },
    { "MOVE", take_move },
    { "MOVE...", take_moves },
    { "[TEXT]", take_text },
    { "DAYS", take_days },
    { "[GAME [NAME] [PAGE]]", take_pages },
    { "TO[,TO ...]", take_recipients },
    { "TOKEN", take_token },
    { "TOKEN|BOARD", take_token_or_board },
    { "ADDR", take_address },
    { "[TOPIC ...]", take_topics },
    { "[KEY VALUE]", slot_setting },
    { "[DATE DATE]", take_dates },
    { "[-option ...]", take_nothing },
    { "[--option ...]", take_nothing },
};

/* Takes the next token of a form, which ends at a blank outside of brackets. */
static bool next_token(const char **at, struct word *token)
{
    while (**at == ' ') {
        (*at)++;
    }
    token->start = *at;
    int depth = 0;
    while (**at != '\0' && (**at != ' ' || depth > 0)) {
        depth += **at == '[' ? 1 : **at == ']' ? -1 : 0;
        (*at)++;
    }
    token->length = (size_t)(*at - token->start);
    return token->length > 0;
}

/* Takes the key word `a` or, if it comes next, one of `[a|b]`. A key word is kept, unless it
 * is the command itself. */
static bool take_key_word(struct walk *walk, struct word token)
{
    bool optional = token.start[0] == '[';
    g_autofree char *inner =
        optional ? g_strndup(token.start + 1, token.length - 2) : word_copy(token, token.length);
    if (strcmp(inner, walk->task->row->name) == 0) {
        bool fits = walk->at == walk->task->command_at;
        walk->at += fits ? 1 : 0;
        return fits || fail(walk, "wrong-form");
    }
    if (optional && at_end(walk)) {
        return true;
    }
    g_auto(GStrv) choices = g_strsplit(inner, "|", -1);
    int chosen = at_end(walk) ? -1 : word_among(here(walk), (const char *const *)choices);
    if (chosen < 0) {
        return fail(walk, "wrong-form");
    }
    walk->at++;
    return add(walk, walk->words, g_strdup(choices[chosen]));
}

static bool take(struct walk *walk, struct word token)
{
    for (size_t i = 0; i < G_N_ELEMENTS(slots); i++) {
        if (strlen(slots[i].spelling) == token.length &&
            strncmp(slots[i].spelling, token.start, token.length) == 0) {
            return slots[i].take(walk);
        }
    }
    return take_key_word(walk, token);
}

static bool follow(struct walk *walk, const char *form)
{
    struct word token;
    while (next_token(&form, &token)) {
        if (!slot_options(walk) || !take(walk, token)) {
            return false;
        }
    }
    if (!slot_options(walk)) {
        return false;
    }
    if (!at_end(walk)) {
        return fail(walk, "wrong-form");
    }
    return walk->late_key == NULL || fail(walk, walk->late_key);
}

/* The line as it may be shown, after it was understood. Free with g_free. */
static char *shown_line(const struct walk *walk)
{
    g_autofree char *line = line_masked(walk->task->line, walk->secret, walk->secrets, walk->mask);
    if (strlen(line) <= GRAMMAR_LINE_MAX || !form_takes_text(walk->task->row)) {
        return g_steal_pointer(&line);
    }
    plain_cut(line, GRAMMAR_LINE_MAX);
    return g_strconcat(line, " ...", NULL);
}

bool form_follow(const struct form_task *task, const char *form, struct form_outcome *outcome)
{
    struct walk walk = {
        .task = task,
        .with_options = strstr(form, "[-option") != NULL,
        .classic = task->row->level >= LEVEL_PROVEN && strstr(form, "PASSWORD") == NULL,
        .command = g_new0(struct command, 1),
        .words = g_ptr_array_new_null_terminated(1, g_free, TRUE),
        .options = g_ptr_array_new_null_terminated(1, g_free, TRUE),
        .server_options = g_ptr_array_new_null_terminated(1, g_free, TRUE),
        .secret = LINE_WORDS_MAX,
    };
    bool fits = follow(&walk, form);
    struct command *command = walk.command;
    command->row = task->row;
    command->words = (char **)g_ptr_array_free(walk.words, FALSE);
    command->options = (char **)g_ptr_array_free(walk.options, FALSE);
    command->server_options = (char **)g_ptr_array_free(walk.server_options, FALSE);
    *outcome = (struct form_outcome){ .progress = walk.at };
    if (fits) {
        command->line = shown_line(&walk);
        outcome->command = command;
        g_free(walk.word);
    } else {
        command_free(command);
        outcome->key = walk.key;
        outcome->word = walk.word;
    }
    return fits;
}

void form_outcome_clear(struct form_outcome *outcome)
{
    command_free(outcome->command);
    g_free(outcome->word);
    *outcome = (struct form_outcome){ 0 };
}
