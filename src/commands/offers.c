/* Draws, takebacks and pauses: offered, accepted, rejected. */
#include "commands/changes.h"
#include "commands/request.h"
#include "letters/run.h"
#include "play/offer.h"

/* Keys of sentences for the others. With "you-" before it, the key of the sentence for the player
 * who made the offer or agreed. */
static const struct offer_words {
    const char *made, *agreed;
} offer_words[] = {
    [OFFER_NONE] = { NULL, NULL },
    [OFFER_DRAW] = { "offer-draw", "draw-agreed" },
    [OFFER_UNDO] = { "offer-undo", "undo-agreed" },
    [OFFER_PAUSE] = { "offer-pause", "pause-agreed" },
};

/* Values for sentences about an offer: who answers, and what would be undone. */
static struct values *offer_values(const struct session *session, const struct player *who)
{
    int keep = session->board->offer == OFFER_UNDO
                   ? offer_turns_before(session->match, session->board->offer_by)
                   : -1;
    const char *move =
        keep >= 0 ? g_array_index(session->match->turns, struct match_turn, keep).text : NULL;
    g_autofree char *ply = g_strdup_printf("%d", keep + 1);
    return pairs("name", who->name, "ply", ply, "move", move, NULL);
}

/* Tells the others in the sentence of `key`, and the player in that of "you-" and `key`. `turns`
 * are the turns that followed; NULL: the match has not changed, and the others may hear of it
 * later. Returns what the player is told. */
static struct entry *tell(struct request *request, const struct player *who,
                          const struct command *command, struct session *session, int seat,
                          const char *key, const struct turn_news *turns)
{
    g_autofree char *own_key = g_strconcat("you-", key, NULL);
    g_auto(TurnNews)
        news = { .what = { key, offer_values(session, who) }, .first = session->match->turns->len };
    const char *comment = request_comment(request, who, session);
    if (turns != NULL) {
        news.first = turns->first;
        news.after = sentence_copy(&turns->after);
        changes_tell(session, seat, &news, who->name, comment);
    } else {
        changes_tell_later(session, seat, &news.what, who, comment);
    }
    news.what.key = own_key;
    return request_answer_board_text(request, who, command, session,
                                     turn_news_words(session, &news, seat));
}

static void agree(struct request *request, const struct player *who, const struct command *command,
                  struct session *session, int seat)
{
    const char *agreed = offer_words[session->board->offer].agreed;
    session->board->seat[seat].agrees = true;
    bool all = offer_all_agree(session);
    if (all) {
        offer_carry_through(session);
    }
    changes_store(session);
    struct turn_news none = { .first = session->match->turns->len };
    tell(request, who, command, session, seat, all ? agreed : "agreed", all ? &none : NULL);
}

static void offer(struct request *request, const struct player *who, const struct command *command,
                  enum board_offer kind)
{
    int seat;
    g_autoptr(MatchSession) session = request_in_play(request, who, command, &seat);
    if (session == NULL) {
        return;
    }
    struct board *board = session->board;
    if (board->offer == kind && !board->seat[seat].agrees) {
        agree(request, who, command, session, seat);
        return;
    }
    const char *refused = offer_refusal(session, seat, kind);
    if (refused != NULL) {
        request_answer_board(request, who, command, session, refused, NULL);
        return;
    }
    board->offer = kind;
    board->offer_by = seat;
    for (int other = 0; other < board->seats; other++) {
        /* A program can wait as long as a person likes. */
        board->seat[other].agrees =
            other == seat || (kind == OFFER_PAUSE && board->seat[other].program);
    }
    const bool all = offer_all_agree(session);
    if (all) {
        offer_carry_through(session);
    }
    changes_store(session);
    const struct turn_news none = { .first = session->match->turns->len };
    struct entry *entry = tell(request, who, command, session, seat,
                               all ? "pause-begins" : offer_words[kind].made, all ? &none : NULL);
    entry->followed = entry->receipt = !all && session_program_answers(session, 1 - seat);
}

void handle_draw(struct request *request, const struct player *who, const struct command *command)
{
    offer(request, who, command, OFFER_DRAW);
}

void handle_undo(struct request *request, const struct player *who, const struct command *command)
{
    offer(request, who, command, OFFER_UNDO);
}

void handle_pause(struct request *request, const struct player *who, const struct command *command)
{
    offer(request, who, command, OFFER_PAUSE);
}

void handle_resume(struct request *request, const struct player *who, const struct command *command)
{
    int seat;
    g_autoptr(MatchSession) session = request_in_play(request, who, command, &seat);
    if (session == NULL) {
        return;
    }
    if (session->board->paused_by != PAUSE_PLAYERS) {
        const char *key = session->board->paused_by == PAUSE_OPERATOR ? "adjourned" : "not-paused";
        request_answer_board(request, who, command, session, key, NULL);
        return;
    }
    g_auto(TurnNews) turns = { 0 };
    turns.after = changes_resume(session, &turns.first);
    tell(request, who, command, session, seat, "resumed", &turns);
}

void offer_accept(struct request *request, const struct player *who, const struct command *command)
{
    int seat;
    g_autoptr(MatchSession) session = request_in_play(request, who, command, &seat);
    if (session == NULL) {
        return;
    }
    if (session->board->offer == OFFER_NONE || session->board->seat[seat].agrees) {
        request_answer_board(request, who, command, session, "no-offer", NULL);
        return;
    }
    agree(request, who, command, session, seat);
}

void handle_reject(struct request *request, const struct player *who, const struct command *command)
{
    int seat;
    g_autoptr(MatchSession) session = request_in_play(request, who, command, &seat);
    if (session == NULL) {
        return;
    }
    if (session->board->offer == OFFER_NONE) {
        request_answer_board(request, who, command, session, "no-offer", NULL);
        return;
    }
    bool own = session->board->offer_by == seat;
    session->board->offer = OFFER_NONE;
    changes_store(session);
    tell(request, who, command, session, seat, own ? "offer-taken-back" : "rejected", NULL);
}
