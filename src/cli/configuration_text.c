#include "cli/configuration_text.h"

#include "base/config.h"
#include "render/template.h"

char *configuration_text(const struct configuration_values *values, GError **error)
{
    g_autofree char *templates = config_templates_beside_program();
    g_autofree char *path = g_build_filename(templates, "postmove.conf", NULL);
    g_autofree char *source = NULL;
    if (!g_file_get_contents(path, &source, NULL, error)) {
        return NULL;
    }
    g_autofree char *database = g_build_filename(values->folder, "postmove.db", NULL);
    g_autofree char *spool = g_build_filename(values->folder, "spool", NULL);
    char *text =
        template_render(source,
                        pairs("address", values->address, "operator", values->operator_address,
                              "database", database, "spool", spool, "hook", values->hook, NULL),
                        error);
    if (text == NULL) {
        g_prefix_error(error, "%s:", path);
    }
    return text;
}
