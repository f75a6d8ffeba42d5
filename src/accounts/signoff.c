/* Signing off: a player who is away is neither listed nor challenged. */
#include "accounts/signoff.h"

#include "accounts/leave.h"
#include "letters/say.h"
#include "store/watches.h"

/* The matches that keep him are told, and what to do about them. */
static void answer_running(struct request *request, const struct player *who,
                           const struct command *command, gint64 first)
{
    struct run *run = request->run;
    g_autofree char *headings = leave_headings(run, who->id, 1U << BOARD_RUNNING);
    g_autofree char *number = say_number(first);
    request_answer(request, who, command,
                   say(run, "signoff-running", pairs("running", headings, "number", number, NULL)));
}

static void end_watches(struct run *run, gint64 player)
{
    g_autoptr(GPtrArray) watches = watches_of_player(run->db, player);
    for (guint i = 0; i < watches->len; i++) {
        watch_remove(run->db, ((const struct watch *)watches->pdata[i])->id);
    }
}

void signoff_leave(struct request *request, const struct player *who, const struct command *command)
{
    struct run *run = request->run;
    g_autoptr(GArray) running = leave_list(run, who->id, 1U << BOARD_RUNNING);
    if (running->len > 0) {
        answer_running(request, who, command, g_array_index(running, gint64, 0));
    } else if (who->signed_off != 0) {
        request_answer(request, who, command, say(run, "signoff-already", NULL));
    } else {
        leave_boards(run, who, 1U << BOARD_CHALLENGE | 1U << BOARD_SEEK);
        end_watches(run, who->id);
        player_sign_off(run->db, who->id, run->now);
        run->accepted = true;
        request_answer(request, who, command, say(run, "signed-off", NULL));
    }
}

void signoff_return(struct request *request, const struct player *who)
{
    struct run *run = request->run;
    g_autoptr(Player) now = player_by_id(run->db, who->id);
    if (now != NULL && now->signed_off != 0) {
        player_sign_off(run->db, who->id, 0);
        request_remark(request, "signed-on");
    }
}
