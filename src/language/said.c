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
    g_clear_pointer(&said->plain, g_free);
    said->count = 0;
}

/* ---- words ---- */

/* True if a text has a face of jest or doubt: ":-P", ":-/". */
static bool has_odd_face(const char *plain)
{
    return g_regex_match_simple("(?<![^ ])(?:[:;=]-?[p/\\\\|x]|xd)(?![^ ])", plain,
                                G_REGEX_CASELESS, 0);
}

/* A line in its plain form, without faces of letters or digits. Free with g_free. */
static char *without_faces(const char *line)
{
    static GRegex *faces;
    if (faces == NULL) {
        faces = g_regex_new("(?<![^ ])(?i:[:;=]-?[dp]|xd|<3|:[o3x]|8-?\\)|\\^\\^|x\\))(?![^ ])",
                            G_REGEX_OPTIMIZE, 0, NULL);
    }
    g_autofree char *plain = plain_text(line, -1);
    return g_regex_replace_literal(faces, plain, -1, 0, "", 0, NULL);
}

/* True for signs that change nothing: punctuation that parts words, brackets, stress, and colours
 * of skin. */
static bool is_plain_sign(gunichar character)
{
    static const char signs[] = " \n.,!?:;-()'*_|/@+=\u00A1\u2014\u2019\u2026\u3001\u3002\uFE0E"
                                "\uFE0F\uFF01\uFF0C";
    return g_utf8_strchr(signs, -1, character) != NULL ||
           (character >= 0x1F3FB && character <= 0x1F3FF);
}

/* The end of the word that begins a text; the text if none does. Letters before an apostrophe may
 * be a word of their own ("j'accepte", "un'altra"); so are signs of Chinese and Japanese beside
 * others.
 */
static const char *word_end(const char *text)
{
    static GRegex *regex;
    if (regex == NULL) {
        regex = g_regex_new("^(?:(?i:l|d|j|n|s|c|m|t|qu|un|dell|all)(?='\\pL[\\pL\\pN\\pM'])|"
                            "[\\x{3040}-\\x{9FFF}]+|"
                            "(?:(?![\\x{3040}-\\x{9FFF}])[\\pL\\pN\\pM'])+)",
                            G_REGEX_OPTIMIZE, 0, NULL);
    }
    g_autoptr(GMatchInfo) match = NULL;
    int end = 0;
    if (g_regex_match(regex, text, 0, &match)) {
        g_match_info_fetch_pos(match, 0, NULL, &end);
    }
    return text + end;
}

/* Adds a word as the vocabulary has it: without apostrophes, and with one of three same letters or
 * more. */
static void add_word(struct said *said, const char *start, const char *end)
{
    static GRegex *regex;
    regex = regex != NULL ? regex : g_regex_new("'|([a-z])\\1\\1+", G_REGEX_RAW, 0, NULL);
    g_autofree char *written = g_strndup(start, (gsize)(end - start));
    g_autofree char *folded = vocabulary_fold(written);
    g_autofree char *lower = g_regex_replace(regex, folded, -1, 0, "\\1", 0, NULL);
    if (*lower == '\0') {
        return;
    }
    if (said->count == SAID_WORDS_MOST) {
        said->whole = false;
        return;
    }
    said->word[said->count++] = (struct said_word){ .start = start,
                                                    .length = (size_t)(end - start),
                                                    .lower = g_steal_pointer(&lower) };
}

/* Parts the plain text into words. */
static void part_words(struct said *said)
{
    bool begins = true;
    for (const char *at = said->plain; *at != '\0' && said->whole;) {
        const gunichar character = g_utf8_get_char(at);
        const char *end = word_end(at);
        said->asks |= *at == '?';
        said->quotes |= *at == '"' || (*at == '\'' && begins);
        said->signs |= *at == '!' && begins; /* "!yes" */
        said->whole &= character != 0xFFFD;
        begins = *at == ' ' || *at == '\n';
        if (end > at) {
            add_word(said, at, end);
        } else if (!is_plain_sign(character)) {
            g_autofree char *sign = g_strndup(at, (gsize)(g_utf8_next_char(at) - at));
            const bool emoji = character >= 0x1F000 || (character >= 0x2600 && character <= 0x27BF);
            const bool known = emoji && vocabulary_find(sign) != NULL;
            said->signs |= !known;
            add_word(said, at, known ? g_utf8_next_char(at) : at);
        }
        at = end > at ? end : g_utf8_next_char(at);
    }
}

/* ---- meanings ---- */

size_t said_longest(const struct said *said, size_t first, size_t end, unsigned kinds,
                    const struct meaning **found)
{
    size_t words = first < end ? MIN(end - first, VOCABULARY_PHRASE_MOST) : 0;
    const struct meaning *meaning = NULL;
    for (; words > 0; words--) {
        g_autoptr(GString) text = g_string_new(said->word[first].lower);
        for (size_t i = first + 1; i < first + words; i++) {
            g_string_append_printf(text, " %s", said->word[i].lower);
        }
        meaning = vocabulary_find(text->str);
        if (meaning != NULL && (kinds == 0 || (meaning->kinds & kinds) != 0)) {
            break;
        }
        meaning = NULL;
    }
    if (found != NULL) {
        *found = meaning;
    }
    return words;
}

