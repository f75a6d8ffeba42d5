#include "mail/html_tree.h"

#include <glib.h>
#include <setjmp.h>
#include <string.h>

#define BLANKS " \t\r\n\f"
/* Without it a <table> would not end a <p>. */
#define DOCTYPE "<!DOCTYPE html>"

struct html_tree {
    char *html; /* the tree points into it */
    GumboOutput *output;
    GPtrArray *pieces; /* all memory that Gumbo has asked for */
    size_t bytes;      /* of all pieces */
    jmp_buf full;      /* where to go on if that is too much */
};

/* ---- limits of the input ---- */

/* Behind the attribute that begins at `at`: in its first place even a `=` is part of the name. */
static const char *after_attribute(const char *at)
{
    at += 1 + strcspn(at + 1, BLANKS "/>=");
    const char *equals = at + strspn(at, BLANKS);
    if (*equals != '=') {
        return at;
    }
    const char *value = equals + 1 + strspn(equals + 1, BLANKS);
    if (*value != '"' && *value != '\'') {
        return value + strcspn(value, BLANKS ">");
    }
    const char *end = strchr(value + 1, *value);
    return end != NULL ? end + 1 : value + strlen(value);
}

/* The end of the tag that begins at `at`; NULL if it has too many attributes. */
static const char *tag_end(const char *at)
{
    at += strcspn(at, BLANKS "/>");
    for (int attributes = 0; attributes <= HTML_TREE_ATTRIBUTES_MAX; attributes++) {
        at += strspn(at, BLANKS "/");
        if (*at == '>' || *at == '\0') {
            return at;
        }
        at = after_attribute(at);
    }
    return NULL;
}

/* How many bytes are within the limits. What looks like a tag counts as one even where it is none,
 * as within a comment or another tag. */
static size_t length_within_limits(const char *html)
{
    enum { LOOKED_AT_MAX = 16 * 1024 * 1024 }; /* bytes, those of tags within tags again */
    size_t looked_at = 0;
    int tags = 0;
    const char *at = html + strcspn(html, "<");
    while (*at != '\0') {
        const char *end = g_ascii_isalpha(at[1]) ? tag_end(at) : at;
        tags += end != at;
        looked_at += end != NULL ? (size_t)(end - at) : 0;
        if (end == NULL || tags > HTML_TREE_TAGS_MAX || looked_at > LOOKED_AT_MAX) {
            break;
        }
        at += 1 + strcspn(at + 1, "<");
    }
    return (size_t)(at - html);
}

/* ---- memory ---- */

static void *allocate(void *data, size_t size)
{
    struct html_tree *tree = data;
    tree->bytes += size;
    if (tree->bytes > HTML_TREE_BYTES_MAX) {
        longjmp(tree->full, 1); /* Gumbo cannot be told that there is no more */
    }
    void *piece = g_malloc(size);
    g_ptr_array_add(tree->pieces, piece);
    return piece;
}

/* Gumbo forgets some pieces, and frees elements within each other by recursion: all are freed
 * together. */
static void keep(void *data, void *piece)
{
    (void)data;
    (void)piece;
}

struct html_tree *html_tree_new(const char *html)
{
    struct html_tree *tree = g_new0(struct html_tree, 1);
    g_autofree char *start = g_strndup(html, length_within_limits(html));
    tree->html = g_strconcat(DOCTYPE, start, NULL);
    tree->pieces = g_ptr_array_new_with_free_func(g_free);
    GumboOptions options = kGumboDefaultOptions;
    options.allocator = allocate;
    options.deallocator = keep;
    options.userdata = tree;
    options.max_errors = 0;
    if (setjmp(tree->full) != 0) {
        html_tree_free(tree);
        return NULL;
    }
    tree->output = gumbo_parse_with_options(&options, tree->html, strlen(tree->html));
    return tree;
}

void html_tree_free(struct html_tree *tree)
{
    g_ptr_array_unref(tree->pieces);
    g_free(tree->html);
    g_free(tree);
}

/* ---- nodes ---- */

const GumboNode *html_tree_root(const struct html_tree *tree)
{
    return tree->output->root;
}

bool html_is_element(const GumboNode *node)
{
    return node->type == GUMBO_NODE_ELEMENT || node->type == GUMBO_NODE_TEMPLATE;
}

bool html_is_named(const GumboNode *node, const char *name)
{
    if (!html_is_element(node)) {
        return false;
    }
    const GumboElement *element = &node->v.element;
    if (element->tag != GUMBO_TAG_UNKNOWN) {
        return g_ascii_strcasecmp(gumbo_normalized_tagname(element->tag), name) == 0;
    }
    GumboStringPiece written = element->original_tag;
    gumbo_tag_from_original_text(&written);
    return written.length == strlen(name) &&
           g_ascii_strncasecmp(written.data, name, written.length) == 0;
}

const char *html_attribute(const GumboNode *element, const char *name)
{
    const GumboAttribute *found = gumbo_get_attribute(&element->v.element.attributes, name);
    return found != NULL ? found->value : NULL;
}

static const GumboNode *child_at(const GumboNode *node, size_t at)
{
    const GumboVector *children = &node->v.element.children;
    return html_is_element(node) && at < children->length ? children->data[at] : NULL;
}

const GumboNode *html_first_child(const GumboNode *node)
{
    return child_at(node, 0);
}

const GumboNode *html_next_sibling(const GumboNode *node)
{
    return child_at(node->parent, node->index_within_parent + 1);
}
