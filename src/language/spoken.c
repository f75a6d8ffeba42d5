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
    size_t behind; /* the word behind the last cell */
};

/* Appends a cell behind what there is. */
static void append_cell(struct spoken *spoken, const char *cell)
{
    if (spoken->text->len > 0) {
        g_string_append_c(spoken->text, spoken->separate ? ',' : spoken->captures ? 'x' : '-');
    }
    g_string_append(spoken->text, cell);
    spoken->separate = spoken->connects = spoken->captures = false;
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
    const struct word written = { word->start, word->length };
    const struct said_word *behind = spoken->at + 1 < spoken->end ? word + 1 : NULL;
    const int number =
        behind != NULL ? cell_number((struct word){ behind->start, behind->length }, true) : 0;
    g_autofree char *cell = NULL;
    size_t used = 1;
    if (names_cell_first(written) && names_cells(written)) {
        cell = g_strdup(word->lower);
    } else if (spoken->at + 1 < spoken->end && cell_letter(written, true) != '\0' && number > 0) {
        cell = g_strdup_printf("%c%d", cell_letter(written, true), number);
        used = 2;
    }
    if (cell == NULL) {
        return false;
    }
    const size_t next = spoken->at + used;
    const bool flat = said_longest(said, next, spoken->end, PHRASE_HORIZONTAL) > 0;
    const bool upright = said_longest(said, next, spoken->end, PHRASE_VERTICAL) > 0;
    const bool side = (flat || upright) && g_ascii_isdigit(cell[strlen(cell) - 1]);
    g_autofree char *whole = g_strconcat(cell, !side ? "" : flat ? "h" : "v", NULL);
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
    const bool again = spoken->connects || spoken->captures;
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

/* True if the words behind a move can only be talk: they name no square, and say nothing of the
 * move or of the other player. */
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
    for (size_t i = first; i < end; i++) {
        if (said_longest(said, i, end, PHRASE_ABOUT_MOVE) > 0 ||
            said_more(context, &said->word[i])) {
            return false;
        }
    }
    return true;
}

/* The first word behind a colon, if what stands before it casts no doubt: "I have decided: e1-d2".
 */
static size_t behind_colon(const struct grammar_context *context, const struct said *said,
                           size_t first, size_t end)
{
    for (size_t i = first + 1; i < end; i++) {
        if (joined_by(said, i, ':')) {
            return is_chatter(context, said, first, i) ? i : first;
        }
    }
    return first;
}

/* True if a text has an emoji: our letters have none. */
static bool has_emoji(const char *text)
{
    for (; *text != '\0'; text = g_utf8_next_char(text)) {
        const gunichar character = g_utf8_get_char(text);
        if (character >= 0x1F000 || (character >= 0x2600 && character <= 0x27BF)) {
            return true;
        }
    }
    return false;
}

/* True if the words behind a move are courtesy, or talk that does not go on with its sentence:
 * "e1-d2 leaves the goal" tells of a move. */
static bool may_follow(const struct grammar_context *context, const struct said *said, size_t first,
                       size_t end)
{
    size_t at = first, words = 1;
    while (at < end && words > 0) {
        words = MAX(said_courtesy(context, said, at, end), said_longest(said, at, end, PHRASE_YES));
        words = MAX(words, said_longest(said, at, end, PHRASE_JOIN));
        at += words;
    }
    return at >= end || ((said_begins_part(said, first) || has_emoji(said->word[first].start)) &&
                         is_chatter(context, said, first, end));
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

/* True for two cells that are the same, as they stand at the ends of a row: "a5-a5". */
static bool is_there_and_back(const char *turn)
{
    const size_t cell = strcspn(turn, "-x,");
    return turn[cell] != '\0' && strlen(turn) == 2 * cell + 1 &&
           strncmp(turn, turn + cell + 1, cell) == 0;
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
    first = behind_colon(context, &said, first, end);
    const bool rejects = context->no != NULL && g_str_equal(context->no, "reject");
    for (size_t words; (words = said_longest(&said, first, end, PHRASE_LEAD)) > 0 ||
                       (rejects && (words = said_longest(&said, first, end, PHRASE_NO)) > 0) ||
                       (words = said_courtesy(context, &said, first, end)) > 0;) {
        if (first + words >= end) {
            break;
        }
        first += words;
    }
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
    return !is_there_and_back(text->str) && names_turn(context, text->str)
               ? g_string_free(g_steal_pointer(&text), FALSE)
               : NULL;
}
