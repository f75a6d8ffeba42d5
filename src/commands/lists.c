/* Commands that list: games and who plays them, the boards of a player, finished matches, and how
 * players stand. */
#include "clocks/clocks.h"
#include "commands/help.h"
#include "commands/task.h"
#include "store/results.h"

enum {
    NAMES_MOST = 100, /* of players in one answer */
    BOARDS_MOST = 100,
    PAGE_MATCHES = 20,
    STANDINGS_MOST = 50, /* players in one answer */
    NEWEST_MOST = 3,     /* matches of each game, where all games are asked for */
    FIRST_MOST = 5,      /* players of each game, likewise */
};

/* ---- list ---- */

static struct phrase *game_line(struct run *run, const struct game *game, gint64 reader)
{
    g_autoptr(GArray) open = board_seeks(run->db, game->name);
    struct values *values = pairs("game", game->name, NULL);
    with_phrase(values, "title", phrase_title(game));
    with_number(values, "running", results_running_count(run->db, game->name, reader));
    with_number(values, "finished", results_count(run->db, game->name, 0, reader));
    with_number(values, "seeks", open->len);
    return say("list-game", values);
}

/* Which players are playing a game. */
static struct phrase *players_line(struct run *run, const struct game *game, gint64 reader)
{
    g_autoptr(GPtrArray) players = results_players(run->db, game->name, reader, NAMES_MOST);
    const bool more = players->len == NAMES_MOST;
    g_ptr_array_add(players, NULL);
    g_autofree char *names = g_strjoinv(", ", (char **)players->pdata);
    return say("list-players-of", pairs("names", names, "more", more ? "yes" : NULL, NULL));
}

/* Which programs play a game (NULL: any game), as a line; NULL if none does. */
static struct phrase *programs_line(struct run *run, const struct game *game)
{
    g_autoptr(GPtrArray) names = g_ptr_array_new_null_terminated(0, NULL, TRUE);
    for (guint i = 0; i < run->config->bots->len; i++) {
        const struct bot *bot = run->config->bots->pdata[i];
        if (game == NULL || bot->games == NULL ||
            g_strv_contains((const char *const *)bot->games, game->name)) {
            g_ptr_array_add(names, bot->name);
        }
    }
    if (names->len == 0) {
        return NULL;
    }
    g_autofree char *all = g_strjoinv(", ", (char **)names->pdata);
    const struct game *shown = game != NULL ? game : registry_games[0];
    return say("list-programs",
               pairs("names", all, "name", names->pdata[0], "game", shown->name, NULL));
}

void handle_list(struct task *task)
{
    struct run *run = task->run;
    const struct game *game =
        task->command->game != NULL ? registry_find(task->command->game) : NULL;
    struct phrase *games = phrase_joined("\n");
    for (const struct game *const *each = registry_games; *each != NULL; each++) {
        if (game == NULL || *each == game) {
            phrase_add(games, game_line(run, *each, task->who->id));
        }
    }
    const gint64 count = player_count_listed(run->db);
    g_autoptr(GPtrArray) players = player_names_listed(run->db, NAMES_MOST);
    g_ptr_array_add(players, NULL);
    g_autofree char *names = g_strjoinv(", ", (char **)players->pdata);
    struct phrase *people = phrase_joined("\n");
    phrase_add(people, say(count > NAMES_MOST ? "list-players-some" : "list-players",
                           with_number(pairs("names", names, NULL), "count", count)));
    phrase_add(people, programs_line(run, game));
    struct phrase *text = phrase_joined("\n\n");
    phrase_add(text, games);
    phrase_add(text, game != NULL ? players_line(run, game, task->who->id) : NULL);
    phrase_add(text, people);
    phrase_add(text, help_options(game));
    task_answer(task, text);
}

/* ---- games ---- */

/* A board as `reader` sees it: its heading, and below it the sentence of `key`, which may hold
 * {{status}}, {{deadline}}, {{turns}} and {{ended}}. NULL if the board cannot be read. */
static struct phrase *board_lines(struct run *run, gint64 number, gint64 reader, const char *key)
{
    g_autoptr(MatchSession) session = session_open_outline(run, number);
    if (session == NULL) {
        return NULL;
    }
    const int seat = session_seat(session, reader);
    struct values *values = with_number(values_new(), "turns", session->board->turns);
    with_phrase(values, "status", session_status(session, seat));
    with_phrase(values, "deadline", clock_words_deadline(session, seat));
    with_phrase(values, "ended", phrase_moment_bare(session->board->ended));
    return phrase_both(session_heading(session), "\n    ", say(key, values));
}

void handle_games(struct task *task)
{
    struct run *run = task->run;
    g_autoptr(Player) named = NULL;
    if (!task_named(task, &named)) {
        return;
    }
    const struct player *of = named != NULL ? named : task->who;
    g_autoptr(GPtrArray) boards =
        board_list(run->db, of->id, 1U << BOARD_CHALLENGE | 1U << BOARD_SEEK | 1U << BOARD_RUNNING);
    struct phrase *lines = phrase_joined("\n");
    int count = 0;
    for (guint i = 0; i < boards->len; i++) {
        const struct board *board = boards->pdata[i];
        if (board_shows_to(board, task->who->id) && count++ < BOARDS_MOST) {
            phrase_add(lines, board_lines(run, board->number, task->who->id, "games-line"));
        }
    }
    if (count > BOARDS_MOST) {
        phrase_add(lines,
                   say("games-more", with_number(values_new(), "count", count - BOARDS_MOST)));
    }
    struct phrase *text = phrase_if_any(lines);
    task_answer(task, text != NULL ? text : say("no-games", pairs("name", of->name, NULL)));
}

