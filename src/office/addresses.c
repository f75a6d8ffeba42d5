/* Addresses: one more, one less. */
#include <string.h>

#include "base/clock.h"
#include "mail/address.h"
#include "office/account.h"
#include "office/twice.h"
#include "office/visit.h"

/* ---- one more ---- */

/* Why he cannot have it, as a key; NULL: he can, for all he may know. That it
 * is another's is not told him. */
static const char *addition_fault(struct office *office, const struct player *who,
                                  const char *folded)
{
    const char *fault = account_address_fault(office, folded);
    if (fault != NULL) {
        return fault;
    }
    g_autoptr(Player) owner = player_by_address(office->db, folded);
    if (owner != NULL && owner->id == who->id) {
        return "address-yours";
    }
    g_autoptr(GPtrArray) addresses = player_addresses(office->db, who->id);
    return addresses->len >= OFFICE_ADDRESSES ? "addresses-most" : NULL;
}

/* A letter to the new address, which must confirm; none where it is another
 * player's, or was written to in this week. */
static void ask_new_address(struct office *office, const struct player *who,
                            struct pending *pending)
{
    g_autoptr(Player) owner = player_by_address(office->db, pending->folded);
    gint64 id = pending_add(office->db, pending);
    if (owner != NULL || !account_may_write_to(office, pending->folded)) {
        return;
    }
    g_autofree char *text = account_token(office, pending, id);
    account_wrote_to(office, pending->folded);
    letter_plain(office, 0, pending->address, "letters/address", "subject-confirm-address",
                 pairs("name", who->name, NULL), NULL, text, NULL);
}

static void add_address(struct visit *visit, const struct player *who,
                        const struct command *command)
{
    struct office *office = visit->office;
    bool last;
    if (!twice_may_ask(visit, who, &last)) {
        visit_answer(visit, who, command, say(office, "asked-too-often", NULL));
        return;
    }
    g_autofree char *folded = address_fold(command->text);
    g_autofree char *ascii = address_ascii(command->text);
    const char *fault = addition_fault(office, who, folded);
    if (fault == NULL) {
        struct pending pending = {
            .kind = PENDING_ADDRESS,
            .player = who->id,
            .address = ascii,
            .folded = folded,
            .made = office->now,
            .expires = office->now + (gint64)OFFICE_PENDING_DAYS * CLOCK_DAY,
            .proven = visit_proves(visit, who->id),
        };
        ask_new_address(office, who, &pending);
    }
    visit_answer(visit, who, command,
                 say(office, fault != NULL ? fault : "address-asked",
                     pairs("address", command->text, NULL)));
}

void addresses_confirmed(struct visit *visit, const struct pending *pending)
{
    struct office *office = visit->office;
    pending_remove(office->db, pending->id);
    g_autoptr(Player) who = player_by_id(office->db, pending->player);
    g_autoptr(GPtrArray) addresses = player_addresses(office->db, pending->player);
    if (who == NULL || who->address == NULL || addresses->len >= OFFICE_ADDRESSES) {
        return;
    }
    player_address_add(office->db, who->id, pending->address, pending->folded, office->now);
    office->accepted = true;
    g_autofree char *told =
        say(office, "address-added", pairs("name", who->name, "added", pending->address, NULL));
    account_notice(office, who->id, who->address, told);
    g_autofree char *here = say(office, "address-is-yours", pairs("name", who->name, NULL));
    account_notice(office, who->id, pending->address, here);
}

/* ---- one less ---- */

void addresses_drop(struct visit *visit, const struct player *who, const struct pending *pending,
                    const struct command *command)
{
    struct office *office = visit->office;
    g_autoptr(GPtrArray) addresses = player_addresses(office->db, who->id);
    g_autoptr(Player) owner = player_by_address(office->db, pending->folded);
    if (addresses->len < 2 || owner == NULL || owner->id != who->id) {
        visit_answer(visit, who, command, say(office, "nothing-pending", NULL));
        return;
    }
    player_address_drop(office->db, who->id, pending->folded);
    office->accepted = true;
    g_autofree char *gone = say(office, "address-gone", pairs("name", who->name, NULL));
    account_notice(office, 0, pending->address, gone);
    g_autoptr(Player) now = player_by_id(office->db, who->id);
    visit_answer(visit, now, command,
                 say(office, "address-dropped",
                     pairs("dropped", pending->address, "address", now->address, NULL)));
}

void account_address(struct visit *visit, const struct player *who, const struct command *command)
{
    if (g_str_equal(command->words[0], "add")) {
        add_address(visit, who, command);
    } else {
        twice_ask(visit, who, command);
    }
}
