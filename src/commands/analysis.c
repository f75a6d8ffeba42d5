/* The command analyse: a match that is over is looked through by the house player. The command only
 * notes the wish; bots/bots.h has the rest. */
#include "auth/budget.h"
#include "commands/request.h"
#include "store/programs.h"

/* Why a match cannot be analysed for a player, as a key; NULL if it can. */
static const char *refused(const struct session *session, const struct player *who)
{
    return !budget_allows(session->run, BUDGET_ANALYSES, who->id, 0, 1) ? "analyse-day"
           : session->run->config->house == NULL                        ? "analyse-off"
           : session->board->state != BOARD_FINISHED                    ? "analyse-running"
           : session->seats != 2                                        ? "analyse-two"
           : session->match->turns->len == 0                            ? "analyse-nothing"
                                                                        : NULL;
}

void handle_analyse(struct request *request, const struct player *who,
                    const struct command *command)
{
    int seat;
    g_autoptr(MatchSession) session = request_seat(request, who, command, &seat);
    if (session == NULL) {
        return;
    }
    const char *key = refused(session, who);
    if (key != NULL) {
        request_answer(request, who, command, key, NULL);
        return;
    }
    budget_spend(request->run, BUDGET_ANALYSES, who->id, 0, 1);
    analysis_wish(request->run->db, session->board->number, who->id);
    request->run->accepted = true;
    struct entry *entry = request_answer(request, who, command, "analyse-begun",
                                         pairs("name", request->run->config->house->name, NULL));
    entry->receipt = entry->followed = true;
}
