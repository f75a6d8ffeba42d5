/* The commands move, queue and resign. */

#include "commands/task.h"

#include <string.h>

#include "commands/board_letter.h"
#include "language/line.h"
#include "match/nearest.h"
#include "play/premove.h"

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
    plan_drop(task->run->db, session->board->number, task->who->id, PLAN_MOVE);
    const char *comment = task_comment(task); /* said before what follows */
    autoplay_go_on(session);
    changes_store(session);
    g_autoptr(Phrase) after = turn_ended(session, offer, pause);
    const struct turn_news turns = { .first = before, .by_hand = true, .after = after };
    struct phrase *own = event_happened(session, &(struct event){ .kind = EVENT_TURNS,
                                                                  .seat = task->seat,
                                                                  .answered = task->seat,
                                                                  .comment = comment,
                                                                  .turns = &turns });
    struct phrase *told = phrase_both(preface != NULL ? say(preface, NULL) : NULL, "\n", own);
    told = phrase_both(told, "\n\n", comment != NULL ? say("comment-sent", NULL) : NULL);
    struct entry *entry = task_answer_board(task, told);
    const bool waits =
        session->board->state == BOARD_RUNNING && session->board->to_move != task->seat;
    entry->receipt = waits && session->match->turns->len == before + 1;
    entry->followed = entry->receipt && session_program_answers(session, session->board->to_move);
}

/* Says why a turn is not even tried, or NULL. */
static struct phrase *not_tried(const struct task *task)
{
    const struct request *request = task->request;
    const struct session *session = task->session;
    if (session->board->paused_by == PAUSE_OPERATOR || session->board->paused_by == PAUSE_SEAT) {
        return say(session->board->paused_by == PAUSE_SEAT ? "seat-late" : "adjourned", NULL);
    }
    /* A reply to the newest letter may number its turn by rounds, as chess players do: the first
     * turns of both players are 1. */
    const gint64 round = (gint64)session->match->turns->len / session->board->seats + 1;
    const bool by_rounds = request->has_token && !request->stale &&
                           request->letter_board == session->board->number &&
                           task->command->ply == round;
    return task->command->has_ply && !by_rounds
               ? turn_is_another(session, task->command->text, task->command->ply)
               : NULL;
}

/* The turn that a ruling found begun in a line, as choice_groups takes it: the decisions that were
 * read, and what was typed behind them. Free with g_free. */
static char *turn_begun(const struct ruling *ruling, const char *line)
{
    const char *part = ruling->part != NULL ? ruling->part : ruling->begun == NULL ? line : "";
    return g_strconcat(ruling->begun != NULL ? ruling->begun : "", ruling->begun != NULL ? "," : "",
                       part, NULL);
}

char *turn_offer(const struct task *task, enum command_id id, const char *words)
{
    const struct request *request = task->request;
    g_autofree char *meant = g_strconcat(grammar_row(id)->name, " ", words, NULL);
    const bool good = request->has_token && request->letter_board == task->session->board->number &&
                      strlen(meant) < TOKEN_OFFER_MOST && context_may_offer(request);
    return good ? g_steal_pointer(&meant) : NULL;
}

/* Plays the turn in a command's text for a seat of a running match and answers, or answers why it
 * is not played. `preface` is the key of words that come first in the answer; NULL: none. */
