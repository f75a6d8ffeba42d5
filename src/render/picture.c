#include "render/picture.h"

#include <math.h>
#include <string.h>

#include "match/match.h"
#include "render/sign.h"

/* Lengths are in half cells of the figures, of which a square is two wide. */
#define MARGIN_NAMED 4.0    /* left and right of rows with names at their ends */
#define MARGIN_PLAIN 1.3    /* around points */
#define ROW_OF_SIXTHS 0.866 /* height of a half cell where three neighbours form a triangle */
#define MAN_RADIUS 0.74
#define MAN_RADIUS_BARRED 0.66 /* where barriers stand between the squares */
#define OUTLINE 0.1
#define HOLE_RADIUS 0.5
#define LABEL_HEIGHT 0.8

enum {
    WAY_MAX = 64,      /* places of one move */
    ROUTE_BYTES = 512, /* its text */
    LABEL_PIXELS_MIN = 15,
};

/* A board being drawn. */
struct canvas {
    const struct diagram *diagram;
    const struct turned *board;
    cairo_t *pen;
    int width, height;
    int unit, row;    /* pixels of a half cell to the right, and downwards */
    double left, top; /* where the first point lies */
    double man;       /* radius of a man, in half cells */
};

static struct place place_of(const struct canvas *canvas, struct spot spot)
{
    return (struct place){ canvas->left + spot.x * canvas->unit,
                           canvas->top + spot.y * canvas->row };
}

/* Begins a line in the middle of a place, or goes on with it to there. */
static void draw_to(const struct canvas *canvas, struct spot spot, bool on)
{
    const struct place place = place_of(canvas, spot);
    (on ? cairo_line_to : cairo_move_to)(canvas->pen, place.x, place.y);
}

/* Adds a triangle to the path: its tip, the middle of the side opposite, and from there the end of
 * that side. */
static void add_triangle(cairo_t *pen, struct place tip, struct place middle, double x, double y)
{
    cairo_move_to(pen, tip.x, tip.y);
    cairo_line_to(pen, middle.x + x, middle.y + y);
    cairo_line_to(pen, middle.x - x, middle.y - y);
    cairo_close_path(pen);
}

/* ---- words ---- */

static double word_height(const struct canvas *canvas)
{
    return MAX(LABEL_HEIGHT * canvas->unit, LABEL_PIXELS_MIN);
}

static void draw_word(struct canvas *canvas, struct place middle, const char *text, size_t room)
{
    g_autofree char *word = g_strndup(text, room);
    const double height = word_height(canvas), reach = 0.25 * height;
    const bool upright = g_str_equal(word, "|");
    if (upright || g_str_equal(word, "-")) { /* leads from a letter or number to its row */
        pen_line(canvas->pen, middle, upright ? 0 : reach, upright ? reach : 0);
        pen_stroke(canvas->pen, PAINT_INK, 0.15 * height);
        return;
    }
    pen_word(canvas->pen, middle, height, PAINT_INK, word);
}

/* ---- men ---- */

enum paint men_paint(int owner, int set)
{
    static const enum paint paint[SEATS_MAX] = { PAINT_WHITE, PAINT_INK,    PAINT_ORANGE,
                                                 PAINT_BLUE,  PAINT_YELLOW, PAINT_GREEN };
    const int index = set > 0 ? set - 1 : owner;
    return index >= 0 && index < SEATS_MAX ? paint[index] : PAINT_NOBODY;
}

/* Draws a single man. */
static void men_draw(cairo_t *pen, struct place at, double radius, enum paint paint, char sign)
{
    const char word[] = { sign, '\0' };
    pen_circle(pen, at, radius);
    pen_fill_outlined(pen, paint, PAINT_INK, MAX(0.12 * radius, 2));
    pen_word(pen, at, 0.84 * radius, paint_on(paint), word);
}

