/*
 * terminal.h: reading a line, and writing for somebody who reads it.
 *
 * Where a person sits at a terminal and the program was built with libedit, the
 * line can be edited, earlier ones come back with the arrow keys, and the
 * tabulator completes words. Elsewhere plain lines are read. What does not come
 * from a terminal is written out behind its prompt, so that the output reads as
 * if it had been typed.
 */
#ifndef POSTMOVE_CLI_TERMINAL_H
#define POSTMOVE_CLI_TERMINAL_H

#include <glib.h>

enum {
    TERMINAL_COLUMNS = 72,
    TERMINAL_LINE_MAX = 1000, /* bytes of a line that is taken */
};

struct terminal;

/* What could be typed now: the words (char *, owned) among which the tabulator
 * looks; given the `data` of terminal_new. */
typedef GPtrArray *terminal_words(void *data);

struct terminal *terminal_new(terminal_words *words, void *data);

/* Leaves the terminal as it was found. */
void terminal_free(struct terminal *terminal);
typedef struct terminal Terminal;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Terminal, terminal_free)

enum terminal_reading {
    TERMINAL_LINE,
    TERMINAL_TOO_LONG, /* the line was read to its end and dropped */
    TERMINAL_END,      /* there are no more */
};

/* Reads a line. It is the caller's, made clean by typing_clean; NULL unless
 * TERMINAL_LINE. An interrupt ends the program, the terminal as it was. */
enum terminal_reading terminal_read(struct terminal *terminal, const char *prompt, char **line);

/* Bytes as text that is safe to show: UTF-8 without blanks at its ends,
 * tabulators turned into blanks, `?` for whatever would act on a terminal, and
 * typographic characters, as pasted from a letter, plain. The caller's. */
char *typing_clean(const char *bytes, gsize length);

/* How a word typed may go on: the beginning common to all of `words` that begin
 * with it, without regard to case; `fitting` (const char *, borrowed) gets these.
 * It is at least as long as the word; the caller's. NULL: none begins so. */
char *typing_complete(const GPtrArray *words, const char *typed, GPtrArray *fitting);

/* The texts (const char *), in rows from left to right, two blanks apart at
 * least, so that no row is wider than `width` unless one text is; each row ends
 * in LF, without blanks before it. The caller's; "" if there are none. */
char *columns_text(const GPtrArray *texts, int width);

#endif
