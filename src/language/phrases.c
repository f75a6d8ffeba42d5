#include "language/phrases.h"

#include <string.h>

#include "language/names.h"
#include "language/near_move.h"
#include "language/said.h"

/* ---- yes and no ---- */

/* The longest yes (or no) that begins with word `first`; the word that the letter names counts,
 * too. */
static size_t answer_at(const struct grammar_context *context, const struct said *said,
                        size_t first, size_t end, bool yes)
{
    const char *named = yes ? context->yes : context->no;
    size_t words = said_longest(said, first, end, yes ? PHRASE_YES : PHRASE_NO);
    if (yes && !said_rejects(context)) {
        words = MAX(words, said_longest(said, first, end, PHRASE_YES_TO_PLAY));
    }
    bool has_name = false;
    for (size_t i = first; named != NULL && i < first + words; i++) {
        has_name |= g_str_equal(said->word[i].lower, named);
    }
    words = !yes || !context->yes_by_name || has_name ? words : 0;
    return MAX(words, named != NULL ? said_fits(said, first, end, named, 6) : 0);
}

/* True if the word that the letter asks for is among the words. */
static bool has_own_word(const struct grammar_context *context, const struct said *said, bool yes)
{
    const char *own = yes ? context->yes : context->no;
    bool found = false;
    for (size_t i = 0; own != NULL && i < said->count; i++) {
        found |= said_fits(said, i, said->count, own, 0) > 0;
    }
    return found;
}

/* True if a sentence ends before the word, or with `parts` a part of one. */
static bool ends_before(const struct said *said, size_t word, bool parts)
{
    return said_begins_sentence(said, word) || (parts && said_begins_part(said, word));
}

/* True if the words around the yes or no from `at` to before `end` leave it what it is. In its own
 * sentence, or beside the letter's own word in its own part of it, all words must be known; what
 * else there is may be talk that casts no doubt. */
static bool stays(const struct grammar_context *context, const struct said *said, size_t at,
                  size_t end, bool yes)
{
    enum { SHORT_WORD = 5 };
    size_t first = 0, last = end;
    /* "No problem" and "never better" say no more than their first word does. */
    const bool strict = yes || (end - at == 1 && said->word[at].length <= SHORT_WORD);
    const bool own = has_own_word(context, said, yes);
    for (size_t i = 1; i <= at; i++) {
        first = ends_before(said, i, own) ? i : first;
    }
    while (last < said->count && !ends_before(said, last, own)) {
        last++;
    }
    size_t sentence, next;
    said_sentence(said, at, &sentence, &next);
    for (size_t i = 0, words; i < said->count; i += MAX(words, 1)) {
        words = said_courtesy(context, said, i, said->count);
        words = MAX(words, answer_at(context, said, i, said->count, yes));
        words = MAX(words, said_longest(said, i, said->count, yes ? PHRASE_YES : PHRASE_NO));
        words = i == at ? end - at : words;
        const bool beside = i >= first && i < last;
        const bool digits =
            own && !beside && strspn(said->word[i].lower, "0123456789") == said->word[i].length;
        const bool other = words == 0 && (answer_at(context, said, i, said->count, !yes) > 0 ||
                                          (!digits && said_more(context, &said->word[i])));
        const bool unknown = words == 0 && beside && strict &&
                             said_longest(said, i, said->count, PHRASE_BESIDE) == 0;
        const size_t back = yes && i > 0 && said_begins_part(said, i)
                                ? said_longest(said, i, said->count, PHRASE_TAKES_BACK)
                                : 0;
        const size_t doubt =
            MAX(back, said_longest(said, i, said->count, yes ? PHRASE_DOUBT : PHRASE_NO_DOUBT));
        const bool later = i >= next && !said_begins_new(said, i) && !said_follows(said, next, ":");
        const size_t excuse = own && (i < sentence || (!yes && i < at) || later)
                                  ? said_longest(said, i, said->count, PHRASE_EXCUSE)
                                  : 0;
        if (other || unknown || doubt > MAX(words, excuse)) {
            return false;
        }
    }
    return true;
}

/* True if the words before word `at` only lead to what stands behind a colon: "Dear Ann: yes", "I
 * have thought: yes", but not "my wife says: yes". */
