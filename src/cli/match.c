/* match: boards as they stand, and the operator's hand at them. */
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "cli/cli.h"
#include "cli/json.h"
#include "cli/part.h"
#include "match/options.h"
#include "match/timing.h"
#include "operator/operator.h"
#include "play/match_settings.h"
#include "play/session.h"

/* What was said on the command line beside words. */
struct match_options {
    gboolean json, draw, void_ending, yes;
    char *winner; /* NULL: none */
};

static int no_number(const char *word)
{
    return cli_misused("match", "%s: not the number of a match", word);
}

/* ---- list and show ---- */

static const char *const pause_names[] = {
    [PAUSE_NONE] = NULL,
    [PAUSE_PLAYERS] = "players",
    [PAUSE_OPERATOR] = "operator",
};

static void add_board(GVariantBuilder *values, const struct board *board)
{
    bool moving = board->state == BOARD_RUNNING && board->to_move >= 0;
    json_number(values, "number", board->number);
    json_text(values, "game", board->game);
    json_text(values, "options", board->options);
    json_text(values, "timing", board->timing);
    json_switch(values, "unrated", board->unrated);
    json_switch(values, "private", board->private_match);
    json_text(values, "state", board_state_name(board->state));
    GVariantBuilder players = G_VARIANT_BUILDER_INIT(G_VARIANT_TYPE("as"));
    for (int seat = 0; seat < board->seats; seat++) {
        g_variant_builder_add(&players, "s", board->seat[seat].name);
    }
    g_variant_builder_add(values, "{sv}", "players", g_variant_builder_end(&players));
    json_number(values, "turns", board->turns);
    json_text(values, "to_move", moving ? board->seat[board->to_move].name : NULL);
    json_text(values, "result", board->result);
    json_number(values, "created", board->created);
    json_number(values, "revision", board->revision);
    json_moment(values, "paused", board->paused);
    json_text(values, "paused_by", pause_names[board->paused_by]);
}

static GVariant *board_value(gpointer row)
{
    GVariantBuilder values = G_VARIANT_BUILDER_INIT(G_VARIANT_TYPE_VARDICT);
    add_board(&values, row);
    return g_variant_builder_end(&values);
}

static void print_board(gpointer row)
{
    const struct board *board = row;
    printf("%6" G_GINT64_FORMAT "  %-16s %-10s", board->number, board->game,
           board_state_name(board->state));
    for (int seat = 0; seat < board->seats; seat++) {
        printf("%s%s", seat > 0 ? " - " : " ", board->seat[seat].name);
    }
    printf("  turns %d", board->turns);
    if (board->state == BOARD_RUNNING && board->to_move >= 0) {
        printf("  to move %s", board->seat[board->to_move].name);
    }
    if (board->paused != 0) {
        printf("  paused by %s", pause_names[board->paused_by]);
    }
    if (board->result != NULL) {
        printf("  result %s", board->result);
    }
    g_autofree char *settings = match_settings_text(board);
    if (*settings != '\0') {
        printf("  (%s)", settings);
    }
    putchar('\n');
}

static int list(const struct server *server, char **words, const void *data)
{
    (void)words;
    const struct match_options *options = data;
    struct act act;
    bool done = act_look(&act, server->config, server->words, "match");
    if (done) {
        g_autoptr(GPtrArray) boards = board_list(act.run->db, 0, ~0U);
        json_print_rows(boards, options->json, print_board, board_value);
    }
    return act_end(&act, done);
}

