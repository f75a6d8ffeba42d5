#include "cli/wording.h"

#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/files.h"
#include "letters/composing.h"

enum {
    WORKERS_MOST = 16,
    SHARE_LEAST = 4, /* letters that are worth a process */
};

struct wording {
    const struct config *config;
    GPtrArray *letters; /* struct outbox_letter */
    GArray *readers;    /* struct letter_reader */
    guint workers;      /* processes; 0: we compose them ourselves */
    pid_t pid[WORKERS_MOST];
    int file[WORKERS_MOST]; /* what each writes: an array of number, bytes and fault */
};

static void worded_free(gpointer data)
{
    struct worded *worded = data;
    g_clear_pointer(&worded->bytes, g_bytes_unref);
    g_free(worded->fault);
    g_free(worded);
}

static gint64 number_of(const struct wording *wording, guint i)
{
    return ((const struct outbox_letter *)wording->letters->pdata[i])->id;
}

/* Composes a letter. Free with worded_free. */
static struct worded *compose_one(const struct wording *wording, guint i)
{
    const struct outbox_letter *letter = wording->letters->pdata[i];
    const struct letter_reader *reader = &g_array_index(wording->readers, struct letter_reader, i);
    struct worded *worded = g_new0(struct worded, 1);
    g_autoptr(GError) error = NULL;
    g_auto(Queued) queued = { 0 };
    if (queued_read(letter->letter, &queued)) {
        worded->bytes = compose(&queued, reader, wording->config, letter->id, &error);
        worded->fault = error != NULL ? g_strdup(error->message) : NULL;
    }
    return worded;
}

/* Composes every so many letters, from the first one on, and writes them. */
static bool work(const struct wording *wording, guint first)
{
    GVariantBuilder rows = G_VARIANT_BUILDER_INIT(G_VARIANT_TYPE("a(xmayms)"));
    for (guint i = first; i < wording->letters->len; i += wording->workers) {
        const struct worded *worded = compose_one(wording, i);
        g_variant_builder_add(
            &rows, "(xm@ayms)", number_of(wording, i),
            worded->bytes != NULL
                ? g_variant_new_from_bytes(G_VARIANT_TYPE_BYTESTRING, worded->bytes, TRUE)
                : NULL,
            worded->fault);
    }
    g_autoptr(GVariant) all = g_variant_ref_sink(g_variant_builder_end(&rows));
    return file_write(wording->file[first], g_variant_get_data(all), g_variant_get_size(all));
}

static void start(struct wording *wording, guint number)
{
    const pid_t parent = getpid();
    wording->file[number] = memfd_create("letters", MFD_CLOEXEC);
    wording->pid[number] = wording->file[number] >= 0 ? fork() : -1;
    if (wording->pid[number] == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        _exit(getppid() == parent && work(wording, number) ? 0 : 1);
    }
}

struct wording *wording_begin(const struct config *config, GPtrArray *letters, GArray *readers)
{
    struct wording *wording = g_new0(struct wording, 1);
    *wording = (struct wording){ .config = config, .letters = letters, .readers = readers };
    const guint wanted = MIN(g_get_num_processors(), WORKERS_MOST);
    wording->workers = MIN(wanted, letters->len / SHARE_LEAST);
    wording->workers = wording->workers > 1 ? wording->workers : 0;
    for (guint i = 0; i < wording->workers; i++) {
        start(wording, i);
    }
    return wording;
}

static void add(GHashTable *all, gint64 letter, struct worded *worded)
{
    g_hash_table_insert(all, g_memdup2(&letter, sizeof letter), worded);
}

/* Waits for a process, and reads what it has written, unless it was killed. */
static void read_letters(struct wording *wording, guint number, GHashTable *all)
{
    int status = 0;
    const pid_t pid = wording->pid[number];
    wording->pid[number] = -1;
    g_autoptr(GMappedFile) file =
        pid > 0 && waitpid(pid, &status, 0) == pid && WIFEXITED(status) && WEXITSTATUS(status) == 0
            ? g_mapped_file_new_from_fd(wording->file[number], FALSE, NULL)
            : NULL;
    if (file == NULL) {
        return;
    }
    g_autoptr(GBytes) bytes = g_mapped_file_get_bytes(file);
    g_autoptr(GVariant) rows =
        g_variant_ref_sink(g_variant_new_from_bytes(G_VARIANT_TYPE("a(xmayms)"), bytes, FALSE));
    GVariantIter iter;
    gint64 letter;
    GVariant *content;
    char *fault;
    g_variant_iter_init(&iter, rows);
    while (g_variant_iter_next(&iter, "(xm@ayms)", &letter, &content, &fault)) {
        const struct worded worded = {
            .bytes = content != NULL ? g_variant_get_data_as_bytes(content) : NULL,
            .fault = fault,
        };
        add(all, letter, g_memdup2(&worded, sizeof worded));
        g_clear_pointer(&content, g_variant_unref);
    }
}

GHashTable *wording_end(struct wording *wording)
{
    GHashTable *all = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, worded_free);
    for (guint i = 0; i < wording->workers; i++) {
        read_letters(wording, i, all);
    }
    for (guint i = 0; i < wording->letters->len; i++) {
        const gint64 letter = number_of(wording, i);
        if (!g_hash_table_contains(all, &letter)) {
            add(all, letter, compose_one(wording, i));
        }
    }
    return all;
}

void wording_free(struct wording *wording)
{
    if (wording != NULL) {
        for (guint i = 0; i < wording->workers; i++) {
            if (wording->pid[i] > 0) {
                kill(wording->pid[i], SIGKILL);
                waitpid(wording->pid[i], NULL, 0);
            }
            if (wording->file[i] >= 0) {
                close(wording->file[i]);
            }
        }
        g_ptr_array_unref(wording->letters);
        g_array_unref(wording->readers);
        g_free(wording);
    }
}