static bool leads_to(const struct grammar_context *context, const struct said *said, size_t at)
{
    size_t first = 0, words = 1;
    if (said_longest(said, 0, at, PHRASE_I) > 0) {
        return true;
    }
    for (; first < at && words > 0; first += words) {
        words = said_courtesy(context, said, first, at);
    }
    return first >= at;
}

/* True if a sentence ends with words that begin with "I" and hold the letter's own word, and before
 * them says nothing of others: "having seen the board I accept". */
static bool ends_sentence(const struct said *said, size_t at, const char *own)
{
    enum { WORDS_MOST = 6 };
    size_t first, end;
    said_sentence(said, at, &first, &end);
    bool has_own = false;
    for (size_t i = at; own != NULL && i < end; i++) {
        has_own |= said_fits(said, i, end, own, 0) > 0;
    }
    return has_own && first < at && end - at <= WORDS_MOST && said_is_talk(said, first, at);
}

/* The first word of the part of a sentence that is a yes or no, one with the letter's own word
 * before others; G_MAXSIZE: none is. Sets *words to its length. A "but" may lead to a no. */
static size_t find_answer(const struct grammar_context *context, const struct said *said, bool yes,
                          size_t *words)
{
    const char *own = yes ? context->yes : context->no;
    size_t found = G_MAXSIZE;
    for (size_t i = 0; i < said->count; i++) {
        size_t at = i, end = said->count;
        const bool ends = !yes && i > 0 && said_longest(said, i, end, PHRASE_I) > 0 &&
                          said_longest_before(said, i - 1, i, PHRASE_SO) > 0;
        const bool at_end =
            i > 0 && said_longest(said, i, end, PHRASE_I) > 0 && ends_sentence(said, i, own);
        if (!(said_begins_part(said, i) || ends || at_end) ||
            (said_follows(said, i, ":") && !leads_to(context, said, i))) {
            continue;
        }
        at += yes ? 0 : said_longest(said, at, end, PHRASE_BUT);
        said_strip(context, said, &at, &end);
        if (yes && context->yes_by_name) {
            const size_t lead = said_longest(said, at, end, PHRASE_YES); /* "yes, rematch" */
            at += answer_at(context, said, at, said->count, yes) > 0 ? 0 : lead;
            said_strip(context, said, &at, &end);
        }
        const size_t length = answer_at(context, said, at, said->count, yes);
        bool has_own = false;
        for (size_t word = at; word < at + length && own != NULL; word++) {
            has_own |= said_fits(said, word, said->count, own, 0) > 0;
        }
        if (length > 0 && (found == G_MAXSIZE || has_own)) {
            found = at;
            *words = length;
        }
        if (has_own) {
            break;
        }
    }
    return found;
}

/* True if the words from `first` on may be the name with which a mail is signed: they stand behind
 * a greeting, are few, and begin with capitals; or they are the writer's name. */
static bool is_signature(const struct grammar_context *context, const struct said *said,
                         size_t first, bool greeted)
{
    enum { NAMES_MOST = 3 };
    if (said->count - first == 1 &&
        g_ascii_strcasecmp(said->word[first].lower, context->writer) == 0) {
        return true;
    }
    bool capitals = true;
    for (size_t i = first; i < said->count; i++) {
        capitals &= g_unichar_isupper(g_utf8_get_char(said->word[i].start)) != 0;
    }
    return greeted && capitals && said->count - first <= NAMES_MOST &&
           said_is_talk(said, first, said->count);
}

bool phrases_plain_yes(const struct grammar_context *context, const char *text)
{
    g_auto(Said) said;
    said_read(text, &said);
    size_t first = 0;
    bool greeted = false;
    while (first < said.count) {
        const size_t courtesy = said_courtesy(context, &said, first, said.count);
        const size_t yes = said_longest(&said, first, said.count, PHRASE_PLAIN_YES);
        if (courtesy == 0 && yes == 0) {
            break;
        }
        greeted = courtesy >= yes;
        first += MAX(courtesy, yes);
    }
    return said.whole && !said.asks &&
           (first == said.count || is_signature(context, &said, first, greeted));
}

