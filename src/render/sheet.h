/*
 * sheet.h: the sheet of characters a board is drawn on.
 *
 * It is laid out around the figures of a board as they lie after turning. A half
 * cell is one row high and `across` columns wide; around what has a place on the
 * grid there is room for labels, names and marks.
 */
#ifndef POSTMOVE_RENDER_SHEET_H
#define POSTMOVE_RENDER_SHEET_H

#include <glib.h>

#include "games/game.h"
#include "render/sign.h"

/*
 * ---- how a board is turned for its reader ----
 *
 * The grid of half cells is turned counter-clockwise by halves, quarters or sixths, as the game's
 * figures say (games/game.h).
 */

/* Whether readers have their own side at the bottom. */
enum flip {
    FLIP_USUAL, /* where the game knows such sides */
    FLIP_ON,    /* there, and where two seats share one side: the second sees the other way */
    FLIP_OFF,   /* never: all see the board as the game draws it */
};

/* A place on the grid of half cells, relative to the first point. */
struct spot {
    int x, y;
};

/* How many sixths, where the board turns by these, or else quarters, it is turned
 * for the reader in `seat` (-1: none; seats the figures do not know: none), one
 * of `seats`. */
int turning_for(const struct figures *figures, int seats, int seat, enum flip flip);

/* Whether what lay flat stands upright now, and the other way round. */
bool turning_lays_down(const struct figures *figures, int turns);

enum {
    SHEET_COLUMNS_MAX = 72, /* of a line of a letter */
    SHEET_INDENT = 1,
};

struct range {
    struct spot least, most;
};

struct sheet {
    const struct figures *figures;
    int turns; /* as turning_for says */
    int across;
    bool open;                    /* lines between the rows are drawn too */
    enum lettering lettering;     /* LETTERING_ASCII, until the caller wants another */
    struct spot spot[POINTS_MAX]; /* of each point */
    struct range points;          /* the squares alone */
    struct range all;
    int rows, columns;
    gunichar *cell; /* rows x columns, blanks at first */
};

/* Lays out an empty sheet for figures that outlive it; with `wide` half cells are a
 * column wider and there are lines between all rows. What would be too wide for a letter
 * is drawn with half cells that are narrower, down to one column. */
void sheet_lay_out(struct sheet *sheet, const struct figures *figures, int turns, bool wide);
void sheet_clear(struct sheet *sheet);

/* Where a place of the figures comes to lie; its row and column follow. */
struct spot sheet_spot(const struct sheet *sheet, int x, int y);
int sheet_row(const struct sheet *sheet, int y);
int sheet_column(const struct sheet *sheet, int x);

void sheet_put(const struct sheet *sheet, int row, int column, gunichar character);

/* Puts text where all of it finds blanks; false, and nothing is put, elsewhere. */
bool sheet_squeeze(const struct sheet *sheet, int row, int column, const char *text);

/* Appends the lines from the first to the last that is not blank, indented by
 * SHEET_INDENT, trailing blanks cut, at most SHEET_COLUMNS_MAX wide. Blank lines
 * between them stay where the sheet is open. */
void sheet_read_off(const struct sheet *sheet, GString *out);

#endif
