/* Accounts: signing up, confirming, addresses and passwords. */
#include "commands/signup.h"

#include <string.h>

#include "accounts/account.h"
#include "auth/budget.h"
#include "auth/redact.h"
#include "commands/confirm.h"
#include "commands/help.h"
#include "commands/leaving.h"
#include "commands/proof.h"
#include "language/said.h"
#include "language/understand.h"
#include "mail/address.h"
#include "play/proposal.h"

enum {
    REFUSALS_A_DAY = 3, /* refused signups that are answered, for each mailbox */
};

/* ---- the name that somebody wants ---- */

/* The first word, if a player may be called so and it is no other word. Free with g_free. */
static char *as_name(const struct grammar_context *context, const char *words)
{
    g_autofree char *name = g_strndup(words, strcspn(words, " "));
    g_autofree char *lower = vocabulary_fold(name);
    const bool can = grammar_name_fault(context, name) == NULL && vocabulary_find(lower) == NULL;
    return can ? g_steal_pointer(&name) : NULL;
}

/* The first line of up to three words that all begin with a capital, as a name or a signature does:
 * "Ruth Adler" gives "Ruth". Free with g_free. */
static char *name_of_lines(const struct grammar_context *context, const char *text)
{
    g_autoptr(GRegex) names =
        g_regex_new("^ *(\\p{Lu}[^ \n]*)(?: \\p{Lu}[^ \n]*){0,2} *$", G_REGEX_MULTILINE, 0, NULL);
    g_autoptr(GMatchInfo) line = NULL;
    char *name = NULL;
    g_regex_match(names, text, 0, &line);
    for (; name == NULL && g_match_info_matches(line); g_match_info_next(line, NULL)) {
        g_autofree char *first = g_match_info_fetch(line, 1);
        name = as_name(context, first);
    }
    return name;
}

/* A name that the writer may mean: in a sentence, as in "My name is Ruth, please use that", or on a
 * line of its own, as in a signature; or else, with `by_address`, the beginning of their address.
 * It is a guess, which only a mail that says no to nothing allows: the letter that follows asks.
 * NULL: none. Free with g_free. */
static char *wanted_name(const struct request *request, bool by_address)
{
    struct grammar_context context = context_plain();
    g_autofree char *text = request_own_lines(request, G_MAXUINT);
    g_autofree char *local = g_strdup(request->folded);
    local[strspn(local, "abcdefghijklmnopqrstuvwxyz")] = '\0';
    char *name = newcomer_name(&context, text);
    if (name == NULL && !understand_denies(&context, text)) {
        name = name_of_lines(&context, text);
        name = name == NULL && by_address ? as_name(&context, local) : name;
    }
    return name;
}

/* True if the mail says a plain yes and nothing else to a proposed line, "signup NAME"; it may be
 * signed with that name. */
static bool wanted_name_agreed(const struct request *request, const char *proposal)
{
    struct grammar_context context = context_plain();
    context.stranger = true;
    const char *behind = strrchr(proposal, ' ');
    g_strlcpy(context.writer, behind != NULL ? behind + 1 : proposal, sizeof context.writer);
    g_autofree char *text = request_own_lines(request, G_MAXUINT);
    g_auto(Said) said;
    said_read(&context, text, &said);
    return said_is_bare(&said, WORD_YES, NULL, 0);
}

/* ---- signing up ---- */

/* The key of the reason why somebody with that address cannot sign up with the name, or NULL. */
static const char *newcomer_name_fault(struct run *run, const char *name, const char *folded)
{
    const char *key = account_name_fault(run, name, folded);
    return key == NULL && reserved_name(run->config, name) ? "name-reserved" : key;
}

/* A name like the wanted one that the newcomer can have; NULL: none was found. Free with g_free. */
static char *free_name(const struct request *request, const char *wanted)
{
    enum { LETTERS_MOST = GRAMMAR_NAME_MAX - 1 /* which leave room for a digit */ };
    g_autoptr(GRegex) others = g_regex_new("^[^A-Za-z]+|[^A-Za-z0-9_-]+", G_REGEX_RAW, 0, NULL);
    g_autofree char *own = g_regex_replace_literal(others, wanted, -1, 0, "", 0, NULL);
    for (int number = 1; number < 10; number++) {
        g_autofree char *digit = number > 1 ? say_number(number) : g_strdup("");
        g_autofree char *name = g_strdup_printf("%.*s%s", LETTERS_MOST, own, digit);
        if (newcomer_name_fault(request->run, name, request->folded) == NULL) {
            return g_steal_pointer(&name);
        }
    }
    return NULL;
}

