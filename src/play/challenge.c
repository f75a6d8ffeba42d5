/* Challenges: made, answered, withdrawn, lapsed; and the operator's matches. */
#include "play/challenge.h"

#include "base/error.h"
#include "clocks/watermark.h"
#include "commands/board_letter.h"
#include "letters/say.h"
#include "match/registry.h"
#include "play/eligibility.h"
#include "play/seek.h"
#include "play/turn.h"
#include "store/budgets.h"
#include "store/outages.h"
#include "store/outbox.h"
#include "store/pending.h"
#include "store/returns.h"
#include "store/watches.h"
#include "talk/deferred.h"

/* ---- challenge ---- */

/* The names of a challenge in order of seats; who leaves his own out sits first.
 * The caller's, but not the names. */
static GPtrArray *seats_named(const struct player *who, const struct command *command)
{
    GPtrArray *names = g_ptr_array_new();
    bool named = false;
    for (int i = 0; command->words[i] != NULL; i++) {
        named |= g_ascii_strcasecmp(command->words[i], who->name) == 0;
        g_ptr_array_add(names, command->words[i]);
    }
    if (!named) {
        g_ptr_array_insert(names, 0, who->name);
    }
    g_ptr_array_add(names, NULL);
    return names;
}

static bool proposal_of_command(struct request *request, const struct player *who,
                                const struct command *command, struct proposal *proposal)
{
    struct run *run = request->run;
    g_autoptr(GPtrArray) names = seats_named(who, command);
    proposal->game = registry_find(command->game);
    return proposal_players(run, who, (const char *const *)names->pdata, proposal) &&
           proposal_options(run, (const char *const *)command->options, proposal) &&
           proposal_terms(run, (const char *const *)command->server_options, proposal) &&
           proposal_seats(run, proposal) && proposal_try(run, proposal) &&
           proposal_consent(run, who, proposal) && proposal_within_limits(run, who, proposal);
}

/* The wish of a command that can be granted; answers if it cannot. */
static bool grant(struct request *request, const struct player *who, const struct command *command,
                  struct proposal *proposal)
{
    if (proposal_of_command(request, who, command, proposal)) {
        return true;
    }
    request_answer(request, who, proposal->secret ? NULL : command,
                   g_steal_pointer(&proposal->refusal));
    proposal_clear(proposal);
    return false;
}

bool challenge_possible(struct request *request, const struct player *who,
                        const struct command *command)
{
    struct proposal proposal = { 0 };
    bool possible = grant(request, who, command, &proposal);
    proposal_clear(&proposal);
    return possible;
}

void challenge_send(struct request *request, const struct player *who,
                    const struct command *command, struct proposal *proposal, const char *key)
{
    struct run *run = request->run;
    g_autoptr(Board) board = proposal_store(run, proposal, BOARD_CHALLENGE, who->id);
    bool damaged;
    g_autoptr(MatchSession) session = session_open(run, board->number, &damaged);
    if (session == NULL) {
        return; /* the store has failed, and the commit will say so */
    }
    const char *title = words_get(run->words, session->game->name, "title");
    g_autofree char *of = g_strdup_printf("%" G_GINT64_FORMAT, board->rematch_of);
    g_autofree char *options = match_settings_text(board);
    g_autofree char *news =
        say(run, key, pairs("name", who->name, "game", title, "options", options, "of", of, NULL));
    deferred_tell(session, session_seat(session, who->id), news, who,
                  request_comment(request, who, session));
    request_answer_board(request, who, command, session, say(run, "challenge-made", NULL));
}

void challenge_make(struct request *request, const struct player *who,
                    const struct command *command)
{
    struct proposal proposal = { 0 };
    if (grant(request, who, command, &proposal)) {
        challenge_send(request, who, command, &proposal, "challenged");
        proposal_clear(&proposal);
    }
}

/* ---- answers to a challenge ---- */

/* Takes the challenge to the desk for one who sits at it; NULL after an answer,
 * which for a seek is that he has left it. */
static struct session *open_challenge(struct request *request, const struct player *who,
                                      const struct command *command, int *seat)
{
    g_autoptr(MatchSession) session = request_seat(request, who, command, seat);
    if (session == NULL) {
        return NULL;
    }
    if (session->board->state == BOARD_SEEK) {
        seek_leave(request, who, command, session, *seat);
        return NULL;
    }
    if (session->board->state != BOARD_CHALLENGE) {
        request_answer_board(request, who, command, session,
                             say(request->run, "no-challenge", NULL));
        return NULL;
    }
    return g_steal_pointer(&session);
}

