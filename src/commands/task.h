/*
 * task.h: one command while it is carried out for a player, and what its handler answers.
 */
#ifndef POSTMOVE_COMMANDS_TASK_H
#define POSTMOVE_COMMANDS_TASK_H

#include "commands/changes.h"
#include "commands/request.h"

/* Where the player of a command has to be; a column of commands.list. Each includes those above. */
enum task_place {
    AT_NOTHING, /* anywhere */
    AT_BOARD,   /* the board exists, and they may see it */
    AT_SEAT,    /* they have a seat there */
    AT_RUNNING, /* its match runs */
    AT_PLAY,    /* they are still in play */
};

struct task {
    struct request *request;
    struct run *run;
    const struct player *who;      /* NULL only for commands open to strangers */
    const struct command *command; /* NULL: none in particular */
    struct session *session;       /* of the board; NULL: none is open. Owned by the task */
    int seat;                      /* that the player has there; -1: none */
    bool trial;                    /* the handler only answers if the command cannot be done */
};

/* A task about no board yet. Clear with task_clear. */
struct task task_of(struct request *request, const struct player *who,
                    const struct command *command);
void task_clear(struct task *task);

typedef struct task Task;
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Task, task_clear)

/* The number of the board that the command names, or of the one replied to; 0: none. */
gint64 task_board(const struct task *task);

/* Opens the session of that board, unless one is open. True if the player is where `place` says;
 * else answers why not. */
bool task_is_at(struct task *task, enum task_place place);

/* Opens another board, which exists: one that was just stored, or that another board names. False
 * if the store has failed; the commit will say so. */
bool task_open(struct task *task, gint64 number);

/* Answers the command by a phrase (taken; NULL: none). Returns the entry, owned by the request. */
struct entry *task_answer(struct task *task, struct phrase *text);

/* The same with a table below (BLOCK_ROW, and what stands between its rows), which it takes. */
struct entry *task_answer_rows(struct task *task, struct phrase *text, GPtrArray *rows);

/* Answers, and shows the board of the session below, as it is stored. */
struct entry *task_answer_board(struct task *task, struct phrase *text);

/* The same with the board as the session has it, which may differ from the stored one. */
struct entry *task_answer_session(struct task *task, struct phrase *text);

/* The player has done what an event of this kind tells, with its values (taken; NULL: {{name}}) and
 * the turns that followed (NULL: none): stores it with the comment below the command, tells all
 * (commands/changes.h), and answers by what the player reads of it. Returns the entry. */
struct entry *task_happened(struct task *task, enum event_kind kind, struct values *values,
                            const struct turn_news *turns);

/* Stores the comment below the command as talk at the session's board, counts it as used, and
 * returns it, owned by the request. NULL if there is none. */
const char *task_comment(struct task *task);

/* A copy of the comment below the command, to be said later; counts it as used. NULL if there is
 * none. Free with g_free. */
char *task_keep_comment(struct task *task);

/* Sets *named to the player whom NAME of the command names; NULL: it names none. False after
 * answering that there is no such player. Free with player_free. */
bool task_named(struct task *task, struct player **named);

/* What GAME|NAME of a command means: a game by its whole name, else a player, else a game by the
 * beginning of its name. */
struct target {
    const struct game *game; /* NULL: a player */
    struct player *player;   /* free with player_free; NULL: a game */
};

/* Finds the target. If no game and no player has that name, answers so; both are NULL then. */
struct target task_target(struct task *task);

/* Takes one command of the request's mail: carries it out, holds it until its writer confirms it,
 * or refuses it, according to what proves the writer; and answers it. */
void dispatch_command(struct request *request, const struct command *command);

/* Carries a command out and answers it. */
typedef void handler(struct task *task);

/* One for each row of commands.list, in the file of its subject. */
#define COMMAND(ID, HANDLER, ...) handler HANDLER;
#define OLD_FORM(ID, ...)
#include "commands.list"
#undef COMMAND
#undef OLD_FORM

/* Adds a row about a board as `reader` sees it, with a button that shows it, or a finished match
 * turn by turn: its heading, and below it the sentence of `key`, which may hold {{status}},
 * {{deadline}}, {{turns}} and {{ended}}. Nothing if the board cannot be read. */
void list_board(GPtrArray *rows, struct run *run, gint64 number, gint64 reader, const char *key);

/* Answers a mail to an address that is not good for its writer by the sentence `key`, with the
 * value `boards` if boards wait for their move, and shows these: a reply to the letter plays. */
void show_waiting(struct task *task, const char *key);

/* The names a message goes to, such as "ann,bob". For a reply to a message it is the player who
 * wrote that; "" if they are gone. Free with g_free. */
char *talk_recipients(const struct request *request, const struct command *command);

/* The vacations (struct vacation) that end after a moment and begin after another, as in "24 Dec
 * 2026 to 6 Jan 2027, ..."; NULL: none. */
struct phrase *vacation_list(const GArray *vacations, gint64 end_after, gint64 begin_after);

/* The ratings of a player in words, such as "Chess 1612, Nim 1498?"; NULL: none. */
struct phrase *rating_list(const struct run *run, gint64 player);

/* The line of a command with these words, if a yes in reply to the answer may mean it; else NULL.
 * Free with g_free. */
char *turn_offer(const struct task *task, enum command_id id, const char *words);

/* A mail to the address that ends the watch of its token, whatever it says. */
handler watch_leave;

/* `accept` where the board is a match: of an offer, not of a challenge. */
handler offer_accept;

#endif
