#include "language/said.h"

#include <string.h>

#include "base/plain.h"
#include "language/line.h"

void said_clear(struct said *said)
{
    for (size_t i = 0; i < said->count; i++) {
        g_free(said->word[i].lower);
    }
    g_clear_pointer(&said->plain, g_free);
    said->count = 0;
}

/* ---- words ---- */

/* Signs that change nothing: punctuation that parts words, brackets, and stress. */
static const char plain_signs[] = " \n.,!?:;-()'*_|/@+=\u00A1\u2014\u2019\u2026\u3001\u3002\uFE0E"
                                  "\uFE0F\uFF01\uFF0C";

/* The end of the word that begins a text; the text if none does. Letters before an apostrophe may
 * be a word of their own ("j'accepte", "un'altra"); so are signs of Chinese and Japanese beside
 * others.
 */
static const char *word_end(const char *text)
{
    static const char form[] =
        "^(?:(?i:l|d|j|n|s|c|m|t|qu|un|dell|all)(?='\\pL[\\pL\\pN\\pM'])|[\\x{3040}-\\x{9FFF}]+|"
        "(?:(?![\\x{3040}-\\x{9FFF}])[\\pL\\pN\\pM'])+)";
    g_autoptr(GMatchInfo) match = NULL;
    int end = 0;
    if (g_regex_match(pattern_kept(form, G_REGEX_OPTIMIZE), text, 0, &match)) {
        g_match_info_fetch_pos(match, 0, NULL, &end);
    }
    return text + end;
}

/* Adds a word as the vocabulary has it: without apostrophes, and with one of three same letters or
 * more. */
static void add_word(struct said *said, const char *start, const char *end)
{
    const GRegex *odd = pattern_kept("'|([a-z])\\1\\1+", G_REGEX_RAW);
    g_autofree char *written = g_strndup(start, (gsize)(end - start));
    g_autofree char *folded = vocabulary_fold(written);
    g_autofree char *lower = g_regex_replace(odd, folded, -1, 0, "\\1", 0, NULL);
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
        } else if (g_utf8_strchr(plain_signs, -1, character) == NULL &&
                   (character < 0x1F3FB || character > 0x1F3FF)) { /* colours of skin */
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
               g_unichar_isupper(g_utf8_get_char(said->word[end].start)) &&
               (closes || !said_begins_part(said, end))) {
            end++;
        }
        /* "Many thanks,\nJo": Jo is a yes elsewhere. */
        const struct said_word *last = &said->word[MIN(end, said->count - 1)];
        const bool short_name = (last->length <= 2 || (last->kinds & WORD_AGREES) != 0) &&
                                g_unichar_isupper(g_utf8_get_char(last->start));
        end += closes && end == first && end + 1 == said->count && short_name;
        const bool ends = closes ? end == said->count : said_begins_part(said, end);
        for (size_t k = first; k < end && ends; k++) {
            said->word[k].kinds = (said->word[k].kinds & WORD_STRANGE) | WORD_COURTESY;
        }
    }
}