static void print_session(struct session *session, bool json)
{
    GArray *turns = session->match != NULL ? session->match->turns : NULL;
    GVariantBuilder record = G_VARIANT_BUILDER_INIT(G_VARIANT_TYPE("as"));
    g_autofree char *position = turns != NULL ? match_position(session->match) : NULL;
    if (!json) {
        print_board(session->board);
        g_autofree char *status = session_status(session, -1);
        g_autofree char *diagram = session_diagram(session, -1);
        printf("\n%s\n\n%s%s", status, diagram, turns != NULL ? "\n" : "");
    }
    for (guint i = 0; turns != NULL && i < turns->len; i++) {
        const char *text = g_array_index(turns, struct match_turn, i).text;
        g_variant_builder_add(&record, "s", text);
        if (!json) {
            printf("%u. %s\n", i + 1, text);
        }
    }
    g_autoptr(GVariant) texts = g_variant_ref_sink(g_variant_builder_end(&record));
    if (json) {
        GVariantBuilder values = G_VARIANT_BUILDER_INIT(G_VARIANT_TYPE_VARDICT);
        add_board(&values, session->board);
        g_variant_builder_add(&values, "{sv}", "record", texts);
        json_text(&values, "position", position);
        json_print(g_variant_builder_end(&values));
    }
}

static int show(const struct server *server, char **words, const void *data)
{
    const struct match_options *options = data;
    gint64 number = part_number(words[0]);
    if (number == 0) {
        return no_number(words[0]);
    }
    struct act act;
    bool damaged = false, open = act_look(&act, server->config, server->words, "match");
    struct session *session = open ? session_open(act.run, number, &damaged) : NULL;
    if (session != NULL) {
        print_session(session, options->json);
    } else if (open) {
        g_set_error(&act.error, POSTMOVE_ERROR, POSTMOVE_ERROR_NO, "%" G_GINT64_FORMAT ": %s",
                    number,
                    damaged ? "its record is damaged; see `postmove verify`"
                            : "no such match; `postmove match list` names them all");
    }
    bool done = session != NULL;
    session_free(session);
    return act_end(&act, done);
}

/* ---- create ---- */

/* `arguments`: GAME NAME NAME ... [-option ...] [--option ...] */
static int create(const struct server *server, char **arguments)
{
    const struct game *game = registry_meant(arguments[0]);
    if (game == NULL) {
        return cli_misused("match", "%s: no such game", arguments[0]);
    }
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    g_autoptr(GPtrArray) options = g_ptr_array_new();
    for (char **word = arguments + 1; *word != NULL; word++) {
        g_ptr_array_add(**word == '-' ? options : names, *word);
    }
    g_ptr_array_add(names, NULL);
    g_ptr_array_add(options, NULL);
    struct act act;
    gint64 number =
        !act_begin(&act, server, "match create")
            ? 0
            : operator_match_create(act.run, game->name, (const char *const *)names->pdata,
                                    (const char *const *)options->pdata, &act.error);
    g_autofree char *players = g_strjoinv(" ", (char **)names->pdata);
    g_autofree char *settings = g_strjoinv(" ", (char **)options->pdata);
    g_autofree char *about = g_strdup_printf("%" G_GINT64_FORMAT " %s %s%s%s", number, game->name,
                                             players, options->len > 1 ? " " : "", settings);
    int code = act_end(&act, act_commit(&act, number != 0, about));
    if (code == 0) {
        printf("%" G_GINT64_FORMAT "\n", number);
    }
    return code;
}

/* `match create GAME ...` has a game's options, which are not ours to read. */
static int create_with(const struct invocation *invocation, char **arguments)
{
    if (arguments[0] == NULL) {
        return cli_misused("match", "create needs the name of a game");
    }
    g_autoptr(GError) error = NULL;
    g_auto(Server) server = { 0 };
    return server_open(&server, invocation, &error) ? create(&server, arguments) : cli_fail(error);
}

/* ---- end, adjourn, resume, undo, set-clock ---- */

