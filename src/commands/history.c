/* The commands history and standings: the finished matches of a game, page by page, and how its
 * players stand. Without a game: the first of these for each game that has any. */
#include "commands/lists.h"
#include "letters/run.h"
#include "match/options.h"
#include "store/results.h"

enum {
    PAGE_MATCHES = 20,
    STANDINGS_MOST = 50, /* players in one answer */
    NEWEST_MOST = 3,     /* matches of each game, where all games are asked for */
    FIRST_MOST = 5,      /* players of each game, likewise */
};

/* Answers for all games. `games` holds the text (char *) of each game that has any, and is
 * taken. */
static void answer_all(struct request *request, const struct player *who,
                       const struct command *command, GPtrArray *games, const char *key,
                       const char *none)
{
    g_ptr_array_add(games, NULL);
    g_auto(GStrv) texts = (char **)g_ptr_array_free(games, FALSE);
    g_autofree char *list = g_strjoinv("\n\n", texts);
    g_autofree char *zone = moment_zone(request->run, who->id);
    request_answer(request, who, command, *list != '\0' ? key : none,
                   pairs("list", list, "zone", zone, NULL));
}

/* ---- history ---- */

/* What the player asks for, and how much of it there is. */
struct pages {
    const struct game *game;
    const struct player *of; /* NULL: of all players */
    gint64 page, pages, count;
};

/* The command for the next page; NULL: this is the last one. Free with g_free. */
static char *next_page(const struct pages *pages)
{
    if (pages->page >= pages->pages) {
        return NULL;
    }
    return g_strdup_printf("history %s%s%s %" G_GINT64_FORMAT, pages->game->name,
                           pages->of != NULL ? " " : "", pages->of != NULL ? pages->of->name : "",
                           pages->page + 1);
}

static struct values *history_values(struct request *request, const struct pages *pages,
                                     gint64 reader, const char *list)
{
    g_autofree char *count = say_number(pages->count);
    g_autofree char *page = say_number(pages->page);
    g_autofree char *all = say_number(pages->pages);
    g_autofree char *next = next_page(pages);
    g_autofree char *zone = moment_zone(request->run, reader);
    return pairs("game", words_get(request->run->words, pages->game->name, "title"), "name",
                 pages->of != NULL ? pages->of->name : NULL, "count", count, "page", page, "pages",
                 all, "next", next, "zone", zone, "list", list, NULL);
}

static char *history_text(struct request *request, const struct player *who,
                          const struct pages *pages)
{
    struct run *run = request->run;
    g_autoptr(GArray) numbers =
        results_numbers(run->db, pages->game->name, pages->of != NULL ? pages->of->id : 0, who->id,
                        PAGE_MATCHES, (int)(pages->page - 1) * PAGE_MATCHES);
    g_autoptr(GString) list = g_string_new(NULL);
    for (guint i = 0; i < numbers->len; i++) {
        lists_append(request, list, g_array_index(numbers, gint64, i), who->id, "history-line");
    }
    const char *key = pages->count == 0   ? "history-none"
                      : numbers->len == 0 ? "history-no-page"
                                          : "history";
    return say(run, key, history_values(request, pages, who->id, g_strchomp(list->str)));
}

/* The newest matches of a game; NULL: none is finished. Free with g_free. */
static char *newest(struct request *request, const struct player *who, const struct game *game)
{
    struct run *run = request->run;
    const gint64 count = results_count(run->db, game->name, 0, who->id);
    if (count == 0) {
        return NULL;
    }
    g_autoptr(GArray) numbers = results_numbers(run->db, game->name, 0, who->id, NEWEST_MOST, 0);
    g_autoptr(GString) list = g_string_new(NULL);
    for (guint i = 0; i < numbers->len; i++) {
        lists_append(request, list, g_array_index(numbers, gint64, i), who->id, "history-line");
    }
    g_autofree char *more = say_number(count - numbers->len);
    return say(run, "history-newest",
               pairs("list", g_strchomp(list->str), "more", count > numbers->len ? more : NULL,
                     "word", game->name, NULL));
}

static void history_of_all(struct request *request, const struct player *who,
                           const struct command *command)
{
    GPtrArray *games = g_ptr_array_new();
    for (const struct game *const *game = registry_games; *game != NULL; game++) {
        char *text = newest(request, who, *game);
        if (text != NULL) {
            g_ptr_array_add(games, text);
        }
    }
    answer_all(request, who, command, games, "history-all", "history-none-at-all");
}

