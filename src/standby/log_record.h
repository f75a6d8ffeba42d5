/*
 * log_record.h: the files of a commit log, as bytes.
 *
 * A commit log (standby/commit_log.h) is a row of files, and a file is a row of records, one for
 * each commit:
 *
 *   "pmr1"    4 bytes
 *   length    4 bytes: of the content; all numbers have their highest byte first
 *   again     4 bytes: the length with each bit turned, so that a damaged one is noticed
 *   number    8 bytes: of the commit
 *   time      8 bytes: of the commit, in seconds since 1970
 *   before    32 bytes: the hash of the record before, in this file or the one before it
 *   content   what the commit changed (store/changes.h)
 *   hash      32 bytes: of all above, with the server's key
 */
#ifndef POSTMOVE_LOG_RECORD_H
#define POSTMOVE_LOG_RECORD_H

#include <glib.h>
#include <stdbool.h>

#include "base/random.h"

enum {
    RECORD_HEAD = 60,                              /* bytes before the content */
    RECORD_LEAST = RECORD_HEAD + SECRET_HASH_BYTES /* bytes of one without content */
};

/* What stands behind the last record when its commit is known to be completed: the next record, or
 * no more than its first bytes. */
extern const char record_begins[4];

struct record {
    gint64 number, time;
    const guint8 *content; /* in the bytes that were read */
    gsize length;          /* of the content */
    unsigned char before[SECRET_HASH_BYTES], hash[SECRET_HASH_BYTES];
};

/* The bytes of a record; sets its `hash`. Free with g_byte_array_unref. */
GByteArray *record_write(struct record *record, const unsigned char key[SECRET_KEY_BYTES]);

/* The records of a file. */
struct segment {
    GArray *records; /* struct record: the whole ones, up to the first fault; their contents are in
                        the bytes that were read */
    gsize good;      /* bytes of those */
    bool completed;  /* something stands behind them: the last one's commit was completed */
    gint64 last;     /* the last commit that it has, or that was before it */
};

/*
 * Reads a file of a log. `name` is what it is called in errors, `number` the last commit before it.
 * False with POSTMOVE_ERROR_NO if it is damaged, or if its records are not those of the commits one
 * after the other; `segment` has what is good before that. A last record that is cut is no error.
 * Call segment_clear in either case, while `bytes` are still there.
 */
bool segment_read(struct segment *segment, const char *name, gint64 number, const guint8 *bytes,
                  gsize length, const unsigned char key[SECRET_KEY_BYTES], GError **error);
void segment_clear(struct segment *segment);

typedef struct segment Segment;
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Segment, segment_clear)

/* For what reads a log: sets POSTMOVE_ERROR_NO, "NAME: " and the words, and returns false. */
bool log_refuse(GError **error, const char *name, const char *format, ...) G_GNUC_PRINTF(3, 4);

#endif
