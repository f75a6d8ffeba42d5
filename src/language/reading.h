/*
 * reading.h: finds the commands and the comment in the lines of a mail.
 *
 * A command can stand in a reply to a letter, in the Subject, or in the body. The lines come as
 * they were written, each with a kind (mail/reply.h): 't' written by the sender, 'e' the same
 * below their thanks (no command in a mail to the plain address), 'b' blank, 'q' quoted, 'w'
 * unquoted directly below a quoted line (the sender's only if it stands below a command).
 */
#ifndef POSTMOVE_READING_H
#define POSTMOVE_READING_H

#include "language/grammar.h"

enum {
    READING_COMMANDS_MAX = 20,
    READING_OTHER_LINES_MAX = 4,   /* before the command of a reply */
    READING_UNKNOWN_LINES_MAX = 5, /* in a mail of commands */
    READING_COMMENT_MAX = GRAMMAR_TEXT_MAX,
};

/* A command, or a line that was refused. */
struct reading_entry {
    struct command *command; /* NULL: see refusal */
    struct command_refusal refusal;
};

struct reading {
    GPtrArray *entries; /* struct reading_entry *, in order; may be empty: no command found */
    char *comment;      /* own words that follow a reply's command or stand under a Subject
                           command; NULL: none. Those of `chat`, `message` and `note` are the
                           command's text instead */
    char *not_done;     /* a line below the command of a mail that is itself a move or a command;
                           NULL: none */
    const char *not_done_key; /* what is said of it, the key of words; there is no comment then,
                                 but for the text of a command */
    char *stop;       /* the line at which reading stopped though the writer's own words seem to
                         stand below; NULL: none. This and `beyond` are for the reader of the
                         mail to set */
    bool beyond;      /* such words stand below the last line that is read */
    bool said_above;  /* more than a greeting stands above a reply's command: nobody gets it */
    bool below_quote; /* a command right below a quoted line was taken for the rest of that line */
    bool comment_cut; /* they, or such a text, were longer than READING_COMMENT_MAX */
    bool too_many;    /* lines beyond READING_COMMANDS_MAX were not read */
    bool gave_up;     /* after READING_UNKNOWN_LINES_MAX unknown lines the rest was not read */
};

/* A reply to one of our letters: the Subject is ignored, one command at most,
 * short, or naming the letter's board, or whole and about no board. A lone word right below a long
 * line that ends in the midst of a sentence is that sentence's rest and no command; the signs of
 * *bold*, _slanted_ and "quoted" lines are not read. */
void reading_of_reply(const struct grammar_context *context, char **lines, const char *kinds,
                      struct reading *reading);

/* A mail to the plain address: `subject` is stripped of Re: and tag; NULL is
 * none. The signs around it or a line are not read, and a salutation above commands is passed
 * over. If the body holds nothing at all, a Subject that is no command is the line that is
 * refused. */
void reading_of_mail(const struct grammar_context *context, const char *subject, char **lines,
                     const char *kinds, struct reading *reading);

void reading_clear(struct reading *reading);

/* The number and game of a Subject of ours, "Chess 117: ann - bob" without its tag; false if the
 * Subject is not ours. *game is in lower case, free with g_free. A name of several words stands for
 * the game without its blanks. */
bool reading_letter_subject(const struct grammar_context *context, const char *subject,
                            gint64 *board, char **game);

#endif
