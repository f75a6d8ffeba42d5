/* Commands that list: games and who plays them, the boards of a player, finished matches, and how
 * players stand. */
#include "clocks/clocks.h"
#include "commands/help.h"
#include "commands/task.h"
#include "letters/run.h"
#include "match/options.h"
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

static void append_game(struct run *run, GString *text, const struct game *game, gint64 reader)
{
    g_autoptr(GArray) open = board_seeks(run->db, game->name);
    const char *title = words_get(run->words, game->name, "title");
    struct values *values = pairs("title", title, "game", game->name, NULL);
    with_number(values, "running", results_running_count(run->db, game->name, reader));
    with_number(values, "finished", results_count(run->db, game->name, 0, reader));
    with_number(values, "seeks", open->len);
    g_autofree char *line = say(run, "list-game", values);
    g_string_append_printf(text, "%s\n", line);
}

/* Which programs play a game (NULL: any game), as a line; "" if none does. Free with g_free. */
static char *programs_line(struct run *run, const struct game *game)
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
        return g_strdup("");
    }
    g_autofree char *all = g_strjoinv(", ", (char **)names->pdata);
    const struct game *shown = game != NULL ? game : registry_games[0];
    return say(run, "list-programs",
               pairs("names", all, "name", names->pdata[0], "game", shown->name, NULL));
}

void handle_list(struct task *task)
{
    struct run *run = task->run;
    const struct game *game =
        task->command->game != NULL ? registry_find(task->command->game) : NULL;
    g_autoptr(GString) text = g_string_new(NULL);
    for (const struct game *const *each = registry_games; *each != NULL; each++) {
        if (game == NULL || *each == game) {
            append_game(run, text, *each, task->who->id);
        }
    }
    if (game != NULL) {
        g_autoptr(GPtrArray) players =
            results_players(run->db, game->name, task->who->id, NAMES_MOST);
        bool more = players->len == NAMES_MOST;
        g_ptr_array_add(players, NULL);
        g_autofree char *names = g_strjoinv(", ", (char **)players->pdata);
        g_autofree char *line =
            say(run, "list-players-of", pairs("names", names, "more", more ? "yes" : NULL, NULL));
        g_string_append_printf(text, "\n%s\n", line);
    }
    const gint64 count = player_count_listed(run->db);
    g_autoptr(GPtrArray) players = player_names_listed(run->db, NAMES_MOST);
    g_ptr_array_add(players, NULL);
    g_autofree char *names = g_strjoinv(", ", (char **)players->pdata);
    g_autofree char *line = say(run, count > NAMES_MOST ? "list-players-some" : "list-players",
                                with_number(pairs("names", names, NULL), "count", count));
    g_autofree char *programs = programs_line(run, game);
    g_autofree char *options = help_options(run->words, game);
    g_string_append_printf(text, "\n%s\n%s%s\n%s", line, programs, *programs != '\0' ? "\n" : "",
                           g_strchomp(options));
    task_answer_text(task, g_string_free(g_steal_pointer(&text), FALSE));
}

/* ---- games ---- */

/* Appends a board as `reader` sees it: its heading, and below it the sentence of `key`, which may
 * hold {{status}}, {{deadline}}, {{turns}} and {{ended}}. Appends nothing if the board cannot be
 * read. */
static void append_board(struct run *run, GString *text, gint64 number, gint64 reader,
                         const char *key)
{
    g_autoptr(MatchSession) session = session_open_outline(run, number);
    if (session == NULL) {
        return;
    }
    g_autofree char *heading = session_heading(session);
    const int seat = session_seat(session, reader);
    struct values *values = with_number(values_new(), "turns", session->board->turns);
    with_text(values, "status", session_status(session, seat));
    with_text(values, "deadline", clock_words_deadline(session, seat));
    with_text(values, "ended", moment_bare(run, reader, session->board->ended));
    g_autofree char *line = say(run, key, values);
    g_string_append_printf(text, "%s\n    %s\n", heading, line);
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
    g_autoptr(GString) text = g_string_new(NULL);
    int count = 0;
    for (guint i = 0; i < boards->len; i++) {
        const struct board *board = boards->pdata[i];
        if (board_shows_to(board, task->who->id) && count++ < BOARDS_MOST) {
            append_board(run, text, board->number, task->who->id, "games-line");
        }
    }
    if (count > BOARDS_MOST) {
        g_autofree char *line =
            say(run, "games-more", with_number(values_new(), "count", count - BOARDS_MOST));
        g_string_append(text, line);
    }
    task_answer_text(task, text->len > 0 ? g_string_free(g_steal_pointer(&text), FALSE)
                                         : say(run, "no-games", pairs("name", of->name, NULL)));
}

/* ---- history and standings: of one game, or the first of each game ---- */

