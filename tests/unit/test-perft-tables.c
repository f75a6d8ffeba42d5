/* The tables of tests/perft: GAME.perft counts the turns of a game, or, where
 * "decisions" stands behind the depth, single decisions. */
#include "games.h"
#include "row.h"

#include "match/perft.h"

static struct position position_for(const struct game *game, const struct setup *setup,
                                    const char *text)
{
    struct position position;
    struct note note = { .key = NULL };
    struct scan scan = scan_over(text);
    const bool fine = g_str_equal(text, "start") ? game->setup(&position, setup, &note)
                                                 : game->decode(&position, setup, &scan, &note);
    g_assert_cmpstr(note.key, ==, NULL);
    g_assert_true(fine);
    return position;
}

static void count_line(const struct game *game, char **field)
{
    const struct setup setup = setup_for(game, g_strstrip(field[0]));
    const struct position position = position_for(game, &setup, g_strstrip(field[1]));
    const guint64 wanted = g_ascii_strtoull(g_strstrip(field[3]), NULL, 10);
    const bool decisions = strstr(field[2], "decisions") != NULL;
    const guint64 found = perft(game, &position, atoi(field[2]), decisions);
    if (found != wanted) {
        g_test_message("%s; %s; %s: %" G_GUINT64_FORMAT " where %" G_GUINT64_FORMAT " is expected",
                       field[0], field[1], field[2], found, wanted);
        g_test_fail();
    }
}

static void count_file(gconstpointer name)
{
    g_autofree char *path = g_strdup_printf("tests/perft/%s.perft", (const char *)name);
    g_autofree char *contents = NULL;
    g_autoptr(GError) error = NULL;
    g_file_get_contents(path, &contents, NULL, &error);
    g_assert_no_error(error);
    g_auto(GStrv) lines = g_strsplit(contents, "\n", -1);
    for (char **line = lines; *line != NULL; line++) {
        row_begins(path, (int)(line - lines) + 1);
        g_auto(GStrv) field = g_strsplit(*line, ";", -1);
        if (**line != '#' && **line != '\0') {
            g_assert_cmpuint(g_strv_length(field), ==, 4);
            count_line(game_named(name), field);
        }
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    for (const char *const *name = registry_names(); *name != NULL; name++) {
        g_autofree char *test = g_strdup_printf("/perft/%s", *name);
        g_test_add_data_func(test, *name, count_file);
    }
    return g_test_run();
}
