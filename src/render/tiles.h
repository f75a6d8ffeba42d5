/*
 * tiles.h: the pieces a picture is put together from (render/picture.h).
 *
 * A tile is one place of the board with what stands on it, a word at the edge, or the man of a
 * seat below the board. Tiles that look the same are drawn once and then copied, from picture to
 * picture: that is much faster than to draw.
 */
#ifndef POSTMOVE_RENDER_TILES_H
#define POSTMOVE_RENDER_TILES_H

#include "games/game.h"
#include "render/pen.h"

enum {
    TILE_NEIGHBOURS = 6,
    TILE_SEAT_WIDTH = 80, /* pixels of a tile with the man of a seat */
    TILE_SEAT_HEIGHT = 60,
};

/* All that decides how a tile looks. */
struct look {
    enum {
        TILE_SQUARE,
        TILE_HOLE, /* of a board that turns by sixths */
        TILE_WORD,
        TILE_SEAT,
    } tile;
    short unit, row; /* pixels of a half cell to the right, and downwards */
    short man;       /* radius of a man, in hundredths of `unit` */
    /* What stands there: */
    unsigned char kind, mark; /* enum point_kind, point_mark */
    unsigned char height, prisoners, set;
    signed char owner, prisoners_of;
    char sign;
    char ghost;               /* sign of a man that the last turn took; 0: none */
    bool laid_down;           /* a wall that lay flat stands upright, and the other way round */
    unsigned char neighbours; /* of a hole: bits, in the order of tile_neighbours */
    bool moves, first;        /* of a seat: it is to move; this is the first of its sets */
    char word[8];             /* of TILE_WORD */
};

/* A look of that kind whose other bytes are all 0: looks are compared byte by byte. */
struct look look_of(int tile, int unit, int row);

/* Where the neighbours of a hole lie, in half cells. */
extern const struct tile_step {
    signed char x, y;
} tile_neighbours[TILE_NEIGHBOURS];

/* The color of a seat's men; of one of its sets if `set` is not 0. PAINT_NOBODY for seat -1. */
enum paint tile_paint(int owner, int set);

/* The width of a word at the edge, in pixels. */
double tile_word_width(int unit, const char *word);

/* The tiles drawn so far. */
struct tiles;

/* Opens cairo. NULL and POSTMOVE_ERROR_LATER if it is missing. Free with tiles_free. */
struct tiles *tiles_new(GError **error);
void tiles_free(struct tiles *tiles);

typedef struct tiles Tiles;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Tiles, tiles_free)

/* Puts the tile of that look on a sheet, around its middle. The ground of words stays as it is. */
void tile_put(struct tiles *tiles, struct sheet *sheet, const struct look *look,
              struct place middle);

/* Begins to draw on a part of a sheet, across its tiles. */
struct pen *tiles_pen(struct tiles *tiles, struct sheet *sheet, int x, int y, int width,
                      int height);

/* Ends it. */
void tiles_pen_end(struct tiles *tiles, struct pen *pen);

/* True if cairo failed since this was last asked. Then all tiles are forgotten. */
bool tiles_failed(struct tiles *tiles);

#endif
