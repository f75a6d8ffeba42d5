#include "cli/setup_text.h"

#include <glib.h>
#include <stdbool.h>
#include <string.h>

/* ---- lines ---- */

/* The lines of a text, without line feeds. A text without a line feed at its end gets one when it
 * is joined again. */
static GPtrArray *lines_of(const char *text)
{
    GPtrArray *lines = g_ptr_array_new_with_free_func(g_free);
    while (*text != '\0') {
        const size_t length = strcspn(text, "\n");
        g_ptr_array_add(lines, g_strndup(text, length));
        text += length + (text[length] == '\n');
    }
    return lines;
}

static char *joined(const GPtrArray *lines)
{
    g_autoptr(GString) text = g_string_new(NULL);
    for (guint i = 0; i < lines->len; i++) {
        g_string_append_printf(text, "%s\n", (char *)lines->pdata[i]);
    }
    return g_string_free(g_steal_pointer(&text), FALSE);
}

/* Puts a text of one or more lines in place of the lines from `first` to before `last`. */
static void put(GPtrArray *lines, guint first, guint last, const char *text)
{
    if (last > first) {
        g_ptr_array_remove_range(lines, first, last - first);
    }
    g_autoptr(GPtrArray) added = lines_of(text);
    for (guint i = 0; i < added->len; i++) {
        g_ptr_array_insert(lines, (int)(first + i), g_strdup(added->pdata[i]));
    }
}

/* ---- postmove.conf ---- */

/* The key that a line sets, or, if it begins with #, that it shows. NULL: none. */
static char *key_of(const char *line, bool *shown)
{
    line += strspn(line, " \t");
    *shown = *line == '#';
    line += *shown ? 1 : 0;
    const size_t length = strspn(line, G_CSET_a_2_z "-");
    const char *after = line + length + strspn(line + length, " \t");
    return length > 0 && *after == '=' ? g_strndup(line, length) : NULL;
}

/* Where a key of a group is set, or where it belongs. */
struct place {
    guint first, last; /* lines */
    bool set;
    bool group; /* the group is there */
};

static struct place place_of(const GPtrArray *lines, const char *group, const char *key)
{
    g_autofree char *title = g_strdup_printf("[%s]", group);
    struct place place = { lines->len, lines->len, false, false };
    bool inside = false;
    for (guint i = 0; i < lines->len; i++) {
        g_autofree char *line = g_strstrip(g_strdup(lines->pdata[i]));
        bool shown = false;
        g_autofree char *name = key_of(line, &shown);
        if (*line == '[') {
            inside = strcmp(line, title) == 0;
            place = inside ? (struct place){ i + 1, i + 1, false, true } : place;
        } else if (inside && g_strcmp0(name, key) == 0 && (!shown || !place.set)) {
            place = shown ? (struct place){ i + 1, i + 1, false, true }
                          : (struct place){ i, i + 1, true, true };
        }
    }
    return place;
}

char *setup_set_key(const char *text, const char *group, const char *key, const char *value)
{
    g_autoptr(GPtrArray) lines = lines_of(text);
    const struct place place = place_of(lines, group, key);
    if (value == NULL && !place.set) {
        return g_strdup(text);
    }
    g_autofree char *line = value != NULL ? g_strdup_printf("%s = %s", key, value) : g_strdup("");
    if (place.set) {
        /* A line that says the same in another form stays. */
        const char *old = strchr(lines->pdata[place.first], '=') + 1;
        g_autofree char *said = g_strstrip(g_strdup(old));
        if (value != NULL && strcmp(said, value) == 0) {
            return g_strdup(text);
        }
    }
    if (!place.group) {
        g_autofree char *title = g_strdup_printf("\n[%s]", group);
        put(lines, place.first, place.last, title);
        put(lines, lines->len, lines->len, line);
    } else {
        put(lines, place.first, place.last, line);
    }
    return joined(lines);
}
