/* Challenges: made, accepted, declined, withdrawn, over; and another match like the last one. */
#include "commands/challenges.h"

#include "commands/board_letter.h"
#include "commands/changes.h"
#include "match/options.h"
#include "play/proposal.h"

/* ---- challenge ---- */

bool challenge_propose(struct task *task, struct proposal *proposal)
{
    const struct player *who = task->who;
    const struct command *command = task->command;
    struct run *run = task->run;
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
        (seek || proposal_seats(proposal)) && proposal_try(proposal) &&
        proposal_consent(run, who, proposal) &&
        (seek ? proposal_within_open(run, who, proposal)
              : proposal_within_limits(run, who, proposal))) {
        return true;
    }
    request_answer(task->request, who, proposal->secret ? NULL : command,
                   g_steal_pointer(&proposal->refusal));
    return false;
}

/* Stores the challenge, tells the other players what happened, and answers. */
static void send_challenge(struct task *task, struct proposal *proposal, enum event_kind kind)
{
    struct run *run = task->run;
    g_autoptr(Board) board = proposal_store(run, proposal, BOARD_CHALLENGE, task->who->id);
    if (!task_open(task, board->number)) {
        return;
    }
    struct values *values = pairs("name", task->who->name, NULL);
    with_phrase(values, "game", phrase_title(task->session->game));
    with_text(values, "options", board_terms(board));
    with_number(values, "of", board->rematch_of);
    phrase_unref(event_happened(task->session, &(struct event){ .kind = kind,
                                                                .values = values,
                                                                .who = task->who,
                                                                .seat = task->seat,
                                                                .answered = task->seat,
                                                                .comment = task_comment(task) }));
    const int other = task->seat == 0 ? 1 : 0;
    if (session_program_answers(task->session, other)) {
        struct entry *entry =
            task_answer(task, say("challenge-program",
                                  pairs("name", task->session->board->seat[other].name, NULL)));
        entry->receipt = entry->followed = true;
    } else {
        task_answer_board(task, say("challenge-made", NULL));
    }
}

void handle_challenge(struct task *task)
{
    g_auto(Proposal) proposal = { 0 };
    if (challenge_propose(task, &proposal) && !task->trial) {
        send_challenge(task, &proposal, EVENT_CHALLENGED);
    }
}

/* ---- the end of a challenge or seek ---- */

void challenge_lapse(struct session *session)
{
    bool seek = session->board->state == BOARD_SEEK;
    session->board->state = BOARD_EXPIRED;
    session->board->ended = session->run->now;
    changes_store(session);
    phrase_unref(
        event_happened(session, &(struct event){ .kind = seek ? EVENT_SEEK_LAPSED : EVENT_LAPSED,
                                                 .values = values_new(),
                                                 .seat = -1,
                                                 .answered = -1 }));
}

void challenge_end(struct session *session, int seat, enum board_state state,
                   const struct player *who, const char *comment)
{
    session->board->state = state;
    session->board->ended = session->run->now;
    changes_store(session);
    phrase_unref(event_happened(
        session,
        &(struct event){ .kind = state == BOARD_DECLINED ? EVENT_DECLINED : EVENT_WITHDRAWN,
                         .who = who,
                         .seat = seat,
                         .answered = seat,
                         .comment = comment }));
}

void seek_give_up(struct session *session, int seat, const struct player *who, const char *comment)
{
    struct board *board = session->board;
    if (board->seat[seat].player == board->challenger) {
        challenge_end(session, seat, BOARD_WITHDRAWN, who, comment);
        return;
    }
    g_free(board->seat[seat].name);
    for (int i = seat; i + 1 < board->seats; i++) {
        board->seat[i] = board->seat[i + 1]; /* those behind move up */
    }
    board->seat[--board->seats] = (struct board_seat){ 0 };
    board_save_seats(session->run->db, board);
    changes_store(session);
    phrase_unref(event_happened(session, &(struct event){ .kind = EVENT_SEAT_GIVEN_BACK,
                                                          .who = who,
                                                          .seat = -1,
                                                          .answered = -1,
                                                          .comment = comment }));
}

/* ---- answers to a challenge ---- */

void challenge_tell(struct task *task, enum event_kind kind)
{
    /* The turns that begin a match are told with it. */
    const struct turn_news turns = { 0 };
    task_happened(task, kind, NULL, board_is_open(task->session->board) ? NULL : &turns);
}