static int end(const struct server *server, char **words, const void *data)
{
    const struct match_options *options = data;
    gint64 number = part_number(words[0]);
    if (number == 0) {
        return no_number(words[0]);
    }
    if ((options->winner != NULL) + options->draw + options->void_ending != 1) {
        return cli_misused("match", "end needs one of --winner NAME, --draw and --void");
    }
    g_autofree char *question = g_strdup_printf("End match %s for good?", words[0]);
    if (!options->yes && !cli_ask(question)) {
        return cli_misused("match", "nothing was ended; confirm with --yes");
    }
    const enum operator_ending how = options->winner != NULL ? OPERATOR_END_WINNER
                                     : options->draw         ? OPERATOR_END_DRAW
                                                             : OPERATOR_END_VOID;
    struct act act;
    bool done = act_begin(&act, server, "match end") &&
                operator_match_end(act.run, number, how, options->winner, &act.error);
    g_autofree char *about = g_strdup_printf("%" G_GINT64_FORMAT " %s%s", number,
                                             options->winner != NULL ? "win "
                                             : options->draw         ? "draw"
                                                                     : "void",
                                             options->winner != NULL ? options->winner : "");
    return act_end(&act, act_commit(&act, done, about));
}

/* An act that needs the number of the match alone. */
static int act_on_number(const struct server *server, const char *word, const char *command,
                         bool (*act_of)(struct run *run, gint64 number, GError **error))
{
    gint64 number = part_number(word);
    struct act act;
    if (number == 0) {
        return no_number(word);
    }
    bool done = act_begin(&act, server, command) && act_of(act.run, number, &act.error);
    return act_end(&act, act_commit(&act, done, word));
}

static int adjourn(const struct server *server, char **words, const void *data)
{
    (void)data;
    return act_on_number(server, words[0], "match adjourn", operator_adjourn);
}

static int resume(const struct server *server, char **words, const void *data)
{
    (void)data;
    return act_on_number(server, words[0], "match resume", operator_resume);
}

static int undo(const struct server *server, char **words, const void *data)
{
    const struct match_options *options = data;
    gint64 number = part_number(words[0]);
    guint turns = (guint)MIN(words[1] != NULL ? part_number(words[1]) : 1, G_MAXINT);
    if (number == 0) {
        return no_number(words[0]);
    }
    if (turns == 0) {
        return cli_misused("match", "%s: not a number of turns", words[1]);
    }
    g_autofree char *question = g_strdup_printf(
        "Take back the last %u turns of match %" G_GINT64_FORMAT "?", turns, number);
    if (!options->yes && !cli_ask(question)) {
        return cli_misused("match", "nothing was taken back; confirm with --yes");
    }
    struct act act;
    bool done =
        act_begin(&act, server, "match undo") && operator_undo(act.run, number, turns, &act.error);
    g_autofree char *about = g_strjoinv(" ", words);
    return act_end(&act, act_commit(&act, done, about));
}

static int set_clock(const struct server *server, char **words, const void *data)
{
    (void)data;
    gint64 number = part_number(words[0]);
    if (number == 0) {
        return no_number(words[0]);
    }
    /* A span as a challenge has it, "10d" or "1d12h". */
    g_autofree char *option = g_strconcat("--time=", words[2], NULL);
    struct timing timing = { 0 };
    if (!timing_word(&timing, option, NULL) || timing.increment != 0 || timing.total == 0) {
        return cli_misused("match", "%s: write the time as in 10d, 36h or 1d12h", words[2]);
    }
    struct act act;
    bool done = act_begin(&act, server, "match set-clock") &&
                operator_set_clock(act.run, number, words[1], timing.total, &act.error);
    g_autofree char *about = g_strjoinv(" ", words);
    return act_end(&act, act_commit(&act, done, about));
}

/* ---- all of them ---- */

static const struct part match_parts[] = {
    { "list", 0, 0, "json", list },
    { "show", 1, 1, "json", show },
    { "end", 1, 1, "winner draw void yes", end },
    { "adjourn", 1, 1, "", adjourn },
    { "resume", 1, 1, "", resume },
    { "undo", 1, 2, "yes", undo },
    { "set-clock", 3, 3, "", set_clock },
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
    if (argc >= 2 && strcmp(argv[1], "create") == 0 &&
        !g_strv_contains((const char *const *)argv, "--help")) {
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
