#include "language/spoken.h"

#include <string.h>

#include "base/plain.h"
#include "language/line.h"
#include "language/names.h"

/* The sides of its square where a barrier may be; bits. The letters of their names are in the same
 * order. */
enum { ABOVE = 1, RIGHT = 2, BELOW = 4, LEFT = 8, ANY_SIDE = 15 };
static const char side_letters[] = "hvsw";

/* How a square is written, from the plainest way on. */
enum spoken_square {
    SPOKEN_NO_SQUARE,
    SPOKEN_WRITTEN, /* "e4" */
    SPOKEN_SPELLED, /* "e 4", "e four", "echo four" */
    SPOKEN_ARTICLE, /* "a four", "i 4": the letter is a word, too */
    SPOKEN_TALK,    /* in words that are common in talk: "see four", "e for" */
};

/* How many words a square has, by enum spoken_square. */
static const size_t square_words[] = { 0, 1, 2, 2, 2 };

/* Reads a turn out of words: squares, and words that lead to them or join them. */
struct reader {
    const struct said *said;
    size_t at;
    bool plain;             /* only squares count, and words that join two of them */
    GString *text;          /* the turn so far */
    char joint;             /* before the next square: '-', 'x' or ','; NUL: nothing is said */
    bool barrier;           /* the text speaks of one */
    unsigned sides;         /* where the barrier may be whose square comes next */
    bool muddled;           /* two words for the side of a barrier do not fit each other */
    enum spoken_square how; /* the loosest way in which a square is written */
};

/* ---- squares ---- */

/* The square that word `at` begins, or a few squares without a blank ("e1d2"): if there is one, it
 * is in *square. Free with g_free. Those that are spelled have two words. */
