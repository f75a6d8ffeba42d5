#include "language/sentence.h"

#include <string.h>

#include "language/names.h"

/* ---- whom they speak to ---- */

bool sentence_asks_to_look(const struct said *said, size_t first, size_t end)
{
    const struct said_sum sum = said_sum(said, first, end);
    return (sum.kinds & (WORD_NOT | WORD_TELLS)) == 0 && sum.words <= SENTENCE_WORDS_MOST &&
           !sum.new_word && !said->signs && !said_follows(said, end, ":") &&
           ((sum.kinds & (WORD_WANTS | WORD_ASKS_FOR)) != 0 || said_follows(said, end, "?") ||
            said_begins_question(said, first, end) || said->all.words <= SENTENCE_ALONE_MOST);
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
