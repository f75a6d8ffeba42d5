#include "language/sentence.h"

#include <string.h>

#include "language/names.h"

/* ---- whom they speak to ---- */

bool sentence_asks_to_look(const struct said *said, size_t first, size_t end)
{
    const struct said_sum sum = said_sum(said, first, end);
    return (sum.kinds & (WORD_NOT | WORD_TELLS)) == 0 && sum.words <= SENTENCE_WORDS_MOST &&
           !said_follows(said, end, ":") && !said->signs && !sum.new_word &&
           ((sum.kinds & (WORD_WANTS | WORD_ASKS_FOR)) != 0 || said_follows(said, end, "?") ||
            said_begins_question(said, first, end) || said->all.words <= SENTENCE_ALONE_MOST);
}

bool sentence_addresses_others(const struct said *said)
{
    enum { EARLY_MOST = 4 };
    bool found = false;
    for (size_t i = 0; i < said->count; i++) {
        const unsigned before = i > 0 ? said->word[i - 1].kinds : 0;
        const bool begins = said_begins_part(said, i);
        const bool ends = said_begins_part(said, i + 1);
        const size_t end = said_sentence_end(said, i);
        const bool you = (said_sum(said, i + 1, end).kinds & WORD_YOU) != 0;
        size_t first = i;
        while (first > 0 && !said_begins_part(said, first)) {
            first--;
        }
        const bool tell = (before & (WORD_WANTS | WORD_ASKS)) == WORD_WANTS &&
                          (said_sum(said, first, i).kinds & WORD_NOT) == 0; /* "don't tell ann" */
        const bool polite = (before & WORD_COURTESY) != 0 || tell;
        const bool thanked =
            ends && (before & WORD_WITH) == 0 && (said_sum(said, first, i).kinds & WORD_PLEA) != 0;
        /* "Bert, ..." and "bert my tooth came out", but not "bert is late". */
        const unsigned next = i + 1 < end ? said->word[i + 1].kinds : 0;
        const bool tells = begins && (next & WORD_KNOWN) != 0 &&
                           (next & (WORD_ASKS | WORD_ASKS_FOR | WORD_WANTS | WORD_TELLS)) == 0;
        const bool early = i < EARLY_MOST && ends && (before & WORD_ASKS) == 0;
        found |= said->word[i].person &&
                 (polite || thanked || early || tells || (begins && (ends || you)));
    }
    return found;
}

/* True if the sentence from word `first` to before `end` asks the house for something; `you`: the
 * text says "you". */
static bool asks_house(const struct said *said, size_t first, size_t end, bool you)
{
    size_t verb = first;
    while (verb + 1 < end && (said->word[verb].kinds & WORD_COURTESY) != 0) {
        verb++;
    }
    static const unsigned inquires = WORD_ASKS | WORD_WANTS; /* "which"; but "was" tells, too */
    bool topic = false, person = false, inside = false, wants_me = false;
    const struct said_sum sum = said_sum(said, first, end);
    for (size_t i = first; i < end; i++) {
        const struct meaning *meaning = said->word[i].meaning;
        inside |= (said->word[i].kinds & WORD_ASKS_FOR) != 0 ||
                  (said->word[i].kinds & (inquires | WORD_TELLS)) == inquires;
        topic |= said->word[i].pair != NULL ||
                 (meaning != NULL && (meaning->answer != NULL || meaning->cues != 0));
        person |= said->word[i].person;
        wants_me |= said_longest(said, i, end, WORD_WANTS) > 1;
    }
    const bool question = (said->word[verb].kinds & (WORD_ASKS | WORD_ASKS_FOR)) != 0 ||
                          (topic && inside) || said_follows(said, end, "?") ||
                          (end == said->count && said->asks);
    const bool wants = wants_me || ((said->word[verb].kinds & WORD_WANTS) != 0 && topic);
    const bool of_person = person && (sum.kinds & WORD_YOU) == 0;
    const bool about = (sum.marks & MARK_ABOUT) != 0 && !you;
    return (sum.marks & MARK_HOUSE) != 0 || of_person || about ||
           ((question || wants) && (!you || topic)) ||
           (topic && sentence_asks_to_look(said, first, end));
}

bool sentence_any_asks_house(const struct said *said)
{
    const bool you = (said->all.kinds & WORD_YOU) != 0;
    bool asks = false;
    for (size_t first = 0, end; first < said->count; first = end) {
        end = said_sentence_end(said, first);
        asks |= asks_house(said, first, end, you);
    }
    return asks;
}

/* ---- answers ---- */

/* The command of that whole name as a set; NULL: none. */
static guint64 bit_of(const char *name)
{
    const struct command_row *row = name != NULL ? names_command(word_over(name)) : NULL;
    return row != NULL ? command_bit(row->id) : 0;
}

