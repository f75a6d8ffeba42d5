/*
 * html.h: a letter as HTML, beside its plain text.
 *
 * It is made of what each block of the letter says, in the words that its text has
 * (letters/composing.h). So it says what the text says, block by block.
 *
 * Mail programs know little of HTML, and each knows something else: styles stand in each element,
 * nothing is loaded from anywhere, and without pictures and styles it can still be read.
 */
#ifndef POSTMOVE_LETTERS_HTML_H
#define POSTMOVE_LETTERS_HTML_H

#include <glib.h>

#include "letters/queued.h"
#include "letters/tap.h"
#include "render/diagram.h"

/* A letter being written. */
struct html {
    GString *out;
    const struct words *words; /* of its reader */
    const char *name;          /* names of pictures end with it: a Content-ID without brackets */
    GPtrArray *pictures;       /* takes those of boards (struct letter_picture) */
    bool links;                /* the paragraph of links is open */
    bool noted;                /* what a link does was said */
    bool main;                 /* the main button is there */
    bool begun;                /* there are words below the first line */
    bool headline;             /* a headline goes on */
    guint buttons;             /* how many rows of tables have one */
    const GPtrArray *taps;     /* of squares in the picture that is added next; NULL: none */
};

/* Begins a letter, whose members but `out` are set. */
void html_begin(struct html *html);

/* Adds the words of a block that is neither a link nor a board nor a headline. */
void html_add_words(struct html *html, enum block_kind kind, const char *words);

/* Adds the words of a page. If it begins the letter, and its first paragraph fits a line of text, that
 * is the headline. */
void html_add_page(struct html *html, const char *words);

/* Adds a headline, or goes on with it; the next block does, too, if it `goes_on`. */
void html_add_headline(struct html *html, const char *words, bool goes_on);

/* Adds a button that sends `line` to the address. The first of the letter that may be is its main
 * one. */
void html_add_link(struct html *html, const char *label, const char *line, const char *address,
                   bool may_be_main);

/* Adds a table as table_append (letters/table.h) does. */
void html_add_table(struct html *html, char *const *rows, char *const *buttons);

/* A button as html_add_link adds it; `main`: the main one. Free with g_free. */
char *html_button(const char *label, const char *line, const char *address, bool main);

/* Adds a line of words in which those of the taps stand in their order. `aside`: the text has not
 * this line. */
void html_add_taps(struct html *html, const char *words, const GPtrArray *taps, bool aside);

/* Adds a board: as a picture with words for those who do not see it, or, if `pictured` is NULL or
 * cannot be drawn, as `text` has it. NULL as text: there is only the picture, or nothing. */
void html_add_board(struct html *html, const struct diagram *pictured, const char *text);

/* Ends the letter; NULL if it is longer than mail programs show. Free with g_free. */
char *html_end(struct html *html);

#endif
