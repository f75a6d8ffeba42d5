/* setup: the text of a new configuration, and one key in a text. */
#include <string.h>

#include "cli/setup.h"
#include "render/template.h"

char *configuration_text(const char *address, const char *operator_address, const char *folder,
                         GError **error)
{
    g_autofree char *templates = config_templates_beside_program();
    g_autofree char *path = g_build_filename(templates, "postmove.conf", NULL);
    g_autofree char *source = NULL;
    if (!g_file_get_contents(path, &source, NULL, error)) {
        return NULL;
    }
    g_autofree char *database = g_build_filename(folder, "postmove.db", NULL);
    g_autofree char *spool = g_build_filename(folder, "spool", NULL);
    char *text = template_render(source,
                                 pairs("address", address, "operator", operator_address, "database",
                                       database, "spool", spool, "hook", CONFIG_DEFAULT_HOOK, NULL),
                                 error);
    if (text == NULL) {
        g_prefix_error(error, "%s:", path);
    }
    return text;
}

/* The key that a line sets, or, if it begins with #, that it shows. NULL: none. */
static char *key_of(const char *line, bool *shown)
{
    *shown = *line == '#';
    line += *shown ? 1 : 0;
    const size_t length = strspn(line, G_CSET_a_2_z "-");
    const char *after = line + length + strspn(line + length, " \t");
    return length > 0 && *after == '=' ? g_strndup(line, length) : NULL;
}

/* Where a key of a group is set, or where it belongs: numbers of lines; -1: nowhere. */
struct place {
    int set, behind;
};

static struct place place_of(char *const *lines, const char *group, const char *key)
{
    g_autofree char *title = g_strdup_printf("[%s]", group);
    struct place place = { -1, -1 };
    bool inside = false;
    for (int i = 0; lines[i] != NULL; i++) {
        g_autofree char *line = g_strstrip(g_strdup(lines[i]));
        bool shown = false;
        g_autofree char *name = key_of(line, &shown);
        const bool begins = *line == '[', named = inside && g_strcmp0(name, key) == 0;
        inside = begins ? strcmp(line, title) == 0 : inside;
        if ((begins && inside) || (named && shown)) {
            place.behind = i;
        } else if (named) {
            place.set = i;
        }
    }
    return place;
}

char *setup_set_key(const char *text, const char *group, const char *key, const char *value)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    const struct place place = place_of(lines, group, key);
    g_autofree char *line = g_strdup_printf("%s = %s\n", key, value);
    g_autofree char *said =
        place.set >= 0 ? g_strstrip(g_strdup(strchr(lines[place.set], '=') + 1)) : NULL;
    if (g_strcmp0(said, value) == 0) { /* perhaps in another form */
        return g_strdup(text);
    }
    g_autoptr(GString) made = g_string_new(NULL);
    for (int i = 0; lines[i] != NULL; i++) {
        const bool last = *lines[i] == '\0' && lines[i + 1] == NULL;
        if (i != place.set && !last) {
            g_string_append_printf(made, "%s\n", lines[i]);
        }
        if (value != NULL && i == (place.set >= 0 ? place.set : place.behind)) {
            g_string_append(made, line);
        }
    }
    if (value != NULL && place.set < 0 && place.behind < 0) {
        g_string_append_printf(made, "\n[%s]\n%s", group, line);
    }
    return g_string_free(g_steal_pointer(&made), FALSE);
}
