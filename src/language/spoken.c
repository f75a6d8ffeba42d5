#include "language/spoken.h"

#include <string.h>

#include "base/plain.h"
#include "language/line.h"

/* The sides of its square where a barrier may be; bits. The letters of their names are in the same
 * order. */
enum { ABOVE = 1, RIGHT = 2, BELOW = 4, LEFT = 8, ANY_SIDE = 15 };
static const char side_letters[] = "hvsw";

enum { CELLS_BYTES = 64 /* of a word of squares; a longer one is none */ };

/* A square among words, or a few without a blank between them ("e1d2"). */
struct square {
    enum spoken_way way;    /* SPOKEN_NOT: there is none */
    char text[CELLS_BYTES]; /* in lower case */
    size_t words;           /* how many it is written in */
};

/* Reads a turn out of words: squares, and words that lead to them or join them. */
struct reader {
    const struct said *said;
    size_t at;
    GString *text;       /* the turn so far */
    char joint;          /* before the next square: '-', 'x' or ','; NUL: nothing is said */
    unsigned sides;      /* where the barrier may be whose square comes next */
    enum spoken_way way; /* the loosest way in which a square is written */
};

/* ---- squares ---- */

/* The square that word `at` begins. */
static struct square square_at(const struct said *said, size_t at)
{
    struct square square = { .way = SPOKEN_NOT };
    const struct said_word *word = &said->word[at], *next = word + 1;
    if (at >= said->count) {
        return square;
    }
    if (strlen(word->lower) < CELLS_BYTES && names_cells(word_over(word->lower)) > 0) {
        square.way = SPOKEN_WRITTEN;
        square.words = 1;
        g_strlcpy(square.text, word->lower, sizeof square.text);
        return square;
    }
    if (at + 1 == said->count) {
        return square;
    }
    const struct meaning *first = vocabulary_find(word->lower);
    const struct meaning *second = vocabulary_find(next->lower);
    const bool single = word->lower[1] == '\0' && g_ascii_isalpha(*word->lower);
    guint64 digits = 0;
    g_ascii_string_to_unsigned(next->lower, 10, 1, 99, &digits, NULL);
    const char letter = single ? *word->lower : first != NULL ? first->letter : '\0';
    const int number = digits > 0 ? (int)digits : second != NULL ? second->number : 0;
    if (letter == '\0' || number == 0) {
        return square;
    }
    const bool talk = (single ? strchr("ai", letter) != NULL : first->loosely) ||
                      (digits == 0 && second->loosely);
    square.way = talk ? SPOKEN_LOOSELY : SPOKEN_SPELLED;
    square.words = 2;
    g_snprintf(square.text, sizeof square.text, "%c%d", letter, number);
    return square;
}

/* ---- turns ---- */

/* The side of a square that a letter behind it says; ANY_SIDE: none. */
static unsigned sides_written(char letter)
{
    static const char letters[] = "hnvesw";
    static const unsigned of_letter[] = { ABOVE, ABOVE, RIGHT, RIGHT, BELOW, LEFT };
    const char *written = strchr(letters, letter);
    return written != NULL ? of_letter[written - letters] : ANY_SIDE;
}

/* Takes words that say on which sides of its square a barrier may be. "Above" and the like count
 * only if the text speaks of a barrier. Returns the first word behind them. */
static size_t take_sides(struct reader *reader, size_t at)
{
    const struct said *said = reader->said;
    const bool barrier = (said->all.kinds & WORD_BARRIER) != 0;
    const struct meaning *side;
    size_t words;
    while ((words = said_longest(said, at, said->count, WORD_SIDE, &side)) > 0 &&
           (barrier || strchr("hv", side->side) != NULL)) {
        reader->sides &= side->side == 'h'   ? ABOVE | BELOW
                         : side->side == 'v' ? RIGHT | LEFT
                                             : sides_written(side->side);
        at += words;
    }
    return at;
}

/* Takes a square or a barrier: "e4", "d4h", "e four", "d four horizontal". */
static bool take_square(struct reader *reader)
{
    const struct said *said = reader->said;
    const struct square square = square_at(said, reader->at);
    if (square.way == SPOKEN_NOT) {
        return false;
    }
    const size_t end = reader->at + square.words;
    const unsigned before = reader->sides;
    size_t behind = take_sides(reader, end);
    if (behind > end && said_longest(said, behind, said->count, WORD_BARRIER, NULL) > 0) {
        reader->sides = before; /* "a2 horizontal barrier at e1" */
        behind = end;
    }
    const unsigned written = sides_written(square.text[strlen(square.text) - 1]);
    reader->sides &= written;
    if (reader->joint != '-' &&
        (reader->sides != ANY_SIDE || said_follows(said, reader->at, ","))) {
        reader->joint = ',';
    }
    if (reader->text->len > 0) {
        g_string_append_c(reader->text, reader->joint != '\0' ? reader->joint : '-');
    }
    g_string_append(reader->text, square.text);
    if (reader->sides == 0) { /* "above right": no game reads it */
        g_string_append_c(reader->text, '?');
    } else if (written == ANY_SIDE && reader->sides != ANY_SIDE) {
        g_string_append_c(reader->text, side_letters[g_bit_nth_lsf(reader->sides, -1)]);
    }
    reader->way = MAX(reader->way, square.way);
    reader->sides = ANY_SIDE;
    reader->joint = '\0';
    reader->at = behind;
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
    size_t words = take_sides(reader, reader->at) - reader->at;
    char joint = ',';
    for (size_t i = 0; i < G_N_ELEMENTS(joints) && words == 0; i++) {
        joint = joints[i].joint;
        const bool fits = reader->joint == '\0' || reader->joint == joint || joint == ',';
        words = fits ? said_longest(said, reader->at, said->count, joints[i].kinds, NULL) : 0;
    }
    if (words > 0) {
        reader->joint = reader->joint == '-' ? '-' : joint;
        reader->way = reader->joint == ',' ? MAX(reader->way, SPOKEN_SPELLED) : reader->way;
        reader->at += words;
    }
    return words > 0;
}

