/*
 * commit_record.h: the files of a commit log, as bytes.
 *
 * A commit log (store/commit_log.h) is a row of files, and a file is a row of records:
 *
 *   "pmr1"    4 bytes
 *   kind      4 bytes, enum record_kind; all numbers have their highest byte first
 *   number    8 bytes: of the commit
 *   time      8 bytes: of the commit, in seconds since 1970
 *   length    4 bytes: of the content
 *   check     4 bytes: of a hash of the other 60 bytes of this head, without a key
 *   before    32 bytes: the hash of the record before, in this file or the one before it
 *   content
 *   hash      32 bytes: of all above, with the server's key
 *   size      4 bytes: of the whole record, so that the last one is found from the end
 *
 * The first record of a file is RECORD_BEGIN. Then each commit is one RECORD_CHANGES. A record
 * that is the last may be of a commit that was not completed; RECORD_CLOSED behind it says that it
 * was.
 */
#ifndef POSTMOVE_COMMIT_RECORD_H
#define POSTMOVE_COMMIT_RECORD_H

#include <glib.h>
#include <stdbool.h>

#include "base/random.h"

enum record_kind {
    RECORD_BEGIN = 1,   /* number: of the last commit before this file; content: a line that names
                           the log and its server */
    RECORD_CHANGES = 2, /* what one commit changed (store/changes.h) */
    RECORD_CLOSED = 3,  /* the last commit was completed; no content */
};

enum {
    RECORD_LEAST = 64 + SECRET_HASH_BYTES + 4, /* bytes of one without content */
    RECORD_MOST = 1 << 30,                     /* bytes of one */
    RECORD_SIZE_BYTES = 4,                     /* what stands at its end */
    EPOCH_CHARACTERS = 32,                     /* of the name of a log */
};

struct record {
    enum record_kind kind;
    gint64 number, time;
    const guint8 *content; /* in the bytes that were read */
    gsize length;          /* of the content */
    unsigned char before[SECRET_HASH_BYTES], hash[SECRET_HASH_BYTES];
};

/* The bytes of a record; of `record`, `hash` is set by it. Free with g_byte_array_unref. */
GByteArray *record_write(struct record *record, const unsigned char key[SECRET_KEY_BYTES]);

/* The bytes of a RECORD_BEGIN. `epoch` is the name of the log. */
GByteArray *record_write_begin(struct record *record, const char *epoch,
                               const unsigned char key[SECRET_KEY_BYTES]);

enum record_found {
    RECORD_WHOLE,
    RECORD_CUT,     /* it ends before its end, as when it is being written or copied */
    RECORD_DAMAGED, /* it is none, or its bytes are not those that were written */
};

/* Reads the record at the beginning of `bytes`; sets *size to its bytes if it is whole. */
enum record_found record_read(const guint8 *bytes, gsize length,
                              const unsigned char key[SECRET_KEY_BYTES], struct record *record,
                              gsize *size);

enum { RECORD_BEGIN_MOST = 256 }; /* bytes of a RECORD_BEGIN at most */

/* Whose a file of a log is. */
enum log_owner {
    OWNER_UNKNOWN,
    OWNER_US,
    OWNER_ANOTHER,
};

/* Reads from the first bytes of a file (RECORD_BEGIN_MOST are enough) whose it is, and sets *time
 * to when it was begun; 0: that cannot be read. If `key` is NULL, only sets *time. */
enum log_owner record_owner(const guint8 *bytes, gsize length,
                            const unsigned char key[SECRET_KEY_BYTES], gint64 *time);

/* A file of a log. */
struct segment {
    char *epoch;     /* the name of its log; NULL: not even that can be read */
    GArray *records; /* struct record: the whole ones, up to the first fault; their contents are in
                        the bytes that were read */
    gsize good;      /* bytes of those */
    bool cut;        /* behind them a record begins that is not whole */
    gint64 last;     /* the last commit that it has, or that was before it */
};

/*
 * Reads a file of a log from its beginning. `name` is what it is called in errors. False with
 * POSTMOVE_ERROR_NO if it is another server's, damaged, or if its records are not those of the
 * commits one after the other; `segment` has what is good before that. A last record that is cut
 * is no error. Call segment_clear in either case, while `bytes` are still there.
 */
bool segment_read(struct segment *segment, const char *name, const guint8 *bytes, gsize length,
                  const unsigned char key[SECRET_KEY_BYTES], GError **error);
void segment_clear(struct segment *segment);

typedef struct segment Segment;
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Segment, segment_clear)

/* For what reads a log: sets POSTMOVE_ERROR_NO, "NAME: " and the words, and returns false. */
bool log_refuse(GError **error, const char *name, const char *format, ...) G_GNUC_PRINTF(3, 4);

/* True if a text has the form of a log's name: "20261126-183021-0123456789abcdef". */
bool epoch_valid(const char *text);

/* When a log of that name began, or later, if the clock had been put back; 0: it has no date. */
gint64 epoch_time(const char *epoch);

#endif
