/* Signing off: a player who is away is neither listed nor challenged. */
#include "office/signoff.h"

#include "office/leave.h"
#include "store/watches.h"

/* The matches that keep him are told, and what to do about them. */
static void answer_running(struct visit *visit, const struct player *who,
                           const struct command *command, gint64 first)
{
    struct office *office = visit->office;
    g_autofree char *headings = leave_headings(office, who->id, 1U << BOARD_RUNNING);
    g_autofree char *number = say_number(first);
    visit_answer(
        visit, who, command,
        say(office, "signoff-running", pairs("running", headings, "number", number, NULL)));
}

static void end_watches(struct office *office, gint64 player)
{
    g_autoptr(GPtrArray) watches = watches_of_player(office->db, player);
    for (guint i = 0; i < watches->len; i++) {
        watch_remove(office->db, ((const struct watch *)watches->pdata[i])->id);
    }
}

void signoff_leave(struct visit *visit, const struct player *who, const struct command *command)
{
    struct office *office = visit->office;
    g_autoptr(GArray) running = leave_list(office, who->id, 1U << BOARD_RUNNING);
    if (running->len > 0) {
        answer_running(visit, who, command, g_array_index(running, gint64, 0));
    } else if (who->signed_off != 0) {
        visit_answer(visit, who, command, say(office, "signoff-already", NULL));
    } else {
        leave_boards(office, who, 1U << BOARD_CHALLENGE | 1U << BOARD_SEEK);
        end_watches(office, who->id);
        player_sign_off(office->db, who->id, office->now);
        office->accepted = true;
        visit_answer(visit, who, command, say(office, "signed-off", NULL));
    }
}

void signoff_return(struct visit *visit, const struct player *who)
{
    struct office *office = visit->office;
    g_autoptr(Player) now = player_by_id(office->db, who->id);
    if (now != NULL && now->signed_off != 0) {
        player_sign_off(office->db, who->id, 0);
        visit_remark(visit, "signed-on");
    }
}
