#include "post/mailbox.h"

#include "post/imap.h"
#include "post/maildir.h"
#include "post/pop3.h"

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
