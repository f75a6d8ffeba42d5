#include "commands/confirm.h"

#include "accounts/account.h"
#include "auth/budget.h"
#include "commands/leaving.h"
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
static const char *read_command(struct request *request, const struct player *who,
                                const struct command *command, struct pending *pending,
                                char **folded, char **what)
{
    struct run *run = request->run;
    if (command->row->id == COMMAND_PASSWORD) {
        pending->kind = PENDING_PASSWORD;
        *what = say(run, "confirm-password", NULL);
        return g_ascii_strcasecmp(command->name, who->name) != 0 ? "password-not-yours" : NULL;
    }
    if (command->row->id == COMMAND_FORGET) {
        pending->kind = PENDING_FORGET;
        g_autofree char *running = forget_running(run, who->id);
        *what = say(run, "confirm-forget", pairs("running", running, NULL));
        return NULL;
    }
    pending->kind = PENDING_DROP;
    *folded = address_fold(command->text);
    pending->address = command->text;
    pending->folded = *folded;
    *what = say(run, "confirm-drop", pairs("dropped", command->text, NULL));
    g_autoptr(Player) owner = *folded != NULL ? player_by_address(run->db, *folded) : NULL;
    if (owner == NULL || owner->id != who->id) {
        return "address-not-yours";
    }
    g_autoptr(GPtrArray) addresses = player_addresses(run->db, who->id);
    return addresses->len < 2 ? "address-only" : NULL;
}

void confirm_ask(struct request *request, const struct player *who, const struct command *command)
{
    struct run *run = request->run;
    bool last;
    if (!confirm_may_ask(request, who, &last)) {
        return; /* the last letter said so */
    }
    bool proven = request_proves(request, who->id);
    struct pending pending = {
        .player = who->id,
        .made = run_moment(run),
        .expires = run->now + (gint64)LIMIT_PENDING_DAYS * CLOCK_DAY,
        .proven = proven,
    };
    g_autofree char *folded = NULL;
    g_autofree char *what = NULL;
    const char *fault = read_command(request, who, command, &pending, &folded, &what);
    if (fault != NULL) {
        /* The line may hold a password that the player means to set: it is not repeated. */
        bool tells = command->row->id == COMMAND_PASSWORD;
        request_answer(request, who, tells ? NULL : command, fault, pairs("name", who->name, NULL));
        return;
    }
    if (!rate_limit_answer(run, who->id, who->address, proven)) {
        return;
    }
    const struct new_token token = account_token(run, &pending, pending_add(run->db, &pending));
    bool own = request->player != NULL && request->player->id == who->id;
    struct answered answered = { .message_id = own ? request->message->message_id : NULL,
                                 .references = own ? request->message->references : NULL };
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

void handle_forget(struct request *request, const struct player *who, const struct command *command)
{
    confirm_ask(request, who, command);
}
