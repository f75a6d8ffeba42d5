#include "language/phrases.h"

#include <stdlib.h>
#include <string.h>

#include "base/plain.h"
#include "language/line.h"
#include "language/names.h"
#include "language/near_move.h"

enum { WORDS_MOST = 60 /* of a line; a longer one is talk */ };

/* ---- words ---- */

/* A word without signs, in lower case, and where it stands in the plain line. */
struct said_word {
    const char *start;
    size_t length;
    char *lower;
};

struct said {
    char *plain;
    struct said_word word[WORDS_MOST];
    size_t count;
    bool asks;  /* it has a question mark */
    bool whole; /* it has no more words than fit */
};

static void said_clear(struct said *said)
{
    for (size_t i = 0; i < said->count; i++) {
        g_free(said->word[i].lower);
    }
    g_free(said->plain);
}

typedef struct said Said;
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Said, said_clear)

/* Faces that are written with letters or digits. */
static const char *const faces[] = { ":d", ":p", ";d", ";p", ":-d", ":-p", "xd", "=d", "=p",
                                     "<3", ":o", ":3", "8)", "8-)", "^^",  "x)", ":x", NULL };

/* The end of the face at the beginning of a text that a blank or the end follows, or the text. */
static const char *behind_face(const char *text)
{
    const struct word word = { .start = text, .length = strcspn(text, " ") };
    return word_among(word, faces) >= 0 ? text + word.length : text;
}

static bool is_of_word(gunichar character)
{
    return g_unichar_isalnum(character) || character == '\'';
}

static void said_read(const char *line, struct said *said)
{
    *said = (struct said){ .plain = plain_text(line, -1), .whole = true };
    bool begins = true;
    for (const char *at = said->plain; *at != '\0';) {
        const char *behind = begins ? behind_face(at) : at;
        const char *end = behind > at ? behind : at;
        while (behind == at && is_of_word(g_utf8_get_char(end))) {
            end = g_utf8_next_char(end);
        }
        said->asks |= *at == '?';
        begins = *at == ' ';
        if (end == at || behind > at) {
            at = end > at ? end : g_utf8_next_char(at);
            continue;
        }
        const struct said_word *last = said->count > 0 ? &said->word[said->count - 1] : NULL;
        if (last != NULL && last->length == (size_t)(end - at) && g_ascii_isalpha(*at) &&
            g_ascii_strncasecmp(last->start, at, last->length) == 0) {
            at = end; /* a word that was written twice */
            continue;
        }
        if (said->count == WORDS_MOST) {
            said->whole = false;
            return;
        }
        said->word[said->count++] =
            (struct said_word){ at, (size_t)(end - at), g_utf8_strdown(at, end - at) };
        at = end;
    }
}

/* True if a written word is that word of a phrase: apostrophes may be missing, and `loosely` a long
 * word may have one slip. */
static bool is_word(const char *written, const char *word, size_t length, bool loosely)
{
    enum { LONG_WORD = 6 };
    size_t at = 0;
    const char *letter = written;
    for (; at < length; at++) {
        letter += *letter == '\'' ? 1 : 0;
        if (word[at] == '\'') {
            continue;
        }
        if (*letter != word[at]) {
            break;
        }
        letter++;
    }
    letter += *letter == '\'' ? 1 : 0;
    if (at == length && *letter == '\0') {
        return true;
    }
    g_autofree char *whole = loosely && length >= LONG_WORD ? g_strndup(word, length) : NULL;
    return whole != NULL && strlen(written) >= LONG_WORD - 1 &&
           suggest_distance(word_over(written), whole) == 1;
}

/* How many words from `first` to before `end` are that phrase; 0: they are not. */
static size_t fits(const struct said *said, size_t first, size_t end, const char *phrase,
                   bool loosely)
{
    size_t words = 0;
    while (*phrase != '\0') {
        const size_t length = strcspn(phrase, " ");
        if (first + words >= end ||
            !is_word(said->word[first + words].lower, phrase, length, loosely)) {
            return 0;
        }
        words++;
        phrase += length;
        phrase += *phrase == ' ' ? 1 : 0;
    }
    return words;
}

