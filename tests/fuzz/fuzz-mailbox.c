/* Any bytes as what a mailbox's server says, and as a mail's headers: what is
 * read of it is in range. */
#include <glib.h>
#include <stdint.h>
#include <string.h>

#include "transport/replies.h"
#include "transport/stamp.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const gint64 last_second = G_GINT64_CONSTANT(253402300799);

static void check_folder(const char *bytes, size_t size)
{
    struct replies_folder folder;
    replies_folder(bytes, size, &folder);
    g_assert_cmpuint(folder.exists, <=, REPLIES_MAILS_MAX);
}

static void check_search(const char *bytes, size_t size)
{
    enum { MOST = 7 };
    g_autoptr(GArray) uids = g_array_new(FALSE, FALSE, sizeof(guint32));
    replies_search(bytes, size, MOST, uids);
    g_assert_cmpuint(uids->len, <=, MOST);
    for (guint i = 0; i < uids->len; i++) {
        g_assert_cmpuint(g_array_index(uids, guint32, i), !=, 0);
    }
}

static void check_date(gpointer uid, gpointer seconds, gpointer data)
{
    (void)data;
    g_assert_true(uid != NULL && *(gint64 *)seconds >= 0 && *(gint64 *)seconds <= last_second);
}

static void check_dates(const char *bytes, size_t size)
{
    g_autoptr(GHashTable) dates = g_hash_table_new_full(NULL, NULL, NULL, g_free);
    replies_dates(bytes, size, dates);
    g_hash_table_foreach(dates, check_date, NULL);
}

static void check_list(const char *bytes, size_t size, bool with_uidl)
{
    g_autoptr(GArray) mails = g_array_new(FALSE, FALSE, sizeof(struct replies_mail));
    replies_list(bytes, size, with_uidl, mails);
    for (guint i = 0; i < mails->len; i++) {
        const struct replies_mail *mail = &g_array_index(mails, struct replies_mail, i);
        g_assert_cmpuint(mail->number, >=, 1);
        g_assert_cmpuint(strlen(mail->uidl), <=, REPLIES_UIDL_MAX);
        g_assert_true(with_uidl || mail->uidl[0] == '\0');
        for (const char *c = mail->uidl; *c != '\0'; c++) {
            g_assert_true(*c > ' ' && *c <= '~');
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    /* Of its own size to the byte, so that reading beyond it is seen. */
    g_autofree char *bytes = g_memdup2(data, size);
    const char *begin = bytes != NULL ? bytes : "";
    check_folder(begin, size);
    check_search(begin, size);
    check_dates(begin, size);
    check_list(begin, size, true);
    check_list(begin, size, false);
    gint64 received = stamp_of_mail(begin, size);
    g_assert_true(received >= 0 && received <= last_second);
    gint64 seconds;
    if (stamp_read(begin, size, &seconds)) {
        g_assert_true(seconds >= 0 && seconds <= last_second);
    }
    return 0;
}
