/* player: who plays here, and the operator's hand at their accounts. */
#include <stdio.h>
#include <string.h>
#include <termios.h>
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

enum { LINE_MAX_BYTES = 256 }; /* more than a password may have */

/* What was said on the command line beside words. */
struct player_options {
    gboolean json, yes, none, letter;
};

/* ---- list and show ---- */

/* A player, and what is told of them beside their account. */
struct row {
    const struct player *player;
    gint64 running, finished; /* matches */
    gint64 suspended;         /* since when; 0: not */
    struct bounces returns;   /* letters that came back */
};

static gint64 matches(struct db *db, gint64 player, enum board_state state)
{
    g_autoptr(GPtrArray) boards = board_list(db, player, 1U << state);
    return boards->len;
}

static struct row row_of(struct db *db, const struct player *player)
{
    g_autofree char *folded = address_fold(player->address);
    return (struct row){
        .player = player,
        .running = matches(db, player->id, BOARD_RUNNING),
        .finished = matches(db, player->id, BOARD_FINISHED),
        .suspended = player->suspended,
        .returns = bounces_read(db, folded != NULL ? folded : "", clock_now()),
    };
}

static GVariant *row_value(gpointer data)
{
    const struct row *row = data;
    GVariantBuilder values = G_VARIANT_BUILDER_INIT(G_VARIANT_TYPE_VARDICT);
    json_text(&values, "name", row->player->name);
    json_text(&values, "address", row->player->address);
    json_number(&values, "since", row->player->since);
    json_switch(&values, "password", row->player->password != NULL);
    json_number(&values, "running", row->running);
    json_number(&values, "finished", row->finished);
    json_number(&values, "returns", row->returns.points);
    json_text(&values, "failure", *row->returns.status != '\0' ? row->returns.status : NULL);
    json_moment(&values, "kept_back", row->returns.suspended);
    json_moment(&values, "suspended", row->suspended);
    return g_variant_builder_end(&values);
}

static void print_row(gpointer data)
{
    const struct row *row = data;
    const struct bounces *returns = &row->returns;
    g_autofree char *since = clock_for_people(row->player->since);
    printf("%-20s  %-30s  since %s  running %" G_GINT64_FORMAT "  finished %" G_GINT64_FORMAT,
           row->player->name, row->player->address, since, row->running, row->finished);
    if (row->suspended != 0) {
        g_autofree char *date = clock_for_people(row->suspended);
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

static int list(const struct server *server, char **words, const void *data)
{
    (void)words;
    const struct player_options *options = data;
    struct act act;
    bool done = act_look(&act, server->config, server->words, "player");
    if (done) {
        g_autoptr(GPtrArray) players = player_list(act.run->db);
        g_autoptr(GPtrArray) rows = g_ptr_array_new_with_free_func(g_free);
        for (guint i = 0; i < players->len; i++) {
            struct row row = row_of(act.run->db, players->pdata[i]);
            g_ptr_array_add(rows, g_memdup2(&row, sizeof row));
        }
        json_print_rows(rows, options->json, print_row, row_value);
    }
    return act_end(&act, done);
}

static int show(const struct server *server, char **words, const void *data)
{
    const struct player_options *options = data;
    struct act act;
    bool open = act_look(&act, server->config, server->words, "player");
    g_autoptr(Player) player = open ? player_by_name(act.run->db, words[0]) : NULL;
    if (player != NULL) {
        struct row row = row_of(act.run->db, player);
        options->json ? json_print(row_value(&row)) : print_row(&row);
    } else if (open) {
        g_set_error(&act.error, POSTMOVE_ERROR, POSTMOVE_ERROR_NO,
                    "%s: no such player; `postmove player list` names them all", words[0]);
    }
    return act_end(&act, player != NULL);
}

/* ---- coming, staying away, coming back, another name ---- */

static int add(const struct server *server, char **words, const void *data)
{
    (void)data;
    struct act act;
    bool done = act_begin(&act, server, "player add") &&
                operator_player_add(act.run, words[0], words[1], &act.error);
    return act_end(&act, act_commit(&act, done, words[0]));
}

static int suspend(const struct server *server, char **words, const void *data)
{
    (void)data;
    struct act act;
    bool done = act_begin(&act, server, "player suspend") &&
                operator_suspend(act.run, words[0], &act.error);
    return act_end(&act, act_commit(&act, done, words[0]));
}

static int resume(const struct server *server, char **words, const void *data)
{
    (void)data;
    struct act act;
    bool done = act_begin(&act, server, "player resume") &&
                operator_player_resume(act.run, words[0], &act.error);
    return act_end(&act, act_commit(&act, done, words[0]));
}

static int rename_player(const struct server *server, char **words, const void *data)
{
    (void)data;
    struct act act;
    bool done = act_begin(&act, server, "player rename") &&
                operator_rename(act.run, words[0], words[1], &act.error);
    g_autofree char *about = g_strjoinv(" ", words);
    return act_end(&act, act_commit(&act, done, about));
}

/* ---- addresses ---- */

static int address(const struct server *server, char **words, const void *data)
{
    static const char *const changes[] = {
        [OPERATOR_ADDRESS_ADD] = "add",
        [OPERATOR_ADDRESS_DROP] = "drop",
        [OPERATOR_ADDRESS_SET] = "set",
    };
    const struct player_options *options = data;
    size_t what = 0;
    while (what < G_N_ELEMENTS(changes) && strcmp(words[1], changes[what]) != 0) {
        what++;
    }
    if (what == G_N_ELEMENTS(changes)) {
        return cli_misused("player", "%s: write add, drop or set", words[1]);
    }
    g_autofree char *question =
        what == OPERATOR_ADDRESS_DROP
            ? g_strdup_printf("Take %s away from %s?", words[2], words[0])
            : g_strdup_printf("Replace all addresses of %s by %s?", words[0], words[2]);
    if (what != OPERATOR_ADDRESS_ADD && !options->yes && !cli_ask(question)) {
        return cli_misused("player", "nothing was changed; confirm with --yes");
    }
    struct act act;
    bool done =
        act_begin(&act, server, "player address") &&
        operator_address(act.run, words[0], (enum operator_address)what, words[2], &act.error);
    g_autofree char *about = g_strconcat(words[0], " ", words[1], NULL); /* no address */
    return act_end(&act, act_commit(&act, done, about));
}

/* ---- passwords ---- */

/* Reads a line; at a terminal it is asked for, and not shown. NULL if there is none, or if it
 * is not text. Free with g_free. */
static char *read_line(const char *name)
{
    struct termios before;
    bool person = tcgetattr(STDIN_FILENO, &before) == 0;
    if (person) {
        struct termios silent = before;
        silent.c_lflag &= ~(tcflag_t)ECHO;
        fprintf(stderr, "New password of %s: ", name);
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent);
    }
    char line[LINE_MAX_BYTES];
    bool read = fgets(line, sizeof(line), stdin) != NULL;
    if (person) {
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &before);
        fputc('\n', stderr);
    }
    char *text = NULL;
    if (read) {
        line[strcspn(line, "\r\n")] = '\0';
        text = g_utf8_validate(line, -1, NULL) ? g_strdup(line) : NULL;
    }
    explicit_bzero(line, sizeof(line));
    return text;
}

