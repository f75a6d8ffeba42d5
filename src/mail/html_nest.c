#include "mail/html_nest.h"

#include <string.h>

#define BLANKS " \t\r\n\f"

/* ---- the kinds of elements, by the standard of HTML ---- */

enum kind {
    KIND_SPECIAL = 1,    /* an end tag </span> within it does not close a <span> around it */
    KIND_FORMATTING = 2, /* goes on when the element around it ends */
    KIND_SCOPE = 4,      /* an end tag within it closes nothing around it, unless it is of a part
                            of a table */
    KIND_HEADING = 8,
    KIND_ENDS_P = 16,
    KIND_TABLE_PART = 32,
    KIND_EMPTY = 64,
    KIND_HEAD = 128, /* may come before the body begins */
};

/* A list of names that exists as long as the program. */
#define NAMES(...) ((const char *const[]){ __VA_ARGS__, NULL })

static const struct {
    unsigned kind;
    const char *const *names;
} kinds[] = {
    { KIND_SPECIAL | KIND_ENDS_P,
      NAMES("address", "article", "aside", "blockquote", "center", "dd", "details", "dialog", "dir",
            "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "header",
            "hgroup", "li", "listing", "main", "menu", "nav", "ol", "p", "pre", "search", "section",
            "summary", "ul", "xmp") },
    { KIND_FORMATTING, NAMES("a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small",
                             "strike", "strong", "tt", "u") },
    { KIND_EMPTY, NAMES("area", "basefont", "bgsound", "br", "embed", "frame", "img", "input",
                        "keygen", "param", "source", "spacer", "track", "wbr") },
    { KIND_SPECIAL,
      NAMES("body", "button", "frameset", "html", "noscript", "optgroup", "option", "select") },
    { KIND_SPECIAL | KIND_HEADING | KIND_ENDS_P, NAMES("h1", "h2", "h3", "h4", "h5", "h6") },
    { KIND_SPECIAL | KIND_TABLE_PART, NAMES("colgroup", "tbody", "tfoot", "thead", "tr") },
    { KIND_SPECIAL | KIND_SCOPE, NAMES("applet", "marquee", "object", "template") },
    { KIND_EMPTY | KIND_HEAD, NAMES("base", "link", "meta") },
    { KIND_SPECIAL | KIND_SCOPE | KIND_TABLE_PART, NAMES("caption", "td", "th") },
    { KIND_SPECIAL | KIND_TABLE_PART | KIND_EMPTY, NAMES("col") },
    { KIND_ENDS_P | KIND_EMPTY, NAMES("hr") },
    { KIND_ENDS_P, NAMES("plaintext") },
    { KIND_SPECIAL | KIND_HEAD, NAMES("style") },
    { KIND_SPECIAL | KIND_SCOPE | KIND_ENDS_P, NAMES("table") },
};

static unsigned kind_of(const char *name)
{
    for (size_t i = 0; i < G_N_ELEMENTS(kinds); i++) {
        if (g_strv_contains(kinds[i].names, name)) {
            return kinds[i].kind;
        }
    }
    return 0;
}

/* ---- the elements that are open ---- */

struct open_element {
    char word[HTML_NEST_NAME_MAX + 3]; /* its name with | on both sides */
    unsigned kind;
    guint tag; /* of nest->tags */
};

struct nest_tag {
    gsize at; /* place behind its name */
    bool astray;
};

static const struct open_element *at_level(const struct html_nest *nest, int level)
{
    return &g_array_index(nest->open, struct open_element, (guint)level);
}

static bool is_named(const struct html_nest *nest, int level, const char *name)
{
    const char *word = at_level(nest, level)->word;
    size_t length = strlen(name);
    return strncmp(word + 1, name, length) == 0 && word[1 + length] == '|';
}

static bool is_one_of(const struct html_nest *nest, int level, const char *names)
{
    return strstr(names, at_level(nest, level)->word) != NULL;
}

static int top_of(const struct html_nest *nest)
{
    return (int)nest->open->len - 1;
}

static void set_astray(struct html_nest *nest, int level)
{
    g_array_index(nest->tags, struct nest_tag, at_level(nest, level)->tag).astray = true;
}

