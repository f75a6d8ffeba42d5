/* match: the table of its parts, and of these create. */
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/matchroom.h"
#include "match/registry.h"

/* ---- create ---- */

struct creation {
    const char *game;
    GPtrArray *names, *options; /* borrowed, NULL at the end */
    gint64 number;
    GString *about; /* what the journal says of it */
};

static bool create_act(struct run *run, void *data, GError **error)
{
    struct creation *creation = data;
    creation->number =
        operator_match_create(run, creation->game, (const char *const *)creation->names->pdata,
                              (const char *const *)creation->options->pdata, error);
    g_autofree char *number = g_strdup_printf("%" G_GINT64_FORMAT " ", creation->number);
    g_string_prepend(creation->about, number);
    return creation->number != 0;
}

/* Sorts the words after GAME into names and options. */
static void sort_words(char **arguments, struct creation *creation)
{
    for (; *arguments != NULL; arguments++) {
        g_ptr_array_add(**arguments == '-' ? creation->options : creation->names, *arguments);
    }
    g_ptr_array_add(creation->names, NULL);
    g_ptr_array_add(creation->options, NULL);
}

/* "GAME ann bob -size=8": the names before the options. The caller's. */
static GString *creation_words(const struct creation *creation)
{
    const GPtrArray *const lists[] = { creation->names, creation->options };
    GString *about = g_string_new(creation->game);
    for (size_t i = 0; i < G_N_ELEMENTS(lists); i++) {
        for (guint each = 0; each + 1 < lists[i]->len; each++) {
            g_string_append_printf(about, " %s", (const char *)lists[i]->pdata[each]);
        }
    }
    return about;
}

/* `arguments`: GAME NAME NAME ... [-option ...] [--option ...] */
static int create(const struct server *server, char **arguments)
{
    const struct game *game = registry_meant(arguments[0]);
    if (game == NULL) {
        return cli_misused("match", "%s: no such game", arguments[0]);
    }
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    g_autoptr(GPtrArray) options = g_ptr_array_new();
    struct creation creation = { .game = game->name, .names = names, .options = options };
    sort_words(arguments + 1, &creation);
    g_autoptr(GError) error = NULL;
    g_autoptr(GString) about = creation_words(&creation);
    creation.about = about;
    if (!workspace_transact(server, "match create", about, create_act, &creation, &error)) {
        return cli_fail(error);
    }
    printf("%" G_GINT64_FORMAT "\n", creation.number);
    return 0;
}

/* ---- all of them ---- */

/* `match create GAME ...` has a game's options, which are not ours to read. */
static bool creates(int argc, char **argv)
{
    return argc >= 2 && strcmp(argv[1], "create") == 0 &&
           !g_strv_contains((const char *const *)argv, "--help");
}

static int create_with(const struct invocation *invocation, char **arguments)
{
    if (arguments[0] == NULL) {
        return cli_misused("match", "create which game?");
    }
    g_autoptr(GError) error = NULL;
    g_auto(Server) server = { 0 };
    return server_open(&server, invocation, &error) ? create(&server, arguments) : cli_fail(error);
}

int matchroom_no_number(const char *word)
{
    return cli_misused("match", "%s: not the number of a match", word);
}

static const struct part match_parts[] = {
    { "list", 0, 0, "json", matchroom_list },
    { "show", 1, 1, "json", matchroom_show },
    { "end", 1, 1, "winner draw void yes", matchroom_end },
    { "adjourn", 1, 1, "", matchroom_adjourn },
    { "resume", 1, 1, "", matchroom_resume },
    { "undo", 1, 2, "yes", matchroom_undo },
    { "set-clock", 3, 3, "", matchroom_set_clock },
};

int cli_match(const struct invocation *invocation, int argc, char **argv)
{
    struct match_options options = { 0 };
    const GOptionEntry entries[] = {
        { "json", 0, 0, G_OPTION_ARG_NONE, &options.json, NULL, NULL },
        { "draw", 0, 0, G_OPTION_ARG_NONE, &options.draw, NULL, NULL },
        { "void", 0, 0, G_OPTION_ARG_NONE, &options.void_ending, NULL, NULL },
        { "winner", 0, 0, G_OPTION_ARG_STRING, &options.winner, NULL, NULL },
        { "yes", 0, 0, G_OPTION_ARG_NONE, &options.yes, NULL, NULL },
        { 0 },
    };
    if (creates(argc, argv)) {
        return create_with(invocation, argv + 2);
    }
    const struct parts parts = { "match", match_parts, G_N_ELEMENTS(match_parts), entries };
    int code = cli_options(entries, &argc, &argv, 1, -1);
    if (code == CLI_GO_ON) {
        code = parts_run(&parts, invocation, argv + 1, &options);
    }
    g_free(options.winner);
    return code;
}
