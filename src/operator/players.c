/* operator.h: accounts. */
#include <string.h>

#include "accounts/account.h"
#include "auth/redact.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/random.h"
#include "clocks/clocks.h"
#include "commands/bounces.h"
#include "commands/leaving.h"
#include "letters/run.h"
#include "mail/address.h"
#include "operator/operator.h"
#include "store/boards.h"
#include "store/inbox.h"
#include "store/journal.h"
#include "store/pending.h"

/* ---- who ---- */

/* Sets the error to a sentence; returns false. Takes `values`. */
static bool refuse(struct run *run, const char *key, struct values *values, GError **error)
{
    g_autofree char *words = say_operator(run, key, values);
    g_set_error_literal(error, POSTMOVE_ERROR, POSTMOVE_ERROR_NO, words);
    return false;
}

/* The player with that name, who is no program; NULL with the error. Free with player_free. */
static struct player *find(struct run *run, const char *name, GError **error)
{
    g_autoptr(Player) who = player_by_name(run->db, name);
    if (who == NULL || who->program) {
        refuse(run, who == NULL ? "no-player" : "operator-program", pairs("name", name, NULL),
               error);
        return NULL;
    }
    return g_steal_pointer(&who);
}

/* Tells everybody who plays with the player, once each. Takes `values`. */
static void tell_others(struct run *run, const struct player *who, const char *key,
                        struct values *values)
{
    g_autoptr(GHashTable) told = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    g_autoptr(GPtrArray) boards =
        board_list(run->db, who->id, 1U << BOARD_RUNNING | 1U << BOARD_CHALLENGE);
    for (guint i = 0; i < boards->len; i++) {
        const struct board *board = boards->pdata[i];
        for (int seat = 0; seat < board->seats; seat++) {
            gint64 other = board->seat[seat].player;
            g_autoptr(Player) player = other != who->id ? player_by_id(run->db, other) : NULL;
            if (player != NULL && player->address != NULL &&
                g_hash_table_add(told, g_memdup2(&other, sizeof(other)))) {
                letter_notice(run, other, player->address, key, values_ref(values));
            }
        }
    }
    values_unref(values);
}

/* ---- names ---- */

bool operator_rename(struct run *run, const char *name, const char *other, GError **error)
{
    g_autoptr(Player) who = find(run, name, error);
    if (who == NULL) {
        return false;
    }
    g_autofree char *folded = address_fold(who->address);
    g_autoptr(Player) owner = player_by_name(run->db, other);
    bool same = owner != NULL && owner->id == who->id; /* the same name in other case */
    const char *key = same ? NULL : account_name_fault(run, other, folded);
    if (key != NULL) {
        return refuse(run, key, pairs("name", other, NULL), error);
    }
    player_rename(run->db, who->id, other, run->now);
    journal_rename(run->db, who->name, other, false);
    struct values *values = pairs("name", who->name, "other", other, NULL);
    letter_notice(run, who->id, who->address, "operator-renamed-you", values_ref(values));
    tell_others(run, who, "operator-renamed", values);
    return true;
}

/* ---- addresses ---- */

/* Why the address cannot be added, dropped or set, as a key; NULL if it can. */
static const char *address_fault(struct run *run, const struct player *who,
                                 enum operator_address what, const char *folded)
{
    g_autoptr(Player) owner = folded != NULL ? player_by_address(run->db, folded) : NULL;
    g_autoptr(GPtrArray) addresses = player_addresses(run->db, who->id);
    bool has = owner != NULL && owner->id == who->id;
    if (what == OPERATOR_ADDRESS_DROP) {
        return !has                 ? "operator-address-not-theirs"
               : addresses->len < 2 ? "operator-address-only"
                                    : NULL;
    }
    const char *fault = account_address_fault(run, folded);
    if (fault != NULL) {
        return fault;
    }
    if (owner != NULL && !has) {
        return "address-taken";
    }
    if (has) {
        return what == OPERATOR_ADDRESS_ADD || addresses->len == 1 ? "operator-address-has" : NULL;
    }
    bool full = what == OPERATOR_ADDRESS_ADD && addresses->len >= LIMIT_ADDRESSES;
    return full ? "operator-addresses-most" : NULL;
}

/* Adds the address and writes to it; `key` is the sentence of that letter. */
static void add_address(struct run *run, const struct player *who, const char *address,
                        const char *folded, const char *key)
{
    g_autofree char *ascii = address_ascii(address);
    player_address_add(run->db, who->id, ascii, folded, run->now);
    letter_notice(run, who->id, ascii, key, pairs("name", who->name, NULL));
}

