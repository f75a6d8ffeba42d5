#include "cli/part.h"

#include <stdio.h>
#include <string.h>

/* Opens the database, calls the part's `look` or `act`, and closes it. */
static int work(const struct parts *parts, const struct part *part, const struct server *server,
                char **words, void *options)
{
    struct act act;
    g_autofree char *command = g_strconcat(parts->name, " ", part->name, NULL);
    bool open = part->look != NULL ? act_look(&act, server->config, server->words)
                                   : act_begin(&act, server, command);
    act.words = words;
    act.options = options;
    act.number = part->numbered ? part_number(words[0]) : 0;
    if (part->look != NULL) {
        return act_end(&act, open && part->look(&act));
    }
    bool done = open && part->act(&act);
    g_autofree char *about = act.about != NULL ? act.about : g_strjoinv(" ", words);
    g_autofree char *said = act.said;
    int code = act_end(&act, act_commit(&act, done, about));
    if (code == 0 && said != NULL) {
        puts(said);
    }
    return code;
}

int parts_run(const struct parts *parts, const struct invocation *invocation, char **words,
              void *options)
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
    if (!server_open(&server, invocation, &error)) {
        return cli_fail(error);
    }
    if (part->numbered && part_number(words[1]) == 0) {
        return cli_misused(parts->name, "%s: not the number of a %s", words[1], parts->name);
    }
    if (part->run != NULL) {
        return part->run(&server, words + 1, options);
    }
    int code = part->may != NULL ? part->may(words + 1, options) : CLI_GO_ON;
    return code == CLI_GO_ON ? work(parts, part, &server, words + 1, options) : code;
}

int part_confirm(const char *name, bool yes, const char *kept, const char *question, ...)
{
    va_list arguments;
    va_start(arguments, question);
    g_autofree char *asked = g_strdup_vprintf(question, arguments);
    va_end(arguments);
    return yes || cli_ask(asked) ? CLI_GO_ON : cli_misused(name, "%s; confirm with --yes", kept);
}

gint64 part_number(const char *word)
{
    guint64 number;
    return g_ascii_string_to_unsigned(word, 10, 1, G_MAXINT64, &number, NULL) ? (gint64)number : 0;
}
