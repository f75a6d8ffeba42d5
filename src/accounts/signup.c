/* Accounts: signing up, confirming. */
#include "accounts/signup.h"

#include <string.h>

#include "accounts/reserved_names.h"
#include "auth/proof.h"
#include "base/error.h"
#include "commands/confirm.h"
#include "commands/context.h"
#include "commands/held.h"
#include "letters/say.h"
#include "mail/address.h"
#include "play/submit.h"
#include "store/inbox.h"

enum {
    REFUSALS_A_DAY = 3, /* refused signups answered, a mailbox */
    LETTERS_A_WEEK = 5, /* that ask to confirm, a mailbox */
    WEEK = 7 * CLOCK_DAY,
};

/* ---- signing up ---- */

/* Whether a player has the name, or somebody is about to. */
static bool name_taken(struct run *run, const char *name, const char *folded)
{
    g_autoptr(Player) player = player_by_name(run->db, name);
    g_autoptr(Pending) pending = pending_signup_by_name(run->db, name, run->now);
    return player != NULL || (pending != NULL && g_strcmp0(pending->folded, folded) != 0);
}

/* Whether another than the owner of that address had the name not long ago, or somebody who
 * was forgotten since. */
static bool name_kept(struct run *run, const char *name, const char *folded)
{
    if (player_name_rests(run->db, name, run->now)) {
        return true;
    }
    gint64 keeper = player_name_kept(run->db, name, run->now);
    g_autoptr(Player) owner = keeper != 0 ? player_by_address(run->db, folded) : NULL;
    return keeper != 0 && (owner == NULL || owner->id != keeper);
}

const char *signup_name_fault(struct run *run, const char *name, const char *folded)
{
    struct grammar_context context;
    const char *key = NULL;
    context_plain(&context);
    if (!grammar_name_allowed(&context, name, &key)) {
        return key;
    }
    return name_taken(run, name, folded)  ? "name-taken"
           : name_kept(run, name, folded) ? "name-kept"
                                          : NULL;
}

/* Why somebody with that address cannot sign up with the name, as a key; NULL: they can. */
static const char *newcomer_name_fault(struct run *run, const char *name, const char *folded)
{
    const char *key = signup_name_fault(run, name, folded);
    return key == NULL && reserved_name(run->config, name) ? "name-reserved" : key;
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
static char *free_name(const struct request *request, const char *wanted)
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
            if (newcomer_name_fault(request->run, name, request->folded) == NULL) {
                return g_steal_pointer(&name);
            }
        }
    }
    return NULL;
}

/* Told to who is no player yet, within limits. `line` is what he wrote (NULL:
 * nothing of use); `wanted` is the name that cannot be, for which another is offered; NULL: no
 * other name would help. */
static void tell_newcomer(struct request *request, const char *line, const char *text,
                          const char *wanted)
{
    struct run *run = request->run;
    if (!proof_may_tell_stranger(request, "signup-refusal", REFUSALS_A_DAY)) {
        return;
    }
    g_autoptr(GPtrArray) entries = entries_new();
    g_ptr_array_add(entries, entry_new(line, g_strdup(text)));
    struct answered answered = { .message_id = request->message->message_id,
                                 .references = request->message->references };
    g_autofree char *free = wanted != NULL ? free_name(request, wanted) : NULL;
    letter_plain(run, 0, request->message->from, "letters/signup-refused", "subject-signup",
                 pairs("again", wanted != NULL ? "yes" : NULL, "free", free, NULL), entries, NULL,
                 &answered);
}

/* A signup that cannot be. */
static void refuse_signup(struct request *request, const struct command *command, const char *key)
{
    g_autofree char *date = clock_for_people(request->run->now + WEEK);
    g_autofree char *text =
        say(request->run, key, pairs("name", command->name, "date", date, NULL));
    if (request->player != NULL) {
        request_answer(request, request->player, command, g_steal_pointer(&text));
    } else {
        tell_newcomer(request, command->line, text,
                      g_str_equal(key, "signup-waiting") ? NULL : command->name);
    }
}

void signup_misspelt(struct request *request, const struct command_refusal *refusal,
                     const char *text)
{
    tell_newcomer(request, refusal->line, text, refusal->word != NULL ? refusal->word : "");
}

unsigned signup_reply(const struct request *request)
{
    g_autoptr(Pending) pending = pending_by_id(request->run->db, request->token.object);
    bool password = pending != NULL && pending->kind == PENDING_PASSWORD;
    return REPLY_TO_CONFIRM | (password ? REPLY_TO_PASSWORD : 0);
}