bool operator_address(struct run *run, const char *name, enum operator_address what,
                      const char *address, GError **error)
{
    g_autoptr(Player) who = find(run, name, error);
    if (who == NULL) {
        return false;
    }
    g_autofree char *folded = address_fold(address);
    const char *key = address_fault(run, who, what, folded);
    if (key != NULL) {
        return refuse(run, key, pairs("name", who->name, "address", address, NULL), error);
    }
    if (what == OPERATOR_ADDRESS_ADD) {
        letter_notice(run, who->id, who->address, "address-added",
                      pairs("name", who->name, "added", address, NULL));
        add_address(run, who, address, folded, "address-is-yours");
    } else if (what == OPERATOR_ADDRESS_DROP) {
        account_drop_address(run, who, address);
    } else {
        g_autoptr(GPtrArray) before = player_addresses(run->db, who->id);
        g_autoptr(Player) owner = player_by_address(run->db, folded);
        /* The new address comes first, so that the player always has one. */
        if (owner == NULL) {
            add_address(run, who, address, folded, "operator-address-set");
        }
        for (guint i = 0; i < before->len; i++) {
            g_autofree char *old = address_fold(before->pdata[i]);
            if (g_strcmp0(old, folded) != 0) {
                account_drop_address(run, who, before->pdata[i]);
            }
        }
    }
    return true;
}

/* ---- suspension ---- */

bool operator_suspend(struct run *run, const char *name, GError **error)
{
    g_autoptr(Player) who = find(run, name, error);
    if (who == NULL) {
        return false;
    }
    if (who->suspended != 0) {
        return refuse(run, "operator-suspended-already", pairs("name", who->name, NULL), error);
    }
    player_suspend(run->db, who->id, run->now);
    clocks_kept_back(run, who->id);
    /* To player 0, since letters to this player are kept back now. */
    letter_notice(run, 0, who->address, "suspended-you", pairs("name", who->name, NULL));
    tell_others(run, who, "operator-suspended", pairs("name", who->name, NULL));
    return true;
}

/* ---- passwords ---- */

bool operator_password(struct run *run, const char *name, const char *password, GError **error)
{
    g_autoptr(Player) who = find(run, name, error);
    if (who == NULL) {
        return false;
    }
    const char *fault = password_fault(password);
    if (fault != NULL) {
        return refuse(run, fault, NULL, error);
    }
    g_autofree char *hash = NULL;
    account_hash(run, password, &hash);
    player_set_password(run->db, who->id, hash, password != NULL ? strlen(password) : 0);
    budget_forget_wrong(run->db, who->id);
    letter_notice(run, who->id, who->address,
                  password != NULL ? "operator-password-set" : "operator-password-gone", NULL);
    return true;
}

bool operator_password_letter(struct run *run, const char *name, GError **error)
{
    g_autoptr(Player) who = find(run, name, error);
    if (who == NULL) {
        return false;
    }
    g_autofree char *line = g_strjoin(" ", grammar_row(COMMAND_PASSWORD)->name, who->name, NULL);
    const struct pending pending = {
        .kind = PENDING_HELD,
        .player = who->id,
        .command = line,
        .made = run->now,
        .expires = run->now + (gint64)LIMIT_PENDING_DAYS * CLOCK_DAY,
        .proven = true,
    };
    const struct new_token token = account_token(run, &pending, pending_add(run->db, &pending));
    letter_plain(run, &(struct letter_draft){ .player = who->id,
                                              .address = who->address,
                                              .subject = "subject-password",
                                              .page = "letters/password",
                                              .values = pairs("name", who->name, NULL),
                                              .token = &token });
    return true;
}

/* ---- forgetting ---- */

char *operator_forget(struct run *run, const char *name, GError **error)
{
    /* A program that is not in the configuration any more can be forgotten, too. */
    g_autoptr(Player) program = player_by_name(run->db, name);
    const bool gone = program != NULL && program->program && config_bot(run->config, name) == NULL;
    g_autoptr(Player) who = gone ? g_steal_pointer(&program) : find(run, name, error);
    if (who == NULL) {
        return NULL;
    }
    forget_player(run, who);
    return g_strdup_printf("former-%" G_GINT64_FORMAT, who->id);
}

bool operator_player_add(struct run *run, const char *name, const char *address, GError **error)
{
    g_autofree char *folded = address_fold(address);
    /* The operator comes before somebody who has only asked for the name. */
    g_autoptr(Pending) asked = pending_signup_by_name(run->db, name, run->now);
    if (asked != NULL) {
        pending_remove(run->db, asked->id);
    }
    const char *key = account_address_fault(run, folded);
    g_autoptr(Player) taken = key == NULL ? player_by_address(run->db, folded) : NULL;
    key = taken != NULL ? "address-taken" : key;
    key = key != NULL ? key : account_name_fault(run, name, folded);
    if (key != NULL) {
        return refuse(run, key, pairs("name", name, "address", address, NULL), error);
    }
    g_autofree char *ascii = address_ascii(address);
    player_add(run->db, name, ascii, folded, NULL, run->now);
    return true;
}

bool operator_player_resume(struct run *run, const char *name, GError **error)
{
    g_autoptr(Player) who = player_by_name(run->db, name);
    bool barred = who != NULL && who->suspended != 0;
    bool kept_back = who != NULL && bounces_take_up(run, who);
    if (barred) {
        player_suspend(run->db, who->id, 0);
        letter_notice(run, who->id, who->address, "suspension-over", NULL);
    }
    if (barred || kept_back) {
        bounces_show_waiting(run, who->id, NULL);
        return true;
    }
    return refuse(run, who == NULL ? "no-player" : "mail-goes-out", pairs("name", name, NULL),
                  error);
}
