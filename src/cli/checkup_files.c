/* doctor: the files on the disk: configuration, templates, spool, libraries; who may use them, and
 * how much room is left. */
#include <errno.h>
#include <grp.h>
#include <pwd.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/files.h"
#include "cli/checkup.h"
#include "mail/child.h"
#include "transport/spool.h"

enum {
    OTHERS_WRITE = 0022, /* bits of a mode: somebody other than the owner may write */
    OTHERS_ANY = 0077,   /* or may do anything at all */
    GROUPS_MAX = 256,
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

/* ---- configuration and templates ---- */

/* Letters or mail, and a password, that cross the network without TLS. NULL: no server. */
static void look_at_service(struct checkup *checkup, const struct service *service)
{
    if (service != NULL && service->clear && !service_is_near(service)) {
        checkup_tell(checkup, "!configuration-clear", .path = checkup->server.config->path,
                     .detail = service->host);
    }
}

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
    look_at_service(checkup, config->hook_service);
    for (guint i = 0; i < config->mailboxes->len; i++) {
        look_at_service(checkup, ((const struct mailbox *)config->mailboxes->pdata[i])->service);
    }
    if (config->authserv_id != NULL) {
        checkup_tell(checkup, "?configuration-verdicts", .path = config->path,
                     .detail = config->authserv_id);
    }
}

void checkup_templates(struct checkup *checkup)
{
    const GError *amiss = checkup->templates_amiss;
    checkup_tell(checkup, amiss != NULL ? "!templates-amiss" : "templates-ok",
                 .path = checkup->server.config->templates,
                 .reason = amiss != NULL ? amiss->message : NULL);
}

/* ---- rights ---- */

/* The user the server runs as. */
struct user {
    uid_t id;
    char *name;
    gid_t groups[GROUPS_MAX];
    int group_count;
};

/* False if neither database nor spool is there. */
static bool find_user(const struct config *config, struct user *user)
{
    user->name = checkup_server_user(config, &user->id);
    const struct passwd *entry = user->name != NULL ? getpwuid(user->id) : NULL;
    user->group_count = GROUPS_MAX;
    if (entry == NULL ||
        getgrouplist(entry->pw_name, entry->pw_gid, user->groups, &user->group_count) < 0) {
        user->group_count = 0;
    }
    return user->name != NULL;
}

/* True if that user has `rights` (of 07, as for others) on a file with this status. */
static bool user_may(const struct user *user, const struct stat *status, mode_t rights)
{
    bool member = false;
    for (int i = 0; i < user->group_count; i++) {
        member = member || user->groups[i] == status->st_gid;
    }
    mode_t given = status->st_uid == user->id ? status->st_mode >> 6
                   : member                   ? status->st_mode >> 3
                                              : status->st_mode;
    return user->id == 0 || (given & rights) == rights;
}

static void tell_user(struct checkup *checkup, const char *key, const char *path,
                      const struct stat *status, const struct user *user)
{
    g_autofree char *owner = checkup_user(status->st_uid);
    checkup_tell(checkup, key, .path = path, .detail = owner, .reason = user->name);
}

/* The log for the standby, which is as secret as the database: its folder, and what is in it; empty
 * if there is none. */
static GPtrArray *paths_of_log(const struct config *config)
{
    GPtrArray *paths = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GDir) folder = config->standby != NULL ? g_dir_open(config->standby, 0, NULL) : NULL;
    if (config->standby != NULL) {
        g_ptr_array_add(paths, g_strdup(config->standby));
    }
    for (const char *name; folder != NULL && (name = g_dir_read_name(folder)) != NULL;) {
        g_ptr_array_add(paths, g_build_filename(config->standby, name, NULL));
    }
    return paths;
}

