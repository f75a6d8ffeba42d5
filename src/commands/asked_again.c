#include "commands/asked_again.h"

#include "accounts/account.h"
#include "auth/redact.h"

/* What waits for an answer, as a command. Free with g_free. */
static char *pending_line(const struct request *request, const struct pending *pending)
{
    const char *address = grammar_row(COMMAND_ADDRESS)->name;
    switch (pending->kind) {
    case PENDING_SIGNUP:
        return g_strjoin(" ", grammar_row(COMMAND_SIGNUP)->name, pending->name, NULL);
    case PENDING_ADDRESS:
        return g_strjoin(" ", address, "add", pending->address, NULL);
    case PENDING_DROP:
        return g_strjoin(" ", address, "drop", pending->address, NULL);
    case PENDING_PASSWORD:
        return g_strjoin(" ", grammar_row(COMMAND_PASSWORD)->name, request->player->name, NULL);
    case PENDING_FORGET:
        return g_strdup(grammar_row(COMMAND_FORGET)->name);
    default:
        return g_strdup(pending->command);
    }
}

void asked_again(struct request *request, const struct pending *pending)
{
    struct run *run = request->run;
    const struct player *who = request->player;
    const char *word =
        grammar_row(pending->kind == PENDING_HELD ? COMMAND_YES : COMMAND_CONFIRM)->name;
    const char *no = grammar_row(COMMAND_NO)->name;
    g_autofree char *words =
        request->words != NULL ? redact_relayed(run, who, request->words) : NULL;
    g_autofree char *line = pending_line(request, pending);
    const struct new_token token = account_token(run, pending, pending->id);
    g_autoptr(GPtrArray) blocks = blocks_new();
    block_text(blocks, BLOCK_COMMAND, g_steal_pointer(&words));
    block_sentence(blocks, BLOCK_NEWS, (struct sentence){ .key = "asked-again" });
    block_text(blocks, BLOCK_COMMAND, g_steal_pointer(&line));
    block_sentence(blocks, BLOCK_CHOICES,
                   (struct sentence){ "how-asked", pairs("word", word, NULL) });
    if (request->last_answer) {
        block_sentence(blocks, BLOCK_CHOICES, (struct sentence){ .key = "misses-last" });
        request->last_answer = false;
    }
    block_link(blocks, word, word);
    block_link(blocks, no, no);
    const struct answered answered = request_answered(request, 0);
    letter_plain(
        run, &(struct plain_letter){ .player = who != NULL ? who->id : 0,
                                     .address = who != NULL ? who->address : request->message->from,
                                     .subject = "subject-asked-again",
                                     .values = pairs("word", word, NULL),
                                     .blocks = blocks,
                                     .token = &token,
                                     .answered = &answered });
}
