/* Accounts: signing up, confirming. */
#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/secret.h"
#include "mail/address.h"
#include "office/account.h"
#include "office/context.h"
#include "office/hold.h"
#include "office/moments.h"
#include "office/proof.h"
#include "office/reserved.h"
#include "office/submit.h"
#include "office/twice.h"
#include "office/visit.h"
#include "store/inbox.h"

enum {
    REFUSALS_A_DAY = 3, /* refused signups answered, a mailbox */
    LETTERS_A_WEEK = 5, /* that ask to confirm, a mailbox */
    WEEK = 7 * CLOCK_DAY,
};

/* ---- signing up ---- */

/* Whether a player has the name, or somebody is about to. */
static bool name_taken(struct office *office, const char *name, const char *folded)
{
    g_autoptr(Player) player = player_by_name(office->db, name);
    g_autoptr(Pending) pending = pending_signup_by_name(office->db, name, office->now);
    return player != NULL || (pending != NULL && g_strcmp0(pending->folded, folded) != 0);
}

/* Whether another than the owner of that address had the name not long ago, or somebody who
 * was forgotten since. */
static bool name_kept(struct office *office, const char *name, const char *folded)
{
    if (player_name_rests(office->db, name, office->now)) {
        return true;
    }
    gint64 keeper = player_name_kept(office->db, name, office->now);
    g_autoptr(Player) owner = keeper != 0 ? player_by_address(office->db, folded) : NULL;
    return keeper != 0 && (owner == NULL || owner->id != keeper);
}

const char *account_name_fault(struct office *office, const char *name, const char *folded)
{
    struct grammar_context context;
    const char *key = NULL;
    context_plain(&context);
    if (!grammar_name_allowed(&context, name, &key)) {
        return key;
    }
    return name_taken(office, name, folded)  ? "name-taken"
           : name_kept(office, name, folded) ? "name-kept"
                                             : NULL;
}

/* Why somebody with that address cannot sign up with the name, as a key; NULL: they can. */
static const char *newcomer_name_fault(struct office *office, const char *name, const char *folded)
{
    const char *key = account_name_fault(office, name, folded);
    return key == NULL && reserved_name(office->config, name) ? "name-reserved" : key;
}

/* The characters of a text that a name may have, from its first letter on; at most as many
 * as leave room for a digit. Free with g_free. */
static char *name_characters(const char *text)
{
    GString *name = g_string_new(NULL);
    for (; *text != '\0' && name->len + 1 < GRAMMAR_NAME_MAX; text++) {
        bool inner = g_ascii_isdigit(*text) || *text == '_' || *text == '-';
        if (g_ascii_isalpha(*text) || (name->len > 0 && inner)) {
            g_string_append_c(name, *text);
        }
    }
    return g_string_free(name, FALSE);
}

/* A name like the wanted one that the newcomer can have, or else any; NULL: none was found.
 * Free with g_free. */
static char *free_name(const struct visit *visit, const char *wanted)
{
    static const struct {
        const char *beginning; /* NULL: the wanted name */
        int first, last;       /* numbers to put behind it; 0: none */
    } tries[] = { { NULL, 0, 0 }, { NULL, 2, 9 }, { "player", 2, 99 } };
    g_autofree char *own = name_characters(wanted);
    for (size_t i = 0; i < G_N_ELEMENTS(tries); i++) {
        const char *beginning = tries[i].beginning != NULL ? tries[i].beginning : own;
        for (int number = tries[i].first; number <= tries[i].last; number++) {
            g_autofree char *name =
                number > 0 ? g_strdup_printf("%s%d", beginning, number) : g_strdup(beginning);
            if (newcomer_name_fault(visit->office, name, visit->folded) == NULL) {
                return g_steal_pointer(&name);
            }
        }
    }
    return NULL;
}

/* Told to who is no player yet, within limits. `line` is what he wrote (NULL:
 * nothing of use); `wanted` is the name that cannot be, for which another is offered; NULL: no
 * other name would help. */
