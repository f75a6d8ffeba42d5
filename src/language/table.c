/* The rows of commands.list as a table, and what was read by them. */
#include "base/random.h"
#include "language/grammar.h"

/* A list of strings that exists as long as the program. */
#define LIST(...) ((const char *const[]){ __VA_ARGS__, NULL })

const struct command_row grammar[] = {
#define COMMAND(ID, HANDLER, BUDGET, PLACE, ...) OLD_FORM(ID, __VA_ARGS__)
#define OLD_FORM(ID, ...) { .id = COMMAND_##ID, __VA_ARGS__ },
#include "commands.list"
    { .id = COMMAND_NONE },
};

const char *const grammar_topics[] = { "commands", "tutorial", "accounts", "playing",
                                       "finding",  "programs", "options",  "clocks",
                                       "watching", "boards",   "privacy",  NULL };

const struct command_row *grammar_row(enum command_id id)
{
    return id != COMMAND_NONE ? &grammar[id - 1] : NULL;
}

void command_free(struct command *command)
{
    if (command == NULL) {
        return;
    }
    g_free(command->line);
    g_free(command->game);
    g_free(command->name);
    secret_free(command->password);
    secret_free(command->new_password);
    g_free(command->text);
    g_strfreev(command->words);
    g_strfreev(command->options);
    g_free(command);
}

void command_refusal_clear(struct command_refusal *refusal)
{
    g_free(refusal->word);
    g_free(refusal->suggestion);
    g_free(refusal->below);
    g_free(refusal->line);
    *refusal = (struct command_refusal){ 0 };
}
