/* Moves in words: "I play e1 to d2", "e one to d two". */
#include "language/phrases.h"

#include <stdlib.h>
#include <string.h>

#include "language/cell_words.h"
#include "language/line.h"
#include "language/names.h"
#include "language/near_move.h"
#include "language/said.h"

/* ---- moves ---- */

/* Reads the move out of words: cells, spelled cells, and words that lead to them or join them. */
struct spoken {
    const struct said *said;
    size_t at, end;
    GString *text; /* the move so far */
    bool separate; /* a word for a new part of the turn stood before this */
    bool connects; /* a word such as "to" did */
    bool captures; /* or "takes" */
    char side;     /* 'h' or 'v' if the barrier's word stood before its square; else NUL */
    size_t behind; /* the word behind the last cell */
};

/* Appends a cell behind what there is. */
static void append_cell(struct spoken *spoken, const char *cell)
{
    if (spoken->text->len > 0) {
        const bool apart = spoken->separate && !spoken->connects;
        g_string_append_c(spoken->text, apart ? ',' : spoken->captures ? 'x' : '-');
    }
    g_string_append(spoken->text, cell);
    spoken->separate = spoken->connects = spoken->captures = false;
}

/* How many of the words from `at` on spell a cell: one, "e4", or two, "e four"; 0: they do not. */
static size_t cell_words(const struct said *said, size_t at, size_t end)
{
    const struct word written = { said->word[at].start, said->word[at].length };
    if (names_cell_first(written) && names_cells(written)) {
        return 1;
    }
    const struct said_word *behind = at + 1 < end ? &said->word[at + 1] : NULL;
    return behind != NULL && cell_letter(written, true) != '\0' &&
                   cell_number((struct word){ behind->start, behind->length }, true) > 0
               ? 2
               : 0;
}

/* True if there was only the sign `sign` between word `at` and the one before it. */
static bool joined_by(const struct said *said, size_t at, char sign)
{
    if (at == 0) {
        return false;
    }
    const struct said_word *before = &said->word[at - 1];
    const char *gap = before->start + before->length;
    gap += strspn(gap, " ");
    return *gap == sign && gap + 1 + strspn(gap + 1, " ") == said->word[at].start;
}

/* Takes a word, or two, that are a cell or a barrier: "e4", "d4h", "e four", "d four horizontal".
 */
static bool take_cell(struct spoken *spoken)
{
    const struct said *said = spoken->said;
    const struct said_word *word = &said->word[spoken->at];
    const size_t used = cell_words(said, spoken->at, spoken->end);
    if (used == 0) {
        return false;
    }
    const struct word letter = { word->start, word->length };
    const struct word number = { word[used - 1].start, word[used - 1].length };
    g_autofree char *cell =
        used == 1 ? g_strdup(word->lower)
                  : g_strdup_printf("%c%d", cell_letter(letter, true), cell_number(number, true));
    const size_t next = spoken->at + used;
    const bool flat = said_longest(said, next, spoken->end, PHRASE_HORIZONTAL) > 0;
    const bool upright = said_longest(said, next, spoken->end, PHRASE_VERTICAL) > 0;
    const bool bare = g_ascii_isdigit(cell[strlen(cell) - 1]);
    const bool side = (flat || upright) && bare;
    const char sign[] = { side && flat ? 'h' : side ? 'v' : bare ? spoken->side : '\0', '\0' };
    g_autofree char *whole = g_strconcat(cell, sign, NULL);
    spoken->side = '\0';
    spoken->separate |= joined_by(said, spoken->at, ',') || g_str_has_suffix(whole, "h") ||
                        g_str_has_suffix(whole, "v");
    spoken->captures |= joined_by(said, spoken->at, 'x') || joined_by(said, spoken->at, ':');
    append_cell(spoken, whole);
    spoken->at += used + (side ? 1 : 0);
    spoken->behind = spoken->at;
    return true;
}

/* Takes a word between the parts of a move. */
static bool take_between(struct spoken *spoken)
{
    const struct said *said = spoken->said;
    const size_t join = said_longest(said, spoken->at, spoken->end, PHRASE_JOIN);
    const bool again = spoken->connects || spoken->captures || spoken->separate;
    const size_t flat = said_longest(said, spoken->at, spoken->end, PHRASE_HORIZONTAL);
    const size_t upright = said_longest(said, spoken->at, spoken->end, PHRASE_VERTICAL);
    if (flat + upright > 0) {
        spoken->side = flat > 0 ? 'h' : 'v';
        spoken->separate = true;
        spoken->at += MAX(flat, upright);
        return true;
    }
    const size_t to = again ? 0 : said_longest(said, spoken->at, spoken->end, PHRASE_TO);
    const size_t captures =
        again ? 0 : said_longest(said, spoken->at, spoken->end, PHRASE_CAPTURES);
    spoken->connects |= to > 0;
    spoken->captures |= to == 0 && captures > 0;
    spoken->separate |= to == 0 && captures == 0 && join > 0;
    const size_t words = to > 0 ? to : captures > 0 ? captures : join;
    spoken->at += words;
    return words > 0;
}

/* True if the words around a move can only be talk: they name no square, and say nothing of the
 * move or of the other player. "I have thought" is talk, "Ann has thought" may be more. */
static bool is_chatter(const struct grammar_context *context, const struct said *said, size_t first,
                       size_t end)
{
    const char *stop = said->word[end - 1].start + said->word[end - 1].length;
    if (said_doubt(said, first, end) || said->asks) {
        return false;
    }
    for (const char *at = said->word[first].start; at < stop; at++) {
        if (strchr("@<>[]{}", *at) != NULL || (guchar)*at < ' ') {
            return false;
        }
    }
    const bool own = said_longest(said, first, end, PHRASE_I) > 0;
    for (size_t i = first, words; i < end; i += MAX(words, 1)) {
        words = said_longest(said, i, end, PHRASE_COURTESY);
        if (words == 0 && (said_longest(said, i, end, PHRASE_ABOUT_MOVE) > 0 ||
                           (!own && said_longest(said, i, end, PHRASE_TELLS) > 0) ||
                           said_more(context, &said->word[i]))) {
            return false;
        }
    }
    return true;
}

