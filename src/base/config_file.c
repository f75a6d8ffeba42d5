#include "base/config_file.h"

#include <string.h>

#include "base/config.h"
#include "base/error.h"

/* ---- lines ---- */

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

/* The number of the last line that sets the key (NULL: that opens the group), since GKeyFile
 * uses the last; 0 if no line does. */
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

/* The number of the first line that is not a comment, a group, or a key in a group; 0: none. */
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
    return fault_at(file, line_of(file->text, group, key), error, what);
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

bool config_file_load(const struct config_file *file, gsize length, GError **error)
{
    g_autoptr(GError) cause = NULL;
    if (!check_text(file, length, error)) {
        return false;
    }
    if (length == 0 || g_key_file_load_from_data(file->keys, file->text, length,
                                                 G_KEY_FILE_KEEP_TRANSLATIONS, &cause)) {
        return true;
    }
    int line = line_amiss(file->text);
    return fault_at(file, line, error,
                    line > 0 ? "this is neither a comment (#), a [group], nor KEY = VALUE in one"
                             : cause->message);
}

bool config_file_group_once(const struct config_file *file, const char *group, GError **error)
{
    const char *text = file->text;
    for (int number = 1, found = 0;; number++) {
        g_autofree char *line = next_line(&text);
        if (line == NULL) {
            return true;
        }
        g_autofree char *opened = group_of_line(line);
        found += g_strcmp0(opened, group) == 0;
        if (found == 2) {
            g_autofree char *what =
                g_strdup_printf("[%s] stands here a second time; give each its own name", group);
            return fault_at(file, number, error, what);
        }
    }
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
