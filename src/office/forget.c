/* Being forgotten: what goes on is ended, and what is known of a player goes. */
#include "office/account.h"
#include "office/challenge.h"
#include "office/play.h"
#include "office/seek.h"

/* What he would leave behind: matches, open challenges and seeks. */
enum { GOING_ON = 1U << BOARD_RUNNING | 1U << BOARD_CHALLENGE | 1U << BOARD_SEEK };

char *forget_running(struct office *office, gint64 player)
{
    g_autoptr(GString) lines = g_string_new(NULL);
    g_autoptr(GPtrArray) boards = board_list(office->db, player, GOING_ON);
    for (guint i = 0; i < boards->len; i++) {
        const struct board *board = boards->pdata[i];
        bool damaged;
        g_autoptr(Desk) desk = desk_open(office, board->number, &damaged);
        g_autofree char *heading = desk != NULL ? desk_heading(desk) : NULL;
        if (heading != NULL) {
            g_string_append_printf(lines, "%s  - %s", lines->len > 0 ? "\n" : "", heading);
        }
    }
    return g_string_free(g_steal_pointer(&lines), FALSE);
}

/* A board that cannot be read stays as it is: the operator must see to it. */
static void leave(struct office *office, const struct player *who, gint64 number)
{
    bool damaged;
    g_autoptr(Desk) desk = desk_open(office, number, &damaged);
    int seat = desk != NULL ? desk_seat(desk, who->id) : -1;
    if (seat < 0) {
        return;
    }
    if (desk->board->state == BOARD_CHALLENGE) {
        bool own = desk->board->challenger == who->id;
        challenge_end(desk, seat, own ? BOARD_WITHDRAWN : BOARD_DECLINED, who->name, NULL);
    } else if (desk->board->state == BOARD_SEEK) {
        seek_give_up(desk, seat, who->name, NULL);
    } else {
        g_free(play_leave(desk, seat, who->name, NULL));
    }
}

void forget_player(struct visit *visit, const struct player *who)
{
    struct office *office = visit->office;
    g_autoptr(GPtrArray) boards = board_list(office->db, who->id, GOING_ON);
    for (guint i = 0; i < boards->len; i++) {
        leave(office, who, ((const struct board *)boards->pdata[i])->number);
    }
    player_forget(office->db, who->id);
    /* He is no player any more: this letter is to an address of nobody's. */
    g_autofree char *name = g_strdup_printf("former-%" G_GINT64_FORMAT, who->id);
    g_autofree char *text =
        say(office, "forgotten", pairs("name", who->name, "former", name, NULL));
    account_notice(office, 0, who->address, text);
}
