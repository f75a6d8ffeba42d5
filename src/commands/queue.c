/* The command queue: moves sent before it is their player's turn. */
#include "commands/task.h"
#include "commands/turns.h"
#include "language/line.h"
#include "letters/run.h"
#include "play/turn_words.h"
#include "store/boards.h"

/* Answers in the sentence of `key` about `plan` and the one `before` it (NULL: none). */
static void answer(struct task *task, const char *key, const struct plan *plan,
                   const struct plan *before)
{
    struct values *values =
        pairs("move", plan != NULL ? plan->text : NULL, "comment",
              plan != NULL ? plan->comment : NULL, "before", before != NULL ? before->text : NULL,
              "dropped", before != NULL ? before->comment : NULL, NULL);
    task_answer_board(task, say(key, with_number(values, "number", task->session->board->number)));
}

/* Says why a text cannot be queued, or NULL. */
static struct phrase *refused(const struct session *session, const struct command *command)
{
    if (moves_word(command->text) != COMMAND_NONE) {
        return say("queue-words", NULL);
    }
    if (!match_reads_as_turn(session->match, command->text)) {
        return say("queue-no-turn", pairs("move", command->text, NULL));
    }
    gint64 next = (gint64)session->match->turns->len + 1;
    bool past = command->has_ply && command->ply <= next;
    return past ? turn_is_another(session, command->text, command->ply) : NULL;
}

void handle_queue(struct task *task)
{
    const struct command *command = task->command;
    struct session *session = task->session;
    struct db *db = task->run->db;
    gint64 number = session->board->number;
    g_autoptr(Plan) before = plan_read(db, number, task->who->id, PLAN_QUEUED);
    if (command->text == NULL) {
        bool off = command->words[0] != NULL;
        if (before != NULL && off) {
            plan_drop(db, number, task->who->id, PLAN_QUEUED);
            task->run->accepted = true;
        }
        const char *key = before == NULL ? "queue-none" : off ? "queue-off" : "queue-holds";
        answer(task, key, before, NULL);
        return;
    }
    struct phrase *why = refused(session, command);
    if (why != NULL) {
        task_answer_board(task, why);
        return;
    }
    if (match_actor(session->match) == task->seat) {
        turn_play(task, "queue-at-once");
        return;
    }
    /* Sentences show the move without the full stop of its line. */
    size_t length = strlen(command->text);
    while (length > 0 && strchr(". ", command->text[length - 1]) != NULL) {
        length--;
    }
    g_autofree char *text = g_strndup(command->text, length);
    g_autofree char *comment = task_keep_comment(task);
    struct plan plan = {
        .board = number,
        .player = task->who->id,
        .kind = PLAN_QUEUED,
        .text = text,
        .ply = command->has_ply ? command->ply : 0,
        .revision = session->board->revision,
        .comment = comment,
    };
    plan_put(db, &plan);
    task->run->accepted = true;
    answer(task, "queued", &plan, before);
}
