#include "mail/html.h"

#include <libxml/HTMLparser.h>
#include <stdbool.h>
#include <string.h>

#include "mail/charset.h"
#include "mail/html_look.h"
#include "mail/html_nest.h"
#include "mail/html_source.h"
#include "mail/xml_library.h"

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
    "head",
    "title",
    "script",
    "style",
    "template",
    "noscript",
    /* fallbacks, seen only if what they replace is not */
    "object",
    "applet",
    "audio",
    "video",
    "canvas",
    "iframe",
    "frameset",
    "noframes",
    "noembed",
    "meter",
    "progress",
    "rp",
    "svg",
    "math",
    /* fields of forms, in which nobody writes mail */
    "select",
    "option",
    "datalist",
    "textarea",
    "button",
    "input",
    /* crossed out */
    "s",
    "strike",
    "del",
    NULL,
};

enum fit {
    FIT_PRESENT,  /* the attribute is there */
    FIT_EQUALS,   /* the attribute has this value */
    FIT_WORD,     /* one of its words between blanks, as of a class */
    FIT_CONTAINS, /* its value without blanks contains this */
};

/* The marks that mail programs leave. The first that fits decides. */
static const struct mark {
    const char *attribute;
    const char *value;
    enum fit fit;
    enum fate fate;
} marks[] = {
    { "hidden", NULL, FIT_PRESENT, FATE_DROP },
    { "popover", NULL, FIT_PRESENT, FATE_DROP },
    /* signatures */
    { "class", "gmail_signature", FIT_WORD, FATE_DROP },
    { "class", "moz-signature", FIT_WORD, FATE_DROP },
    { "id", "AppleMailSignature", FIT_EQUALS, FATE_DROP },
    { "id", "ms-outlook-mobile-signature", FIT_EQUALS, FATE_DROP },
    { "id", "Signature", FIT_EQUALS, FATE_DROP },
    /* attributions outside of their quote */
    { "class", "moz-cite-prefix", FIT_WORD, FATE_DROP },
    { "class", "gmail_attr", FIT_WORD, FATE_DROP },
    { "id", "reply-intro", FIT_EQUALS, FATE_DROP },
    /* quotes */
    { "class", "gmail_quote", FIT_WORD, FATE_QUOTE },
    { "class", "gmail_quote_container", FIT_WORD, FATE_QUOTE },
    { "class", "yahoo_quoted", FIT_CONTAINS, FATE_QUOTE },
    { "class", "protonmail_quote", FIT_WORD, FATE_QUOTE },
    { "class", "tutanota_quote", FIT_WORD, FATE_QUOTE },
    { "class", "zmail_extra", FIT_WORD, FATE_QUOTE },
    { "name", "quote", FIT_EQUALS, FATE_QUOTE },
    { "type", "cite", FIT_EQUALS, FATE_QUOTE },
    { "id", "OLK_SRC_BODY_SECTION", FIT_EQUALS, FATE_QUOTE },
    /* the beginning of the old mail, which a program puts below the new one, unmarked */
    { "class", "OutlookMessageHeader", FIT_WORD, FATE_END },
    { "class", "ms-outlook-mobile-reference-message", FIT_WORD, FATE_END },
    { "class", "moz-forward-container", FIT_WORD, FATE_END },
    { "id", "divRplyFwdMsg", FIT_CONTAINS, FATE_END },
    { "id", "appendonsend", FIT_CONTAINS, FATE_END },
    { "id", "stopSpelling", FIT_EQUALS, FATE_END },
    { "id", "mail-editor-reference-message-container", FIT_EQUALS, FATE_END },
};

/* Elements on lines of their own: 1 a new line, 2 a blank line around them. */
static const struct {
    const char *element;
    unsigned breaks;
} blocks[] = {
    { "p", 2 },       { "div", 1 },     { "tr", 1 },         { "li", 1 },      { "ul", 1 },
    { "ol", 1 },      { "dl", 1 },      { "dt", 1 },         { "dd", 1 },      { "table", 1 },
    { "h1", 2 },      { "h2", 2 },      { "h3", 2 },         { "h4", 2 },      { "h5", 2 },
    { "h6", 2 },      { "pre", 1 },     { "hr", 1 },         { "form", 1 },    { "center", 1 },
    { "article", 1 }, { "section", 1 }, { "header", 1 },     { "footer", 1 },  { "address", 1 },
    { "body", 1 },    { "aside", 1 },   { "figcaption", 1 }, { "caption", 1 },
};