static bool all_accepted(const struct board *board)
{
    for (int seat = 0; seat < board->seats; seat++) {
        if (!board->seat[seat].accepted) {
            return false;
        }
    }
    return true;
}

void challenge_lapse(struct session *session, int but_seat)
{
    bool seek = session->board->state == BOARD_SEEK;
    session->board->state = BOARD_EXPIRED;
    session->board->ended = session->run->now;
    session_store(session);
    g_autofree char *news = say(session->run, seek ? "seek-lapsed" : "lapsed", NULL);
    letter_news_but(session, but_seat, news, NULL, NULL);
}

bool challenge_in_time(const struct session *session)
{
    gint64 made = session->board->created;
    gint64 until = made + (gint64)LIMIT_CHALLENGE_DAYS * CLOCK_DAY;
    return session->run->arrived <= outages_lapse(session->run->db, made, until);
}

char *challenge_full(const struct session *session)
{
    struct run *run = session->run;
    char *refusal = NULL;
    for (int seat = 0; seat < session->board->seats && refusal == NULL; seat++) {
        const struct board_seat *at = &session->board->seat[seat];
        g_autoptr(Player) other = at->accepted ? player_by_id(run->db, at->player) : NULL;
        refusal = other != NULL ? eligibility_full(run, other, session->game) : NULL;
    }
    return refusal;
}

/* Why he cannot accept, in words; NULL: he can. */
static char *accept_refused(struct session *session, const struct player *who, int seat)
{
    struct run *run = session->run;
    if (session->board->seat[seat].accepted) {
        return say(run, "accepted-already", NULL);
    }
    /* He was let in when the challenge was made; much may have changed since. */
    g_autoptr(Player) challenger = player_by_id(run->db, session->board->challenger);
    char *refusal =
        challenger != NULL ? eligibility_blocked(run, who, challenger, session->game) : NULL;
    refusal = refusal != NULL ? refusal : eligibility_own(run, who, session->game);
    refusal = refusal != NULL ? refusal : challenge_full(session);
    return refusal != NULL ? refusal : session_start_fault(session);
}

void challenge_tell_joined(struct session *session, int seat, const char *text,
                           const struct player *who, const char *comment)
{
    if (board_is_open(session->board)) {
        deferred_tell(session, seat, text, who, comment);
        return;
    }
    struct turn_news news = { .text = text };
    turn_tell(session, seat, &news, who->name, comment);
}

static void accept(struct request *request, const struct player *who, const struct command *command,
                   struct session *session, int seat)
{
    struct run *run = request->run;
    char *refusal = accept_refused(session, who, seat);
    if (refusal != NULL) {
        request_answer_board(request, who, command, session, refusal);
        return;
    }
    session->board->seat[seat].accepted = true;
    bool starts = all_accepted(session->board);
    if (starts) {
        session_start(session);
    } else {
        session_store(session);
    }
    g_autofree char *text =
        say(run, starts ? "accepted-starts" : "accepted", pairs("name", who->name, NULL));
    g_autofree char *own = say(run, starts ? "you-accepted-starts" : "you-accepted", NULL);
    challenge_tell_joined(session, seat, text, who, request_comment(request, who, session));
    struct turn_news news = { .text = own };
    request_answer_board(request, who, command, session, turn_news_words(session, &news, seat));
}

void challenge_agree(struct request *request, const struct player *who,
                     const struct command *command, struct session *session, int seat)
{
    if (challenge_in_time(session)) {
        accept(request, who, command, session, seat);
    } else {
        challenge_lapse(session, seat);
        request_answer_board(request, who, command, session, say(request->run, "lapsed", NULL));
    }
}

void challenge_accept(struct request *request, const struct player *who,
                      const struct command *command)
{
    int seat;
    g_autoptr(MatchSession) session = request_seat(request, who, command, &seat);
    if (session == NULL) {
        return;
    }
    if (session->board->state == BOARD_CHALLENGE) {
        challenge_agree(request, who, command, session, seat);
    } else if (session->board->state == BOARD_SEEK) {
        request_answer_board(request, who, command, session, say(request->run, "seek-waits", NULL));
    } else {
        offer_accept(request, who, command);
    }
}

