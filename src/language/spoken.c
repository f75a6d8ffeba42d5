#include "language/spoken.h"

#include <string.h>

#include "language/names.h"

/* The sides of its square where a barrier may be; bits. The letters of their names are in the same
 * order. */
enum { ABOVE = 1, RIGHT = 2, BELOW = 4, LEFT = 8, ANY_SIDE = 15 };
static const char side_letters[] = "hvsw";

/* How many words a square has, by enum spoken_square. */
static const size_t square_words[] = { 0, 1, 2, 2, 2 };

/* Reads a turn out of words: squares, and words that lead to them or join them. */
struct reader {
    const struct said *said;
    size_t at;
    bool plain;             /* only squares count, and words that join two of them */
    bool barrier;           /* the text speaks of one, so that "above" and the like say its side */
    GString *text;          /* the turn so far */
    char joint;             /* before the next square: '-', 'x' or ','; NUL: nothing is said */
    unsigned sides;         /* where the barrier may be whose square comes next */
    bool between;           /* the next two squares are beside a barrier */
    char one[8];            /* the first of them; "": it is to come */
    bool muddled;           /* two words for the side of a barrier do not fit each other */
    enum spoken_square how; /* the loosest way in which a square is written */
};

/* ---- squares ---- */

enum spoken_square spoken_square(const struct said *said, size_t at, char **square)
{
    if (at >= said->count) {
        return SPOKEN_NO_SQUARE;
    }
    const struct said_word *word = &said->word[at], *next = word + 1;
    const size_t quote = strspn(word->start, "'");
    const struct word written = { word->start + quote, word->length - quote };
    if (names_cell_first(written) && names_cells(written)) {
        *square = g_strdup(word->lower);
        return SPOKEN_WRITTEN;
    }
    if (at + 1 == said->count) {
        return SPOKEN_NO_SQUARE;
    }
    const struct meaning *first = vocabulary_find(word->lower);
    const struct meaning *second = vocabulary_find(next->lower);
    const bool single = word->lower[1] == '\0' && g_ascii_isalpha(*written.start);
    guint64 digits = 0;
    g_ascii_string_to_unsigned(next->lower, 10, 1, 99, &digits, NULL);
    const char letter = single ? *word->lower : first != NULL ? first->letter : '\0';
    const int number = digits > 0 ? (int)digits : second != NULL ? second->number : 0;
    if (letter == '\0' || number == 0) {
        return SPOKEN_NO_SQUARE;
    }
    *square = g_strdup_printf("%c%d", letter, number);
    const bool talk = (!single && first->loosely) || (digits == 0 && second->loosely);
    return talk                                     ? SPOKEN_TALK
           : single && strchr("ai", letter) != NULL ? SPOKEN_ARTICLE
                                                    : SPOKEN_SPELLED;
}

/* The first word from `at` on that begins a square written so, or in a plainer way. */
static size_t next_square(const struct said *said, size_t at, enum spoken_square loosest)
{
    for (; at < said->count; at++) {
        g_autofree char *square = NULL;
        const enum spoken_square how = spoken_square(said, at, &square);
        if (how != SPOKEN_NO_SQUARE && how <= loosest) {
            break;
        }
    }
    return at;
}

/* True if a square has no letter behind it that makes it a barrier. */
static bool is_bare(const char *square)
{
    return g_ascii_isdigit(square[strlen(square) - 1]);
}

/* ---- barriers ---- */

/* Where a barrier may be by the last letter of its name, such as the h of "d4h". */
static unsigned sides_of(const char *square)
{
    static const char letters[] = "hnvesw";
    static const unsigned sides[] = { ABOVE, ABOVE, RIGHT, RIGHT, BELOW, LEFT };
    const char *found = strchr(letters, square[strlen(square) - 1]);
    return found != NULL ? sides[found - letters] : ANY_SIDE;
}

/* Returns how many words from `at` on say where a barrier is, and sets *sides. Words such as
 * "above" count only if the text speaks of a barrier. */
static size_t side_words(const struct reader *reader, size_t at, unsigned *sides)
{
    /* In the order of enum word_kind, from WORD_HORIZONTAL to WORD_DIAGONAL. */
    static const unsigned of_kind[] = { ABOVE | BELOW, RIGHT | LEFT, ABOVE, RIGHT, BELOW, LEFT, 0 };
    const struct said *said = reader->said;
    size_t most = 0;
    for (size_t i = 0; i < (reader->barrier ? G_N_ELEMENTS(of_kind) : 2); i++) {
        const size_t count = said_longest(said, at, said->count, (unsigned)WORD_HORIZONTAL << i);
        *sides = count > most ? of_kind[i] : *sides;
        most = MAX(most, count);
    }
    return most;
}

/* The barrier between two squares beside each other: that between d4 and d5 is d4h. NULL if they
 * are not. Free with g_free. */
