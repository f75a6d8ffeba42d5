/* Commands about an account: what each form holds, and what is shown of it. */
#include <glib.h>

#include "tests/unit/contexts.h"

/* One reads as itself with its secrets hidden; `text`, the address, if it has
 * one. */
static void check_read(const char *line, const char *shown, const char *name, const char *password,
                       const char *new_password, const char *text)
{
    struct command_refusal refusal = { 0 };
    g_autoptr(Command) command = grammar_parse(&plain, line, &refusal);
    g_assert_nonnull(command);
    g_assert_cmpstr(command->line, ==, shown);
    g_assert_cmpstr(command->name, ==, name);
    g_assert_cmpstr(command->password, ==, password);
    g_assert_cmpstr(command->new_password, ==, new_password);
    g_assert_cmpstr(command->text, ==, text);
}

static void check_refused(const char *line, const char *key, const char *word, const char *shown)
{
    struct command_refusal refusal = { 0 };
    g_assert_null(grammar_parse(&plain, line, &refusal));
    g_assert_cmpstr(refusal.key, ==, key);
    g_assert_cmpstr(refusal.word, ==, word);
    g_assert_cmpstr(refusal.line, ==, shown);
    command_refusal_clear(&refusal);
}

static void test_accounts(void)
{
    check_read("password ann", "password ann", "ann", NULL, NULL, NULL);
    check_read("password ann hush quiet", "password ann [password] [password]", "ann", "hush",
               "quiet", NULL);
    check_read("password ann hush hush", "password ann [password] [password]", "ann", "hush",
               "hush", NULL);
    check_read("address add a@example.org", "address add a@example.org", NULL, NULL, NULL,
               "a@example.org");
    check_read("address ann hush drop a@example.org", "address ann [password] drop a@example.org",
               "ann", "hush", NULL, "a@example.org");
    check_read("forget", "forget", NULL, NULL, NULL, NULL);
    check_refused("password ann hush", "wrong-form", NULL, "password ...");
    check_refused("password ann hush quiet more", "wrong-form", NULL, "password ...");
    check_refused("address add", "missing-address", NULL, "address ...");
    check_refused("address change a@example.org", "wrong-form", NULL, "address ...");
    check_refused("address ann drop a@example.org", "wrong-form", NULL, "address ...");
    check_refused("forge", "unknown", "forge", "forge");
}

/* Old words for the same: `address` and `password` in other forms. */
static void check_classic(const char *line, const char *name, const char *key_word,
                          const char *password, const char *text)
{
    struct command_refusal refusal = { 0 };
    g_autoptr(Command) command = grammar_parse(&plain, line, &refusal);
    g_assert_nonnull(command);
    g_assert_cmpstr(command->row->name, ==, name);
    g_assert_cmpstr(command->words[0], ==, key_word);
    g_assert_cmpstr(command->password, ==, password);
    g_assert_cmpstr(command->text, ==, text);
}

static void test_classic(void)
{
    check_classic("add a@example.org", "address", "add", NULL, "a@example.org");
    check_classic("Add ann hush a@example.org", "address", "add", "hush", "a@example.org");
    check_classic("delete a@example.org", "address", "drop", NULL, "a@example.org");
    check_classic("delete ann hush a@example.org", "address", "drop", "hush", "a@example.org");
    check_classic("change address a@example.org", "address", "add", NULL, "a@example.org");
    check_classic("change password ann", "password", NULL, NULL, NULL);
    check_classic("CHANGE PASSWORD ann hush quiet", "password", NULL, "hush", NULL);
    check_read("change password ann hush quiet", "change password ann [password] [password]", "ann",
               "hush", "quiet", NULL);
    check_refused("change", "unknown", "change", "change");
    check_refused("change password", "missing-name", NULL, "change password");
    check_refused("change of plan", "unknown", "change", "change ...");
    check_refused("add", "missing-address", NULL, "add");
    check_refused("chan password ann", "unknown-game", "chan", "chan ...");
}

/* A new password stands alone only where a letter has asked for it. */
static void test_reply(void)
{
    struct grammar_context asked = confirm_reply;
    g_assert_null(grammar_parse_here(&asked, "password quiet", NULL));
    asked.reply |= REPLY_TO_PASSWORD;
    g_autoptr(Command) command = grammar_parse_here(&asked, "password quiet", NULL);
    g_assert_cmpstr(command->new_password, ==, "quiet");
    g_assert_cmpstr(command->line, ==, "password [password]");
    g_assert_null(grammar_parse_here(&asked, "password quiet please", NULL));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/grammar-account/forms", test_accounts);
    g_test_add_func("/grammar-account/classic", test_classic);
    g_test_add_func("/grammar-account/reply", test_reply);
    return g_test_run();
}
