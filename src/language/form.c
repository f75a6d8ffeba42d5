#include "language/form.h"

#include <string.h>

#include "base/config_bots.h"
#include "language/dates.h"
#include "language/names.h"
#include "language/settings.h"
#include "language/vocabulary.h"

enum {
    LIMIT_MOST = 9999,
    PAGE_MOST = 999999,
};

bool form_has(const struct command_row *row, const char *slot)
{
    bool found = false;
    for (size_t i = 0; row != NULL && row->forms[i] != NULL; i++) {
        found |= strstr(row->forms[i], slot) != NULL;
    }
    return found;
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

/* A walk along one form. */
struct walk {
    const struct form_task *task;
    const char *form;
    const struct slot *slot; /* that is taken now */
    struct word token;       /* its words in the form */
    size_t at;               /* the index of the next word */
    struct command *command;
    GPtrArray *words, *options, *server_options;
    size_t secret;        /* the first word that is never shown */
    size_t secrets;       /* how many secret words follow each other from there */
    const char *mask;     /* what is shown instead */
    const char *late_key; /* a fault that is reported only if the rest fits; NULL: none */
    const char *key;      /* of a refusal */
    char *word;           /* the word at fault, or NULL */
};

static bool fail(struct walk *walk, const char *key)
{
    walk->key = key;
    return false;
}

static bool fail_at(struct walk *walk, const char *key, struct word word)
{
    walk->word = word_shown(word);
    return fail(walk, key);
}

static bool at_end(const struct walk *walk)
{
    return walk->at >= walk->task->line->count;
}

/* The next word. Must not be called at the end. */
static struct word here(const struct walk *walk)
{
    return line_bare(walk->task->line, walk->at);
}

/* ---- slots ---- */

/* Where a slot keeps its word. */
enum field {
    FIELD_NONE,
    FIELD_NAME = offsetof(struct command, name),
    FIELD_PASSWORD = offsetof(struct command, password),
    FIELD_NEW = offsetof(struct command, new_password),
    FIELD_TEXT = offsetof(struct command, text),
    FIELD_PLY = offsetof(struct command, ply),     /* only of a board */
    FIELD_WORDS = offsetof(struct command, words), /* it repeats */
};

struct slot {
    const char *spelling;
    const char *missing; /* the key of a refusal if no word is left; NULL: it can be left out */
    /* Takes the words of the slot, of which there is at least one. False if they do not fit, with
     * the key of a refusal. */
    bool (*take)(struct walk *walk);
    enum field field;
    /* True if the word (or the rest of the line) fits; may make it shorter. NULL: any does. */
    bool (*fits)(struct walk *walk, struct word *word);
};

static bool fits_game(struct walk *walk, struct word *word)
{
    walk->command->game = g_strdup(names_game(walk->task->context, *word));
    return walk->command->game != NULL || fail_at(walk, "unknown-game", *word);
}

static bool fits_player(struct walk *walk, struct word *word)
{
    const char *fault = names_player_fault(walk->task->context, *word);
    return fault == NULL || fail_at(walk, fault, *word);
}

/* Only the list of players decides which of them it is. */
static bool fits_target(struct walk *walk, struct word *word)
{
    walk->command->game = g_strdup(names_game(walk->task->context, *word));
    return walk->command->game != NULL || fits_player(walk, word);
}

static bool fits_me(struct walk *walk, struct word *word)
{
    return word_is(*word, "me") || fits_player(walk, word);
}

static bool fits_limit(struct walk *walk, struct word *word)
{
    const gint64 number = *word->start == '0' ? -1 : word_number(*word);
    return word_is(*word, "off") || (number > 0 && number <= LIMIT_MOST) ||
           fail(walk, "wrong-form");
}

static bool fits_page(struct walk *walk, struct word *word)
{
    walk->command->page = word_number(*word);
    return (walk->command->page > 0 && walk->command->page <= PAGE_MOST) ||
           fail(walk, "wrong-form");
}

/* "5" or "5d"; the handler checks how many days are allowed. */
static bool fits_days(struct walk *walk, struct word *word)
{
    word->length -= g_ascii_tolower(word->start[word->length - 1]) == 'd' ? 1 : 0;
    return word_number(*word) >= 0 || fail(walk, "wrong-form");
}

static bool fits_address(struct walk *walk, struct word *word)
{
    return memchr(word->start, '@', word->length) != NULL || fail(walk, "missing-address");
}

/* "help me" in a reply is talk: there it takes only one topic, which must exist. */
static bool fits_topic(struct walk *walk, struct word *word)
{
    const bool known = word_among(*word, grammar_topics) >= 0 ||
                       names_game(walk->task->context, *word) != NULL ||
                       names_command(*word) != NULL || word_is(*word, BOT_HOUSE);
    return !walk->task->strict || (known && walk->words->len == 0) || fail(walk, "wrong-form");
}

/* "vacation was nice" in a reply is talk. */
static bool fits_dates(struct walk *walk, struct word *rest)
{
    const bool off = word_is(here(walk), "off"); /* a key word of another form */
    const bool named = strpbrk(rest->start, "0123456789") != NULL || dates_are_days(rest->start);
    return (!off && (!walk->task->strict || named)) || fail(walk, "wrong-form");
}

static bool fits_moves(struct walk *walk, struct word *rest)
{
    return moves_bare(walk->task->context, rest->start, false) || fail(walk, "no-move");
}

/* Takes the words from `walk->at` to before `end`, which are `text`. */
static bool take_until(struct walk *walk, struct word text, size_t end)
{
    if (walk->slot->fits != NULL && !walk->slot->fits(walk, &text)) {
        return false;
    }
    if (walk->slot->field == FIELD_WORDS) {
        g_ptr_array_add(walk->words, word_copy(text, GRAMMAR_LINE_MAX));
    } else if (walk->slot->field != FIELD_NONE) {
        G_STRUCT_MEMBER(char *, walk->command, walk->slot->field) =
            word_copy(text, GRAMMAR_TEXT_MAX);
    }
    walk->at = end;
    return true;
}

static bool take_word(struct walk *walk)
{
    return take_until(walk, here(walk), walk->at + 1);
}

static bool take_rest(struct walk *walk)
{
    g_autofree char *rest = line_rest(walk->task->line, walk->at);
    return take_until(walk, word_over(rest), walk->task->line->count);
}

/* A word that begins with a digit is not a name; it may be the number that comes next. */
static bool take_optional_name(struct walk *walk)
{
    return g_ascii_isdigit(*here(walk).start) || take_word(walk);
}

/* ---- options ---- */

static void append_here(struct walk *walk, GString *text)
{
    const struct word word = here(walk);
    g_string_append_len(text, word.start, (gssize)word.length);
    walk->at++;
}

/* Takes a name, or a name, `=` and a value with blanks around the sign or not. Free with g_free. */
static char *take_assignment(struct walk *walk)
{
    GString *text = g_string_new(NULL);
    do {
        append_here(walk, text);
    } while (!at_end(walk) && (strchr(text->str, '=') == NULL
                                   ? *here(walk).start == '='
                                   : g_str_has_suffix(text->str, "=") && *here(walk).start != '-'));
    return g_string_free(text, FALSE);
}

/* Takes the options that come next; does nothing if there are none. */
static bool take_options(struct walk *walk)
{
    static const char from[] = "--from=", form[] = "^--?[a-z][a-z0-9-]*(=.*)?$";
    const bool may_be = strstr(walk->form, "[-option") != NULL;
    while (may_be && !at_end(walk) && *here(walk).start == '-') {
        g_autofree char *rest = line_rest(walk->task->line, walk->at);
        g_autofree char *option = take_assignment(walk);
        const bool server = option[1] == '-';
        if (!g_regex_match_simple(form, option, G_REGEX_CASELESS, 0)) {
            return fail_at(walk, "option-form", word_over(option));
        }
        if (g_ascii_strncasecmp(option, from, strlen(from)) == 0) { /* a position has blanks */
            g_free(option);
            option = g_strconcat(from, strchr(rest, '=') + 1, NULL);
            walk->at = walk->task->line->count;
        }
        g_ptr_array_add(server ? walk->server_options : walk->options, g_steal_pointer(&option));
    }
    return true;
}

static bool take_words(struct walk *walk)
{
    return take_word(walk) && take_options(walk) && (at_end(walk) || take_words(walk));
}

/* True for a word between a setting and its value: "to". */
static bool joins(struct word word)
{
    const struct meaning *meaning = vocabulary_of(word);
    return meaning != NULL && (meaning->kinds & WORD_TO) != 0;
}

/* KEY, KEY VALUE, KEY to VALUE, or KEY=VALUE, with blanks around the sign or not. The value behind
 * an unknown key is not shown: it may be a password in the wrong place. */
static bool take_setting(struct walk *walk)
{
    g_autofree char *whole = take_assignment(walk);
    g_auto(GStrv) parts = g_strsplit(whole, "=", 2);
    const bool sign = parts[1] != NULL;
    const struct setting *setting = setting_find(parts[0]);
    if (setting != NULL && !sign && walk->at + 1 < walk->task->line->count && joins(here(walk))) {
        walk->at++;
    }
    g_autoptr(GString) value = g_string_new(parts[1]);
    const int most = setting != NULL ? MAX(setting->words, 1) : 1;
    for (int words = sign ? 1 : 0; words < most && !at_end(walk); words++) {
        g_string_append(value, words > 0 ? " " : "");
        append_here(walk, value);
    }
    const bool asks = !sign && value->len == 0;
    g_autofree char *kept = setting != NULL ? setting_value(setting, value->str) : NULL;
    /* For an unknown zone the answer lists those near to it. */
    if (walk->task->strict &&
        (setting == NULL || (!asks && kept == NULL && setting->read == NULL))) {
        return fail(walk, "wrong-form");
    }
    walk->secret = walk->at - 1;
    walk->secrets = setting == NULL && !asks ? 1 : 0;
    walk->mask = "...";
    g_ptr_array_add(walk->words, g_strdup(parts[0]));
    if (!asks) {
        g_ptr_array_add(walk->words, g_strdup(value->str));
    }
    return true;
}

/* ---- boards, names and passwords ---- */

static bool follow(struct walk *walk, const char *form);

static bool board_is_here(const struct walk *walk)
{
    return !at_end(walk) && (g_ascii_isdigit(*here(walk).start) || *here(walk).start == '#');
}

static bool take_board(struct walk *walk)
{
    const struct form_task *task = walk->task;
    struct command *command = walk->command;
    const bool repeats = walk->slot->field == FIELD_WORDS;
    if (!board_is_here(walk)) {
        return task->context->board != 0 || fail(walk, "missing-board");
    }
    do {
        struct command other, *kept = command->board == 0 ? command : &other;
        const struct word word = here(walk);
        if (!names_board(word, &kept->board, &kept->has_ply,
                         walk->slot->field == FIELD_NONE ? NULL : &kept->ply)) {
            return fail_at(walk, "board-number", word);
        }
        if (repeats) {
            const size_t sign = *word.start == '#' ? 1 : 0;
            g_ptr_array_add(walk->words, g_strndup(word.start + sign, word.length - sign));
        }
        walk->at++;
    } while (repeats && board_is_here(walk));
    /* The classic NAME PASSWORD, although the form shows none. */
    const bool claims = task->row->level >= LEVEL_PROVEN &&
                        strstr(walk->form, "PASSWORD") == NULL &&
                        form_claims(task->context, task->line, walk->at);
    return !claims || follow(walk, "NAME PASSWORD");
}

/* Takes a word that is never shown. A password may end in a full stop or `!`; in the place of a
 * token a number is a board. */
static bool take_secret(struct walk *walk)
{
    const bool token = walk->slot->field == FIELD_TEXT;
    walk->secret = walk->secrets == 0 ? walk->at : walk->secret;
    walk->secrets++;
    walk->mask = token ? "[token]" : "[password]";
    return take_until(walk, token ? here(walk) : walk->task->line->word[walk->at], walk->at + 1);
}

/* "ann", "ann,bob", "ann, bob", each with a colon behind it or not. */
static bool take_recipients(struct walk *walk)
{
    struct command *command = walk->command;
    for (bool more = true; more && !at_end(walk); walk->at++) {
        g_autofree char *word = word_copy(here(walk), GRAMMAR_LINE_MAX);
        char *last = word + strlen(word) - 1;
        more = *last == ',';
        command->addressed |= *last == ':' || strchr(word, ',') != NULL;
        *last = *last == ':' ? '\0' : *last;
        g_auto(GStrv) names = g_strsplit(word, ",", -1);
        for (char **name = names; *name != NULL; name++) {
            if (**name != '\0' && !take_until(walk, word_over(*name), walk->at)) {
                return false;
            }
        }
    }
    /* "message ann or bob ..." is to nobody in particular. */
    if (!command->addressed && !at_end(walk) && word_is(here(walk), "or")) {
        return fail(walk, "wrong-form");
    }
    return walk->words->len > 0 || fail(walk, "missing-name");
}

/* ---- moves and text ---- */

/* MOVE[#N] */
static bool take_move(struct walk *walk)
{
    struct command *command = walk->command;
    const struct line *line = walk->task->line;
    g_autofree char *move = line_rest(line, walk->at);
    struct word last = line_bare(line, line->count - 1);
    if (names_ply(&last, &command->ply)) {
        command->has_ply = TRUE;
        move[last.start + last.length - line->word[walk->at].start] = '\0';
        g_strchomp(move);
    }
    /* A word that is no turn cannot have a turn's number. */
    const enum command_id word = moves_word(move);
    if ((command->has_ply && word != COMMAND_NONE && word != COMMAND_MOVE) ||
        !moves_bare(walk->task->context, move, walk->task->strict)) {
        return fail(walk, "no-move");
    }
    command->text = g_steal_pointer(&move);
    walk->at = line->count;
    return true;
}

/* NAME PASSWORD or nothing: grammar.h explains how a move is told from a name. */
static bool take_unit(struct walk *walk)
{
    const struct line *line = walk->task->line;
    const struct word name = here(walk);
    const size_t at = walk->at, left = line->count - at;
    if (names_cells(name) > 0 || (left == 1 && word_is(name, "off"))) {
        return true; /* "off" is a key word of the form */
    }
    if (take_move(walk)) {
        walk->at = at;
        g_clear_pointer(&walk->command->text, g_free);
        return true;
    }
    if (word_is(name, "if")) {
        return fail(walk, "no-tree");
    }
    if (names_player_fault(walk->task->context, name) != NULL) {
        return fail(walk, "no-move");
    }
    /* If one more word is left, it is the password, or a move without a password. */
    if (left == 1 || (left == 2 && names_cells(line_bare(line, walk->at + 1)) > 0)) {
        return fail(walk, "name-needs-password"); /* not shown: it may be the password */
    }
    return follow(walk, "NAME PASSWORD");
}

static bool take_pages(struct walk *walk)
{
    return follow(walk, "GAME [NAME] [PAGE]");
}

static bool take_text(struct walk *walk)
{
    g_autofree char *text = line_written(walk->task->line, walk->at, LINE_WORDS_MAX);
    walk->command->text_cut = strlen(text) > GRAMMAR_TEXT_MAX;
    return take_until(walk, word_over(text), walk->task->line->count);
}

/* ---- the walk ---- */

/* The key word `a`, or one of `a|b` or `[a|b]`. It is kept, unless it is the command itself. */
static bool take_key_word(struct walk *walk)
{
    g_autofree char *words = word_copy(walk->token, GRAMMAR_LINE_MAX);
    g_auto(GStrv) choices = g_strsplit_set(words, "[|]", -1);
    const int chosen = word_among(here(walk), (const char *const *)choices);
    const bool command = g_str_equal(words, walk->task->row->name);
    if (command ? walk->at != walk->task->command_at : chosen < 0) {
        return fail(walk, "wrong-form");
    }
    if (!command) {
        g_ptr_array_add(walk->words, g_strdup(choices[chosen]));
    }
    walk->at++;
    return true;
}

static const struct slot slots[] = {
    { "GAME", "missing-game", take_word, FIELD_NONE, fits_game },
    { "[GAME]", NULL, take_word, FIELD_NONE, fits_game },
    { "BOARD", "missing-board", take_board, FIELD_NONE, NULL },
    { "BOARD[#N]", "missing-board", take_board, FIELD_PLY, NULL },
    { "BOARD[#N]...", "missing-board", take_board, FIELD_WORDS, NULL },
    { "NAME", "missing-name", take_word, FIELD_NAME, fits_player },
    { "[NAME]", NULL, take_optional_name, FIELD_NAME, fits_player },
    { "ME", "missing-name", take_word, FIELD_WORDS, fits_me },
    { "OTHER", NULL, take_word, FIELD_WORDS, fits_me },
    { "[OTHER ...]", NULL, take_words, FIELD_WORDS, fits_me },
    { "GAME|NAME", "missing-name", take_word, FIELD_WORDS, fits_target },
    { "[GAME|NAME]", NULL, take_word, FIELD_WORDS, fits_target },
    { "[N|off]", NULL, take_word, FIELD_WORDS, fits_limit },
    { "PASSWORD", "wrong-form", take_secret, FIELD_PASSWORD, NULL },
    { "[PASSWORD]", NULL, take_secret, FIELD_PASSWORD, NULL },
    { "NEW", "wrong-form", take_secret, FIELD_NEW, NULL },
    { "[NAME PASSWORD]", NULL, take_unit, FIELD_NONE, NULL },
    { "MOVE", "missing-move", take_move, FIELD_TEXT, NULL },
    { "MOVE...", "missing-move", take_rest, FIELD_TEXT, fits_moves },
    { "[TEXT]", NULL, take_text, FIELD_TEXT, NULL },
    { "DAYS", "wrong-form", take_word, FIELD_TEXT, fits_days },
    { "[GAME [NAME] [PAGE]]", NULL, take_pages, FIELD_NONE, NULL },
    { "[PAGE]", NULL, take_word, FIELD_NONE, fits_page },
    { "TO[,TO ...]", "missing-name", take_recipients, FIELD_WORDS, fits_player },
    { "TOKEN", "missing-token", take_secret, FIELD_TEXT, NULL },
    { "ADDR", "missing-address", take_word, FIELD_TEXT, fits_address },
    { "[TOPIC ...]", NULL, take_words, FIELD_WORDS, fits_topic },
    { "[KEY VALUE]", NULL, take_setting, FIELD_WORDS, NULL },
    { "[DATE DATE]", NULL, take_rest, FIELD_TEXT, fits_dates },
    { "[-option ...]", NULL, take_options, FIELD_NONE, NULL },
    { "[--option ...]", NULL, take_options, FIELD_NONE, NULL },
    { "[a|b]", NULL, take_key_word, FIELD_WORDS, NULL }, /* all others */
    { "a|b", "wrong-form", take_key_word, FIELD_WORDS, NULL },
};

/* The slot that a form begins with, and its length. */
static const struct slot *find_slot(const char *form, size_t *length)
{
    const struct slot *slot = slots;
    for (; slot->take != take_key_word; slot++) {
        *length = strlen(slot->spelling);
        if (strncmp(form, slot->spelling, *length) == 0 &&
            (form[*length] == ' ' || form[*length] == '\0')) {
            return slot;
        }
    }
    *length = strcspn(form, " ");
    return slot + (*form == '[' ? 0 : 1);
}

static bool take(struct walk *walk)
{
    static const char *const of_letter[] = { "BOARD",       "BOARD[#N]",       "BOARD[#N]...",
                                             "TO[,TO ...]", "[NAME PASSWORD]", "TOKEN",
                                             NULL };
    if (walk->task->of_reply && g_strv_contains(of_letter, walk->slot->spelling)) {
        return true;
    }
    if (walk->at == walk->task->command_at && walk->slot->take != take_key_word) {
        walk->late_key = walk->slot->missing; /* the game stands elsewhere */
        return true;
    }
    if (at_end(walk) && walk->slot->take != take_board) {
        return walk->slot->missing == NULL || fail(walk, walk->slot->missing);
    }
    return walk->slot->take(walk);
}

static bool follow(struct walk *walk, const char *form)
{
    for (size_t length; *form != '\0'; form += length + strspn(form + length, " ")) {
        walk->slot = find_slot(form, &length);
        walk->token = (struct word){ form, length };
        if (!take_options(walk) || !take(walk)) {
            return false;
        }
    }
    return take_options(walk);
}

/* Compares the line with one form. NULL if it does not fit. */
static struct command *follow_form(struct walk *walk, const char *form)
{
    g_autoptr(Command) command = g_new0(struct command, 1);
    const struct form_task *task = walk->task;
    walk->form = form;
    walk->command = command;
    walk->words = g_ptr_array_new_null_terminated(1, g_free, TRUE);
    walk->options = g_ptr_array_new_null_terminated(1, g_free, TRUE);
    walk->server_options = g_ptr_array_new_null_terminated(1, g_free, TRUE);
    /* What comes last is reported only if all slots fit. */
    const bool fits = follow(walk, form) && (at_end(walk) || fail(walk, "wrong-form")) &&
                      (walk->late_key == NULL || fail(walk, walk->late_key)) &&
                      (MAX(walk->words->len, MAX(walk->options->len, walk->server_options->len)) <=
                           GRAMMAR_WORDS_MAX ||
                       fail(walk, "too-many-words"));
    command->row = task->row;
    command->words = (char **)g_ptr_array_free(walk->words, FALSE);
    command->options = (char **)g_ptr_array_free(walk->options, FALSE);
    command->server_options = (char **)g_ptr_array_free(walk->server_options, FALSE);
    if (!fits) {
        return NULL;
    }
    g_autofree char *line = line_masked(task->line, walk->secret, walk->secrets, walk->mask);
    const bool whole = strlen(line) <= GRAMMAR_LINE_MAX;
    plain_cut(line, GRAMMAR_LINE_MAX);
    command->line = g_strconcat(line, whole ? "" : " ...", NULL);
    return g_steal_pointer(&command);
}

struct command *form_follow(const struct form_task *task, const char *const *forms,
                            struct command_refusal *why)
{
    size_t most = 0;
    g_auto(CommandRefusal) ignored = { 0 };
    struct command_refusal *refusal = why != NULL ? why : &ignored;
    for (const char *const *form = forms; *form != NULL; form++) {
        struct walk walk = { .task = task };
        struct command *command = follow_form(&walk, *form);
        if (command != NULL) {
            command_refusal_clear(refusal);
            return command;
        }
        if (refusal->key == NULL || walk.at > most) {
            command_refusal_clear(refusal);
            most = walk.at;
            refusal->key = walk.key;
            refusal->word = g_steal_pointer(&walk.word);
            refusal->suggestion =
                g_strdup(g_str_equal(walk.key, "unknown-game")
                             ? suggest_game(task->context, word_over(refusal->word))
                             : *form);
        } else if (walk.at == most && strcmp(walk.key, refusal->key) != 0) {
            refusal->key = "wrong-form";
            g_clear_pointer(&refusal->word, g_free);
        }
        g_free(walk.word);
    }
    return NULL;
}
