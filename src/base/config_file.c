#include "base/config_file.h"

#include <string.h>

#include "base/config.h"
#include "base/error.h"

/* ---- lines ---- */

static void line_free(gpointer data)
{
    struct config_line *line = data;
    g_free(line->group);
    g_free(line->key);
    g_free(line->value);
    g_free(line);
}

/* The lines (struct config_line) but empty ones and comments. One that makes no sense has no group.
 * Free with g_ptr_array_unref. */
static GPtrArray *lines_of(const char *text)
{
    GPtrArray *lines = g_ptr_array_new_with_free_func(line_free);
    g_auto(GStrv) all = g_strsplit(text, "\n", -1);
    const char *group = NULL;
    for (int i = 0; all[i] != NULL; i++) {
        const char *said = g_strstrip(all[i]), *equals = strchr(said, '=');
        if (said[0] == '\0' || said[0] == '#') {
            continue;
        }
        struct config_line *line = g_new0(struct config_line, 1);
        line->number = i + 1;
        if (said[0] == '[' && g_str_has_suffix(said, "]")) {
            group = line->group = g_strndup(said + 1, strlen(said) - 2);
        } else if (group != NULL && equals != NULL && equals > said) {
            line->group = g_strdup(group);
            line->key = g_strchomp(g_strndup(said, (gsize)(equals - said)));
            line->value = g_strchug(g_strdup(equals + 1));
        }
        g_ptr_array_add(lines, line);
    }
    return lines;
}

/* The last line that sets the key, or opens the group; NULL: none does. */
static const struct config_line *find_line(const GPtrArray *lines, const char *group,
                                           const char *key)
{
    for (guint i = lines->len; i > 0; i--) {
        const struct config_line *line = lines->pdata[i - 1];
        if (g_strcmp0(line->group, group) == 0 && g_strcmp0(line->key, key) == 0) {
            return line;
        }
    }
    return NULL;
}

int config_file_line(const char *text, const char *group, const char *key)
{
    g_autoptr(GPtrArray) lines = lines_of(text);
    const struct config_line *line = find_line(lines, group, key);
    return line != NULL ? line->number : 0;
}

/* ---- faults ---- */

static bool fault_at(const struct config_file *file, int line, GError **error, const char *what)
{
    if (line > 0) {
        g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_USAGE, "%s:%d: %s", file->path, line,
                    what);
    } else {
        g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_USAGE, "%s: %s", file->path, what);
    }
    return false;
}

bool config_fault(const struct config_file *file, const char *group, const char *key,
                  GError **error, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *what = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    const struct config_line *line = find_line(file->lines, group, key);
    return fault_at(file, line != NULL ? line->number : 0, error, what);
}

/* ---- the text ---- */

static bool check_text(const struct config_file *file, const char *text, gsize length,
                       GError **error)
{
    const char *end;
    if (length > CONFIG_BYTES_MAX) {
        g_autofree char *what =
            g_strdup_printf("is no configuration: longer than %d bytes", CONFIG_BYTES_MAX);
        return fault_at(file, 0, error, what);
    }
    if (g_utf8_validate_len(text, length, &end)) {
        return true;
    }
    int line = 1;
    for (const char *c = text; c < end; c++) {
        line += *c == '\n';
    }
    return fault_at(file, line, error, "this is not UTF-8 text");
}

bool config_file_load(struct config_file *file, const char *text, gsize length, GError **error)
{
    if (!check_text(file, text, length, error)) {
        return false;
    }
    g_autofree char *copy = g_strndup(text, length);
    file->lines = lines_of(copy);
    for (guint i = 0; i < file->lines->len; i++) {
        const struct config_line *line = file->lines->pdata[i];
        if (line->group == NULL) {
            return fault_at(file, line->number, error,
                            "this is neither a comment (#), a [group], nor KEY = VALUE in one");
        }
        /* Nobody can mean two mailboxes of one name, or know which of two values counts. */
        const bool again = find_line(file->lines, line->group, line->key) != line;
        if (again && line->key != NULL) {
            return config_fault(file, line->group, line->key, error,
                                "%s is set here a second time in [%s]; keep one of the two lines",
                                line->key, line->group);
        }
        if (again && strchr(line->group, ' ') != NULL) {
            return config_fault(file, line->group, NULL, error,
                                "[%s] stands here a second time; give each its own name",
                                line->group);
        }
    }
    return true;
}

/* The value of a key; NULL if it is not set or empty. */
static const char *value_of(const struct config_file *file, const char *group, const char *key)
{
    const struct config_line *line = find_line(file->lines, group, key);
    return line != NULL && line->value[0] != '\0' ? line->value : NULL;
}

bool config_fits(const char *text, const char *form)
{
    g_autofree char *whole = g_strconcat("^(?:", form, ")\\z", NULL);
    return g_regex_match_simple(whole, text, 0, 0);
}

/* ---- the keys of a group ---- */

const struct config_key *config_key_find(const struct config_key *keys, const char *name)
{
    while (keys->name != NULL && strcmp(keys->name, name) != 0) {
        keys++;
    }
    return keys->name != NULL ? keys : NULL;
}

bool config_refuse(const struct config_value *value, GError **error, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *what = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    return config_fault(value->file, value->group, value->key->name, error, "%s: %s",
                        value->key->name, what);
}

/* The same with the value and the advice of its key. */
static bool refuse_value(const struct config_value *value, GError **error)
{
    return config_refuse(value, error, "\"%s\" is not possible; write %s", value->text,
                         value->key->advice);
}

