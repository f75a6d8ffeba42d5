/* The words of people: files that are well formed, and what is refused. */
#include <glib.h>
#include <glib/gstdio.h>
#include <string.h>

#include "language/grammar.h"
#include "language/line.h"

/* Loads a folder with one file of that text. The fault, or NULL. Free with g_free. */
static char *fault_of(const char *text)
{
    g_autofree char *folder = g_dir_make_tmp("vocabulary-XXXXXX", NULL);
    g_autofree char *language = g_build_filename(folder, "xx", NULL);
    g_autofree char *path = g_build_filename(language, "words.lexicon", NULL);
    g_assert_cmpint(g_mkdir(language, 0700), ==, 0);
    g_assert_true(g_file_set_contents(path, text, -1, NULL));
    g_autoptr(GError) error = NULL;
    g_assert_true(vocabulary_load(folder, &error) == (error == NULL));
    g_unlink(path);
    g_rmdir(language);
    g_rmdir(folder);
    return error != NULL ? g_strdup(strrchr(error->message, '/') + 1) : NULL;
}

static void test_faults(void)
{
    static const struct {
        const char *text, *fault;
    } files[] = {
        { "# nothing\n", NULL },
        { "[known]\nthe a\n[cue draw]\ndraw split_the_point\n", NULL },
        { "[known]\nthe\n[nonsense]\n",
          "words.lexicon:3: no group, or an entry that does not fit it" },
        { "[cue nonsense]\n", "words.lexicon:1: no group, or an entry that does not fit it" },
        { "[answer]\n", "words.lexicon:1: no group, or an entry that does not fit it" },
        { "[number]\none\n", "words.lexicon:2: no group, or an entry that does not fit it" },
        { "[known]\none=1\n", "words.lexicon:2: no group, or an entry that does not fit it" },
        { "[known\n", "words.lexicon:1: no group, or an entry that does not fit it" },
    };
    for (size_t i = 0; i < G_N_ELEMENTS(files); i++) {
        g_test_message("%s", files[i].text);
        g_autofree char *fault = fault_of(files[i].text);
        g_assert_cmpstr(fault, ==, files[i].fault);
    }
    g_autoptr(GError) error = NULL;
    g_assert_false(vocabulary_load("tests/no-such-folder", &error));
    g_assert_nonnull(error);
}

static void test_words(void)
{
    g_assert_true(vocabulary_load("templates", NULL));
    g_autofree char *folded = vocabulary_fold("D\u00e9sol\u00e9");
    g_assert_cmpstr(folded, ==, "desole");
    g_assert_true((vocabulary_find("yes")->kinds & WORD_YES) != 0);
    g_assert_true((vocabulary_find("thank you")->kinds & WORD_COURTESY) != 0);
    g_assert_cmpuint(vocabulary_find("rematch")->cues, ==, command_bit(COMMAND_REMATCH));
    g_assert_cmpint(vocabulary_find("four")->number, ==, 4);
    g_assert_null(vocabulary_find("aunt's parrot"));
    g_assert_null(vocabulary_near("zzzzzzz"));
    g_assert_nonnull(vocabulary_near("remacth"));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/vocabulary/faults", test_faults);
    g_test_add_func("/vocabulary/words", test_words);
    return g_test_run();
}