void history_list(struct request *request, const struct player *who, const struct command *command)
{
    if (command->game == NULL) {
        history_of_all(request, who, command);
        return;
    }
    struct run *run = request->run;
    g_autoptr(Player) of = command->name != NULL ? player_by_name(run->db, command->name) : NULL;
    if (command->name != NULL && of == NULL) {
        request_answer(request, who, command, "no-player", pairs("name", command->name, NULL));
        return;
    }
    struct pages pages = { .game = registry_find(command->game),
                           .of = of,
                           .page = MAX(command->page, 1) };
    pages.count = results_count(run->db, pages.game->name, of != NULL ? of->id : 0, who->id);
    pages.pages = (pages.count + PAGE_MATCHES - 1) / PAGE_MATCHES;
    request_answer_text(request, who, command, history_text(request, who, &pages));
}

/* ---- standings ---- */

static bool is_level(const struct standing *one, const struct standing *other)
{
    return one->won == other->won && one->lost == other->lost && one->drawn == other->drawn;
}

/* Appends a line such as "  3. ann: 12 won, 3 lost, 1 drawn"; the name is empty for a player who
 * was forgotten. */
static void append_standing(struct run *run, GString *text, const struct standing *standing,
                            guint rank)
{
    g_autoptr(Player) player = player_by_id(run->db, standing->player);
    g_autofree char *place = say_number(rank);
    g_autofree char *won = say_number(standing->won);
    g_autofree char *lost = say_number(standing->lost);
    g_autofree char *drawn = say_number(standing->drawn);
    g_autofree char *line = say(run, "standings-line",
                                pairs("rank", place, "name", player != NULL ? player->name : "",
                                      "won", won, "lost", lost, "drawn", drawn, NULL));
    g_string_append_printf(text, "%s%s", text->len > 0 ? "\n" : "", line);
}

/* The best players, and the reader, even if further down. Free with g_free. */
static char *standings_lines(struct run *run, const GArray *standings, gint64 reader, guint most)
{
    g_autoptr(GString) text = g_string_new(NULL);
    guint rank = 1;
    for (guint i = 0; i < standings->len; i++) {
        const struct standing *all = (const struct standing *)(gpointer)standings->data;
        if (i > 0 && !is_level(&all[i], &all[i - 1])) {
            rank = i + 1;
        }
        if (i < most || all[i].player == reader) {
            append_standing(run, text, &all[i], rank);
        }
    }
    return g_string_free(g_steal_pointer(&text), FALSE);
}

/* The standings of a game in the sentence of `key`; NULL: there are none. Free with g_free. */
static char *standings_text(struct run *run, const struct game *game, gint64 reader, guint most,
                            const char *key)
{
    g_autoptr(GArray) standings = results_standings(run->db, game->name);
    if (standings->len == 0) {
        return NULL;
    }
    g_autofree char *lines = standings_lines(run, standings, reader, most);
    g_autofree char *count = say_number(standings->len);
    return say(run, key,
               pairs("game", words_get(run->words, game->name, "title"), "word", game->name, "list",
                     lines, "count", standings->len > most ? count : NULL, NULL));
}

static void standings_of_all(struct request *request, const struct player *who,
                             const struct command *command)
{
    GPtrArray *games = g_ptr_array_new();
    for (const struct game *const *game = registry_games; *game != NULL; game++) {
        char *text = standings_text(request->run, *game, who->id, FIRST_MOST, "standings-first");
        if (text != NULL) {
            g_ptr_array_add(games, text);
        }
    }
    answer_all(request, who, command, games, "standings-all", "standings-none-at-all");
}

void standings_list(struct request *request, const struct player *who,
                    const struct command *command)
{
    if (command->game == NULL) {
        standings_of_all(request, who, command);
        return;
    }
    struct run *run = request->run;
    const struct game *game = registry_find(command->game);
    char *text = standings_text(run, game, who->id, STANDINGS_MOST, "standings");
    const char *title = words_get(run->words, game->name, "title");
    request_answer_text(request, who, command,
                        text != NULL ? text
                                     : say(run, "standings-none", pairs("game", title, NULL)));
}
