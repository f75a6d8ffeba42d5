#include "accounts/leave.h"

#include "play/challenge.h"
#include "play/seek.h"
#include "play/turn.h"
#include "store/boards.h"

/* Whether a match goes on without him, as it can only among more than two. */
static bool is_out(struct run *run, const struct board *board, gint64 player)
{
    bool damaged;
    g_autoptr(MatchSession) session =
        board->seats > 2 ? session_open(run, board->number, &damaged) : NULL;
    return session != NULL && !session_in_play(session, session_seat(session, player));
}

GArray *leave_list(struct run *run, gint64 player, unsigned states)
{
    GArray *numbers = g_array_new(FALSE, FALSE, sizeof(gint64));
    g_autoptr(GPtrArray) boards = board_list(run->db, player, states);
    for (guint i = 0; i < boards->len; i++) {
        const struct board *board = boards->pdata[i];
        if (board->state != BOARD_RUNNING || !is_out(run, board, player)) {
            g_array_append_val(numbers, board->number);
        }
    }
    return numbers;
}

char *leave_headings(struct run *run, gint64 player, unsigned states)
{
    g_autoptr(GString) lines = g_string_new(NULL);
    g_autoptr(GArray) boards = leave_list(run, player, states);
    for (guint i = 0; i < boards->len; i++) {
        g_autoptr(MatchSession) session =
            session_open_outline(run, g_array_index(boards, gint64, i));
        g_autofree char *heading = session != NULL ? session_heading(session) : NULL;
        if (heading != NULL) {
            g_string_append_printf(lines, "%s  - %s", lines->len > 0 ? "\n" : "", heading);
        }
    }
    return g_string_free(g_steal_pointer(&lines), FALSE);
}

static void leave(struct run *run, const struct player *who, gint64 number)
{
    bool damaged;
    g_autoptr(MatchSession) session = session_open(run, number, &damaged);
    int seat = session != NULL ? session_seat(session, who->id) : -1;
    if (seat < 0) {
        return;
    }
    if (session->board->state == BOARD_CHALLENGE) {
        bool own = session->board->challenger == who->id;
        challenge_end(session, seat, own ? BOARD_WITHDRAWN : BOARD_DECLINED, who, NULL);
    } else if (session->board->state == BOARD_SEEK) {
        seek_give_up(session, seat, who, NULL);
    } else {
        g_free(turn_leave(session, seat, who->name, NULL));
    }
}

void leave_boards(struct run *run, const struct player *who, unsigned states)
{
    g_autoptr(GPtrArray) boards = board_list(run->db, who->id, states);
    for (guint i = 0; i < boards->len; i++) {
        leave(run, who, ((const struct board *)boards->pdata[i])->number);
    }
}