/* Reads the longest turn that begins with the square at word `first`. Its text is NULL if there is
 * none. */
static struct spoken_turn read_turn(const struct grammar_context *context, const struct said *said,
                                    size_t first)
{
    g_autoptr(GString) text = g_string_new(NULL);
    struct reader reader = { .said = said, .at = first, .text = text, .sides = ANY_SIDE };
    struct spoken_turn turn = { .first = first, .behind = first + 1 };
    for (size_t length = 0; take_square(&reader) || take_joint(&reader);) {
        const struct said_word *last = &said->word[reader.at - 1];
        const char end = last->start[last->length]; /* "d5-e4th" and "e4-e5#12" say more */
        if (text->len > length && end != '-' && end != '#' && names_turn(context, text->str)) {
            g_free(turn.text);
            turn.text = g_strdup(text->str);
            turn.behind = reader.at;
            turn.way = reader.way;
        }
        length = text->len;
    }
    return turn;
}

static void turn_clear(gpointer data)
{
    g_free(((struct spoken_turn *)data)->text);
}

GArray *spoken_read(const struct grammar_context *context, const struct said *said, size_t *squares)
{
    GArray *turns = g_array_new(FALSE, TRUE, sizeof(struct spoken_turn));
    g_array_set_clear_func(turns, turn_clear);
    /* "I see four men, so e1-d2": squares in plain letters are meant first. */
    const enum spoken_way loosest = said->all.square ? SPOKEN_SPELLED : SPOKEN_LOOSELY;
    struct square before = { .way = SPOKEN_NOT };
    size_t count = 0;
    /* A row of a drawn board: signs stand alone in it (". . O O"), or blanks beside each other. */
    static const char drawn[] = "\\w  +\\w|(?:^| )[.+|#\\[\\]()]+ (?:.* )?[.+|#\\[\\]()]+(?:$| )";
    const size_t words = g_regex_match(pattern_kept(drawn, G_REGEX_OPTIMIZE), said->plain, 0, NULL)
                             ? 0
                             : said->count;
    for (size_t i = 0, behind = 0; i < words; i++) {
        const struct square square = square_at(said, i);
        if (square.way == SPOKEN_NOT || square.way > loosest) {
            continue;
        }
        count += square.way == SPOKEN_LOOSELY ? 0 : names_cells(word_over(square.text));
        g_autofree char *both = g_strconcat(before.text, "-", square.text, NULL);
        if (before.way != SPOKEN_NOT && names_turn(context, both)) {
            const struct spoken_turn apart = { .text = g_steal_pointer(&both),
                                               .way = SPOKEN_APART };
            g_array_append_val(turns, apart);
        }
        if (i >= behind) {
            const struct spoken_turn turn = read_turn(context, said, i);
            behind = turn.behind;
            turns = turn.text != NULL ? g_array_append_val(turns, turn) : turns;
        }
        before = square;
        i += square.words - 1;
    }
    if (squares != NULL) {
        *squares = count;
    }
    return turns;
}

bool spoken_leads(const struct said *said, size_t first, size_t end)
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

char *spoken_of_line(const struct grammar_context *context, const struct said *said)
{
    enum { AROUND_MOST = 10 /* words; the sentences of our letters have more */ };
    g_autoptr(GArray) turns = spoken_read(context, said, NULL);
    const struct spoken_turn *turn =
        turns->len > 0 ? &g_array_index(turns, struct spoken_turn, 0) : NULL;
    if (turn == NULL || turn->way == SPOKEN_APART || !said->whole || said->asks || said->quotes ||
        said_praises(said, turn->first) ||
        (said_sum(said, 0, turn->first).kinds & WORD_CLOSING) != 0) {
        return NULL;
    }
    const size_t around = said->count - (turn->behind - turn->first);
    const bool clear = spoken_leads(said, 0, turn->first) &&
                       spoken_leads(said, turn->behind, said->count) &&
                       around <= (turn->way < SPOKEN_LOOSELY ? AROUND_MOST : 0);
    return clear ? g_strdup(turn->text) : NULL;
}

/* ---- the signs around a move ---- */

enum { PAIRS_MOST = 8 /* of signs around a move */ };

