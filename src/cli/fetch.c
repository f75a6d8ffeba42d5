/* fetch: brings mail from the mailboxes into the spool. */
#include "cli/steps.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/log.h"
#include "cli/workspace.h"
#include "clocks/clocks.h"
#include "store/inbox.h"
#include "transport/credential.h"
#include "transport/mailbox.h"

/* Mail that arrived up to so long before the database was made counts as the server's. */
enum { GRACE = CLOCK_DAY };

enum { AGAIN_MOST = 365 }; /* days of --again */

struct fetching {
    const struct config *config;
    bool by_hand;
    gint64 again;                  /* as in struct mailbox_round */
    const struct mailbox *mailbox; /* the one at hand */
    bool waits;                    /* no log-in there now, because some were refused */
    bool was_refused, refused;     /* a log-in there within a day; the one just now */
};

/* ---- what is known ---- */

static bool look_up(void *data, char *const *names, bool *known, guint count, GError **error)
{
    const struct fetching *fetching = data;
    g_auto(Workspace) workspace = { 0 };
    if (!workspace_open(&workspace, fetching->config, NULL, DB_READ, "fetch", error)) {
        return false;
    }
    for (guint i = 0; i < count; i++) {
        known[i] = inbox_has_name(workspace.db, names[i]);
    }
    return db_commit(workspace.db, error); /* a reader has a transaction open */
}

/* ---- mail older than the server ---- */

/* Sets `since` of the round, and what is known of log-ins. */
static bool begin_round(struct fetching *fetching, struct mailbox_round *round, GError **error)
{
    const struct service *service = fetching->mailbox->service;
    g_auto(Workspace) workspace = { 0 };
    if (!workspace_open(&workspace, fetching->config, NULL, DB_READ, "fetch", error)) {
        return false;
    }
    round->since = MAX(db_created(workspace.db) - GRACE, 0);
    fetching->waits = fetching->was_refused = fetching->refused = false;
    if (service != NULL) {
        g_autofree char *identity = credential_identity(service);
        gint64 now = workspace.run.now;
        fetching->was_refused = logins_were_refused(workspace.db, identity, now);
        fetching->waits =
            fetching->was_refused && !fetching->by_hand && logins_wait(workspace.db, identity, now);
    }
    return db_commit(workspace.db, error);
}

/* Notes the names of mails that were left. What cannot be noted now comes up again in the next
 * round. */
static void note_left(void *data, const GPtrArray *names)
{
    const struct fetching *fetching = data;
    g_auto(Workspace) workspace = { 0 };
    if (!workspace_open(&workspace, fetching->config, NULL, DB_WRITE, "fetch", NULL)) {
        return;
    }
    db_begin(workspace.db);
    for (guint i = 0; i < names->len; i++) {
        if (!inbox_has_name(workspace.db, names->pdata[i])) {
            inbox_add(workspace.db, names->pdata[i], NULL, workspace.run.now);
        }
    }
    db_commit(workspace.db, NULL);
}

/* ---- the end of a round ---- */

static void note_refused(void *data)
{
    ((struct fetching *)data)->refused = true;
}

/* Records a log-in that was refused, or the first one that works again. Returns true if the trouble
 * (NULL: none) is to be reported now: a person asks, or it was not reported within a day. */
static bool end_round(const struct fetching *fetching, const char *trouble)
{
    g_auto(Workspace) workspace = { 0 };
    const bool accepted = fetching->was_refused && !fetching->refused && trouble == NULL &&
                          !stop_asked(); /* then perhaps nobody logged in */
    bool news = trouble != NULL;
    if ((!fetching->refused && !accepted && (!news || fetching->by_hand)) ||
        !workspace_open(&workspace, fetching->config, NULL, DB_WRITE, "fetch", NULL)) {
        return news;
    }
    db_begin(workspace.db);
    if (fetching->refused || accepted) {
        g_autofree char *identity = credential_identity(fetching->mailbox->service);
        accepted ? logins_accepted(workspace.db, identity)
                 : logins_refused(workspace.db, identity, workspace.run.now);
    }
    if (news && !fetching->by_hand) {
        news = notice_once(workspace.db, trouble, "mailbox",
                           clock_span(workspace.run.now, CLOCK_DAY - 1));
    }
    /* What cannot be noted is found out again in the next round. */
    return !db_commit(workspace.db, NULL) || news;
}

/* ---- the mailboxes ---- */

static bool fetch_one(struct fetching *fetching, const struct mailbox *mailbox)
{
    struct mailbox_round round = {
        .spool = fetching->config->spool,
        .now = clock_now(),
        .again = fetching->again,
        .known = look_up,
        .left = note_left,
        .refused = note_refused,
        .stop = stop_asked,
        .data = fetching,
    };
    g_autoptr(GError) error = NULL;
    fetching->mailbox = mailbox;
    bool begun = begin_round(fetching, &round, &error);
    if (begun && fetching->waits) {
        return false;
    }
    bool done = begun && mailbox_fetch(mailbox, &round, &error);
    g_autofree char *trouble =
        done ? NULL : g_strdup_printf("mailbox %s: %s", mailbox->name, error->message);
    if (end_round(fetching, trouble) && trouble != NULL) {
        log_line("%s", trouble);
    }
    return done;
}

bool fetch_mailboxes(const struct config *config, bool by_hand, gint64 again, bool *amiss,
                     GError **error)
{
    bool busy = false;
    *amiss = false;
    if (config->mailboxes->len == 0) {
        return true;
    }
    g_autoptr(Lock) lock = workspace_single(config, "fetch", 0, &busy, error);
    if (lock == NULL) {
        return busy;
    }
    struct fetching fetching = {
        .config = config,
        .by_hand = by_hand,
        .again = again,
    };
    gint64 begun = clock_now();
    for (guint i = 0; i < config->mailboxes->len && !stop_asked(); i++) {
        *amiss = !fetch_one(&fetching, config->mailboxes->pdata[i]) || *amiss;
    }
    if (*amiss || stop_asked()) {
        return true;
    }
    /* All mail that was there when we began has come from all of them: the clocks depend on
     * that. */
    g_auto(Workspace) workspace = { 0 };
    if (!workspace_open(&workspace, config, NULL, DB_WRITE, "fetch", error)) {
        return false;
    }
    db_begin(workspace.db);
    watermark_fetched(&workspace.run, MIN(begun, workspace.run.now));
    return db_commit(workspace.db, error);
}

static bool fetch(struct act *act)
{
    const struct config *config = act->server->config;
    gint64 days = 0;
    if (!act_number(act, "again", 1, AGAIN_MOST, &days)) {
        return false;
    }
    if (config->mailboxes->len == 0) {
        return cli_refuse(&act->error, POSTMOVE_ERROR_USAGE,
                          "%s: it has no [mailbox NAME] to fetch from", config->path);
    }
    stop_heed();
    bool amiss = false;
    act->code = POSTMOVE_ERROR_LATER; /* what is amiss was said */
    return fetch_mailboxes(config, true, days > 0 ? clock_now() - days * CLOCK_DAY : 0, &amiss,
                           &act->error) &&
           !amiss;
}

const struct part cli_fetch[] = { { NULL, 0, 0, "again#", .wordless = true, .run = fetch }, { 0 } };
