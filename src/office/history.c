/* History: the finished matches of a game, page by page, and how its players
 * stand. */
#include "match/registry.h"
#include "office/lists.h"
#include "office/moments.h"
#include "store/results.h"

enum {
    PAGE_MATCHES = 20,
    STANDINGS_MOST = 50, /* players in one answer */
};

/* ---- history ---- */

/* What is asked for, and how much of it there is. */
struct pages {
    const struct game *game;
    const struct player *of; /* NULL: of all */
    gint64 page, pages, count;
};

/* How the next page is asked for; the caller's. NULL: this is the last. */
static char *next_page(const struct pages *pages)
{
    if (pages->page >= pages->pages) {
        return NULL;
    }
    return g_strdup_printf("history %s%s%s %" G_GINT64_FORMAT, pages->game->name,
                           pages->of != NULL ? " " : "", pages->of != NULL ? pages->of->name : "",
                           pages->page + 1);
}

static struct values *history_values(struct visit *visit, const struct pages *pages, gint64 reader,
                                     const char *list)
{
    g_autofree char *count = say_number(pages->count);
    g_autofree char *page = say_number(pages->page);
    g_autofree char *all = say_number(pages->pages);
    g_autofree char *next = next_page(pages);
    g_autofree char *zone = moment_zone(visit->office, reader);
    return pairs("game", words_get(visit->office->words, pages->game->name, "title"), "name",
                 pages->of != NULL ? pages->of->name : NULL, "count", count, "page", page, "pages",
                 all, "next", next, "zone", zone, "list", list, NULL);
}

static char *history_text(struct visit *visit, const struct player *who, const struct pages *pages)
{
    struct office *office = visit->office;
    g_autoptr(GArray) numbers =
        results_numbers(office->db, pages->game->name, pages->of != NULL ? pages->of->id : 0,
                        who->id, PAGE_MATCHES, (int)(pages->page - 1) * PAGE_MATCHES);
    g_autoptr(GString) list = g_string_new(NULL);
    for (guint i = 0; i < numbers->len; i++) {
        lists_append(visit, list, g_array_index(numbers, gint64, i), who->id, "history-line");
    }
    const char *key = pages->count == 0   ? "history-none"
                      : numbers->len == 0 ? "history-no-page"
                                          : "history";
    return say(office, key, history_values(visit, pages, who->id, g_strchomp(list->str)));
}

void history_list(struct visit *visit, const struct player *who, const struct command *command)
{
    struct office *office = visit->office;
    g_autoptr(Player) of = command->name != NULL ? player_by_name(office->db, command->name) : NULL;
    if (command->name != NULL && of == NULL) {
        visit_answer(visit, who, command,
                     say(office, "no-player", pairs("name", command->name, NULL)));
        return;
    }
    struct pages pages = { .game = registry_find(command->game),
                           .of = of,
                           .page = MAX(command->page, 1) };
    pages.count = results_count(office->db, pages.game->name, of != NULL ? of->id : 0, who->id);
    pages.pages = (pages.count + PAGE_MATCHES - 1) / PAGE_MATCHES;
    visit_answer(visit, who, command, history_text(visit, who, &pages));
}

/* ---- standings ---- */

static bool is_level(const struct standing *one, const struct standing *other)
{
    return one->won == other->won && one->lost == other->lost && one->drawn == other->drawn;
}

/* "  3. ann: 12 won, 3 lost, 1 drawn"; nothing of one who is no player any more. */
static void append_standing(struct office *office, GString *text, const struct standing *standing,
                            guint rank)
{
    g_autoptr(Player) player = player_by_id(office->db, standing->player);
    g_autofree char *place = say_number(rank);
    g_autofree char *won = say_number(standing->won);
    g_autofree char *lost = say_number(standing->lost);
    g_autofree char *drawn = say_number(standing->drawn);
    g_autofree char *line = say(office, "standings-line",
                                pairs("rank", place, "name", player != NULL ? player->name : "",
                                      "won", won, "lost", lost, "drawn", drawn, NULL));
    g_string_append_printf(text, "%s%s", text->len > 0 ? "\n" : "", line);
}

/* The first of all, and further down the reader himself. */
static char *standings_lines(struct office *office, const GArray *standings, gint64 reader)
{
    g_autoptr(GString) text = g_string_new(NULL);
    guint rank = 1;
    for (guint i = 0; i < standings->len; i++) {
        const struct standing *all = (const struct standing *)(gpointer)standings->data;
        if (i > 0 && !is_level(&all[i], &all[i - 1])) {
            rank = i + 1;
        }
        if (i < STANDINGS_MOST || all[i].player == reader) {
            append_standing(office, text, &all[i], rank);
        }
    }
    return g_string_free(g_steal_pointer(&text), FALSE);
}

void standings_list(struct visit *visit, const struct player *who, const struct command *command)
{
    struct office *office = visit->office;
    const struct game *game = registry_find(command->game);
    g_autoptr(GArray) standings = results_standings(office->db, game->name);
    g_autofree char *lines = standings_lines(office, standings, who->id);
    g_autofree char *count = say_number(standings->len);
    bool some = standings->len > STANDINGS_MOST;
    visit_answer(visit, who, command,
                 say(office, standings->len > 0 ? "standings" : "standings-none",
                     pairs("game", words_get(office->words, game->name, "title"), "list", lines,
                           "count", some ? count : NULL, NULL)));
}
