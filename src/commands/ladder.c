/* The command ladder: who stands where, and challenges for a place (ladders/ladder.h). */
#include "ladders/ladder.h"
#include "commands/task.h"
#include "play/proposal.h"
#include "store/ladders.h"

enum { RUNGS_MOST = 50 /* listed in one answer */ };

/* What is agreed to by joining. */
static const char *const terms[] = { "--time=15d+1d", "--forfeit=10", "--random", NULL };

/* ---- the list ---- */

/* True if `own` may challenge `other`, as far as their places and matches say. */
static bool is_in_reach(const struct rung *own, const struct rung *other)
{
    return own->board == 0 && other->board == 0 && other->place < own->place &&
           own->place - other->place <= LADDER_ABOVE;
}

static void add_rung(GPtrArray *rows, struct run *run, const struct game *game,
                     const struct rung *rung, const struct rung *own)
{
    g_autoptr(Player) player = player_by_id(run->db, rung->player);
    if (player == NULL) {
        return;
    }
    struct values *values = with_number(pairs("name", player->name, NULL), "place", rung->place);
    with_number(values, "number", rung->board);
    block_row(rows, say("ladder-line", values),
              is_in_reach(own, rung)
                  ? g_strdup_printf("%s %s %s %s", game->name, grammar_row(COMMAND_LADDER)->name,
                                    grammar_row(COMMAND_CHALLENGE)->name, player->name)
                  : NULL);
}

/* Adds the top of a game's ladder, and the places close to the reader's. Adds nothing while nobody
 * is on the ladder. */
static void add_ladder(GPtrArray *rows, struct run *run, const struct game *game, gint64 reader)
{
    g_autoptr(GArray) rungs = ladder_rungs(run->db, game->name);
    const struct rung own = ladder_rung(run->db, game->name, reader);
    struct values *values = with_number(ladder_values(game), "count", rungs->len);
    with_number(values, "place", own.place);
    with_number(values, "number", own.board);
    if (rungs->len > 0) {
        block_words(rows, BLOCK_NEWS, say("ladder", values));
        block_row(rows, say("ladder-heads", NULL), NULL);
    } else {
        values_unref(values);
    }
    for (guint i = 0; i < rungs->len; i++) {
        const struct rung *rung = &g_array_index(rungs, struct rung, i);
        if (i < RUNGS_MOST || ABS(rung->place - own.place) <= LADDER_ABOVE) {
            add_rung(rows, run, game, rung, &own);
        }
    }
}

/* Answers with the ladder of a game (NULL: with all that have players) below the sentence `key`,
 * which takes `values`. */
static void answer_ladder(struct task *task, const struct game *game, const char *key,
                          struct values *values)
{
    g_autoptr(GPtrArray) rows = blocks_new();
    for (const struct game *const *each = registry_games; *each != NULL; each++) {
        if (game == NULL || *each == game) {
            add_ladder(rows, task->run, *each, task->who->id);
        }
    }
    const char *text = key != NULL     ? key
                       : rows->len > 0 ? "ladder-how"
                       : game != NULL  ? "ladder-none"
                                       : "ladder-none-at-all";
    struct entry *entry = task_answer_rows(task, say(text, values), g_steal_pointer(&rows));
    if (key == NULL && game != NULL &&
        ladder_rung(task->run->db, game->name, task->who->id).place == 0) {
        g_autofree char *join =
            g_strdup_printf("%s %s join", game->name, grammar_row(COMMAND_LADDER)->name);
        block_link(entry->links, join, join);
    }
}

/* ---- join and leave ---- */

static void join_or_leave(struct task *task, const struct game *game, bool joins)
{
    struct db *db = task->run->db;
    const struct rung own = ladder_rung(db, game->name, task->who->id);
    const char *refused = !joins && own.place == 0               ? "ladder-not-on"
                          : joins && !options_seats_fit(game, 2) ? "ladder-not-for-two"
                          : joins && own.place != 0              ? "ladder-on-already"
                                                                 : NULL;
    if (refused != NULL) {
        task_answer(task, say(refused, ladder_values(game)));
    }
    if (refused != NULL || task->trial) {
        return;
    }
    task->run->accepted = true;
    if (joins) {
        ladder_join(db, game->name, task->who->id, task->run->now);
        answer_ladder(task, game, "ladder-joined", ladder_values(game));
    } else {
        ladder_leave(db, game->name, task->who->id);
        task_answer(task,
                    say("ladder-left", with_number(ladder_values(game), "number", own.board)));
    }
}

/* ---- challenge ---- */

