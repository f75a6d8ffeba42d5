/*
 * terminal.h: reads lines, and arranges text for a person at a terminal.
 *
 * If a person sits at a terminal and the program was built with libedit, the line can be
 * edited, earlier lines come back with the arrow keys, and the tab key completes words. Else
 * plain lines are read. A line that does not come from a terminal is printed behind its
 * prompt, so that the output reads as if the line had been typed.
 */
#ifndef POSTMOVE_CLI_TERMINAL_H
#define POSTMOVE_CLI_TERMINAL_H

#include <glib.h>

enum {
    TERMINAL_COLUMNS = 72,
    TERMINAL_LINE_MAX = 1000, /* bytes; a longer line is dropped */
};

struct terminal;

/* Returns the words (char *, owned by the array) that could be typed now, for completion.
 * `data` is that of terminal_new. */
typedef GPtrArray *terminal_words(void *data);

struct terminal *terminal_new(terminal_words *words, void *data);

/* Leaves the terminal as it was before terminal_new. */
void terminal_free(struct terminal *terminal);
typedef struct terminal Terminal;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Terminal, terminal_free)

enum terminal_reading {
    TERMINAL_LINE,
    TERMINAL_TOO_LONG, /* the line was read to its end and dropped */
    TERMINAL_END,      /* there are no more */
};

/* Reads a line and makes it clean with typing_clean. Free *line with g_free; it is NULL unless
 * TERMINAL_LINE is returned. An interrupt restores the terminal and ends the program. */
enum terminal_reading terminal_read(struct terminal *terminal, const char *prompt, char **line);

/* Bytes as text that is safe to show: UTF-8 without blanks at its ends, tabs turned into
 * blanks, `?` for every character that would act on a terminal, and typographic characters, as
 * pasted from a letter, plain. Free with g_free. */
char *typing_clean(const char *bytes, gsize length);

/* Completes a word: returns the longest beginning that all of `words` share which begin with
 * `typed`, without regard to case, and adds those (const char *, borrowed) to `fitting`. The
 * result is at least as long as `typed`; free with g_free. NULL if no word begins with it. */
char *typing_complete(const GPtrArray *words, const char *typed, GPtrArray *fitting);

/* The texts (const char *) in columns, filled row by row, at least two blanks apart. No row is
 * wider than `width` unless one text is; each row ends in LF, with no blanks before it. "" if
 * there are no texts. Free with g_free. */
char *columns_text(const GPtrArray *texts, int width);

#endif
