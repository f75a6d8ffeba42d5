/* Whatever the line, a password in it is shown to nobody. */
#include <glib.h>
#include <string.h>

#include "tests/unit/contexts.h"

static const char secret[] = "Xyzzy_plugh";

static void assert_secret_kept(const struct grammar_context *context, const char *line)
{
    struct command_refusal refusal = { 0 };
    g_autoptr(Command) command = grammar_parse(context, line, &refusal);
    g_assert_true((command == NULL) == (refusal.key != NULL));
    const char *const shown[] = { command == NULL ? refusal.line : command->line, refusal.word,
                                  refusal.suggestion, command == NULL ? NULL : command->name,
                                  command == NULL ? NULL : command->text };
    for (size_t i = 0; i < G_N_ELEMENTS(shown); i++) {
        if (shown[i] != NULL && strstr(shown[i], secret) != NULL) {
            g_error("%s is shown as %s", line, shown[i]);
        }
        g_assert_true(shown[i] == NULL || g_utf8_validate(shown[i], -1, NULL));
    }
    command_refusal_clear(&refusal);
}

/* Spoils a word of the line, but neither NAME nor PASSWORD. */
static char *spoilt(GRand *chance, const char *word)
{
    static const char *const noise[] = {
        "", "-", "12", "e4", "hello", "\xc3\xa4", "#", "--x", "."
    };
    const char *other = noise[g_rand_int_range(chance, 0, G_N_ELEMENTS(noise))];
    gsize at = (gsize)g_rand_int_range(chance, 0, (gint32)strlen(word) + 1);
    switch (g_rand_int_range(chance, 0, 6)) {
    case 0:
        return g_strdup(other);
    case 1:
        return g_strconcat(word, other, NULL);
    case 2:
        return g_strconcat(other, word, NULL);
    case 3:
        return g_strdup_printf("%.*s%s", (int)at, word, word + at + (word[at] != '\0' ? 1 : 0));
    case 4:
        return g_strconcat(word, " ", other, NULL);
    default:
        return g_strdup(word);
    }
}

static void test_secret_is_never_shown(void)
{
    static const char *const lines[] = {
        "halma move 12 ann PW e4-e5", "move 12 ann PW resign",  "signup ann PW",
        "move 12 ann PW e4 e5 #3",    "queue 12 ann PW e4-e5",  "submit 12 ann PW e4-e5",
        "password ann PW new",        "address ann PW add x@y", "change password ann PW new",
        "resign 12 ann PW",           "accept 12 ann PW",       "preview 12 ann PW e4-e5",
    };
    GRand *chance = g_rand_new_with_seed(20261121);
    for (int round = 0; round < 20000; round++) {
        const char *line = lines[round % (int)G_N_ELEMENTS(lines)];
        g_auto(GStrv) words = g_strsplit(line, " ", -1);
        g_autoptr(GString) mutant = g_string_new(NULL);
        for (int i = 0; words[i] != NULL; i++) {
            bool spoil = strcmp(words[i], "ann") != 0 && strcmp(words[i], "PW") != 0 &&
                         g_rand_int_range(chance, 0, 3) == 0;
            g_autofree char *word = spoil ? spoilt(chance, words[i]) : g_strdup(words[i]);
            g_string_append_printf(mutant, "%s%s", i == 0 ? "" : " ",
                                   strcmp(word, "PW") == 0 ? secret : word);
        }
        assert_secret_kept(&plain, mutant->str);
        assert_secret_kept(&match_reply, mutant->str);
    }
    g_rand_free(chance);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/grammar/secret-is-never-shown", test_secret_is_never_shown);
    return g_test_run();
}
