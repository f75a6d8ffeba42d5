#include "office/leave.h"

#include "office/challenge.h"
#include "office/play.h"
#include "office/seek.h"

/* Whether a match goes on without him, as it can only among more than two. */
static bool is_out(struct office *office, const struct board *board, gint64 player)
{
    bool damaged;
    g_autoptr(Desk) desk = board->seats > 2 ? desk_open(office, board->number, &damaged) : NULL;
    return desk != NULL && !desk_in_play(desk, desk_seat(desk, player));
}

GArray *leave_list(struct office *office, gint64 player, unsigned states)
{
    GArray *numbers = g_array_new(FALSE, FALSE, sizeof(gint64));
    g_autoptr(GPtrArray) boards = board_list(office->db, player, states);
    for (guint i = 0; i < boards->len; i++) {
        const struct board *board = boards->pdata[i];
        if (board->state != BOARD_RUNNING || !is_out(office, board, player)) {
            g_array_append_val(numbers, board->number);
        }
    }
    return numbers;
}

char *leave_headings(struct office *office, gint64 player, unsigned states)
{
    g_autoptr(GString) lines = g_string_new(NULL);
    g_autoptr(GArray) boards = leave_list(office, player, states);
    for (guint i = 0; i < boards->len; i++) {
        g_autoptr(Desk) desk = desk_open_outline(office, g_array_index(boards, gint64, i));
        g_autofree char *heading = desk != NULL ? desk_heading(desk) : NULL;
        if (heading != NULL) {
            g_string_append_printf(lines, "%s  - %s", lines->len > 0 ? "\n" : "", heading);
        }
    }
    return g_string_free(g_steal_pointer(&lines), FALSE);
}

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
        challenge_end(desk, seat, own ? BOARD_WITHDRAWN : BOARD_DECLINED, who, NULL);
    } else if (desk->board->state == BOARD_SEEK) {
        seek_give_up(desk, seat, who, NULL);
    } else {
        g_free(play_leave(desk, seat, who->name, NULL));
    }
}

void leave_boards(struct office *office, const struct player *who, unsigned states)
{
    g_autoptr(GPtrArray) boards = board_list(office->db, who->id, states);
    for (guint i = 0; i < boards->len; i++) {
        leave(office, who, ((const struct board *)boards->pdata[i])->number);
    }
}
