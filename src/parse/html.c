#include "parse/html.h"

#include <libxml/HTMLparser.h>
#include <stdbool.h>
#include <string.h>

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
    "style",
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

enum fit {
    FIT_PRESENT,  /* the attribute is there */
    FIT_EQUALS,   /* the attribute has this value */
    FIT_WORD,     /* one of its words between blanks, as of a class */
    FIT_CONTAINS, /* its value contains this */
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
    { "cite", NULL, FIT_PRESENT, FATE_QUOTE },
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

/* Elements on lines of their own, and those with blank lines around them. */
static const char on_lines[] =
    "div tr li ul ol dl dt dd table pre hr form center article section header "
    "footer address body" HTML_TREE_PAGE " aside figcaption caption";
static const char apart[] = "p h1 h2 h3 h4 h5 h6 blockquote";

struct writer {
    GString *text;
    unsigned breaks; /* line ends that are due before the next word; 2 make a blank line */
    bool blank;      /* a blank is due before it */
    GArray *looks;   /* struct html_style, one for each open element */
    const struct html_tree *tree;
    bool hidden; /* words were left out since they are not seen */
    struct html_sheets sheets;
};

static const struct html_style *look_of(const struct writer *writer)
{
    return &g_array_index(writer->looks, struct html_style, writer->looks->len - 1);
}

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
    } else if (writer->blank && writer->breaks == 0) {
        g_string_append_c(writer->text, ' ');
    }
    writer->breaks = 0;
    writer->blank = false;
    if (look_of(writer)->turns && at_begin) {
        g_string_append(writer->text, RIGHT_TO_LEFT_MARK);
    }
}

