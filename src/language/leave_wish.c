#include "language/leave_wish.h"

#include <string.h>

#include "language/said.h"

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
        const size_t words = meaning != NULL ? said_longest(said, i, end, WORD_ANY) : 0;
        const struct command_row *row =
            meaning != NULL ? grammar_row((enum command_id)meaning->cues[0]) : NULL;
        const bool pauses = row != NULL && row->id == COMMAND_SIGNOFF;
        const bool leaves = pauses || (row != NULL && row->id == COMMAND_FORGET);
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
