#include "auth/budget.h"

#include "base/clock.h"
#include "letters/letters.h"
#include "mail/address.h"
#include "store/inbox.h"

static const struct row {
    int most;    /* uses a day */
    bool boards; /* each board has a budget of its own */
} budgets[] = {
    [BUDGET_MESSAGES] = { 20, false }, [BUDGET_CHAT] = { 100, true },
    [BUDGET_OFFERS] = { 20, true },    [BUDGET_GIVETIME] = { 10, true },
    [BUDGET_REMATCH] = { 5, true },    [BUDGET_SEATS] = { 40, false },
    [BUDGET_TURNS] = { 20, true },     [BUDGET_ANALYSES] = { 10, false },
    [BUDGET_MISSES] = { 2, true },
};

/* Letters from one player to another that could also come later. */
enum { LETTERS_A_DAY = 20 };

static gint64 today(const struct run *run)
{
    return run_moment(run) / CLOCK_DAY;
}

bool budget_allows(const struct run *run, enum budget kind, gint64 player, gint64 board, int count)
{
    gint64 at = budgets[kind].boards ? board : 0;
    return budget_used(run->db, kind, player, at, today(run)) + count <= budgets[kind].most;
}

void budget_spend(const struct run *run, enum budget kind, gint64 player, gint64 board, int count)
{
    budget_use(run->db, kind, player, budgets[kind].boards ? board : 0, today(run), count);
}

bool budget_letter_allowed(const struct run *run, gint64 writer, gint64 reader)
{
    return letters_between(run->db, writer, reader, today(run)) < LETTERS_A_DAY;
}

void budget_letter_sent(const struct run *run, gint64 writer, gint64 reader)
{
    letters_between_add(run->db, writer, reader, today(run));
}

int budget_most(enum budget kind)
{
    return budgets[kind].most;
}

/* ---- commands and answers ---- */

/* The day so far, in UTC. */
static struct clock_span since_midnight(const struct run *run)
{
    return (struct clock_span){ today(run) * CLOCK_DAY - 1, run_moment(run) };
}

/* Tells the player that they have reached a limit, and until when, once a day. */
static void tell(struct run *run, gint64 player, const char *address, const char *key)
{
    g_autofree char *folded = address_fold(address);
    if (!notice_once(run->db, folded, key, since_midnight(run))) {
        return;
    }
    g_autofree char *until = moment_in_words(run, player, (today(run) + 1) * CLOCK_DAY);
    letter_notice(run, player, address, key, pairs("until", until, NULL));
}

bool rate_limit_answer(struct run *run, gint64 player, const char *address, bool proven)
{
    if (player_answers(run->db, player, proven, since_midnight(run)) < LIMIT_ANSWERS_A_DAY) {
        player_answered(run->db, player, proven, run_moment(run));
        return true;
    }
    tell(run, player, address, proven ? "limit-answers" : "limit-answers-unproven");
    return false;
}

bool rate_limit_act(struct run *run, const struct player *who)
{
    if (who->program || player_acts(run->db, who->id, today(run)) < LIMIT_ACTS_A_DAY) {
        return true;
    }
    tell(run, who->id, who->address, "limit-acts");
    return false;
}

void rate_limit_acted(struct run *run, const struct player *who)
{
    player_acted(run->db, who->id, today(run));
}
