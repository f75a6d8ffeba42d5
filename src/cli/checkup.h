/*
 * checkup.h: the look over an installation, and what was found by it.
 *
 * A check looks at one thing, changes nothing, and tells what it found by a key
 * of the group [doctor] of templates/doctor.words: KEY says it, and KEY-mend
 * what is to be done. A check that tells nothing is well: its line is NAME-ok.
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
    GRADE_FAULT, /* something is wrong, and has its mend */
};

/* One line. */
struct finding {
    const char *check; /* the name of the check */
    enum grade grade;
    char *text; /* as words, one line */
    char *mend; /* what to do about it; NULL: nothing */
};

struct checkup {
    struct server server;
    struct workspace
        workspace;   /* open for reading, outside a transaction; .db is NULL if that failed */
    GError *refused; /* why it failed */
    GError *templates_amiss; /* the templates of the configuration cannot be used, and `words` are
                                those beside the program; NULL: they can */
    gint64 held;             /* since when the operator holds the server; 0: not held */
    bool waits; /* mail or letters wait, as the checks of spool and outbox have found */
    const struct words *words;
    const char *check;   /* the name of the one at work */
    GPtrArray *findings; /* struct finding */
};

/* What the words of a finding may put in, each under its own name; NULL: "". */
struct particulars {
    const char *path;   /* the file or folder it is about */
    const char *detail; /* a mode, a span of time, a name, as the finding needs it */
    const char *reason; /* an error in its own words */
    gint64 count;       /* how many */
};

/* Reads the configuration, the templates, and opens the database. False if
 * there is no configuration to go by, or if we have no words at all. */
bool checkup_begin(struct checkup *checkup, const struct invocation *invocation, GError **error);
void checkup_clear(struct checkup *checkup);

/* Begins a checkup that has only the words installed beside the program, which is enough to
 * tell findings. `checkup` is all zero but for `check`; clear it like any other. */
bool checkup_words(struct checkup *checkup, GError **error);

typedef struct checkup Checkup;
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Checkup, checkup_clear)

/* Tells one finding of the check at work, once; the key is one of the table in
 * checkup.c, which has its grade. */
void checkup_tell(struct checkup *checkup, const char *key, const struct particulars *particulars);

/* A span of `seconds` (0 or more) in words: minutes, hours or days. The
 * caller's. */
char *checkup_span(const struct checkup *checkup, gint64 seconds);

/* The name of a user, or the number of a user without a name. Free with g_free. */
char *checkup_user(uid_t user);

/* True if the check of that name told a fault. */
bool checkup_faulted(const struct checkup *checkup, const char *name);

/* The database, without the error of an earlier check; NULL if it could not be opened. */
struct db *checkup_database_fresh(struct checkup *checkup);

/* Tells `key` if anybody but the owner has one of the rights in `rights`. */
void checkup_refuse_rights(struct checkup *checkup, const char *path, mode_t rights,
                           const char *key);

/* The names of those in a spool; ends with NULL. */
extern const char *const checkup_spool_folders[];

enum {
    CHECKUP_PATIENCE = 3600,                /* what waits so many seconds, or is held, is stuck */
    CHECKUP_CLOCK_SLACK = 2 * CLOCK_MINUTE, /* two clocks, or one being set, may be so far apart */
};

typedef void check(struct checkup *checkup);

/* Each is in checkup_NAME.c, or in the checkup file that the comment behind it names. */
check checkup_configuration, checkup_templates, checkup_locks, checkup_zones,
    checkup_disk; /* files */
check checkup_database, checkup_testing;
check checkup_rights, checkup_spool, checkup_hook;
check checkup_runs, checkup_hold, checkup_clock;        /* runs */
check checkup_outbox, checkup_players, checkup_backups; /* letters */

/* What servers elsewhere say. The one that takes letters (server) is a part of
 * checkup_hook. */
check checkup_mailboxes, checkup_hook_server;

/* checkup_postfix.c: how the Postfix on this machine is set up, if there is one. */
check checkup_postfix;

#endif
