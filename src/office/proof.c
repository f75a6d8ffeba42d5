#include "office/proof.h"

#include <string.h>

#include "base/clock.h"
#include "base/secret.h"
#include "mail/address.h"
#include "office/account.h"
#include "office/password_check.h"
#include "office/returns.h"
#include "store/inbox.h"

/* So many strangers are no guests: the operator hears of it, once a day. */
static bool too_many_strangers(struct office *office)
{
    static const char alarm[] = "too-many-strangers";
    struct clock_span day = clock_span(office->now, CLOCK_DAY);
    if (notice_count(office->db, NULL, "text", day) +
            notice_count(office->db, NULL, "signup-refusal", day) <
        OFFICE_STRANGER_TEXTS_A_DAY) {
        return false;
    }
    if (notice_count(office->db, NULL, alarm, day) == 0) {
        notice_add(office->db, office->config->operator, alarm, office->now);
        g_autofree char *text = say(office, alarm, NULL);
        letter_plain(office, 0, office->config->operator, "letters/notice",
                     "subject-too-many-strangers", pairs("text", text, NULL), NULL, NULL, NULL);
    }
    return true;
}

bool proof_may_tell_stranger(struct visit *visit, const char *kind, int most)
{
    struct office *office = visit->office;
    g_autofree char *mailbox = address_mailbox(visit->folded);
    if (notice_count(office->db, mailbox, kind, clock_span(office->now, CLOCK_DAY)) >= most ||
        too_many_strangers(office)) {
        return false;
    }
    notice_add(office->db, mailbox, kind, office->now);
    return true;
}

void proof_none(struct visit *visit)
{
    struct office *office = visit->office;
    if (!proof_may_tell_stranger(visit, "text", 1)) {
        return;
    }
    struct answered answered = { .message_id = visit->message->message_id };
    letter_plain(office, 0, visit->message->from, "letters/stranger", "subject-stranger", NULL,
                 NULL, NULL, &answered);
}

/* ---- passwords ---- */

/* A notice for each wrong password that was sent for the name of somebody else. */
static const char guess[] = "guess";

static struct clock_span today(const struct office *office)
{
    return (struct clock_span){ office->now / CLOCK_DAY * CLOCK_DAY, office->now };
}

static enum player_claim claim_of(const struct visit *visit, const struct player *claimed)
{
    bool own = visit->player != NULL && visit->player->id == claimed->id;
    bool proven = own && visit->proof == PROOF_FULL && !visit->stale &&
                  visit->message->verdict != SENDER_DISOWNED;
    return proven ? CLAIM_PROVEN : own ? CLAIM_ADDRESS : CLAIM_STRANGER;
}

/* Whether as many wrong ones have come for the player as are looked at in a day. Those of
 * strangers leave room for what comes from the player's own addresses, and those for what a
 * token proves as well. */
static bool is_off(const struct visit *visit, const struct player *claimed)
{
    struct office *office = visit->office;
    return player_wrong_passwords(office->db, claimed->id, claim_of(visit, claimed),
                                  today(office)) >= OFFICE_WRONG_A_DAY;
}

/* Whether too many guesses have come, from the sender or from all senders together. What is
 * right is no guess, and none is made from a player's own address. */
static bool guesses_are_off(const struct visit *visit, const struct player *claimed)
{
    struct office *office = visit->office;
    if (claim_of(visit, claimed) != CLAIM_STRANGER) {
        return false;
    }
    g_autofree char *mailbox = address_mailbox(visit->folded);
    return office->guesses >= OFFICE_GUESSES_A_RUN ||
           notice_count(office->db, mailbox, guess, today(office)) >= OFFICE_GUESSES_A_SENDER ||
           notice_count(office->db, NULL, guess, today(office)) >= OFFICE_GUESSES_A_DAY;
}

static bool is_looked_at(const struct visit *visit, const struct player *claimed)
{
    return player_suspended(visit->office->db, claimed->id) == 0 && !is_off(visit, claimed) &&
           !guesses_are_off(visit, claimed);
}

