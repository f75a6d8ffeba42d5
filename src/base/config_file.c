#include "base/config_file.h"

#include <string.h>

#include "base/config.h"
#include "base/error.h"

/* ---- lines ---- */

/* A text that is read line by line; `{ .rest = text }` before the first line. */
struct reading {
    const char *rest;
    int number;  /* of the line */
    char *line;  /* without the blanks around it */
    bool opens;  /* it opens the group */
    char *group; /* in which it stands; NULL: before the first */
    char *key;   /* that it sets; NULL: none */
};

static void reading_clear(struct reading *reading)
{
    g_free(reading->line);
    g_free(reading->group);
    g_free(reading->key);
}

typedef struct reading Reading;
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Reading, reading_clear)

/* Reads the next line; false after the last. */
static bool next_line(struct reading *reading)
{
    if (*reading->rest == '\0') {
        return false;
    }
    const size_t length = strcspn(reading->rest, "\n");
    g_free(reading->line);
    char *line = reading->line = g_strstrip(g_strndup(reading->rest, length));
    reading->rest += length + (reading->rest[length] == '\n');
    reading->number++;

    const char *end = line[0] == '[' ? strchr(line, ']') : NULL;
    const char *equals = end == NULL && line[0] != '#' ? strchr(line, '=') : NULL;
    reading->opens = end != NULL;
    if (reading->opens) {
        g_free(reading->group);
        reading->group = g_strndup(line + 1, (gsize)(end - line - 1));
    }
    g_free(reading->key);
    reading->key = equals != NULL ? g_strchomp(g_strndup(line, (gsize)(equals - line))) : NULL;
    return true;
}

int config_file_line(const char *text, const char *group, const char *key)
{
    g_auto(Reading) reading = { .rest = text };
    int found = 0;
    while (next_line(&reading)) {
        if (g_strcmp0(reading.group, group) == 0 &&
            (key == NULL ? reading.opens : g_strcmp0(reading.key, key) == 0)) {
            found = reading.number;
        }
    }
    return found;
}

/* The number of the first line that is not a comment, a group, or a key in a group; 0: none. */
static int line_amiss(const char *text)
{
    g_auto(Reading) reading = { .rest = text };
    while (next_line(&reading)) {
        const bool sets = reading.group != NULL && reading.key != NULL && reading.key[0] != '\0';
        if (reading.line[0] != '\0' && reading.line[0] != '#' && !reading.opens && !sets) {
            return reading.number;
        }
    }
    return 0;
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
    return fault_at(file, config_file_line(file->text, group, key), error, what);
}

/* ---- the text ---- */

static bool check_text(const struct config_file *file, gsize length, GError **error)
{
    const char *end;
    if (length > CONFIG_BYTES_MAX) {
        g_autofree char *what =
            g_strdup_printf("is no configuration: longer than %d bytes", CONFIG_BYTES_MAX);
        return fault_at(file, 0, error, what);
    }
    if (g_utf8_validate_len(file->text, length, &end)) {
        return true;
    }
    int line = 1;
    for (const char *c = file->text; c < end; c++) {
        line += *c == '\n';
    }
    return fault_at(file, line, error, "this is not UTF-8 text");
}

/* GKeyFile joins two groups of the same name, which nobody can mean of two mailboxes, and takes the
 * last of two values, when nobody would know what became of the first. */
static bool each_once(const struct config_file *file, GError **error)
{
    g_autoptr(GHashTable) seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_auto(Reading) reading = { .rest = file->text };
    while (next_line(&reading)) {
        const bool named = reading.opens && strchr(reading.group, ' ') != NULL;
        if ((!named && reading.key == NULL) || reading.group == NULL ||
            g_hash_table_add(seen, g_strconcat(reading.group, "]", reading.key, NULL))) {
            continue;
        }
        g_autofree char *what =
            named ? g_strdup_printf("[%s] stands here a second time; give each its own name",
                                    reading.group)
                  : g_strdup_printf("%s is set here a second time in [%s]; keep one of the two "
                                    "lines",
                                    reading.key, reading.group);
        return fault_at(file, reading.number, error, what);
    }
    return true;
}

