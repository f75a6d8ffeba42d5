/*
 * html_look.h: what of an HTML mail its writer could see.
 *
 * Follows the styles from each element to those within it. What is hidden is no word of the
 * writer's; where nobody can say for certain, the words are marked so that no command is read from
 * them.
 */
#ifndef POSTMOVE_HTML_LOOK_H
#define POSTMOVE_HTML_LOOK_H

#include <libxml/tree.h>
#include <stdbool.h>

#include "mail/html_color.h"
#include "mail/html_css.h"

/* How an element is shown. The first part passes on to the elements within it. */
struct html_look {
    double size;              /* of its letters, in pixels */
    double opacity;           /* with that of all around it */
    struct html_color color;  /* of its letters */
    struct html_color fill;   /* the same, if `filled`: -webkit-text-fill-color */
    struct html_color ground; /* behind it */
    bool filled;
    bool grounded;      /* a ground was set; else it is taken for white */
    bool color_unknown; /* a colour is set that cannot be computed */
    bool ground_unknown;
    bool invisible; /* visibility: hidden */
    bool doubtful;  /* something may hide it */
    bool variables; /* custom properties are set */
    bool leftwards; /* what is neither Latin nor a digit runs from the right to the left */
    bool turned;    /* and so does all the rest: nobody saw the words as they are written */
    /* Of this element alone. */
    bool gone;                      /* nothing of it is seen */
    bool struck;                    /* line-through */
    bool flat;                      /* a side of its box is nothing */
    bool tight;                     /* a side is short */
    bool cut_off;                   /* what does not fit its box is not shown */
    bool positioned;                /* by its edges */
    bool overriding;                /* all of it runs in one direction */
    bool far_off;                   /* its edges are off the screen, if it is positioned */
    const struct html_look *parent; /* of the element around; only while styles are taken */
};

/* How a mail with these sheets is shown before anything is said of its elements. */
void html_look_begin(const struct css_sheets *sheets, struct html_look *look);

/* The look of an element in one that looks like `parent`. */
void html_look_of(const struct html_look *parent, const xmlNode *element,
                  const struct css_sheets *sheets, struct html_look *look);

/* True if nothing within the element is seen, or all of it is struck through. */
bool html_look_hides(const struct html_look *look);

enum html_seen {
    HTML_SEEN,
    HTML_NOT_SEEN,
    HTML_PERHAPS_SEEN,
};

/* Whether words that look so are seen. */
enum html_seen html_look_of_words(const struct html_look *look);

/* Whether a value of words between blanks, as that of `class`, has this one, in any case. */
bool html_look_has_word(const char *words, const char *word);

#endif
