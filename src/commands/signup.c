/* Accounts: signing up, confirming. */
#include "commands/signup.h"

#include <string.h>

#include "accounts/account.h"
#include "accounts/reserved_names.h"
#include "auth/redact.h"
#include "commands/account.h"
#include "commands/confirm.h"
#include "commands/leaving.h"
#include "commands/proof.h"
#include "commands/turns.h"

enum {
    REFUSALS_A_DAY = 3, /* refused signups that are answered, for each mailbox */
};

/* ---- signing up ---- */

/* The key of the reason why somebody with that address cannot sign up with the name, or NULL. */
static const char *newcomer_name_fault(struct run *run, const char *name, const char *folded)
{
    const char *key = account_name_fault(run, name, folded);
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

/* Answers somebody who is no player yet, within limits. `line` is what they wrote (NULL: nothing of
 * use). `wanted` is the name that cannot be, in place of which another is offered (NULL: another
 * name would not help). */
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

/* Answers a signup that cannot be, in the sentence of `key`. */
static void refuse_signup(struct request *request, const struct command *command, const char *key)
{
    g_autofree char *date = clock_for_people(request->run->now + ACCOUNT_WEEK);
    g_autofree char *text =
        say(request->run, key, pairs("name", command->name, "date", date, NULL));
    if (request->player != NULL) {
        request_answer_text(request, request->player, command, g_steal_pointer(&text));
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
        request_answer(request, request->player, NULL, key, NULL);
    } else {
        g_autofree char *text = say(request->run, "no-confirm-in-reply", NULL);
        tell_newcomer(request, NULL, text, NULL);
    }
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
    g_autofree char *text = account_token(run, &pending, pending_add(run->db, &pending));
    account_wrote_to(run, request->folded);
    struct answered answered = { .message_id = request->message->message_id,
                                 .references = request->message->references };
    letter_plain(
        run, 0, request->message->from, "letters/confirm", "subject-confirm",
        pairs("name", command->name, "password", command->password != NULL ? "yes" : NULL, NULL),
        NULL, text, &answered);
}

/* The key of the reason why a signup cannot be, or NULL. */
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
    return key == NULL && account_was_written_to(run, request->folded) ? "signup-waiting" : key;
}

void signup_ask(struct request *request, const struct player *who, const struct command *command)
{
    (void)who;
    struct run *run = request->run;
    const char *refused = signup_refused(request, command);
    if (refused != NULL) {
        refuse_signup(request, command, refused);
    } else if (account_may_write_to(run, request->folded)) {
        ask_to_confirm(request, command);
    }
}

/* ---- confirming ---- */

struct pending *signup_pending(struct request *request, const struct token *token)
{
    g_autoptr(Pending) pending = pending_by_id(request->run->db, token->object);
    return pending != NULL && pending->expires > request->run->arrived ? g_steal_pointer(&pending)
                                                                       : NULL;
}

void signup_nothing_pending(struct request *request, const struct command *command)
{
    if (request->player != NULL) {
        request_answer(request, request->player, command, "nothing-pending", NULL);
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

/* Finds the token that `confirm` means: the one written to, or the one it names. */
static bool token_meant(struct request *request, const struct command *command, struct token *token)
{
    if (command->text == NULL) {
        *token = request->token;
        return request->has_token && request->token.kind == TOKEN_CONFIRM;
    }
    return token_find(request->run->db, command->text, request->run->now, token) &&
           token->kind == TOKEN_CONFIRM;
}

/* True if the writer may confirm: a new address must be nobody's and confirm itself; all else is
 * for the player who was asked. */
static bool may_confirm(const struct request *request, const struct pending *pending)
{
    if (account_is_new_address(pending)) {
        return request->player == NULL && g_strcmp0(pending->folded, request->folded) == 0;
    }
    return request->player != NULL && request->player->id == pending->player;
}

/* Carries out what a letter asked to confirm. `command` is that of the reply. */
static void carry_out(struct request *request, const struct player *who,
                      const struct pending *pending, const struct command *command)
{
    pending_remove(request->run->db, pending->id);
    switch (pending->kind) {
    case PENDING_DROP:
        addresses_drop(request, who, pending, command);
        break;
    case PENDING_PASSWORD:
        password_replace(request, who, command);
        break;
    default:
        forget_player(request->run, who);
        break;
    }
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
        token_meant(request, command, &token) ? signup_pending(request, &token) : NULL;
    if (pending == NULL || !may_confirm(request, pending)) {
        signup_nothing_pending(request, command);
    } else if (pending->kind == PENDING_HELD) {
        request_answer(request, request->player, command, "say-yes", NULL);
    } else if (pending->kind == PENDING_SIGNUP) {
        sign_up(request, pending);
    } else if (pending->kind == PENDING_ADDRESS) {
        addresses_confirmed(request, pending);
    } else {
        carry_out(request, request->player, pending, command);
    }
}

void password_change(struct request *request, const struct player *who,
                     const struct command *command)
{
    if (command->password != NULL) {
        password_replace(request, who, command);
    } else if (command->name != NULL) {
        confirm_ask(request, who, command);
    } else {
        signup_confirm(request, who, command); /* in reply to the letter that asks */
    }
}