void challenge_end(struct session *session, int seat, enum board_state state,
                   const struct player *who, const char *comment)
{
    session->board->state = state;
    session->board->ended = session->run->now;
    session_store(session);
    g_autofree char *news = say(session->run, state == BOARD_DECLINED ? "declined" : "withdrawn",
                                pairs("name", who->name, NULL));
    deferred_tell(session, seat, news, who, comment);
}

/* Ends the challenge in `state` as its player asks. */
static void end_challenge(struct request *request, const struct player *who,
                          const struct command *command, struct session *session, int seat,
                          enum board_state state)
{
    challenge_end(session, seat, state, who, request_comment(request, who, session));
    const char *key = state == BOARD_DECLINED ? "you-declined" : "you-withdrew";
    request_answer_board(request, who, command, session, say(request->run, key, NULL));
}

void challenge_decline(struct request *request, const struct player *who,
                       const struct command *command)
{
    int seat;
    g_autoptr(MatchSession) session = open_challenge(request, who, command, &seat);
    if (session != NULL) {
        bool own = session->board->challenger == who->id;
        end_challenge(request, who, command, session, seat, own ? BOARD_WITHDRAWN : BOARD_DECLINED);
    }
}

void challenge_withdraw(struct request *request, const struct player *who,
                        const struct command *command)
{
    int seat;
    g_autoptr(MatchSession) session = open_challenge(request, who, command, &seat);
    if (session == NULL) {
        return;
    }
    if (session->board->challenger != who->id) {
        request_answer_board(request, who, command, session,
                             say(request->run, "withdraw-not-yours", NULL));
        return;
    }
    end_challenge(request, who, command, session, seat, BOARD_WITHDRAWN);
}

/* ---- what time brings ---- */

void challenge_housekeeping(struct run *run)
{
    const gint64 reached = watermark_reached(run);
    g_autoptr(GArray) stale =
        board_stale_challenges(run->db, (gint64)LIMIT_CHALLENGE_DAYS * CLOCK_DAY, reached);
    for (guint i = 0; i < stale->len; i++) {
        bool damaged;
        g_autoptr(MatchSession) session =
            session_open(run, g_array_index(stale, gint64, i), &damaged);
        if (session != NULL) {
            challenge_lapse(session, -1);
        }
    }
    pending_expire(run->db, reached);
    tokens_expire(run->db, reached);
    outbox_expire(run->db, reached);
    returns_expire(run->db, reached);
    watches_expire(run->db, reached);
    player_names_expire(run->db, reached);
    budgets_expire(run->db, run->now / CLOCK_DAY);
}

/* ---- the operator ---- */

gint64 operator_match_create(struct run *run, const char *game, const char *const *names,
                             const char *const *options, GError **error)
{
    struct proposal proposal = { .game = registry_find(game) };
    g_autoptr(GPtrArray) own = g_ptr_array_new();
    g_autoptr(GPtrArray) servers = g_ptr_array_new();
    for (; *options != NULL; options++) {
        g_ptr_array_add(g_str_has_prefix(*options, "--") ? servers : own, (char *)*options);
    }
    g_ptr_array_add(own, NULL);
    g_ptr_array_add(servers, NULL);
    bool can = proposal_players(run, NULL, names, &proposal) &&
               proposal_options(run, (const char *const *)own->pdata, &proposal) &&
               proposal_terms(run, (const char *const *)servers->pdata, &proposal) &&
               proposal_seats(run, &proposal) && proposal_try(run, &proposal);
    if (!can) {
        g_set_error_literal(error, POSTMOVE_ERROR, POSTMOVE_ERROR_NO, proposal.refusal);
        proposal_clear(&proposal);
        return 0;
    }
    g_autoptr(Board) board = proposal_store(run, &proposal, BOARD_CHALLENGE, 0);
    proposal_clear(&proposal);
    bool damaged;
    g_autoptr(MatchSession) session = session_open(run, board->number, &damaged);
    if (session == NULL) {
        return board->number; /* the store has failed, and the commit will say so */
    }
    session_start(session);
    g_autofree char *text = say(run, "operator-created", NULL);
    struct turn_news news = { .text = text };
    turn_tell(session, -1, &news, NULL, NULL);
    return board->number;
}
