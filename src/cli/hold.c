/* hold on|off: while it is on, mail is kept, nothing is played and nothing is sent. */
#include "store/clocks.h"

#include <stdio.h>

#include "base/clock.h"
#include "base/error.h"
#include "cli/json.h"
#include "cli/steps.h"
#include "cli/workspace.h"
#include "clocks/clocks.h"

enum { SENDER_SECONDS = 60 /* how long a letter that is under way may take */ };

static bool hold_on(struct act *act)
{
    const gint64 since = maintenance_since(act->run->db);
    if (since != 0) {
        g_autofree char *date = clock_for_people(since);
        return cli_refuse(&act->error, POSTMOVE_ERROR_NO, "the server is held already, since %s",
                          date);
    }
    maintenance_begin(act->run->db, act->run->now);
    return true;
}

static bool hold_off(struct act *act)
{
    const gint64 since = maintenance_since(act->run->db);
    if (since == 0) {
        return cli_refuse(&act->error, POSTMOVE_ERROR_NO, "the server is not held");
    }
    maintenance_end(act->run->db);
    watermark_held(act->run, since);
    return true;
}

/* Waits until nothing is sent any more, and records what a sender that was killed has sent: a
 * backup has all of it then. */
static bool await_sender(struct act *act)
{
    g_autofree char *who = workspace_await(act->server->config, "send", SENDER_SECONDS);
    if (who != NULL) {
        return cli_refuse(
            &act->error, POSTMOVE_ERROR_LATER,
            "the server is held, but %s has had a letter under way for %d seconds; before you copy "
            "the server, wait until `postmove hold` names no sender",
            who, SENDER_SECONDS);
    }
    return deliver_letters(act->server->config, act->server->words, DELIVER_UNRECORDED,
                           &act->error);
}

static bool tell(struct act *act)
{
    const gint64 since = maintenance_since(act->run->db);
    g_autofree char *sender = workspace_await(act->run->config, "send", 0);
    if (act_has(act, "json")) {
        GVariantBuilder values = G_VARIANT_BUILDER_INIT(G_VARIANT_TYPE_VARDICT);
        json_switch(&values, "held", since != 0);
        json_positive(&values, "since", since);
        json_text(&values, "sender", sender);
        json_print(g_variant_builder_end(&values));
    } else if (since != 0) {
        g_autofree char *date = clock_for_people(since);
        printf("held since %s%s%s\n", date, sender != NULL ? "; still sends a letter: " : "",
               sender != NULL ? sender : "");
    } else {
        puts("not held");
    }
    return true;
}

const struct part cli_hold[] = {
    { "on", 0, 0, "", .act = hold_on, .then = await_sender },
    { "off", 0, 0, "", .act = hold_off },
    { NULL, 0, 0, "json", .look = tell },
    { 0 },
};
