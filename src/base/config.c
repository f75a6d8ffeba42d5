#include "base/config.h"

#include <stdbool.h>
#include <string.h>

#include "base/error.h"

/* What is being read, for whoever finds a fault in it. */
struct source {
    const char *path, *text;
    GKeyFile *keys;
    char *folder; /* absolute: where relative paths begin */
};

/* ---- faults and their lines ---- */

/* One line stripped of blanks; moves *text on. NULL after the last. */
static char *next_line(const char **text)
{
    if (**text == '\0') {
        return NULL;
    }
    size_t length = strcspn(*text, "\n");
    char *line = g_strndup(*text, length);
    *text += length + ((*text)[length] == '\n');
    return g_strstrip(line);
}

static char *group_of_line(const char *line)
{
    const char *end = line[0] == '[' ? strchr(line, ']') : NULL;
    return end != NULL ? g_strndup(line + 1, (gsize)(end - line - 1)) : NULL;
}

static char *key_of_line(const char *line)
{
    const char *equals = line[0] != '#' ? strchr(line, '=') : NULL;
    return equals != NULL ? g_strchomp(g_strndup(line, (gsize)(equals - line))) : NULL;
}

/* The last line that sets the key (NULL: that opens the group), as GKeyFile
 * obeys the last; 0 if there is none. */
static int line_of(const char *text, const char *group, const char *key)
{
    g_autofree char *current = NULL;
    int found = 0, number = 0;
    for (;;) {
        g_autofree char *line = next_line(&text);
        if (line == NULL) {
            return found;
        }
        number++;
        g_autofree char *opened = group_of_line(line);
        g_autofree char *set = opened == NULL ? key_of_line(line) : NULL;
        if (opened != NULL) {
            g_free(current);
            current = g_steal_pointer(&opened);
        }
        bool here = g_strcmp0(current, group) == 0;
        if (here && (key == NULL ? set == NULL && line[0] == '[' : g_strcmp0(set, key) == 0)) {
            found = number;
        }
    }
}

/* The first line that is no comment, group, or key in a group; 0: none. */
static int line_amiss(const char *text)
{
    bool in_group = false;
    for (int number = 1;; number++) {
        g_autofree char *line = next_line(&text);
        if (line == NULL) {
            return 0;
        }
        g_autofree char *group = group_of_line(line);
        g_autofree char *key = key_of_line(line);
        bool good = line[0] == '\0' || line[0] == '#' || group != NULL ||
                    (in_group && key != NULL && key[0] != '\0');
        if (!good) {
            return number;
        }
        in_group = in_group || group != NULL;
    }
}

static bool fault_at(const char *path, int line, GError **error, const char *format, ...)
    G_GNUC_PRINTF(4, 5);

static bool fault_at(const char *path, int line, GError **error, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *what = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    if (line > 0) {
        g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_USAGE, "%s:%d: %s", path, line, what);
    } else {
        g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_USAGE, "%s: %s", path, what);
    }
    return false;
}

/* ---- addresses ---- */

static bool domain_valid(const char *host)
{
    g_auto(GStrv) labels = g_strsplit(host, ".", -1);
    for (char **label = labels; *label != NULL; label++) {
        size_t length = strlen(*label);
        if (length == 0 || length > 63 || (*label)[0] == '-' || (*label)[length - 1] == '-') {
            return false;
        }
        for (const char *c = *label; *c != '\0'; c++) {
            if (!g_ascii_isalnum(*c) && *c != '-') {
                return false;
            }
        }
    }
    return labels[0] != NULL && strlen(host) <= 180;
}

static bool local_valid(const char *local)
{
    for (const char *c = local; *c != '\0'; c++) {
        if (!g_ascii_isalnum(*c) && strchr("!#$%&'*+-/=?^_`{|}~.", *c) == NULL) {
            return false;
        }
    }
    return local[0] != '\0' && local[0] != '-' && strlen(local) <= 64;
}

/* LOCAL and HOST, lower case, of an address; false if it is none. */
static bool split_address(const char *address, char **local, char **host)
{
    g_auto(GStrv) sides = g_strsplit(address, "@", -1);
    if (g_strv_length(sides) != 2 || !local_valid(sides[0]) || !domain_valid(sides[1])) {
        return false;
    }
    *local = g_strdup(sides[0]);
    *host = g_ascii_strdown(sides[1], -1);
    return true;
}

static void set_address(char **address, const char *local, const char *host)
{
    *address = g_strdup_printf("%s@%s", local, host);
}

/* ---- each key ---- */

typedef bool reader(const struct source *source, struct config *config, const char *value,
                    GError **error);

static bool read_address(const struct source *source, struct config *config, const char *value,
                         GError **error)
{
    int line = line_of(source->text, "server", "address");
    if (!split_address(value, &config->local, &config->host)) {
        return fault_at(source->path, line, error,
                        "address: \"%s\" is not an address; write LOCAL@HOST, as in "
                        "turns@example.org",
                        value);
    }
    if (strlen(config->local) > CONFIG_LOCAL_MAX) {
        return fault_at(source->path, line, error,
                        "address: what stands before the @ may have at most %d characters, so "
                        "that a reply's token fits in beside it",
                        CONFIG_LOCAL_MAX);
    }
    set_address(&config->address, config->local, config->host);
    return true;
}

