#include "transport/mailbox_kinds.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/files.h"
#include "transport/intake.h"
#include "transport/spool.h"

enum { PIECE = 64 * 1024 };

/* What separates the unique part of a name from its flags. */
static const char info[] = ":2,";

static const char *const folders[] = { "new", "cur" }; /* where mail can wait */

struct maildir {
    const struct mailbox *mailbox;
    struct intake intake;
    GPtrArray *paths; /* the mails that wait: "new/NAME" or "cur/NAME:2,FLAGS", in order */
};

/* ---- what waits ---- */

static const char *flags_of(const char *name)
{
    const char *at = strstr(name, info);
    return at != NULL ? at + strlen(info) : "";
}

/* By the name alone, which begins with the time of delivery. */
static int compare_paths(gconstpointer a, gconstpointer b)
{
    const char *first = *(char *const *)a, *second = *(char *const *)b;
    return strcmp(first + strcspn(first, "/"), second + strcspn(second, "/"));
}

static bool is_done(const char *name)
{
    return strchr(flags_of(name), 'S') != NULL;
}

/* "new/NAME" and "cur/NAME:2,FLAGS" of the mails that wait, in order; also of those that are done
 * and have arrived since `again` (0: none of them). NULL with the error. */
static GPtrArray *list_waiting(const struct mailbox *mailbox, gint64 again, GError **error)
{
    g_autoptr(GPtrArray) paths = g_ptr_array_new_with_free_func(g_free);
    bool whole = true;
    for (size_t i = 0; whole && i < G_N_ELEMENTS(folders); i++) {
        g_autofree char *path = g_build_filename(mailbox->folder, folders[i], NULL);
        DIR *directory = opendir(path);
        if (directory == NULL) {
            file_fault(path, "cannot list the folder (a Maildir has new, cur and tmp)", error);
            return NULL;
        }
        const struct dirent *entry;
        while (errno = 0, (entry = readdir(directory)) != NULL) {
            const char *name = entry->d_name;
            struct stat status;
            if (name[0] != '.' &&
                (strcmp(folders[i], "new") == 0 || !is_done(name) ||
                 (again != 0 &&
                  fstatat(dirfd(directory), name, &status, AT_SYMLINK_NOFOLLOW) == 0 &&
                  status.st_mtime >= again))) {
                g_ptr_array_add(paths, g_strconcat(folders[i], "/", name, NULL));
            }
        }
        whole = errno == 0 || file_fault(path, "cannot list the folder", error);
        closedir(directory);
    }
    g_ptr_array_sort(paths, compare_paths);
    return whole ? g_steal_pointer(&paths) : NULL;
}

/* ---- taking in ---- */

/* Reads a plain file: a FIFO would keep us waiting, and a link may lead anywhere. False with
 * errno; ENOENT: it is gone, or is no mail. */
static bool read_mail(struct intake *intake, const char *path, gint64 *received)
{
    g_auto(Descriptor) file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (file < 0) {
        errno = errno == ELOOP ? ENOENT : errno;
        return false;
    }
    struct stat status;
    bool known = fstat(file, &status) == 0, plain = known && S_ISREG(status.st_mode);
    bool older = plain && status.st_mtime < intake->round->since; /* it will be left, so it is
                                                                     not read */
    g_autofree guint8 *piece = g_malloc(PIECE);
    ssize_t count = plain ? 0 : -1;
    while (plain && !older && (count = TEMP_FAILURE_RETRY(read(file, piece, PIECE))) > 0) {
        intake_add(intake, piece, (size_t)count);
    }
    errno = known && !plain ? ENOENT : errno;
    *received = plain ? status.st_mtime : 0;
    return count == 0;
}

