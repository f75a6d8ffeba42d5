#include "language/near_move.h"

#include <string.h>

#include "base/plain.h"
#include "language/cell_words.h"
#include "language/line.h"
#include "language/names.h"
#include "language/vocabulary.h"

enum {
    FEW_WORDS = 3,       /* a line of at most so many words, with a square in it, is hardly talk */
    WORDS_MOST = 60,     /* of a line, that are searched for a move */
    MOVE_WORDS_MOST = 8, /* of a move, with those that connect its squares */
    NUMBER_MOST = 2,     /* digits of a square */
    ROWS_MOST = 19,      /* of a board; "36h" is a time */
};

static const char digits[] = "0123456789";

/* ---- the signs around a move ---- */

/* Signs in pairs: of bold and slanted words, and quotation marks. */
static const struct pair {
    const char *open, *close;
} signs[] = {
    { "*", "*" }, { "_", "_" }, { "\"", "\"" }, { "'", "'" },   { "`", "`" },
    { "«", "»" }, { "»", "«" }, { "‹", "›" },   { "「", "」" }, { "『", "』" },
}, brackets[] = {
    { "(", ")" },
    { "[", "]" },
    { "{", "}" },
}, bullets[] = { /* beginnings of items of a list */
    { "- ", "" }, { "* ", "" }, { "+ ", "" }, { "• ", "" }, { "‣ ", "" },
    { "◦ ", "" }, { "· ", "" }, { "▪ ", "" }, { "● ", "" }, { "○ ", "" },
};

struct span {
    const char *begin, *end;
};

static struct span trimmed(struct span span)
{
    while (span.begin < span.end && g_ascii_isspace(*span.begin)) {
        span.begin++;
    }
    while (span.begin < span.end && g_ascii_isspace(span.end[-1])) {
        span.end--;
    }
    return span;
}

/* Removes one of the pairs; false if none is around the span. */
static bool take_off_pair(struct span *span, const struct pair *pairs, size_t count)
{
    size_t length = (size_t)(span->end - span->begin);
    for (size_t i = 0; i < count; i++) {
        size_t open = strlen(pairs[i].open), close = strlen(pairs[i].close);
        if (length > open + close && strncmp(span->begin, pairs[i].open, open) == 0 &&
            strncmp(span->end - close, pairs[i].close, close) == 0) {
            span->begin += open;
            span->end -= close;
            return true;
        }
    }
    return false;
}

static void take_off_pairs(struct span *span)
{
    while (take_off_pair(span, signs, G_N_ELEMENTS(signs)) ||
           take_off_pair(span, brackets, G_N_ELEMENTS(brackets))) {
        *span = trimmed(*span);
    }
}

/* What a number counts, by the signs behind it; *taken is how many of these belong to it. */
static enum near_move_number number_kind(const char *behind, size_t *taken)
{
    size_t dots = strspn(behind, ".");
    *taken = dots;
    if (dots == 1 || dots == 3) {
        return NEAR_MOVE_TURN;
    }
    *taken = *behind == ':' ? 1 : 0;
    return dots == 0 && (*behind == ':' || *behind == ' ') ? NEAR_MOVE_BOARD : NEAR_MOVE_NO_NUMBER;
}

static enum near_move_number take_off_number(struct span *span, gint64 *number)
{
    bool sign = span->begin < span->end && *span->begin == '#';
    const char *start = span->begin + (sign ? 1 : 0);
    struct word word = { .start = start, .length = strspn(start, digits) };
    size_t taken = 0;
    enum near_move_number kind = number_kind(start + word.length, &taken);
    bool fits = word.length > 0 && start + word.length + taken < span->end &&
                kind != NEAR_MOVE_NO_NUMBER && names_board(word, number, NULL, NULL);
    if (!fits) {
        return NEAR_MOVE_NO_NUMBER;
    }
    span->begin = start + word.length + taken;
    *span = trimmed(*span);
    return kind;
}

char *near_move_unwrap(const char *line, enum near_move_number *kind, gint64 *number)
{
    g_autofree char *plain = plain_text(line, -1);
    struct span span = trimmed((struct span){ plain, plain + strlen(plain) });
    if (take_off_pair(&span, bullets, G_N_ELEMENTS(bullets))) {
        span = trimmed(span);
    }
    take_off_pairs(&span);
    *kind = take_off_number(&span, number);
    take_off_pairs(&span);
    return g_strndup(span.begin, (gsize)(span.end - span.begin));
}

char *near_move_without_signs(const char *line)
{
    g_auto(Plain) plain = { 0 };
    plain_read(line, -1, &plain);
    struct span span = { plain.text + strspn(plain.text, " "), plain.text + strlen(plain.text) };
    while (take_off_pair(&span, signs, G_N_ELEMENTS(signs))) {
    }
    return plain_written(&plain, span.begin, (size_t)(span.end - span.begin));
}

