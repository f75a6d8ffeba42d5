/*
 * read_entry.h: what reading*.c share: the lines of a mail that is read, each as a command, and the
 * entries of a reading.
 */
#ifndef POSTMOVE_READ_ENTRY_H
#define POSTMOVE_READ_ENTRY_H

#include "language/reading.h"
#include "language/said.h"

/* ---- own words ---- */

enum {
    LINE_TAKEN = 'c',   /* the kind of a line that is a command of the mail */
    LINE_UNBROKEN = 50, /* characters of a line that no mail program breaks */
};

/* True if the lines right below a quoted one are none that a mail program broke: the quoted line is
 * too short for that. */
bool own_words_below_short(const struct mail_text *mail, size_t at);

/* As own_words_all, of the lines from `first` to before `end`. Sets *cut (NULL: not wanted) if
 * there are more than GRAMMAR_TEXT_MAX bytes, and adds a sign that they were cut. */
char *own_words(const struct mail_text *mail, size_t first, size_t end, bool *cut);

/* ---- a line as a command ---- */

/* Reads a line of the mail, as it is written in a reply, in a mail to the plain address, or in a
 * reply about several boards; there and at the plain address it may begin with the number of its
 * board, and what is behind that is read as in a reply to a letter about the board. NULL if it is
 * talk. Free with reading_entry_free. */
struct reading_entry *read_line(const struct mail_text *mail, size_t at);

/* The command, shown as the line was written. Passes NULL on. */
struct command *read_line_as_written(struct command *command, const char *line);

/* True if a line is only that word. */
bool read_line_says(const char *text, const char *word);

/* True if words beside a command object to it: they take something back, or are a
 * remark of a few known words, said to nobody, that denies, doubts or asks something. `above` the
 * command "no" and a question speak of something earlier. */
bool read_line_objects(const struct said *said, bool above);

/* ---- entries ---- */

/* Adds an entry. Takes it. */
void read_entry_add(struct reading *reading, struct reading_entry *entry);

/* Adds a command as an entry. Takes it; NULL: nothing is added. */
void read_entry_add_command(struct reading *reading, struct command *command);

/* Turns a command into a line that is refused. */
void read_entry_refuse(struct reading_entry *entry, const char *key);

/* Makes an empty entry the refusal of a line that may be meant as a move, or is damaged. */
void read_entry_doubt(const struct grammar_context *context, const char *line,
                      struct reading_entry *entry);

/* The plan that a line begins, right or wrong: `if` and a square, or `if any` and, further on,
 * `then`; NULL if it begins none, or the letter's match does not run. */
const char *read_entry_plan_in(const struct grammar_context *context, const char *line);

/* Makes an empty entry the plan that a text is, or its refusal. */
void read_entry_plan(const struct grammar_context *context, const char *text,
                     struct reading_entry *entry);

/* Makes the text of a command from its line and the lines below it. */
void read_entry_complete_text(struct reading *reading, struct reading_entry *entry, char *below);

/* ---- the whole mail (reading_reply.c) ---- */

/* True if a grave command, which the line `written` is, stands alone in the mail, but for courtesy,
 * which in its own line needs a sentence of its own. Lines that are taken do not count. */
bool read_entry_is_alone(const struct mail_text *mail, const char *written,
                         const struct reading_entry *entry);

/* Gives the one command of a mail the words around it: those from line `behind` on are its text, or
 * with those above and what its own line says the comment. What may be another command, or meant
 * for the server, is held back. */
void read_entry_add_words(const struct mail_text *mail, size_t behind, struct reading_entry *entry,
                          struct reading *reading);

/* Reads what a mail as a whole means: an answer, or (`wishes`) what it asks for, or words for the
 * others when a match is over. NULL if it means no command. Free with command_free. */
struct command *read_entry_whole(const struct mail_text *mail, bool wishes);

#endif
