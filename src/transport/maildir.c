#include "transport/maildir.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "transport/disk.h"
#include "transport/intake.h"
#include "transport/spool.h"

enum { PIECE = 64 * 1024 };

/* What separates the unique part of a name from its flags. */
static const char info[] = ":2,";

struct maildir {
    const struct mailbox *mailbox;
    const struct mailbox_round *round;
    struct intake intake;
    GPtrArray *paths; /* what waits: "new/NAME" or "cur/NAME:2,FLAGS", in order */
};

/* ---- what waits ---- */

/* The name up to its flags. */
static char *unique_part(const char *name)
{
    const char *colon = strchr(name, ':');
    return colon != NULL ? g_strndup(name, (gsize)(colon - name)) : g_strdup(name);
}

static const char *flags_of(const char *name)
{
    const char *at = strstr(name, info);
    return at != NULL ? at + strlen(info) : "";
}

static bool waits(const char *folder, const char *name)
{
    return name[0] != '.' && (strcmp(folder, "new") == 0 || strchr(flags_of(name), 'S') == NULL);
}

static bool list_folder(const struct mailbox *mailbox, const char *folder, GPtrArray *paths,
                        GError **error)
{
    g_autofree char *path = g_build_filename(mailbox->folder, folder, NULL);
    DIR *directory = opendir(path);
    if (directory == NULL) {
        return disk_fault(path, "list the folder (a Maildir has new, cur and tmp)", error);
    }
    const struct dirent *entry;
    while (errno = 0, (entry = readdir(directory)) != NULL) {
        if (waits(folder, entry->d_name)) {
            g_ptr_array_add(paths, g_strconcat(folder, "/", entry->d_name, NULL));
        }
    }
    bool whole = errno == 0 || disk_fault(path, "list the folder", error);
    closedir(directory);
    return whole;
}

/* By the name alone: it begins with the time of delivery. */
static int compare_paths(gconstpointer a, gconstpointer b)
{
    const char *first = *(char *const *)a, *second = *(char *const *)b;
    return strcmp(strchr(first, '/'), strchr(second, '/'));
}

static GPtrArray *list_waiting(const struct mailbox *mailbox, GError **error)
{
    g_autoptr(GPtrArray) paths = g_ptr_array_new_with_free_func(g_free);
    if (!list_folder(mailbox, "new", paths, error) || !list_folder(mailbox, "cur", paths, error)) {
        return NULL;
    }
    g_ptr_array_sort(paths, compare_paths);
    return g_steal_pointer(&paths);
}

/* ---- taking in ---- */

static bool read_pieces(struct intake *intake, int file)
{
    g_autofree guint8 *piece = g_malloc(PIECE);
    ssize_t count;
    while ((count = TEMP_FAILURE_RETRY(read(file, piece, PIECE))) > 0) {
        intake_add(intake, piece, (size_t)count);
    }
    return count == 0;
}

/* Reads a plain file: a FIFO would keep us waiting, and a link may lead
 * anywhere. False with errno; ENOENT: it is gone, or no mail. */
static bool read_mail(struct intake *intake, const char *path, gint64 *received)
{
    int file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (file < 0) {
        errno = errno == ELOOP ? ENOENT : errno;
        return false;
    }
    struct stat status;
    bool known = fstat(file, &status) == 0, plain = known && S_ISREG(status.st_mode);
    bool older = plain && status.st_mtime < intake->round->since; /* left, so not read */
    bool whole = plain && (older || read_pieces(intake, file));
    int number = known && !plain ? ENOENT : errno;
    close(file);
    errno = number;
    *received = plain ? status.st_mtime : 0;
    return whole;
}

/* Brings one mail into the spool. *taken: it is there, to be marked. False: the
 * spool takes none. */
static bool take_in(struct maildir *maildir, const char *path, bool *taken, GError **error)
{
    g_autofree char *unique = unique_part(strchr(path, '/') + 1);
    g_autofree char *whole = g_build_filename(maildir->mailbox->folder, path, NULL);
    gint64 received = 0;
    intake_begin(&maildir->intake, unique);
    *taken = read_mail(&maildir->intake, whole, &received);
    if (!*taken) {
        GError *fault = NULL;
        if (errno != ENOENT && !disk_fault(whole, "read", &fault)) {
            intake_trouble(&maildir->intake, fault);
        }
        return true;
    }
    if (intake_leave(&maildir->intake, NULL, received)) {
        *taken = false;
        return true;
    }
    g_autofree char *name = intake_name(&maildir->intake, "maildir");
    return intake_put(&maildir->intake, name, received, error);
}