/* The words of the longest phrase of a kind that begins with word `first`; 0: none does. */
static size_t longest(const struct said *said, size_t first, size_t end, enum phrase_kind kind)
{
    const bool loosely = kind == PHRASE_YES || kind == PHRASE_NO || kind == PHRASE_NO_DOUBT;
    size_t most = 0;
    for (const struct phrases *const *language = phrases_of_all; *language != NULL; language++) {
        for (const char *const *phrase = (*language)->of[kind]; phrase != NULL && *phrase != NULL;
             phrase++) {
            most = MAX(most, fits(said, first, end, *phrase, loosely));
        }
    }
    return most;
}

/* The same for a phrase that ends before word `end`. */
static size_t longest_before(const struct said *said, size_t first, size_t end,
                             enum phrase_kind kind)
{
    for (size_t from = first; from < end; from++) {
        if (longest(said, from, end, kind) == end - from) {
            return end - from;
        }
    }
    return 0;
}

/* True if the word is the name of somebody with whom the writer plays. */
static bool is_name(const struct grammar_context *context, const char *word)
{
    for (size_t i = 0; i < G_N_ELEMENTS(context->people); i++) {
        if (context->people[i][0] != '\0' && g_ascii_strcasecmp(context->people[i], word) == 0) {
            return true;
        }
    }
    return false;
}

static size_t courtesy_at(const struct grammar_context *context, const struct said *said,
                          size_t first, size_t end)
{
    const size_t words = longest(said, first, end, PHRASE_COURTESY);
    return words > 0 ? words : first < end && is_name(context, said->word[first].lower) ? 1 : 0;
}

/* Moves *first and *end to what is left without courtesy. */
static void strip(const struct grammar_context *context, const struct said *said, size_t *first,
                  size_t *end)
{
    for (size_t words; (words = courtesy_at(context, said, *first, *end)) > 0;) {
        *first += words;
    }
    for (size_t words = 1; *end > *first && words > 0;) {
        words = longest_before(said, *first, *end, PHRASE_COURTESY);
        words = words > 0 ? words : is_name(context, said->word[*end - 1].lower) ? 1 : 0;
        *end -= words;
    }
}

/* ---- yes and no ---- */

/* The longest yes (or no) that begins with word `first`; the word that the letter names counts,
 * too. */
static size_t answer_at(const struct grammar_context *context, const struct said *said,
                        size_t first, size_t end, bool yes)
{
    const size_t words = longest(said, first, end, yes ? PHRASE_YES : PHRASE_NO);
    const char *named = yes ? context->yes : context->no;
    return MAX(words, named != NULL ? fits(said, first, end, named, true) : 0);
}

/* True if a word is more than part of an answer: a move, a number, another game, or a command,
 * unless that is what was offered. */
static bool says_more(const struct grammar_context *context, const struct said_word *word)
{
    static const char *const offered[] = { "draw", "undo", "pause", "challenge", NULL };
    const struct word written = { word->start, word->length };
    const struct command_row *row = names_command(written);
    const int game = word_among(written, context->games);
    return names_cell_first(written) || strpbrk(word->lower, "0123456789") != NULL ||
           (game >= 0 && context->game != NULL &&
            strcmp(context->games[game], context->game) != 0) ||
           (row != NULL && names_in_full(written, row) && row->level >= LEVEL_PROVEN &&
            !row->chatty && word_among(written, offered) < 0);
}

/* True if the words from `first` to before `end` leave a yes or no what it is. */
static bool stays(const struct grammar_context *context, const struct said *said, size_t first,
                  size_t end, bool yes)
{
    while (first < end) {
        size_t words = courtesy_at(context, said, first, end);
        words = MAX(words, answer_at(context, said, first, end, yes));
        const bool other = words == 0 && (answer_at(context, said, first, end, !yes) > 0 ||
                                          says_more(context, &said->word[first]));
        if (other || longest(said, first, end, yes ? PHRASE_DOUBT : PHRASE_NO_DOUBT) > words) {
            return false;
        }
        first += MAX(words, 1);
    }
    return true;
}

