/*
 * html.h: a letter as HTML, beside its plain text.
 *
 * It is made of what each block of the letter says, in the words that its text has
 * (letters/composing.h). So it says what the text says, block by block.
 *
 * Mail programs know little of HTML, and each knows something else: styles stand in each element,
 * nothing is loaded from anywhere, and without pictures and styles it can still be read. Lines
 * that the text marks as a command or as somebody's words ("> ", "| ") keep these signs, so that
 * they do not read as a command when the letter comes back without its marker.
 */
#ifndef POSTMOVE_LETTERS_HTML_H
#define POSTMOVE_LETTERS_HTML_H

#include <glib.h>

#include "letters/queued.h"
#include "render/diagram.h"

/* A letter being written. */
struct html {
    GString *out;
    const struct words *words; /* of its reader */
    const char *name;          /* names of pictures end with it: a Content-ID without brackets */
    GPtrArray *pictures;       /* takes those of boards (struct letter_picture) */
    bool links;                /* the paragraph of links is open */
};

/* Begins a letter, whose members but `out` are set. */
void html_begin(struct html *html);

/* Adds the words of a block that is neither a link nor a board. */
void html_add_words(struct html *html, enum block_kind kind, const char *words);

/* Adds a link, `label`, that sends `line` to the address; `lead` stands above the first of several.
 */
void html_add_link(struct html *html, const char *lead, const char *label, const char *line,
                   const char *address);

/* Adds a board: as a picture with words for those who do not see it, or, if `pictured` is NULL or
 * cannot be drawn, as `text` has it. NULL as text: there is only the picture, or nothing. */
void html_add_board(struct html *html, const struct diagram *pictured, const char *text);

/* Ends the letter; NULL if it is longer than mail programs show. Free with g_free. */
char *html_end(struct html *html);

#endif
