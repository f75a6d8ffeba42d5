#include "commands/confirm.h"

#include "accounts/account.h"
#include "auth/budget.h"
#include "commands/leaving.h"
#include "commands/task.h"
#include "mail/address.h"

bool confirm_may_ask(struct request *request, const struct player *who, bool *last)
{
    int asked = pending_held_in(request->run->db, who->id, request_proves(request, who->id),
                                clock_span(run_moment(request->run), CLOCK_HOUR));
    *last = asked + 1 == LIMIT_HELD_AN_HOUR;
    return asked < LIMIT_HELD_AN_HOUR;
}

/* Fills `pending` with what waits for the `confirm`, and sets *what to a description of what the
 * `confirm` will do. `pending->folded` is owned by *folded; free both with g_free. Returns the key
 * of the reason why it cannot be done, or NULL. */
static const char *read_command(struct task *task, struct pending *pending, char **folded,
                                char **what)
{
    const struct command *command = task->command;
    struct run *run = task->run;
    if (command->row->id == COMMAND_PASSWORD) {
        pending->kind = PENDING_PASSWORD;
        *what = say(run, "confirm-password", NULL);
        return g_ascii_strcasecmp(command->name, task->who->name) != 0 ? "password-not-yours"
                                                                       : NULL;
    }
    if (command->row->id == COMMAND_FORGET) {
        pending->kind = PENDING_FORGET;
        g_autofree char *running = forget_running(run, task->who->id);
        *what = say(run, "confirm-forget", pairs("running", running, NULL));
        return NULL;
    }
    pending->kind = PENDING_DROP;
    *folded = address_fold(command->text);
    pending->address = command->text;
    pending->folded = *folded;
    *what = say(run, "confirm-drop", pairs("dropped", command->text, NULL));
    g_autoptr(Player) owner = *folded != NULL ? player_by_address(run->db, *folded) : NULL;
    if (owner == NULL || owner->id != task->who->id) {
        return "address-not-yours";
    }
    g_autoptr(GPtrArray) addresses = player_addresses(run->db, task->who->id);
    return addresses->len < 2 ? "address-only" : NULL;
}

void confirm_ask(struct task *task)
{
    struct request *request = task->request;
    const struct player *who = task->who;
    const struct command *command = task->command;
    struct run *run = task->run;
    bool last;
    if (!confirm_may_ask(request, who, &last)) {
        return; /* the last letter said so */
    }
    struct pending pending = {
        .player = who->id,
        .made = run_moment(run),
        .expires = run->now + (gint64)LIMIT_PENDING_DAYS * CLOCK_DAY,
        .proven = request_proves(request, who->id),
    };
    g_autofree char *folded = NULL;
    g_autofree char *what = NULL;
    const char *fault = read_command(task, &pending, &folded, &what);
    if (fault != NULL) {
        /* The line may hold a password that the player means to set: it is not repeated. */
        bool tells = command->row->id == COMMAND_PASSWORD;
        request_answer(request, who, tells ? NULL : command, fault, pairs("name", who->name, NULL));
        return;
    }
    if (!request_may_answer(request, who)) {
        return;
    }
    const struct new_token token = account_token(run, &pending, pending_add(run->db, &pending));
    const struct answered answered = request_answered(request, who->id);
    letter_plain(run, &(struct plain_letter){
                          .player = who->id,
                          .address = who->address,
                          .subject = "subject-confirm-command",
                          .page = "letters/confirm-command",
                          .values = pairs("command", command->line, "title", command->row->name,
                                          "what", what, "last", last ? "yes" : NULL, NULL),
                          .token = &token,
                          .links = (const char *const[]){ "confirm", "no", NULL },
                          .answered = &answered });
}
