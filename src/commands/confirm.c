#include "commands/confirm.h"

#include "accounts/account.h"
#include "auth/rate_limit.h"
#include "commands/leaving.h"
#include "mail/address.h"

bool confirm_is_asked(enum pending_kind kind)
{
    return kind == PENDING_DROP || kind == PENDING_PASSWORD || kind == PENDING_FORGET;
}

bool confirm_may_ask(struct request *request, const struct player *who, bool *last)
{
    int asked = pending_held_in(request->run->db, who->id, request_proves(request, who->id),
                                clock_span(request->run->now, CLOCK_HOUR));
    *last = asked + 1 == LIMIT_HELD_AN_HOUR;
    return asked < LIMIT_HELD_AN_HOUR;
}

/* ---- what is asked ---- */

/* The key of the reason why a player cannot drop an address, or NULL: it must be theirs, and not
 * the only one. */
static const char *drop_fault(struct request *request, const struct player *who, const char *folded)
{
    g_autoptr(GPtrArray) addresses = player_addresses(request->run->db, who->id);
    g_autoptr(Player) owner = folded != NULL ? player_by_address(request->run->db, folded) : NULL;
    if (owner == NULL || owner->id != who->id) {
        return "address-not-yours";
    }
    return addresses->len < 2 ? "address-only" : NULL;
}

/* Fills `pending` with what waits for the `confirm`. `pending->folded` is owned by *folded, which
 * is to be freed with g_free. Returns the key of the reason why it cannot be, or NULL. */
static const char *read_command(struct request *request, const struct player *who,
                                const struct command *command, char **folded,
                                struct pending *pending)
{
    pending->player = who->id;
    switch (command->row->id) {
    case COMMAND_PASSWORD:
        pending->kind = PENDING_PASSWORD;
        return g_ascii_strcasecmp(command->name, who->name) != 0 ? "password-not-yours" : NULL;
    case COMMAND_ADDRESS:
        pending->kind = PENDING_DROP;
        *folded = address_fold(command->text);
        pending->address = command->text;
        pending->folded = *folded;
        return drop_fault(request, who, *folded);
    default:
        pending->kind = PENDING_FORGET;
        return NULL;
    }
}

/* Describes what the `confirm` will do. Free with g_free. */
static char *consequence(struct request *request, const struct pending *pending)
{
    struct run *run = request->run;
    if (pending->kind == PENDING_FORGET) {
        g_autofree char *running = forget_running(run, pending->player);
        return say(run, "confirm-forget", pairs("running", running, NULL));
    }
    return pending->kind == PENDING_DROP
               ? say(run, "confirm-drop", pairs("dropped", pending->address, NULL))
               : say(run, "confirm-password", NULL);
}

static void ask(struct request *request, const struct player *who, const struct command *command,
                const struct pending *pending, bool last)
{
    struct run *run = request->run;
    g_autofree char *what = consequence(request, pending);
    g_autofree char *text = account_token(run, pending, pending_add(run->db, pending));
    bool own = request->player != NULL && request->player->id == who->id;
    struct answered answered = { .message_id = own ? request->message->message_id : NULL,
                                 .references = own ? request->message->references : NULL };
    letter_plain(run, who->id, who->address, "letters/confirm-command", "subject-confirm-command",
                 pairs("command", command->line, "title", command->row->name, "what", what, "last",
                       last ? "yes" : NULL, NULL),
                 NULL, text, &answered);
}

void confirm_ask(struct request *request, const struct player *who, const struct command *command)
{
    bool last;
    if (!confirm_may_ask(request, who, &last)) {
        return; /* the last letter said so */
    }
    struct run *run = request->run;
    g_autofree char *folded = NULL;
    struct pending pending = {
        .made = run->now,
        .expires = run->now + (gint64)LIMIT_PENDING_DAYS * CLOCK_DAY,
        .proven = request_proves(request, who->id),
    };
    const char *fault = read_command(request, who, command, &folded, &pending);
    if (fault != NULL) {
        /* The line may hold a password that the player means to set: it is not repeated. */
        bool tells = command->row->id == COMMAND_PASSWORD;
        request_answer(request, who, tells ? NULL : command, fault, pairs("name", who->name, NULL));
        return;
    }
    if (rate_limit_answer(run, who->id, who->address, request_proves(request, who->id))) {
        ask(request, who, command, &pending, last);
    }
}

void confirm_forget(struct request *request, const struct player *who,
                    const struct command *command)
{
    confirm_ask(request, who, command);
}