/* True if the text has words that agree to what such a command asks. */
static bool agrees_to(const struct said *said, enum command_id asked)
{
    bool agrees = false;
    for (size_t i = 0; i < said->count && asked != COMMAND_NONE; i++) {
        agrees |= said->word[i].agrees == (int)asked;
    }
    return agrees;
}

void answer_find(const struct grammar_context *context, const struct said *said, bool *yes,
                 bool *no)
{
    const unsigned kinds = said->all.kinds;
    *yes = context->yes != NULL &&
           (((kinds & WORD_YES) != 0 && !context->yes_by_name) ||
            (said->all.cues & bit_of(context->yes)) != 0 || agrees_to(said, context->asked));
    *no = context->no != NULL &&
          ((kinds & WORD_NO) != 0 || (said->all.cues & bit_of(context->no)) != 0);
}

/* True if the text names what the letter asks about, or one of the commands that answer it, and all
 * other words add nothing: "ok, on with the game" is no yes to an offer of a draw. */
static bool speaks_of_question(const struct grammar_context *context, const struct said *said)
{
    const guint64 own = command_bit(context->asked) | bit_of(context->yes) | bit_of(context->no);
    const bool names = agrees_to(said, context->asked) || (said->all.cues & own) != 0;
    bool more = false;
    for (size_t i = 0; i < said->count; i++) {
        const struct said_word *word = &said->word[i];
        more |= (word->marks & MARK_MORE) != 0 && word->agrees != (int)context->asked;
    }
    const bool plays = (own & command_bit(COMMAND_CHALLENGE)) != 0; /* a challenge is one to play */
    return names && !more && !said_has_cue_but(said, own | (plays ? command_bit(COMMAND_PLAY) : 0));
}

const char *answer_meant(const struct grammar_context *context, const struct said *said)
{
    const struct command_row *no_row =
        names_command(word_over(context->no != NULL ? context->no : ""));
    const unsigned yes_kind = context->yes_by_name ? 0 : WORD_YES;
    /* What a letter about a match offers is no more than fair. */
    const bool held = context->asks_gravely && (context->reply & REPLY_TO_MATCH) == 0;
    const unsigned but = held ? MARK_AGREES : 0;
    const bool asks = said->asks && !context->asks_gravely;
    if (context->yes != NULL && !asks && said_is_bare(said, yes_kind, context->yes, but)) {
        return context->yes;
    }
    if (context->no != NULL && !asks && said_is_bare(said, WORD_NO, context->no, 0)) {
        return context->no;
    }
    if (context->yes == NULL || context->asks_gravely || context->yes_by_name) {
        return NULL;
    }
    bool yes = false, no = false, clear = said->whole && !said->asks && !said->quotes;
    answer_find(context, said, &yes, &no);
    for (size_t i = 0; i < said->count && clear; i++) {
        const unsigned kinds = said->word[i].kinds;
        clear = !said_begins_sentence(said, i) || !said_begins_question(said, i, said->count);
        const bool own = no && (kinds & WORD_NO) != 0;
        clear = clear && (kinds & WORD_BACK) == 0 &&
                ((kinds & (WORD_VETO | WORD_NO)) == 0 || own) && !said_sum(said, i, i + 1).square;
    }
    clear = clear && speaks_of_question(context, said) && yes != no && !said->all.to_others &&
            said->all.words <= SENTENCE_WORDS_MOST && said->all.unknown == 0;
    const bool grave = no && no_row != NULL && no_row->tier == TIER_GRAVE;
    return !clear || grave ? NULL : yes ? context->yes : context->no;
}

/* ---- whoever wants no more letters ---- */

enum { ALONE_MOST = 2 /* words of a sentence in which a single word such as "stop" counts */ };

/* What a sentence says, and how sure that is. */
struct wish {
    unsigned says;
    bool phrase; /* by a phrase, or a word that means nothing else */
    bool known;  /* the server knows each of its words */
};

