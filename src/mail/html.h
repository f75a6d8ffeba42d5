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

/* Opens libxml2, so that no file need be opened later. False if it is missing. */
bool html_init(void);

/* True if html_to_text was called, but not html_init. */
bool html_lacked(void);

/* The text of valid UTF-8 HTML; LF lines; "" without html_init. Free with g_free. */
char *html_to_text(const char *html);

#endif