/* ---- history and standings: of one game, or the first of each game ---- */

/* The lines of finished matches, by their numbers. */
static struct phrase *history_lines(struct run *run, const GArray *numbers, gint64 reader)
{
    struct phrase *list = phrase_joined("\n");
    for (guint i = 0; i < numbers->len; i++) {
        const gint64 number = g_array_index(numbers, gint64, i);
        phrase_add(list, board_lines(run, number, reader, "history-line"));
    }
    return list;
}

/* The newest matches of a game; NULL: none is finished. */
static struct phrase *newest(struct run *run, const struct game *game, gint64 reader)
{
    g_autoptr(GArray) numbers = results_numbers(run->db, game->name, 0, reader, NEWEST_MOST, 0);
    if (numbers->len == 0) {
        return NULL;
    }
    struct values *values = with_phrase(values_new(), "list", history_lines(run, numbers, reader));
    with_number(values, "more", results_count(run->db, game->name, 0, reader) - numbers->len);
    with_phrase(values, "word", phrase_text(game->name));
    return say("history-newest", values);
}

/* A line such as "  3. ann: 12 won, 3 lost, 1 drawn"; the name is empty for a player who was
 * forgotten. */
static struct phrase *standing_line(struct run *run, const struct standing *standing, guint rank)
{
    g_autoptr(Player) player = player_by_id(run->db, standing->player);
    struct phrase *name = player == NULL ? NULL
                          : player->program
                              ? say("name-of-program", pairs("name", player->name, NULL))
                              : phrase_text(player->name);
    struct values *values = with_number(values_new(), "rank", rank);
    with_phrase(values, "name", name);
    with_number(values, "won", standing->won);
    with_number(values, "lost", standing->lost);
    with_number(values, "drawn", standing->drawn);
    return say("standings-line", values);
}

/* The best players of a game, and the reader, even if further down, in the sentence of `key`; NULL:
 * there are none. */
static struct phrase *standings(struct run *run, const struct game *game, gint64 reader, guint most,
                                const char *key)
{
    g_autoptr(GArray) standings = results_standings(run->db, game->name);
    if (standings->len == 0) {
        return NULL;
    }
    struct phrase *lines = phrase_joined("\n");
    guint rank = 1;
    for (guint i = 0; i < standings->len; i++) {
        const struct standing *at = &g_array_index(standings, struct standing, i);
        bool level =
            i > 0 && at[-1].won == at->won && at[-1].lost == at->lost && at[-1].drawn == at->drawn;
        rank = level ? rank : i + 1;
        if (i < most || at->player == reader) {
            phrase_add(lines, standing_line(run, at, rank));
        }
    }
    struct values *values = with_phrase(pairs("word", game->name, NULL), "list", lines);
    with_phrase(values, "game", phrase_title(game));
    return say(key, with_number(values, "count", standings->len > most ? standings->len : 0));
}

/* Answers `history` or `standings` for all games that have any. */
static void answer_all(struct task *task, bool is_history)
{
    struct run *run = task->run;
    struct phrase *list = phrase_joined("\n\n");
    for (const struct game *const *game = registry_games; *game != NULL; game++) {
        phrase_add(list, is_history
                             ? newest(run, *game, task->who->id)
                             : standings(run, *game, task->who->id, FIRST_MOST, "standings-first"));
    }
    const char *key = is_history ? "history-all" : "standings-all";
    const char *none = is_history ? "history-none-at-all" : "standings-none-at-all";
    const bool any = list->parts->len > 0;
    struct values *values = with_phrase(values_new(), "list", list);
    task_answer(task, say(any ? key : none, with_phrase(values, "zone", phrase_zone())));
}

void handle_history(struct task *task)
{
    if (task->command->game == NULL) {
        answer_all(task, true);
        return;
    }
    struct run *run = task->run;
    const struct game *game = registry_find(task->command->game);
    g_autoptr(Player) of = NULL;
    if (!task_named(task, &of)) {
        return;
    }
    gint64 player = of != NULL ? of->id : 0; /* 0: all players */
    gint64 count = results_count(run->db, game->name, player, task->who->id);
    gint64 pages = (count + PAGE_MATCHES - 1) / PAGE_MATCHES;
    gint64 page = task->command->text != NULL ? g_ascii_strtoll(task->command->text, NULL, 10) : 1;
    g_autoptr(GArray) numbers = results_numbers(run->db, game->name, player, task->who->id,
                                                PAGE_MATCHES, (int)(page - 1) * PAGE_MATCHES);
    g_autofree char *next =
        page < pages ? g_strdup_printf("history %s%s%s %" G_GINT64_FORMAT, game->name,
                                       of != NULL ? " " : "", of != NULL ? of->name : "", page + 1)
                     : NULL;
    struct values *values = pairs("name", of != NULL ? of->name : NULL, "next", next, NULL);
    with_phrase(values, "game", phrase_title(game));
    with_phrase(values, "zone", phrase_zone());
    with_phrase(values, "list", history_lines(run, numbers, task->who->id));
    with_number(values, "count", count);
    with_number(values, "page", page);
    with_number(values, "pages", pages);
    const char *key = count == 0          ? "history-none"
                      : numbers->len == 0 ? "history-no-page"
                                          : "history";
    task_answer(task, say(key, values));
}

void handle_standings(struct task *task)
{
    if (task->command->game == NULL) {
        answer_all(task, false);
        return;
    }
    struct run *run = task->run;
    const struct game *game = registry_find(task->command->game);
    struct phrase *text = standings(run, game, task->who->id, STANDINGS_MOST, "standings");
    if (text == NULL) {
        text = say("standings-none", with_phrase(values_new(), "game", phrase_title(game)));
    }
    task_answer(task, text);
}
