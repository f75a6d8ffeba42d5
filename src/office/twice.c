#include "office/twice.h"

#include "base/clock.h"
#include "mail/address.h"
#include "office/account.h"
#include "office/allowance.h"

bool twice_is(enum pending_kind kind)
{
    return kind == PENDING_DROP || kind == PENDING_PASSWORD || kind == PENDING_FORGET;
}

bool twice_may_ask(struct visit *visit, const struct player *who, bool *last)
{
    int asked = pending_held_in(visit->office->db, who->id, visit_proves(visit, who->id),
                                clock_span(visit->office->now, CLOCK_HOUR));
    *last = asked + 1 == OFFICE_HELD_AN_HOUR;
    return asked < OFFICE_HELD_AN_HOUR;
}

/* ---- what is asked ---- */

/* Whether the address is his, and not the only one he has. */
static const char *drop_fault(struct visit *visit, const struct player *who, const char *folded)
{
    g_autoptr(GPtrArray) addresses = player_addresses(visit->office->db, who->id);
    g_autoptr(Player) owner = folded != NULL ? player_by_address(visit->office->db, folded) : NULL;
    if (owner == NULL || owner->id != who->id) {
        return "address-not-yours";
    }
    return addresses->len < 2 ? "address-only" : NULL;
}

/* Sets what is to wait for the `confirm`. A key of the office's words if it
 * cannot be asked for. */
static const char *read_command(struct visit *visit, const struct player *who,
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
        return drop_fault(visit, who, *folded);
    default:
        pending->kind = PENDING_FORGET;
        return NULL;
    }
}

/* What would be done, in words; the caller's. */
static char *consequence(struct visit *visit, const struct pending *pending)
{
    struct office *office = visit->office;
    if (pending->kind == PENDING_FORGET) {
        g_autofree char *running = forget_running(office, pending->player);
        return say(office, "twice-forget", pairs("running", running, NULL));
    }
    return pending->kind == PENDING_DROP
               ? say(office, "twice-drop", pairs("dropped", pending->address, NULL))
               : say(office, "twice-password", NULL);
}

static void ask(struct visit *visit, const struct player *who, const struct command *command,
                const struct pending *pending, bool last)
{
    struct office *office = visit->office;
    g_autofree char *what = consequence(visit, pending);
    g_autofree char *text = account_token(office, pending, pending_add(office->db, pending));
    bool own = visit->player != NULL && visit->player->id == who->id;
    struct answered answered = { .message_id = own ? visit->message->message_id : NULL,
                                 .references = own ? visit->message->references : NULL };
    letter_plain(office, who->id, who->address, "letters/twice", "subject-twice",
                 pairs("command", command->line, "title", command->row->name, "what", what, "last",
                       last ? "yes" : NULL, NULL),
                 NULL, text, &answered);
}

void twice_ask(struct visit *visit, const struct player *who, const struct command *command)
{
    bool last;
    if (!twice_may_ask(visit, who, &last)) {
        return; /* the last letter said so */
    }
    struct office *office = visit->office;
    g_autofree char *folded = NULL;
    struct pending pending = {
        .made = office->now,
        .expires = office->now + (gint64)OFFICE_PENDING_DAYS * CLOCK_DAY,
        .proven = visit_proves(visit, who->id),
    };
    const char *fault = read_command(visit, who, command, &folded, &pending);
    if (fault != NULL) {
        /* Where he meant a new password, it stands in the line. */
        bool tells = command->row->id == COMMAND_PASSWORD;
        visit_answer(visit, who, tells ? NULL : command,
                     say(office, fault, pairs("name", who->name, NULL)));
        return;
    }
    if (allowance_answer(visit, who->id, who->address)) {
        ask(visit, who, command, &pending, last);
    }
}

/* ---- what is done ---- */

void account_forget(struct visit *visit, const struct player *who, const struct command *command)
{
    twice_ask(visit, who, command);
}

void twice_carry_out(struct visit *visit, const struct player *who, const struct pending *pending,
                     const struct command *command)
{
    pending_remove(visit->office->db, pending->id);
    switch (pending->kind) {
    case PENDING_DROP:
        addresses_drop(visit, who, pending, command);
        break;
    case PENDING_PASSWORD:
        password_replace(visit, who, command);
        break;
    default:
        forget_player(visit, who);
        break;
    }
}
