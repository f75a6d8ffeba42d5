#include "auth/budget.h"

#include "letters/say.h"

static const struct row {
    int most;    /* a day */
    bool boards; /* each board has a budget of its own */
} budgets[] = {
    [BUDGET_MESSAGES] = { 20, false }, [BUDGET_CHAT] = { 100, true },
    [BUDGET_OFFERS] = { 20, true },    [BUDGET_GIVETIME] = { 10, true },
    [BUDGET_REMATCH] = { 5, true },    [BUDGET_SEATS] = { 40, false },
    [BUDGET_TURNS] = { 20, true },
};

/* From one player to another, of letters that could as well come later. */
enum { LETTERS_A_DAY = 20 };

static const struct {
    enum command_id id;
    enum budget kind;
} commands[] = {
    { COMMAND_CHAT, BUDGET_CHAT },         { COMMAND_DRAW, BUDGET_OFFERS },
    { COMMAND_UNDO, BUDGET_OFFERS },       { COMMAND_PAUSE, BUDGET_OFFERS },
    { COMMAND_RESUME, BUDGET_OFFERS },     { COMMAND_REJECT, BUDGET_OFFERS },
    { COMMAND_GIVETIME, BUDGET_GIVETIME }, { COMMAND_REMATCH, BUDGET_REMATCH },
    { COMMAND_TAKE, BUDGET_SEATS },
};

static enum budget budget_of(enum command_id id)
{
    for (size_t i = 0; i < G_N_ELEMENTS(commands); i++) {
        if (commands[i].id == id) {
            return commands[i].kind;
        }
    }
    return BUDGET_NONE;
}

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

static gint64 board_of(const struct request *request, const struct command *command)
{
    return command->board != 0 ? command->board : request->letter_board;
}

bool budget_command_allowed(struct request *request, const struct player *who,
                            const struct command *command)
{
    const enum budget kind = who != NULL ? budget_of(command->row->id) : BUDGET_NONE;
    if (kind == BUDGET_NONE ||
        budget_allows(request->run, kind, who->id, board_of(request, command), 1)) {
        return true;
    }
    g_autofree char *most = g_strdup_printf("%d", budgets[kind].most);
    request_answer(request, who, command,
                   say(request->run, "budget-met", pairs("most", most, NULL)));
    return false;
}

void budget_command_done(const struct request *request, const struct player *who,
                         const struct command *command)
{
    const enum budget kind = who != NULL ? budget_of(command->row->id) : BUDGET_NONE;
    if (kind != BUDGET_NONE && request->run->accepted) {
        budget_spend(request->run, kind, who->id, board_of(request, command), 1);
    }
}