/* True if a sign that ends a part of a sentence stands before the word. */
static bool begins_part(const struct said *said, size_t word)
{
    if (word == 0) {
        return true;
    }
    const struct said_word *before = &said->word[word - 1];
    const char *gap = before->start + before->length;
    return strcspn(gap, ".,;:!") < (size_t)(said->word[word].start - gap);
}

/* The first word of the part of a sentence that is a yes or no; G_MAXSIZE: none is. Sets *words to
 * its length. A "but" may lead to a no. */
static size_t find_answer(const struct grammar_context *context, const struct said *said, bool yes,
                          size_t *words)
{
    for (size_t i = 0; i < said->count; i++) {
        size_t at = i, end = said->count;
        if (!begins_part(said, i)) {
            continue;
        }
        if (!yes && g_str_equal(said->word[at].lower, "but")) {
            at++;
        }
        strip(context, said, &at, &end);
        *words = answer_at(context, said, at, said->count, yes);
        if (*words > 0) {
            return at;
        }
    }
    return G_MAXSIZE;
}

enum answer phrases_answer(const struct grammar_context *context, const char *line)
{
    g_auto(Said) said;
    said_read(line, &said);
    size_t yes_words = 0, no_words = 0;
    const size_t yes = find_answer(context, &said, true, &yes_words);
    const size_t no = find_answer(context, &said, false, &no_words);
    if (yes == G_MAXSIZE && no == G_MAXSIZE) {
        return ANSWER_NONE;
    }
    const bool is_yes = yes < no || (yes == no && yes_words > no_words);
    const size_t at = is_yes ? yes : no, words = is_yes ? yes_words : no_words;
    const bool good = said.whole && !said.asks && stays(context, &said, 0, at, is_yes) &&
                      stays(context, &said, at + words, said.count, is_yes);
    return !good ? ANSWER_DOUBT : is_yes ? ANSWER_YES : ANSWER_NO;
}

bool phrases_take_back(const struct grammar_context *context, bool yes, const char *line)
{
    g_auto(Said) said;
    said_read(line, &said);
    size_t first = 0, end = said.count, words = 0;
    strip(context, &said, &first, &end);
    if (context->yes != NULL) {
        return longest(&said, 0, said.count, PHRASE_TAKES_BACK) > 0 ||
               longest(&said, first, end, PHRASE_TAKES_BACK) > 0 ||
               (said.count > 0 &&
                (answer_at(context, &said, first, end, !yes) > 0 ||
                 (yes && g_str_equal(said.word[0].lower, "but")) ||
                 g_str_equal(said.word[0].lower, "if") ||
                 is_word(said.word[0].lower, "actually", strlen("actually"), true)));
    }
    while ((words = longest(&said, first, end, PHRASE_TAKES_BACK)) > 0) {
        first += words;
        strip(context, &said, &first, &end);
    }
    return said.count > 0 && first == end && words == 0 &&
           longest(&said, 0, said.count, PHRASE_TAKES_BACK) > 0;
}

/* ---- courtesy ---- */

/* The text of the words from `first` to before `end`, with the signs between them. Free with
 * g_free. */
static char *text_of(const struct said *said, size_t first, size_t end)
{
    const char *begin = first == 0 ? said->plain : said->word[first].start;
    const char *stop = end == said->count ? said->plain + strlen(said->plain)
                                          : said->word[end - 1].start + said->word[end - 1].length;
    return g_strstrip(g_strndup(begin, (gsize)(stop - begin)));
}

/* True if one of the words from `first` to before `end` casts doubt on what stands around them. */
static bool has_doubt(const struct said *said, size_t first, size_t end)
{
    for (; first < end; first++) {
        if (longest(said, first, end, PHRASE_DOUBT) > 0) {
            return true;
        }
    }
    return false;
}

/* Where the first of several sentences of a line ends, if another casts no doubt on it; else `end`.
 */
static size_t first_sentence(const struct said *said, size_t first, size_t end)
{
    size_t stop = first + 1;
    while (stop < end) {
        const struct said_word *before = &said->word[stop - 1];
        const char *gap = before->start + before->length;
        if (strcspn(gap, ".!") < (size_t)(said->word[stop].start - gap)) {
            break;
        }
        stop++;
    }
    const bool plain = stop < end && strpbrk(said->word[stop].start, "@<>0123456789") == NULL;
    return plain && !has_doubt(said, stop, end) ? stop : end;
}

