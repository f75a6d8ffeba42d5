#include "mail/flowed.h"

#include <string.h>

struct flowed_line {
    size_t depth;     /* of quotation */
    const char *text; /* after quote marks and stuffing */
    size_t length;
    bool flows; /* goes on in the next line */
};

static struct flowed_line read_line(const char *line, size_t length)
{
    struct flowed_line read = { .text = line, .length = length };
    while (read.length > 0 && *read.text == '>') {
        read.depth++;
        read.text++;
        read.length--;
    }
    if (read.length > 0 && *read.text == ' ') {
        read.text++;
        read.length--;
    }
    bool signature = read.length == 3 && memcmp(read.text, "-- ", 3) == 0;
    read.flows = read.length > 0 && read.text[read.length - 1] == ' ' && !signature;
    return read;
}

static bool joins(const struct flowed_line *before, const struct flowed_line *line)
{
    bool separator = line->length == 0 || (line->length == 3 && memcmp(line->text, "-- ", 3) == 0);
    return before->flows && before->depth == line->depth && !separator;
}

static void begin_line(GString *joined, const struct flowed_line *line)
{
    for (size_t i = 0; i < line->depth; i++) {
        g_string_append_c(joined, '>');
    }
    if (line->depth > 0) {
        g_string_append_c(joined, ' ');
    }
}

char *flowed_join(const char *text, bool delsp)
{
    GString *joined = g_string_sized_new(strlen(text));
    struct flowed_line before = { .flows = false };
    bool first = true;
    while (*text != '\0') {
        size_t length = strcspn(text, "\n");
        struct flowed_line line = read_line(text, length);
        text += length + (text[length] == '\n');
        if (!joins(&before, &line)) {
            if (!first) {
                g_string_append_c(joined, '\n');
            }
            begin_line(joined, &line);
        }
        g_string_append_len(joined, line.text, (gssize)(line.length - (line.flows && delsp)));
        before = line;
        first = false;
    }
    if (!first) {
        g_string_append_c(joined, '\n');
    }
    return g_string_free(joined, FALSE);
}
