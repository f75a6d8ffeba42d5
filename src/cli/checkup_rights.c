/* doctor: may the server use its files, and nobody else? */
#include <errno.h>
#include <grp.h>
#include <pwd.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/files.h"
#include "cli/checkup.h"
#include "cli/mark.h"

enum {
    OTHERS_WRITE = 0022, /* of a mode: somebody beside the owner may write */
    OTHERS_ANY = 0077,   /* or do anything at all */
    GROUPS_MAX = 256,
};

void checkup_refuse_rights(struct checkup *checkup, const char *path, mode_t rights,
                           const char *key)
{
    struct stat status;
    bool harmless =
        stat(path, &status) != 0 || (status.st_mode & rights) == 0 ||
        /* Of a folder such as /tmp nobody takes away what is another's. */
        (S_ISDIR(status.st_mode) && rights == OTHERS_WRITE && (status.st_mode & S_ISVTX) != 0);
    if (!harmless) {
        g_autofree char *mode = g_strdup_printf("%03o", (unsigned)status.st_mode & 0777);
        checkup_tell(checkup, key, .path = path, .detail = mode);
    }
}

/* ---- mails ---- */

/* How many mails, and the path of the first. */
struct count {
    gint64 mails;
    char *one;
};

static void tell_count(struct checkup *checkup, const char *key, const char *folder,
                       const char *user, struct count *count)
{
    if (count->mails > 0) {
        checkup_tell(checkup, key, .path = folder, .detail = count->one, .reason = user,
                     .count = count->mails);
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
        struct count *const counts[] = {
            (status.st_mode & OTHERS_ANY) != 0 ? &open_ones : NULL,
            status.st_uid != whole.st_uid || (status.st_mode & S_IRUSR) == 0 ? &foreign : NULL,
        };
        for (size_t i = 0; i < G_N_ELEMENTS(counts); i++) {
            if (counts[i] != NULL && counts[i]->mails++ == 0) {
                counts[i]->one = g_strdup(path);
            }
        }
    }
    g_autofree char *user = checkup_user(whole.st_uid);
    tell_count(checkup, "!rights-mail-open", folder, user, &open_ones);
    tell_count(checkup, "!rights-mail-foreign", folder, user, &foreign);
}

/* ---- whose they are ---- */

/* The user the server runs as. */
struct user {
    uid_t id;
    char *name;
    gid_t groups[GROUPS_MAX];
    int group_count;
};

/* He owns the database and the spool. What root owns of these was made by somebody who
 * forgot to become that user. False if neither is there. */
static bool find_user(const struct config *config, struct user *user)
{
    struct stat database, spool;
    bool stored = stat(config->database, &database) == 0,
         spooled = stat(config->spool, &spool) == 0;
    bool by_spool = spooled && (!stored || database.st_uid == 0);
    *user = (struct user){ .id = by_spool ? spool.st_uid
                                 : stored ? database.st_uid
                                          : 0,
                           .group_count = GROUPS_MAX };
    user->name = checkup_user(user->id);
    const struct passwd *entry = getpwuid(user->id);
    if (entry == NULL ||
        getgrouplist(entry->pw_name, entry->pw_gid, user->groups, &user->group_count) < 0) {
        user->group_count = 0;
    }
    return stored || spooled;
}

/* Whether that user has rights (of 07, as for others) on what has this status. */
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

/* Reports all files of another owner in one line: one chown sets them right. */
static void look_at_owners(struct checkup *checkup, const struct user *user)
{
    const struct config *config = checkup->server.config;
    g_autoptr(GPtrArray) paths = beside_paths(config->database, BESIDE_ALL);
    g_ptr_array_add(paths, g_strdup(config->spool));
    for (const char *const *folder = checkup_spool_folders; *folder != NULL; folder++) {
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

/* Whether that user gets to a file: each folder above it, but `known`, must let him pass. */
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

/* The folder of the database is written to by each run: the log and the locks are
 * made in it. */
static void look_at_folders(struct checkup *checkup, const struct user *user)
{
    const struct config *config = checkup->server.config;
    g_autofree char *folder = g_path_get_dirname(config->database);
    struct stat status;
    look_above(checkup, config->database, folder, user);
    look_above(checkup, config->spool, folder, user);
    if (stat(folder, &status) == 0 && !user_may(user, &status, 03)) {
        tell_user(checkup, status.st_uid == user->id ? "!rights-closed" : "!rights-folder-foreign",
                  folder, &status, user);
    }
    if (stat(config->path, &status) == 0 && !user_may(user, &status, 04)) {
        tell_user(checkup, "!rights-configuration", config->path, &status, user);
    }
}

/* What a run writes beside the database, and makes anew where it is missing. */
static void look_at_kinds(struct checkup *checkup)
{
    g_autoptr(GPtrArray) paths =
        beside_paths(checkup->server.config->database, BESIDE_MARK | BESIDE_NOTE);
    for (guint i = 0; i < paths->len; i++) {
        const char *path = paths->pdata[i];
        struct stat status;
        if (lstat(path, &status) == 0 && !S_ISREG(status.st_mode)) {
            checkup_tell(checkup, "!rights-odd", .path = path);
        }
    }
}

void checkup_rights(struct checkup *checkup)
{
    const struct config *config = checkup->server.config;
    struct user user;
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
    for (guint i = 0; i < files->len; i++) {
        checkup_refuse_rights(checkup, files->pdata[i], OTHERS_ANY, "!rights-open");
    }
    look_at_kinds(checkup);
    g_autofree char *folder = g_path_get_dirname(config->database);
    checkup_refuse_rights(checkup, folder, OTHERS_WRITE, "!rights-folder-open");
    checkup_refuse_rights(checkup, config->spool, OTHERS_WRITE, "!rights-folder-open");
    for (const char *const *name = checkup_spool_folders; *name != NULL; name++) {
        g_autofree char *path = g_build_filename(config->spool, *name, NULL);
        checkup_refuse_rights(checkup, path, OTHERS_ANY, "!rights-open");
        look_at_mails(checkup, path);
    }
}