/* Answers somebody who is not a player yet with a text (taken), within limits. `line` is what they
 * wrote (NULL: nothing of use). `wanted` is the name they cannot have; the letter offers another
 * one (NULL: another name would not help). */
static void tell_newcomer(struct request *request, const char *line, struct phrase *text,
                          const char *wanted)
{
    struct run *run = request->run;
    g_autoptr(Phrase) owned = text;
    const bool replies = request->has_token;
    if (!proof_may_tell_stranger(request, replies ? "greeting-again" : "signup-refusal",
                                 replies ? LIMIT_GREETINGS_A_DAY : REFUSALS_A_DAY)) {
        return;
    }
    g_autofree char *free = wanted != NULL ? free_name(request, wanted) : NULL;
    const struct new_token token =
        account_greeting(run, request->message->from, request->folded, free);
    g_autoptr(GPtrArray) blocks = blocks_new();
    block_words(blocks, BLOCK_COMMAND, phrase_text(line));
    block_words(blocks, BLOCK_NEWS, g_steal_pointer(&owned));
    if (wanted != NULL) {
        block_words(blocks, BLOCK_CHOICES,
                    say("how-signup", pairs("address", run->config->address, "free", free, NULL)));
        block_link(blocks, free != NULL ? "yes" : NULL, "yes");
    }
    request_letter(request, NULL,
                   &(struct letter_draft){ .key = "subject-signup",
                                           .blocks = blocks,
                                           .token = wanted != NULL ? &token : NULL });
}

/* Refuses a signup in the sentence of `key`. */
static void refuse_signup(struct request *request, const struct command *command, const char *key)
{
    struct phrase *text =
        say(key, with_phrase(pairs("name", command->name, NULL), "date",
                             phrase_moment_utc(request->run->now + ACCOUNT_WEEK)));
    if (request->player != NULL) {
        request_answer(request, request->player, command, text);
    } else {
        tell_newcomer(request, command->line, text,
                      g_str_equal(key, "signup-waiting") ? NULL : command->name);
    }
}

void signup_stop(struct request *request)
{
    struct run *run = request->run;
    if (request->has_token) {
        pending_remove(run->db, request->token.object);
    } else if (account_was_written_to(run, request->folded)) {
        return; /* they get no letter now, and nobody may put off when they get one */
    }
    struct phrase *date = phrase_moment_utc(run->now + ACCOUNT_WEEK);
    tell_newcomer(request, NULL, say("stopped", with_phrase(values_new(), "date", date)), NULL);
    account_wrote_to(run, request->folded);
}

/* Signs up with the name that the letter has proposed, if the reply says yes; else proposes one. */
static void greet_again(struct request *request)
{
    struct grammar_context context = context_plain();
    const char *offer = request->token.offer;
    g_autoptr(Command) meant = *offer != '\0' && wanted_name_agreed(request, offer)
                                   ? grammar_parse(&context, offer, NULL)
                                   : NULL;
    if (meant != NULL) {
        struct task task = task_of(request, NULL, meant);
        handle_signup(&task);
        return;
    }
    g_autofree char *wanted = wanted_name(request, true);
    tell_newcomer(request, NULL, say("no-name-in-reply", NULL), wanted != NULL ? wanted : "");
}

void signup_misspelt(struct request *request, const struct command_refusal *refusal,
                     struct phrase *text)
{
    g_autoptr(Phrase) owned = text;
    /* The Subject may have the command, and the text the name. */
    g_autofree char *name =
        g_str_equal(refusal->key, "missing-name") ? wanted_name(request, false) : NULL;
    if (name != NULL) {
        char *none[] = { NULL };
        const struct command command = {
            .row = refusal->row, .line = refusal->line, .name = name, .words = none
        };
        struct task task = task_of(request, NULL, &command);
        handle_signup(&task);
        return;
    }
    g_autofree char *other = wanted_name(request, true);
    tell_newcomer(request, refusal->line, g_steal_pointer(&owned),
                  refusal->word != NULL ? refusal->word
                  : other != NULL       ? other
                                        : "");
}

