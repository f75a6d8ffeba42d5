/* player: lists players, and lets the operator change their accounts. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/error.h"
#include "cli/json.h"
#include "cli/part.h"
#include "mail/address.h"
#include "operator/operator.h"
#include "store/boards.h"
#include "store/outbox.h"
#include "store/players.h"

/* ---- list and show ---- */

/* A player, and what is shown besides their account. */
struct row {
    const struct player *player;
    gint64 running, finished; /* matches */
    struct bounces returns;   /* letters that came back */
};

static gint64 matches(struct db *db, gint64 player, enum board_state state)
{
    g_autoptr(GPtrArray) boards = board_list(db, player, 1U << state);
    return boards->len;
}

static struct row row_of(struct db *db, const struct player *player)
{
    g_autofree char *folded = player->program ? NULL : address_fold(player->address);
    return (struct row){
        .player = player,
        .running = matches(db, player->id, BOARD_RUNNING),
        .finished = matches(db, player->id, BOARD_FINISHED),
        .returns = bounces_read(db, folded != NULL ? folded : "", clock_now()),
    };
}

static GVariant *row_value(gpointer data)
{
    const struct row *row = data;
    GVariantBuilder values = G_VARIANT_BUILDER_INIT(G_VARIANT_TYPE_VARDICT);
    json_text(&values, "name", row->player->name);
    json_text(&values, "address", row->player->address);
    json_switch(&values, "program", row->player->program);
    json_number(&values, "since", row->player->since);
    json_switch(&values, "password", row->player->password != NULL);
    json_number(&values, "running", row->running);
    json_number(&values, "finished", row->finished);
    json_number(&values, "returns", row->returns.points);
    json_text(&values, "failure", *row->returns.status != '\0' ? row->returns.status : NULL);
    json_positive(&values, "kept_back", row->returns.suspended);
    json_positive(&values, "suspended", row->player->suspended);
    return g_variant_builder_end(&values);
}

static void print_row(gpointer data)
{
    const struct row *row = data;
    const struct bounces *returns = &row->returns;
    g_autofree char *since = clock_for_people(row->player->since);
    printf("%-20s  %-30s  since %s  running %" G_GINT64_FORMAT "  finished %" G_GINT64_FORMAT,
           row->player->name, row->player->program ? "a program" : row->player->address, since,
           row->running, row->finished);
    if (row->player->suspended != 0) {
        g_autofree char *date = clock_for_people(row->player->suspended);
        printf("  suspended since %s", date);
    }
    if (returns->suspended != 0) {
        g_autofree char *date = clock_for_people(returns->suspended);
        printf("  mail kept back since %s", date);
    } else if (returns->points > 0) {
        printf("  mail came back");
    }
    if ((returns->suspended != 0 || returns->points > 0) && *returns->status != '\0') {
        printf(" (%s)", returns->status);
    }
    printf("\n");
}

static bool list(struct act *act)
{
    const struct part_options *options = act->options;
    g_autoptr(GPtrArray) players = player_list(act->run->db);
    g_autofree struct row *rows = g_new(struct row, players->len);
    g_autoptr(GPtrArray) shown = g_ptr_array_new();
    for (guint i = 0; i < players->len; i++) {
        rows[i] = row_of(act->run->db, players->pdata[i]);
        g_ptr_array_add(shown, &rows[i]);
    }
    json_print_rows(shown, options->json, print_row, row_value);
    return true;
}

static bool show(struct act *act)
{
    const struct part_options *options = act->options;
    g_autoptr(Player) player = player_by_name(act->run->db, act->words[0]);
    if (player == NULL) {
        return cli_refuse(&act->error, POSTMOVE_ERROR_NO,
                          "%s: no such player; `postmove player list` shows them all",
                          act->words[0]);
    }
    struct row row = row_of(act->run->db, player);
    options->json ? json_print(row_value(&row)) : print_row(&row);
    return true;
}

/* ---- add, suspend, resume, rename ---- */

static bool add(struct act *act)
{
    act->about = g_strdup(act->words[0]); /* without the address */
    return operator_player_add(act->run, act->words[0], act->words[1], &act->error);
}

static bool suspend(struct act *act)
{
    return operator_suspend(act->run, act->words[0], &act->error);
}

