/* What players do about each other's time: claim what it brings, or give some. */
#include "base/clock.h"
#include "office/moments.h"
#include "office/overdue.h"
#include "office/rounds.h"
#include "office/slow_news.h"
#include "office/visit.h"

/* Takes a running match to the desk, with its clock, for one who is still in play. */
static struct desk *open_in_play(struct visit *visit, const struct player *who,
                                 const struct command *command, int *seat,
                                 struct timekeeper *keeper)
{
    g_autoptr(Desk) desk = visit_seat(visit, who, command, seat);
    if (desk == NULL) {
        return NULL;
    }
    bool runs = desk->board->state == BOARD_RUNNING;
    const char *key = !runs ? "not-running" : !desk_in_play(desk, *seat) ? "out-already" : NULL;
    if (key == NULL && timekeeper_open(keeper, visit->office, desk->board->number)) {
        return g_steal_pointer(&desk);
    }
    visit_answer_board(visit, who, command, desk,
                       say(visit->office, key != NULL ? key : "not-running", NULL));
    return NULL;
}

/* ---- claim ---- */

/* Why nothing can be claimed, as a key; NULL: it can. */
static const char *claim_refused(const struct desk *desk, const struct timekeeper *keeper, int seat)
{
    if (keeper->clock.seat == seat) {
        return "claim-own-turn";
    }
    if (keeper->clock.state == CLOCK_RESTS) {
        return "claim-rests";
    }
    if (!timekeeper_is_late(keeper, rounds_settled(desk->office))) {
        return "claim-early";
    }
    return overdue_takes_along(desk, seat) ? "claim-partner" : NULL;
}

void claims_claim(struct visit *visit, const struct player *who, const struct command *command)
{
    int seat;
    g_auto(Timekeeper) keeper = { 0 };
    g_autoptr(Desk) desk = open_in_play(visit, who, command, &seat, &keeper);
    if (desk == NULL) {
        return;
    }
    const char *refused = claim_refused(desk, &keeper, seat);
    if (refused != NULL) {
        g_autofree char *deadline =
            moment_in_words(visit->office, who->id, timekeeper_deadline(&keeper));
        visit_answer_board(visit, who, command, desk,
                           say(visit->office, refused,
                               pairs("name", desk->board->seat[keeper.clock.seat].name, "deadline",
                                     deadline, NULL)));
        return;
    }
    char *text = overdue_leave(desk, seat, visit_comment(visit, who, desk));
    visit_answer_board(visit, who, command, desk, text);
}

/* ---- givetime ---- */

enum { DAYS_MOST = 365 };

/* Whether a seat's clock can take so much more. */
static bool has_room(const struct desk *desk, int seat, gint64 seconds)
{
    gint64 left = seat_clock_read(desk->office->db, desk->board->number, seat).left;
    return left + seconds <= (gint64)DAYS_MOST * CLOCK_DAY;
}

static void add_to_seat(struct desk *desk, struct timekeeper *keeper, int seat, gint64 seconds)
{
    struct seat_clock shows = seat_clock_read(desk->office->db, desk->board->number, seat);
    shows.left += seconds;
    seat_clock_write(desk->office->db, desk->board->number, seat, &shows);
    if (seat == keeper->clock.seat) {
        keeper->shows = shows;
    }
}

/* Why no time can be given, as a key; NULL: it can. */
static const char *gift_refused(const struct desk *desk, const struct timekeeper *keeper, int seat,
                                gint64 seconds)
{
    bool own_turn = keeper->clock.seat == seat;
    if (seconds < CLOCK_DAY || seconds > (gint64)DAYS_MOST * CLOCK_DAY) {
        return "givetime-days";
    }
    if (own_turn && keeper->terms.total == 0) {
        return "givetime-own-turn";
    }
    bool fits = own_turn || keeper->clock.extra + seconds <= (gint64)DAYS_MOST * CLOCK_DAY;
    for (int other = 0; other < desk->board->seats && fits; other++) {
        fits = other == seat || !desk_in_play(desk, other) || has_room(desk, other, seconds);
    }
    return fits ? NULL : "givetime-most";
}

/* Under a total each of the others has more of it; else, and for the silence that
 * was agreed to, it is the turn at hand that may take longer. */
static void give(struct desk *desk, struct timekeeper *keeper, int seat, gint64 seconds)
{
    bool own_turn = keeper->clock.seat == seat;
    for (int other = 0; other < desk->board->seats; other++) {
        bool total = keeper->terms.total > 0 && desk_in_play(desk, other);
        bool turn = keeper->terms.per_move > 0 && other == keeper->clock.seat;
        if (other != seat && (total || turn)) {
            add_to_seat(desk, keeper, other, seconds);
        }
    }
    keeper->clock.extra += own_turn ? 0 : seconds;
    if (!own_turn) {
        keeper->clock.warned = keeper->clock.told = false;
    }
    timekeeper_store(keeper);
    desk->office->accepted = true;
}

void claims_give_time(struct visit *visit, const struct player *who, const struct command *command)
{
    int seat;
    g_auto(Timekeeper) keeper = { 0 };
    g_autoptr(Desk) desk = open_in_play(visit, who, command, &seat, &keeper);
    if (desk == NULL) {
        return;
    }
    gint64 days = g_ascii_strtoll(command->text, NULL, 10);
    const char *refused = gift_refused(desk, &keeper, seat, days * CLOCK_DAY);
    if (refused != NULL) {
        visit_answer_board(visit, who, command, desk, say(visit->office, refused, NULL));
        return;
    }
    give(desk, &keeper, seat, days * CLOCK_DAY);
    const char *one = days == 1 ? "yes" : NULL;
    g_autofree char *news = say(visit->office, "gave-time",
                                pairs("name", who->name, "days", command->text, "one", one, NULL));
    slow_news_tell(desk, seat, news, who, visit_comment(visit, who, desk));
    visit_answer_board(
        visit, who, command, desk,
        say(visit->office, "you-gave-time", pairs("days", command->text, "one", one, NULL)));
}
