
#include "auth/budget.h"
#include "auth/redact.h"
#include "commands/confirm.h"
#include "commands/proof.h"
#include "commands/signup.h"

/* What the rows of commands.list say of carrying out. */
static const struct {
    handler *carry_out;
    enum budget budget;
    enum task_place place;
} rows[] = {
#define COMMAND(ID, HANDLER, BUDGET, PLACE, ...) [COMMAND_##ID] = { HANDLER, BUDGET, PLACE },
#define OLD_FORM(ID, ...)
#include "commands.list"
};

/* ---- carrying out ---- */

/* Carries a command out, unless `who` (NULL: a stranger) has reached a limit of the day. A move is
 * never held back: how many there are is up to the others at the board, too. */
static void carry_out(struct request *request, const struct player *who,
                      const struct command *command)
{
    struct run *run = request->run;
    g_auto(Task) task = task_of(request, who, command);
    const enum command_id id = command->row->id;
    const enum budget budget = rows[id].budget;
    const bool counts = who != NULL && budget != BUDGET_NONE;
    const bool acts = who != NULL && grammar_level(command, request->letter_board) >= LEVEL_PROVEN;
    const gint64 board = task_board(&task);
    /* An answer of a program to an offer is never one too many. */
    const bool is_free = !counts || (who->program && id == COMMAND_REJECT);
    if (acts && id != COMMAND_MOVE && !rate_limit_act(run, who)) {
        return;
    }
    if (!is_free && !budget_allows(run, budget, who->id, board, 1)) {
        task_answer(&task,
                    say("budget-met", with_number(values_new(), "most", budget_most(budget))));
        return;
    }
    const bool before = run->accepted;
    run->accepted = false;
    if (task_is_at(&task, rows[id].place)) {
        rows[id].carry_out(&task);
    }
    if (counts && run->accepted) {
        budget_spend(run, budget, who->id, board, 1);
    }
    if (acts && run->accepted && id != COMMAND_FORGET) { /* nothing is kept of who is gone */
        rate_limit_acted(run, who);
    }
    run->accepted = run->accepted || before;
    const bool away = who != NULL && who->signed_off != 0 && run->accepted;
    g_autoptr(Player) now = away ? player_by_id(run->db, who->id) : NULL;
    if (now != NULL && now->signed_off != 0) { /* whoever does something is back */
        player_sign_off(run->db, now->id, 0);
        request_remark(request, "signed-on", NULL);
    }
}

/* ---- yes ---- */

/* Carries out the command that a letter asked about, unless its board has changed since. `words`
 * belong to it (NULL: none). */
static void carry_out_held(struct task *yes, const struct pending *pending,
                           const struct command *held, const char *words)
{
    struct request *request = yes->request;
    g_autoptr(Board) board = pending->board != 0 ? board_read(yes->run->db, pending->board) : NULL;
    if (pending->board != 0 && (board == NULL || board->revision != pending->revision)) {
        task_answer(yes, say("held-stale", pairs("line", held->line, NULL)))->board =
            pending->board;
        return;
    }
    const char *comment = request->comment;
    request->comment = words;
    carry_out(request, request->player, held);
    if (request->comment != NULL && !request->comment_used) {
        request_remark(request, "comment-not-sent", NULL);
    }
    request->comment = comment;
    request->comment_used = comment == NULL;
}

/* `yes`, `confirm` in reply, and a new password in reply to the letter that asks about the old one.
 */
void handle_yes(struct task *task)
{
    struct request *request = task->request;
    const enum command_id id = task->command->row->id;
    g_autoptr(Pending) pending = signup_asked(task);
    g_autofree char *words = NULL;
    g_autoptr(Command) held = pending != NULL ? confirm_held(pending, &words) : NULL;
    if (held != NULL && id == COMMAND_YES && held->row->id == COMMAND_FORGET) {
        signup_unclear(request, NULL); /* that is done on the exact word alone */
    } else if (held != NULL) {
        pending_remove(task->run->db, pending->id);
        carry_out_held(task, pending, held->row->id == id ? task->command : held, words);
    } else if (pending != NULL && pending->kind != PENDING_GREETING) {
        signup_confirmed(request, pending);
    } else if (id == COMMAND_YES && task->who != NULL && request_offered(request) != NULL) {
        /* It cannot be done any more. */
        task_answer(task, say("held-stale", pairs("line", request_offered(request), NULL)));
    } else {
        signup_unclear(request, task->command);
    }
}

/* Asks the player whether a command is to be carried out. */
static void hold(struct request *request, const struct player *who, const struct command *command)
{
    confirm_hold(request, who, command,
                 command->row->tried ? rows[command->row->id].carry_out : NULL);
}

/* Carries out a command of a player who gave a password. From may name another player: the
 * passwords of both are removed from the comment. */
static void carry_out_by_password(struct request *request, const struct player *who,
                                  const struct command *command)
{
    const char *comment = request->comment;
    g_autofree char *fit = comment != NULL ? redact_password(request->run, who, comment) : NULL;
    bool other = request->player != NULL && request->player->id != who->id;
    g_autofree char *fit_for_both =
        fit != NULL && other ? redact_password(request->run, request->player, fit) : NULL;
    request->comment = fit_for_both != NULL ? fit_for_both : fit;
    if (grammar_level(command, request->letter_board) == LEVEL_TWICE) {
        hold(request, who, command);
    } else {
        carry_out(request, who, command);
    }
    request->comment = comment;
}

static void receive_proven(struct request *request, const struct command *command)
{
    const enum command_late late = command->row->late;
    const bool twice = grammar_level(command, request->letter_board) == LEVEL_TWICE;
    const bool in_time =
        !request->stale || late == LATE_DONE || (request->newest && late == LATE_CONFIRMED);
    if (command->password != NULL) {
        g_autoptr(Player) who = proof_by_password(request, command);
        if (who != NULL) {
            carry_out_by_password(request, who, command);
        }
    } else if (request->player == NULL) {
        proof_none(request);
    } else if (request->proven && in_time && !twice) {
        carry_out(request, request->player, command);
    } else if (request->stale && !command->apart && late != LATE_CONFIRMED && !twice) {
        g_auto(Task) task = task_of(request, request->player, command);
        const bool link = request->link != NULL;
        if (task_is_at(&task, AT_BOARD)) {
            task_answer_board(&task, say(link ? "link-late" : "stale",
                                         link ? pairs("board", "yes", NULL) : NULL));
        }
    } else {
        hold(request, request->player, command);
    }
}

void dispatch_command(struct request *request, const struct command *command)
{
    const struct command_row *row = command->row;
    const bool own_proof = row->level == LEVEL_OPEN;
    if (row->id == COMMAND_PASSWORD && command->name == NULL) {
        struct task task = task_of(request, request->player, command);
        handle_yes(&task); /* the letter it answers proves it */
    } else if (!own_proof && grammar_level(command, request->letter_board) >= LEVEL_PROVEN) {
        receive_proven(request, command);
    } else if (!own_proof && request->player != NULL && request_is_full(request)) {
        request_answer(request, request->player, command, say("letter-full", NULL));
    } else if (own_proof || request->player != NULL) {
        carry_out(request, request->player, command);
    } else {
        proof_none(request);
    }
}
