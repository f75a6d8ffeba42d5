/*
 * below_command.h: what stands below the first command of a mail: words of its writer, which are a
 * comment or the text of `chat`, `message` and `note`, and perhaps another command.
 */
#ifndef POSTMOVE_BELOW_COMMAND_H
#define POSTMOVE_BELOW_COMMAND_H

#include "language/reply_line.h"

/* The kind of a line at which such words end. */
enum { OWN_WORDS_END = 'c' };

/* The writer's own lines from *at on, down to a line of the kind OWN_WORDS_END, or to a line `.` if
 * `to_dot`; sets *at to that line, or behind the `.`. Several blank lines become one; blank lines
 * at the ends and quoted lines are left out. Sets *cut if the words were cut. NULL if there are no
 * such lines. Free with g_free. */
char *own_words(const struct mail_text *mail, size_t *at, bool to_dot, bool *cut);

/* The kinds of a mail's lines, where a line right below a quoted one that no program has broken is
 * the writer's own. Free with g_free. */
char *own_kinds(const struct mail_text *mail);

/* All own words of a mail. Sets *cut if they were cut. NULL if there are none. Free with g_free. */
char *own_words_all(const struct mail_text *mail, bool *cut);

/* True if a line may hold a password, or begins like a command with one, misspelt or not: it is
 * not passed on, nor is that offered. */
bool may_hold_secret(const struct grammar_context *context, const char *line);

/* Cuts words that are longer than GRAMMAR_TEXT_MAX, between characters, and adds a sign that
 * they were cut; then sets *cut. */
void own_words_cut(GString *words, bool *cut);

/* Finds another command below the first one of a mail that may have only one: the first line
 * from `at` on that is itself a move, one of a board's own commands, or ends something. A line
 * that only repeats the first command is skipped. Sets *found to the line without its secrets
 * (free with g_free). NULL if there is no such line. */
const struct command_row *second_command(const struct mail_text *mail, const struct command *first,
                                         size_t at, char **found);

#endif
