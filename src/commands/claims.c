/* The commands claim and givetime, about each other's time. */
#include "base/clock.h"
#include "clocks/clocks.h"
#include "clocks/timekeeper.h"
#include "commands/changes.h"
#include "commands/task.h"
#include "commands/timeouts.h"
#include "letters/run.h"
#include "store/boards.h"

enum { DAYS_MOST = 365 /* that may be given */ };

void handle_claim(struct task *task)
{
    struct session *session = task->session;
    g_auto(Timekeeper) keeper = { 0 };
    if (!timekeeper_open(&keeper, task->run, session->board->number)) {
        return; /* the store has failed, and the commit will say so */
    }
    bool late = timekeeper_is_late(&keeper, watermark_settled(task->run));
    const char *refused = keeper.clock.seat == task->seat            ? "claim-own-turn"
                          : keeper.clock.state == CLOCK_RESTS        ? "claim-rests"
                          : !late                                    ? "claim-early"
                          : timeout_takes_along(session, task->seat) ? "claim-partner"
                                                                     : NULL;
    if (refused != NULL) {
        struct values *values = pairs("name", session->board->seat[keeper.clock.seat].name, NULL);
        task_answer_board(task,
                          say(refused, with_phrase(values, "deadline",
                                                   phrase_moment(timekeeper_deadline(&keeper)))));
        return;
    }
    task_answer_board(task, changes_leave(session, keeper.clock.seat, MATCH_FORFEIT, task->seat,
                                          task_comment(task)));
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

void handle_givetime(struct task *task)
{
    g_auto(Timekeeper) keeper = { 0 };
    if (!timekeeper_open(&keeper, task->run, task->session->board->number)) {
        return;
    }
    const gint64 days = g_ascii_strtoll(task->command->text, NULL, 10);
    const bool own_turn = keeper.clock.seat == task->seat;
    const char *refused = days < 1 || days > DAYS_MOST          ? "givetime-days"
                          : own_turn && keeper.terms.total == 0 ? "givetime-own-turn"
                                                                : NULL;
    if (refused != NULL) {
        task_answer_board(task, say(refused, NULL));
        return;
    }
    give(task->session, &keeper, task->seat, days * CLOCK_DAY);
    struct values *values = with_number(pairs("name", task->who->name, NULL), "days", days);
    task_happened(task, EVENT_GAVE_TIME, values, NULL);
}
