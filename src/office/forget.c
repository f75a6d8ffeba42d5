/* Being forgotten: what goes on is ended, and what is known of a player goes. */
#include "office/account.h"
#include "office/leave.h"
#include "office/visit.h"

/* What he would leave behind: matches, open challenges and seeks. */
enum { GOING_ON = 1U << BOARD_RUNNING | 1U << BOARD_CHALLENGE | 1U << BOARD_SEEK };

char *forget_running(struct office *office, gint64 player)
{
    return leave_headings(office, player, GOING_ON);
}

void forget_player(struct visit *visit, const struct player *who)
{
    struct office *office = visit->office;
    leave_boards(office, who, GOING_ON);
    player_forget(office->db, who->id, office->now);
    /* He is no player any more: this letter is to an address of nobody's. */
    g_autofree char *name = g_strdup_printf("former-%" G_GINT64_FORMAT, who->id);
    g_autofree char *text =
        say(office, "forgotten", pairs("name", who->name, "former", name, NULL));
    account_notice(office, 0, who->address, text);
}