/* Where the text of the last word ends, with the signs behind it unless they only stress it: "!!!",
 * or a smiley. */
static const char *end_of(const struct said *said)
{
    const struct said_word *last = &said->word[said->count - 1];
    const char *end = last->start + last->length;
    const char *rest = end + strspn(end, " .!");
    while ((guchar)*rest >= 0x80 || (*rest != '\0' && behind_face(rest) > rest) || *rest == ' ') {
        rest = behind_face(rest) > rest ? behind_face(rest) : g_utf8_next_char(rest);
    }
    return *rest == '\0' ? end : said->plain + strlen(said->plain);
}

char *phrases_bare(const struct grammar_context *context, const char *line, bool sentences,
                   char **said_behind)
{
    static const char *const pleas[] = { "please", "pls", "plz", "kindly", "bitte", NULL };
    g_auto(Said) said;
    said_read(line, &said);
    size_t first = 0, end = said.count;
    *said_behind = NULL;
    strip(context, &said, &first, &end);
    if (!said.whole || said.asks || first == end || near_move_is_damaged(line)) {
        return NULL;
    }
    if (sentences) {
        size_t from = first;
        end = first_sentence(&said, first, end);
        strip(context, &said, &from, &end);
    }
    bool plea = true;
    for (size_t i = end; i < said.count; i++) {
        plea = plea && g_strv_contains(pleas, said.word[i].lower);
    }
    const struct said_word *last = &said.word[end - 1];
    const char *begin = first == 0 ? said.plain : said.word[first].start;
    const char *stop = end == said.count ? end_of(&said) : last->start + last->length;
    *said_behind = plea ? NULL : text_of(&said, end, said.count);
    return g_strstrip(g_strndup(begin, (gsize)(stop - begin)));
}

/* ---- moves ---- */

static const char *const number_words[] = {
    "zero",     "one",     "two",     "three",     "four",     "five",     "six",
    "seven",    "eight",   "nine",    "ten",       "eleven",   "twelve",   "thirteen",
    "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", NULL,
};

/* Letters as people spell or dictate them, the letters in their order. */
static const struct {
    const char *word;
    char letter;
} letter_words[] = {
    { "ay", 'a' },      { "alfa", 'a' },    { "alpha", 'a' },   { "bee", 'b' },
    { "bravo", 'b' },   { "be", 'b' },      { "cee", 'c' },     { "see", 'c' },
    { "sea", 'c' },     { "charlie", 'c' }, { "dee", 'd' },     { "delta", 'd' },
    { "ee", 'e' },      { "echo", 'e' },    { "eff", 'f' },     { "ef", 'f' },
    { "foxtrot", 'f' }, { "gee", 'g' },     { "golf", 'g' },    { "aitch", 'h' },
    { "haitch", 'h' },  { "hotel", 'h' },   { "eye", 'i' },     { "india", 'i' },
    { "jay", 'j' },     { "juliet", 'j' },  { "juliett", 'j' }, { "kay", 'k' },
    { "kilo", 'k' },    { "ell", 'l' },     { "el", 'l' },      { "lima", 'l' },
    { "em", 'm' },      { "mike", 'm' },    { "en", 'n' },      { "november", 'n' },
    { "oh", 'o' },      { "oscar", 'o' },   { "pee", 'p' },     { "papa", 'p' },
    { "cue", 'q' },     { "queue", 'q' },   { "quebec", 'q' },
};

/* Numbers as they sound: "to" and "for" stand for one only behind a letter. */
static int number_of(const char *lower)
{
    static const char *const sounds[][2] = { { "won", "1" },  { "too", "2" },   { "tree", "3" },
                                             { "free", "3" }, { "fore", "4" },  { "for", "4" },
                                             { "ate", "8" },  { "niner", "9" }, { "l", "1" } };
    if (strspn(lower, "0123456789") == strlen(lower) && strlen(lower) <= 2) {
        return atoi(lower);
    }
    for (int i = 0; number_words[i] != NULL; i++) {
        if (g_str_equal(number_words[i], lower)) {
            return i;
        }
    }
    for (size_t i = 0; i < G_N_ELEMENTS(sounds); i++) {
        if (g_str_equal(sounds[i][0], lower)) {
            return atoi(sounds[i][1]);
        }
    }
    return 0;
}