static void write_end(struct html_nest *nest, int level)
{
    const char *word = at_level(nest, level)->word;
    g_string_append(nest->out, "</" HTML_NEST_PREFIX);
    g_string_append_len(nest->out, word + 1, (gssize)strlen(word) - 2);
    g_string_append_c(nest->out, '>');
}

/* Closes all elements down to `level`. `own`: the element at `level` has its own end tag. */
static void close_to(struct html_nest *nest, int level, bool own)
{
    for (int at = top_of(nest); at >= level; at--) {
        if ((at_level(nest, at)->kind & KIND_FORMATTING) != 0 && !(own && at == level)) {
            set_astray(nest, at);
        }
        write_end(nest, at);
    }
    g_array_set_size(nest->open, (guint)level);
}

/* The innermost open element of that name, without one of `ends` or of the kinds `kind` inside
 * it; -1 if no such element is open. */
static int find_within(const struct html_nest *nest, const char *name, unsigned kind,
                       const char *ends)
{
    for (int at = top_of(nest); at >= 0; at--) {
        if (is_named(nest, at, name)) {
            return at;
        }
        if ((at_level(nest, at)->kind & kind) != 0 || is_one_of(nest, at, ends)) {
            return -1;
        }
    }
    return -1;
}

static void write_tag(struct html_nest *nest, const char *name, const char *attributes)
{
    g_string_append_printf(nest->out, "<" HTML_NEST_PREFIX "%s", name);
    struct nest_tag tag = { .at = nest->out->len };
    g_array_append_val(nest->tags, tag);
    g_string_append_printf(nest->out, " %s>", attributes);
}

static void begin(struct html_nest *nest)
{
    if (!nest->started) {
        write_tag(nest, "html", nest->html != NULL ? nest->html : "");
        write_tag(nest, "body", nest->body != NULL ? nest->body : "");
        nest->started = true;
    }
}

/* ---- start tags ---- */

/* Ends the item before, in the same list. */
static void end_item(struct html_nest *nest, const char *names)
{
    for (int at = top_of(nest); at >= 0; at--) {
        if (is_one_of(nest, at, names)) {
            close_to(nest, at, false);
            return;
        }
        if ((at_level(nest, at)->kind & KIND_SPECIAL) != 0 &&
            !is_one_of(nest, at, "|address|div|p|")) {
            return;
        }
    }
}

/* Closes the elements of the table in which this part cannot be. False: there is no table. */
static bool end_in_table(struct html_nest *nest, const char *name)
{
    static const struct {
        const char *name, *within;
    } places[] = {
        { "td", "|tr|tbody|thead|tfoot|table|" },
        { "th", "|tr|tbody|thead|tfoot|table|" },
        { "tr", "|tbody|thead|tfoot|table|" },
        { "col", "|colgroup|table|" },
    };
    if (find_within(nest, "table", 0, "|template|") < 0) {
        return false;
    }
    const char *within = "|table|";
    for (size_t i = 0; i < G_N_ELEMENTS(places); i++) {
        within = strcmp(places[i].name, name) == 0 ? places[i].within : within;
    }
    int at = top_of(nest);
    while (!is_one_of(nest, at, within)) {
        at--;
    }
    close_to(nest, at + 1, false);
    return true;
}

/* Closes the elements that the start tag ends. */
static void end_before(struct html_nest *nest, const char *name, unsigned kind)
{
    int p = (kind & KIND_ENDS_P) != 0 ? find_within(nest, "p", KIND_SCOPE, "|button|") : -1;
    if (p >= 0) {
        if (strcmp(name, "table") == 0) {
            set_astray(nest, p); /* in mail without a DOCTYPE the table is inside the <p> */
        }
        close_to(nest, p, false);
    }
    int top = top_of(nest);
    if ((kind & KIND_HEADING) != 0 && top >= 0 && (at_level(nest, top)->kind & KIND_HEADING) != 0) {
        close_to(nest, top, false);
    }
    if (strcmp(name, "li") == 0) {
        end_item(nest, "|li|");
    } else if (strcmp(name, "dd") == 0 || strcmp(name, "dt") == 0) {
        end_item(nest, "|dd|dt|");
    } else if (strcmp(name, "a") == 0 || strcmp(name, "nobr") == 0 || strcmp(name, "button") == 0) {
        int same = find_within(nest, name, KIND_SCOPE, "");
        if (same >= 0) {
            close_to(nest, same, false);
        }
    }
}

