/*
 * html_nest.h: the tags of an HTML mail, each closed where browsers close it.
 *
 * libxml2 follows older rules: it ends a <b> where a <p> begins, so that what a browser hides
 * would be seen. Here each element gets its end tag, and a name that libxml2 has no rules for.
 */
#ifndef POSTMOVE_HTML_NEST_H
#define POSTMOVE_HTML_NEST_H

#include <glib.h>
#include <libxml/tree.h>
#include <stdbool.h>

/* What is put before the name of each element, and the name of the element around all others.
 * In a name, a character that is no letter, digit or `-` becomes HTML_NEST_ESCAPE and its code
 * of two digits. */
#define HTML_NEST_PREFIX "x-"
#define HTML_NEST_ESCAPE '_'
#define HTML_NEST_TOP "top"
/* This attribute marks an element whose end browsers do not agree on, or that goes on in
 * elements which are outside of it here. */
#define HTML_NEST_ASTRAY "data-astray"

enum {
    HTML_NEST_DEPTH_MAX = 240, /* libxml2 gives up at 256 */
    HTML_NEST_NAME_MAX = 90,   /* bytes of a name; libxml2 reads 100 */
};

struct html_nest {
    GString *out;
    GArray *open;      /* the open elements within <body> */
    GArray *tags;      /* struct nest_tag, one for each element that was opened */
    char *html, *body; /* attributes of <html> and <body>, until they begin */
    bool started;      /* <html> and <body> have begun */
};

void html_nest_init(struct html_nest *nest);

/* Adds a start tag: its name in lower case, and its attributes as written, without `/`. False:
 * it is nested too deep, and nothing more is to be added. */
bool html_nest_start(struct html_nest *nest, const char *name, const char *attributes);
void html_nest_end(struct html_nest *nest, const char *name);

/* Adds text as written. `literal`: `&` stands only for itself there. */
void html_nest_text(struct html_nest *nest, const char *text, size_t length, bool literal);

/* The whole text. Free with g_free. */
char *html_nest_finish(struct html_nest *nest);

/* Gives the elements in a tree that was made of this text the names they have in the mail.
 * Returns the element around all others; NULL if the tree lacks it. */
xmlNode *html_nest_restore(xmlNode *root);

/* The node after `node` in the tree of `root`, in the order of the text; NULL: none. */
xmlNode *html_nest_next(xmlNode *root, xmlNode *node);

#endif