static char letter_of(const char *lower)
{
    if (strlen(lower) == 1 && g_ascii_isalpha(*lower)) {
        return *lower;
    }
    for (size_t i = 0; i < G_N_ELEMENTS(letter_words); i++) {
        if (g_str_equal(letter_words[i].word, lower)) {
            return letter_words[i].letter;
        }
    }
    return '\0';
}

/* Reads the move out of words: cells, spelled cells, and words that lead to them or join them. */
struct spoken {
    const struct said *said;
    size_t at, end;
    GString *text; /* the move so far */
    bool separate; /* a word for a new part of the turn stood before this */
    bool connects; /* a word such as "to" did */
    bool captures; /* or "takes" */
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
    static const char *const sides[] = { "horizontal", "horizontally", "h",
                                         "vertical",   "vertically",   "v",
                                         NULL };
    const struct said *said = spoken->said;
    const struct said_word *word = &said->word[spoken->at];
    const struct word written = { word->start, word->length };
    g_autofree char *cell = NULL;
    size_t used = 1;
    if (names_cell_first(written) && names_cells(written)) {
        cell = g_strdup(word->lower);
    } else if (spoken->at + 1 < spoken->end && letter_of(word->lower) != '\0' &&
               number_of(said->word[spoken->at + 1].lower) > 0) {
        cell = g_strdup_printf("%c%d", letter_of(word->lower),
                               number_of(said->word[spoken->at + 1].lower));
        used = 2;
    }
    if (cell == NULL) {
        return false;
    }
    const char *next = spoken->at + used < spoken->end ? said->word[spoken->at + used].lower : "";
    const bool side = g_strv_contains(sides, next) && g_ascii_isdigit(cell[strlen(cell) - 1]);
    g_autofree char *whole = side ? g_strdup_printf("%s%c", cell, *next) : g_strdup(cell);
    spoken->separate |= joined_by(said, spoken->at, ',') || g_str_has_suffix(whole, "h") ||
                        g_str_has_suffix(whole, "v");
    spoken->captures |= joined_by(said, spoken->at, 'x') || joined_by(said, spoken->at, ':');
    append_cell(spoken, whole);
    spoken->at += used + (side ? 1 : 0);
    return true;
}

/* Takes a word between the parts of a move. */
static bool take_between(struct spoken *spoken)
{
    static const char *const to[] = { "to",   "nach",     "naar", "vers", "til",  "auf", "a",
                                      "zu",   "till",     "into", "onto", "goes", "via", "through",
                                      "over", "\xC3\xA0", "na",   "do",   NULL };
    static const char *const takes[] = { "x",    "takes", "captures", "capture",
                                         "take", "times", "taking",   NULL };
    const char *lower = spoken->said->word[spoken->at].lower;
    const size_t join = longest(spoken->said, spoken->at, spoken->end, PHRASE_JOIN);
    if (g_strv_contains(to, lower)) {
        spoken->connects = true;
    } else if (g_strv_contains(takes, lower)) {
        spoken->captures = true;
    } else if (join > 0) {
        spoken->separate = true;
        spoken->at += join - 1;
    } else {
        return false;
    }
    spoken->at++;
    return true;
}

/* True if the words behind a move can only be talk: they name no square, and say nothing of the
 * move or of the other player. */
