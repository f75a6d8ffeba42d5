#include "office/agreement.h"

#include "office/autoplay.h"
#include "office/slow_news.h"
#include "office/visit.h"

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
static struct desk *open_in_play(struct visit *visit, const struct player *who,
                                 const struct command *command, int *seat)
{
    g_autoptr(Desk) desk = visit_seat(visit, who, command, seat);
    if (desk == NULL) {
        return NULL;
    }
    const char *key = desk->board->state != BOARD_RUNNING ? "not-running"
                      : !desk_in_play(desk, *seat)        ? "out-already"
                                                          : NULL;
    if (key != NULL) {
        visit_answer_board(visit, who, command, desk, say(visit->office, key, NULL));
        return NULL;
    }
    return g_steal_pointer(&desk);
}

static bool all_agree(const struct desk *desk)
{
    for (int seat = 0; seat < desk->board->seats; seat++) {
        if (desk_in_play(desk, seat) && !desk->board->seat[seat].agrees) {
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
static const char *offer_refused(const struct desk *desk, int seat, enum board_offer kind)
{
    if (kind == OFFER_PAUSE && desk->board->paused_by != PAUSE_NONE) {
        return desk->board->paused_by == PAUSE_OPERATOR ? "adjourned" : "paused-already";
    }
    if (desk->board->offer != OFFER_NONE) {
        return desk->board->offer_by == seat ? "offer-own" : "offer-open";
    }
    if (kind == OFFER_UNDO && turns_before_last_of(desk->match, seat) < 0) {
        return has_decided(desk->match, seat) ? "undo-resigned" : "undo-nothing";
    }
    return NULL;
}

static void take_back(struct desk *desk)
{
    int keep = turns_before_last_of(desk->match, desk->board->offer_by);
    struct match *earlier = match_at(desk->match, (guint)MAX(keep, 0));
    match_free(desk->match);
    desk->match = earlier;
}

static void rest(struct desk *desk)
{
    desk->board->paused = desk->office->now;
    desk->board->paused_by = PAUSE_PLAYERS;
}

/* All have agreed: it is done, but not stored. */
static void carry_through(struct desk *desk)
{
    enum board_offer offer = desk->board->offer;
    desk->board->offer = OFFER_NONE;
    if (offer == OFFER_DRAW) {
        match_record(desk->match, desk->board->offer_by, "draw", NULL);
    } else if (offer == OFFER_UNDO) {
        take_back(desk);
    } else {
        rest(desk);
    }
}

const char *agreement_settle(struct desk *desk)
{
    const struct board *board = desk->board;
    bool draw = board->offer == OFFER_DRAW;
    bool open = (draw || board->offer == OFFER_PAUSE) && !desk->match->result.over &&
                desk_in_play(desk, board->offer_by);
    if (!open || !all_agree(desk)) {
        return NULL;
    }
    carry_through(desk);
    return draw ? "left-draw" : "left-pause";
}

void agreement_wake(struct desk *desk)
{
    desk->board->paused = 0;
    desk->board->paused_by = PAUSE_NONE;
}

char *agreement_go_on(struct desk *desk, guint *first)
{
    enum board_offer offer = desk->board->offer;
    *first = desk->match->turns->len;
    agreement_wake(desk);
    autoplay_go_on(desk);
    desk_store(desk);
    return play_ended(desk, offer, PAUSE_NONE);
}

/* What can be said of the open offer: who answers, and what would be undone. */
static struct values *offer_values(const struct desk *desk, const struct player *who)
{
    int keep = desk->board->offer == OFFER_UNDO
                   ? turns_before_last_of(desk->match, desk->board->offer_by)
                   : -1;
    const char *move =
        keep >= 0 ? g_array_index(desk->match->turns, struct match_turn, keep).text : NULL;
    g_autofree char *ply = g_strdup_printf("%d", keep + 1);
    return pairs("name", who->name, "ply", ply, "move", move, NULL);
}

/* Tells all what came of it; `key` also names the words for the giver, with
 * "you-" before it. With it go the turns that have come of it; NULL: the match stands as before,
 * and the others may hear of it later. */
static void tell(struct visit *visit, const struct player *who, const struct command *command,
                 struct desk *desk, int seat, const char *key, const struct play_news *turns)
{
    g_autofree char *own_key = g_strconcat("you-", key, NULL);
    g_autofree char *text = say(visit->office, key, offer_values(desk, who));
    g_autofree char *own = say(visit->office, own_key, offer_values(desk, who));
    struct play_news news = { .text = text, .first = desk->match->turns->len };
    const char *comment = visit_comment(visit, who, desk);
    if (turns != NULL) {
        news.first = turns->first;
        news.after = turns->after;
        play_tell(desk, seat, &news, who->name, comment);
    } else {
        slow_news_tell(desk, seat, text, who, comment);
    }
    news.text = own;
    visit_answer_board(visit, who, command, desk, play_news_words(desk, &news, seat));
}

static void agree(struct visit *visit, const struct player *who, const struct command *command,
                  struct desk *desk, int seat)
{
    const char *agreed = offer_words[desk->board->offer].agreed;
    desk->board->seat[seat].agrees = true;
    bool all = all_agree(desk);
    if (all) {
        carry_through(desk);
    }
    desk_store(desk);
    struct play_news none = { .first = desk->match->turns->len };
    tell(visit, who, command, desk, seat, all ? agreed : "agreed", all ? &none : NULL);
}

static void offer(struct visit *visit, const struct player *who, const struct command *command,
                  enum board_offer kind)
{
    int seat;
    g_autoptr(Desk) desk = open_in_play(visit, who, command, &seat);
    if (desk == NULL) {
        return;
    }
    struct board *board = desk->board;
    if (board->offer == kind && !board->seat[seat].agrees) {
        agree(visit, who, command, desk, seat);
        return;
    }
    const char *refused = offer_refused(desk, seat, kind);
    if (refused != NULL) {
        visit_answer_board(visit, who, command, desk, say(visit->office, refused, NULL));
        return;
    }
    board->offer = kind;
    board->offer_by = seat;
    for (int other = 0; other < board->seats; other++) {
        board->seat[other].agrees = other == seat;
    }
    desk_store(desk);
    tell(visit, who, command, desk, seat, offer_words[kind].made, NULL);
}

void agreement_draw(struct visit *visit, const struct player *who, const struct command *command)
{
    offer(visit, who, command, OFFER_DRAW);
}

void agreement_undo(struct visit *visit, const struct player *who, const struct command *command)
{
    offer(visit, who, command, OFFER_UNDO);
}

void agreement_pause(struct visit *visit, const struct player *who, const struct command *command)
{
    offer(visit, who, command, OFFER_PAUSE);
}

void agreement_resume(struct visit *visit, const struct player *who, const struct command *command)
{
    int seat;
    g_autoptr(Desk) desk = open_in_play(visit, who, command, &seat);
    if (desk == NULL) {
        return;
    }
    if (desk->board->paused_by != PAUSE_PLAYERS) {
        const char *key = desk->board->paused_by == PAUSE_OPERATOR ? "adjourned" : "not-paused";
        visit_answer_board(visit, who, command, desk, say(visit->office, key, NULL));
        return;
    }
    struct play_news turns = { 0 };
    g_autofree char *after = agreement_go_on(desk, &turns.first);
    turns.after = after;
    tell(visit, who, command, desk, seat, "resumed", &turns);
}

void agreement_accept(struct visit *visit, const struct player *who, const struct command *command)
{
    int seat;
    g_autoptr(Desk) desk = open_in_play(visit, who, command, &seat);
    if (desk == NULL) {
        return;
    }
    if (desk->board->offer == OFFER_NONE || desk->board->seat[seat].agrees) {
        visit_answer_board(visit, who, command, desk, say(visit->office, "no-offer", NULL));
        return;
    }
    agree(visit, who, command, desk, seat);
}

void agreement_reject(struct visit *visit, const struct player *who, const struct command *command)
{
    int seat;
    g_autoptr(Desk) desk = open_in_play(visit, who, command, &seat);
    if (desk == NULL) {
        return;
    }
    if (desk->board->offer == OFFER_NONE) {
        visit_answer_board(visit, who, command, desk, say(visit->office, "no-offer", NULL));
        return;
    }
    bool own = desk->board->offer_by == seat;
    desk->board->offer = OFFER_NONE;
    desk_store(desk);
    tell(visit, who, command, desk, seat, own ? "offer-taken-back" : "rejected", NULL);
}
