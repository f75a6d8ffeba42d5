/*
 * html.h: the words of an HTML mail as plain text.
 *
 * For mail that has no plain text of its own. Quotes are found by the marks that mail programs
 * leave and are cut out: a lone `>` stands for each, so that the code that reads the lines
 * knows that something was quoted there.
 */
#ifndef POSTMOVE_HTML_H
#define POSTMOVE_HTML_H

#include <glib.h>
#include <stdbool.h>

/* Prepares libxml2 and the character sets, so that no file need be opened later. */
void html_init(void);

/* True if a text has nothing but blanks. */
bool html_is_blank(const char *text);

/* The text of valid UTF-8 HTML; LF lines; What its writer could not see is
 * left out; *doubtful is set if their words may be hidden, moved or replaced in a way that was not
 * followed: then no command in them is certain. Free with g_free. */
char *html_to_text(const char *html, bool *doubtful);

#endif
