#include "standby/log_files.h"

#include <string.h>

#include "base/clock.h"
#include "base/error.h"

enum { SERVER_BYTES = 8 };

char *log_server(const unsigned char key[SECRET_KEY_BYTES])
{
    static const char about[] = "commit log";
    unsigned char hash[SECRET_HASH_BYTES];
    secret_hash(key, about, strlen(about), hash);
    GString *name = g_string_new(NULL);
    for (int i = 0; i < SERVER_BYTES; i++) {
        g_string_append_printf(name, "%02x", hash[i]);
    }
    return g_string_free(name, FALSE);
}

/* ---- names ---- */

static void log_file_free(struct log_file *file)
{
    g_free(file->epoch);
    g_free(file->path);
    g_free(file);
}

/* When a log of that name began; 0: it has no such name. */
static gint64 time_of(const char *epoch)
{
    g_autofree char *text = g_strdup_printf("%.8sT%.6sZ", epoch, epoch + strlen("20261126-"));
    g_autoptr(GDateTime) date = g_date_time_new_from_iso8601(text, NULL);
    return date != NULL ? g_date_time_to_unix(date) : 0;
}

/* Reads "EPOCH.NUMBER.log" or "EPOCH.NUMBER.TIME.base". */
static struct log_file *read_name(const char *name)
{
    if (!g_regex_match_simple("^\\d{8}-\\d{6}-[0-9a-f]{16}\\.\\d{1,19}\\.(log|\\d{1,11}\\.base)$",
                              name, 0, 0)) {
        return NULL;
    }
    g_auto(GStrv) words = g_strsplit(name, ".", 4);
    struct log_file *file = g_new0(struct log_file, 1);
    file->epoch = g_strdup(words[0]);
    file->begun = time_of(words[0]);
    file->number = g_ascii_strtoll(words[1], NULL, 10);
    file->time = words[3] != NULL ? g_ascii_strtoll(words[2], NULL, 10) : 0;
    return file;
}

char *log_file_path(const char *folder, const char *epoch, gint64 number, gint64 time)
{
    g_autofree char *end =
        time != 0 ? g_strdup_printf("%011" G_GINT64_FORMAT ".base", time) : g_strdup("log");
    return g_strdup_printf("%s/%s.%019" G_GINT64_FORMAT ".%s", folder, epoch, number, end);
}

char *log_new_epoch(const GPtrArray *files, const char *server, const char *before)
{
    const struct log_file *last = files->len > 0 ? files->pdata[files->len - 1] : NULL;
    /* After the clock was put back, the name has a time to come. */
    const gint64 begun = MAX(last != NULL ? last->begun : 0, before != NULL ? time_of(before) : 0);
    const gint64 time = MAX(clock_now(), begun + 1);
    g_autoptr(GDateTime) date = g_date_time_new_from_unix_utc(time);
    g_autofree char *stamp = g_date_time_format(date, "%Y%m%d-%H%M%S");
    return g_strconcat(stamp, "-", server, NULL);
}

/* ---- the folder ---- */

static int in_order(gconstpointer one, gconstpointer other)
{
    const struct log_file *a = *(struct log_file *const *)one,
                          *b = *(struct log_file *const *)other;
    return strcmp(a->path, b->path);
}

GPtrArray *log_files(const char *folder, const char *server, GError **error)
{
    g_autoptr(GError) cause = NULL;
    g_autoptr(GDir) all = g_dir_open(folder, 0, &cause);
    if (all == NULL) {
        g_set_error_literal(error, POSTMOVE_ERROR, POSTMOVE_ERROR_LATER, cause->message);
        return NULL;
    }
    GPtrArray *files = g_ptr_array_new_with_free_func((GDestroyNotify)log_file_free);
    for (const char *name; (name = g_dir_read_name(all)) != NULL;) {
        struct log_file *file = read_name(name);
        if (file != NULL && (server == NULL || g_str_has_suffix(file->epoch, server))) {
            file->path = g_build_filename(folder, name, NULL);
            g_ptr_array_add(files, file);
        } else if (file != NULL) {
            log_file_free(file);
        }
    }
    g_ptr_array_sort(files, in_order);
    return files;
}

const struct log_file *log_files_newest_base(const GPtrArray *files, const char *epoch,
                                             gint64 until)
{
    const struct log_file *newest = NULL;
    for (guint i = 0; i < files->len; i++) {
        const struct log_file *file = files->pdata[i];
        if (file->time != 0 && file->time <= until &&
            (epoch == NULL || strcmp(file->epoch, epoch) == 0)) {
            newest = file;
        }
    }
    return newest;
}
