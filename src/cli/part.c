#include "cli/part.h"

#include <stdio.h>
#include <string.h>

/* Opens the database, calls the part's `look` or `act`, and closes it. */
static int work(const struct parts *parts, const struct part *part, const struct server *server,
                char **words, struct part_options *options)
{
    struct act act;
    g_autofree char *command =
        g_strconcat(parts->name, part->name != NULL ? " " : NULL, part->name, NULL);
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

/* ---- the command line ---- */

enum { OPTIONS = 20 };

/* All options there are, read into a struct. */
static void list_options(struct part_options *into, GOptionEntry entries[OPTIONS + 1])
{
    const GOptionEntry all[OPTIONS + 1] = {
        { "json", 0, 0, G_OPTION_ARG_NONE, &into->json, NULL, NULL },
        { "yes", 0, 0, G_OPTION_ARG_NONE, &into->yes, NULL, NULL },
        { "all", 0, 0, G_OPTION_ARG_NONE, &into->all, NULL, NULL },
        { "sent", 0, 0, G_OPTION_ARG_NONE, &into->sent, NULL, NULL },
        { "none", 0, 0, G_OPTION_ARG_NONE, &into->none, NULL, NULL },
        { "letter", 0, 0, G_OPTION_ARG_NONE, &into->letter, NULL, NULL },
        { "draw", 0, 0, G_OPTION_ARG_NONE, &into->draw, NULL, NULL },
        { "void", 0, 0, G_OPTION_ARG_NONE, &into->void_ending, NULL, NULL },
        { "prometheus", 0, 0, G_OPTION_ARG_NONE, &into->prometheus, NULL, NULL },
        { "tell", 0, 0, G_OPTION_ARG_NONE, &into->tell, NULL, NULL },
        { "no-tell", 0, 0, G_OPTION_ARG_NONE, &into->no_tell, NULL, NULL },
        { "as-it-is", 0, 0, G_OPTION_ARG_NONE, &into->as_it_is, NULL, NULL },
        { "player", 0, 0, G_OPTION_ARG_STRING, &into->player, NULL, NULL },
        { "sender", 'f', 0, G_OPTION_ARG_STRING, &into->sender, NULL, NULL },
        { "recipient", 'r', 0, G_OPTION_ARG_STRING, &into->recipient, NULL, NULL },
        { "winner", 0, 0, G_OPTION_ARG_STRING, &into->winner, NULL, NULL },
        { "to", 0, 0, G_OPTION_ARG_FILENAME, &into->to, NULL, NULL },
        { "until", 0, 0, G_OPTION_ARG_STRING, &into->until, NULL, NULL },
        { "output", 0, 0, G_OPTION_ARG_FILENAME, &into->output, NULL, NULL },
        { "again", 0, 0, G_OPTION_ARG_INT, &into->again, NULL, NULL },
    };
    memcpy(entries, all, sizeof all);
}

static void options_clear(struct part_options *options)
{
    char *const texts[] = { options->player, options->sender, options->recipient, options->winner,
                            options->to,     options->until,  options->output };
    for (size_t i = 0; i < G_N_ELEMENTS(texts); i++) {
        g_free(texts[i]);
    }
    if (options->password != NULL) {
        explicit_bzero(options->password, strlen(options->password));
        g_free(options->password);
    }
}

typedef struct part_options PartOptions;
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(PartOptions, options_clear)

static bool is_given(const GOptionEntry *entry)
{
    return entry->arg == G_OPTION_ARG_NONE  ? *(const gboolean *)entry->arg_data
           : entry->arg == G_OPTION_ARG_INT ? *(const int *)entry->arg_data != G_MININT
                                            : *(char *const *)entry->arg_data != NULL;
}

/* The part that a word names (NULL: no word), or NULL. */
static const struct part *find(const struct parts *parts, const char *word)
{
    for (size_t i = 0; i < parts->count; i++) {
        const char *name = parts->part[i].name;
        if (name == NULL || g_strcmp0(name, word) == 0) {
            return &parts->part[i];
        }
    }
    return NULL;
}

/* Refuses options and words that the part does not take. CLI_GO_ON, or the exit code. */
static int check(const struct parts *parts, const struct part *part, const GOptionEntry *entries,
                 char **words)
{
    const int count = (int)g_strv_length(words);
    g_auto(GStrv) own = g_strsplit(part->options, " ", -1);
    for (; entries->long_name != NULL; entries++) {
        if (is_given(entries) && !g_strv_contains((const char *const *)own, entries->long_name)) {
            return cli_misused(parts->name, "%s takes no --%s",
                               part->name != NULL ? part->name : "it", entries->long_name);
        }
    }
    if (count < part->least) {
        return cli_misused(parts->name, "an argument is missing");
    }
    return part->most >= 0 && count > part->most
               ? cli_misused(parts->name, "%s: too many arguments", words[part->most])
               : CLI_GO_ON;
}

int parts_run(const struct parts *parts, const struct invocation *invocation, int argc, char **argv)
{
    GOptionEntry entries[OPTIONS + 1];
    g_auto(PartOptions) options = { .subcommand = parts->name, .again = G_MININT };
    list_options(&options, entries);
    const struct part *part = find(parts, argv[1]);
    int code = CLI_GO_ON;
    if (part == NULL || !part->raw || g_strv_contains((const char *const *)argv, "--help")) {
        code = cli_options(entries, &argc, &argv, 0, -1);
        argv[argc] = NULL;
        part = find(parts, argv[1]);
    }
    if (code != CLI_GO_ON) {
        return code;
    }
    if (part == NULL) {
        return argc < 2 ? cli_misused(parts->name, "an argument is missing")
                        : cli_misused(parts->name, "%s: not understood", argv[1]);
    }
    char **words = argv + (part->name != NULL ? 2 : 1);
    code = check(parts, part, entries, words);
    if (code != CLI_GO_ON) {
        return code;
    }
    g_autoptr(GError) error = NULL;
    g_auto(Server) server = { .config = cli_config(invocation, &error) };
    if (server.config == NULL) {
        return cli_fail(error);
    }
    server.words = part->wordless ? NULL : cli_words(server.config, &error);
    if (error != NULL) {
        return cli_fail(error);
    }
    if (part->numbered && part_number(words[0]) == 0) {
        return cli_misused(parts->name, "%s: not the number of a %s", words[0], parts->name);
    }
    if (part->run != NULL) {
        return part->run(&server, words, &options);
    }
    code = part->may != NULL ? part->may(words, &options) : CLI_GO_ON;
    return code == CLI_GO_ON ? work(parts, part, &server, words, &options) : code;
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
