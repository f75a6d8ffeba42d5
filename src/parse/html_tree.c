#include "parse/html_tree.h"

#include <libxml/HTMLparser.h>
#include <libxml/SAX2.h>
#include <libxml/parserInternals.h>
#include <string.h>

#define BLANKS " \t\r\n\f\v"

/* The place behind a comment that begins at `at`, as browsers find its end; NULL: it has none. */
static const char *after_comment(const char *at)
{
    at += strlen("<!--");
    if (*at == '>' || g_str_has_prefix(at, "->")) {
        return strchr(at, '>') + 1;
    }
    while ((at = strchr(at, '-')) != NULL) {
        size_t dashes = strspn(at, "-");
        at += dashes;
        bool bang = dashes == 2 && *at == '!';
        if (dashes >= 2 && at[bang] == '>') {
            return at + bang + 1;
        }
    }
    return NULL;
}

/* The place behind a mark that begins at `at` and is neither a tag nor text; NULL: it does not
 * end. */
static const char *after_mark(const char *at)
{
    if (g_str_has_prefix(at, "<!--")) {
        return after_comment(at);
    }
    const char *end = strchr(at, '>');
    return end != NULL ? end + 1 : NULL;
}

/* The end of the value of an attribute that follows its `=`. */
static const char *after_value(const char *value)
{
    value += strspn(value, BLANKS);
    if (*value != '"' && *value != '\'') {
        return value + strcspn(value, BLANKS ">");
    }
    const char *end = strchr(value + 1, *value);
    return end != NULL ? end + 1 : value + strlen(value);
}

/* Appends the attributes that begin at `at`; a `/` between them becomes a blank. An `=` begins a
 * value only behind an attribute's name; elsewhere it begins a name itself. Returns the `>` that
 * ends the tag, or the end of the text; NULL: there are too many. */
static const char *append_attributes(GString *out, const char *at)
{
    int attributes = 0;
    bool named = false;
    while (*at != '\0' && *at != '>') {
        const size_t blanks = strspn(at, BLANKS);
        if (blanks > 0 || *at == '/') {
            named = named && blanks > 0 && at[blanks] == '=';
            g_string_append_c(out, ' ');
            at += MAX(blanks, 1);
            continue;
        }
        const bool value = *at == '=' && named;
        const char *next = value ? after_value(at + 1) : at + 1 + strcspn(at + 1, BLANKS "/=>");
        g_string_append_len(out, at, next - at);
        named = !value;
        attributes += named;
        if (attributes > HTML_TREE_ATTRIBUTES_MAX) {
            return NULL;
        }
        if (value) {
            g_string_append_c(out, ' ');
        }
        at = next;
    }
    return at;
}

/* The end tag that ends an element of bare text, or the end. */
static const char *bare_end(const char *at, const char *name)
{
    while ((at = strstr(at, "</")) != NULL) {
        const char *named = at + strlen("</");
        size_t length = strlen(name);
        if (g_ascii_strncasecmp(named, name, length) == 0 &&
            strchr(BLANKS "/>", named[length]) != NULL) {
            return at;
        }
        at = named;
    }
    return NULL;
}

/* Takes the tag at `at`; `slash`: 1 for an end tag, else 0. Returns the place behind it; NULL:
 * nothing more is read. */
static const char *take_tag(GString *out, struct html_tree *tree, const char *at, size_t slash)
{
    static const char *const bare[] = { "style",   "script",   "textarea", "title", "iframe",
                                        "noembed", "noframes", "xmp",      NULL };
    const gsize before = out->len;
    size_t length = 1 + slash + strcspn(at + 1 + slash, BLANKS "/>");
    g_autofree char *name = g_ascii_strdown(at + 1 + slash, (gssize)(length - 1 - slash));
    const bool page = strcmp(name, "html") == 0 || strcmp(name, "body") == 0;
    g_string_append_len(out, at, (gssize)length);
    g_string_append(out, page ? HTML_TREE_PAGE : "");
    const char *end = append_attributes(out, at + length);
    if (end == NULL || *end == '\0') {
        tree->whole &= end != NULL;
        g_string_truncate(out, before);
        return NULL;
    }
    g_string_append_c(out, '>');
    end++;
    if (strcmp(name, "head") == 0 || (page && slash > 0)) {
        g_string_truncate(out, before); /* what follows still belongs to the page */
        return end;
    }
    if (slash > 0 || !g_strv_contains(bare, name)) {
        int open = GPOINTER_TO_INT(g_hash_table_lookup(tree->open, name)) + (slash > 0 ? -1 : 1);
        g_hash_table_insert(tree->open, g_steal_pointer(&name), GINT_TO_POINTER(open));
        return end;
    }
    const char *behind = bare_end(end, name);
    if (strcmp(name, "style") == 0) {
        g_string_append_len(out, end, behind != NULL ? behind - end : (gssize)strlen(end));
        g_string_append(out, "</style>");
    } else {
        g_string_truncate(out, before);
    }
    behind = behind != NULL ? strchr(behind, '>') : NULL;
    return behind != NULL ? behind + 1 : NULL;
}

