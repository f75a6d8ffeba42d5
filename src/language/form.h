/*
 * form.h: compares a line with the forms of the table, word by word, and finds the command or game
 * that a misspelt word may mean.
 */
#ifndef POSTMOVE_FORM_H
#define POSTMOVE_FORM_H

#include <stdbool.h>

#include "language/grammar.h"
#include "language/line.h"

struct form_task {
    const struct grammar_context *context;
    const struct line *line; /* has a word at least */
    const struct command_row *row;
    size_t command_at; /* the index of the command's word; LINE_WORDS_MAX: the form has none */
    bool of_reply;     /* the line leaves out what the letter says that it replies to */
};

/* Compares the line with each form in turn; in a reply, a line that could be talk is not taken as
 * a command. Returns the command, and clears the refusal; or NULL with its key, word and suggestion
 * (NULL: nobody asks why), from the first of the forms that matched the most words. */
struct command *form_follow(const struct form_task *task, const char *const *forms,
                            struct command_refusal *why);

/* True if the two words from `at` on may be NAME PASSWORD: the name is the writer's own, or it can
 * be a player's and the mail came from no player's address. */
bool form_claims(const struct grammar_context *context, const struct line *line, size_t at);

/* A text (NULL: none) from its first word on, if that is `if`: it may be a plan. NULL: it is not.
 */
const char *form_plan(const char *text);

/* True if a form of the row (NULL: none) has such a slot, or one of which that is a part. */
bool form_has(const struct command_row *row, const char *slot);

/* ---- the word that was probably meant ---- */

/* The row whose name or alias is nearest to a misspelt word; NULL if none is near, or people use
 * the word for other things ("more"). It is a suggestion: only what looks is carried out so
 * (grammar_begins_command). A row that must not be corrected is not to be shown, only to know that
 * it may be meant. */
const struct command_row *suggest_any_command(struct word word);

/* The nearest game, or NULL. */
const char *suggest_game(const struct grammar_context *context, struct word word);

#endif
