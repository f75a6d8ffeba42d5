/* player: lists players, and lets the operator change their accounts. Players concerned are told by
 * letter. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "accounts/account.h"
#include "auth/redact.h"
#include "base/clock.h"
#include "base/error.h"
#include "cli/json.h"
#include "cli/workspace.h"
#include "clocks/clocks.h"
#include "commands/bounces.h"
#include "commands/leaving.h"
#include "letters/letters.h"
#include "mail/address.h"
#include "match/options.h"
#include "ratings/ratings.h"
#include "store/boards.h"
#include "store/inbox.h"
#include "store/journal.h"
#include "store/outbox.h"
#include "store/pending.h"
#include "store/players.h"

/* ---- list and show ---- */

static gint64 matches(struct db *db, gint64 player, enum board_state state)
{
    g_autoptr(GPtrArray) boards = board_list(db, player, 1U << state);
    return boards->len;
}

static void add_player(struct table *table, struct db *db, const struct player *player)
{
    GVariantBuilder *object = &table->object;
    g_autofree char *folded = player->program ? NULL : address_fold(player->address);
    const struct bounces returns = bounces_read(db, folded != NULL ? folded : "", clock_now());
    const bool known = *returns.status != '\0';
    g_autofree char *status = g_strdup_printf("(%s)", returns.status);
    row_text(table, "name", "", -20, player->name);
    row_text(table, NULL, "  ", -30, player->program ? "a program" : player->address);
    json_text(object, "address", player->address);
    json_switch(object, "program", player->program);
    row_moment(table, "since", "  since ", player->since);
    json_switch(object, "password", player->password != NULL);
    row_number(table, "running", "  running ", 0, matches(db, player->id, BOARD_RUNNING));
    row_number(table, "finished", "  finished ", 0, matches(db, player->id, BOARD_FINISHED));
    json_number(object, "returns", returns.points);
    json_text(object, "failure", known ? returns.status : NULL);
    row_moment(table, "kept_back", "  mail kept back since ", returns.suspended);
    if (returns.suspended == 0 && returns.points > 0) {
        row_text(table, NULL, "  ", 0, "mail came back");
    }
    if ((returns.suspended != 0 || returns.points > 0) && known) {
        row_text(table, NULL, " ", 0, status);
    }
    row_moment(table, "suspended", "  suspended since ", player->suspended);
}

static bool list(struct act *act)
{
    g_autoptr(GPtrArray) players = player_list(act->run->db);
    g_auto(Table) table = table_new(act_has(act, "json"));
    for (guint i = 0; i < players->len; i++) {
        add_player(&table, act->run->db, players->pdata[i]);
        table_next(&table);
    }
    table_print(&table);
    return true;
}

/* Adds the ratings of a player; below the line, for people. */
static void add_ratings(struct table *table, struct db *db, gint64 player)
{
    GVariantBuilder ratings = G_VARIANT_BUILDER_INIT(G_VARIANT_TYPE("aa{sv}"));
    for (const struct game *const *game = registry_games; *game != NULL; game++) {
        const struct board_rating rating = ratings_of(db, player, (*game)->name);
        if (rating.matches > 0) {
            g_string_append_printf(table->line, "\n  %-16s %d, matches %d", (*game)->name,
                                   rating_points(rating.rating), rating.matches);
            g_variant_builder_open(&ratings, G_VARIANT_TYPE_VARDICT);
            json_text(&ratings, "game", (*game)->name);
            json_number(&ratings, "rating", rating_points(rating.rating));
            json_number(&ratings, "deviation", rating_points(rating.deviation));
            json_number(&ratings, "matches", rating.matches);
            g_variant_builder_close(&ratings);
        }
    }
    g_variant_builder_add(&table->object, "{sv}", "ratings", g_variant_builder_end(&ratings));
}