bool near_move_is_damaged(const char *line)
{
    return strstr(line, "\xEF\xBF\xBD") != NULL;
}

/* ---- squares ---- */

/* The next letters and digits from `at` on; of length 0 if there are none. Bytes of other
 * alphabets separate them, and so do the bytes that replace a sign in a damaged line. */
static struct word next_run(const char *at)
{
    while (*at != '\0' && !g_ascii_isalnum(*at)) {
        at++;
    }
    size_t length = 0;
    while (g_ascii_isalnum(at[length])) {
        length++;
    }
    return (struct word){ .start = at, .length = length };
}

/* The number of squares in a run of letters and digits, if it contains nothing else: 2 in
 * "g2e6". */
static int cells_of(struct word run)
{
    int cells = 0;
    if (!names_cells(run)) {
        return 0;
    }
    for (size_t i = 0; i + 1 < run.length; i++) {
        cells += g_ascii_isalpha(run.start[i]) && g_ascii_isdigit(run.start[i + 1]);
    }
    return cells;
}

/* True if a single letter and the run behind it are a square: "g 2", "g two", "gee two". */
static bool is_parted_cell(struct word letter, struct word number)
{
    return cell_letter(letter, false) != '\0' && cell_number(number, false) > 0;
}

/* The number of single letters of other alphabets right before a number: a keyboard in another
 * layout writes squares so. */
static int count_foreign_cells(const char *line)
{
    int cells = 0;
    bool begins = true;
    for (const char *at = line; *at != '\0'; at = g_utf8_next_char(at)) {
        gunichar letter = g_utf8_get_char(at);
        const char *number = g_utf8_next_char(at);
        size_t length = strspn(number, digits);
        bool cell = begins && letter >= 0x80 && g_unichar_isalpha(letter) && length > 0 &&
                    length <= NUMBER_MOST && !g_unichar_isalpha(g_utf8_get_char(number + length));
        cells += cell;
        begins = !g_unichar_isalnum(letter);
    }
    return cells;
}

/* The number of squares in a run that have their number before their letter: 2 in "3h5h". */
static int reversed_cells_of(struct word run)
{
    int cells = 0;
    const char *at = run.start, *end = run.start + run.length;
    for (; at < end; at++, cells++) {
        size_t number = strspn(at, digits);
        if (number == 0 || number > NUMBER_MOST || !g_ascii_isalpha(at[number]) ||
            g_ascii_strtoull(at, NULL, 10) > ROWS_MOST) {
            return 0;
        }
        at += number;
    }
    return cells;
}

/* The number of squares that are written so, two next to each other: "3h-5h", "3h to 5h". "2h
 * or 3h" is a time. */
static int count_reversed_cells(const char *line)
{
    int cells = 0, last = 0;
    bool to = false;
    const char *end = line;
    for (struct word run = next_run(line); run.length > 0; run = next_run(end)) {
        bool joined = to || end + strspn(end, " ") < run.start;
        int own = reversed_cells_of(run);
        cells += own > 1 ? own : own == 1 && last == 1 && joined ? 2 : 0;
        to = last == 1 && vocabulary_joins(run);
        last = to ? last : own;
        end = run.start + run.length;
    }
    return cells;
}

static int count_cells(const char *line)
{
    int cells = count_foreign_cells(line);
    struct word before = { .start = line, .length = 0 };
    for (struct word run = next_run(line); run.length > 0; run = next_run(run.start + run.length)) {
        int own = cells_of(run);
        cells += own > 0 ? own : is_parted_cell(before, run);
        before = run;
    }
    return cells + count_reversed_cells(line);
}

/* ---- lines ---- */

/* True if it is a command with signs around it: "- resign", "(draw)". */
static bool is_wrapped_command(const struct grammar_context *context, const char *line)
{
    enum near_move_number kind;
    gint64 number = 0;
    g_autofree char *inside = near_move_unwrap(line, &kind, &number);
    bool wrapped = strlen(inside) < strlen(line);
    g_autoptr(Command) command = wrapped ? grammar_parse_short(context, inside) : NULL;
    return command != NULL;
}

static bool says_pass(const struct line *line)
{
    for (size_t i = 0; i < line->count; i++) {
        struct word run = next_run(line->word[i].start);
        if (word_is(run, "pass") && (i == 0 || line->count <= FEW_WORDS)) {
            return true;
        }
    }
    return false;
}

/* The word without signs before and behind it. */
static struct word bare(struct word word)
{
    while (word.length > 0 && g_ascii_ispunct(*word.start) && *word.start != '-') {
        word.start++;
        word.length--;
    }
    while (word.length > 0 && g_ascii_ispunct(word.start[word.length - 1]) &&
           word.start[word.length - 1] != '-') {
        word.length--;
    }
    return word;
}

