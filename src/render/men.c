#include "render/men.h"

#include "render/sign.h"

/* Lengths are in half cells of the figures, of which a square is two wide. */
#define OUTLINE 0.1

enum paint men_paint(int owner, int set)
{
    static const enum paint paint[SEATS_MAX] = { PAINT_WHITE, PAINT_INK,    PAINT_ORANGE,
                                                 PAINT_BLUE,  PAINT_YELLOW, PAINT_GREEN };
    const int index = set > 0 ? set - 1 : owner;
    return index >= 0 && index < SEATS_MAX ? paint[index] : PAINT_NOBODY;
}

void men_draw(struct pen *pen, struct place at, double radius, enum paint paint, char sign)
{
    const char word[] = { sign, '\0' };
    pen_circle(pen, at, radius);
    pen_fill_outlined(pen, paint, PAINT_INK, MAX(0.12 * radius, 2));
    pen_word(pen, at, 0.84 * radius, paint_on(paint), word);
}

/* On the top man stands whose they are, and how many belong to that seat. */
void men_draw_stack(struct pen *pen, struct place at, const struct point *point, int unit)
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
        pen_ellipse(pen, slab, radius, flatness);
        pen_fill_outlined(pen, paint, paint == PAINT_INK ? PAINT_MIDDLE : PAINT_INK, outline);
    }
    char word[SIGN_NUMBER_BYTES + 1] = { sign_piece(point) };
    sign_number(point, word + 1);
    pen_word(pen, slab, 0.5 * unit, paint_on(own), word);
}

void men_draw_wall(struct pen *pen, struct place at, const struct point *point, bool laid_down,
                   int unit)
{
    const double reach = unit, width = 0.44 * unit;
    pen_end_flat(pen, true);
    for (int inner = 0; inner < 2; inner++) {
        for (int upright = 0; upright < 2; upright++) {
            const bool stands = ((point->mark & MARK_UPRIGHT) != 0) != laid_down;
            if (point->kind == POINT_CROSSED || stands == upright) {
                const double x = upright ? 0 : reach, y = upright ? reach : 0;
                pen_move(pen, (struct place){ at.x - x, at.y - y });
                pen_line(pen, (struct place){ at.x + x, at.y + y });
            }
        }
        pen_stroke(pen, inner ? men_paint(point->owner, 0) : PAINT_INK,
                   inner ? width - MAX(2 * OUTLINE * unit, 4) : width);
    }
    pen_end_flat(pen, false);
}

void men_draw_ghost(struct pen *pen, struct place at, char sign, int unit)
{
    const char word[] = { sign, '\0' };
    pen_circle(pen, at, 0.6 * unit);
    pen_stroke_dashed(pen, PAINT_DARK, OUTLINE * unit, 0.2 * unit);
    pen_word(pen, at, 0.5 * unit, PAINT_DARK, word);
}

void men_draw_forced(struct pen *pen, struct place at, int unit)
{
    const struct place corner = { at.x + 0.6 * unit, at.y - 0.6 * unit };
    pen_circle(pen, corner, 0.34 * unit);
    pen_fill(pen, PAINT_ARROW);
    pen_word(pen, corner, 0.4 * unit, PAINT_WHITE, "!");
}
