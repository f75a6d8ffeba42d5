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
        return cli_refuse(error, POSTMOVE_ERROR_NO,
                          "%s has a byte 0, so it is no text, and setup does not change it",
                          change->path);
    }
    return true;
}

struct setup_change *setup_change_find(GPtrArray *changes, const char *path, GError **error)
{
    char *real = realpath(path, NULL);
    g_autofree char *whole = g_strdup(real != NULL ? real : path);
    const bool leads_nowhere = real == NULL && g_file_test(path, G_FILE_TEST_IS_SYMLINK);
    free(real); /* made by the C library */
    if (leads_nowhere) {
        g_set_error(
            error, POSTMOVE_ERROR, POSTMOVE_ERROR_NO,
            "%s is a link to a file that does not exist; make that file, or remove the link", path);
        return NULL;
    }
    for (guint i = 0; i < changes->len; i++) {
        struct setup_change *before = changes->pdata[i];
        if (strcmp(before->path, whole) == 0) {
            return before;
        }
    }
    struct setup_change *change = g_new0(struct setup_change, 1);
    change->path = g_steal_pointer(&whole);
    g_ptr_array_add(changes, change);
    return read_old(change, error) ? change : NULL;
}

/* ---- what is shown ---- */

bool setup_is_changed(const struct setup_change *change)
{
    const char *old = change->old != NULL ? change->old : "";
    g_autofree char *ended = g_strconcat(old, "\n", NULL);
    return change->made != NULL && strcmp(old, change->made) != 0 &&
           strcmp(ended, change->made) != 0;
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
        return cli_refuse(error, POSTMOVE_ERROR_LATER,
                          "%s: diff could not show what changes, so nothing is written",
                          change->path);
    }
    return true;
}

bool setup_show(const GPtrArray *changes, GError **error)
{
    bool any = false;
    for (guint i = 0; i < changes->len; i++) {
        const struct setup_change *change = changes->pdata[i];
        if (!setup_is_changed(change)) {
            continue;
        }
        any = true;
        if (!show_difference(change, error)) {
            return false;
        }
    }
    return any;
}

/* ---- one file ---- */

/* Gives a new file the owner and the mode of the old one; without an old one, all may read it. */
static bool dress(const struct setup_change *change, int file)
{
    struct stat old;
    return change->old == NULL
               ? fchmod(file, 0644) == 0
               : stat(change->path, &old) == 0 && fchown(file, old.st_uid, old.st_gid) == 0 &&
                     fchmod(file, old.st_mode & 07777) == 0;
}

/* Keeps the old file, unless an older one is kept. */
static bool keep(struct setup_change *change)
{
    g_autofree char *name = g_strconcat(change->path, SETUP_KEPT, NULL);
    if (link(change->path, name) == 0) {
        change->kept = g_steal_pointer(&name);
        return true;
    }
    return errno == EEXIST;
}

/* False with the error if somebody else has written the file since it was read. */
static bool is_as_read(const struct setup_change *change, GError **error)
{
    g_autofree char *text = NULL;
    gsize length;
    plain_file_contents(change->path, &text, &length, NULL);
    if (g_strcmp0(text, change->done ? change->made : change->old) == 0) {
        return true;
    }
    return cli_refuse(
        error, POSTMOVE_ERROR_LATER,
        "%s: somebody else has changed it meanwhile, so it is not written; run setup again",
        change->path);
}

/* Writes the text of a file, whole or not at all. */
static bool put(struct setup_change *change, const char *text, GError **error)
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
    bool good = file_write(file, text, strlen(text)) && dress(change, file) && fsync(file) == 0;
    good = close(file) == 0 && good;
    if (good && !is_as_read(change, error)) {
        unlink(draft);
        return false;
    }
    good = good && (change->done || change->old == NULL || keep(change)) &&
           rename(draft, change->path) == 0;
    if (!good) {
        file_fault(change->path, "cannot write", error);
        unlink(draft);
        if (change->kept != NULL) { /* nothing was changed */
            unlink(change->kept);
        }
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
        g_autoptr(GError) error = NULL;
        if (change->done && (change->kept != NULL  ? rename(change->kept, change->path) != 0
                             : change->old == NULL ? unlink(change->path) != 0
                                                   : !put(change, change->old, &error))) {
            g_string_append_printf(failed, "%s%s", failed->len > 0 ? ", " : "", change->path);
        }
    }
    return failed->len > 0 ? g_string_free(g_steal_pointer(&failed), FALSE) : NULL;
}

bool setup_put(GPtrArray *changes, GError **error)
{
    for (guint i = 0; i < changes->len; i++) {
        struct setup_change *change = changes->pdata[i];
        if (setup_is_changed(change) && !put(change, change->made, error)) {
            g_autofree char *failed = setup_take_back(changes);
            if (failed != NULL) {
                g_prefix_error(error, "could not be put back: %s; ", failed);
            }
            return false;
        }
    }
    return true;
}

void setup_forget_kept(const GPtrArray *changes)
{
    for (guint i = 0; i < changes->len; i++) {
        const struct setup_change *change = changes->pdata[i];
        g_autofree char *name = g_strconcat(change->path, SETUP_KEPT, NULL), *text = NULL;
        if (g_file_get_contents(name, &text, NULL, NULL) &&
            g_strcmp0(text, change->made != NULL ? change->made : change->old) == 0) {
            unlink(name);
        }
    }
}
