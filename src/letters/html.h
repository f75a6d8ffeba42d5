/*
 * html.h: a letter as HTML, beside its plain text.
 *
 * While a letter waits in the outbox its HTML is kept as parts: of each block its kind and its
 * words as the text has them, and of a board what its picture is made from. The HTML is put
 * together when the letter is sent, outside of any transaction. It says what the text says, block
 * by block.
 *
 * Mail programs know little of HTML, and each knows something else: styles stand in each element,
 * nothing is loaded from anywhere, and without pictures and styles it can still be read. Lines
 * that the text marks as a command or as somebody's words ("> ", "| ") keep these signs, so that
 * they do not read as a command when the letter comes back without its marker.
 */
#ifndef POSTMOVE_LETTERS_HTML_H
#define POSTMOVE_LETTERS_HTML_H

#include <glib.h>

#include "letters/blocks.h"

/*
 * A letter (letter_bytes) with the HTML of its stored parts beside its text. `words` describe the
 * boards that are pictures, whose names in the mail begin with `name`, a Content-ID without its
 * brackets; if `words` is NULL, or a picture cannot be drawn, the board is shown as the text has
 * it. The letter as it is if the bytes are no parts, or if the HTML would be longer than mail
 * programs show. Free with g_bytes_unref.
 */
GBytes *html_letter(GBytes *letter, GBytes *stored, const struct words *words, const char *name);

#endif
