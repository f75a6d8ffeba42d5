#include "language/said.h"

#include <string.h>

#include "base/plain.h"
#include "language/line.h"
#include "language/names.h"

void said_clear(struct said *said)
{
    for (size_t i = 0; i < said->count; i++) {
        g_free(said->word[i].lower);
    }
    g_free(said->plain);
}

/* Faces that are written with letters or digits. */
static const char *const faces[] = { ":d", ":p", ";d", ";p", ":-d", ":-p", "xd", "=d", "=p",
                                     "<3", ":o", ":3", "8)", "8-)", "^^",  "x)", ":x", NULL };

const char *said_behind_face(const char *text)
{
    const struct word word = { .start = text, .length = strcspn(text, " ") };
    return word_among(word, faces) >= 0 ? text + word.length : text;
}

bool said_of_word(gunichar character)
{
    return g_unichar_isalnum(character) || character == '\'';
}

/* Leaves one of three same letters or more. False if there are none. */
static bool shorten(char *word)
{
    bool found = false;
    char *to = word;
    for (const char *at = word; *at != '\0';) {
        size_t same = 1;
        while (g_ascii_isalpha(*at) && at[same] == *at) {
            same++;
        }
        found |= same >= 3;
        for (size_t i = 0; i < (same >= 3 ? 1 : same); i++) {
            *to++ = *at;
        }
        at += same;
    }
    *to = '\0';
    return found;
}

/* True for a character of the scripts of Chinese and Japanese. */
static bool is_kana(gunichar character)
{
    return character >= 0x3040 && character <= 0x9FFF;
}

/* True for signs of doubt and refusal: a cross, a thumb down, a thinking face, a shrug. */
static bool casts_doubt(gunichar character)
{
    static const gunichar signs[] = { 0x274C,  0x274E,  0x2753,  0x2754,  0x1F44E,
                                      0x1F6AB, 0x1F914, 0x1F928, 0x1F937, 0x1F645 };
    for (size_t i = 0; i < G_N_ELEMENTS(signs); i++) {
        if (character == signs[i]) {
            return true;
        }
    }
    return false;
}

void said_read(const char *line, struct said *said)
{
    *said = (struct said){ .plain = plain_text(line, -1), .whole = true };
    bool begins = true;
    for (const char *at = said->plain; *at != '\0';) {
        const char *behind = begins ? said_behind_face(at) : at;
        const char *end = behind > at ? behind : at;
        /* Japanese has no blanks, so a square stands right beside its words. */
        while (behind == at && said_of_word(g_utf8_get_char(end)) &&
               (end == at || is_kana(g_utf8_get_char(at)) == is_kana(g_utf8_get_char(end)))) {
            end = g_utf8_next_char(end);
        }
        said->unsure |= casts_doubt(g_utf8_get_char(at));
        said->asks |= *at == '?' || said->unsure;
        begins = *at == ' ';
        if (end == at || behind > at) {
            at = end > at ? end : g_utf8_next_char(at);
            continue;
        }
        const struct said_word *last = said->count > 0 ? &said->word[said->count - 1] : NULL;
        if (last != NULL && last->length == (size_t)(end - at) &&
            (last->length > 1 || *at == 'i') && g_ascii_isalpha(*at) &&
            g_ascii_strncasecmp(last->start, at, last->length) == 0) {
            at = end; /* a word that was written twice */
            continue;
        }
        if (said->count == SAID_WORDS_MOST) {
            said->whole = false;
            return;
        }
        struct said_word *word = &said->word[said->count++];
        *word = (struct said_word){ at, (size_t)(end - at), g_utf8_strdown(at, end - at), false };
        word->stretched = shorten(word->lower);
        at = end;
    }
}

enum { SURE_LETTERS = 6 };

/* True if a short word is a slip of another and hardly a word itself: two letters are swapped, or
 * one is missing or doubled, but not the first one. "wont" is no slip of "want". */
static bool is_sure_slip(const char *written, const char *word)
{
    static const enum phrase_kind kinds[] = { PHRASE_DOUBT, PHRASE_NOT, PHRASE_ABOUT_MOVE,
                                              PHRASE_TELLS, PHRASE_NO_SLIP };
    for (size_t i = 0; i < G_N_ELEMENTS(kinds); i++) {
        if (phrase_book_has(kinds[i], word_over(written))) {
            return false;
        }
    }
    const size_t letters = strlen(word);
    int difference = 0; /* of all letters: 0 if two are swapped */
    for (size_t i = 0; i < letters && written[i] != '\0'; i++) {
        difference += written[i] - word[i];
    }
    return *written == *word &&
           (letters >= SURE_LETTERS || strlen(written) != letters || difference == 0);
}

/* True if a written word is that word of a phrase: apostrophes may be missing, and a word of at
 * least `shortest` letters (0: none) may have one slip. */
