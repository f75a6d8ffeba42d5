/*
 * letter.h: a letter as bytes (RFC 5322, 2045), ready for the outbox.
 *
 * text/plain, UTF-8, quoted-printable, LF lines, at most 72 columns of text. Headers come in a
 * fixed order, folded. The code that reads mail refuses a byte that could forge a header; here
 * it is encoded or left out. A letter with a file is multipart/mixed (RFC 2046): the text,
 * then the file.
 */
#ifndef POSTMOVE_LETTER_H
#define POSTMOVE_LETTER_H

#include <glib.h>
#include <stdbool.h>

/* A text file that goes along (RFC 2183). Quoted-printable like the letter, so that people can
 * read it even where no program opens it. */
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
    const char *leave_to; /* any mail to this address ends letters like this; NULL: none */
    const char *instance; /* the host, for X-Postmove-Loop */
    const char *text;     /* LF lines, ends in LF; other line ends become blanks */
    const struct attachment *attachment; /* NULL: none */
};

/* Writes the letter. Free with g_bytes_unref. */
GBytes *letter_bytes(const struct letter *letter);

/* UTF-8 text in quoted-printable (RFC 2045 section 6.7) with LF line ends; spaces at the end
 * of a line, and a "From " or "." at its beginning, are encoded. Free with g_free. */
char *letter_quoted_printable(const char *text);

#endif
