/* Being forgotten: what goes on is ended, and what is known of a player goes. */
#include "accounts/leave.h"
#include "accounts/signup.h"
#include "commands/request.h"
#include "letters/say.h"
#include "store/boards.h"

/* What he would leave behind: matches, open challenges and seeks. */
enum { GOING_ON = 1U << BOARD_RUNNING | 1U << BOARD_CHALLENGE | 1U << BOARD_SEEK };

char *forget_running(struct run *run, gint64 player)
{
    return leave_headings(run, player, GOING_ON);
}

void forget_player(struct request *request, const struct player *who)
{
    struct run *run = request->run;
    leave_boards(run, who, GOING_ON);
    player_forget(run->db, who->id, run->now);
    /* He is no player any more: this letter is to an address of nobody's. */
    g_autofree char *name = g_strdup_printf("former-%" G_GINT64_FORMAT, who->id);
    g_autofree char *text = say(run, "forgotten", pairs("name", who->name, "former", name, NULL));
    letter_notice(run, 0, who->address, text);
}
