#include "cli/position.h"

#include "base/error.h"
#include "base/log.h"
#include "cli/cli.h"
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
    g_autofree char *reason = words_said(words, phrase_note(game, note, &nothing, NULL));
    log_line("%s", reason);
    return (int)code;
}

/* Says why a turn was not played, and which could be instead. */
static int fail_ruling(const struct match *match, const struct ruling *ruling, const char *line)
{
    g_autoptr(Words) words = words_to_refuse();
    if (words == NULL) {
        return POSTMOVE_ERROR_USAGE;
    }
    g_autofree char *reason = words_said(words, ruling_words(match->game, ruling, line, NULL));
    log_line("%s", reason);
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

int position_take_game(struct position_game *named, const GOptionEntry *entries, int *argc,
                       char **argv)
{
    int kept = 1;
    for (int i = 1; i < *argc; i++) {
        const char *key = NULL, *word = argv[i];
        if (named->game != NULL && word[0] == '-' && g_ascii_isalpha(word[1])) {
            if (!options_word(&named->options, named->game, word, &key)) {
                g_autoptr(Words) words = words_to_refuse();
                if (words != NULL) {
                    g_autofree char *reason =
                        words_said(words, option_words_refusal(named->game, word, key));
                    log_line("%s", reason);
                }
                return POSTMOVE_ERROR_USAGE;
            }
            continue;
        }
        argv[kept++] = argv[i];
        if (takes_next(entries, word) && i + 1 < *argc) {
            argv[kept++] = argv[++i];
        } else if (named->game == NULL && word[0] != '-') {
            named->game = registry_meant(word);
            if (named->game == NULL) {
                g_autofree char *games = g_strjoinv(", ", (char **)registry_names());
                log_line("no game \"%s\"; there are: %s", word, games);
                return POSTMOVE_ERROR_USAGE;
            }
            options_init(&named->options, named->game);
        }
    }
    *argc = kept;
    argv[kept] = NULL;
    return CLI_GO_ON;
}

int position_match(const struct position_game *named, const char *from, char *after,
                   enum position_use use, struct match **match)
{
    const struct game *game = named->game;
    if (game == NULL) {
        log_line("no game is named");
        return POSTMOVE_ERROR_USAGE;
    }
    /* Options that contradict each other are refused first, whatever the position. */
    struct note note = { 0 };
    g_autoptr(Match) found = match_new(game, &named->options, NULL, &note);
    enum postmove_error wrong = POSTMOVE_ERROR_USAGE;
    if (found != NULL && from != NULL) {
        wrong = POSTMOVE_ERROR_NO;
        match_free(found);
        found = match_new(game, &named->options, from, &note);
    }
    if (found == NULL) {
        return fail_note(wrong, game, &note);
    }
    g_auto(Ruling) ruling = { 0 };
    if (after != NULL) {
        g_strdelimit(after, "\r\n", ' '); /* a game kept in a file has lines */
        if (!match_after(found, after, use != POSITION_COUNTED, &ruling)) {
            return fail_ruling(found, &ruling, after);
        }
    }
    if (use == POSITION_PLAYED && !found->result.over && !game_between(game, &found->now)) {
        log_line("a match cannot begin in the middle of a turn");
        return POSTMOVE_ERROR_NO;
    }
    *match = g_steal_pointer(&found);
    return CLI_GO_ON;
}
