/*
 * html.h: the words of an HTML mail as plain text.
 *
 * For mail that has no plain text of its own. What the writer's program
 * quoted is cut out by the marks such programs leave: a lone `>` stands for
 * it, so that whoever reads the lines knows that something was quoted there.
 */
#ifndef POSTMOVE_HTML_H
#define POSTMOVE_HTML_H

#include <glib.h>

/* Readies libxml2, so that no file need be opened later. */
void html_init(void);

/* The text of valid UTF-8 HTML; LF lines. Free with g_free. */
char *html_to_text(const char *html);

#endif