bool config_file_load(const struct config_file *file, gsize length, GError **error)
{
    g_autoptr(GError) cause = NULL;
    if (!check_text(file, length, error)) {
        return false;
    }
    if (length == 0 || g_key_file_load_from_data(file->keys, file->text, length,
                                                 G_KEY_FILE_KEEP_TRANSLATIONS, &cause)) {
        return each_once(file, error);
    }
    int line = line_amiss(file->text);
    return fault_at(file, line, error,
                    line > 0 ? "this is neither a comment (#), a [group], nor KEY = VALUE in one"
                             : cause->message);
}

char *config_file_value(const struct config_file *file, const char *group, const char *key)
{
    g_autofree char *value = g_key_file_get_value(file->keys, group, key, NULL);
    return value != NULL && g_strstrip(value)[0] != '\0' ? g_steal_pointer(&value) : NULL;
}

char **config_file_argv(const struct config_file *file, const char *group, const char *key,
                        const char *value, GError **error)
{
    g_auto(GStrv) argv = NULL;
    /* GLib's own message repeats the text, which may hold a secret. */
    if (!g_shell_parse_argv(value, NULL, &argv, NULL)) {
        config_fault(file, group, key, error, "%s: no words can be made of it; is a quote missing?",
                     key);
        return NULL;
    }
    if (argv[0][0] == '\0' || strchr(argv[0], '{') != NULL) {
        config_fault(file, group, key, error, "%s: its first word must be a program", key);
        return NULL;
    }
    if (strchr(argv[0], '/') != NULL) {
        char *program = g_canonicalize_filename(argv[0], file->folder);
        g_free(argv[0]);
        argv[0] = program;
    }
    return g_steal_pointer(&argv);
}

bool config_file_span(const char *value, gint64 least, gint64 most, gint64 *seconds)
{
    static const struct {
        char unit;
        int seconds;
    } units[] = { { 'm', 60 }, { 'h', 3600 }, { 'd', 24 * 3600 } };
    const size_t length = strlen(value);
    g_autofree char *digits = g_strndup(value, length > 0 ? length - 1 : 0);
    guint64 number = 0;
    *seconds = 0;
    if (!g_ascii_string_to_unsigned(digits, 10, 1, (guint64)most, &number, NULL)) {
        return false;
    }
    for (size_t i = 0; i < G_N_ELEMENTS(units); i++) {
        if (value[length - 1] == units[i].unit) {
            *seconds = (gint64)number * units[i].seconds;
        }
    }
    return *seconds >= least && *seconds <= most;
}

char **config_file_command(const struct config_file *file, const char *group, const char *key,
                           const char *value, const char *one, const char *other, GError **error)
{
    g_auto(GStrv) argv = config_file_argv(file, group, key, value, error);
    for (char **argument = argv; argument != NULL && *argument != NULL; argument++) {
        for (const char *at = *argument; (at = strchr(at, '{')) != NULL; at++) {
            if (!g_str_has_prefix(at, one) && !g_str_has_prefix(at, other)) {
                config_fault(file, group, key, error, "%s: \"%s\": only %s%s%s may stand in braces",
                             key, *argument, one, one != other ? " and " : "",
                             one != other ? other : "");
                return NULL;
            }
        }
    }
    return g_steal_pointer(&argv);
}

bool config_file_switch(const struct config_file *file, const char *group, const char *key,
                        const char *value, bool *on, GError **error)
{
    *on = strcmp(value, "on") == 0;
    return *on || strcmp(value, "off") == 0 ||
           config_fault(file, group, key, error, "%s: \"%s\" is neither on nor off", key, value);
}

bool config_file_number(const struct config_file *file, const char *group, const char *key,
                        const char *value, int least, int most, int *number, GError **error)
{
    guint64 read = 0;
    if (!g_ascii_string_to_unsigned(value, 10, (guint64)least, (guint64)most, &read, NULL)) {
        return config_fault(file, group, key, error, "%s: write a number from %d to %d", key, least,
                            most);
    }
    if (number != NULL) {
        *number = (int)read;
    }
    return true;
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
