/*
 * config_file.h: the text of a configuration file, where its faults are, and the groups about mail
 * services.
 *
 * For the files that read its keys. The error of a fault names file and line, and is
 * POSTMOVE_ERROR_USAGE.
 */
#ifndef POSTMOVE_CONFIG_FILE_H
#define POSTMOVE_CONFIG_FILE_H

#include <glib.h>
#include <stdbool.h>

/* A line of the file that opens a group or sets a key. */
struct config_line {
    int number;  /* from 1 */
    char *group; /* that it opens, or in which it stands */
    char *key;   /* NULL: it opens the group */
    char *value; /* without the blanks around it; NULL: the same */
};

/* What is being read; path and folder are borrowed. */
struct config_file {
    const char *path;   /* its name in messages */
    const char *folder; /* absolute; relative paths are relative to it */
    GPtrArray *lines;   /* struct config_line */
};

/* Checks the form of the text (length, UTF-8, no key twice in a group, and no group such as [bot
 * NAME] twice) and sets `lines`, which is freed with g_ptr_array_unref. */
bool config_file_load(struct config_file *file, const char *text, gsize length, GError **error);

/* The number of the last line of a key file that sets the key (NULL: that opens the group); 0 if no
 * line does. */
int config_file_line(const char *text, const char *group, const char *key);

/* Sets the error for a key (NULL: for the group itself). Returns false. */
bool config_fault(const struct config_file *file, const char *group, const char *key,
                  GError **error, const char *format, ...) G_GNUC_PRINTF(5, 6);

/* True if the whole text fits a regular expression. */
bool config_fits(const char *text, const char *form);

/* ---- the keys of a group ---- */

/* A value that is read. */
struct config_value {
    const struct config_file *file;
    const char *group;
    const struct config_key *key;
    const char *text; /* without the blanks around it; never empty */
    void *into;       /* the structure that the group is read into */
};

/* Reads a value into its structure; false with the fault. */
typedef bool config_reader(const struct config_value *value, GError **error);

/* A key that a group may have. */
struct config_key {
    const char *name;
    const char *missing; /* stands for a value that is not set or empty; "": nothing is read then;
                            NULL: it must be set */
    config_reader *read;
    size_t place;       /* of its member of the structure, for the readers below */
    const char *form;   /* a regular expression that it must fit; NULL: the reader checks it */
    const char *advice; /* what to write in place of a value that is not possible */
    gint64 least, most; /* of a number, or of seconds */
};

/* The key of that name in a table, whose last row has no name; NULL: none. */
const struct config_key *config_key_find(const struct config_key *keys, const char *name);

/* Reads the keys of a table, in its order, from a group. False with the first fault. */
bool config_read_group(const struct config_file *file, const char *group,
                       const struct config_key *keys, void *into, GError **error);

/* Sets the error "KEY: ..." for a value. Returns false. */
bool config_refuse(const struct config_value *value, GError **error, const char *format, ...)
    G_GNUC_PRINTF(3, 4);

/* Readers: a text and the path of a file or folder (char *, to be freed with g_free), the second of
 * two words that are the form "FIRST|SECOND" (bool), a number (int), and a time as "30m", "3h" or
 * "2d" (gint64). */
bool config_read_text(const struct config_value *value, GError **error);
bool config_read_path(const struct config_value *value, GError **error);
bool config_read_switch(const struct config_value *value, GError **error);
bool config_read_number(const struct config_value *value, GError **error);
bool config_read_span(const struct config_value *value, GError **error);

/* A program and its arguments, from `words`, a part of the value, that may be quoted as in a shell.
 * A program with a slash becomes absolute, one without is looked up in PATH when it is run. Only
 * the names `one` and `other` (such as "{sender}") may stand in braces; NULL: any. Free with
 * g_strfreev; NULL with the fault. */
char **config_read_command(const struct config_value *value, const char *words, const char *one,
                           const char *other, GError **error);

/*
 * ---- mail services: the server that takes our letters, and the mailboxes where mail waits ----
 *
 * All of them share these keys of their group:
 *   user     the name to log in with; not set: no log-in
 *   secret   file:PATH, or `command PROGRAM ARGUMENT ...`, which prints it
 *   auth     password (not set) or bearer: the secret is an access token
 *   tls      always (not set) or never
 *   ca       a file of certificates to trust in place of the system's
 *   timeout  seconds to wait for a connection, and for each answer
 */

#define SERVICE_TIMEOUT 60 /* seconds, if `timeout` is not set */
enum { SERVICE_TIMEOUT_MAX = 600 };

/* Nothing in it is secret. */
struct service {
    char *scheme;          /* lower case, as in "smtps" */
    char *host;            /* a name or an address, an IPv6 one in brackets */
    int port;              /* 0: that of the scheme */
    char *path;            /* what follows the slash after the host, as it was written; "" */
    char *user;            /* NULL: no log-in, and no secret */
    char *secret_file;     /* absolute; or NULL */
    char **secret_command; /* or NULL; one of the two is set if `user` is */
    bool bearer;           /* the secret is an access token (OAuth 2.0) */
    bool clear;            /* without TLS; else TLS is required */
    char *ca;              /* absolute; NULL: the system's */
    int timeout;           /* seconds, 1 to SERVICE_TIMEOUT_MAX */
};

/* The keys above; the last has no name. */
extern const struct config_key service_keys[];

/*
 * Reads a service: the URL that is the value, and the shared keys of its group. The scheme
 * must be one of `schemes` (ends with NULL). A scheme that ends in s begins with TLS, the
 * others ask for it (STARTTLS). A URL that holds a user or a password is refused, and no fault
 * repeats them. NULL with the fault.
 */
struct service *service_read(const struct config_value *url, const char *const *schemes,
                             GError **error);

/* True if the group of the value sets no shared key, as it must if the value names no server. Else
 * false with a fault. */
bool service_is_none(const struct config_value *value, GError **error);

void service_free(struct service *service);

typedef struct service Service;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Service, service_free)

/*
 * ---- mailboxes ----
 *
 * A group [mailbox NAME] has the keys `source` and `done`, and those above if the source is a
 * server.
 */

enum { MAILBOX_NAME_MAX = 40 /* characters of A-Z a-z 0-9 _ - */ };

enum mailbox_kind { MAILBOX_MAILDIR, MAILBOX_IMAP, MAILBOX_POP3 };

/* What is done with a mail that was taken in. */
enum mailbox_done {
    MAILBOX_MARK,   /* IMAP: a keyword; Maildir: the flag S */
    MAILBOX_MOVE,   /* IMAP: to done_folder */
    MAILBOX_DELETE, /* the only one for POP3 */
};

struct mailbox {
    char *name;
    enum mailbox_kind kind;
    char *folder;            /* Maildir: an absolute path; IMAP: the folder's name as the server
                                has it; POP3: NULL */
    struct service *service; /* NULL: Maildir */
    enum mailbox_done done;
    char *done_folder; /* MAILBOX_MOVE: the folder to move to; MAILBOX_MARK: the folder to move
                          to if the server keeps no keywords, NULL if it must keep them; else
                          NULL */
};

/* The keys of such a group, without the shared ones. */
extern const struct config_key mailbox_keys[];

/* Reads the group; NULL with the fault. */
struct mailbox *mailbox_read(const struct config_file *file, const char *group, GError **error);
void mailbox_free(struct mailbox *mailbox);

typedef struct mailbox Mailbox;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Mailbox, mailbox_free)

#endif
