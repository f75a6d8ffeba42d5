/* player: the table of its parts, and those that change an account. */
#include <string.h>

#include "cli/playerroom.h"
#include "operator/operator.h"

/* Runs an act with the words it gets; the first `told` of them go into the journal. */
static int act_on(const struct server *server, const char *command, char **words, guint told,
                  workspace_act *act)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GString) about = g_string_new(words[0]);
    for (guint i = 1; i < told; i++) {
        g_string_append_printf(about, " %s", words[i]);
    }
    return workspace_transact(server, command, about, act, words, &error) ? 0 : cli_fail(error);
}

/* ---- coming, staying away, coming back ---- */

static bool add_act(struct run *run, void *data, GError **error)
{
    char **words = data;
    return operator_player_add(run, words[0], words[1], error);
}

static bool suspend_act(struct run *run, void *data, GError **error)
{
    char **words = data;
    return operator_suspend(run, words[0], error);
}

static bool resume_act(struct run *run, void *data, GError **error)
{
    char **words = data;
    return operator_player_resume(run, words[0], error);
}

static int add(const struct server *server, char **words, const void *data)
{
    (void)data;
    return act_on(server, "player add", words, 1, add_act);
}

static int suspend(const struct server *server, char **words, const void *data)
{
    (void)data;
    return act_on(server, "player suspend", words, 1, suspend_act);
}

static int resume(const struct server *server, char **words, const void *data)
{
    (void)data;
    return act_on(server, "player resume", words, 1, resume_act);
}

/* ---- names and addresses ---- */

static bool rename_act(struct run *run, void *data, GError **error)
{
    char **words = data;
    return operator_rename(run, words[0], words[1], error);
}

static int rename_player(const struct server *server, char **words, const void *data)
{
    (void)data;
    return act_on(server, "player rename", words, 2, rename_act);
}

static const char *const address_words[] = {
    [OPERATOR_ADDRESS_ADD] = "add",
    [OPERATOR_ADDRESS_DROP] = "drop",
    [OPERATOR_ADDRESS_SET] = "set",
};

/* Which of them the word is; their number if it is none. */
static size_t address_change(const char *word)
{
    size_t i = 0;
    while (i < G_N_ELEMENTS(address_words) && strcmp(word, address_words[i]) != 0) {
        i++;
    }
    return i;
}

static bool address_act(struct run *run, void *data, GError **error)
{
    char **words = data;
    enum operator_address what = (enum operator_address)address_change(words[1]);
    return operator_address(run, words[0], what, words[2], error);
}

static int address(const struct server *server, char **words, const void *data)
{
    const struct player_options *options = data;
    size_t what = address_change(words[1]);
    if (what == G_N_ELEMENTS(address_words)) {
        return cli_misused("player", "%s: write add, drop or set", words[1]);
    }
    g_autofree char *question = g_strdup_printf(what == OPERATOR_ADDRESS_DROP
                                                    ? "Take %s away from %s?"
                                                    : "Put %s in the place of all addresses of %s?",
                                                words[2], words[0]);
    if (what != OPERATOR_ADDRESS_ADD && !options->yes && !cli_ask(question)) {
        return cli_misused("player", "nothing was changed: --yes says you are sure");
    }
    return act_on(server, "player address", words, 2, address_act);
}

/* ---- forgetting ---- */

struct forgetting {
    const char *name;
    GString *about; /* gets the name he has left */
};

static bool forget_act(struct run *run, void *data, GError **error)
{
    const struct forgetting *forgetting = data;
    g_autofree char *former = operator_forget(run, forgetting->name, error);
    if (former != NULL) {
        g_string_assign(forgetting->about, former);
    }
    return former != NULL;
}

static int forget(const struct server *server, char **words, const void *data)
{
    const struct player_options *options = data;
    g_autofree char *question =
        g_strdup_printf("Resign all matches of %s, and forget him for good?", words[0]);
    if (!options->yes && !cli_ask(question)) {
        return cli_misused("player", "%s was kept: --yes says you are sure", words[0]);
    }
    g_autoptr(GError) error = NULL;
    g_autoptr(GString) about = g_string_new(NULL);
    struct forgetting forgetting = { words[0], about };
    bool done = workspace_transact(server, "player forget", about, forget_act, &forgetting, &error);
    return done ? 0 : cli_fail(error);
}

/* ---- all of them ---- */

static const struct part player_parts[] = {
    { "add", 2, 2, "", add },
    { "list", 0, 0, "json", playerroom_list },
    { "show", 1, 1, "json", playerroom_show },
    { "rename", 2, 2, "", rename_player },
    { "address", 3, 3, "yes", address },
    { "password", 1, 1, "none letter yes", playerroom_password },
    { "suspend", 1, 1, "", suspend },
    { "resume", 1, 1, "", resume },
    { "forget", 1, 1, "yes", forget },
};

int cli_player(const struct invocation *invocation, int argc, char **argv)
{
    struct player_options options = { 0 };
    const GOptionEntry entries[] = {
        { "json", 0, 0, G_OPTION_ARG_NONE, &options.json, NULL, NULL },
        { "yes", 0, 0, G_OPTION_ARG_NONE, &options.yes, NULL, NULL },
        { "none", 0, 0, G_OPTION_ARG_NONE, &options.none, NULL, NULL },
        { "letter", 0, 0, G_OPTION_ARG_NONE, &options.letter, NULL, NULL },
        { 0 },
    };
    const struct parts parts = { "player", player_parts, G_N_ELEMENTS(player_parts), entries };
    int code = cli_options(entries, &argc, &argv, 1, -1);
    return code == CLI_GO_ON ? parts_run(&parts, invocation, argv + 1, &options) : code;
}
