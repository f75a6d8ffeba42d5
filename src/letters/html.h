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

#include "base/config.h"
#include "letters/queued.h"
#include "letters/tap.h"
#include "render/diagram.h"

enum letter_html { HTML_NONE, HTML_WITH_TEXT_BOARDS, HTML_WITH_PICTURES };

/* What a letter depends on beside itself. */
struct letter_reader {
    const struct words *words; /* of their language */
    char *zone;                /* the name of their time zone */
    enum diagram_form form;    /* of boards in text */
    enum letter_html html; /* whether there is HTML beside the text, and what boards are in it */
    const char *moves;     /* how moves are listed: the value of SETTING_MOVES */
    bool testing;          /* the letter says that the database is for tests */
};

/* A letter being written. */
struct html {
    const struct queued *queued;
    const struct letter_reader *reader;
    const struct config *config;
    const char *name;    /* names of pictures end with it: a Content-ID without brackets */
    GPtrArray *pictures; /* takes those of boards (struct letter_picture) */
    GString *out;
    bool links;    /* the paragraph of links is open */
    bool noted;    /* what a link does was said */
    bool main;     /* the main button is there */
    bool begun;    /* there are words below the first line */
    bool headline; /* a headline goes on */
    guint buttons; /* how many rows of tables have one */
};

/* Begins a letter, whose first five members are set. */
void html_begin(struct html *html);

/* Adds the words of a block that is neither a link nor a board nor a headline. If a page begins the
 * letter, and its first paragraph fits a line of text, that is the headline. */
void html_add_words(struct html *html, enum block_kind kind, const char *words);

/* Adds a headline, or goes on with it; the next block does, too, if it `goes_on`. */
void html_add_headline(struct html *html, const char *words, bool goes_on);

/* The address to which a link sends the command `act` (mail/address.h); NULL if the letter has no
 * token for links, or there is no room. Free with g_free. */
char *html_address(const struct html *html, const char *act);

/* Adds a button that sends `line`, which is the command `act`, if that has an address. The first of
 * the letter that may be is its main one. */
void html_add_link(struct html *html, const char *label, const char *line, const char *act,
                   bool may_be_main);

/* Adds a table as table_append (letters/table.h) does. */
void html_add_table(struct html *html, char *const *rows, char *const *buttons);

/* The button of a row, which sends the command `act` (NULL: it has none); "" without an address,
 * and behind the first rows of a letter, since mail programs show no longer letters. Free with
 * g_free.
 */
char *html_row_button(struct html *html, const char *label, const char *act);

/* Adds a line of words in which those of the taps stand in their order. `aside`: the text has not
 * this line. */
void html_add_taps(struct html *html, const char *words, const GPtrArray *taps, bool aside);

/* Adds a board: as a picture with words for those who do not see it, or, if `pictured` is NULL or
 * cannot be drawn, as `text` has it. NULL as text: there is only the picture, or nothing. `taps`:
 * squares of the picture that are links; NULL: none. */
void html_add_board(struct html *html, const struct diagram *pictured, const char *text,
                    const GPtrArray *taps);

/* Ends the letter; NULL if it is longer than mail programs show. Free with g_free. */
char *html_end(struct html *html);

#endif
