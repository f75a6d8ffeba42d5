/* setup: what changes in files; shows it, and puts it in place. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/error.h"
#include "base/files.h"
#include "cli/setup.h"

void setup_change_free(struct setup_change *change)
{
    g_free(change->path);
    g_free(change->old);
    g_free(change->made);
    g_free(change->kept);
    g_free(change);
}

/* Reads the old text; there may be none. */
static bool read_old(struct setup_change *change, GError **error)
{
    gsize length;
    g_autoptr(GError) fault = NULL;
    if (!plain_file_contents(change->path, &change->old, &length, &fault)) {
        const bool is_missing = g_error_matches(fault, G_FILE_ERROR, G_FILE_ERROR_NOENT);
        g_propagate_error(is_missing ? NULL : error, g_steal_pointer(&fault));
        return is_missing;
    }
    if (strlen(change->old) < length) {
        g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_NO,
                    "%s has a byte 0, so it is no text, and setup does not change it",
                    change->path);
        return false;
    }
    return true;
}

/* The change of a file whose new text is not known yet. NULL if the old one cannot be read. */
static struct setup_change *change_of(const char *path, GError **error)
{
    struct setup_change *change = g_new0(struct setup_change, 1);
    char *real = realpath(path, NULL);
    change->path = g_strdup(real != NULL ? real : path);
    const bool is_missing = real == NULL;
    free(real); /* made by the C library */
    change->mode = 0644;
    if (is_missing && g_file_test(path, G_FILE_TEST_IS_SYMLINK)) {
        g_set_error(
            error, POSTMOVE_ERROR, POSTMOVE_ERROR_NO,
            "%s is a link to a file that does not exist; make that file, or remove the link", path);
        setup_change_free(change);
        return NULL;
    }
    if (!read_old(change, error)) {
        setup_change_free(change);
        return NULL;
    }
    return change;
}

struct setup_change *setup_change_find(GPtrArray *changes, const char *path, GError **error)
{
    struct setup_change *change = change_of(path, error);
    for (guint i = 0; change != NULL && i < changes->len; i++) {
        struct setup_change *before = changes->pdata[i];
        if (strcmp(before->path, change->path) == 0) {
            setup_change_free(change);
            return before;
        }
    }
    if (change != NULL) {
        g_ptr_array_add(changes, change);
    }
    return change;
}

bool setup_change_add(GPtrArray *changes, const char *path, const char *made, GError **error)
{
    struct setup_change *change = setup_change_find(changes, path, error);
    if (change != NULL) {
        g_free(change->made);
        change->made = g_strdup(made);
    }
    return change != NULL;
}

/* ---- what is shown ---- */

static bool is_changed(const struct setup_change *change)
{
    const char *old = change->old != NULL ? change->old : "";
    return change->made != NULL && strcmp(old, change->made) != 0;
}

/* Lets diff(1) print what changes in a file. */
static bool show_difference(const struct setup_change *change, GError **error)
{
    const char *old = change->old != NULL ? change->path : "/dev/null";
    g_autofree char *draft = NULL;
    const int file = g_file_open_tmp("postmove-XXXXXX", &draft, error);
    if (file < 0) {
        return false;
    }
    const bool written = file_write(file, change->made, strlen(change->made));
    close(file);
    const char *argv[] = { "diff",       "-u", "--label", old,   "--label",
                           change->path, "--", old,       draft, NULL };
    int status = 0;
    fflush(stdout); /* what stands before it there */
    const bool ran = written && g_spawn_sync(NULL, (char **)argv, NULL, G_SPAWN_SEARCH_PATH, NULL,
                                             NULL, NULL, NULL, &status, NULL);
    unlink(draft);
    /* It ends with 0 or 1: the two are the same, or they differ. */
    if (!ran || !WIFEXITED(status) || WEXITSTATUS(status) > 1) {
        g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_LATER,
                    "%s: diff could not show what changes, so nothing is written", change->path);
        return false;
    }
    return true;
}

bool setup_show(const struct setup_plan *setup, const GPtrArray *changes, GError **error)
{
    bool any = false;
    for (guint i = 0; i < changes->len; i++) {
        const struct setup_change *change = changes->pdata[i];
        if (!is_changed(change)) {
            continue;
        }
        any = true;
        if (change->secret) {
            g_autofree char *text = setup_say(setup, "secret", pairs("path", change->path, NULL));
            puts(text);
        } else if (!show_difference(change, error)) {
            return false;
        }
    }
    return any;
}

