/* doctor: what lies on the disk: files and their rights, the spool, locks, room. */
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/lock.h"
#include "base/zone.h"
#include "cli/checkup.h"
#include "post/spool.h"

enum {
    OTHERS_WRITE = 0022, /* of a mode: somebody beside the owner may write */
    OTHERS_ANY = 0077,   /* or do anything at all */
    MIB = 1024 * 1024,
    FREE_MIB_LEAST = 64,
    FREE_FILES_LEAST = 1000,
};

static const char *const spool_folders[] = { "tmp", "new", "work", "failed" };

/* ---- configuration and templates ---- */

/* Tells `key` if anybody but the owner has one of the rights in `rights`. */
static void refuse_rights(struct checkup *checkup, const char *path, mode_t rights, const char *key)
{
    struct stat status;
    bool harmless =
        stat(path, &status) != 0 || (status.st_mode & rights) == 0 ||
        /* Of a folder such as /tmp nobody takes away what is another's. */
        (S_ISDIR(status.st_mode) && rights == OTHERS_WRITE && (status.st_mode & S_ISVTX) != 0);
    if (!harmless) {
        g_autofree char *mode = g_strdup_printf("%03o", (unsigned)status.st_mode & 0777);
        checkup_tell(checkup, key, &(struct particulars){ .path = path, .detail = mode });
    }
}

static void refuse_folder_rights(struct checkup *checkup, const char *path, const char *key)
{
    g_autofree char *folder = g_path_get_dirname(path);
    refuse_rights(checkup, folder, OTHERS_WRITE, key);
}

void checkup_configuration(struct checkup *checkup)
{
    const struct config *config = checkup->server.config;
    refuse_rights(checkup, config->path, OTHERS_WRITE, "configuration-open");
    refuse_folder_rights(checkup, config->path, "configuration-folder-open");
    if (strchr(config->host, '.') == NULL) {
        checkup_tell(checkup, "configuration-host",
                     &(struct particulars){ .path = config->path, .detail = config->address });
    }
    if (config->authserv_id != NULL) {
        checkup_tell(checkup, "configuration-verdicts",
                     &(struct particulars){ .path = config->path, .detail = config->authserv_id });
    }
}

/* Tells what the folder has no words for though those beside the program have:
 * it was copied from an older one. */
static void look_at_lacking(struct checkup *checkup, const char *folder)
{
    g_autoptr(Words) whole = cli_words(NULL, NULL);
    g_autoptr(GPtrArray) lacking =
        whole != NULL ? words_lacking(checkup->words, whole) : g_ptr_array_new();
    if (lacking->len > 0) {
        g_autofree char *beside = config_templates_beside_program();
        checkup_tell(checkup, "templates-lacking",
                     &(struct particulars){ .path = folder,
                                            .detail = lacking->pdata[0],
                                            .reason = beside,
                                            .count = lacking->len - 1 });
    }
}

void checkup_templates(struct checkup *checkup)
{
    const char *folder = checkup->server.config->templates;
    const GError *amiss = checkup->templates_amiss;
    guint before = checkup->findings->len;
    if (amiss != NULL) {
        checkup_tell(checkup, "templates-amiss",
                     &(struct particulars){ .path = folder, .reason = amiss->message });
    } else {
        look_at_lacking(checkup, folder);
    }
    if (checkup->findings->len == before) {
        checkup_tell(checkup, "templates-ok", &(struct particulars){ .path = folder });
    }
}

/* ---- rights ---- */

/* Counts a mail, and keeps the path of the first. */
struct count {
    gint64 mails;
    char *one;
};

static void count_mail(struct count *count, const char *path)
{
    count->mails++;
    count->one = count->one != NULL ? count->one : g_strdup(path);
}

static void tell_count(struct checkup *checkup, const char *key, const char *folder,
                       struct count *count)
{
    if (count->mails > 0) {
        checkup_tell(
            checkup, key,
            &(struct particulars){ .path = folder, .detail = count->one, .count = count->mails });
    }
    g_free(count->one);
}

/* The files in a folder of the spool that others may read, and those that are
 * not the folder's owner's, who could not take them out. */
static void look_at_mails(struct checkup *checkup, const char *folder)
{
    struct count open_ones = { 0 }, foreign = { 0 };
    struct stat whole, status;
    g_autoptr(GDir) directory = g_dir_open(folder, 0, NULL);
    const char *name;
    if (directory == NULL || stat(folder, &whole) != 0) {
        return;
    }
    while ((name = g_dir_read_name(directory)) != NULL) {
        g_autofree char *path = g_build_filename(folder, name, NULL);
        if (lstat(path, &status) != 0 || !S_ISREG(status.st_mode)) {
            continue;
        }
        if ((status.st_mode & OTHERS_ANY) != 0) {
            count_mail(&open_ones, path);
        }
        if (status.st_uid != whole.st_uid || (status.st_mode & S_IRUSR) == 0) {
            count_mail(&foreign, path);
        }
    }
    tell_count(checkup, "rights-mail-open", folder, &open_ones);
    tell_count(checkup, "rights-mail-foreign", folder, &foreign);
}

