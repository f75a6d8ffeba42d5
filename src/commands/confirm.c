#include "commands/confirm.h"

#include "accounts/account.h"
#include "auth/budget.h"
#include "auth/redact.h"
#include "commands/leaving.h"
#include "commands/unclear.h"

int confirm_left(const struct request *request, const struct player *who)
{
    return LIMIT_HELD_AN_HOUR - pending_held_in(request->run->db, who->id,
                                                request_proves(request, who->id),
                                                clock_span(run_moment(request->run), CLOCK_HOUR));
}

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

struct command *confirm_held(const struct pending *pending, char **comment)
{
    if (account_is_new_address(pending) || pending->command == NULL) {
        return NULL;
    }
    struct grammar_context context = context_plain();
    g_auto(GStrv) parts = g_strsplit(pending->command, "\n", 2);
    struct command *held = grammar_parse(&context, parts[0], NULL);
    if (held != NULL && held->row->text != TEXT_NONE) {
        g_free(held->text);
        held->text = g_strdup(parts[1] != NULL ? parts[1] : "");
    } else {
        *comment = g_strdup(parts[1]);
    }
    return held;
}

enum command_id confirm_word(const struct pending *pending)
{
    g_autofree char *comment = NULL;
    g_autoptr(Command) held = confirm_held(pending, &comment);
    return held != NULL && grammar_level(held, 0) < LEVEL_TWICE ? COMMAND_YES : COMMAND_CONFIRM;
}

/* What the `confirm` to a command does. */
static struct phrase *deed(struct run *run, const struct player *who, const struct command *command)
{
    const enum command_id id = command->row->id;
    struct values *values = pairs("dropped", command->text, NULL);
    with_phrase(values, "running",
                id == COMMAND_FORGET ? leaving_headings(run, who->id, LEAVING_ALL) : NULL);
    return say(id == COMMAND_FORGET     ? "confirm-forget"
               : id == COMMAND_PASSWORD ? "confirm-password"
               : id == COMMAND_PLAN     ? "confirm-plan"
                                        : "confirm-drop",
               values);
}

/* Stores what waits, and queues the letter that asks for it. `last`: the last one in this hour. */
static void ask(const struct task *task, const struct pending *pending, bool last)
{
    struct run *run = task->run;
    struct request *request = task->request;
    const struct command *command = task->command;
    const bool twice = grammar_level(command, 0) == LEVEL_TWICE;
    const bool disowned = request->message->verdict == SENDER_DISOWNED;
    /* The Subject names the command without words of the writer. */
    g_autofree char *of = pending->board != 0 ? say_number(pending->board) : NULL;
    g_autofree char *title = g_strconcat(command->row->name, of != NULL ? " " : NULL, of, NULL);
    struct values *values =
        pairs("command", pending->command, "title", title, "stale", request->stale ? "yes" : NULL,
              "disowned", disowned ? "yes" : NULL, "last", last ? "yes" : NULL, NULL);
    if (twice) {
        with_phrase(values, "what", deed(run, task->who, command));
    } else {
        with_text(values, "personal", letter_personal_address(run, task->who->id, false));
    }
    const struct new_token token = account_token(run, pending, pending_add(run->db, pending));
    const char *const links[] = { twice ? "confirm" : "yes", "no", NULL };
    request_letter(
        request, task->who,
        &(struct letter_draft){ .key = twice ? "subject-confirm-command" : "subject-held",
                                .page = twice ? "letters/confirm-command" : "letters/held",
                                .values = values,
                                .token = &token,
                                .links = links });
}

void confirm_hold(struct request *request, const struct player *who, const struct command *command,
                  handler *trial)
{
    struct run *run = request->run;
    g_auto(Task) task = task_of(request, who, command);
    const int left = confirm_left(request, who);
    if (left < 1) {
        /* To a mail that is not proven more letters would only help who forges the address. */
        if (request_proves(request, who->id)) {
            task_answer(&task, say("asked-too-often", NULL));
        }
        return;
    }
    const gint64 number = board_to_hold(request, command);
    const enum task_place place = number == 0              ? AT_NOTHING
                                  : command->row->onlooker ? AT_BOARD
                                                           : AT_SEAT;
    if (!task_is_at(&task, place)) {
        return; /* the player has been told why */
    }
    const size_t told = request->told;
    if (trial != NULL) {
        task.trial = true;
        trial(&task);
    }
    if (request->told > told || !request_may_answer(request, who)) {
        return; /* the handler has answered that it cannot be done */
    }
    g_autofree char *line = line_to_hold(request, command);
    g_autofree char *fit_line = redact_password(run, who, line);
    /* What is asked about twice has no words of its own, which might hold a password. */
    g_autofree char *words = command->row->text != TEXT_NONE           ? g_strdup(command->text)
                             : grammar_level(command, 0) < LEVEL_TWICE ? task_keep_comment(&task)
                                                                       : NULL;
    g_autofree char *fit_words = words != NULL ? redact_password(run, who, words) : NULL;
    g_autofree char *kept = g_strconcat(fit_line, fit_words != NULL ? "\n" : NULL, fit_words, NULL);
    const struct pending pending = {
        .kind = PENDING_HELD,
        .player = who->id,
        .command = kept,
        .board = command->row->survives ? 0 : number,
        .revision = task.session != NULL ? task.session->board->revision : 0,
        .made = run_moment(run),
        .expires = run->now + (gint64)LIMIT_PENDING_DAYS * CLOCK_DAY,
        .proven = request_proves(request, who->id),
    };
    ask(&task, &pending, left == 1);
}

/* ---- asked again ---- */

void confirm_again(struct request *request, const struct pending *pending)
{
    struct run *run = request->run;
    const struct player *who = request->player;
    const char *word = grammar_row(confirm_word(pending))->name;
    const char *no = grammar_row(COMMAND_NO)->name;
    g_autofree char *comment = NULL;
    g_autoptr(Command) held = confirm_held(pending, &comment);
    /* Whoever is asked for a new password has perhaps written it, and nobody knows which word it
     * is. */
    const bool secret = held != NULL && held->row->id == COMMAND_PASSWORD;
    g_autofree char *written = secret ? NULL : unclear_words(request);
    g_autofree char *words = written != NULL ? redact_relayed(run, who, written) : NULL;
    const struct new_token token = account_token(run, pending, pending->id);
    g_autoptr(GPtrArray) blocks = blocks_new();
    block_words(blocks, BLOCK_COMMAND, phrase_text(words));
    block_words(blocks, BLOCK_NEWS, say("asked-again", NULL));
    block_words(blocks, BLOCK_COMMAND, phrase_text(pending->command));
    block_words(blocks, BLOCK_CHOICES, say("how-asked", pairs("word", word, NULL)));
    if (request->last_answer) {
        block_words(blocks, BLOCK_CHOICES, say("misses-last", NULL));
        request->last_answer = false;
    }
    block_link(blocks, word, word);
    block_link(blocks, no, no);
    request_letter(request, who,
                   &(struct letter_draft){ .key = "subject-asked-again",
                                           .values = pairs("word", word, NULL),
                                           .blocks = blocks,
                                           .token = &token });
}
