#include "cli/position.h"

#include <string.h>

#include "base/error.h"
#include "base/log.h"
#include "cli/cli.h"
#include "match/options.h"
#include "render/match_words.h"

/* ---- what is refused ---- */

/* The words beside the program; NULL after printing on stderr why there are none. */
static struct words *words_to_refuse(void)
{
    g_autoptr(GError) error = NULL;
    struct words *words = cli_words(NULL, &error);
    if (words == NULL) {
        cli_fail(error);
    }
    return words;
}

static int fail_note(enum postmove_error code, const struct game *game, const struct note *note)
{
    struct position nothing = { 0 };
    g_autoptr(Words) words = words_to_refuse();
    if (words == NULL) {
        return POSTMOVE_ERROR_USAGE;
    }
    g_autofree char *reason = words_note(words, game, note, &nothing, NULL);
    log_line("%s", reason);
    return (int)code;
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

/* ---- the command line ---- */

/* True if the word is an option that takes the next word as its value. */
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
static int take_game(const struct game **game, struct options *options, const GOptionEntry *entries,
                     int *argc, char **argv)
{
    int kept = 1;
    for (int i = 1; i < *argc; i++) {
        const char *key = NULL, *word = argv[i];
        if (*game != NULL && word[0] == '-' && g_ascii_isalpha(word[1])) {
            if (!options_word(options, *game, word, &key)) {
                g_autoptr(Words) words = words_to_refuse();
                if (words != NULL) {
                    g_autofree char *reason = option_words_refusal(words, *game, word, key);
                    log_line("%s", reason);
                }
                return POSTMOVE_ERROR_USAGE;
            }
            continue;
        }
        argv[kept++] = argv[i];
        if (takes_next(entries, word) && i + 1 < *argc) {
            argv[kept++] = argv[++i];
        } else if (*game == NULL && word[0] != '-') {
            *game = registry_meant(word);
            if (*game == NULL) {
                g_autofree char *games = g_strjoinv(", ", (char **)registry_names());
                log_line("no game \"%s\"; there are: %s", word, games);
                return POSTMOVE_ERROR_USAGE;
            }
            options_init(options, *game);
        }
    }
    *argc = kept;
    argv[kept] = NULL;
    return CLI_GO_ON;
}

int cli_position(const GOptionEntry *own, int arguments, enum position_use use, int *argc,
                 char ***argv, struct match **match)
{
    const struct game *game = NULL;
    struct options options;
    g_autofree char *from = NULL, *after = NULL;
    GOptionEntry entries[2 + POSITION_OWN_ENTRIES + 1] = {
        { "from", 0, 0, G_OPTION_ARG_STRING, &from, NULL, NULL },
        { "after", 0, 0, G_OPTION_ARG_STRING, &after, NULL, NULL },
    };
    for (int i = 0; i < POSITION_OWN_ENTRIES && own[i].long_name != NULL; i++) {
        entries[2 + i] = own[i];
    }
    int code = take_game(&game, &options, entries, argc, *argv);
    code =
        code == CLI_GO_ON ? cli_options(entries, argc, argv, 1 + arguments, 1 + arguments) : code;
    if (code != CLI_GO_ON) {
        return code;
    }
    /* Options that contradict each other are refused first, whatever the position. */
    struct note note = { 0 };
    g_autoptr(Match) found = match_new(game, &options, NULL, &note);
    enum postmove_error wrong = POSTMOVE_ERROR_USAGE;
    if (found != NULL && from != NULL) {
        wrong = POSTMOVE_ERROR_NO;
        match_free(found);
        found = match_new(game, &options, from, &note);
    }
    if (found == NULL) {
        return fail_note(wrong, game, &note);
    }
    g_auto(Ruling) ruling = { 0 };
    if (after != NULL) {
        g_strdelimit(after, "\r\n", ' '); /* a game kept in a file has lines */
        if (!match_after(found, after, use != POSITION_COUNTED, &ruling)) {
            return fail_ruling(found, &ruling);
        }
    }
    if (use == POSITION_PLAYED && !found->result.over && !game_between(found->game, &found->now)) {
        log_line("a match cannot begin in the middle of a turn");
        return POSTMOVE_ERROR_NO;
    }
    *match = g_steal_pointer(&found);
    return CLI_GO_ON;
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
