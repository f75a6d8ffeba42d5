/* Draws, takebacks and pauses: offered, accepted, rejected. */
#include "commands/changes.h"
#include "commands/task.h"
#include "letters/run.h"
#include "play/session.h"

/* What happens when an offer is made, and when all agree to it. */
static const struct offer_events {
    enum event_kind made, agreed;
} offer_events[] = {
    [OFFER_DRAW] = { EVENT_OFFER_DRAW, EVENT_DRAW_AGREED },
    [OFFER_UNDO] = { EVENT_OFFER_UNDO, EVENT_UNDO_AGREED },
    [OFFER_PAUSE] = { EVENT_OFFER_PAUSE, EVENT_PAUSE_AGREED },
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

void handle_resume(struct task *task)
{
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
    if (session->board->offer == OFFER_NONE) {
        task_answer_board(task, say("no-offer", NULL));
        return;
    }
    bool own = session->board->offer_by == task->seat;
    session->board->offer = OFFER_NONE;
    changes_store(session);
    task_happened(task, own ? EVENT_OFFER_TAKEN_BACK : EVENT_REJECTED, offer_values(task), NULL);
}
