#include "mail/html.h"

#include <stdbool.h>
#include <string.h>

#include "mail/charset.h"
#include "mail/html_look.h"
#include "mail/html_tree.h"

#define BLANKS " \t\r\n\f"
#define RIGHT_TO_LEFT_MARK "\xE2\x80\x8F"

/* What becomes of an element. */
enum fate {
    FATE_INLINE, /* its words are part of the line */
    FATE_DROP,   /* nothing of it is text */
    FATE_QUOTE,  /* someone else's words: a quoted line stands for all of it */
    FATE_END,    /* it and whatever follows are someone else's words */
};

/* Elements of which nothing is text. */
static const GumboTag dropped_elements[] = {
    GUMBO_TAG_HEAD,
    GUMBO_TAG_TITLE,
    GUMBO_TAG_SCRIPT,
    GUMBO_TAG_STYLE,
    GUMBO_TAG_TEMPLATE,
    GUMBO_TAG_NOSCRIPT,
    /* seen only where what they stand in for is not */
    GUMBO_TAG_OBJECT,
    GUMBO_TAG_APPLET,
    GUMBO_TAG_AUDIO,
    GUMBO_TAG_VIDEO,
    GUMBO_TAG_CANVAS,
    GUMBO_TAG_IFRAME,
    GUMBO_TAG_FRAMESET,
    GUMBO_TAG_NOFRAMES,
    GUMBO_TAG_NOEMBED,
    GUMBO_TAG_METER,
    GUMBO_TAG_PROGRESS,
    GUMBO_TAG_RP,
    GUMBO_TAG_SVG,
    GUMBO_TAG_MATH,
    /* fields of forms, which nobody writes mail in */
    GUMBO_TAG_SELECT,
    GUMBO_TAG_OPTION,
    GUMBO_TAG_DATALIST,
    GUMBO_TAG_TEXTAREA,
    GUMBO_TAG_BUTTON,
    GUMBO_TAG_INPUT,
    /* taken back */
    GUMBO_TAG_S,
    GUMBO_TAG_STRIKE,
    GUMBO_TAG_DEL,
};

enum fit {
    FIT_PRESENT,  /* the attribute is there */
    FIT_EQUALS,   /* the attribute has this value */
    FIT_WORD,     /* one of its blank-separated words, as of a class */
    FIT_CONTAINS, /* its value without blanks holds this */
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
    /* attributions that stand outside of their quote */
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
    /* where a program puts the old mail below the new one, unmarked */
    { "class", "OutlookMessageHeader", FIT_WORD, FATE_END },
    { "class", "ms-outlook-mobile-reference-message", FIT_WORD, FATE_END },
    { "class", "moz-forward-container", FIT_WORD, FATE_END },
    { "id", "divRplyFwdMsg", FIT_CONTAINS, FATE_END },
    { "id", "appendonsend", FIT_CONTAINS, FATE_END },
    { "id", "stopSpelling", FIT_EQUALS, FATE_END },
    { "id", "mail-editor-reference-message-container", FIT_EQUALS, FATE_END },
};

/* Elements that stand on lines of their own: 1 a new line, 2 a blank line
 * around them. */
static const struct {
    GumboTag element;
    unsigned breaks;
} blocks[] = {
    { GUMBO_TAG_P, 2 },          { GUMBO_TAG_DIV, 1 },     { GUMBO_TAG_TR, 1 },
    { GUMBO_TAG_LI, 1 },         { GUMBO_TAG_UL, 1 },      { GUMBO_TAG_OL, 1 },
    { GUMBO_TAG_DL, 1 },         { GUMBO_TAG_DT, 1 },      { GUMBO_TAG_DD, 1 },
    { GUMBO_TAG_TABLE, 1 },      { GUMBO_TAG_H1, 2 },      { GUMBO_TAG_H2, 2 },
    { GUMBO_TAG_H3, 2 },         { GUMBO_TAG_H4, 2 },      { GUMBO_TAG_H5, 2 },
    { GUMBO_TAG_H6, 2 },         { GUMBO_TAG_PRE, 1 },     { GUMBO_TAG_HR, 1 },
    { GUMBO_TAG_FORM, 1 },       { GUMBO_TAG_CENTER, 1 },  { GUMBO_TAG_ARTICLE, 1 },
    { GUMBO_TAG_SECTION, 1 },    { GUMBO_TAG_HEADER, 1 },  { GUMBO_TAG_FOOTER, 1 },
    { GUMBO_TAG_ADDRESS, 1 },    { GUMBO_TAG_BODY, 1 },    { GUMBO_TAG_ASIDE, 1 },
    { GUMBO_TAG_FIGCAPTION, 1 }, { GUMBO_TAG_CAPTION, 1 },
};