static void tell_newcomer(struct visit *visit, const char *line, const char *text,
                          const char *wanted)
{
    struct office *office = visit->office;
    if (!proof_may_tell_stranger(visit, "signup-refusal", REFUSALS_A_DAY)) {
        return;
    }
    g_autoptr(GPtrArray) entries = g_ptr_array_new_with_free_func((GDestroyNotify)entry_free);
    g_ptr_array_add(entries, entry_new(line, g_strdup(text)));
    struct answered answered = { .message_id = visit->message->message_id,
                                 .references = visit->message->references };
    g_autofree char *free = wanted != NULL ? free_name(visit, wanted) : NULL;
    letter_plain(office, 0, visit->message->from, "letters/signup-refused", "subject-signup",
                 pairs("again", wanted != NULL ? "yes" : NULL, "free", free, NULL), entries, NULL,
                 &answered);
}

/* A signup that cannot be. */
static void refuse_signup(struct visit *visit, const struct command *command, const char *key)
{
    g_autofree char *date = clock_for_people(visit->office->now + WEEK);
    g_autofree char *text =
        say(visit->office, key, pairs("name", command->name, "date", date, NULL));
    if (visit->player != NULL) {
        visit_answer(visit, visit->player, command, g_steal_pointer(&text));
    } else {
        tell_newcomer(visit, command->line, text,
                      g_str_equal(key, "signup-waiting") ? NULL : command->name);
    }
}

void account_misspelt(struct visit *visit, const struct command_refusal *refusal, const char *text)
{
    tell_newcomer(visit, refusal->line, text, refusal->word != NULL ? refusal->word : "");
}

unsigned account_reply(const struct visit *visit)
{
    g_autoptr(Pending) pending = pending_by_id(visit->office->db, visit->token.object);
    bool password = pending != NULL && pending->kind == PENDING_PASSWORD;
    return REPLY_TO_CONFIRM | (password ? REPLY_TO_PASSWORD : 0);
}

void account_unclear(struct visit *visit)
{
    g_autoptr(Pending) pending = pending_by_id(visit->office->db, visit->token.object);
    if (visit->player != NULL) {
        const char *key = pending == NULL           ? "nothing-pending"
                          : twice_is(pending->kind) ? "no-confirm-here"
                                                    : "no-yes-in-reply";
        visit_answer(visit, visit->player, NULL, say(visit->office, key, NULL));
    } else {
        g_autofree char *text = say(visit->office, "no-confirm-in-reply", NULL);
        tell_newcomer(visit, NULL, text, NULL);
    }
}

/* Whether it is a new address that must confirm, not a player who was asked. */
static bool asks_new_address(const struct pending *pending)
{
    return pending->kind == PENDING_SIGNUP || pending->kind == PENDING_ADDRESS;
}

char *account_token(struct office *office, const struct pending *pending, gint64 id)
{
    struct token token = {
        .player = asks_new_address(pending) ? 0 : pending->player,
        .kind = TOKEN_CONFIRM,
        .object = id,
        .expires = pending->expires,
        .made = office->now,
    };
    return token_new(office->db, &token);
}

static void ask_to_confirm(struct visit *visit, const struct command *command)
{
    struct office *office = visit->office;
    g_autofree char *hash =
        command->password != NULL ? secret_password_hash(command->password) : NULL;
    if (command->password != NULL && hash == NULL) {
        db_halt(office->db, "there is no memory to hash a password");
        return;
    }
    visit->has_hashed = visit->has_hashed || hash != NULL;
    g_autoptr(Pending) before = pending_signup_by_address(office->db, visit->folded, office->now);
    if (before != NULL) {
        pending_remove(office->db, before->id);
    }
    struct pending pending = {
        .kind = PENDING_SIGNUP,
        .name = command->name,
        .address = visit->message->from,
        .folded = visit->folded,
        .password = hash,
        .password_length = hash != NULL ? strlen(command->password) : 0,
        .made = office->now,
        .expires = office->now + (gint64)OFFICE_PENDING_DAYS * CLOCK_DAY,
    };
    g_autofree char *text = account_token(office, &pending, pending_add(office->db, &pending));
    account_wrote_to(office, visit->folded);
    struct answered answered = { .message_id = visit->message->message_id,
                                 .references = visit->message->references };
    letter_plain(
        office, 0, visit->message->from, "letters/confirm", "subject-confirm",
        pairs("name", command->name, "password", command->password != NULL ? "yes" : NULL, NULL),
        NULL, text, &answered);
}

