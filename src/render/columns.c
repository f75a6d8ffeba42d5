#include "render/columns.h"

#include <stdbool.h>

#include "base/grapheme.h"

enum { APART = 2 }; /* blanks between two columns */

static int widest(const GPtrArray *texts)
{
    int most = 0;
    for (guint i = 0; i < texts->len; i++) {
        most = MAX(most, (int)grapheme_columns(texts->pdata[i]));
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
        g_string_append_printf(rows, "%*s", ends ? 0 : column - (int)grapheme_columns(text), "");
        g_string_append(rows, ends ? "\n" : "");
    }
    return g_string_free(g_steal_pointer(&rows), FALSE);
}