static bool read_operator(const struct source *source, struct config *config, const char *value,
                          GError **error)
{
    g_autofree char *local = NULL, *host = NULL;
    int line = line_of(source->text, "server", "operator");
    if (!split_address(value, &local, &host)) {
        return fault_at(source->path, line, error,
                        "operator: \"%s\" is not an address; give the mail address of the person "
                        "who looks after this server",
                        value);
    }
    set_address(&config->operator, local, host);
    if (g_ascii_strcasecmp(config->operator, config->address) == 0) {
        return fault_at(source->path, line, error,
                        "operator: this is the server's own address; give a person's");
    }
    return true;
}

static bool read_database(const struct source *source, struct config *config, const char *value,
                          GError **error)
{
    (void)error;
    config->database = g_canonicalize_filename(value, source->folder);
    return true;
}

static bool read_spool(const struct source *source, struct config *config, const char *value,
                       GError **error)
{
    (void)error;
    config->spool = g_canonicalize_filename(value, source->folder);
    return true;
}

static bool read_templates(const struct source *source, struct config *config, const char *value,
                           GError **error)
{
    (void)error;
    config->templates = value[0] != '\0' ? g_canonicalize_filename(value, source->folder)
                                         : config_templates_beside_program();
    return true;
}

static bool read_delimiter(const struct source *source, struct config *config, const char *value,
                           GError **error)
{
    if (strcmp(value, "+") != 0 && strcmp(value, "-") != 0) {
        return fault_at(source->path, line_of(source->text, "server", "delimiter"), error,
                        "delimiter: \"%s\" cannot be one; write + or -, as your mail server has it",
                        value);
    }
    config->delimiter = value[0];
    return true;
}

/* Those of a token (RFC 2045 section 5.1). */
#define AUTHSERV_ID_SIGNS G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "-._!#$%&'*+^`{|}~"

static bool read_authserv_id(const struct source *source, struct config *config, const char *value,
                             GError **error)
{
    size_t length = strlen(value);
    if (strspn(value, AUTHSERV_ID_SIGNS) != length || length > CONFIG_AUTHSERV_ID_MAX) {
        return fault_at(source->path, line_of(source->text, "server", "authserv-id"), error,
                        "authserv-id: \"%s\" cannot be one; it is one word, the first in the "
                        "headers Authentication-Results that your mail server adds",
                        value);
    }
    config->authserv_id = length > 0 ? g_strdup(value) : NULL;
    return true;
}

/* Every brace opens {sender} or {recipient}. */
static bool braces_known(const char *argument)
{
    while ((argument = strchr(argument, '{')) != NULL) {
        if (!g_str_has_prefix(argument, "{sender}") && !g_str_has_prefix(argument, "{recipient}")) {
            return false;
        }
        argument++;
    }
    return true;
}

static bool read_hook_command(const struct source *source, struct config *config, const char *value,
                              int line, GError **error)
{
    g_autoptr(GError) cause = NULL;
    if (!g_shell_parse_argv(value, NULL, &config->hook_argv, &cause)) {
        return fault_at(source->path, line, error, "hook: %s", cause->message);
    }
    char **argv = config->hook_argv;
    if (argv[0][0] == '\0' || strchr(argv[0], '{') != NULL) {
        return fault_at(source->path, line, error, "hook: its first word must be a program");
    }
    for (char **argument = argv; *argument != NULL; argument++) {
        if (!braces_known(*argument)) {
            return fault_at(source->path, line, error,
                            "hook: \"%s\": only {sender} and {recipient} may stand in braces",
                            *argument);
        }
    }
    /* A program named without any slash is looked up in PATH. */
    if (strchr(argv[0], '/') != NULL) {
        char *program = g_canonicalize_filename(argv[0], source->folder);
        g_free(argv[0]);
        argv[0] = program;
    }
    return true;
}

static bool read_hook(const struct source *source, struct config *config, const char *value,
                      GError **error)
{
    static const char folder[] = "folder:";
    int line = line_of(source->text, "send", "hook");
    if (g_str_has_prefix(value, "smtp://") || g_str_has_prefix(value, "smtps://")) {
        return fault_at(source->path, line, error,
                        "hook: this version does not speak SMTP itself; name a program, as in "
                        "hook = " CONFIG_DEFAULT_HOOK);
    }
    if (!g_str_has_prefix(value, folder)) {
        return read_hook_command(source, config, value, line, error);
    }
    const char *path = value + strlen(folder);
    if (path[0] == '\0') {
        return fault_at(source->path, line, error, "hook: folder: needs a path after the colon");
    }
    config->hook_folder = g_canonicalize_filename(path, source->folder);
    return true;
}

/* Read in this order; `missing` stands for a key that is not set or empty,
 * NULL: it must be set. */
