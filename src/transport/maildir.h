/*
 * maildir.h: a folder of mail as maildir(5) has it: a file a mail, in new/ until
 * somebody has seen it, then in cur/.
 *
 * Mail in new/ is fetched, and so is what lies in cur/ without the flag S
 * (seen): a mail server moves mail there as soon as any program looks at the list
 * of mails, whether a mail was read or not. A mail that is done is in cur/ with
 * the flag S, or removed where the mailbox says `done = delete`. It arrived when
 * its file was last changed. Files whose names begin with a dot are none of ours,
 * nor is tmp/.
 */
#ifndef POSTMOVE_MAILDIR_H
#define POSTMOVE_MAILDIR_H

#include "transport/mailbox.h"

/* mailbox_fetch and mailbox_look for a MAILBOX_MAILDIR. */
bool maildir_fetch(const struct mailbox *mailbox, const struct mailbox_round *round,
                   GError **error);
bool maildir_look(const struct mailbox *mailbox, struct mailbox_view *view, GError **error);

#endif
