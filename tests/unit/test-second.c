/* What stands above and below the one command of a mail. */
#include "read-lines.h"

static bool cells_or_pass(void *data, const char *line)
{
    return two_cells(data, line) || g_ascii_strcasecmp(line, "pass") == 0;
}

/* A misspelt command is a word like others. */
static void test_slips_above(void)
{
    assert_reply("tdrww|tresign", "not-alone", "drww");
    assert_reply("tdrww|te4-e5", "move e4-e5", "drww");
    assert_reply("tdrww|tshow", "show", "drww");
    assert_reply("tpas|tresign", "not-alone", "pas");
    struct grammar_context passing = match_reply;
    passing.reads_as_turn = cells_or_pass;
    assert_read(&passing, NULL, "tpas|b|te4-e5", "taken-back", "pas");
    assert_read(&passing, NULL, "tPaul|tresign", "not-alone", "Paul");
    assert_read(&plain, "x", "trjeect 12|tresign 12", "unknown; below-doubt", NULL);
}

static void assert_below(const struct grammar_context *context, const char *subject,
                         const char *mail, const char *comment, const char *not_done,
                         const char *key)
{
    g_test_message("%s", mail);
    struct reading reading;
    read_mail(context, subject, mail, &reading);
    g_assert_cmpstr(reading.comment, ==, comment);
    g_assert_cmpstr(reading.not_done, ==, not_done);
    g_assert_cmpstr(reading.not_done != NULL ? reading.not_done_key : NULL, ==, key);
    reading_clear(&reading);
}

/* A command below the first is neither done nor passed on. */
static void test_commands_below(void)
{
    assert_below(&match_reply, NULL, "te4-e5|b|tresign|tBye", NULL, "resign", "not-done");
    assert_below(&match_reply, NULL, "te4-e5|tBye|eThanks|eResign.", NULL, "Resign.", "not-done");
    assert_below(&match_reply, NULL, "te4-e5|tnote|tgo left", NULL, "note", "not-done");
    assert_below(&match_reply, NULL, "te4-e5|te5-e6", NULL, "e5-e6", "not-done");
    assert_below(&match_reply, NULL, "tdraw|te5-e6", NULL, "e5-e6", "not-done");
    assert_below(&match_reply, NULL, "te4-e5|q> x|wdraw", "draw", NULL, NULL);
    assert_below(&match_reply, NULL, "te4-e5|tresign 13", NULL, "resign 13", "not-done");
    assert_below(&match_reply, NULL, "tchat one|tresign", NULL, "resign", "not-done-words");
    assert_below(&match_reply, NULL, "te4-e5|tMy aunt would never|tresign", NULL, "resign",
                 "not-done");
    assert_below(&match_reply, NULL, "te4-e5|te4-e5", "e4-e5", NULL, NULL);
    assert_below(&match_reply, NULL, "te4-e5|tE4-E5!|tBye", "E4-E5!\nBye", NULL, NULL);
    assert_below(&match_reply, NULL, "tdraw|tDraw!", "Draw!", NULL, NULL);
    assert_below(&match_reply, NULL, "te4-e5|tmove 13 e4-e5", NULL, "move 13 e4-e5", "not-done");
    assert_below(&match_reply, NULL, "te4-e5|tWatch this!", "Watch this!", NULL, NULL);
    assert_below(&match_reply, NULL, "te4-e5|tqueue e5-e6", NULL, "queue e5-e6", "not-done");
    assert_below(&match_reply, NULL, "te4-e5|tmove 12 ann hush e5-e6", NULL,
                 "move 12 ann [password] e5-e6", "not-done");
    assert_below(&match_reply, NULL, "te4-e5|tshow|thelp", "show\nhelp", NULL, NULL);
    assert_below(&match_reply, NULL, "te4-e5|tchat Bye", "chat Bye", NULL, NULL);
    assert_below(&match_reply, NULL, "te4-e5|tI saw e5-e6 too", NULL, NULL, NULL);
    assert_below(&match_reply, NULL, "te4-e5|q> draw|q> e5-e6", NULL, NULL, NULL);
    assert_below(&match_reply, NULL, "tnote|tresign", NULL, "resign", "not-done-words");
    assert_below(&match_reply, NULL, "tnote|te5-e6", NULL, "e5-e6", "not-done-words");
    assert_below(&plain, "move 12 e4-e5", "tresign 12", NULL, "resign 12", "body-not-read");
    assert_below(&plain, "move 12 e4-e5", "tBye|tresign", NULL, "resign", "body-not-read");
    assert_below(&plain, "move 12 e4-e5", "tdraw it as you like", "draw it as you like", NULL,
                 NULL);
    assert_below(&plain, "move 12 e4-e5", "tForget it!", "Forget it!", NULL, NULL);
    assert_below(&plain, "move 12 e4-e5", "tDraw soon?", "Draw soon?", NULL, NULL);
    assert_below(&plain, "move 12 e4-e5", "tqueue e5-e6", NULL, "queue e5-e6", "body-not-read");
    struct grammar_context board = plain;
    board.reads_as_turn = two_cells;
    assert_below(&board, "move 12 e4-e5", "te4-e5|tBye", "e4-e5\nBye", NULL, NULL);
    assert_below(&board, "move 12 e4-e5", "te5-e6|tBye", NULL, "e5-e6", "body-not-read");
    assert_below(&plain, "move 12 e4-e5", "tlist", "list", NULL, NULL);
    assert_below(&plain, "move 12 e4-e5", "tI would never|tresign", NULL, "resign",
                 "body-not-read");
    struct grammar_context challenge = match_reply;
    challenge.reply = REPLY_TO_CHALLENGE;
    assert_below(&challenge, NULL, "taccept|tdecline", NULL, "decline", "not-done");
}

