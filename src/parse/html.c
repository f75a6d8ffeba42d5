#include "parse/html.h"

#include <libxml/HTMLparser.h>
#include <stdbool.h>
#include <string.h>

#include "base/plain.h"
#include "mail/charset.h"
#include "parse/html_sheet.h"
#include "parse/html_style.h"
#include "parse/html_tree.h"

#define BLANKS " \t\r\n\f"
#define RIGHT_TO_LEFT_MARK "\xE2\x80\x8F"

/* What is done with an element. */
enum fate {
    FATE_INLINE, /* its words are part of the line */
    FATE_DROP,   /* none of it is text */
    FATE_QUOTE,  /* someone else's words: one quoted line replaces all of it */
    FATE_END,    /* it and all that follows are someone else's words */
};

/* Elements without any text. */
static const char *const dropped_elements[] = {
    "template",
    "noscript",
    /* fallbacks, seen only if what they replace is not */
    "object",
    "applet",
    "audio",
    "video",
    "canvas",
    "frameset",
    "meter",
    "progress",
    "rp",
    "svg",
    "math",
    /* fields of forms, in which nobody writes mail */
    "select",
    "option",
    "datalist",
    "button",
    "input",
    /* crossed out */
    "s",
    "strike",
    "del",
    NULL,
};

#define WORD(words) "(?<!\\S)(?:" words ")(?!\\S)"

/* The marks that mail programs leave: a pattern that the value of an attribute fits. The first that
 * fits decides. */
static const struct mark {
    const char *attribute, *pattern;
    enum fate fate;
} marks[] = {
    { "hidden", "", FATE_DROP },
    { "popover", "", FATE_DROP },
    /* signatures, and attributions outside of their quote */
    { "class", WORD("gmail_signature|moz-signature|moz-cite-prefix|gmail_attr"), FATE_DROP },
    { "id", "^(AppleMailSignature|ms-outlook-mobile-signature|Signature|reply-intro)$", FATE_DROP },
    /* quotes */
    { "class",
      WORD(
          "gmail_quote|gmail_quote_container|protonmail_quote|tutanota_quote|zmail_extra") "|yahoo_"
                                                                                           "quoted",
      FATE_QUOTE },
    { "name", "^quote$", FATE_QUOTE },
    { "type", "^cite$", FATE_QUOTE },
    { "cite", "", FATE_QUOTE },
    { "id", "^OLK_SRC_BODY_SECTION$", FATE_QUOTE },
    /* the beginning of the old mail, which a program puts below the new one, unmarked */
    { "class",
      WORD("OutlookMessageHeader|ms-outlook-mobile-reference-message|moz-forward-container"),
      FATE_END },
    { "id", "divRplyFwdMsg|appendonsend|^(stopSpelling|mail-editor-reference-message-container)$",
      FATE_END },
};

/* Elements on lines of their own, and those with blank lines around them. */
static const char on_lines[] =
    " div tr li ul ol dl dt dd table pre hr form center article section header "
    "footer address body" HTML_TREE_PAGE " aside figcaption caption ";
static const char apart[] = " p h1 h2 h3 h4 h5 h6 blockquote ";

struct writer {
    GString *text;
    unsigned breaks; /* line ends that are due before the next word; 2 make a blank line */
    bool blank;      /* a blank is due before it */
    const struct html_tree *tree;
    bool hidden; /* words were left out since they are not seen */
    struct html_sheets sheets;
};

static void break_line(struct writer *writer, unsigned breaks)
{
    writer->breaks = MAX(writer->breaks, breaks);
    writer->blank = writer->blank && breaks == 0;
}

/* A <br>: ends the line, or, at its beginning, leaves it blank. */
static void end_line(struct writer *writer)
{
    break_line(writer, MIN(writer->breaks + 1, 2));
}