static char *barrier_between(const char *one, const char *other)
{
    const gint64 files = other[0] - one[0];
    const gint64 ranks = g_ascii_strtoll(other + 1, NULL, 10) - g_ascii_strtoll(one + 1, NULL, 10);
    const int side = ranks > 0 ? 0 : files > 0 ? 1 : ranks < 0 ? 2 : 3;
    const bool beside = is_bare(one) && is_bare(other) && ABS(files) + ABS(ranks) == 1;
    return beside ? g_strdup_printf("%s%c", one, side_letters[side]) : NULL;
}

/* True if the words from `at` on lead to a barrier that says no side itself. Then a side before
 * them is that barrier's: in "a2 horizontal barrier at e1", "horizontal" belongs to e1. */
static bool leads_to_sideless(const struct reader *reader, size_t at)
{
    const struct said *said = reader->said;
    unsigned ignored = 0;
    for (size_t words = 1; words > 0; at += words) {
        words = MAX(said_longest(said, at, said->count, WORD_JOINS | WORD_BARRIER),
                    side_words(reader, at, &ignored));
    }
    g_autofree char *square = NULL;
    const size_t used = square_words[spoken_square(said, at, &square)];
    return said_longest(said, at, said->count, WORD_BETWEEN) > 0 ||
           (used > 0 && is_bare(square) && side_words(reader, at + used, &ignored) == 0);
}

/* ---- turns ---- */

/* What comes next is another part of the turn. */
static void part(struct reader *reader)
{
    reader->joint = reader->joint == '-' ? '-' : ',';
}

/* Takes a square or a barrier: "e4", "d4h", "e four", "d four horizontal". Of the two squares that
 * a barrier is between, the first one waits for the other. */
static bool take_square(struct reader *reader)
{
    g_autofree char *square = NULL;
    const enum spoken_square how = spoken_square(reader->said, reader->at, &square);
    const size_t next = reader->at + square_words[how];
    const bool waits = reader->between && *reader->one == '\0';
    g_autofree char *barrier =
        square != NULL && *reader->one != '\0' ? barrier_between(reader->one, square) : NULL;
    if (square == NULL || (*reader->one != '\0' && barrier == NULL)) {
        return false;
    }
    g_strlcpy(reader->one, waits ? square : "", sizeof reader->one);
    reader->how = MAX(reader->how, how);
    if (waits) {
        reader->at = next;
        return true;
    }
    const char *place = barrier != NULL ? barrier : square;
    unsigned own = ANY_SIDE;
    size_t behind = side_words(reader, next, &own);
    if (behind > 0 && leads_to_sideless(reader, next + behind)) {
        own = ANY_SIDE;
        behind = 0;
    }
    const unsigned sides = reader->sides & own & (is_bare(place) ? ANY_SIDE : sides_of(place));
    if (sides != ANY_SIDE || said_follows(reader->said, reader->at, ",")) {
        part(reader);
    } else if (said_follows(reader->said, reader->at, ":")) {
        reader->joint = 'x';
    }
    if (reader->text->len > 0) {
        g_string_append_c(reader->text, reader->joint != '\0' ? reader->joint : '-');
    }
    g_string_append(reader->text, place);
    if (is_bare(place) && sides != ANY_SIDE && sides != 0) {
        g_string_append_c(reader->text, side_letters[g_bit_nth_lsf(sides, -1)]);
    }
    reader->muddled |= sides == 0;
    reader->between = false;
    reader->sides = ANY_SIDE;
    reader->joint = '\0';
    reader->at = next + behind;
    return true;
}

/* Takes words between the parts of a turn. */
static bool take_joint(struct reader *reader)
{
    static const struct {
        unsigned kinds;
        char joint;
    } joints[] = { { WORD_TO, '-' }, { WORD_TAKES, 'x' }, { WORD_JOINS | WORD_BARRIER, ',' } };
    const struct said *said = reader->said;
    unsigned sides = ANY_SIDE;
    size_t words = side_words(reader, reader->at, &sides);
    reader->sides &= sides;
    if (words == 0 && reader->barrier) {
        words = said_longest(said, reader->at, said->count, WORD_BETWEEN);
        reader->between |= words > 0;
    }
    if (words > 0) {
        part(reader);
    }
    for (size_t i = 0; i < (reader->plain ? 2 : G_N_ELEMENTS(joints)) && words == 0; i++) {
        const char joint = joints[i].joint;
        const bool fits = reader->joint == '\0' || reader->joint == joint || joint == ',';
        words = fits ? said_longest(said, reader->at, said->count, joints[i].kinds) : 0;
        if (words > 0 && reader->joint != '-') {
            reader->joint = joint;
        }
    }
    reader->at += words;
    return words > 0;
}

/* Begins to read words. A word for a barrier may stand anywhere. */
static struct reader reader_of(const struct said *said, size_t at, bool plain, GString *text)
{
    struct reader reader = {
        .said = said, .at = at, .plain = plain, .text = text, .sides = ANY_SIDE
    };
    for (size_t i = 0; i < said->count && !plain; i++) {
        reader.barrier |= said_longest(said, i, said->count, WORD_BARRIER) > 0;
    }
    return reader;
}

