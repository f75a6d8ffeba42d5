#include "cli/position.h"

#include <string.h>

#include "base/error.h"
#include "base/log.h"
#include "cli/cli.h"
#include "match/options.h"
#include "render/match_words.h"

/* What the command line says, as far as this file knows it. */
struct asked {
    const struct game *game;
    struct options options;
    char *from;
    char *after;
};

static void asked_clear(struct asked *asked)
{
    g_free(asked->from);
    g_free(asked->after);
}
typedef struct asked Asked;
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Asked, asked_clear)

/* ---- what is refused ---- */

/* The words of the program; NULL once it is said on stderr why there are none. */
static struct words *words_to_refuse(void)
{
    g_autoptr(GError) error = NULL;
    struct words *words = cli_words(NULL, &error);
    if (words == NULL) {
        cli_fail(error);
    }
    return words;
}

static int fail_option(const struct game *game, const char *key, const char *word)
{
    g_autoptr(Words) words = words_to_refuse();
    g_autofree char *reason = words != NULL ? option_words_refusal(words, game, word, key) : NULL;
    if (reason != NULL) {
        log_line("%s", reason);
    }
    return POSTMOVE_ERROR_USAGE;
}

static int fail_note(enum postmove_error code, const struct asked *asked, const struct note *note)
{
    struct position nothing = { 0 };
    g_autoptr(Words) words = words_to_refuse();
    g_autofree char *reason =
        words != NULL ? words_note(words, asked->game, note, &nothing, NULL) : NULL;
    if (reason != NULL) {
        log_line("%s", reason);
    }
    return words != NULL ? (int)code : POSTMOVE_ERROR_USAGE;
}

/* Says why a turn was not played, and which could be instead. */
static int fail_ruling(const struct match *match, const struct ruling *ruling)
{
    g_autoptr(Words) words = words_to_refuse();
    if (words == NULL) {
        return POSTMOVE_ERROR_USAGE;
    }
    bool goes_on = ruling->verdict == VERDICT_INCOMPLETE || ruling->verdict == VERDICT_AMBIGUOUS;
    g_autofree char *reason =
        words_note(words, match->game, &ruling->note, &ruling->position, NULL);
    g_autofree char *line =
        words_say(words, "match", "at-fault", pairs("part", ruling->part, "reason", reason, NULL));
    log_line("%s", line);
    if (ruling->choices->len > 0) {
        g_ptr_array_add(ruling->choices, NULL);
        g_autofree char *choices = g_strjoinv(" ", (char **)ruling->choices->pdata);
        g_autofree char *instead = words_say(words, "match", goes_on ? "completions" : "nearest",
                                             pairs("choices", choices, NULL));
        g_printerr("%s\n", instead);
    }
    return POSTMOVE_ERROR_NO;
}

/* ---- the options of the game ---- */

/* Whether the word is an option that takes the next word as its value. */
static bool takes_next(const GOptionEntry *entries, const char *word)
{
    for (; entries->long_name != NULL; entries++) {
        if (entries->arg != G_OPTION_ARG_NONE && g_str_has_prefix(word, "--") &&
            g_str_equal(word + 2, entries->long_name)) {
            return true;
        }
    }
    return false;
}

/* Finds GAME and takes the words behind it that are its options out of argv,
 * since GOption would read `-size=10` as seven short options. */
static int take_game(struct asked *asked, const GOptionEntry *entries, int *argc, char **argv)
{
    int kept = 1;
    int code = CLI_GO_ON;
    for (int i = 1; i < *argc && code == CLI_GO_ON; i++) {
        if (asked->game != NULL && argv[i][0] == '-' && g_ascii_isalpha(argv[i][1])) {
            const char *key = NULL;
            if (!options_word(&asked->options, asked->game, argv[i], &key)) {
                code = fail_option(asked->game, key, argv[i]);
            }
            continue;
        }
        argv[kept++] = argv[i];
        if (takes_next(entries, argv[i]) && i + 1 < *argc) {
            argv[kept++] = argv[++i];
        } else if (asked->game == NULL && argv[i][0] != '-') {
            asked->game = registry_meant(argv[i]);
            if (asked->game == NULL) {
                g_autofree char *games = g_strjoinv(", ", (char **)registry_names());
                log_line("no game \"%s\"; there are: %s", argv[i], games);
                return POSTMOVE_ERROR_USAGE;
            }
            options_init(&asked->options, asked->game);
        }
    }
    *argc = kept;
    argv[kept] = NULL;
    return code;
}

/* ---- the position ---- */

static int set_up(const struct asked *asked, bool count_repetition, struct match **match)
{
    struct note note = { 0 };
    g_autoptr(Match) found = match_new(asked->game, &asked->options, NULL, &note);
    if (found == NULL) {
        return fail_note(POSTMOVE_ERROR_USAGE, asked, &note);
    }
    if (asked->from != NULL) {
        g_clear_pointer(&found, match_free);
        found = match_new(asked->game, &asked->options, asked->from, &note);
        if (found == NULL) {
            return fail_note(POSTMOVE_ERROR_NO, asked, &note);
        }
    }
    g_auto(Ruling) ruling = { 0 };
    if (asked->after != NULL && !match_after(found, asked->after, count_repetition, &ruling)) {
        return fail_ruling(found, &ruling);
    }
    *match = g_steal_pointer(&found);
    return CLI_GO_ON;
}

int cli_position(const GOptionEntry *own, int arguments, bool count_repetition, int *argc,
                 char ***argv, struct match **match)
{
    g_auto(Asked) asked = { 0 };
    GOptionEntry entries[2 + POSITION_OWN_ENTRIES + 1] = {
        { "from", 0, 0, G_OPTION_ARG_STRING, &asked.from, NULL, NULL },
        { "after", 0, 0, G_OPTION_ARG_STRING, &asked.after, NULL, NULL },
    };
    for (int i = 0; i < POSITION_OWN_ENTRIES && own[i].long_name != NULL; i++) {
        entries[2 + i] = own[i];
    }
    int code = take_game(&asked, entries, argc, *argv);
    if (code == CLI_GO_ON) {
        code = cli_options(entries, argc, argv, 1 + arguments, 1 + arguments);
    }
    if (asked.after != NULL) {
        g_strdelimit(asked.after, "\r\n", ' '); /* a game kept in a file has lines */
    }
    if (code == CLI_GO_ON) {
        code = set_up(&asked, count_repetition, match);
    }
    return code;
}

int cli_board_form(const char *name, enum diagram_form *form)
{
    if (name == NULL) {
        return CLI_GO_ON;
    }
    if (!g_strv_contains(diagram_forms, name)) {
        g_autofree char *forms = g_strjoinv(", ", (char **)diagram_forms);
        log_line("no board \"%s\"; there are: %s", name, forms);
        return POSTMOVE_ERROR_USAGE;
    }
    *form = diagram_form_named(name);
    return CLI_GO_ON;
}
