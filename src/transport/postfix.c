#include "transport/postfix.h"

#include <string.h>

#include "transport/program.h"

enum {
    PATIENCE = 10 * 1000, /* milliseconds for one question */
    ANSWER_MAX = 1024 * 1024,
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

/* What a program of Postfix prints with up to three arguments (NULL: no more), without the blanks
 * at its end. Free with g_free. NULL with the error if it fails. */
static char *ask(const char *name, const char *option, const char *what, const char *where,
                 GError **error)
{
    g_autofree char *path = program_path(name);
    char *argv[] = { path != NULL ? path : (char *)name, (char *)option, (char *)what,
                     (char *)where, NULL };
    g_autoptr(GBytes) bytes = program_read(argv, ANSWER_MAX, PATIENCE, error);
    if (bytes == NULL) {
        return NULL;
    }
    gsize length;
    const char *text = g_bytes_get_data(bytes, &length);
    return g_strchomp(g_strndup(text != NULL ? text : "", length));
}

GHashTable *postfix_parameters(const char *option, GError **error)
{
    g_autofree char *text = ask("postconf", option, NULL, NULL, error);
    if (text == NULL) {
        return NULL;
    }
    GHashTable *parameters = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (char **line = lines; *line != NULL; line++) {
        g_auto(GStrv) parts = g_strsplit(*line, " =", 2);
        if (g_strv_length(parts) == 2) {
            g_hash_table_insert(parameters, g_strdup(parts[0]), g_strdup(g_strstrip(parts[1])));
        }
    }
    return parameters;
}

const char *postfix_value(GHashTable *parameters, const char *name)
{
    const char *found = g_hash_table_lookup(parameters, name);
    return found != NULL ? found : "";
}

char **postfix_services(GError **error)
{
    g_autofree char *all = ask("postconf", "-M", NULL, NULL, error);
    return all != NULL ? g_strsplit(all, "\n", -1) : NULL;
}

/* ---- does a list name a domain? ---- */

static bool in_table(const char *name, const char *domain)
{
    /* Postfix may read a table by another of its programs, and postmap may read the same. */
    const char *table = name + (g_str_has_prefix(name, "proxy:") ? strlen("proxy:") : 0);
    g_autofree char *found = ask("postmap", "-q", domain, table, NULL);
    return found != NULL && *found != '\0';
}

/* The entries in a file, without its comments; NULL if it cannot be read. Free with g_free. */
static char *list_in(const char *path)
{
    g_autofree char *text = NULL;
    if (!g_file_get_contents(path, &text, NULL, NULL)) {
        return NULL;
    }
    g_autoptr(GRegex) comments = g_regex_new("^#.*", G_REGEX_MULTILINE | G_REGEX_RAW, 0, NULL);
    return g_regex_replace_literal(comments, text, -1, 0, "", 0, NULL);
}

/* The same as postfix_lists; `files` may still be opened, one named in the other. */
static bool lists(const char *list, const char *domain, int files)
{
    g_auto(GStrv) entries = postfix_entries(list != NULL ? list : "");
    for (char **entry = entries; *entry != NULL; entry++) {
        const bool negated = **entry == '!';
        const char *name = *entry + (negated ? 1 : 0);
        g_autofree char *inner = *name == '/' && files > 0 ? list_in(name) : NULL;
        if (*name == '/'                ? lists(inner, domain, files - 1)
            : strchr(name, ':') != NULL ? in_table(name, domain)
                                        : g_ascii_strcasecmp(name, domain) == 0) {
            return !negated;
        }
    }
    return false;
}

bool postfix_lists(const char *list, const char *domain)
{
    return lists(list, domain, FILES_MAX);
}
