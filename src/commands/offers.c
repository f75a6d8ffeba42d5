/* Draws, takebacks and pauses: offered, accepted, rejected. Time: claimed, given. */
#include "clocks/clocks.h"
#include "clocks/timekeeper.h"
#include "commands/task.h"
#include "commands/timeouts.h"
#include "commands/vacancy.h"

/* What happens when an offer is made, and when all agree to it. */
static const struct offer_events {
    enum event_kind made, agreed;
} offer_events[] = {
    [OFFER_DRAW] = { EVENT_OFFER_DRAW, EVENT_DRAW_AGREED },
    [OFFER_UNDO] = { EVENT_OFFER_UNDO, EVENT_UNDO_AGREED },
    [OFFER_PAUSE] = { EVENT_OFFER_PAUSE, EVENT_PAUSE_AGREED },
    [OFFER_SEAT] = { EVENT_SEAT_ASKED, EVENT_SEAT_AGREED },
};

/* Values for sentences about an offer: who answers, and what would be undone. */
static struct values *offer_values(const struct task *task)
{
    const struct session *session = task->session;
    int keep = session->board->offer == OFFER_UNDO
                   ? offer_turns_before(session->match, session->board->offer_by)
                   : -1;
    const char *move =
        keep >= 0 ? g_array_index(session->match->turns, struct match_turn, keep).text : NULL;
    return with_number(pairs("name", task->who->name, "move", move, NULL), "ply", keep + 1);
}

/* Stores an offer, which is carried out if all agree to it now, and tells all: that they have
 * `agreed`, or else what is `open`. Returns what the player is told. */
static struct entry *settle(struct task *task, enum event_kind open, enum event_kind agreed)
{
    const bool all = offer_all_agree(task->session);
    if (all) {
        offer_carry_through(task->session);
    }
    changes_store(task->session);
    return task_happened(task, all ? agreed : open, offer_values(task), NULL);
}

static void agree(struct task *task)
{
    const enum event_kind agreed = offer_events[task->session->board->offer].agreed;
    task->session->board->seat[task->seat].agrees = true;
    settle(task, EVENT_AGREED, agreed);
    if (agreed == EVENT_SEAT_AGREED && task->session->board->offer == OFFER_NONE) {
        vacancy_invite(task->session);
    }
}

void handle_offer(struct task *task)
{
    struct session *session = task->session;
    const enum command_id id = task->command->row->id;
    const enum board_offer kind = id == COMMAND_DRAW   ? OFFER_DRAW
                                  : id == COMMAND_UNDO ? OFFER_UNDO
                                                       : OFFER_PAUSE;
    struct board *board = session->board;
    if (board->offer == kind && !board->seat[task->seat].agrees) {
        agree(task);
        return;
    }
    if (kind == OFFER_PAUSE && board->paused_by == PAUSE_PLAYERS && board->asked > 0) {
        board->paused = task->run->now; /* it answers all who were asked */
        board->asked = 0;
        changes_store(session);
        task_happened(task, EVENT_PAUSE_KEPT, offer_values(task), NULL);
        return;
    }
    const char *refused = offer_refusal(session, task->seat, kind);
    if (refused != NULL) {
        task_answer_board(task, say(refused, NULL));
        return;
    }
    board->offer = kind;
    board->offer_by = task->seat;
    for (int other = 0; other < board->seats; other++) {
        /* A program can wait as long as a person likes. */
        board->seat[other].agrees =
            other == task->seat || (kind == OFFER_PAUSE && board->seat[other].program);
    }
    struct entry *entry = settle(task, offer_events[kind].made, EVENT_PAUSE_BEGINS);
    entry->followed = entry->receipt =
        board->offer == kind && session_program_answers(session, 1 - task->seat);
}

/* Says no to the offer of a seat. False if none is offered here. */
static bool refuse_seat(struct task *task)
{
    struct session *session = task->session;
    const bool offered = session->board->paused_by == PAUSE_SEAT;
    if (offered) {
        const bool late = task->seat == session->board->to_move;
        task_answer_board(task, late ? say("seat-late", NULL) : vacancy_close(session, task->seat));
    }
    return offered;
}

void handle_resume(struct task *task)
{
    if (refuse_seat(task)) {
        return;
    }
    if (task->session->board->paused_by != PAUSE_PLAYERS) {
        const char *key =
            task->session->board->paused_by == PAUSE_OPERATOR ? "adjourned" : "not-paused";
        task_answer_board(task, say(key, NULL));
        return;
    }
    struct turn_news turns = { 0 };
    g_autoptr(Phrase) after = changes_resume(task->session, &turns.first);
    turns.after = after;
    task_happened(task, EVENT_RESUMED, offer_values(task), &turns);
}

void offer_accept(struct task *task)
{
    if (!task_is_at(task, AT_PLAY)) {
        return;
    }
    if (task->session->board->offer == OFFER_NONE ||
        task->session->board->seat[task->seat].agrees) {
        task_answer_board(task, say("no-offer", NULL));
        return;
    }
    agree(task);
}

void handle_reject(struct task *task)
{
    struct session *session = task->session;
    if (refuse_seat(task)) {
        return;
    }
    if (session->board->offer == OFFER_NONE) {
        task_answer_board(task, say("no-offer", NULL));
        return;
    }
    bool own = session->board->offer_by == task->seat;
    bool draw = session->board->offer == OFFER_DRAW;
    struct values *values = offer_values(task);
    session->board->offer = OFFER_NONE;
    changes_store(session);
    if (own) {
        task_happened(task, EVENT_OFFER_TAKEN_BACK, values, NULL);
        return;
    }
    /* A program may say why it rejects a draw (think/question.h). */
    static const char *const reasons[] = { "early", "ahead", "moving" };
    for (size_t i = 0; i < G_N_ELEMENTS(reasons); i++) {
        with_switch(values, reasons[i], draw && g_strcmp0(task->command->text, reasons[i]) == 0);
    }
    task_happened(task, EVENT_REJECTED, values, NULL);
}

/* ---- claim, givetime ---- */

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
