#include "post/pop3.h"

#include "post/dialogue.h"
#include "post/replies.h"
#include "post/spool.h"
#include "post/stamp.h"

struct pop3 {
    const struct mailbox *mailbox;
    const struct mailbox_round *round;
    struct dialogue dialogue;
    struct intake intake;
    GArray *mails; /* struct replies_mail: what the session began with */
};

/* ---- what waits ---- */

/* Lists the mails with their unique-ids, or without where the server has none. */
static bool list(struct dialogue *dialogue, GArray *mails, GError **error)
{
    CURLcode code = dialogue_ask(dialogue, "", "UIDL", false, error);
    bool with_uidl = code == CURLE_OK;
    if (code == CURLE_WEIRD_SERVER_REPLY) {
        g_clear_error(error);
        code = dialogue_ask(dialogue, "", NULL, false, error);
    }
    if (code != CURLE_OK) {
        return false;
    }
    replies_list(dialogue->reply->str, dialogue->reply->len, with_uidl, mails);
    return true;
}

/* ---- one mail ---- */

/* Whether the connection still stands, so that what came last came whole. */
static bool still_there(struct pop3 *pop3, GError **error)
{
    return dialogue_ask(&pop3->dialogue, "", "NOOP", true, error) == CURLE_OK;
}

static bool take_in(struct pop3 *pop3, const struct replies_mail *mail, GError **error)
{
    g_autofree char *path = g_strdup_printf("%u", mail->number);
    intake_begin(&pop3->intake, mail->uidl);
    if (dialogue_fetch(&pop3->dialogue, path, &pop3->intake, error) != CURLE_OK ||
        !still_there(pop3, error)) {
        return false;
    }
    const GByteArray *kept = pop3->intake.kept;
    g_autofree char *name = intake_name(&pop3->intake, "pop3");
    return intake_put(&pop3->intake, name, stamp_of_mail((const char *)kept->data, kept->len),
                      error);
}

static bool delete (struct pop3 *pop3, const struct replies_mail *mail, GError **error)
{
    g_autofree char *path = g_strdup_printf("%u", mail->number);
    return dialogue_ask(&pop3->dialogue, path, "DELE", true, error) == CURLE_OK;
}

/* ---- a session ---- */

/* Takes in mails `from` to before `to` of the session, and has them deleted. */
static bool fetch_batch(struct pop3 *pop3, guint from, guint to, GError **error)
{
    guint at = from;
    for (; at < to && !pop3->round->stop(); at++) {
        if (!take_in(pop3, &g_array_index(pop3->mails, struct replies_mail, at), error)) {
            return false;
        }
    }
    if (at > from && !spool_sync(pop3->round->spool, error)) {
        return false;
    }
    for (guint i = from; i < at; i++) {
        if (!delete (pop3, &g_array_index(pop3->mails, struct replies_mail, i), error)) {
            return false;
        }
    }
    return true;
}

/* Fetches what the session may; `before` mails were fetched in earlier ones. */
static bool fetch_session(struct pop3 *pop3, guint before, GError **error)
{
    guint total = pop3->mails->len, most = MIN(total, MAILBOX_SESSION);
    for (guint at = 0; at < most && !pop3->round->stop(); at += MAILBOX_BATCH) {
        guint to = MIN(at + MAILBOX_BATCH, most);
        if (!fetch_batch(pop3, at, to, error)) {
            return false;
        }
        pop3->round->progress(pop3->round->data, pop3->mailbox->name, before + to, before + total);
    }
    return true;
}

/* One session; *left is how many mails were not looked at. */
static bool hold_session(struct pop3 *pop3, guint before, guint *left, GError **error)
{
    pop3->mails = g_array_new(FALSE, FALSE, sizeof(struct replies_mail));
    bool done = dialogue_init(&pop3->dialogue, pop3->mailbox, pop3->round->stop, error) &&
                list(&pop3->dialogue, pop3->mails, error);
    if (done) {
        dialogue_hold(&pop3->dialogue);
        done = fetch_session(pop3, before, error);
    }
    *left = pop3->mails->len > MAILBOX_SESSION ? pop3->mails->len - MAILBOX_SESSION : 0;
    dialogue_clear(&pop3->dialogue);
    g_array_unref(pop3->mails);
    return done;
}

bool pop3_fetch(const struct mailbox *mailbox, const struct mailbox_round *round, GError **error)
{
    struct pop3 pop3 = { .mailbox = mailbox, .round = round };
    intake_init(&pop3.intake, mailbox, round);
    g_autoptr(GError) fault = NULL;
    guint left = 0, least = G_MAXUINT, before = 0;
    bool done = true;
    /* A server that deletes nothing would have us fetch the same for ever. */
    do {
        least = before > 0 ? left : G_MAXUINT;
        done = hold_session(&pop3, before, &left, &fault);
        before += MAILBOX_SESSION;
    } while (done && left > 0 && left < least && !round->stop());
    intake_clear(&pop3.intake);
    if (!done && !round->stop()) {
        g_propagate_error(error, g_steal_pointer(&fault));
        return false;
    }
    return true;
}

bool pop3_look(const struct mailbox *mailbox, bool (*stop)(void), guint *waiting, GError **error)
{
    struct dialogue dialogue;
    g_autoptr(GArray) mails = g_array_new(FALSE, FALSE, sizeof(struct replies_mail));
    bool done = dialogue_init(&dialogue, mailbox, stop, error) && list(&dialogue, mails, error);
    *waiting = mails->len;
    dialogue_clear(&dialogue);
    return done;
}
