#include "language/prose.h"

#include "language/near_move.h"
#include "language/reply_line.h"
#include "language/said.h"
#include "language/understand.h"

/* True if the words speak to somebody, and at least half of them are known. */
static bool speaks(const struct said *said)
{
    enum { WORDS_LEAST = 2 };
    const unsigned kinds = said_kinds(said, 0, said->count);
    bool named = false, asks = false;
    for (size_t i = 0; i < said->count; i++) {
        named |= said->word[i].person;
        /* "please" */
        asks |= said_begins_sentence(said, i) && (said->word[i].kinds & WORD_WANTS) != 0 &&
                (said->word[i].kinds & WORD_COURTESY) != 0;
    }
    const bool polite =
        said->count >= WORDS_LEAST && !asks && (named || (kinds & (WORD_COURTESY | WORD_YOU)) != 0);
    return (polite || said_is_courtesy(said)) &&
           said_unknown(said, 0, said->count) * 2 <= said->count &&
           !said_is_bare(said, WORD_YES, NULL) && !said_is_bare(said, WORD_NO, NULL);
}

/* True if a line may be passed on unasked. */
static bool is_harmless(const struct grammar_context *context, const char *line)
{
    return !may_hold_secret(context, line) && !near_move_is(context, line);
}

struct command *prose_for_others(const struct mail_text *mail)
{
    const struct grammar_context *context = mail->context;
    const bool over = context->yes_by_name && (context->reply & REPLY_TO_MATCH) != 0;
    bool cut = false;
    g_autofree char *words = over && !context->away ? own_words_all(mail, &cut) : NULL;
    bool talk = words != NULL && !cut;
    for (size_t i = 0; mail->lines[i] != NULL && talk; i++) {
        talk = mail->kinds[i] != 't' || is_harmless(context, mail->lines[i]);
    }
    if (!talk) {
        return NULL;
    }
    g_auto(Said) said;
    said_read(context, words, &said);
    g_auto(Understanding) meant = { 0 };
    understand(context, words, &meant);
    talk = speaks(&said) && meant.for_others && meant.act == NULL && meant.answer == NULL &&
           meant.offers[0] == NULL;
    g_autofree char *line =
        talk ? g_strjoin(" ", grammar_row(COMMAND_CHAT)->name, words, NULL) : NULL;
    struct command *command = talk ? grammar_parse_short(context, line) : NULL;
    return command != NULL ? reply_line_as_written(command, words) : NULL;
}
