/*
 * html_tree.h: HTML as the tree that libxml2 makes of it.
 *
 * Before that, what libxml2 reads in another way than browsers is taken out: it shows some marks as
 * words, such as the <![if !supportLists]> of Word, and reads tags in what is bare text.
 */
#ifndef POSTMOVE_HTML_TREE_H
#define POSTMOVE_HTML_TREE_H

#include <glib.h>
#include <libxml/tree.h>
#include <stdbool.h>

/* Limits: elements around each other; attributes of a tag, which libxml2 compares with each other.
 */
enum { HTML_TREE_DEPTH_MAX = 1000, HTML_TREE_ATTRIBUTES_MAX = 1000 };

/* Is put behind the names html and body, for which libxml2 has rules of its own. Wherever they are,
 * their attributes are those of the whole page. */
#define HTML_TREE_PAGE "-"

struct html_tree {
    xmlDoc *document;
    xmlNode *root;    /* NULL: there is no element */
    GHashTable *open; /* by name in lower case: how many more start tags than end tags there are */
    bool mismatched;  /* an end tag is for another element than the one that was opened last */
    bool whole;       /* no limit was met; else the tree ends there, or lacks a tag */
};

/* Reads valid UTF-8. Elements of bare text (<script>, <title>, <textarea> ...) are left out, but
 * not <style>. Clear with html_tree_clear. */
void html_tree_read(const char *html, struct html_tree *tree);
void html_tree_clear(struct html_tree *tree);

/* The content of a text as browsers show it: `&#128;` is a character of windows-1252 (HTML,
 * "Numeric character reference end state"). Free with g_free. */
char *html_tree_text(const xmlNode *node);

#endif
