#include "commands/confirm.h"

#include <string.h>

#include "accounts/account.h"
#include "auth/budget.h"
#include "auth/redact.h"
#include "commands/leaving.h"
#include "commands/messages.h"
#include "commands/unclear.h"
#include "mail/address.h"

bool confirm_may_ask(struct request *request, const struct player *who, bool *last)
{
    int asked = pending_held_in(request->run->db, who->id, request_proves(request, who->id),
                                clock_span(run_moment(request->run), CLOCK_HOUR));
    *last = asked + 1 == LIMIT_HELD_AN_HOUR;
    return asked < LIMIT_HELD_AN_HOUR;
}

/* Stores what waits for a word of the player, and queues the letter that asks for it. Takes
 * `values`. */
static void ask(struct request *request, const struct player *who, struct pending *pending,
                enum command_id word, struct values *values)
{
    struct run *run = request->run;
    const bool held = word == COMMAND_YES;
    pending->player = who->id;
    pending->made = run_moment(run);
    pending->expires = run->now + (gint64)LIMIT_PENDING_DAYS * CLOCK_DAY;
    pending->proven = request_proves(request, who->id);
    const struct new_token token = account_token(run, pending, pending_add(run->db, pending));
    request_letter(request, who,
                   &(struct letter_draft){
                       .subject = held ? "subject-held" : "subject-confirm-command",
                       .page = held ? "letters/held" : "letters/confirm-command",
                       .values = values,
                       .token = &token,
                       .links = (const char *const[]){ grammar_row(word)->name, "no", NULL } });
}

/* Fills `pending` with what waits for the `confirm`, and sets *what to a description of what the
 * `confirm` will do. `pending->folded` is owned by *folded; free both with g_free. Returns the key
 * of the reason why it cannot be done, or NULL. */
static const char *read_command(struct task *task, struct pending *pending, char **folded,
                                char **what)
{
    const struct command *command = task->command;
    struct run *run = task->run;
    if (command->row->id == COMMAND_PASSWORD) {
        pending->kind = PENDING_PASSWORD;
        *what = say(run, "confirm-password", NULL);
        return g_ascii_strcasecmp(command->name, task->who->name) != 0 ? "password-not-yours"
                                                                       : NULL;
    }
    if (command->row->id == COMMAND_FORGET) {
        pending->kind = PENDING_FORGET;
        g_autofree char *running = leaving_headings(run, task->who->id, LEAVING_ALL);
        *what = say(run, "confirm-forget", pairs("running", running, NULL));
        return NULL;
    }
    pending->kind = PENDING_DROP;
    *folded = address_fold(command->text);
    pending->address = command->text;
    pending->folded = *folded;
    *what = say(run, "confirm-drop", pairs("dropped", command->text, NULL));
    g_autoptr(Player) owner = *folded != NULL ? player_by_address(run->db, *folded) : NULL;
    if (owner == NULL || owner->id != task->who->id) {
        return "address-not-yours";
    }
    g_autoptr(GPtrArray) addresses = player_addresses(run->db, task->who->id);
    return addresses->len < 2 ? "address-only" : NULL;
}

void confirm_ask(struct task *task)
{
    struct request *request = task->request;
    const struct player *who = task->who;
    const struct command *command = task->command;
    bool last;
    if (!confirm_may_ask(request, who, &last)) {
        return; /* the last letter said so */
    }
    struct pending pending = { .command = command->line };
    g_autofree char *folded = NULL;
    g_autofree char *what = NULL;
    const char *fault = read_command(task, &pending, &folded, &what);
    if (fault != NULL) {
        /* The line may hold a password that the player means to set: it is not repeated. */
        bool tells = command->row->id == COMMAND_PASSWORD;
        request_answer(request, who, tells ? NULL : command, fault, pairs("name", who->name, NULL));
        return;
    }
    if (request_may_answer(request, who)) {
        ask(request, who, &pending, COMMAND_CONFIRM,
            pairs("command", command->line, "title", command->row->name, "what", what, "last",
                  last ? "yes" : NULL, NULL));
    }
}

/* ---- commands that nothing proves ---- */

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

/* True if a handler answers that the command of a task cannot be done. */
static bool is_refused(struct task *task, handler *trial)
{
    const GPtrArray *before = request_entries(task->request, task->who->id);
    const guint count = before != NULL ? before->len : 0;
    task->trial = true;
    trial(task);
    const GPtrArray *after = request_entries(task->request, task->who->id);
    return after != NULL && after->len > count;
}

void confirm_hold(struct request *request, const struct command *command, handler *trial)
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
    if (!task_is_at(&task, place) || (trial != NULL && is_refused(&task, trial))) {
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
        .command = kept,
        .board = command->row->survives ? 0 : number,
        .revision = task.session != NULL ? task.session->board->revision : 0,
    };
    /* The Subject names the command without words of the writer. */
    g_autofree char *of = pending.board != 0 ? say_number(pending.board) : NULL;
    g_autofree char *personal = letter_personal_address(run, who->id, false);
    g_autofree char *title = g_strconcat(command->row->name, of != NULL ? " " : NULL, of, NULL);
    bool disowned = request->message->verdict == SENDER_DISOWNED;
    ask(request, who, &pending, COMMAND_YES,
        pairs("command", kept, "title", title, "stale", request->stale ? "yes" : NULL, "disowned",
              disowned ? "yes" : NULL, "last", last ? "yes" : NULL, "personal", personal, NULL));
}

/* ---- asked again ---- */

void confirm_again(struct request *request, const struct pending *pending)
{
    struct run *run = request->run;
    const struct player *who = request->player;
    const char *word =
        grammar_row(pending->kind == PENDING_HELD ? COMMAND_YES : COMMAND_CONFIRM)->name;
    const char *no = grammar_row(COMMAND_NO)->name;
    g_autofree char *written = unclear_words(request);
    g_autofree char *words = written != NULL ? redact_relayed(run, who, written) : NULL;
    const struct new_token token = account_token(run, pending, pending->id);
    g_autoptr(GPtrArray) blocks = blocks_new();
    block_text(blocks, BLOCK_COMMAND, g_steal_pointer(&words));
    block_sentence(blocks, BLOCK_NEWS, (struct sentence){ .key = "asked-again" });
    block_text(blocks, BLOCK_COMMAND, g_strdup(pending->command));
    block_sentence(blocks, BLOCK_CHOICES,
                   (struct sentence){ "how-asked", pairs("word", word, NULL) });
    if (request->last_answer) {
        block_sentence(blocks, BLOCK_CHOICES, (struct sentence){ .key = "misses-last" });
        request->last_answer = false;
    }
    block_link(blocks, word, word);
    block_link(blocks, no, no);
    request_letter(request, who,
                   &(struct letter_draft){ .subject = "subject-asked-again",
                                           .values = pairs("word", word, NULL),
                                           .blocks = blocks,
                                           .token = &token });
}