static void play(struct task *task, const char *preface)
{
    struct session *session = task->session;
    struct phrase *why = not_tried(task);
    if (why != NULL) {
        task_answer_board(task, why);
        return;
    }
    g_auto(Ruling) ruling = { 0 };
    if (match_play(session->match, task->seat, task->command->text, &ruling) == VERDICT_PLAYED) {
        play_on(task, preface);
        return;
    }
    if (ruling.verdict == VERDICT_INCOMPLETE && task->request->tapped) {
        /* Who taps a man, or the first action of a turn, asks what can follow. */
        struct entry *entry = task_answer_board(task, NULL);
        entry->begun = turn_begun(&ruling, task->command->text);
        entry->moves_told = true;
        return;
    }
    struct phrase *ruled = turn_ruling_words(session, &ruling, task->command->text);
    char *offer = NULL;
    if (ruling.verdict == VERDICT_REFUSED && g_strcmp0(ruling.note.key, "not-your-turn") == 0) {
        offer = turn_offer(task, COMMAND_QUEUE, task->command->text);
        struct values *asked =
            pairs("move", task->command->text, "offered", offer != NULL ? "yes" : NULL, NULL);
        ruled = phrase_both(ruled, " ", say("queue-before", asked));
    }
    struct phrase *above = preface != NULL ? say(preface, NULL) : NULL;
    struct entry *entry = task_answer_board(task, phrase_both(above, "\n", ruled));
    entry->offer = offer;
    if (ruling.verdict == VERDICT_INCOMPLETE) {
        entry->begun = turn_begun(&ruling, task->command->text);
        return;
    }
    /* The one turn that was meant; of several, all stand below the board. */
    const char *meant = ruling.whole != NULL       ? ruling.whole
                        : ruling.choices->len == 1 ? ruling.choices->pdata[0]
                                                   : NULL;
    if (meant != NULL) {
        answers_link(entry->links, session, grammar_row(COMMAND_MOVE)->name, meant);
    }
}

void handle_move(struct task *task)
{
    play(task, NULL);
}

/* ---- queue: moves sent before it is their player's turn ---- */

/* Answers in the sentence of `key` about `plan` and the one `before` it (NULL: none). */
static void answer_plan(struct task *task, const char *key, const struct plan *plan,
                        const struct plan *before)
{
    struct values *values =
        pairs("move", plan != NULL ? plan->text : NULL, "comment",
              plan != NULL ? plan->comment : NULL, "before", before != NULL ? before->text : NULL,
              "dropped", before != NULL ? before->comment : NULL, NULL);
    task_answer_board(task, say(key, with_number(values, "number", task->session->board->number)));
}

/* Says why a text cannot be queued, or NULL. */
static struct phrase *queue_refused(const struct session *session, const struct command *command)
{
    if (moves_word(command->text) != COMMAND_NONE) {
        return say("queue-words", NULL);
    }
    if (!match_reads_as_turn(session->match, command->text)) {
        return say("queue-no-turn", pairs("move", command->text, NULL));
    }
    gint64 next = (gint64)session->match->turns->len + 1;
    bool past = command->has_ply && command->ply <= next;
    return past ? turn_is_another(session, command->text, command->ply) : NULL;
}

void handle_queue(struct task *task)
{
    const struct command *command = task->command;
    struct session *session = task->session;
    struct db *db = task->run->db;
    gint64 number = session->board->number;
    g_autoptr(Plan) before = plan_read(db, number, task->who->id, PLAN_MOVE);
    if (command->text == NULL) {
        bool off = command->words[0] != NULL;
        if (before != NULL && off) {
            plan_drop(db, number, task->who->id, PLAN_MOVE);
            task->run->accepted = true;
        }
        const char *key = before == NULL ? "queue-none" : off ? "queue-off" : "queue-holds";
        answer_plan(task, key, before, NULL);
        return;
    }
    struct phrase *why = queue_refused(session, command);
    if (why != NULL) {
        task_answer_board(task, why);
        return;
    }
    if (match_actor(session->match) == task->seat) {
        play(task, "queue-at-once");
        return;
    }
    /* Sentences show the move without the full stop of its line. */
    size_t length = strlen(command->text);
    while (length > 0 && strchr(". ", command->text[length - 1]) != NULL) {
        length--;
    }
    g_autofree char *text = g_strndup(command->text, length);
    g_autofree char *comment = task_keep_comment(task);
    struct plan plan = {
        .board = number,
        .player = task->who->id,
        .kind = PLAN_MOVE,
        .text = text,
        .ply = command->has_ply ? command->ply : 0,
        .revision = session->board->revision,
        .comment = comment,
    };
    plan_put(db, &plan);
    task->run->accepted = true;
    answer_plan(task, "queued", &plan, before);
}

/* ---- resign ---- */

void handle_resign(struct task *task)
{
    task_answer_board(task, changes_leave(task->session, task->seat, MATCH_RESIGN, task->seat,
                                          task_comment(task)));
}
