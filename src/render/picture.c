#include "render/picture.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "match/match.h"
#include "render/sign.h"
#include "render/turned.h"

/* Lengths are in half cells of the figures, of which a square is two wide. */
#define MARGIN_NAMED 4.0    /* left and right of rows with names at their ends */
#define MARGIN_PLAIN 1.3    /* around points */
#define ROW_OF_SIXTHS 0.866 /* height of a half cell where three neighbours form a triangle */
#define MAN_RADIUS 0.74
#define MAN_RADIUS_BARRED 0.66 /* where barriers stand between the squares */
#define OUTLINE 0.1

enum {
    WAY_MAX = 64,      /* places of one move */
    ROUTE_BYTES = 512, /* its text */
};

/* A board being drawn. */
struct canvas {
    struct tiles *tiles;
    const struct diagram *diagram;
    const struct turned *board;
    struct sheet sheet;
    int unit, row;    /* pixels of a half cell to the right, and downwards */
    double left, top; /* where the first point lies */
    double man;       /* radius of a man, in half cells */
};

static struct place place_of(const struct canvas *canvas, struct spot spot)
{
    return (struct place){ canvas->left + spot.x * canvas->unit,
                           canvas->top + spot.y * canvas->row };
}

/* ---- tiles ---- */

static void put_tile(struct canvas *canvas, const struct look *look, struct place middle)
{
    tile_put(canvas->tiles, &canvas->sheet, look, middle);
}

static void put_word(struct canvas *canvas, struct place middle, const char *word, size_t room)
{
    struct look look = look_of(TILE_WORD, canvas->unit, canvas->row);
    memcpy(look.word, word, strnlen(word, MIN(room, sizeof look.word - 1)));
    put_tile(canvas, &look, middle);
}

/* Bits of the neighbours that a hole has. */
static unsigned neighbours_of(const struct turned *board, int index)
{
    unsigned bits = 0;
    for (int i = 0; i < TILE_NEIGHBOURS; i++) {
        const struct spot spot = { board->spot[index].x + tile_neighbours[i].x,
                                   board->spot[index].y + tile_neighbours[i].y };
        for (int j = 0; j < board->figures.points; j++) {
            bits |= board->spot[j].x == spot.x && board->spot[j].y == spot.y ? 1U << i : 0;
        }
    }
    return bits;
}

/* The places, with what stands on them. `before` has the figures before the last turn (NULL: not
 * known): a man that stood there and has not moved was taken. */
static void put_places(struct canvas *canvas, const struct figures *before)
{
    const struct turned *board = canvas->board;
    for (int i = 0; i < board->figures.points; i++) {
        const struct point *point = &board->figures.point[i];
        const bool hole = turned_by_sixths(board);
        struct look look = look_of(hole ? TILE_HOLE : TILE_SQUARE, canvas->unit, canvas->row);
        look.mark = point->mark;
        look.neighbours = (unsigned char)(hole ? neighbours_of(board, i) : 0);
        if (point->kind != POINT_EMPTY) {
            look.kind = point->kind;
            look.owner = point->owner;
            look.laid_down = point->kind != POINT_PIECE && turned_is_laid_down(board);
        }
        if (point->kind == POINT_PIECE) {
            look.man = (short)lround(100 * canvas->man);
            look.set = point->set;
            look.height = point->height;
            look.prisoners = point->prisoners;
            look.prisoners_of = point->prisoners_of;
            look.sign = sign_piece(point);
        } else if (before != NULL && before->point[i].kind == POINT_PIECE &&
                   !(point->mark & MARK_FROM)) {
            look.ghost = sign_piece(&before->point[i]);
        }
        put_tile(canvas, &look, place_of(canvas, board->spot[i]));
    }
}

/* ---- across the places ---- */

/* A pen for lines between two places that are at most a unit wide. */
static struct pen *pen_between(struct canvas *canvas, struct place first, struct place last)
{
    const int edge = canvas->unit / 2 + 2;
    return tiles_pen(canvas->tiles, &canvas->sheet, (int)first.x - edge, (int)first.y - edge,
                     (int)(last.x - first.x) + 2 * edge, (int)(last.y - first.y) + 2 * edge);
}