void said_read(const struct grammar_context *context, const char *text, struct said *said)
{
    static const char odd[] = "(?<![^ ])(?i:[:;=]-?[p/\\\\|x]|xd)(?![^ ])"; /* jest or doubt */
    static const char faces[] = /* of letters or digits */
        "(?<![^ ])(?i:[:;=]-?[dp]|xd|<3|:[o3x]|8-?\\)|\\^\\^|x\\))(?![^ ])";
    *said = (struct said){ .whole = true };
    g_auto(GStrv) lines = g_strsplit(text != NULL ? text : "", "\n", -1);
    for (char **line = lines; *line != NULL; line++) {
        g_autofree char *plain = plain_text(*line, -1);
        said->signs |= g_regex_match(pattern_kept(odd, G_REGEX_RAW), *line, 0, NULL);
        g_free(*line);
        *line = g_regex_replace_literal(pattern_kept(faces, G_REGEX_OPTIMIZE), plain, -1, 0, "", 0,
                                        NULL);
    }
    said->plain = g_strjoinv("\n", lines);
    part_words(said);
    find_meanings(context->asked, said);
    find_pairs(said);
    for (size_t k = 0; k <= G_N_ELEMENTS(context->people); k++) {
        const char *name = k > 0 ? context->people[k - 1] : context->writer;
        g_autofree char *names = g_strconcat(name, "s", NULL);
        for (size_t i = 0; i < said->count && *name != '\0'; i++) {
            const struct word word = word_over(said->word[i].lower);
            said->word[i].person |= word_is(word, name) || word_is(word, names);
        }
    }
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
        sum.words += word->person || (word->kinds & WORD_COURTESY) != 0 ? 0 : 1;
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
    bool found = false, bare = said->whole && !said->asks && !said->signs && !said->quotes;
    for (size_t i = 0; i < said->count && bare; i++) {
        const struct said_word *word = &said->word[i];
        const bool is = ((word->kinds & kind) != 0 && (word->kinds & but) == 0) ||
                        g_strcmp0(word->lower, own) == 0;
        found |= is;
        /* "Bob: yes" tells what he said. */
        const bool speaks = word->person && !found && i == 0;
        const bool open = !is && i + 1 == said->count && (word->kinds & WORD_JOINS) != 0;
        bare = (word->kinds & WORD_MORE) == 0 &&
               (is || word->person || (word->kinds & (kind | WORD_COURTESY)) != 0) &&
               (word->kinds & WORD_IF) == 0 && !open && !(word->slip && word->meaning != NULL) &&
               !speaks;
    }
    return found && bare;
}

/* ---- whom they speak to ---- */

bool sentence_asks_to_look(const struct said *said, size_t first, size_t end)
{
    const struct said_sum sum = said_sum(said, first, end);
    size_t begin = first;
    while (begin + 1 < end && (said->word[begin].kinds & WORD_COURTESY) != 0) {
        begin++;
    }
    return (sum.kinds & (WORD_NOT | WORD_TELLS)) == 0 && sum.words <= SENTENCE_WORDS_MOST &&
           !sum.new_word && !said->signs && !said_follows(said, end, ":") &&
           ((sum.kinds & (WORD_WANTS | WORD_ASKS_FOR)) != 0 || said_follows(said, end, "?") ||
            said_longest(said, begin, end, WORD_ASKS, NULL) > 0 ||
            said->all.words <= SENTENCE_ALONE_MOST);
}

bool sentence_addresses_others(const struct said *said)
{
    enum { EARLY_MOST = 4 };
    bool found = false;
    for (size_t i = 0, first = 0; i < said->count; i++) {
        const unsigned before = i > 0 ? said->word[i - 1].kinds : 0;
        const bool begins = said_begins_part(said, i);
        const bool ends = said_begins_part(said, i + 1);
        first = begins ? i : first;
        const bool tell = (before & (WORD_WANTS | WORD_ASKS)) == WORD_WANTS &&
                          (said_sum(said, first, i).kinds & WORD_NOT) == 0; /* "don't tell ann" */
        const bool polite = (before & WORD_COURTESY) != 0 || tell;
        const bool early = i < EARLY_MOST && ends && (before & WORD_ASKS) == 0;
        found |= said->word[i].person && (polite || early || (begins && ends));
    }
    return found;
}

bool sentence_any_asks_house(const struct said *said)
{
    static const unsigned inquires = WORD_ASKS | WORD_WANTS; /* "which"; but "was" tells, too */
    const bool you = (said->all.kinds & WORD_YOU) != 0;
    bool asks = false;
    for (size_t first = 0, end; first < said->count; first = end) {
        end = said_sentence_end(said, first);
        size_t verb = first;
        while (verb + 1 < end && (said->word[verb].kinds & WORD_COURTESY) != 0) {
            verb++;
        }
        bool topic = false, person = false, inside = false, wants_me = false;
        const struct said_sum sum = said_sum(said, first, end);
        for (size_t i = first; i < end; i++) {
            const struct meaning *meaning = said->word[i].meaning;
            inside |= (said->word[i].kinds & WORD_ASKS_FOR) != 0 ||
                      (said->word[i].kinds & (inquires | WORD_TELLS)) == inquires;
            topic |= meaning != NULL && (meaning->answer != NULL || said->word[i].cues != 0);
            person |= said->word[i].person;
            wants_me |= said_longest(said, i, end, WORD_WANTS, NULL) > 1;
        }
        const bool question = (said->word[verb].kinds & (WORD_ASKS | WORD_ASKS_FOR)) != 0 ||
                              (topic && inside) || said_follows(said, end, "?") ||
                              (end == said->count && said->asks);
        const bool about = (sum.kinds & WORD_ABOUT) != 0 && !you;
        const bool of_person = person && (sum.kinds & WORD_YOU) == 0;
        asks |= (sum.kinds & WORD_HOUSE) != 0 || of_person || about ||
                ((question || wants_me) && (!you || topic)) ||
                (topic && sentence_asks_to_look(said, first, end));
    }
    return asks;
}

