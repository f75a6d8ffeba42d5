#include "talk/deferred.h"

#include "auth/budget.h"
#include "commands/board_letter.h"
#include "store/talk.h"
#include "talk/talk.h"

/* Keeps it for the player of a seat, until a letter about the board goes to them. */
static void keep(struct session *session, int seat, const char *text, const struct player *who,
                 const char *comment)
{
    struct db *db = session->run->db;
    gint64 board = session->board->number, reader = session->board->seat[seat].player;
    talk_wait(db, board, reader, who->id, TALK_NEWS, text);
    if (comment != NULL && talk_reaches(session, who->id, reader)) {
        talk_wait(db, board, reader, who->id, TALK_PLAYERS, comment);
    }
}

void deferred_tell(struct session *session, int but_seat, const char *text,
                   const struct player *who, const char *comment)
{
    for (int seat = 0; seat < session->board->seats; seat++) {
        gint64 reader = session->board->seat[seat].player;
        if (seat == but_seat) {
            continue;
        }
        if (budget_letter_allowed(session->run, who->id, reader)) {
            budget_letter_sent(session->run, who->id, reader);
            letter_news(session, seat, text, who->name, comment);
        } else {
            keep(session, seat, text, who, comment);
        }
    }
}

/* ---- turns ---- */

/* Keeps a turn of `mover`, what was written below it, and below queued moves that followed. */
static void keep_turn(struct session *session, int seat, int mover, const char *text,
                      const char *comment)
{
    const struct board *board = session->board;
    struct db *db = session->run->db;
    const gint64 reader = board->seat[seat].player;
    g_autofree char *whole = session_with_notice(session, seat, text);
    talk_wait(db, board->number, reader, board->seat[mover].player, TALK_TURN, whole);
    for (int other = 0; other < board->seats; other++) {
        const char *words = other == mover ? comment : session->comment[other];
        if (other != seat && words != NULL &&
            talk_reaches(session, board->seat[other].player, reader)) {
            talk_wait(db, board->number, reader, board->seat[other].player, TALK_PLAYERS, words);
        }
    }
}

/* Whether a seat has done anything but pass in the last two rounds. */
static bool has_played_lately(const struct session *session, int seat)
{
    const guint count = session->match->turns->len;
    const guint rounds = 2 * (guint)session->board->seats;
    for (guint i = count > rounds ? count - rounds : 0; i < count; i++) {
        const struct match_turn *turn = &g_array_index(session->match->turns, struct match_turn, i);
        if (turn->seat == seat && !g_str_equal(turn->text, MATCH_PASS)) {
            return true;
        }
    }
    return false;
}

/* Whether the match goes on without the player of a seat, as it does when they are out, or can do
 * nothing but pass. */
static bool looks_on(const struct session *session, int seat)
{
    const struct board *board = session->board;
    if (board->state != BOARD_RUNNING || board->to_move == seat) {
        return false;
    }
    const bool begun = session->match->turns->len >= 2 * (guint)board->seats;
    return !session_in_play(session, seat) || (begun && !has_played_lately(session, seat));
}

void deferred_turn(struct session *session, int seat, int mover, const char *text,
                   const char *comment)
{
    const struct board *board = session->board;
    const gint64 reader = board->seat[seat].player;
    if (looks_on(session, seat)) {
        if (!budget_allows(session->run, BUDGET_TURNS, reader, board->number, 1)) {
            keep_turn(session, seat, mover, text, comment);
            return;
        }
        budget_spend(session->run, BUDGET_TURNS, reader, board->number, 1);
    }
    letter_news(session, seat, text, board->seat[mover].name, comment);
}
