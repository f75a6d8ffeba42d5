#include "cli/wording.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "letters/composing.h"

enum {
    WORKERS_MOST = 16,
    SHARE_LEAST = 4,     /* letters that are worth a process */
    PIPE_BYTES = 1 << 20 /* that a process can write before we read them */
};

/* What stands before each letter in a pipe. */
enum outcome { OUTCOME_COMPOSED, OUTCOME_UNREADABLE, OUTCOME_FAILED };
struct heading {
    gint64 letter;
    guint32 outcome, length;
};

struct wording {
    const struct config *config;
    GPtrArray *letters; /* struct outbox_letter */
    GArray *readers;    /* struct letter_reader */
    guint workers;      /* processes; 0: we compose them ourselves */
    pid_t pid[WORKERS_MOST];
    int pipe[WORKERS_MOST];
};

/* Composes a letter. NULL with OUTCOME_UNREADABLE or OUTCOME_FAILED. */
static GBytes *compose_one(const struct wording *wording, guint i, enum outcome *outcome,
                           GError **error)
{
    const struct outbox_letter *letter = wording->letters->pdata[i];
    const struct letter_reader *reader = &g_array_index(wording->readers, struct letter_reader, i);
    g_auto(Queued) queued = { 0 };
    if (!queued_read(letter->letter, &queued)) {
        *outcome = OUTCOME_UNREADABLE;
        return NULL;
    }
    GBytes *bytes = compose(&queued, reader, wording->config, letter->id, error);
    *outcome = bytes != NULL ? OUTCOME_COMPOSED : OUTCOME_FAILED;
    return bytes;
}

/* ---- a process ---- */

static bool write_all(int file, const void *bytes, size_t length)
{
    const char *at = bytes;
    while (length > 0) {
        const ssize_t written = write(file, at, length);
        if (written < 0 && errno != EINTR) {
            return false;
        }
        at += MAX(written, 0);
        length -= (size_t)MAX(written, 0);
    }
    return true;
}

/* Composes every so many letters, from the first one on. */
static void work(const struct wording *wording, guint first, int file)
{
    bool done = true;
    for (guint i = first; done && i < wording->letters->len; i += wording->workers) {
        enum outcome outcome;
        g_autoptr(GError) error = NULL;
        g_autoptr(GBytes) bytes = compose_one(wording, i, &outcome, &error);
        g_autoptr(GBytes) fault =
            error != NULL ? g_bytes_new(error->message, strlen(error->message)) : NULL;
        gsize length = 0;
        const void *content = bytes != NULL   ? g_bytes_get_data(bytes, &length)
                              : fault != NULL ? g_bytes_get_data(fault, &length)
                                              : NULL;
        const struct heading heading = {
            .letter = ((const struct outbox_letter *)wording->letters->pdata[i])->id,
            .outcome = outcome,
            .length = (guint32)length,
        };
        done = write_all(file, &heading, sizeof heading) && write_all(file, content, length);
    }
}

static void start(struct wording *wording, guint number)
{
    int ends[2] = { -1, -1 };
    if (pipe2(ends, O_CLOEXEC) != 0) {
        return;
    }
    fcntl(ends[1], F_SETPIPE_SZ, PIPE_BYTES);
    const pid_t parent = getpid();
    wording->pid[number] = fork();
    if (wording->pid[number] == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        signal(SIGPIPE, SIG_DFL);
        if (getppid() == parent) {
            work(wording, number, ends[1]);
        }
        _exit(0);
    }
    close(ends[1]);
    wording->pipe[number] = ends[0];
}

struct wording *wording_begin(const struct config *config, GPtrArray *letters, GArray *readers)
{
    struct wording *wording = g_new0(struct wording, 1);
    *wording = (struct wording){ .config = config, .letters = letters, .readers = readers };
    const guint wanted = MIN(g_get_num_processors(), WORKERS_MOST);
    wording->workers = MIN(wanted, letters->len / SHARE_LEAST);
    wording->workers = wording->workers > 1 ? wording->workers : 0;
    for (guint i = 0; i < wording->workers; i++) {
        wording->pid[i] = -1;
        wording->pipe[i] = -1;
        start(wording, i);
    }
    return wording;
}

/* ---- what comes of it ---- */

static bool read_all(int file, void *bytes, size_t length)
{
    char *at = bytes;
    while (length > 0) {
        const ssize_t count = read(file, at, length);
        if (count == 0 || (count < 0 && errno != EINTR)) {
            return false;
        }
        at += MAX(count, 0);
        length -= (size_t)MAX(count, 0);
    }
    return true;
}

static void add(GHashTable *results, gint64 letter, gpointer result)
{
    g_hash_table_insert(results, g_memdup2(&letter, sizeof letter), result);
}

/* Reads what a process has written. If it was killed at a letter, we compose that one. */
static void read_letters(int file, GHashTable *composed, GHashTable *faults)
{
    struct heading heading;
    while (file >= 0 && read_all(file, &heading, sizeof heading)) {
        g_autofree char *content = g_malloc((gsize)heading.length + 1);
        if (!read_all(file, content, heading.length)) {
            return;
        }
        content[heading.length] = '\0';
        if (heading.outcome == OUTCOME_FAILED) {
            add(faults, heading.letter, g_steal_pointer(&content));
        } else {
            add(composed, heading.letter,
                heading.outcome == OUTCOME_COMPOSED
                    ? g_bytes_new_take(g_steal_pointer(&content), heading.length)
                    : NULL);
        }
    }
}

void wording_end(struct wording *wording, GHashTable *composed, GHashTable *faults)
{
    for (guint i = 0; i < wording->workers; i++) {
        read_letters(wording->pipe[i], composed, faults);
    }
    for (guint i = 0; i < wording->letters->len; i++) {
        const gint64 id = ((const struct outbox_letter *)wording->letters->pdata[i])->id;
        if (!g_hash_table_contains(composed, &id) && !g_hash_table_contains(faults, &id)) {
            enum outcome outcome;
            g_autoptr(GError) fault = NULL;
            GBytes *bytes = compose_one(wording, i, &outcome, &fault);
            if (outcome == OUTCOME_FAILED) {
                add(faults, id, g_strdup(fault->message));
            } else {
                add(composed, id, bytes);
            }
        }
    }
}

void wording_free(struct wording *wording)
{
    if (wording != NULL) {
        for (guint i = 0; i < wording->workers; i++) {
            if (wording->pipe[i] >= 0) {
                close(wording->pipe[i]);
            }
            if (wording->pid[i] > 0) {
                kill(wording->pid[i], SIGKILL);
                waitpid(wording->pid[i], NULL, 0);
            }
        }
        g_ptr_array_unref(wording->letters);
        g_array_unref(wording->readers);
        g_free(wording);
    }
}
