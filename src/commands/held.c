#include "commands/held.h"

#include <string.h>

#include "accounts/account.h"
#include "auth/budget.h"
#include "auth/redact.h"
#include "commands/challenges.h"
#include "commands/confirm.h"
#include "commands/messages.h"
#include "commands/seeks.h"
#include "commands/task.h"
#include "commands/vacations.h"

/* A held command is stored as a line, and below it the words that belong to it: a comment, or the
 * text of `chat` and the like. */

/* The board a command is about; 0: it is about none, even in a reply. */
static gint64 board_to_hold(const struct request *request, const struct command *command)
{
    bool unwatch_ann = command->row->id == COMMAND_UNWATCH && command->words[0] != NULL;
    bool takes_board = strstr(command->row->forms[0], "BOARD") != NULL && !unwatch_ann;
    return command->board != 0 || !takes_board ? command->board : request->letter_board;
}

/* The line of a command in a form that can be read again: without secrets, and with the board that
 * a reply left out. Free with g_free. */
static char *line_to_hold(const struct request *request, const struct command *command)
{
    gint64 board = board_to_hold(request, command);
    if (command->row->id == COMMAND_MESSAGE) {
        g_autofree char *names = talk_recipients(request, command);
        return g_strdup_printf("%s %s%s", command->row->name, names, command->addressed ? ":" : "");
    }
    return board != 0 ? grammar_whole(command, board) : g_strdup(command->line);
}

/* True unless the command would be refused anyway; then answers why, and nobody is asked to
 * confirm. */
static bool is_possible(struct task *task)
{
    switch (task->command->row->id) {
    case COMMAND_CHALLENGE:
    case COMMAND_SEEK:
        return challenge_possible(task);
    case COMMAND_TAKE:
        return seek_takeable(task);
    case COMMAND_VACATION:
        return vacation_possible(task);
    default:
        return true;
    }
}

void held_ask(struct request *request, const struct command *command)
{
    struct run *run = request->run;
    const struct player *who = request->player;
    g_auto(Task) task = task_of(request, who, command);
    bool last;
    if (!confirm_may_ask(request, who, &last)) {
        return; /* more letters would only help somebody who forges the address */
    }
    const gint64 number = board_to_hold(request, command);
    const enum task_place place = number == 0              ? AT_NOTHING
                                  : command->row->onlooker ? AT_BOARD
                                                           : AT_SEAT;
    if (!task_is_at(&task, place) || !is_possible(&task)) {
        return; /* the player has been told why */
    }
    if (!request_may_answer(request, who)) {
        return;
    }
    g_autofree char *line = line_to_hold(request, command);
    g_autofree char *fit_line = redact_password(run, who, line);
    g_autofree char *words =
        command->row->text != TEXT_NONE ? g_strdup(command->text) : task_keep_comment(&task);
    g_autofree char *fit_words = words != NULL ? redact_password(run, who, words) : NULL;
    g_autofree char *kept = g_strconcat(fit_line, fit_words != NULL ? "\n" : NULL, fit_words, NULL);
    struct pending pending = {
        .kind = PENDING_HELD,
        .player = who->id,
        .command = kept,
        .board = command->row->survives ? 0 : number,
        .revision = task.session != NULL ? task.session->board->revision : 0,
        .made = run_moment(run),
        .expires = run->now + (gint64)LIMIT_PENDING_DAYS * CLOCK_DAY,
        .proven = request_proves(request, who->id),
    };
    const struct new_token token = account_token(run, &pending, pending_add(run->db, &pending));
    /* The Subject names the command without words of the writer. */
    g_autofree char *of = pending.board != 0 ? say_number(pending.board) : NULL;
    g_autofree char *personal = letter_personal_address(run, who->id, false);
    g_autofree char *title = g_strconcat(command->row->name, of != NULL ? " " : NULL, of, NULL);
    bool disowned = request->message->verdict == SENDER_DISOWNED;
    const struct answered answered = request_answered(request, who->id);
    letter_plain(
        run, &(struct plain_letter){
                 .player = who->id,
                 .address = who->address,
                 .subject = "subject-held",
                 .page = "letters/held",
                 .values = pairs("command", kept, "title", title, "stale",
                                 request->stale ? "yes" : NULL, "disowned", disowned ? "yes" : NULL,
                                 "last", last ? "yes" : NULL, "personal", personal, NULL),
                 .token = &token,
                 .links = (const char *const[]){ "yes", "no", NULL },
                 .answered = &answered });
}