/* ---- wishes ---- */

bool sentence_is_wish(const struct said *said, guint64 own, size_t known, bool refuses)
{
    const guint64 plays = command_bit(COMMAND_CHALLENGE) | command_bit(COMMAND_PLAY);
    bool asks = false, asks_for = false, against = false, other = false, more = false;
    for (size_t i = 0; i < said->count; i++) {
        const struct said_word *word = &said->word[i];
        const bool begins = said_begins_part(said, i);
        const size_t for_it = begins ? said_longest(said, i, said->count, WORD_ASKS_FOR, NULL) : 0;
        const bool refusal = refuses && (word->kinds & WORD_NO) != 0;
        asks_for |= for_it > 0;
        asks |= begins && said_longest(said, i, said->count, WORD_ASKS, NULL) > for_it;
        against |= (word->kinds & (refusal ? WORD_BACK : WORD_AGAINST)) != 0;
        other |= word->meaning != NULL && word->cues != 0 && (word->cues & own) == 0 &&
                 (word->meaning->kinds & WORD_KNOWN) == 0;
        more |= (word->kinds & WORD_MORE) != 0 && word->cues == 0;
    }
    asks |= said->asks && !asks_for && said->all.words > SENTENCE_ALONE_MOST; /* "draw?" */
    return said->whole && !said->quotes && !asks && !against && !other &&
           (!more || (own & ~plays) == 0) && !said->all.to_others && said->all.unknown <= known &&
           said->all.words <= SENTENCE_WORDS_MOST;
}

/* The command of that whole name as a set; NULL: none. */
static guint64 bit_of(const char *name)
{
    const struct command_row *row = name != NULL ? names_command(word_over(name)) : NULL;
    return row != NULL ? command_bit(row->id) : 0;
}

void answer_find(const struct grammar_context *context, const struct said *said, bool *yes,
                 bool *no)
{
    const unsigned kinds = said->all.kinds;
    *yes = context->yes != NULL && (((kinds & WORD_YES) != 0 && !context->yes_by_name) ||
                                    (said->all.cues & bit_of(context->yes)) != 0);
    *no = context->no != NULL &&
          ((kinds & WORD_NO) != 0 || (said->all.cues & bit_of(context->no)) != 0);
}

const char *answer_meant(const struct grammar_context *context, const struct said *said)
{
    const unsigned yes_kind = context->yes_by_name ? 0 : WORD_YES;
    /* What a letter about a match offers is no more than fair. */
    const bool held = context->asks_gravely && (context->reply & REPLY_TO_MATCH) == 0;
    if (context->yes != NULL &&
        said_is_bare(said, yes_kind, context->yes, held ? WORD_AGREES : 0)) {
        return context->yes;
    }
    if (context->no != NULL && said_is_bare(said, WORD_NO, context->no, 0)) {
        return context->no;
    }
    const bool challenged = context->asked == COMMAND_CHALLENGE;
    const guint64 own = command_bit(context->asked) | bit_of(context->yes) | bit_of(context->no);
    bool yes = false, no = false;
    answer_find(context, said, &yes, &no);
    const bool clear = !context->asks_gravely && !context->yes_by_name && yes != no &&
                       !(no && challenged) && (said->all.cues & own) != 0 && !said->asks &&
                       !said->all.square && sentence_is_wish(said, own, 0, no);
    return !clear ? NULL : yes ? context->yes : context->no;
}

/* ---- whoever wants no more letters ---- */

