#include "auth/budget.h"

#include "base/clock.h"

static const struct row {
    int most;    /* uses a day */
    bool boards; /* each board has a budget of its own */
} budgets[] = {
    [BUDGET_MESSAGES] = { 20, false }, [BUDGET_CHAT] = { 100, true },
    [BUDGET_OFFERS] = { 20, true },    [BUDGET_GIVETIME] = { 10, true },
    [BUDGET_REMATCH] = { 5, true },    [BUDGET_SEATS] = { 40, false },
    [BUDGET_TURNS] = { 20, true },
};

/* Letters from one player to another that could also come later. */
enum { LETTERS_A_DAY = 20 };

static gint64 today(const struct run *run)
{
    return run->now / CLOCK_DAY;
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
