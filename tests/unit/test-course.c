/* The lessons of the tutorial: each page is read, each lesson begins where it says and
 * can be passed, and what is no page of lessons is refused. */
#include "games.h"

#include "render/lessons.h"
#include "render/speech.h"

enum { LESSONS_LEAST = 4, TITLE_COLUMNS = 40 };

static struct words *load(void)
{
    g_autoptr(GError) error = NULL;
    struct words *words = words_load("templates", &error);
    g_assert_no_error(error);
    return words;
}

/* Unless it holds, names the page, the lesson (NULL: the page as a whole) and what is wrong. */
static void expect(bool holds, const struct game *game, const struct lesson *lesson,
                   const char *wrong)
{
    if (!holds) {
        g_error("templates/en/tutorial/%s.txt: %s%s%s", game->name,
                lesson != NULL ? lesson->title : "", lesson != NULL ? ": " : "", wrong);
    }
}

/* The turn that the record gets for it, which is how lessons write it. */
static void check_turn(const struct game *game, const struct lesson *lesson, const char *answer)
{
    g_autoptr(Match) match = lesson_match(lesson, game);
    g_auto(Ruling) ruling = { 0 };
    g_autofree char *wrong =
        g_strdup_printf("%s is no legal turn, or not written as print does", answer);
    expect(match_play(match, match_actor(match), answer, &ruling) == VERDICT_PLAYED &&
               g_str_equal(ruling.turn, answer),
           game, lesson, wrong);
    g_assert_true(lesson_takes(lesson, answer, true));
}

/* Where not every turn passes there is a hint. */
static void check_hint(const struct game *game, const struct lesson *lesson)
{
    g_autoptr(Match) match = lesson_match(lesson, game);
    g_autoptr(GPtrArray) turns = match_turns(match);
    guint passing = 0;
    for (guint i = 0; i < turns->len; i++) {
        passing += lesson_takes(lesson, turns->pdata[i], true);
    }
    const bool any = lesson_takes(lesson, "", true);
    g_assert_cmpuint(turns->len, >, 0);
    g_assert_cmpuint(passing, >, 0);
    g_assert_true(!any || passing == turns->len);
    expect(any || *lesson->hint != '\0', game, lesson, "there is no hint");
}

static void check_lesson(const struct game *game, const struct lesson *lesson)
{
    g_autoptr(Match) match = lesson_match(lesson, game);
    expect(match != NULL, game, lesson, "decode refuses its position, or options are wrong");
    expect(match_actor(match) >= 0, game, lesson, "the match is over in its position");
    expect(strlen(lesson->title) <= TITLE_COLUMNS, game, lesson, "its title is too long");
    expect(*lesson->right != '\0', game, lesson, "there is nothing behind right:");
    bool by_turn = false;
    for (char **answer = lesson->answers; *answer != NULL; answer++) {
        const bool word = g_str_equal(*answer, "draw") || g_str_equal(*answer, "undo");
        if (!word && !g_str_equal(*answer, "any")) {
            check_turn(game, lesson, *answer);
        }
        by_turn |= !word;
    }
    if (by_turn) {
        check_hint(game, lesson);
    }
}

static void test_lessons(gconstpointer data)
{
    const struct game *game = data;
    g_autoptr(Words) words = load();
    g_autofree char *name = g_strconcat("tutorial/", game->name, NULL);
    const char *fault = NULL;
    const char *page = words_page(words, name);
    expect(page != NULL, game, NULL, "there is no such page");
    g_autoptr(GPtrArray) lessons = lessons_read(page, &fault);
    expect(fault == NULL, game, NULL, fault);
    expect(lessons->len >= LESSONS_LEAST, game, NULL, "fewer than four lessons");
    bool comments = false;
    for (guint i = 0; i < lessons->len; i++) {
        check_lesson(game, lessons->pdata[i]);
        comments |= ((struct lesson *)lessons->pdata[i])->comment;
    }
    expect(comments, game, NULL, "no lesson asks for a comment (comment: wanted)");
}