/* A text without its second half if that says the same again: "e1-d2-e1-d2". Free with g_free. */
static char *said_once(const char *text)
{
    const size_t length = strlen(text), half = length / 2;
    const bool twice = length % 2 == 1 && strncmp(text, text + half + 1, half) == 0 &&
                       strchr("-,", text[half]) != NULL;
    return g_strndup(text, twice ? half : length);
}

/* True if there is a blank before word `at`: "e4-e5#12" says more than the turn. */
static bool is_apart(const struct said *said, size_t at)
{
    return at == 0 || at == said->count || said_follows(said, at, " \n");
}

/* Reads the longest turn that begins with the square at word `square`, or with words right before
 * it that say on which side a barrier is. */
static void read_turn(const struct grammar_context *context, const struct said *said, size_t square,
                      bool plain, struct spoken_turn *turn)
{
    static const unsigned sides = WORD_HORIZONTAL | WORD_VERTICAL | WORD_ABOVE | WORD_RIGHT |
                                  WORD_BELOW | WORD_LEFT | WORD_BETWEEN;
    const unsigned before = sides | WORD_JOINS | WORD_BARRIER;
    g_autoptr(GString) text = g_string_new(NULL);
    struct reader reader = reader_of(said, square, plain, text);
    *turn = (struct spoken_turn){ .first = square, .behind = square + 1 };
    for (size_t i = square; reader.barrier && i > 0 && !said_begins_sentence(said, i) &&
                            (said->word[i - 1].kinds & before) != 0;
         i--) {
        turn->first = (said->word[i - 1].kinds & sides) != 0 ? i - 1 : turn->first;
    }
    reader.at = turn->first;
    for (size_t length = 0; !reader.muddled && (take_square(&reader) || take_joint(&reader));) {
        g_autofree char *once = said_once(text->str);
        if (text->len > length && (!plain || is_apart(said, reader.at)) &&
            names_turn(context, once)) {
            g_free(turn->text);
            turn->text = g_steal_pointer(&once);
            turn->behind = reader.at;
            turn->loosely = reader.how >= SPOKEN_ARTICLE;
        }
        length = text->len;
    }
    if (reader.muddled) {
        g_clear_pointer(&turn->text, g_free);
    }
}

bool spoken_next(const struct grammar_context *context, const struct said *said, size_t at,
                 struct spoken_turn *turn)
{
    bool found = false;
    while (!found && (at = next_square(said, at, SPOKEN_WRITTEN)) < said->count) {
        if (is_apart(said, at)) {
            read_turn(context, said, at, true, turn);
            found = turn->text != NULL;
        }
        at++;
    }
    return found;
}

/* True if a text looks like a row of a drawn board: signs stand alone in it (". . O O"), or blanks
 * beside each other ("a5  O  a5"). */
static bool is_drawn(const char *plain)
{
    return g_regex_match_simple("\\w  +\\w|(?:^| )[.+|#\\[\\]()]+ (?:.* )?[.+|#\\[\\]()]+(?:$| )",
                                plain, 0, 0);
}

void spoken_read(const struct grammar_context *context, const struct said *said,
                 struct spoken_turn *turn)
{
    *turn = (struct spoken_turn){ .text = NULL };
    /* "I see four men, so e1-d2": squares in plain letters are meant first. */
    const bool written = next_square(said, 0, SPOKEN_WRITTEN) < said->count;
    const size_t square = next_square(said, 0, written ? SPOKEN_SPELLED : SPOKEN_TALK);
    if (square >= said->count || is_drawn(said->plain)) {
        return;
    }
    read_turn(context, said, square, false, turn);
    if (next_square(said, turn->behind, SPOKEN_WRITTEN) < said->count) {
        g_clear_pointer(&turn->text, g_free);
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
    g_auto(Said) said;
    said_read(context, line, &said);
    struct spoken_turn turn;
    spoken_read(context, &said, &turn);
    g_autofree char *text = turn.text;
    const size_t around = said.count - (turn.behind - turn.first);
    /* "Well played d2-d3" tells of a move. */
    const unsigned before = turn.first > 0 ? said.word[turn.first - 1].kinds : 0;
    const bool praises = (before & WORD_COURTESY) != 0 && (before & WORD_PLEA) == 0 &&
                         !said_begins_part(&said, turn.first);
    const bool signs = (said_kinds(&said, 0, turn.first) & WORD_CLOSING) != 0;
    /* Quotation marks may stand around all of it. */
    static const char around_all[] = "^[\\W_]*\"[^\"]*\"[]\" *_'`)}»]*$";
    const bool quotes = said.quotes && !g_regex_match_simple(around_all, said.plain, 0, 0);
    const bool clear = text != NULL && said.whole && !said.asks && !quotes && !praises && !signs &&
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
    struct reader reader = reader_of(&said, 0, false, text);
    while (take_square(&reader) || take_joint(&reader)) {
    }
    return text->len > 0 && reader.at == said.count && said.whole && !said.asks;
}