static void draw_bar(struct canvas *canvas, const struct bar *bar)
{
    const struct place at = place_of(canvas, turned_spot(canvas->board, bar->x, bar->y));
    const bool upright = turned_is_upright(canvas->board, bar);
    const double reach = 0.78 * canvas->unit;
    const double x = upright ? 0 : reach, y = upright ? reach : 0;
    const bool moved = (bar->mark & MARK_TO) != 0;
    const enum paint paint[] = { PAINT_NEW, PAINT_INK,
                                 bar->standing ? PAINT_NOBODY : tile_paint(bar->owner, 0) };
    const double width[] = { 0.74, 0.46, 0.46 - 2 * OUTLINE };
    struct pen *pen = pen_between(canvas, (struct place){ at.x - x, at.y - y },
                                  (struct place){ at.x + x, at.y + y });
    for (size_t i = moved ? 0 : 1; i < G_N_ELEMENTS(paint); i++) {
        pen_move(pen, (struct place){ at.x - x, at.y - y });
        pen_line(pen, (struct place){ at.x + x, at.y + y });
        pen_stroke(pen, paint[i], width[i] * canvas->unit);
    }
    tiles_pen_end(canvas->tiles, pen);
}

/* The points that the text of a move names, in their order: where it begins, what it passes and
 * where it ends. Returns how many there are. */
static size_t way_of(const struct figures *figures, const char *text, int way[WAY_MAX])
{
    size_t count = 0;
    while (*text != '\0') {
        size_t length = 0;
        while (g_ascii_isalnum(text[length])) {
            length++;
        }
        for (int i = 0; i < figures->points && count < WAY_MAX; i++) {
            const char *name = figures->point[i].name;
            if (length > 0 && strnlen(name, sizeof figures->point[i].name) == length &&
                g_ascii_strncasecmp(name, text, length) == 0) {
                way[count++] = i;
            }
        }
        text += MAX(length, 1);
    }
    return count;
}

/* An arrow through the places of a move, from the middle of the first to the edge of the last. */
static void draw_arrow(struct canvas *canvas, const int *way, size_t count)
{
    const struct turned *board = canvas->board;
    const double unit = canvas->unit, head = 0.6 * unit, halo = 0.12 * unit;
    struct place tip = place_of(canvas, board->spot[way[count - 1]]);
    const struct place last = place_of(canvas, board->spot[way[count - 2]]);
    const double length = hypot(tip.x - last.x, tip.y - last.y);
    const struct place ahead = { (tip.x - last.x) / length, (tip.y - last.y) / length };
    tip.x -= ahead.x * 0.84 * unit;
    tip.y -= ahead.y * 0.84 * unit;
    const struct place neck = { tip.x - ahead.x * head, tip.y - ahead.y * head };
    const struct place side = { ahead.y * head * 0.6, -ahead.x * head * 0.6 };
    struct place least = tip, most = tip;
    for (size_t i = 0; i + 1 < count; i++) {
        const struct place at = place_of(canvas, board->spot[way[i]]);
        least = (struct place){ MIN(least.x, at.x), MIN(least.y, at.y) };
        most = (struct place){ MAX(most.x, at.x), MAX(most.y, at.y) };
    }
    struct pen *pen = pen_between(canvas, least, most);
    for (int inner = 0; inner < 2; inner++) {
        const enum paint paint = inner ? PAINT_ARROW : PAINT_PAPER;
        for (size_t i = 0; i + 1 < count; i++) {
            (i == 0 ? pen_move : pen_line)(pen, place_of(canvas, board->spot[way[i]]));
        }
        pen_line(pen, neck);
        pen_stroke(pen, paint, 0.2 * unit + (inner ? 0 : 2 * halo));
        pen_move(pen, tip);
        pen_line(pen, (struct place){ neck.x + side.x, neck.y + side.y });
        pen_line(pen, (struct place){ neck.x - side.x, neck.y - side.y });
        pen_close(pen);
        pen_fill_outlined(pen, paint, paint, inner ? 1 : 2 * halo);
    }
    tiles_pen_end(canvas->tiles, pen);
}