static bool is_word(const char *written, const char *word, size_t length, size_t shortest)
{
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
    const size_t letters = strlen(written);
    if (shortest == 0 || length < shortest || letters + 1 < length || letters > length + 1 ||
        phrase_book_has(PHRASE_NO_SLIP, word_over(written))) {
        return false;
    }
    g_autofree char *whole = g_strndup(word, length);
    return suggest_distance(word_over(written), whole) == 1 &&
           (shortest >= SURE_LETTERS || is_sure_slip(written, whole));
}

size_t said_fits(const struct said *said, size_t first, size_t end, const char *phrase,
                 size_t shortest)
{
    size_t words = 0;
    while (*phrase != '\0') {
        const size_t length = strcspn(phrase, " ");
        if (first + words >= end ||
            !is_word(said->word[first + words].lower, phrase, length, shortest)) {
            return 0;
        }
        words++;
        phrase += length;
        phrase += *phrase == ' ' ? 1 : 0;
    }
    return words;
}

size_t said_longest(const struct said *said, size_t first, size_t end, enum phrase_kind kind)
{
    static const size_t shortest[PHRASE_KINDS] = {
        [PHRASE_YES] = 6,       [PHRASE_NO] = 6,       [PHRASE_NO_DOUBT] = 6,
        [PHRASE_LEAD] = 3,      [PHRASE_JOIN] = 3,     [PHRASE_COURTESY] = 6,
        [PHRASE_NAME_LEAD] = 4, [PHRASE_CORRECTS] = 6, [PHRASE_PLAY] = 4,
        [PHRASE_FILLER] = 5,    [PHRASE_WITH] = 5,     [PHRASE_TO] = 4,
        [PHRASE_NEAR_NAME] = 3, [PHRASE_BESIDE] = 4,
    };
    size_t most = 0;
    for (const struct phrase_book *const *book = phrase_books; *book != NULL; book++) {
        for (const char *const *phrase = (*book)->of[kind]; phrase != NULL && *phrase != NULL;
             phrase++) {
            most = MAX(most, said_fits(said, first, end, *phrase, shortest[kind]));
        }
    }
    return most;
}

size_t said_longest_before(const struct said *said, size_t first, size_t end, enum phrase_kind kind)
{
    for (size_t from = first; from < end; from++) {
        if (said_longest(said, from, end, kind) == end - from) {
            return end - from;
        }
    }
    return 0;
}

bool said_names(const struct grammar_context *context, const char *lower)
{
    for (size_t i = 0; i < G_N_ELEMENTS(context->people); i++) {
        const size_t length = strlen(context->people[i]);
        if (length > 0 && g_ascii_strncasecmp(context->people[i], lower, length) == 0 &&
            (lower[length] == '\0' || strcmp(lower + length, "'s") == 0)) {
            return true;
        }
    }
    return false;
}

size_t said_courtesy(const struct grammar_context *context, const struct said *said, size_t first,
                     size_t end)
{
    const size_t words = said_longest(said, first, end, PHRASE_COURTESY);
    if (words > 0 || first >= end) {
        return words;
    }
    const bool cry = said->word[first].stretched &&
                     said_longest(said, first, end, PHRASE_NO) == 0 &&
                     said_longest(said, first, end, PHRASE_YES) == 0 &&
                     said_longest(said, first, end, PHRASE_DOUBT) == 0;
    return cry || said_names(context, said->word[first].lower) ||
                   (context->writer[0] != '\0' &&
                    g_ascii_strcasecmp(context->writer, said->word[first].lower) == 0)
               ? 1
               : 0;
}

void said_strip(const struct grammar_context *context, const struct said *said, size_t *first,
                size_t *end)
{
    for (size_t words; (words = said_courtesy(context, said, *first, *end)) > 0;) {
        *first += words;
    }
    for (size_t words = 1; *end > *first && words > 0;) {
        words = said_longest_before(said, *first, *end, PHRASE_COURTESY);
        words = words > 0 ? words : said_names(context, said->word[*end - 1].lower) ? 1 : 0;
        *end -= words;
    }
}

bool said_more(const struct grammar_context *context, const struct said_word *word)
{
    static const char *const offered[] = { "draw", "undo", "pause", "challenge",
                                           "move", "play", NULL };
    const struct word written = { word->start, word->length };
    const struct command_row *row = names_command(written);
    const int game = word_among(written, context->games);
    return names_cell_first(written) || strpbrk(word->lower, "0123456789") != NULL ||
           (game >= 0 && context->game != NULL &&
            strcmp(context->games[game], context->game) != 0) ||
           (row != NULL && names_in_full(written, row) && row->level >= LEVEL_PROVEN &&
            !row->chatty && word_among(written, offered) < 0);
}

/* True if a text, up to `end`, has an emoji: our letters have none. */
static bool has_emoji(const char *text, const char *end)
{
    for (; text < end; text = g_utf8_next_char(text)) {
        const gunichar character = g_utf8_get_char(text);
        if (character >= 0x1F000 || (character >= 0x2600 && character <= 0x27BF)) {
            return true;
        }
    }
    return false;
}