void signup_context(const struct request *request, struct grammar_context *context)
{
    g_autoptr(Pending) pending = pending_by_id(request->run->db, request->token.object);
    if (pending != NULL && pending->kind == PENDING_GREETING) {
        context->reply = REPLY_TO_GREETING;
        return;
    }
    g_autofree char *comment = NULL;
    g_autoptr(Command) held = pending != NULL ? confirm_held(pending, &comment) : NULL;
    const bool password = held != NULL && held->row->id == COMMAND_PASSWORD;
    const enum command_id word = pending != NULL ? confirm_word(pending) : COMMAND_YES;
    context->reply = REPLY_TO_CONFIRM | (password ? REPLY_TO_PASSWORD : 0);
    const char *writer = pending != NULL && pending->name != NULL ? pending->name : "";
    writer = request->player != NULL ? request->player->name : writer;
    g_strlcpy(context->writer, writer, sizeof context->writer);
    /* What cannot be undone is done on its exact word alone. */
    context->yes = grammar_row(word)->name;
    context->no = grammar_row(COMMAND_NO)->name;
    context->asks_gravely = true;
    context->yes_by_name = word == COMMAND_CONFIRM && pending->kind != PENDING_SIGNUP;
}

/* What a token's letter asked the writer to confirm. A new address must belong to nobody;
 * everything else is confirmed by a player. NULL if it asked them nothing, or that has lapsed. Free
 * with pending_free. */
static struct pending *asked_by(const struct request *request, const struct token *token)
{
    g_autoptr(Pending) pending =
        token->kind == TOKEN_CONFIRM ? pending_by_id(request->run->db, token->object) : NULL;
    const struct player *who = request->player;
    const bool own = pending != NULL && pending->expires > request->run->arrived &&
                     (account_is_new_address(pending)
                          ? who == NULL && g_strcmp0(pending->folded, request->folded) == 0
                          : who != NULL && who->id == pending->player);
    return own ? g_steal_pointer(&pending) : NULL;
}

struct pending *signup_asked(const struct task *task)
{
    struct token token = task->request->token;
    const char *text = task->command != NULL ? task->command->text : NULL;
    const bool found = text != NULL ? token_find(task->run->db, text, task->run->now, &token)
                                    : task->request->has_token;
    return found ? asked_by(task->request, &token) : NULL;
}

void signup_unclear(struct request *request, const struct command *command)
{
    const struct player *who = request->player;
    g_autoptr(Pending) pending = asked_by(request, &request->token);
    if (pending != NULL && pending->kind == PENDING_GREETING) {
        greet_again(request);
    } else if (pending != NULL) {
        if (who != NULL ? request_may_answer(request, who)
                        : proof_may_tell_stranger(request, "signup-refusal", REFUSALS_A_DAY)) {
            confirm_again(request, pending);
        }
    } else if (who != NULL) {
        request_answer(request, who, command, say("nothing-pending", NULL));
    } else if (request->has_token) {
        tell_newcomer(request, NULL, say("nothing-pending", NULL), NULL);
    }
}

bool signup_speaks(struct request *request)
{
    g_autoptr(Pending) pending = request->has_token ? asked_by(request, &request->token) : NULL;
    if (pending == NULL || pending->kind != PENDING_GREETING) {
        return false;
    }
    g_autofree char *own = request_own_lines(request, G_MAXUINT);
    const char *language = vocabulary_language(g_strstrip(own));
    if (language == NULL ||
        !proof_may_tell_stranger(request, "greeting-again", LIMIT_GREETINGS_A_DAY)) {
        return false;
    }
    pending_wants(request->run->db, pending->id, language);
    proof_greet(request);
    return true;
}

static void sign_up(struct request *request, const struct pending *pending)
{
    struct run *run = request->run;
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
    const char *example = help_game_example();
    if (pending->language != NULL) {
        player_set(run->db, id, "language", pending->language);
    }
    g_autoptr(Player) who = player_by_id(run->db, id);
    g_autofree char *house =
        who != NULL ? eligibility_house(run, who, registry_find(example)) : NULL;
    g_autofree char *play = g_strconcat(grammar_row(COMMAND_PLAY)->name, " ", example, NULL);
    g_autofree char *learn = g_strconcat(grammar_row(COMMAND_TUTORIAL)->name, " ", example, NULL);
    const char *const links[] = { house, play, learn, NULL };
    const struct answered answered = request_answered(request, 0);
    struct values *values = pairs("name", pending->name, "example", example, "house",
                                  house != NULL ? run->config->house->name : NULL, NULL);
    with_phrase(values, "games", help_game_titles());
    with_text(values, "personal", letter_personal_address(run, id, false));
    letter_plain(run, &(struct letter_draft){ .player = id,
                                              .address = pending->address,
                                              .key = "subject-welcome",
                                              .page = "letters/welcome",
                                              .values = values,
                                              .links = house != NULL ? links : links + 1,
                                              .answered = &answered });
}

