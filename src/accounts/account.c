#include "accounts/account.h"

#include "language/grammar.h"
#include "letters/alarm.h"
#include "letters/letters.h"
#include "mail/address.h"
#include "match/options.h"
#include "store/inbox.h"
#include "store/players.h"
#include "store/tokens.h"

enum { LETTERS_A_WEEK = 5 /* that ask one mailbox to confirm */ };

const char *account_name_fault(struct run *run, const char *name, const char *folded)
{
    const struct grammar_context context = { .games = registry_names() };
    const char *fault = grammar_name_fault(&context, name);
    if (fault != NULL) {
        return fault;
    }
    /* A player has it, or a signup with another address is waiting for it. */
    g_autoptr(Player) player = player_by_name(run->db, name);
    g_autoptr(Pending) pending = pending_signup_by_name(run->db, name, run->now);
    if (player != NULL || (pending != NULL && g_strcmp0(pending->folded, folded) != 0)) {
        return "name-taken";
    }
    /* A player who had it was forgotten not long ago. */
    if (player_name_rests(run->db, name, run->now)) {
        return "name-kept";
    }
    /* Somebody other than the owner of that address had it not long ago. */
    gint64 keeper = player_name_kept(run->db, name, run->now);
    g_autoptr(Player) owner = keeper != 0 ? player_by_address(run->db, folded) : NULL;
    return keeper != 0 && (owner == NULL || owner->id != keeper) ? "name-kept" : NULL;
}

const char *account_address_fault(const struct run *run, const char *folded)
{
    const struct config *config = run->config;
    if (folded == NULL) {
        return "address-form";
    }
    bool own = address_kind(folded, config->local, config->delimiter, config->host, NULL) !=
               ADDRESS_FOREIGN;
    return own ? "address-own" : NULL;
}

void account_drop_address(struct run *run, const struct player *who, const char *address)
{
    g_autofree char *folded = address_fold(address);
    player_address_drop(run->db, who->id, folded);
    letter_notice(run, 0, address, "address-gone", pairs("name", who->name, NULL));
}

bool account_hash(struct run *run, const char *password, char **hash)
{
    *hash = password != NULL ? secret_password_hash(password) : NULL;
    if (password != NULL && *hash == NULL) {
        db_halt(run->db, "there is no memory to hash a password");
        return false;
    }
    return true;
}

bool account_is_new_address(const struct pending *pending)
{
    return pending->kind == PENDING_SIGNUP || pending->kind == PENDING_ADDRESS ||
           pending->kind == PENDING_GREETING;
}

struct new_token account_token(struct run *run, const struct pending *pending, gint64 id)
{
    struct token token = {
        .player = account_is_new_address(pending) ? 0 : pending->player,
        .kind = TOKEN_CONFIRM,
        .object = id,
        .expires = pending->expires,
        .made = run->now,
    };
    return token_new(run->db, &token);
}

struct new_token account_greeting(struct run *run, const char *address, const char *folded)
{
    g_autoptr(Pending) before = pending_greeting(run->db, folded, run->now);
    if (before != NULL) {
        return account_token(run, before, before->id);
    }
    const struct pending pending = {
        .kind = PENDING_GREETING,
        .address = (char *)address,
        .folded = (char *)folded,
        .made = run->now,
        .expires = run->now + (gint64)LIMIT_GREETING_DAYS * CLOCK_DAY,
    };
    return account_token(run, &pending, pending_add(run->db, &pending));
}

bool account_was_written_to(struct run *run, const char *folded)
{
    return notice_count(run->db, folded, "signup", clock_span(run->now, ACCOUNT_WEEK)) > 0;
}

/* Letters are also counted for the whole mailbox: a mailbox has countless addresses, each with
 * another word after a +. */
static const char by_mailbox[] = "signup-mailbox";

bool account_may_write_to(struct run *run, const char *folded)
{
    g_autofree char *mailbox = address_mailbox(folded);
    if (account_was_written_to(run, folded) ||
        notice_count(run->db, mailbox, by_mailbox, clock_span(run->now, ACCOUNT_WEEK)) >=
            LETTERS_A_WEEK) {
        return false;
    }
    bool room = notice_count(run->db, NULL, "signup", clock_span(run->now, CLOCK_DAY)) <
                LIMIT_SIGNUP_LETTERS_A_DAY;
    if (!room) {
        alarm_write(run, ALARM_SIGNUPS, NULL, NULL);
    }
    return room;
}

void account_wrote_to(struct run *run, const char *folded)
{
    g_autofree char *mailbox = address_mailbox(folded);
    notice_add(run->db, folded, "signup", run->now);
    notice_add(run->db, mailbox, by_mailbox, run->now);
}
