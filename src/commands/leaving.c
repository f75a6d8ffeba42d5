/* Leaves boards, the server for a while (signoff), or the server for good (forget). */
#include "commands/leaving.h"

#include "commands/challenges.h"
#include "commands/task.h"
#include "ratings/ratings.h"
#include "store/ladders.h"

struct phrase *leaving_headings(struct run *run, gint64 player, unsigned states)
{
    struct phrase *lines = phrase_joined("\n");
    g_autoptr(GPtrArray) boards = board_list(run->db, player, states);
    for (guint i = 0; i < boards->len; i++) {
        const struct board *board = boards->pdata[i];
        g_autoptr(MatchSession) session = session_open(run, board->number, NULL);
        /* A match of more than two goes on without a player who is out. */
        if (session != NULL && (board->state != BOARD_RUNNING ||
                                session_in_play(session, session_seat(session, player)))) {
            phrase_add(lines, phrase_both(phrase_text("  - "), "", session_heading(session)));
        }
    }
    return phrase_if_any(lines);
}

static void leave_boards(struct run *run, const struct player *who)
{
    g_autoptr(GPtrArray) boards = board_list(run->db, who->id, LEAVING_ALL);
    for (guint i = 0; i < boards->len; i++) {
        const struct board *board = boards->pdata[i];
        g_autoptr(MatchSession) session = session_open(run, board->number, NULL);
        int seat = session != NULL ? session_seat(session, who->id) : -1;
        if (seat < 0) {
            continue;
        }
        if (board_is_open(session->board)) {
            challenge_leave(session, seat, who, NULL);
        } else {
            phrase_unref(changes_leave(session, seat, MATCH_RESIGN, seat, NULL));
        }
    }
}

void forget_player(struct run *run, const struct player *who)
{
    leave_boards(run, who);
    g_autofree char *language = player_setting(run->db, who->id, "language");
    ratings_forget(run->db, who->id, run->now);
    if (who->program) {
        return;
    }
    /* They are no player any more, so this letter belongs to nobody's account. */
    g_autofree char *name = g_strdup_printf("former-%" G_GINT64_FORMAT, who->id);
    letter_notice_former(run, who->address, language, "forgotten",
                         pairs("name", who->name, "former", name, NULL));
}

void handle_forget(struct task *task)
{
    forget_player(task->run, task->who);
}

void handle_signoff(struct task *task)
{
    const struct player *who = task->who;
    struct run *run = task->run;
    g_autoptr(Phrase) running = leaving_headings(run, who->id, LEAVING_MATCHES);
    if (running != NULL && task->command->words[0] == NULL) {
        struct entry *entry =
            task_answer(task, say("signoff-running",
                                  with_phrase(values_new(), "running", g_steal_pointer(&running))));
        block_link(entry->links, "signoff " LEAVING_RESIGN, "signoff " LEAVING_RESIGN);
        return;
    }
    if (who->signed_off != 0) {
        task_answer(task, say("signoff-already", NULL));
        return;
    }
    leave_boards(run, who);
    g_autoptr(GPtrArray) watches = watches_of_player(run->db, who->id);
    for (guint i = 0; i < watches->len; i++) {
        watch_remove(run->db, ((const struct watch *)watches->pdata[i])->id);
    }
    talk_digest_drop(run->db, who->id);
    ladder_leave(run->db, NULL, who->id);
    player_sign_off(run->db, who->id, run->now);
    run->accepted = true;
    task_answer(task, say("signed-off", NULL));
}
