/*
 * own_words.h: the lines of a mail, and the words among them that are its writer's own.
 */
#ifndef POSTMOVE_OWN_WORDS_H
#define POSTMOVE_OWN_WORDS_H

#include "language/grammar.h"

/* The kind of a line that is a command of the mail, beside those of reading.h. */
enum { LINE_TAKEN = 'c' };

/* A mail that is read. */
struct mail_text {
    const struct grammar_context *context;
    char **lines;
    char *kinds;       /* of the lines, as in reading.h, and LINE_TAKEN; its own */
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

enum { LINE_UNBROKEN = 50 /* characters of a line that no mail program breaks */ };

/* True if the lines right below a quoted one are none that a mail program broke: the quoted line is
 * too short for that. */
bool own_words_below_short(const struct mail_text *mail, size_t at);

/* The writer's own words in the lines from `first` to before `end`, without commands and quoted
 * lines. Several blank lines become one. Sets *cut if there are more than GRAMMAR_TEXT_MAX bytes.
 * NULL if there are none. Free with g_free. */
char *own_words(const struct mail_text *mail, size_t first, size_t end, bool *cut);

/* The same for all lines; NULL, too, if there is too much. */
char *own_words_all(const struct mail_text *mail);

/* Cuts words that are longer than GRAMMAR_TEXT_MAX, between characters, and adds a sign that they
 * were cut; then sets *cut. */
void own_words_cut(GString *words, bool *cut);

/* True if a line of a text may hold a password or the number of an account, speaks of one, or
 * begins like a command with one, misspelt or not: it is not passed on, nor is that offered. */
bool may_hold_secret(const struct grammar_context *context, const char *text);

#endif