static void push(struct html_nest *nest, const char *name, unsigned kind)
{
    struct open_element element = { .kind = kind, .tag = nest->tags->len - 1 };
    g_snprintf(element.word, sizeof(element.word), "|%s|", name);
    g_array_append_val(nest->open, element);
}

/* <html> and <body>: the first ones give the attributes of what is around all. In some
 * browsers later ones add theirs. */
static void open_around(struct html_nest *nest, const char *name, const char *attributes)
{
    bool body = strcmp(name, "body") == 0;
    char **first = body ? &nest->body : &nest->html;
    if (!nest->started && *first == NULL) {
        *first = g_strdup(attributes);
    } else {
        begin(nest);
        write_tag(nest, name, attributes);
        push(nest, name, KIND_SPECIAL);
        set_astray(nest, top_of(nest));
    }
    if (body) {
        begin(nest);
    }
}

bool html_nest_start(struct html_nest *nest, const char *name, const char *attributes)
{
    if (nest->open->len == HTML_NEST_DEPTH_MAX) {
        return false;
    }
    unsigned kind = kind_of(name);
    if (strcmp(name, "html") == 0 || strcmp(name, "body") == 0) {
        open_around(nest, name, attributes);
        return true;
    }
    if (strcmp(name, "head") == 0) {
        return true;
    }
    if ((kind & KIND_HEAD) == 0) {
        begin(nest);
    }
    if ((kind & KIND_TABLE_PART) != 0 && !end_in_table(nest, name)) {
        return true;
    }
    end_before(nest, name, kind);
    write_tag(nest, name, attributes);
    if ((kind & KIND_EMPTY) != 0) {
        g_string_append_printf(nest->out, "</" HTML_NEST_PREFIX "%s>", name);
    } else {
        push(nest, name, kind);
    }
    return true;
}

/* ---- end tags ---- */

/* The element that the end tag ends; -1: it ends none. */
static int find_ended(const struct html_nest *nest, const char *name, unsigned kind)
{
    if ((kind & KIND_TABLE_PART) != 0 || strcmp(name, "table") == 0) {
        return find_within(nest, name, 0, "|table|template|");
    }
    if ((kind & KIND_HEADING) != 0) {
        for (int at = top_of(nest); at >= 0; at--) {
            if ((at_level(nest, at)->kind & (KIND_HEADING | KIND_SCOPE)) != 0) {
                return (at_level(nest, at)->kind & KIND_HEADING) != 0 ? at : -1;
            }
        }
        return -1;
    }
    if (strcmp(name, "li") == 0) {
        return find_within(nest, name, KIND_SCOPE, "|ol|ul|");
    }
    bool through = (kind & (KIND_SPECIAL | KIND_FORMATTING)) != 0;
    return find_within(nest, name, through ? KIND_SCOPE : KIND_SPECIAL, "");
}

/* If these two end tags end no element, they make an element of their own. */
static void end_nothing(struct html_nest *nest, const char *name)
{
    bool p = strcmp(name, "p") == 0;
    if ((p || strcmp(name, "br") == 0) && html_nest_start(nest, name, "") && p) {
        close_to(nest, top_of(nest), true);
    }
}

void html_nest_end(struct html_nest *nest, const char *name)
{
    unsigned kind = kind_of(name);
    int at = find_ended(nest, name, kind);
    if (at < 0) {
        end_nothing(nest, name);
        return;
    }
    if (is_one_of(nest, at, "|html|body|")) {
        return; /* text that follows still belongs to it */
    }
    for (int above = at + 1; above <= top_of(nest) && (kind & KIND_FORMATTING) != 0; above++) {
        if ((at_level(nest, above)->kind & KIND_SPECIAL) != 0) {
            set_astray(nest, at);
        }
    }
    close_to(nest, at, true);
}

/* ---- text ---- */

/* Appends blanks, in a form that libxml2 keeps: it drops blanks alone beside elements it does
 * not know. */