/* What stands between a word and the one before it. */
static const char *gap_before(const struct said *said, size_t word)
{
    return word == 0 ? said->plain : said->word[word - 1].start + said->word[word - 1].length;
}

bool said_begins_part(const struct said *said, size_t word)
{
    if (word == 0) {
        return true;
    }
    const char *gap = gap_before(said, word);
    return strcspn(gap, ".,;:!") < (size_t)(said->word[word].start - gap);
}

bool said_follows(const struct said *said, size_t word, const char *signs)
{
    const char *gap = gap_before(said, word);
    return strcspn(gap, signs) < (size_t)(said->word[word].start - gap);
}

bool said_begins_sentence(const struct said *said, size_t word)
{
    const char *gap = gap_before(said, word), *start = said->word[word].start;
    return strcspn(gap, ".!:;") < (size_t)(start - gap) || has_emoji(gap, start);
}

bool said_begins_new(const struct said *said, size_t word)
{
    return word == 0 || said_begins_sentence(said, word) || said_follows(said, word, "?");
}

void said_sentence(const struct said *said, size_t at, size_t *first, size_t *end)
{
    *first = at;
    *end = at + 1;
    while (!said_begins_new(said, *first)) {
        (*first)--;
    }
    while (*end < said->count && !said_begins_new(said, *end)) {
        (*end)++;
    }
}

bool said_asks(const struct said *said, size_t first, size_t end)
{
    bool asks = said_longest(said, first, end, PHRASE_ASKS) > 0;
    for (size_t i = first; i < end; i++) {
        const char *behind = said->word[i].start + said->word[i].length;
        const char *mark = strchr(behind, '?');
        asks |= mark != NULL && (i + 1 == said->count || mark < said->word[i + 1].start);
    }
    return asks;
}

bool said_has_emoji(const struct said *said, size_t word)
{
    return has_emoji(gap_before(said, word), said->plain + strlen(said->plain));
}

bool said_doubt(const struct said *said, size_t first, size_t end)
{
    for (; first < end; first++) {
        if (said_longest(said, first, end, PHRASE_DOUBT) > 0) {
            return true;
        }
    }
    return false;
}

/* True if a word is a square, a number, or a command that ends something. */
static bool names_more(const struct said_word *word)
{
    const struct word written = { word->start, word->length };
    const struct command_row *row = names_command(written);
    return names_cell_first(written) || strpbrk(word->lower, "0123456789") != NULL ||
           (row != NULL && names_in_full(written, row) && row->ends);
}

bool said_is_talk(const struct said *said, size_t first, size_t end)
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
        const bool back =
            said_begins_part(said, i) && said_longest(said, i, end, PHRASE_TAKES_BACK) > words;
        if (back || (words == 0 && (said_longest(said, i, end, PHRASE_ABOUT_MOVE) > 0 ||
                                    said_longest(said, i, end, PHRASE_NOT) > 0 ||
                                    (!own && said_longest(said, i, end, PHRASE_TELLS) > 0) ||
                                    names_more(&said->word[i])))) {
            return false;
        }
    }
    return true;
}

bool said_is_clear(const struct said *said, size_t first, size_t end, enum sentence kind)
{
    static const enum phrase_kind doubts[] = { PHRASE_NOT, PHRASE_DOUBT, PHRASE_REPORTS,
                                               PHRASE_ABOUT_MOVE };
    const enum phrase_kind harmless = kind == SENTENCE_OWN ? PHRASE_COURTESY : PHRASE_EXCUSE;
    const enum phrase_kind aside = kind == SENTENCE_OWN ? PHRASE_COURTESY : PHRASE_ASIDE;
    bool clear = true;
    for (size_t i = first, words; i < end && clear; i += MAX(words, 1)) {
        words = MAX(said_longest(said, i, end, PHRASE_COURTESY),
                    MAX(said_longest(said, i, end, harmless), said_longest(said, i, end, aside)));
        for (size_t k = 0; k < G_N_ELEMENTS(doubts); k++) {
            clear &= said_longest(said, i, said->count, doubts[k]) <= words;
        }
        const bool begins = said_begins_part(said, i);
        const size_t back = begins ? said_longest(said, i, end, PHRASE_TAKES_BACK) : 0;
        const size_t but = begins && kind == SENTENCE_LATER && said_begins_new(said, i)
                               ? MAX(said_longest(said, i, end, PHRASE_BUT),
                                     said_longest(said, i, end, PHRASE_DOUBT))
                               : 0;
        const size_t courtesy = said_longest(said, i, end, PHRASE_COURTESY);
        clear &= back <= courtesy && but <= courtesy;
    }
    return clear;
}

bool said_rejects(const struct grammar_context *context)
{
    return g_strcmp0(context->no, grammar_row(COMMAND_REJECT)->name) == 0;
}
