/* The command analyse: a match that is over is looked through by the house player. The command only
 * notes the wish; bots/bots.h has the rest. */
#include "auth/budget.h"
#include "commands/task.h"
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

void handle_analyse(struct task *task)
{
    const char *key = refused(task->session, task->who);
    if (key != NULL) {
        task_answer(task, key, NULL);
        return;
    }
    budget_spend(task->run, BUDGET_ANALYSES, task->who->id, 0, 1);
    analysis_wish(task->run->db, task->session->board->number, task->who->id);
    task->run->accepted = true;
    struct entry *entry =
        task_answer(task, "analyse-begun", pairs("name", task->run->config->house->name, NULL));
    entry->receipt = entry->followed = true;
}