/* Draws men one upon the other; the lowest are prisoners. On the top man stands whose they are, and
 * how many belong to that seat. `unit` is half a square, in pixels. */
static void men_draw_stack(cairo_t *pen, struct place at, const struct point *point, int unit)
{
    const double step = MIN(0.22, 0.95 / (point->height - 1)) * unit;
    const double radius = 0.8 * unit, flatness = 0.5;
    const enum paint own = men_paint(point->owner, point->set);
    const double lowest = at.y + step * (point->height - 1) / 2;
    /* Of a high stack little of each man is seen: its color must not be lost under outlines. */
    const double outline = MIN(MAX(0.06 * unit, 1.5), step / 3);
    struct place slab = { at.x, lowest };
    for (int man = 0; man < point->height; man++) {
        slab.y = lowest - step * man;
        const enum paint paint = man < point->prisoners ? men_paint(point->prisoners_of, 0) : own;
        cairo_save(pen);
        cairo_translate(pen, slab.x, slab.y);
        cairo_scale(pen, 1, flatness);
        pen_circle(pen, (struct place){ 0, 0 }, radius);
        cairo_restore(pen);
        pen_fill_outlined(pen, paint, paint == PAINT_INK ? PAINT_MIDDLE : PAINT_INK, outline);
    }
    char word[SIGN_NUMBER_BYTES + 1] = { sign_piece(point) };
    sign_number(point, word + 1);
    pen_word(pen, slab, 0.5 * unit, paint_on(own), word);
}

/* Draws a wall, or two that cross; `laid_down`: one that lies flat in the figures stands upright,
 * and the other way round. */
static void men_draw_wall(cairo_t *pen, struct place at, const struct point *point, bool laid_down,
                          int unit)
{
    const double reach = unit, width = 0.44 * unit;
    cairo_set_line_cap(pen, CAIRO_LINE_CAP_BUTT);
    for (int inner = 0; inner < 2; inner++) {
        for (int upright = 0; upright < 2; upright++) {
            const bool stands = ((point->mark & MARK_UPRIGHT) != 0) != laid_down;
            if (point->kind == POINT_CROSSED || stands == upright) {
                pen_line(pen, at, upright ? 0 : reach, upright ? reach : 0);
            }
        }
        pen_stroke(pen, inner ? men_paint(point->owner, 0) : PAINT_INK,
                   inner ? width - MAX(2 * OUTLINE * unit, 4) : width);
    }
    cairo_set_line_cap(pen, CAIRO_LINE_CAP_ROUND);
}

/* Draws where a man with that sign stood, which the last turn took. */
static void men_draw_ghost(cairo_t *pen, struct place at, char sign, int unit)
{
    const char word[] = { sign, '\0' };
    pen_circle(pen, at, 0.6 * unit);
    cairo_set_dash(pen, &(double){ 0.2 * unit }, 1, 0);
    pen_stroke(pen, PAINT_DARK, OUTLINE * unit);
    cairo_set_dash(pen, NULL, 0, 0);
    pen_word(pen, at, 0.5 * unit, PAINT_DARK, word);
}

/* Draws the sign of a piece that needs attention. */
static void men_draw_forced(cairo_t *pen, struct place at, int unit)
{
    const struct place corner = { at.x + 0.6 * unit, at.y - 0.6 * unit };
    pen_circle(pen, corner, 0.34 * unit);
    pen_fill(pen, PAINT_ARROW);
    pen_word(pen, corner, 0.4 * unit, PAINT_WHITE, "!");
}

/* ---- the places ---- */

/* The lines between the holes of a board that turns by sixths: to three neighbours of each, since
 * those opposite have theirs. */
static void draw_lines(struct canvas *canvas)
{
    const struct turned *board = canvas->board;
    for (int i = 0; i < board->figures.points; i++) {
        for (int j = 0; j < board->figures.points; j++) {
            const struct spot from = board->spot[i], to = board->spot[j];
            const int x = to.x - from.x, y = to.y - from.y;
            if ((y == 0 && x == 2) || (y == 2 && (x == 1 || x == -1))) {
                draw_to(canvas, from, false);
                draw_to(canvas, to, true);
            }
        }
    }
    pen_stroke(canvas->pen, PAINT_LINE, 2);
}

