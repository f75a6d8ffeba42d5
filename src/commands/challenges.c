/* Challenges: made, accepted, declined, withdrawn. */
#include "commands/challenges.h"

#include "commands/changes.h"
#include "commands/proposals.h"
#include "match/options.h"
#include "play/eligibility.h"

/* ---- challenge ---- */

/* The names of a challenge in the order of seats, with a NULL at the end. A challenger who does not
 * name themselves sits first. The names belong to `who` and `command`. Free with
 * g_ptr_array_unref. */
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

/* Reads the proposal of a command. If it cannot be, answers why and gives false. */
static bool propose(struct request *request, const struct player *who,
                    const struct command *command, struct proposal *proposal)
{
    if (proposal_of_command(request, who, command, proposal)) {
        return true;
    }
    request_answer_text(request, who, proposal->secret ? NULL : command,
                        g_steal_pointer(&proposal->refusal));
    proposal_clear(proposal);
    return false;
}

bool challenge_possible(struct request *request, const struct player *who,
                        const struct command *command)
{
    struct proposal proposal = { 0 };
    bool possible = propose(request, who, command, &proposal);
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
    changes_tell_later(session, session_seat(session, who->id), news, who,
                       request_comment(request, who, session));
    request_answer_board(request, who, command, session, "challenge-made", NULL);
}

void challenge_make(struct request *request, const struct player *who,
                    const struct command *command)
{
    struct proposal proposal = { 0 };
    if (propose(request, who, command, &proposal)) {
        challenge_send(request, who, command, &proposal, "challenged");
        proposal_clear(&proposal);
    }
}

/* ---- answers to a challenge ---- */

/* Opens the challenge for a player who has a seat in it. NULL after an answer. A seek counts too:
 * the player leaves it, and is told so. */
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
        request_answer_board(request, who, command, session, "no-challenge", NULL);
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

/* Says why a player cannot accept, or NULL. Free with g_free. */
static char *accept_refused(struct session *session, const struct player *who, int seat)
{
    struct run *run = session->run;
    if (session->board->seat[seat].accepted) {
        return say(run, "accepted-already", NULL);
    }
    /* They were eligible when the challenge was made; much may have changed since. */
    g_autoptr(Player) challenger = player_by_id(run->db, session->board->challenger);
    char *refusal =
        challenger != NULL ? eligibility_blocked(run, who, challenger, session->game) : NULL;
    refusal = refusal != NULL ? refusal : eligibility_own(run, who, session->game);
    refusal = refusal != NULL ? refusal : challenge_full(session);
    return refusal != NULL ? refusal : session_start_fault(session);
}

static void accept(struct request *request, const struct player *who, const struct command *command,
                   struct session *session, int seat)
{
    struct run *run = request->run;
    char *refusal = accept_refused(session, who, seat);
    if (refusal != NULL) {
        request_answer_board_text(request, who, command, session, refusal);
        return;
    }
    session->board->seat[seat].accepted = true;
    bool starts = all_accepted(session->board);
    if (starts) {
        changes_start(session);
    } else {
        changes_store(session);
    }
    g_autofree char *text =
        say(run, starts ? "accepted-starts" : "accepted", pairs("name", who->name, NULL));
    g_autofree char *own = say(run, starts ? "you-accepted-starts" : "you-accepted", NULL);
    challenge_tell_joined(session, seat, text, who, request_comment(request, who, session));
    struct turn_news news = { .text = own };
    request_answer_board_text(request, who, command, session,
                              turn_news_words(session, &news, seat));
}

void challenge_agree(struct request *request, const struct player *who,
                     const struct command *command, struct session *session, int seat)
{
    if (challenge_in_time(session)) {
        accept(request, who, command, session, seat);
    } else {
        challenge_lapse(session, seat);
        request_answer_board(request, who, command, session, "lapsed", NULL);
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
        request_answer_board(request, who, command, session, "seek-waits", NULL);
    } else {
        offer_accept(request, who, command);
    }
}

/* Ends the challenge in `state` for the player of a seat, and answers. */
static void end_challenge(struct request *request, const struct player *who,
                          const struct command *command, struct session *session, int seat,
                          enum board_state state)
{
    challenge_end(session, seat, state, who, request_comment(request, who, session));
    const char *key = state == BOARD_DECLINED ? "you-declined" : "you-withdrew";
    request_answer_board(request, who, command, session, key, NULL);
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
        request_answer_board(request, who, command, session, "withdraw-not-yours", NULL);
        return;
    }
    end_challenge(request, who, command, session, seat, BOARD_WITHDRAWN);
}
