/* The forms of the table: each is read as the command it stands for. */
#include <glib.h>
#include <string.h>

#include "language/grammar.h"
#include "tests/unit/contexts.h"

static void test_rows(void)
{
    for (const struct command_row *row = grammar; row->id != COMMAND_NONE; row++) {
        g_assert_true(grammar_row(row->id) == row);
        g_assert_true(row->reply != 0 || row->short_forms == NULL);
        g_assert_true(row->forms[0] != NULL || row->short_forms != NULL);
    }
    g_assert_null(grammar_row(COMMAND_NONE));
    g_assert_cmpint(grammar_row(COMMAND_BROADCAST)->id, ==, COMMAND_BROADCAST);
}

static const struct example {
    const char *token;
    const char *text;
} examples[] = {
    { "[GAME|NAME]", "halma" },
    { "TO[,TO ...]", "ann,bob" },
    { "[--end]", "--end" },
    { "GAME|NAME", "ann" },
    { "[N|off]", "off" },
    { "[GAME]", "halma" },
    { "GAME", "halma" },
    { "BOARD[#N]...", "12 13#4" },
    { "BOARD[#N]", "12#4" },
    { "BOARD", "12" },
    { "[NAME PASSWORD]", "ann hush" },
    { "[PASSWORD]", "hush" },
    { "PASSWORD", "hush" },
    { "NEW", "quiet" },
    { "add|drop", "add" },
    { "join|leave", "join" },
    { "personal|renew", "renew" },
    { "next|back|again|draw|undo", "next" },
    { "picture|ascii|wide|unicode|list", "list" },
    { "ADDR", "ann@example.org" },
    { "DAYS", "5" },
    { "[NAME]", "ann" },
    { "NAME", "ann" },
    { "[OTHER ...]", "carl dora" },
    { "ME", "ann" },
    { "OTHER", "bob" },
    { "MOVE...", "e4-e5 d4-d5" },
    { "MOVE", "e4-e5" },
    { "[TEXT]", "hello there" },
    { "DAYS", "3" },
    { "TOKEN", "abcdefghijklmnopqrstuvwxyz" },
    { "[PAGE]", "2" },
    { "[TOPIC ...]", "halma options" },
    { "[SQUARE ...]", "e1-d2 d" },
    { "[KEY VALUE]", "autoplay on" },
    { "[DATE DATE]", "2026-12-24 2027-01-06" },
    { "[-option ...]", "-size=10 -lock" },
    { "[--option ...]", "--time=10d" },
    { "[next|active|all]", "next" },
    { "[off]", "off" },
    { "[resign]", "resign" },
    { "[--end]", "--end" },
};

/* The form with every token replaced by an example, or, where the token may
 * be left out, by nothing. */
static char *filled(const char *form, bool whole)
{
    g_autoptr(GString) line = g_string_new(form);
    for (size_t i = 0; i < G_N_ELEMENTS(examples); i++) {
        bool drop = !whole && examples[i].token[0] == '[';
        g_string_replace(line, examples[i].token, drop ? "" : examples[i].text, 1);
    }
    return g_strdup(line->str);
}

static void test_forms_parse(void)
{
    for (const struct command_row *row = grammar; row->id != COMMAND_NONE; row++) {
        for (int i = 0; row->forms[i] != NULL; i++) {
            for (int whole = 0; whole < 2; whole++) {
                g_autofree char *line = filled(row->forms[i], whole);
                g_autoptr(Command) command = parsed(line);
                g_assert_true(command->row == row || (row->hidden && !command->row->hidden));
                g_assert_true(grammar_begins_command(&plain, line));
            }
        }
    }
}

/* What is no short form of that letter is talk there, unless another row has it too, as a
 * move is one in a match and a lesson. */
static void check_short_form(const struct command_row *row, const char *form,
                             const struct grammar_context *context)
{
    g_autofree char *line = filled(form, false);
    g_autoptr(Command) command = grammar_parse_here(context, line, NULL);
    if ((row->reply & context->reply) == 0) {
        g_assert_true(command == NULL || command->apart ||
                      (command->row != row && (command->row->reply & context->reply) != 0));
        return;
    }
    g_assert_nonnull(command);
    g_assert_true(command->row == row || row->id == COMMAND_BOARD);
}