struct writer {
    GString *text;
    unsigned breaks; /* line ends that are due before the next word; 2 make a blank line */
    bool blank;      /* a blank is due before it */
    unsigned pre;    /* levels of preformatted text */
    bool doubtful;   /* it is not certain that the next words are seen */
    bool marked;     /* the line has the mark for that */
    bool astray;     /* it is not certain where a hidden part ends */
    bool leftwards;  /* lines run from the right to the left */
    const struct css_sheets *sheets;
    GArray *looks; /* struct html_look, one for each open element */
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

static void begin_word(struct writer *writer)
{
    const bool at_begin = writer->breaks > 0 || writer->text->len == 0;
    if (writer->breaks > 0 && writer->text->len > 0) {
        g_string_append(writer->text, writer->breaks > 1 ? "\n\n" : "\n");
        writer->marked = false;
    } else if (writer->blank && writer->breaks == 0) {
        g_string_append_c(writer->text, ' ');
    }
    writer->breaks = 0;
    writer->blank = false;
    if (writer->leftwards && at_begin) {
        g_string_append(writer->text, RIGHT_TO_LEFT_MARK);
    }
    /* The sign for damage: no command is read from a line that contains it. */
    if (writer->doubtful && !writer->marked) {
        g_string_append(writer->text, CHARSET_REPLACEMENT);
        writer->marked = true;
    }
}

static void write_words(struct writer *writer, const char *words)
{
    for (; writer->pre > 0 && *words != '\0'; words++) {
        if (*words == '\n') {
            end_line(writer);
        } else if (*words != '\r') {
            begin_word(writer);
            g_string_append_c(writer->text, *words);
        }
    }
    while (*words != '\0') {
        size_t blanks = strspn(words, BLANKS);
        writer->blank |= blanks > 0;
        words += blanks;
        size_t length = strcspn(words, BLANKS);
        if (length > 0) {
            begin_word(writer);
            g_string_append_len(writer->text, words, (gssize)length);
            words += length;
        }
    }
}

static bool holds_without_blanks(const char *value, const char *part)
{
    g_autoptr(GString) tight = g_string_new(NULL);
    for (; *value != '\0'; value++) {
        if (!g_ascii_isspace(*value)) {
            g_string_append_c(tight, *value);
        }
    }
    return strstr(tight->str, part) != NULL;
}

static bool attribute_fits(const xmlNode *element, const struct mark *mark)
{
    xmlChar *value = xmlGetProp(element, (const xmlChar *)mark->attribute);
    if (value == NULL) {
        return false;
    }
    const char *text = (const char *)value;
    bool fits = mark->fit == FIT_PRESENT ||
                (mark->fit == FIT_EQUALS && g_ascii_strcasecmp(text, mark->value) == 0) ||
                (mark->fit == FIT_WORD && html_look_has_word(text, mark->value)) ||
                (mark->fit == FIT_CONTAINS && holds_without_blanks(text, mark->value));
    xmlFree(value);
    return fits;
}

static enum fate fate_of(xmlNode *element)
{
    if (g_strv_contains(dropped_elements, (const char *)element->name)) {
        return FATE_DROP;
    }
    enum fate fate = FATE_INLINE;
    for (size_t i = 0; element->properties != NULL && i < G_N_ELEMENTS(marks); i++) {
        if (attribute_fits(element, &marks[i])) {
            fate = marks[i].fate;
            break;
        }
    }
    bool quote = strcmp((const char *)element->name, "blockquote") == 0;
    return quote && fate != FATE_DROP ? FATE_QUOTE : fate;
}

static unsigned breaks_around(const xmlNode *element)
{
    for (size_t i = 0; i < G_N_ELEMENTS(blocks); i++) {
        if (g_ascii_strcasecmp(blocks[i].element, (const char *)element->name) == 0) {
            return blocks[i].breaks;
        }
    }
    return 0;
}

static bool is_named(const xmlNode *element, const char *name)
{
    return element->type == XML_ELEMENT_NODE &&
           g_ascii_strcasecmp((const char *)element->name, name) == 0;
}

/* True if line ends within it are line ends. */
static bool is_preformatted(const xmlNode *element)
{
    static const struct mark style = { "style", "white-space:pre", FIT_CONTAINS, FATE_INLINE };
    return is_named(element, "pre") ||
           (element->type == XML_ELEMENT_NODE && element->properties != NULL &&
            attribute_fits(element, &style));
}

static void leave(struct writer *writer, const xmlNode *element)
{
    writer->pre -= is_preformatted(element);
    if (is_named(element, "br")) {
        end_line(writer);
    } else if (is_named(element, "td") || is_named(element, "th")) {
        writer->blank = true;
    } else {
        break_line(writer, breaks_around(element));
    }
}

/* True if it is in a closed <details> or <dialog>: of a <details> only its <summary> is seen. */
static bool is_closed_away(const xmlNode *node)
{
    const xmlNode *parent = node->parent;
    if (parent == NULL || parent->type != XML_ELEMENT_NODE) {
        return false;
    }
    bool details = is_named(parent, "details");
    if ((!details && !is_named(parent, "dialog")) ||
        xmlHasProp(parent, (const xmlChar *)"open") != NULL) {
        return false;
    }
    if (!details || !is_named(node, "summary")) {
        return true;
    }
    for (const xmlNode *at = node->prev; at != NULL; at = at->prev) {
        if (is_named(at, "summary")) {
            return true;
        }
    }
    return false;
}

static const struct html_look *look_of_parent(const struct writer *writer)
{
    return &g_array_index(writer->looks, struct html_look, writer->looks->len - 1);
}

/* Words as browsers show them: `&#128;` is a character of windows-1252 (HTML, "Numeric character
 * reference end state"). Free with g_free. */
static char *as_browsers_read(const char *words)
{
    static const gunichar shown[] = {
        0x20ac, 0x0081, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160,
        0x2039, 0x0152, 0x008d, 0x017d, 0x008f, 0x0090, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022,
        0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0x009d, 0x017e, 0x0178,
    };
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

static bool is_astray(const xmlNode *node)
{
    return node->type == XML_ELEMENT_NODE && node->properties != NULL &&
           xmlHasProp(node, (const xmlChar *)HTML_NEST_ASTRAY) != NULL;
}

/* True if something in a dropped element may go on behind it and cross out or hide the words
 * there. */
static bool holds_astray(xmlNode *dropped)
{
    for (xmlNode *node = dropped; node != NULL; node = html_nest_next(dropped, node)) {
        if (is_astray(node) &&
            (fate_of(node) == FATE_DROP || xmlHasProp(node, (const xmlChar *)"style") != NULL)) {
            return true;
        }
    }
    return false;
}

/* Writes what one node says before its children. Returns its fate; only an inline element has
 * children to go on with. Sets *look to the element's look then. */
static enum fate write_node(struct writer *writer, xmlNode *node, struct html_look *look)
{
    if (is_closed_away(node)) {
        return FATE_DROP;
    }
    if (node->type != XML_ELEMENT_NODE) {
        bool text = node->type == XML_TEXT_NODE || node->type == XML_CDATA_SECTION_NODE ||
                    node->type == XML_ENTITY_REF_NODE;
        enum html_seen seen = html_look_of_words(look_of_parent(writer));
        if (text && node->content != NULL && seen != HTML_NOT_SEEN) {
            writer->doubtful = seen == HTML_PERHAPS_SEEN;
            writer->leftwards = look_of_parent(writer)->leftwards;
            g_autofree char *words = as_browsers_read((const char *)node->content);
            write_words(writer, words);
        }
        return FATE_DROP;
    }
    enum fate fate = fate_of(node);
    if (fate == FATE_INLINE) {
        html_look_of(look_of_parent(writer), node, writer->sheets, look);
        bool hides = html_look_hides(look);
        bool hides_more =
            hides || html_look_of_words(look) != html_look_of_words(look_of_parent(writer));
        writer->astray |= is_astray(node) && hides_more;
        fate = hides ? FATE_DROP : fate;
    }
    writer->astray |= fate == FATE_DROP && holds_astray(node);
    if (fate == FATE_INLINE) {
        break_line(writer, breaks_around(node));
        writer->pre += is_preformatted(node);
    } else if (fate == FATE_QUOTE) {
        writer->doubtful = writer->leftwards = false;
        break_line(writer, 1);
        begin_word(writer);
        g_string_append_c(writer->text, '>');
        break_line(writer, 2);
    }
    return fate;
}

/* Writes all of the tree in order, without recursion: a stranger chose its depth. */
static void write_tree(struct writer *writer, xmlNode *root)
{
    xmlNode *node = root;
    struct html_look look;
    while (node != NULL) {
        enum fate fate = write_node(writer, node, &look);
        if (fate == FATE_END) {
            return;
        }
        if (fate == FATE_INLINE && node->children != NULL) {
            g_array_append_val(writer->looks, look);
            node = node->children;
            continue;
        }
        if (fate == FATE_INLINE) {
            leave(writer, node);
        }
        while (node != root && node->next == NULL) {
            node = node->parent;
            leave(writer, node);
            g_array_set_size(writer->looks, writer->looks->len - 1);
        }
        node = node != root ? node->next : NULL;
    }
}

/* True if the element has the attribute with another value than `usual` (NULL: any value). */
static bool says_other(const xmlNode *element, const char *attribute, const char *usual)
{
    xmlChar *value = xmlGetProp(element, (const xmlChar *)attribute);
    bool other = value != NULL && *value != '\0' &&
                 (usual == NULL || g_ascii_strcasecmp((const char *)value, usual) != 0);
    xmlFree(value);
    return other;
}

/* Reads the rules of a <style>. A <style> of another type has none; of those with a title the
 * mail program chooses one. */
static void read_sheet(const xmlNode *style, bool certain, struct css_sheets *sheets)
{
    xmlChar *text = xmlNodeGetContent(style);
    xmlChar *media = xmlGetProp(style, (const xmlChar *)"media");
    certain &= !says_other(style, "type", "text/css") && !says_other(style, "title", NULL);
    if (text != NULL) {
        css_sheets_add(sheets, (const char *)text, (const char *)media, certain);
    }
    xmlFree(media);
    xmlFree(text);
}

/* True if a <link> names a sheet within the mail: what that sheet hides is not known here. */
static bool links_sheet(const xmlNode *link)
{
    static const struct mark sheet = { "rel", "stylesheet", FIT_WORD, FATE_DROP };
    xmlChar *address = xmlGetProp(link, (const xmlChar *)"href");
    bool within = address != NULL && css_is_within_mail((const char *)address) &&
                  attribute_fits(link, &sheet);
    xmlFree(address);
    return within;
}

/* 1 if it is not certain that a sheet within the element holds for the mail, else 0. */
static int is_uncertain_around(xmlNode *element)
{
    return !is_named(element, "head") && fate_of(element) == FATE_DROP;
}

/* Reads the sheets of the whole mail: a sheet also holds for the elements above it. */
static void read_sheets(xmlNode *root, struct css_sheets *sheets)
{
    gint64 elements = 0;
    int uncertain = 0; /* the number of such elements around */
    for (xmlNode *node = root; node != NULL;) {
        elements += node->type == XML_ELEMENT_NODE;
        if (is_named(node, "style")) {
            read_sheet(node, uncertain == 0, sheets);
        }
        sheets->confusing |= is_named(node, "link") && links_sheet(node);
        if (node->type == XML_ELEMENT_NODE && !is_named(node, "template") &&
            node->children != NULL) {
            uncertain += is_uncertain_around(node);
            node = node->children;
            continue;
        }
        while (node != root && node->next == NULL) {
            node = node->parent;
            uncertain -= is_uncertain_around(node);
        }
        node = node != root ? node->next : NULL;
    }
    /* Each rule is compared with each element. */
    enum { COMPARED_MOST = 1000000 };
    sheets->confusing |= elements * sheets->rules->len > COMPARED_MOST;
}

static void write_document(struct writer *writer, xmlNode *root)
{
    struct css_sheets sheets;
    struct html_look first;
    css_sheets_init(&sheets);
    read_sheets(root, &sheets);
    html_look_begin(&sheets, &first);
    first.doubtful |= writer->astray;
    writer->sheets = &sheets;
    writer->looks = g_array_new(FALSE, FALSE, sizeof(struct html_look));
    g_array_append_val(writer->looks, first);
    write_tree(writer, root);
    g_clear_pointer(&writer->looks, g_array_unref);
    css_sheets_clear(&sheets);
    writer->sheets = NULL;
}

static bool initialised, lacked;

bool html_init(void)
{
    if (!xml_library_open(NULL)) {
        return false;
    }
    xmlInitParser();
    initialised = true;
    return true;
}

bool html_lacked(void)
{
    return lacked;
}

char *html_to_text(const char *html)
{
    if (!initialised) {
        lacked = true;
        return g_strdup("");
    }
    int options = HTML_PARSE_RECOVER | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING |
                  HTML_PARSE_NONET | HTML_PARSE_COMPACT;
    g_autofree char *source = html_source(html);
    htmlDocPtr document = htmlReadMemory(source, (int)strlen(source), NULL, "UTF-8", options);
    xmlNode *root = document != NULL ? xmlDocGetRootElement(document) : NULL;
    xmlNode *top = html_nest_restore(root);
    struct writer writer = { .text = g_string_new(NULL) };
    if (top != NULL) {
        write_document(&writer, top);
    }
    if (writer.astray) { /* once more, with all words doubtful */
        g_string_free(writer.text, TRUE);
        writer = (struct writer){ .text = g_string_new(NULL), .astray = true };
        write_document(&writer, top);
    }
    xmlFreeDoc(document);
    g_autofree char *lines = g_strconcat(writer.text->str, "\n", NULL);
    g_string_free(writer.text, TRUE);
    return g_utf8_make_valid(lines, -1);
}
