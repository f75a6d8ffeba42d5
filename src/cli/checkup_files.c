/* doctor: the files on the disk: configuration, spool, libraries, words; who may use them, and
 * how much room is left. */
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/files.h"
#include "cli/checkup.h"
#include "language/line.h"
#include "mail/child.h"
#include "transport/spool.h"

enum {
    OTHERS_WRITE = 0022, /* bits of a mode: somebody other than the owner may write */
    OTHERS_ANY = 0077,   /* or may do anything at all */
    MIB = 1024 * 1024,
    FREE_MIB_LEAST = 64,
};

/* The folders of a spool. */
static const char *const folders[] = { "tmp", "new", "work", "failed", NULL };

/* Reports `key` if anybody but the owner has one of the rights in `rights`. */
static void refuse_rights(struct checkup *checkup, const char *path, mode_t rights, const char *key)
{
    struct stat status;
    bool harmless =
        stat(path, &status) != 0 || (status.st_mode & rights) == 0 ||
        /* In a folder such as /tmp nobody can remove a file of somebody else. */
        (S_ISDIR(status.st_mode) && rights == OTHERS_WRITE && (status.st_mode & S_ISVTX) != 0);
    if (!harmless) {
        g_autofree char *mode = g_strdup_printf("%03o", (unsigned)status.st_mode & 0777);
        checkup_tell(checkup, key, .path = path, .detail = mode);
    }
}

/* ---- configuration ---- */

void checkup_configuration(struct checkup *checkup)
{
    const struct config *config = checkup->server.config;
    g_autofree char *folder = g_path_get_dirname(config->path);
    refuse_rights(checkup, config->path, OTHERS_WRITE, "!configuration-open");
    refuse_rights(checkup, folder, OTHERS_WRITE, "!configuration-folder-open");
    if (config_is_placeholder(config)) {
        checkup_tell(checkup, "!configuration-placeholder", .path = config->path,
                     .detail = config->address);
    } else if (strchr(config->host, '.') == NULL) {
        checkup_tell(checkup, "?configuration-host", .path = config->path,
                     .detail = config->address);
    }
    if (config->authserv_id != NULL) {
        checkup_tell(checkup, "?configuration-verdicts", .path = config->path,
                     .detail = config->authserv_id);
    }
}

/* ---- rights ---- */

static void tell_owner(struct checkup *checkup, const char *key, const char *path)
{
    struct stat status = { 0 };
    stat(path, &status);
    g_autofree char *owner = checkup_user(status.st_uid);
    checkup_tell(checkup, key, .path = path, .detail = owner, .reason = checkup->user);
}

/* What only the server's user may use: the database with all that lies beside it, the log for a
 * standby, and the folders of mail. Free with g_ptr_array_unref. */
static GPtrArray *private_paths(const struct config *config)
{
    GPtrArray *paths = beside_paths(config->database, BESIDE_ALL);
    g_autoptr(GDir) folder = config->standby != NULL ? g_dir_open(config->standby, 0, NULL) : NULL;
    if (config->standby != NULL) {
        g_ptr_array_add(paths, g_strdup(config->standby));
    }
    for (const char *name; folder != NULL && (name = g_dir_read_name(folder)) != NULL;) {
        g_ptr_array_add(paths, g_build_filename(config->standby, name, NULL));
    }
    for (const char *const *name = folders; *name != NULL; name++) {
        g_ptr_array_add(paths, g_build_filename(config->spool, *name, NULL));
    }
    return paths;
}

/* Reports all files of another owner in one line: one chown sets them right. */
static void look_at_owners(struct checkup *checkup, const GPtrArray *paths)
{
    g_autoptr(GString) foreign = g_string_new("");
    g_autofree char *owner = NULL;
    struct stat status;
    for (guint i = 0; i < paths->len; i++) {
        if (stat(paths->pdata[i], &status) == 0 && status.st_uid != checkup->user_id) {
            g_string_append_printf(foreign, "%s'%s'", foreign->len > 0 ? " " : "",
                                   (const char *)paths->pdata[i]);
            owner = owner != NULL ? owner : checkup_user(status.st_uid);
        }
    }
    if (foreign->len > 0) {
        checkup_tell(checkup, "!rights-owner", .path = foreign->str, .detail = owner,
                     .reason = checkup->user);
    }
}

/* Reports the first folder above a path that does not let us pass. False if all do. */
static bool look_above(struct checkup *checkup, const char *path)
{
    g_autofree char *folder = g_path_get_dirname(path);
    bool closed = strcmp(folder, "/") != 0 && look_above(checkup, folder);
    if (!closed && access(folder, X_OK) != 0 && errno == EACCES) {
        tell_owner(checkup, "!rights-above", folder);
        closed = true;
    }
    return closed;
}

/* Can we, as the server's user, reach what a run needs? It makes files in the folder of the
 * database. */
static void look_at_ways(struct checkup *checkup)
{
    const struct config *config = checkup->server.config;
    g_autofree char *folder = g_path_get_dirname(config->database);
    if (!look_above(checkup, folder)) {
        if (access(folder, W_OK | X_OK) != 0 && errno == EACCES) {
            tell_owner(checkup, "!rights-folder-foreign", folder);
        } else {
            look_above(checkup, config->spool);
        }
    }
    if (access(config->path, R_OK) != 0) {
        tell_owner(checkup, "!rights-configuration", config->path);
    }
}

