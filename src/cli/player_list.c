/* player list|show: who plays here. */
#include <stdio.h>

#include "base/clock.h"
#include "base/error.h"
#include "cli/json.h"
#include "cli/playerroom.h"
#include "mail/address.h"
#include "store/boards.h"
#include "store/players.h"
#include "store/returns.h"

/* What is known of letters that came back. */
static void add_returns(GVariantBuilder *values, struct db *db, const char *address)
{
    g_autofree char *folded = address_fold(address);
    struct returns returns = returns_read(db, folded != NULL ? folded : "", clock_now());
    g_variant_builder_add(values, "{sv}", "returns", g_variant_new_int64(returns.points));
    const char *failure = *returns.status != '\0' ? returns.status : NULL;
    g_variant_builder_add(values, "{sv}", "failure", g_variant_new("ms", failure));
    g_variant_builder_add(values, "{sv}", "kept_back",
                          g_variant_new("mx", returns.suspended != 0, returns.suspended));
}

static GVariant *player_value(struct db *db, const struct player *player)
{
    g_autoptr(GPtrArray) running = board_list(db, player->id, 1U << BOARD_RUNNING);
    g_autoptr(GPtrArray) finished = board_list(db, player->id, 1U << BOARD_FINISHED);
    GVariantBuilder values;
    g_variant_builder_init(&values, G_VARIANT_TYPE_VARDICT);
    g_variant_builder_add(&values, "{sv}", "name", g_variant_new_string(player->name));
    g_variant_builder_add(&values, "{sv}", "address", g_variant_new_string(player->address));
    g_variant_builder_add(&values, "{sv}", "since", g_variant_new_int64(player->since));
    g_variant_builder_add(&values, "{sv}", "password",
                          g_variant_new_boolean(player->password != NULL));
    g_variant_builder_add(&values, "{sv}", "running", g_variant_new_int64((gint64)running->len));
    g_variant_builder_add(&values, "{sv}", "finished", g_variant_new_int64((gint64)finished->len));
    add_returns(&values, db, player->address);
    gint64 suspended = player_suspended(db, player->id);
    g_variant_builder_add(&values, "{sv}", "suspended",
                          g_variant_new("mx", suspended != 0, suspended));
    return g_variant_builder_end(&values);
}

/* Letters that came back, where there are any. */
static void print_returns(GVariant *value)
{
    const char *failure = NULL;
    gboolean kept_back = FALSE;
    gint64 points = 0, since = 0;
    g_variant_lookup(value, "failure", "m&s", &failure);
    g_variant_lookup(value, "returns", "x", &points);
    g_variant_lookup(value, "kept_back", "mx", &kept_back, &since);
    if (kept_back) {
        g_autofree char *date = clock_for_people(since);
        printf("  mail kept back since %s", date);
    } else if (points > 0) {
        printf("  mail came back");
    }
    if ((kept_back || points > 0) && failure != NULL) {
        printf(" (%s)", failure);
    }
}

static void print_player(gpointer row)
{
    GVariant *value = row;
    const char *name = NULL, *address = NULL;
    gint64 since = 0, running = 0, finished = 0;
    g_variant_lookup(value, "name", "&s", &name);
    g_variant_lookup(value, "address", "&s", &address);
    g_variant_lookup(value, "since", "x", &since);
    g_variant_lookup(value, "running", "x", &running);
    g_variant_lookup(value, "finished", "x", &finished);
    g_autofree char *date = clock_for_people(since);
    printf("%-20s  %-30s  since %s  running %" G_GINT64_FORMAT "  finished %" G_GINT64_FORMAT, name,
           address, date, running, finished);
    gboolean barred = FALSE;
    gint64 suspended = 0;
    g_variant_lookup(value, "suspended", "mx", &barred, &suspended);
    if (barred) {
        g_autofree char *day = clock_for_people(suspended);
        printf("  suspended since %s", day);
    }
    print_returns(value);
    printf("\n");
}

/* ---- list and show ---- */

struct looking {
    const char *name; /* of the one that is to be shown; for a list without meaning */
    bool json;
};

static bool list_act(struct run *run, void *data, GError **error)
{
    (void)error;
    const struct looking *looking = data;
    g_autoptr(GPtrArray) players = player_list(run->db);
    g_autoptr(GPtrArray) rows = g_ptr_array_new_with_free_func((GDestroyNotify)g_variant_unref);
    for (guint i = 0; i < players->len; i++) {
        g_ptr_array_add(rows, g_variant_ref_sink(player_value(run->db, players->pdata[i])));
    }
    json_print_rows(rows, looking->json, print_player, json_row);
    return true;
}

static bool show_act(struct run *run, void *data, GError **error)
{
    const struct looking *looking = data;
    g_autoptr(Player) player = player_by_name(run->db, looking->name);
    if (player == NULL) {
        g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_NO,
                    "%s: no such player; `postmove player list` names them all", looking->name);
        return false;
    }
    g_autoptr(GVariant) value = g_variant_ref_sink(player_value(run->db, player));
    if (looking->json) {
        json_print(value);
    } else {
        print_player(value);
    }
    return true;
}

static int look(const struct server *server, workspace_act *act, struct looking looking)
{
    g_autoptr(GError) error = NULL;
    bool read = workspace_read(server->config, server->words, "player", act, &looking, &error);
    return read ? 0 : cli_fail(error);
}

int playerroom_list(const struct server *server, char **words, const void *data)
{
    (void)words;
    const struct player_options *options = data;
    return look(server, list_act, (struct looking){ .json = options->json });
}

int playerroom_show(const struct server *server, char **words, const void *data)
{
    const struct player_options *options = data;
    return look(server, show_act, (struct looking){ words[0], options->json });
}
