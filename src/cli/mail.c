/* mail: the table of its parts, and of these retry and drop. */
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "cli/cli.h"
#include "cli/mailroom.h"
#include "post/spool.h"
#include "store/outbox_review.h"

gint64 mailroom_number(const char *word)
{
    guint64 number;
    return g_ascii_string_to_unsigned(word, 10, 1, G_MAXINT64, &number, NULL) ? (gint64)number : 0;
}

/* ---- letters ---- */

typedef bool change(struct db *db, gint64 id, gint64 now);

struct order {
    change *change;
    gint64 id;
};

static bool change_act(struct office *office, void *data, GError **error)
{
    const struct order *order = data;
    if (order->change(office->db, order->id, office->now)) {
        return true;
    }
    g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_NO,
                "letter %" G_GINT64_FORMAT " is not there, or was sent", order->id);
    return false;
}

static bool drop_letter(struct db *db, gint64 id, gint64 now)
{
    (void)now;
    return outbox_drop(db, id);
}

static bool retry_all_act(struct office *office, void *data, GError **error)
{
    (void)data;
    (void)error;
    outbox_retry_parked(office->db, office->now);
    return true;
}

/* ---- retry ---- */

static bool retry_all(const struct server *server, GError **error)
{
    g_auto(GStrv) names = spool_failed(server->config->spool, error);
    if (names == NULL) {
        return false;
    }
    for (char **name = names; *name != NULL; name++) {
        if (!spool_retry(server->config->spool, *name, error)) {
            return false;
        }
    }
    return session_transact(server, "mail retry", retry_all_act, NULL, error);
}

static bool retry_one(const struct server *server, const char *word, GError **error)
{
    struct order order = { outbox_retry, mailroom_number(word) };
    return order.id > 0 ? session_transact(server, "mail retry", change_act, &order, error)
                        : spool_retry(server->config->spool, word, error);
}

static int retry(const struct server *server, char **words, const struct mailroom_options *options)
{
    if (options->all != (*words == NULL)) {
        return cli_misused("mail", "retry: either names and numbers, or --all");
    }
    g_autoptr(GError) error = NULL;
    bool done = !options->all || retry_all(server, &error);
    for (; done && *words != NULL; words++) {
        done = retry_one(server, *words, &error);
    }
    return done ? 0 : cli_fail(error);
}

/* ---- drop ---- */

static bool drop_one(const struct server *server, const char *word, GError **error)
{
    struct order order = { drop_letter, mailroom_number(word) };
    return order.id > 0 ? session_transact(server, "mail drop", change_act, &order, error)
                        : spool_drop(server->config->spool, word, error);
}

static int drop(const struct server *server, char **words, const struct mailroom_options *options)
{
    if (*words == NULL) {
        return cli_misused("mail", "drop: which?");
    }
    g_autoptr(GError) error = NULL;
    for (; *words != NULL; words++) {
        g_autofree char *question = g_strdup_printf("Take %s away for good?", *words);
        if (!options->yes && !cli_ask(question)) {
            return cli_misused("mail", "%s was kept: --yes says you are sure", *words);
        }
        if (!drop_one(server, *words, &error)) {
            return cli_fail(error);
        }
    }
    return 0;
}

/* ---- all of them ---- */

static const struct part {
    const char *name;
    mailroom *run;
} parts[] = {
    { "list", mailroom_list }, { "show", mailroom_show },         { "retry", retry },
    { "drop", drop },          { "simulate", mailroom_simulate },
};

static const struct part *part_named(const char *name)
{
    for (size_t i = 0; i < G_N_ELEMENTS(parts); i++) {
        if (strcmp(parts[i].name, name) == 0) {
            return &parts[i];
        }
    }
    return NULL;
}

static int run_part(const struct invocation *invocation, char **words,
                    const struct mailroom_options *options)
{
    const struct part *part = part_named(words[0]);
    if (part == NULL) {
        return cli_misused("mail", "%s: not understood", words[0]);
    }
    g_autoptr(GError) error = NULL;
    g_auto(Server) server = { 0 };
    return server_open(&server, invocation, &error) ? part->run(&server, words + 1, options)
                                                    : cli_fail(error);
}

int cli_mail(const struct invocation *invocation, int argc, char **argv)
{
    struct mailroom_options options = { 0 };
    const GOptionEntry entries[] = {
        { "json", 0, 0, G_OPTION_ARG_NONE, &options.json, NULL, NULL },
        { "yes", 0, 0, G_OPTION_ARG_NONE, &options.yes, NULL, NULL },
        { "all", 0, 0, G_OPTION_ARG_NONE, &options.all, NULL, NULL },
        { "sender", 'f', 0, G_OPTION_ARG_STRING, &options.sender, NULL, NULL },
        { "recipient", 'r', 0, G_OPTION_ARG_STRING, &options.recipient, NULL, NULL },
        { 0 },
    };
    int code = cli_options(entries, &argc, &argv, 1, -1);
    if (code == CLI_GO_ON) {
        code = run_part(invocation, argv + 1, &options);
    }
    g_free(options.sender);
    g_free(options.recipient);
    return code;
}
