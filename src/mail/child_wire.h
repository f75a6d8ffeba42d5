/*
 * child_wire.h: what the parsing child and its parent say to each other.
 *
 * Both are the same program, so numbers go as they lie in memory.
 */
#ifndef POSTMOVE_CHILD_WIRE_H
#define POSTMOVE_CHILD_WIRE_H

#include <glib.h>

/* A sanitizer needs address space, files, a process of its own at its end,
 * and stderr for what it has to say. */
#if defined(__SANITIZE_ADDRESS__)
#define CHILD_SANITIZED true
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define CHILD_SANITIZED true
#else
#define CHILD_SANITIZED false
#endif
#else
#define CHILD_SANITIZED false
#endif

enum { CHILD_SENDER_MAX = 4096, CHILD_ID_MAX = 255, CHILD_READY = 0x706d6f76 };

/* What goes before a mail on its way to the child; sender, authserv-id
 * and mail follow. */
struct question {
    guint32 length;
    guint32 sender_length;
    guint32 truncated;
    guint32 sender_known;
    guint32 id_length; /* 0: nobody's verdicts are believed */
};

/* What goes before a message on its way back, as the bytes of a GVariant.
 * The child's first answer, without any, says that it is ready. */
struct answer {
    guint32 mark; /* CHILD_READY */
    guint32 length;
};

#endif
