#include "cli/part.h"

#include <string.h>

static const struct part *part_named(const struct parts *parts, const char *name)
{
    for (size_t i = 0; i < parts->count; i++) {
        if (strcmp(parts->part[i].name, name) == 0) {
            return &parts->part[i];
        }
    }
    return NULL;
}

static bool is_given(const GOptionEntry *entry)
{
    return entry->arg == G_OPTION_ARG_NONE ? *(const gboolean *)entry->arg_data
                                           : *(char *const *)entry->arg_data != NULL;
}

/* The first option that was given and is not the part's; NULL: none. */
static const char *foreign_option(const struct parts *parts, const struct part *part)
{
    g_auto(GStrv) own = g_strsplit(part->options, " ", -1);
    for (const GOptionEntry *entry = parts->entries; entry->long_name != NULL; entry++) {
        if (is_given(entry) && !g_strv_contains((const char *const *)own, entry->long_name)) {
            return entry->long_name;
        }
    }
    return NULL;
}

int parts_run(const struct parts *parts, const struct invocation *invocation, char **words,
              const void *options)
{
    const struct part *part = part_named(parts, words[0]);
    if (part == NULL) {
        return cli_misused(parts->name, "%s: not understood", words[0]);
    }
    const char *foreign = foreign_option(parts, part);
    if (foreign != NULL) {
        return cli_misused(parts->name, "%s takes no --%s", part->name, foreign);
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