static void begin_word(struct writer *writer, const struct html_style *look)
{
    const bool at_begin = writer->breaks > 0 || writer->text->len == 0;
    if (writer->breaks > 0 && writer->text->len > 0) {
        g_string_append(writer->text, writer->breaks > 1 ? "\n\n" : "\n");
    } else if (writer->blank && writer->breaks == 0) {
        g_string_append_c(writer->text, ' ');
    }
    writer->breaks = 0;
    writer->blank = false;
    if ((look->effects & HTML_TURNS) != 0 && at_begin) {
        g_string_append(writer->text, RIGHT_TO_LEFT_MARK);
    }
}

static void write_words(struct writer *writer, const char *words, const struct html_style *look)
{
    for (; (look->effects & HTML_PRE) != 0 && *words != '\0'; words++) {
        if (*words == '\n') {
            end_line(writer);
        } else if (*words != '\r') {
            begin_word(writer, look);
            g_string_append_c(writer->text, *words);
        }
    }
    while (*words != '\0') {
        size_t blanks = strspn(words, BLANKS);
        writer->blank |= blanks > 0;
        words += blanks;
        size_t length = strcspn(words, BLANKS);
        if (length > 0) {
            begin_word(writer, look);
            g_string_append_len(writer->text, words, (gssize)length);
            words += length;
        }
    }
}

/* The line ends around an element. */
static unsigned breaks_around(const xmlNode *element)
{
    g_autofree char *word = g_strdup_printf(" %s ", (const char *)element->name);
    return strstr(apart, word) != NULL ? 2 : strstr(on_lines, word) != NULL ? 1 : 0;
}

static bool is_named(const xmlNode *element, const char *name)
{
    return element->type == XML_ELEMENT_NODE &&
           g_ascii_strcasecmp((const char *)element->name, name) == 0;
}

static char *attribute_of(const xmlNode *element, const char *name)
{
    return (char *)xmlGetProp(element, (const xmlChar *)name);
}

/* True if a <blockquote> has signs of a quote, or what was written last seems to say whose words
 * follow. Else a mail program has indented words of the writer. */
static bool cites(const struct writer *writer, const xmlNode *element)
{
    static const char signs[] = "border(-left)?(-style|-width)?:(?! *(none|0|medium none))";
    const char *line = strrchr(writer->text->str, '\n');
    line = line != NULL ? line : writer->text->str;
    g_autofree char *style = attribute_of(element, "style");
    g_autofree char *class = attribute_of(element, "class");
    return pattern_fits(line, "[@0-9].*:\\z") ||
           (class != NULL && pattern_fits(class, "quote|cite")) ||
           (style != NULL && pattern_fits(style, signs));
}

/* What is done with an element. */
static enum fate fate_of(const struct writer *writer, const xmlNode *element)
{
    const bool closed = !xmlHasProp(element, (const xmlChar *)"open");
    if (g_strv_contains(dropped_elements, (const char *)element->name) ||
        (closed && is_named(element, "dialog"))) {
        return FATE_DROP;
    }
    for (size_t i = 0; element->properties != NULL && i < G_N_ELEMENTS(marks); i++) {
        g_autofree char *value = attribute_of(element, marks[i].attribute);
        if (value != NULL && pattern_fits(value, marks[i].pattern)) {
            return marks[i].fate;
        }
    }
    return is_named(element, "blockquote") && cites(writer, element) ? FATE_QUOTE : FATE_INLINE;
}

static void leave(struct writer *writer, const xmlNode *element)
{
    if (is_named(element, "br")) {
        end_line(writer);
    } else if (is_named(element, "td") || is_named(element, "th")) {
        writer->blank = true;
    } else {
        break_line(writer, breaks_around(element));
    }
}

/* ---- what is seen ---- */

static bool is_unseen(const struct html_style *look)
{
    return (look->effects & (HTML_TINY | HTML_INVISIBLE)) != 0 ||
           (look->inked && look->grounded && html_color_alike(look->ink.rgb, look->ground.rgb));
}

static bool is_page(const xmlNode *element)
{
    return g_str_has_suffix((const char *)element->name, HTML_TREE_PAGE);
}

/* Words within the element are left out since they are not seen. libxml2 does not always end an
 * element where browsers do, so it counts only if its tags match. */
