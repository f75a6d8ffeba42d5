/* The operator's hand in matches. */
#include "base/clock.h"
#include "base/error.h"
#include "match/timing.h"
#include "office/agreement.h"
#include "office/clocks.h"
#include "office/letters.h"
#include "office/operator.h"
#include "office/play.h"

static bool refuse(struct office *office, const char *key, gint64 number, GError **error)
{
    g_autofree char *text = g_strdup_printf("%" G_GINT64_FORMAT, number);
    g_autofree char *words = say_operator(
        office, key, pairs("number", text, "operator", office->config->operator, NULL));
    g_set_error_literal(error, POSTMOVE_ERROR, POSTMOVE_ERROR_NO, words);
    return false;
}

/* A match that has begun; NULL with the error. */
static struct desk *open_match(struct office *office, gint64 number, GError **error)
{
    bool damaged;
    g_autoptr(Desk) desk = desk_open(office, number, &damaged);
    if (desk == NULL) {
        refuse(office, damaged ? "board-damaged" : "no-board", number, error);
        return NULL;
    }
    if (desk->match == NULL) {
        refuse(office, "not-running-number", number, error);
        return NULL;
    }
    return g_steal_pointer(&desk);
}

/* Tells all what was done, and that the offer that stood open before is off, if it is. */
static void tell(struct desk *desk, const char *key, struct values *values, enum board_offer offer)
{
    g_autofree char *text = say(desk->office, key, values);
    g_autofree char *after = play_ended(desk, offer, PAUSE_NONE);
    struct play_news news = { .text = text, .first = desk->stored, .after = after };
    play_tell(desk, -1, &news, NULL, NULL);
}

/* ---- adjourned ---- */

bool operator_adjourn(struct office *office, gint64 number, GError **error)
{
    g_autoptr(Desk) desk = open_match(office, number, error);
    if (desk == NULL) {
        return false;
    }
    struct board *board = desk->board;
    if (board->state != BOARD_RUNNING) {
        return refuse(office, "not-running-number", number, error);
    }
    if (board->paused != 0 && board->paused_by == PAUSE_OPERATOR) {
        return refuse(office, "operator-adjourned-already", number, error);
    }
    board->paused = board->paused != 0 ? board->paused : office->now;
    board->paused_by = PAUSE_OPERATOR;
    /* Agreed to later, it would make a pause of theirs of it, which any of them can end. */
    enum board_offer offer = board->offer;
    board->offer = offer == OFFER_PAUSE ? OFFER_NONE : offer;
    desk_store(desk);
    tell(desk, "operator-adjourned", NULL, offer);
    return true;
}

bool operator_resume(struct office *office, gint64 number, GError **error)
{
    g_autoptr(Desk) desk = open_match(office, number, error);
    if (desk == NULL) {
        return false;
    }
    if (desk->board->paused == 0) {
        return refuse(office, "operator-not-adjourned", number, error);
    }
    struct play_news news = { 0 };
    g_autofree char *after = agreement_go_on(desk, &news.first);
    g_autofree char *text = say(office, "operator-resumed", NULL);
    news.text = text;
    news.after = after;
    play_tell(desk, -1, &news, NULL, NULL);
    return true;
}

/* ---- taken back ---- */

/* How many lines of the record stand before the last `turns` decisions; -1 if
 * there were not so many. A turn that was the only one would, taken back, just be
 * played again. */
static int lines_before(const struct match *match, guint turns)
{
    int keep = (int)match->turns->len;
    while (turns > 0 && keep > 0) {
        keep--;
        turns -= match_was_decided(match, (guint)keep);
    }
    return turns == 0 ? keep : -1;
}

bool operator_undo(struct office *office, gint64 number, guint turns, GError **error)
{
    g_autoptr(Desk) desk = open_match(office, number, error);
    if (desk == NULL) {
        return false;
    }
    int keep = lines_before(desk->match, turns);
    if (keep < 0) {
        return refuse(office, "operator-undo-few", number, error);
    }
    g_autofree char *ply = g_strdup_printf("%d", keep + 1);
    g_autofree char *move =
        g_strdup(g_array_index(desk->match->turns, struct match_turn, keep).text);
    struct match *earlier = match_at(desk->match, (guint)keep);
    match_free(desk->match);
    desk->match = earlier;
    desk->board->state = BOARD_RUNNING;
    desk->board->ended = 0;
    enum board_offer offer = desk->board->offer;
    desk->board->offer = OFFER_NONE;
    desk_store(desk);
    tell(desk, "operator-undone", pairs("ply", ply, "move", move, NULL), offer);
    return true;
}

/* ---- clocks ---- */

/* The seat of a player; -1: he has none. */
static int seat_of_name(const struct desk *desk, const char *name)
{
    int seat = desk->board->seats - 1;
    while (seat >= 0 && g_ascii_strcasecmp(desk->board->seat[seat].name, name) != 0) {
        seat--;
    }
    return seat;
}

bool operator_set_clock(struct office *office, gint64 number, const char *name, gint64 seconds,
                        GError **error)
{
    g_autoptr(Desk) desk = open_match(office, number, error);
    if (desk == NULL) {
        return false;
    }
    int seat = seat_of_name(desk, name);
    if (seat < 0) {
        return refuse(office, "operator-no-seat", number, error);
    }
    if (!clocks_set(desk, seat, seconds)) {
        return refuse(office, "operator-no-clock", number, error);
    }
    struct timing terms;
    bool each_turn = timing_read(&terms, desk->board->timing) && terms.per_move > 0;
    bool own_turn = match_actor(desk->match) == seat;
    g_autofree char *span = timing_span_text(seconds);
    tell(desk, "operator-clock",
         pairs("name", desk->board->seat[seat].name, "span", span, "this",
               each_turn && own_turn ? "yes" : NULL, "next", each_turn && !own_turn ? "yes" : NULL,
               NULL),
         desk->board->offer);
    return true;
}

/* ---- after a restore ---- */

void operator_tell_restored(struct office *office, gint64 moment)
{
    g_autofree char *date = clock_for_people(moment);
    g_autoptr(GPtrArray) boards =
        board_list(office->db, 0, 1U << BOARD_RUNNING | 1U << BOARD_CHALLENGE);
    for (guint i = 0; i < boards->len; i++) {
        bool damaged;
        g_autoptr(Desk) desk =
            desk_open(office, ((const struct board *)boards->pdata[i])->number, &damaged);
        if (desk != NULL) {
            tell(desk, "operator-restored", pairs("date", date, NULL), desk->board->offer);
        }
    }
}