/* Sets a password; NULL: none any more. */
static int set_password(const struct server *server, const char *name, const char *password)
{
    struct act act;
    bool done = act_begin(&act, server, "player password") &&
                operator_password(act.run, name, password, &act.error);
    g_autofree char *about = g_strconcat(name, password == NULL ? " --none" : "", NULL);
    return act_end(&act, act_commit(&act, done, about));
}

static int password(const struct server *server, char **words, const void *data)
{
    const struct player_options *options = data;
    if (options->none && options->letter) {
        return cli_misused("player", "password: either --none or --letter");
    }
    if (options->none) {
        g_autofree char *question = g_strdup_printf("Remove the password of %s?", words[0]);
        return options->yes || cli_ask(question)
                   ? set_password(server, words[0], NULL)
                   : cli_misused("player", "password: it was kept; confirm with --yes");
    }
    if (options->letter) {
        struct act act;
        bool done = act_begin(&act, server, "player password") &&
                    operator_password_letter(act.run, words[0], &act.error);
        g_autofree char *about = g_strconcat(words[0], " --letter", NULL);
        return act_end(&act, act_commit(&act, done, about));
    }
    char *line = read_line(words[0]);
    if (line == NULL) {
        return cli_misused("player", "password: the new one is read from standard input");
    }
    int code = line[0] == '\0' || strpbrk(line, " \t") != NULL
                   ? cli_misused("player", "password: it must be one word, without blanks")
                   : set_password(server, words[0], line);
    explicit_bzero(line, strlen(line));
    g_free(line);
    return code;
}

/* ---- forgetting ---- */

static int forget(const struct server *server, char **words, const void *data)
{
    const struct player_options *options = data;
    g_autofree char *question =
        g_strdup_printf("Resign all matches of %s, and forget them for good?", words[0]);
    if (!options->yes && !cli_ask(question)) {
        return cli_misused("player", "%s was kept; confirm with --yes", words[0]);
    }
    struct act act;
    g_autofree char *former = act_begin(&act, server, "player forget")
                                  ? operator_forget(act.run, words[0], &act.error)
                                  : NULL;
    return act_end(&act, act_commit(&act, former != NULL, former));
}

/* ---- all of them ---- */

static const struct part player_parts[] = {
    { "add", 2, 2, "", add },
    { "list", 0, 0, "json", list },
    { "show", 1, 1, "json", show },
    { "rename", 2, 2, "", rename_player },
    { "address", 3, 3, "yes", address },
    { "password", 1, 1, "none letter yes", password },
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
