/* Mails whose lines begin with the number of their board. */
#include "read-lines.h"

enum { BOARDS = 100 /* this one and later ones do not exist */ };

static bool context_of(void *who, gint64 board, struct grammar_context *of_board)
{
    (void)who;
    *of_board = match_reply;
    of_board->board = board;
    return board < BOARDS;
}

static const struct grammar_context numbered = { .games = games,
                                                 .reads_as_turn = two_cells,
                                                 .context_of = context_of };

/* What was read: of each entry what `summary` says, its board, and its comment in brackets. */
static char *read_boards(const char *mail, struct reading *reading)
{
    g_auto(GStrv) lines = NULL;
    g_autofree char *kinds = NULL;
    split_mail(mail, &lines, &kinds);
    struct grammar_context several = numbered;
    several.several = true;
    reading_of_mail(&several, NULL, lines, kinds, reading);
    GString *all = g_string_new(NULL);
    for (guint i = 0; i < reading->entries->len; i++) {
        struct reading_entry *entry = reading->entries->pdata[i];
        g_autoptr(GPtrArray) one = g_ptr_array_new();
        g_ptr_array_add(one, entry);
        g_autofree char *said = summary(&(struct reading){ .entries = one });
        gint64 board = entry->command != NULL ? entry->command->board : 0;
        g_string_append_printf(all, "%s%" G_GINT64_FORMAT " %s", i > 0 ? "; " : "", board, said);
        if (entry->comment != NULL) {
            g_string_append_printf(all, " (%s)", entry->comment);
        }
    }
    return g_string_free(all, FALSE);
}

static void assert_boards(const char *mail, const char *expected)
{
    struct reading reading;
    g_autofree char *read = read_boards(mail, &reading);
    g_assert_cmpstr(read, ==, expected);
    g_assert_null(reading.comment);
    reading_clear(&reading);
}

static void test_lines(void)
{
    assert_boards("t12 e4-e5", "12 move e4-e5");
    assert_boards("t12: e4-e5|t#13 d4-d5|t- 14 c4-c5",
                  "12 move e4-e5; 13 move d4-d5; 14 move c4-c5");
    assert_boards("b|q> 12 e4-e5|b|t12 accept|b|q> more|b|t13 resign!", "12 accept; 13 resign");
    assert_boards("tmove 12 e4-e5|tresign 13", "12 move e4-e5; 13 resign");
    assert_boards("tgames|t12 draw", "0 games; 12 draw");
    assert_boards("t12 queue e4-e5|t13 show", "12 queue e4-e5; 13 show");
    assert_boards("t100 e4-e5", "100 move e4-e5");
    assert_boards("tHalma 12: e4-e5|tBoard 13 d4-d5|tno. 14 c4-c5",
                  "12 move e4-e5; 13 move d4-d5; 14 move c4-c5");
    assert_boards("t12. e4-e5|t13) d4-d5|t14, c4-c5",
                  "12 move e4-e5; 13 move d4-d5; 14 move c4-c5");
    assert_boards("t12 e4 to e5, please|t13 resign. gg", "12 move e4-e5; 13 resign");
    assert_boards("t12 e4-e5|tend|t13 e4-e5", "12 move e4-e5");
}

static void test_comments(void)
{
    assert_boards("tHello|t12 e4-e5|tNice|b|b|tmove!|t13 d4-d5",
                  "12 move e4-e5 (Nice\n\nmove!); 13 move d4-d5");
    assert_boards("t12 e4-e5|tYour turn.|tend|tBye", "12 move e4-e5 (Your turn.)");
    assert_boards("t12 chat Hi|tall|t13 d4-d5", "12 chat Hi\nall; 13 move d4-d5");
    assert_boards("t12 chat|t13 d4-d5", "0 missing-text; 13 move d4-d5");
}

static void test_talk(void)
{
    assert_boards("tThese are good games.|tWatch this|t200 of them I may win", "");
    assert_boards("tI would never|tresign", "0 which-board");
}

static void test_asked(void)
{
    assert_boards("t12 e4-e5 or e4-e6", "0 near-move");
    assert_boards("te4-e5", "0 which-board");
    assert_boards("taccept", "0 which-board");
    assert_boards("tmy move is e4-e5", "0 which-board");
    assert_boards("t12 e4-e5|tBye|t13 resing|tYou are strong, Carl",
                  "12 move e4-e5 (Bye); 0 unknown-at-board (You are strong, Carl)");
    assert_boards("t12 e4-\xEF\xBF\xBD", "0 damaged");
    assert_boards("t12 e4-e5 or d4-d5|t13 resign|t14 d4-d5",
                  "0 near-move; 0 below-doubt; 14 move d4-d5");
}

static void test_below_quote(void)
{
    struct reading reading;
    g_autofree char *read = read_boards(
        "q> a line of the letter that is so long that it may be broken|w12 e4-e5|b|t13 resign",
        &reading);
    g_assert_cmpstr(read, ==, "0 below-doubt");
    g_assert_true(reading.below_quote);
    reading_clear(&reading);
}

/* A short quoted line was broken by no program. */
static void test_between_quotes(void)
{
    assert_boards("q> Halma 12|w12 e4-e5|q> Halma 13|w13 accept", "12 move e4-e5; 13 accept");
}

static void test_most(void)
{
    g_autoptr(GString) mail = g_string_new(NULL);
    for (int i = 1; i <= READING_COMMANDS_MAX + 1; i++) {
        g_string_append_printf(mail, "%st%d e4-e5|tWell.", i > 1 ? "|" : "", i);
    }
    struct reading reading;
    g_autofree char *read = read_boards(mail->str, &reading);
    g_assert_cmpuint(reading.entries->len, ==, READING_COMMANDS_MAX);
    g_assert_true(g_str_has_suffix(read, "; 20 move e4-e5 (Well.)"));
    g_assert_true(reading.too_many);
    reading_clear(&reading);
}

/* In a mail to the plain address such lines are commands too, in its Subject as well. */
static void test_plain(void)
{
    assert_read(&numbered, NULL, "t12 e4-e5|t13 accept", "move e4-e5; accept", NULL);
    assert_read(&numbered, "12 e4-e5", "tHello", "move e4-e5", "Hello");
    assert_read(&numbered, NULL, "t12 e4-e5 or d4-d5|t13 resign", "near-move; below-doubt", NULL);
    assert_read(&numbered, NULL, "t12 apples", "unknown-at-board", NULL);
    assert_read(&numbered, NULL, "t100 apples|t12 e4-e5", "move e4-e5", NULL);
    assert_reply("t12 e4-e5|tHello", "move e4-e5", "Hello");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/several/lines", test_lines);
    g_test_add_func("/several/comments", test_comments);
    g_test_add_func("/several/talk", test_talk);
    g_test_add_func("/several/asked", test_asked);
    g_test_add_func("/several/below-quote", test_below_quote);
    g_test_add_func("/several/between-quotes", test_between_quotes);
    g_test_add_func("/several/most", test_most);
    g_test_add_func("/several/plain", test_plain);
    return g_test_run();
}
