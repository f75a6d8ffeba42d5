/* Challenges: made, accepted, declined, withdrawn; and another match like the last one (rematch).
 */
#include "commands/challenges.h"

#include "commands/changes.h"
#include "commands/proposals.h"
#include "match/options.h"
#include "play/eligibility.h"

/* ---- challenge ---- */

bool challenge_propose(struct request *request, const struct player *who,
                       const struct command *command, struct proposal *proposal)
{
    struct run *run = request->run;
    bool seek = command->row->id == COMMAND_SEEK || command->row->id == COMMAND_PLAY;
    bool named = false;
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    for (int i = 0; command->words[i] != NULL; i++) {
        const bool own = g_ascii_strcasecmp(command->words[i], who->name) == 0 ||
                         g_ascii_strcasecmp(command->words[i], "me") == 0;
        named |= own;
        g_ptr_array_add(names, own ? who->name : command->words[i]);
    }
    if (!named) {
        g_ptr_array_insert(names, 0, who->name);
    }
    g_ptr_array_add(names, NULL);
    proposal->game = registry_find(command->game);
    if (proposal_players(run, who, (const char *const *)names->pdata, proposal) &&
        proposal_options(run, (const char *const *)command->options, proposal) &&
        proposal_terms(run, (const char *const *)command->server_options, proposal) &&
        (seek || proposal_seats(run, proposal)) && proposal_try(run, proposal) &&
        proposal_consent(run, who, proposal) &&
        (seek ? proposal_within_open(run, who, proposal)
              : proposal_within_limits(run, who, proposal))) {
        return true;
    }
    request_answer_text(request, who, proposal->secret ? NULL : command,
                        g_steal_pointer(&proposal->refusal));
    return false;
}

bool challenge_possible(struct request *request, const struct player *who,
                        const struct command *command)
{
    g_auto(Proposal) proposal = { 0 };
    return challenge_propose(request, who, command, &proposal);
}

/* The name of the one other player, if that is a program; else NULL. */
static const char *only_program(const struct session *session, const struct player *who)
{
    const struct board *board = session->board;
    const int other = session_seat(session, who->id) == 0 ? 1 : 0;
    return board->seats == 2 && board->seat[other].program ? board->seat[other].name : NULL;
}

/* Stores the challenge, tells the other players in the sentence of `key`, and answers. */
static void send_challenge(struct request *request, const struct player *who,
                           const struct command *command, struct proposal *proposal,
                           const char *key)
{
    struct run *run = request->run;
    g_autoptr(Board) board = proposal_store(run, proposal, BOARD_CHALLENGE, who->id);
    g_autoptr(MatchSession) session = session_open(run, board->number, NULL);
    if (session == NULL) {
        return; /* the store has failed, and the commit will say so */
    }
    const char *title = words_get(run->words, session->game->name, "title");
    g_autofree char *of = say_number(board->rematch_of);
    g_autofree char *options = match_settings_text(board);
    g_auto(Sentence)
        news = { key, pairs("name", who->name, "game", title, "options", options, "of", of, NULL) };
    changes_tell_later(session, session_seat(session, who->id), &news, who,
                       request_comment(request, who, session));
    const char *program = only_program(session, who);
    const struct bot *bot = program != NULL ? config_bot(run->config, program) : NULL;
    if (bot != NULL && bot->seconds <= BOT_SOON) {
        struct entry *entry = request_answer(request, who, command, "challenge-program",
                                             pairs("name", program, NULL));
        entry->receipt = entry->followed = true;
    } else {
        request_answer_board(request, who, command, session, "challenge-made", NULL);
    }
}

void handle_challenge(struct request *request, const struct player *who,
                      const struct command *command)
{
    g_auto(Proposal) proposal = { 0 };
    if (challenge_propose(request, who, command, &proposal)) {
        send_challenge(request, who, command, &proposal, "challenged");
    }
}

/* ---- answers to a challenge ---- */

