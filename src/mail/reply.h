/*
 * reply.h: finds the lines of a mail that its sender wrote.
 *
 * A classifier of lines, top down, without backtracking. It knows quotes, attributions,
 * signatures, forwards, notices of programs and our own letters; it knows nothing of commands.
 */
#ifndef POSTMOVE_REPLY_H
#define POSTMOVE_REPLY_H

#include <glib.h>
#include <stdbool.h>

/* The line that opens every letter of ours: it is the first line of the text, and all unquoted
 * text below it is ours. News may stand in it instead of our name. In other languages the words are
 * theirs, and our name stands behind them. By its end, in any case, it is found. */
#define REPLY_MARKER "=== postmove: please write above this line ==="
#define REPLY_MARKER_NEWS "=== %s Please write above this line ==="
#define REPLY_MARKER_OTHER "=== %s%s%s (postmove) ==="
#define REPLY_MARKER_END "please write above this line ==="
#define REPLY_MARKER_OTHER_END "(postmove) ==="

/* What the Subject of every letter of ours begins with. */
#define REPLY_TAG "[postmove]"

/* Lines that are read, and bytes that are kept of each: more than a comment or a TEXT may
 * have, so that a line that was cut is known to be too long. */
enum { REPLY_LINES_MAX = 400, REPLY_LINE_MAX = 5000 };

enum reply_kind {
    REPLY_OWN = 't',    /* the writer's own line */
    REPLY_ENDING = 'e', /* likewise, below thanks: words for others; in a mail that has one command
                           a line no commands are read from there on */
    REPLY_BLANK = 'b',
    REPLY_QUOTED = 'q',  /* quoted, or an attribution that belongs to a quote */
    REPLY_WRAPPED = 'w', /* a line without a mark right below a quote, or below another such line;
                            or a line of the writer's that begins with `|`. Above a command it is
                            the wrapped end of the quote, below it the writer's own */
};

/* The lines down to the first stop, which is left out; what programs have added to the mail is
 * blank. lines[i], written[i] and kinds[i] belong together; all end with NUL or NULL. Lines have no
 * blanks at their end. A line that cannot be trusted keeps its U+FFFD; a line that looks different
 * from how it is written (base/plain.h) gets one where its direction turns. */
struct reply {
    char **lines;   /* plain (base/plain.h), for the parser */
    char **written; /* the same as they were written, for passing on */
    char *kinds;
    char *stop;  /* the beginning of the first stop, as it was written, if words of the writer's
                    own seem to be below it; else NULL */
    bool beyond; /* such words are below the last line that is read */
};

/* Reads the text of a message. */
void reply_read(const char *text, struct reply *reply);
void reply_clear(struct reply *reply);

typedef struct reply Reply;
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Reply, reply_clear)

/* A Subject without its Re:, AW:, SV:, Fwd: and the like, in many languages, and without our
 * tag, as written. *tagged (may be NULL) says whether the tag was there. Free with g_free. */
char *reply_subject(const char *subject, gboolean *tagged);

#endif
