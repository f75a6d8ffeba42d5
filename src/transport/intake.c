#include "transport/intake.h"

#include <string.h>

#include "transport/spool.h"
#include "transport/stamp.h"

/* Of a SHA-256, as hexadecimal: 128 bits. */
enum { HASH_LETTERS = 32 };

void intake_init(struct intake *intake, const struct mailbox *mailbox,
                 const struct mailbox_round *round)
{
    *intake = (struct intake){
        .mailbox = mailbox,
        .round = round,
        .kept = g_byte_array_new(),
        .sum = g_checksum_new(G_CHECKSUM_SHA256),
        .left = g_ptr_array_new_with_free_func(g_free),
    };
}

void intake_begin(struct intake *intake, const char *identity)
{
    g_byte_array_set_size(intake->kept, 0);
    intake->truncated = false;
    g_checksum_reset(intake->sum);
    /* The NUL separates identity and mail. */
    g_checksum_update(intake->sum, (const guchar *)identity, (gssize)strlen(identity) + 1);
}

void intake_add(struct intake *intake, const void *bytes, size_t length)
{
    size_t room = SPOOL_MAIL_MAX - intake->kept->len, taken = MIN(room, length);
    g_byte_array_append(intake->kept, bytes, (guint)taken);
    intake->truncated = intake->truncated || taken < length;
    g_checksum_update(intake->sum, bytes, (gssize)length);
}

char *intake_name(const struct intake *intake, const char *kind)
{
    g_autoptr(GChecksum) sum = g_checksum_copy(intake->sum);
    return g_strdup_printf("%s.%s.%.*s", intake->mailbox->name, kind, HASH_LETTERS,
                           g_checksum_get_string(sum));
}

bool intake_leave(struct intake *intake, char *name, gint64 arrived)
{
    const char *mail = (const char *)intake->kept->data;
    size_t length = intake->kept->len;
    gint64 stamp = stamp_of_mail(mail, length), since = intake->round->since;
    if (stamp == 0) {
        stamp = stamp_of_writer(mail, length);
    }
    bool older = (arrived > 0 && arrived < since) || (stamp > 0 && stamp < since);
    if (older && name != NULL) {
        g_ptr_array_add(intake->left, g_steal_pointer(&name));
    }
    g_free(name);
    return older;
}

bool intake_put(struct intake *intake, const char *name, gint64 received, GError **error)
{
    const struct mailbox_round *round = intake->round;
    if (spool_has(round->spool, name)) {
        return true;
    }
    g_autoptr(GBytes) bytes = g_bytes_new_static(intake->kept->data, intake->kept->len);
    bool dated = received > 0 && received <= round->now;
    struct spool_mail mail = {
        .mailbox = intake->mailbox->name,
        .received = dated ? received : round->now,
        .truncated = intake->truncated,
        .bytes = bytes,
    };
    return spool_put(round->spool, name, &mail, error);
}

void intake_trouble(struct intake *intake, GError *trouble)
{
    g_propagate_error(intake->trouble == NULL ? &intake->trouble : NULL, trouble);
}

bool intake_run(struct intake *intake, const struct intake_work *work, GError **error)
{
    const struct mailbox_round *round = intake->round;
    for (guint at = 0; at < work->count && !round->stop(); at += MAILBOX_BATCH) {
        guint to = MIN(at + MAILBOX_BATCH, work->count);
        if (work->look_up != NULL && !work->look_up(work->owner, at, to, error)) {
            return false;
        }
        g_autoptr(GArray) taken = g_array_new(FALSE, FALSE, sizeof(guint));
        for (guint i = at; i < to && !round->stop(); i++) {
            bool here = false;
            if (!work->take_in(work->owner, i, &here, error)) {
                return false;
            }
            if (here) {
                g_array_append_val(taken, i);
            }
        }
        if (taken->len > 0 &&
            !(spool_sync(round->spool, error) && work->mark(work->owner, taken, error))) {
            return false;
        }
    }
    return true;
}

bool intake_end(struct intake *intake, GError *fault, GError **error)
{
    const struct mailbox_round *round = intake->round;
    GError *what = fault != NULL ? fault : g_steal_pointer(&intake->trouble);
    bool stopped = round->stop();
    if (intake->left->len > 0) {
        round->left(round->data, intake->left);
    }
    bool good = what == NULL || stopped;
    if (good) {
        g_clear_error(&what);
    } else {
        g_propagate_error(error, what);
    }
    g_byte_array_unref(intake->kept);
    g_checksum_free(intake->sum);
    g_ptr_array_unref(intake->left);
    g_clear_error(&intake->trouble);
    return good;
}