/* True if a word of the line is a whole turn of this game. */
static bool has_turn(const struct grammar_context *context, const struct line *line)
{
    for (size_t i = 0; i < MIN(line->count, WORDS_MOST); i++) {
        struct word word = bare(line->word[i]);
        g_autofree char *text = word_copy(word, GRAMMAR_LINE_MAX);
        if (names_cell_first(word) && names_turn(context, text)) {
            return true;
        }
    }
    return false;
}

/* True if squares or a word in it may be a move. */
static bool has_squares(const struct grammar_context *context, const char *text)
{
    struct line line;
    line_split(text, &line);
    int cells = count_cells(text);
    return cells > 1 || (cells == 1 && (line.count <= FEW_WORDS || has_turn(context, &line))) ||
           says_pass(&line);
}

bool near_move_is(const struct grammar_context *context, const char *line)
{
    g_autofree char *plain = plain_text(line, -1);
    /* Letters and digits in another style count as plain ones. */
    g_autofree char *usual = strlen(plain) <= GRAMMAR_LINE_MAX
                                 ? g_utf8_normalize(plain, -1, G_NORMALIZE_ALL_COMPOSE)
                                 : NULL;
    const char *text = usual != NULL ? usual : plain;
    bool moves = context->reply == 0 || (context->reply & (REPLY_TO_MATCH | REPLY_TO_LESSON)) != 0;
    return (moves && has_squares(context, text)) || is_wrapped_command(context, text);
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
    g_autofree char *copy = word_copy(first, WORD_DISTANCE_MOST);
    g_autofree char *lower = vocabulary_fold(copy);
    if (vocabulary_find(lower) != NULL) {
        return false; /* a word that people use for other things: "more" */
    }
    const struct command_row *near = suggest_any_command(first);
    return near != NULL && near->text == TEXT_NONE && !names_in_full(first, near) &&
           (near->reply & context->reply) != 0;
}

/* ---- the move in a line ---- */

static bool connects(struct word word)
{
    return vocabulary_joins(word) ||
           (word.length > 0 && !g_ascii_isalnum(*word.start) && names_cells(word) &&
            next_run(word.start).start >= word.start + word.length);
}

/* The words from `first` to `last` as a move, in lower case. Free with g_free. NULL if they
 * are no move. */
static char *move_of(const struct grammar_context *context, const struct line *line, size_t first,
                     size_t last)
{
    g_autoptr(GString) text = g_string_new(NULL);
    bool joined = true;
    for (size_t i = first; i <= last; i++) {
        bool connector = i > first && i < last && connects(line->word[i]);
        struct word word = bare(line->word[i]);
        if (!connector && !names_cell_first(word)) {
            return NULL;
        }
        g_string_append(text, connector || joined ? "" : " ");
        if (connector && vocabulary_joins(line->word[i])) {
            g_string_append_c(text, '-');
        } else {
            struct word kept = connector ? line->word[i] : word;
            g_string_append_len(text, kept.start, (gssize)kept.length);
        }
        joined = connector;
    }
    return names_turn(context, text->str) ? g_ascii_strdown(text->str, -1) : NULL;
}

/* The longest move that begins with that word; *last is the index of its last word. Free with
 * g_free. */
static char *longest_move(const struct grammar_context *context, const struct line *line,
                          size_t first, size_t *last)
{
    size_t end = MIN(MIN(line->count, WORDS_MOST), first + MOVE_WORDS_MOST);
    for (*last = end; *last > first;) {
        (*last)--;
        char *move = move_of(context, line, first, *last);
        if (move != NULL) {
            return move;
        }
    }
    return NULL;
}

char *near_move_within(const struct grammar_context *context, const char *written)
{
    g_auto(Line) line;
    line_read(written, &line);
    g_autofree char *found = NULL;
    for (size_t i = 0; i < MIN(line.count, WORDS_MOST); i++) {
        size_t last = i;
        g_autofree char *move = longest_move(context, &line, i, &last);
        if (move != NULL && found != NULL) {
            return NULL;
        }
        if (move != NULL) {
            found = g_steal_pointer(&move);
            i = last;
        }
    }
    return g_steal_pointer(&found);
}

/* True if two moves have the same letters and digits. */
static bool is_same_move(const char *one, const char *other)
{
    for (;;) {
        while (*one != '\0' && !g_ascii_isalnum(*one)) {
            one++;
        }
        while (*other != '\0' && !g_ascii_isalnum(*other)) {
            other++;
        }
        if (g_ascii_tolower(*one) != g_ascii_tolower(*other) || *one == '\0') {
            return *one == *other;
        }
        one++;
        other++;
    }
}

bool near_move_other(const struct grammar_context *context, const char *written, const char *turn)
{
    g_auto(Line) line;
    line_read(written, &line);
    bool other = false;
    for (size_t i = 0; i < MIN(line.count, WORDS_MOST) && !other; i++) {
        size_t last = i;
        g_autofree char *move = longest_move(context, &line, i, &last);
        other = move != NULL && (turn == NULL || !is_same_move(move, turn));
        i = move != NULL ? last : i;
    }
    return other;
}