/* Reports all files of another owner in one line: one chown sets them right. */
static void look_at_owners(struct checkup *checkup, const struct user *user)
{
    const struct config *config = checkup->server.config;
    g_autoptr(GPtrArray) paths = beside_paths(config->database, BESIDE_ALL);
    g_ptr_array_extend_and_steal(paths, paths_of_log(config));
    g_ptr_array_add(paths, g_strdup(config->spool));
    for (const char *const *folder = folders; *folder != NULL; folder++) {
        g_ptr_array_add(paths, g_build_filename(config->spool, *folder, NULL));
    }
    g_autoptr(GString) foreign = g_string_new("");
    g_autofree char *owner = NULL;
    struct stat status;
    for (guint i = 0; i < paths->len; i++) {
        if (stat(paths->pdata[i], &status) != 0) {
            continue;
        }
        if (status.st_uid != user->id) {
            g_string_append_printf(foreign, "%s'%s'", foreign->len > 0 ? " " : "",
                                   (const char *)paths->pdata[i]);
            owner = owner != NULL ? owner : checkup_user(status.st_uid);
        } else if ((status.st_mode & (S_IRUSR | S_IWUSR)) != (S_IRUSR | S_IWUSR)) {
            tell_user(checkup, "!rights-closed", paths->pdata[i], &status, user);
        }
    }
    if (foreign->len > 0) {
        checkup_tell(checkup, "!rights-owner", .path = foreign->str, .detail = owner,
                     .reason = user->name);
    }
}

/* Reports each folder above a file, except `known`, that does not let that user pass. */
static void look_above(struct checkup *checkup, const char *path, const char *known,
                       const struct user *user)
{
    g_autofree char *folder = g_path_get_dirname(path);
    struct stat status;
    if (strcmp(folder, "/") != 0) {
        look_above(checkup, folder, known, user);
    }
    if (strcmp(folder, known) != 0 && stat(folder, &status) == 0 && !user_may(user, &status, 01)) {
        tell_user(checkup, "!rights-above", folder, &status, user);
    }
}

/* Each run writes to the folder of the database: it makes the log and the locks there. */
static void look_at_folders(struct checkup *checkup, const struct user *user)
{
    const struct config *config = checkup->server.config;
    g_autofree char *folder = g_path_get_dirname(config->database);
    struct stat status;
    look_above(checkup, config->database, folder, user);
    look_above(checkup, config->spool, folder, user);
    if (config->standby != NULL) {
        look_above(checkup, config->standby, folder, user);
    }
    if (stat(folder, &status) == 0 && !user_may(user, &status, 03)) {
        tell_user(checkup, status.st_uid == user->id ? "!rights-closed" : "!rights-folder-foreign",
                  folder, &status, user);
    }
    if (stat(config->path, &status) == 0 && !user_may(user, &status, 04)) {
        tell_user(checkup, "!rights-configuration", config->path, &status, user);
    }
}

void checkup_rights(struct checkup *checkup)
{
    const struct config *config = checkup->server.config;
    struct user user = { 0 };
    if (find_user(config, &user)) {
        look_at_folders(checkup, &user);
        look_at_owners(checkup, &user);
        if (user.id != geteuid()) {
            g_autofree char *self = checkup_user(geteuid());
            checkup_tell(checkup, "?rights-user", .path = config->database, .detail = self,
                         .reason = user.name);
        }
    }
    g_free(user.name);
    g_autoptr(GPtrArray) files = beside_paths(config->database, BESIDE_ALL);
    g_ptr_array_extend_and_steal(files, paths_of_log(config));
    for (guint i = 0; i < files->len; i++) {
        refuse_rights(checkup, files->pdata[i], OTHERS_ANY, "!rights-open");
    }
    /* A run writes these files, and makes those that are missing. */
    g_autoptr(GPtrArray) notes = beside_paths(config->database, BESIDE_MARK | BESIDE_NOTE);
    for (guint i = 0; i < notes->len; i++) {
        struct stat status;
        if (lstat(notes->pdata[i], &status) == 0 && !S_ISREG(status.st_mode)) {
            checkup_tell(checkup, "!rights-odd", .path = notes->pdata[i]);
        }
    }
    g_autofree char *folder = g_path_get_dirname(config->database);
    refuse_rights(checkup, folder, OTHERS_WRITE, "!rights-folder-open");
    refuse_rights(checkup, config->spool, OTHERS_WRITE, "!rights-folder-open");
    for (const char *const *name = folders; *name != NULL; name++) {
        g_autofree char *path = g_build_filename(config->spool, *name, NULL);
        refuse_rights(checkup, path, OTHERS_ANY, "!rights-open");
    }
}