/* True if the words before word `end` reject what the letter offers: "No draw. e1-d2" */
static bool rejects_before(const struct grammar_context *context, const struct said *said,
                           size_t end)
{
    const bool rejects = context->no != NULL && g_str_equal(context->no, "reject");
    g_autofree char *before = g_strndup(said->plain, (gsize)(said->word[end].start - said->plain));
    return rejects && phrases_answer(context, before) == ANSWER_NO;
}

/* Where the sentence of the first cell begins, if what stands before it casts no doubt: "I have
 * decided: e1-d2". A comma ends such a sentence only before words that lead to a move. */
static size_t sentence_of_cell(const struct grammar_context *context, const struct said *said,
                               size_t first, size_t end)
{
    enum { LEAD_WORDS = 2 };
    size_t cell = first;
    while (cell < end && cell_words(said, cell, end) == 0) {
        cell++;
    }
    for (size_t i = cell; cell < end && i > first; i--) {
        const bool begins =
            said_begins_sentence(said, i) ||
            (said_begins_part(said, i) && said_longest(said, i, end, PHRASE_LEAD) >= LEAD_WORDS);
        if (begins) {
            return rejects_before(context, said, i) || is_chatter(context, said, first, i) ? i
                                                                                           : first;
        }
    }
    return first;
}

/* The first word behind the courtesy that begins at `first`; with `joins`, words that may join the
 * parts of a turn are passed as well. */
static size_t behind_courtesy(const struct grammar_context *context, const struct said *said,
                              size_t first, size_t end, bool joins)
{
    for (size_t words = 1; first < end && words > 0; first += words) {
        words = MAX(said_courtesy(context, said, first, end),
                    said_longest(said, first, end, PHRASE_YES));
        words = MAX(words, said_longest(said, first, end, PHRASE_MOVE_TAIL));
        words = MAX(words, joins ? said_longest(said, first, end, PHRASE_JOIN) : 0);
    }
    return first;
}

/* True if the words behind a move are courtesy, or talk that does not go on with its sentence:
 * "e1-d2 leaves the goal" tells of a move. */
static bool may_follow(const struct grammar_context *context, const struct said *said, size_t first,
                       size_t end)
{
    const size_t at = behind_courtesy(context, said, first, end, false);
    const bool apart = at > first || said_begins_part(said, first) || said_has_emoji(said, first);
    return at >= end || behind_courtesy(context, said, at, end, true) >= end ||
           (apart && is_chatter(context, said, at, end));
}

/* True if a line looks like a row of a drawn board: signs stand alone in it (". . O O"), or blanks
 * beside each other ("a5  O  a5"). */
static bool is_drawn(const char *plain)
{
    if (strstr(plain, "  ") != NULL) {
        return true;
    }
    g_auto(GStrv) words = g_strsplit(plain, " ", -1);
    int signs = 0;
    for (char **word = words; *word != NULL; word++) {
        signs += **word != '\0' && strspn(*word, ".+|#[]()") == strlen(*word) ? 1 : 0;
    }
    return signs > 1;
}

/* Leaves once what was written twice: "e1-d2 e1-d2". */
static void leave_once(GString *turn)
{
    const size_t half = turn->len / 2;
    if (turn->len % 2 == 1 && strncmp(turn->str, turn->str + half + 1, half) == 0 &&
        strchr("-,", turn->str[half]) != NULL) {
        g_string_truncate(turn, half);
    }
}

/* The first word behind those that lead to a move. Where the letter offers something, the move may
 * stand behind a no. */
static size_t behind_lead(const struct grammar_context *context, const struct said *said,
                          size_t first, size_t end)
{
    const bool rejects = context->no != NULL && g_str_equal(context->no, "reject");
    while (first < end && cell_words(said, first, end) == 0) {
        size_t words = MAX(said_courtesy(context, said, first, end),
                           said_longest(said, first, end, PHRASE_LEAD));
        words = MAX(words, rejects ? said_longest(said, first, end, PHRASE_NO) : 0);
        if (words == 0 || first + words >= end) {
            break;
        }
        first += words;
    }
    return first;
}

char *phrases_turn(const struct grammar_context *context, const char *line)
{
    enum near_move_number kind;
    gint64 number = 0;
    g_autofree char *inside = near_move_unwrap(line, &kind, &number);
    g_auto(Said) said;
    said_read(inside, &said);
    size_t first = 0, end = said.count;
    said_strip(context, &said, &first, &end);
    first = sentence_of_cell(context, &said, first, end);
    first = behind_lead(context, &said, first, end);
    if (kind != NEAR_MOVE_NO_NUMBER || !said.whole || said.asks || first >= end ||
        near_move_is_damaged(line) || is_drawn(said.plain)) {
        return NULL;
    }
    g_autoptr(GString) text = g_string_new(NULL);
    struct spoken spoken = { .said = &said, .at = first, .end = end, .text = text };
    while (spoken.at < spoken.end) {
        if (!take_cell(&spoken) && (text->len == 0 || !take_between(&spoken))) {
            break;
        }
    }
    if (spoken.behind < spoken.end && !may_follow(context, &said, spoken.behind, spoken.end)) {
        return NULL;
    }
    leave_once(text);
    return names_turn(context, text->str) ? g_string_free(g_steal_pointer(&text), FALSE) : NULL;
}
