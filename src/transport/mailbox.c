#include "transport/mailbox.h"

#include <string.h>

#include "transport/imap.h"
#include "transport/maildir.h"
#include "transport/pop3.h"

bool mailbox_fetch(const struct mailbox *mailbox, const struct mailbox_round *round, GError **error)
{
    switch (mailbox->kind) {
    case MAILBOX_IMAP:
        return imap_fetch(mailbox, round, error);
    case MAILBOX_POP3:
        return pop3_fetch(mailbox, round, error);
    case MAILBOX_MAILDIR:
        break;
    }
    return maildir_fetch(mailbox, round, error);
}

bool mailbox_look(const struct mailbox *mailbox, transfer_stop *stop, struct mailbox_view *view,
                  GError **error)
{
    switch (mailbox->kind) {
    case MAILBOX_IMAP:
        return imap_look(mailbox, stop, view, error);
    case MAILBOX_POP3:
        return pop3_look(mailbox, stop, view, error);
    case MAILBOX_MAILDIR:
        break;
    }
    return maildir_look(mailbox, view, error);
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
