#include "render/sign.h"

char sign_seat(int seat)
{
    static const char symbols[SEATS_MAX] = { 'O', 'X', '3', '4', '5', '6' };
    return (char)(seat >= 0 && seat < SEATS_MAX ? symbols[seat] : '*');
}

char sign_piece(const struct point *point)
{
    return (char)(point->set > 0 ? '0' + point->set : sign_seat(point->owner));
}

bool sign_is_tall(const struct point *point)
{
    return point->kind == POINT_PIECE && point->height > 1;
}

int sign_cap(const struct point *point)
{
    return MAX(point->height - point->prisoners, 0);
}

void sign_number(const struct point *point, char number[SIGN_NUMBER_BYTES])
{
    number[0] = '\0';
    if (sign_is_tall(point)) {
        g_snprintf(number, SIGN_NUMBER_BYTES, "%d", sign_cap(point));
    }
}

bool point_stands_same(const struct point *one, const struct point *other)
{
    if (one->kind != POINT_PIECE || other->kind != POINT_PIECE) {
        return one->kind != POINT_PIECE && other->kind != POINT_PIECE;
    }
    return one->owner == other->owner && one->set == other->set && one->height == other->height &&
           one->prisoners == other->prisoners;
}

const struct bar *figures_bar_at(const struct figures *figures, const struct bar *like)
{
    for (int i = 0; i < figures->bars; i++) {
        const struct bar *bar = &figures->bar[i];
        if (bar->x == like->x && bar->y == like->y) {
            return bar;
        }
    }
    return NULL;
}

/* ---- as they are lettered ---- */

static const struct {
    char sign;
    gunichar drawn;
} drawings[] = {
    { 'O', 0x25CB },           /* circles */
    { 'X', 0x25CF },           /* filled */
    { '3', 0x25B3 },           /* triangles */
    { '4', 0x25B2 },           /* filled */
    { '5', 0x25A1 },           /* squares */
    { '6', 0x25A0 },           /* filled */
    { '*', 0x25C6 },           /* a diamond */
    { SIGN_EMPTY, 0x00B7 },    /* a dot in the middle */
    { SIGN_LEFT, 0x00D7 },     /* a cross */
    { SIGN_YARD, 0x2591 },     /* a shade */
    { SIGN_CROSSED, 0x253C },  /* lines that cross */
    { SIGN_FLAT, 0x2500 },     /* a line across */
    { SIGN_UPRIGHT, 0x2502 },  /* a line upright */
    { SIGN_STANDING, 0x2593 }, /* a dark shade */
};

enum lettering lettering_of(const struct diagram *diagram)
{
    return diagram->form != DIAGRAM_UNICODE ? LETTERING_ASCII
           : diagram->game->black_first     ? LETTERING_DRAWN_BLACK
                                            : LETTERING_DRAWN;
}

gunichar sign_lettered(char sign, enum lettering lettering)
{
    if (lettering == LETTERING_DRAWN_BLACK && (sign == 'O' || sign == 'X')) {
        sign = sign == 'O' ? 'X' : 'O';
    }
    for (size_t i = 0; lettering != LETTERING_ASCII && i < G_N_ELEMENTS(drawings); i++) {
        if (drawings[i].sign == sign) {
            return drawings[i].drawn;
        }
    }
    return (gunichar)(unsigned char)sign;
}

gunichar sign_piece_lettered(const struct point *point, enum lettering lettering)
{
    return sign_lettered(sign_piece(point), point->set > 0 ? LETTERING_ASCII : lettering);
}

gunichar sign_point(const struct point *point, bool laid_down, enum lettering lettering)
{
    const bool upright = ((point->mark & MARK_UPRIGHT) != 0) != laid_down;
    if (point->kind == POINT_PIECE) {
        return sign_piece_lettered(point, lettering);
    }
    return sign_lettered(point->kind == POINT_WALL      ? upright ? SIGN_UPRIGHT : SIGN_FLAT
                         : point->kind == POINT_CROSSED ? SIGN_CROSSED
                         : point->mark & MARK_FROM      ? SIGN_LEFT
                         : point->mark & MARK_YARD      ? SIGN_YARD
                                                        : SIGN_EMPTY,
                         lettering);
}

gunichar sign_bar(const struct bar *bar, bool upright, enum lettering lettering)
{
    static const gunichar lines[][2] = { { 0x2550, 0x2551 }, { 0x2501, 0x2503 } };
    if (bar->standing || bar->owner < 0) {
        return sign_lettered(SIGN_STANDING, lettering);
    }
    return lettering != LETTERING_ASCII && bar->owner < (int)G_N_ELEMENTS(lines)
               ? lines[bar->owner][upright]
               : sign_lettered(g_ascii_tolower(sign_seat(bar->owner)), lettering);
}

gunichar sign_frame(int row, int column, enum lettering lettering)
{
    static const gunichar frames[][3][3] = {
        { { '+', '-', '+' }, { '|', ' ', '|' }, { '+', '-', '+' } },
        { { 0x250C, 0x2500, 0x2510 }, { 0x2502, ' ', 0x2502 }, { 0x2514, 0x2500, 0x2518 } },
    };
    return frames[lettering != LETTERING_ASCII][row][column];
}

