#include "render/columns.h"

#include <stdbool.h>

enum { APART = 2 }; /* blanks between two columns */

static int width_of(const char *text)
{
    return (int)g_utf8_strlen(text, -1);
}

static int widest(const GPtrArray *texts)
{
    int most = 0;
    for (guint i = 0; i < texts->len; i++) {
        most = MAX(most, width_of(texts->pdata[i]));
    }
    return most;
}

char *columns_text(const GPtrArray *texts, int width)
{
    const int column = widest(texts) + APART;
    const guint in_row = (guint)MAX(1, (width + APART) / column);
    g_autoptr(GString) rows = g_string_new(NULL);
    for (guint i = 0; i < texts->len; i++) {
        const char *text = texts->pdata[i];
        const bool ends = (i + 1) % in_row == 0 || i + 1 == texts->len;
        g_string_append(rows, text);
        g_string_append_printf(rows, "%*s", ends ? 0 : column - width_of(text), "");
        g_string_append(rows, ends ? "\n" : "");
    }
    return g_string_free(g_steal_pointer(&rows), FALSE);
}
