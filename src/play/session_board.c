/* session.h: the board of a session as its reader has set it. */
#include "letters/preferences.h"
#include "play/session.h"
#include "store/boards.h"

/* How the player of a seat has set `flip`. */
static enum flip flip_for(const struct session *session, int seat)
{
    if (seat < 0) {
        return FLIP_USUAL;
    }
    const char *proposal =
        preference_value(session->run, session->board->seat[seat].player, "flip");
    return g_str_equal(proposal, "on")    ? FLIP_ON
           : g_str_equal(proposal, "off") ? FLIP_OFF
                                          : FLIP_USUAL;
}

/* The form of board that the reader has set. */
static enum diagram_form form_for(const struct session *session, int seat)
{
    gint64 reader = seat >= 0 ? session->board->seat[seat].player : session->reader;
    return diagram_form_named(preference_value(session->run, reader, "board"));
}

/* The names in captions: the labels, or the plain names if the game tells the sides apart without
 * signs. */
static void caption_names(const struct session *session, const char *names[BOARD_SEATS_MAX])
{
    session_names(session, names);
    if (words_names_seats(session->run->words, session->game)) {
        for (int i = 0; i < session->board->seats; i++) {
            names[i] = session->board->seat[i].name;
        }
    }
}

/* Draws the match of the session as `diagram` asks; "" if there is no match. */
static char *draw(const struct session *session, struct diagram diagram)
{
    const struct match *match = board_is_open(session->board) ? session->prospect : session->match;
    if (match == NULL) {
        return g_strdup("");
    }
    bool named = session->board->state != BOARD_SEEK;
    const char *names[BOARD_SEATS_MAX];
    caption_names(session, names);
    diagram.game = session->game;
    diagram.position = &match->now;
    diagram.last = match->last;
    diagram.count = match->last_count;
    diagram.before = match->last_count > 0 ? &match->before : NULL;
    diagram.seats = session->seats;
    return diagram_text(&diagram, session->run->words, named ? names : NULL);
}

char *session_diagram_formed(const struct session *session, int seat, enum diagram_form form)
{
    int side =
        session->board->state == BOARD_SEEK ? 0 : MAX(seat, 0); /* seats are still to be drawn */
    const struct diagram diagram = { .seat = side, .flip = flip_for(session, seat), .form = form };
    return draw(session, diagram);
}

char *session_diagram_read(const struct session *session, int seat)
{
    return session_diagram_formed(session, seat, form_for(session, -1));
}

char *session_diagram(const struct session *session, int seat)
{
    return session_diagram_formed(session, seat, form_for(session, seat));
}

char *session_diagram_flipped(const struct session *session, int seat, enum flip flip,
                              enum diagram_form form, bool terse)
{
    return draw(session,
                (struct diagram){ .seat = seat, .flip = flip, .form = form, .terse = terse });
}
