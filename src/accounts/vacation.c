#include "accounts/vacation.h"

#include "base/clock.h"
#include "language/dates.h"
#include "letters/run.h"
#include "store/players.h"

void vacation_calendar(const struct run *run, gint64 player, bool weekends_off,
                       struct calendar *calendar)
{
    g_autoptr(GTimeZone) zone = preference_time_zone(run, player);
    calendar_init(calendar, zone, weekends_off);
    g_autoptr(GArray) vacations = vacations_of(run->db, player);
    for (guint i = 0; i < vacations->len; i++) {
        const struct vacation *vacation = &g_array_index(vacations, struct vacation, i);
        calendar_add(calendar, vacation->begin, vacation->end);
    }
}

/* ---- days ---- */

GDate vacation_date(gint64 day)
{
    GDate date;
    g_date_clear(&date, 1);
    g_date_set_dmy(&date, 1, G_DATE_JANUARY, DATES_YEAR_LEAST);
    g_date_add_days(&date, (guint)day);
    return date;
}

char *vacation_day(const struct run *run, gint64 day)
{
    GDate date = vacation_date(day);
    return day_in_words(run, &date);
}

char *vacation_words(const struct session *session, int seat)
{
    const struct board *board = session->board;
    /* Onlookers are not told who is away. */
    bool open = seat >= 0 && (board->state == BOARD_CHALLENGE || board->state == BOARD_RUNNING);
    g_autoptr(GString) text = g_string_new(NULL);
    for (int each = 0; open && board->number != 0 && each < board->seats; each++) {
        struct vacation vacation;
        if (vacation_at(session->run->db, board->seat[each].player, session->run->now, &vacation)) {
            g_autofree char *last = vacation_day(session->run, vacation.last);
            g_autofree char *sentence =
                say(session->run, each == seat ? "you-away" : "away",
                    pairs("name", board->seat[each].name, "last", last, NULL));
            g_string_append_printf(text, "%s%s", text->len > 0 ? " " : "", sentence);
        }
    }
    return text->len > 0 ? g_string_free(g_steal_pointer(&text), FALSE) : NULL;
}
