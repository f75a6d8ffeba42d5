#include "transport/mailbox_kinds.h"

#include "transport/dialogue.h"
#include "transport/replies.h"
#include "transport/spool.h"
#include "transport/stamp.h"

struct pop3 {
    const struct mailbox *mailbox;
    const struct mailbox_round *round;
    struct dialogue dialogue;
    struct intake intake;
    GArray *mails;      /* struct replies_mail: those at the beginning of the session */
    GHashTable *cut;    /* identities of mails with which the connection ended once */
    GHashTable *passed; /* identities of mails that the server did not send, and of those left in
                           this round because they are older than the server */
    guint refused;      /* how many mails the server did not send */
    bool again;         /* the session ended with a mail, before all was done */
};

/* After so many in a round, we stop. */
enum { REFUSED_MAX = 10 };

/* ---- what waits ---- */

/* Lists the mails with their unique-ids, or without if the server has none. */
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

/* Identifies a mail in the next session of this round. Free with g_free. */
static char *identity_of(const struct replies_mail *mail)
{
    return mail->uidl[0] != '\0' ? g_strdup(mail->uidl) : g_strdup_printf("%u", mail->number);
}

/* The server did not send a mail, and libcurl has ended the session. The others are done in
 * another session; if too many were refused, sets the error. */
static void refuse(struct pop3 *pop3, const struct replies_mail *mail, GError **error)
{
    g_clear_error(error);
    g_hash_table_add(pop3->passed, identity_of(mail));
    pop3->refused++;
    GError *trouble = NULL;
    dialogue_fault(&pop3->dialogue, &trouble,
                   "mail %u of the mailbox cannot be fetched: look at it, or delete it",
                   mail->number);
    intake_trouble(&pop3->intake, trouble);
    pop3->again = pop3->refused < REFUSED_MAX;
    if (!pop3->again) {
        dialogue_fault(&pop3->dialogue, error, "many mails of the mailbox cannot be fetched");
    }
}

/* The connection broke while this mail came. It is tried once more in a new session; if that breaks
 * too, the server cannot read the mail itself, and it counts as refused. */
static void cut_off(struct pop3 *pop3, const struct replies_mail *mail, GError **error)
{
    if (!g_hash_table_add(pop3->cut, identity_of(mail))) {
        refuse(pop3, mail, error);
        return;
    }
    pop3->again = g_hash_table_size(pop3->cut) <= REFUSED_MAX;
    if (pop3->again) {
        g_clear_error(error);
    }
}

/* Fetches a mail into the intake. False with an error, or if the session ended with it
 * (`again`). */
static bool fetch(struct pop3 *pop3, const struct replies_mail *mail, GError **error)
{
    g_autofree char *path = g_strdup_printf("%u", mail->number);
    intake_begin(&pop3->intake, mail->uidl);
    CURLcode code = dialogue_fetch(&pop3->dialogue, path, &pop3->intake, error);
    if (code == CURLE_OK) {
        /* If the connection still works, the mail is whole. */
        code = dialogue_ask(&pop3->dialogue, "", "NOOP", true, error);
    }
    if (code == CURLE_WEIRD_SERVER_REPLY) {
        refuse(pop3, mail, error);
    } else if (dialogue_ended(&pop3->dialogue, code)) {
        cut_off(pop3, mail, error);
    }
    return code == CURLE_OK;
}

/* The name by which a mail that is left is known in later rounds. Free with g_free. NULL: the
 * server has no unique-ids. */
static char *name_if_left(struct pop3 *pop3, const struct replies_mail *mail)
{
    if (mail->uidl[0] == '\0') {
        return NULL;
    }
    intake_begin(&pop3->intake, mail->uidl);
    return intake_name(&pop3->intake, "pop3-left");
}

/* False as for `fetch`. Sets *here if the mail is in the spool, and to be deleted. */
static bool take_in(void *owner, guint number, bool *here, GError **error)
{
    struct pop3 *pop3 = owner;
    const struct replies_mail *mail = &g_array_index(pop3->mails, struct replies_mail, number);
    g_autofree char *left = name_if_left(pop3, mail);
    if (!fetch(pop3, mail, error)) {
        return false;
    }
    const GByteArray *kept = pop3->intake.kept;
    gint64 arrived = stamp_of_mail((const char *)kept->data, kept->len);
    if (intake_leave(&pop3->intake, g_steal_pointer(&left), arrived)) {
        g_hash_table_add(pop3->passed, identity_of(mail));
        return true;
    }
    g_autofree char *name = intake_name(&pop3->intake, "pop3");
    *here = intake_put(&pop3->intake, name, arrived, error);
    return *here;
}

