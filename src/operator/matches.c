/* operator.h: matches. */
#include "base/clock.h"
#include "base/error.h"
#include "clocks/clocks.h"
#include "commands/board_letter.h"
#include "commands/changes.h"
#include "letters/run.h"
#include "match/options.h"
#include "match/timing.h"
#include "operator/operator.h"
#include "play/proposal.h"
#include "store/boards.h"
#include "store/players.h"
#include "store/tokens.h"

/* Sets the error to a sentence, which may name a player (NULL: none); returns false. */
static bool refuse(struct run *run, const char *key, gint64 number, const char *name,
                   GError **error)
{
    g_autofree char *text = say_number(number);
    g_autofree char *words = say_operator(
        run, key,
        pairs("number", text, "name", name, "operator", run->config->operator_address, NULL));
    g_set_error_literal(error, POSTMOVE_ERROR, POSTMOVE_ERROR_NO, words);
    return false;
}

/* Takes up a board; NULL with the error. Free with session_free. */
static struct session *open_board(struct run *run, gint64 number, GError **error)
{
    bool damaged;
    struct session *session = session_open(run, number, &damaged);
    if (session == NULL) {
        refuse(run, damaged ? "board-damaged" : "no-board", number, NULL, error);
    }
    return session;
}

/* Takes up a match that has begun; NULL with the error. Free with session_free. */
static struct session *open_match(struct run *run, gint64 number, GError **error)
{
    g_autoptr(MatchSession) session = open_board(run, number, error);
    if (session != NULL && session->match == NULL) {
        refuse(run, "not-running-number", number, NULL, error);
        return NULL;
    }
    return g_steal_pointer(&session);
}

/* Tells all players what was done, and that the offer that was open before has ended, if it has. */
static void tell_players(struct session *session, const char *key, struct values *values,
                         enum board_offer offer)
{
    g_autofree char *what = say(session->run, key, values);
    g_autofree char *after = turn_ended(session, offer, PAUSE_NONE);
    const struct turn_news news = { .what = what, .after = after, .first = session->stored };
    changes_tell(session, -1, &news, NULL, NULL);
}

/* ---- adjourned ---- */

bool operator_adjourn(struct run *run, gint64 number, GError **error)
{
    g_autoptr(MatchSession) session = open_match(run, number, error);
    if (session == NULL) {
        return false;
    }
    struct board *board = session->board;
    if (board->state != BOARD_RUNNING) {
        return refuse(run, "not-running-number", number, NULL, error);
    }
    if (board->paused != 0 && board->paused_by == PAUSE_OPERATOR) {
        return refuse(run, "operator-adjourned-already", number, NULL, error);
    }
    board->paused = board->paused != 0 ? board->paused : run->now;
    board->paused_by = PAUSE_OPERATOR;
    /* Agreed to later, an offer of a pause would replace this adjournment by a pause that any
     * player can end. */
    enum board_offer offer = board->offer;
    board->offer = offer == OFFER_PAUSE ? OFFER_NONE : offer;
    changes_store(session);
    tell_players(session, "operator-adjourned", NULL, offer);
    return true;
}

bool operator_resume(struct run *run, gint64 number, GError **error)
{
    g_autoptr(MatchSession) session = open_match(run, number, error);
    if (session == NULL) {
        return false;
    }
    if (session->board->paused == 0) {
        return refuse(run, "operator-not-adjourned", number, NULL, error);
    }
    g_autofree char *what = say(run, "operator-resumed", NULL);
    struct turn_news news = { .what = what };
    g_autofree char *after = changes_resume(session, &news.first);
    news.after = after;
    changes_tell(session, -1, &news, NULL, NULL);
    return true;
}

/* ---- taken back ---- */

bool operator_undo(struct run *run, gint64 number, guint turns, GError **error)
{
    g_autoptr(MatchSession) session = open_match(run, number, error);
    if (session == NULL) {
        return false;
    }
    for (int seat = 0; seat < session->board->seats; seat++) {
        g_autoptr(Player) player = player_by_id(run->db, session->board->seat[seat].player);
        if (player != NULL && player_is_gone(player)) {
            return refuse(run, "operator-undo-former", number, player->name, error);
        }
    }
    /* A turn that was the only legal one does not count: taken back, it would be played again at
     * once. */
    int keep = (int)session->match->turns->len;
    while (turns > 0 && keep > 0) {
        keep--;
        turns -= match_was_decided(session->match, (guint)keep);
    }
    if (turns > 0) {
        return refuse(run, "operator-undo-few", number, NULL, error);
    }
    g_autofree char *ply = say_number(keep + 1);
    g_autofree char *move =
        g_strdup(g_array_index(session->match->turns, struct match_turn, keep).text);
    struct match *earlier = match_at(session->match, (guint)keep);
    match_free(session->match);
    session->match = earlier;
    session->board->state = BOARD_RUNNING;
    session->board->ended = 0;
    enum board_offer offer = session->board->offer;
    session->board->offer = OFFER_NONE;
    changes_store(session);
    tell_players(session, "operator-undone", pairs("ply", ply, "move", move, NULL), offer);
    return true;
}

