/* doctor: the folders of the spool, and what lies in them. */
#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "cli/checkup.h"
#include "transport/spool.h"

const char *const checkup_spool_folders[] = { "tmp", "new", "work", "failed", NULL };

/* Whether the folders are all there, to be used by us, and on one file system,
 * so that a mail gets from one to the other in one step. */
static bool look_at_folders(struct checkup *checkup, const char *spool)
{
    bool usable = true;
    struct stat whole = { 0 };
    bool known = stat(spool, &whole) == 0;
    for (const char *const *name = checkup_spool_folders; *name != NULL; name++) {
        g_autofree char *path = g_build_filename(spool, *name, NULL);
        struct stat status;
        bool there = stat(path, &status) == 0;
        bool hidden = !there && errno == EACCES;
        g_autofree char *owner = there ? checkup_user(status.st_uid) : NULL;
        const struct particulars about = { .path = path, .detail = spool, .reason = owner };
        const char *key = NULL;
        if (!hidden && (!there || !S_ISDIR(status.st_mode))) {
            key = "!spool-missing";
        } else if (hidden) {
            key = "!spool-closed";
        } else if (access(path, R_OK | W_OK | X_OK) != 0) {
            /* Of a file system that can only be read the check of the disk tells. */
            key = errno != EROFS ? "!spool-closed" : NULL;
            usable = false;
        } else if (known && status.st_dev != whole.st_dev) {
            key = "!spool-apart";
        }
        if (key != NULL) {
            checkup_add(checkup, key, &about);
            usable = false;
        }
    }
    return usable;
}

/* ---- what waits ---- */

/* What the entries are like. */
struct view {
    gint64 oldest, newest;            /* when they reached us; 0: none tells */
    gint64 interrupted;               /* in work/ */
    gint64 faulty;                    /* that no run can play as a mail */
    const struct spool_entry *one;    /* such a one */
    const struct spool_entry *closed; /* the first that may not be read */
};

static struct view view_of(const GPtrArray *entries)
{
    struct view view = { 0 };
    for (guint i = 0; i < entries->len; i++) {
        const struct spool_entry *entry = entries->pdata[i];
        if (entry->fault == SPOOL_CLOSED) {
            view.closed = view.closed != NULL ? view.closed : entry;
        } else if (entry->fault != SPOOL_SOUND) {
            view.faulty++;
            view.one = view.one != NULL ? view.one : entry;
            continue;
        }
        view.interrupted += entry->attempt > 0;
        view.newest = MAX(view.newest, entry->received);
        if (entry->received > 0 && (view.oldest == 0 || entry->received < view.oldest)) {
            view.oldest = entry->received;
        }
    }
    return view;
}

static void look_at_waiting(struct checkup *checkup, const char *spool, const GPtrArray *entries)
{
    struct view view = view_of(entries);
    gint64 age = view.oldest > 0 ? MAX(clock_now() - view.oldest, 0) : 0;
    g_autofree char *span = checkup_span(checkup, age);
    const char *key = checkup->held != 0       ? "spool-held"
                      : age > CHECKUP_PATIENCE ? "!spool-late"
                                               : "spool-ok";
    checkup->waits = checkup->waits || entries->len > 0;
    checkup_tell(checkup, key, .path = spool, .detail = span, .count = entries->len);
    if (view.interrupted > 0) {
        checkup_tell(checkup, "?spool-interrupted", .path = spool, .count = view.interrupted);
    }
    if (view.faulty > 0) {
        checkup_tell(checkup, "!spool-faulty", .path = spool, .detail = view.one->file,
                     .reason = spool_fault_words(view.one->fault), .count = view.faulty);
    }
    if (view.closed != NULL) {
        checkup_tell(checkup, "!spool-stuck", .path = spool, .detail = view.closed->file,
                     .reason = view.closed->name);
    }
    if (view.newest > clock_now() + CHECKUP_CLOCK_SLACK) {
        g_autofree char *ahead = checkup_span(checkup, view.newest - clock_now());
        checkup_tell(checkup, "?spool-future", .path = spool, .detail = ahead);
    }
}

void checkup_spool(struct checkup *checkup)
{
    const char *spool = checkup->server.config->spool;
    if (!look_at_folders(checkup, spool)) {
        return;
    }
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) entries = spool_list(spool, &error);
    g_auto(GStrv) failed = entries != NULL ? spool_failed(spool, &error) : NULL;
    if (failed == NULL) {
        checkup_tell(checkup, "!spool-unread", .path = spool, .reason = error->message);
        return;
    }
    look_at_waiting(checkup, spool, entries);
    if (failed[0] != NULL) {
        enum spool_fault fault = spool_failed_fault(spool, failed[0]);
        checkup_tell(checkup, "!spool-failed", .path = spool, .detail = failed[0],
                     .reason = fault != SPOOL_SOUND ? spool_fault_words(fault) : NULL,
                     .count = g_strv_length(failed));
    }
}
