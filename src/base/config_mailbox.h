/*
 * config_mailbox.h: a mailbox where mail waits for us, the group [mailbox NAME]
 * of the configuration.
 *
 * Its keys are source, done, and, where the source is a server, those of
 * config_service.h.
 */
#ifndef POSTMOVE_CONFIG_MAILBOX_H
#define POSTMOVE_CONFIG_MAILBOX_H

#include <glib.h>
#include <stdbool.h>

#include "base/config_service.h"

enum {
    MAILBOX_NAME_MAX = 40,    /* characters of A-Z a-z 0-9 _ - */
    MAILBOX_FOLDER_MAX = 200, /* bytes of an IMAP folder's name, printable ASCII */
};

enum mailbox_kind { MAILBOX_MAILDIR, MAILBOX_IMAP, MAILBOX_POP3 };

/* What becomes of a mail that was taken in. */
enum mailbox_done {
    MAILBOX_MARK,   /* IMAP: a keyword; Maildir: the flag S */
    MAILBOX_MOVE,   /* IMAP: to done_folder */
    MAILBOX_DELETE, /* POP3 knows nothing else */
};

struct mailbox {
    char *name;
    enum mailbox_kind kind;
    char *folder;            /* Maildir: an absolute path; IMAP: the folder's name as the server
                                has it; POP3: NULL */
    struct service *service; /* NULL: Maildir */
    enum mailbox_done done;
    char *done_folder; /* MAILBOX_MOVE: where to; MAILBOX_MARK: where to if the server keeps no
                          keywords, NULL if it must; else NULL */
};

/* Whether a group's name is of the form `mailbox NAME`. */
bool mailbox_is_group(const char *group);

/* Whether a key may stand in such a group. */
bool mailbox_knows_key(const char *key);

/* Reads the group; NULL with the fault. */
struct mailbox *mailbox_read(const struct config_file *file, const char *group, GError **error);
void mailbox_free(struct mailbox *mailbox);

typedef struct mailbox Mailbox;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Mailbox, mailbox_free)

#endif
