#include "language/form.h"

#include <string.h>

#include "base/config.h"
#include "base/plain.h"
#include "language/dates.h"
#include "language/line.h"
#include "language/plan_lines.h"
#include "language/settings.h"

bool form_has(const struct command_row *row, const char *slot)
{
    g_autofree char *forms = row != NULL ? g_strjoinv("|", (char **)row->forms) : NULL;
    return forms != NULL && strstr(forms, slot) != NULL;
}

const char *form_plan(const char *text)
{
    const char *first = text != NULL ? text + strspn(text, " \t*_\"'([-") : "";
    const size_t length = g_ascii_strncasecmp(first, "when", 4) == 0 ? 4
                          : g_ascii_strncasecmp(first, "if", 2) == 0 ? 2
                                                                     : 0;
    return length > 0 && g_ascii_isspace(first[length]) ? first : NULL;
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
    struct line line; /* that of the task, with the name of a game where the form has it */
    size_t command_at;
    const char *form;
    const struct slot *slot; /* that is taken now */
    struct word token;       /* its words in the form */
    size_t at;               /* the index of the next word */
    struct command *command;
    GPtrArray *words, *options;
    size_t secret;    /* the first word that is never shown */
    size_t secrets;   /* how many secret words follow each other from there */
    const char *mask; /* what is shown instead */
    const char *key;  /* of a refusal */
    char *word;       /* the word at fault, or NULL */
};

static bool fail(struct walk *walk, const char *key)
{
    walk->key = key;
    return false;
}

static bool fail_at(struct walk *walk, const char *key, struct word word)
{
    enum { LONGEST = 22 }; /* a longer one is no word of the language; it may be a token */
    walk->word = word.length <= LONGEST ? word_copy(word, LONGEST) : g_strdup("...");
    return fail(walk, key);
}

/* True if no word is left. */
static bool at_end(const struct walk *walk)
{
    return walk->at >= walk->line.count;
}

/* The next word. Must not be called at the end. */
static struct word here(const struct walk *walk)
{
    return line_bare(&walk->line, walk->at);
}

/* ---- slots ---- */

#define FIELD(member) offsetof(struct command, member)

struct slot {
    const char *spelling;
    const char *missing; /* the key of a refusal if no word is left and it has no brackets; NULL: it
                            can be left out */
    /* Takes the words of the slot, of which there is at least one. False if they do not fit, with
     * the key of a refusal. */
    bool (*take)(struct walk *walk);
    size_t field; /* where its word is kept; 0: nowhere. Of `words`: it repeats */
    /* True if the word (or the rest of the line) fits. NULL: any does that matches `pattern`. */
    bool (*fits)(struct walk *walk, struct word word);
    const char *pattern; /* NULL: any fits */
};

static bool fits_player(struct walk *walk, struct word word)
{
    const char *fault = names_player_fault(walk->task->context, word);
    return fault == NULL || fail_at(walk, fault, word);
}

/* Of GAME|NAME only the list of players decides which of them it is. */
static bool fits_game(struct walk *walk, struct word word)
{
    const char *game = names_game(walk->task->context, word);
    if (game == NULL) {
        return walk->slot->field == FIELD(words) ? fits_player(walk, word)
                                                 : fail_at(walk, "unknown-game", word);
    }
    g_free(walk->command->game);
    walk->command->game = g_strdup(game);
    return true;
}

static bool fits_me(struct walk *walk, struct word word)
{
    return word_is(word, "me") || fits_player(walk, word);
}

/* "help me" in a reply is talk: there it takes only one topic, which must exist. */
static bool fits_topic(struct walk *walk, struct word word)
{
    const bool known = word_among(word, grammar_topics) >= 0 ||
                       names_game(walk->task->context, word) != NULL ||
                       names_command(word) != NULL || word_is(word, BOT_HOUSE);
    return walk->task->context->reply == 0 || (known && walk->words->len == 0) ||
           fail(walk, "wrong-form");
}

/* "vacation was nice" in a reply is talk. */
static bool fits_dates(struct walk *walk, struct word rest)
{
    const bool off = word_is(here(walk), "off"); /* a key word of another form */
    const bool named = strpbrk(rest.start, "0123456789") != NULL || dates_are_days(rest.start);
    return (!off && (walk->task->context->reply == 0 || named)) || fail(walk, "wrong-form");
}

