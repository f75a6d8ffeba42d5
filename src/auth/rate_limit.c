#include "auth/rate_limit.h"

#include "letters/letters.h"
#include "mail/address.h"
#include "store/inbox.h"

/* Tells the player that they have reached a limit, once in that span. */
static void tell(struct run *run, gint64 player, const char *address, const char *key,
                 struct clock_span span)
{
    g_autofree char *folded = address_fold(address);
    if (notice_count(run->db, folded, key, span) > 0) {
        return;
    }
    notice_add(run->db, folded, key, run->now);
    g_autofree char *text = say(run, key, NULL);
    letter_notice(run, player, address, text);
}

/* ---- answers ---- */

bool rate_limit_answer(struct run *run, gint64 player, const char *address, bool proven)
{
    static const struct limit {
        const char *proven, *unproven; /* the sentence that says so */
        gint64 seconds;
        int most;
    } limits[] = {
        { "limit-hour", "limit-hour-unproven", CLOCK_HOUR, LIMIT_ANSWERS_AN_HOUR },
        { "limit-day", "limit-day-unproven", CLOCK_DAY, LIMIT_ANSWERS_A_DAY },
    };
    for (size_t i = 0; i < G_N_ELEMENTS(limits); i++) {
        struct clock_span span = clock_span(run->now, limits[i].seconds);
        if (player_answers(run->db, player, proven, span) >= limits[i].most) {
            tell(run, player, address, proven ? limits[i].proven : limits[i].unproven, span);
            return false;
        }
    }
    player_answered(run->db, player, proven, run->now);
    return true;
}

/* ---- commands carried out ---- */

static gint64 today(const struct run *run)
{
    return run->now / CLOCK_DAY;
}

bool rate_limit_act(struct run *run, const struct player *who)
{
    if (player_acts(run->db, who->id, today(run)) < LIMIT_ACTS_A_DAY) {
        return true;
    }
    tell(run, who->id, who->address, "limit-acts",
         (struct clock_span){ today(run) * CLOCK_DAY, run->now });
    return false;
}

void rate_limit_acted(struct run *run, const struct player *who)
{
    player_acted(run->db, who->id, today(run));
}
