/* The command rematch: another match like the last one, with the seats turned. */
#include "commands/challenges.h"
#include "letters/run.h"
#include "store/boards.h"

/* The key of the reason why there can be no rematch, or NULL. */
static const char *refused(const struct board *board)
{
    return board->state == BOARD_RUNNING    ? "rematch-running"
           : board->state != BOARD_FINISHED ? "rematch-no-match"
                                            : NULL;
}

/* Adds the players, each a seat further on: the second sits first. */
static bool turn_seats(struct run *run, const struct board *board, struct proposal *proposal)
{
    proposal->players = g_ptr_array_new_with_free_func((GDestroyNotify)player_free);
    for (int seat = 0; seat < board->seats; seat++) {
        gint64 id = board->seat[(seat + 1) % board->seats].player;
        struct player *player = player_by_id(run->db, id);
        if (player == NULL) {
            return false; /* the store has failed, and the commit will say so */
        }
        g_ptr_array_add(proposal->players, player);
        if (player->address == NULL) {
            return proposal_refuse(proposal,
                                   say(run, "rematch-gone", pairs("name", player->name, NULL)));
        }
    }
    return true;
}

/* Fills `proposal` with the same match once more, by the newest rules. */
static bool proposal_again(const struct session *session, const struct player *who,
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
    proposal->terms.from = g_strdup(board->from);
    proposal->rematch_of = board->number;
    return turn_seats(run, board, proposal) && proposal_seats(run, proposal) &&
           proposal_try(run, proposal) && proposal_consent(run, who, proposal) &&
           proposal_within_limits(run, who, proposal);
}

/* There is a rematch already: if another player asked for it, accepts it. */
static void join(struct request *request, const struct player *who, const struct command *command,
                 gint64 number)
{
    bool damaged;
    g_autoptr(MatchSession) session = session_open(request->run, number, &damaged);
    int seat = session != NULL ? session_seat(session, who->id) : -1;
    if (seat < 0) {
        return; /* the store has failed, and the commit will say so */
    }
    if (session->board->state == BOARD_CHALLENGE && !session->board->seat[seat].accepted) {
        challenge_agree(request, who, command, session, seat);
        return;
    }
    g_autofree char *text = g_strdup_printf("%" G_GINT64_FORMAT, number);
    const char *key = session->board->state == BOARD_CHALLENGE ? "rematch-asked" : "rematch-begun";
    request_answer_board(request, who, command, session, key, pairs("number", text, NULL));
}

void rematch_ask(struct request *request, const struct player *who, const struct command *command)
{
    struct run *run = request->run;
    int seat;
    g_autoptr(MatchSession) session = request_seat(request, who, command, &seat);
    const char *key = session != NULL ? refused(session->board) : NULL;
    if (session == NULL || key != NULL) {
        if (key != NULL) {
            request_answer_board(request, who, command, session, key, NULL);
        }
        return;
    }
    gint64 other = board_rematch(run->db, session->board->number);
    if (other != 0) {
        join(request, who, command, other);
        return;
    }
    struct proposal proposal = { 0 };
    if (proposal_again(session, who, &proposal)) {
        challenge_send(request, who, command, &proposal, "rematch-wished");
    } else if (proposal.refusal != NULL) {
        request_answer_board_text(request, who, command, session,
                                  g_steal_pointer(&proposal.refusal));
    }
    proposal_clear(&proposal);
}
