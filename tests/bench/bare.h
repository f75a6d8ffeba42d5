/*
 * bare.h: the least that a mail can cost. It is read from the spool, parsed by the parsing child,
 * and its name is committed to the database: no player is looked up, no match is read, nothing is
 * answered. The same functions do it as in `postmove process`, and the child is one mail ahead
 * here, too.
 */
#ifndef POSTMOVE_BENCH_BARE_H
#define POSTMOVE_BENCH_BARE_H

#include <glib.h>

#include "base/clock.h"
#include "base/config.h"
#include "mail/child.h"
#include "mail/message.h"
#include "store/inbox.h"
#include "transport/spool.h"

struct bare {
    const struct config *config;
    int together; /* mails a commit */
};

/* Reads a mail and gives it to the child. */
static inline void bare_begin(const struct config *config, struct child *child,
                              const struct spool_entry *entry)
{
    struct spool_mail mail;
    gsize length;
    g_assert_true(spool_read(config->spool, entry, &mail, NULL));
    const void *bytes = g_bytes_get_data(mail.bytes, &length);
    g_assert_true(child_give(child, bytes, length, mail.truncated, mail.sender, NULL));
    spool_mail_clear(&mail);
}

/* Takes in all mails that wait, and leaves their files where they are. */
static inline void bare_drain(void *data)
{
    const struct bare *bare = data;
    const struct config *config = bare->config;
    g_autoptr(Db) db = db_open(config->database, DB_WRITE, NULL);
    g_autoptr(Child) child = child_start(config->authserv_id, NULL);
    g_autoptr(GPtrArray) entries = spool_list(config->spool, NULL);
    g_assert_true(db != NULL && child != NULL && entries != NULL);
    for (guint i = 0; i < entries->len; i++) {
        const struct spool_entry *entry = entries->pdata[i];
        const bool opens = i % (guint)bare->together == 0;
        const bool ends = (i + 1) % (guint)bare->together == 0 || i + 1 == entries->len;
        if (opens) {
            db_begin(db);
            bare_begin(config, child, entry);
        }
        g_autoptr(Message) message = child_take(child);
        g_assert_nonnull(message);
        if (!ends) {
            bare_begin(config, child, entries->pdata[i + 1]);
        }
        inbox_add(db, entry->name, NULL, clock_now());
        g_assert_true(!ends || db_commit(db, NULL));
    }
}

#endif