static bool delete_all(void *owner, const GArray *numbers, GError **error)
{
    struct pop3 *pop3 = owner;
    bool done = true;
    for (guint i = 0; done && i < numbers->len; i++) {
        guint number = g_array_index(numbers, guint, i);
        g_autofree char *path =
            g_strdup_printf("%u", g_array_index(pop3->mails, struct replies_mail, number).number);
        done = dialogue_ask(&pop3->dialogue, path, "DELE", true, error) == CURLE_OK;
    }
    return done;
}

/* ---- a session ---- */

/* Removes from the list the mails that stay in the mailbox: refused in this round, or left in
 * it or in an earlier one. */
static bool pass_over(struct pop3 *pop3, GError **error)
{
    guint count = pop3->mails->len, kept = 0;
    g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < count; i++) {
        char *name = name_if_left(pop3, &g_array_index(pop3->mails, struct replies_mail, i));
        g_ptr_array_add(names, name != NULL ? name : g_strdup(""));
    }
    const struct mailbox_round *round = pop3->round;
    g_autofree bool *known = g_new0(bool, count);
    if (!round->known(round->data, (char *const *)names->pdata, known, count, error)) {
        return false;
    }
    for (guint i = 0; i < count; i++) {
        struct replies_mail mail = g_array_index(pop3->mails, struct replies_mail, i);
        g_autofree char *identity = identity_of(&mail);
        if (!known[i] && !g_hash_table_contains(pop3->passed, identity)) {
            g_array_index(pop3->mails, struct replies_mail, kept++) = mail;
        }
    }
    g_array_set_size(pop3->mails, kept);
    return true;
}

/* One session. Sets *left to the number of mails that were not tried. */
static bool hold_session(struct pop3 *pop3, guint *left, GError **error)
{
    pop3->mails = g_array_new(FALSE, FALSE, sizeof(struct replies_mail));
    pop3->again = false;
    bool done = dialogue_init(&pop3->dialogue, pop3->mailbox->service, pop3->round->stop, error) &&
                list(&pop3->dialogue, pop3->mails, error) && pass_over(pop3, error);
    if (done) {
        pop3->dialogue.transfer->pinned = true;
        const struct intake_work work = {
            .owner = pop3,
            .count = MIN(pop3->mails->len, MAILBOX_SESSION),
            .take_in = take_in,
            .mark = delete_all,
        };
        done = intake_run(&pop3->intake, &work, error);
    }
    if (pop3->dialogue.refused) {
        pop3->round->refused(pop3->round->data);
    }
    *left = pop3->mails->len > MAILBOX_SESSION ? pop3->mails->len - MAILBOX_SESSION : 0;
    dialogue_clear(&pop3->dialogue);
    g_array_unref(pop3->mails);
    return done || pop3->again;
}

/* Holds sessions until nothing is left. Fewer mails must be left after each: a server that
 * deletes nothing would have us fetch the same mails for ever. */
static bool hold_sessions(struct pop3 *pop3, GError **error)
{
    guint left = G_MAXUINT, least;
    do {
        least = left;
        if (!hold_session(pop3, &left, error)) {
            return false;
        }
    } while ((pop3->again || (left > 0 && left < least)) && !pop3->round->stop());
    return true;
}

bool pop3_fetch(const struct mailbox *mailbox, const struct mailbox_round *round, GError **error)
{
    struct pop3 pop3 = { .mailbox = mailbox, .round = round };
    pop3.cut = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    pop3.passed = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    intake_init(&pop3.intake, mailbox, round);
    GError *fault = NULL;
    hold_sessions(&pop3, &fault);
    bool done = intake_end(&pop3.intake, fault, error);
    g_hash_table_unref(pop3.cut);
    g_hash_table_unref(pop3.passed);
    return done;
}

bool pop3_look(const struct mailbox *mailbox, guint *mails, GError **error)
{
    struct dialogue dialogue;
    g_autoptr(GArray) listed = g_array_new(FALSE, FALSE, sizeof(struct replies_mail));
    bool done =
        dialogue_init(&dialogue, mailbox->service, NULL, error) && list(&dialogue, listed, error);
    *mails = listed->len;
    dialogue_clear(&dialogue);
    return done;
}
