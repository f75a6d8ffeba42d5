#include "base/config_service.h"

#include <string.h>

/* ---- the URL ---- */

static bool read_url(const struct config_value *url, const char *const *schemes,
                     struct service *service, GError **error)
{
    enum { URL_MAX = 1000, PORT_MAX = 65535 };
    static const char form[] = "^([a-z0-9+]*)://"
                               "(\\[[0-9a-f:.]+\\]|[a-z0-9_][a-z0-9._-]{0,254})(?::(\\d{1,5}))?"
                               "(?:/((?![?#\\\\\"<>])[!-~])*)?\\z";
    const char *colon = strstr(url->text, "://");
    service->scheme = colon != NULL ? g_ascii_strdown(url->text, colon - url->text) : g_strdup("");
    if (colon == NULL || !g_strv_contains(schemes, service->scheme)) {
        g_autofree char *known = g_strjoinv(":// or ", (char **)schemes);
        return config_refuse(url, error, "must begin with %s://", known);
    }
    const char *rest = colon + strlen("://");
    const size_t length = strcspn(rest, "/");
    if (memchr(rest, '@', length) != NULL) {
        return config_refuse(url, error,
                             "no user or password may stand in it; write them as user = NAME and "
                             "secret = file:PATH");
    }
    g_autoptr(GRegex) regex = g_regex_new(form, G_REGEX_CASELESS, 0, NULL);
    g_autoptr(GMatchInfo) parts = NULL;
    const bool fits = g_regex_match(regex, url->text, 0, &parts);
    g_autofree char *port = g_match_info_fetch(parts, 3);
    service->host = g_match_info_fetch(parts, 2);
    service->port = port != NULL ? (int)g_ascii_strtoll(port, NULL, 10) : 0;
    service->path = g_strdup(rest + length + (rest[length] == '/'));
    const bool ported = port != NULL && *port != '\0';
    return (fits && strlen(url->text) <= URL_MAX && service->port <= PORT_MAX &&
            ported == (service->port > 0)) ||
           config_refuse(url, error, "write it as %s://HOST or %s://HOST:PORT", service->scheme,
                         service->scheme);
}

/* ---- the shared keys ---- */

static bool read_secret(const struct config_value *value, GError **error)
{
    static const char file[] = "file:", command[] = "command ";
    struct service *service = value->into;
    if (g_str_has_prefix(value->text, file) && value->text[strlen(file)] != '\0') {
        service->secret_file =
            g_canonicalize_filename(value->text + strlen(file), value->file->folder);
        return true;
    }
    if (g_str_has_prefix(value->text, command)) {
        service->secret_command =
            config_read_command(value, value->text + strlen(command), NULL, NULL, error);
        return service->secret_command != NULL;
    }
    return config_refuse(value, error,
                         "the secret itself may not stand here; write file:PATH, or command "
                         "PROGRAM ARGUMENT ...");
}

#define PLACE(member) .place = offsetof(struct service, member)

const struct config_key service_keys[] = {
    { "user", "", config_read_text, PLACE(user) },
    { "secret", "", .read = read_secret },
    { "auth", "password", config_read_switch, PLACE(bearer), .form = "password|bearer",
      .advice = "password or bearer" },
    { "tls", "always", config_read_switch, PLACE(clear), .form = "always|never",
      .advice = "always or never" },
    { "ca", "", config_read_path, PLACE(ca) },
    { "timeout", G_STRINGIFY(SERVICE_TIMEOUT), config_read_number, PLACE(timeout), .least = 1,
      .most = SERVICE_TIMEOUT_MAX },
    { .name = NULL },
};

/* Checks that the keys go together. */
static bool check_whole(const struct config_value *url, const struct service *service,
                        GError **error)
{
    const bool secret = service->secret_file != NULL || service->secret_command != NULL;
    if (service->clear && g_str_has_suffix(service->scheme, "s")) {
        return config_fault(url->file, url->group, "tls", error,
                            "tls: %s:// is nothing but TLS; write another scheme to go without",
                            service->scheme);
    }
    if (secret && service->user == NULL) {
        return config_fault(url->file, url->group, "secret", error,
                            "secret: whose is it? Write user = NAME beside it");
    }
    return service->user == NULL || secret ||
           config_fault(url->file, url->group, "user", error,
                        "user: without a secret; write secret = file:PATH beside it");
}

struct service *service_read(const struct config_value *url, const char *const *schemes,
                             GError **error)
{
    g_autoptr(Service) service = g_new0(struct service, 1);
    return read_url(url, schemes, service, error) &&
                   config_read_group(url->file, url->group, service_keys, service, error) &&
                   check_whole(url, service, error)
               ? g_steal_pointer(&service)
               : NULL;
}

