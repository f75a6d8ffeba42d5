#include "play/offer.h"

#include "commands/request.h"
#include "letters/say.h"
#include "play/autoplay.h"
#include "play/turn.h"
#include "talk/deferred.h"

/* Keys of words; with "you-" before it, for who has offered or agreed last. */
static const struct offer_words {
    const char *made, *agreed;
} offer_words[] = {
    [OFFER_NONE] = { NULL, NULL },
    [OFFER_DRAW] = { "offer-draw", "draw-agreed" },
    [OFFER_UNDO] = { "offer-undo", "undo-agreed" },
    [OFFER_PAUSE] = { "offer-pause", "pause-agreed" },
};

/* Takes a running match to the desk for one who is still in play in it. */
static struct session *open_in_play(struct request *request, const struct player *who,
                                    const struct command *command, int *seat)
{
    g_autoptr(MatchSession) session = request_seat(request, who, command, seat);
    if (session == NULL) {
        return NULL;
    }
    const char *key = session->board->state != BOARD_RUNNING ? "not-running"
                      : !session_in_play(session, *seat)     ? "out-already"
                                                             : NULL;
    if (key != NULL) {
        request_answer_board(request, who, command, session, say(request->run, key, NULL));
        return NULL;
    }
    return g_steal_pointer(&session);
}

static bool all_agree(const struct session *session)
{
    for (int seat = 0; seat < session->board->seats; seat++) {
        if (session_in_play(session, seat) && !session->board->seat[seat].agrees) {
            return false;
        }
    }
    return true;
}

/* How many turns stand before the last one that `seat` decided; -1 if he has
 * none, or if somebody resigned since: that is not undone. A turn that was the
 * only one is no decision, whoever played it: taken back, it would just be
 * played again. */
static int turns_before_last_of(const struct match *match, int seat)
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

/* Whether a seat has decided any turn, be it one that cannot be taken back. */
static bool has_decided(const struct match *match, int seat)
{
    for (guint i = 0; i < match->turns->len; i++) {
        const struct match_turn *turn = &g_array_index(match->turns, struct match_turn, i);
        if (turn->seat == seat && match_was_decided(match, i)) {
            return true;
        }
    }
    return false;
}

/* Why an offer cannot be made, as a key; NULL: it can. */
static const char *offer_refused(const struct session *session, int seat, enum board_offer kind)
{
    if (kind == OFFER_PAUSE && session->board->paused_by != PAUSE_NONE) {
        return session->board->paused_by == PAUSE_OPERATOR ? "adjourned" : "paused-already";
    }
    if (session->board->offer != OFFER_NONE) {
        return session->board->offer_by == seat ? "offer-own" : "offer-open";
    }
    if (kind == OFFER_UNDO && turns_before_last_of(session->match, seat) < 0) {
        return has_decided(session->match, seat) ? "undo-resigned" : "undo-nothing";
    }
    return NULL;
}

static void take_back(struct session *session)
{
    int keep = turns_before_last_of(session->match, session->board->offer_by);
    struct match *earlier = match_at(session->match, (guint)MAX(keep, 0));
    match_free(session->match);
    session->match = earlier;
}

static void rest(struct session *session)
{
    session->board->paused = session->run->now;
    session->board->paused_by = PAUSE_PLAYERS;
}

/* All have agreed: it is done, but not stored. */
static void carry_through(struct session *session)
{
    enum board_offer offer = session->board->offer;
    session->board->offer = OFFER_NONE;
    if (offer == OFFER_DRAW) {
        match_record(session->match, session->board->offer_by, "draw", NULL);
    } else if (offer == OFFER_UNDO) {
        take_back(session);
    } else {
        rest(session);
    }
}

const char *offer_settle(struct session *session)
{
    const struct board *board = session->board;
    bool draw = board->offer == OFFER_DRAW;
    bool open = (draw || board->offer == OFFER_PAUSE) && !session->match->result.over &&
                session_in_play(session, board->offer_by);
    if (!open || !all_agree(session)) {
        return NULL;
    }
    carry_through(session);
    return draw ? "left-draw" : "left-pause";
}

void offer_wake(struct session *session)
{
    session->board->paused = 0;
    session->board->paused_by = PAUSE_NONE;
}

char *offer_go_on(struct session *session, guint *first)
{
    enum board_offer offer = session->board->offer;
    *first = session->match->turns->len;
    offer_wake(session);
    autoplay_go_on(session);
    session_store(session);
    return turn_ended(session, offer, PAUSE_NONE);
}

