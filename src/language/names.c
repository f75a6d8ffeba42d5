#include "language/names.h"

#include <string.h>

#include "base/random.h"
#include "base/slips.h"
#include "language/vocabulary.h"

enum {
    GAME_LETTERS_LEAST = 3,
    COMMAND_LETTERS_LEAST = 4,
};

/* Key words, and words of commands that this server does not offer: a player must not have a
 * name that could be mistaken for one, now or later. */
static const char *const keywords[] = {
    "active",  "again",   "all",   "ascii",    "autoplay",   "back",     "branch", "cell",
    "daily",   "digest",  "drop",  "else",     "end",        "everyone", "flip",   "former",
    "game",    "html",    "if",    "me",       "multiple",   "name",     "new",    "next",
    "no",      "nobody",  "notes", "off",      "on",         "operator", "option", "other",
    "pass",    "picture", "ply",   "position", "postmaster", "postmove", "quit",   "rating",
    "server",  "stop",    "text",  "thanks",   "then",       "timezone", "token",  "topic",
    "unicode", "wide",    NULL,
};

const char *names_game(const struct grammar_context *context, struct word word)
{
    const char *found = NULL;
    int count = 0;
    for (const char *const *game = context->games; *game != NULL; game++) {
        if (word_is(word, *game)) {
            return *game;
        }
        if (word.length >= GAME_LETTERS_LEAST && word_begins(word, *game)) {
            found = *game;
            count++;
        }
    }
    return count == 1 ? found : NULL;
}

bool names_in_full(struct word word, const struct command_row *row)
{
    return word_is(word, row->name) || word_among(word, row->aliases) >= 0;
}

const struct command_row *names_command(struct word word)
{
    const bool may_be_cut = word.length >= COMMAND_LETTERS_LEAST;
    const struct command_row *found = NULL;
    int count = 0;
    for (const struct command_row *row = grammar; row->id != COMMAND_NONE; row++) {
        if (names_in_full(word, row)) {
            return row;
        }
        if (may_be_cut && row->forms[0] != NULL && word_begins(word, row->name)) {
            found = row->exact ? NULL : row;
            count++;
        }
    }
    return count == 1 ? found : NULL;
}

size_t names_cells(struct word word)
{
    static const char form[] = "^(?:[a-z]\\d\\d?(?!\\d)(?:[hvneswx](?!\\d))?[[:punct:] ]*+)++\\z";
    static GRegex *kept;
    kept = kept != NULL ? kept : g_regex_new(form, G_REGEX_CASELESS | G_REGEX_RAW, 0, NULL);
    size_t cells = 0;
    if (g_regex_match_full(kept, word.start, (gssize)word.length, 0, 0, NULL, NULL)) {
        for (size_t i = 1; i < word.length; i++) {
            cells += g_ascii_isdigit(word.start[i]) && g_ascii_isalpha(word.start[i - 1]) ? 1 : 0;
        }
    }
    return cells;
}

const char *names_player_fault(const struct grammar_context *context, struct word word)
{
    static const char allowed[] = G_CSET_a_2_z G_CSET_A_2_Z G_CSET_DIGITS "_-";
    if (word.length < 2 || word.length > GRAMMAR_NAME_MAX || !g_ascii_isalpha(*word.start) ||
        strspn(word.start, allowed) < word.length) {
        return "name-form";
    }
    /* A whole word of the language, also a command that this server does not offer, or a cell. */
    const struct command_row *row = names_command(word);
    const bool reserved = (row != NULL && names_in_full(word, row)) ||
                          word_among(word, keywords) >= 0 ||
                          word_among(word, grammar_topics) >= 0 ||
                          word_among(word, context->games) >= 0 || names_cells(word) > 0;
    return reserved ? "name-taken-word" : NULL;
}

bool names_ply(struct word *word, gint64 *ply)
{
    const char *sign = memrchr(word->start, '#', word->length);
    if (sign == NULL) {
        return false;
    }
    const size_t before = (size_t)(sign - word->start);
    const bool negative = before + 1 < word->length && sign[1] == '-';
    const size_t taken = before + (negative ? 2 : 1);
    const gint64 number = word_number((struct word){ word->start + taken, word->length - taken });
    word->length = number >= 0 ? before : word->length;
    *ply = negative ? -number : number;
    return number >= 0;
}

bool names_board(struct word word, gint64 *board, gboolean *has_ply, gint64 *ply)
{
    if (word.length > 0 && word.start[0] == '#') {
        word.start++;
        word.length--;
    }
    if (ply != NULL) {
        *has_ply = names_ply(&word, ply);
    }
    *board = word_number(word);
    return *board > 0;
}

const char *grammar_name_fault(const struct grammar_context *context, const char *name)
{
    static const char former[] = "former-"; /* how players who have left are shown */
    return g_ascii_strncasecmp(name, former, strlen(former)) == 0
               ? "name-taken-word"
               : names_player_fault(context, word_over(name));
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

/* ---- moves ---- */

enum command_id moves_word(const char *text)
{
    static const char *const classic[] = { "propose", "undo", "accept", "reject", "resign", NULL };
    const struct word word = word_bare(word_over(text));
    if (word_is(word, "pass")) {
        return COMMAND_MOVE;
    }
    const struct command_row *row = word_among(word, classic) >= 0 ? names_command(word) : NULL;
    return row != NULL ? row->id : COMMAND_NONE;
}

bool names_turn(const struct grammar_context *context, const char *text)
{
    return context->reads_as_turn != NULL && context->reads_as_turn(context->data, text);
}

/* ---- rows, and what was read by them ---- */

const struct command_row *grammar_row(enum command_id id)
{
    return id != COMMAND_NONE ? &grammar[id - 1] : NULL;
}

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
    g_free(command);
}

void command_refusal_clear(struct command_refusal *refusal)
{
    g_free(refusal->word);
    g_free(refusal->suggestion);
    g_free(refusal->below);
    g_free(refusal->line);
    *refusal = (struct command_refusal){ 0 };
}