/* Says why a player cannot accept, or NULL. */
static struct phrase *accept_refused(struct session *session, const struct player *who, int seat)
{
    struct run *run = session->run;
    if (session->board->seat[seat].accepted) {
        return say("accepted-already", NULL);
    }
    /* They were eligible when the challenge was made; much may have changed since. */
    g_autoptr(Player) challenger = player_by_id(run->db, session->board->challenger);
    struct phrase *refusal =
        challenger != NULL ? eligibility_blocked(run, who, challenger, session->game) : NULL;
    refusal = refusal != NULL ? refusal : eligibility_own(run, who, session->game);
    refusal = refusal != NULL ? refusal : challenge_full(session);
    return refusal != NULL ? refusal : session_start_fault(session);
}

/* Accepts an open challenge for the player of a seat, or answers why they cannot accept it. */
static void accept_challenge(struct task *task)
{
    struct session *session = task->session;
    struct phrase *refusal = accept_refused(session, task->who, task->seat);
    if (refusal != NULL) {
        task_answer_board(task, refusal);
        return;
    }
    bool starts = true;
    session->board->seat[task->seat].accepted = true;
    for (int other = 0; other < session->board->seats; other++) {
        starts = starts && session->board->seat[other].accepted;
    }
    if (starts) {
        changes_start(session);
    } else {
        changes_store(session);
    }
    challenge_tell(task, starts ? EVENT_ACCEPTED_STARTS : EVENT_ACCEPTED);
}

void handle_accept(struct task *task)
{
    if (task->session->board->state == BOARD_CHALLENGE) {
        accept_challenge(task);
    } else if (task->session->board->state == BOARD_SEEK) {
        task_answer_board(task, say("seek-waits", NULL));
    } else {
        offer_accept(task);
    }
}

/* `withdraw`, too: declining a challenge of your own withdraws it. */
void handle_decline(struct task *task)
{
    struct session *session = task->session;
    bool own = session->board->challenger == task->who->id;
    if (session->board->state == BOARD_SEEK) {
        seek_give_up(session, task->seat, task->who, task_comment(task));
        if (own) {
            task_answer_board(task, say("you-withdrew", NULL));
        } else {
            task_answer(task, say("you-seat-given-back", NULL));
        }
    } else if (session->board->state != BOARD_CHALLENGE) {
        task_answer_board(task, say("no-challenge", NULL));
    } else if (task->command->row->id == COMMAND_WITHDRAW && !own) {
        task_answer_board(task, say("withdraw-not-yours", NULL));
    } else {
        challenge_end(session, task->seat, own ? BOARD_WITHDRAWN : BOARD_DECLINED, task->who,
                      task_comment(task));
        task_answer_board(task, say(own ? "you-withdrew" : "you-declined", NULL));
    }
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
                                   say("rematch-gone", pairs("name", player->name, NULL)));
        }
    }
    return proposal_seats(proposal) && proposal_try(proposal) &&
           proposal_consent(run, who, proposal) && proposal_within_limits(run, who, proposal);
}

/* There is a rematch already: if another player asked for it, accepts it. */
static void join(struct task *task, gint64 number)
{
    if (!task_open(task, number)) {
        return;
    }
    const struct board *board = task->session->board;
    bool open = board->state == BOARD_CHALLENGE;
    if (open && !board->seat[task->seat].accepted) {
        accept_challenge(task);
        return;
    }
    task_answer_board(task, say(open ? "rematch-asked" : "rematch-begun",
                                with_number(values_new(), "number", number)));
}

void handle_rematch(struct task *task)
{
    enum board_state state = task->session->board->state;
    if (state != BOARD_FINISHED) {
        const char *key = state == BOARD_RUNNING ? "rematch-running" : "rematch-no-match";
        task_answer_board(task, say(key, NULL));
        return;
    }
    gint64 other = board_rematch(task->run->db, task->session->board->number);
    g_auto(Proposal) proposal = { 0 };
    if (other != 0) {
        join(task, other);
    } else if (propose_again(task->session, task->who, &proposal)) {
        send_challenge(task, &proposal, EVENT_REMATCH_WISHED);
    } else if (proposal.refusal != NULL) {
        task_answer_board(task, g_steal_pointer(&proposal.refusal));
    }
}
