/*
 * How often a mail has a word compared with a password: libsodium's comparison is replaced by one
 * that counts, and whose hash is "=" and the password.
 */
#include <sodium.h>
#include <string.h>

#include "auth/redact.h"
#include "tests/unit/scratch.h"

static int checks;

int crypto_pwhash_str_verify(const char hash[crypto_pwhash_STRBYTES], const char *password,
                             unsigned long long length)
{
    checks++;
    return strlen(hash) == length + 1 && memcmp(hash + 1, password, length) == 0 ? 0 : -1;
}

static struct run *an_office(void)
{
    static const struct config config = { .local = (char *)"turns", .host = (char *)"example.org" };
    struct run *run = g_new0(struct run, 1);
    run->config = &config;
    checks = 0;
    return run;
}

static void end(struct run *run)
{
    password_check_forget(run);
    g_free(run);
}

static const struct player ann = {
    .id = 1, .name = (char *)"ann", .password = (char *)"=hunter2", .password_length = 7
};
static const struct player bob = {
    .id = 2, .name = (char *)"bob", .password = (char *)"=secret", .password_length = 6
};
static const struct player signs = {
    .id = 1, .name = (char *)"ann", .password = (char *)"=(x-y!)", .password_length = 6
};

static void test_one_a_mail(void)
{
    struct run *run = an_office();
    g_assert_cmpint(password_check(run, &ann, "wronged", false), ==, PASSWORD_UNTRIED);
    g_assert_cmpint(checks, ==, 0);
    g_assert_cmpint(password_check(run, &ann, "wronged", true), ==, PASSWORD_WRONG);
    g_assert_cmpint(password_check(run, &ann, "wronged", true), ==, PASSWORD_WRONG);
    g_assert_cmpint(password_check(run, &ann, "hunter2", true), ==, PASSWORD_UNTRIED);
    g_assert_cmpint(password_check(run, &bob, "wronged", true), ==, PASSWORD_UNTRIED);
    g_assert_cmpint(checks, ==, 1);
    password_check_forget(run); /* the next mail */
    g_assert_cmpint(password_check(run, &ann, "hunter2", true), ==, PASSWORD_FITS);
    g_assert_cmpint(password_check(run, &ann, "another", true), ==, PASSWORD_WRONG);
    g_assert_cmpint(password_check(run, &ann, "hunter2", false), ==, PASSWORD_FITS);
    g_assert_cmpint(password_check(run, &bob, "secret", true), ==, PASSWORD_UNTRIED);
    g_assert_cmpint(checks, ==, 2);
    end(run);
}

static void check_kept(struct run *run, const struct player *who, const char *words,
                       const char *kept)
{
    g_autofree char *fit = redact_password(run, who, words);
    g_assert_cmpstr(fit, ==, kept);
}

/* The longest mail of words that look like passwords is one check. */
static void test_words(void)
{
    struct run *run = an_office();
    g_autoptr(GString) words = g_string_new(NULL);
    for (int i = 0; i < 100; i++) {
        g_string_append_printf(words, "ann ((!words%02d!?))\n", i);
    }
    g_autofree char *fit = redact_password(run, &ann, words->str);
    g_assert_cmpint(checks, ==, 1);
    g_assert_null(strstr(fit, "words05"));
    end(run);
}

static void test_relayed(void)
{
    struct run *run = an_office();
    check_kept(run, &ann, "this is ann speaking", "this is ann speaking");
    check_kept(run, &ann, "this is ann speaking", "this is ann speaking");
    check_kept(run, &ann, "ann hunter2", "ann [password]");
    g_assert_cmpint(checks, ==, 1);
    password_check_forget(run);
    check_kept(run, &ann, "ann \"hunter2\", ann said", "ann [password] ann said");
    check_kept(run, &ann, "\U0001d41a\U0001d427\U0001d427 hunter2",
               "\U0001d41a\U0001d427\U0001d427 [password]");
    password_check_forget(run);
    check_kept(run, &signs, "ann (x-y!) or so", "ann [password] or so");
    password_check_forget(run);
    check_kept(run, &ann, "ann \u00b4hunter2\u00b4 said", "ann [password] said");
    end(run);
}

/* Words of other lengths are not the password, with signs or without. */
static void test_length(void)
{
    struct run *run = an_office();
    check_kept(run, &ann, "ann says: ann, sleeps; ann \"hunter2\". I, ann, forget things",
               "ann says: ann, sleeps; ann [password] I, ann, forget things");
    g_assert_cmpint(checks, ==, 1);
    password_check_forget(run);
    checks = 0;
    check_kept(run, &ann, "ann (seven77) ann hunter2 ann hunter2!",
               "ann (seven77) ann [password] ann [password]");
    g_assert_cmpint(checks, ==, 1);
    g_autofree char *signs_alone = g_strnfill(4000, '!');
    g_autofree char *many = g_strconcat("ann ", signs_alone, "hunter2", NULL);
    g_autofree char *fit = redact_password(run, &ann, many);
    g_assert_null(strstr(fit, "hunter2"));
    end(run);
}

int main(int argc, char **argv)
{
    scratch_init(&argc, &argv);
    g_test_add_func("/password-check/one-a-mail", test_one_a_mail);
    g_test_add_func("/password-check/words", test_words);
    g_test_add_func("/password-check/relayed", test_relayed);
    g_test_add_func("/password-check/length", test_length);
    return g_test_run();
}