static void count_wrong(const struct visit *visit, const struct player *claimed)
{
    struct office *office = visit->office;
    const enum player_claim claim = claim_of(visit, claimed);
    player_wrong_password(office->db, claimed->id, claim, office->now);
    if (claim == CLAIM_STRANGER) {
        g_autofree char *mailbox = address_mailbox(visit->folded);
        notice_add(office->db, mailbox, guess, office->now);
        office->guesses++;
    }
}

/* The last wrong one of its kind today: the player hears of the first of these, wherever it
 * came from. */
static void tell_off(const struct visit *visit, const struct player *claimed)
{
    static const char kind[] = "password-off";
    struct office *office = visit->office;
    g_autofree char *folded = address_fold(claimed->address);
    if (notice_count(office->db, folded, kind, today(office)) > 0) {
        return;
    }
    notice_add(office->db, folded, kind, office->now);
    bool own = claim_of(visit, claimed) != CLAIM_STRANGER;
    g_autofree char *text = say(office, "password-now-off", pairs("own", own ? "yes" : NULL, NULL));
    account_notice(office, claimed->id, claimed->address, text);
}

static void answer_wrong(struct visit *visit, const struct player *claimed,
                         const struct command *command)
{
    if (is_off(visit, claimed)) {
        tell_off(visit, claimed);
    } else {
        visit_answer(visit, claimed, command,
                     say(visit->office,
                         claimed->password == NULL ? "password-none" : "password-wrong", NULL));
    }
}

/* The mail's one check went to another word. Whoever that word proved hears of it. */
static void answer_untried(struct visit *visit, const struct command *command)
{
    g_autoptr(Player) proven =
        visit->by_password != 0 ? player_by_id(visit->office->db, visit->by_password) : NULL;
    if (proven != NULL) {
        visit_answer(visit, proven, command, say(visit->office, "password-one", NULL));
    }
}

void proof_begin(struct visit *visit, const struct reading *reading)
{
    struct office *office = visit->office;
    for (guint i = 0; i < reading->entries->len; i++) {
        const struct command *command =
            ((const struct reading_entry *)reading->entries->pdata[i])->command;
        if (command == NULL || command->password == NULL || command->name == NULL ||
            command->row->id == COMMAND_SIGNUP) {
            continue;
        }
        g_autoptr(Player) claimed = player_by_name(office->db, command->name);
        if (claimed != NULL && is_looked_at(visit, claimed) &&
            password_check(office, claimed, command->password, true) == PASSWORD_WRONG) {
            count_wrong(visit, claimed);
        }
        return;
    }
}

struct player *proof_by_password(struct visit *visit, const struct command *command)
{
    struct office *office = visit->office;
    g_autoptr(Player) claimed = player_by_name(office->db, command->name);
    if (claimed == NULL) {
        if (visit->player != NULL) {
            /* Neither line nor name: what stands there may be his password. */
            visit_answer(visit, visit->player, NULL, say(office, "no-name", NULL));
        } else {
            proof_none(visit);
        }
        return NULL;
    }
    /* proof_begin has had the first one compared. Of a player who is suspended, or where too many
     * wrong ones came, none was, and a guesser learns nothing. */
    enum password_answer answer = password_check(office, claimed, command->password, false);
    if (answer == PASSWORD_FITS) {
        visit->by_password = claimed->id;
        if (claimed->password_length == 0) { /* it was set before lengths were kept */
            player_set_password(office->db, claimed->id, claimed->password,
                                strlen(command->password));
        }
        returns_end(visit, claimed);
        return g_steal_pointer(&claimed);
    }
    if (answer == PASSWORD_UNTRIED) {
        answer_untried(visit, command);
    } else if (player_suspended(office->db, claimed->id) == 0 && !guesses_are_off(visit, claimed)) {
        answer_wrong(visit, claimed, command);
    }
    return NULL;
}