static void draw_square(struct canvas *canvas, const struct point *point, struct place at)
{
    const double unit = canvas->unit;
    cairo_rectangle(canvas->pen, at.x - unit, at.y - unit, 2 * unit, 2 * unit);
    pen_fill(canvas->pen, PAINT_LINE);
    cairo_rectangle(canvas->pen, at.x - unit + 1, at.y - unit + 1, 2 * unit - 2, 2 * unit - 2);
    pen_fill(canvas->pen, point->mark & MARK_TO     ? PAINT_NEW
                          : point->mark & MARK_YARD ? PAINT_YARD
                                                    : PAINT_SQUARE);
    if (point->mark & MARK_FROM) {
        pen_circle(canvas->pen, at, 0.34 * unit);
        pen_fill(canvas->pen, PAINT_NEW);
    }
}

static void draw_hole(struct canvas *canvas, const struct point *point, struct place at)
{
    if (point->mark & MARK_TO) {
        pen_circle(canvas->pen, at, 0.95 * canvas->row);
        pen_fill(canvas->pen, PAINT_NEW);
    }
    pen_circle(canvas->pen, at, HOLE_RADIUS * canvas->unit);
    pen_fill_outlined(canvas->pen,
                      point->mark & MARK_FROM   ? PAINT_NEW
                      : point->mark & MARK_YARD ? PAINT_LINE
                                                : PAINT_SQUARE,
                      PAINT_LINE, 2);
}

/* What stands on a place. `before` stood there before the last turn (NULL: not known): a man that
 * has not moved since was taken. */
static void draw_content(struct canvas *canvas, const struct point *point,
                         const struct point *before, struct place at)
{
    if (point->kind == POINT_PIECE && sign_is_tall(point)) {
        men_draw_stack(canvas->pen, at, point, canvas->unit);
    } else if (point->kind == POINT_PIECE) {
        men_draw(canvas->pen, at, canvas->man * canvas->unit, men_paint(point->owner, point->set),
                 sign_piece(point));
    } else if (point->kind != POINT_EMPTY) {
        men_draw_wall(canvas->pen, at, point, turned_is_laid_down(canvas->board), canvas->unit);
    }
    if (point->kind != POINT_PIECE && before != NULL && before->kind == POINT_PIECE &&
        !(point->mark & MARK_FROM)) {
        men_draw_ghost(canvas->pen, at, sign_piece(before), canvas->unit);
    }
    if (point->mark & MARK_FORCED) {
        men_draw_forced(canvas->pen, at, canvas->unit);
    }
}

/* The places, with what stands on them. `before` has the figures before the last turn, or is NULL.
 */
static void draw_places(struct canvas *canvas, const struct figures *before)
{
    const struct turned *board = canvas->board;
    const bool sixths = turned_by_sixths(board);
    if (sixths) {
        draw_lines(canvas);
    }
    for (int i = 0; i < board->figures.points; i++) {
        const struct point *point = &board->figures.point[i];
        const struct place at = place_of(canvas, board->spot[i]);
        (sixths ? draw_hole : draw_square)(canvas, point, at);
        draw_content(canvas, point, before != NULL ? &before->point[i] : NULL, at);
    }
}

/* ---- across the places ---- */

