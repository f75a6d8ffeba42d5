/*
 * checkup.h: the look over an installation, and what was found by it.
 *
 * A check looks at one thing, changes nothing, and tells what it found by a key
 * of the group [doctor] of templates/doctor.words: KEY says it, and KEY-mend
 * what is to be done. A check that tells nothing is well: its line is NAME-ok.
 */
#ifndef POSTMOVE_CHECKUP_H
#define POSTMOVE_CHECKUP_H

#include "cli/cli.h"
#include "cli/session.h"

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
    struct session
        session;     /* open for reading, outside a transaction; .db is NULL if that failed */
    GError *refused; /* why it failed */
    GError *templates_amiss; /* the templates of the configuration cannot be used, and `words` are
                                those beside the program; NULL: they can */
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

typedef struct checkup Checkup;
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Checkup, checkup_clear)

/* Tells one finding of the check at work; the key is one of the table in
 * checkup.c, which has its grade. */
void checkup_tell(struct checkup *checkup, const char *key, const struct particulars *particulars);

/* A span of `seconds` (0 or more) in words: minutes, hours or days. The
 * caller's. */
char *checkup_span(const struct checkup *checkup, gint64 seconds);

/* What waits longer than this many seconds, or is held, is stuck. */
enum { CHECKUP_PATIENCE = 3600 };

typedef void check(struct checkup *checkup);

/* checkup_files.c: what lies on the disk. */
check checkup_configuration, checkup_templates, checkup_rights, checkup_spool, checkup_hook,
    checkup_locks, checkup_zones, checkup_disk;

/* checkup_mailboxes.c, checkup_server.c: what servers elsewhere say; the latter
 * is a part of checkup_hook. */
check checkup_mailboxes, checkup_hook_server;

/* checkup_database.c: what the database says. */
check checkup_database, checkup_outbox, checkup_hold, checkup_clock, checkup_testing;

#endif