void signup_unclear(struct request *request)
{
    g_autoptr(Pending) pending = pending_by_id(request->run->db, request->token.object);
    if (request->player != NULL) {
        const char *key = pending == NULL                   ? "nothing-pending"
                          : confirm_is_asked(pending->kind) ? "no-confirm-here"
                                                            : "no-yes-in-reply";
        request_answer(request, request->player, NULL, say(request->run, key, NULL));
    } else {
        g_autofree char *text = say(request->run, "no-confirm-in-reply", NULL);
        tell_newcomer(request, NULL, text, NULL);
    }
}

/* Whether it is a new address that must confirm, not a player who was asked. */
static bool asks_new_address(const struct pending *pending)
{
    return pending->kind == PENDING_SIGNUP || pending->kind == PENDING_ADDRESS;
}

char *signup_token(struct run *run, const struct pending *pending, gint64 id)
{
    struct token token = {
        .player = asks_new_address(pending) ? 0 : pending->player,
        .kind = TOKEN_CONFIRM,
        .object = id,
        .expires = pending->expires,
        .made = run->now,
    };
    return token_new(run->db, &token);
}

static void ask_to_confirm(struct request *request, const struct command *command)
{
    struct run *run = request->run;
    g_autofree char *hash =
        command->password != NULL ? secret_password_hash(command->password) : NULL;
    if (command->password != NULL && hash == NULL) {
        db_halt(run->db, "there is no memory to hash a password");
        return;
    }
    request->has_hashed = request->has_hashed || hash != NULL;
    g_autoptr(Pending) before = pending_signup_by_address(run->db, request->folded, run->now);
    if (before != NULL) {
        pending_remove(run->db, before->id);
    }
    struct pending pending = {
        .kind = PENDING_SIGNUP,
        .name = command->name,
        .address = request->message->from,
        .folded = request->folded,
        .password = hash,
        .password_length = hash != NULL ? strlen(command->password) : 0,
        .made = run->now,
        .expires = run->now + (gint64)LIMIT_PENDING_DAYS * CLOCK_DAY,
    };
    g_autofree char *text = signup_token(run, &pending, pending_add(run->db, &pending));
    signup_wrote_to(run, request->folded);
    struct answered answered = { .message_id = request->message->message_id,
                                 .references = request->message->references };
    letter_plain(
        run, 0, request->message->from, "letters/confirm", "subject-confirm",
        pairs("name", command->name, "password", command->password != NULL ? "yes" : NULL, NULL),
        NULL, text, &answered);
}

static bool was_written_to(struct run *run, const char *folded)
{
    return notice_count(run->db, folded, "signup", clock_span(run->now, WEEK)) > 0;
}

/* What those who asked in the name of one mailbox got together: by what stands
 * behind a + it has addresses without number. */
static const char by_mailbox[] = "signup-mailbox";

bool signup_may_write_to(struct run *run, const char *folded)
{
    g_autofree char *mailbox = address_mailbox(folded);
    if (was_written_to(run, folded) ||
        notice_count(run->db, mailbox, by_mailbox, clock_span(run->now, WEEK)) >= LETTERS_A_WEEK) {
        return false;
    }
    bool room = notice_count(run->db, NULL, "signup", clock_span(run->now, CLOCK_DAY)) <
                LIMIT_SIGNUP_LETTERS_A_DAY;
    if (!room) {
        alarm_signups(run);
    }
    return room;
}

void signup_wrote_to(struct run *run, const char *folded)
{
    g_autofree char *mailbox = address_mailbox(folded);
    notice_add(run->db, folded, "signup", run->now);
    notice_add(run->db, mailbox, by_mailbox, run->now);
}

/* Why a signup cannot be, as a key; NULL: it can. */
static const char *signup_refused(struct request *request, const struct command *command)
{
    struct run *run = request->run;
    if (request->player != NULL) {
        return "signup-again";
    }
    const char *key = newcomer_name_fault(run, command->name, request->folded);
    if (key == NULL) {
        key = password_fault(command->password);
    }
    return key == NULL && was_written_to(run, request->folded) ? "signup-waiting" : key;
}

void signup_ask(struct request *request, const struct player *who, const struct command *command)
{
    (void)who;
    struct run *run = request->run;
    const char *refused = signup_refused(request, command);
    if (refused != NULL) {
        refuse_signup(request, command, refused);
    } else if (signup_may_write_to(run, request->folded)) {
        ask_to_confirm(request, command);
    }
}

/* ---- confirming ---- */

/* The pending row of a token; NULL when it has lapsed. */
static struct pending *pending_of(struct request *request, const struct token *token)
{
    g_autoptr(Pending) pending = pending_by_id(request->run->db, token->object);
    return pending != NULL && pending->expires > request->run->arrived ? g_steal_pointer(&pending)
                                                                       : NULL;
}

/* A `confirm` or `yes` that has nothing to act on. */
static void nothing_pending(struct request *request, const struct command *command)
{
    if (request->player != NULL) {
        request_answer(request, request->player, command,
                       say(request->run, "nothing-pending", NULL));
    } else if (request->has_token) {
        signup_unclear(request);
    }
}

