#include "letters/table.h"

#include <string.h>

#include "base/plain.h"
#include "letters/look.h"
#include "letters/tap.h"

/* The cells of a row: what stands between two blanks or more in its first line. Free with
 * g_strfreev. */
static char **cells_of(const char *row)
{
    g_autoptr(GStrvBuilder) cells = g_strv_builder_new();
    g_autofree char *first = g_strndup(row, strcspn(row, "\n"));
    g_auto(GStrv) parts = g_strsplit(first, "  ", -1);
    for (char **part = parts; *part != NULL; part++) {
        if (*g_strstrip(*part) != '\0') {
            g_strv_builder_add(cells, *part);
        }
    }
    return g_strv_builder_end(cells);
}

/* The widest cell of a column that has another one behind it. */
static size_t column_width(char *const *rows, guint column)
{
    size_t widest = 0;
    for (; *rows != NULL; rows++) {
        g_auto(GStrv) cells = cells_of(*rows);
        if (g_strv_length(cells) > column + 1) {
            widest = MAX(widest, grapheme_columns(cells[column]));
        }
    }
    return widest;
}

char *table_text(char *const *rows)
{
    enum { GAP = 2 };
    GString *text = g_string_new(NULL);
    for (char *const *row = rows; *row != NULL; row++) {
        g_auto(GStrv) cells = cells_of(*row);
        g_string_append_printf(text, "%s%*s", row > rows ? "\n" : "", (int)strspn(*row, " "), "");
        for (guint column = 0; cells[column] != NULL; column++) {
            const size_t own = grapheme_columns(cells[column]);
            const size_t width = cells[column + 1] != NULL ? column_width(rows, column) + GAP : own;
            g_string_append_printf(text, "%s%*s", cells[column], (int)(width - own), "");
        }
        for (const char *end = strchr(*row, '\n'); end != NULL; end = strchr(end + 1, '\n')) {
            g_string_append_printf(text, "\n    %.*s", (int)strcspn(end + 1, "\n"), end + 1);
        }
    }
    return g_string_free(text, FALSE);
}

/* ---- as HTML ---- */

/* True if the last cell of a row is a number; false for NULL. */
static bool counts(const char *row)
{
    const char *last = row != NULL ? g_strrstr(row, "  ") : NULL;
    return last != NULL && strspn(last, " 0123456789") == strlen(last);
}

/* A row whose first cell has words, and the others numbers, or in the first row their names. Cells
 * begin with `begin`. */
static void append_numbers(GString *out, const char *row, const char *begin, const char *button)
{
    g_auto(GStrv) cells = cells_of(row);
    for (guint column = 0; cells[column] != NULL; column++) {
        g_string_append_printf(out, "%s" CELL "%s\">", begin,
                               column > 0 ? "text-align:right"
                                          : "text-align:left;word-break:break-word");
        escaped_append(out, cells[column]);
        g_string_append_printf(out, " %s</%.2s>", column == 0 ? button : "", begin + 1);
    }
}

/* A row of one column: its cells, and the lines behind the first, stand below each other. */
static void append_lines(GString *out, const char *row, const char *button)
{
    g_auto(GStrv) cells = cells_of(row);
    const char *below = strchr(row, '\n');
    g_autofree char *first = g_strjoinv("\n", cells);
    g_autofree char *all = g_strconcat(first, below, NULL);
    g_auto(GStrv) lines = g_strsplit(all, "\n", -1);
    g_string_append(out, "<td " CELL "word-break:break-word\">");
    for (char **line = lines; *line != NULL; line++) {
        g_string_append(out, line > lines ? "<br>\n" : lines[1] != NULL ? "<b>" : "");
        escaped_append(out, *line);
        g_string_append(out, line == lines && lines[1] != NULL ? "</b>" : "");
    }
    g_string_append(out, "</td>");
    g_string_append_printf(out, "<td " CELL "text-align:right\">%s</td>", button);
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
