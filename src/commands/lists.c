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

static void add_game(GPtrArray *rows, struct run *run, const struct game *game, gint64 reader)
{
    g_autoptr(GArray) open = board_seeks(run->db, game->name);
    struct values *values = pairs("game", game->name, NULL);
    with_phrase(values, "title", phrase_title(game));
    with_number(values, "running", results_running_count(run->db, game->name, reader));
    with_number(values, "finished", results_count(run->db, game->name, 0, reader));
    with_number(values, "seeks", open->len);
    block_row(rows, say("list-game", values), g_strconcat("play ", game->name, NULL));
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
    g_autoptr(GPtrArray) rows = blocks_new();
    for (const struct game *const *each = registry_games; *each != NULL; each++) {
        if (game == NULL || *each == game) {
            add_game(rows, run, *each, task->who->id);
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
    block_words(rows, BLOCK_NEWS, game != NULL ? players_line(run, game, task->who->id) : NULL);
    block_words(rows, BLOCK_NEWS, people);
    block_words(rows, BLOCK_NEWS, game != NULL ? help_options(game) : NULL);
    task_answer_rows(task, say("list", NULL), g_steal_pointer(&rows));
}

/* ---- games ---- */

void list_board(GPtrArray *rows, struct run *run, gint64 number, gint64 reader, const char *key)
{
    g_autoptr(MatchSession) session = session_open_outline(run, number);
    if (session == NULL) {
        return;
    }
    const int seat = session_seat(session, reader);
    struct values *values = with_number(values_new(), "turns", session->board->turns);
    with_phrase(values, "status", session_status(session, seat));
    with_phrase(values, "deadline", clock_words_deadline(session, seat));
    with_phrase(values, "ended", phrase_moment_bare(session->board->ended));
    const bool played = session->board->state == BOARD_FINISHED && session->board->turns > 0;
    block_row(rows, phrase_both(session_heading(session), "\n", say(key, values)),
              g_strdup_printf("%s %" G_GINT64_FORMAT, played ? "replay" : "show", number));
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
    g_autoptr(GPtrArray) rows = blocks_new();
    int count = 0;
    for (guint i = 0; i < boards->len; i++) {
        const struct board *board = boards->pdata[i];
        if (board_shows_to(board, task->who->id) && count++ < BOARDS_MOST) {
            list_board(rows, run, board->number, task->who->id, "games-line");
        }
    }
    if (count > BOARDS_MOST) {
        block_words(rows, BLOCK_NEWS,
                    say("games-more", with_number(values_new(), "count", count - BOARDS_MOST)));
    }
    struct values *values = with_number(pairs("name", of->name, NULL), "count", count);
    struct phrase *text = say(rows->len > 0 ? "games" : "no-games", values);
    task_answer_rows(task, text, g_steal_pointer(&rows));
}

/* ---- history and standings: of one game, or the first of each game ---- */

/* Adds the rows of finished matches, by their numbers. */
static void add_matches(GPtrArray *rows, struct run *run, const GArray *numbers, gint64 reader)
{
    for (guint i = 0; i < numbers->len; i++) {
        list_board(rows, run, g_array_index(numbers, gint64, i), reader, "history-line");
    }
}

/* Adds the newest matches of a game, if any are finished, and how to get the others. */
static void add_newest(GPtrArray *rows, struct run *run, const struct game *game, gint64 reader)
{
    g_autoptr(GArray) numbers = results_numbers(run->db, game->name, 0, reader, NEWEST_MOST, 0);
    add_matches(rows, run, numbers, reader);
    const gint64 more = results_count(run->db, game->name, 0, reader) - numbers->len;
    if (more > 0) {
        struct values *values = with_number(pairs("word", game->name, NULL), "more", more);
        block_row(rows, say("history-newest", with_phrase(values, "game", phrase_title(game))),
                  g_strconcat("history ", game->name, NULL));
    }
}

/* Adds a row such as "3. ann  12  3  1", whose button challenges the player. */
static void add_standing(GPtrArray *rows, struct run *run, const struct game *game,
                         const struct standing *standing, guint rank, gint64 reader)
{
    g_autoptr(Player) player = player_by_id(run->db, standing->player);
    if (player == NULL) {
        return;
    }
    struct values *values = with_number(values_new(), "rank", rank);
    with_phrase(values, "name",
                player->program ? say("name-of-program", pairs("name", player->name, NULL))
                                : phrase_text(player->name));
    with_phrase(values, "rating",
                standing->rating.matches > 0 ? rating_words(&standing->rating) : NULL);
    with_number(values, "won", standing->won);
    with_number(values, "lost", standing->lost);
    with_number(values, "drawn", standing->drawn);
    const bool other = player->id != reader && player->signed_off == 0;
    block_row(rows, say("standings-line", values),
              other ? g_strdup_printf("%s %s me %s", game->name,
                                      grammar_row(COMMAND_CHALLENGE)->name, player->name)
                    : NULL);
}

/* Adds the best players of a game, and the reader, even if further down, below the sentence of
 * `key`; nothing if there are none. */
static void add_standings(GPtrArray *rows, struct run *run, const struct game *game, gint64 reader,
                          guint most, const char *key)
{
    g_autoptr(GArray) standings = results_standings(run->db, game->name, reader);
    if (standings->len == 0) {
        return;
    }
    struct values *values =
        with_phrase(pairs("word", game->name, NULL), "game", phrase_title(game));
    with_number(values, "count", standings->len > most ? standings->len : 0);
    block_words(rows, BLOCK_NEWS, say(key, values));
    block_row(rows, say("standings-heads", NULL), NULL);
    guint rank = 1;
    for (guint i = 0; i < standings->len; i++) {
        const struct standing *at = &g_array_index(standings, struct standing, i);
        const bool level =
            i > 0 && at[-1].rating.rating == at->rating.rating &&
            (at->rating.matches > 0 ||
             (at[-1].won == at->won && at[-1].lost == at->lost && at[-1].drawn == at->drawn));
        rank = level ? rank : i + 1;
        if (i < most || at->player == reader) {
            add_standing(rows, run, game, at, rank, reader);
        }
    }
}

/* Answers `history` or `standings` for all games that have any. */
static void answer_all(struct task *task, bool is_history)
{
    struct run *run = task->run;
    g_autoptr(GPtrArray) rows = blocks_new();
    for (const struct game *const *game = registry_games; *game != NULL; game++) {
        if (is_history) {
            add_newest(rows, run, *game, task->who->id);
        } else {
            add_standings(rows, run, *game, task->who->id, FIRST_MOST, "standings-first");
        }
    }
    const char *key = is_history ? "history-all" : "standings-all";
    const char *none = is_history ? "history-none-at-all" : "standings-none-at-all";
    struct values *values = with_phrase(values_new(), "zone", phrase_zone());
    struct phrase *text = say(rows->len > 0 ? key : none, values);
    task_answer_rows(task, text, g_steal_pointer(&rows));
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
    g_autoptr(GPtrArray) rows = blocks_new();
    add_matches(rows, run, numbers, task->who->id);
    if (next != NULL) {
        block_row(rows, say("history-next", pairs("next", next, NULL)), g_strdup(next));
    }
    struct values *values = pairs("name", of != NULL ? of->name : NULL, NULL);
    with_phrase(values, "game", phrase_title(game));
    with_phrase(values, "zone", phrase_zone());
    with_number(values, "count", count);
    with_number(values, "page", page);
    with_number(values, "pages", pages);
    const char *key = count == 0          ? "history-none"
                      : numbers->len == 0 ? "history-no-page"
                                          : "history";
    task_answer_rows(task, say(key, values), g_steal_pointer(&rows));
}

void handle_standings(struct task *task)
{
    if (task->command->game == NULL) {
        answer_all(task, false);
        return;
    }
    struct run *run = task->run;
    const struct game *game = registry_find(task->command->game);
    g_autoptr(GPtrArray) rows = blocks_new();
    add_standings(rows, run, game, task->who->id, STANDINGS_MOST, "standings");
    struct phrase *none =
        rows->len == 0
            ? say("standings-none", with_phrase(values_new(), "game", phrase_title(game)))
            : NULL;
    task_answer_rows(task, none, g_steal_pointer(&rows));
}
