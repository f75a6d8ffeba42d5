/*
 * html_tree.h: HTML as the tree of elements that browsers make of it.
 *
 * Gumbo builds the tree by the rules of HTML 5, which say for every misplaced or missing tag which
 * element it ends. Here its input and its memory have limits.
 */
#ifndef POSTMOVE_HTML_TREE_H
#define POSTMOVE_HTML_TREE_H

#include <gumbo.h>
#include <stdbool.h>

/* HTML is cut before the tag that goes beyond one of these: Gumbo compares each attribute of a tag
 * with all others of that tag, and looks for each tag through all elements around it. */
enum {
    HTML_TREE_ATTRIBUTES_MAX = 1000, /* of a tag */
    HTML_TREE_TAGS_MAX = 5000,
};

/* Few tags can make a large tree: a <b> without an end goes on in each <p> that follows. */
enum { HTML_TREE_BYTES_MAX = 24 * 1024 * 1024 };

struct html_tree;

/* The tree of UTF-8 text; NULL if it would need too much memory. Free with html_tree_free. */
struct html_tree *html_tree_new(const char *html);
void html_tree_free(struct html_tree *tree);

/* Its <html> element; every tree has one. */
const GumboNode *html_tree_root(const struct html_tree *tree);

bool html_is_element(const GumboNode *node);

/* Whether it is an element of this name, in any case. */
bool html_is_named(const GumboNode *node, const char *name);

/* The value of an attribute of an element; NULL: it has none of that name. */
const char *html_attribute(const GumboNode *element, const char *name);

/* NULL: there is none. */
const GumboNode *html_first_child(const GumboNode *node);
const GumboNode *html_next_sibling(const GumboNode *node);

#endif
