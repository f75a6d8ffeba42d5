/*
 * sign.h: the characters a board is drawn with, and how it lies for its reader.
 *
 * Only this file knows them: O and X for the first two seats, 3 to 6 for the
 * others, or the number of the set where a seat has several; * for nobody's; small
 * letters for bars, # for standing ones.
 *
 * With LETTERING_DRAWN other signs stand for these, all as wide as a letter in the
 * fonts of terminals and mail programs: circles, triangles and squares for men,
 * lines for walls and bars. What is a number or a name stays one.
 */
#ifndef POSTMOVE_RENDER_SIGN_H
#define POSTMOVE_RENDER_SIGN_H

#include <glib.h>
#include <stdbool.h>

#include "games/game.h"
#include "render/diagram.h"

enum {
    SIGN_STANDING = '#', /* a bar that is nobody's */
    SIGN_LEFT = ':',     /* an empty point that the last turn left */
    SIGN_YARD = ',',
    SIGN_EMPTY = '.',
    SIGN_CROSSED = '+',
    SIGN_FLAT = '-', /* walls */
    SIGN_UPRIGHT = '|',
    SIGN_NUMBER_BYTES = 4, /* "255" and its end */
};

enum lettering {
    LETTERING_ASCII,
    LETTERING_DRAWN,
    LETTERING_DRAWN_BLACK, /* the same where the first seat has the black men */
};

/* The lettering of a diagram's form. */
enum lettering lettering_of(const struct diagram *);

/* The character of a seat's men, if they are one set. */
char sign_seat(int seat);

/* The character of a piece: that of its set, else of its seat. */
char sign_piece(const struct point *point);

/* Whether it is a piece of more than one man. */
bool sign_is_tall(const struct point *point);

/* How many of a piece's men are its owner's: those on top. */
int sign_cap(const struct point *point);

/* What stands behind the character of a tall piece: its cap, "3"; "" of others. */
void sign_number(const struct point *point, char number[SIGN_NUMBER_BYTES]);

/* True if the same piece stands there, or none. */
bool point_stands_same(const struct point *one, const struct point *other);

/* The bar at the place of that one; NULL if no bar stands there. */
const struct bar *figures_bar_at(const struct figures *figures, const struct bar *like);

/* ---- as they are lettered ---- */

/* What stands for the character of a place or of a seat's man. */
gunichar sign_lettered(char sign, enum lettering lettering);

/* The character of a piece. Numbers of sets are left as they are. */
gunichar sign_piece_lettered(const struct point *point, enum lettering lettering);

/* The character of any point; `laid_down` says that the board was turned so that what was flat
 * stands upright. */
gunichar sign_point(const struct point *point, bool laid_down, enum lettering lettering);

/* The character of a bar; `upright` as it lies now. */
gunichar sign_bar(const struct bar *bar, bool upright, enum lettering lettering);

/* The character of a frame in its first, its last (2) or another row (1), and column; a blank
 * within it. */
gunichar sign_frame(int row, int column, enum lettering lettering);

/* ---- of a whole board ---- */

/* The sets of a seat that are on the board, as bits; bit 0 if its men are one set, or none. */
unsigned sign_sets(const struct figures *figures, int seat);

/* The signs of the men of each of SEATS_MAX seats: "O", or "1, 4" where it has several sets on the
 * board. Free with g_strfreev. */
char **signs_of_seats(const struct game *game, const struct position *position);

/*
 * ---- the figures of a position as they lie for their reader ----
 *
 * A game draws its board one way (games/game.h). Readers see their own side at the bottom, so the
 * board is turned for them by halves, quarters or sixths. Both drawings, the one in characters
 * (render/diagram.h) and the one in colours (render/picture.h), are laid out from here.
 */

/* A place on the grid of half cells, relative to the first point; y grows downwards. */
struct spot {
    int x, y;
};

struct range {
    struct spot least, most;
};

struct turned {
    struct figures figures;
    int turns; /* counter-clockwise: sixths, where the board turns by these, or else quarters */
    struct spot spot[POINTS_MAX]; /* of each point */
    struct range points;          /* the points alone */
    struct range all;             /* with frame, bars and labels */
};

/* Lets the game draw the position of the diagram, and turns it for its reader. */
void turned_draw(const struct diagram *diagram, struct turned *turned);

/* Where the place x, y of the figures lies. */
struct spot turned_spot(const struct turned *turned, int x, int y);

/* True if the board turns by sixths. */
bool turned_by_sixths(const struct turned *turned);

/* True if what lies flat in the figures stands upright, and the other way round. */
bool turned_is_laid_down(const struct turned *turned);

/* True if the bar stands upright as it lies now. */
bool turned_is_upright(const struct turned *turned, const struct bar *bar);

/* The point at a spot; NULL if the spot is off the board. */
const struct point *turned_point_at(const struct turned *turned, struct spot spot);

#endif
