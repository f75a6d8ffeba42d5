#include "office/proof.h"

#include <string.h>

#include "base/clock.h"
#include "base/secret.h"
#include "mail/address.h"
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

/* Wrong once more: perhaps too often. */
static void wrong_password(struct visit *visit, const struct player *claimed,
                           const struct command *command)
{
    struct office *office = visit->office;
    player_wrong_password(office->db, claimed->id, office->now);
    bool too_often =
        player_wrong_passwords(office->db, claimed->id, clock_span(office->now, CLOCK_HOUR)) >=
            OFFICE_WRONG_AN_HOUR ||
        player_wrong_passwords(office->db, claimed->id, clock_span(office->now, CLOCK_DAY)) >=
            OFFICE_WRONG_A_DAY;
    if (too_often) {
        player_password_off(office->db, claimed->id, (office->now / CLOCK_DAY + 1) * CLOCK_DAY);
    }
    const char *key = too_often                   ? "password-now-off"
                      : claimed->password == NULL ? "password-none"
                                                  : "password-wrong";
    visit_answer(visit, claimed, command, say(office, key, NULL));
}

/* Whether his password counts for nothing today; a day that has not begun was meant by
 * a clock that was put back since. */
static bool is_password_off(struct office *office, gint64 player)
{
    gint64 until = player_password_off_until(office->db, player);
    return until > office->now && until <= office->now + CLOCK_DAY;
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
    if (is_password_off(office, claimed->id) || player_suspended(office->db, claimed->id) != 0) {
        /* He was told when it was switched off, or he was suspended; a guesser learns nothing. */
        return NULL;
    }
    if (claimed->password == NULL || !secret_password_fits(claimed->password, command->password)) {
        wrong_password(visit, claimed, command);
        return NULL;
    }
    visit->by_password = claimed->id;
    returns_end(visit, claimed);
    return g_steal_pointer(&claimed);
}