#define HEAD "# One\nanswers: e1-e2 any\nright: Yes.\n"

static void test_read(void)
{
    const char *fault = NULL;
    g_autoptr(GPtrArray) lessons =
        lessons_read(HEAD "\nWords.\n\nMore of them.\n\n# Two\noptions: size=10\nposition: P Q\n"
                          "answers: draw\ncomment: wanted\nhint: H.\nright: R.\n\nLast.\n",
                     &fault);
    g_assert_cmpstr(fault, ==, NULL);
    g_assert_cmpuint(lessons->len, ==, 2);
    const struct lesson *one = lessons->pdata[0], *two = lessons->pdata[1];
    g_assert_cmpstr(one->title, ==, "One");
    g_assert_cmpstr(one->text, ==, "Words.\n\nMore of them.");
    g_assert_cmpstr(one->options, ==, "");
    g_assert_null(one->position);
    g_assert_false(one->comment);
    g_assert_true(lesson_takes(one, "e1-e2", true));
    g_assert_true(lesson_takes(one, "h1-h2", true));
    g_assert_false(lesson_takes(one, "draw", false));
    g_assert_cmpstr(two->options, ==, "size=10");
    g_assert_cmpstr(two->position, ==, "P Q");
    g_assert_true(two->comment);
    g_assert_cmpstr(two->hint, ==, "H.");
    g_assert_cmpstr(two->text, ==, "Last.");
    g_assert_true(lesson_takes(two, "draw", false));
    g_assert_false(lesson_takes(two, "h1-h2", true));
}

static void check_fault(const char *page, const char *expected)
{
    const char *fault = NULL;
    g_assert_null(lessons_read(page, &fault));
    g_assert_cmpstr(fault, ==, expected);
}

static void test_faults(void)
{
    check_fault("", "beginning");
    check_fault("Words.\n", "beginning");
    check_fault("# \n\nWords.\n", "no-title");
    check_fault("# One", "no-words");
    check_fault(HEAD, "no-words");
    check_fault(HEAD "\n\n", "no-words");
    check_fault("# One\nanswers: any\n\nWords.", "no-right");
    check_fault("# One\nright: R.\n\nWords.", "no-answers");
    check_fault("# One\nright: R.\nanswers:  a\n\nWords.", "blank-answer");
    check_fault("# One\nright: R.\nanswers: e1-e2\n\nWords.", "no-hint");
    check_fault(HEAD "right: Twice.\n\nWords.", "head");
    check_fault(HEAD "comment: no\n\nWords.", "head");
    check_fault(HEAD "Words.", "head");
    g_autoptr(GString) many = g_string_new(NULL);
    for (int i = 0; i <= LESSONS_MAX; i++) {
        g_string_append(many, HEAD "\nWords.\n\n");
    }
    check_fault(many->str, "too-many");
    g_string_set_size(many, LESSONS_BYTES_MAX + 1);
    memset(many->str, '#', LESSONS_BYTES_MAX + 1);
    check_fault(many->str, "too-long");
}

/* Where a page is wrong there is no match, and nothing breaks. */
static void test_no_match(void)
{
    struct lesson lesson = { .options = (char *)"size=9000" };
    g_assert_null(lesson_match(&lesson, registry_games[0]));
    lesson.options = (char *)"";
    lesson.position = (char *)"nonsense";
    g_assert_null(lesson_match(&lesson, registry_games[0]));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    for (const struct game *const *game = registry_games; *game != NULL; game++) {
        g_autofree char *path = g_strconcat("/course/lessons/", (*game)->name, NULL);
        g_test_add_data_func(path, *game, test_lessons);
    }
    g_test_add_func("/course/read", test_read);
    g_test_add_func("/course/faults", test_faults);
    g_test_add_func("/course/no-match", test_no_match);
    return g_test_run();
}
