#include "auth/rate_limit.h"

#include "letters/letters.h"
#include "mail/address.h"
#include "store/inbox.h"

static gint64 today(const struct run *run)
{
    return run->now / CLOCK_DAY;
}

/* Today so far, in UTC. */
static struct clock_span since_midnight(const struct run *run)
{
    return (struct clock_span){ today(run) * CLOCK_DAY - 1, run->now };
}

/* Tells the player that they have reached a limit, and until when, once a day. */
static void tell(struct run *run, gint64 player, const char *address, const char *key)
{
    g_autofree char *folded = address_fold(address);
    if (notice_count(run->db, folded, key, since_midnight(run)) > 0) {
        return;
    }
    notice_add(run->db, folded, key, run->now);
    g_autofree char *until = moment_in_words(run, player, (today(run) + 1) * CLOCK_DAY);
    g_autofree char *text = say(run, key, pairs("until", until, NULL));
    letter_notice(run, player, address, text);
}

bool rate_limit_answer(struct run *run, gint64 player, const char *address, bool proven)
{
    if (player_answers(run->db, player, proven, since_midnight(run)) < LIMIT_ANSWERS_A_DAY) {
        player_answered(run->db, player, proven, run->now);
        return true;
    }
    tell(run, player, address, proven ? "limit-answers" : "limit-answers-unproven");
    return false;
}

bool rate_limit_act(struct run *run, const struct player *who)
{
    if (player_acts(run->db, who->id, today(run)) < LIMIT_ACTS_A_DAY) {
        return true;
    }
    tell(run, who->id, who->address, "limit-acts");
    return false;
}

void rate_limit_acted(struct run *run, const struct player *who)
{
    player_acted(run->db, who->id, today(run));
}
