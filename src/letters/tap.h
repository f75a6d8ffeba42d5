/*
 * tap.h: words in HTML that are links, each of which opens a mail to be sent (RFC 6068).
 */
#ifndef POSTMOVE_LETTERS_TAP_H
#define POSTMOVE_LETTERS_TAP_H

#include <glib.h>

struct tap {
    char *word;
    char *line;    /* what the mail says */
    char *address; /* that it goes to; NULL: it is no link */
};

/* An empty list of struct tap, which frees them. Free with g_ptr_array_unref. */
GPtrArray *taps_new(void);

/* Appends words, in which the characters of HTML are escaped. */
void escaped_append(GString *out, const char *words);

/* Begins an element that is a link which sends the line to the address, with these attributes. */
void tap_begin(GString *out, const char *element, const char *line, const char *address,
               const char *attributes);

/* Appends words, in which those of the taps stand in their order. */
void taps_append(GString *out, const char *words, const GPtrArray *taps);

#endif