/* ---- clocks ---- */

/* The seat of a player by name; -1 if they have none. */
static int seat_of_name(const struct session *session, const char *name)
{
    int seat = session->board->seats - 1;
    while (seat >= 0 && g_ascii_strcasecmp(session->board->seat[seat].name, name) != 0) {
        seat--;
    }
    return seat;
}

bool operator_set_clock(struct run *run, gint64 number, const char *name, gint64 seconds,
                        GError **error)
{
    g_autoptr(MatchSession) session = open_match(run, number, error);
    if (session == NULL) {
        return false;
    }
    int seat = seat_of_name(session, name);
    if (seat < 0) {
        return refuse(run, "operator-no-seat", number, NULL, error);
    }
    if (!clocks_set(session, seat, seconds)) {
        return refuse(run, "operator-no-clock", number, NULL, error);
    }
    struct timing terms;
    bool each_turn = timing_read(&terms, session->board->timing) && terms.per_move > 0;
    bool own_turn = match_actor(session->match) == seat;
    g_autofree char *span = timing_span_text(seconds);
    tell_players(session, "operator-clock",
                 pairs("name", session->board->seat[seat].name, "span", span, "this",
                       each_turn && own_turn ? "yes" : NULL, "next",
                       each_turn && !own_turn ? "yes" : NULL, NULL),
                 session->board->offer);
    return true;
}

/* ---- all matches ---- */

/* Shows the players of all running matches and challenges their boards, below a sentence. */
static void tell_all(struct run *run, const char *sentence, const char *date)
{
    g_autoptr(GPtrArray) boards =
        board_list(run->db, 0, 1U << BOARD_RUNNING | 1U << BOARD_CHALLENGE);
    for (guint i = 0; i < boards->len; i++) {
        const struct board *board = boards->pdata[i];
        g_autoptr(MatchSession) session = session_open(run, board->number, NULL);
        if (session != NULL) {
            tell_players(session, sentence, pairs("date", date, NULL), session->board->offer);
        }
    }
}

void operator_tell_restored(struct run *run, bool promoted, gint64 moment)
{
    g_autofree char *date = moment_utc(run, moment);
    tell_all(run, promoted ? "operator-promoted" : "operator-restored", date);
}

void operator_rekey(struct run *run)
{
    tokens_renew(run->db);
    tell_all(run, "operator-rekeyed", NULL);
}

bool operator_match_end(struct run *run, gint64 number, enum operator_ending ending,
                        const char *winner, GError **error)
{
    static const char *const records[] = {
        [OPERATOR_END_WINNER] = "ended-win",
        [OPERATOR_END_DRAW] = "ended-draw",
        [OPERATOR_END_VOID] = "ended-void",
    };
    g_autoptr(MatchSession) session = open_board(run, number, error);
    if (session == NULL) {
        return false;
    }
    int seat = winner != NULL ? seat_of_name(session, winner) : 0;
    if (seat < 0) {
        return refuse(run, "winner-unknown", number, winner, error);
    }
    if (winner != NULL && session->board->state == BOARD_RUNNING &&
        !session_in_play(session, seat)) {
        return refuse(run, "winner-out", number, winner, error);
    }
    if (board_is_open(session->board)) {
        session->board->state = BOARD_WITHDRAWN;
        session->board->ended = run->now;
    } else if (session->board->state != BOARD_RUNNING ||
               !match_record(session->match, seat, records[ending], NULL)) {
        return refuse(run, "not-running-number", number, winner, error);
    }
    changes_store(session);
    g_autofree char *news = say(run, "operator-ended", NULL);
    letter_news_but(session, -1, news);
    return true;
}

gint64 operator_match_create(struct run *run, const char *game, const char *const *names,
                             const char *const *options, GError **error)
{
    g_auto(Proposal) proposal = { .game = registry_find(game) };
    bool can = proposal_players(run, NULL, names, &proposal) &&
               proposal_options(run, options, &proposal) && proposal_seats(run, &proposal) &&
               proposal_try(run, &proposal) && proposal_programs(run, &proposal);
    if (!can) {
        g_set_error_literal(error, POSTMOVE_ERROR, POSTMOVE_ERROR_NO, proposal.refusal);
        return 0;
    }
    g_autoptr(Board) board = proposal_store(run, &proposal, BOARD_CHALLENGE, 0);
    g_autoptr(MatchSession) session = session_open(run, board->number, NULL);
    if (session == NULL) {
        return board->number; /* the store has failed; the commit reports it */
    }
    changes_start(session);
    g_autofree char *what = say(run, "operator-created", NULL);
    const struct turn_news news = { .what = what };
    changes_tell(session, -1, &news, NULL, NULL);
    return board->number;
}