bool said_is_unknown(const struct said_word *word)
{
    return (word->kinds & ~(unsigned)WORD_STRANGE) == 0;
}

/* Gives each word what the longest entry means that holds it; entries do not overlap. */
static void find_meanings(enum command_id asked, struct said *said)
{
    for (size_t i = 0, words; i < said->count; i += words) {
        const struct meaning *meaning;
        words = said_longest(said, i, said->count, 0, &meaning);
        said->word[i].entry = words;
        said->word[i].slip = meaning == NULL;
        words = MAX(words, 1);
        meaning = meaning != NULL ? meaning : vocabulary_near(said->word[i].lower);
        said->word[i].meaning = meaning;
        const bool agrees =
            meaning != NULL && !said->word[i].slip && (meaning->agrees & command_bit(asked)) != 0;
        said->word[i].cues =
            (meaning != NULL ? meaning->cues : 0) | (agrees ? command_bit(COMMAND_ACCEPT) : 0);
        for (size_t k = i; k < i + words && meaning != NULL; k++) {
            const bool cue = meaning->cues != 0 || meaning->agrees != 0;
            const struct meaning *alone = vocabulary_find(said->word[k].lower);
            /* "whose turn" asks, as "whose" does. */
            const unsigned stays = WORD_KNOWN | WORD_LEAD | (cue ? WORD_ASKS | WORD_WANTS : 0);
            const unsigned own = meaning->kinds & (agrees ? ~(unsigned)WORD_MORE : ~0U);
            said->word[k].kinds =
                own | (cue ? WORD_KNOWN : 0) | (alone != NULL ? alone->kinds & stays : 0);
        }
    }
}

/* Gives each word what it means together with one of those behind it in its sentence: that says
 * more than the word alone. */
static void find_pairs(struct said *said)
{
    enum { APART_MOST = 6 };
    for (size_t i = 0; i < said->count; i++) {
        const size_t end = MIN(said_sentence_end(said, i), i + 1 + APART_MOST);
        const struct meaning *pair = NULL;
        for (size_t k = i + 1; k < end && pair == NULL; k++) {
            g_autofree char *both = g_strjoin("+", said->word[i].lower, said->word[k].lower, NULL);
            pair = vocabulary_find(both);
            said->word[k].kinds |= pair != NULL ? WORD_KNOWN : 0;
        }
        struct said_word *word = &said->word[i];
        word->kinds |= pair != NULL ? WORD_KNOWN : 0;
        word->cues |= pair != NULL ? pair->cues : 0;
        if (pair != NULL && word->entry < 2) {
            word->meaning = pair;
            word->entry = 2;
            word->slip = false;
        }
    }
}

static void find_people(const struct grammar_context *context, struct said *said)
{
    for (size_t k = 0; k <= G_N_ELEMENTS(context->people); k++) {
        const char *name = k > 0 ? context->people[k - 1] : context->writer;
        g_autofree char *names = g_strconcat(name, "s", NULL);
        for (size_t i = 0; i < said->count && *name != '\0'; i++) {
            const struct word word = word_over(said->word[i].lower);
            said->word[i].person |= word_is(word, name) || word_is(word, names);
        }
    }
}

static bool is_capital(const struct said_word *word)
{
    return g_unichar_isupper(g_utf8_get_char(word->start)) != 0;
}

enum { NAMES_MOST = 3 /* words of somebody's whole name */ };

/* Names behind "Dear", "Hello" and the like, below "Kind regards" or thanks, and behind that of
 * somebody at the board that begins the last line ("Ruth Adler"), are known. */
static void know_names(struct said *said)
{
    for (size_t i = 0; i < said->count; i++) {
        const struct meaning *meaning = said->word[i].meaning;
        const unsigned kinds = meaning != NULL ? meaning->kinds : 0;
        const bool closes = (kinds & WORD_GREETING) == 0;
        const bool signs = said->word[i].person && said_follows(said, i, "\n");
        const size_t first = signs ? i + 1 : i + said_longest(said, i, said->count, kinds, NULL);
        /* "Yes, thank you, Ruth" is signed as well; "thanks. Nonsense!" is not. */
        const bool thanks =
            (kinds & WORD_PLEA) != 0 && first < said->count && said_follows(said, first, ",\n");
        size_t end = first;
        if (!thanks && !signs &&
            ((kinds & (WORD_GREETING | WORD_CLOSING)) == 0 || !said_begins_part(said, i))) {
            continue;
        }
        while (end < said->count && end < first + NAMES_MOST && said_is_unknown(&said->word[end]) &&
               is_capital(&said->word[end]) && (closes || !said_begins_part(said, end))) {
            end++;
        }
        /* "Many thanks,\nJo": Jo is a yes elsewhere. */
        const struct said_word *last = &said->word[MIN(end, said->count - 1)];
        const bool short_name = last->length <= 2 || (last->kinds & WORD_AGREES) != 0;
        end += closes && end == first && end + 1 == said->count && is_capital(last) && short_name;
        const bool ends = closes ? end == said->count : said_begins_part(said, end);
        for (size_t k = first; k < end && ends; k++) {
            said->word[k].kinds = (said->word[k].kinds & WORD_STRANGE) | WORD_COURTESY;
        }
    }
}