/* Takes the words from `walk->at` to before `end`, which are `text`. */
static bool take_until(struct walk *walk, struct word text, size_t end)
{
    const struct slot *slot = walk->slot;
    g_autofree char *kept = word_copy(text, GRAMMAR_TEXT_MAX);
    if (slot->fits != NULL && !slot->fits(walk, text)) {
        return false;
    }
    if (slot->pattern != NULL && !pattern_fits(kept, slot->pattern)) {
        return fail(walk, slot->missing != NULL ? slot->missing : "wrong-form");
    }
    if (slot->field == FIELD(words)) {
        g_ptr_array_add(walk->words, g_steal_pointer(&kept));
    } else if (slot->field != 0) {
        G_STRUCT_MEMBER(char *, walk->command, slot->field) = g_steal_pointer(&kept);
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
    g_autofree char *rest = line_rest(&walk->line, walk->at);
    return take_until(walk, word_over(rest), walk->line.count);
}

/* "3" or "tournament 3" */
static bool take_number(struct walk *walk)
{
    walk->at += word_is(here(walk), "tournament") && walk->at + 1 < walk->line.count ? 1 : 0;
    return take_word(walk);
}

/* A word that begins with a digit is no optional name; it may be the number that comes next. */
static bool take_name(struct walk *walk)
{
    return (*walk->token.start == '[' && g_ascii_isdigit(*here(walk).start)) || take_word(walk);
}

/* ---- options ---- */

/* Takes the options that come next; does nothing if there are none. */
static bool take_options(struct walk *walk)
{
    static const char from[] = "--from=", form[] = "^--?[a-z][a-z0-9-]*(=.*)?$";
    const struct line *line = &walk->line;
    const bool may_be = strstr(walk->form, "[-option") != NULL;
    while (may_be && !at_end(walk) && *here(walk).start == '-') {
        const struct word word = here(walk);
        /* A position has blanks, and may end in a full stop. */
        const bool rest = g_ascii_strncasecmp(word.start, from, strlen(from)) == 0;
        g_autofree char *option =
            rest ? line_rest(line, walk->at) : word_copy(word, GRAMMAR_LINE_MAX);
        if (!pattern_fits(option, form)) {
            return fail_at(walk, "option-form", word);
        }
        g_ptr_array_add(walk->options, g_steal_pointer(&option));
        walk->at = rest ? line->count : walk->at + 1;
    }
    return true;
}

static bool take_words(struct walk *walk)
{
    return take_word(walk) && take_options(walk) && (at_end(walk) || take_words(walk));
}

/* KEY, KEY VALUE, KEY to VALUE, or KEY=VALUE, with blanks around the sign or not. An unknown
 * key and its value are not shown: they may be a password in the wrong place. */
static bool take_setting(struct walk *walk)
{
    g_autofree char *rest = line_rest(&walk->line, walk->at);
    g_auto(GStrv) parts =
        g_regex_split_simple("^([^= ]*)(?: *= *| )?(?:to )?|[.!]$", rest, G_REGEX_CASELESS, 0);
    const char *key = parts[1], *value = parts[2];
    const bool asks = *value == '\0';
    const struct setting *setting = setting_find(key);
    g_autofree char *kept = setting != NULL ? setting_value(setting, value) : NULL;
    /* For an unknown zone the answer lists those near to it. */
    if (walk->task->context->reply != 0 &&
        (setting == NULL || (!asks && kept == NULL && setting->read == NULL))) {
        return fail(walk, "wrong-form");
    }
    walk->secret = walk->at;
    walk->secrets = setting == NULL && !asks ? walk->line.count - walk->at : 0;
    walk->mask = "...";
    walk->at = walk->line.count;
    g_ptr_array_add(walk->words, g_strdup(key));
    if (!asks) {
        g_ptr_array_add(walk->words, g_strdup(value));
    }
    return true;
}

/* ---- boards, names and passwords ---- */

static bool follow(struct walk *walk, const char *form);

static bool take_board(struct walk *walk)
{
    const struct form_task *task = walk->task;
    struct command *command = walk->command, other;
    const bool repeats = walk->slot->field == FIELD(words);
    for (bool more = true; more && !at_end(walk); more = repeats) {
        struct command *kept = command->board == 0 ? command : &other;
        const struct word word = here(walk);
        if (!names_board(word, &kept->board, &kept->has_ply,
                         walk->slot->field == 0 ? NULL : &kept->ply)) {
            break;
        }
        if (repeats) {
            const size_t sign = *word.start == '#' ? 1 : 0;
            g_ptr_array_add(walk->words, g_strndup(word.start + sign, word.length - sign));
        }
        walk->at++;
    }
    if (command->board <= 0) {
        return fail(walk, "missing-board");
    }
    const bool claims =
        task->row->level >= LEVEL_PROVEN && form_claims(task->context, &walk->line, walk->at);
    return !claims || follow(walk, "NAME PASSWORD");
}

/* Takes a word that is never shown. A password may end in a full stop or `!`. */
static bool take_secret(struct walk *walk)
{
    const bool token = walk->slot->field == FIELD(text);
    walk->secret = walk->secrets == 0 ? walk->at : walk->secret;
    walk->secrets++;
    walk->mask = token ? "[token]" : "[password]";
    return take_until(walk, token ? here(walk) : walk->line.word[walk->at], walk->at + 1);
}

/* "ann", "ann,bob", "ann, bob", each with a colon behind it or not. */
static bool take_recipients(struct walk *walk)
{
    struct command *command = walk->command;
    for (bool more = true; more && !at_end(walk); walk->at++) {
        g_autofree char *word = word_copy(here(walk), GRAMMAR_LINE_MAX);
        g_auto(GStrv) names = g_strsplit_set(word, ",:", -1);
        more = g_str_has_suffix(word, ",");
        command->addressed |= names[1] != NULL;
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

/* MOVE[#N], MOVE...[#N] */
static bool take_move(struct walk *walk)
{
    struct command *command = walk->command;
    const struct line *line = &walk->line;
    g_autofree char *move = line_rest(line, walk->at);
    struct word last = line_bare(line, line->count - 1);
    if (names_ply(&last, &command->ply)) {
        command->has_ply = TRUE;
        move[last.start + last.length - line->word[walk->at].start] = '\0';
        g_strchomp(move);
    }
    /* A word that is no turn cannot have a turn's number. */
    const enum command_id word = moves_word(move);
    /* In a reply only the game decides what a move is, if there is one to ask. */
    const struct grammar_context *context = walk->task->context;
    const bool loose = context->reads_as_turn == NULL || !walk->task->of_reply ||
                       walk->task->row->id == COMMAND_PREVIEW;
    const bool moves = word != COMMAND_NONE || (*move != '\0' && names_turn(context, move)) ||
                       (loose && names_cells(word_over(move)) > 0);
    if (!moves || (command->has_ply && word != COMMAND_NONE && word != COMMAND_MOVE)) {
        const bool name = strstr(walk->form, "[NAME PASSWORD]") != NULL && walk->secrets == 0 &&
                          walk->at + 1 == line->count &&
                          names_player_fault(context, here(walk)) == NULL;
        return fail(walk, name ? "name-needs-password" : "no-move");
    }
    command->text = g_steal_pointer(&move);
    walk->at = line->count;
    return true;
}

/* The plan, in lower case. Only what begins as one is read. */
static bool take_plan(struct walk *walk)
{
    g_autofree char *rest = line_rest(&walk->line, walk->at);
    g_autofree char *text = g_ascii_strdown(rest, -1);
    g_auto(PlanLines) plan = { 0 };
    const char *fault =
        form_plan(text) != NULL ? plan_lines_read(form_plan(text), &plan) : "wrong-form";
    return fault == NULL ? take_until(walk, word_over(form_plan(text)), walk->line.count)
                         : fail(walk, fault);
}

static bool take_text(struct walk *walk)
{
    g_autofree char *text = line_written(&walk->line, walk->at, LINE_WORDS_MAX);
    walk->command->text_cut = strlen(text) > GRAMMAR_TEXT_MAX;
    return take_until(walk, word_over(text), walk->line.count);
}

/* ---- the walk ---- */

/* The key word `a`, or one of `a|b` or `[a|b]`. It is kept, unless it is the command itself. */
static bool take_key_word(struct walk *walk)
{
    g_autofree char *words = word_copy(walk->token, GRAMMAR_LINE_MAX);
    g_auto(GStrv) choices = g_strsplit_set(words, "[|]", -1);
    const int chosen = word_among(here(walk), (const char *const *)choices);
    const bool command = g_str_equal(words, walk->task->row->name);
    if (command ? walk->at != walk->command_at : chosen < 0) {
        return fail(walk, "wrong-form");
    }
    if (!command) {
        g_ptr_array_add(walk->words, g_strdup(choices[chosen]));
    }
    walk->at++;
    return true;
}

static const struct slot slots[] = {
    { "GAME", "missing-game", take_word, .fits = fits_game },
    { "BOARD", "missing-board", .take = take_board },
    { "BOARD[#N]", "missing-board", take_board, .field = FIELD(ply) },
    { "BOARD[#N]...", "missing-board", take_board, .field = FIELD(words) },
    { "NAME", "missing-name", take_name, .field = FIELD(name), .fits = fits_player },
    { "ME", "missing-name", take_word, .field = FIELD(words), .fits = fits_me },
    { "OTHER", NULL, take_word, .field = FIELD(words), .fits = fits_me },
    { "[OTHER ...]", NULL, take_words, .field = FIELD(words), .fits = fits_me },
    { "GAME|NAME", "missing-name", take_word, .field = FIELD(words), .fits = fits_game },
    { "N|off", NULL, take_word, .field = FIELD(words), .pattern = "^([1-9][0-9]{0,3}|off)$" },
    { "PASSWORD", "wrong-form", take_secret, .field = FIELD(password) },
    { "NEW", "wrong-form", take_secret, .field = FIELD(new_password) },
    { "[NAME PASSWORD]", NULL, .take = take_options }, /* take_board has taken it */
    { "MOVE", "missing-move", take_move, .field = FIELD(text) },
    { "MOVE...", "missing-move", take_move, .field = FIELD(text) },
    { "PLAN", "missing-move", take_plan, .field = FIELD(text) },
    { "TEXT", NULL, take_text, .field = FIELD(text) },
    { "DAYS", "wrong-form", take_word, .field = FIELD(text), .pattern = "^[0-9]{1,9}d?$" },
    { "NUMBER", "missing-number", take_number, .field = FIELD(words),
      .pattern = "^#?[1-9][0-9]{0,8}$" },
    { "PAGE", NULL, take_word, .field = FIELD(text), .pattern = "^[1-9][0-9]{0,5}$" },
    { "TO[,TO ...]", "missing-name", take_recipients, .field = FIELD(words), .fits = fits_player },
    { "TOKEN", "missing-token", take_secret, .field = FIELD(text) },
    { "ADDR", "missing-address", take_word, .field = FIELD(text), .pattern = "@" },
    { "[SQUARE ...]", NULL, take_words, .field = FIELD(words),
      .pattern = "^[a-z](?:[a-z]*[0-9][a-z0-9,;:=-]*)?$" },
    { "[TOPIC ...]", NULL, take_words, .field = FIELD(words), .fits = fits_topic },
    { "[KEY VALUE]", NULL, .take = take_setting },
    { "[DATE DATE]", NULL, take_rest, .field = FIELD(text), .fits = fits_dates },
    { "[-option ...]", NULL, .take = take_options },
    { "[--option ...]", NULL, .take = take_options },
    { "a|b", "wrong-form", .take = take_key_word }, /* all others */
};

/* The slot that a form begins with, in brackets or not, and its length. */
static const struct slot *find_slot(const char *form, size_t *length)
{
    const struct slot *slot = slots;
    for (; slot->take != take_key_word; slot++) {
        const size_t from = *form == '[' && *slot->spelling != '[' ? 1 : 0;
        const size_t end = from + strlen(slot->spelling);
        *length = end + from;
        if (strncmp(form + from, slot->spelling, end - from) == 0 &&
            strchr(from > 0 ? "]" : " ", form[end]) != NULL) {
            return slot;
        }
    }
    *length = strcspn(form, " ");
    return slot;
}

static bool take(struct walk *walk)
{
    const bool optional = *walk->token.start == '[' || walk->slot->missing == NULL;
    if (walk->task->of_reply && strstr("BOARD[#N]... TO[,TO ...] TOKEN", walk->slot->spelling)) {
        return true;
    }
    if (walk->at == walk->command_at && walk->slot->take != take_key_word) {
        walk->key = optional ? NULL : "missing-game"; /* reported only if the rest fits */
        return true;
    }
    if (at_end(walk)) {
        return optional || fail(walk, walk->slot->missing);
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

/* Finds where the form begins in the line, and puts the name of a game on the side of the command
 * where the form has it: people write "seek GAME" and "GAME standings". Only a whole name can be
 * behind the command, since no player may have it. */
static void place_game(struct walk *walk, const char *form)
{
    const struct form_task *task = walk->task;
    const bool led = g_str_has_prefix(form, task->row->name);
    size_t front = 0; /* the word that the form has in front */
    if (led) {
        const bool game = walk->command_at == 1 && names_game(task->context, walk->line.word[0]);
        front = game ? 1 : 0;
    } else if (walk->command_at == 0 && !task->of_reply &&
               g_str_has_prefix(form + strspn(form, "["), "GAME")) {
        const size_t end = *form == '[' ? MIN(walk->line.count, 2) : walk->line.count;
        for (size_t i = 1; i < end && front == 0; i++) {
            front = word_among(line_bare(&walk->line, i), task->context->games) >= 0 ? i : 0;
        }
    }
    if (front > 0) {
        const struct word word = line_bare(&walk->line, front);
        memmove(walk->line.word + 1, walk->line.word, front * sizeof word);
        walk->line.word[0] = word;
        walk->command_at = 1 - walk->command_at;
    }
    walk->at = led ? walk->command_at : 0;
}

/* Compares the line with one form. NULL if it does not fit. */
static struct command *follow_form(struct walk *walk, const char *form)
{
    g_autoptr(Command) command = g_new0(struct command, 1);
    const struct form_task *task = walk->task;
    walk->form = form;
    walk->command = command;
    place_game(walk, form);
    walk->words = g_ptr_array_new_null_terminated(1, g_free, TRUE);
    walk->options = g_ptr_array_new_null_terminated(1, g_free, TRUE);
    const bool fits = follow(walk, form) && (at_end(walk) || fail(walk, "wrong-form")) &&
                      walk->key == NULL &&
                      (walk->words->len + walk->options->len <= GRAMMAR_WORDS_MAX ||
                       fail(walk, "too-many-words"));
    command->row = task->row;
    command->words = (char **)g_ptr_array_free(walk->words, FALSE);
    command->options = (char **)g_ptr_array_free(walk->options, FALSE);
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
        struct walk walk = { .task = task, .line = *task->line, .command_at = task->command_at };
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
        }
        g_free(walk.word);
    }
    return NULL;
}

/* ---- the word that was probably meant ---- */

/* Less than this a word may be wrong to be recognised. */
static int too_far(struct word word)
{
    enum { LETTERS_EACH = 3, MOST = 3 };
    return (int)MIN(1 + word.length / LETTERS_EACH, MOST);
}

/* The name that differs from the word in the fewest letters, if these are fewer than *least, which
 * becomes their number; NULL: there is none. */
static const char *nearest(struct word word, const char *const *names, int *least)
{
    const char *found = NULL;
    for (; *names != NULL; names++) {
        const int distance = slips_between(word.start, word.length, *names);
        found = distance < *least ? *names : found;
        *least = MIN(distance, *least);
    }
    return found;
}

const struct command_row *suggest_any_command(struct word word)
{
    const struct command_row *found = NULL;
    int least = vocabulary_of(word) != NULL ? 0 : too_far(word);
    for (const struct command_row *row = grammar; row->id != COMMAND_NONE; row++) {
        const char *const name[] = { row->hidden ? NULL : row->name, NULL };
        found = nearest(word, name, &least) != NULL ? row : found;
        found = nearest(word, row->aliases, &least) != NULL ? row : found;
    }
    return found;
}

const char *suggest_game(const struct grammar_context *context, struct word word)
{
    int least = too_far(word);
    return nearest(word, context->games, &least);
}
