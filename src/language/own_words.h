/*
 * own_words.h: words of a mail's writer that are no commands: comments, and the texts of `chat`,
 * `message` and `note`.
 */
#ifndef POSTMOVE_OWN_WORDS_H
#define POSTMOVE_OWN_WORDS_H

#include "language/reply_line.h"

/* The kind of a line at which such words end. */
enum { OWN_WORDS_END = 'c' };

/* The writer's own lines from *at on, down to a line of the kind OWN_WORDS_END, or to a line `.` if
 * `to_dot`; sets *at to that line, or behind the `.`. Several blank lines become one; blank lines
 * at the ends and quoted lines are left out. Sets *cut if the words were cut. NULL if there are no
 * such lines. Free with g_free. */
char *own_words(const struct mail_text *mail, size_t *at, bool to_dot, bool *cut);

/* Cuts words that are longer than GRAMMAR_TEXT_MAX, between characters, and adds a sign that
 * they were cut; then sets *cut. */
void own_words_cut(GString *words, bool *cut);

#endif
