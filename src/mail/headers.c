#include "mail/headers.h"

#include <string.h>

#include "mail/charset.h"

static void header_free(gpointer data)
{
    struct header *header = data;
    g_free(header->name);
    g_free(header->value);
    g_free(header);
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* The length of the line at `line`, its line end included. */
static size_t line_length(const char *line, const char *end)
{
    const char *feed = memchr(line, '\n', (size_t)(end - line));
    return (size_t)((feed != NULL ? feed + 1 : end) - line);
}

/* The length of the name of the field that a line begins with, 0 if it begins none. Old mail
 * may have blanks before the colon (RFC 5322 section 4.5). */
static size_t name_length(const char *line, size_t length)
{
    size_t name = 0;
    while (name < length && line[name] > ' ' && line[name] < 127 && line[name] != ':') {
        name++;
    }
    size_t colon = name;
    while (colon < length && is_blank(line[colon])) {
        colon++;
    }
    return colon < length && line[colon] == ':' ? name : 0;
}

/* The length of the field with all its continuation lines. */
static size_t field_length(const char *line, const char *end)
{
    size_t length = line_length(line, end);
    while (line + length < end && is_blank(line[length])) {
        length += line_length(line + length, end);
    }
    return length;
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
    size_t length = (size_t)(raw + raw_length - value);
    header->whole = length <= HEADERS_VALUE_MAX;
    header->value = unfold(value, value + MIN(length, HEADERS_VALUE_MAX));
    return header;
}

struct headers *headers_read(const char *bytes, size_t length)
{
    struct headers *headers = g_new0(struct headers, 1);
    headers->whole = true;
    headers->fields = g_ptr_array_new_with_free_func(header_free);
    const char *at = bytes, *end = bytes + length;
    while (at < end) {
        size_t line = line_length(at, end);
        if (*at == '\n' || (line == 2 && *at == '\r')) {
            at += line;
            break;
        }
        size_t name = name_length(at, line);
        if (name == 0) {
            break;
        }
        if (headers->fields->len == HEADERS_FIELDS_MAX) {
            headers->whole = false;
            break;
        }
        size_t field = field_length(at, end);
        g_ptr_array_add(headers->fields, header_new(at, field, name));
        at += field;
    }
    headers->length = (size_t)(at - bytes);
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
