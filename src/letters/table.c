#include "letters/table.h"

#include <string.h>

#include "render/speech.h"

#define CELL "style=\"padding:6px 8px 6px 0;"

/* True if the last cell of a row (NULL: there is none) is a number. */
static bool counts(const char *row)
{
    const char *last = row != NULL ? g_strrstr(row, "  ") : NULL;
    return last != NULL && strspn(last, " 0123456789") == strlen(last);
}

static void append_words(GString *out, const char *words)
{
    g_autofree char *escaped = g_markup_escape_text(words, -1);
    g_string_append(out, escaped);
}

/* A row whose first cell has words, and the others numbers, or in the first row their names. Cells
 * begin with `begin`. */
static void append_numbers(GString *out, const char *row, const char *begin, const char *button)
{
    g_auto(GStrv) cells = words_cells(row);
    for (guint column = 0; cells[column] != NULL; column++) {
        g_string_append_printf(out, "%s" CELL "%s\">", begin,
                               column > 0 ? "text-align:right"
                                          : "text-align:left;word-break:break-word");
        append_words(out, cells[column]);
        g_string_append_printf(out, " %s</%.2s>", column == 0 ? button : "", begin + 1);
    }
}

/* A row of one column: its cells, and the lines behind the first, stand below each other. */
static void append_lines(GString *out, const char *row, const char *button)
{
    g_auto(GStrv) cells = words_cells(row);
    const char *below = strchr(row, '\n');
    g_autofree char *first = g_strjoinv("\n", cells);
    g_autofree char *all = g_strconcat(first, below, NULL);
    g_auto(GStrv) lines = g_strsplit(all, "\n", -1);
    g_string_append(out, "<td " CELL "word-break:break-word\">");
    for (char **line = lines; *line != NULL; line++) {
        g_string_append(out, line > lines ? "<br>\n" : lines[1] != NULL ? "<b>" : "");
        append_words(out, *line);
        g_string_append(out, line == lines && lines[1] != NULL ? "</b>" : "");
    }
    g_string_append(out, "</td>");
    g_string_append_printf(out, "<td style=\"text-align:right\">%s</td>", button);
}

void table_append(GString *out, char *const *rows, char *const *buttons)
{
    const bool counted = rows[0] != NULL && counts(rows[1]);
    g_string_append_printf(out, "<table%s style=\"border-collapse:collapse;margin:0 0 12px\">\n",
                           counted ? "" : " role=\"presentation\"");
    for (guint i = 0; rows[i] != NULL; i++) {
        g_string_append(out, "<tr>");
        if (counted) {
            append_numbers(out, rows[i], i == 0 ? "<th scope=\"col\" " : "<td ", buttons[i]);
        } else {
            append_lines(out, rows[i], buttons[i]);
        }
        g_string_append(out, "</tr>\n");
    }
    g_string_append(out, "</table>\n");
}