/* The form without what the letter says that is replied to. */
static char *without_letter(const char *form)
{
    static const char *const of_letter[] = { "[NAME PASSWORD]", "TOKEN", "BOARD[#N]", "BOARD",
                                             "TO[,TO ...]" };
    g_autoptr(GString) rest = g_string_new(form);
    for (size_t i = 0; i < G_N_ELEMENTS(of_letter); i++) {
        g_string_replace(rest, of_letter[i], "", 1);
    }
    return g_strdup(rest->str);
}

/* In a reply a row has forms of its own, or all of its forms that can do without a game. */
static void check_short_row(const struct command_row *row, const struct grammar_context *letter)
{
    for (int i = 0; row->short_forms != NULL && row->short_forms[i] != NULL; i++) {
        check_short_form(row, row->short_forms[i], letter);
    }
    for (int i = 0; row->short_forms == NULL && row->forms[i] != NULL; i++) {
        g_autofree char *form = without_letter(row->forms[i]);
        if (row->reply != 0 && !g_str_has_prefix(form, "GAME")) {
            check_short_form(row, form, letter);
        }
    }
}

static void test_short_forms_parse(void)
{
    const struct grammar_context *const letters[] = { &match_reply, &challenge_reply,
                                                      &confirm_reply, &lesson_reply,
                                                      &display_reply };
    for (const struct command_row *row = grammar; row->id != COMMAND_NONE; row++) {
        for (size_t letter = 0; letter < G_N_ELEMENTS(letters); letter++) {
            check_short_row(row, letters[letter]);
        }
    }
}

/* ---- the classic form ---- */

/* The form with NAME PASSWORD behind BOARD, although it shows none; NULL if it has no board. */
static char *classic(const char *form)
{
    if (strstr(form, " BOARD") == NULL || strstr(form, "PASSWORD") != NULL) {
        return NULL;
    }
    g_autofree char *line = filled(form, true);
    g_autoptr(GString) with = g_string_new(line);
    g_string_replace(with, " 12", " 12 ann hush", 1);
    return g_strdup(with->str);
}

/* A name and a password are taken if the mail may be of that player; others' may be talk. */
static void test_classic(void)
{
    const struct grammar_context own = { .games = games, .writer = "Ann" };
    const struct grammar_context away = { .games = games, .stranger = true };
    const struct grammar_context other = { .games = games, .writer = "bob" };
    const struct grammar_context *const contexts[] = { &own, &away, &other };
    int taken = 0;
    for (const struct command_row *row = grammar; row->id != COMMAND_NONE; row++) {
        for (int i = 0; row->forms[i] != NULL; i++) {
            g_autofree char *line = classic(row->forms[i]);
            for (size_t which = 0; line != NULL && which < G_N_ELEMENTS(contexts); which++) {
                const bool may = contexts[which] != &other;
                struct command_refusal refusal = { 0 };
                g_autoptr(Command) command = grammar_parse(contexts[which], line, &refusal);
                const bool takes = command != NULL && command->password != NULL;
                g_assert_true(takes == (may && row->level >= LEVEL_PROVEN));
                g_assert_true(!may || grammar_may_hold_secret(contexts[which], line));
                g_assert_true(!takes || strcmp(command->password, "hush") == 0);
                g_assert_true(!may || strstr(takes ? command->line : refusal.line, "hush") == NULL);
                command_refusal_clear(&refusal);
                taken += takes ? 1 : 0;
            }
        }
    }
    g_assert_cmpint(taken, >, 0);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/grammar-forms/rows", test_rows);
    g_test_add_func("/grammar-forms/forms-parse", test_forms_parse);
    g_test_add_func("/grammar-forms/short-forms-parse", test_short_forms_parse);
    g_test_add_func("/grammar-forms/classic", test_classic);
    return g_test_run();
}
