#include "commands/task.h"

#include "commands/board_letter.h"
#include "commands/timeouts.h"

struct task task_of(struct request *request, const struct player *who,
                    const struct command *command)
{
    return (struct task){
        .request = request, .run = request->run, .who = who, .command = command, .seat = -1
    };
}

void task_clear(struct task *task)
{
    g_clear_pointer(&task->session, session_free);
}

/* ---- where ---- */

gint64 task_board(const struct task *task)
{
    return task->command->board != 0 ? task->command->board : task->request->letter_board;
}

static bool open_board(struct task *task)
{
    struct run *run = task->run;
    const gint64 number = task_board(task);
    const char *game = task->command->game;
    bool damaged = false;
    timeout_settle(run, number);
    task->session = session_open(run, number, &damaged);
    const struct session *session = task->session;
    if (session == NULL || !board_shows_to(session->board, task->who->id)) {
        task_answer(task, say(damaged ? "board-damaged" : "no-board",
                              with_number(pairs("operator", run->config->operator_address, NULL),
                                          "number", number)));
        return false;
    }
    if (game != NULL && !g_str_equal(game, session->game->name)) {
        struct values *values = with_number(pairs("asked", game, NULL), "number", number);
        task_answer(task,
                    say("other-game", with_phrase(values, "game", phrase_title(session->game))));
        return false;
    }
    task->seat = session_seat(session, task->who->id);
    return true;
}

bool task_is_at(struct task *task, enum task_place place)
{
    if (place == AT_NOTHING) {
        return true;
    }
    if (task->session == NULL && !open_board(task)) {
        return false;
    }
    const struct board *board = task->session->board;
    if (place >= AT_SEAT && task->seat < 0) {
        task_answer(task, say(board->state == BOARD_SEEK ? "no-seat-yet" : "no-seat",
                              with_number(values_new(), "number", board->number)));
        return false;
    }
    const char *fault = place >= AT_RUNNING && board->state != BOARD_RUNNING ? "not-running"
                        : place >= AT_PLAY && !session_in_play(task->session, task->seat)
                            ? "out-already"
                            : NULL;
    if (fault != NULL) {
        task_answer_board(task, say(fault, NULL));
    }
    return fault == NULL;
}

bool task_open(struct task *task, gint64 number)
{
    task_clear(task);
    task->session = session_open(task->run, number, NULL);
    task->seat = task->session != NULL ? session_seat(task->session, task->who->id) : -1;
    return task->session != NULL;
}

/* ---- answers ---- */

struct entry *task_answer(struct task *task, struct phrase *text)
{
    return request_answer(task->request, task->who, task->command, text);
}

struct entry *task_answer_rows(struct task *task, struct phrase *text, GPtrArray *rows)
{
    struct entry *entry = task_answer(task, text);
    entry->rows = rows;
    for (guint i = 0; i < rows->len; i++) {
        task->request->told += phrase_size(((const struct block *)rows->pdata[i])->words);
    }
    return entry;
}

struct entry *task_answer_board(struct task *task, struct phrase *text)
{
    struct entry *entry = task_answer(task, text);
    entry->board = task->session->board->number;
    letter_comments(task->session, task->seat, entry); /* of premoves */
    return entry;
}

struct entry *task_answer_session(struct task *task, struct phrase *text)
{
    struct entry *entry = task_answer(task, text);
    entry->board = task->session->board->number;
    task->session->reader = task->who->id;
    letter_show_board(task->session, task->seat, entry);
    return entry;
}

struct entry *task_happened(struct task *task, enum event_kind kind, struct values *values,
                            const struct turn_news *turns)
{
    const struct event event = { .kind = kind,
                                 .values = values,
                                 .who = task->who,
                                 .seat = task->seat,
                                 .answered = task->seat,
                                 .comment = task_comment(task),
                                 .turns = turns };
    return task_answer_board(task, event_happened(task->session, &event));
}

/* ---- the rest of the mail ---- */

const char *task_comment(struct task *task)
{
    struct request *request = task->request;
    if (request->comment != NULL) {
        request->comment_used = true;
        session_talk(task->session, task->who->id, request->comment);
    }
    return request->comment;
}

char *task_keep_comment(struct task *task)
{
    struct request *request = task->request;
    request->comment_used = request->comment_used || request->comment != NULL;
    return g_strdup(request->comment);
}

bool task_named(struct task *task, struct player **named)
{
    const char *name = task->command->name;
    *named = name != NULL ? player_by_name(task->run->db, name) : NULL;
    if (name != NULL && *named == NULL) {
        task_answer(task, say("no-player", pairs("name", name, NULL)));
        return false;
    }
    return true;
}

struct target task_target(struct task *task)
{
    const struct command *command = task->command;
    struct target target = { .game = registry_find(command->words[0]) };
    if (target.game == NULL) {
        target.player = player_by_name(task->run->db, command->words[0]);
    }
    if (target.player == NULL && target.game == NULL && command->game != NULL) {
        target.game = registry_find(command->game);
    }
    if (target.player == NULL && target.game == NULL) {
        task_answer(task, say("no-player", pairs("name", command->words[0], NULL)));
    }
    return target;
}