bool config_read_group(const struct config_file *file, const char *group,
                       const struct config_key *keys, void *into, GError **error)
{
    for (const struct config_key *key = keys; key->name != NULL; key++) {
        const char *set = value_of(file, group, key->name);
        const struct config_value value = { file, group, key, set != NULL ? set : key->missing,
                                            into };
        if (value.text == NULL) {
            const bool empty = find_line(file->lines, group, key->name) != NULL;
            return config_fault(file, group, empty ? key->name : NULL, error,
                                "[%s] needs a value for %s", group, key->name);
        }
        const bool fits = key->form == NULL || value.text[0] == '\0' ||
                          config_fits(value.text, key->form) || refuse_value(&value, error);
        if (!fits || (value.text[0] != '\0' && !key->read(&value, error))) {
            return false;
        }
    }
    return true;
}

bool config_read_text(const struct config_value *value, GError **error)
{
    (void)error;
    char **place = G_STRUCT_MEMBER_P(value->into, value->key->place);
    *place = g_strdup(value->text);
    return true;
}

bool config_read_path(const struct config_value *value, GError **error)
{
    (void)error;
    char **place = G_STRUCT_MEMBER_P(value->into, value->key->place);
    *place = g_canonicalize_filename(value->text, value->file->folder);
    return true;
}

bool config_read_switch(const struct config_value *value, GError **error)
{
    (void)error;
    bool *place = G_STRUCT_MEMBER_P(value->into, value->key->place);
    *place = strcmp(value->text, strchr(value->key->form, '|') + 1) == 0;
    return true;
}

bool config_read_number(const struct config_value *value, GError **error)
{
    const struct config_key *key = value->key;
    guint64 number = 0;
    int *place = G_STRUCT_MEMBER_P(value->into, key->place);
    const bool good = g_ascii_string_to_unsigned(value->text, 10, (guint64)key->least,
                                                 (guint64)key->most, &number, NULL);
    *place = (int)number;
    return good || config_refuse(value, error, "write a number from %d to %d", (int)key->least,
                                 (int)key->most);
}

bool config_read_span(const struct config_value *value, GError **error)
{
    static const char units[] = "mhd";
    static const gint64 seconds[] = { 60, 3600, 86400 };
    const struct config_key *key = value->key;
    gint64 *place = G_STRUCT_MEMBER_P(value->into, key->place);
    char *end = NULL;
    const guint64 number = g_ascii_strtoull(value->text, &end, 10);
    const char *unit = *end != '\0' && end[1] == '\0' ? strchr(units, *end) : NULL;
    const bool whole = unit != NULL && number <= (guint64)key->most;
    *place = whole ? (gint64)number * seconds[unit - units] : 0;
    return (*place >= key->least && *place <= key->most) || refuse_value(value, error);
}

char **config_read_command(const struct config_value *value, const char *words, const char *one,
                           const char *other, GError **error)
{
    g_auto(GStrv) argv = NULL;
    /* GLib's own message repeats the text, which may hold a secret. */
    if (!g_shell_parse_argv(words, NULL, &argv, NULL)) {
        config_refuse(value, error, "no words can be made of it; is a quote missing?");
        return NULL;
    }
    if (argv[0][0] == '\0' || strchr(argv[0], '{') != NULL) {
        config_refuse(value, error, "its first word must be a program");
        return NULL;
    }
    for (char **argument = argv; one != NULL && *argument != NULL; argument++) {
        for (const char *at = *argument; (at = strchr(at, '{')) != NULL; at++) {
            if (!g_str_has_prefix(at, one) && !g_str_has_prefix(at, other)) {
                config_refuse(value, error, "\"%s\": only %s%s%s may stand in braces", *argument,
                              one, one != other ? " and " : "", one != other ? other : "");
                return NULL;
            }
        }
    }
    if (strchr(argv[0], '/') != NULL) {
        char *program = g_canonicalize_filename(argv[0], value->file->folder);
        g_free(argv[0]);
        argv[0] = program;
    }
    return g_steal_pointer(&argv);
}

/* ---- templates ---- */

/* The folder `below` in `folder`, if our templates are there. */
static char *templates_in(const char *folder, const char *below)
{
    g_autofree char *templates = g_build_filename(folder, below, NULL);
    g_autofree char *mark = g_build_filename(templates, "postmove.conf", NULL);
    return g_file_test(mark, G_FILE_TEST_IS_REGULAR) ? g_steal_pointer(&templates) : NULL;
}

char *config_templates_beside_program(void)
{
    g_autofree char *program = g_file_read_link("/proc/self/exe", NULL);
    g_autofree char *folder = g_path_get_dirname(program != NULL ? program : "");
    g_autofree char *prefix = g_path_get_dirname(folder);
    char *installed = templates_in(prefix, "share/postmove/templates");
    if (installed != NULL) {
        return installed;
    }
    /* A build lies in the source tree: build/postmove, build/asan/tests/unit/... */
    for (int up = 0; up < 6; up++) {
        char *templates = templates_in(folder, "templates");
        if (templates != NULL) {
            return templates;
        }
        char *parent = g_path_get_dirname(folder);
        g_free(folder);
        folder = parent;
    }
    return g_build_filename(prefix, "share/postmove/templates", NULL);
}

/* ---- mail services: the URL ---- */

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
        if (value_of(value->file, value->group, key->name) != NULL) {
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
    /* INBOX is the same in any case (RFC 3501 section 5.1), other folders are not. */
    if (moves &&
        (g_strcmp0(folder, mailbox->folder) == 0 ||
         (config_fits(folder, "(?i:INBOX)") && config_fits(mailbox->folder, "(?i:INBOX)")))) {
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
