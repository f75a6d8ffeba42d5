#include "parse/html_tree.h"

#include <libxml/HTMLparser.h>
#include <libxml/SAX2.h>
#include <libxml/parserInternals.h>
#include <string.h>

#include "base/plain.h"
#include "mail/charset.h"

/* The blanks of HTML; patterns go over bytes, where \s may be a part of a letter. */
#define BLANK " \\t\\r\\n\\f\\v"

/* An attribute; an `=` begins a value only behind its name. */
#define ATTRIBUTE                                                                                  \
    "[^" BLANK "/>][^" BLANK "/>=]*+(?:[" BLANK "]*+=[" BLANK                                      \
    "]*+(?:\"[^\"]*+\"?|'[^']*+'?|[^" BLANK ">\"'][^" BLANK ">]*+)?)?"

/* A comment as browsers find its end, a mark that is neither a tag nor text, a tag, of an element
 * of bare text also its content, or a lone `<`. */
static const char pieces[] =
    "<!--(?:-?>|.*?(?:--!?>|\\z))|<(?:[!?]|/(?![a-z]|\\z))[^>]*+>?|"
    "<(?:(style|script|textarea|title|iframe|noembed|noframes|xmp)(?=[" BLANK "/>])|"
    "(/?)([a-z][^" BLANK "/>]*+))((?:[" BLANK "/]++|" ATTRIBUTE ")*+)(>?)"
    "(?(1)(.*?)(?:</\\1(?=[" BLANK "/>]|\\z)[^>]*+>?|\\z))|<";

/* Appends the attributes of a tag, with blanks between them. False: there are too many. */
static bool append_attributes(GString *out, const char *attributes)
{
    g_autoptr(GMatchInfo) match = NULL;
    int count = 0;
    for (g_regex_match(pattern_of(ATTRIBUTE), attributes, 0, &match);
         g_match_info_matches(match) && count <= HTML_TREE_ATTRIBUTES_MAX;
         g_match_info_next(match, NULL), count++) {
        g_autofree char *attribute = g_match_info_fetch(match, 0);
        /* The library would end a tag at a name that it does not take. */
        if (pattern_fits(attribute, "^[a-z_][a-z0-9_.:-]*+(?![^=" BLANK "])")) {
            g_string_append_printf(out, " %s", attribute);
        }
    }
    return count <= HTML_TREE_ATTRIBUTES_MAX;
}

/* Appends what takes the place of a piece. Notes in the tree which elements were opened, and if a
 * tag is left out. */
static gboolean append_piece(const GMatchInfo *match, GString *out, gpointer data)
{
    struct html_tree *tree = data;
    enum { WHOLE, BARE, SLASH, NAME, ATTRIBUTES, END, CONTENT };
    g_auto(GStrv) part = g_match_info_fetch_all(match);
    if (part[BARE] == NULL) {
        g_string_append(out, strcmp(part[WHOLE], "<") == 0 ? "&lt;" : "");
        return FALSE;
    }
    const bool bare = *part[BARE] != '\0', ends = *part[SLASH] == '/';
    g_autofree char *name = g_ascii_strdown(part[bare ? BARE : NAME], -1);
    const bool page = strcmp(name, "html") == 0 || strcmp(name, "body") == 0;
    const bool style = strcmp(name, "style") == 0;
    if (*part[END] == '\0' || strcmp(name, "head") == 0 || (page && ends) || (bare && !style)) {
        return FALSE; /* what follows a head or the end of the page still belongs to the page */
    }
    const gsize before = out->len;
    g_string_append_printf(out, "<%s%s%s", part[SLASH], name, page ? HTML_TREE_PAGE : "");
    if (!append_attributes(out, part[ATTRIBUTES])) {
        tree->whole = false;
        g_string_truncate(out, before);
        return FALSE;
    }
    g_string_append_c(out, '>');
    if (bare) {
        g_string_append_printf(out, "%s</style>", part[CONTENT]);
    } else {
        int open = GPOINTER_TO_INT(g_hash_table_lookup(tree->open, name)) + (ends ? -1 : 1);
        g_hash_table_insert(tree->open, g_steal_pointer(&name), GINT_TO_POINTER(open));
    }
    return FALSE;
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
    g_autofree char *piecewise =
        g_regex_replace_eval(pattern_of(pieces), html, -1, 0, 0, append_piece, tree, NULL);
    tree->whole &= piecewise != NULL;
    /* Without an element around it, libxml2 would put bare text into a <p>. */
    g_autofree char *source = g_strconcat("<top>", piecewise, NULL);
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

char *html_tree_text(const xmlNode *node)
{
    GString *text = g_string_new(NULL);
    for (const char *at = (const char *)node->content; *at != '\0'; at++) {
        if (at[0] == '\xc2' && ((unsigned char)at[1] & 0xe0) == 0x80) {
            at++;
            g_autofree char *shown = charset_to_utf8(at, 1, "windows-1252");
            g_string_append(text, shown);
        } else {
            g_string_append_c(text, *at);
        }
    }
    return g_string_free(text, FALSE);
}
