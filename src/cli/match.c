/* match create|show|list|end: the operator's view of matches. */
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/log.h"
#include "cli/cli.h"
#include "cli/json.h"
#include "cli/session.h"
#include "match/registry.h"
#include "office/desk.h"
#include "office/terms.h"

static const char *const state_names[] = {
    [BOARD_CHALLENGE] = "challenge", [BOARD_RUNNING] = "running",     [BOARD_FINISHED] = "finished",
    [BOARD_DECLINED] = "declined",   [BOARD_WITHDRAWN] = "withdrawn", [BOARD_EXPIRED] = "expired",
    [BOARD_SEEK] = "seek",
};

/* ---- create ---- */

struct creation {
    const char *game;
    GPtrArray *names, *options; /* borrowed, NULL at the end */
    gint64 number;
};

static bool create_act(struct office *office, void *data, GError **error)
{
    struct creation *creation = data;
    creation->number =
        office_match_create(office, creation->game, (const char *const *)creation->names->pdata,
                            (const char *const *)creation->options->pdata, error);
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
    if (!session_transact(server, "match create", create_act, &creation, &error)) {
        return cli_fail(error);
    }
    printf("%" G_GINT64_FORMAT "\n", creation.number);
    return 0;
}

/* ---- end ---- */

struct ending {
    gint64 number;
    enum office_ending how;
    const char *winner;
};

static bool end_act(struct office *office, void *data, GError **error)
{
    const struct ending *ending = data;
    return office_match_end(office, ending->number, ending->how, ending->winner, error);
}

static int end(const struct server *server, const struct ending *ending, bool yes)
{
    g_autofree char *question =
        g_strdup_printf("End match %" G_GINT64_FORMAT " for good?", ending->number);
    if (!yes && !cli_ask(question)) {
        return cli_misused("match", "nothing was ended: --yes says you are sure");
    }
    g_autoptr(GError) error = NULL;
    struct ending copy = *ending;
    return session_transact(server, "match end", end_act, &copy, &error) ? 0 : cli_fail(error);
}

/* ---- show and list ---- */

static GVariant *board_value(const struct board *board)
{
    GVariantBuilder players;
    g_variant_builder_init(&players, G_VARIANT_TYPE("as"));
    for (int seat = 0; seat < board->seats; seat++) {
        g_variant_builder_add(&players, "s", board->seat[seat].name);
    }
    bool moving = board->state == BOARD_RUNNING && board->to_move >= 0;
    GVariantBuilder values;
    g_variant_builder_init(&values, G_VARIANT_TYPE_VARDICT);
    g_variant_builder_add(&values, "{sv}", "number", g_variant_new_int64(board->number));
    g_variant_builder_add(&values, "{sv}", "game", g_variant_new_string(board->game));
    g_variant_builder_add(&values, "{sv}", "options", g_variant_new_string(board->options));
    g_variant_builder_add(&values, "{sv}", "timing", g_variant_new_string(board->timing));
    g_variant_builder_add(&values, "{sv}", "unrated", g_variant_new_boolean(board->unrated));
    g_variant_builder_add(&values, "{sv}", "private", g_variant_new_boolean(board->private_match));
    g_variant_builder_add(&values, "{sv}", "state",
                          g_variant_new_string(state_names[board->state]));
    g_variant_builder_add(&values, "{sv}", "players", g_variant_builder_end(&players));
    g_variant_builder_add(&values, "{sv}", "turns", g_variant_new_int64((gint64)board->turns));
    g_variant_builder_add(&values, "{sv}", "to_move",
                          g_variant_new("ms", moving ? board->seat[board->to_move].name : NULL));
    g_variant_builder_add(&values, "{sv}", "result", g_variant_new("ms", board->result));
    g_variant_builder_add(&values, "{sv}", "created", g_variant_new_int64(board->created));
    g_variant_builder_add(&values, "{sv}", "revision", g_variant_new_int64(board->revision));
    return g_variant_builder_end(&values);
}

static void print_board(const struct board *board)
{
    printf("%6" G_GINT64_FORMAT "  %-16s %-10s", board->number, board->game,
           state_names[board->state]);
    for (int seat = 0; seat < board->seats; seat++) {
        printf("%s%s", seat > 0 ? " - " : " ", board->seat[seat].name);
    }
    printf("  turns %d", board->turns);
    if (board->state == BOARD_RUNNING && board->to_move >= 0) {
        printf("  to move %s", board->seat[board->to_move].name);
    }
    if (board->result != NULL) {
        printf("  result %s", board->result);
    }
    g_autofree char *terms = terms_text(board);
    if (*terms != '\0') {
        printf("  (%s)", terms);
    }
    putchar('\n');
}

static int list(struct db *db, bool json)
{
    g_autoptr(GPtrArray) boards = board_list(db, 0, ~0U);
    GVariantBuilder all;
    g_variant_builder_init(&all, G_VARIANT_TYPE("aa{sv}"));
    for (guint i = 0; i < boards->len; i++) {
        if (json) {
            g_variant_builder_add_value(&all, board_value(boards->pdata[i]));
        } else {
            print_board(boards->pdata[i]);
        }
    }
    g_autoptr(GVariant) whole = g_variant_ref_sink(g_variant_builder_end(&all));
    if (json) {
        json_print(whole);
    }
    return 0;
}

