/* doctor: what lies on the disk: configuration, templates, locks, time zones, room. */
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/files.h"
#include "base/lock.h"
#include "cli/checkup.h"

enum {
    OTHERS_WRITE = 0022, /* of a mode: somebody beside the owner may write */
    MIB = 1024 * 1024,
    FREE_MIB_LEAST = 64,
    FREE_FILES_LEAST = 1000,
};

/* ---- configuration and templates ---- */

void checkup_configuration(struct checkup *checkup)
{
    const struct config *config = checkup->server.config;
    g_autofree char *folder = g_path_get_dirname(config->path);
    checkup_refuse_rights(checkup, config->path, OTHERS_WRITE, "!configuration-open");
    checkup_refuse_rights(checkup, folder, OTHERS_WRITE, "!configuration-folder-open");
    if (strchr(config->host, '.') == NULL) {
        checkup_tell(checkup, "?configuration-host", .path = config->path,
                     .detail = config->address);
    }
    if (config->authserv_id != NULL) {
        checkup_tell(checkup, "?configuration-verdicts", .path = config->path,
                     .detail = config->authserv_id);
    }
}

/* Tells of one kind of fault of an own folder of templates: the first, and how many others. */
static void tell_templates(struct checkup *checkup, const char *key, const GPtrArray *faults)
{
    if (faults->len > 0) {
        checkup_tell(checkup, key, .path = checkup->server.config->templates,
                     .detail = faults->pdata[0], .count = faults->len - 1);
    }
}

void checkup_templates(struct checkup *checkup)
{
    const char *folder = checkup->server.config->templates;
    const GError *amiss = checkup->templates_amiss;
    g_autoptr(GPtrArray) missing = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GPtrArray) unknown = g_ptr_array_new_with_free_func(g_free);
    if (amiss != NULL) {
        checkup_tell(checkup, "!templates-amiss", .path = folder, .reason = amiss->message);
        return;
    }
    words_compare(checkup->words, missing, unknown);
    tell_templates(checkup, "!templates-lacking", missing);
    tell_templates(checkup, "!templates-unknown", unknown);
    if (missing->len + unknown->len == 0) {
        checkup_tell(checkup, "templates-ok", .path = folder);
    }
}

/* ---- locks ---- */

/* The file was written when the lock was taken. By the system's clock: that of
 * a database made for tests has nothing to do with files. */
static void look_at_lock(struct checkup *checkup, const char *path)
{
    struct stat status;
    g_autofree char *holder = lock_holder(path);
    if (holder == NULL || stat(path, &status) != 0) {
        return;
    }
    gint64 age = MAX(g_get_real_time() / G_USEC_PER_SEC - status.st_mtime, 0);
    g_autofree char *span = checkup_span(checkup, age);
    checkup_tell(checkup, age > CHECKUP_PATIENCE ? "!locks-stuck" : "?locks-held", .path = path,
                 .detail = span, .reason = holder);
}

void checkup_locks(struct checkup *checkup)
{
    g_autoptr(GPtrArray) paths = beside_paths(checkup->server.config->database, BESIDE_LOCK);
    for (guint i = 0; i < paths->len; i++) {
        look_at_lock(checkup, paths->pdata[i]);
    }
}

/* ---- zones ---- */

void checkup_zones(struct checkup *checkup)
{
    const char *path;
    const char *key = zone_database(&path) ? "zones-ok" : "!zones-missing";
    checkup_tell(checkup, key, .path = path);
}

/* ---- disk ---- */

/* File systems that other machines share, by what statfs(2) calls them: SQLite's locks
 * cannot be trusted there. */
static bool is_shared(const char *path)
{
    static const unsigned shared[] = {
        0x6969,     /* NFS */
        0x517B,     /* SMB */
        0xFF534D42, /* CIFS */
        0xFE534D42, /* SMB2 */
        0x01021997, /* 9P */
        0x00C36400, /* Ceph */
        0x5346414F, /* AFS */
    };
    struct statfs system;
    bool found = false;
    for (size_t i = 0; i < G_N_ELEMENTS(shared) && statfs(path, &system) == 0; i++) {
        found = found || (unsigned)system.f_type == shared[i];
    }
    return found;
}

static void look_at_disk(struct checkup *checkup, const char *path)
{
    struct statvfs disk;
    guint before = checkup->findings->len;
    if (statvfs(path, &disk) != 0) {
        if (errno == ENOENT || errno == EACCES) {
            return; /* what is missing or closed is told where it is used */
        }
        checkup_tell(checkup, "?disk-unknown", .path = path, .reason = g_strerror(errno));
        return;
    }
    gint64 mib = (gint64)((guint64)disk.f_bavail * disk.f_frsize / MIB);
    if ((disk.f_flag & ST_RDONLY) != 0) {
        checkup_tell(checkup, "!disk-fixed", .path = path);
    }
    if (disk.f_files > 0 && disk.f_favail < FREE_FILES_LEAST) {
        checkup_tell(checkup, "!disk-files", .path = path, .count = (gint64)disk.f_favail);
    }
    if (mib < FREE_MIB_LEAST) {
        checkup_tell(checkup, "!disk-full", .path = path, .count = mib);
    }
    if (checkup->findings->len == before) {
        checkup_tell(checkup, "disk-ok", .path = path, .count = mib);
    }
}

/* The same file system may be mounted twice, in one place for reading alone. */
static bool are_one(const char *path, const char *other)
{
    struct stat status, another;
    struct statvfs disk, second;
    return stat(path, &status) == 0 && stat(other, &another) == 0 &&
           status.st_dev == another.st_dev && statvfs(path, &disk) == 0 &&
           statvfs(other, &second) == 0 && (disk.f_flag & ST_RDONLY) == (second.f_flag & ST_RDONLY);
}

void checkup_disk(struct checkup *checkup)
{
    const struct config *config = checkup->server.config;
    g_autofree char *folder = g_path_get_dirname(config->database);
    guint before = checkup->findings->len;
    look_at_disk(checkup, folder);
    if (!are_one(folder, config->spool)) {
        look_at_disk(checkup, config->spool);
    }
    if (checkup->findings->len == before) {
        checkup_tell(checkup, "?disk-hidden", .path = folder);
    }
    if (is_shared(folder)) {
        checkup_tell(checkup, "?disk-shared", .path = folder);
    }
}