/* The game whose ladder both players are on; NULL if there is no such game, or several. */
static const struct game *common_game(struct db *db, gint64 who, gint64 other)
{
    const struct game *found = NULL;
    for (const struct game *const *game = registry_games; *game != NULL; game++) {
        if (ladder_rung(db, (*game)->name, who).place != 0 &&
            ladder_rung(db, (*game)->name, other).place != 0) {
            if (found != NULL) {
                return NULL;
            }
            found = *game;
        }
    }
    return found;
}

/* Why the player may not challenge another on a ladder, as a key of the sentences, which take
 * `values`; NULL: they may. */
static const char *challenge_refused(struct task *task, const struct game *game,
                                     const struct player *other, struct values *values)
{
    struct db *db = task->run->db;
    const struct rung own = ladder_rung(db, game->name, task->who->id);
    const struct rung their = ladder_rung(db, game->name, other->id);
    const gint64 free_again = ladder_met(db, game->name, task->who->id, other->id) +
                              (gint64)LADDER_AGAIN_DAYS * CLOCK_DAY;
    with_number(values, "place", own.place);
    with_number(values, "their", their.place);
    with_number(values, "most", LADDER_ABOVE);
    with_number(values, "number", own.board != 0 ? own.board : their.board);
    with_phrase(values, "moment", phrase_moment(free_again));
    return own.place == 0                ? "ladder-not-on"
           : their.place == 0            ? "ladder-not-they"
           : other->id == task->who->id  ? "ladder-self"
           : own.board != 0              ? "ladder-one-at-a-time"
           : their.board != 0            ? "ladder-they-play"
           : !is_in_reach(&own, &their)  ? "ladder-out-of-reach"
           : free_again > task->run->now ? "ladder-again"
                                         : NULL;
}

/* Begins the match for the place of another player. */
static void begin(struct task *task, struct proposal *proposal, const char *other)
{
    struct run *run = task->run;
    const int place = ladder_rung(run->db, proposal->game->name,
                                  ((const struct player *)proposal->players->pdata[1])->id)
                          .place;
    g_autoptr(Board) board = proposal_store(run, proposal, BOARD_CHALLENGE, task->who->id);
    ladder_match_add(run->db, board->number);
    if (!task_open(task, board->number)) {
        return;
    }
    for (int seat = 0; seat < task->session->board->seats; seat++) {
        task->session->board->seat[seat].accepted = true;
    }
    changes_start(task->session);
    struct values *values = pairs("name", task->who->name, "other", other, NULL);
    with_phrase(values, "game", phrase_title(proposal->game));
    const struct turn_news turns = { 0 };
    task_happened(task, EVENT_LADDER_BEGINS, with_number(values, "place", place), &turns);
}

static void challenge(struct task *task)
{
    const struct command *command = task->command;
    struct run *run = task->run;
    const char *name = command->words[1];
    g_autoptr(Player) other = name != NULL ? player_by_name(run->db, name) : NULL;
    if (other == NULL) {
        task_answer(task,
                    say(name != NULL ? "no-player" : "ladder-whom", pairs("name", name, NULL)));
        return;
    }
    const struct game *game = command->game != NULL
                                  ? registry_find(command->game)
                                  : common_game(run->db, task->who->id, other->id);
    if (game == NULL) {
        task_answer(task, say("ladder-which", pairs("name", other->name, NULL)));
        return;
    }
    struct values *values = ladder_values(game);
    with_phrase(values, "name", phrase_text(other->name));
    const char *refused = challenge_refused(task, game, other, values);
    if (refused != NULL) {
        task_answer(task, say(refused, values));
        return;
    }
    values_unref(values);
    struct phrase *blocked = other->suspended != 0
                                 ? say("is-away", pairs("name", other->name, NULL))
                                 : eligibility_blocked(run, task->who, other, game);
    if (blocked != NULL) {
        task_answer(task, blocked);
        return;
    }
    const char *const names[] = { task->who->name, other->name, NULL };
    g_auto(Proposal) proposal = { .game = game };
    if (proposal_players(run, task->who, names, &proposal) &&
        proposal_options(run, terms, &proposal) && proposal_seats(&proposal) &&
        proposal_try(&proposal)) {
        if (!task->trial) {
            begin(task, &proposal, other->name);
        }
    } else if (proposal.refusal != NULL) {
        task_answer(task, g_steal_pointer(&proposal.refusal));
    }
}

void handle_ladder(struct task *task)
{
    const struct command *command = task->command;
    const struct game *game = command->game != NULL ? registry_find(command->game) : NULL;
    const char *word = command->words[0];
    if (word == NULL) {
        answer_ladder(task, game, NULL,
                      game != NULL ? ladder_values(game) : pairs("word", NULL, NULL));
    } else if (game != NULL && !g_str_equal(word, grammar_row(COMMAND_CHALLENGE)->name)) {
        join_or_leave(task, game, g_str_equal(word, "join"));
    } else {
        challenge(task);
    }
}
