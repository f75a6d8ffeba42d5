/* The command analyse: a match that is over is looked through by the house player. The command only
 * notes the wish; bots/bots.h has the rest. */
#include "commands/task.h"
#include "store/programs.h"

void handle_analyse(struct task *task)
{
    const struct session *session = task->session;
    const char *key = session->run->config->house == NULL       ? "analyse-off"
                      : session->board->state != BOARD_FINISHED ? "analyse-running"
                      : session->seats != 2                     ? "analyse-two"
                      : session->match->turns->len == 0         ? "analyse-nothing"
                                                                : NULL;
    if (key != NULL) {
        task_answer(task, say(key, NULL));
        return;
    }
    analysis_wish(task->run->db, task->session->board->number, task->who->id);
    task->run->accepted = true;
    struct entry *entry = task_answer(
        task, say("analyse-begun", pairs("name", task->run->config->house->name, NULL)));
    entry->receipt = entry->followed = true;
}
