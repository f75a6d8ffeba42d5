#include "transport/postfix.h"

#include <string.h>

#include "base/error.h"
#include "transport/program.h"

enum {
    PATIENCE = 10 * 1000, /* milliseconds for one question */
    ANSWER_MAX = 64 * 1024,
    ENTRIES_MAX = 100 * 1000,
    FILES_MAX = 5, /* one named in the other */
};

/* ---- lists ---- */

char **postfix_entries(const char *list)
{
    static const char gaps[] = ", \t\r\n";
    g_autoptr(GStrvBuilder) entries = g_strv_builder_new();
    const char *at = list + strspn(list, gaps);
    for (int count = 0; *at != '\0' && count < ENTRIES_MAX; count++) {
        const char *end = at;
        for (int depth = 0; *end != '\0' && (depth > 0 || strchr(gaps, *end) == NULL); end++) {
            depth += *end == '{' ? 1 : *end == '}' ? -1 : 0;
        }
        g_autofree char *entry = g_strndup(at, (gsize)(end - at));
        g_strv_builder_add(entries, entry);
        at = end + strspn(end, gaps);
    }
    return g_strv_builder_end(entries);
}

/* ---- its programs ---- */

bool postfix_is_here(void)
{
    g_autofree char *path = program_path("postconf");
    return path != NULL;
}

/* The output of the program with these arguments (ended by NULL; the first stands for the program),
 * without the blanks at its end. Free with g_free. NULL with the error if it fails. */
static char *ask_many(const char *name, char **argv, GError **error)
{
    g_autofree char *path = program_path(name);
    argv[0] = path != NULL ? path : (char *)name;
    g_autoptr(GBytes) bytes = program_read(argv, ANSWER_MAX, PATIENCE, error);
    if (bytes == NULL) {
        return NULL;
    }
    gsize length;
    const char *text = g_bytes_get_data(bytes, &length);
    return g_strchomp(g_strndup(text != NULL ? text : "", length));
}

static char *ask(const char *name, const char *option, const char *what, const char *where,
                 GError **error)
{
    char *argv[] = { NULL, (char *)option, (char *)what, (char *)where, NULL };
    return ask_many(name, argv, error);
}

/* The value in lines NAME = VALUE; NULL: it is not there. Free with g_free. */
static char *value_in(char *const *lines, const char *name)
{
    const size_t length = strlen(name);
    for (; *lines != NULL; lines++) {
        if (g_str_has_prefix(*lines, name) && g_str_has_prefix(*lines + length, " =")) {
            return g_strstrip(g_strdup(*lines + length + 2));
        }
    }
    return NULL;
}

char *postfix_conf(const char *option, const char *what, GError **error)
{
    return ask("postconf", option, what, NULL, error);
}

bool postfix_values(const char *option, const char *const *names, size_t count, char **values,
                    GError **error)
{
    g_autofree char **argv = g_new0(char *, count + 3);
    const size_t first = option != NULL ? 2 : 1;
    argv[1] = (char *)option;
    for (size_t i = 0; i < count; i++) {
        argv[i + first] = (char *)names[i];
        values[i] = NULL;
    }
    g_autofree char *text = ask_many("postconf", argv, error);
    g_auto(GStrv) lines = g_strsplit(text != NULL ? text : "", "\n", -1);
    size_t found = 0;
    while (text != NULL && found < count &&
           (values[found] = value_in(lines, names[found])) != NULL) {
        found++;
    }
    if (text != NULL && found < count) {
        g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_LATER, "postconf does not print %s",
                    names[found]);
    }
    for (size_t i = 0; found < count && i < count; i++) {
        g_clear_pointer(&values[i], g_free);
    }
    return found == count;
}

/* The entries of master.cf, one a line. Free with g_strfreev. */
static char **services(void)
{
    g_autofree char *all = postfix_conf("-M", NULL, NULL);
    return g_strsplit(all != NULL ? all : "", "\n", -1);
}