static bool resume(struct act *act)
{
    return operator_player_resume(act->run, act->words[0], &act->error);
}

static bool rename_player(struct act *act)
{
    return operator_rename(act->run, act->words[0], act->words[1], &act->error);
}

/* ---- addresses ---- */

static const char *const changes[] = {
    [OPERATOR_ADDRESS_ADD] = "add",
    [OPERATOR_ADDRESS_DROP] = "drop",
    [OPERATOR_ADDRESS_SET] = "set",
};

/* Which of `changes` the word names; their number if none. */
static size_t change_of(const char *word)
{
    size_t what = 0;
    while (what < G_N_ELEMENTS(changes) && strcmp(word, changes[what]) != 0) {
        what++;
    }
    return what;
}

static int may_change_address(char **words, struct part_options *options)
{
    size_t what = change_of(words[1]);
    if (what == G_N_ELEMENTS(changes)) {
        return cli_misused("player", "%s: write add, drop or set", words[1]);
    }
    if (what == OPERATOR_ADDRESS_DROP) {
        return part_confirm("player", options->yes, "nothing was changed", "Take %s away from %s?",
                            words[2], words[0]);
    }
    return part_confirm("player", options->yes || what == OPERATOR_ADDRESS_ADD,
                        "nothing was changed", "Replace all addresses of %s by %s?", words[0],
                        words[2]);
}

static bool change_address(struct act *act)
{
    char **words = act->words;
    act->about = g_strconcat(words[0], " ", words[1], NULL); /* without the address */
    return operator_address(act->run, words[0], (enum operator_address)change_of(words[1]),
                            words[2], &act->error);
}

/* ---- passwords ---- */

static int ask_password(char **words, struct part_options *options)
{
    if (options->none && options->letter) {
        return cli_misused("player", "password: either --none or --letter");
    }
    if (options->none) {
        return part_confirm("player", options->yes, "password: it was kept",
                            "Remove the password of %s?", words[0]);
    }
    if (options->letter) {
        return CLI_GO_ON;
    }
    const bool person = isatty(STDIN_FILENO) == 1;
    if (person) {
        fprintf(stderr, "New password of %s: ", words[0]);
    }
    options->password = cli_hidden_line();
    if (person) {
        fputc('\n', stderr);
    }
    char *line = options->password;
    if (line == NULL || !g_utf8_validate(line, -1, NULL)) {
        return cli_misused("player", "password: the new one is read from standard input");
    }
    line[strcspn(line, "\r")] = '\0';
    if (line[0] == '\0' || strpbrk(line, " \t") != NULL) {
        return cli_misused("player", "password: it must be one word, without blanks");
    }
    return CLI_GO_ON;
}

static bool password(struct act *act)
{
    const struct part_options *options = act->options;
    const char *name = act->words[0], *how = options->none     ? " --none"
                                             : options->letter ? " --letter"
                                                               : "";
    act->about = g_strconcat(name, how, NULL);
    return options->letter ? operator_password_letter(act->run, name, &act->error)
                           : operator_password(act->run, name, options->password, &act->error);
}

/* ---- forgetting ---- */

static int may_forget(char **words, struct part_options *options)
{
    g_autofree char *kept = g_strconcat(words[0], " was kept", NULL);
    return part_confirm("player", options->yes, kept,
                        "Resign all matches of %s, and forget them for good?", words[0]);
}

static bool forget(struct act *act)
{
    act->about = operator_forget(act->run, act->words[0], &act->error); /* the name from now on */
    return act->about != NULL;
}

/* ---- the parts ---- */

static const struct part player_parts[] = {
    { "add", 2, 2, "", .act = add },
    { "list", 0, 0, "json", .look = list },
    { "show", 1, 1, "json", .look = show },
    { "rename", 2, 2, "", .act = rename_player },
    { "address", 3, 3, "yes", .may = may_change_address, .act = change_address },
    { "password", 1, 1, "none letter yes", .may = ask_password, .act = password },
    { "suspend", 1, 1, "", .act = suspend },
    { "resume", 1, 1, "", .act = resume },
    { "forget", 1, 1, "yes", .may = may_forget, .act = forget },
};

const struct parts cli_player = { "player", player_parts, G_N_ELEMENTS(player_parts) };
