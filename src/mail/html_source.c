#include "mail/html_source.h"

#include <glib.h>
#include <stdbool.h>
#include <string.h>

#include "mail/html_nest.h"

#define BLANKS " \t\r\n\f"

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

/* The beginning of the next piece of a tag, between its name and its end. An `=` begins a
 * value only behind an attribute's name; elsewhere it begins a name itself. */
static const char *after_piece(const char *at, bool *named)
{
    if (*at == '=' && *named) {
        *named = false;
        return after_value(at + 1);
    }
    if (strchr(BLANKS "\v", *at) == NULL) {
        *named = *at != '/';
    }
    return at + 1;
}

/* The end of a tag whose name ends at `at`; NULL if it has more attributes than anyone writes,
 * since libxml2 compares each of them with all others. Attributes need no blanks between them,
 * and no `=`: both are counted. */
static const char *after_tag(const char *at)
{
    int attributes = 0;
    bool named = false;
    while (*at != '\0' && *at != '>') {
        const bool parts = strchr(BLANKS "/\v", *at) != NULL;
        const char *next = after_piece(at, &named);
        /* Many blanks separate no more than one does. */
        attributes += parts ? strchr(BLANKS "/\v", *next) == NULL : next > at + 1;
        if (attributes > HTML_SOURCE_ATTRIBUTES_MAX) {
            return NULL;
        }
        at = next;
    }
    return at;
}

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

/* ---- tags ---- */

/* Elements in which `<` opens no tag, and whether their text is kept. */
static const struct raw_element {
    const char *name;
    bool kept;
} raw_elements[] = {
    { "style", true },    { "script", false },   { "textarea", false },
    { "title", false },   { "xmp", true },       { "iframe", false },
    { "noembed", false }, { "noframes", false }, { "plaintext", true }, /* it does not end */
};

static const struct raw_element *raw_element_of(const char *name)
{
    for (size_t i = 0; i < G_N_ELEMENTS(raw_elements); i++) {
        if (strcmp(raw_elements[i].name, name) == 0) {
            return &raw_elements[i];
        }
    }
    return NULL;
}

/* The beginning of the end tag that ends such an element, or the end. */
static const char *raw_end(const char *at, const char *name)
{
    size_t length = strlen(name);
    bool ends = strcmp(name, "plaintext") != 0;
    for (const char *tag = at; ends && (tag = strstr(tag, "</")) != NULL; tag += strlen("</")) {
        const char *named = tag + strlen("</");
        if (g_ascii_strncasecmp(named, name, length) == 0 &&
            strchr(BLANKS "/>", named[length]) != NULL) {
            return tag;
        }
    }
    return at + strlen(at);
}

/* The name that begins at `at`, in lower case and as html_nest.h needs it; NULL: it is longer
 * than any name. Sets *end to the place behind it. Free with g_free. */
static char *tag_name(const char *at, const char **end)
{
    g_autoptr(GString) name = g_string_new(NULL);
    for (; *at != '\0' && strchr(BLANKS "/>", *at) == NULL; at++) {
        if (g_ascii_isalnum(*at) || *at == '-') {
            g_string_append_c(name, g_ascii_tolower(*at));
        } else {
            g_string_append_printf(name, "%c%02x", HTML_NEST_ESCAPE, (unsigned char)*at);
        }
    }
    *end = at;
    return name->len <= HTML_NEST_NAME_MAX ? g_string_free(g_steal_pointer(&name), FALSE) : NULL;
}

/* The attributes between the name and the end of a tag; `/` only separates them. Free with
 * g_free. */
static char *tag_attributes(const char *at, const char *end)
{
    GString *attributes = g_string_sized_new((gsize)(end - at));
    bool named = false;
    while (at < end) {
        const char *next = after_piece(at, &named);
        if (*at == '/') {
            g_string_append_c(attributes, ' ');
        } else {
            g_string_append_len(attributes, at, next - at);
        }
        at = next;
    }
    return g_string_free(attributes, FALSE);
}

/* Takes the start tag at `at`, and the text of an element that cannot contain tags. Returns
 * the place behind it; NULL: nothing more is read. */
static const char *take_start(struct html_nest *nest, const char *at)
{
    const char *begin;
    g_autofree char *name = tag_name(at + 1, &begin);
    const char *end = after_tag(begin);
    if (end == NULL || *end == '\0' || name == NULL) {
        return NULL;
    }
    const struct raw_element *raw = raw_element_of(name);
    bool drawn = strcmp(name, "svg") == 0 || strcmp(name, "math") == 0;
    bool empty = drawn && end[-1] == '/';
    g_autofree char *attributes = tag_attributes(begin, end);
    const char *behind = raw != NULL ? raw_end(end + 1, name) : end + 1;
    if (raw == NULL || raw->kept) {
        if (!html_nest_start(nest, name, attributes)) {
            return NULL;
        }
        html_nest_text(nest, end + 1, (size_t)(behind - end) - 1, true);
    }
    if (empty) {
        html_nest_end(nest, name);
    }
    return behind;
}

/* The same for an end tag. */
static const char *take_end(struct html_nest *nest, const char *at)
{
    const char *begin;
    g_autofree char *name = tag_name(at + strlen("</"), &begin);
    const char *end = after_tag(begin);
    if (end == NULL || *end == '\0' || name == NULL) {
        return NULL;
    }
    html_nest_end(nest, name);
    return end + 1;
}

/* The same for text, and for a `<` that opens no tag. */
static const char *take_text(struct html_nest *nest, const char *at)
{
    size_t length = strcspn(at, "<");
    html_nest_text(nest, at, MAX(length, 1), length == 0);
    return at + MAX(length, 1);
}

char *html_source(const char *html)
{
    struct html_nest nest;
    html_nest_init(&nest);
    const char *at = html;
    while (at != NULL && *at != '\0') {
        bool closes = at[0] == '<' && at[1] == '/' && at[2] != '\0';
        if (*at == '<' && g_ascii_isalpha(at[1])) {
            at = take_start(&nest, at);
        } else if (closes && g_ascii_isalpha(at[2])) {
            at = take_end(&nest, at);
        } else if (*at == '<' && (at[1] == '!' || at[1] == '?' || closes)) {
            at = after_mark(at);
        } else {
            at = take_text(&nest, at);
        }
    }
    return html_nest_finish(&nest);
}
