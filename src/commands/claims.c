/* The commands claim and givetime, about each other's time. */
#include "base/clock.h"
#include "clocks/clocks.h"
#include "clocks/timekeeper.h"
#include "commands/changes.h"
#include "commands/request.h"
#include "commands/timeouts.h"
#include "letters/run.h"
#include "store/boards.h"

enum { DAYS_MOST = 365 /* that may be given */ };

/* Opens a running match with its clock for a player who is still in play. NULL after an answer.
 * Free with session_free. */
static struct session *open_in_play(struct request *request, const struct player *who,
                                    const struct command *command, int *seat,
                                    struct timekeeper *keeper)
{
    g_autoptr(MatchSession) session = request_in_play(request, who, command, seat);
    if (session != NULL && !timekeeper_open(keeper, request->run, session->board->number)) {
        request_answer_board(request, who, command, session, "not-running", NULL);
        return NULL;
    }
    return g_steal_pointer(&session);
}

void handle_claim(struct request *request, const struct player *who, const struct command *command)
{
    int seat;
    g_auto(Timekeeper) keeper = { 0 };
    g_autoptr(MatchSession) session = open_in_play(request, who, command, &seat, &keeper);
    if (session == NULL) {
        return;
    }
    bool late = timekeeper_is_late(&keeper, watermark_settled(request->run));
    const char *refused = keeper.clock.seat == seat            ? "claim-own-turn"
                          : keeper.clock.state == CLOCK_RESTS  ? "claim-rests"
                          : !late                              ? "claim-early"
                          : timeout_takes_along(session, seat) ? "claim-partner"
                                                               : NULL;
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

/* The key of the reason why no time can be given, or NULL. */
static const char *gift_refused(const struct session *session, const struct timekeeper *keeper,
                                int seat, gint64 seconds)
{
    const gint64 most = (gint64)DAYS_MOST * CLOCK_DAY;
    bool own_turn = keeper->clock.seat == seat;
    if (seconds < CLOCK_DAY || seconds > most) {
        return "givetime-days";
    }
    if (own_turn && keeper->terms.total == 0) {
        return "givetime-own-turn";
    }
    bool fits = own_turn || keeper->clock.extra + seconds <= most;
    for (int other = 0; other < session->board->seats; other++) {
        gint64 left = seat_clock_read(session->run->db, session->board->number, other).left;
        fits =
            fits && (other == seat || !session_in_play(session, other) || left + seconds <= most);
    }
    return fits ? NULL : "givetime-most";
}

/* If the match has a total time, each of the others gets more of it. Otherwise, and for the agreed
 * limit of silence, the current turn may take longer. */
static void give(struct session *session, struct timekeeper *keeper, int seat, gint64 seconds)
{
    struct db *db = session->run->db;
    for (int other = 0; other < session->board->seats; other++) {
        bool total = keeper->terms.total > 0 && session_in_play(session, other);
        bool turn = keeper->terms.per_move > 0 && other == keeper->clock.seat;
        if (other != seat && (total || turn)) {
            struct seat_clock shows = seat_clock_read(db, session->board->number, other);
            shows.left += seconds;
            seat_clock_write(db, session->board->number, other, &shows);
            keeper->shows = other == keeper->clock.seat ? shows : keeper->shows;
        }
    }
    if (keeper->clock.seat != seat) {
        keeper->clock.extra += seconds;
        keeper->clock.warned = keeper->clock.told = false;
    }
    timekeeper_store(keeper);
    session->run->accepted = true;
}

void handle_givetime(struct request *request, const struct player *who,
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
    g_auto(Sentence)
        news = { "gave-time", pairs("name", who->name, "days", command->text, "one", one, NULL) };
    changes_tell_later(session, seat, &news, who, request_comment(request, who, session));
    request_answer_board(request, who, command, session, "you-gave-time",
                         pairs("days", command->text, "one", one, NULL));
}
