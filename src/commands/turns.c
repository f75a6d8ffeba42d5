/* The commands move and resign. */

#include "commands/turns.h"

#include <string.h>

#include "commands/answers.h"
#include "commands/board_letter.h"
#include "commands/changes.h"
#include "commands/request.h"
#include "match/nearest.h"
#include "play/premove.h"
#include "play/session.h"
#include "play/turn_words.h"
#include "store/boards.h"

/* ---- move ---- */

/* Does what follows from a turn that was played, and tells all; the player with `preface` (NULL:
 * none), a sentence's key, before it. */
static void play_on(struct task *task, const char *preface)
{
    struct session *session = task->session;
    guint before = session->match->turns->len - 1;
    enum board_offer offer = session->board->offer;
    enum board_pause pause = session->board->paused_by;
    offer_wake(session);
    /* A move by mail while the match is paused uses up the premove. */
    plan_drop(task->run->db, session->board->number, task->who->id, PLAN_QUEUED);
    const char *comment = task_comment(task); /* said before what follows */
    autoplay_go_on(session);
    changes_store(session);
    g_autofree char *after = turn_ended(session, offer, pause);
    g_autofree char *above = preface != NULL ? say(task->run, preface, NULL) : NULL;
    struct turn_news news = { .first = before, .by_hand = true, .after = after };
    changes_tell(session, task->seat, &news, comment);
    news.what = above;
    char *told = turn_news_words(session, &news, task->seat);
    if (comment != NULL) {
        g_autofree char *played = told, *sent = say(session->run, "comment-sent", NULL);
        told = g_strconcat(played, "\n\n", sent, NULL);
    }
    struct entry *entry = task_answer_board_text(task, told);
    const bool waits =
        session->board->state == BOARD_RUNNING && session->board->to_move != task->seat;
    entry->receipt = waits && session->match->turns->len == before + 1;
    entry->followed = entry->receipt && session_program_answers(session, session->board->to_move);
}

/* True if a reply to the newest letter numbers its turn by rounds, as chess players do: the first
 * turns of both players are 1. */
static bool counts_rounds(const struct task *task)
{
    const struct request *request = task->request;
    const struct session *session = task->session;
    const gint64 round = (gint64)session->match->turns->len / session->board->seats + 1;
    return request->has_token && !request->stale &&
           request->letter_board == session->board->number && task->command->ply == round;
}

/* Says why a turn is not even tried, or NULL. Free with g_free. */
static char *not_tried(const struct task *task)
{
    if (task->session->board->paused_by == PAUSE_OPERATOR) {
        return say(task->run, "adjourned", NULL);
    }
    return task->command->has_ply && !counts_rounds(task)
               ? turn_is_another(task->session, task->command->text, task->command->ply)
               : NULL;
}

/* Adds links for the turns that a ruling offers, if they are few. */
static void link_choices(GPtrArray *links, const struct session *session,
                         const struct ruling *ruling)
{
    enum { LINKED_MOST = NEAREST_MAX };
    if (ruling->whole != NULL) {
        answers_link(links, session, "move", ruling->whole);
        return;
    }
    for (guint i = 0;
         ruling->more == 0 && ruling->choices->len <= LINKED_MOST && i < ruling->choices->len;
         i++) {
        answers_link(links, session, "move", ruling->choices->pdata[i]);
    }
}

char *turn_offer(const struct task *task, enum command_id id, const char *words)
{
    const struct request *request = task->request;
    g_autofree char *meant = g_strconcat(grammar_row(id)->name, " ", words, NULL);
    const bool good = request->has_token && request->letter_board == task->session->board->number &&
                      strlen(meant) < TOKEN_OFFER_MOST && context_may_offer(request);
    return good ? g_steal_pointer(&meant) : NULL;
}

void turn_play(struct task *task, const char *preface)
{
    struct session *session = task->session;
    char *why = not_tried(task);
    if (why != NULL) {
        task_answer_board_text(task, why);
        return;
    }
    g_auto(Ruling) ruling = { 0 };
    if (match_play(session->match, task->seat, task->command->text, &ruling) == VERDICT_PLAYED) {
        play_on(task, preface);
        return;
    }
    g_autofree char *ruled = turn_ruling_words(session, &ruling, task->command->text);
    char *offer = NULL;
    if (ruling.verdict == VERDICT_REFUSED && g_strcmp0(ruling.note.key, "not-your-turn") == 0) {
        offer = turn_offer(task, COMMAND_QUEUE, task->command->text);
        g_autofree char *refused = g_steal_pointer(&ruled);
        g_autofree char *asked =
            say(session->run, "queue-before",
                pairs("move", task->command->text, "offered", offer != NULL ? "yes" : NULL, NULL));
        ruled = g_strconcat(refused, " ", asked, NULL);
    }
    g_autofree char *above = preface != NULL ? say(task->run, preface, NULL) : NULL;
    struct entry *entry = task_answer_board_text(
        task, above != NULL ? g_strconcat(above, "\n", ruled, NULL) : g_steal_pointer(&ruled));
    entry->offer = offer;
    link_choices(entry->links, session, &ruling);
}

void handle_move(struct task *task)
{
    turn_play(task, NULL);
}

/* ---- resign ---- */

void handle_resign(struct task *task)
{
    task_answer_board_text(task, changes_leave(task->session, task->seat, MATCH_RESIGN, task->seat,
                                               task_comment(task)));
}
