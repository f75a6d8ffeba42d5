/*
 * html.h: a letter as HTML, beside its plain text.
 *
 * It is made from parts: what each block of the letter says, in the words that its text has
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

struct html_part {
    enum block_kind kind;
    char *words;
    struct drawing *drawing; /* of a board; NULL: none that can be drawn */
    bool pictured;           /* it is shown as a picture, not as the text has it */

    /* BLOCK_LINK, whose words name it: */
    char *lead;    /* what stands above the first link */
    char *line;    /* what it sends */
    char *address; /* where to */
};

/* An empty list of parts, which frees them; and one part more, at its end, owned by the list. Free
 * with g_ptr_array_unref. */
GPtrArray *html_parts_new(void);
struct html_part *html_part_add(GPtrArray *parts, enum block_kind kind);

/*
 * The HTML of a letter; NULL if it would be longer than mail programs show. `words`, whose language
 * (RFC 5646) it is in, describe the boards that are pictures, which are added to `pictures` (struct
 * letter_picture); their names in the mail begin with `name`, a Content-ID without its brackets. A
 * board whose picture cannot be drawn is shown as the text has it. Free with g_free.
 */
char *html_letter(const GPtrArray *parts, const struct words *words, const char *language,
                  const char *name, GPtrArray *pictures);

#endif