/* What may stand around a move; what is inside is a group. */
enum form { SIGNS, AROUND, NUMBERED };
static const char *const forms[] = {
    [SIGNS] =
        "^\\s*(?|\\*(.+)\\*|_(.+)_|\"(.+)\"|'(.+)'|`(.+)`|«(.+)»|»(.+)«|‹(.+)›|「(.+)」|『(.+)』)"
        "\\s*$",
    [AROUND] = "^\\s*(?|\\((.+)\\)|\\[(.+)\\]|\\{(.+)\\}|(?:[-*+]|•|‣|◦|·|▪|●|○) (.*\\S.*))\\s*$",
    [NUMBERED] = "^\\s*#?0*[1-9]\\d{0,8}(?:\\.\\.\\.(?!\\.)|\\.(?!\\.)|\\)|:|(?=\\s))(.*\\S.*)$",
};

/* Moves the ends of a text to what is inside a form; false if the text has no such form. */
static bool take_off(struct word *text, enum form form)
{
    g_autoptr(GMatchInfo) match = NULL;
    int begin = 0, end = 0;
    const GRegex *regex = pattern_kept(forms[form], G_REGEX_DOTALL | G_REGEX_OPTIMIZE);
    if (!g_regex_match_full(regex, text->start, (gssize)text->length, 0, 0, &match, NULL) ||
        !g_match_info_fetch_pos(match, 1, &begin, &end)) {
        return false;
    }
    *text = (struct word){ text->start + begin, (size_t)(end - begin) };
    return true;
}

char *near_move_inside(const char *line, gint64 *turn, gint64 *board)
{
    g_auto(Plain) plain = { 0 };
    plain_read(line, -1, &plain);
    struct word inside = word_over(plain.text);
    bool found = true, numbers = turn != NULL;
    if (numbers) {
        *turn = *board = 0;
    }
    for (int i = 0; found && i < PAIRS_MOST; i++) {
        const char *digits = inside.start + strspn(inside.start, " #");
        found = take_off(&inside, SIGNS) || (turn != NULL && take_off(&inside, AROUND));
        if (!found && numbers && take_off(&inside, NUMBERED)) {
            char *sign = NULL;
            const gint64 number = g_ascii_strtoll(digits, &sign, 10);
            *(*sign == '.' ? turn : board) = number;
            found = true;
            numbers = false;
        }
    }
    return g_strstrip(plain_written(&plain, inside.start, inside.length));
}

bool near_move_is_damaged(const char *line)
{
    return strstr(line, "\xEF\xBF\xBD") != NULL;
}

/* ---- lines ---- */

bool near_move_is(const struct grammar_context *context, const char *line)
{
    enum {
        FEW_WORDS = 2,   /* a line of so many, and one square, is hardly talk */
        PROSE_LEAST = 6, /* a whole sentence with so many beside its squares speaks of moves */
    };
    const unsigned moves = REPLY_TO_MATCH | REPLY_TO_LESSON;
    if (context->reply != 0 && (context->reply & moves) == 0) {
        return false;
    }
    g_auto(Said) said;
    said_read(context, line, &said);
    size_t squares;
    g_autoptr(GArray) turns = spoken_read(context, &said, &squares);
    const size_t words = said.count - MIN(squares, said.count);
    const size_t length = strlen(said.plain);
    bool passes = false;
    for (size_t i = 0; i < said.count && (i == 0 || words <= FEW_WORDS); i++) {
        passes |= g_str_equal(said.word[i].lower, "pass");
    }
    const bool prose =
        words >= PROSE_LEAST && length > 0 && strchr(".!;", said.plain[length - 1]) != NULL;
    return !prose &&
           (passes || squares > 1 || turns->len > 0 || (squares == 1 && words <= FEW_WORDS));
}

/* ---- the move in a line ---- */

char *near_move_within(const struct grammar_context *context, const char *written)
{
    g_auto(Said) said;
    said_read(context, written, &said);
    g_autoptr(GArray) turns = spoken_read(context, &said, NULL);
    const char *found = NULL;
    bool one = true;
    for (guint i = 0; i < turns->len; i++) {
        const struct spoken_turn *turn = &g_array_index(turns, struct spoken_turn, i);
        one &= found == NULL || turn->way == SPOKEN_APART;
        found = turn->way == SPOKEN_WRITTEN ? turn->text : found;
    }
    return one ? g_strdup(found) : NULL;
}

bool near_move_other(const struct grammar_context *context, const struct said *said,
                     const char *turn)
{
    g_autofree char *own = turn != NULL ? near_move_within(context, turn) : NULL;
    g_autoptr(GArray) turns = spoken_read(context, said, NULL);
    bool other = false;
    for (guint i = 0; i < turns->len; i++) {
        const struct spoken_turn *found = &g_array_index(turns, struct spoken_turn, i);
        const bool plain =
            found->way == SPOKEN_WRITTEN || /* "2 x 3" */
            (found->way == SPOKEN_SPELLED && names_cells(word_over(found->text)) > 1);
        other |= plain && g_strcmp0(found->text, own) != 0;
    }
    return other;
}