static bool was_written_to(struct office *office, const char *folded)
{
    return notice_count(office->db, folded, "signup", clock_span(office->now, WEEK)) > 0;
}

/* What those who asked in the name of one mailbox got together: by what stands
 * behind a + it has addresses without number. */
static const char by_mailbox[] = "signup-mailbox";

bool account_may_write_to(struct office *office, const char *folded)
{
    g_autofree char *mailbox = address_mailbox(folded);
    if (was_written_to(office, folded) ||
        notice_count(office->db, mailbox, by_mailbox, clock_span(office->now, WEEK)) >=
            LETTERS_A_WEEK) {
        return false;
    }
    bool room = notice_count(office->db, NULL, "signup", clock_span(office->now, CLOCK_DAY)) <
                OFFICE_SIGNUP_LETTERS_A_DAY;
    if (!room) {
        office_tell_signups(office);
    }
    return room;
}

void account_wrote_to(struct office *office, const char *folded)
{
    g_autofree char *mailbox = address_mailbox(folded);
    notice_add(office->db, folded, "signup", office->now);
    notice_add(office->db, mailbox, by_mailbox, office->now);
}

void account_notice(struct office *office, gint64 player, const char *address, const char *text)
{
    letter_plain(office, player, address, "letters/notice", "subject-notice",
                 pairs("text", text, NULL), NULL, NULL, NULL);
}

/* Why a signup cannot be, as a key; NULL: it can. */
static const char *signup_refused(struct visit *visit, const struct command *command)
{
    struct office *office = visit->office;
    if (visit->player != NULL) {
        return "signup-again";
    }
    const char *key = newcomer_name_fault(office, command->name, visit->folded);
    if (key == NULL) {
        key = password_fault(command->password);
    }
    return key == NULL && was_written_to(office, visit->folded) ? "signup-waiting" : key;
}

void account_signup(struct visit *visit, const struct player *who, const struct command *command)
{
    (void)who;
    struct office *office = visit->office;
    const char *refused = signup_refused(visit, command);
    if (refused != NULL) {
        refuse_signup(visit, command, refused);
    } else if (account_may_write_to(office, visit->folded)) {
        ask_to_confirm(visit, command);
    }
}

/* ---- confirming ---- */

/* The pending row of a token; NULL when it has lapsed. */
static struct pending *pending_of(struct visit *visit, const struct token *token)
{
    g_autoptr(Pending) pending = pending_by_id(visit->office->db, token->object);
    return pending != NULL && pending->expires > visit->office->arrived ? g_steal_pointer(&pending)
                                                                        : NULL;
}

/* A `confirm` or `yes` that has nothing to act on. */
static void nothing_pending(struct visit *visit, const struct command *command)
{
    if (visit->player != NULL) {
        visit_answer(visit, visit->player, command, say(visit->office, "nothing-pending", NULL));
    } else if (visit->has_token) {
        account_unclear(visit);
    }
}

static void sign_up(struct visit *visit, const struct pending *pending)
{
    struct office *office = visit->office;
    pending_remove(office->db, pending->id);
    g_autoptr(Player) taken = player_by_name(office->db, pending->name);
    if (taken != NULL) {
        struct command command = { .name = pending->name };
        refuse_signup(visit, &command, "name-taken");
        return;
    }
    gint64 id = player_add(office->db, pending->name, pending->address, pending->folded,
                           pending->password, office->now);
    if (pending->password != NULL) {
        player_set_password(office->db, id, pending->password, pending->password_length);
    }
    struct answered answered = { .message_id = visit->message->message_id,
                                 .references = visit->message->references };
    letter_plain(office, id, pending->address, "letters/welcome", "subject-welcome",
                 pairs("name", pending->name, NULL), NULL, NULL, &answered);
}

