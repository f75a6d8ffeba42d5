#include "commands/asked_again.h"

#include "accounts/account.h"
#include "auth/redact.h"

/* What waits for an answer, as a command. Free with g_free. */
static char *pending_line(const struct request *request, const struct pending *pending)
{
    static const struct {
        enum command_id id;
        const char *key_word;
    } commands[] = {
        [PENDING_SIGNUP] = { COMMAND_SIGNUP, NULL },
        [PENDING_ADDRESS] = { COMMAND_ADDRESS, "add" },
        [PENDING_DROP] = { COMMAND_ADDRESS, "drop" },
        [PENDING_PASSWORD] = { COMMAND_PASSWORD, NULL },
        [PENDING_FORGET] = { COMMAND_FORGET, NULL },
    };
    if (pending->kind == PENDING_HELD) {
        return g_strdup(pending->command);
    }
    const char *name = pending->kind == PENDING_PASSWORD && request->player != NULL
                           ? request->player->name
                           : pending->name;
    const char *words[] = { grammar_row(commands[pending->kind].id)->name,
                            commands[pending->kind].key_word, name,
                            pending->kind == PENDING_SIGNUP ? NULL : pending->address };
    g_autoptr(GString) line = g_string_new(NULL);
    for (size_t i = 0; i < G_N_ELEMENTS(words); i++) {
        if (words[i] != NULL) {
            g_string_append_printf(line, "%s%s", line->len > 0 ? " " : "", words[i]);
        }
    }
    return g_string_free(g_steal_pointer(&line), FALSE);
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
    struct answered answered = { .message_id = request->message->message_id,
                                 .references = request->message->references };
    letter_plain(
        run, &(struct plain_letter){ .player = who != NULL ? who->id : 0,
                                     .address = who != NULL ? who->address : request->message->from,
                                     .subject = "subject-asked-again",
                                     .values = pairs("word", word, NULL),
                                     .blocks = blocks,
                                     .token = &token,
                                     .answered = &answered });
}
