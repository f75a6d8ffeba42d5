#include "base/config_mailbox.h"

#include <string.h>

static const char group_prefix[] = "mailbox ";

/* Where mail goes that a server cannot mark, unless `done` says otherwise. */
static const char fallback_folder[] = "postmove-done";

bool mailbox_is_group(const char *group)
{
    return g_str_has_prefix(group, group_prefix);
}

bool mailbox_knows_key(const char *key)
{
    return strcmp(key, "source") == 0 || strcmp(key, "done") == 0 || service_knows_key(key);
}

/* It stands in names of the spool. */
static bool is_name(const char *name)
{
    static const char allowed[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                                  "0123456789_-";
    size_t length = strlen(name);
    return length >= 1 && length <= MAILBOX_NAME_MAX && strspn(name, allowed) == length;
}

/* What an IMAP folder may be called here: it goes to the server in quotes. */
static bool is_folder(const char *folder)
{
    size_t length = strlen(folder);
    for (const char *c = folder; *c != '\0'; c++) {
        if (*c < ' ' || *c > '~') {
            return false;
        }
    }
    return length >= 1 && length <= MAILBOX_FOLDER_MAX;
}

/* ---- where the mail is ---- */

static bool read_imap_folder(const struct config_file *file, const char *group,
                             struct mailbox *mailbox, GError **error)
{
    const char *path = mailbox->service->path;
    mailbox->folder = path[0] != '\0' ? g_uri_unescape_string(path, NULL) : g_strdup("INBOX");
    return (mailbox->folder != NULL && is_folder(mailbox->folder)) ||
           config_fault(file, group, "source", error,
                        "source: write the folder behind the host, as in imaps://HOST/INBOX; other "
                        "letters than ASCII as the server has them (modified UTF-7)");
}

static bool read_server(const struct config_file *file, const char *group, struct mailbox *mailbox,
                        GError **error)
{
    static const char *const schemes[] = { "imaps", "imap", "pop3s", "pop3", NULL };
    mailbox->service = service_read(file, group, "source", schemes, error);
    if (mailbox->service == NULL) {
        return false;
    }
    if (mailbox->service->user == NULL) {
        return config_fault(file, group, NULL, error,
                            "whose mailbox is it? Write user = NAME and secret = file:PATH");
    }
    mailbox->kind =
        g_str_has_prefix(mailbox->service->scheme, "imap") ? MAILBOX_IMAP : MAILBOX_POP3;
    if (mailbox->kind == MAILBOX_IMAP) {
        return read_imap_folder(file, group, mailbox, error);
    }
    return mailbox->service->path[0] == '\0' ||
           config_fault(file, group, "source", error,
                        "source: POP3 knows no folders; write %s://HOST", mailbox->service->scheme);
}

static bool read_source(const struct config_file *file, const char *group, struct mailbox *mailbox,
                        GError **error)
{
    static const char maildir[] = "maildir:";
    g_autofree char *source = config_file_value(file, group, "source");
    if (source == NULL) {
        return config_fault(file, group, NULL, error, "[%s] needs a value for source", group);
    }
    if (!g_str_has_prefix(source, maildir)) {
        g_autofree char *lower = g_ascii_strdown(source, -1);
        bool server = g_str_has_prefix(lower, "imap") || g_str_has_prefix(lower, "pop3");
        return server ? read_server(file, group, mailbox, error)
                      : config_fault(file, group, "source", error,
                                     "source: write maildir:PATH, imaps://HOST/FOLDER, imap://, "
                                     "pop3s://HOST or pop3://");
    }
    const char *path = source + strlen(maildir);
    mailbox->kind = MAILBOX_MAILDIR;
    mailbox->folder = g_canonicalize_filename(path, file->folder);
    return (path[0] != '\0' || config_fault(file, group, "source", error,
                                            "source: maildir: needs a path after the colon")) &&
           service_is_none(file, group, "source", error);
}

/* ---- what becomes of it ---- */

/* What may stand in `done` for each kind; the first is meant when it is not
 * set. */
static const struct {
    const char *word, *others; /* others: all that may be written */
    enum mailbox_kind kind;
    enum mailbox_done done;
} outcomes[] = {
    { "seen", "seen or delete", MAILBOX_MAILDIR, MAILBOX_MARK },
    { "delete", "seen or delete", MAILBOX_MAILDIR, MAILBOX_DELETE },
    { "keyword", "keyword, move:FOLDER or delete", MAILBOX_IMAP, MAILBOX_MARK },
    { "delete", "keyword, move:FOLDER or delete", MAILBOX_IMAP, MAILBOX_DELETE },
    { "delete", "delete", MAILBOX_POP3, MAILBOX_DELETE },
};

/* INBOX is the same in any case (RFC 3501 section 5.1), other folders are not. */
static bool is_same_folder(const char *one, const char *other)
{
    return strcmp(one, other) == 0 ||
           (g_ascii_strcasecmp(one, "INBOX") == 0 && g_ascii_strcasecmp(other, "INBOX") == 0);
}

static bool read_move(const struct config_file *file, const char *group, struct mailbox *mailbox,
                      const char *folder, GError **error)
{
    mailbox->done = MAILBOX_MOVE;
    mailbox->done_folder = g_strdup(folder);
    if (is_same_folder(folder, mailbox->folder)) {
        return config_fault(file, group, "done", error,
                            "done: move it to another folder than the one it comes from");
    }
    return is_folder(folder) || config_fault(file, group, "done", error,
                                             "done: write move:FOLDER, the folder in ASCII as the "
                                             "server has it (modified UTF-7)");
}

static bool read_done(const struct config_file *file, const char *group, struct mailbox *mailbox,
                      GError **error)
{
    static const char move[] = "move:";
    g_autofree char *done = config_file_value(file, group, "done");
    if (done != NULL && mailbox->kind == MAILBOX_IMAP && g_str_has_prefix(done, move)) {
        return read_move(file, group, mailbox, done + strlen(move), error);
    }
    const char *others = "";
    for (size_t i = 0; i < G_N_ELEMENTS(outcomes); i++) {
        if (outcomes[i].kind != mailbox->kind) {
            continue;
        }
        others = outcomes[i].others;
        if (done == NULL || strcmp(done, outcomes[i].word) == 0) {
            mailbox->done = outcomes[i].done;
            bool may_move = done == NULL && mailbox->kind == MAILBOX_IMAP;
            mailbox->done_folder = may_move ? g_strdup(fallback_folder) : NULL;
            return true;
        }
    }
    return config_fault(file, group, "done", error, "done: write %s", others);
}

/* ---- the whole ---- */

struct mailbox *mailbox_read(const struct config_file *file, const char *group, GError **error)
{
    g_autoptr(Mailbox) mailbox = g_new0(struct mailbox, 1);
    mailbox->name = g_strdup(group + strlen(group_prefix));
    if (!is_name(mailbox->name)) {
        config_fault(file, group, NULL, error,
                     "[%s]: a mailbox's name is 1 to %d letters, digits, _ and -", group,
                     MAILBOX_NAME_MAX);
        return NULL;
    }
    bool good = read_source(file, group, mailbox, error) && read_done(file, group, mailbox, error);
    return good ? g_steal_pointer(&mailbox) : NULL;
}

void mailbox_free(struct mailbox *mailbox)
{
    if (mailbox != NULL) {
        g_free(mailbox->name);
        g_free(mailbox->folder);
        service_free(mailbox->service);
        g_free(mailbox->done_folder);
        g_free(mailbox);
    }
}
