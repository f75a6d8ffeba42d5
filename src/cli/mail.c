/* mail: the table of its parts, and of these retry and drop. */
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "cli/cli.h"
#include "cli/mailroom.h"
#include "cli/part.h"
#include "store/outbox_review.h"
#include "transport/spool.h"

/* ---- letters ---- */

typedef bool change(struct db *db, gint64 id, gint64 now);

struct order {
    change *change;
    gint64 id;
};

/* Nothing of that name or number waits, failed or is parked. */
static bool no_such_thing(const char *word, GError **error)
{
    bool letter = part_number(word) > 0;
    g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_NO,
                letter ? "letter %s is not there, or was sent" : "there is no mail named %s", word);
    return false;
}

static bool change_act(struct run *run, void *data, GError **error)
{
    const struct order *order = data;
    g_autofree char *word = g_strdup_printf("%" G_GINT64_FORMAT, order->id);
    return order->change(run->db, order->id, run->now) || no_such_thing(word, error);
}

static bool drop_letter(struct db *db, gint64 id, gint64 now)
{
    (void)now;
    return outbox_drop(db, id);
}

/* Every mail in failed/, of which none is passed over, and every letter that is parked. */
static bool retry_all_act(struct run *run, void *data, GError **error)
{
    const char *spool = data;
    g_auto(GStrv) names = spool_failed(spool, error);
    bool done = names != NULL;
    for (char **name = names; done && *name != NULL; name++) {
        done = spool_may_retry(spool, *name, error);
    }
    outbox_retry_parked(run->db, run->now);
    return done;
}

static bool retry_all_then(struct run *run, void *data, GError **error)
{
    (void)run;
    const char *spool = data;
    g_auto(GStrv) names = spool_failed(spool, error);
    bool done = names != NULL;
    for (char **name = names; done && *name != NULL; name++) {
        done = spool_retry(spool, *name, error);
    }
    return done;
}

/* ---- mails ---- */

typedef bool spool_change(const char *spool, const char *name, GError **error);

/* What is done to a mail, and whether it can be done. */
struct deed {
    spool_change *may, *change;
};

struct errand {
    struct deed deed;
    const char *spool, *name;
};

static bool spool_act(struct run *run, void *data, GError **error)
{
    (void)run;
    const struct errand *errand = data;
    return errand->deed.may(errand->spool, errand->name, error);
}

/* Runs after the journal is committed: a mail is only removed once the journal tells of it. */
static bool spool_then(struct run *run, void *data, GError **error)
{
    (void)run;
    const struct errand *errand = data;
    return errand->deed.change(errand->spool, errand->name, error);
}

/* Does one or the other with what a word names. */
static bool carry_out(const struct server *server, const char *command, char *word,
                      change *of_letter, struct deed of_mail, GError **error)
{
    g_autoptr(GString) about = g_string_new(word);
    struct order order = { of_letter, part_number(word) };
    struct errand errand = { of_mail, server->config->spool, word };
    return order.id > 0 ? workspace_transact(server, command, about, change_act, &order, error)
                        : workspace_transact_then(server, command, about, spool_act, spool_then,
                                                  &errand, error);
}

/* ---- retry ---- */

static bool retry_all(const struct server *server, GError **error)
{
    g_autoptr(GString) about = g_string_new("--all");
    return workspace_transact_then(server, "mail retry", about, retry_all_act, retry_all_then,
                                   (void *)server->config->spool, error);
}

static int retry(const struct server *server, char **words, const void *data)
{
    static const struct deed of_mail = { spool_may_retry, spool_retry };
    const struct mailroom_options *options = data;
    if (options->all != (*words == NULL)) {
        return cli_misused("mail", "retry: either names and numbers, or --all");
    }
    g_autoptr(GError) error = NULL;
    bool done = !options->all || retry_all(server, &error);
    for (; done && *words != NULL; words++) {
        done = carry_out(server, "mail retry", *words, outbox_retry, of_mail, &error);
    }
    return done ? 0 : cli_fail(error);
}

/* ---- drop ---- */

struct letter_sought {
    gint64 id;
    bool there;
};

static bool seek_act(struct run *run, void *data, GError **error)
{
    (void)error;
    struct letter_sought *sought = data;
    g_autoptr(GBytes) bytes = NULL;
    g_autoptr(OutboxEntry) entry = outbox_entry(run->db, sought->id, &bytes);
    sought->there = entry != NULL && entry->state != OUTBOX_SENT;
    return true;
}

/* Whether there is what a word names: before anybody is asked about it. */
static bool is_there(const struct server *server, const char *word, GError **error)
{
    struct letter_sought sought = { .id = part_number(word) };
    g_autofree char *path = sought.id == 0 ? spool_where(server->config->spool, word) : NULL;
    if (sought.id > 0 && !workspace_read(server->config, NULL, "mail", seek_act, &sought, error)) {
        return false;
    }
    return path != NULL || sought.there || no_such_thing(word, error);
}

static int drop(const struct server *server, char **words, const void *data)
{
    static const struct deed of_mail = { spool_may_drop, spool_drop };
    const struct mailroom_options *options = data;
    g_autoptr(GError) error = NULL;
    for (; *words != NULL; words++) {
        if (!is_there(server, *words, &error)) {
            return cli_fail(error);
        }
        g_autofree char *question = g_strdup_printf("Take %s away for good?", *words);
        if (!options->yes && !cli_ask(question)) {
            return cli_misused("mail", "%s was kept: --yes says you are sure", *words);
        }
        if (!carry_out(server, "mail drop", *words, drop_letter, of_mail, &error)) {
            return cli_fail(error);
        }
    }
    return 0;
}

/* ---- all of them ---- */

static const struct part mail_parts[] = {
    { "list", 0, 0, "json", mailroom_list },
    { "show", 1, 1, "", mailroom_show },
    { "retry", 0, -1, "all", retry },
    { "drop", 1, -1, "yes", drop },
    { "simulate", 1, 1, "sender recipient", mailroom_simulate },
};

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
    const struct parts parts = { "mail", mail_parts, G_N_ELEMENTS(mail_parts), entries };
    int code = cli_options(entries, &argc, &argv, 1, -1);
    if (code == CLI_GO_ON) {
        code = parts_run(&parts, invocation, argv + 1, &options);
    }
    g_free(options.sender);
    g_free(options.recipient);
    return code;
}
