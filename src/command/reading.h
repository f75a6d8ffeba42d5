/*
 * reading.h: from the lines of a mail to commands and a comment.
 *
 * Three ways in: a reply to a letter, a command in the Subject, commands in
 * the body. The lines come classified (mail/reply.h says how) as plain data.
 */
#ifndef POSTMOVE_READING_H
#define POSTMOVE_READING_H

#include "command/grammar.h"

enum { READING_COMMANDS_MAX = 20, READING_OTHER_LINES_MAX = 4 };

/* One command, or the line that was none. */
struct reading_entry {
    struct command *command; /* NULL: see refusal */
    struct command_refusal refusal;
};

struct reading {
    GPtrArray *entries; /* struct reading_entry *, in order; may be empty: no command found */
    char *comment;      /* own words that follow a reply's command or stand under a Subject
                           command; NULL: none */
    bool too_many;      /* lines beyond READING_COMMANDS_MAX were not read */
};

/* A reply to one of our letters: the Subject is ignored, one command at most. */
void reading_of_reply(const struct grammar_context *context, char **lines, const char *kinds,
                      struct reading *reading);

/* A mail to the plain address: `subject` is stripped of Re: and tag. */
void reading_of_mail(const struct grammar_context *context, const char *subject, char **lines,
                     const char *kinds, struct reading *reading);

void reading_clear(struct reading *reading);

/* The number and game of a Subject of ours, "Halma 117: ann - bob" without
 * its tag; false if it is none. *game is the caller's, lower case. */
bool reading_letter_subject(const struct grammar_context *context, const char *subject,
                            gint64 *board, char **game);

#endif