/* The HTML without what libxml2 reads in another way than browsers. Notes in the tree which
 * elements were opened, and if it is cut. Free with g_free. */
static char *prepared(const char *at, struct html_tree *tree)
{
    /* Without an element around it, libxml2 would put bare text into a <p>. */
    GString *out = g_string_new("<top>");
    while (at != NULL && *at != '\0') {
        size_t slash = at[0] == '<' && at[1] == '/' ? 1 : 0;
        if (*at == '<' && g_ascii_isalpha(at[1 + slash])) {
            at = take_tag(out, tree, at, slash);
        } else if (*at == '<' && (at[1] == '!' || at[1] == '?' || (slash && at[2] != '\0'))) {
            at = after_mark(at);
        } else if (*at == '<') {
            g_string_append(out, "&lt;");
            at++;
        } else {
            size_t length = strcspn(at, "<");
            g_string_append_len(out, at, (gssize)length);
            at += length;
        }
    }
    return g_string_free(out, FALSE);
}

/* ---- the tree ---- */

static void note_fault(void *tree, xmlErrorPtr error)
{
    ((struct html_tree *)tree)->mismatched |= error->code == XML_ERR_TAG_NAME_MISMATCH;
}

static void start_element(void *data, const xmlChar *name, const xmlChar **attributes)
{
    htmlParserCtxtPtr context = data;
    if (context->nodeNr > HTML_TREE_DEPTH_MAX) {
        xmlStopParser(context);
    } else {
        xmlSAX2StartElement(data, name, attributes);
    }
}

void html_tree_read(const char *html, struct html_tree *tree)
{
    *tree = (struct html_tree){
        .open = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL),
        .whole = true,
    };
    g_autofree char *source = prepared(html, tree);
    htmlParserCtxtPtr context = htmlCreateMemoryParserCtxt(source, (int)strlen(source));
    if (context == NULL) {
        return; /* there is nothing */
    }
    htmlCtxtUseOptions(context, HTML_PARSE_RECOVER | HTML_PARSE_NONET | HTML_PARSE_NOIMPLIED |
                                    HTML_PARSE_IGNORE_ENC);
    context->options |= XML_PARSE_HUGE; /* the depth is limited here */
    context->sax->startElement = start_element;
    xmlSwitchEncoding(context, XML_CHAR_ENCODING_UTF8);
    xmlSetStructuredErrorFunc(tree, note_fault);
    htmlParseDocument(context);
    xmlSetStructuredErrorFunc(NULL, NULL);
    tree->whole &= context->disableSAX == 0;
    tree->document = context->myDoc;
    tree->root = tree->document != NULL ? xmlDocGetRootElement(tree->document) : NULL;
    htmlFreeParserCtxt(context);
}

void html_tree_clear(struct html_tree *tree)
{
    g_hash_table_unref(tree->open);
    xmlFreeDoc(tree->document);
}

xmlNode *html_tree_next(xmlNode *root, xmlNode *node)
{
    if (node->type == XML_ELEMENT_NODE && node->children != NULL) {
        return node->children;
    }
    while (node != root && node->next == NULL) {
        node = node->parent;
    }
    return node != root ? node->next : NULL;
}

char *html_tree_text(const xmlNode *node)
{
    static const gunichar shown[] = {
        0x20ac, 0x0081, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160,
        0x2039, 0x0152, 0x008d, 0x017d, 0x008f, 0x0090, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022,
        0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0x009d, 0x017e, 0x0178,
    };
    const char *words = (const char *)node->content;
    GString *text = g_string_sized_new(strlen(words));
    for (const char *at = words; *at != '\0'; at++) {
        unsigned char next = (unsigned char)at[1];
        if (at[0] == '\xc2' && next >= 0x80 && next - 0x80u < G_N_ELEMENTS(shown)) {
            g_string_append_unichar(text, shown[next - 0x80u]);
            at++;
        } else {
            g_string_append_c(text, *at);
        }
    }
    return g_string_free(text, FALSE);
}
