#include "cli/cli.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

#include "base/error.h"
#include "base/log.h"
#include "language/grammar.h"
#include "match/options.h"
#include "match/timing.h"

int cli_page(const char *name)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(Words) words = cli_words(NULL, &error);
    if (words == NULL) {
        return cli_fail(error);
    }
    g_autofree char *page = g_strconcat("cli/", name, NULL);
    const char *text = words_page(words, page);
    if (text == NULL) {
        log_line("the templates have no page %s.txt: the installation is not complete", page);
        return POSTMOVE_ERROR_USAGE;
    }
    fputs(text, stdout);
    return 0;
}

int cli_fail(const GError *error)
{
    log_line("%s", error->message);
    return postmove_error_exit(error);
}

bool cli_refuse(GError **error, enum postmove_error code, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *what = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    g_set_error_literal(error, POSTMOVE_ERROR, (int)code, what);
    return false;
}

bool cli_switches_are_bare(const GOptionEntry *entries, char **words, GError **error)
{
    for (; *words != NULL && strcmp(*words, "--") != 0; words++) {
        const char *value = g_str_has_prefix(*words, "--") ? strchr(*words, '=') : NULL;
        g_autofree char *name =
            value != NULL ? g_strndup(*words + 2, (gsize)(value - *words - 2)) : NULL;
        for (const GOptionEntry *entry = entries; name != NULL && entry->long_name != NULL;
             entry++) {
            if (entry->arg == G_OPTION_ARG_NONE && g_str_equal(entry->long_name, name)) {
                return cli_refuse(error, POSTMOVE_ERROR_USAGE, "--%s takes no value", name);
            }
        }
    }
    return true;
}

bool cli_replaceable(const char *name, GError **error)
{
    struct stat found;
    if (stat(name, &found) != 0 || S_ISREG(found.st_mode)) {
        return true;
    }
    return cli_refuse(error, POSTMOVE_ERROR_NO, "%s is there already and is not a file", name);
}

static bool has_possible_time(const struct config *config, GError **error)
{
    struct timing timing = { 0 };
    g_autofree char *word =
        config->play_time != NULL ? g_strconcat("--time=", config->play_time, NULL) : NULL;
    if (word == NULL || (timing_word(&timing, word, NULL) && timing_fits(&timing, NULL))) {
        return true;
    }
    return cli_refuse(error, POSTMOVE_ERROR_USAGE,
                      "%s: [play] time: \"%s\" is not possible; a time can be from one hour to "
                      "365 days, and a cap is no less than the first amount",
                      config->path, config->play_time);
}

static bool has_possible_bots(const struct config *config, GError **error)
{
    for (guint i = 0; i < config->bots->len; i++) {
        const struct bot *bot = config->bots->pdata[i];
        const struct grammar_context context = { .games = registry_names() };
        if (grammar_name_fault(&context, bot->name) != NULL) {
            return cli_refuse(
                error, POSTMOVE_ERROR_USAGE,
                "%s: [bot %s]: this is a word that the server understands, so no player "
                "can have it as a name; write another",
                config->path, bot->name);
        }
        for (char **name = bot->games; name != NULL && *name != NULL; name++) {
            if (registry_find(*name) == NULL) {
                g_autofree char *names = g_strjoinv(", ", (char **)registry_names());
                return cli_refuse(error, POSTMOVE_ERROR_USAGE,
                                  "%s: [bot %s] games: there is no game \"%s\"; the games are %s",
                                  config->path, bot->name, *name, names);
            }
        }
    }
    return true;
}

struct config *cli_config(const char *path, GError **error)
{
    g_autoptr(Config) config = config_read(path, error);
    const bool good =
        config != NULL && has_possible_time(config, error) && has_possible_bots(config, error);
    return good ? g_steal_pointer(&config) : NULL;
}

struct words *cli_words(const struct config *config, GError **error)
{
    g_autofree char *beside = config_templates_beside_program();
    struct words *words = words_load(beside, error);
    bool own = config != NULL && strcmp(config->templates, beside) != 0;
    return words != NULL && own ? words_load_over(config->templates, words, error) : words;
}

struct words *cli_words_later(const struct config *config, GError **error)
{
    g_autofree char *beside = config_templates_beside_program();
    return strcmp(config->templates, beside) == 0 ? words_later(beside) : cli_words(config, error);
}

bool cli_ask(const char *question)
{
    if (!isatty(STDIN_FILENO)) {
        return false;
    }
    fprintf(stderr, "%s [y/N] ", question);
    char answer[16];
    return fgets(answer, sizeof(answer), stdin) != NULL && (answer[0] == 'y' || answer[0] == 'Y');
}

bool cli_confirm(bool yes, const char *kept, GError **error, const char *question, ...)
{
    va_list arguments;
    va_start(arguments, question);
    g_autofree char *asked = g_strdup_vprintf(question, arguments);
    va_end(arguments);
    return yes || cli_ask(asked) ||
           cli_refuse(error, POSTMOVE_ERROR_USAGE, "%s; confirm with --yes", kept);
}

char *cli_hidden_line(void)
{
    struct termios usual;
    const bool terminal = tcgetattr(STDIN_FILENO, &usual) == 0;
    if (terminal) {
        /* Nor do keys send signals, such as Ctrl-C, which would leave it showing nothing. */
        struct termios hidden = usual;
        hidden.c_lflag &= ~(tcflag_t)(ECHO | ISIG);
        tcsetattr(STDIN_FILENO, TCSADRAIN, &hidden);
    }
    char *line = NULL;
    size_t size = 0;
    const ssize_t length = getline(&line, &size, stdin);
    if (terminal) {
        tcsetattr(STDIN_FILENO, TCSADRAIN, &usual);
    }
    if (length < 0) {
        g_clear_pointer(&line, free);
    } else {
        line[strcspn(line, "\n")] = '\0';
    }
    return line;
}

void cli_print_any(const char *bytes, gsize length)
{
    g_autofree char *text = g_utf8_make_valid(bytes, (gssize)length);
    g_autoptr(GString) shown = g_string_sized_new(length);
    for (const char *at = text; *at != '\0'; at = g_utf8_next_char(at)) {
        gunichar character = g_utf8_get_char(at);
        GUnicodeType type = g_unichar_type(character);
        /* These could move a terminal's cursor, colour it or turn text round. */
        bool acts = type == G_UNICODE_CONTROL || type == G_UNICODE_FORMAT;
        if (at[0] != '\r' || at[1] != '\n') {
            g_string_append_unichar(shown, acts && *at != '\n' && *at != '\t' ? '?' : character);
        }
    }
    fputs(shown->str, stdout);
}

static volatile sig_atomic_t asked;

static void ask(int signal_number)
{
    (void)signal_number;
    asked = 1;
}

void stop_heed(void)
{
    struct sigaction action = { .sa_handler = ask, .sa_flags = SA_RESTART };
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
}

bool stop_asked(void)
{
    return asked != 0;
}