bool service_is_none(const struct config_value *value, GError **error)
{
    for (const struct config_key *key = service_keys; key->name != NULL; key++) {
        g_autofree char *set =
            g_key_file_get_value(value->file->keys, value->group, key->name, NULL);
        if (set != NULL && g_strstrip(set)[0] != '\0') {
            return config_fault(value->file, value->group, key->name, error,
                                "%s: has a meaning only where %s names a server", key->name,
                                value->key->name);
        }
    }
    return true;
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

/* ---- mailboxes ---- */

static const char group_prefix[] = "mailbox ";

/* The folder for mail that a server cannot mark, unless `done` names another. */
static const char fallback_folder[] = "postmove-done";

/* The name of an IMAP folder: it goes to the server in quotes. */
#define FOLDER "[ -~]{1,200}"

/* Reads where the mail is, and sets what is done with it if that is not said. */
static bool read_source(const struct config_value *source, GError **error)
{
    static const char maildir[] = "maildir:";
    static const char *const schemes[] = { "imaps", "imap", "pop3s", "pop3", NULL };
    struct mailbox *mailbox = source->into;
    if (g_str_has_prefix(source->text, maildir)) {
        const char *path = source->text + strlen(maildir);
        mailbox->folder = g_canonicalize_filename(path, source->file->folder);
        return (path[0] != '\0' ||
                config_refuse(source, error, "maildir: needs a path after the colon")) &&
               service_is_none(source, error);
    }
    if (!config_fits(source->text, "(?i:imap|pop3).*")) {
        return config_refuse(source, error,
                             "write maildir:PATH, imaps://HOST/FOLDER, imap://, pop3s://HOST or "
                             "pop3://");
    }
    mailbox->service = service_read(source, schemes, error);
    if (mailbox->service == NULL) {
        return false;
    }
    const struct service *service = mailbox->service;
    if (service->user == NULL) {
        return config_fault(source->file, source->group, NULL, error,
                            "whose mailbox is it? Write user = NAME and secret = file:PATH");
    }
    if (g_str_has_prefix(service->scheme, "pop3")) {
        mailbox->kind = MAILBOX_POP3;
        mailbox->done = MAILBOX_DELETE;
        return service->path[0] == '\0' ||
               config_refuse(source, error, "POP3 knows no folders; write %s://HOST",
                             service->scheme);
    }
    mailbox->kind = MAILBOX_IMAP;
    mailbox->done_folder = g_strdup(fallback_folder);
    mailbox->folder =
        service->path[0] != '\0' ? g_uri_unescape_string(service->path, NULL) : g_strdup("INBOX");
    return (mailbox->folder != NULL && config_fits(mailbox->folder, FOLDER)) ||
           config_refuse(source, error,
                         "write the folder behind the host, as in imaps://HOST/INBOX; other "
                         "letters than ASCII as the server has them (modified UTF-7)");
}

/* INBOX is the same in any case (RFC 3501 section 5.1), other folders are not. */
static bool is_same_folder(const char *one, const char *other)
{
    return strcmp(one, other) == 0 ||
           (g_ascii_strcasecmp(one, "INBOX") == 0 && g_ascii_strcasecmp(other, "INBOX") == 0);
}

static bool read_done(const struct config_value *done, GError **error)
{
    static const char move[] = "move:";
    static const struct {
        const char *marks, *all; /* how "mark it" is written; all that may be written */
    } words[] = { [MAILBOX_MAILDIR] = { "seen", "seen or delete" },
                  [MAILBOX_IMAP] = { "keyword", "keyword, move:FOLDER or delete" },
                  [MAILBOX_POP3] = { "delete", "delete" } };
    struct mailbox *mailbox = done->into;
    const bool imap = mailbox->kind == MAILBOX_IMAP;
    const bool moves = imap && g_str_has_prefix(done->text, move);
    const bool deletes = strcmp(done->text, "delete") == 0;
    if (!moves && !deletes && strcmp(done->text, words[mailbox->kind].marks) != 0) {
        return config_refuse(done, error, "write %s", words[mailbox->kind].all);
    }
    const char *folder = moves ? done->text + strlen(move) : NULL;
    mailbox->done = moves ? MAILBOX_MOVE : deletes ? MAILBOX_DELETE : MAILBOX_MARK;
    g_free(mailbox->done_folder);
    mailbox->done_folder = g_strdup(folder);
    if (moves && is_same_folder(folder, mailbox->folder)) {
        return config_refuse(done, error, "move it to another folder than the one it comes from");
    }
    return !moves || config_fits(folder, FOLDER) ||
           config_refuse(done, error,
                         "write move:FOLDER, the folder in ASCII as the server has it (modified "
                         "UTF-7)");
}

const struct config_key mailbox_keys[] = {
    { "source", .read = read_source },
    { "done", "", .read = read_done },
    { .name = NULL },
};

struct mailbox *mailbox_read(const struct config_file *file, const char *group, GError **error)
{
    g_autoptr(Mailbox) mailbox = g_new0(struct mailbox, 1);
    mailbox->name = g_strdup(group + strlen(group_prefix));
    /* It becomes part of names in the spool. */
    if (strlen(mailbox->name) > MAILBOX_NAME_MAX || !config_fits(mailbox->name, "[A-Za-z0-9_-]+")) {
        config_fault(file, group, NULL, error,
                     "[%s]: a mailbox's name is 1 to %d letters, digits, _ and -", group,
                     MAILBOX_NAME_MAX);
        return NULL;
    }
    return config_read_group(file, group, mailbox_keys, mailbox, error) ? g_steal_pointer(&mailbox)
                                                                        : NULL;
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
