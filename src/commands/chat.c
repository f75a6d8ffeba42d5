/* The command chat: what players say at a board. */
#include "auth/budget.h"
#include "auth/redact.h"
#include "base/plain.h"
#include "commands/task.h"
#include "language/line.h"
#include "letters/run.h"
#include "play/session.h"
#include "store/players.h"
#include "store/talk.h"

/* The other board of the player that the text of a reply begins with, as in "chat 12 hello": it is
 * hardly meant for this board. 0 if it begins with no other board. */
static gint64 other_board(const struct task *task)
{
    g_autofree char *text = plain_text(task->command->text, -1);
    struct word first = { .start = text, .length = strcspn(text, " :,") };
    gint64 number = 0;
    bool names = task->command->board == 0 && names_board(first, &number, NULL, NULL);
    g_autoptr(Board) board = names ? board_read(task->run->db, number) : NULL;
    const bool other = board != NULL && number != task->session->board->number;
    return other && board_seat_of(board, task->who->id) >= 0 ? number : 0;
}

/* Says why a player reaches nobody at a board where no match runs; NULL if they reach somebody.
 */
static struct phrase *kept_apart(const struct task *task)
{
    const struct session *session = task->session;
    const gint64 player = task->who->id;
    const struct board_seat *apart = NULL;
    if (session->board->state == BOARD_RUNNING) {
        return NULL; /* nobody learns which of their opponents has blocked them */
    }
    for (int other = 0; other < session->board->seats; other++) {
        const struct board_seat *at = &session->board->seat[other];
        if (other != task->seat && talk_reaches(session, player, at->player)) {
            return NULL;
        }
        apart = other != task->seat ? at : apart;
    }
    if (apart == NULL) {
        return NULL;
    }
    const bool own = block_has_player(task->run->db, player, apart->player);
    return say(own ? "block-own" : "message-refused", pairs("name", apart->name, NULL));
}

/* Says why the words are not passed on at this board; NULL if they are. */
static struct phrase *not_here(const struct task *task)
{
    if (task->seat < 0 && !watch_watches(task->session, task->who->id)) {
        /* Only a running match can be watched. */
        enum board_state state = task->session->board->state;
        const char *key = state == BOARD_RUNNING ? "chat-watch-first"
                          : state == BOARD_SEEK  ? "no-seat-yet"
                                                 : "no-seat";
        return say(key, with_number(values_new(), "number", task->session->board->number));
    }
    gint64 other = other_board(task);
    if (other != 0) {
        return phrase_key("command", "other-board", with_number(values_new(), "word", other));
    }
    return task->seat >= 0 ? kept_apart(task) : NULL;
}

void handle_chat(struct task *task)
{
    const struct player *who = task->who;
    struct session *session = task->session;
    struct run *run = task->run;
    const int seat = task->seat;
    struct phrase *refusal = not_here(task);
    if (refusal != NULL) {
        task_answer(task, refusal);
        return;
    }
    g_autofree char *words = redact_relayed(run, who, task->command->text);
    if (words == NULL) {
        task_answer_board(task, say("comment-dropped", NULL));
        return;
    }
    /* Where no match runs, and from those who watch, chat counts as a message: those who watch have
     * not chosen who else watches, and a challenged player has not chosen the challenger. Such
     * boards only grow in number, so a budget for each of them would limit nothing. */
    struct board *board = session->board;
    if ((seat < 0 || board->state != BOARD_RUNNING) &&
        !budget_take(run, BUDGET_MESSAGES, who->id, 0)) {
        task_answer(task, say("chat-day", NULL));
        return;
    }
    /* Talk does not change the match: the revision stays, and with it the tokens that players have
     * remain valid. */
    session_talk(session, who->id, words);
    g_autoptr(Phrase) text = phrase_text(words);
    g_autoptr(GBytes) said = phrase_bytes(text);
    /* Players and those who watch hear each other only when the match is over. */
    bool over = board->state == BOARD_FINISHED;
    bool heard = seat < 0;
    for (int other = 0; (seat >= 0 || over) && other < board->seats; other++) {
        gint64 reader = board->seat[other].player;
        heard = heard || (other != seat && !board->seat[other].program);
        if (other != seat && talk_reaches(session, who->id, reader)) {
            talk_wait(run->db, board->number, reader, who->id, TALK_PLAYERS, said,
                      preference_digest(run, reader));
        }
    }
    if (seat < 0 || over) {
        watch_say(session, who->id, words);
    }
    if (seat < 0 && !over) {
        task_answer(task, say("chat-sent-watching", NULL));
    } else {
        task_answer_board(task, say(heard ? "chat-sent" : "chat-sent-program", NULL));
    }
}