/* ---- marking ---- */

static int compare_letters(gconstpointer a, gconstpointer b, gpointer data)
{
    (void)data;
    return *(const char *)a - *(const char *)b;
}

/* "cur/UNIQUE:2,FLAGS" with S among the flags, in alphabetical order. */
static char *path_seen(const char *path)
{
    const char *name = strchr(path, '/') + 1;
    g_autofree char *unique = unique_part(name);
    g_autofree char *flags = g_strconcat(flags_of(name), "S", NULL);
    g_qsort_with_data(flags, (gint)strlen(flags), 1, compare_letters, NULL);
    return g_strconcat("cur/", unique, info, flags, NULL);
}

/* Marks a mail, or removes it; one that is gone is done. Not synced: should a
 * power cut undo it, the mail comes again and is known by its name. */
static bool mark(const struct mailbox *mailbox, const char *path, GError **error)
{
    g_autofree char *from = g_build_filename(mailbox->folder, path, NULL);
    if (mailbox->done == MAILBOX_DELETE) {
        return g_unlink(from) == 0 || errno == ENOENT || disk_fault(from, "remove", error);
    }
    g_autofree char *seen = path_seen(path);
    g_autofree char *to = g_build_filename(mailbox->folder, seen, NULL);
    return g_rename(from, to) == 0 || errno == ENOENT || disk_fault(from, "mark as seen", error);
}

/* ---- a round ---- */

/* Takes in mails `from` to before `to`, and marks them. False: nothing more can
 * be done. */
static bool fetch_batch(struct maildir *maildir, guint from, guint to, GError **error)
{
    g_autoptr(GPtrArray) taken = g_ptr_array_new();
    for (guint i = from; i < to && !maildir->round->stop(); i++) {
        bool here = false;
        if (!take_in(maildir, maildir->paths->pdata[i], &here, error)) {
            return false;
        }
        if (here) {
            g_ptr_array_add(taken, maildir->paths->pdata[i]);
        }
    }
    if (taken->len > 0 && !spool_sync(maildir->round->spool, error)) {
        return false;
    }
    for (guint i = 0; i < taken->len; i++) {
        GError *fault = NULL;
        if (!mark(maildir->mailbox, taken->pdata[i], &fault)) {
            intake_trouble(&maildir->intake, fault);
        }
    }
    return true;
}

static bool fetch_all(struct maildir *maildir, GError **error)
{
    guint total = maildir->paths->len;
    for (guint at = 0; at < total && !maildir->round->stop(); at += MAILBOX_BATCH) {
        guint to = MIN(at + MAILBOX_BATCH, total);
        if (!fetch_batch(maildir, at, to, error)) {
            return false;
        }
        maildir->round->progress(maildir->round->data, maildir->mailbox->name, to, total);
    }
    return true;
}

bool maildir_fetch(const struct mailbox *mailbox, const struct mailbox_round *round, GError **error)
{
    g_autoptr(GPtrArray) paths = list_waiting(mailbox, error);
    if (paths == NULL) {
        return false;
    }
    struct maildir maildir = { .mailbox = mailbox, .round = round, .paths = paths };
    intake_init(&maildir.intake, mailbox, round);
    GError *fault = NULL;
    fetch_all(&maildir, &fault);
    bool done = intake_end(&maildir.intake, fault, error);
    intake_clear(&maildir.intake);
    return done;
}

bool maildir_look(const struct mailbox *mailbox, struct mailbox_view *view, GError **error)
{
    static const char *const folders[] = { "new", "cur" };
    for (size_t i = 0; i < G_N_ELEMENTS(folders); i++) {
        g_autofree char *path = g_build_filename(mailbox->folder, folders[i], NULL);
        if (g_access(path, R_OK | W_OK | X_OK) != 0) {
            return disk_fault(
                path, "be used: it must be there, and this user may list and change it", error);
        }
    }
    g_autoptr(GPtrArray) paths = list_waiting(mailbox, error);
    *view = (struct mailbox_view){ .mails = paths != NULL ? paths->len : 0 };
    return paths != NULL;
}