static void sign_up(struct request *request, const struct pending *pending)
{
    struct run *run = request->run;
    pending_remove(run->db, pending->id);
    g_autoptr(Player) taken = player_by_name(run->db, pending->name);
    if (taken != NULL) {
        struct command command = { .name = pending->name };
        refuse_signup(request, &command, "name-taken");
        return;
    }
    gint64 id = player_add(run->db, pending->name, pending->address, pending->folded,
                           pending->password, run->now);
    if (pending->password != NULL) {
        player_set_password(run->db, id, pending->password, pending->password_length);
    }
    struct answered answered = { .message_id = request->message->message_id,
                                 .references = request->message->references };
    letter_plain(run, id, pending->address, "letters/welcome", "subject-welcome",
                 pairs("name", pending->name, NULL), NULL, NULL, &answered);
}

/* The token that `confirm` means: the one written to, or the one it names. */
static bool token_meant(struct request *request, const struct command *command, struct token *token)
{
    if (command->text == NULL) {
        *token = request->token;
        return request->has_token && request->token.kind == TOKEN_CONFIRM;
    }
    return token_find(request->run->db, command->text, request->run->now, token) &&
           token->kind == TOKEN_CONFIRM;
}

/* Whether the word of who wrote counts: a new address must be nobody's and
 * confirm itself; all else is for the player who was asked. */
static bool may_confirm(const struct request *request, const struct pending *pending)
{
    if (asks_new_address(pending)) {
        return request->player == NULL && g_strcmp0(pending->folded, request->folded) == 0;
    }
    return request->player != NULL && request->player->id == pending->player;
}

void signup_confirm(struct request *request, const struct player *who,
                    const struct command *command)
{
    if (submit_is_meant(request, command)) {
        submit_confirm(request, who, command);
        return;
    }
    struct token token;
    g_autoptr(Pending) pending =
        token_meant(request, command, &token) ? pending_of(request, &token) : NULL;
    if (pending == NULL || !may_confirm(request, pending)) {
        nothing_pending(request, command);
    } else if (pending->kind == PENDING_HELD) {
        request_answer(request, request->player, command, say(request->run, "say-yes", NULL));
    } else if (pending->kind == PENDING_SIGNUP) {
        sign_up(request, pending);
    } else if (pending->kind == PENDING_ADDRESS) {
        addresses_confirmed(request, pending);
    } else {
        confirm_carry_out(request, request->player, pending, command);
    }
}

/* ---- yes ---- */

void signup_yes(struct request *request, const struct player *who, const struct command *command)
{
    bool asked = request->has_token && request->token.kind == TOKEN_CONFIRM;
    g_autoptr(Pending) pending = asked ? pending_of(request, &request->token) : NULL;
    if (pending != NULL && pending->kind != PENDING_HELD) {
        signup_unclear(request); /* that is not the word asked for */
        return;
    }
    if (pending == NULL || who == NULL || who->id != pending->player) {
        nothing_pending(request, command);
        return;
    }
    pending_remove(request->run->db, pending->id);
    if (!held_carry_out(request, pending, command)) {
        nothing_pending(request, command);
    }
}

/* ---- the operator ---- */

const char *signup_address_fault(const struct run *run, const char *folded)
{
    const struct config *config = run->config;
    if (folded == NULL) {
        return "address-form";
    }
    bool own = address_kind(folded, config->local, config->delimiter, config->host, NULL) !=
               ADDRESS_FOREIGN;
    return own ? "address-own" : NULL;
}

/* Why an address cannot be a new player's, as a key; NULL: it can. */
static const char *address_refused(struct run *run, const char *folded)
{
    const char *fault = signup_address_fault(run, folded);
    if (fault != NULL) {
        return fault;
    }
    g_autoptr(Player) taken = player_by_address(run->db, folded);
    return taken != NULL ? "address-taken" : NULL;
}

bool operator_player_add(struct run *run, const char *name, const char *address, GError **error)
{
    g_autofree char *folded = address_fold(address);
    /* The operator comes before who has only asked for the name. */
    g_autoptr(Pending) asked = pending_signup_by_name(run->db, name, run->now);
    if (asked != NULL) {
        pending_remove(run->db, asked->id);
    }
    const char *key = address_refused(run, folded);
    if (key == NULL) {
        key = signup_name_fault(run, name, folded);
    }
    if (key != NULL) {
        g_autofree char *text =
            say_operator(run, key, pairs("name", name, "address", address, NULL));
        g_set_error_literal(error, POSTMOVE_ERROR, POSTMOVE_ERROR_NO, text);
        return false;
    }
    g_autofree char *ascii = address_ascii(address);
    player_add(run->db, name, ascii, folded, NULL, run->now);
    return true;
}