static void append_blanks(GString *out, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        g_string_append_printf(out, "&#%d;", text[i]);
    }
}

void html_nest_text(struct html_nest *nest, const char *text, size_t length, bool literal)
{
    bool blank = true;
    for (size_t i = 0; i < length && blank; i++) {
        blank = strchr(BLANKS, text[i]) != NULL;
    }
    if (blank) {
        if (nest->started) {
            append_blanks(nest->out, text, length);
        }
        return;
    }
    if (top_of(nest) < 0 || !is_named(nest, top_of(nest), "style")) {
        begin(nest);
    }
    if (!literal) {
        g_string_append_len(nest->out, text, (gssize)length);
        return;
    }
    for (size_t i = 0; i < length; i++) {
        const char *sign = text[i] == '&' ? "&amp;" : text[i] == '<' ? "&lt;" : NULL;
        if (sign != NULL) {
            g_string_append(nest->out, sign);
        } else {
            g_string_append_c(nest->out, text[i]);
        }
    }
}

/* ---- the whole ---- */

void html_nest_init(struct html_nest *nest)
{
    *nest = (struct html_nest){
        .out = g_string_new("<html><body><" HTML_NEST_PREFIX HTML_NEST_TOP ">"),
        .open = g_array_new(FALSE, FALSE, sizeof(struct open_element)),
        .tags = g_array_new(FALSE, FALSE, sizeof(struct nest_tag)),
    };
}

/* The text with the marks of elements that went astray, which are known only at the end. */
static char *with_marks(const struct html_nest *nest)
{
    GString *marked = g_string_sized_new(nest->out->len);
    gsize from = 0;
    for (guint i = 0; i < nest->tags->len; i++) {
        const struct nest_tag *tag = &g_array_index(nest->tags, struct nest_tag, i);
        if (tag->astray) {
            g_string_append_len(marked, nest->out->str + from, (gssize)(tag->at - from));
            g_string_append(marked, " " HTML_NEST_ASTRAY "=\"\"");
            from = tag->at;
        }
    }
    g_string_append(marked, nest->out->str + from);
    return g_string_free(marked, FALSE);
}

char *html_nest_finish(struct html_nest *nest)
{
    for (int at = top_of(nest); at >= 0; at--) {
        write_end(nest, at);
    }
    char *whole = with_marks(nest);
    g_string_free(nest->out, TRUE);
    g_array_unref(nest->open);
    g_array_unref(nest->tags);
    g_free(nest->html);
    g_free(nest->body);
    return whole;
}

/* ---- the tree that libxml2 made ---- */

xmlNode *html_nest_next(xmlNode *root, xmlNode *node)
{
    if (node->type == XML_ELEMENT_NODE && node->children != NULL) {
        return node->children;
    }
    while (node != root && node->next == NULL) {
        node = node->parent;
    }
    return node != root ? node->next : NULL;
}

/* A name without what was added to it for libxml2. Free with g_free. */
static char *own_name(const char *name)
{
    g_autoptr(GString) own = g_string_new(NULL);
    for (name += strlen(HTML_NEST_PREFIX); *name != '\0'; name++) {
        bool code = *name == HTML_NEST_ESCAPE && g_ascii_isxdigit(name[1]);
        if (code && g_ascii_isxdigit(name[2])) {
            g_string_append_c(
                own, (char)(g_ascii_xdigit_value(name[1]) * 16 + g_ascii_xdigit_value(name[2])));
            name += 2;
        } else {
            g_string_append_c(own, *name);
        }
    }
    return g_string_free(g_steal_pointer(&own), FALSE);
}

xmlNode *html_nest_restore(xmlNode *root)
{
    xmlNode *top = NULL;
    for (xmlNode *node = root; node != NULL; node = html_nest_next(root, node)) {
        const char *name = (const char *)node->name;
        if (node->type == XML_ELEMENT_NODE && g_str_has_prefix(name, HTML_NEST_PREFIX)) {
            g_autofree char *own = own_name(name);
            xmlNodeSetName(node, (const xmlChar *)own);
            top = top != NULL ? top : node;
        }
    }
    return top;
}