/* ---- of a whole board ---- */

unsigned sign_sets(const struct figures *figures, int seat)
{
    unsigned sets = 0;
    for (int i = 0; i < figures->points; i++) {
        const struct point *point = &figures->point[i];
        sets |= point->kind == POINT_PIECE && point->owner == seat ? 1U << point->set : 0;
    }
    return sets & ~1U ? sets & ~1U : 1;
}

char **signs_of_seats(const struct game *game, const struct position *position)
{
    struct figures figures = { 0 };
    char **signs = g_new0(char *, SEATS_MAX + 1);
    game->draw(position, NULL, 0, &figures);
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        const unsigned sets = sign_sets(&figures, seat);
        GString *text = g_string_new(NULL);
        for (int set = 0; set <= SEATS_MAX; set++) {
            if (sets & 1U << set) {
                const struct point man = { .owner = (int8_t)seat, .set = (uint8_t)set };
                g_string_append_printf(text, "%s%c", text->len > 0 ? ", " : "", sign_piece(&man));
            }
        }
        signs[seat] = g_string_free(text, FALSE);
    }
    return signs;
}

/* ---- a board as its reader sees it ---- */

bool turned_by_sixths(const struct turned *turned)
{
    return turned->figures.turning == TURNING_SIXTHS;
}

/* The turns for the reader; seats that the figures do not know have none. */
static int turns_for(const struct turned *turned, const struct diagram *diagram)
{
    const int seat = diagram->seat, whole = turned_by_sixths(turned) ? 6 : 4;
    if (seat < 0 || seat >= SEATS_MAX || diagram->flip == FLIP_OFF) {
        return 0;
    }
    const int each = turned->figures.turning == TURNING_HALVES ? 2 : 1;
    const int turns = turned->figures.turn[seat] * each % whole;
    const bool shared = turns == turned->figures.turn[0] * each % whole;
    const bool across = diagram->flip == FLIP_ON && diagram->seats == 2 && seat == 1 && shared;
    return across ? (turns + whole / 2) % whole : turns;
}

/* Turns are about the first point, so that points fall on points. By a sixth, a step to the right,
 * 2 and 0, becomes one to the upper right, 1 and -2; one to the lower right, 1 and 2, becomes one
 * to the right. Between two points of such a board both divisions leave nothing over. */
struct spot turned_spot(const struct turned *turned, int x, int y)
{
    const struct point *pivot = turned->figures.point;
    struct spot spot = { x - pivot->x, y - pivot->y };
    for (int i = 0; i < turned->turns; i++) {
        spot = turned_by_sixths(turned)
                   ? (struct spot){ (2 * spot.x + 3 * spot.y) / 4, (spot.y - 2 * spot.x) / 2 }
                   : (struct spot){ spot.y, -spot.x };
    }
    return spot;
}

bool turned_is_laid_down(const struct turned *turned)
{
    return !turned_by_sixths(turned) && turned->turns % 2 == 1;
}

bool turned_is_upright(const struct turned *turned, const struct bar *bar)
{
    return bar->upright != turned_is_laid_down(turned);
}

const struct point *turned_point_at(const struct turned *turned, struct spot spot)
{
    for (int i = 0; i < turned->figures.points; i++) {
        if (turned->spot[i].x == spot.x && turned->spot[i].y == spot.y) {
            return &turned->figures.point[i];
        }
    }
    return NULL;
}

static void widen(struct range *range, struct spot spot)
{
    range->least.x = MIN(range->least.x, spot.x);
    range->least.y = MIN(range->least.y, spot.y);
    range->most.x = MAX(range->most.x, spot.x);
    range->most.y = MAX(range->most.y, spot.y);
}

static void measure(struct turned *turned)
{
    const struct figures *figures = &turned->figures;
    struct range *points = &turned->points; /* the first point is at 0, 0 */
    for (int i = 0; i < figures->points; i++) {
        turned->spot[i] = turned_spot(turned, figures->point[i].x, figures->point[i].y);
        widen(points, turned->spot[i]);
    }
    turned->all = *points;
    if (figures->framed) {
        widen(&turned->all, (struct spot){ points->least.x - 1, points->least.y - 1 });
        widen(&turned->all, (struct spot){ points->most.x + 1, points->most.y + 1 });
    }
    for (int i = 0; i < figures->bars; i++) {
        widen(&turned->all, turned_spot(turned, figures->bar[i].x, figures->bar[i].y));
    }
    for (int i = 0; i < figures->labels; i++) {
        widen(&turned->all, turned_spot(turned, figures->label[i].x, figures->label[i].y));
    }
}

void turned_draw(const struct diagram *diagram, struct turned *turned)
{
    *turned = (struct turned){ .figures = { .across = 1 } };
    diagram->game->draw(diagram->position, diagram->last, diagram->count, &turned->figures);
    turned->turns = turns_for(turned, diagram);
    measure(turned);
}