static void draw_bar(struct canvas *canvas, const struct bar *bar)
{
    const struct place at = place_of(canvas, turned_spot(canvas->board, bar->x, bar->y));
    const bool upright = turned_is_upright(canvas->board, bar);
    const double reach = 0.78 * canvas->unit;
    const bool moved = (bar->mark & MARK_TO) != 0;
    const enum paint paint[] = { PAINT_NEW, PAINT_INK,
                                 bar->standing ? PAINT_NOBODY : men_paint(bar->owner, 0) };
    const double width[] = { 0.74, 0.46, 0.46 - 2 * OUTLINE };
    for (size_t i = moved ? 0 : 1; i < G_N_ELEMENTS(paint); i++) {
        pen_line(canvas->pen, at, upright ? 0 : reach, upright ? reach : 0);
        pen_stroke(canvas->pen, paint[i], width[i] * canvas->unit);
    }
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
    cairo_t *pen = canvas->pen;
    for (int inner = 0; inner < 2; inner++) {
        const enum paint paint = inner ? PAINT_ARROW : PAINT_PAPER;
        for (size_t i = 0; i + 1 < count; i++) {
            draw_to(canvas, board->spot[way[i]], i > 0);
        }
        cairo_line_to(pen, neck.x, neck.y);
        pen_stroke(pen, paint, 0.2 * unit + (inner ? 0 : 2 * halo));
        add_triangle(pen, tip, neck, ahead.y * head * 0.6, -ahead.x * head * 0.6);
        pen_fill_outlined(pen, paint, paint, inner ? 1 : 2 * halo);
    }
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

/* The labels of a game, and the same on the opposite side where a game has them on one alone. */
static void draw_labels(struct canvas *canvas)
{
    const struct turned *board = canvas->board;
    const struct range *points = &board->points;
    struct spot spot[LABELS_MAX];
    bool beside[LABELS_MAX];
    bool there[2][2] = { { false } }; /* above and below, or beside; and on which of both sides */
    for (int i = 0; i < board->figures.labels; i++) {
        const struct label *label = &board->figures.label[i];
        const struct spot at = turned_spot(board, label->x, label->y);
        spot[i] = at;
        beside[i] = at.x < points->least.x || at.x > points->most.x;
        there[beside[i]][beside[i] ? at.x > points->most.x : at.y > points->most.y] = true;
    }
    for (int i = 0; i < board->figures.labels; i++) {
        const struct label *label = &board->figures.label[i];
        draw_word(canvas, place_of(canvas, spot[i]), label->text, sizeof label->text);
        if (!there[beside[i]][0] || !there[beside[i]][1]) {
            const struct spot across = {
                beside[i] ? points->least.x + points->most.x - spot[i].x : spot[i].x,
                beside[i] ? spot[i].y : points->least.y + points->most.y - spot[i].y,
            };
            draw_word(canvas, place_of(canvas, across), label->text, sizeof label->text);
        }
    }
}

/* What turns by sixths has no files and ranks that stay at its edges: at both ends of a row stand
 * the names of its points there. */
static void draw_names(struct canvas *canvas)
{
    const struct turned *board = canvas->board;
    for (int i = 0; i < board->figures.points; i++) {
        const struct point *point = &board->figures.point[i];
        for (int side = -1; side <= 1; side += 2) {
            if (turned_ends_row(board, i, side)) {
                struct place at = place_of(canvas, board->spot[i]);
                g_autofree char *name = g_strndup(point->name, sizeof point->name);
                at.x += side * (1.2 * canvas->unit +
                                pen_word_width(canvas->pen, word_height(canvas), name) / 2);
                draw_word(canvas, at, name, strlen(name));
            }
        }
    }
}

/* The man of a seat, or of one of its sets. If the seat is to move, it stands on the color of what
 * is new, and an arrow points at the first. */
static void draw_seat(struct canvas *canvas, const struct point *man, struct place at, bool moves,
                      bool first)
{
    const double radius = 0.27 * PICTURE_SEAT_HEIGHT;
    cairo_t *pen = canvas->pen;
    if (moves) {
        pen_circle(pen, at, 1.4 * radius);
        pen_fill(pen, PAINT_NEW);
    }
    if (moves && first) {
        const struct place tip = { at.x - 1.5 * radius, at.y };
        const struct place back = { tip.x - 0.8 * radius, tip.y };
        add_triangle(pen, tip, back, 0, -0.6 * radius);
        pen_fill(pen, PAINT_INK);
    }
    men_draw(pen, at, radius, men_paint(man->owner, man->set), sign_piece(man));
}

/* A man of each seat, or of each of its sets, in a row below the board. */
static void draw_legend(struct canvas *canvas)
{
    enum { SEAT_WIDTH = 80 };
    const struct diagram *diagram = canvas->diagram;
    const int actor = diagram->game->actor(diagram->position);
    struct point man[SEATS_MAX * (SEATS_MAX + 1)];
    int men = 0;
    for (int seat = 0; seat < diagram->seats; seat++) {
        const unsigned sets = sign_sets(&canvas->board->figures, seat);
        for (int set = 0; set <= SEATS_MAX; set++) {
            if (sets & 1U << set) {
                man[men++] = (struct point){ .owner = (int8_t)seat, .set = (uint8_t)set };
            }
        }
    }
    for (int i = 0; i < men; i++) {
        const bool first = i == 0 || man[i - 1].owner != man[i].owner;
        const struct place at = { (canvas->width - SEAT_WIDTH * (men - 1)) / 2.0 + SEAT_WIDTH * i,
                                  canvas->height - PICTURE_SEAT_HEIGHT / 2.0 };
        draw_seat(canvas, &man[i], at, man[i].owner == actor, first);
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
    /* Even, so that equal squares are equal bytes, two pixels each. */
    canvas->unit = MAX((int)(most / (across + 2 * beside)) / 2 * 2, 2);
    canvas->row = (int)lround(canvas->unit * (sixths ? ROW_OF_SIXTHS : 1));
    canvas->left = floor((beside - all.least.x) * canvas->unit);
    canvas->top = floor(MARGIN_PLAIN * canvas->unit - all.least.y * canvas->row);
    canvas->man = board->figures.framed ? MAN_RADIUS_BARRED : MAN_RADIUS;
    canvas->width = (int)((across + 2 * beside) * canvas->unit);
    canvas->height =
        (int)(2 * MARGIN_PLAIN * canvas->unit) + down * canvas->row + PICTURE_SEAT_HEIGHT;
}

GArray *picture_spots(const struct diagram *diagram, int width)
{
    GArray *spots = g_array_new(FALSE, TRUE, sizeof(struct picture_spot));
    struct turned board;
    turned_draw(diagram, &board);
    struct canvas canvas = { .diagram = diagram, .board = &board };
    lay_out(&canvas);
    const double scale = (double)width / canvas.width;
    for (int i = 0; i < board.figures.points; i++) {
        const struct place place = place_of(&canvas, board.spot[i]);
        struct picture_spot spot = { .x = (int)lround(scale * place.x),
                                     .y = (int)lround(scale * place.y),
                                     .radius = (int)(scale * MIN(canvas.unit, canvas.row)) };
        memcpy(spot.name, board.figures.point[i].name, sizeof board.figures.point[i].name);
        g_array_append_val(spots, spot);
    }
    return spots;
}

GBytes *picture_png(const struct diagram *diagram, GError **error)
{
    struct turned board;
    g_autofree struct figures *before = NULL;
    turned_draw(diagram, &board);
    if (diagram->before != NULL) {
        before = g_new0(struct figures, 1);
        diagram->game->draw(diagram->before, NULL, 0, before);
    }
    struct canvas canvas = { .diagram = diagram, .board = &board };
    lay_out(&canvas);
    canvas.pen = pen_new(canvas.width, canvas.height);
    draw_labels(&canvas);
    draw_places(&canvas, before);
    if (turned_by_sixths(&board)) {
        draw_names(&canvas);
    }
    draw_across(&canvas);
    draw_legend(&canvas);
    return pen_png(canvas.pen, error);
}
