#include "view/sign.h"

#include <glib.h>

char sign_seat(int seat)
{
    static const char symbols[SEATS_MAX] = { 'O', 'X', '3', '4', '5', '6' };
    return (char)(seat >= 0 && seat < SEATS_MAX ? symbols[seat] : '*');
}

char sign_piece(const struct point *point)
{
    return (char)(point->set > 0 ? '0' + point->set : sign_seat(point->owner));
}

static char wall(const struct point *point, bool laid_down)
{
    bool upright = (point->mark & MARK_UPRIGHT) != 0;
    return upright != laid_down ? SIGN_UPRIGHT : SIGN_FLAT;
}

char sign_point(const struct point *point, bool laid_down)
{
    switch ((enum point_kind)point->kind) {
    case POINT_PIECE:
        return sign_piece(point);
    case POINT_WALL:
        return wall(point, laid_down);
    case POINT_CROSSED:
        return SIGN_CROSSED;
    case POINT_EMPTY:
        break;
    }
    return point->mark & MARK_FROM ? SIGN_LEFT : point->mark & MARK_YARD ? SIGN_YARD : SIGN_EMPTY;
}

char sign_bar(const struct bar *bar)
{
    bool nobodys = bar->standing || bar->owner < 0;
    return (char)(nobodys ? SIGN_STANDING : g_ascii_tolower(sign_seat(bar->owner)));
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
