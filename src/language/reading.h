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

enum { READING_COMMANDS_MAX = 20 };

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
    char *comment; /* own words for others behind the command in its line; then those below a
                      command of several boards, for its board; NULL: none */
    size_t at;     /* its line in a mail to the plain address, or about several boards */
    bool in_words; /* the command is in no form of the table */
    bool doubt;    /* the line is refused: it may be meant as a move or a command, or is damaged */
};

void reading_entry_free(struct reading_entry *entry);
typedef struct reading_entry ReadingEntry;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ReadingEntry, reading_entry_free)

struct reading {
    GPtrArray *entries; /* struct reading_entry *, in order; empty if no command was found */
    char *comment;      /* own words above and below a reply's command, or below a Subject
                           with a command; NULL: none. With `chat`, `message` and `note` those below
                           are the command's text instead */
    char *held;         /* such words that nobody gets without being asked, since a line of them is
                           a command, names another move or may be meant for the server, instead of
                           the comment; NULL: none */
    char *not_done;     /* a line beside the mail's command that is a command or a question itself;
                           NULL: none */
    const char *not_done_key; /* the key of the words about it */
    char *stop;       /* the line at which reading stopped although words of the writer's own
                         seem to be below it; NULL: none. The caller that reads the mail sets
                         this and `beyond` */
    bool beyond;      /* such words are below the last line that is read */
    bool below_quote; /* a command right below a quoted line was taken for the rest of that line */
    bool comment_cut; /* the comment, or such a text, was longer than GRAMMAR_TEXT_MAX */
    bool too_many;    /* lines beyond READING_COMMANDS_MAX were not read */
};

/* Reads a reply to one of our letters. The Subject is ignored. One command is read at most: the
 * first line that is one in a form of the table, or means one in words; else what
 * the text as a whole asks for (understand.h). A grave command must stand alone but for courtesy.
 * Free with reading_clear. */
void reading_of_reply(const struct grammar_context *context, char **lines, const char *kinds,
                      struct reading *reading);

/* Reads a mail to the plain address, with a context of no letter: any number of commands, one a
 * line, which may begin with the number of its board. `subject` must be without Re: and tag; NULL:
 * none. The signs around it or around a line are ignored, and a salutation above commands is
 * skipped. If the body is empty, a Subject that is no command is refused as a line. With
 * context->several it is a reply to a letter about several boards: its Subject is ignored, and
 * other lines are the comment of the command above them. Free with reading_clear. */
void reading_of_mail(const struct grammar_context *context, const char *subject, char **lines,
                     const char *kinds, struct reading *reading);

void reading_clear(struct reading *reading);

#endif
