#include "commands/proof.h"

#include <string.h>

#include "accounts/account.h"
#include "auth/budget.h"
#include "auth/redact.h"
#include "commands/bounces.h"
#include "commands/help.h"
#include "language/line.h"
#include "mail/address.h"

bool proof_may_tell_stranger(struct request *request, const char *kind, int most)
{
    struct run *run = request->run;
    struct clock_span day = clock_span(run->now, CLOCK_DAY);
    g_autofree char *mailbox = address_mailbox(request->folded);
    /* A letter has promised that no other comes, whoever writes in their name. */
    const bool promised = !request->has_token && request->message->verdict != SENDER_VOUCHED &&
                          account_was_written_to(run, request->folded);
    if (promised || notice_count(run->db, mailbox, kind, day) >= most) {
        return false;
    }
    if (notice_count(run->db, NULL, "text", day) +
            notice_count(run->db, NULL, "signup-refusal", day) <
        LIMIT_STRANGER_TEXTS_A_DAY) {
        notice_add(run->db, mailbox, kind, run->now);
        return true;
    }
    alarm_write(run, ALARM_STRANGERS, NULL, NULL); /* so many are no guests */
    return false;
}

void proof_greet(struct request *request)
{
    struct run *run = request->run;
    const struct new_token token =
        account_greeting(run, request->message->from, request->folded, NULL);
    g_autofree char *set = pending_language(run->db, request->folded);
    g_autofree char *own = request_own_lines(request, G_MAXUINT);
    g_autofree char *text = g_strjoin(" ", own, request->message->subject, NULL);
    const struct words *theirs =
        words_in(run_words(run), set == NULL ? vocabulary_guess(text) : NULL);
    struct values *values = with_phrase(values_new(), "games", help_game_titles());
    with_phrase(values, "language",
                theirs != run_words(run) ? phrase_text(words_get(theirs, "language", "offer"))
                                         : NULL);
    request_letter(request, NULL,
                   &(struct letter_draft){ .key = "subject-stranger",
                                           .page = "letters/stranger",
                                           .values = values,
                                           .token = &token,
                                           .links = (const char *const[]){ "stop", NULL } });
}

void proof_none(struct request *request)
{
    if (proof_may_tell_stranger(request, "text", 1)) {
        proof_greet(request);
    }
}

/* ---- passwords ---- */

/* The kind of notice that counts each wrong password sent for another player's name. */
static const char guess[] = "guess";

static struct clock_span today(const struct run *run)
{
    return (struct clock_span){ run->now / CLOCK_DAY * CLOCK_DAY, run->now };
}

/* Which budget of wrong passwords counts a wrong one in this mail: how far the rest of it shows who
 * gives the password. */
static enum budget claim_of(const struct request *request, const struct player *claimed)
{
    bool own = request->player != NULL && request->player->id == claimed->id;
    return own && request_proves(request, claimed->id) ? BUDGET_WRONG_PROVEN
           : own                                       ? BUDGET_WRONG_ADDRESS
                                                       : BUDGET_WRONG_STRANGER;
}

/* True if the day's limit of wrong passwords for the player is reached. Those of strangers leave
 * room for mail from the player's own addresses, and those leave room for mail that a token
 * proves. */
static bool is_off(const struct request *request, const struct player *claimed)
{
    return !budget_allows(request->run, claim_of(request, claimed), claimed->id, 0, 1);
}

/* True if too many guesses have come, from the sender or from all senders together. A right
 * password is no guess, and mail from a player's own address makes none. */
static bool guesses_are_off(const struct request *request, const struct player *claimed)
{
    struct run *run = request->run;
    if (claim_of(request, claimed) != BUDGET_WRONG_STRANGER) {
        return false;
    }
    g_autofree char *mailbox = address_mailbox(request->folded);
    return run->guesses >= LIMIT_GUESSES_A_RUN ||
           notice_count(run->db, mailbox, guess, today(run)) >= LIMIT_GUESSES_A_SENDER ||
           notice_count(run->db, NULL, guess, today(run)) >= LIMIT_GUESSES_A_DAY;
}

/* Answers a wrong password; or tells the player that no password is accepted any more today. They
 * hear of that once a day, whoever sent the wrong ones. */
static void answer_wrong(struct request *request, const struct player *claimed,
                         const struct command *command)
{
    struct run *run = request->run;
    if (!is_off(request, claimed)) {
        request_answer(request, claimed, command,
                       say(claimed->password == NULL ? "password-none" : "password-wrong", NULL));
        return;
    }
    const bool own = claim_of(request, claimed) != BUDGET_WRONG_STRANGER;
    letter_notice_daily(run, claimed->id, claimed->address, "password-now-off",
                        pairs("own", own ? "yes" : NULL, NULL), NULL);
}

void proof_begin(struct request *request, const struct command *first)
{
    struct run *run = request->run;
    g_autoptr(Player) claimed = player_by_name(run->db, first->name);
    if (claimed == NULL || claimed->suspended != 0 || is_off(request, claimed) ||
        guesses_are_off(request, claimed) ||
        password_check(run, claimed, first->password, true) != PASSWORD_WRONG) {
        return;
    }
    const enum budget claim = claim_of(request, claimed);
    budget_spend(run, claim, claimed->id, 0, 1);
    if (claim == BUDGET_WRONG_STRANGER) {
        g_autofree char *mailbox = address_mailbox(request->folded);
        notice_add(run->db, mailbox, guess, run->now);
        run->guesses++;
    }
}

struct player *proof_by_password(struct request *request, const struct command *command)
{
    struct run *run = request->run;
    g_autoptr(Player) claimed = player_by_name(run->db, command->name);
    /* A program has neither a password nor an address for the answer. */
    if (claimed == NULL || claimed->program) {
        if (request->player != NULL) {
            /* The answer shows neither line nor name: the password may stand there. */
            request_answer(request, request->player, NULL, say("no-name", NULL));
        } else {
            proof_none(request);
        }
        return NULL;
    }
    /* proof_begin has compared the first one. If the player is suspended or too many wrong ones
     * came, none was compared, and a guesser learns nothing. */
    enum password_answer answer = password_check(run, claimed, command->password, false);
    if (answer == PASSWORD_FITS) {
        request->by_password = claimed->id;
        bounces_end(request, claimed);
        return g_steal_pointer(&claimed);
    }
    if (answer == PASSWORD_UNTRIED) {
        /* The one check that a mail may have went to another password. If that proved a player,
         * they are told. */
        g_autoptr(Player) proven =
            request->by_password != 0 ? player_by_id(run->db, request->by_password) : NULL;
        if (proven != NULL) {
            request_answer(request, proven, command, say("password-one", NULL));
        }
    } else if (claimed->suspended == 0 && !guesses_are_off(request, claimed)) {
        answer_wrong(request, claimed, command);
    }
    return NULL;
}
