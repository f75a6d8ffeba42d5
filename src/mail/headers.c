#include "mail/headers.h"

#include <string.h>

#include "base/plain.h"
#include "mail/charset.h"

static void header_free(gpointer data)
{
    struct header *header = data;
    g_free(header->name);
    g_free(header->value);
    g_free(header);
}

/* Unfolds a value. A CR that ends no line separates words, like the line end that it may have
 * been. Free with g_free. */
static char *unfold(const char *value, const char *end)
{
    g_autoptr(GString) unfolded = g_string_new(NULL);
    for (const char *c = value; c < end; c++) {
        if (*c == '\r' && c + 1 < end && c[1] != '\n') {
            g_string_append_c(unfolded, ' ');
        } else if (*c != '\r' && *c != '\n') {
            g_string_append_c(unfolded, *c);
        }
    }
    return g_strstrip(charset_to_utf8(unfolded->str, unfolded->len, NULL));
}

static struct header *header_new(const char *raw, size_t raw_length, size_t name)
{
    struct header *header = g_new0(struct header, 1);
    header->raw = raw;
    header->raw_length = raw_length;
    header->name = g_strndup(raw, name);
    const char *value = (const char *)memchr(raw, ':', raw_length) + 1;
    header->value = unfold(value, raw + raw_length);
    return header;
}

struct headers *headers_read(const char *bytes, size_t length)
{
    /* A field with its continuation lines, or the blank line. Old mail may have blanks before the
     * colon (RFC 5322 section 4.5). */
    static const char line[] = "([!-9;-~]++)[ \\t]*+:[^\\n]*+(?:\\n[ \\t][^\\n]*+)*+\\n?|\\r?\\n";
    struct headers *headers = g_new0(struct headers, 1);
    headers->whole = true;
    headers->fields = g_ptr_array_new_with_free_func(header_free);
    for (bool more = true; more && headers->length < length;) {
        g_autoptr(GMatchInfo) match = NULL;
        const char *at = bytes + headers->length;
        int start = 0, end = 0, name = 0;
        more = g_regex_match_full(pattern_of(line), at, (gssize)(length - headers->length), 0,
                                  G_REGEX_MATCH_ANCHORED, &match, NULL) &&
               g_match_info_fetch_pos(match, 0, &start, &end) &&
               g_match_info_fetch_pos(match, 1, &start, &name) && name > 0;
        if (more && headers->fields->len == HEADERS_FIELDS_MAX) {
            headers->whole = false;
            break;
        }
        if (more) {
            g_ptr_array_add(headers->fields, header_new(at, (size_t)end, (size_t)name));
        }
        headers->length += (size_t)end;
    }
    return headers;
}

void headers_free(struct headers *headers)
{
    if (headers != NULL) {
        g_ptr_array_unref(headers->fields);
        g_free(headers);
    }
}

guint headers_count(const struct headers *headers, const char *name)
{
    guint count = 0;
    for (guint i = 0; i < headers->fields->len; i++) {
        const struct header *header = g_ptr_array_index(headers->fields, i);
        count += g_ascii_strcasecmp(header->name, name) == 0;
    }
    return count;
}

const char *headers_first(const struct headers *headers, const char *name)
{
    for (guint i = 0; i < headers->fields->len; i++) {
        const struct header *header = g_ptr_array_index(headers->fields, i);
        if (g_ascii_strcasecmp(header->name, name) == 0) {
            return header->value;
        }
    }
    return NULL;
}

const char *headers_only(const struct headers *headers, const char *name)
{
    return headers_count(headers, name) == 1 ? headers_first(headers, name) : NULL;
}
