/* The command plan, and what a run plays by plans. */
#include "play/plans.h"
#include "commands/board_letter.h"
#include "commands/chores.h"
#include "commands/task.h"
#include "commands/timeouts.h"
#include "play/premove.h"

/* ---- the command ---- */

/* Answers with the sentence of `key`, the lines of a plan as a table (NULL: no plan), the lines
 * that were refused (NULL: none), and the board. Takes ownership of `values` and `refused`. */
static void answer(struct task *task, const char *key, struct values *values,
                   const struct plan_lines *plan, struct phrase *refused)
{
    with_number(values, "number", task->session->board->number);
    with_switch(values, "resigns", plan->resigns);
    struct entry *entry = task_answer_board(task, say(key, values));
    const guint count = plan->lines != NULL ? plan->lines->len : 0;
    entry->rows = blocks_new();
    for (guint i = 0; i < count; i++) {
        const struct plan_line *line = plan->lines->pdata[i];
        g_autofree char *turns = g_strjoinv(" ", line->turns);
        block_row(entry->rows, say("plan-row", pairs("turns", turns, "answer", line->answer, NULL)),
                  NULL);
    }
    block_words(entry->rows, BLOCK_NEWS, refused);
}

/* Shows the player's plan, or ends it. */
static void show_or_end(struct task *task)
{
    struct db *db = task->run->db;
    const gint64 number = task->session->board->number;
    const bool off = task->command->words[0] != NULL;
    g_autoptr(Plan) plan = plan_read(db, number, task->who->id, PLAN_LINES);
    g_auto(PlanLines) lines = { 0 };
    if (task->trial && plan != NULL) {
        return;
    }
    if (off) {
        plan_drop(db, number, task->who->id, PLAN_LINES);
        task->run->accepted = plan != NULL;
    }
    plan_lines_read(plan != NULL ? plan->text : "", &lines);
    answer(task,
           plan == NULL ? "plan-none"
           : off        ? "plan-off"
                        : "plan-holds",
           values_new(), &lines, NULL);
}

/* How many turns stand before a plan: those that the letter showed which the mail answers, and what
 * the writer has played themselves since. */
static guint turns_before(const struct task *task)
{
    const struct request *request = task->request;
    const guint played = task->session->match->turns->len;
    guint before = played;
    if (request->stale && request->token.made != 0) {
        g_autoptr(GPtrArray) turns = board_turns(task->run->db, task->session->board->number);
        struct turn **turn = (struct turn **)turns->pdata;
        while (before > 0 && turn[before - 1]->time > request->token.made) {
            before--;
        }
        while (before < played && turn[before]->seat == task->seat) {
            before++;
        }
    }
    return before;
}

/* Stores a plan that begins after `start` turns, and answers that it is kept. */
static void keep(struct task *task, guint start, const struct plan_lines *lines,
                 struct phrase *refused)
{
    const gint64 number = task->session->board->number;
    g_autoptr(Plan) before = plan_read(task->run->db, number, task->who->id, PLAN_LINES);
    g_autofree char *text = plan_lines_text(lines);
    struct plan plan = {
        .board = number,
        .player = task->who->id,
        .kind = PLAN_LINES,
        .text = text,
        .ply = (gint64)start + 1,
        .revision = task->session->board->revision,
    };
    plan_put(task->run->db, &plan);
    plan_go_on(task->session, &plan);
    task->run->accepted = true;
    struct values *values = pairs("before", before != NULL ? "yes" : NULL, "due",
                                  plan.due != PLAN_NOT_DUE ? "yes" : NULL, NULL);
    answer(task, "plan-kept", values, lines, refused);
}