void challenge_tell(struct request *request, const struct player *who,
                    const struct command *command, struct session *session, const char *key)
{
    int seat = session_seat(session, who->id);
    g_autofree char *own_key = g_strconcat("you-", key, NULL);
    challenge_tell_joined(session, seat, key, who, request_comment(request, who, session));
    const struct turn_news news = { .what.key = own_key };
    request_answer_board_text(request, who, command, session,
                              turn_news_words(session, &news, seat));
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

/* Accepts an open challenge for the player of a seat, or answers why they cannot accept it. */
static void accept_challenge(struct request *request, const struct player *who,
                             const struct command *command, struct session *session, int seat)
{
    if (!challenge_in_time(session)) {
        challenge_lapse(session, seat);
        request_answer_board(request, who, command, session, "lapsed", NULL);
        return;
    }
    char *refusal = accept_refused(session, who, seat);
    if (refusal != NULL) {
        request_answer_board_text(request, who, command, session, refusal);
        return;
    }
    bool starts = true;
    session->board->seat[seat].accepted = true;
    for (int other = 0; other < session->board->seats; other++) {
        starts = starts && session->board->seat[other].accepted;
    }
    if (starts) {
        changes_start(session);
    } else {
        changes_store(session);
    }
    challenge_tell(request, who, command, session, starts ? "accepted-starts" : "accepted");
}

void handle_accept(struct request *request, const struct player *who, const struct command *command)
{
    int seat;
    g_autoptr(MatchSession) session = request_seat(request, who, command, &seat);
    if (session == NULL) {
        return;
    }
    if (session->board->state == BOARD_CHALLENGE) {
        accept_challenge(request, who, command, session, seat);
    } else if (session->board->state == BOARD_SEEK) {
        request_answer_board(request, who, command, session, "seek-waits", NULL);
    } else {
        offer_accept(request, who, command);
    }
}

void handle_decline(struct request *request, const struct player *who,
                    const struct command *command)
{
    int seat;
    g_autoptr(MatchSession) session = request_seat(request, who, command, &seat);
    if (session == NULL) {
        return;
    }
    bool own = session->board->challenger == who->id;
    if (session->board->state == BOARD_SEEK) {
        seek_leave(request, who, command, session, seat);
    } else if (session->board->state != BOARD_CHALLENGE) {
        request_answer_board(request, who, command, session, "no-challenge", NULL);
    } else if (command->row->id == COMMAND_WITHDRAW && !own) {
        request_answer_board(request, who, command, session, "withdraw-not-yours", NULL);
    } else {
        challenge_end(session, seat, own ? BOARD_WITHDRAWN : BOARD_DECLINED, who,
                      request_comment(request, who, session));
        request_answer_board(request, who, command, session, own ? "you-withdrew" : "you-declined",
                             NULL);
    }
}

/* Declining a challenge of your own withdraws it. */
void handle_withdraw(struct request *request, const struct player *who,
                     const struct command *command)
{
    handle_decline(request, who, command);
}

/* ---- rematch ---- */

/* Fills `proposal` with the same match once more, by the newest rules. Each player sits a seat
 * further on: the second sits first. False if that is refused, or if the store has failed: then
 * there is no refusal. */
static bool propose_again(const struct session *session, const struct player *who,
                          struct proposal *proposal)
{
    struct run *run = session->run;
    const struct board *board = session->board;
    proposal->game = session->game;
    proposal->options = session->match->options;
    proposal->options.setup.rules = session->game->rules;
    timing_read(&proposal->terms.timing, board->timing);
    proposal->terms.unrated = board->unrated;
    proposal->terms.private_match = board->private_match;
    proposal->terms.level = board->level;
    proposal->terms.from = g_strdup(board->from);
    proposal->rematch_of = board->number;
    proposal->players = g_ptr_array_new_with_free_func((GDestroyNotify)player_free);
    for (int seat = 0; seat < board->seats; seat++) {
        struct player *player =
            player_by_id(run->db, board->seat[(seat + 1) % board->seats].player);
        if (player == NULL) {
            return false; /* the store has failed, and the commit will say so */
        }
        g_ptr_array_add(proposal->players, player);
        if (player_is_gone(player)) {
            return proposal_refuse(proposal,
                                   say(run, "rematch-gone", pairs("name", player->name, NULL)));
        }
    }
    return proposal_seats(run, proposal) && proposal_try(run, proposal) &&
           proposal_consent(run, who, proposal) && proposal_within_limits(run, who, proposal);
}

/* There is a rematch already: if another player asked for it, accepts it. */
static void join(struct request *request, const struct player *who, const struct command *command,
                 gint64 number)
{
    g_autoptr(MatchSession) session = session_open(request->run, number, NULL);
    int seat = session != NULL ? session_seat(session, who->id) : -1;
    if (seat < 0) {
        return; /* the store has failed, and the commit will say so */
    }
    bool open = session->board->state == BOARD_CHALLENGE;
    if (open && !session->board->seat[seat].accepted) {
        accept_challenge(request, who, command, session, seat);
        return;
    }
    g_autofree char *text = say_number(number);
    request_answer_board(request, who, command, session, open ? "rematch-asked" : "rematch-begun",
                         pairs("number", text, NULL));
}

void handle_rematch(struct request *request, const struct player *who,
                    const struct command *command)
{
    int seat;
    g_autoptr(MatchSession) session = request_seat(request, who, command, &seat);
    if (session == NULL) {
        return;
    }
    enum board_state state = session->board->state;
    if (state != BOARD_FINISHED) {
        const char *key = state == BOARD_RUNNING ? "rematch-running" : "rematch-no-match";
        request_answer_board(request, who, command, session, key, NULL);
        return;
    }
    gint64 other = board_rematch(request->run->db, session->board->number);
    g_auto(Proposal) proposal = { 0 };
    if (other != 0) {
        join(request, who, command, other);
    } else if (propose_again(session, who, &proposal)) {
        send_challenge(request, who, command, &proposal, "rematch-wished");
    } else if (proposal.refusal != NULL) {
        request_answer_board_text(request, who, command, session,
                                  g_steal_pointer(&proposal.refusal));
    }
}
