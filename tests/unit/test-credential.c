/* The secret of a service: from a file nobody else may read, or a command. */
#include "transport/credential.h"

#include <glib/gstdio.h>
#include <string.h>

#include "base/error.h"
#include "base/random.h"
#include "tests/unit/folder.h"

static char *read_file(const char *folder, const char *text, guint mode, GError **error)
{
    folder_put(folder, "secret", text);
    g_autofree char *path = g_build_filename(folder, "secret", NULL);
    g_assert_cmpint(g_chmod(path, mode), ==, 0);
    struct service service = { .secret_file = path };
    return credential_read(&service, error);
}

static void test_file(void)
{
    static const char *const texts[] = { "hush hush", "hush hush\n", "hush hush\r\nmore\n" };
    g_autoptr(Folder) folder = folder_new();
    for (size_t i = 0; i < G_N_ELEMENTS(texts); i++) {
        g_autoptr(GError) error = NULL;
        char *secret = read_file(folder, texts[i], i == 0 ? 0400 : 0600, &error);
        g_assert_no_error(error);
        g_assert_cmpstr(secret, ==, "hush hush");
        secret_free(secret);
    }
}

static void refused(char *secret, GError **told, const char *words)
{
    g_autoptr(GError) error = g_steal_pointer(told);
    g_assert_null(secret);
    g_assert_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_LATER);
    g_test_message("%s", error->message);
    g_assert_nonnull(strstr(error->message, words));
    g_assert_null(strstr(error->message, "hush"));
}

static void test_file_refused(void)
{
    g_autoptr(Folder) folder = folder_new();
    g_autofree char *longest = g_strnfill(CREDENTIAL_MAX, 'x');
    g_autofree char *longer = g_strnfill(CREDENTIAL_MAX + 1, 'x');
    const struct {
        const char *text;
        guint mode;
        const char *words;
    } cases[] = {
        { "hush\n", 0640, "chmod 0600" },      { "hush\n", 0604, "chmod 0600" },
        { "hush\n", 0620, "chmod 0600" },      { "", 0600, "nothing in its first line" },
        { "\nhush\n", 0600, "nothing in it" }, { longer, 0600, "too long" },
    };
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(GError) error = NULL;
        refused(read_file(folder, cases[i].text, cases[i].mode, &error), &error, cases[i].words);
    }
    char *secret = read_file(folder, longest, 0600, NULL);
    g_assert_cmpstr(secret, ==, longest);
    secret_free(secret);

    g_autofree char *missing = g_build_filename(folder, "missing", NULL);
    struct service absent = { .secret_file = missing }, unfit = { .secret_file = folder };
    g_autoptr(GError) error = NULL;
    refused(credential_read(&absent, &error), &error, "No such file");
    refused(credential_read(&unfit, &error), &error, "is no file");
}

/* What a command is, as the configuration has it. */
static char *run_command(const char *line, GError **error)
{
    g_auto(GStrv) argv = NULL;
    g_assert_true(g_shell_parse_argv(line, NULL, &argv, NULL));
    struct service service = { .secret_command = argv };
    return credential_read(&service, error);
}

static void test_command(void)
{
    g_autoptr(GError) error = NULL;
    char *secret = run_command("printf '%s\\n' 'hush hush'", &error);
    g_assert_no_error(error);
    g_assert_cmpstr(secret, ==, "hush hush");
    secret_free(secret);
}

static void test_command_refused(void)
{
    static const struct {
        const char *line, *words;
    } cases[] = {
        { "sh -c 'echo hush; exit 3'", "exit code 3" },
        { "true", "nothing in its first line" },
        { "head -c 100000 /dev/zero", "nothing in its first line" },
        { "sh -c 'printf %20000d 1'", "too long" },
        { "/nowhere/postmove-token hush", "cannot be started" },
    };
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(GError) error = NULL;
        refused(run_command(cases[i].line, &error), &error, cases[i].words);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    random_init();
    g_test_add_func("/credential/file", test_file);
    g_test_add_func("/credential/file-refused", test_file_refused);
    g_test_add_func("/credential/command", test_command);
    g_test_add_func("/credential/command-refused", test_command_refused);
    return g_test_run();
}