/* The ways of the last turn's moves. */
static void draw_ways(struct canvas *canvas)
{
    const struct diagram *diagram = canvas->diagram;
    const struct game *game = diagram->game;
    struct position now = *diagram->before;
    for (size_t i = 0; i < diagram->count; i++) {
        char route[ROUTE_BYTES];
        int way[WAY_MAX];
        struct text text = text_in(route, sizeof route);
        (game->route != NULL ? game->route : game->print)(&now, &diagram->last[i], &text);
        const size_t count = text.cut ? 0 : way_of(&canvas->board->figures, route, way);
        if (count > 1 && way[count - 1] != way[count - 2]) {
            draw_arrow(canvas, way, count);
        }
        game->apply(&now, &diagram->last[i]);
    }
}

/* The last turn's moves and the barriers, which lie across the places. */
static void draw_across(struct canvas *canvas)
{
    const struct turned *board = canvas->board;
    for (int i = 0; i < board->figures.bars; i++) {
        draw_bar(canvas, &board->figures.bar[i]);
    }
    if (canvas->diagram->before != NULL && canvas->diagram->count > 0) {
        draw_ways(canvas);
    }
}

/* True if a label lies beyond the points, on the side where `side` times its place is largest. */
static bool has_labels(const struct turned *board, struct spot side)
{
    for (int i = 0; i < board->figures.labels; i++) {
        const struct label *label = &board->figures.label[i];
        const struct spot at = turned_spot(board, label->x, label->y);
        if ((side.x > 0 && at.x > board->points.most.x) ||
            (side.x < 0 && at.x < board->points.least.x) ||
            (side.y > 0 && at.y > board->points.most.y) ||
            (side.y < 0 && at.y < board->points.least.y)) {
            return true;
        }
    }
    return false;
}

/* The labels of a game, and the same on the opposite side where a game has them on one alone. */
static void put_labels(struct canvas *canvas)
{
    const struct turned *board = canvas->board;
    const struct range *points = &board->points;
    const bool both_x =
        has_labels(board, (struct spot){ -1, 0 }) && has_labels(board, (struct spot){ 1, 0 });
    const bool both_y =
        has_labels(board, (struct spot){ 0, -1 }) && has_labels(board, (struct spot){ 0, 1 });
    for (int i = 0; i < board->figures.labels; i++) {
        const struct label *label = &board->figures.label[i];
        const struct spot at = turned_spot(board, label->x, label->y);
        const bool beside = at.x < points->least.x || at.x > points->most.x;
        put_word(canvas, place_of(canvas, at), label->text, sizeof label->text);
        if (beside ? !both_x : !both_y) {
            const struct spot across = {
                beside ? points->least.x + points->most.x - at.x : at.x,
                beside ? at.y : points->least.y + points->most.y - at.y,
            };
            put_word(canvas, place_of(canvas, across), label->text, sizeof label->text);
        }
    }
}

/* What turns by sixths has no files and ranks that stay at its edges: at both ends of a row stand
 * the names of its points there. */
static void put_names(struct canvas *canvas)
{
    const struct turned *board = canvas->board;
    for (int i = 0; i < board->figures.points; i++) {
        const struct point *point = &board->figures.point[i];
        for (int side = -1; side <= 1; side += 2) {
            if (turned_ends_row(board, i, side)) {
                struct place at = place_of(canvas, board->spot[i]);
                g_autofree char *name = g_strndup(point->name, sizeof point->name);
                at.x += side * (1.2 * canvas->unit + tile_word_width(canvas->unit, name) / 2);
                put_word(canvas, at, name, strlen(name));
            }
        }
    }
}

/* The sets of a seat that are on the board, as bits; bit 0 if its men are one set. */
static unsigned sets_of(const struct figures *figures, int seat)
{
    unsigned sets = 0;
    for (int i = 0; i < figures->points; i++) {
        const struct point *point = &figures->point[i];
        sets |= point->kind == POINT_PIECE && point->owner == seat ? 1U << point->set : 0;
    }
    return sets & ~1U ? sets & ~1U : 1;
}