/* Queues the letter that asks a new address to confirm, whose stored request has that id: of
 * somebody who signs up, or one more of the player `name`. */
static void ask_to_confirm(struct request *request, const struct pending *pending, gint64 id,
                           const char *name)
{
    struct run *run = request->run;
    const bool signs_up = pending->kind == PENDING_SIGNUP;
    const struct new_token token = account_token(run, pending, id);
    const struct answered answered = request_answered(request, 0);
    account_wrote_to(run, pending->folded);
    letter_plain(run, &(struct letter_draft){
                          .address = pending->address,
                          .key = signs_up ? "subject-confirm" : "subject-confirm-address",
                          .page = signs_up ? "letters/confirm" : "letters/address",
                          .values = pairs("name", name, "password",
                                          pending->password != NULL ? "yes" : NULL, NULL),
                          .token = &token,
                          .links = (const char *const[]){ "confirm", "no", NULL },
                          .answered = signs_up ? &answered : NULL });
}

void handle_signup(struct task *task)
{
    struct run *run = task->run;
    struct request *request = task->request;
    const struct command *command = task->command;
    const char *password = command->password;
    const char *fault = request->player != NULL
                            ? "signup-again"
                            : newcomer_name_fault(run, command->name, request->folded);
    fault = fault != NULL ? fault : password_fault(password);
    g_autoptr(Pending) asked = request->has_token ? asked_by(request, &request->token) : NULL;
    const bool proven =
        asked != NULL && (asked->kind == PENDING_GREETING || asked->kind == PENDING_SIGNUP);
    if (fault == NULL && !proven && account_was_written_to(run, request->folded)) {
        fault = "signup-waiting";
    }
    if (fault != NULL) {
        refuse_signup(request, command, fault);
        return;
    }
    if (!proven && !account_may_write_to(run, request->folded)) {
        return;
    }
    g_autofree char *hash = account_hash(run, password);
    request->has_hashed = request->has_hashed || hash != NULL;
    g_autofree char *line = g_strconcat(command->row->name, " ", command->name, NULL);
    g_autofree char *language = pending_language(run->db, request->folded);
    struct pending pending = {
        .kind = PENDING_SIGNUP,
        .language = language,
        .command = line,
        .name = command->name,
        .address = request->message->from,
        .folded = request->folded,
        .password = hash,
        .password_length = hash != NULL ? strlen(password) : 0,
        .made = run->now,
        .expires = run->now + ACCOUNT_WEEK,
    };
    if (proven) {
        pending_remove(run->db, asked->id);
        sign_up(request, &pending); /* a reply to our letter proves the address */
    } else {
        ask_to_confirm(request, &pending, pending_add(run->db, &pending), command->name);
    }
}

/* ---- confirming ---- */

/* What the letter asked to confirm is not done. */
void handle_no(struct task *task)
{
    struct request *request = task->request;
    g_autoptr(Pending) pending = signup_asked(task);
    /* What a letter asked of itself is closed already. */
    const bool offered = task->who != NULL && request_offered(request) != NULL;
    if (pending == NULL && !offered) {
        signup_unclear(request, task->command);
    } else if (task->who == NULL) {
        signup_stop(request);
    } else {
        if (pending != NULL) {
            pending_remove(task->run->db, pending->id);
        }
        task_answer(task, say("not-done-no", NULL));
    }
}

void signup_confirmed(struct request *request, const struct pending *pending)
{
    struct run *run = request->run;
    pending_remove(run->db, pending->id);
    if (pending->kind == PENDING_SIGNUP) {
        sign_up(request, pending);
        return;
    }
    g_autoptr(Player) who = player_by_id(run->db, pending->player);
    g_autoptr(GPtrArray) addresses = player_addresses(run->db, pending->player);
    if (who == NULL || who->address == NULL || addresses->len >= LIMIT_ADDRESSES) {
        return;
    }
    player_address_add(run->db, who->id, pending->address, pending->folded, run->now);
    run->accepted = true;
    letter_notice(run, who->id, who->address, "address-added",
                  pairs("name", who->name, "added", pending->address, NULL));
    /* To no player: nothing proves yet that this address is the player. */
    letter_notice(run, 0, pending->address, "address-is-yours", pairs("name", who->name, NULL));
}

/* ---- addresses and passwords ---- */

