/* How a challenge or a seek ends before its match begins, and who is told. */
#include "commands/proposals.h"

#include "clocks/clocks.h"
#include "commands/board_letter.h"
#include "commands/changes.h"
#include "store/clocks.h"

void challenge_lapse(struct session *session, int except_seat)
{
    bool seek = session->board->state == BOARD_SEEK;
    session->board->state = BOARD_EXPIRED;
    session->board->ended = session->run->now;
    changes_store(session);
    letter_news_but(session, except_seat,
                    &(struct sentence){ .key = seek ? "seek-lapsed" : "lapsed" });
}

void challenge_tell_joined(struct session *session, int seat, const char *key,
                           const struct player *who, const char *comment)
{
    g_auto(TurnNews) news = { .what = { key, pairs("name", who->name, NULL) } };
    if (board_is_open(session->board)) {
        changes_tell_later(session, seat, &news.what, who, comment);
    } else if (session_program_answers(session, session->board->to_move)) {
        changes_keep(session, seat, &news.what, who, comment); /* its turn brings it */
    } else {
        changes_tell(session, seat, &news, who->name, comment);
    }
}

void challenge_end(struct session *session, int seat, enum board_state state,
                   const struct player *who, const char *comment)
{
    session->board->state = state;
    session->board->ended = session->run->now;
    changes_store(session);
    g_auto(Sentence) news = { state == BOARD_DECLINED ? "declined" : "withdrawn",
                              pairs("name", who->name, NULL) };
    changes_tell_later(session, seat, &news, who, comment);
}

/* Removes a player from the seats taken; those behind them move up. */
static void stand_up(struct session *session, int seat)
{
    struct board *board = session->board;
    g_free(board->seat[seat].name);
    for (int i = seat; i + 1 < board->seats; i++) {
        board->seat[i] = board->seat[i + 1];
    }
    board->seat[--board->seats] = (struct board_seat){ 0 };
    board_save_seats(session->run->db, board);
    changes_store(session);
}

void seek_give_up(struct session *session, int seat, const struct player *who, const char *comment)
{
    if (session->board->seat[seat].player == session->board->challenger) {
        challenge_end(session, seat, BOARD_WITHDRAWN, who, comment);
        return;
    }
    stand_up(session, seat);
    g_auto(Sentence) news = { "seat-given-back", pairs("name", who->name, NULL) };
    changes_tell_later(session, -1, &news, who, comment);
}

void seek_leave(struct task *task)
{
    bool own = task->session->board->challenger == task->who->id;
    seek_give_up(task->session, task->seat, task->who, task_comment(task));
    if (own) {
        task_answer_board(task, "you-withdrew", NULL);
    } else {
        task_answer(task, "you-seat-given-back", NULL);
    }
}
