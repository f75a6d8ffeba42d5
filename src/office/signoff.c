/* Signing off: a player who is away is neither listed nor challenged. */
#include "office/signoff.h"

enum { LISTED_MOST = 20 };

/* The matches that keep him, a line each, and the last of them in *number; the
 * caller's. NULL: none. */
static char *running(struct office *office, gint64 player, gint64 *number)
{
    g_autoptr(GString) lines = g_string_new(NULL);
    g_autoptr(GPtrArray) boards = board_list(office->db, player, 1U << BOARD_RUNNING);
    for (guint i = 0; i < boards->len; i++) {
        *number = ((const struct board *)boards->pdata[i])->number;
        bool damaged;
        g_autoptr(Desk) desk = i < LISTED_MOST ? desk_open(office, *number, &damaged) : NULL;
        g_autofree char *heading = desk != NULL ? desk_heading(desk) : NULL;
        if (heading != NULL) {
            g_string_append_printf(lines, "%s  - %s", lines->len > 0 ? "\n" : "", heading);
        }
    }
    return boards->len > 0 ? g_string_free(g_steal_pointer(&lines), FALSE) : NULL;
}

/* His own challenges are taken back, those to him declined. */
static void end_challenges(struct office *office, const struct player *who)
{
    g_autoptr(GPtrArray) boards = board_list(office->db, who->id, 1U << BOARD_CHALLENGE);
    for (guint i = 0; i < boards->len; i++) {
        bool damaged;
        g_autoptr(Desk) desk =
            desk_open(office, ((const struct board *)boards->pdata[i])->number, &damaged);
        int seat = desk != NULL ? desk_seat(desk, who->id) : -1;
        if (seat >= 0) {
            bool own = desk->board->challenger == who->id;
            challenge_end(desk, seat, own ? BOARD_WITHDRAWN : BOARD_DECLINED, who->name, NULL);
        }
    }
}

void signoff_leave(struct visit *visit, const struct player *who, const struct command *command)
{
    struct office *office = visit->office;
    gint64 number = 0;
    g_autofree char *matches = running(office, who->id, &number);
    g_autofree char *example = number_text(number);
    if (matches != NULL) {
        visit_answer(
            visit, who, command,
            say(office, "signoff-running", pairs("running", matches, "number", example, NULL)));
        return;
    }
    if (who->signed_off != 0) {
        visit_answer(visit, who, command, say(office, "signoff-already", NULL));
        return;
    }
    end_challenges(office, who);
    player_sign_off(office->db, who->id, office->now);
    office->accepted = true;
    visit_answer(visit, who, command, say(office, "signed-off", NULL));
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