static void write_words(struct writer *writer, const char *words)
{
    for (; look_of(writer)->pre && *words != '\0'; words++) {
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

/* True if a value of words between blanks, like that of `class`, has this one, in any case. */
static bool has_word(const char *words, const char *word)
{
    while (*words != '\0') {
        words += strspn(words, BLANKS);
        size_t length = strcspn(words, BLANKS);
        if (length == strlen(word) && g_ascii_strncasecmp(words, word, length) == 0) {
            return true;
        }
        words += length;
    }
    return false;
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
                (mark->fit == FIT_WORD && has_word(text, mark->value)) ||
                (mark->fit == FIT_CONTAINS && strstr(text, mark->value) != NULL);
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
    return fate;
}

/* The line ends around an element. */
static unsigned breaks_around(const xmlNode *element)
{
    const char *name = (const char *)element->name;
    return has_word(apart, name) ? 2 : has_word(on_lines, name) ? 1 : 0;
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

/* True if what was written last seems to say whose words follow. */
static bool is_below_attribution(const struct writer *writer)
{
    const char *text = writer->text->str, *line = strrchr(text, '\n');
    line = line != NULL ? line + 1 : text;
    return g_str_has_suffix(line, ":") && strpbrk(line, "@0123456789") != NULL;
}

/* True if a <blockquote> has signs of a quote. Without them, a mail program has indented words of
 * the writer. */
static bool cites(const struct writer *writer, const xmlNode *element)
{
    static const char signs[] = "border(-left)?(-style|-width)?:(?! *(none|0|medium none))";
    g_autofree char *style = attribute_of(element, "style");
    g_autofree char *class = attribute_of(element, "class");
    return is_below_attribution(writer) ||
           (class != NULL && g_regex_match_simple("quote|cite", class, G_REGEX_CASELESS, 0)) ||
           (style != NULL && g_regex_match_simple(signs, style, G_REGEX_CASELESS, 0));
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

/* True if it is in a closed <details> or <dialog>: of a <details> only its <summary> is seen. */
static bool is_closed_away(const xmlNode *node)
{
    const xmlNode *parent = node->parent;
    bool details = parent != NULL && is_named(parent, "details");
    if ((!details && (parent == NULL || !is_named(parent, "dialog"))) ||
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

/* ---- what is seen ---- */

static bool is_unseen(const struct html_style *look)
{
    return look->tiny || look->invisible ||
           (look->inked && look->grounded && html_color_alike(look->ink, look->ground));
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
    writer->sheets.doubtful |=
        is_page(element) || g_hash_table_lookup(writer->tree->open, element->name) != NULL;
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

/* Sets how an element looks within the last of the looks. False: nothing of it is seen. */
static bool see(struct writer *writer, const xmlNode *element, struct html_style *look)
{
    *look = *look_of(writer);
    look->pre |= is_named(element, "pre");
    if (element->properties == NULL) {
        return true;
    }
    g_autofree char *declarations = declarations_of(element);
    struct html_sheets *sheets = &writer->sheets;
    html_style_collect(declarations, sheets->variables);
    look->doubtful = strchr(declarations, '&') != NULL; /* a name that libxml2 does not know */
    html_style_read(declarations, sheets->variables, look);
    if (look->hides || is_unseen(look) != is_unseen(look_of(writer))) {
        note_hidden(writer, element);
    }
    sheets->doubtful |= !look->hides && (look->covers || (look->doubtful && look->grounded));
    look->doubtful |= look_of(writer)->doubtful;
    return !look->hides;
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

/* Notes that the writer's words are in the element `within`, and in which colours. */
static void note_words(struct writer *writer, xmlNode *within)
{
    const struct html_style *look = look_of(writer);
    writer->sheets.doubtful |= look->doubtful;
    writer->sheets.flat |= look->flat;
    writer->sheets.clips |= look->clips;
    if (look->inked && !look->grounded) {
        html_sheets_add_color(&writer->sheets, look->ink, false);
    } else if (look->grounded && !look->inked) {
        html_sheets_add_color(&writer->sheets, look->ground, true);
    }
    for (xmlNode *at = within; at != NULL && at->type == XML_ELEMENT_NODE && at->_private == NULL;
         at = at->parent) {
        add_names(writer->sheets.worded, at);
        at->_private = at; /* done */
    }
}

static void write_quote(struct writer *writer)
{
    break_line(writer, 1);
    begin_word(writer);
    g_string_append_c(writer->text, '>');
    break_line(writer, 2);
}

static bool holds_words(const char *text)
{
    while (g_unichar_isspace(g_utf8_get_char(text))) {
        text = g_utf8_next_char(text);
    }
    return *text != '\0';
}

static void write_text(struct writer *writer, const xmlNode *node)
{
    if (node->content != NULL && !is_unseen(look_of(writer))) {
        g_autofree char *words = html_tree_text(node);
        write_words(writer, words);
        if (holds_words(words)) {
            note_words(writer, node->parent);
        }
    }
}

/* Writes what one node says before its children. Returns its fate; only an inline element has
 * children to go on with. Sets *look to the element's look then. */
static enum fate write_node(struct writer *writer, xmlNode *node, struct html_style *look)
{
    if (is_closed_away(node)) {
        note_hidden(writer, node->parent);
        return FATE_DROP;
    }
    if (node->type != XML_ELEMENT_NODE) {
        bool text = node->type == XML_TEXT_NODE || node->type == XML_CDATA_SECTION_NODE ||
                    node->type == XML_ENTITY_REF_NODE;
        if (text) {
            write_text(writer, node);
        }
        return FATE_DROP;
    }
    enum fate fate = fate_of(node);
    if (fate == FATE_INLINE && is_named(node, "blockquote") && cites(writer, node)) {
        fate = FATE_QUOTE;
    }
    if (fate == FATE_INLINE && !see(writer, node, look)) {
        return FATE_DROP;
    }
    if (fate == FATE_INLINE) {
        look->doubtful |= (is_named(node, "bdo") && look->turns) || is_named(node, "marquee");
        break_line(writer, breaks_around(node));
    } else if (fate == FATE_QUOTE) {
        write_quote(writer);
    } else if (fate == FATE_DROP && !is_named(node, "style")) {
        note_hidden(writer, node);
    }
    return fate;
}

/* Writes all of the tree in order, without recursion: a stranger chose its depth. */
static void write_tree(struct writer *writer, xmlNode *root)
{
    xmlNode *node = root;
    struct html_style look;
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

/* Reads the sheets of the whole mail: a sheet also holds for the elements above it. */
static void read_sheets(struct html_sheets *sheets, xmlNode *root)
{
    static const struct mark link = { "rel", "stylesheet", FIT_WORD, FATE_DROP };
    for (xmlNode *node = root; node != NULL; node = html_tree_next(root, node)) {
        if (is_named(node, "style")) {
            g_autofree char *text = (char *)xmlNodeGetContent(node);
            g_autofree char *media = attribute_of(node, "media");
            html_sheets_add(sheets, text, media);
        }
        sheets->doubtful |= is_named(node, "link") && attribute_fits(node, &link);
    }
    for (xmlNode *node = root; node != NULL && sheets->sheets->len > 0;
         node = html_tree_next(root, node)) {
        if (node->type == XML_ELEMENT_NODE) {
            add_names(sheets->all, node);
        }
    }
}

void html_init(void)
{
    xmlInitParser();
}

char *html_to_text(const char *html, bool *doubtful)
{
    struct html_tree tree;
    html_tree_read(html, &tree);
    struct writer writer = { .text = g_string_new(NULL), .tree = &tree };
    const struct html_style plain = { 0 };
    writer.looks = g_array_new(FALSE, FALSE, sizeof(struct html_style));
    g_array_append_val(writer.looks, plain);
    html_sheets_init(&writer.sheets);
    if (tree.root != NULL) {
        read_sheets(&writer.sheets, tree.root);
        write_tree(&writer, tree.root);
    }
    *doubtful =
        !tree.whole || (writer.hidden && tree.mismatched) || html_sheets_doubt(&writer.sheets);
    html_sheets_clear(&writer.sheets);
    g_array_unref(writer.looks);
    html_tree_clear(&tree);
    g_autofree char *lines = g_strconcat(writer.text->str, "\n", NULL);
    g_string_free(writer.text, TRUE);
    return g_utf8_make_valid(lines, -1);
}