static enum spoken_square spoken_square(const struct said *said, size_t at, char **square)
{
    if (at >= said->count) {
        return SPOKEN_NO_SQUARE;
    }
    const struct said_word *word = &said->word[at], *next = word + 1;
    const size_t quote = strspn(word->start, "'");
    const struct word written = { word->start + quote, word->length - quote };
    if (names_cells(written) > 0) {
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

/* ---- turns ---- */

/* What comes next is another part of the turn. */
static void part(struct reader *reader)
{
    reader->joint = reader->joint == '-' ? '-' : ',';
}

/* Takes words that say on which sides of its square a barrier may be. "Above" and the like count
 * only if the text speaks of a barrier. Returns the first word behind them. */
static size_t take_sides(struct reader *reader, size_t at)
{
    /* In the order of enum word_kind, from WORD_HORIZONTAL on. */
    static const unsigned of_kind[] = { ABOVE | BELOW, RIGHT | LEFT, ABOVE, RIGHT, BELOW, LEFT };
    const struct said *said = reader->said;
    for (size_t i = 0; i < (reader->barrier ? G_N_ELEMENTS(of_kind) : 2); i++) {
        const size_t words = said_longest(said, at, said->count, (unsigned)WORD_HORIZONTAL << i);
        if (words > 0) {
            reader->sides &= of_kind[i];
            return take_sides(reader, at + words);
        }
    }
    return at;
}

/* Takes a square or a barrier: "e4", "d4h", "e four", "d four horizontal". */
static bool take_square(struct reader *reader)
{
    static const char letters[] = "hnvesw"; /* behind a square */
    static const unsigned of_letter[] = { ABOVE, ABOVE, RIGHT, RIGHT, BELOW, LEFT };
    const struct said *said = reader->said;
    g_autofree char *square = NULL;
    const enum spoken_square how = spoken_square(said, reader->at, &square);
    if (square == NULL) {
        return false;
    }
    const size_t end = reader->at + square_words[how];
    const unsigned before = reader->sides;
    size_t behind = take_sides(reader, end);
    if (behind > end && said_longest(said, behind, said->count, WORD_BARRIER) > 0) {
        reader->sides = before; /* "a2 horizontal barrier at e1" */
        behind = end;
    }
    const char *written = strchr(letters, square[strlen(square) - 1]);
    reader->sides &= written != NULL ? of_letter[written - letters] : ANY_SIDE;
    if (reader->sides != ANY_SIDE || said_follows(said, reader->at, ",")) {
        part(reader);
    } else if (said_follows(said, reader->at, ":")) {
        reader->joint = 'x';
    }
    if (reader->text->len > 0) {
        g_string_append_c(reader->text, reader->joint != '\0' ? reader->joint : '-');
    }
    g_string_append(reader->text, square);
    if (written == NULL && reader->sides != ANY_SIDE && reader->sides != 0) {
        g_string_append_c(reader->text, side_letters[g_bit_nth_lsf(reader->sides, -1)]);
    }
    reader->muddled |= reader->sides == 0;
    reader->how = MAX(reader->how, how);
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
    size_t words = reader->plain ? 0 : take_sides(reader, reader->at) - reader->at;
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

/* True if there is a blank before word `at`: "e4-e5#12" says more than the turn. */
static bool is_apart(const struct said *said, size_t at)
{
    return at == 0 || at == said->count || said_follows(said, at, " \n");
}

/* Reads the longest turn that begins with the square at word `square`. */
static void read_turn(const struct grammar_context *context, const struct said *said, size_t square,
                      bool plain, struct spoken_turn *turn)
{
    g_autoptr(GString) text = g_string_new(NULL);
    struct reader reader = {
        .said = said, .at = square, .plain = plain, .text = text, .sides = ANY_SIDE
    };
    *turn = (struct spoken_turn){ .first = square, .behind = square + 1 };
    for (size_t i = 0; i < said->count && !plain; i++) {
        reader.barrier |= said_longest(said, i, said->count, WORD_BARRIER) > 0;
    }
    for (size_t length = 0; !reader.muddled && (take_square(&reader) || take_joint(&reader));) {
        if (text->len > length && (!plain || is_apart(said, reader.at)) &&
            names_turn(context, text->str)) {
            g_free(turn->text);
            turn->text = g_strdup(text->str);
            turn->behind = reader.at;
            turn->loosely = reader.how >= SPOKEN_ARTICLE;
        }
        length = text->len;
    }
    if (reader.muddled) {
        g_clear_pointer(&turn->text, g_free);
    }
}

/* The next turn from word `at` on, whatever stands around it; none of its squares is spelled
 * loosely. False if there is none. */
static bool spoken_next(const struct grammar_context *context, const struct said *said, size_t at,
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

char *spoken_of_line(const struct grammar_context *context, const struct said *said, size_t first)
{
    enum { AROUND_MOST = 10 /* words beside the turn */ };
    struct spoken_turn turn;
    spoken_read(context, said, &turn);
    g_autofree char *text = turn.text;
    const size_t around = said->count - first - (turn.behind - turn.first);
    const bool signs = (said_sum(said, 0, turn.first).kinds & WORD_CLOSING) != 0;
    /* Quotation marks may stand around all of it. */
    static const char around_all[] = "^[\\W_]*\"[^\"]*\"[]\" *_'`)}»]*$";
    const bool quotes = said->quotes && !g_regex_match_simple(around_all, said->plain, 0, 0);
    const bool clear = text != NULL && turn.first >= first && said->whole && !said->asks &&
                       !quotes && !said_praises(said, turn.first) && !signs &&
                       spoken_leads(said, first, turn.first) &&
                       spoken_leads(said, turn.behind, said->count) && around <= AROUND_MOST &&
                       !(turn.loosely && around > 0);
    return clear ? g_steal_pointer(&text) : NULL;
}

/* ---- the signs around a move ---- */

enum { PAIRS_MOST = 8 /* of signs around a move */ };

/* Signs in pairs, of bold and slanted words, and quotation marks; brackets; an item of a list; a
 * number. What is inside is a group. */
static const char signs[] =
    "^\\s*(?|\\*(.+)\\*|_(.+)_|\"(.+)\"|'(.+)'|`(.+)`|«(.+)»|»(.+)«|‹(.+)›|「(.+)」|『(.+)』)\\s*$";
static const char brackets[] = "^\\s*(?|\\((.+)\\)|\\[(.+)\\]|\\{(.+)\\})\\s*$";
static const char item[] = "^\\s*(?:[-*+]|•|‣|◦|·|▪|●|○) (.*\\S.*)$";
static const char numbered[] =
    "^\\s*#?0*[1-9]\\d{0,8}(?:\\.\\.\\.(?!\\.)|\\.(?!\\.)|\\)|:|(?=\\s))(.*\\S.*)$";

/* Moves the ends of a text to what is inside a form; false if the text has no such form. */
static bool take_off(struct word *text, const char *form)
{
    g_autoptr(GRegex) regex = g_regex_new(form, G_REGEX_DOTALL, 0, NULL);
    g_autoptr(GMatchInfo) match = NULL;
    int begin = 0, end = 0;
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
    struct word inside = word_over(plain.text + strspn(plain.text, " "));
    const bool all = turn != NULL;
    gint64 number = 0;
    if (all) {
        *turn = *board = 0;
        take_off(&inside, item);
    }
    bool found = true;
    for (int i = 0; found && i < PAIRS_MOST; i++) {
        const char *digits = inside.start + strspn(inside.start, " #");
        found = take_off(&inside, signs) || (all && take_off(&inside, brackets));
        if (!found && all && number == 0 && take_off(&inside, numbered)) {
            char *sign = NULL;
            number = g_ascii_strtoll(digits, &sign, 10);
            *(*sign == '.' ? turn : board) = number;
            found = true;
        }
    }
    char *written = plain_written(&plain, inside.start, inside.length);
    return all ? g_strstrip(written) : written;
}

char *near_move_without_signs(const char *line)
{
    return near_move_inside(line, NULL, NULL);
}

bool near_move_is_damaged(const char *line)
{
    return strstr(line, "\xEF\xBF\xBD") != NULL;
}

/* ---- lines ---- */

/* The number of squares in a plain text that are written without a blank, those of several together
 * as two; also of those with their number first, and those that a keyboard in another layout
 * writes: each is a group. Then of those that are spelled. */
static size_t count_squares(const char *text, const struct said *said)
{
    static const char form[] = "(?<![a-z\\d])(?|([a-z]\\d\\d?[hvneswx]?)([a-z]\\d\\d?[hvneswx]?)*|"
                               "(1?\\d[a-z])(1?\\d[a-z])+)(?![a-z\\d])|"
                               "(?<![\\p{L}\\p{N}])((?![a-z])\\p{L}\\d\\d?)(?![\\p{L}\\d])";
    size_t squares = 0;
    g_autoptr(GRegex) regex = g_regex_new(form, G_REGEX_CASELESS, 0, NULL);
    g_autoptr(GMatchInfo) match = NULL;
    g_regex_match(regex, text, 0, &match);
    for (; g_match_info_matches(match); g_match_info_next(match, NULL)) {
        squares += g_match_info_get_match_count(match) == 3 ? 2 : 1;
    }
    for (size_t i = 0; i < said->count; i++) {
        g_autofree char *square = NULL;
        const enum spoken_square how = spoken_square(said, i, &square);
        squares += how == SPOKEN_SPELLED || how == SPOKEN_ARTICLE ? 1 : 0;
    }
    return squares;
}

bool near_move_is(const struct grammar_context *context, const char *line)
{
    enum {
        FEW_WORDS = 3,   /* a line of so many, with a square in it, is hardly talk */
        PROSE_LEAST = 8, /* a whole sentence of so many speaks of moves */
    };
    g_autofree char *plain = plain_text(line, -1);
    /* Letters and digits in another style count as plain ones. */
    g_autofree char *usual = strlen(plain) <= GRAMMAR_LINE_MAX
                                 ? g_utf8_normalize(plain, -1, G_NORMALIZE_ALL_COMPOSE)
                                 : NULL;
    const char *text = usual != NULL ? usual : plain;
    g_auto(Said) said;
    said_read(context, text, &said);
    g_auto(Line) words;
    line_read(text, &words);
    const bool few = words.count <= FEW_WORDS;
    const bool prose = words.count >= PROSE_LEAST && strchr(".!;", words.end[-1]) != NULL;
    bool passes = false;
    for (size_t i = 0; i < said.count && (i == 0 || few); i++) {
        passes |= g_str_equal(said.word[i].lower, "pass");
    }
    const size_t squares = count_squares(text, &said);
    const bool moves =
        context->reply == 0 || (context->reply & (REPLY_TO_MATCH | REPLY_TO_LESSON)) != 0;
    /* A command with signs around it: "- resign", "(draw)". */
    gint64 turn, board;
    g_autofree char *inside = near_move_inside(text, &turn, &board);
    const bool wrapped = strlen(inside) < strlen(text);
    g_autoptr(Command) command = wrapped ? grammar_parse_short(context, inside) : NULL;
    return command != NULL || (moves && !prose &&
                               (passes || squares > 1 ||
                                (squares == 1 && (few || near_move_other(context, &said, NULL)))));
}

bool near_move_is_slip(const struct grammar_context *context, const char *line)
{
    enum { WORDS_MOST_OF_COMMAND = 2 };
    g_auto(Line) words;
    line_read(line, &words);
    if (words.count == 0 || words.count > WORDS_MOST_OF_COMMAND) {
        return false;
    }
    struct word first = line_bare(&words, 0);
    if (g_ascii_tolower(*first.start) == 'p' && word_distance(first, "pass") == 1 &&
        names_turn(context, "pass")) {
        return true;
    }
    const struct command_row *near = suggest_any_command(first);
    return near != NULL && near->text == TEXT_NONE && !names_in_full(first, near) &&
           (near->reply & context->reply) != 0;
}

/* ---- the move in a line ---- */

char *near_move_within(const struct grammar_context *context, const char *written)
{
    g_auto(Said) said;
    said_read(context, written, &said);
    struct spoken_turn turn, other;
    char *found = spoken_next(context, &said, 0, &turn) ? turn.text : NULL;
    if (found != NULL && spoken_next(context, &said, turn.behind, &other)) {
        g_free(other.text);
        g_clear_pointer(&found, g_free);
    }
    return found;
}

bool near_move_other(const struct grammar_context *context, const struct said *said,
                     const char *turn)
{
    g_autofree char *own = turn != NULL ? near_move_within(context, turn) : NULL;
    bool other = false;
    struct spoken_turn found;
    for (size_t at = 0; !other && spoken_next(context, said, at, &found); at = found.behind) {
        other = g_strcmp0(found.text, own) != 0;
        g_free(found.text);
    }
    return other;
}