struct writer {
    GString *text;
    unsigned breaks; /* line ends that are due before the next word; 2 make a blank line */
    bool blank;      /* a blank is due before it */
    unsigned pre;    /* levels of preformatted text */
    bool doubtful;   /* nobody can say whether the words to come are seen */
    bool marked;     /* the line has the mark that says so */
    bool leftwards;  /* lines run from the right to the left */
    const struct css_sheets *sheets;
    GArray *looks; /* struct html_look, of each element that is open */
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
    /* No command is read from a line that holds what stands for damage. */
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

static bool attribute_fits(const GumboNode *element, const struct mark *mark)
{
    const char *value = html_attribute(element, mark->attribute);
    return value != NULL &&
           (mark->fit == FIT_PRESENT ||
            (mark->fit == FIT_EQUALS && g_ascii_strcasecmp(value, mark->value) == 0) ||
            (mark->fit == FIT_WORD && html_look_has_word(value, mark->value)) ||
            (mark->fit == FIT_CONTAINS && holds_without_blanks(value, mark->value)));
}

static bool is_tag(const GumboNode *node, GumboTag tag)
{
    return html_is_element(node) && node->v.element.tag == tag;
}

static enum fate fate_of(const GumboNode *element)
{
    for (size_t i = 0; i < G_N_ELEMENTS(dropped_elements); i++) {
        if (is_tag(element, dropped_elements[i])) {
            return FATE_DROP;
        }
    }
    if ((element->parse_flags & GUMBO_INSERTION_FROM_ISINDEX) != 0) {
        return FATE_DROP; /* <isindex> is a form with words that no browser shows any more */
    }
    enum fate fate = FATE_INLINE;
    for (size_t i = 0; fate == FATE_INLINE && i < G_N_ELEMENTS(marks); i++) {
        fate = attribute_fits(element, &marks[i]) ? marks[i].fate : fate;
    }
    return is_tag(element, GUMBO_TAG_BLOCKQUOTE) && fate != FATE_DROP ? FATE_QUOTE : fate;
}

static unsigned breaks_around(const GumboNode *element)
{
    for (size_t i = 0; i < G_N_ELEMENTS(blocks); i++) {
        if (is_tag(element, blocks[i].element)) {
            return blocks[i].breaks;
        }
    }
    return 0;
}

/* Whether line ends within it are line ends. */
static bool is_preformatted(const GumboNode *element)
{
    static const struct mark style = { "style", "white-space:pre", FIT_CONTAINS, FATE_INLINE };
    return is_tag(element, GUMBO_TAG_PRE) || attribute_fits(element, &style);
}

static void leave(struct writer *writer, const GumboNode *element)
{
    writer->pre -= is_preformatted(element);
    if (is_tag(element, GUMBO_TAG_BR)) {
        end_line(writer);
    } else if (is_tag(element, GUMBO_TAG_TD) || is_tag(element, GUMBO_TAG_TH)) {
        writer->blank = true;
    } else {
        break_line(writer, breaks_around(element));
    }
}

/* Whether it stands in a <details> or <dialog> that is closed: of the first only its first
 * <summary> is seen. */
static bool is_closed_away(const GumboNode *node)
{
    const GumboNode *parent = node->parent;
    bool details = is_tag(parent, GUMBO_TAG_DETAILS);
    if ((!details && !html_is_named(parent, "dialog")) || html_attribute(parent, "open") != NULL) {
        return false;
    }
    const GumboNode *shown = details ? html_first_child(parent) : NULL;
    while (shown != NULL && !is_tag(shown, GUMBO_TAG_SUMMARY)) {
        shown = html_next_sibling(shown);
    }
    return node != shown;
}

static struct html_look *look_of_parent(const struct writer *writer)
{
    return &g_array_index(writer->looks, struct html_look, writer->looks->len - 1);
}

/* Whether what follows may be part of this element for those who read it. */
static bool may_go_on(const GumboNode *element)
{
    if (is_tag(element, GUMBO_TAG_FORM)) {
        return true; /* Gumbo takes the text right before its end tag out of it */
    }
    if (is_tag(element, GUMBO_TAG_P)) { /* in mail without a DOCTYPE a table stands in the <p> */
        const GumboNode *next = html_next_sibling(element);
        return next != NULL && is_tag(next, GUMBO_TAG_TABLE) &&
               (element->parse_flags & GUMBO_INSERTION_IMPLICIT_END_TAG) != 0;
    }
    return (element->parse_flags & GUMBO_INSERTION_ADOPTION_AGENCY_CLONED) != 0;
}

/* Whether the element was not ended, and in browsers goes on behind what it stood in. */
static bool goes_on(const GumboNode *element)
{
    return (element->parse_flags & GUMBO_INSERTION_RECONSTRUCTED_FORMATTING_ELEMENT) != 0;
}

static void write_text(struct writer *writer, const GumboNode *text)
{
    const struct html_look *look = look_of_parent(writer);
    enum html_seen seen = html_look_of_words(look);
    if (text->type != GUMBO_NODE_COMMENT && seen != HTML_NOT_SEEN) {
        writer->doubtful = seen == HTML_PERHAPS_SEEN;
        writer->leftwards = look->leftwards;
        write_words(writer, text->v.text.text);
    }
}

/* Writes what one node says before its children. Gives its fate; only an
 * inline element has children to go on with. *look is then the element's. */
static enum fate write_node(struct writer *writer, const GumboNode *node, struct html_look *look)
{
    if (is_closed_away(node)) {
        return FATE_DROP;
    }
    if (!html_is_element(node)) {
        write_text(writer, node);
        return FATE_DROP;
    }
    struct html_look *parent = look_of_parent(writer);
    enum fate fate = fate_of(node);
    bool hides_more = fate != FATE_INLINE;
    if (fate == FATE_INLINE) {
        html_look_of(parent, node, writer->sheets, look);
        fate = html_look_hides(look) ? FATE_DROP : fate;
        hides_more = fate == FATE_DROP || html_look_of_words(look) != html_look_of_words(parent);
    }
    parent->doubtful |= hides_more && may_go_on(node);
    if (fate == FATE_DROP && goes_on(node)) {
        fate = FATE_INLINE;
        *look = *parent;
        look->doubtful = true;
    }
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

/* All of the tree in order, without recursion: a stranger chose its depth. */
static void write_tree(struct writer *writer, const GumboNode *root)
{
    const GumboNode *node = root;
    struct html_look look;
    while (node != NULL) {
        enum fate fate = write_node(writer, node, &look);
        if (fate == FATE_END) {
            return;
        }
        if (fate == FATE_INLINE && html_first_child(node) != NULL) {
            g_array_append_val(writer->looks, look);
            node = html_first_child(node);
            continue;
        }
        if (fate == FATE_INLINE) {
            leave(writer, node);
        }
        while (node != root && html_next_sibling(node) == NULL) {
            node = node->parent;
            leave(writer, node);
            g_array_set_size(writer->looks, writer->looks->len - 1);
        }
        node = html_next_sibling(node);
    }
}

/* Whether the element has the attribute, and it says something else than `usual` (NULL: anything).
 */
static bool says_other(const GumboNode *element, const char *attribute, const char *usual)
{
    const char *value = html_attribute(element, attribute);
    return value != NULL && *value != '\0' &&
           (usual == NULL || g_ascii_strcasecmp(value, usual) != 0);
}

/* The rules of a <style>. One of another type is none, and of those with a title one is chosen. */
static void read_sheet(const GumboNode *style, bool certain, struct css_sheets *sheets)
{
    g_autoptr(GString) text = g_string_new(NULL);
    for (const GumboNode *part = html_first_child(style); part != NULL;
         part = html_next_sibling(part)) {
        if (!html_is_element(part) && part->type != GUMBO_NODE_COMMENT) {
            g_string_append(text, part->v.text.text);
        }
    }
    certain &= !says_other(style, "type", "text/css") && !says_other(style, "title", NULL);
    css_sheets_add(sheets, text->str, html_attribute(style, "media"), certain);
}

/* A sheet that a <link> names: what it hides nobody knows here. */
static bool links_sheet(const GumboNode *link)
{
    static const struct mark sheet = { "rel", "stylesheet", FIT_WORD, FATE_DROP };
    const char *address = html_attribute(link, "href");
    return address != NULL && css_is_within_mail(address) && attribute_fits(link, &sheet);
}

/* Whether browsers may end it, or what is around it, elsewhere than Gumbo, which knows an older
 * HTML 5. */
static bool ends_elsewhere(const GumboNode *node)
{
    static const char *const names[] = { "applet", "dialog", "marquee", "object", "search" };
    if (!html_is_element(node) || (node->parse_flags & GUMBO_INSERTION_IMPLICIT_END_TAG) == 0) {
        return false;
    }
    for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
        if (html_is_named(node, names[i])) {
            return true;
        }
    }
    return is_tag(node, GUMBO_TAG_MENUITEM);
}

/* Whether a sheet within the element may hold for the mail or not. */
static int is_uncertain_around(const GumboNode *element)
{
    return !is_tag(element, GUMBO_TAG_HEAD) && fate_of(element) == FATE_DROP;
}

/* The sheets of the whole mail: one that stands below holds for what is above it, too. */
static void read_sheets(const GumboNode *root, struct css_sheets *sheets)
{
    gint64 elements = 0;
    int uncertain = 0; /* elements around */
    for (const GumboNode *node = root; node != NULL;) {
        elements += html_is_element(node);
        if (is_tag(node, GUMBO_TAG_STYLE)) {
            read_sheet(node, uncertain == 0, sheets);
        }
        sheets->confusing |=
            ends_elsewhere(node) || (is_tag(node, GUMBO_TAG_LINK) && links_sheet(node));
        if (node->type != GUMBO_NODE_TEMPLATE && html_first_child(node) != NULL) {
            uncertain += is_uncertain_around(node);
            node = html_first_child(node);
            continue;
        }
        while (node != root && html_next_sibling(node) == NULL) {
            node = node->parent;
            uncertain -= is_uncertain_around(node);
        }
        node = html_next_sibling(node);
    }
    /* Each rule is compared with each element. */
    enum { COMPARED_MOST = 1000000 };
    sheets->confusing |= elements * sheets->rules->len > COMPARED_MOST;
}

char *html_to_text(const char *html)
{
    struct html_tree *tree = html_tree_new(html);
    if (tree == NULL) {
        return g_strdup("\n");
    }
    struct css_sheets sheets;
    struct html_look first;
    css_sheets_init(&sheets);
    read_sheets(html_tree_root(tree), &sheets);
    html_look_begin(&sheets, &first);
    struct writer writer = {
        .text = g_string_new(NULL),
        .sheets = &sheets,
        .looks = g_array_new(FALSE, FALSE, sizeof(struct html_look)),
    };
    g_array_append_val(writer.looks, first);
    write_tree(&writer, html_tree_root(tree));
    g_array_unref(writer.looks);
    css_sheets_clear(&sheets);
    html_tree_free(tree);
    g_string_append_c(writer.text, '\n');
    g_autofree char *lines = g_string_free(writer.text, FALSE);
    return g_utf8_make_valid(lines, -1);
}