void checkup_rights(struct checkup *checkup)
{
    const struct config *config = checkup->server.config;
    g_autoptr(GPtrArray) paths = private_paths(config);
    for (guint i = 0; i < paths->len; i++) {
        refuse_rights(checkup, paths->pdata[i], OTHERS_ANY, "!rights-open");
    }
    g_ptr_array_add(paths, g_strdup(config->spool));
    g_autofree char *folder = g_path_get_dirname(config->database);
    refuse_rights(checkup, folder, OTHERS_WRITE, "!rights-folder-open");
    refuse_rights(checkup, config->spool, OTHERS_WRITE, "!rights-folder-open");
    if (checkup->user != NULL && checkup->user_id == geteuid()) {
        look_at_ways(checkup);
        look_at_owners(checkup, paths);
    } else if (checkup->user != NULL) {
        g_autofree char *self = checkup_user(geteuid());
        checkup_tell(checkup, "?rights-user", .path = config->database, .detail = self,
                     .reason = checkup->user);
    }
}

/* ---- spool ---- */

/* True if the folders are all there. */
static bool has_folders(struct checkup *checkup, const char *spool)
{
    bool has = true;
    for (const char *const *name = folders; *name != NULL; name++) {
        g_autofree char *path = g_build_filename(spool, *name, NULL);
        struct stat status;
        if (stat(path, &status) == 0 ? !S_ISDIR(status.st_mode) : errno != EACCES) {
            checkup_tell(checkup, "!spool-missing", .path = path);
            has = false;
        }
    }
    return has;
}

void checkup_spool(struct checkup *checkup)
{
    const char *spool = checkup->server.config->spool;
    if (checkup->standby && access(spool, F_OK) != 0) {
        checkup_tell(checkup, "spool-none", 0);
        return;
    }
    if (!has_folders(checkup, spool)) {
        return;
    }
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) entries = spool_list(spool, &error);
    g_auto(GStrv) failed = entries != NULL ? spool_failed(spool, &error) : NULL;
    if (failed == NULL) {
        checkup_tell(checkup, "!spool-unread", .path = spool, .reason = error->message);
        return;
    }
    gint64 oldest = clock_now();
    const struct spool_entry *closed = NULL; /* the first that we may not read */
    for (guint i = 0; i < entries->len; i++) {
        const struct spool_entry *entry = entries->pdata[i];
        oldest = entry->received > 0 ? MIN(oldest, entry->received) : oldest;
        closed = closed == NULL && entry->fault == SPOOL_CLOSED ? entry : closed;
    }
    const gint64 age = MAX(clock_now() - oldest, 1);
    const bool late = checkup->held == 0 && age > CHECKUP_PATIENCE;
    checkup->waits = checkup->waits || entries->len > 0;
    checkup_tell(checkup, late ? "!spool-late" : "spool-ok", .path = spool, .age = age,
                 .count = entries->len);
    if (closed != NULL) {
        checkup_tell(checkup, "!spool-stuck", .path = spool, .detail = closed->file,
                     .reason = closed->name);
    }
    if (failed[0] != NULL) {
        enum spool_fault fault = spool_failed_fault(spool, failed[0]);
        checkup_tell(checkup, "!spool-failed", .path = spool, .detail = failed[0],
                     .reason = fault != SPOOL_SOUND ? spool_fault_words(fault) : NULL,
                     .count = g_strv_length(failed));
    }
}

/* ---- disk ---- */

/* A path that is missing or closed is reported where it is used. */
static void look_at_disk(struct checkup *checkup, const char *path)
{
    struct statvfs disk;
    if (statvfs(path, &disk) == 0) {
        gint64 mib = (gint64)((guint64)disk.f_bavail * disk.f_frsize / MIB);
        const char *key = (disk.f_flag & ST_RDONLY) != 0 ? "!disk-fixed"
                          : mib < FREE_MIB_LEAST         ? "!disk-full"
                                                         : "disk-free";
        checkup_tell(checkup, key, .path = path, .count = mib);
    }
}

void checkup_disk(struct checkup *checkup)
{
    g_autofree char *folder = g_path_get_dirname(checkup->server.config->database);
    look_at_disk(checkup, folder);
    look_at_disk(checkup, checkup->server.config->spool);
}

/* ---- libraries ---- */

/* Those of the program that parses mails: nothing else tells that one is missing, until a mail
 * comes. */
void checkup_libraries(struct checkup *checkup)
{
    g_autoptr(GError) no_child = NULL;
    g_autofree char *program = child_program();
    g_autoptr(Child) child = child_start(NULL, &no_child);
    if (child == NULL) {
        checkup_tell(checkup, "!libraries-parse", .path = program, .reason = no_child->message);
    }
}

/* ---- words ---- */

/* A language whose words are faulty is written in English, which only a log tells. */
void checkup_words(struct checkup *checkup)
{
    const struct words *words = checkup->server.words;
    g_auto(GStrv) tags = words_languages(words);
    g_autoptr(GError) unheard = NULL;
    if (!vocabulary_ready(&unheard)) {
        checkup_tell(checkup, "!words-unheard", .reason = unheard->message);
    }
    for (char **tag = tags; *tag != NULL; tag++) {
        g_autoptr(GError) fault = NULL;
        g_autoptr(Words) loaded = words_load_language(words, *tag, &fault);
        if (loaded == NULL) {
            checkup_tell(checkup, "!words-faulty", .detail = *tag, .reason = fault->message);
        }
    }
}
