#include "play/premove.h"

#include <string.h>

#include "letters/run.h"
#include "play/turn_words.h"

/* ---- trying ---- */

/* The premove of a seat, removed from the store; NULL if it has none. Free with plan_free. */
static struct plan *remove_premove(struct session *session, int seat)
{
    struct db *db = session->run->db;
    gint64 player = session->board->seat[seat].player;
    g_autoptr(Plan) plan = plan_read(db, session->board->number, player, PLAN_MOVE);
    if (plan != NULL) {
        plan_drop(db, plan->board, player, PLAN_MOVE);
    }
    return g_steal_pointer(&plan);
}

/* Plays the premove for the seat to move, and gives its comment to the others. NULL, or why it
 * cannot be played. */
static struct phrase *try_out(struct session *session, int seat, struct plan *plan)
{
    struct phrase *another_turn =
        plan->ply != 0 ? turn_is_another(session, plan->text, plan->ply) : NULL;
    if (another_turn != NULL) {
        return another_turn;
    }
    g_auto(Ruling) ruling = { 0 };
    if (match_play(session->match, seat, plan->text, &ruling) == VERDICT_PLAYED) {
        session->queued[seat] = session->match->turns->len;
        if (plan->comment != NULL) {
            session_talk(session, plan->player, plan->comment);
            g_free(session->comment[seat]);
            session->comment[seat] = g_steal_pointer(&plan->comment);
        }
        return NULL;
    }
    return turn_ruling_words(session, &ruling, plan->text);
}

/* Tries the premove of the player to move; true if a turn was played. If it cannot be played, the
 * reason becomes a notice for the player. */
static bool play_premove(struct session *session)
{
    int seat = match_actor(session->match);
    g_autoptr(Plan) plan = seat >= 0 ? remove_premove(session, seat) : NULL;
    if (plan == NULL) {
        return false;
    }
    struct phrase *why = try_out(session, seat, plan);
    if (why != NULL) {
        struct values *values = pairs("move", plan->text, "comment", plan->comment, NULL);
        session_notice(session, seat, say("queue-failed", with_phrase(values, "why", why)));
    }
    return why == NULL;
}

void premove_forget(struct session *session)
{
    struct db *db = session->run->db;
    g_autoptr(GPtrArray) plans = plans_read(db, session->board->number);
    for (guint i = 0; i < plans->len; i++) {
        const struct plan *plan = plans->pdata[i];
        const char *key = plan->kind == PLAN_MOVE ? "queue-undone" : "plan-undone";
        session_notice(session, session_seat(session, plan->player),
                       say(key, pairs("move", plan->text, "comment", plan->comment, NULL)));
        plan_drop(db, plan->board, plan->player, plan->kind);
    }
}

/* ---- what nobody has to decide ---- */

/* Plays the only turn of the seat to move. False if it has another, or its player has not set
 * autoplay. */
static bool play_only_turn(struct session *session)
{
    int seat = match_actor(session->match);
    if (seat < 0 ||
        !preference_is_on(session->run, session->board->seat[seat].player, SETTING_AUTOPLAY)) {
        return false;
    }
    g_autofree char *turn = match_only_turn(session->match);
    return turn != NULL && match_record(session->match, seat, turn, NULL);
}

void autoplay_go_on(struct session *session)
{
    match_pass(session->match);
    int played = 0;
    bool rests = session->board->paused != 0;
    while (!rests && played < AUTOPLAY_MOST && (play_premove(session) || play_only_turn(session))) {
        match_pass(session->match);
        played++;
    }
}