/* The lines of finished matches, by their numbers. Free with g_free. */
static char *history_lines(struct run *run, const GArray *numbers, gint64 reader)
{
    g_autoptr(GString) list = g_string_new(NULL);
    for (guint i = 0; i < numbers->len; i++) {
        append_board(run, list, g_array_index(numbers, gint64, i), reader, "history-line");
    }
    return g_strchomp(g_string_free(g_steal_pointer(&list), FALSE));
}

/* The newest matches of a game; NULL: none is finished. Free with g_free. */
static char *newest(struct run *run, const struct game *game, gint64 reader)
{
    g_autoptr(GArray) numbers = results_numbers(run->db, game->name, 0, reader, NEWEST_MOST, 0);
    if (numbers->len == 0) {
        return NULL;
    }
    struct values *values = with_text(values_new(), "list", history_lines(run, numbers, reader));
    with_number(values, "more", results_count(run->db, game->name, 0, reader) - numbers->len);
    values_add(values, "word", game->name);
    return say(run, "history-newest", values);
}

/* Appends a line such as "  3. ann: 12 won, 3 lost, 1 drawn"; the name is empty for a player who
 * was forgotten. */
static void append_standing(struct run *run, GString *text, const struct standing *standing,
                            guint rank)
{
    g_autoptr(Player) player = player_by_id(run->db, standing->player);
    g_autofree char *program = player != NULL && player->program
                                   ? say(run, "name-of-program", pairs("name", player->name, NULL))
                                   : NULL;
    const char *name = program != NULL ? program : player != NULL ? player->name : "";
    struct values *values = with_number(pairs("name", name, NULL), "rank", rank);
    with_number(values, "won", standing->won);
    with_number(values, "lost", standing->lost);
    with_number(values, "drawn", standing->drawn);
    say_part(text, "\n", say(run, "standings-line", values));
}

/* The best players of a game, and the reader, even if further down, in the sentence of `key`; NULL:
 * there are none. Free with g_free. */
static char *standings(struct run *run, const struct game *game, gint64 reader, guint most,
                       const char *key)
{
    g_autoptr(GArray) standings = results_standings(run->db, game->name);
    g_autoptr(GString) lines = g_string_new(NULL);
    guint rank = 1;
    for (guint i = 0; i < standings->len; i++) {
        const struct standing *at = &g_array_index(standings, struct standing, i);
        bool level =
            i > 0 && at[-1].won == at->won && at[-1].lost == at->lost && at[-1].drawn == at->drawn;
        rank = level ? rank : i + 1;
        if (i < most || at->player == reader) {
            append_standing(run, lines, at, rank);
        }
    }
    if (standings->len == 0) {
        return NULL;
    }
    struct values *values = pairs("game", words_get(run->words, game->name, "title"), "word",
                                  game->name, "list", lines->str, NULL);
    return say(run, key, with_number(values, "count", standings->len > most ? standings->len : 0));
}

/* Answers `history` or `standings` for all games that have any. */
static void answer_all(struct task *task, bool is_history)
{
    struct run *run = task->run;
    g_autoptr(GString) list = g_string_new(NULL);
    for (const struct game *const *game = registry_games; *game != NULL; game++) {
        say_part(list, "\n\n",
                 is_history ? newest(run, *game, task->who->id)
                            : standings(run, *game, task->who->id, FIRST_MOST, "standings-first"));
    }
    const char *key = is_history ? "history-all" : "standings-all";
    const char *none = is_history ? "history-none-at-all" : "standings-none-at-all";
    g_autofree char *zone = preference_zone(run, task->who->id);
    task_answer(task, list->len > 0 ? key : none, pairs("list", list->str, "zone", zone, NULL));
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
    g_autofree char *list = history_lines(run, numbers, task->who->id);
    g_autofree char *next =
        page < pages ? g_strdup_printf("history %s%s%s %" G_GINT64_FORMAT, game->name,
                                       of != NULL ? " " : "", of != NULL ? of->name : "", page + 1)
                     : NULL;
    g_autofree char *zone = preference_zone(run, task->who->id);
    struct values *values =
        pairs("game", words_get(run->words, game->name, "title"), "name",
              of != NULL ? of->name : NULL, "next", next, "zone", zone, "list", list, NULL);
    values_add_number(values, "count", count);
    values_add_number(values, "page", page);
    values_add_number(values, "pages", pages);
    const char *key = count == 0          ? "history-none"
                      : numbers->len == 0 ? "history-no-page"
                                          : "history";
    task_answer(task, key, values);
}

void handle_standings(struct task *task)
{
    if (task->command->game == NULL) {
        answer_all(task, false);
        return;
    }
    struct run *run = task->run;
    const struct game *game = registry_find(task->command->game);
    char *text = standings(run, game, task->who->id, STANDINGS_MOST, "standings");
    const char *title = words_get(run->words, game->name, "title");
    task_answer_text(task,
                     text != NULL ? text : say(run, "standings-none", pairs("game", title, NULL)));
}
