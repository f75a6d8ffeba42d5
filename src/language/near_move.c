#include "language/near_move.h"

#include <string.h>

#include "base/plain.h"
#include "language/line.h"
#include "language/names.h"
#include "language/spoken.h"

/* ---- the signs around a move ---- */

enum { PAIRS_MOST = 8 /* of signs around a move */ };

/* Signs in pairs, of bold and slanted words, and quotation marks; brackets; an item of a list; a
 * number. What is inside is a group. */
static const char signs[] =
    "^\\s*(?|\\*(.+)\\*|_(.+)_|\"(.+)\"|'(.+)'|`(.+)`|«(.+)»|»(.+)«|‹(.+)›|「(.+)」|『(.+)』)\\s*$";
static const char brackets[] = "^\\s*(?|\\((.+)\\)|\\[(.+)\\]|\\{(.+)\\})\\s*$";
static const char item[] = "^\\s*(?:[-*+]|•|‣|◦|·|▪|●|○) (.*\\S.*)$";
static const char numbered[] =
    "^\\s*#?0*[1-9]\\d{0,8}(?:\\.\\.\\.(?!\\.)|\\.(?!\\.)|:|(?=\\s))(.*\\S.*)$";

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

char *near_move_unwrap(const char *line, gint64 *turn, gint64 *board)
{
    g_autofree char *plain = plain_text(line, -1);
    struct word inside = word_over(plain);
    *turn = *board = 0;
    take_off(&inside, item);
    bool found = true;
    for (int i = 0; found && i < PAIRS_MOST; i++) {
        const char *digits = inside.start + strspn(inside.start, " #");
        found = take_off(&inside, signs) || take_off(&inside, brackets);
        if (!found && *turn == 0 && *board == 0 && take_off(&inside, numbered)) {
            char *sign = NULL;
            const gint64 number = g_ascii_strtoll(digits, &sign, 10);
            *(*sign == '.' ? turn : board) = number;
            found = true;
        }
    }
    return g_strstrip(g_strndup(inside.start, inside.length));
}

char *near_move_without_signs(const char *line)
{
    g_auto(Plain) plain = { 0 };
    plain_read(line, -1, &plain);
    struct word inside = word_over(plain.text + strspn(plain.text, " "));
    for (int i = 0; i < PAIRS_MOST && take_off(&inside, signs); i++) {
    }
    return plain_written(&plain, inside.start, inside.length);
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
    enum { FEW_WORDS = 3 /* a line of so many, with a square in it, is hardly talk */ };
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
    bool passes = false;
    for (size_t i = 0; i < said.count && (i == 0 || few); i++) {
        passes |= g_str_equal(said.word[i].lower, "pass");
    }
    const size_t squares = count_squares(text, &said);
    const bool moves =
        context->reply == 0 || (context->reply & (REPLY_TO_MATCH | REPLY_TO_LESSON)) != 0;
    /* A command with signs around it: "- resign", "(draw)". */
    gint64 turn, board;
    g_autofree char *inside = near_move_unwrap(text, &turn, &board);
    const bool wrapped = strlen(inside) < strlen(text);
    g_autoptr(Command) command = wrapped ? grammar_parse_short(context, inside) : NULL;
    return command != NULL ||
           (moves && (passes || squares > 1 ||
                      (squares == 1 && (few || near_move_other(context, text, NULL)))));
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

bool near_move_other(const struct grammar_context *context, const char *line, const char *turn)
{
    g_autofree char *own = turn != NULL ? near_move_within(context, turn) : NULL;
    g_auto(Said) said;
    said_read(context, line, &said);
    bool other = false;
    struct spoken_turn found;
    for (size_t at = 0; !other && spoken_next(context, &said, at, &found); at = found.behind) {
        other = g_strcmp0(found.text, own) != 0;
        g_free(found.text);
    }
    return other;
}
