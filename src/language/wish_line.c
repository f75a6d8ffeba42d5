#include "language/wish_line.h"

#include <string.h>

#include "language/dates.h"
#include "language/form.h"
#include "language/names.h"

/* How many words from `at` on name a game, and which one. A name may be cut, parted or misspelt. */
static size_t game_words(const struct grammar_context *context, const struct said *said, size_t at,
                         const char **game)
{
    enum { SLIP_LETTERS = 5, LETTERS_LEAST = 4, PARTED_SLIPS = 2 };
    const struct said_word *word = &said->word[at];
    const char *next = at + 1 < said->count ? word[1].lower : "";
    g_autofree char *pair = g_strconcat(word->lower, next, NULL);
    const char *parted = suggest_game(context, word_over(pair));
    if (word->meaning != NULL && word->meaning->game != NULL) {
        *game = word->meaning->game;
        return said_longest(said, at, said->count, WORD_ANY);
    }
    if (parted != NULL && *next != '\0' && word_distance(word_over(pair), parted) <= PARTED_SLIPS) {
        *game = parted;
        return 2;
    }
    *game = word->length >= LETTERS_LEAST ? names_game(context, word_over(word->lower)) : NULL;
    if (*game == NULL && word->kinds == 0 && word->length >= SLIP_LETTERS) {
        *game = suggest_game(context, word_over(word->lower));
        *game = *game != NULL && word_distance(word_over(word->lower), *game) <= 1 ? *game : NULL;
    }
    return *game == NULL ? 0 : 1;
}

/* The game that the text names; NULL: none, or two. Sets *first and *end to its words. */
static const char *find_game(const struct grammar_context *context, const struct said *said,
                             size_t *first, size_t *end)
{
    const char *found = NULL;
    for (size_t i = 0, words; i < said->count; i += MAX(words, 1)) {
        const char *game = NULL;
        words = game_words(context, said, i, &game);
        if (game != NULL && found != NULL && !g_str_equal(game, found)) {
            return NULL;
        }
        if (game != NULL) {
            found = game;
            *first = i;
            *end = i + words;
        }
    }
    return found;
}

const char *wish_game(const struct grammar_context *context, const struct said *said)
{
    size_t first, end;
    return find_game(context, said, &first, &end);
}

/* The number of a board, or what counts as one; 0: the text names none. */
static int find_number(const struct said *said)
{
    int found = 0;
    for (size_t i = 0; i < said->count; i++) {
        const struct said_word *word = &said->word[i];
        const bool digits = strspn(word->lower, "0123456789") == strlen(word->lower);
        const bool behind = i > 0 && (said->word[i - 1].marks & MARK_TITLE) != 0;
        const struct meaning *spelled = behind ? vocabulary_find(word->lower) : NULL;
        const int number = digits ? (int)CLAMP(g_ascii_strtoll(word->lower, NULL, 10), 0, G_MAXINT)
                           : spelled != NULL && !spelled->loosely ? spelled->number
                                                                  : 0;
        found = number > 0 ? number : found;
    }
    return found;
}

/* A word that must be a player's name: behind a word such as "with", and not known. `at` is its
 * index. G_MAXSIZE: there is none. */
static size_t find_name(const struct grammar_context *context, const struct said *said)
{
    for (size_t i = 1; i < said->count; i++) {
        const struct said_word *word = &said->word[i];
        const struct word written = { word->start, word->length };
        const unsigned before = said->word[i - 1].kinds;
        const bool challenges = said->word[i - 1].meaning != NULL &&
                                said->word[i - 1].meaning->cues[0] == COMMAND_CHALLENGE;
        if (((before & WORD_WITH) != 0 || challenges) && (word->kinds == 0 || word->person) &&
            names_player_fault(context, written) == NULL) {
            return i;
        }
    }
    return G_MAXSIZE;
}

/* True if a word may be part of days. */
static bool tells_of_day(const struct said_word *word)
{
    return g_ascii_isdigit(*word->start) || vocabulary_days(word->lower) != NULL;
}

char *wish_days(const struct said *said)
{
    enum { DAYS_WORDS_MOST = 16 };
    for (size_t i = 0; i < said->count; i++) {
        const char *start = said->word[i].start;
        const bool begins = tells_of_day(&said->word[i]);
        for (size_t end = MIN(said->count, i + DAYS_WORDS_MOST); begins && end > i; end--) {
            const struct said_word *last = &said->word[end - 1];
            const size_t length = (size_t)(last->start + last->length - start);
            g_autofree char *days =
                tells_of_day(last) && length <= DATES_LINE_MAX ? g_strndup(start, length) : NULL;
            if (days != NULL && dates_are_days(days)) {
                return g_steal_pointer(&days);
            }
        }
    }
    return NULL;
}

char *wish_line(const struct grammar_context *context, const struct said *said,
                const struct command_row *row, size_t *known)
{
    size_t first = 0, end = 0;
    const char *game = find_game(context, said, &first, &end);
    const size_t name = find_name(context, said);
    const int number = find_number(said);
    const size_t of_game = said_sum(said, first, end).unknown;
    *known = 0;
    if (row->id == COMMAND_CHALLENGE || (row->id == COMMAND_PLAY && name != G_MAXSIZE)) {
        game = game != NULL ? game : context->game;
        if (game == NULL || name == G_MAXSIZE) {
            return NULL;
        }
        const struct said_word *word = &said->word[name];
        *known = of_game + said_sum(said, name, name + 1).unknown;
        return g_strdup_printf("%s %s %.*s", game, grammar_row(COMMAND_CHALLENGE)->name,
                               (int)word->length, word->start);
    }
    if (row->id == COMMAND_VACATION) {
        g_autofree char *days = wish_days(said);
        *known = days != NULL ? said->count : 0;
        return g_strjoin(" ", row->name, days, NULL);
    }
    if (row->id == COMMAND_HELP && game == NULL && context->game != NULL) {
        return g_strjoin(" ", row->name, context->game, NULL);
    }
    if (form_has(row, "GAME]") || form_has(row, "play GAME") || row->id == COMMAND_HELP ||
        row->id == COMMAND_HISTORY) {
        const bool leads = g_str_has_prefix(row->forms[0], "[GAME] ");
        const bool takes = !leads || row->id == COMMAND_SEEKS;
        if (game == NULL && row->id == COMMAND_PLAY) {
            return NULL;
        }
        if (game != NULL && takes) {
            *known = of_game;
            return leads ? g_strjoin(" ", game, row->name, NULL)
                         : g_strjoin(" ", row->name, game, NULL);
        }
    }
    const bool numbered =
        form_has(row, "BOARD") && (context->reply == 0 || row->id == COMMAND_TAKE);
    return numbered && number > 0                ? g_strdup_printf("%s %d", row->name, number)
           : numbered && row->id != COMMAND_SHOW ? NULL
           : numbered                            ? g_strdup(grammar_row(COMMAND_GAMES)->name)
                                                 : g_strdup(row->name);
}