bool phrases_denies(const char *line)
{
    g_auto(Said) said;
    said_read(line, &said);
    bool denies = false;
    for (size_t i = 0; i < said.count; i++) {
        denies |= said_longest(&said, i, said.count, PHRASE_NOT) > 0;
    }
    return denies;
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
    if (context->yes_guessed) {
        return yes == G_MAXSIZE                   ? ANSWER_NONE
               : phrases_plain_yes(context, line) ? ANSWER_YES
                                                  : ANSWER_DOUBT;
    }
    const bool is_yes = yes < no || (yes == no && yes_words > no_words);
    const size_t at = is_yes ? yes : no, words = is_yes ? yes_words : no_words;
    size_t sentence, next;
    said_sentence(&said, at, &sentence, &next);
    const bool own = has_own_word(context, &said, is_yes);
    const bool asks = own ? said.unsure || said_asks(&said, sentence, said.count) : said.asks;
    const bool good = said.whole && !asks && stays(context, &said, at, at + words, is_yes);
    return !good ? ANSWER_DOUBT : is_yes ? ANSWER_YES : ANSWER_NO;
}

bool phrases_leave_open(const char *line)
{
    g_auto(Said) said;
    said_read(line, &said);
    const char *end = said.plain + strlen(g_strchomp(said.plain));
    if (said.count < 2 || end == said.plain || strchr(".!;,)", end[-1]) != NULL) {
        return false;
    }
    bool reports = false;
    for (size_t i = 0; i < said.count; i++) {
        reports |= said_longest(&said, i, said.count, PHRASE_REPORTS) > 0;
    }
    const bool asks = said_longest(&said, 0, said.count, PHRASE_ASKS) > 0 ||
                      said_longest(&said, 0, said.count, PHRASE_CORRECTS) > 0;
    return phrases_denies(line) || (end[-1] == ':' ? reports : asks);
}

bool phrases_goes_on_above(const char *line)
{
    g_auto(Said) said;
    said_read(line, &said);
    return said.count > 1 && (said_longest(&said, 0, said.count, PHRASE_ASKS) > 0 ||
                              said_longest(&said, 0, said.count, PHRASE_TELLS) > 0);
}

bool phrases_only_talk(const char *line)
{
    g_auto(Said) said;
    said_read(line, &said);
    return said.whole && !said.asks && said_is_clear(&said, 0, said.count, SENTENCE_EARLIER);
}

bool phrases_take_back(const struct grammar_context *context, bool yes, const char *line)
{
    g_auto(Said) said;
    said_read(line, &said);
    size_t first = 0, end = said.count, words = 0;
    said_strip(context, &said, &first, &end);
    if (context->yes != NULL) {
        return said_longest(&said, 0, said.count, PHRASE_TAKES_BACK) > 0 ||
               said_longest(&said, first, end, PHRASE_TAKES_BACK) > 0 ||
               (said.count > 0 && (answer_at(context, &said, first, end, !yes) > 0 ||
                                   (yes && said_longest(&said, 0, said.count, PHRASE_BUT) > 0) ||
                                   said_longest(&said, 0, said.count, PHRASE_CORRECTS) > 0));
    }
    while ((words = said_longest(&said, first, end, PHRASE_TAKES_BACK)) > 0) {
        first += words;
        said_strip(context, &said, &first, &end);
    }
    return said.count > 0 && first == end && words == 0 &&
           said_longest(&said, 0, said.count, PHRASE_TAKES_BACK) > 0;
}