/* The token that `confirm` means: the one written to, or the one it names. */
static bool token_meant(struct visit *visit, const struct command *command, struct token *token)
{
    if (command->text == NULL) {
        *token = visit->token;
        return visit->has_token && visit->token.kind == TOKEN_CONFIRM;
    }
    return token_find(visit->office->db, command->text, visit->office->now, token) &&
           token->kind == TOKEN_CONFIRM;
}

/* Whether the word of who wrote counts: a new address must be nobody's and
 * confirm itself; all else is for the player who was asked. */
static bool may_confirm(const struct visit *visit, const struct pending *pending)
{
    if (asks_new_address(pending)) {
        return visit->player == NULL && g_strcmp0(pending->folded, visit->folded) == 0;
    }
    return visit->player != NULL && visit->player->id == pending->player;
}

void account_confirm(struct visit *visit, const struct player *who, const struct command *command)
{
    if (submit_is_meant(visit, command)) {
        submit_confirm(visit, who, command);
        return;
    }
    struct token token;
    g_autoptr(Pending) pending =
        token_meant(visit, command, &token) ? pending_of(visit, &token) : NULL;
    if (pending == NULL || !may_confirm(visit, pending)) {
        nothing_pending(visit, command);
    } else if (pending->kind == PENDING_HELD) {
        visit_answer(visit, visit->player, command, say(visit->office, "say-yes", NULL));
    } else if (pending->kind == PENDING_SIGNUP) {
        sign_up(visit, pending);
    } else if (pending->kind == PENDING_ADDRESS) {
        addresses_confirmed(visit, pending);
    } else {
        twice_carry_out(visit, visit->player, pending, command);
    }
}

/* ---- yes ---- */

void account_yes(struct visit *visit, const struct player *who, const struct command *command)
{
    bool asked = visit->has_token && visit->token.kind == TOKEN_CONFIRM;
    g_autoptr(Pending) pending = asked ? pending_of(visit, &visit->token) : NULL;
    if (pending != NULL && pending->kind != PENDING_HELD) {
        account_unclear(visit); /* that is not the word asked for */
        return;
    }
    if (pending == NULL || who == NULL || who->id != pending->player) {
        nothing_pending(visit, command);
        return;
    }
    pending_remove(visit->office->db, pending->id);
    if (!hold_carry_out(visit, pending, command)) {
        nothing_pending(visit, command);
    }
}

/* ---- the operator ---- */

const char *account_address_fault(const struct office *office, const char *folded)
{
    const struct config *config = office->config;
    if (folded == NULL) {
        return "address-form";
    }
    bool own = address_kind(folded, config->local, config->delimiter, config->host, NULL) !=
               ADDRESS_FOREIGN;
    return own ? "address-own" : NULL;
}

/* Why an address cannot be a new player's, as a key; NULL: it can. */
static const char *address_refused(struct office *office, const char *folded)
{
    const char *fault = account_address_fault(office, folded);
    if (fault != NULL) {
        return fault;
    }
    g_autoptr(Player) taken = player_by_address(office->db, folded);
    return taken != NULL ? "address-taken" : NULL;
}

bool office_player_add(struct office *office, const char *name, const char *address, GError **error)
{
    g_autofree char *folded = address_fold(address);
    /* The operator comes before who has only asked for the name. */
    g_autoptr(Pending) asked = pending_signup_by_name(office->db, name, office->now);
    if (asked != NULL) {
        pending_remove(office->db, asked->id);
    }
    const char *key = address_refused(office, folded);
    if (key == NULL) {
        key = account_name_fault(office, name, folded);
    }
    if (key != NULL) {
        g_autofree char *text =
            say_operator(office, key, pairs("name", name, "address", address, NULL));
        g_set_error_literal(error, POSTMOVE_ERROR, POSTMOVE_ERROR_NO, text);
        return false;
    }
    g_autofree char *ascii = address_ascii(address);
    player_add(office->db, name, ascii, folded, NULL, office->now);
    return true;
}
