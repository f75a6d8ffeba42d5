#include "store/log_files.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "store/db.h"
#include "store/handle.h"

static void log_file_free(struct log_file *file)
{
    g_free(file->epoch);
    g_free(file->path);
    g_free(file);
}

/* Reads "EPOCH.NUMBER.log" or "EPOCH.NUMBER.TIME.base". */
static struct log_file *read_name(const char *name)
{
    g_auto(GStrv) words = g_strsplit(name, ".", 5);
    const guint count = g_strv_length(words);
    guint64 number, time = 0;
    const bool base = count == 4 && strcmp(words[3], "base") == 0;
    if ((!base && (count != 3 || strcmp(words[2], "log") != 0)) || !epoch_valid(words[0]) ||
        !g_ascii_string_to_unsigned(words[1], 10, 0, G_MAXINT64, &number, NULL) ||
        (base && !g_ascii_string_to_unsigned(words[2], 10, 1, G_MAXINT64, &time, NULL))) {
        return NULL;
    }
    struct log_file *file = g_new0(struct log_file, 1);
    file->epoch = g_strdup(words[0]);
    file->number = (gint64)number;
    file->time = (gint64)time;
    return file;
}

char *log_file_path(const char *folder, const struct log_file *file)
{
    g_autofree char *name =
        file->time != 0
            ? g_strdup_printf("%s.%019" G_GINT64_FORMAT ".%011" G_GINT64_FORMAT ".base",
                              file->epoch, file->number, file->time)
            : g_strdup_printf("%s.%019" G_GINT64_FORMAT ".log", file->epoch, file->number);
    return g_build_filename(folder, name, NULL);
}

static int in_order(gconstpointer one, gconstpointer other)
{
    const struct log_file *a = *(struct log_file *const *)one,
                          *b = *(struct log_file *const *)other;
    const int epochs = strcmp(a->epoch, b->epoch);
    const int numbers = (a->number > b->number) - (a->number < b->number);
    return epochs != 0 ? epochs : numbers != 0 ? numbers : strcmp(a->path, b->path);
}

GPtrArray *log_files(const char *folder, GError **error)
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
        if (file != NULL) {
            file->path = g_build_filename(folder, name, NULL);
            g_ptr_array_add(files, file);
        }
    }
    g_ptr_array_sort(files, in_order);
    return files;
}

const struct log_file *log_files_newest_base(const GPtrArray *files, gint64 until)
{
    const struct log_file *newest = NULL;
    for (guint i = 0; i < files->len; i++) {
        const struct log_file *file = files->pdata[i];
        newest = file->time != 0 && file->time <= until ? file : newest;
    }
    return newest;
}

/* Whose the copy of a whole database is. */
static enum log_owner base_owner(const char *path, const unsigned char key[SECRET_KEY_BYTES])
{
    g_autoptr(Db) db = db_open(path, DB_READ, NULL);
    return db == NULL                                    ? OWNER_UNKNOWN
           : memcmp(db->key, key, SECRET_KEY_BYTES) == 0 ? OWNER_US
                                                         : OWNER_ANOTHER;
}

enum log_owner log_file_owner(const struct log_file *file,
                              const unsigned char key[SECRET_KEY_BYTES], gint64 *time)
{
    guint8 bytes[RECORD_BEGIN_MOST];
    *time = file->time;
    if (file->time != 0) {
        return key != NULL ? base_owner(file->path, key) : OWNER_UNKNOWN;
    }
    int opened = open(file->path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    const ssize_t count = opened >= 0 ? read(opened, bytes, sizeof(bytes)) : 0;
    if (opened >= 0) {
        close(opened);
    }
    return record_owner(bytes, count > 0 ? (gsize)count : 0, key, time);
}