static void note_hidden(struct writer *writer, const xmlNode *element)
{
    const htmlElemDesc *known = htmlTagLookup(element->name);
    if (known != NULL && known->empty) {
        return; /* such as <img>: it has no words */
    }
    writer->hidden = true;
    if (is_page(element) || g_hash_table_lookup(writer->tree->open, element->name) != NULL) {
        writer->sheets.effects |= HTML_DOUBTFUL;
    }
}

/* The attributes of an element that say how it looks, as plain declarations. Free with g_free. */
static char *declarations_of(const xmlNode *element)
{
    static const struct {
        const char *attribute, *property;
    } meanings[] = { { "color", "color" },
                     { "text", "color" },
                     { "bgcolor", "background-color" },
                     { "dir", "direction" } };
    GString *all = g_string_new(NULL);
    for (size_t i = 0; i < G_N_ELEMENTS(meanings); i++) {
        g_autofree char *value = attribute_of(element, meanings[i].attribute);
        g_autofree char *plain = html_style_plain(value != NULL ? value : "");
        if (*plain != '\0') {
            g_string_append_printf(all, "%s:%s;", meanings[i].property, plain);
        }
    }
    g_autofree char *style = attribute_of(element, "style");
    g_autofree char *plain = html_style_plain(style != NULL ? style : "");
    g_string_append(all, plain);
    return g_string_free(all, FALSE);
}

/* Sets how an element looks, from how the one around it does. False: nothing of it is seen. */
static bool see(struct writer *writer, const xmlNode *element, const struct html_style *around,
                struct html_style *look)
{
    *look = *around;
    look->effects |= is_named(element, "pre")       ? HTML_PRE
                     : is_named(element, "marquee") ? HTML_DOUBTFUL
                                                    : 0U;
    const unsigned doubt = look->effects & HTML_DOUBTFUL;
    if (element->properties == NULL) {
        return true;
    }
    g_autofree char *declarations = declarations_of(element);
    struct html_sheets *sheets = &writer->sheets;
    html_style_collect(declarations, sheets->variables);
    look->effects &= ~(unsigned)HTML_DOUBTFUL;
    html_style_read(declarations, sheets->variables, look);
    const bool hides = (look->effects & HTML_HIDES) != 0;
    const bool turns = is_named(element, "bdo") && (look->effects & HTML_TURNS) != 0;
    if (turns || strchr(declarations, '&') != NULL) { /* a name that libxml2 does not know */
        look->effects |= HTML_DOUBTFUL;
    }
    if (hides || is_unseen(look) != is_unseen(around)) {
        note_hidden(writer, element);
    }
    const unsigned above = look->grounded ? HTML_COVERS | HTML_DOUBTFUL : HTML_COVERS;
    sheets->effects |= !hides && (look->effects & above) != 0 ? HTML_DOUBTFUL : 0U;
    look->effects |= doubt;
    return !hides;
}

/* ---- the tree ---- */

static void add_names(GHashTable *names, const xmlNode *element)
{
    if (!is_page(element)) {
        html_sheets_add_name(names, '\0', (const char *)element->name);
    }
    for (const xmlAttr *at = element->properties; at != NULL; at = at->next) {
        g_autofree char *value = attribute_of(element, (const char *)at->name);
        html_sheets_add_name(names, '[', (const char *)at->name);
        if (strcmp((const char *)at->name, "id") == 0) {
            html_sheets_add_name(names, '#', value);
        } else if (strcmp((const char *)at->name, "class") == 0) {
            g_auto(GStrv) words = g_strsplit_set(value, BLANKS, -1);
            for (char **word = words; *word != NULL; word++) {
                html_sheets_add_name(names, '.', *word);
            }
        }
    }
}

static void write_text(struct writer *writer, const xmlNode *node, const struct html_style *look)
{
    if (node->content == NULL || is_unseen(look)) {
        return;
    }
    g_autofree char *words = html_tree_text(node);
    write_words(writer, words, look);
    if (html_is_blank(words)) {
        return;
    }
    html_sheets_add_look(&writer->sheets, look);
    for (xmlNode *at = node->parent;
         at != NULL && at->type == XML_ELEMENT_NODE && at->_private == NULL; at = at->parent) {
        add_names(writer->sheets.worded, at);
        at->_private = at; /* done */
    }
}