/* Reads the sentence from word `first` to before `end`. */
static struct wish wish_of_sentence(const struct said *said, size_t first, size_t end)
{
    struct wish wish = { .known = true };
    unsigned beside = 0; /* the kinds of the words around what says so */
    for (size_t i = first, behind = first; i < end; i++) {
        const struct meaning *apart = said->word[i].pair;
        const struct meaning *meaning = apart != NULL ? apart : said->word[i].meaning;
        const size_t words = said->word[i].entry;
        const guint64 cues = meaning != NULL ? meaning->cues : 0;
        const bool pauses = (cues & command_bit(COMMAND_SIGNOFF)) != 0;
        const bool leaves = pauses || (cues & command_bit(COMMAND_FORGET)) != 0;
        const bool denies = meaning != NULL && g_strcmp0(meaning->answer, "not-me") == 0;
        wish.says |=
            (leaves ? LEAVE_STOP : LEAVE_NOTHING) | (denies ? LEAVE_NOT_ME : LEAVE_NOTHING);
        wish.phrase |=
            (leaves || denies) && (apart != NULL || words > 1 || (pauses && meaning->kinds == 0));
        behind = leaves || denies ? i + words : behind;
        beside |= i >= behind ? said->word[i].kinds : 0;
        wish.known &= i < behind || said->word[i].kinds != 0 || said->word[i].person;
    }
    const bool other =
        (beside & (WORD_NOT | WORD_NO | WORD_YES | WORD_IF)) != 0 ||
        (!wish.phrase && (!wish.known || said_sum(said, first, end).words > ALONE_MOST));
    wish.says = other ? LEAVE_NOTHING : wish.says;
    return wish;
}

unsigned leave_wish(const struct grammar_context *context, const char *text)
{
    g_auto(Said) said;
    said_read(context, text, &said);
    unsigned all = LEAVE_NOTHING, stops = LEAVE_NOTHING;
    bool whole = true; /* the text says nothing else */
    for (size_t first = 0, end; first < said.count && said.whole; first = end) {
        end = said_sentence_end(&said, first);
        const struct wish wish = wish_of_sentence(&said, first, end);
        const bool leaves = wish.phrase && (wish.says & LEAVE_STOP) != 0;
        whole &= leaves || (wish.says != LEAVE_NOTHING && wish.known) ||
                 said_sum(&said, first, end).words == 0;
        all |= wish.says;
        stops |= leaves ? LEAVE_STOP : LEAVE_NOTHING;
    }
    const bool asks = said.asks && (said.all.kinds & WORD_ASKS_FOR) == 0;
    return asks ? LEAVE_NOTHING : whole ? all : stops;
}

/* ---- names of newcomers ---- */

/* The name that begins with word `at`: up to a sign that no name holds. */
static struct word name_at(const struct said *said, size_t at)
{
    const char *start = said->word[at].start;
    return (struct word){ start, strcspn(start, " \n,.;:!?\"')]}<>(") };
}

/* The first word behind a name. */
static size_t behind_name(const struct said *said, size_t at, struct word name)
{
    size_t behind = at + 1;
    while (behind < said->count && said->word[behind].start < name.start + name.length) {
        behind++;
    }
    return behind;
}

/* True if a line ends behind word `at`, but for courtesy. */
static bool ends_line(const struct said *said, size_t behind)
{
    for (size_t i = behind; i < said->count && !said_follows(said, i, "\n"); i++) {
        if ((said->word[i].kinds & (WORD_COURTESY | WORD_NAME_LEAD | WORD_NAME_WEAK)) == 0) {
            return false;
        }
    }
    return true;
}

/* True if a word looks like a name: it begins with a capital, unless the text has none, or has a
 * digit or sign that only names have. */
static bool looks_like_name(const struct said *said, struct word name)
{
    const bool capitals = g_ascii_isupper(said->plain[strspn(said->plain, " \n\"'*(")]);
    return g_ascii_isupper(*name.start) || !capitals ||
           strcspn(name.start, "0123456789_-") < name.length;
}

char *newcomer_name(const struct grammar_context *context, const char *text)
{
    g_auto(Said) said;
    said_read(context, text, &said);
    g_autofree char *led = NULL, *alone = NULL;
    bool words_before = false; /* that are more than courtesy */
    for (size_t i = 0; i < said.count && said.whole;) {
        const size_t lead = said_longest(&said, i, said.count, WORD_NAME_LEAD);
        const size_t at = i + lead;
        const struct word name = at < said.count ? name_at(&said, at) : (struct word){ "", 0 };
        const bool fits = name.length > 0 && names_player_fault(context, name) == NULL &&
                          said.word[at].kinds == 0;
        const size_t behind = fits ? behind_name(&said, at, name) : at + 1;
        if (lead > 0 && fits && led == NULL && looks_like_name(&said, name)) {
            led = g_strndup(name.start, name.length);
            i = behind;
        } else if (lead == 0 && fits && alone == NULL && !words_before &&
                   said_begins_part(&said, i) && ends_line(&said, behind)) {
            alone = g_strndup(name.start, name.length);
            i = behind;
        } else {
            words_before |= (said.word[i].kinds & WORD_COURTESY) == 0;
            i += MAX(lead, 1);
        }
    }
    const bool unsure = said.asks || (said.all.kinds & WORD_AGAINST) != 0;
    return unsure ? NULL : led != NULL ? g_steal_pointer(&led) : g_steal_pointer(&alone);
}
