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
    g_autoptr(Values) values = pairs("address", address, "operator", operator_address, "database",
                                     database, "spool", spool, "hook", CONFIG_DEFAULT_HOOK, NULL);
    char *text = template_render(source, values, NULL, error);
    if (text == NULL) {
        g_prefix_error(error, "%s:", path);
    }
    return text;
}

/* The value that a line sets a key to; NULL: it does not set it. */
static const char *value_in(const char *line, const char *key)
{
    const char *after = g_str_has_prefix(line, key) ? line + strlen(key) : "";
    after += strspn(after, " \t");
    return *after == '=' ? after + 1 + strspn(after + 1, " \t") : NULL;
}

char *setup_set_key(const char *text, const char *group, const char *key, const char *value)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    g_autofree char *title = g_strdup_printf("[%s]", group), *said = NULL;
    int place = -1, behind = -1; /* the lines that set it, and behind which it belongs */
    bool inside = false;
    for (int i = 0; lines[i] != NULL; i++) {
        g_autofree char *line = g_strstrip(g_strdup(lines[i]));
        inside = *line == '[' ? strcmp(line, title) == 0 : inside;
        if (inside && (*line == '[' || (*line == '#' && value_in(line + 1, key) != NULL))) {
            behind = i;
        } else if (inside && value_in(line, key) != NULL) {
            place = i;
            g_free(said);
            said = g_strdup(value_in(line, key));
        }
    }
    g_autofree char *line = g_strdup_printf("%s = %s\n", key, value);
    if (g_strcmp0(said, value) == 0) { /* perhaps in another form */
        return g_strdup(text);
    }
    g_autoptr(GString) made = g_string_new(NULL);
    for (int i = 0; lines[i] != NULL; i++) {
        const bool last = *lines[i] == '\0' && lines[i + 1] == NULL;
        if (i != place && !last) {
            g_string_append_printf(made, "%s\n", lines[i]);
        }
        if (value != NULL && i == (place >= 0 ? place : behind)) {
            g_string_append(made, line);
        }
    }
    if (value != NULL && place < 0 && behind < 0) {
        g_string_append_printf(made, "\n[%s]\n%s", group, line);
    }
    return g_string_free(g_steal_pointer(&made), FALSE);
}