static GVariant *desk_value(struct desk *desk)
{
    g_autoptr(GVariant) row = g_variant_ref_sink(board_value(desk->board));
    GVariantBuilder record;
    g_variant_builder_init(&record, G_VARIANT_TYPE("as"));
    g_autofree char *position = NULL;
    if (desk->match != NULL) {
        position = match_position(desk->match);
        for (guint i = 0; i < desk->match->turns->len; i++) {
            g_variant_builder_add(&record, "s",
                                  g_array_index(desk->match->turns, struct match_turn, i).text);
        }
    }
    GVariantBuilder values;
    g_variant_builder_init(&values, G_VARIANT_TYPE_VARDICT);
    GVariantIter each;
    GVariant *member = NULL;
    g_variant_iter_init(&each, row);
    while ((member = g_variant_iter_next_value(&each)) != NULL) {
        g_variant_builder_add_value(&values, member);
        g_variant_unref(member);
    }
    g_variant_builder_add(&values, "{sv}", "record", g_variant_builder_end(&record));
    g_variant_builder_add(&values, "{sv}", "position", g_variant_new("ms", position));
    return g_variant_builder_end(&values);
}

static void print_desk(struct desk *desk)
{
    print_board(desk->board);
    g_autofree char *status = desk_status(desk, -1);
    g_autofree char *diagram = desk_diagram(desk, -1);
    printf("\n%s\n\n%s", status, diagram);
    if (desk->match != NULL) {
        putchar('\n');
        for (guint i = 0; i < desk->match->turns->len; i++) {
            printf("%u. %s\n", i + 1, g_array_index(desk->match->turns, struct match_turn, i).text);
        }
    }
}

static int show(struct office *office, gint64 number, bool json)
{
    bool damaged;
    g_autoptr(Desk) desk = desk_open(office, number, &damaged);
    if (desk == NULL) {
        log_line("%" G_GINT64_FORMAT ": %s", number,
                 damaged ? "its record is damaged; see `postmove verify`"
                         : "no such match; `postmove match list` names them all");
        return POSTMOVE_ERROR_NO;
    }
    if (json) {
        json_print(desk_value(desk));
    } else {
        print_desk(desk);
    }
    return 0;
}

static int read_only(const struct server *server, gint64 number, bool json)
{
    g_autoptr(GError) error = NULL;
    struct session session;
    if (!session_open(&session, server->config, server->words, DB_READ, "match", &error)) {
        return cli_fail(error);
    }
    int code = number != 0 ? show(&session.office, number, json) : list(session.db, json);
    session_close(&session);
    return code;
}

/* ---- the words of the command line ---- */

static bool number_of(const char *text, gint64 *number)
{
    return g_ascii_string_to_signed(text, 10, 1, G_MAXINT64, number, NULL);
}

struct flags {
    gboolean json, draw, void_ending, yes;
    char *winner;
};

static int run_end(const struct server *server, gint64 number, const struct flags *flags)
{
    if ((flags->winner != NULL) + flags->draw + flags->void_ending != 1) {
        return cli_misused("match", "end takes one of --winner NAME, --draw and --void");
    }
    struct ending ending = {
        .number = number,
        .how = flags->winner != NULL ? OFFICE_END_WINNER
               : flags->draw         ? OFFICE_END_DRAW
                                     : OFFICE_END_VOID,
        .winner = flags->winner,
    };
    return end(server, &ending, flags->yes);
}

static int dispatch(const struct server *server, int argc, char **argv, const struct flags *flags)
{
    const char *what = argv[1];
    gint64 number = 0;
    if (argc == 3 && !number_of(argv[2], &number)) {
        return cli_misused("match", "%s: not the number of a match", argv[2]);
    }
    if (strcmp(what, "list") == 0 && argc == 2) {
        return read_only(server, 0, flags->json);
    }
    if (strcmp(what, "show") == 0 && argc == 3) {
        return read_only(server, number, flags->json);
    }
    if (strcmp(what, "end") == 0 && argc == 3) {
        return run_end(server, number, flags);
    }
    return cli_misused("match", "%s: not understood", what);
}

/* `match create GAME ...` has a game's options, which are not ours to read. */
static bool creates(int argc, char **argv)
{
    return argc >= 2 && strcmp(argv[1], "create") == 0 &&
           !g_strv_contains((const char *const *)argv, "--help");
}

int cli_match(const struct invocation *invocation, int argc, char **argv)
{
    struct flags flags = { 0 };
    const GOptionEntry entries[] = {
        { "json", 0, 0, G_OPTION_ARG_NONE, &flags.json, NULL, NULL },
        { "draw", 0, 0, G_OPTION_ARG_NONE, &flags.draw, NULL, NULL },
        { "void", 0, 0, G_OPTION_ARG_NONE, &flags.void_ending, NULL, NULL },
        { "winner", 0, 0, G_OPTION_ARG_STRING, &flags.winner, NULL, NULL },
        { "yes", 0, 0, G_OPTION_ARG_NONE, &flags.yes, NULL, NULL },
        { 0 },
    };
    bool create_wanted = creates(argc, argv);
    if (create_wanted && argc < 3) {
        return cli_misused("match", "create which game?");
    }
    int code = create_wanted ? CLI_GO_ON : cli_options(entries, &argc, &argv, 1, 2);
    g_autofree char *winner = flags.winner;
    if (code != CLI_GO_ON) {
        return code;
    }
    g_autoptr(GError) error = NULL;
    g_auto(Server) server = { 0 };
    if (!server_open(&server, invocation, &error)) {
        return cli_fail(error);
    }
    return create_wanted ? create(&server, argv + 2) : dispatch(&server, argc, argv, &flags);
}
