/*
 * checkup.h: checks an installation, and collects what the checks find.
 *
 * A check looks at one thing, changes nothing, and reports a finding by a key of the group
 * [doctor] of templates/doctor.words: KEY says what was found, KEY-fix what to do about it. If
 * a check reports nothing, all is well and its line is NAME-ok.
 */
#ifndef POSTMOVE_CHECKUP_H
#define POSTMOVE_CHECKUP_H

#include <sys/types.h>

#include "base/clock.h"
#include "cli/cli.h"
#include "cli/workspace.h"

/* How bad it is. */
enum grade {
    GRADE_OK,
    GRADE_NOTE,  /* worth knowing; nothing is wrong */
    GRADE_FAULT, /* something is wrong, and has its fix */
};

/* One finding: one line of the report. */
struct finding {
    const char *check; /* the name of the check */
    enum grade grade;
    char *text; /* as words, one line */
    char *fix;  /* what to do about it; NULL: nothing */
};

struct checkup {
    struct server server;
    struct workspace workspace; /* open for reading, outside a transaction */
    struct db *db;              /* the database of `workspace`, without the error of an earlier
                                   check; NULL if it could not be opened */
    GError *refused;            /* why it could not be opened */
    char *user;                 /* who runs the server (checkup_server_user); NULL: not known */
    uid_t user_id;              /* of that user */
    gint64 held;                /* since when the operator holds the server; 0: not held */
    bool standby;               /* there is no database, but a standby's copy */
    int patience;               /* seconds to wait for the letter of --mail; 0: none is sent */
    bool waits;          /* mail or letters wait, as the checks of spool and outbox have found */
    const char *check;   /* the name of the check at work */
    GPtrArray *findings; /* struct finding */
};

/* What the words of a finding can mention, each under its own name; NULL: "". */
struct particulars {
    const char *path;   /* the file or folder it is about */
    const char *detail; /* a mode, a name, as the finding needs it */
    gint64 age;         /* if there is no detail: seconds, which stand there as a span in words */
    const char *reason; /* an error in its own words */
    gint64 count;       /* how many */
};

/* Reads the configuration of that path and the templates, becomes the server's user if root calls
 * it, and opens the database. False if there is no configuration, or if no words can be read. Call
 * checkup_clear in either case. */
bool checkup_begin(struct checkup *checkup, const char *path, GError **error);

void checkup_clear(struct checkup *checkup);
typedef struct checkup Checkup;
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Checkup, checkup_clear)

/* Adds a finding of the check at work. A key that begins with `!`
 * is a fault, one that begins with `?` a note; the words have the key without that sign. */
void checkup_add(struct checkup *checkup, const char *key, const struct particulars *particulars);

/* The same, with the particulars as a list (0: none):
 * checkup_tell(checkup, "!disk-fixed", .path = path). */
#define checkup_tell(checkup, key, ...)                                                            \
    checkup_add(checkup, key, &(const struct particulars){ __VA_ARGS__ })

/* The name of a user, or the number of a user without a name. Free with g_free. */
char *checkup_user(uid_t user);

/* The user who runs the server: who owns the database and the spool. If root owns one of them,
 * somebody made it who forgot to become that user, so it does not count. NULL if neither is there.
 * Free with g_free. */
char *checkup_server_user(const struct config *config, uid_t *id);

/* Becomes a user for good, if root calls it. False with the error. */
bool checkup_become(uid_t id, GError **error);

/* True if the check of that name (NULL: any check) found a fault. */
bool checkup_faulted(const struct checkup *checkup, const char *name);

enum {
    CHECKUP_PATIENCE = 3600, /* what waits so many seconds, or is held, is stuck */
};

typedef void check(struct checkup *checkup);

check checkup_configuration, checkup_disk, checkup_rights, checkup_spool, checkup_libraries,
    checkup_words;                                      /* checkup_files.c */
check checkup_database;                                 /* checkup_database.c */
check checkup_hook, checkup_mailboxes, checkup_backups; /* checkup_mail.c */
check checkup_postfix;                                  /* checkup_postfix.c */
check checkup_dns;                                      /* checkup_dns.c */
check checkup_mail;                                     /* checkup_trip.c: only with --mail */

/* These need the database, and need not report its errors. */
check checkup_runs, checkup_hold, checkup_standby; /* checkup_database.c */
check checkup_outbox;                              /* checkup_mail.c */

#endif