unsigned leave_wish(const struct grammar_context *context, const char *text)
{
    enum { ALONE_MOST = 2 /* words of a sentence in which a single word such as "stop" counts */ };
    const guint64 leaving = command_bit(COMMAND_SIGNOFF) | command_bit(COMMAND_FORGET);
    g_auto(Said) said;
    said_read(context, text, &said);
    unsigned all = LEAVE_NOTHING, stops = LEAVE_NOTHING;
    bool whole = true; /* the text says nothing else */
    for (size_t first = 0, end; first < said.count && said.whole; first = end) {
        end = said_sentence_end(&said, first);
        const struct said_sum sum = said_sum(&said, first, end);
        unsigned says = LEAVE_NOTHING, beside = 0; /* the kinds of the words around what says so */
        bool sure = false; /* it says so by a phrase, or a word that means nothing else */
        for (size_t i = first, behind = first; i < end; i++) {
            const struct said_word *word = &said.word[i];
            const char *answer = word->meaning != NULL ? word->meaning->answer : NULL;
            const unsigned own = ((word->cues & leaving) != 0 ? LEAVE_STOP : LEAVE_NOTHING) |
                                 (g_strcmp0(answer, "not-me") == 0 ? LEAVE_NOT_ME : LEAVE_NOTHING);
            says |= own;
            sure |= own != LEAVE_NOTHING && (word->entry > 1 || word->kinds == WORD_KNOWN);
            behind = own != LEAVE_NOTHING ? i + word->entry : behind;
            beside |= i >= behind ? word->kinds : 0;
        }
        if ((beside & (WORD_NOT | WORD_NO | WORD_YES | WORD_IF)) != 0 ||
            (!sure && (sum.new_word || sum.words > ALONE_MOST))) {
            says = LEAVE_NOTHING;
        }
        all |= says;
        stops |= sure ? says & LEAVE_STOP : 0;
        whole &= sum.words == 0 || (says != LEAVE_NOTHING && !sum.new_word) ||
                 (sure && (says & LEAVE_STOP) != 0);
    }
    const bool asks = said.asks && (said.all.kinds & WORD_ASKS_FOR) == 0;
    return asks ? LEAVE_NOTHING : whole ? all : stops;
}

/* ---- names of newcomers ---- */

char *newcomer_name(const struct grammar_context *context, const char *text)
{
    g_auto(Said) said;
    said_read(context, text, &said);
    g_autofree char *led = NULL, *alone = NULL;
    const bool capitals = g_ascii_isupper(said.plain[strspn(said.plain, " \n\"'*(")]);
    bool words_before = false; /* that are more than courtesy */
    for (size_t i = 0; i < said.count && said.whole;) {
        const size_t lead = said_longest(&said, i, said.count, WORD_NAME_LEAD, NULL);
        const size_t at = i + lead;
        const char *start = at < said.count ? said.word[at].start : "";
        /* Up to a sign that no name holds, which may be several words. */
        const struct word name = { start, strcspn(start, " \n,.;:!?\"')]}<>(") };
        const bool fits = name.length > 0 && names_player_fault(context, name) == NULL &&
                          said_is_unknown(&said.word[at]);
        size_t behind = at + 1;
        while (behind < said.count && said.word[behind].start < start + name.length) {
            behind++;
        }
        size_t last = behind; /* behind courtesy, too */
        while (last < said.count && !said_follows(&said, last, "\n") &&
               (said.word[last].kinds & (WORD_COURTESY | WORD_NAME_LEAD)) != 0) {
            last++;
        }
        /* "my name is spelled with ph": a name has a capital, a digit or a sign, if others have. */
        const bool shows = g_ascii_isupper(*name.start) || !capitals ||
                           strcspn(name.start, "0123456789_-") < name.length;
        const bool stands = !words_before && said_begins_part(&said, i) &&
                            (last == said.count || said_follows(&said, last, "\n"));
        char **found = lead > 0 ? &led : &alone;
        if (fits && *found == NULL && (lead > 0 ? shows : stands)) {
            *found = g_strndup(name.start, name.length);
            i = behind;
        } else {
            words_before |= (said.word[i].kinds & WORD_COURTESY) == 0;
            i += MAX(lead, 1);
        }
    }
    const bool unsure = said.asks || (said.all.kinds & WORD_AGAINST) != 0;
    return unsure ? NULL : led != NULL ? g_steal_pointer(&led) : g_steal_pointer(&alone);
}