/* A man of each seat, or of each of its sets, in a row below the board. */
static void put_legend(struct canvas *canvas)
{
    const struct diagram *diagram = canvas->diagram;
    const struct figures *figures = &canvas->board->figures;
    const int actor = diagram->game->actor(diagram->position);
    int men = 0;
    for (int seat = 0; seat < diagram->seats; seat++) {
        men += __builtin_popcount(sets_of(figures, seat));
    }
    struct place at = { (canvas->sheet.width - TILE_SEAT_WIDTH * (men - 1)) / 2.0,
                        canvas->sheet.height - TILE_SEAT_HEIGHT / 2.0 };
    for (int seat = 0; seat < diagram->seats; seat++) {
        const unsigned sets = sets_of(figures, seat);
        bool first = true;
        for (int set = 0; set <= SEATS_MAX; set++) {
            if (sets & 1U << set) {
                const struct point man = { .owner = (int8_t)seat, .set = (uint8_t)set };
                struct look look = look_of(TILE_SEAT, canvas->unit, canvas->row);
                look.owner = (signed char)seat;
                look.set = (unsigned char)set;
                look.sign = sign_piece(&man);
                look.moves = seat == actor;
                look.first = first;
                put_tile(canvas, &look, at);
                at.x += TILE_SEAT_WIDTH;
                first = false;
            }
        }
    }
}

/* ---- the whole ---- */

static void lay_out(struct canvas *canvas)
{
    const struct turned *board = canvas->board;
    const bool sixths = turned_by_sixths(board);
    const struct range *points = &board->points;
    struct range all = board->all;
    if (board->figures.labels > 0) { /* opposite labels, too */
        const struct spot sum = { points->least.x + points->most.x,
                                  points->least.y + points->most.y };
        all.least.x = MIN(all.least.x, sum.x - all.most.x);
        all.most.x = sum.x - all.least.x;
        all.least.y = MIN(all.least.y, sum.y - all.most.y);
        all.most.y = sum.y - all.least.y;
    }
    const double beside = sixths ? MARGIN_NAMED : MARGIN_PLAIN;
    const int across = all.most.x - all.least.x, down = all.most.y - all.least.y;
    const int most =
        board->figures.points > PICTURE_CROWD ? PICTURE_WIDTH_CROWDED : PICTURE_WIDTH_MAX;
    /* Even, so that equal rows of tiles are equal bytes, two pixels each. */
    canvas->unit = MAX((int)(most / (across + 2 * beside)) / 2 * 2, 2);
    canvas->row = (int)lround(canvas->unit * (sixths ? ROW_OF_SIXTHS : 1));
    canvas->left = floor((beside - all.least.x) * canvas->unit);
    canvas->top = floor(MARGIN_PLAIN * canvas->unit - all.least.y * canvas->row);
    canvas->man = board->figures.framed ? MAN_RADIUS_BARRED : MAN_RADIUS;
    canvas->sheet =
        sheet_new((int)((across + 2 * beside) * canvas->unit),
                  (int)(2 * MARGIN_PLAIN * canvas->unit) + down * canvas->row + TILE_SEAT_HEIGHT,
                  PAINT_PAPER);
}

GBytes *picture_png(struct tiles *tiles, const struct diagram *diagram, GError **error)
{
    struct turned board;
    g_autofree struct figures *before = NULL;
    turned_draw(diagram, &board);
    if (diagram->before != NULL) {
        before = g_new0(struct figures, 1);
        diagram->game->draw(diagram->before, NULL, 0, before);
    }
    struct canvas canvas = { .tiles = tiles, .diagram = diagram, .board = &board };
    lay_out(&canvas);
    put_labels(&canvas);
    put_places(&canvas, before);
    if (turned_by_sixths(&board)) {
        put_names(&canvas);
    }
    draw_across(&canvas);
    put_legend(&canvas);
    GBytes *png = NULL;
    if (tiles_failed(tiles)) {
        g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_LATER, "cairo cannot draw a picture");
    } else {
        png = png_encode(canvas.sheet.pixels, canvas.sheet.width, canvas.sheet.height, paints);
    }
    sheet_clear(&canvas.sheet);
    return png;
}
