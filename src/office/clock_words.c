#include "office/clock_words.h"

#include "match/timing.h"
#include "office/clocks.h"
#include "office/moments.h"
#include "office/phrase.h"
#include "store/clocks.h"

/* Whether what is stored is what the desk shows: a match that runs. */
static bool is_present(const struct desk *desk)
{
    return desk->board->number != 0 && desk_is_present(desk) && desk->board->state == BOARD_RUNNING;
}

/* Keys, of the seat's own turn and of another's. */
static const struct deadline_keys {
    const char *own, *of_other;
} plain_keys = { "time-yours", "time-theirs" },
  claim_keys = { "time-yours-claim", "time-theirs-claim" },
  over_keys = { "time-yours-over", "time-theirs-over" };

/* Whether a deadline is to be told: where something was agreed to, or when it is over. */
static bool has_deadline(const struct desk *desk)
{
    struct timing terms;
    struct clock clock;
    if (!is_present(desk) || !timing_read(&terms, desk->board->timing) ||
        !clock_read(desk->office->db, desk->board->number, &clock)) {
        return false;
    }
    return (clock.deadline != 0 && desk->office->now > clock.deadline) ||
           timing_is_clocked(&terms) || terms.forfeit > 0 || terms.claim;
}

char *clock_words_deadline(const struct desk *desk, int seat)
{
    struct clock_face face;
    if (!has_deadline(desk) || !clocks_face(desk->office, desk->board->number, &face) ||
        face.deadline == 0 || (face.untold && face.seat != seat && !face.over)) {
        return g_strdup("");
    }
    gint64 reader = seat >= 0 ? desk->board->seat[seat].player : 0;
    g_autofree char *deadline = moment_in_words(desk->office, reader, face.deadline);
    const struct deadline_keys *keys = !face.claim ? &plain_keys
                                       : face.over ? &over_keys
                                                   : &claim_keys;
    return say(desk->office, face.seat == seat ? keys->own : keys->of_other,
               pairs("name", desk->board->seat[face.seat].name, "deadline", deadline, NULL));
}

/* "ann 9 days 3 hours; bob 10 days"; NULL where there are no clocks for the whole
 * match. The caller's. */
static char *all_left(const struct desk *desk)
{
    g_autoptr(GString) text = g_string_new(NULL);
    for (int seat = 0; seat < desk->board->seats; seat++) {
        gint64 left = clocks_left(desk->office, desk->board->number, seat);
        if (desk_in_play(desk, seat) && left >= 0) {
            g_autofree char *span = span_in_words(desk->office, left);
            g_string_append_printf(text, "%s%s %s", text->len > 0 ? "; " : "",
                                   desk->board->seat[seat].name, span);
        }
    }
    return text->len > 0 ? g_string_free(g_steal_pointer(&text), FALSE) : NULL;
}

/* What was not counted of a seat's last turn for one reason, where it is something. */
static void append_credit(GString *lines, const struct desk *desk, int seat, gint64 seconds,
                          const char *key)
{
    if (seconds > 0) {
        g_autofree char *span = span_in_words(desk->office, seconds);
        g_autofree char *line =
            say(desk->office, key, pairs("name", desk->board->seat[seat].name, "span", span, NULL));
        g_string_append_printf(lines, "%s%s", lines->len > 0 ? "\n" : "", line);
    }
}

char *clock_words_times(const struct desk *desk)
{
    g_autoptr(GString) lines = g_string_new(NULL);
    struct timing terms;
    if (!is_present(desk) || desk->board->timing[0] == '\0' ||
        !timing_read(&terms, desk->board->timing)) {
        return g_string_free(g_steal_pointer(&lines), FALSE);
    }
    g_autofree char *left = terms.total > 0 ? all_left(desk) : NULL;
    if (left != NULL) {
        g_autofree char *line = say(desk->office, "time-left", pairs("left", left, NULL));
        g_string_append(lines, line);
    }
    for (int seat = 0; seat < desk->board->seats; seat++) {
        struct seat_clock shows = clocks_shown(desk->office, desk->board->number, seat);
        append_credit(lines, desk, seat, shows.stood_still, "credited-outage");
        append_credit(lines, desk, seat, shows.held, "credited-hold");
    }
    return g_string_free(g_steal_pointer(&lines), FALSE);
}