/* Asks the new address to confirm. */
static void add_address(struct task *task)
{
    const struct player *who = task->who;
    const struct command *command = task->command;
    struct run *run = task->run;
    if (confirm_left(task->request, who) < 1) {
        task_answer(task, say("asked-too-often", NULL));
        return;
    }
    g_autofree char *folded = address_fold(command->text);
    g_autofree char *ascii = address_ascii(command->text);
    g_autoptr(Player) owner = folded != NULL ? player_by_address(run->db, folded) : NULL;
    g_autoptr(GPtrArray) addresses = player_addresses(run->db, who->id);
    bool own = owner != NULL && owner->id == who->id;
    const char *fault = account_address_fault(run, folded);
    fault = fault != NULL                       ? fault
            : own                               ? "address-yours"
            : addresses->len >= LIMIT_ADDRESSES ? "addresses-most"
                                                : NULL;
    if (fault != NULL) {
        task_answer(task, say(fault, pairs("address", command->text, NULL)));
    }
    if (fault != NULL || task->trial) {
        return;
    }
    g_autofree char *language = player_setting(run->db, who->id, "language");
    struct pending pending = {
        .kind = PENDING_ADDRESS,
        .language = language,
        .command = command->line,
        .player = who->id,
        .address = ascii,
        .folded = folded,
        .made = run_moment(run),
        .expires = run->now + ACCOUNT_WEEK,
        .proven = request_proves(task->request, who->id),
    };
    gint64 id = pending_add(run->db, &pending);
    /* That the address belongs to somebody else must not be learned from the answer. */
    if (owner == NULL && account_may_write_to(run, folded)) {
        ask_to_confirm(task->request, &pending, id, who->name);
    }
    task_answer(task, say("address-asked", pairs("address", command->text, NULL)));
}

/* Takes an address from the player, and writes to that address. */
static void drop_address(struct task *task)
{
    struct run *run = task->run;
    const struct player *who = task->who;
    const char *address = task->command->text;
    g_autofree char *folded = address_fold(address);
    g_autoptr(Player) owner = folded != NULL ? player_by_address(run->db, folded) : NULL;
    g_autoptr(GPtrArray) addresses = player_addresses(run->db, who->id);
    const char *fault = owner == NULL || owner->id != who->id ? "address-not-yours"
                        : addresses->len < 2                  ? "address-only"
                                                              : NULL;
    if (fault != NULL) {
        task_answer(task, say(fault, NULL));
    } else if (!task->trial) {
        account_drop_address(run, who, address);
        run->accepted = true;
        g_autoptr(Player) now = player_by_id(run->db, who->id);
        task_answer(
            task, say("address-dropped", pairs("dropped", address, "address", now->address, NULL)));
    }
}

void handle_address(struct task *task)
{
    const char *word = task->command->words[0];
    const bool renew = g_str_equal(word, "renew");
    if (g_str_equal(word, "add")) {
        add_address(task);
    } else if (g_str_equal(word, "drop")) {
        drop_address(task);
    } else if (!task->trial) {
        g_autofree char *address = letter_personal_address(task->run, task->who->id, renew);
        task->run->accepted = true;
        task_answer(task,
                    say(renew ? "personal-renewed" : "personal", pairs("address", address, NULL)));
    }
}

/* Sets the new password of a command, or removes the old one if it holds none. A mail can set one
 * password only, since hashing takes long. */
void handle_password(struct task *task)
{
    const struct command *command = task->command;
    struct request *request = task->request;
    struct run *run = task->run;
    const char *chosen = command->new_password;
    if (command->password == NULL && command->name != NULL &&
        g_ascii_strcasecmp(command->name, task->who->name) != 0) {
        /* The line may hold a password that the player means to set: it is not repeated. */
        request_answer(request, task->who, NULL,
                       say("password-not-yours", pairs("name", task->who->name, NULL)));
        return;
    }
    if (task->trial) {
        return;
    }
    const char *fault = password_fault(chosen);
    fault = fault == NULL && chosen != NULL && request->has_hashed ? "password-once" : fault;
    if (fault != NULL) {
        task_answer(task, say(fault, NULL));
        return;
    }
    g_autofree char *hash = account_hash(run, chosen);
    request->has_hashed = request->has_hashed || chosen != NULL;
    player_set_password(run->db, task->who->id, hash, chosen != NULL ? strlen(chosen) : 0);
    run->accepted = true;
    task_answer(task, say(chosen != NULL ? "password-set" : "password-gone", NULL));
}