/* What a run must read and write, beside what it makes anew. */
static const char *const file_endings[] = { "",          "-wal",       "-shm",       ".lock",
                                            ".run.lock", ".send.lock", ".fetch.lock" };

/* Looks whether the database's owner may read and write a file. False if it is
 * not his: one mend will do for all of those. */
static bool is_owners(struct checkup *checkup, const char *path, const struct stat *database)
{
    struct stat status;
    if (stat(path, &status) != 0) {
        return true;
    }
    const char *key = NULL;
    if (status.st_uid != database->st_uid) {
        key = "rights-owner";
    } else if ((status.st_mode & (S_IRUSR | S_IWUSR)) != (S_IRUSR | S_IWUSR)) {
        key = "rights-closed";
    }
    if (key != NULL) {
        checkup_tell(
            checkup, key,
            &(struct particulars){ .path = path, .detail = checkup->server.config->database });
    }
    return g_strcmp0(key, "rights-owner") != 0;
}

static void look_at_owners(struct checkup *checkup, const struct config *config)
{
    struct stat database;
    if (stat(config->database, &database) != 0) {
        return;
    }
    bool his = is_owners(checkup, config->spool, &database);
    for (size_t i = 0; i < G_N_ELEMENTS(file_endings) && his; i++) {
        g_autofree char *path = g_strconcat(config->database, file_endings[i], NULL);
        his = is_owners(checkup, path, &database);
    }
    for (size_t i = 0; i < G_N_ELEMENTS(spool_folders) && his; i++) {
        g_autofree char *path = g_build_filename(config->spool, spool_folders[i], NULL);
        his = is_owners(checkup, path, &database);
    }
    g_autofree char *folder = g_path_get_dirname(config->database);
    if (database.st_uid != geteuid()) {
        checkup_tell(checkup, "rights-user",
                     &(struct particulars){ .path = config->database, .count = database.st_uid });
    } else if (access(folder, W_OK | X_OK) != 0) {
        checkup_tell(checkup, "rights-closed", &(struct particulars){ .path = folder });
    }
}

void checkup_rights(struct checkup *checkup)
{
    const struct config *config = checkup->server.config;
    for (size_t i = 0; i < G_N_ELEMENTS(file_endings); i++) {
        g_autofree char *path = g_strconcat(config->database, file_endings[i], NULL);
        refuse_rights(checkup, path, OTHERS_ANY, "rights-open");
    }
    refuse_folder_rights(checkup, config->database, "rights-folder-open");
    refuse_rights(checkup, config->spool, OTHERS_WRITE, "rights-folder-open");
    for (size_t i = 0; i < G_N_ELEMENTS(spool_folders); i++) {
        g_autofree char *folder = g_build_filename(config->spool, spool_folders[i], NULL);
        refuse_rights(checkup, folder, OTHERS_ANY, "rights-open");
        look_at_mails(checkup, folder);
    }
    look_at_owners(checkup, config);
}

/* ---- spool ---- */

/* Whether the folders are all there, to be used by us, and on one file system,
 * so that a mail gets from one to the other in one step. */
static bool look_at_folders(struct checkup *checkup, const char *spool)
{
    guint before = checkup->findings->len;
    struct stat whole = { 0 };
    bool known = stat(spool, &whole) == 0;
    for (size_t i = 0; i < G_N_ELEMENTS(spool_folders); i++) {
        g_autofree char *path = g_build_filename(spool, spool_folders[i], NULL);
        const struct particulars about = { .path = path, .detail = spool };
        struct stat status;
        bool there = stat(path, &status) == 0;
        bool hidden = !there && errno == EACCES;
        if (!hidden && (!there || !S_ISDIR(status.st_mode))) {
            checkup_tell(checkup, "spool-missing", &about);
        } else if (hidden || access(path, R_OK | W_OK | X_OK) != 0) {
            checkup_tell(checkup, "spool-closed", &about);
        } else if (known && status.st_dev != whole.st_dev) {
            checkup_tell(checkup, "spool-apart", &about);
        }
    }
    return checkup->findings->len == before;
}

/* The time of the first that came, 0 if none says so. */
static gint64 oldest_of(const GPtrArray *entries, gint64 *interrupted)
{
    gint64 oldest = 0;
    for (guint i = 0; i < entries->len; i++) {
        const struct spool_entry *entry = entries->pdata[i];
        *interrupted += entry->attempt > 0;
        if (entry->received > 0 && (oldest == 0 || entry->received < oldest)) {
            oldest = entry->received;
        }
    }
    return oldest;
}

