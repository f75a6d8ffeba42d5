/* What a player rules out: block, unblock, limit. */
#include "match/registry.h"
#include "office/visit.h"
#include "store/blocks.h"

/* ---- block ---- */

/* Names as a list in words; NULL: there are none. */
static char *list_of(const struct office *office, GPtrArray *names, bool titles)
{
    g_autoptr(GPtrArray) shown = g_ptr_array_new();
    for (guint i = 0; i < names->len; i++) {
        const char *title = titles ? words_get(office->words, names->pdata[i], "title") : NULL;
        g_ptr_array_add(shown, (char *)(title != NULL ? title : names->pdata[i]));
    }
    return shown->len > 0 ? words_list(office->words, shown, "and") : NULL;
}

static void tell_blocked(struct visit *visit, const struct player *who,
                         const struct command *command)
{
    struct office *office = visit->office;
    g_autoptr(GPtrArray) players = block_players(office->db, who->id);
    g_autoptr(GPtrArray) games = block_games(office->db, who->id);
    g_autofree char *names = list_of(office, players, false);
    g_autofree char *titles = list_of(office, games, true);
    bool none = names == NULL && titles == NULL;
    visit_answer(visit, who, command,
                 say(office, none ? "blocked-nobody" : "blocked-list",
                     pairs("players", names, "games", titles, NULL)));
}

/* Whether a player has said yes to a board that has not begun, as who sits at a seek has. */
static bool is_in(const struct board *board, gint64 player)
{
    bool in = false;
    for (int seat = 0; seat < board->seats; seat++) {
        in |= board->seat[seat].player == player && board->seat[seat].accepted;
    }
    return in;
}

/* What has still to begin for both of them, which a block does not keep from it, in words;
 * NULL: nothing. The caller's. */
static char *shared_words(const struct office *office, gint64 player, gint64 other)
{
    g_autoptr(GPtrArray) boards =
        board_list(office->db, player, 1U << BOARD_CHALLENGE | 1U << BOARD_SEEK);
    g_autoptr(GPtrArray) numbers = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < boards->len; i++) {
        const struct board *board = boards->pdata[i];
        if (is_in(board, player) && is_in(board, other)) {
            g_ptr_array_add(numbers, say_number(board->number));
        }
    }
    g_autofree char *list = numbers->len > 0 ? words_list(office->words, numbers, "and") : NULL;
    return list == NULL ? NULL
                        : say(office, "block-shared",
                              pairs("boards", list, "number", numbers->pdata[0], NULL));
}

void block_add(struct visit *visit, const struct player *who, const struct command *command)
{
    struct office *office = visit->office;
    if (command->words[0] == NULL) {
        tell_blocked(visit, who, command);
        return;
    }
    struct target target = visit_target(visit, who, command);
    g_autoptr(Player) player = target.player;
    if (target.game != NULL) {
        block_game(office->db, who->id, target.game->name);
        const char *title = words_get(office->words, target.game->name, "title");
        visit_answer(visit, who, command, say(office, "blocked-game", pairs("game", title, NULL)));
    } else if (player != NULL && player->id == who->id) {
        visit_answer(visit, who, command, say(office, "block-self", NULL));
    } else if (player != NULL) {
        block_player(office->db, who->id, player->id);
        g_autofree char *shared = shared_words(office, who->id, player->id);
        visit_answer(
            visit, who, command,
            say(office, "blocked-player", pairs("name", player->name, "shared", shared, NULL)));
    }
    office->accepted = office->accepted || target.game != NULL || player != NULL;
}

void block_remove(struct visit *visit, const struct player *who, const struct command *command)
{
    struct office *office = visit->office;
    struct target target = visit_target(visit, who, command);
    g_autoptr(Player) player = target.player;
    if (target.game == NULL && player == NULL) {
        return;
    }
    const char *name =
        target.game != NULL ? words_get(office->words, target.game->name, "title") : player->name;
    bool was = target.game != NULL ? unblock_game(office->db, who->id, target.game->name)
                                   : unblock_player(office->db, who->id, player->id);
    visit_answer(visit, who, command,
                 say(office, was ? "unblocked" : "not-blocked", pairs("name", name, NULL)));
    office->accepted = true;
}

/* ---- limit ---- */

void limit_set(struct visit *visit, const struct player *who, const struct command *command)
{
    struct office *office = visit->office;
    const struct game *game = registry_find(command->game);
    const char *wanted = command->words[0];
    if (wanted != NULL) {
        bool off = g_ascii_strcasecmp(wanted, "off") == 0;
        game_limit_set(office->db, who->id, game->name,
                       off ? 0 : (int)g_ascii_strtoll(wanted, NULL, 10));
        office->accepted = true;
    }
    int most = game_limit(office->db, who->id, game->name);
    g_autofree char *count = g_strdup_printf("%d", most);
    g_autofree char *running =
        g_strdup_printf("%d", board_running(office->db, who->id, game->name));
    visit_answer(visit, who, command,
                 say(office, most > 0 ? "limit-is" : "limit-none",
                     pairs("most", count, "running", running, "game",
                           words_get(office->words, game->name, "title"), NULL)));
}