/* Brings one mail into the spool. False if the spool takes none. */
static bool take_in(void *owner, guint number, bool *here, GError **error)
{
    struct maildir *maildir = owner;
    const char *path = maildir->paths->pdata[number], *file = strchr(path, '/') + 1;
    g_autofree char *unique = g_strndup(file, strcspn(file, ":"));
    g_autofree char *whole = g_build_filename(maildir->mailbox->folder, path, NULL);
    gint64 received = 0;
    intake_begin(&maildir->intake, unique);
    if (!read_mail(&maildir->intake, whole, &received)) {
        GError *fault = NULL;
        if (errno != ENOENT && !file_fault(whole, "cannot read", &fault)) {
            intake_trouble(&maildir->intake, fault);
        }
        return true;
    }
    if (intake_leave(&maildir->intake, NULL, received)) {
        return true;
    }
    g_autofree char *name = intake_name(&maildir->intake, "maildir");
    *here = intake_put(&maildir->intake, name, received, error);
    return *here;
}

/* ---- marking ---- */

/* Marks or removes a mail; true also if it is gone. */
static bool mark(const struct mailbox *mailbox, const char *path, GError **error)
{
    g_autofree char *from = g_build_filename(mailbox->folder, path, NULL);
    if (mailbox->done == MAILBOX_DELETE) {
        return g_unlink(from) == 0 || errno == ENOENT || file_fault(from, "cannot remove", error);
    }
    if (is_done(path) && g_str_has_prefix(path, "cur/")) {
        return true; /* it was fetched again */
    }
    /* The new name is "cur/UNIQUE:2,FLAGS" with S among the flags, in alphabetical order. */
    const char *name = strchr(path, '/') + 1, *flags = flags_of(name);
    g_autofree char *unique = g_strndup(name, strcspn(name, ":"));
    const int before = (int)strspn(flags, "ABCDEFGHIJKLMNOPQR");
    g_autofree char *to = g_strdup_printf("%s/cur/%s%s%.*sS%s", mailbox->folder, unique, info,
                                          before, flags, flags + before);
    return g_rename(from, to) == 0 || errno == ENOENT ||
           file_fault(from, "cannot mark as seen", error);
}

/* Not synced: if a power cut undoes it, the mail comes again and is known by its name. */
static bool mark_all(void *owner, const GArray *numbers, GError **error)
{
    (void)error; /* if a mail cannot be marked, the others are marked all the same */
    struct maildir *maildir = owner;
    for (guint i = 0; i < numbers->len; i++) {
        GError *fault = NULL;
        guint number = g_array_index(numbers, guint, i);
        if (!mark(maildir->mailbox, maildir->paths->pdata[number], &fault)) {
            intake_trouble(&maildir->intake, fault);
        }
    }
    return true;
}

/* ---- a round ---- */

bool maildir_fetch(const struct mailbox *mailbox, const struct mailbox_round *round, GError **error)
{
    g_autoptr(GPtrArray) paths = list_waiting(mailbox, round->again, error);
    if (paths == NULL) {
        return false;
    }
    struct maildir maildir = { .mailbox = mailbox, .paths = paths };
    intake_init(&maildir.intake, mailbox, round);
    const struct intake_work work = {
        .owner = &maildir,
        .count = paths->len,
        .take_in = take_in,
        .mark = mark_all,
    };
    GError *fault = NULL;
    intake_run(&maildir.intake, &work, &fault);
    return intake_end(&maildir.intake, fault, error);
}

bool maildir_look(const struct mailbox *mailbox, guint *mails, GError **error)
{
    for (size_t i = 0; i < G_N_ELEMENTS(folders); i++) {
        g_autofree char *path = g_build_filename(mailbox->folder, folders[i], NULL);
        if (g_access(path, R_OK | W_OK | X_OK) != 0) {
            return file_fault(
                path, "cannot be used: it must be there, and this user may list and change it",
                error);
        }
    }
    g_autoptr(GPtrArray) paths = list_waiting(mailbox, 0, error);
    *mails = paths != NULL ? paths->len : 0;
    return paths != NULL;
}
