#include "office/allowance.h"

#include "base/clock.h"
#include "mail/address.h"
#include "office/account.h"
#include "store/inbox.h"

/* Tells him of a limit, once in that time. */
static void tell(struct office *office, gint64 player, const char *address, const char *key,
                 struct clock_span span)
{
    g_autofree char *folded = address_fold(address);
    if (notice_count(office->db, folded, key, span) > 0) {
        return;
    }
    notice_add(office->db, folded, key, office->now);
    g_autofree char *text = say(office, key, NULL);
    account_notice(office, player, address, text);
}

/* ---- answers ---- */

bool allowance_answer(struct visit *visit, gint64 player, const char *address)
{
    static const struct limit {
        const char *proven, *unproven; /* what is said of it */
        gint64 seconds;
        int most;
    } limits[] = {
        { "limit-hour", "limit-hour-unproven", CLOCK_HOUR, OFFICE_ANSWERS_AN_HOUR },
        { "limit-day", "limit-day-unproven", CLOCK_DAY, OFFICE_ANSWERS_A_DAY },
    };
    struct office *office = visit->office;
    bool proven = visit_proves(visit, player);
    for (size_t i = 0; i < G_N_ELEMENTS(limits); i++) {
        struct clock_span span = clock_span(office->now, limits[i].seconds);
        if (player_answers(office->db, player, proven, span) >= limits[i].most) {
            tell(office, player, address, proven ? limits[i].proven : limits[i].unproven, span);
            return false;
        }
    }
    player_answered(office->db, player, proven, office->now);
    return true;
}

/* ---- what is done for him ---- */

static gint64 today(const struct office *office)
{
    return office->now / CLOCK_DAY;
}

bool allowance_act(struct office *office, const struct player *who)
{
    if (player_acts(office->db, who->id, today(office)) < OFFICE_ACTS_A_DAY) {
        return true;
    }
    tell(office, who->id, who->address, "limit-acts",
         (struct clock_span){ today(office) * CLOCK_DAY, office->now });
    return false;
}

void allowance_acted(struct office *office, const struct player *who)
{
    player_acted(office->db, who->id, today(office));
}
