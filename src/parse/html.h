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

/* Makes plain text with LF lines of HTML (valid UTF-8), without what its writer could not see. Sets
 * *doubtful if a style that is not followed here may hide, move or replace words: then no command
 * in them is certain. Free with g_free. */
char *html_to_text(const char *html, bool *doubtful);

#endif
