#include "language/sentence.h"

#include <string.h>

bool sentence_speaks_to_person(const struct said *said, bool named)
{
    bool found = false;
    for (size_t i = 0; i < said->count; i++) {
        const bool with = i > 0 && (said->word[i - 1].kinds & WORD_WITH) != 0;
        const bool greeted = i > 0 && (said->word[i - 1].kinds & WORD_COURTESY) != 0;
        found |= (said->word[i].person && !greeted && !(named && with)) ||
                 (said->word[i].kinds & WORD_YOU) != 0;
    }
    return found;
}

bool sentence_asks_to_look(const struct said *said, size_t first, size_t end)
{
    const struct said_sum sum = said_sum(said, first, end);
    const char *last = said->word[end - 1].start + said->word[end - 1].length;
    const char *next = end < said->count ? said->word[end].start : strchr(last, '\0');
    const bool question = memchr(last, '?', (size_t)(next - last)) != NULL;
    const bool introduces = memchr(last, ':', (size_t)(next - last)) != NULL;
    return (sum.kinds & (WORD_NOT | WORD_TELLS)) == 0 && sum.words <= SENTENCE_WORDS_MOST &&
           !introduces && !said->signs && !sum.new_word &&
           ((sum.kinds & (WORD_WANTS | WORD_ASKS_FOR)) != 0 || question ||
            said_begins_question(said, first, end) || said->all.words <= SENTENCE_ALONE_MOST);
}

bool sentence_addresses_others(const struct said *said)
{
    enum { EARLY_MOST = 4 };
    bool found = false;
    for (size_t i = 0; i < said->count; i++) {
        const unsigned before = i > 0 ? said->word[i - 1].kinds : 0;
        const bool begins = said_begins_part(said, i);
        const bool ends = i + 1 == said->count || said_begins_part(said, i + 1);
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
    bool topic = false, person = false, about = false, inside = false, wants_me = false;
    bool house = false;
    for (size_t i = first; i < end; i++) {
        const struct meaning *meaning = said->word[i].meaning;
        house |= (said->word[i].marks & MARK_HOUSE) != 0;
        about |= (said->word[i].marks & MARK_ABOUT) != 0;
        inside |= (said->word[i].kinds & WORD_ASKS_FOR) != 0 ||
                  (said->word[i].kinds & (inquires | WORD_TELLS)) == inquires;
        topic |= said->word[i].pair != NULL ||
                 (meaning != NULL && (meaning->answer != NULL || meaning->cues[0] != 0));
        person |= said->word[i].person;
        wants_me |= said_longest(said, i, end, WORD_WANTS) > 1;
    }
    const bool question = (said->word[verb].kinds & (WORD_ASKS | WORD_ASKS_FOR)) != 0 ||
                          (topic && inside) ||
                          (end < said->count ? said_follows(said, end, "?") : said->asks);
    const bool wants = wants_me || ((said->word[verb].kinds & WORD_WANTS) != 0 && topic);
    const bool of_person = person && (said_sum(said, first, end).kinds & WORD_YOU) == 0;
    return house || of_person || (about && !you) || ((question || wants) && (!you || topic)) ||
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
