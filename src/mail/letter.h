/*
 * letter.h: a letter as bytes (RFC 5322, 2045), ready for the outbox.
 *
 * text/plain, UTF-8, quoted-printable, LF lines, at most 72 columns of text.
 * Headers come out in one order, folded. Those who read mail refuse a byte that could forge a
 * header; here it is encoded or left out. A letter
 * with a file is multipart/mixed (RFC 2046): the text, then the file.
 */
#ifndef POSTMOVE_LETTER_H
#define POSTMOVE_LETTER_H

#include <glib.h>
#include <stdbool.h>

/* A file of text that goes along (RFC 2183). Quoted-printable like the letter, so
 * it can be read even where nothing opens it. */
struct attachment {
    const char *name; /* letters, digits, ".", "_" and "-" */
    const char *type; /* "application/json" */
    const char *text; /* UTF-8, LF lines, whose ends may become CRLF on the way */
};

struct letter {
    const char *from;     /* address of the server */
    const char *to;       /* address of the recipient */
    const char *reply_to; /* NULL: none */
    const char *subject;
    const char *message_id;        /* without angle brackets */
    const char *in_reply_to;       /* NULL: none; likewise */
    const char *const *references; /* NULL: none; likewise */
    gint64 date;
    bool answer;          /* Auto-Submitted: auto-replied, else auto-generated */
    const char *list_id;  /* "chess-12.turns.example.org"; NULL: none */
    const char *leave_to; /* an address any mail to which ends letters like this; NULL: none */
    const char *instance; /* the host, for X-Postmove-Loop */
    const char *text;     /* LF lines, ends in LF; other line ends become blanks */
    const struct attachment *attachment; /* NULL: none */
};

/* The bytes. Free with g_bytes_unref. */
GBytes *letter_bytes(const struct letter *letter);

/* RFC 2045 section 6.7 of UTF-8 text; LF line ends; spaces at a line's end,
 * and a "From " or "." at its beginning, armoured. Free with g_free. */
char *letter_quoted_printable(const char *text);

#endif
