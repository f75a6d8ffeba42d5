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

/* The name in From of every letter. */
#define LETTER_SENDER "postmove"

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
    const char *language; /* of the text (RFC 5646): "en" */
    const char *instance; /* the host, for X-Postmove-Loop */
    const char *text;     /* LF lines, ends in LF; other line ends become blanks */
    const struct attachment *attachment; /* NULL: none */
    const char *html;                    /* beside the text; NULL: none */
    const GPtrArray *pictures; /* struct letter_picture, that the HTML shows; NULL: none */
};

/* A picture within the HTML of a letter, which names it as cid:ID (RFC 2392). */
struct letter_picture {
    char *id; /* "board-1.7@example.org" */
    GBytes *png;
};

/* An empty list of pictures, which frees them; free with g_ptr_array_unref. Adds one: copies the
 * id, takes the bytes. */
GPtrArray *letter_pictures_new(void);
void letter_picture_add(GPtrArray *pictures, const char *id, GBytes *png);

/* Writes the letter: with HTML its text is multipart/alternative (RFC 2046 section 5.1.4), within
 * which HTML and pictures are multipart/related (RFC 2387). Free with g_bytes_unref. */
GBytes *letter_bytes(const struct letter *letter);

/* UTF-8 text in quoted-printable (RFC 2045 section 6.7) with LF line ends; spaces at the end
 * of a line, and a "From " or "." at its beginning, are encoded. Free with g_free. */
char *letter_quoted_printable(const char *text);

#endif
