#include "base/config_service.h"

#include <string.h>

enum { URL_MAX = 1000, HOST_MAX = 255 };

static const char *const shared_keys[] = { "user", "secret", "auth", "tls", "ca", "timeout", NULL };

bool service_knows_key(const char *key)
{
    return g_strv_contains(shared_keys, key);
}

/* What is being read, and into what. */
struct reading {
    const struct config_file *file;
    const char *group, *url_key;
    struct service *service;
};

/* ---- the URL ---- */

static bool is_host(const char *host)
{
    size_t length = strlen(host);
    bool bracketed = length > 2 && host[0] == '[' && host[length - 1] == ']';
    const char *allowed = bracketed ? "[:]." : ".-_";
    for (const char *c = host; *c != '\0'; c++) {
        if (!g_ascii_isalnum(*c) && strchr(allowed, *c) == NULL) {
            return false;
        }
    }
    return length > 0 && length <= HOST_MAX && host[0] != '-' && host[0] != '.';
}

static bool is_path(const char *path)
{
    for (const char *c = path; *c != '\0'; c++) {
        if (!g_ascii_isgraph(*c) || strchr("?#\\\"<>", *c) != NULL) {
            return false;
        }
    }
    return true;
}

/* HOST or HOST:PORT. */
static bool read_authority(struct service *service, const char *authority)
{
    const char *bracket = strrchr(authority, ']');
    const char *colon = strchr(bracket != NULL ? bracket : authority, ':');
    guint64 port = 0;
    if (colon != NULL && !g_ascii_string_to_unsigned(colon + 1, 10, 1, 65535, &port, NULL)) {
        return false;
    }
    service->host =
        colon != NULL ? g_strndup(authority, (gsize)(colon - authority)) : g_strdup(authority);
    service->port = (int)port;
    return is_host(service->host);
}

static bool read_url(const struct reading *reading, const char *url, const char *const *schemes,
                     GError **error)
{
    struct service *service = reading->service;
    const char *key = reading->url_key, *colon = strstr(url, "://");
    service->scheme = colon != NULL ? g_ascii_strdown(url, colon - url) : g_strdup("");
    if (colon == NULL || !g_strv_contains(schemes, service->scheme)) {
        g_autofree char *known = g_strjoinv(":// or ", (char **)schemes);
        return config_fault(reading->file, reading->group, key, error, "%s: must begin with %s://",
                            key, known);
    }
    const char *rest = colon + strlen("://");
    size_t length = strcspn(rest, "/");
    g_autofree char *authority = g_strndup(rest, length);
    if (strchr(authority, '@') != NULL) {
        return config_fault(reading->file, reading->group, key, error,
                            "%s: no user or password may stand in it; write them as user = NAME "
                            "and secret = file:PATH",
                            key);
    }
    service->path = g_strdup(rest + length + (rest[length] == '/'));
    if (strlen(url) > URL_MAX || !read_authority(service, authority) || !is_path(service->path)) {
        return config_fault(reading->file, reading->group, key, error,
                            "%s: write it as %s://HOST or %s://HOST:PORT", key, service->scheme,
                            service->scheme);
    }
    return true;
}

/* ---- the shared keys ---- */

static bool read_secret(const struct reading *reading, const char *value, GError **error)
{
    static const char file[] = "file:", command[] = "command ";
    struct service *service = reading->service;
    if (g_str_has_prefix(value, file) && value[strlen(file)] != '\0') {
        service->secret_file = g_canonicalize_filename(value + strlen(file), reading->file->folder);
        return true;
    }
    if (g_str_has_prefix(value, command)) {
        service->secret_command = config_file_argv(reading->file, reading->group, "secret",
                                                   value + strlen(command), error);
        return service->secret_command != NULL;
    }
    return config_fault(reading->file, reading->group, "secret", error,
                        "secret: the secret itself may not stand here; write file:PATH, or "
                        "command PROGRAM ARGUMENT ...");
}

/* Reads a value that must be one of two words; true for the second. */
static bool read_choice(const struct reading *reading, const char *key, const char *value,
                        const char *first, const char *second, bool *choice, GError **error)
{
    *choice = strcmp(value, second) == 0;
    return *choice || strcmp(value, first) == 0 ||
           config_fault(reading->file, reading->group, key, error, "%s: write %s or %s", key, first,
                        second);
}