static bool show(struct act *act)
{
    g_autoptr(Player) player = player_by_name(act->run->db, act->words[0]);
    if (player == NULL) {
        return cli_refuse(&act->error, POSTMOVE_ERROR_NO,
                          "%s: no such player; `postmove player list` shows them all",
                          act->words[0]);
    }
    g_auto(Table) table = table_new(act_has(act, "json"));
    add_player(&table, act->run->db, player);
    add_ratings(&table, act->run->db, player->id);
    row_print(&table);
    return true;
}

/* ---- who ---- */

/* The player with that name, who is no program; NULL with the error. Free with player_free. */
static struct player *find(struct act *act, const char *name)
{
    g_autoptr(Player) who = player_by_name(act->run->db, name);
    if (who == NULL || who->program) {
        act_refuse(act, who == NULL ? "no-player" : "operator-program", pairs("name", name, NULL));
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

/* ---- add, rename ---- */

/* Adds a player, whose address need not confirm. */
static bool add(struct act *act)
{
    const char *name = act->words[0], *address = act->words[1];
    act->about = g_strdup(name); /* without the address */
    g_autofree char *folded = address_fold(address);
    /* The operator comes before somebody who has only asked for the name. */
    g_autoptr(Pending) asked = pending_signup_by_name(act->run->db, name, act->run->now);
    if (asked != NULL) {
        pending_remove(act->run->db, asked->id);
    }
    const char *key = account_address_fault(act->run, folded);
    g_autoptr(Player) taken = key == NULL ? player_by_address(act->run->db, folded) : NULL;
    key = taken != NULL ? "address-taken" : key;
    key = key != NULL ? key : account_name_fault(act->run, name, folded);
    if (key != NULL) {
        return act_refuse(act, key, pairs("name", name, "address", address, NULL));
    }
    g_autofree char *ascii = address_ascii(address);
    player_add(act->run->db, name, ascii, folded, NULL, act->run->now);
    return true;
}

/* Gives a player another name; the old one is kept from others for a year. */
static bool rename_player(struct act *act)
{
    const char *other = act->words[1];
    g_autoptr(Player) who = find(act, act->words[0]);
    if (who == NULL) {
        return false;
    }
    g_autofree char *folded = address_fold(who->address);
    g_autoptr(Player) owner = player_by_name(act->run->db, other);
    bool same = owner != NULL && owner->id == who->id; /* the same name in other case */
    const char *key = same ? NULL : account_name_fault(act->run, other, folded);
    if (key != NULL) {
        return act_refuse(act, key, pairs("name", other, NULL));
    }
    player_rename(act->run->db, who->id, other, act->run->now);
    journal_rename(act->run->db, who->name, other, false);
    struct values *values = pairs("name", who->name, "other", other, NULL);
    letter_notice(act->run, who->id, who->address, "operator-renamed-you", values_ref(values));
    tell_others(act->run, who, "operator-renamed", values);
    return true;
}

/* ---- addresses ---- */

enum change { CHANGE_ADD, CHANGE_DROP, CHANGE_SET, CHANGES };

static const char *const changes[] = {
    [CHANGE_ADD] = "add",   /* one more, without asking it to confirm */
    [CHANGE_DROP] = "drop", /* removes one, but not the last */
    [CHANGE_SET] = "set",   /* this one instead of all others */
};

/* Which of `changes` the word names; CHANGES if none. */
static enum change change_of(const char *word)
{
    enum change what = CHANGE_ADD;
    while (what < CHANGES && strcmp(word, changes[what]) != 0) {
        what++;
    }
    return what;
}

static bool may_change_address(struct act *act)
{
    char **words = act->words;
    const enum change what = change_of(words[1]);
    return what == CHANGES ? act_misused(act, "%s: write add, drop or set", words[1])
           : what == CHANGE_DROP
               ? cli_confirm(act_has(act, "yes"), "nothing was changed", &act->error,
                             "Take %s away from %s?", words[2], words[0])
               : cli_confirm(act_has(act, "yes") || what == CHANGE_ADD, "nothing was changed",
                             &act->error, "Replace all addresses of %s by %s?", words[0], words[2]);
}

/* Why the address cannot be added, dropped or set, as a key; NULL if it can. */
static const char *address_fault(struct run *run, const struct player *who, enum change what,
                                 const char *folded)
{
    g_autoptr(Player) owner = folded != NULL ? player_by_address(run->db, folded) : NULL;
    g_autoptr(GPtrArray) addresses = player_addresses(run->db, who->id);
    bool has = owner != NULL && owner->id == who->id;
    if (what == CHANGE_DROP) {
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
        return what == CHANGE_ADD || addresses->len == 1 ? "operator-address-has" : NULL;
    }
    bool full = what == CHANGE_ADD && addresses->len >= LIMIT_ADDRESSES;
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

static bool change_address(struct act *act)
{
    const enum change what = change_of(act->words[1]);
    const char *address = act->words[2];
    act->about = g_strjoin(" ", act->words[0], act->words[1], NULL); /* without the address */
    g_autoptr(Player) who = find(act, act->words[0]);
    if (who == NULL) {
        return false;
    }
    g_autofree char *folded = address_fold(address);
    const char *key = address_fault(act->run, who, what, folded);
    if (key != NULL) {
        return act_refuse(act, key, pairs("name", who->name, "address", address, NULL));
    }
    if (what == CHANGE_ADD) {
        letter_notice(act->run, who->id, who->address, "address-added",
                      pairs("name", who->name, "added", address, NULL));
        add_address(act->run, who, address, folded, "address-is-yours");
    } else if (what == CHANGE_DROP) {
        account_drop_address(act->run, who, address);
    } else {
        g_autoptr(GPtrArray) before = player_addresses(act->run->db, who->id);
        g_autoptr(Player) owner = player_by_address(act->run->db, folded);
        /* The new address comes first, so that the player always has one. */
        if (owner == NULL) {
            add_address(act->run, who, address, folded, "operator-address-set");
        }
        for (guint i = 0; i < before->len; i++) {
            g_autofree char *old = address_fold(before->pdata[i]);
            if (g_strcmp0(old, folded) != 0) {
                account_drop_address(act->run, who, before->pdata[i]);
            }
        }
    }
    return true;
}

/* ---- suspension ---- */

/* Suspends a player until `resume`: their mail is answered with one text a day and does nothing, no
 * letters are written to them, nobody can challenge them. Their matches stand, and their clocks
 * with them. */
static bool suspend(struct act *act)
{
    g_autoptr(Player) who = find(act, act->words[0]);
    if (who == NULL) {
        return false;
    }
    if (who->suspended != 0) {
        return act_refuse(act, "operator-suspended-already", pairs("name", who->name, NULL));
    }
    player_suspend(act->run->db, who->id, act->run->now);
    clocks_kept_back(act->run, who->id);
    /* To player 0, since letters to this player are kept back now. */
    letter_notice(act->run, 0, who->address, "suspended-you", pairs("name", who->name, NULL));
    tell_others(act->run, who, "operator-suspended", pairs("name", who->name, NULL));
    return true;
}

/* Ends a suspension, or takes up letters again to a player whose mail bounced, or both. */
static bool resume(struct act *act)
{
    const char *name = act->words[0];
    g_autoptr(Player) who = player_by_name(act->run->db, name);
    bool barred = who != NULL && who->suspended != 0;
    bool kept_back = who != NULL && bounces_take_up(act->run, who);
    if (barred) {
        player_suspend(act->run->db, who->id, 0);
        letter_notice(act->run, who->id, who->address, "suspension-over", NULL);
    }
    if (barred || kept_back) {
        bounces_show_waiting(act->run, who->id, NULL);
        return true;
    }
    return act_refuse(act, who == NULL ? "no-player" : "mail-goes-out", pairs("name", name, NULL));
}

/* ---- passwords ---- */

static bool ask_password(struct act *act)
{
    const char *name = act->words[0];
    if (act_has(act, "none") && act_has(act, "letter")) {
        return act_misused(act, "password: either --none or --letter");
    }
    if (act_has(act, "none") || act_has(act, "letter")) {
        return cli_confirm(act_has(act, "yes") || act_has(act, "letter"), "password: it was kept",
                           &act->error, "Remove the password of %s?", name);
    }
    const bool person = isatty(STDIN_FILENO) == 1;
    if (person) {
        fprintf(stderr, "New password of %s: ", name);
    }
    act->password = cli_hidden_line();
    if (person) {
        fputc('\n', stderr);
    }
    char *line = act->password;
    if (line == NULL || !g_utf8_validate(line, -1, NULL)) {
        return act_misused(act, "password: the new one is read from standard input");
    }
    line[strcspn(line, "\r")] = '\0';
    /* A key such as Ctrl-C is no letter either. */
    return g_regex_match_simple("^[^\\x00-\\x20]+\\z", line, 0, 0) ||
           act_misused(act, "password: it must be one word, without blanks");
}

/* Sends a player a letter with which they choose another password, or remove it. */
static void write_password_letter(struct run *run, const struct player *who)
{
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
                                              .key = "subject-password",
                                              .page = "letters/password",
                                              .values = pairs("name", who->name, NULL),
                                              .token = &token });
}

/* Sets a new password, or removes it. */
static bool password(struct act *act)
{
    const char *word = act->password;
    act->about = g_strconcat(act->words[0],
                             act_has(act, "none")     ? " --none"
                             : act_has(act, "letter") ? " --letter"
                                                      : NULL,
                             NULL);
    g_autoptr(Player) who = find(act, act->words[0]);
    if (who == NULL) {
        return false;
    }
    if (act_has(act, "letter")) {
        write_password_letter(act->run, who);
        return true;
    }
    const char *fault = password_fault(word);
    if (fault != NULL) {
        return act_refuse(act, fault, NULL);
    }
    g_autofree char *hash = account_hash(act->run, word);
    player_set_password(act->run->db, who->id, hash, word != NULL ? strlen(word) : 0);
    budget_forget_wrong(act->run->db, who->id);
    letter_notice(act->run, who->id, who->address,
                  word != NULL ? "operator-password-set" : "operator-password-gone", NULL);
    return true;
}

/* ---- forgetting ---- */

static bool may_forget(struct act *act)
{
    g_autofree char *kept = g_strconcat(act->words[0], " was kept", NULL);
    return cli_confirm(act_has(act, "yes"), kept, &act->error,
                       "Resign all matches of %s, and forget them for good?", act->words[0]);
}

/* Forgets a player as if they had asked for it. */
static bool forget(struct act *act)
{
    const char *name = act->words[0];
    /* A program that is not in the configuration any more can be forgotten, too. */
    g_autoptr(Player) program = player_by_name(act->run->db, name);
    const bool gone =
        program != NULL && program->program && config_bot(act->run->config, name) == NULL;
    g_autoptr(Player) who = gone ? g_steal_pointer(&program) : find(act, name);
    if (who == NULL) {
        return false;
    }
    forget_player(act->run, who);
    act->about = g_strdup_printf("former-%" G_GINT64_FORMAT, who->id); /* the name from now on */
    return true;
}

/* ---- the parts ---- */

const struct part cli_player[] = {
    { "add", 2, 2, "", .act = add },
    { "list", 0, 0, "json", .look = list },
    { "show", 1, 1, "json", .look = show },
    { "rename", 2, 2, "", .act = rename_player },
    { "address", 3, 3, "yes", .may = may_change_address, .act = change_address },
    { "password", 1, 1, "none letter yes", .may = ask_password, .act = password },
    { "suspend", 1, 1, "", .act = suspend },
    { "resume", 1, 1, "", .act = resume },
    { "forget", 1, 1, "yes", .may = may_forget, .act = forget },
    { 0 },
};
