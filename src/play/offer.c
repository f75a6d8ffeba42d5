#include "play/offer.h"

bool offer_all_agree(const struct session *session)
{
    for (int seat = 0; seat < session->board->seats; seat++) {
        if (session_in_play(session, seat) && !session->board->seat[seat].agrees) {
            return false;
        }
    }
    return true;
}

int offer_turns_before(const struct match *match, int seat)
{
    for (int i = (int)match->turns->len - 1; i >= 0; i--) {
        const struct match_turn *turn = &g_array_index(match->turns, struct match_turn, i);
        if (match_is_leaving(turn->text)) {
            return -1;
        }
        if (turn->seat == seat && match_was_decided(match, (guint)i)) {
            return i;
        }
    }
    return -1;
}

const char *offer_refusal(const struct session *session, int seat, enum board_offer kind)
{
    if (kind == OFFER_PAUSE && session->board->paused_by != PAUSE_NONE) {
        return session->board->paused_by == PAUSE_OPERATOR ? "adjourned" : "paused-already";
    }
    if (session->board->offer != OFFER_NONE) {
        return session->board->offer_by == seat ? "offer-own" : "offer-open";
    }
    if (kind == OFFER_UNDO && offer_turns_before(session->match, seat) < 0) {
        return "undo-nothing";
    }
    return NULL;
}

void offer_carry_through(struct session *session)
{
    enum board_offer offer = session->board->offer;
    session->board->offer = OFFER_NONE;
    if (offer == OFFER_DRAW) {
        match_record(session->match, session->board->offer_by, "draw", NULL);
    } else if (offer == OFFER_UNDO) {
        int keep = offer_turns_before(session->match, session->board->offer_by);
        g_autoptr(Match) whole = session->match;
        session->match = match_at(whole, (guint)MAX(keep, 0));
    } else {
        session->board->paused = session->run->now;
        session->board->paused_by = PAUSE_PLAYERS;
    }
}

const char *offer_settle(struct session *session)
{
    const struct board *board = session->board;
    bool draw = board->offer == OFFER_DRAW;
    bool open = (draw || board->offer == OFFER_PAUSE) && !session->match->result.over &&
                session_in_play(session, board->offer_by);
    if (!open || !offer_all_agree(session)) {
        return NULL;
    }
    offer_carry_through(session);
    return draw ? "left-draw" : "left-pause";
}

void offer_wake(struct session *session)
{
    session->board->paused = 0;
    session->board->paused_by = PAUSE_NONE;
}
