/*
 * spool.h: the folder where mail waits.
 *
 * new/ holds mail taken in, one file each, written by postmove-receive; work/ the mail that is
 * being processed, with the attempt at the end of its name (".1" to ".3"); failed/ what could
 * not be processed (0600); tmp/ files that are being written. A spool file is header lines
 * "postmove-spool 1", "sender ...", "recipient ...", "received UNIXTIME", "truncated 0|1", a
 * blank line, and the raw mail. The lines sender and recipient are missing if the mail server
 * did not give them; behind them is a line "mailbox NAME" if the mail was fetched from that
 * mailbox. A name is 1 to 200 of A-Z a-z 0-9 . _ -, does not begin with a dot and is not a
 * number, which would be taken for a letter's. What has no such name or is no plain file is no
 * mail, and is left alone.
 *
 * Mails are played in the order in which they arrived, whether they are in new/ or in work/.
 * Of two with the same `received` the older one goes first: by the time in its name (from
 * postmove-receive), or by that of its file (if it was fetched). The order follows the
 * system's clock: if the clock is set back, two mails that wait may change places.
 *
 * The moves of a run are not synced, so a power cut may undo them. A mail is always in one of
 * the folders, since a rename is one step of the file system's journal. If a mail comes back
 * after it was done, the database knows it by its name.
 */
#ifndef POSTMOVE_SPOOL_H
#define POSTMOVE_SPOOL_H

#include <glib.h>
#include <stdbool.h>

enum {
    SPOOL_ATTEMPTS = 3,
    SPOOL_MAIL_MAX = 1024 * 1024, /* bytes of a raw mail that postmove-receive keeps */
    SPOOL_HEADER_MAX = 4096,
    SPOOL_RUBBISH_HOURS = 36, /* the writer of a file in tmp/ that is older than this is gone */
};

/* What to do if a folder of the spool is missing: a new one would lack the mails that wait in
 * the old one. */
#define SPOOL_MISSING                                                                              \
    "mount its disk or put it back; on a new server \"postmove init\" makes it, on any other "     \
    "\"postmove doctor\" tells how"

/* Why a file in new/ or work/ cannot be played as a mail. */
enum spool_fault {
    SPOOL_SOUND,     /* nothing */
    SPOOL_CLOSED,    /* this user may not read it; it may be a whole mail, which can be played as
                        soon as they may */
    SPOOL_MALFORMED, /* its header is not of our form: cut, missing, or of another version */
};

/* A fault in a few words: "its header is cut, ...". */
const char *spool_fault_words(enum spool_fault fault);

/* A file that waits. */
struct spool_entry {
    char *name;      /* without the attempt: the mail's own name */
    char *file;      /* where it is now, from the spool on: "work/NAME.1" */
    gint64 received; /* from its header; if that cannot be read, of a closed file as its name or
                        its last change tells, else 0 */
    gint64 arrival;  /* microseconds since 1970, to compare mails of the same second */
    int attempt;     /* 0: in new/; 1 to 3: found in work/, left by a run that died */
    enum spool_fault fault;
    bool dropped; /* it is gone: somebody has dropped the mail since it was listed */
};

/* A mail read from the spool. */
struct spool_mail {
    char *sender, *recipient; /* envelope, UTF-8; "" is the null sender; NULL: not known */
    char *mailbox;            /* the mailbox it was fetched from; NULL: a mail server handed it
                                 over */
    gint64 received;          /* from 0 to the end of the year 9999 */
    bool truncated;
    GBytes *bytes;    /* the raw mail */
    bool well_formed; /* false: the header was not of our form; bytes are the whole file */
};

/* True if a mail may have that name here. */
bool spool_name_valid(const char *name);

/* Makes the folders that are missing (0700), also the spool itself, on disk. */
bool spool_make(const char *spool, GError **error);

/* Removes what dead writers left in tmp/. Logs what cannot be removed, and goes on. */
bool spool_tidy(const char *spool, GError **error);

/*
 * Writes a mail that was fetched to new/NAME, whole and synced; a file of that name there is
 * the same mail, and is replaced. Envelope and mailbox contain no control bytes. The name
 * survives a power cut only after spool_sync, which serves many mails at once. Only one
 * process at a time may put mails of one name.
 */
bool spool_put(const char *spool, const char *name, const struct spool_mail *mail, GError **error);

/* Brings the names in new/ to disk. */
bool spool_sync(const char *spool, GError **error);

/* The path of the mail of that name, in new/, work/ or failed/. Free with g_free. NULL: there
 * is none, or it is being moved from one to another at this moment. */
char *spool_where(const char *spool, const char *name);

/* True if spool_where finds one. */
bool spool_has(const char *spool, const char *name);

/*
 * Lists the mails in new/ and work/, in the order of arrival; struct spool_entry, also those that
 * cannot be played (`fault`). NULL with the error if a folder or a file cannot be read for a reason
 * that is not the file's own: a list with a gap would not keep the order.
 */
GPtrArray *spool_list(const char *spool, GError **error);

/* Sets *received to when the oldest mail that waits reached us (seconds since 1970): 0 if none
 * waits, 1 if it is not known, because a file's header cannot be read. False with the error of
 * spool_list. */
bool spool_oldest(const char *spool, gint64 *received, GError **error);

/* Sets *waits if there is a mail in new/ that can be played. False with the error if new/
 * cannot be read. */
bool spool_mail_waits(const char *spool, bool *waits, GError **error);

/* Begins an attempt at an entry that has any left: renames it to work/NAME.<attempt + 1>, and
 * counts the attempt. False with `dropped` and without an error if its file is gone, but not its
 * folder. */
bool spool_begin(const char *spool, struct spool_entry *entry, GError **error);

/* Moves an entry to failed/, because it has used up its attempts or because of its fault. `dropped`
 * as with spool_begin. */
bool spool_give_up(const char *spool, struct spool_entry *entry, GError **error);

/* Reads an entry, before or after it was taken up. */
bool spool_read(const char *spool, const struct spool_entry *entry, struct spool_mail *mail,
                GError **error);

/* Reads the bytes of a spool file into `mail`, as spool_read does. */
void spool_parse(const char *bytes, size_t length, struct spool_mail *mail);
void spool_mail_clear(struct spool_mail *mail);

/* Removes the file of a mail that is done. */
bool spool_done(const char *spool, const struct spool_entry *entry, GError **error);

/* Moves an entry back to new/ and uncounts the attempt, because the mail was not at fault.
 * Does nothing to an entry in new/. */
bool spool_return(const char *spool, struct spool_entry *entry, GError **error);

/* The names in failed/, sorted. Free with g_strfreev. */
char **spool_failed(const char *spool, GError **error);

/* What is wrong with the file of that name in failed/; SPOOL_SOUND: nothing, its attempts
 * failed. */
enum spool_fault spool_failed_fault(const char *spool, const char *name);

/* True if spool_retry can be called; else POSTMOVE_ERROR_NO: there is no mail of that name in
 * failed/. */
bool spool_may_retry(const char *spool, const char *name, GError **error);

/* Moves a mail from failed/ to new/, on disk, with all its attempts left. POSTMOVE_ERROR_NO as
 * above. */
bool spool_retry(const char *spool, const char *name, GError **error);

/* True if spool_drop can be called; else POSTMOVE_ERROR_NO: there is no mail of that name in
 * failed/ or new/, or it is at work. */
bool spool_may_drop(const char *spool, const char *name, GError **error);

/* Removes a mail in failed/ or new/ for good, on disk. POSTMOVE_ERROR_NO as above. */
bool spool_drop(const char *spool, const char *name, GError **error);

#endif
