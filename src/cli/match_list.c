/* match list|show: boards as they stand. */
#include <stdio.h>

#include "base/error.h"
#include "cli/json.h"
#include "cli/matchroom.h"
#include "play/match_settings.h"
#include "play/session.h"

static const char *const state_names[] = {
    [BOARD_CHALLENGE] = "challenge", [BOARD_RUNNING] = "running",     [BOARD_FINISHED] = "finished",
    [BOARD_DECLINED] = "declined",   [BOARD_WITHDRAWN] = "withdrawn", [BOARD_EXPIRED] = "expired",
    [BOARD_SEEK] = "seek",
};

const char *board_state_name(enum board_state state)
{
    return state_names[state];
}

static const char *const pause_names[] = {
    [PAUSE_NONE] = NULL,
    [PAUSE_PLAYERS] = "players",
    [PAUSE_OPERATOR] = "operator",
};

/* ---- one board ---- */

static GVariant *board_value(gpointer row)
{
    const struct board *board = row;
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
                          g_variant_new_string(board_state_name(board->state)));
    g_variant_builder_add(&values, "{sv}", "players", g_variant_builder_end(&players));
    g_variant_builder_add(&values, "{sv}", "turns", g_variant_new_int64((gint64)board->turns));
    g_variant_builder_add(&values, "{sv}", "to_move",
                          g_variant_new("ms", moving ? board->seat[board->to_move].name : NULL));
    g_variant_builder_add(&values, "{sv}", "result", g_variant_new("ms", board->result));
    g_variant_builder_add(&values, "{sv}", "created", g_variant_new_int64(board->created));
    g_variant_builder_add(&values, "{sv}", "revision", g_variant_new_int64(board->revision));
    g_variant_builder_add(&values, "{sv}", "paused",
                          g_variant_new("mx", board->paused != 0, board->paused));
    g_variant_builder_add(&values, "{sv}", "paused_by",
                          g_variant_new("ms", pause_names[board->paused_by]));
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
    g_autofree char *terms = match_settings_text(board);
    if (*terms != '\0') {
        printf("  (%s)", terms);
    }
    putchar('\n');
}

static GVariant *session_value(struct session *session)
{
    g_autoptr(GVariant) row = g_variant_ref_sink(board_value(session->board));
    GVariantBuilder record;
    g_variant_builder_init(&record, G_VARIANT_TYPE("as"));
    g_autofree char *position = NULL;
    if (session->match != NULL) {
        position = match_position(session->match);
        for (guint i = 0; i < session->match->turns->len; i++) {
            g_variant_builder_add(&record, "s",
                                  g_array_index(session->match->turns, struct match_turn, i).text);
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

static void print_desk(struct session *session)
{
    print_board(session->board);
    g_autofree char *status = session_status(session, -1);
    g_autofree char *diagram = session_diagram(session, -1);
    printf("\n%s\n\n%s", status, diagram);
    if (session->match != NULL) {
        putchar('\n');
        for (guint i = 0; i < session->match->turns->len; i++) {
            printf("%u. %s\n", i + 1,
                   g_array_index(session->match->turns, struct match_turn, i).text);
        }
    }
}

/* ---- list and show ---- */

struct looking {
    gint64 number; /* of the one that is to be shown; for a list without meaning */
    bool json;
};

static bool list_act(struct run *run, void *data, GError **error)
{
    (void)error;
    const struct looking *looking = data;
    g_autoptr(GPtrArray) boards = board_list(run->db, 0, ~0U);
    json_print_rows(boards, looking->json, print_board, board_value);
    return true;
}

static bool show_act(struct run *run, void *data, GError **error)
{
    const struct looking *looking = data;
    bool damaged;
    g_autoptr(MatchSession) session = session_open(run, looking->number, &damaged);
    if (session == NULL) {
        g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_NO, "%" G_GINT64_FORMAT ": %s",
                    looking->number,
                    damaged ? "its record is damaged; see `postmove verify`"
                            : "no such match; `postmove match list` names them all");
        return false;
    }
    if (looking->json) {
        json_print(session_value(session));
    } else {
        print_desk(session);
    }
    return true;
}

static int look(const struct server *server, workspace_act *act, struct looking looking)
{
    g_autoptr(GError) error = NULL;
    bool read = workspace_read(server->config, server->words, "match", act, &looking, &error);
    return read ? 0 : cli_fail(error);
}

int matchroom_list(const struct server *server, char **words, const void *data)
{
    (void)words;
    const struct match_options *options = data;
    return look(server, list_act, (struct looking){ .json = options->json });
}

int matchroom_show(const struct server *server, char **words, const void *data)
{
    const struct match_options *options = data;
    struct looking looking = { .number = part_number(words[0]), .json = options->json };
    return looking.number != 0 ? look(server, show_act, looking) : matchroom_no_number(words[0]);
}
