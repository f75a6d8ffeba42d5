/*
 * html_look.h: finds out what the writer of an HTML mail could see.
 *
 * Follows the styles from each element to those within it. Hidden words are not the writer's;
 * where it is not certain whether they are hidden, they are marked so that no command is read
 * from them.
 */
#ifndef POSTMOVE_HTML_LOOK_H
#define POSTMOVE_HTML_LOOK_H

#include <libxml/tree.h>
#include <stdbool.h>

#include "mail/html_color.h"
#include "mail/html_css.h"

/* How an element is shown. The elements within it inherit the first part. */
struct html_look {
    double size;              /* of its letters, in pixels */
    double opacity;           /* multiplied by that of all elements around it */
    struct html_color color;  /* of its letters */
    struct html_color fill;   /* if `filled`, used in place of `color`: -webkit-text-fill-color */
    struct html_color ground; /* behind it */
    bool filled;
    bool grounded;      /* a ground was set; else it counts as white */
    bool color_unknown; /* a colour is set that cannot be computed */
    bool ground_unknown;
    bool invisible; /* visibility: hidden */
    bool doubtful;  /* something may hide it */
    bool variables; /* custom properties are set */
    bool leftwards; /* text that is neither Latin nor digits runs from right to left */
    bool turned;    /* and so does all the rest: nobody saw the words in the order they are
                       written in */
    /* For this element alone: */
    bool gone;                      /* nothing of it is seen */
    bool struck;                    /* line-through */
    bool flat;                      /* its box has no width or no height */
    bool tight;                     /* its box has little width or height */
    bool cut_off;                   /* what does not fit into its box is not shown */
    bool positioned;                /* by its edges */
    bool overriding;                /* all of it runs in one direction */
    bool far_off;                   /* its edges are off the screen, if it is positioned */
    const struct html_look *parent; /* of the element around it; only while styles are applied */
};

/* The look of a mail with these sheets, before any element. */
void html_look_begin(const struct css_sheets *sheets, struct html_look *look);

/* Sets the look of an element that is within one with the look `parent`. */
void html_look_of(const struct html_look *parent, const xmlNode *element,
                  const struct css_sheets *sheets, struct html_look *look);

/* True if nothing within the element is seen, or all of it is struck through. */
bool html_look_hides(const struct html_look *look);

enum html_seen {
    HTML_SEEN,
    HTML_NOT_SEEN,
    HTML_PERHAPS_SEEN,
};

/* Can words with that look be seen? */
enum html_seen html_look_of_words(const struct html_look *look);

/* True if a value of words between blanks, like that of `class`, has this one, in any case. */
bool html_look_has_word(const char *words, const char *word);

#endif
