/* The board at a desk, as each of its readers wants to see it. */
#include "office/desk.h"
#include "office/settings.h"

/* How the player of a seat wants his boards turned. */
static enum flip flip_for(const struct desk *desk, int seat)
{
    if (seat < 0) {
        return FLIP_USUAL;
    }
    const char *wish = settings_value(desk->office, desk->board->seat[seat].player, "flip");
    return g_str_equal(wish, "on") ? FLIP_ON : g_str_equal(wish, "off") ? FLIP_OFF : FLIP_USUAL;
}

/* How its reader wants boards to be shown. */
static enum diagram_form form_for(const struct desk *desk, int seat)
{
    gint64 reader = seat >= 0 ? desk->board->seat[seat].player : desk->reader;
    return diagram_form_named(settings_value(desk->office, reader, "board"));
}

/* The names that captions put for seats: of games that tell their sides apart
 * without the signs of the men. */
static void caption_names(const struct desk *desk, const char *names[BOARD_SEATS_MAX])
{
    desk_names(desk, names);
    if (words_names_seats(desk->office->words, desk->game)) {
        for (int i = 0; i < desk->board->seats; i++) {
            names[i] = desk->board->seat[i].name;
        }
    }
}

/* Draws what the diagram asks for of the match at the desk. */
static char *draw(const struct desk *desk, struct diagram diagram)
{
    const struct match *match = board_is_open(desk->board) ? desk->prospect : desk->match;
    if (match == NULL) {
        return g_strdup("");
    }
    bool named = desk->board->state != BOARD_SEEK;
    const char *names[BOARD_SEATS_MAX];
    caption_names(desk, names);
    diagram.game = desk->game;
    diagram.position = &match->now;
    diagram.last = match->last;
    diagram.count = match->last_count;
    diagram.before = match->last_count > 0 ? &match->before : NULL;
    diagram.seats = desk->seats;
    return diagram_text(&diagram, desk->office->words, named ? names : NULL);
}

char *desk_diagram_formed(const struct desk *desk, int seat, enum diagram_form form)
{
    int side = desk->board->state == BOARD_SEEK ? 0 : MAX(seat, 0); /* lots are still to be drawn */
    const struct diagram diagram = { .seat = side, .flip = flip_for(desk, seat), .form = form };
    return draw(desk, diagram);
}

char *desk_diagram_read(const struct desk *desk, int seat)
{
    return desk_diagram_formed(desk, seat, form_for(desk, -1));
}

char *desk_diagram(const struct desk *desk, int seat)
{
    return desk_diagram_formed(desk, seat, form_for(desk, seat));
}

char *desk_diagram_flipped(const struct desk *desk, int seat, enum flip flip,
                           enum diagram_form form, bool terse)
{
    return draw(desk, (struct diagram){ .seat = seat, .flip = flip, .form = form, .terse = terse });
}