/* What can be said of the open offer: who answers, and what would be undone. */
static struct values *offer_values(const struct session *session, const struct player *who)
{
    int keep = session->board->offer == OFFER_UNDO
                   ? turns_before_last_of(session->match, session->board->offer_by)
                   : -1;
    const char *move =
        keep >= 0 ? g_array_index(session->match->turns, struct match_turn, keep).text : NULL;
    g_autofree char *ply = g_strdup_printf("%d", keep + 1);
    return pairs("name", who->name, "ply", ply, "move", move, NULL);
}

/* Tells all what came of it; `key` also names the words for the giver, with
 * "you-" before it. With it go the turns that have come of it; NULL: the match stands as before,
 * and the others may hear of it later. */
static void tell(struct request *request, const struct player *who, const struct command *command,
                 struct session *session, int seat, const char *key, const struct turn_news *turns)
{
    g_autofree char *own_key = g_strconcat("you-", key, NULL);
    g_autofree char *text = say(request->run, key, offer_values(session, who));
    g_autofree char *own = say(request->run, own_key, offer_values(session, who));
    struct turn_news news = { .text = text, .first = session->match->turns->len };
    const char *comment = request_comment(request, who, session);
    if (turns != NULL) {
        news.first = turns->first;
        news.after = turns->after;
        turn_tell(session, seat, &news, who->name, comment);
    } else {
        deferred_tell(session, seat, text, who, comment);
    }
    news.text = own;
    request_answer_board(request, who, command, session, turn_news_words(session, &news, seat));
}

static void agree(struct request *request, const struct player *who, const struct command *command,
                  struct session *session, int seat)
{
    const char *agreed = offer_words[session->board->offer].agreed;
    session->board->seat[seat].agrees = true;
    bool all = all_agree(session);
    if (all) {
        carry_through(session);
    }
    session_store(session);
    struct turn_news none = { .first = session->match->turns->len };
    tell(request, who, command, session, seat, all ? agreed : "agreed", all ? &none : NULL);
}

static void offer(struct request *request, const struct player *who, const struct command *command,
                  enum board_offer kind)
{
    int seat;
    g_autoptr(MatchSession) session = open_in_play(request, who, command, &seat);
    if (session == NULL) {
        return;
    }
    struct board *board = session->board;
    if (board->offer == kind && !board->seat[seat].agrees) {
        agree(request, who, command, session, seat);
        return;
    }
    const char *refused = offer_refused(session, seat, kind);
    if (refused != NULL) {
        request_answer_board(request, who, command, session, say(request->run, refused, NULL));
        return;
    }
    board->offer = kind;
    board->offer_by = seat;
    for (int other = 0; other < board->seats; other++) {
        board->seat[other].agrees = other == seat;
    }
    session_store(session);
    tell(request, who, command, session, seat, offer_words[kind].made, NULL);
}

void offer_draw(struct request *request, const struct player *who, const struct command *command)
{
    offer(request, who, command, OFFER_DRAW);
}

void offer_undo(struct request *request, const struct player *who, const struct command *command)
{
    offer(request, who, command, OFFER_UNDO);
}

void offer_pause(struct request *request, const struct player *who, const struct command *command)
{
    offer(request, who, command, OFFER_PAUSE);
}

void offer_resume(struct request *request, const struct player *who, const struct command *command)
{
    int seat;
    g_autoptr(MatchSession) session = open_in_play(request, who, command, &seat);
    if (session == NULL) {
        return;
    }
    if (session->board->paused_by != PAUSE_PLAYERS) {
        const char *key = session->board->paused_by == PAUSE_OPERATOR ? "adjourned" : "not-paused";
        request_answer_board(request, who, command, session, say(request->run, key, NULL));
        return;
    }
    struct turn_news turns = { 0 };
    g_autofree char *after = offer_go_on(session, &turns.first);
    turns.after = after;
    tell(request, who, command, session, seat, "resumed", &turns);
}

void offer_accept(struct request *request, const struct player *who, const struct command *command)
{
    int seat;
    g_autoptr(MatchSession) session = open_in_play(request, who, command, &seat);
    if (session == NULL) {
        return;
    }
    if (session->board->offer == OFFER_NONE || session->board->seat[seat].agrees) {
        request_answer_board(request, who, command, session, say(request->run, "no-offer", NULL));
        return;
    }
    agree(request, who, command, session, seat);
}

void offer_reject(struct request *request, const struct player *who, const struct command *command)
{
    int seat;
    g_autoptr(MatchSession) session = open_in_play(request, who, command, &seat);
    if (session == NULL) {
        return;
    }
    if (session->board->offer == OFFER_NONE) {
        request_answer_board(request, who, command, session, say(request->run, "no-offer", NULL));
        return;
    }
    bool own = session->board->offer_by == seat;
    session->board->offer = OFFER_NONE;
    session_store(session);
    tell(request, who, command, session, seat, own ? "offer-taken-back" : "rejected", NULL);
}
