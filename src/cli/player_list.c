/* player list|show: who plays here. */
#include <stdio.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/log.h"
#include "cli/json.h"
#include "cli/playerroom.h"
#include "mail/address.h"
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

static void print_player(GVariant *value)
{
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

static int show(struct db *db, const char *name, bool json)
{
    g_autoptr(Player) player = player_by_name(db, name);
    if (player == NULL) {
        log_line("%s: no such player; `postmove player list` names them all", name);
        return POSTMOVE_ERROR_NO;
    }
    g_autoptr(GVariant) value = g_variant_ref_sink(player_value(db, player));
    if (json) {
        json_print(value);
    } else {
        print_player(value);
    }
    return 0;
}

static int list(struct db *db, bool json)
{
    g_autoptr(GPtrArray) players = player_list(db);
    GVariantBuilder all;
    g_variant_builder_init(&all, G_VARIANT_TYPE("aa{sv}"));
    for (guint i = 0; i < players->len; i++) {
        g_autoptr(GVariant) value = g_variant_ref_sink(player_value(db, players->pdata[i]));
        if (json) {
            g_variant_builder_add_value(&all, value);
        } else {
            print_player(value);
        }
    }
    g_autoptr(GVariant) whole = g_variant_ref_sink(g_variant_builder_end(&all));
    if (json) {
        json_print(whole);
    }
    return 0;
}

static int read_only(const struct server *server, const char *name, bool json)
{
    g_autoptr(GError) error = NULL;
    struct session session;
    if (!session_open(&session, server->config, server->words, DB_READ, "player", &error)) {
        return cli_fail(error);
    }
    int code = name != NULL ? show(session.db, name, json) : list(session.db, json);
    session_close(&session);
    return code;
}

int playerroom_list(const struct server *server, char **words, const void *data)
{
    (void)words;
    const struct player_options *options = data;
    return read_only(server, NULL, options->json);
}

int playerroom_show(const struct server *server, char **words, const void *data)
{
    const struct player_options *options = data;
    return read_only(server, words[0], options->json);
}