bool phrases_correct_above(const struct grammar_context *context, const char *line)
{
    g_auto(Said) said;
    said_read(line, &said);
    const size_t no = said_longest(&said, 0, said.count, PHRASE_NO);
    const size_t back = said_longest(&said, 0, said.count, PHRASE_TAKES_BACK);
    g_autofree char *move = no + back > 0 ? near_move_within(context, line) : NULL;
    const bool postscript = said_longest(&said, 0, said.count, PHRASE_POSTSCRIPT) > 0;
    return move != NULL ||
           (postscript && (phrases_denies(line) || said_doubt(&said, 0, said.count)));
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

/* Where the first of several sentences of a line ends, if the others are talk that casts no doubt
 * on it; else `end`. */
static size_t first_sentence(const struct said *said, size_t first, size_t end)
{
    size_t stop = first + 1;
    while (stop < end && !said_follows(said, stop, ".!")) {
        stop++;
    }
    return stop < end && said_is_talk(said, stop, end) ? stop : end;
}

/* Where the text of the last word ends, with the signs behind it unless they only stress it: "!!!",
 * or a smiley. */
static const char *end_of(const struct said *said)
{
    const struct said_word *last = &said->word[said->count - 1];
    const char *end = last->start + last->length;
    const char *rest = end + strspn(end, " .!");
    while ((guchar)*rest >= 0x80 || (*rest != '\0' && said_behind_face(rest) > rest) ||
           *rest == ' ') {
        rest = said_behind_face(rest) > rest ? said_behind_face(rest) : g_utf8_next_char(rest);
    }
    return *rest == '\0' ? end : said->plain + strlen(said->plain);
}

char *phrases_bare(const struct grammar_context *context, const char *line, bool sentences,
                   char **said_behind)
{
    g_auto(Said) said;
    said_read(line, &said);
    size_t first = 0, end = said.count;
    *said_behind = NULL;
    said_strip(context, &said, &first, &end);
    if (!said.whole || said.asks || first == end || near_move_is_damaged(line)) {
        return NULL;
    }
    if (sentences) {
        size_t from = first;
        end = first_sentence(&said, first, end);
        said_strip(context, &said, &from, &end);
    }
    bool plea = true;
    for (size_t i = end, words = 1; plea && i < said.count; i += words) {
        words = said_longest(&said, i, said.count, PHRASE_PLEA);
        plea = words > 0;
    }
    const struct said_word *last = &said.word[end - 1];
    const char *begin = first == 0 ? said.plain : said.word[first].start;
    const char *stop = end == said.count ? end_of(&said) : last->start + last->length;
    *said_behind = plea ? NULL : text_of(&said, end, said.count);
    return g_strstrip(g_strndup(begin, (gsize)(stop - begin)));
}

bool phrases_command_alone(const struct grammar_context *context, const char *line)
{
    g_auto(Said) said;
    said_read(line, &said);
    const size_t own = said_longest(&said, 0, said.count, PHRASE_I);
    bool thanked = false;
    size_t words = 1;
    for (size_t i = own + 1; i < said.count && words > 0; i += words) {
        const size_t courtesy = said_longest(&said, i, said.count, PHRASE_COURTESY);
        words = said_courtesy(context, &said, i, said.count);
        thanked |= courtesy > 0;
        if ((courtesy == 0 && !thanked) ||
            said_longest(&said, i, said.count, PHRASE_TO_OTHERS) > 0) {
            words = 0;
        }
    }
    return words > 0 && said.whole && !said.asks;
}

char *phrases_without_plea(const char *line)
{
    g_auto(Said) said;
    said_read(line, &said);
    size_t first = 0, end = said.count;
    for (size_t words; (words = said_longest(&said, first, end, PHRASE_PLEA)) > 0;) {
        first += words;
    }
    for (size_t words; (words = said_longest_before(&said, first, end, PHRASE_PLEA)) > 0;) {
        end -= words;
    }
    const bool found = said.whole && !said.asks && first < end && end - first < said.count;
    return found && !near_move_is_damaged(line) ? text_of(&said, first, end) : NULL;
}

/* ---- names ---- */

/* True for a greeting in any length, such as "heyyy", and for a word that says yes, no or thanks.
 */
static bool is_no_name(const char *lower)
{
    g_autoptr(GString) once = g_string_new(NULL);
    for (const char *at = lower; *at != '\0'; at++) {
        if (at == lower || *at != at[-1]) {
            g_string_append_c(once, *at);
        }
    }
    g_auto(Said) said, short_said;
    said_read(lower, &said);
    said_read(once->str, &short_said);
    const enum phrase_kind kinds[] = { PHRASE_YES,   PHRASE_NO,      PHRASE_COURTESY,
                                       PHRASE_DOUBT, PHRASE_NO_NAME, PHRASE_NEAR_NAME };
    bool found = false;
    for (size_t i = 0; said.count > 0 && i < G_N_ELEMENTS(kinds); i++) {
        found |= said_longest(&said, 0, said.count, kinds[i]) == said.count ||
                 (kinds[i] == PHRASE_COURTESY &&
                  said_longest(&short_said, 0, short_said.count, kinds[i]) > 0);
    }
    return found;
}

/* True if what stands behind a name leaves it the only one: nothing, a sign, or courtesy. If
 * no sure words lead to the name (`bare`), only a few words may follow. */
static bool ends_name(const struct grammar_context *context, const struct said *said,
                      const char *rest, bool bare)
{
    enum { TALK_MOST = 4 };
    size_t at = 0;
    while (at < said->count && said->word[at].start < rest) {
        at++;
    }
    for (size_t i = at; i < said->count; i++) {
        if (said_longest(said, i, said->count, PHRASE_OR) > 0) {
            return false;
        }
    }
    if (rest[0] == '\'' && g_ascii_isalpha(rest[1])) {
        return false; /* "bob's mother" */
    }
    const char *sign = rest + strspn(rest, " ");
    if (bare && said->count - at > TALK_MOST) {
        return false; /* "lovely, I used to play as a child" */
    }
    if (*sign == '\0' || strchr(",.;!()\"'", *sign) != NULL ||
        !(g_ascii_isprint(*sign) || said_of_word(g_utf8_get_char(sign)))) {
        return true;
    }
    while (at < said->count) {
        const size_t words = MAX(said_courtesy(context, said, at, said->count),
                                 said_longest(said, at, said->count, PHRASE_NAME_TAIL));
        if (words == 0) {
            return false;
        }
        at += words;
    }
    return true;
}

/* The first word of the part of a line that names its writer: behind a colon, or the last part that
 * begins with several words that lead to a name. "I'd rather not say, so call me maria". */
static size_t name_part(const struct said *said)
{
    enum { LEAD_WORDS = 2, SURE_WORDS = 3 };
    for (size_t i = said->count; i > 1; i--) {
        const struct said_word *word = &said->word[i - 1];
        if (said_longest(said, i - 1, said->count, PHRASE_NAME_LEAD) >= SURE_WORDS &&
            said_longest(said, i - 2, i - 1, PHRASE_NOT) == 0) {
            return i - 1;
        }
        if (said_begins_part(said, i - 1) &&
            (said_longest(said, i - 1, said->count, PHRASE_NAME_LEAD) >= LEAD_WORDS ||
             said_longest(said, i - 1, said->count, PHRASE_NAME_WEAK) >= LEAD_WORDS ||
             (word->start - said->plain > 1 && word->start[-2] == ':' && word->start[-1] == ' '))) {
            return i - 1;
        }
    }
    return 0;
}

char *phrases_name(const struct grammar_context *context, const char *line, bool first, bool *says)
{
    g_auto(Said) said;
    said_read(line, &said);
    size_t at = name_part(&said), words = 0;
    bool leads = at > 0, strong = false;
    for (;;) {
        const size_t weak = said_longest(&said, at, said.count, PHRASE_NAME_WEAK);
        words = said_longest(&said, at, said.count, PHRASE_NAME_LEAD);
        strong |= words > 0 && words >= weak;
        words = MAX(words, weak);
        leads |= words > 0;
        words = MAX(words, said_courtesy(context, &said, at, said.count));
        if (words == 0 || at + words > said.count) {
            break;
        }
        at += words;
    }
    *says = at < said.count || leads;
    if (at >= said.count || said.asks || !said.whole || (!leads && !first)) {
        return NULL;
    }
    const char *start = said.word[at].start;
    const struct word name = { start, strcspn(start, " ,.;:!?\"')]}<>(") };
    g_autofree char *lower = g_ascii_strdown(start, (gssize)name.length);
    const bool looks =
        strncmp(lower, start, name.length) != 0 || strpbrk(lower, "0123456789_-") != NULL;
    bool good = names_player_fault(context, name) == NULL && !is_no_name(lower) &&
                (strong || looks || !leads) &&
                ends_name(context, &said, start + name.length, leads ? !strong : !looks);
    return good ? g_strndup(start, name.length) : NULL;
}

bool phrases_leads_to_name(const char *line)
{
    g_auto(Said) said;
    said_read(line, &said);
    return said_longest_before(&said, 0, said.count, PHRASE_NAME_LEAD) > 1;
}

/* ---- hints ---- */

const struct command_row *phrases_hint(const char *line)
{
    g_auto(Said) said;
    said_read(line, &said);
    const struct command_row *row = NULL;
    for (size_t i = 0; i < said.count && row == NULL; i++) {
        for (const struct phrase_book *const *book = phrase_books; *book != NULL; book++) {
            for (const struct wish *hint = (*book)->hints; hint != NULL && hint->words != NULL;
                 hint++) {
                const bool fits = said_fits(&said, i, said.count, hint->words, 0) > 0;
                row = fits && row == NULL ? grammar_row(hint->command) : row;
            }
        }
    }
    return row;
}
