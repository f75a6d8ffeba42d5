/* Moves in words. */
#include "language/spoken.h"

#include <string.h>

#include "language/cell_words.h"
#include "language/line.h"
#include "language/names.h"
#include "language/near_move.h"

/* Reads the move out of words: cells, spelled cells, and words that lead to them or join them. */
struct spoken {
    const struct said *said;
    size_t at, end;
    GString *text; /* the move so far */
    bool separate; /* a word for a new part of the turn stood before this */
    bool connects; /* a word such as "to" did */
    bool captures; /* or "takes" */
    char side;     /* of the barrier whose square comes next: enum side; NUL: nothing is said */
    bool barrier;  /* the line speaks of a barrier, so that words such as "above" say its side */
    bool muddled;  /* two words for the side of a barrier do not fit each other */
    size_t behind; /* the word behind the last cell */
    int cells;
    bool loosely; /* one of them is spelled in words that are common in talk: "see four" */
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

/* Returns how many words from `at` on say on which side of its square a barrier is, and sets *side
 * (enum side); 0 if they say nothing of it. Words such as "above" count only if the line speaks of
 * a barrier. */
static size_t side_words(const struct said *said, size_t at, size_t end, bool barrier, char *side)
{
    static const struct {
        unsigned kind;
        enum side side;
    } sides[] = {
        { WORD_HORIZONTAL, SIDE_FLAT },  { WORD_VERTICAL, SIDE_UPRIGHT },
        { WORD_ABOVE, SIDE_ABOVE },      { WORD_RIGHT, SIDE_RIGHT },
        { WORD_BELOW, SIDE_BELOW },      { WORD_LEFT, SIDE_LEFT },
        { WORD_DIAGONAL, SIDE_MUDDLED },
    };
    size_t most = 0;
    for (size_t i = 0; i < G_N_ELEMENTS(sides); i++) {
        const bool asked =
            barrier || sides[i].kind == WORD_HORIZONTAL || sides[i].kind == WORD_VERTICAL;
        const size_t words = asked ? said_longest(said, at, end, sides[i].kind) : 0;
        if (words > most) {
            *side = (char)sides[i].side;
            most = words;
        }
    }
    return most;
}

/* The cell that `used` words from `at` on spell. Free with g_free. */
static char *spelled_cell(const struct said *said, size_t at, size_t used)
{
    const struct said_word *word = &said->word[at];
    const struct word letter = { word->start, word->length };
    const struct word number = { word[used - 1].start, word[used - 1].length };
    return used == 1
               ? g_strdup(word->lower)
               : g_strdup_printf("%c%d", cell_letter(letter, true), cell_number(number, true));
}

/* True if the cell of the words is spelled in words that are common in talk: "see four". */
static bool is_loose(const struct said *said, size_t at, size_t used)
{
    const struct said_word *word = &said->word[at];
    const struct word letter = { word->start, word->length };
    const struct word number = { word[used - 1].start, word[used - 1].length };
    return used == 2 && (cell_letter(letter, false) == '\0' || g_str_equal(word->lower, "a") ||
                         g_str_equal(word->lower, "i") || cell_number(number, false) == 0);
}

/* True if the words from `at` on lead to a barrier that says no side itself. Then a side before
 * them is that barrier's: in "a2 horizontal barrier at e1", "horizontal" belongs to e1. */
static bool leads_to_sideless(const struct spoken *spoken, size_t at)
{
    const struct said *said = spoken->said;
    const size_t end = spoken->end;
    char side;
    for (size_t words = 1; at < end && words > 0; at += words) {
        words = MAX(said_longest(said, at, end, WORD_JOINS | WORD_BARRIER),
                    side_words(said, at, end, spoken->barrier, &side));
    }
    if (at < end && spoken->barrier && said_longest(said, at, end, WORD_BETWEEN) > 0) {
        return true;
    }
    const size_t used = at < end ? cell_words(said, at, end) : 0;
    g_autofree char *cell = used > 0 ? spelled_cell(said, at, used) : NULL;
    return used > 0 && g_ascii_isdigit(cell[strlen(cell) - 1]) &&
           side_words(said, at + used, end, spoken->barrier, &side) == 0;
}

/* Takes a word, or two, that are a cell or a barrier: "e4", "d4h", "e four", "d four horizontal".
 */
static bool take_cell(struct spoken *spoken)
{
    const struct said *said = spoken->said;
    const size_t used = cell_words(said, spoken->at, spoken->end);
    if (used == 0) {
        return false;
    }
    g_autofree char *cell = spelled_cell(said, spoken->at, used);
    const bool bare = g_ascii_isdigit(cell[strlen(cell) - 1]);
    const size_t next = spoken->at + used;
    char behind = '\0';
    size_t of_side = side_words(said, next, spoken->end, spoken->barrier, &behind);
    if (of_side > 0 && leads_to_sideless(spoken, next + of_side)) {
        of_side = 0;
    }
    char side = cell_both_sides(spoken->side, of_side > 0 ? behind : '\0');
    side = cell_both_sides(side, bare ? '\0' : cell_letter_side(cell));
    spoken->muddled |= side == SIDE_MUDDLED;
    const char letter[] = { bare ? g_ascii_tolower(side) : '\0', '\0' };
    g_autofree char *whole = g_strconcat(cell, letter, NULL);
    spoken->side = '\0';
    spoken->separate |= joined_by(said, spoken->at, ',') || side != '\0';
    spoken->captures |= joined_by(said, spoken->at, 'x') || joined_by(said, spoken->at, ':');
    append_cell(spoken, whole);
    spoken->cells++;
    spoken->loosely |= is_loose(said, spoken->at, used);
    spoken->at = next + of_side;
    spoken->behind = spoken->at;
    return true;
}

/* Takes a barrier that is named by the two squares beside it: "between d4 and d5". */
static bool take_between_cells(struct spoken *spoken)
{
    const struct said *said = spoken->said;
    const size_t lead = said_longest(said, spoken->at, spoken->end, WORD_BETWEEN);
    size_t at = spoken->at + lead;
    if (!spoken->barrier || lead == 0 || at >= spoken->end) {
        return false;
    }
    at += said_longest(said, at, spoken->end, WORD_JOINS | WORD_BARRIER);
    const size_t first = at < spoken->end ? cell_words(said, at, spoken->end) : 0;
    size_t second = at + first;
    second += second < spoken->end
                  ? said_longest(said, second, spoken->end, WORD_JOINS | WORD_BARRIER)
                  : 0;
    const size_t last = second < spoken->end ? cell_words(said, second, spoken->end) : 0;
    if (first == 0 || last == 0) {
        return false;
    }
    g_autofree char *one = spelled_cell(said, at, first);
    g_autofree char *other = spelled_cell(said, second, last);
    g_autofree char *barrier = cell_barrier_between(one, other);
    if (barrier == NULL) {
        return false;
    }
    spoken->muddled |= cell_both_sides(spoken->side, cell_letter_side(barrier)) == SIDE_MUDDLED;
    spoken->side = '\0';
    spoken->separate = true;
    append_cell(spoken, barrier);
    spoken->cells++;
    spoken->loosely |= is_loose(said, at, first) || is_loose(said, second, last);
    spoken->at = spoken->behind = second + last;
    return true;
}

/* Takes a word between the parts of a move. */
static bool take_between(struct spoken *spoken)
{
    const struct said *said = spoken->said;
    const size_t join = said_longest(said, spoken->at, spoken->end, WORD_JOINS | WORD_BARRIER);
    const bool again = spoken->connects || spoken->captures || spoken->separate;
    char side = '\0';
    const size_t of_side = side_words(said, spoken->at, spoken->end, spoken->barrier, &side);
    if (of_side > 0) {
        spoken->side = cell_both_sides(spoken->side, side);
        spoken->separate = true;
        spoken->at += of_side;
        return true;
    }
    if (take_between_cells(spoken)) {
        return true;
    }
    const size_t to = again ? 0 : said_longest(said, spoken->at, spoken->end, WORD_TO);
    const size_t captures = again ? 0 : said_longest(said, spoken->at, spoken->end, WORD_TAKES);
    spoken->connects |= to > 0;
    spoken->captures |= to == 0 && captures > 0;
    spoken->separate |= to == 0 && captures == 0 && join > 0;
    const size_t words = to > 0 ? to : captures > 0 ? captures : join;
    spoken->at += words;
    return words > 0;
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

/* Begins to read the words from `at` to `end` into `text`. A word for a barrier may stand anywhere
 * before `end`. */
static struct spoken spoken_of(const struct said *said, size_t at, size_t end, GString *text)
{
    struct spoken spoken = { .said = said, .at = at, .end = end, .text = text };
    for (size_t i = 0; i < end; i++) {
        spoken.barrier |= said_longest(said, i, end, WORD_BARRIER) > 0;
    }
    return spoken;
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

/* The first of the words right before word `at` that say on which side a barrier is. */
static size_t begins_with_side(const struct said *said, size_t at, bool barrier)
{
    static const unsigned sides = WORD_HORIZONTAL | WORD_VERTICAL | WORD_ABOVE | WORD_RIGHT |
                                  WORD_BELOW | WORD_LEFT | WORD_BETWEEN;
    size_t first = at;
    for (size_t i = at; barrier && i > 0 && !said_begins_sentence(said, i); i--) {
        const unsigned kinds = said->word[i - 1].kinds;
        if ((kinds & (sides | WORD_JOINS | WORD_BARRIER)) == 0) {
            break;
        }
        first = (kinds & sides) != 0 ? i - 1 : first;
    }
    return first;
}

/* True if there is a square among the words. */
static bool has_cell(const struct said *said, size_t first, size_t end)
{
    bool found = false;
    for (size_t i = first; i < end; i++) {
        const struct word written = { said->word[i].start, said->word[i].length };
        found |= names_cell_first(written) && names_cells(written);
    }
    return found;
}

void spoken_read(const struct grammar_context *context, const struct said *said,
                 struct spoken_turn *turn)
{
    *turn = (struct spoken_turn){ .text = NULL };
    size_t cell = 0;
    while (cell < said->count && cell_words(said, cell, said->count) == 0) {
        cell++;
    }
    /* "I see four men, so e1-d2": squares in plain letters are meant first. */
    while (cell < said->count && is_loose(said, cell, cell_words(said, cell, said->count)) &&
           has_cell(said, cell, said->count)) {
        do {
            cell++;
        } while (cell < said->count && cell_words(said, cell, said->count) == 0);
    }
    if (cell >= said->count || is_drawn(said->plain)) {
        return;
    }
    g_autoptr(GString) text = g_string_new(NULL);
    struct spoken spoken = spoken_of(said, cell, said->count, text);
    spoken.at = begins_with_side(said, cell, spoken.barrier);
    turn->first = spoken.at;
    while (spoken.at < spoken.end && (take_cell(&spoken) || take_between(&spoken))) {
    }
    leave_once(text);
    turn->behind = MAX(spoken.behind, cell + 1);
    turn->loosely = spoken.loosely;
    if (!spoken.muddled && !has_cell(said, turn->behind, said->count) &&
        names_turn(context, text->str)) {
        turn->text = g_string_free(g_steal_pointer(&text), FALSE);
    }
}

/* True if the words from `first` to before `end` may stand beside a move and change nothing. */
static bool may_stand_beside(const struct said *said, size_t first, size_t end)
{
    static const unsigned harmless =
        WORD_LEAD | WORD_COURTESY | WORD_BARRIER | WORD_TO | WORD_JOINS;
    bool good = true;
    for (size_t i = first; i < end; i++) {
        const unsigned kinds = said->word[i].kinds;
        const bool vocative =
            said->word[i].person && (i + 1 == end || said_begins_part(said, i + 1));
        good &= ((kinds & harmless) != 0 && (kinds & (WORD_VETO | WORD_BACK)) == 0) || vocative;
    }
    return good;
}

char *spoken_of_line(const struct grammar_context *context, const char *line)
{
    enum { AROUND_MOST = 10 /* words beside the turn */ };
    enum near_move_number kind;
    gint64 number = 0;
    g_autofree char *inside = near_move_unwrap(line, &kind, &number);
    g_auto(Said) said;
    said_read(context, inside, &said);
    struct spoken_turn turn;
    spoken_read(context, &said, &turn);
    g_autofree char *text = turn.text;
    const size_t around = said.count - (turn.behind - turn.first);
    /* "Well played d2-d3" tells of a move. */
    const unsigned before = turn.first > 0 ? said.word[turn.first - 1].kinds : 0;
    const bool praises = (before & WORD_COURTESY) != 0 && (before & WORD_PLEA) == 0 &&
                         !said_begins_part(&said, turn.first);
    const bool signs = (said_kinds(&said, 0, turn.first) & WORD_CLOSING) != 0;
    const bool clear = text != NULL && kind == NEAR_MOVE_NO_NUMBER && said.whole && !said.asks &&
                       !said.quotes && !praises && !signs &&
                       may_stand_beside(&said, 0, turn.first) &&
                       may_stand_beside(&said, turn.behind, said.count) && around <= AROUND_MOST &&
                       !(turn.loosely && around > 0);
    return clear ? g_steal_pointer(&text) : NULL;
}

bool spoken_is_part(const struct grammar_context *context, const char *line)
{
    g_auto(Said) said;
    said_read(context, line, &said);
    g_autoptr(GString) text = g_string_new(NULL);
    struct spoken spoken = spoken_of(&said, 0, said.count, text);
    while (spoken.at < spoken.end && (take_cell(&spoken) || take_between(&spoken))) {
    }
    return spoken.cells > 0 && spoken.at == spoken.end && said.whole && !said.asks;
}
