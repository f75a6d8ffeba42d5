#include "render/picture.h"

#include <math.h>
#include <string.h>

#include "match/match.h"
#include "render/sign.h"

/* Lengths are in half cells of the figures, of which a square is two wide. */
#define MARGIN_SIXTHS 3.0 /* from the outermost points to the edge of the picture */
#define MARGIN_SQUARES 3.1
#define ROW_OF_SIXTHS 0.866 /* height of a half cell where three neighbours form a triangle */
#define MAN_RADIUS 0.74
#define MAN_RADIUS_BARRED 0.66 /* where barriers stand between the squares */
#define GHOST_RADIUS 0.62
#define OUTLINE 0.1
#define HOLE_RADIUS 0.5
#define LABEL_HEIGHT 0.6

enum {
    WAY_MAX = 64,      /* places of one move */
    ROUTE_BYTES = 512, /* its text */
    LABEL_PIXELS_MIN = 11,
    SEATS_BESIDE = 2, /* in a row below the board */
    SEAT_PART = 32,   /* so much of the width of the picture is the radius of a man there */
};

/* A board being drawn. */
struct canvas {
    const struct diagram *diagram;
    struct picture_layout layout;
    const struct turned *board;   /* of the layout */
    const struct figures *before; /* the last turn; NULL: not known */
    cairo_t *pen;
    int unit;   /* of the layout */
    double man; /* radius of a man, in half cells */
};

struct place picture_place(const struct picture_layout *layout, struct spot spot)
{
    return (struct place){ layout->left + spot.x * layout->unit,
                           layout->top + spot.y * layout->row };
}

