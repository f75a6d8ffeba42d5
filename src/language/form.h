/*
 * form.h: a form of the table, followed word by word along a line.
 */
#ifndef POSTMOVE_FORM_H
#define POSTMOVE_FORM_H

#include <glib.h>
#include <stdbool.h>

#include "language/grammar.h"
#include "language/line.h"

struct form_task {
    const struct grammar_context *context;
    const struct line *line;
    const struct command_row *row;
    size_t command_at; /* the word that is the command; LINE_WORDS_MAX: the form has none */
    bool strict;       /* a line that could be talk is no command */
};

/* The result: a command, or where and why the line left the form. */
struct form_outcome {
    struct command *command;
    size_t progress; /* words that fitted */
    const char *key; /* of a refusal */
    char *word;      /* at fault, or NULL */
};

/* Follows the form. True with a command, false with a reason; clear the outcome in both cases. */
bool form_follow(const struct form_task *task, const char *form, struct form_outcome *outcome);
void form_outcome_clear(struct form_outcome *outcome);

/* Whether the row's lines end in words of any length. */
bool form_takes_text(const struct command_row *row);

#endif
