/* The table of settings, and the command that sets them. */
#include <glib.h>

#include "language/settings.h"
#include "tests/unit/contexts.h"

/* Checks that a row takes a word as the value `kept` (NULL: refuses it). */
static void assert_taken(const char *key, const char *word, const char *kept)
{
    g_autofree char *value = setting_value(setting_find(key), word);
    g_assert_cmpstr(value, ==, kept);
}

static void test_table(void)
{
    g_autoptr(GKeyFile) words = g_key_file_new();
    g_autoptr(GError) error = NULL;
    g_key_file_load_from_file(words, "templates/en/command.words", G_KEY_FILE_NONE, &error);
    g_assert_no_error(error);
    for (const struct setting *row = settings; row->key != NULL; row++) {
        g_autofree char *key = g_strconcat("set-", row->key, NULL);
        g_assert_true(g_key_file_has_key(words, "help", key, NULL));
        g_assert_true(setting_find(row->key) == row);
        g_assert_nonnull(row->values[0]);
    }
    const struct setting *autoplay = setting_find("AutoPlay");
    g_assert_cmpstr(autoplay->key, ==, "autoplay");
    g_assert_cmpstr(autoplay->values[0], ==, "off");
    assert_taken("autoplay", "ON", "on");
    assert_taken("autoplay", "o", NULL);
    assert_taken("autoplay", "", NULL);
    g_assert_null(setting_find("auto"));
    g_assert_null(setting_find(""));
    g_autofree char *form = setting_form(autoplay);
    g_assert_cmpstr(form, ==, "autoplay=off|on");
    const struct setting *flip = setting_find("flip");
    g_assert_cmpstr(flip->values[0], ==, "usual");
    assert_taken("flip", "Usual", "usual");
    assert_taken("flip", "on", "on");
    assert_taken("flip", "OFF", "off");
    assert_taken("autoplay", "usual", NULL);
    g_autofree char *shape = setting_form(setting_find("timezone"));
    g_assert_cmpstr(shape, ==, "timezone=Area/City");
    assert_taken("timezone", "america/argentina/ushuaia", "America/Argentina/Ushuaia");
    assert_taken("timezone", "utc", "UTC");
    assert_taken("timezone", "Berlin", NULL);
    assert_taken("timezone", "../../etc/passwd", NULL);
    assert_taken("timezone", "", NULL);
    g_autofree char *digest = setting_form(setting_find("digest"));
    g_assert_cmpstr(digest, ==, "digest=off|daily HH:MM");
    assert_taken("digest", "OFF", "off");
    assert_taken("digest", "daily", "daily 07:00");
    assert_taken("digest", "Daily 18:05", "daily 18:05");
    assert_taken("digest", "daily 9.30", "daily 09:30");
    assert_taken("digest", "6", "daily 06:00");
    assert_taken("digest", "daily 24:00", NULL);
    assert_taken("digest", "daily 12:60", NULL);
    assert_taken("digest", "daily at 19:00", "daily 19:00");
    assert_taken("digest", "7:00 pm", NULL);
    assert_taken("digest", "at", NULL);
    assert_taken("digest", "daily 7 8", NULL);
    assert_taken("digest", "weekly", NULL);
    assert_taken("digest", "", NULL);
}

/* A line, what it sets ("KEY VALUE"; NULL: it is no command), and how it is
 * shown. */
static const struct {
    const char *line, *words, *shown;
} lines[] = {
    { "set", "", "set" },
    { "Set autoplay on", "autoplay on", "Set autoplay on" },
    { "set autoplay=on.", "autoplay on", "set autoplay=on." },
    { "set autoplay = on", "autoplay on", "set autoplay = on" },
    { "set digest=daily 18:00", "digest daily 18:00", "set digest=daily 18:00" },
    { "set digest daily 18:00", "digest daily 18:00", "set digest daily 18:00" },
    { "set digest daily", "digest daily", "set digest daily" },
    { "set digest=daily at 6 pm", "digest daily at 6 pm", "set digest=daily at 6 pm" },
    { "set autoplay= on.", "autoplay on", "set autoplay= on." },
    { "set autoplay =on", "autoplay on", "set autoplay =on" },
    { "set password = hush", "password hush", "set ... ... ..." },
    { "set AUTOPLAY=off", "AUTOPLAY off", "set AUTOPLAY=off" },
    { "set autoplay", "autoplay", "set autoplay" },
    { "set flip=usual", "flip usual", "set flip=usual" },
    { "set autoplay=", "autoplay", "set autoplay=" },
    { "set timezone=europe/berlin", "timezone europe/berlin", "set timezone=europe/berlin" },
    { "set timezone Berlin", "timezone Berlin", "set timezone Berlin" },
    { "set autoplay=on=off", "autoplay on=off", "set autoplay=on=off" },
    { "set password hush", "password hush", "set ... ..." },
    { "set password=hush", "password hush", "set ..." },
    { "set autoplay on now", "autoplay on now", "set autoplay on now" },
    { "set board to list", "board list", "set board to list" },
    { "set password hush now", "password hush now", "set ... ... ..." },
};

static void test_lines(void)
{
    for (size_t i = 0; i < G_N_ELEMENTS(lines); i++) {
        struct command_refusal refusal = { 0 };
        g_autoptr(Command) command = grammar_parse(&plain, lines[i].line, &refusal);
        g_test_message("%s", lines[i].line);
        g_assert_true((command != NULL) == (lines[i].words != NULL));
        if (command != NULL) {
            g_autofree char *words = g_strjoinv(" ", command->words);
            g_assert_cmpint(command->row->id, ==, COMMAND_SET);
            g_assert_cmpstr(words, ==, lines[i].words);
            g_assert_cmpstr(command->line, ==, lines[i].shown);
        } else {
            g_assert_cmpstr(refusal.key, ==, "wrong-form");
        }
        command_refusal_clear(&refusal);
    }
}

/* In a reply only what can be nothing else is a command. */
static void test_replies(void)
{
    static const char *const commands[] = { "set", "set autoplay on", "Set Autoplay=OFF.",
                                            "set flip usual", "set autoplay" };
    static const char *const talk[] = { "set the table",      "set up",
                                        "set autoplay maybe", "set flip the board",
                                        "set autoplay on!?",  "sets" };
    for (size_t i = 0; i < G_N_ELEMENTS(commands); i++) {
        g_autoptr(Command) command = grammar_parse_here(&match_reply, commands[i], NULL);
        g_assert_nonnull(command);
        g_assert_cmpint(command->row->id, ==, COMMAND_SET);
        g_assert_cmpint(command->board, ==, 0);
    }
    for (size_t i = 0; i < G_N_ELEMENTS(talk); i++) {
        g_assert_null(grammar_parse_here(&match_reply, talk[i], NULL));
    }
    g_assert_null(grammar_parse_here(&confirm_reply, "set autoplay on", NULL));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/settings/table", test_table);
    g_test_add_func("/settings/lines", test_lines);
    g_test_add_func("/settings/replies", test_replies);
    return g_test_run();
}