char **postfix_listeners(void)
{
    enum { TYPE = 1, COMMAND = 7 }; /* their places in an entry */
    g_auto(GStrv) lines = services();
    g_autoptr(GStrvBuilder) listeners = g_strv_builder_new();
    for (char **line = lines; *line != NULL; line++) {
        g_auto(GStrv) words = postfix_entries(*line);
        if (g_strv_length(words) > COMMAND && strcmp(words[TYPE], "inet") == 0 &&
            (strcmp(words[COMMAND], "smtpd") == 0 || strcmp(words[COMMAND], "postscreen") == 0)) {
            g_strv_builder_add(listeners, words[0]);
        }
    }
    return g_strv_builder_end(listeners);
}

char **postfix_receivers(void)
{
    static const char begin[] = "argv=", name[] = "/postmove-receive";
    g_auto(GStrv) lines = services();
    g_autoptr(GStrvBuilder) receivers = g_strv_builder_new();
    for (char **line = lines; *line != NULL; line++) {
        g_auto(GStrv) words = postfix_entries(*line);
        for (char **word = words; *word != NULL; word++) {
            if (g_str_has_prefix(*word, begin) && g_str_has_suffix(*word, name)) {
                g_strv_builder_add(receivers, *word + strlen(begin));
            }
        }
    }
    return g_strv_builder_end(receivers);
}

/* ---- does a list name a domain? ---- */

/* True if Postfix can read the table: postmap ends with 1 if it cannot, and also if there is no
 * such key. */
static bool can_read(const char *table, const char *key)
{
    g_autofree char *path = program_path("postmap");
    char *argv[] = { (char *)"sh",
                     (char *)"-c",
                     (char *)"! \"$0\" -q \"$1\" \"$2\" 2>&1 | grep -q '^postmap: fatal: '",
                     path,
                     (char *)key,
                     (char *)table,
                     NULL };
    return path != NULL && program_run(argv, NULL, PATIENCE, NULL);
}

static enum postfix_answer in_table(const char *name, const char *domain)
{
    /* Postfix may read a table by another of its programs, and postmap may read the same. */
    const char *table = name + (g_str_has_prefix(name, "proxy:") ? strlen("proxy:") : 0);
    g_autofree char *found = ask("postmap", "-q", domain, table, NULL);
    return found != NULL && *found != '\0' ? POSTFIX_YES
           : can_read(table, domain)       ? POSTFIX_NO
                                           : POSTFIX_UNKNOWN;
}

/* The entries in a file, without its comments; NULL if it cannot be read. Free with g_free. */
static char *list_in(const char *path)
{
    g_autofree char *text = NULL;
    if (!g_file_get_contents(path, &text, NULL, NULL)) {
        return NULL;
    }
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (char **line = lines; *line != NULL; line++) {
        **line = **line == '#' ? '\0' : **line;
    }
    return g_strjoinv("\n", lines);
}

/* The same as postfix_lists; `files` may still be opened, one named in the other. */
static enum postfix_answer lists(const char *list, const char *domain, int files)
{
    g_auto(GStrv) entries = postfix_entries(list != NULL ? list : "");
    enum postfix_answer answer = list != NULL ? POSTFIX_NO : POSTFIX_UNKNOWN;
    for (char **entry = entries; *entry != NULL; entry++) {
        const bool negated = **entry == '!';
        const char *name = *entry + (negated ? 1 : 0);
        g_autofree char *inner = *name == '/' && files > 0 ? list_in(name) : NULL;
        const enum postfix_answer one = *name == '/' ? lists(inner, domain, files - 1)
                                        : strchr(name, ':') != NULL ? in_table(name, domain)
                                        : g_ascii_strcasecmp(name, domain) == 0 ? POSTFIX_YES
                                                                                : POSTFIX_NO;
        if (one == POSTFIX_YES) {
            return negated ? POSTFIX_NO : POSTFIX_YES;
        }
        answer = one == POSTFIX_UNKNOWN ? one : answer;
    }
    return answer;
}

enum postfix_answer postfix_lists(const char *list, const char *domain)
{
    return lists(list, domain, FILES_MAX);
}
