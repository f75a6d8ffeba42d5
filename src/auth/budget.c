#include "auth/budget.h"

#include "letters/letters.h"

static const struct row {
    int most;  /* uses a day */
    bool each; /* each board or reader has a budget of its own */
} budgets[] = {
    [BUDGET_MESSAGES] = { 20, false },      [BUDGET_CHAT] = { 100, true },
    [BUDGET_OFFERS] = { 20, true },         [BUDGET_GIVETIME] = { 10, true },
    [BUDGET_REMATCH] = { 5, true },         [BUDGET_SEATS] = { 40, false },
    [BUDGET_TURNS] = { 20, true },          [BUDGET_ANALYSES] = { 10, false },
    [BUDGET_MISSES] = { 2, true },          [BUDGET_LETTERS] = { 20, true },
    [BUDGET_ANSWERS] = { 60, false },       [BUDGET_ANSWERS_UNPROVEN] = { 60, false },
    [BUDGET_WRONG_STRANGER] = { 5, false }, [BUDGET_WRONG_ADDRESS] = { 5, false },
    [BUDGET_WRONG_PROVEN] = { 5, false },
};

static gint64 today(const struct run *run)
{
    return run_moment(run) / CLOCK_DAY;
}

bool budget_allows(const struct run *run, enum budget kind, gint64 player, gint64 about, int count)
{
    gint64 of = budgets[kind].each ? about : 0;
    return budget_used(run->db, kind, player, of, today(run)) + count <= budgets[kind].most;
}

void budget_spend(const struct run *run, enum budget kind, gint64 player, gint64 about, int count)
{
    budget_use(run->db, kind, player, budgets[kind].each ? about : 0, today(run), count);
}

bool budget_take(const struct run *run, enum budget kind, gint64 player, gint64 about)
{
    const bool allows = budget_allows(run, kind, player, about, 1);
    if (allows) {
        budget_spend(run, kind, player, about, 1);
    }
    return allows;
}

int budget_most(enum budget kind)
{
    return budgets[kind].most;
}

/* ---- commands and answers ---- */

/* Tells the player that they have reached a limit, and until when, once a day. */
static void tell(struct run *run, gint64 player, const char *address, const char *key)
{
    letter_notice_daily(
        run, player, address, key,
        with_phrase(values_new(), "until", phrase_moment((today(run) + 1) * CLOCK_DAY)), NULL);
}

bool rate_limit_answer(struct run *run, gint64 player, const char *address, bool proven)
{
    const enum budget kind = proven ? BUDGET_ANSWERS : BUDGET_ANSWERS_UNPROVEN;
    if (budget_take(run, kind, player, 0)) {
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
