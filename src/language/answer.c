#include "language/answer.h"

#include "language/names.h"
#include "language/sentence.h"

/* Finds a command by its whole name. COMMAND_NONE: no command has that name. */
static enum command_id command_named(const char *name)
{
    const struct command_row *row = name != NULL ? names_command(word_over(name)) : NULL;
    return row != NULL ? row->id : COMMAND_NONE;
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
            said_has_cue(said, command_named(context->yes)) || agrees_to(said, context->asked));
    *no = context->no != NULL &&
          ((kinds & WORD_NO) != 0 || said_has_cue(said, command_named(context->no)));
}

/* True if the text names what the letter asks about, or one of the commands that answer it, and all
 * other words add nothing: "ok, on with the game" is no yes to an offer of a draw. */
static bool speaks_of_question(const struct grammar_context *context, const struct said *said)
{
    const enum command_id own[] = { context->asked, command_named(context->yes),
                                    command_named(context->no) };
    bool names = agrees_to(said, context->asked), more = false;
    for (size_t i = 0; i < G_N_ELEMENTS(own); i++) {
        names |= said_has_cue(said, own[i]);
    }
    for (size_t i = 0; i < said->count; i++) {
        const struct said_word *word = &said->word[i];
        more |= (word->marks & MARK_MORE) != 0 && word->agrees != (int)context->asked;
    }
    return names && !more && !said_has_cue_but(said, own, G_N_ELEMENTS(own));
}

const char *answer_meant(const struct grammar_context *context, const struct said *said)
{
    const struct command_row *no_row = grammar_row(command_named(context->no));
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
    clear = clear && speaks_of_question(context, said) && yes != no &&
            !sentence_speaks_to_person(said, false) && said->all.words <= SENTENCE_WORDS_MOST &&
            said->all.unknown == 0;
    const bool grave = no && no_row != NULL && no_row->tier == TIER_GRAVE;
    return !clear || grave ? NULL : yes ? context->yes : context->no;
}
