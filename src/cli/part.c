#include "cli/part.h"

#include <string.h>

int parts_run(const struct parts *parts, const struct invocation *invocation, char **words,
              const void *options)
{
    const struct part *part = NULL;
    for (size_t i = 0; i < parts->count && part == NULL; i++) {
        part = strcmp(parts->part[i].name, words[0]) == 0 ? &parts->part[i] : NULL;
    }
    if (part == NULL) {
        return cli_misused(parts->name, "%s: not understood", words[0]);
    }
    g_auto(GStrv) own = g_strsplit(part->options, " ", -1);
    for (const GOptionEntry *entry = parts->entries; entry->long_name != NULL; entry++) {
        bool given = entry->arg == G_OPTION_ARG_NONE ? *(const gboolean *)entry->arg_data
                                                     : *(char *const *)entry->arg_data != NULL;
        if (given && !g_strv_contains((const char *const *)own, entry->long_name)) {
            return cli_misused(parts->name, "%s takes no --%s", part->name, entry->long_name);
        }
    }
    int count = (int)g_strv_length(words) - 1;
    if (count < part->least) {
        return cli_misused(parts->name, "%s: an argument is missing", part->name);
    }
    if (part->most >= 0 && count > part->most) {
        return cli_misused(parts->name, "%s: too many arguments", words[part->most + 1]);
    }
    g_autoptr(GError) error = NULL;
    g_auto(Server) server = { 0 };
    return server_open(&server, invocation, &error) ? part->run(&server, words + 1, options)
                                                    : cli_fail(error);
}

gint64 part_number(const char *word)
{
    guint64 number;
    return g_ascii_string_to_unsigned(word, 10, 1, G_MAXINT64, &number, NULL) ? (gint64)number : 0;
}
