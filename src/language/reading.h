/*
 * reading.h: finds the commands and the comment in the lines of a mail.
 *
 * A command can be in a reply to a letter, in the Subject, or in the body. The lines are given
 * as they were written, each with a kind (mail/reply.h): 't' written by the sender, 'e' the
 * same below their thanks (in a mail to the plain address no commands are read from there on),
 * 'b' blank, 'q' quoted, 'w' unquoted directly below a quoted line (the sender's only if it is
 * below a command).
 */
#ifndef POSTMOVE_READING_H
#define POSTMOVE_READING_H

#include "language/grammar.h"

enum {
    READING_COMMANDS_MAX = 20,
    READING_UNKNOWN_LINES_MAX = 5, /* in a mail of commands */
};

/* A mail that is read. */
struct mail_text {
    const struct grammar_context *context;
    char **lines;
    char *kinds;       /* of the lines, as above, and LINE_TAKEN; its own */
    size_t command_at; /* from this line on, one right below a quoted line is the writer's own;
                          G_MAXSIZE: none */
};

/* Begins to read a mail. With `thanks_too`, lines of kind 'e' are like others. The context and the
 * lines must live as long. Clear with mail_text_clear. */
void mail_text_begin(const struct grammar_context *context, char **lines, const char *kinds,
                     bool thanks_too, struct mail_text *mail);
void mail_text_clear(struct mail_text *mail);
typedef struct mail_text MailText;
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(MailText, mail_text_clear)

/* The writer's own words in all lines, without commands and quoted lines. Several blank lines
 * become one. NULL if there are none, or more than GRAMMAR_TEXT_MAX bytes. Free with g_free. */
char *own_words_all(const struct mail_text *mail);

/* True if a line of a text may hold a password or the number of an account, speaks of one, or
 * begins like a command with one, misspelt or not: it is not passed on, nor is that offered. */
bool may_hold_secret(const struct grammar_context *context, const char *text);

/* A line as it may be shown: cut if it is long, and without what may be a secret: a line that
 * begins as a command with a password is shown as its refusal shows it. Free with g_free. */
char *reading_words_shown(const struct grammar_context *context, const char *line);

/* A command, or a line that was refused. */
struct reading_entry {
    struct command *command; /* NULL: see refusal */
    struct command_refusal refusal;
    char *comment; /* own words below a command of several boards, for its board; NULL: none */
};

struct reading {
    GPtrArray *entries; /* struct reading_entry *, in order; empty if no command was found */
    char *comment;      /* own words above and below a reply's command, or below a Subject
                           with a command; NULL: none. With `chat`, `message` and `note` those below
                           are the command's text instead */
    char *not_done;     /* a line beside the mail's command that is a move, a command or a question
                           itself; NULL: none */
    const char *not_done_key; /* the key of the words about it. With it there is no comment,
                                 except the text of a command */
    char *held_words; /* own words that nobody gets without being asked, since they name another
                         move of the writer's; NULL: none */
    char *stop;       /* the line at which reading stopped although words of the writer's own
                         seem to be below it; NULL: none. The caller that reads the mail sets
                         this and `beyond` */
    bool beyond;      /* such words are below the last line that is read */
    bool below_quote; /* a command right below a quoted line was taken for the rest of that line */
    bool comment_cut; /* the comment, or such a text, was longer than GRAMMAR_TEXT_MAX */
    bool too_many;    /* lines beyond READING_COMMANDS_MAX were not read */
    bool gave_up;     /* after READING_UNKNOWN_LINES_MAX unknown lines the rest was not read */
};

/* Reads a reply to one of our letters. The Subject is ignored. One command is read at most: the
 * first line that is one in a form of the table, or means one in words (read_entry.h); else what
 * the text as a whole asks for (understand.h). A grave command must stand alone but for courtesy.
 * Free with reading_clear. */
void reading_of_reply(const struct grammar_context *context, char **lines, const char *kinds,
                      struct reading *reading);

/* Reads a mail to the plain address, with a context of no letter. A line may begin with the number
 * of its board there, too; `subject` must be without Re: and tag; NULL: none. The signs around it
 * or around a line are ignored, and a salutation above commands is skipped. If the body is empty, a
 * Subject that is no command is refused as a line. Free with reading_clear. */
void reading_of_mail(const struct grammar_context *context, const char *subject, char **lines,
                     const char *kinds, struct reading *reading);

/* Reads a reply to a letter about several boards: any number of commands, one a line. A line begins
 * with the number of its board, and what is behind it is read as in a reply to a letter about that
 * board; or it is whole, as to the plain address. Other lines are the comment of the command above
 * them. Free with reading_clear. */
void reading_of_boards(const struct grammar_context *context, char **lines, const char *kinds,
                       struct reading *reading);

void reading_clear(struct reading *reading);

#endif
