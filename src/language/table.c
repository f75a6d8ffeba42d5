/* The rows of commands.list as a table. */
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
