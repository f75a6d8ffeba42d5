#include "language/leave_wish.h"

#include <string.h>

#include "language/said.h"

/* What a sentence says, from word `first` to before `end`. A phrase counts in any sentence, a word
 * such as "stop" only among words that are known. */
static unsigned wish_of_sentence(const struct said *said, size_t first, size_t end)
{
    unsigned wish = LEAVE_NOTHING, maybe = LEAVE_NOTHING;
    bool unknown = false, other = false;
    const bool sure = (said_kinds(said, first, end) & WORD_IF) == 0;
    for (size_t i = first, behind = first; i < end; i++) {
        const struct meaning *meaning = said->word[i].meaning;
        const size_t words = meaning != NULL ? said_longest(said, i, end, WORD_ANY) : 0;
        const struct command_row *row =
            meaning != NULL ? grammar_row((enum command_id)meaning->cues[0]) : NULL;
        const bool pauses = row != NULL && row->id == COMMAND_SIGNOFF;
        const bool leaves = pauses || (row != NULL && row->id == COMMAND_FORGET);
        const bool denies = sure && meaning != NULL && g_strcmp0(meaning->answer, "not-me") == 0;
        const unsigned says =
            (leaves ? LEAVE_STOP : LEAVE_NOTHING) | (denies ? LEAVE_NOT_ME : LEAVE_NOTHING);
        wish |= words > 1 || (pauses && meaning->kinds == 0) ? says : LEAVE_NOTHING;
        maybe |= says;
        behind = MAX(behind, i + words);
        unknown |= i >= behind && said->word[i].kinds == 0 && !said->word[i].person;
        other |= !leaves && row != NULL && row->tier == TIER_FAIR;
    }
    return other ? LEAVE_NOTHING : unknown ? wish : maybe;
}

unsigned leave_wish(const struct grammar_context *context, const char *text)
{
    g_auto(Said) said;
    said_read(context, text, &said);
    unsigned wish = LEAVE_NOTHING;
    for (size_t first = 0, end; first < said.count && said.whole; first = end) {
        end = said_sentence_end(&said, first);
        wish |= wish_of_sentence(&said, first, end);
    }
    return wish;
}