static const struct key {
    const char *group, *name, *missing;
    reader *read;
} keys[] = {
    { "server", "address", NULL, read_address },
    { "server", "operator", NULL, read_operator },
    { "server", "database", NULL, read_database },
    { "server", "spool", NULL, read_spool },
    { "server", "templates", "", read_templates },
    { "server", "delimiter", "+", read_delimiter },
    { "server", "authserv-id", "", read_authserv_id },
    { "send", "hook", CONFIG_DEFAULT_HOOK, read_hook },
};

static bool known(const char *group, const char *name)
{
    for (size_t i = 0; i < G_N_ELEMENTS(keys); i++) {
        if (strcmp(keys[i].group, group) == 0 &&
            (name == NULL || strcmp(keys[i].name, name) == 0)) {
            return true;
        }
    }
    return false;
}

/* ---- the whole file ---- */

static bool check_keys(const struct source *source, const char *group, GError **error)
{
    g_auto(GStrv) names = g_key_file_get_keys(source->keys, group, NULL, NULL);
    for (char **name = names; name != NULL && *name != NULL; name++) {
        if (!known(group, *name)) {
            return fault_at(source->path, line_of(source->text, group, *name), error,
                            "[%s] has no key \"%s\"", group, *name);
        }
    }
    return true;
}

static bool check_known(const struct source *source, GError **error)
{
    g_auto(GStrv) groups = g_key_file_get_groups(source->keys, NULL);
    for (char **group = groups; *group != NULL; group++) {
        if (!known(*group, NULL)) {
            return fault_at(source->path, line_of(source->text, *group, NULL), error,
                            "there is no group [%s]", *group);
        }
        if (!check_keys(source, *group, error)) {
            return false;
        }
    }
    return true;
}

static bool read_key(const struct source *source, const struct key *key, struct config *config,
                     GError **error)
{
    /* As written: no escapes, so that a hook is quoted as in a shell alone. */
    g_autofree char *set = g_key_file_get_value(source->keys, key->group, key->name, NULL);
    const char *value = set != NULL && g_strstrip(set)[0] != '\0' ? set : key->missing;
    if (value == NULL) {
        return fault_at(source->path, line_of(source->text, key->group, key->name), error,
                        "[%s] needs a value for %s", key->group, key->name);
    }
    return key->read(source, config, value, error);
}

static bool check_text(const struct source *source, gsize length, GError **error)
{
    const char *end;
    if (length > CONFIG_BYTES_MAX) {
        return fault_at(source->path, 0, error, "is no configuration: longer than %d bytes",
                        CONFIG_BYTES_MAX);
    }
    if (g_utf8_validate_len(source->text, length, &end)) {
        return true;
    }
    int line = 1;
    for (const char *c = source->text; c < end; c++) {
        line += *c == '\n';
    }
    return fault_at(source->path, line, error, "this is not UTF-8 text");
}

static bool load_keys(const struct source *source, gsize length, GError **error)
{
    g_autoptr(GError) cause = NULL;
    if (length == 0 || g_key_file_load_from_data(source->keys, source->text, length,
                                                 G_KEY_FILE_KEEP_TRANSLATIONS, &cause)) {
        return true;
    }
    int line = line_amiss(source->text);
    return line > 0 ? fault_at(source->path, line, error,
                               "this is neither a comment (#), a [group], nor KEY = VALUE in one")
                    : fault_at(source->path, 0, error, "%s", cause->message);
}

struct config *config_parse(const char *path, const char *text, gsize length, GError **error)
{
    g_autofree char *copy = g_strndup(text, length);
    g_autofree char *absolute = g_canonicalize_filename(path, NULL);
    g_autofree char *folder = g_path_get_dirname(absolute);
    g_autoptr(GKeyFile) key_file = g_key_file_new();
    struct source source = { path, copy, key_file, folder };
    if (!check_text(&source, length, error) || !load_keys(&source, length, error) ||
        !check_known(&source, error)) {
        return NULL;
    }
    g_autoptr(Config) config = g_new0(struct config, 1);
    config->path = g_steal_pointer(&absolute);
    for (size_t i = 0; i < G_N_ELEMENTS(keys); i++) {
        if (!read_key(&source, &keys[i], config, error)) {
            return NULL;
        }
    }
    return g_steal_pointer(&config);
}

struct config *config_read(const char *path, GError **error)
{
    g_autofree char *text = NULL;
    gsize length;
    g_autoptr(GError) cause = NULL;
    if (!g_file_get_contents(path, &text, &length, &cause)) {
        g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_USAGE,
                    "%s; \"postmove --config FILE init\" makes a configuration", cause->message);
        return NULL;
    }
    return config_parse(path, text, length, error);
}

void config_free(struct config *config)
{
    if (config == NULL) {
        return;
    }
    g_free(config->path);
    g_free(config->address);
    g_free(config->local);
    g_free(config->host);
    g_free(config->operator);
    g_free(config->database);
    g_free(config->spool);
    g_free(config->templates);
    g_free(config->hook_folder);
    g_free(config->authserv_id);
    g_strfreev(config->hook_argv);
    g_free(config);
}

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