static void look_at_waiting(struct checkup *checkup, const char *spool, const GPtrArray *entries)
{
    gint64 interrupted = 0, oldest = oldest_of(entries, &interrupted);
    gint64 age = oldest > 0 ? MAX(clock_now() - oldest, 0) : 0;
    g_autofree char *span = checkup_span(checkup, age);
    checkup_tell(checkup, age > CHECKUP_PATIENCE ? "spool-late" : "spool-ok",
                 &(struct particulars){ .path = spool, .detail = span, .count = entries->len });
    if (interrupted > 0) {
        checkup_tell(checkup, "spool-interrupted",
                     &(struct particulars){ .path = spool, .count = interrupted });
    }
}

void checkup_spool(struct checkup *checkup)
{
    const char *spool = checkup->server.config->spool;
    if (!look_at_folders(checkup, spool)) {
        return;
    }
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) entries = spool_list(spool, &error);
    g_auto(GStrv) failed = entries != NULL ? spool_failed(spool, &error) : NULL;
    if (failed == NULL) {
        checkup_tell(checkup, "spool-closed",
                     &(struct particulars){ .path = spool, .reason = error->message });
        return;
    }
    look_at_waiting(checkup, spool, entries);
    if (failed[0] != NULL) {
        checkup_tell(checkup, "spool-failed",
                     &(struct particulars){
                         .path = spool, .detail = failed[0], .count = g_strv_length(failed) });
    }
}

/* ---- hook ---- */

/* The folder itself, or the nearest above it that is there: the first letter
 * makes the others. */
static char *nearest_there(const char *path)
{
    char *folder = g_strdup(path);
    while (!g_file_test(folder, G_FILE_TEST_EXISTS) && strcmp(folder, "/") != 0) {
        char *above = g_path_get_dirname(folder);
        g_free(folder);
        folder = above;
    }
    return folder;
}

static void look_at_hook_folder(struct checkup *checkup, const char *folder)
{
    g_autofree char *there = nearest_there(folder);
    bool usable = g_file_test(there, G_FILE_TEST_IS_DIR) && access(there, R_OK | W_OK | X_OK) == 0;
    checkup_tell(checkup, usable ? "hook-ok" : "hook-folder-closed",
                 &(struct particulars){ .path = folder, .detail = there });
}

void checkup_hook(struct checkup *checkup)
{
    const struct config *config = checkup->server.config;
    if (config->hook_folder != NULL) {
        look_at_hook_folder(checkup, config->hook_folder);
        return;
    }
    if (config->hook_service != NULL) {
        checkup_hook_server(checkup);
        return;
    }
    const char *program = config->hook_argv[0];
    g_autofree char *found = g_find_program_in_path(program);
    const char *key = found != NULL                              ? "hook-ok"
                      : g_file_test(program, G_FILE_TEST_EXISTS) ? "hook-closed"
                                                                 : "hook-missing";
    checkup_tell(
        checkup, key,
        &(struct particulars){ .path = found != NULL ? found : program, .detail = config->path });
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
    checkup_tell(checkup, age > CHECKUP_PATIENCE ? "locks-stuck" : "locks-held",
                 &(struct particulars){ .path = path, .detail = span, .reason = holder });
}

void checkup_locks(struct checkup *checkup)
{
    static const char *const endings[] = { ".lock", ".run.lock", ".send.lock", ".fetch.lock" };
    for (size_t i = 0; i < G_N_ELEMENTS(endings); i++) {
        g_autofree char *path = g_strconcat(checkup->server.config->database, endings[i], NULL);
        look_at_lock(checkup, path);
    }
}

/* ---- zones ---- */

void checkup_zones(struct checkup *checkup)
{
    const char *path;
    const char *key = zone_database(&path) ? "zones-ok" : "zones-missing";
    checkup_tell(checkup, key, &(struct particulars){ .path = path });
}

/* ---- disk ---- */

static void look_at_disk(struct checkup *checkup, const char *path)
{
    struct statvfs disk;
    if (statvfs(path, &disk) != 0) {
        checkup_tell(checkup, "disk-unknown",
                     &(struct particulars){ .path = path, .reason = g_strerror(errno) });
        return;
    }
    guint64 mib = (guint64)disk.f_bavail * disk.f_frsize / MIB;
    bool few_files = disk.f_files > 0 && disk.f_favail < FREE_FILES_LEAST;
    const char *key = (disk.f_flag & ST_RDONLY) != 0 ? "disk-fixed"
                      : mib < FREE_MIB_LEAST         ? "disk-full"
                      : few_files                    ? "disk-files"
                                                     : "disk-ok";
    checkup_tell(checkup, key,
                 &(struct particulars){ .path = path,
                                        .count = few_files && mib >= FREE_MIB_LEAST
                                                     ? (gint64)disk.f_favail
                                                     : (gint64)mib });
}

void checkup_disk(struct checkup *checkup)
{
    const struct config *config = checkup->server.config;
    g_autofree char *folder = g_path_get_dirname(config->database);
    struct stat database, spool;
    look_at_disk(checkup, folder);
    if (stat(folder, &database) != 0 || stat(config->spool, &spool) != 0 ||
        database.st_dev != spool.st_dev) {
        look_at_disk(checkup, config->spool);
    }
}
