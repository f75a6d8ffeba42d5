/*
 * headers.h: the header block of a mail (RFC 5322 section 2.2), split into its fields and
 * unfolded; does not interpret them.
 *
 * Counts the fields as they are in the bytes, so that a field given twice is noticed.
 */
#ifndef POSTMOVE_HEADERS_H
#define POSTMOVE_HEADERS_H

#include <glib.h>
#include <stdbool.h>

/* Fields that are read. Nothing else limits a block but the size of its mail: a letter to thousands
 * has a To of some hundred KiB. */
enum { HEADERS_FIELDS_MAX = 4000 };

struct header {
    char *name;      /* as written */
    char *value;     /* unfolded, without blanks around it, valid UTF-8 */
    const char *raw; /* the field in the mail's bytes, its line end included */
    size_t raw_length;
};

struct headers {
    GPtrArray *fields; /* struct header, in order */
    size_t length;     /* bytes up to the body, the blank line included */
    bool whole;        /* false: there are more fields than HEADERS_FIELDS_MAX, and length ends
                          before the next one */
};

/* The block at the beginning of a mail; it ends at a blank line or at a line that is not a
 * field. Never NULL. Points into `bytes`. Free with headers_free. */
struct headers *headers_read(const char *bytes, size_t length);
void headers_free(struct headers *headers);

typedef struct headers Headers;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Headers, headers_free)

/* The field of that name, without regard to case: how often it occurs, its first value (NULL:
 * none), its value if it occurs exactly once. */
guint headers_count(const struct headers *headers, const char *name);
const char *headers_first(const struct headers *headers, const char *name);
const char *headers_only(const struct headers *headers, const char *name);

#endif
