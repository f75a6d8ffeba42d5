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
    g_auto(Table) table = table_new(act_has(act, "json"));
    row_text(&table, NULL, "", 0, since != 0 ? NULL : "not held");
    json_switch(&table.object, "held", since != 0);
    row_moment(&table, "since", "held since ", since);
    row_text(&table, "sender", since != 0 ? "; still sends a letter: " : NULL, 0, sender);
    row_print(&table);
    return true;
}

const struct part cli_hold[] = {
    { "on", 0, 0, "", .act = hold_on, .then = await_sender },
    { "off", 0, 0, "", .act = hold_off },
    { NULL, 0, 0, "json", .look = tell },
    { 0 },
};
