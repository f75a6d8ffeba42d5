#include "commands/account.h"

#include "accounts/account.h"
#include "auth/redact.h"
#include "commands/confirm.h"
#include "mail/address.h"

/* ---- address add ---- */

/* The key of the reason why a player cannot add an address, or NULL. That the address belongs to
 * somebody else is no such reason: the player must not learn it. */
static const char *addition_fault(struct run *run, const struct player *who, const char *folded)
{
    const char *fault = account_address_fault(run, folded);
    if (fault != NULL) {
        return fault;
    }
    g_autoptr(Player) owner = player_by_address(run->db, folded);
    if (owner != NULL && owner->id == who->id) {
        return "address-yours";
    }
    g_autoptr(GPtrArray) addresses = player_addresses(run->db, who->id);
    return addresses->len >= LIMIT_ADDRESSES ? "addresses-most" : NULL;
}

/* Stores the request and asks the new address to confirm. No letter goes to an address that is
 * another player's, or that was written to within a week. */
static void ask_new_address(struct run *run, const struct player *who, struct pending *pending)
{
    g_autoptr(Player) owner = player_by_address(run->db, pending->folded);
    gint64 id = pending_add(run->db, pending);
    if (owner != NULL || !account_may_write_to(run, pending->folded)) {
        return;
    }
    g_autofree char *text = account_token(run, pending, id);
    account_wrote_to(run, pending->folded);
    letter_plain(run, 0, pending->address, "letters/address", "subject-confirm-address",
                 pairs("name", who->name, NULL), NULL, text, NULL);
}

static void add_address(struct request *request, const struct player *who,
                        const struct command *command)
{
    struct run *run = request->run;
    bool last;
    if (!confirm_may_ask(request, who, &last)) {
        request_answer(request, who, command, "asked-too-often", NULL);
        return;
    }
    g_autofree char *folded = address_fold(command->text);
    g_autofree char *ascii = address_ascii(command->text);
    const char *fault = addition_fault(run, who, folded);
    if (fault == NULL) {
        struct pending pending = {
            .kind = PENDING_ADDRESS,
            .player = who->id,
            .address = ascii,
            .folded = folded,
            .made = run->now,
            .expires = run->now + (gint64)LIMIT_PENDING_DAYS * CLOCK_DAY,
            .proven = request_proves(request, who->id),
        };
        ask_new_address(run, who, &pending);
    }
    request_answer(request, who, command, fault != NULL ? fault : "address-asked",
                   pairs("address", command->text, NULL));
}

void addresses_confirmed(struct request *request, const struct pending *pending)
{
    struct run *run = request->run;
    pending_remove(run->db, pending->id);
    g_autoptr(Player) who = player_by_id(run->db, pending->player);
    g_autoptr(GPtrArray) addresses = player_addresses(run->db, pending->player);
    if (who == NULL || who->address == NULL || addresses->len >= LIMIT_ADDRESSES) {
        return;
    }
    player_address_add(run->db, who->id, pending->address, pending->folded, run->now);
    run->accepted = true;
    g_autofree char *told =
        say(run, "address-added", pairs("name", who->name, "added", pending->address, NULL));
    letter_notice(run, who->id, who->address, told);
    g_autofree char *here = say(run, "address-is-yours", pairs("name", who->name, NULL));
    letter_notice(run, who->id, pending->address, here);
}

/* ---- address drop ---- */

void addresses_drop(struct request *request, const struct player *who,
                    const struct pending *pending, const struct command *command)
{
    struct run *run = request->run;
    g_autoptr(GPtrArray) addresses = player_addresses(run->db, who->id);
    g_autoptr(Player) owner = player_by_address(run->db, pending->folded);
    if (addresses->len < 2 || owner == NULL || owner->id != who->id) {
        request_answer(request, who, command, "nothing-pending", NULL);
        return;
    }
    player_address_drop(run->db, who->id, pending->folded);
    run->accepted = true;
    g_autofree char *gone = say(run, "address-gone", pairs("name", who->name, NULL));
    letter_notice(run, 0, pending->address, gone);
    g_autoptr(Player) now = player_by_id(run->db, who->id);
    request_answer(request, now, command, "address-dropped",
                   pairs("dropped", pending->address, "address", now->address, NULL));
}

void addresses_change(struct request *request, const struct player *who,
                      const struct command *command)
{
    if (g_str_equal(command->words[0], "add")) {
        add_address(request, who, command);
    } else {
        confirm_ask(request, who, command);
    }
}

/* ---- password ---- */

void password_replace(struct request *request, const struct player *who,
                      const struct command *command)
{
    struct run *run = request->run;
    const char *chosen = command->new_password;
    const char *fault = password_fault(chosen);
    if (fault == NULL && chosen != NULL && request->has_hashed) {
        fault = "password-once";
    }
    if (fault != NULL) {
        request_answer(request, who, command, fault, NULL);
        return;
    }
    g_autofree char *hash = chosen != NULL ? secret_password_hash(chosen) : NULL;
    if (chosen != NULL && hash == NULL) {
        db_halt(run->db, "there is no memory to hash a password");
        return;
    }
    request->has_hashed = request->has_hashed || chosen != NULL;
    player_set_password(run->db, who->id, hash, chosen != NULL ? strlen(chosen) : 0);
    run->accepted = true;
    request_answer(request, who, command, chosen != NULL ? "password-set" : "password-gone", NULL);
}
