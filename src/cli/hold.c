/* hold on|off: while it is on, mail is kept, nothing is played and nothing is sent. */
#include "store/clocks.h"

#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/log.h"
#include "cli/json.h"
#include "cli/part.h"
#include "cli/steps.h"
#include "cli/workspace.h"
#include "clocks/clocks.h"

enum { SENDER_SECONDS = 60 /* how long a letter that is under way may take */ };

/* Waits until nothing is sent any more, and records what a sender that was killed has sent: a
 * backup has all of it then. */
static int await_sender(const struct server *server)
{
    g_autofree char *who = workspace_await(server->config, "send", SENDER_SECONDS);
    if (who != NULL) {
        log_line("the server is held, but %s has had a letter under way for %d seconds; "
                 "before you copy the server, wait until `postmove hold` names no sender",
                 who, SENDER_SECONDS);
        return POSTMOVE_ERROR_LATER;
    }
    g_autoptr(GError) error = NULL;
    const bool recorded =
        deliver_letters(server->config, server->words, DELIVER_UNRECORDED, &error);
    return recorded ? 0 : cli_fail(error);
}

static int change(const struct server *server, bool on)
{
    struct act act;
    bool done = act_begin(&act, server, on ? "hold on" : "hold off");
    gint64 since = done ? maintenance_since(act.run->db) : 0;
    if (done && on != (since == 0)) {
        g_autofree char *date = clock_for_people(since);
        g_set_error(&act.error, POSTMOVE_ERROR, POSTMOVE_ERROR_NO, "%s%s",
                    on ? "the server is held already, since " : "the server is not held",
                    on ? date : "");
        done = false;
    } else if (done && on) {
        maintenance_begin(act.run->db, act.run->now);
    } else if (done) {
        maintenance_end(act.run->db);
        watermark_held(act.run, since);
    }
    const int code = act_end(&act, act_commit(&act, done, ""));
    return code == 0 && on ? await_sender(server) : code;
}

static int tell(const struct server *server, bool json)
{
    struct act act;
    bool done = act_look(&act, server->config, NULL);
    gint64 since = done ? maintenance_since(act.run->db) : 0;
    int code = act_end(&act, done);
    if (code != 0) {
        return code;
    }
    g_autofree char *sender = workspace_await(server->config, "send", 0);
    if (json) {
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
    return 0;
}

static int hold(const struct server *server, char **words, struct part_options *options)
{
    const char *word = words[0];
    const bool on = g_strcmp0(word, "on") == 0;
    if (word != NULL && (options->json || (!on && strcmp(word, "off") != 0))) {
        return cli_misused(
            "hold", "%s: write on or off; without either, hold says whether the server is held",
            word);
    }
    return word != NULL ? change(server, on) : tell(server, options->json);
}

static const struct part whole[] = { { NULL, 0, 1, "json", .run = hold } };

const struct parts cli_hold = { "hold", whole, 1 };