void said_read(const struct grammar_context *context, const char *text, struct said *said)
{
    *said = (struct said){ .whole = true };
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (char **line = lines; *line != NULL; line++) {
        char *plain = without_faces(*line);
        said->signs |= has_odd_face(*line);
        g_free(*line);
        *line = plain;
    }
    said->plain = g_strjoinv("\n", lines);
    part_words(said);
    find_meanings(context->asked, said);
    find_pairs(said);
    find_people(context, said);
    know_names(said);
    said->all = said_sum(said, 0, said->count);
}

/* ---- sentences ---- */

bool said_follows(const struct said *said, size_t word, const char *signs)
{
    const struct said_word *before = word > 0 ? &said->word[word - 1] : NULL;
    const char *gap = before != NULL ? before->start + before->length : said->plain;
    const char *end = word < said->count ? said->word[word].start : gap + strlen(gap);
    return strcspn(gap, signs) < (size_t)(end - gap);
}

bool said_begins_sentence(const struct said *said, size_t word)
{
    return word == 0 || word == said->count || said_follows(said, word, ".!?;\n");
}

bool said_begins_part(const struct said *said, size_t word)
{
    return said_begins_sentence(said, word) || said_follows(said, word, ",:-(");
}

size_t said_sentence_end(const struct said *said, size_t at)
{
    size_t end = at + 1;
    while (!said_begins_sentence(said, end)) {
        end++;
    }
    return end;
}

bool said_praises(const struct said *said, size_t word)
{
    const unsigned before = word > 0 ? said->word[word - 1].kinds : 0;
    return (before & WORD_COURTESY) != 0 && (before & (WORD_PLEA | WORD_GREETING)) == 0 &&
           !said_begins_part(said, word);
}

bool said_begins_question(const struct said *said, size_t first, size_t end)
{
    while (first + 1 < end && (said->word[first].kinds & WORD_COURTESY) != 0) {
        first++;
    }
    return said_longest(said, first, end, WORD_ASKS, NULL) > 0;
}

static bool is_courtesy(const struct said_word *word)
{
    return word->person || (word->kinds & WORD_COURTESY) != 0;
}

struct said_sum said_sum(const struct said *said, size_t first, size_t end)
{
    static const unsigned known =
        WORD_KNOWN | WORD_COURTESY | WORD_YES | WORD_NO | WORD_ASKS_FOR | WORD_WITH;
    struct said_sum sum = { 0 };
    size_t behind = first; /* the last entry, whose words are in the vocabulary */
    for (size_t i = first; i < end; i++) {
        const struct said_word *word = &said->word[i];
        behind = word->meaning != NULL ? i + word->entry : behind;
        const bool square = names_cells((struct word){ word->start, word->length }) > 0;
        const bool number = word->lower[strspn(word->lower, "0123456789")] == '\0';
        const unsigned sure = word->slip ? 0 : word->kinds;
        const unsigned before = i > 0 ? said->word[i - 1].kinds : 0;
        sum.kinds |= word->kinds;
        sum.cues |= word->cues;
        sum.words += is_courtesy(word) ? 0 : 1;
        sum.unknown += (sure & known) == 0 && !word->person && !number && !square ? 1 : 0;
        sum.new_word |=
            i >= behind && said_is_unknown(word) && word->meaning == NULL && !word->person;
        sum.square |= square;
        sum.to_others |= (word->person && (before & (WORD_COURTESY | WORD_WITH)) == 0) ||
                         (word->kinds & WORD_YOU) != 0;
    }
    return sum;
}

/* ---- courtesy ---- */

bool said_is_courtesy(const struct said *said)
{
    return said->whole && said->all.words == 0;
}

bool said_is_bare(const struct said *said, unsigned kind, const char *own, unsigned but)
{
    bool found = false, bare = said->whole && !said->asks && !said->signs;
    for (size_t i = 0; i < said->count && bare; i++) {
        const struct said_word *word = &said->word[i];
        const bool is = ((word->kinds & kind) != 0 && (word->kinds & but) == 0) ||
                        g_strcmp0(word->lower, own) == 0;
        found |= is;
        /* "Bob: yes" tells what he said. */
        const bool speaks = word->person && !found && i == 0;
        const bool open = !is && i + 1 == said->count && (word->kinds & WORD_JOINS) != 0;
        bare = (word->kinds & WORD_MORE) == 0 &&
               (is || (word->kinds & kind) != 0 || is_courtesy(word)) &&
               (word->kinds & WORD_IF) == 0 && !open && !(word->slip && word->meaning != NULL) &&
               !speaks;
    }
    return found && bare;
}
