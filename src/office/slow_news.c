#include "office/slow_news.h"

#include "office/budget.h"
#include "office/letters.h"
#include "office/talk.h"
#include "store/talk.h"

/* Keeps it for the player of a seat, until a letter about the board goes to them. */
static void keep(struct desk *desk, int seat, const char *text, const struct player *who,
                 const char *comment)
{
    struct db *db = desk->office->db;
    gint64 board = desk->board->number, reader = desk->board->seat[seat].player;
    talk_wait(db, board, reader, who->id, TALK_NEWS, text);
    if (comment != NULL && talk_reaches(desk, who->id, reader)) {
        talk_wait(db, board, reader, who->id, TALK_PLAYERS, comment);
    }
}

void slow_news_tell(struct desk *desk, int but_seat, const char *text, const struct player *who,
                    const char *comment)
{
    for (int seat = 0; seat < desk->board->seats; seat++) {
        gint64 reader = desk->board->seat[seat].player;
        if (seat == but_seat) {
            continue;
        }
        if (budget_letter_allowed(desk->office, who->id, reader)) {
            budget_letter_sent(desk->office, who->id, reader);
            letter_news(desk, seat, text, who->name, comment);
        } else {
            keep(desk, seat, text, who, comment);
        }
    }
}

/* ---- turns ---- */

/* Keeps a turn of `mover`, what was written below it, and below queued moves that followed. */
static void keep_turn(struct desk *desk, int seat, int mover, const char *text, const char *comment)
{
    const struct board *board = desk->board;
    struct db *db = desk->office->db;
    const gint64 reader = board->seat[seat].player;
    g_autofree char *whole = desk_with_aside(desk, seat, text);
    talk_wait(db, board->number, reader, board->seat[mover].player, TALK_TURN, whole);
    for (int other = 0; other < board->seats; other++) {
        const char *words = other == mover ? comment : desk->comment[other];
        if (other != seat && words != NULL &&
            talk_reaches(desk, board->seat[other].player, reader)) {
            talk_wait(db, board->number, reader, board->seat[other].player, TALK_PLAYERS, words);
        }
    }
}

/* Whether a seat has done anything but pass in the last two rounds. */
static bool has_played_lately(const struct desk *desk, int seat)
{
    const guint count = desk->match->turns->len;
    const guint rounds = 2 * (guint)desk->board->seats;
    for (guint i = count > rounds ? count - rounds : 0; i < count; i++) {
        const struct match_turn *turn = &g_array_index(desk->match->turns, struct match_turn, i);
        if (turn->seat == seat && !g_str_equal(turn->text, MATCH_PASS)) {
            return true;
        }
    }
    return false;
}

/* Whether the match goes on without the player of a seat, as it does when they are out, or can do
 * nothing but pass. */
static bool looks_on(const struct desk *desk, int seat)
{
    const struct board *board = desk->board;
    if (board->state != BOARD_RUNNING || board->to_move == seat) {
        return false;
    }
    const bool begun = desk->match->turns->len >= 2 * (guint)board->seats;
    return !desk_in_play(desk, seat) || (begun && !has_played_lately(desk, seat));
}

void slow_news_turn(struct desk *desk, int seat, int mover, const char *text, const char *comment)
{
    const struct board *board = desk->board;
    const gint64 reader = board->seat[seat].player;
    if (looks_on(desk, seat)) {
        if (!budget_allows(desk->office, BUDGET_TURNS, reader, board->number, 1)) {
            keep_turn(desk, seat, mover, text, comment);
            return;
        }
        budget_spend(desk->office, BUDGET_TURNS, reader, board->number, 1);
    }
    letter_news(desk, seat, text, board->seat[mover].name, comment);
}
