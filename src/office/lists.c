/* Lists: the games and who plays them, and the boards of a player. */
#include "office/lists.h"
#include "match/registry.h"
#include "office/clock_words.h"
#include "office/help.h"
#include "office/moments.h"
#include "store/results.h"

enum {
    NAMES_MOST = 100, /* of players in one answer */
    BOARDS_MOST = 100,
};

/* ---- list ---- */

static void append_game(struct office *office, GString *text, const struct game *game,
                        gint64 reader)
{
    g_autofree char *running = say_number(results_running_count(office->db, game->name, reader));
    g_autofree char *finished = say_number(results_count(office->db, game->name, 0, reader));
    g_autoptr(GArray) open = board_seeks(office->db, game->name);
    g_autofree char *seeks = open->len > 0 ? say_number(open->len) : NULL;
    const char *title = words_get(office->words, game->name, "title");
    g_autofree char *line = say(office, "list-game",
                                pairs("title", title, "game", game->name, "running", running,
                                      "finished", finished, "seeks", seeks, NULL));
    g_string_append_printf(text, "%s\n", line);
}

/* "ann, bob", of strings; the caller's. */
static char *joined(GPtrArray *names)
{
    g_ptr_array_add(names, NULL);
    return g_strjoinv(", ", (char **)names->pdata);
}

static void append_players(struct office *office, GString *text)
{
    gint64 count = player_count_listed(office->db);
    g_autoptr(GPtrArray) players = player_names_listed(office->db, NAMES_MOST);
    g_autofree char *all = say_number(count);
    bool some = count > NAMES_MOST;
    g_autofree char *names = joined(players);
    g_autofree char *line = say(office, some ? "list-players-some" : "list-players",
                                pairs("names", names, "count", all, NULL));
    g_string_append_printf(text, "\n%s\n", line);
}

/* Who plays the game now. */
static void append_players_of(struct office *office, GString *text, const struct game *game,
                              gint64 reader)
{
    g_autoptr(GPtrArray) players = results_players(office->db, game->name, reader, NAMES_MOST);
    bool some = players->len == NAMES_MOST;
    g_autofree char *names = joined(players);
    g_autofree char *line =
        say(office, "list-players-of", pairs("names", names, "more", some ? "yes" : NULL, NULL));
    g_string_append_printf(text, "\n%s\n", line);
}

void lists_all(struct visit *visit, const struct player *who, const struct command *command)
{
    struct office *office = visit->office;
    const struct game *game = command->game != NULL ? registry_find(command->game) : NULL;
    g_autoptr(GString) text = g_string_new(NULL);
    for (const struct game *const *each = registry_games; *each != NULL; each++) {
        if (game == NULL || *each == game) {
            append_game(office, text, *each, who->id);
        }
    }
    if (game != NULL) {
        append_players_of(office, text, game, who->id);
    }
    append_players(office, text);
    g_autofree char *options = help_options(office->words, game);
    g_string_append_printf(text, "\n%s", g_strchomp(options));
    visit_answer(visit, who, command, g_string_free(g_steal_pointer(&text), FALSE));
}

/* ---- boards, two lines each ---- */

void lists_append(struct visit *visit, GString *text, gint64 number, gint64 reader, const char *key)
{
    g_autoptr(Desk) desk = desk_open_outline(visit->office, number);
    if (desk == NULL) {
        return;
    }
    g_autofree char *heading = desk_heading(desk);
    g_autofree char *status = desk_status(desk, desk_seat(desk, reader));
    g_autofree char *turns = say_number(desk->board->turns);
    g_autofree char *deadline = clock_words_deadline(desk, desk_seat(desk, reader));
    g_autofree char *ended = moment_bare(visit->office, reader, desk->board->ended);
    g_autofree char *line =
        say(visit->office, key,
            pairs("status", status, "turns", turns, "ended", ended, "deadline", deadline, NULL));
    g_string_append_printf(text, "%s\n    %s\n", heading, line);
}

enum { OPEN_STATES = 1U << BOARD_CHALLENGE | 1U << BOARD_SEEK | 1U << BOARD_RUNNING };

/* The boards of a player that another may see. */
static GString *boards_of(struct visit *visit, gint64 player, gint64 reader)
{
    GString *text = g_string_new(NULL);
    g_autoptr(GPtrArray) boards = board_list(visit->office->db, player, OPEN_STATES);
    int count = 0;
    for (guint i = 0; i < boards->len; i++) {
        const struct board *board = boards->pdata[i];
        if (board_shows_to(board, reader) && count++ < BOARDS_MOST) {
            lists_append(visit, text, board->number, reader, "games-line");
        }
    }
    if (count > BOARDS_MOST) {
        g_autofree char *more = say_number(count - BOARDS_MOST);
        g_autofree char *line = say(visit->office, "games-more", pairs("count", more, NULL));
        g_string_append(text, line);
    }
    return text;
}

void lists_games(struct visit *visit, const struct player *who, const struct command *command)
{
    struct office *office = visit->office;
    g_autoptr(Player) named =
        command->name != NULL ? player_by_name(office->db, command->name) : NULL;
    if (command->name != NULL && named == NULL) {
        visit_answer(visit, who, command,
                     say(office, "no-player", pairs("name", command->name, NULL)));
        return;
    }
    const struct player *of = named != NULL ? named : who;
    g_autoptr(GString) text = boards_of(visit, of->id, who->id);
    visit_answer(visit, who, command,
                 text->len > 0 ? g_string_free(g_steal_pointer(&text), FALSE)
                               : say(office, "no-games", pairs("name", of->name, NULL)));
}
