/*
 * read_entry.h: the entries of a reading: commands, and lines that are refused. Only for
 * reading*.c.
 */
#ifndef POSTMOVE_READ_ENTRY_H
#define POSTMOVE_READ_ENTRY_H

#include "language/reading.h"
#include "language/reply_line.h"

/* An empty list for `entries` of a reading. */
GPtrArray *read_entries_new(void);

/* Adds an entry. `command` NULL: a line that is refused. */
struct reading_entry *read_entry_add(struct reading *reading, struct command *command);

/* Reads a line as a command, which begins with the number of its board, or is whole. */
struct reading_entry *read_entry_line(const struct grammar_context *context, const char *line,
                                      struct reading *reading);

/* Turns a command into a line that is refused. */
void read_entry_refuse(struct reading_entry *entry, const char *key);

/* Makes the text of a command from its line and the lines below it. */
void read_entry_complete_text(struct reading *reading, struct reading_entry *entry, char *below);

/* Gives the one command of a mail the words around it: those from line `behind` on are its text, or
 * with those above and what its own line says (`said`; NULL: nothing) the comment. What may be
 * another command, or meant for the server, is held back. */
void read_entry_add_words(const struct mail_text *mail, size_t behind, const char *said,
                          struct reading_entry *entry, struct reading *reading);

/* Reads what a mail as a whole means: an answer, or (`wishes`) what it asks for. NULL if it means
 * no command. Free with command_free. */
struct command *read_entry_whole(const struct mail_text *mail, bool wishes);

/* The line as it may be shown: a long one is cut. Free with g_free. */
char *read_entry_line_shown(const char *line);

/* The same without what may be a secret: a line that begins as a command with a password is shown
 * as its refusal shows it. Free with g_free. */
char *read_entry_words_shown(const struct grammar_context *context, const char *line);

/* True if a line is only that word. */
bool reading_line_says(const char *text, const char *word);

/* True if a line that is no command is damaged, or may be a move or a misspelt command. */
bool reading_leaves_doubt(const struct grammar_context *context, const struct reading_entry *entry,
                          const char *line);

/* Refuses the line in doubt. `below` (taken; NULL: none) is a command below it, which is not
 * carried out either. */
void read_entry_refuse_doubt(const struct grammar_context *context, const char *line,
                             struct command *below, struct reading_entry *entry);

/* The same for a line that begins with the number of a board. False if the line is not in doubt. */
bool read_entry_refuse_numbered(const struct grammar_context *context, const char *line,
                                struct reading *reading);

#endif