/* Words that are not passed on are not said to be too long. */
static void test_cut_below(void)
{
    g_autofree char *word = g_strnfill(GRAMMAR_TEXT_MAX, 'y');
    g_autofree char *talk = g_strconcat("te4-e5|tand|t", word, NULL);
    g_autofree char *command = g_strconcat(talk, "|te5-e6", NULL);
    struct reading reading;
    read_mail(&match_reply, NULL, talk, &reading);
    g_assert_true(reading.comment_cut);
    reading_clear(&reading);
    read_mail(&match_reply, NULL, command, &reading);
    g_assert_nonnull(reading.not_done);
    g_assert_false(reading.comment_cut);
    reading_clear(&reading);
}

/* What stands below thanks is for others, and no command in a mail of commands. */
static void test_thanks(void)
{
    assert_reply("te4-e5|eThanks|eAnn", "move e4-e5", "Thanks\nAnn");
    assert_reply("tHi|eThanks|ee4-e5", "move e4-e5", NULL);
    assert_read(&plain, "x", "tlist|eThanks|eresign 12", "list", NULL);
    assert_read(&plain, "move 12 e4-e5", "tBye|eThanks|eAnn", "move e4-e5", "Bye\nThanks\nAnn");
}

/* Words above a move go along with it, but for a greeting. */
static void test_words_above(void)
{
    assert_reply("tHi|te4-e5", "move e4-e5", NULL);
    assert_reply("tGood morning|te4-e5", "move e4-e5", NULL);
    assert_reply("tThank you|te4-e5", "move e4-e5", NULL);
    assert_reply("tNice move!|te4-e5", "move e4-e5", "Nice move!");
    assert_reply("tDear Bob,|b|tI am late, sorry|b|te4-e5|b|tBye", "move e4-e5",
                 "Dear Bob,\n\nI am late, sorry\n\nBye");
    assert_reply("q> e4-e3|wGreat!|b|te4-e5", "move e4-e5", "Great!");
    assert_reply("q> It is your turn, and so I would|b|b|te4-e5", "move e4-e5", NULL);
    assert_reply(
        "q> This is so long a line that a program may break it, and puts|wits rest here.|b|te4-e5",
        "move e4-e5", NULL);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/second/slips-above", test_slips_above);
    g_test_add_func("/second/words-above", test_words_above);
    g_test_add_func("/second/commands-below", test_commands_below);
    g_test_add_func("/second/cut-below", test_cut_below);
    g_test_add_func("/second/thanks", test_thanks);
    return g_test_run();
}
