#include "mail/html_source.h"

#include <glib.h>
#include <stdbool.h>
#include <string.h>

#define BLANKS " \t\r\n\f"

/* Where the value of an attribute ends that follows its `=`. */
static const char *after_value(const char *value)
{
    value += strspn(value, BLANKS);
    if (*value != '"' && *value != '\'') {
        return value + strcspn(value, BLANKS ">");
    }
    const char *end = strchr(value + 1, *value);
    return end != NULL ? end + 1 : value + strlen(value);
}

/* Where the tag ends; NULL if it has more attributes than anyone writes: libxml2
 * compares each of them with all others. Blanks need not stand between them, nor
 * `=` in them: both are counted. */
static const char *after_tag(const char *tag)
{
    int attributes = 0;
    while (*tag != '\0' && *tag != '>') {
        if (*tag == '=') {
            tag = after_value(tag + 1);
            attributes++;
        } else if (g_ascii_isspace(*tag) || *tag == '/') {
            tag += strspn(tag, BLANKS "/\v");
            attributes++;
        } else {
            tag++;
        }
        if (attributes > HTML_SOURCE_ATTRIBUTES_MAX) {
            return NULL;
        }
    }
    return tag;
}

/* Behind a comment that begins at `at`, as browsers find its end; NULL: it has none. */
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

/* Behind what begins at `at` and is neither a tag nor text; NULL: it does not end. */
static const char *after_mark(const char *at)
{
    if (g_str_has_prefix(at, "<!--")) {
        return after_comment(at);
    }
    const char *end = strchr(at, '>');
    return end != NULL ? end + 1 : NULL;
}

/* Where the text of an element ends in which `<` opens nothing; `at` is behind its tag. */
static const char *after_raw_text(const char *tag, const char *at)
{
    static const char *const elements[] = { "style", "script", "textarea", "title",
                                            "xmp",   "iframe", "noembed",  "noframes" };
    size_t length = 0;
    while (g_ascii_isalnum(tag[length])) {
        length++;
    }
    for (size_t i = 0; i < G_N_ELEMENTS(elements); i++) {
        if (strlen(elements[i]) != length || g_ascii_strncasecmp(elements[i], tag, length) != 0) {
            continue;
        }
        while ((at = strstr(at, "</")) != NULL &&
               g_ascii_strncasecmp(at + strlen("</"), tag, length) != 0) {
            at += strlen("</");
        }
        return at;
    }
    return at;
}

char *html_source(const char *html)
{
    GString *source = g_string_sized_new(strlen(html));
    const char *at = html;
    while (at != NULL && *at != '\0') {
        const char *end;
        bool closes = at[1] == '/' && !g_ascii_isalpha(at[2]) && at[2] != '\0';
        if (*at != '<') {
            end = at + strcspn(at, "<");
        } else if (g_ascii_isalpha(at[1])) {
            end = after_tag(at);
            end = end != NULL ? after_raw_text(at + 1, end) : at;
            if (end == at) {
                break;
            }
            end = end != NULL ? end : at + strlen(at);
        } else if (at[1] == '!' || at[1] == '?' || closes) {
            at = after_mark(at);
            continue;
        } else {
            end = at + 1;
        }
        g_string_append_len(source, at, end - at);
        at = end;
    }
    return g_string_free(source, FALSE);
}
