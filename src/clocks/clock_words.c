#include "clocks/clock_words.h"

#include "clocks/clocks.h"
#include "letters/reader.h"
#include "match/timing.h"
#include "store/clocks.h"

/* True if the session shows a running match as it is stored. */
static bool is_present(const struct session *session)
{
    return session->board->number != 0 && session_is_present(session) &&
           session->board->state == BOARD_RUNNING;
}

/* Keys: for the player to move, and for others. */
static const struct deadline_keys {
    const char *own, *of_other;
} plain_keys = { "time-yours", "time-theirs" },
  claim_keys = { "time-yours-claim", "time-theirs-claim" },
  over_keys = { "time-yours-over", "time-theirs-over" };

/* True if a deadline is shown: time control was agreed to, or time is over. */
static bool has_deadline(const struct session *session)
{
    struct timing terms;
    struct clock clock;
    if (!is_present(session) || !timing_read(&terms, session->board->timing) ||
        !clock_read(session->run->db, session->board->number, &clock)) {
        return false;
    }
    return (clock.deadline != 0 && session->run->now > clock.deadline) ||
           timing_is_clocked(&terms) || terms.forfeit > 0 || terms.claim;
}

char *clock_words_deadline(const struct session *session, int seat)
{
    struct clock_face face;
    if (!has_deadline(session) || !clocks_face(session->run, session->board->number, &face) ||
        face.deadline == 0 || (face.untold && face.seat != seat && !face.over)) {
        return g_strdup("");
    }
    gint64 reader = seat >= 0 ? session->board->seat[seat].player : 0;
    g_autofree char *deadline = moment_in_words(session->run, reader, face.deadline);
    const struct deadline_keys *keys = !face.claim ? &plain_keys
                                       : face.over ? &over_keys
                                                   : &claim_keys;
    return say(session->run, face.seat == seat ? keys->own : keys->of_other,
               pairs("name", session->board->seat[face.seat].name, "deadline", deadline, NULL));
}

/* "ann 9 days 3 hours; bob 10 days"; NULL if there are no clocks for the whole match. Free with
 * g_free. */
static char *all_left(const struct session *session)
{
    g_autoptr(GString) text = g_string_new(NULL);
    for (int seat = 0; seat < session->board->seats; seat++) {
        gint64 left = clocks_left(session->run, session->board->number, seat);
        if (session_in_play(session, seat) && left >= 0) {
            g_autofree char *span = span_in_words(session->run, left);
            g_string_append_printf(text, "%s%s %s", text->len > 0 ? "; " : "",
                                   session->board->seat[seat].name, span);
        }
    }
    return text->len > 0 ? g_string_free(g_steal_pointer(&text), FALSE) : NULL;
}

/* Appends how much of a seat's last turn did not count for one reason, if any did not. */
static void append_credit(GString *lines, const struct session *session, int seat, gint64 seconds,
                          const char *key)
{
    if (seconds > 0) {
        g_autofree char *span = span_in_words(session->run, seconds);
        g_autofree char *line = say(
            session->run, key, pairs("name", session->board->seat[seat].name, "span", span, NULL));
        g_string_append_printf(lines, "%s%s", lines->len > 0 ? "\n" : "", line);
    }
}

char *clock_words_times(const struct session *session)
{
    g_autoptr(GString) lines = g_string_new(NULL);
    struct timing terms;
    if (!is_present(session) || session->board->timing[0] == '\0' ||
        !timing_read(&terms, session->board->timing)) {
        return g_string_free(g_steal_pointer(&lines), FALSE);
    }
    g_autofree char *left = terms.total > 0 ? all_left(session) : NULL;
    if (left != NULL) {
        g_autofree char *line = say(session->run, "time-left", pairs("left", left, NULL));
        g_string_append(lines, line);
    }
    for (int seat = 0; seat < session->board->seats; seat++) {
        struct seat_clock shows = clocks_shown(session->run, session->board->number, seat);
        append_credit(lines, session, seat, shows.stood_still, "credited-outage");
        append_credit(lines, session, seat, shows.held, "credited-hold");
    }
    return g_string_free(g_steal_pointer(&lines), FALSE);
}