void handle_plan(struct task *task)
{
    struct session *session = task->session;
    if (task->command->text == NULL) {
        show_or_end(task);
        return;
    }
    g_auto(PlanLines) lines;
    const guint start = turns_before(task);
    g_autoptr(Match) seen = match_at(session->match, start);
    if (plan_lines_read(task->command->text, &lines) != NULL || match_actor(seen) == task->seat) {
        task_answer_board(task, say("plan-own-turn", NULL));
        return;
    }
    g_autoptr(Phrase) refused = plan_try(session, task->seat, start, &lines);
    const struct plan_course course = plan_follow(&lines, session->match, start, task->seat);
    if (lines.lines->len == 0) {
        answer(task, "plan-refused", values_new(), &lines, g_steal_pointer(&refused));
    } else if (course.state == PLAN_ENDS || course.state == PLAN_RESIGNS) {
        task_answer_board(task, say("plan-late", NULL));
    } else if (!task->trial) {
        keep(task, start, &lines, g_steal_pointer(&refused));
    }
}

/* ---- in a run ---- */

/* Plays the answer of a plan, and tells all. */
static void play_answer(struct session *session, int seat, const struct plan *plan,
                        const struct plan_lines *lines, const char *answer)
{
    const enum board_offer offer = session->board->offer;
    g_auto(Ruling) ruling = { 0 };
    const bool plays = match_play(session->match, seat, answer, &ruling) == VERDICT_PLAYED;
    const guint left = plan_follow(lines, session->match, (guint)plan->ply - 1, seat).lines;
    if (!plays || left == 0) {
        plan_drop(session->run->db, plan->board, plan->player, PLAN_LINES);
    }
    if (!plays) {
        g_autoptr(Phrase) told =
            say("plan-failed", with_phrase(pairs("move", answer, NULL), "why",
                                           turn_ruling_words(session, &ruling, answer)));
        letter_of_entry(session, seat, letter_entry(session, seat, told, NULL, NULL));
        return;
    }
    const guint first = session->match->turns->len - 1;
    session_notice(session, seat, say("plan-played", with_number(values_new(), "left", left)));
    autoplay_go_on(session);
    changes_store(session);
    g_autoptr(Phrase) after = turn_ended(session, offer, PAUSE_NONE);
    const struct turn_news turns = { .first = first, .by_hand = true, .after = after };
    phrase_unref(event_happened(
        session,
        &(struct event){ .kind = EVENT_TURNS, .seat = seat, .answered = -1, .turns = &turns }));
}

/* Goes on with the plan of the player to move, if it was due when the run began. */
static void go_on(struct run *run, gint64 number, void *data)
{
    (void)data;
    g_autoptr(MatchSession) session = session_open(run, number, NULL);
    const struct board *board = session != NULL ? session->board : NULL;
    const int seat = board != NULL && board->state == BOARD_RUNNING ? board->to_move : -1;
    if (seat < 0 || board->paused != 0 ||
        (board->offer != OFFER_NONE && !board->seat[seat].agrees)) {
        return;
    }
    g_autoptr(Player) who = player_by_id(run->db, board->seat[seat].player);
    g_autoptr(Plan) plan = plan_read(run->db, number, board->seat[seat].player, PLAN_LINES);
    g_auto(PlanLines) lines = { 0 };
    if (plan == NULL || who == NULL || who->suspended != 0 || plan->due != PLAN_DUE_NOW ||
        plan_lines_read(plan->text, &lines) != NULL) {
        return;
    }
    const struct plan_course course =
        plan_follow(&lines, session->match, (guint)plan->ply - 1, seat);
    if (course.state == PLAN_ANSWERS) {
        play_answer(session, seat, plan, &lines, course.answer);
    } else if (course.state == PLAN_RESIGNS) {
        plan_drop(run->db, number, plan->player, PLAN_LINES);
        session_notice(session, seat, say("plan-resigned", NULL));
        phrase_unref(changes_leave(session, seat, MATCH_RESIGN, -1, NULL));
    }
}

bool plans_play(struct run *run, gint64 until, gpointer data)
{
    portions_begin(data, until);
    return portions_do(run, data, "board", go_on, NULL);
}
