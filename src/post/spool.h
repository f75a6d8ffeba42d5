/*
 * spool.h: the folder where mail waits.
 *
 * new/ holds mail taken in, one file each, written by postmove-receive; work/
 * what is being processed, its name ending in the attempt (".1" to ".3");
 * failed/ what could not be processed (0600). A spool file is header lines
 * "postmove-spool 1", "sender ...", "recipient ...", "received UNIXTIME",
 * "truncated 0|1", a blank line, and the raw mail.
 */
#ifndef POSTMOVE_SPOOL_H
#define POSTMOVE_SPOOL_H

#include <glib.h>
#include <stdbool.h>

enum { SPOOL_ATTEMPTS = 3 };

/* A file that waits. */
struct spool_entry {
    char *name;      /* without the attempt: the mail's own name */
    gint64 received; /* from its header; 0 if the header cannot be read */
    int attempt;     /* 0: in new/; 1 to 3: found in work/, left by a run that died */
};

/* A mail read from the spool. */
struct spool_mail {
    char *sender, *recipient; /* envelope; "" is the null sender; NULL: not known */
    gint64 received;
    bool truncated;
    GBytes *bytes;    /* the raw mail */
    bool well_formed; /* false: the header was not of our form; bytes are the whole file */
};

/* Makes the folders that are missing (0700). */
bool spool_make(const char *spool, GError **error);

/* What waits: first work/, then new/, each in order of received, then name;
 * struct spool_entry. Files whose name is not of our form are passed over. */
GPtrArray *spool_list(const char *spool, GError **error);

/*
 * Takes an entry up: renames it to work/NAME.<attempt + 1> and counts it in
 * the entry. When it has had its attempts it goes to failed/ instead:
 * *failed is set, and the mail is not to be processed.
 */
bool spool_take(const char *spool, struct spool_entry *entry, bool *failed, GError **error);

bool spool_read(const char *spool, const struct spool_entry *entry, struct spool_mail *mail,
                GError **error);
void spool_mail_clear(struct spool_mail *mail);

/* The mail is done: removes it. */
bool spool_done(const char *spool, const struct spool_entry *entry, GError **error);

/* Not the mail's fault: back to new/, uncounted. */
bool spool_return(const char *spool, const struct spool_entry *entry, GError **error);

#endif
