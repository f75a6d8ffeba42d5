/* The commands list and games: the games and who plays them, and the boards of a player. */
#include "commands/lists.h"

#include "clocks/clocks.h"
#include "commands/help.h"
#include "letters/run.h"
#include "match/options.h"
#include "store/results.h"

enum {
    NAMES_MOST = 100, /* of players in one answer */
    BOARDS_MOST = 100,
};

/* ---- list ---- */

static void append_game(struct run *run, GString *text, const struct game *game, gint64 reader)
{
    g_autofree char *running = say_number(results_running_count(run->db, game->name, reader));
    g_autofree char *finished = say_number(results_count(run->db, game->name, 0, reader));
    g_autoptr(GArray) open = board_seeks(run->db, game->name);
    g_autofree char *seeks = open->len > 0 ? say_number(open->len) : NULL;
    const char *title = words_get(run->words, game->name, "title");
    g_autofree char *line = say(run, "list-game",
                                pairs("title", title, "game", game->name, "running", running,
                                      "finished", finished, "seeks", seeks, NULL));
    g_string_append_printf(text, "%s\n", line);
}

/* Joins strings as in "ann, bob", and puts a NULL behind them. Free with g_free. */
static char *joined(GPtrArray *names)
{
    g_ptr_array_add(names, NULL);
    return g_strjoinv(", ", (char **)names->pdata);
}

static void append_players(struct run *run, GString *text)
{
    gint64 count = player_count_listed(run->db);
    g_autoptr(GPtrArray) players = player_names_listed(run->db, NAMES_MOST);
    g_autofree char *all = say_number(count);
    bool some = count > NAMES_MOST;
    g_autofree char *names = joined(players);
    g_autofree char *line = say(run, some ? "list-players-some" : "list-players",
                                pairs("names", names, "count", all, NULL));
    g_string_append_printf(text, "\n%s\n", line);
}

/* Appends who plays the game now. */
static void append_players_of(struct run *run, GString *text, const struct game *game,
                              gint64 reader)
{
    g_autoptr(GPtrArray) players = results_players(run->db, game->name, reader, NAMES_MOST);
    bool some = players->len == NAMES_MOST;
    g_autofree char *names = joined(players);
    g_autofree char *line =
        say(run, "list-players-of", pairs("names", names, "more", some ? "yes" : NULL, NULL));
    g_string_append_printf(text, "\n%s\n", line);
}

void lists_all(struct request *request, const struct player *who, const struct command *command)
{
    struct run *run = request->run;
    const struct game *game = command->game != NULL ? registry_find(command->game) : NULL;
    g_autoptr(GString) text = g_string_new(NULL);
    for (const struct game *const *each = registry_games; *each != NULL; each++) {
        if (game == NULL || *each == game) {
            append_game(run, text, *each, who->id);
        }
    }
    if (game != NULL) {
        append_players_of(run, text, game, who->id);
    }
    append_players(run, text);
    g_autofree char *options = help_options(run->words, game);
    g_string_append_printf(text, "\n%s", g_strchomp(options));
    request_answer_text(request, who, command, g_string_free(g_steal_pointer(&text), FALSE));
}

/* ---- boards, two lines each ---- */

void lists_append(struct request *request, GString *text, gint64 number, gint64 reader,
                  const char *key)
{
    g_autoptr(MatchSession) session = session_open_outline(request->run, number);
    if (session == NULL) {
        return;
    }
    g_autofree char *heading = session_heading(session);
    g_autofree char *status = session_status(session, session_seat(session, reader));
    g_autofree char *turns = say_number(session->board->turns);
    g_autofree char *deadline = clock_words_deadline(session, session_seat(session, reader));
    g_autofree char *ended = moment_bare(request->run, reader, session->board->ended);
    g_autofree char *line =
        say(request->run, key,
            pairs("status", status, "turns", turns, "ended", ended, "deadline", deadline, NULL));
    g_string_append_printf(text, "%s\n    %s\n", heading, line);
}

enum { OPEN_STATES = 1U << BOARD_CHALLENGE | 1U << BOARD_SEEK | 1U << BOARD_RUNNING };

/* The open boards of a player that the reader may see. Free with g_string_free. */
static GString *boards_of(struct request *request, gint64 player, gint64 reader)
{
    GString *text = g_string_new(NULL);
    g_autoptr(GPtrArray) boards = board_list(request->run->db, player, OPEN_STATES);
    int count = 0;
    for (guint i = 0; i < boards->len; i++) {
        const struct board *board = boards->pdata[i];
        if (board_shows_to(board, reader) && count++ < BOARDS_MOST) {
            lists_append(request, text, board->number, reader, "games-line");
        }
    }
    if (count > BOARDS_MOST) {
        g_autofree char *more = say_number(count - BOARDS_MOST);
        g_autofree char *line = say(request->run, "games-more", pairs("count", more, NULL));
        g_string_append(text, line);
    }
    return text;
}

void lists_games(struct request *request, const struct player *who, const struct command *command)
{
    struct run *run = request->run;
    g_autoptr(Player) named = command->name != NULL ? player_by_name(run->db, command->name) : NULL;
    if (command->name != NULL && named == NULL) {
        request_answer(request, who, command, "no-player", pairs("name", command->name, NULL));
        return;
    }
    const struct player *of = named != NULL ? named : who;
    g_autoptr(GString) text = boards_of(request, of->id, who->id);
    request_answer_text(request, who, command,
                        text->len > 0 ? g_string_free(g_steal_pointer(&text), FALSE)
                                      : say(run, "no-games", pairs("name", of->name, NULL)));
}
