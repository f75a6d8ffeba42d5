/* The commands claim and givetime, about each other's time. */
#include "base/clock.h"
#include "clocks/clocks.h"
#include "clocks/timekeeper.h"
#include "commands/changes.h"
#include "commands/request.h"
#include "commands/timeouts.h"
#include "letters/run.h"
#include "store/boards.h"

/* Opens a running match with its clock for a player who is still in play. NULL after an answer.
 * Free with session_free. */
static struct session *open_in_play(struct request *request, const struct player *who,
                                    const struct command *command, int *seat,
                                    struct timekeeper *keeper)
{
    g_autoptr(MatchSession) session = request_seat(request, who, command, seat);
    if (session == NULL) {
        return NULL;
    }
    bool runs = session->board->state == BOARD_RUNNING;
    const char *key = !runs                              ? "not-running"
                      : !session_in_play(session, *seat) ? "out-already"
                                                         : NULL;
    if (key == NULL && timekeeper_open(keeper, request->run, session->board->number)) {
        return g_steal_pointer(&session);
    }
    request_answer_board(request, who, command, session, key != NULL ? key : "not-running", NULL);
    return NULL;
}

/* ---- claim ---- */

/* The key of the reason why nothing can be claimed, or NULL. */
static const char *claim_refused(const struct session *session, const struct timekeeper *keeper,
                                 int seat)
{
    if (keeper->clock.seat == seat) {
        return "claim-own-turn";
    }
    if (keeper->clock.state == CLOCK_RESTS) {
        return "claim-rests";
    }
    if (!timekeeper_is_late(keeper, watermark_settled(session->run))) {
        return "claim-early";
    }
    return timeout_takes_along(session, seat) ? "claim-partner" : NULL;
}

void claims_claim(struct request *request, const struct player *who, const struct command *command)
{
    int seat;
    g_auto(Timekeeper) keeper = { 0 };
    g_autoptr(MatchSession) session = open_in_play(request, who, command, &seat, &keeper);
    if (session == NULL) {
        return;
    }
    const char *refused = claim_refused(session, &keeper, seat);
    if (refused != NULL) {
        g_autofree char *deadline =
            moment_in_words(request->run, who->id, timekeeper_deadline(&keeper));
        request_answer_board(request, who, command, session, refused,
                             pairs("name", session->board->seat[keeper.clock.seat].name, "deadline",
                                   deadline, NULL));
        return;
    }
    char *text = timeout_leave(session, seat, request_comment(request, who, session));
    request_answer_board_text(request, who, command, session, text);
}

/* ---- givetime ---- */

enum { DAYS_MOST = 365 };

/* True if so much more time fits on a seat's clock. */
static bool has_room(const struct session *session, int seat, gint64 seconds)
{
    gint64 left = seat_clock_read(session->run->db, session->board->number, seat).left;
    return left + seconds <= (gint64)DAYS_MOST * CLOCK_DAY;
}

static void add_to_seat(struct session *session, struct timekeeper *keeper, int seat,
                        gint64 seconds)
{
    struct seat_clock shows = seat_clock_read(session->run->db, session->board->number, seat);
    shows.left += seconds;
    seat_clock_write(session->run->db, session->board->number, seat, &shows);
    if (seat == keeper->clock.seat) {
        keeper->shows = shows;
    }
}

/* The key of the reason why no time can be given, or NULL. */
static const char *gift_refused(const struct session *session, const struct timekeeper *keeper,
                                int seat, gint64 seconds)
{
    bool own_turn = keeper->clock.seat == seat;
    if (seconds < CLOCK_DAY || seconds > (gint64)DAYS_MOST * CLOCK_DAY) {
        return "givetime-days";
    }
    if (own_turn && keeper->terms.total == 0) {
        return "givetime-own-turn";
    }
    bool fits = own_turn || keeper->clock.extra + seconds <= (gint64)DAYS_MOST * CLOCK_DAY;
    for (int other = 0; other < session->board->seats && fits; other++) {
        fits =
            other == seat || !session_in_play(session, other) || has_room(session, other, seconds);
    }
    return fits ? NULL : "givetime-most";
}

/* If the match has a total time, each of the others gets more of it. Otherwise, and for the agreed
 * limit of silence, the current turn may take longer. */
static void give(struct session *session, struct timekeeper *keeper, int seat, gint64 seconds)
{
    bool own_turn = keeper->clock.seat == seat;
    for (int other = 0; other < session->board->seats; other++) {
        bool total = keeper->terms.total > 0 && session_in_play(session, other);
        bool turn = keeper->terms.per_move > 0 && other == keeper->clock.seat;
        if (other != seat && (total || turn)) {
            add_to_seat(session, keeper, other, seconds);
        }
    }
    keeper->clock.extra += own_turn ? 0 : seconds;
    if (!own_turn) {
        keeper->clock.warned = keeper->clock.told = false;
    }
    timekeeper_store(keeper);
    session->run->accepted = true;
}

void claims_give_time(struct request *request, const struct player *who,
                      const struct command *command)
{
    int seat;
    g_auto(Timekeeper) keeper = { 0 };
    g_autoptr(MatchSession) session = open_in_play(request, who, command, &seat, &keeper);
    if (session == NULL) {
        return;
    }
    gint64 days = g_ascii_strtoll(command->text, NULL, 10);
    const char *refused = gift_refused(session, &keeper, seat, days * CLOCK_DAY);
    if (refused != NULL) {
        request_answer_board(request, who, command, session, refused, NULL);
        return;
    }
    give(session, &keeper, seat, days * CLOCK_DAY);
    const char *one = days == 1 ? "yes" : NULL;
    g_autofree char *news = say(request->run, "gave-time",
                                pairs("name", who->name, "days", command->text, "one", one, NULL));
    changes_tell_later(session, seat, news, who, request_comment(request, who, session));
    request_answer_board(request, who, command, session, "you-gave-time",
                         pairs("days", command->text, "one", one, NULL));
}