static bool read_shared(const struct reading *reading, GError **error)
{
    const struct config_file *file = reading->file;
    const char *group = reading->group;
    struct service *service = reading->service;
    service->user = config_file_value(file, group, "user");
    g_autofree char *secret = config_file_value(file, group, "secret");
    g_autofree char *auth = config_file_value(file, group, "auth");
    g_autofree char *tls = config_file_value(file, group, "tls");
    g_autofree char *ca = config_file_value(file, group, "ca");
    g_autofree char *timeout = config_file_value(file, group, "timeout");
    service->ca = ca != NULL ? g_canonicalize_filename(ca, file->folder) : NULL;
    return (secret == NULL || read_secret(reading, secret, error)) &&
           (auth == NULL ||
            read_choice(reading, "auth", auth, "password", "bearer", &service->bearer, error)) &&
           (tls == NULL ||
            read_choice(reading, "tls", tls, "always", "never", &service->clear, error)) &&
           (timeout == NULL || config_file_number(file, group, "timeout", timeout, 1,
                                                  SERVICE_TIMEOUT_MAX, &service->timeout, error));
}

/* Checks that the keys go together. */
static bool check_whole(const struct reading *reading, GError **error)
{
    const struct service *service = reading->service;
    bool secret = service->secret_file != NULL || service->secret_command != NULL;
    if (service->clear && g_str_has_suffix(service->scheme, "s")) {
        return config_fault(reading->file, reading->group, "tls", error,
                            "tls: %s:// is nothing but TLS; write another scheme to go without",
                            service->scheme);
    }
    if (secret && service->user == NULL) {
        return config_fault(reading->file, reading->group, "secret", error,
                            "secret: whose is it? Write user = NAME beside it");
    }
    if (service->user != NULL && !secret) {
        return config_fault(reading->file, reading->group, "user", error,
                            "user: without a secret; write secret = file:PATH beside it");
    }
    return true;
}

/* ---- the whole ---- */

struct service *service_read(const struct config_file *file, const char *group, const char *key,
                             const char *const *schemes, GError **error)
{
    g_autoptr(Service) service = g_new0(struct service, 1);
    service->timeout = SERVICE_TIMEOUT;
    struct reading reading = { file, group, key, service };
    g_autofree char *url = config_file_value(file, group, key);
    bool good = read_url(&reading, url != NULL ? url : "", schemes, error) &&
                read_shared(&reading, error) && check_whole(&reading, error);
    return good ? g_steal_pointer(&service) : NULL;
}

bool service_is_none(const struct config_file *file, const char *group, const char *key,
                     GError **error)
{
    for (const char *const *shared = shared_keys; *shared != NULL; shared++) {
        g_autofree char *value = config_file_value(file, group, *shared);
        if (value != NULL) {
            return config_fault(file, group, *shared, error,
                                "%s: has a meaning only where %s names a server", *shared, key);
        }
    }
    return true;
}

bool service_is_near(const struct service *service)
{
    return g_ascii_strcasecmp(service->host, "localhost") == 0 ||
           g_str_has_prefix(service->host, "127.") || strcmp(service->host, "[::1]") == 0;
}

void service_free(struct service *service)
{
    if (service == NULL) {
        return;
    }
    g_free(service->scheme);
    g_free(service->host);
    g_free(service->path);
    g_free(service->user);
    g_free(service->secret_file);
    g_strfreev(service->secret_command);
    g_free(service->ca);
    g_free(service);
}

/* ---- config mailbox ---- */

static const char group_prefix[] = "mailbox ";

/* The folder for mail that a server cannot mark, unless `done` names another. */
static const char fallback_folder[] = "postmove-done";

bool mailbox_is_group(const char *group)
{
    return g_str_has_prefix(group, group_prefix);
}

bool mailbox_knows_key(const char *key)
{
    return strcmp(key, "source") == 0 || strcmp(key, "done") == 0 || service_knows_key(key);
}

/* True if the word may be a mailbox's name: it becomes part of names in the spool. */
static bool is_name(const char *name)
{
    static const char allowed[] = G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_-";
    size_t length = strlen(name);
    return length >= 1 && length <= MAILBOX_NAME_MAX && strspn(name, allowed) == length;
}

/* True if an IMAP folder may have this name here: it goes to the server in quotes. */
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

/* ---- what is done with a mail ---- */

/* What `done` may be for each kind; the first is used when it is not set. */
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
