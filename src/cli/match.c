/* match: shows boards, and lets the operator change them. */
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "cli/cli.h"
#include "cli/json.h"
#include "cli/mail.h"
#include "cli/part.h"
#include "match/options.h"
#include "match/timing.h"
#include "operator/operator.h"
#include "play/match_settings.h"
#include "play/session.h"

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
    json_positive(values, "level", board->level);
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
    json_positive(values, "paused", board->paused);
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

static bool list(struct act *act)
{
    const struct part_options *options = act->options;
    g_autoptr(GPtrArray) boards = board_list(act->run->db, 0, ~0U);
    json_print_rows(boards, options->json, print_board, board_value);
    return true;
}

static void print_session(struct session *session, bool json)
{
    GArray *turns = session->match != NULL ? session->match->turns : NULL;
    GVariantBuilder record = G_VARIANT_BUILDER_INIT(G_VARIANT_TYPE("as"));
    g_autofree char *position = turns != NULL ? match_position(session->match) : NULL;
    if (!json) {
        print_board(session->board);
        g_autofree char *status = session_status(session, -1);
        g_autofree char *diagram = session_diagram(session, 0, FLIP_USUAL, DIAGRAM_ASCII, false);
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

static void refuse_unknown(struct act *act, bool damaged)
{
    g_set_error(&act->error, POSTMOVE_ERROR, POSTMOVE_ERROR_NO, "%" G_GINT64_FORMAT ": %s",
                act->number,
                damaged ? "its record is damaged; see `postmove verify`"
                        : "no such match; `postmove match list` shows them all");
}

/* Every mail and letter of a match, with what the mail server said. */
static bool show_mail(struct act *act)
{
    const struct part_options *options = act->options;
    const bool known = mail_print_match(act->run, act->number, options->json);
    if (!known) {
        refuse_unknown(act, false);
    }
    return known;
}

static bool show(struct act *act)
{
    const struct part_options *options = act->options;
    bool damaged = false;
    g_autoptr(MatchSession) session = session_open(act->run, act->number, &damaged);
    if (session == NULL) {
        refuse_unknown(act, damaged);
        return false;
    }
    print_session(session, options->json);
    return true;
}

/* ---- create ---- */

static int may_create(char **words, struct part_options *options)
{
    (void)options;
    if (words[0] == NULL) {
        return cli_misused("match", "create needs the name of a game");
    }
    return registry_meant(words[0]) != NULL ? CLI_GO_ON
                                            : cli_misused("match", "%s: no such game", words[0]);
}

/* The words: GAME NAME NAME ... [-option ...] [--option ...] */
static bool create(struct act *act)
{
    const char *game = registry_meant(act->words[0])->name;
    g_autoptr(GStrvBuilder) names_found = g_strv_builder_new();
    g_autoptr(GStrvBuilder) options_found = g_strv_builder_new();
    for (char **word = act->words + 1; *word != NULL; word++) {
        g_strv_builder_add(**word == '-' ? options_found : names_found, *word);
    }
    g_auto(GStrv) names = g_strv_builder_end(names_found);
    g_auto(GStrv) options = g_strv_builder_end(options_found);
    gint64 number = operator_match_create(act->run, game, (const char *const *)names,
                                          (const char *const *)options, &act->error);
    g_autofree char *players = g_strjoinv(" ", names);
    g_autofree char *settings = g_strjoinv(" ", options);
    act->said = g_strdup_printf("%" G_GINT64_FORMAT, number);
    act->about = g_strconcat(act->said, " ", game, " ", players, *settings != '\0' ? " " : "",
                             settings, NULL);
    return number != 0;
}

/* ---- end, adjourn, resume, undo, set-clock ---- */

static int may_end(char **words, struct part_options *options)
{
    if ((options->winner != NULL) + options->draw + options->void_ending != 1) {
        return cli_misused("match", "end needs one of --winner NAME, --draw and --void");
    }
    return part_confirm("match", options->yes, "nothing was ended", "End match %s for good?",
                        words[0]);
}

static bool end(struct act *act)
{
    const struct part_options *options = act->options;
    const enum operator_ending how = options->winner != NULL ? OPERATOR_END_WINNER
                                     : options->draw         ? OPERATOR_END_DRAW
                                                             : OPERATOR_END_VOID;
    act->about = g_strdup_printf("%" G_GINT64_FORMAT " %s%s", act->number,
                                 options->winner != NULL ? "win "
                                 : options->draw         ? "draw"
                                                         : "void",
                                 options->winner != NULL ? options->winner : "");
    return operator_match_end(act->run, act->number, how, options->winner, &act->error);
}

static bool adjourn(struct act *act)
{
    return operator_adjourn(act->run, act->number, &act->error);
}

static bool resume(struct act *act)
{
    return operator_resume(act->run, act->number, &act->error);
}

/* How many turns to take back; 0: the word is not a number. */
static guint turns_of(char **words)
{
    return (guint)MIN(words[1] != NULL ? part_number(words[1]) : 1, G_MAXINT);
}

static int may_undo(char **words, struct part_options *options)
{
    guint turns = turns_of(words);
    if (turns == 0) {
        return cli_misused("match", "%s: not a number of turns", words[1]);
    }
    return part_confirm("match", options->yes, "nothing was taken back",
                        "Take back the last %u turns of match %" G_GINT64_FORMAT "?", turns,
                        part_number(words[0]));
}

static bool undo(struct act *act)
{
    return operator_undo(act->run, act->number, turns_of(act->words), &act->error);
}

/* The seconds of a span such as "10d" or "1d12h"; 0: the word is no span. */
static gint64 span_of(const char *word)
{
    g_autofree char *option = g_strconcat("--time=", word, NULL);
    struct timing timing = { 0 };
    return timing_word(&timing, option, NULL) && timing.increment == 0 ? timing.total : 0;
}

static int may_set_clock(char **words, struct part_options *options)
{
    (void)options;
    return span_of(words[2]) != 0
               ? CLI_GO_ON
               : cli_misused("match", "%s: write the time as in 10d, 36h or 1d12h", words[2]);
}

static bool set_clock(struct act *act)
{
    return operator_set_clock(act->run, act->number, act->words[1], span_of(act->words[2]),
                              &act->error);
}

/* ---- the parts ---- */

static const struct part match_parts[] = {
    { "list", 0, 0, "json", .look = list },
    { "show", 1, 1, "json", .look = show, .numbered = true },
    { "mail", 1, 1, "json", .look = show_mail, .numbered = true },
    { "create", 0, -1, "", .raw = true, .may = may_create, .act = create },
    { "end", 1, 1, "winner draw void yes", .may = may_end, .act = end, .numbered = true },
    { "adjourn", 1, 1, "", .act = adjourn, .numbered = true },
    { "resume", 1, 1, "", .act = resume, .numbered = true },
    { "undo", 1, 2, "yes", .may = may_undo, .act = undo, .numbered = true },
    { "set-clock", 3, 3, "", .may = may_set_clock, .act = set_clock, .numbered = true },
};

const struct parts cli_match = { "match", match_parts, G_N_ELEMENTS(match_parts) };
