#include "transport/mailbox.h"

#include <string.h>

#include "transport/mailbox_kinds.h"

/* The functions of each kind. */
static const struct {
    bool (*fetch)(const struct mailbox *mailbox, const struct mailbox_round *round, GError **error);
    bool (*look)(const struct mailbox *mailbox, guint *mails, GError **error);
} kinds[] = {
    [MAILBOX_IMAP] = { imap_fetch, imap_look },
    [MAILBOX_POP3] = { pop3_fetch, pop3_look },
    [MAILBOX_MAILDIR] = { maildir_fetch, maildir_look },
};

bool mailbox_fetch(const struct mailbox *mailbox, const struct mailbox_round *round, GError **error)
{
    return kinds[mailbox->kind].fetch(mailbox, round, error);
}

bool mailbox_look(const struct mailbox *mailbox, guint *mails, GError **error)
{
    return kinds[mailbox->kind].look(mailbox, mails, error);
}

bool mailbox_renumbered(const char *name, const char *other)
{
    enum { MAILBOX, KIND, SOURCE, VALIDITY, UID, PARTS };
    g_auto(GStrv) first = g_strsplit(name, ".", PARTS + 1);
    g_auto(GStrv) second = g_strsplit(other, ".", PARTS + 1);
    return g_strv_length(first) == PARTS && g_strv_length(second) == PARTS &&
           strcmp(first[KIND], "imap") == 0 && strcmp(second[KIND], "imap") == 0 &&
           strcmp(first[MAILBOX], second[MAILBOX]) == 0 &&
           strcmp(first[SOURCE], second[SOURCE]) == 0 &&
           strcmp(first[VALIDITY], second[VALIDITY]) != 0;
}