static struct place place_of(const struct canvas *canvas, struct spot spot)
{
    return picture_place(&canvas->layout, spot);
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

/* ---- lines of points ---- */

/* Steps to those ends of lines at which their names stand. */
static const struct spot steps_of_sixths[] = { { -2, 0 }, { 1, -2 }, { 1, 2 } };
static const struct spot steps_of_squares[] = { { -2, 0 }, { 2, 0 }, { 0, -2 }, { 0, 2 } };

static struct spot beyond(struct spot spot, struct spot step, int count)
{
    return (struct spot){ spot.x + count * step.x, spot.y + count * step.y };
}

/* ---- men ---- */

enum paint men_paint(const struct game *game, int owner, int set)
{
    static const enum paint paint[SEATS_MAX] = { PAINT_WHITE, PAINT_INK,    PAINT_ORANGE,
                                                 PAINT_BLUE,  PAINT_YELLOW, PAINT_GREEN };
    const int index = set > 0 ? set - 1 : game_colour(game, owner);
    return index >= 0 && index < SEATS_MAX ? paint[index] : PAINT_NOBODY;
}

enum paint men_outline(enum paint paint)
{
    return paint == PAINT_INK || paint == PAINT_BLUE ? PAINT_MIDDLE : PAINT_INK;
}

/* Draws a single man. */
static void men_draw(cairo_t *pen, struct place at, double radius, enum paint paint, char sign)
{
    const char word[] = { sign, '\0' };
    pen_circle(pen, at, radius);
    pen_fill_outlined(pen, paint, men_outline(paint), MAX(0.1 * radius, 1.5));
    pen_word(pen, at, 0.78 * radius, paint_on(paint), word);
}

/* Draws men one upon the other; the lowest are prisoners. On the top man stands whose they are, and
 * how many belong to that seat. */
static void men_draw_stack(const struct canvas *canvas, struct place at, const struct point *point)
{
    cairo_t *pen = canvas->pen;
    const struct game *game = canvas->diagram->game;
    const int unit = canvas->unit;
    const double step = MIN(0.28, 0.75 / (point->height - 1)) * unit;
    const double radius = 0.8 * unit, flatness = 0.7;
    const enum paint own = men_paint(game, point->owner, point->set);
    const double lowest = at.y + step * (point->height - 1) / 2;
    /* Of a high stack little of each man is seen: its color must not be lost under outlines. */
    const double outline = MIN(MAX(0.06 * unit, 1.5), step / 3);
    struct place slab = { at.x, lowest };
    for (int man = 0; man < point->height; man++) {
        slab.y = lowest - step * man;
        cairo_save(pen);
        cairo_translate(pen, slab.x, slab.y);
        cairo_scale(pen, 1, flatness);
        pen_circle(pen, (struct place){ 0, 0 }, radius);
        cairo_restore(pen);
        const enum paint paint =
            man < point->prisoners ? men_paint(game, point->prisoners_of, 0) : own;
        pen_fill_outlined(pen, paint, men_outline(paint), outline);
    }
    char word[SIGN_NUMBER_BYTES + 1] = { sign_piece(point) };
    sign_number(point, word + 1);
    pen_word(pen, slab, 0.56 * unit, paint_on(own), word);
}

/* Draws a bar, or two that cross. Below it is what is new, if the last turn `changed` it; one that
 * the turn took away is only `gone`. */
static void men_draw_bar(cairo_t *pen, struct place at, double flat, double upright, enum paint own,
                         bool changed, bool gone, int unit)
{
    const enum paint paint[] = { PAINT_NEW, PAINT_INK, own };
    const double width[] = { gone ? 0.2 : 0.76, 0.46, 0.46 - 2 * OUTLINE };
    for (size_t i = changed ? 0 : 1; i < (gone ? 1 : G_N_ELEMENTS(paint)); i++) {
        pen_line(pen, at, flat, 0);
        pen_line(pen, at, 0, upright);
        pen_stroke(pen, paint[i], width[i] * unit);
    }
}

/* Crosses out what the last turn took. */
static void men_draw_cross(cairo_t *pen, struct place at, double reach)
{
    for (int inner = 0; inner < 2; inner++) {
        pen_line(pen, at, reach, reach);
        pen_line(pen, at, reach, -reach);
        pen_stroke(pen, inner ? PAINT_ARROW : PAINT_NEW, reach * (inner ? 0.3 : 0.7));
    }
}

/* ---- the places ---- */

/* The lines from hole to hole. So wide that they touch they are the wood around these. */
static void draw_lines(struct canvas *canvas, enum paint paint, double width)
{
    const struct turned *board = canvas->board;
    for (size_t way = 0; way < G_N_ELEMENTS(steps_of_sixths); way++) {
        const struct spot step = steps_of_sixths[way];
        for (int i = 0; i < board->figures.points; i++) {
            struct spot end = board->spot[i];
            if (turned_point_at(board, beyond(end, step, -1)) == NULL) {
                draw_to(canvas, end, false);
                while (turned_point_at(board, beyond(end, step, 1)) != NULL) {
                    end = beyond(end, step, 1);
                }
                draw_to(canvas, end, true);
            }
        }
    }
    pen_stroke(canvas->pen, paint, width);
}

/* A board without its squares: where it has none, lines lead to them from the labels. */
static void draw_wood(struct canvas *canvas)
{
    const struct range *points = &canvas->board->points;
    const struct place least = place_of(canvas, points->least);
    const struct place most = place_of(canvas, points->most);
    const double unit = canvas->unit, inner = 2 * unit - 2;
    cairo_rectangle(canvas->pen, least.x - unit - 2, least.y - unit - 2,
                    most.x - least.x + 2 * unit + 4, most.y - least.y + 2 * unit + 4);
    pen_fill(canvas->pen, PAINT_LINE);
    for (int x = points->least.x; x <= points->most.x; x += 2) {
        for (int y = points->least.y; y <= points->most.y; y += 2) {
            const struct place at = place_of(canvas, (struct spot){ x, y });
            cairo_rectangle(canvas->pen, at.x - unit + 1, at.y - unit + 1, inner, inner);
        }
    }
    pen_fill(canvas->pen, PAINT_DARK);
}

static void draw_square(struct canvas *canvas, const struct point *point, bool changed,
                        struct place at)
{
    const double unit = canvas->unit;
    cairo_rectangle(canvas->pen, at.x - unit + 1, at.y - unit + 1, 2 * unit - 2, 2 * unit - 2);
    pen_fill(canvas->pen, changed                   ? PAINT_NEW
                          : point->mark & MARK_YARD ? PAINT_YARD
                                                    : PAINT_SQUARE);
    if (point->mark & MARK_FROM) {
        pen_circle(canvas->pen, at, 0.34 * unit);
        pen_fill(canvas->pen, PAINT_NEW);
    }
}

static void draw_hole(struct canvas *canvas, const struct point *point, bool changed,
                      struct place at)
{
    if (changed) {
        pen_circle(canvas->pen, at, 0.95 * canvas->layout.row);
        pen_fill(canvas->pen, PAINT_NEW);
    }
    pen_circle(canvas->pen, at, HOLE_RADIUS * canvas->unit);
    pen_fill(canvas->pen, point->mark & MARK_FROM   ? PAINT_NEW
                          : point->mark & MARK_YARD ? PAINT_LINE
                                                    : PAINT_YARD);
}

/* What stands on a place; `before` stood there before the last turn, or is NULL; `changed`: it was
 * something else. */
static void draw_content(struct canvas *canvas, const struct point *point,
                         const struct point *before, bool changed, struct place at)
{
    const int unit = canvas->unit;
    const bool piece = point->kind == POINT_PIECE;
    if (piece && sign_is_tall(point)) {
        men_draw_stack(canvas, at, point);
    } else if (piece) {
        men_draw(canvas->pen, at, canvas->man * unit,
                 men_paint(canvas->diagram->game, point->owner, point->set), sign_piece(point));
    } else if (point->kind != POINT_EMPTY) {
        const bool crossed = point->kind == POINT_CROSSED;
        const bool upright =
            ((point->mark & MARK_UPRIGHT) != 0) != turned_is_laid_down(canvas->board);
        cairo_set_line_cap(canvas->pen, CAIRO_LINE_CAP_BUTT);
        men_draw_bar(canvas->pen, at, crossed || !upright ? unit : 0, crossed || upright ? unit : 0,
                     men_paint(canvas->diagram->game, point->owner, 0),
                     before != NULL && before->kind == POINT_EMPTY, false, unit);
        cairo_set_line_cap(canvas->pen, CAIRO_LINE_CAP_ROUND);
    }
    if (changed && before->kind == POINT_PIECE && before->height > (piece ? point->height : 0)) {
        if (!piece) {
            men_draw(canvas->pen, at, GHOST_RADIUS * unit,
                     men_paint(canvas->diagram->game, before->owner, before->set),
                     sign_piece(before));
        }
        const struct place corner = { at.x - 0.62 * unit, at.y - 0.62 * unit };
        men_draw_cross(canvas->pen, piece ? corner : at, (piece ? 0.24 : 0.45) * unit);
    }
    if (point->mark & MARK_FORCED) { /* it needs attention */
        const struct place corner = { at.x + 0.6 * unit, at.y - 0.6 * unit };
        pen_circle(canvas->pen, corner, 0.34 * unit);
        pen_fill(canvas->pen, PAINT_ARROW);
        pen_word(canvas->pen, corner, 0.4 * unit, PAINT_WHITE, "!");
    }
}

/* The places, with what stands on them. */
static void draw_places(struct canvas *canvas)
{
    const struct turned *board = canvas->board;
    const bool sixths = turned_by_sixths(board);
    if (sixths) {
        draw_lines(canvas, PAINT_SQUARE, 2 * canvas->unit);
        draw_lines(canvas, PAINT_LINE, 2);
    } else {
        draw_wood(canvas);
    }
    for (int i = 0; i < board->figures.points; i++) {
        const struct point *point = &board->figures.point[i];
        const struct point *before = canvas->before != NULL ? &canvas->before->point[i] : NULL;
        const struct place at = place_of(canvas, board->spot[i]);
        const bool moved = (point->mark & (MARK_FROM | MARK_TO)) != 0;
        const bool stays = before == NULL || point_stands_same(point, before);
        const bool lit = (point->mark & MARK_TO) != 0 || (!stays && point->kind == POINT_PIECE);
        (sixths ? draw_hole : draw_square)(canvas, point, lit, at);
        draw_content(canvas, point, before, !moved && !stays, at);
    }
}

/* ---- across the places ---- */

/* The barriers of figures; or only where those stood that are `gone`, since the others do not have
 * them. */
static void draw_bars(struct canvas *canvas, const struct figures *figures,
                      const struct figures *others, bool gone)
{
    for (int i = 0; i < figures->bars; i++) {
        const struct bar *bar = &figures->bar[i];
        const struct bar *other = others != NULL ? figures_bar_at(others, bar) : bar;
        const bool same =
            other != NULL && other->standing == bar->standing && other->owner == bar->owner;
        const bool upright = turned_is_upright(canvas->board, bar);
        const double reach = 0.78 * canvas->unit;
        if (!gone || other == NULL) {
            men_draw_bar(canvas->pen, place_of(canvas, turned_spot(canvas->board, bar->x, bar->y)),
                         upright ? 0 : reach, upright ? reach : 0,
                         bar->standing ? PAINT_NOBODY
                                       : men_paint(canvas->diagram->game, bar->owner, 0),
                         !same || (bar->mark & MARK_TO) != 0, gone, canvas->unit);
        }
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
        const enum paint paint = inner ? PAINT_ARROW : PAINT_NEW;
        for (size_t i = 0; i + 1 < count; i++) {
            draw_to(canvas, board->spot[way[i]], i > 0);
        }
        cairo_line_to(pen, neck.x, neck.y);
        pen_stroke(pen, paint, 0.2 * unit + (inner ? 0 : 2 * halo));
        add_triangle(pen, tip, neck, ahead.y * head * 0.6, -ahead.x * head * 0.6);
        pen_fill_outlined(pen, paint, paint, inner ? 1 : 2 * halo);
    }
}

/* The ways of the last turn's moves, if these are known. */
static void draw_ways(struct canvas *canvas)
{
    const struct diagram *diagram = canvas->diagram;
    const struct game *game = diagram->game;
    if (diagram->before == NULL) {
        return;
    }
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

/* ---- on the frame ---- */

/* Names of points are a letter and a number. Which of them all points of a line share: 0, 1, or 2:
 * neither. */
static int shared_part(const struct turned *board, struct spot step)
{
    bool letter = true, number = true;
    for (int i = 0; i < board->figures.points; i++) {
        const char *name = board->figures.point[i].name;
        const struct point *next = turned_point_at(board, beyond(board->spot[i], step, 1));
        letter &= next == NULL || next->name[0] == name[0];
        number &= next == NULL || strncmp(next->name + 1, name + 1, sizeof next->name - 1) == 0;
    }
    return letter ? 0 : number ? 1 : 2;
}

/* Where the name of a line stands whose last hole is a step before `end`: apart from that of
 * another line which ends there, too. */
static struct place beside(const struct canvas *canvas, struct spot end, struct spot step)
{
    const struct turned *board = canvas->board;
    const struct place at = place_of(canvas, end);
    const bool row = turned_point_at(board, (struct spot){ end.x + 2, end.y }) != NULL;
    const bool above = turned_point_at(board, (struct spot){ end.x - 1, end.y - 2 }) != NULL;
    const bool below = turned_point_at(board, (struct spot){ end.x - 1, end.y + 2 }) != NULL;
    const double x = step.y == 0 || (above && below) ? 0.3 * (above || below) : row ? -0.85 : -0.3;
    const double y = step.y != 0 && above && below ? (step.y > 0 ? -0.5 : 0.5) : 0;
    return (struct place){ at.x + x * canvas->unit, at.y + y * canvas->unit };
}

/* The names of the lines that end this way: behind their last holes, or at the edge of a board of
 * squares. */
static void draw_names(const struct canvas *canvas, struct spot step)
{
    const struct turned *board = canvas->board;
    const struct range *points = &board->points;
    const bool sixths = turned_by_sixths(board);
    const int part = shared_part(board, step);
    for (int i = 0; part != 2 && i < board->figures.points; i++) {
        struct spot end = beyond(board->spot[i], step, 1);
        if (turned_point_at(board, end) != NULL) {
            continue;
        }
        while (!sixths && end.x >= points->least.x && end.x <= points->most.x &&
               end.y >= points->least.y && end.y <= points->most.y) {
            end = beyond(end, step, 1);
        }
        const struct place at = sixths ? beside(canvas, end, step) : place_of(canvas, end);
        g_autofree char *word =
            g_ascii_strdown(board->figures.point[i].name + part, part == 0 ? 1 : 3);
        pen_word(canvas->pen, at, MAX(LABEL_HEIGHT * canvas->unit, LABEL_PIXELS_MIN), PAINT_PALE,
                 word);
    }
}

/* What a seat is called: its name without signs, which its men have. Free with g_free. */
static char *called(const struct diagram *diagram, int seat, const struct words *words)
{
    g_autoptr(Phrase) caption = phrase_name(diagram->game, diagram->names, seat);
    const struct phrase *name =
        caption->values != NULL ? values_find(caption->values, "name", strlen("name")) : NULL;
    return words_said(words, phrase_ref(name != NULL ? (struct phrase *)name : caption));
}

/* The men of a seat, one of each set, and its name. Before those of the seat to move stands an
 * arrow. */
static void draw_seat(struct canvas *canvas, int seat, struct place at, double right,
                      const struct words *words)
{
    cairo_t *pen = canvas->pen;
    const double radius = canvas->layout.seat;
    const bool moves = canvas->diagram->game->actor(canvas->diagram->position) == seat;
    const unsigned sets = sign_sets(&canvas->board->figures, seat);
    if (moves) {
        add_triangle(pen, (struct place){ at.x + radius, at.y }, at, 0, 0.7 * radius);
        pen_fill(pen, PAINT_NEW);
    }
    at.x += 2.4 * radius;
    for (int set = 0; set <= SEATS_MAX; set++) {
        if (sets & 1U << set) {
            const struct point man = { .owner = (int8_t)seat, .set = (uint8_t)set };
            men_draw(pen, at, radius, men_paint(canvas->diagram->game, seat, set),
                     sign_piece(&man));
            at.x += 2.3 * radius;
        }
    }
    if (words != NULL) {
        g_autofree char *name = called(canvas->diagram, seat, words);
        const double height = 1.1 * radius, left = at.x - 0.6 * radius;
        const double width = pen_word_width(pen, height, name);
        const double part = MIN(1, (right - left) / width);
        pen_word(pen, (struct place){ left + part * width / 2, at.y }, part * height,
                 moves ? PAINT_NEW : PAINT_PALE, name);
    }
}

static void draw_seats(struct canvas *canvas, const struct words *words)
{
    const struct picture_layout *layout = &canvas->layout;
    const double edge = layout->seat, room = (layout->width - 2 * edge) / SEATS_BESIDE;
    for (int seat = 0; seat < canvas->diagram->seats; seat++) {
        const int row = seat / SEATS_BESIDE;
        const double left = edge + seat % SEATS_BESIDE * room;
        const double down = layout->seats + (3 * row + 1) * layout->seat;
        draw_seat(canvas, seat, (struct place){ left, down }, left + room - edge, words);
    }
}

/* ---- the whole ---- */

void picture_lay_out(const struct diagram *diagram, struct picture_layout *layout)
{
    const struct turned *board = &layout->board;
    turned_draw(diagram, &layout->board);
    const bool sixths = turned_by_sixths(board);
    const struct range *points = &board->points;
    const double margin = sixths ? MARGIN_SIXTHS : MARGIN_SQUARES;
    const double across = points->most.x - points->least.x + 2 * margin;
    const int most =
        board->figures.points > PICTURE_CROWD ? PICTURE_WIDTH_CROWDED : PICTURE_WIDTH_MAX;
    /* Even, so that equal squares are equal bytes, two pixels each. */
    layout->unit = MAX((int)(most / across) / 2 * 2, 2);
    layout->row = (int)lround(layout->unit * (sixths ? ROW_OF_SIXTHS : 1));
    layout->left = floor((margin - points->least.x) * layout->unit);
    layout->top = floor(margin * layout->unit - points->least.y * layout->row);
    layout->width = (int)(across * layout->unit);
    layout->seat = layout->width / SEAT_PART;
    layout->seats = layout->top + points->most.y * layout->row + margin * layout->unit;
    const int rows = (diagram->seats + SEATS_BESIDE - 1) / SEATS_BESIDE;
    layout->height = (int)layout->seats + (3 * rows) * layout->seat;
}

GBytes *picture_png(const struct diagram *diagram, const struct words *words, GError **error)
{
    g_autofree struct figures *before = NULL;
    if (diagram->before != NULL) {
        before = g_new0(struct figures, 1);
        diagram->game->draw(diagram->before, NULL, 0, before);
    }
    struct canvas canvas = { .diagram = diagram, .before = before };
    picture_lay_out(diagram, &canvas.layout);
    canvas.board = &canvas.layout.board;
    canvas.unit = canvas.layout.unit;
    canvas.man = canvas.board->figures.framed ? MAN_RADIUS_BARRED : MAN_RADIUS;
    canvas.pen = pen_new(canvas.layout.width, canvas.layout.height);
    const bool sixths = turned_by_sixths(canvas.board);
    draw_places(&canvas);
    if (before != NULL) {
        draw_bars(&canvas, before, &canvas.board->figures, true);
    }
    draw_bars(&canvas, &canvas.board->figures, before, false);
    draw_ways(&canvas);
    for (size_t i = 0;
         i < (sixths ? G_N_ELEMENTS(steps_of_sixths) : G_N_ELEMENTS(steps_of_squares)); i++) {
        draw_names(&canvas, sixths ? steps_of_sixths[i] : steps_of_squares[i]);
    }
    draw_seats(&canvas, words);
    return pen_png(canvas.pen, error);
}