/* ---- spool ---- */

/* True if the folders are all there, and usable by us. */
static bool spool_is_usable(struct checkup *checkup, const char *spool)
{
    bool usable = true;
    for (const char *const *name = folders; *name != NULL; name++) {
        g_autofree char *path = g_build_filename(spool, *name, NULL);
        struct stat status;
        const bool there = stat(path, &status) == 0, hidden = !there && errno == EACCES;
        g_autofree char *owner = there ? checkup_user(status.st_uid) : NULL;
        if (!hidden && (!there || !S_ISDIR(status.st_mode))) {
            checkup_tell(checkup, "!spool-missing", .path = path);
            usable = false;
        } else if (access(path, R_OK | W_OK | X_OK) != 0) {
            /* A file system that can only be read is reported by the check of the disk. */
            if (errno != EROFS) {
                checkup_tell(checkup, "!spool-closed", .path = path, .reason = owner);
            }
            usable = false;
        }
    }
    return usable;
}

static void look_at_waiting(struct checkup *checkup, const char *spool, const GPtrArray *entries)
{
    gint64 oldest = 0; /* when the first of them reached us; 0: not known */
    gint64 faulty = 0; /* those that no run can play as a mail */
    const struct spool_entry *first_faulty = NULL, *first_closed = NULL;
    for (guint i = 0; i < entries->len; i++) {
        const struct spool_entry *entry = entries->pdata[i];
        if (entry->fault == SPOOL_CLOSED) {
            first_closed = first_closed != NULL ? first_closed : entry;
        } else if (entry->fault != SPOOL_SOUND) {
            faulty++;
            first_faulty = first_faulty != NULL ? first_faulty : entry;
            continue;
        }
        if (entry->received > 0 && (oldest == 0 || entry->received < oldest)) {
            oldest = entry->received;
        }
    }
    gint64 age = oldest > 0 ? MAX(clock_now() - oldest, 0) : 0;
    g_autofree char *span = checkup_span(checkup, age);
    const char *key = checkup->held != 0       ? "spool-held"
                      : age > CHECKUP_PATIENCE ? "!spool-late"
                                               : "spool-ok";
    checkup->waits = checkup->waits || entries->len > 0;
    checkup_tell(checkup, key, .path = spool, .detail = span, .count = entries->len);
    if (faulty > 0) {
        checkup_tell(checkup, "!spool-faulty", .path = spool, .detail = first_faulty->file,
                     .reason = spool_fault_words(first_faulty->fault), .count = faulty);
    }
    if (first_closed != NULL) {
        checkup_tell(checkup, "!spool-stuck", .path = spool, .detail = first_closed->file,
                     .reason = first_closed->name);
    }
}

void checkup_spool(struct checkup *checkup)
{
    const char *spool = checkup->server.config->spool;
    if (checkup->standby && access(spool, F_OK) != 0) {
        checkup_tell(checkup, "spool-none", 0);
        return;
    }
    if (!spool_is_usable(checkup, spool)) {
        return;
    }
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) entries = spool_list(spool, &error);
    g_auto(GStrv) failed = entries != NULL ? spool_failed(spool, &error) : NULL;
    if (failed == NULL) {
        checkup_tell(checkup, "!spool-unread", .path = spool, .reason = error->message);
        return;
    }
    look_at_waiting(checkup, spool, entries);
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