static bool is_chatter(const struct grammar_context *context, const struct said *said, size_t first,
                       size_t end)
{
    static const char *const about[] = {
        "you",   "your",   "yours",     "you're",  "you'd",   "you've", "is",    "isn't",  "was",
        "were",  "are",    "be",        "been",    "has",     "had",    "have",  "did",    "does",
        "do",    "seems",  "looks",     "look",    "loses",   "lose",   "lost",  "losing", "bad",
        "worse", "worst",  "mistake",   "blunder", "illegal", "wrong",  "legal", "played", "wins",
        "win",   "threat", "threatens", "weak",    "strong",  "better", "best",  "also",   "either",
        "typo",  "meant",  "avoid",     "he",      "she",     "ann's",  NULL,
    };
    const char *stop = said->word[end - 1].start + said->word[end - 1].length;
    if (has_doubt(said, first, end) || said->asks) {
        return false;
    }
    for (const char *at = said->word[first].start; at < stop; at++) {
        if (strchr("@<>[]{}", *at) != NULL || (guchar)*at < ' ') {
            return false;
        }
    }
    for (size_t i = first; i < end; i++) {
        if (g_strv_contains(about, said->word[i].lower) || says_more(context, &said->word[i])) {
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

/* True if signs stand alone in a line as they do in a drawn board: ". . O O". */
static bool is_drawn(const char *plain)
{
    g_auto(GStrv) words = g_strsplit(plain, " ", -1);
    int signs = 0;
    for (char **word = words; *word != NULL; word++) {
        signs += **word != '\0' && strspn(*word, ".+|#[]()") == strlen(*word) ? 1 : 0;
    }
    return signs > 1;
}

char *phrases_turn(const struct grammar_context *context, const char *line)
{
    enum near_move_number kind;
    gint64 number = 0;
    g_autofree char *inside = near_move_unwrap(line, &kind, &number);
    g_auto(Said) said;
    said_read(inside, &said);
    size_t first = 0, end = said.count;
    strip(context, &said, &first, &end);
    first = behind_colon(context, &said, first, end);
    const bool rejects = context->no != NULL && g_str_equal(context->no, "reject");
    for (size_t words; (words = longest(&said, first, end, PHRASE_LEAD)) > 0 ||
                       (rejects && (words = longest(&said, first, end, PHRASE_NO)) > 0) ||
                       (words = courtesy_at(context, &said, first, end)) > 0;) {
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
    /* Talk behind a move begins behind a sign: "e1-d2 leaves the goal" tells of a move. */
    if (spoken.at < spoken.end &&
        (!begins_part(&said, spoken.at) || !is_chatter(context, &said, spoken.at, spoken.end))) {
        return NULL;
    }
    return names_turn(context, text->str) ? g_string_free(g_steal_pointer(&text), FALSE) : NULL;
}

/* ---- games ---- */

char *phrases_game(const struct grammar_context *context, const char *line)
{
    static const char *const verbs[] = { "play",  "challenge", "invite", "start", "join", "want",
                                         "like",  "wanna",     "would",  "i",     "i'd",  "id",
                                         "let's", "lets",      "let",    "us",    "can",  "could",
                                         "we",    "new",       "begin",  "try",   "love", NULL };
    g_auto(Said) said;
    said_read(line, &said);
    size_t first = 0, end = said.count;
    strip(context, &said, &first, &end);
    const char *game = NULL;
    g_autofree char *name = NULL;
    for (size_t i = first; i < end; i++) {
        const struct word word = { said.word[i].start, said.word[i].length };
        g_autofree char *pair = i + 1 < end
                                    ? g_strconcat(said.word[i].lower, said.word[i + 1].lower, NULL)
                                    : g_strdup("");
        const char *found = names_game(context, word);
        const bool two = found == NULL && names_game(context, word_over(pair)) != NULL;
        found = two ? names_game(context, word_over(pair)) : found;
        const char *whole = found != NULL ? found : "";
        const bool again = game != NULL && g_str_equal(whole, game);
        if (found != NULL && (game == NULL || again)) {
            const char *next = i + 1 < end ? said.word[i + 1].lower : "";
            game = found;
            /* "chinese checkers" is found by its first word. */
            i += two || (strlen(next) > 3 && g_str_has_suffix(whole, next)) ? 1 : 0;
        } else if (longest(&said, i, end, PHRASE_FILLER) > 0) {
            i += longest(&said, i, end, PHRASE_FILLER) - 1;
        } else if (!g_strv_contains(verbs, said.word[i].lower)) {
            if (name != NULL || names_player_fault(context, word) != NULL) {
                return NULL;
            }
            name = g_strndup(word.start, word.length);
        }
    }
    if (!said.whole || said.asks || game == NULL) {
        return NULL;
    }
    return name != NULL ? g_strdup_printf("%s challenge %s", game, name)
                        : g_strdup_printf("play %s", game);
}
