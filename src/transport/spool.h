/*
 * spool.h: the folder where mail waits.
 *
 * new/ holds mail taken in, one file each, written by postmove-receive; work/
 * what is being processed, its name ending in the attempt (".1" to ".3");
 * failed/ what could not be processed (0600). A spool file is header lines
 * "postmove-spool 1", "sender ...", "recipient ...", "received UNIXTIME",
 * "truncated 0|1", a blank line, and the raw mail; the lines sender and
 * recipient are missing when the mail server did not tell, and a line "mailbox
 * NAME" stands behind them when the mail was fetched from that mailbox. tmp/
 * holds what is being written. A name is 1 to 200 of A-Z a-z 0-9 . _ -, does
 * not begin with a dot and is not a number, which would be taken for a letter's.
 *
 * Mails are played in the order in which they arrived, whether they are in new/ or
 * in work/. Of two with the same `received` the older one goes first: by the time in
 * its name (from postmove-receive), or by that of its file (if it was fetched). The order
 * follows the system's clock: two mails that wait while it is set back may change places.
 *
 * What a power cut may undo: none of the moves of a run is synced. A mail is
 * always in one of the folders, since a rename is one step of the file system's
 * journal, and a mail that comes back after it was done is known to the
 * database by its name.
 */
#ifndef POSTMOVE_SPOOL_H
#define POSTMOVE_SPOOL_H

#include <glib.h>
#include <stdbool.h>

enum {
    SPOOL_ATTEMPTS = 3,
    SPOOL_MAIL_MAX = 1024 * 1024, /* of a raw mail; what postmove-receive keeps */
    SPOOL_HEADER_MAX = 4096,
    SPOOL_RUBBISH_HOURS = 36, /* a file in tmp/ older than this has no writer any more */
};

/* Begins the name in failed/ of a file whose own name was not valid. */
#define SPOOL_MISNAMED_PREFIX "misnamed."

/* What keeps a file in new/ or work/ from being played as a mail. */
enum spool_fault {
    SPOOL_SOUND,     /* nothing */
    SPOOL_MISNAMED,  /* its name is not valid, or not that of a mail in work/ */
    SPOOL_NO_FILE,   /* a folder, a FIFO, a symbolic link, which is not followed */
    SPOOL_CLOSED,    /* this user may not read it: a mail, perhaps, and whole, that can be played
                        as soon as they may */
    SPOOL_MALFORMED, /* its header is not of our form: cut, missing, of another version */
};

/* A fault in a few words: "its header is cut, ...". */
const char *spool_fault_words(enum spool_fault fault);

/* A file that waits. */
struct spool_entry {
    char *name;      /* without the attempt: the mail's own name; for a file that has another
                        name than a mail can have, the one it gets in failed/ */
    char *file;      /* where it lies now, from the spool on: "work/NAME.1" */
    gint64 received; /* from its header; if that cannot be read, of a closed file as its name or
                        its last change tells, else 0 */
    gint64 arrival;  /* microseconds since 1970, to compare mails of the same second */
    int attempt;     /* 0: in new/; 1 to 3: found in work/, left by a run that died */
    enum spool_fault fault;
};

/* A mail read from the spool. */
struct spool_mail {
    char *sender, *recipient; /* envelope, UTF-8; "" is the null sender; NULL: not known */
    char *mailbox;            /* it was fetched from; NULL: a mail server handed it over */
    gint64 received;          /* 0 to the end of the year 9999 */
    bool truncated;
    GBytes *bytes;    /* the raw mail */
    bool well_formed; /* false: the header was not of our form; bytes are the whole file */
};

/* Whether it is a name that a mail may have here. */
bool spool_name_valid(const char *name);

/* Makes the folders that are missing (0700), the spool itself too, on disk. */
bool spool_make(const char *spool, GError **error);

/* Removes what writers that died left in tmp/, and gives valid names to files in failed/
 * that have none. Logs what cannot be removed or renamed, and goes on. */
bool spool_tidy(const char *spool, GError **error);

/*
 * Writes a mail that was fetched to new/NAME, whole and synced; what stood there
 * under that name is the same mail, and is replaced. Envelope and mailbox hold
 * no control bytes. The name outlasts a power cut after spool_sync alone, so that
 * many mails share one. One process at a time may put mails of one name.
 */
bool spool_put(const char *spool, const char *name, const struct spool_mail *mail, GError **error);

/* Brings the names in new/ to disk. */
bool spool_sync(const char *spool, GError **error);

/* The file of the mail of that name, in new/, work/ or failed/. Free with g_free.
 * NULL: there is none, or it was moved from one to another in this moment. */
char *spool_where(const char *spool, const char *name);

/* Whether there is one. */
bool spool_has(const char *spool, const char *name);

/*
 * Lists what is in new/ and work/, in the order of arrival; struct spool_entry. Files that
 * are not mails are among them (`fault`). A hidden file (".NAME") is listed only when it is
 * older than SPOOL_RUBBISH_HOURS: until then another program may be writing it. NULL with
 * the error if a folder or a file cannot be read for a reason that is not the file's own:
 * a list with a gap would not keep the order.
 */
GPtrArray *spool_list(const char *spool, GError **error);

/* Whether mail waits that was not taken up yet. */
bool spool_mail_waits(const char *spool, bool *waits, GError **error);

/* Takes an entry up, which has attempts left: renames it to work/NAME.<attempt + 1>, and
 * counts the attempt. */
bool spool_take(const char *spool, struct spool_entry *entry, GError **error);

/* Moves an entry to failed/, because it had its attempts or because of its fault. Its
 * `name` is the one it has there: a number is put behind it where a file with a fault would
 * take the place of another. */
bool spool_give_up(const char *spool, struct spool_entry *entry, GError **error);

/* Reads an entry, before or after it was taken up. */
bool spool_read(const char *spool, const struct spool_entry *entry, struct spool_mail *mail,
                GError **error);

/* The bytes of a spool file, understood; what spool_read does with them. */
void spool_parse(const char *bytes, size_t length, struct spool_mail *mail);
void spool_mail_clear(struct spool_mail *mail);

/* The mail is done: removes it. */
bool spool_done(const char *spool, const struct spool_entry *entry, GError **error);

/* Not the mail's fault: back to new/, uncounted. Does nothing to an entry in new/. */
bool spool_return(const char *spool, struct spool_entry *entry, GError **error);

/* The names in failed/, sorted; the caller's (g_strfreev). */
char **spool_failed(const char *spool, GError **error);

/* What is wrong with the file of that name in failed/; SPOOL_SOUND: its attempts failed. */
enum spool_fault spool_failed_fault(const char *spool, const char *name);

/* Whether spool_retry has something to do: POSTMOVE_ERROR_NO if there is no mail of that name
 * in failed/, or it is not a plain file. */
bool spool_may_retry(const char *spool, const char *name, GError **error);

/* A mail in failed/ gets its attempts anew: goes to new/, on disk. POSTMOVE_ERROR_NO as above. */
bool spool_retry(const char *spool, const char *name, GError **error);

/* Whether spool_drop has something to do: POSTMOVE_ERROR_NO if there is no mail of that name in
 * failed/ or new/, or it is at work. */
bool spool_may_drop(const char *spool, const char *name, GError **error);

/* Takes a mail in failed/ or new/ away for good, on disk. POSTMOVE_ERROR_NO as above. */
bool spool_drop(const char *spool, const char *name, GError **error);

#endif