static bool write_node(struct writer *writer, xmlNode *node, const struct html_style *around);

/* Writes what is in an element; of a closed <details> only its first <summary>. False: all that
 * follows are someone else's words. */
static bool write_children(struct writer *writer, xmlNode *element, const struct html_style *look)
{
    bool closed =
        is_named(element, "details") && xmlHasProp(element, (const xmlChar *)"open") == NULL;
    bool summary = false;
    for (xmlNode *child = element->children; child != NULL; child = child->next) {
        if (closed && (summary || !is_named(child, "summary"))) {
            note_hidden(writer, element);
            continue;
        }
        summary = true;
        if (!write_node(writer, child, look)) {
            return false;
        }
    }
    return true;
}

/* Writes one node; false as for write_children. The depth of a tree is limited. */
static bool write_node(struct writer *writer, xmlNode *node, const struct html_style *around)
{
    if (node->type != XML_ELEMENT_NODE) {
        if (node->type == XML_TEXT_NODE || node->type == XML_CDATA_SECTION_NODE ||
            node->type == XML_ENTITY_REF_NODE) {
            write_text(writer, node, around);
        }
        return true;
    }
    if (is_named(node, "style")) {
        return true;
    }
    struct html_style look;
    switch (fate_of(writer, node)) {
    case FATE_END:
        return false;
    case FATE_QUOTE:
        break_line(writer, 1);
        begin_word(writer, around);
        g_string_append_c(writer->text, '>');
        break_line(writer, 2);
        return true;
    case FATE_DROP:
        note_hidden(writer, node);
        return true;
    case FATE_INLINE:
        break;
    }
    if (!see(writer, node, around, &look)) {
        return true;
    }
    break_line(writer, breaks_around(node));
    if (!write_children(writer, node, &look)) {
        return false;
    }
    leave(writer, node);
    return true;
}

/* Reads the sheets and names of the whole mail: a sheet also holds for the elements above it. */
static void read_sheets(struct html_sheets *sheets, xmlNode *node)
{
    for (; node != NULL; node = node->next) {
        if (node->type != XML_ELEMENT_NODE) {
            continue;
        }
        add_names(sheets->all, node);
        g_autofree char *rel = attribute_of(node, "rel");
        if (is_named(node, "style")) {
            g_autofree char *text = (char *)xmlNodeGetContent(node);
            g_autofree char *media = attribute_of(node, "media");
            html_sheets_add(sheets, text, media);
        } else if (is_named(node, "link") && rel != NULL && pattern_fits(rel, WORD("stylesheet"))) {
            sheets->effects |= HTML_DOUBTFUL;
        }
        read_sheets(sheets, node->children);
    }
}

void html_init(void)
{
    charset_init();
    xmlInitParser();
}

bool html_is_blank(const char *text)
{
    return !g_regex_match(pattern_kept("[^\\s\\p{Z}]", G_REGEX_DEFAULT), text, 0, NULL);
}

char *html_to_text(const char *html, bool *doubtful)
{
    struct html_tree tree;
    html_tree_read(html, &tree);
    struct writer writer = { .text = g_string_new(NULL), .tree = &tree };
    const struct html_style plain = { 0 };
    html_sheets_init(&writer.sheets);
    if (tree.root != NULL) {
        read_sheets(&writer.sheets, tree.root);
        write_node(&writer, tree.root, &plain);
    }
    *doubtful =
        !tree.whole || (writer.hidden && tree.mismatched) || html_sheets_doubt(&writer.sheets);
    html_sheets_clear(&writer.sheets);
    html_tree_clear(&tree);
    g_autofree char *lines = g_strconcat(writer.text->str, "\n", NULL);
    g_string_free(writer.text, TRUE);
    return g_utf8_make_valid(lines, -1);
}
