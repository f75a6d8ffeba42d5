/* Breaking long lines of a letter. */
#include <string.h>

#include "base/grapheme.h"
#include "render/template.h"

enum { ITEM_COLUMNS = 2 }; /* how far an item's text stands behind its dash */

/* How many bytes from `at` on fit into so many columns, in whole graphemes; one is
 * taken even where it is wider than that. */
static size_t bytes_of_columns(const char *at, const char *end, size_t columns)
{
    const char *start = at;
    while (at < end) {
        size_t width;
        size_t bytes = grapheme_first(at, end, &width);
        if (width > columns && at > start) {
            break;
        }
        columns -= MIN(width, columns);
        at += bytes;
    }
    return (size_t)(at - start);
}

/* Where to break what does not fit: at its last blank, or else behind its last
 * no-break blank, of which some programs make all blanks, or else anywhere. */
static size_t break_at(const char *line, size_t fits)
{
    static const char no_break[] = "\u00a0";
    for (size_t i = fits; i > 0; i--) {
        if (line[i] == ' ') {
            return i;
        }
    }
    const char *last = g_strrstr_len(line, (gssize)fits, no_break);
    return last != NULL ? (size_t)(last - line) + strlen(no_break) : fits;
}

/* Where to break instead, so that no lone last word with a digit in it stands
 * in a line: it could be read as a move, should the letter be sent back. */
static size_t break_earlier(const char *line, size_t cut, const char *end)
{
    bool digit = false;
    size_t earlier = cut;
    for (const char *at = line + cut + strspn(line + cut, " "); at < end; at++) {
        if (*at == ' ') {
            return cut;
        }
        digit = digit || g_ascii_isdigit(*at);
    }
    do {
        earlier = earlier > 0 ? earlier - 1 : 0;
    } while (earlier > 0 && line[earlier] != ' ');
    return digit && earlier > 1 && line[cut] == ' ' ? earlier : cut;
}

static void fill_line(GString *out, const char *line, const char *end, size_t columns)
{
    /* What is broken keeps its prefix, however long: words of another must not
     * lose theirs. */
    const size_t lead = MIN(strspn(line, " \t|>"), columns / 2);
    const char *prefix = line;
    g_string_append_len(out, prefix, (gssize)lead);
    line += lead;
    if (bytes_of_columns(line, end, columns - lead) < (size_t)(end - line)) {
        line += strspn(line, " ");
    }
    const bool hangs = *line == '-' && columns > lead + ITEM_COLUMNS;
    const size_t item = hangs ? ITEM_COLUMNS : 0;
    size_t hang = 0;
    for (;;) {
        size_t fits = bytes_of_columns(line, end, columns - lead - hang);
        if (line + fits == end) {
            g_string_append_len(out, line, end - line);
            return;
        }
        size_t cut = break_earlier(line, break_at(line, fits), end);
        const char *rest = line + cut;
        while (rest < end && *rest == ' ') {
            rest++;
        }
        while (cut > 0 && line[cut - 1] == ' ') {
            cut--;
        }
        g_string_append_len(out, line, (gssize)cut);
        line = rest;
        if (line == end) {
            return;
        }
        hang = item;
        g_string_append_c(out, '\n');
        g_string_append_len(out, prefix, (gssize)lead);
        g_string_append_printf(out, "%*s", (int)hang, "");
    }
}

char *template_fill(const char *text, int columns)
{
    GString *out = g_string_sized_new(strlen(text));
    while (*text != '\0') {
        const char *end = strchrnul(text, '\n');
        fill_line(out, text, end, (size_t)MAX(columns, 2));
        if (*end == '\0') {
            break;
        }
        g_string_append_c(out, '\n');
        text = end + 1;
    }
    return g_string_free(out, FALSE);
}
