/* Draws, takebacks and pauses: offered, accepted, rejected. */
#include "commands/changes.h"
#include "commands/task.h"
#include "letters/run.h"
#include "play/session.h"

/* Keys of sentences for the others. With "you-" before it, the key of the sentence for the player
 * who made the offer or agreed. */
static const struct offer_words {
    const char *made, *agreed;
} offer_words[] = {
    [OFFER_NONE] = { NULL, NULL },
    [OFFER_DRAW] = { "offer-draw", "draw-agreed" },
    [OFFER_UNDO] = { "offer-undo", "undo-agreed" },
    [OFFER_PAUSE] = { "offer-pause", "pause-agreed" },
};

/* Values for sentences about an offer: who answers, and what would be undone. */
static struct values *offer_values(const struct session *session, const struct player *who)
{
    int keep = session->board->offer == OFFER_UNDO
                   ? offer_turns_before(session->match, session->board->offer_by)
                   : -1;
    const char *move =
        keep >= 0 ? g_array_index(session->match->turns, struct match_turn, keep).text : NULL;
    return with_number(pairs("name", who->name, "move", move, NULL), "ply", keep + 1);
}

/* Tells the others in the sentence of `key`, and the player in that of "you-" and `key`. `turns`
 * are the turns that followed; NULL: the match has not changed, and the others may hear of it
 * later. Returns what the player is told. */
static struct entry *answer_all(struct task *task, const char *key, const struct turn_news *turns)
{
    struct session *session = task->session;
    g_autofree char *own_key = g_strconcat("you-", key, NULL);
    struct values *values = offer_values(session, task->who);
    g_autoptr(Phrase) what = say(key, values_ref(values));
    g_autoptr(Phrase) own = say(g_intern_string(own_key), values);
    struct turn_news news = { .what = what,
                              .after = turns != NULL ? turns->after : NULL,
                              .first = turns != NULL ? turns->first : session->match->turns->len };
    const char *comment = task_comment(task);
    if (turns != NULL) {
        changes_tell(session, task->seat, &news, comment);
    } else {
        changes_tell_later(session, task->seat, what, task->who, comment, false);
    }
    news.what = own;
    return task_answer_board_phrase(task, turn_news_words(session, &news, task->seat));
}

/* Stores an offer, which is carried out if all agree to it now, and tells all in the sentence
 * `agreed`, or else in that of `open`. Returns what the player is told. */
static struct entry *settle(struct task *task, const char *open, const char *agreed)
{
    struct session *session = task->session;
    const bool all = offer_all_agree(session);
    if (all) {
        offer_carry_through(session);
    }
    changes_store(session);
    const struct turn_news none = { .first = session->match->turns->len };
    return answer_all(task, all ? agreed : open, all ? &none : NULL);
}

static void agree(struct task *task)
{
    const char *agreed = offer_words[task->session->board->offer].agreed;
    task->session->board->seat[task->seat].agrees = true;
    settle(task, "agreed", agreed);
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
        task_answer_board(task, refused, NULL);
        return;
    }
    board->offer = kind;
    board->offer_by = task->seat;
    for (int other = 0; other < board->seats; other++) {
        /* A program can wait as long as a person likes. */
        board->seat[other].agrees =
            other == task->seat || (kind == OFFER_PAUSE && board->seat[other].program);
    }
    struct entry *entry = settle(task, offer_words[kind].made, "pause-begins");
    entry->followed = entry->receipt =
        board->offer == kind && session_program_answers(session, 1 - task->seat);
}

void handle_resume(struct task *task)
{
    if (task->session->board->paused_by != PAUSE_PLAYERS) {
        const char *key =
            task->session->board->paused_by == PAUSE_OPERATOR ? "adjourned" : "not-paused";
        task_answer_board(task, key, NULL);
        return;
    }
    struct turn_news turns = { 0 };
    g_autoptr(Phrase) after = changes_resume(task->session, &turns.first);
    turns.after = after;
    answer_all(task, "resumed", &turns);
}

void offer_accept(struct task *task)
{
    if (!task_is_at(task, AT_PLAY)) {
        return;
    }
    if (task->session->board->offer == OFFER_NONE ||
        task->session->board->seat[task->seat].agrees) {
        task_answer_board(task, "no-offer", NULL);
        return;
    }
    agree(task);
}

void handle_reject(struct task *task)
{
    struct session *session = task->session;
    if (session->board->offer == OFFER_NONE) {
        task_answer_board(task, "no-offer", NULL);
        return;
    }
    bool own = session->board->offer_by == task->seat;
    session->board->offer = OFFER_NONE;
    changes_store(session);
    answer_all(task, own ? "offer-taken-back" : "rejected", NULL);
}
