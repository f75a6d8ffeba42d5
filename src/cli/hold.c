/* hold on|off: mail is kept, nothing is played and nothing sent. */
#include "store/hold.h"

#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "cli/cli.h"
#include "cli/json.h"
#include "cli/workspace.h"
#include "clocks/watermark.h"

/* ---- on and off ---- */

static bool begin_act(struct run *run, void *data, GError **error)
{
    (void)data;
    gint64 since = hold_since(run->db);
    if (since != 0) {
        g_autofree char *date = clock_for_people(since);
        g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_NO, "held already, since %s", date);
        return false;
    }
    hold_begin(run->db, run->now);
    return true;
}

static bool end_act(struct run *run, void *data, GError **error)
{
    (void)data;
    gint64 since = hold_since(run->db);
    if (since == 0) {
        g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_NO, "nothing is held");
        return false;
    }
    hold_end(run->db);
    watermark_held(run, since);
    return true;
}

static int change(const struct server *server, bool on)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GString) about = g_string_new("");
    bool done = workspace_transact(server, on ? "hold on" : "hold off", about,
                                   on ? begin_act : end_act, NULL, &error);
    return done ? 0 : cli_fail(error);
}

/* ---- telling ---- */

static void print(gint64 since, bool json)
{
    g_autofree char *date = clock_for_people(since);
    if (json) {
        GVariantBuilder values;
        g_variant_builder_init(&values, G_VARIANT_TYPE_VARDICT);
        g_variant_builder_add(&values, "{sv}", "held", g_variant_new_boolean(since != 0));
        g_variant_builder_add(&values, "{sv}", "since", g_variant_new("mx", since != 0, since));
        json_print(g_variant_builder_end(&values));
    } else if (since != 0) {
        printf("held since %s\n", date);
    } else {
        puts("not held");
    }
}

static bool since_act(struct run *run, void *data, GError **error)
{
    (void)error;
    *(gint64 *)data = hold_since(run->db);
    return true;
}

static int tell(const struct server *server, bool json)
{
    g_autoptr(GError) error = NULL;
    gint64 since = 0;
    if (!workspace_read(server->config, NULL, "hold", since_act, &since, &error)) {
        return cli_fail(error);
    }
    print(since, json);
    return 0;
}

int cli_hold(const struct invocation *invocation, int argc, char **argv)
{
    bool json;
    int code = cli_json_option(&json, &argc, &argv, 1);
    if (code != CLI_GO_ON) {
        return code;
    }
    bool on = argc == 2 && strcmp(argv[1], "on") == 0;
    if (argc == 2 && (json || (!on && strcmp(argv[1], "off") != 0))) {
        return cli_misused("hold", "%s: write on, off, or nothing to be told", argv[1]);
    }
    g_autoptr(GError) error = NULL;
    g_auto(Server) server = { 0 };
    if (!server_open(&server, invocation, &error)) {
        return cli_fail(error);
    }
    return argc == 2 ? change(&server, on) : tell(&server, json);
}