/* ---- one file ---- */

/* Gives a new file the owner and the mode of the old one, or those that it shall have. */
static bool dress(const struct setup_plan *setup, const struct setup_change *change, int file)
{
    struct stat old;
    if (change->old != NULL) {
        return stat(change->path, &old) == 0 && fchown(file, old.st_uid, old.st_gid) == 0 &&
               fchmod(file, old.st_mode & 07777) == 0;
    }
    return (!change->owned || fchown(file, setup->user, setup->group) == 0) &&
           fchmod(file, change->mode) == 0;
}

/* Keeps the old file under a name that nothing has yet. */
static bool keep(const struct setup_plan *setup, struct setup_change *change)
{
    for (int i = 1; i < 1000; i++) {
        g_autofree char *number = i > 1 ? g_strdup_printf(".%d", i) : g_strdup("");
        g_autofree char *name =
            g_strconcat(change->path, setup->undo ? ".before-undo" : SETUP_KEPT, number, NULL);
        if (link(change->path, name) == 0) {
            change->kept = g_steal_pointer(&name);
            return true;
        }
        if (errno != EEXIST) {
            return false;
        }
    }
    return false;
}

static bool put(const struct setup_plan *setup, struct setup_change *change, GError **error)
{
    g_autofree char *folder = g_path_get_dirname(change->path);
    g_autofree char *draft = g_strconcat(folder, "/.postmove-setup-XXXXXX", NULL);
    if (g_mkdir_with_parents(folder, 0755) != 0) {
        return file_fault(folder, "cannot make the folder", error);
    }
    const int file = g_mkstemp_full(draft, O_RDWR | O_CLOEXEC, 0600);
    if (file < 0) {
        return file_fault(change->path, "cannot write", error);
    }
    bool good = file_write(file, change->made, strlen(change->made)) &&
                dress(setup, change, file) && fsync(file) == 0;
    good = close(file) == 0 && good;
    good = good && (change->old == NULL || keep(setup, change)) && rename(draft, change->path) == 0;
    if (!good) {
        file_fault(change->path, "cannot write", error);
        unlink(draft);
        return false;
    }
    change->done = true;
    return file_sync_folder(change->path, error);
}

/* ---- all of them ---- */

char *setup_take_back(GPtrArray *changes)
{
    g_autoptr(GString) failed = g_string_new(NULL);
    for (guint i = 0; i < changes->len; i++) {
        struct setup_change *change = changes->pdata[i];
        if (!change->done) {
            continue;
        }
        if (change->kept != NULL ? rename(change->kept, change->path) == 0
                                 : unlink(change->path) == 0) {
            change->done = false;
            continue;
        }
        g_string_append_printf(failed, "%s%s (%s", failed->len > 0 ? ", " : "", change->path,
                               g_strerror(errno));
        const char *kept = change->kept;
        g_string_append_printf(failed, "%s%s)", kept != NULL ? "; the old file is " : "",
                               kept != NULL ? kept : "");
    }
    return failed->len > 0 ? g_string_free(g_steal_pointer(&failed), FALSE) : NULL;
}

void setup_forget_kept(const GPtrArray *changes)
{
    for (guint i = 0; i < changes->len; i++) {
        const struct setup_change *change = changes->pdata[i];
        bool there = change->done;
        for (int k = 1; there; k++) {
            g_autofree char *number = k > 1 ? g_strdup_printf(".%d", k) : g_strdup("");
            g_autofree char *name = g_strconcat(change->path, SETUP_KEPT, number, NULL);
            there = unlink(name) == 0;
        }
    }
}

bool setup_put(const struct setup_plan *setup, GPtrArray *changes, GError **error)
{
    for (guint i = 0; i < changes->len; i++) {
        struct setup_change *change = changes->pdata[i];
        if (is_changed(change) && !put(setup, change, error)) {
            g_autofree char *failed = setup_take_back(changes);
            if (failed != NULL) {
                g_prefix_error(error, "could not be put back: %s; ", failed);
            }
            return false;
        }
    }
    return true;
}
