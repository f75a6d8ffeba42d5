#include "cli/position.h"

#include "base/error.h"
#include "cli/cli.h"
#include "render/match_words.h"

/* Sets the error to a phrase, which is taken, in the words beside the program. Returns false. */
static bool refuse(GError **error, enum postmove_error code, struct phrase *phrase)
{
    g_autoptr(Phrase) said = phrase;
    g_autoptr(Words) words = cli_words(NULL, error);
    g_autofree char *reason = words != NULL ? words_said(words, phrase_ref(said)) : NULL;
    return words != NULL && cli_refuse(error, code, "%s", reason);
}

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

bool position_take_game(struct position_game *named, const GOptionEntry *entries, int *argc,
                        char **argv, GError **error)
{
    int kept = 1;
    bool ended = false; /* a word `--` stood before */
    for (int i = 1; i < *argc; i++) {
        const char *key = NULL, *word = argv[i];
        ended = ended || g_str_equal(word, "--");
        if (!ended && named->game != NULL && word[0] == '-' && g_ascii_isalpha(word[1])) {
            if (!options_word(&named->options, named->game, word, &key)) {
                return refuse(error, POSTMOVE_ERROR_USAGE,
                              option_words_refusal(named->game, word, key));
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
                return cli_refuse(error, POSTMOVE_ERROR_USAGE, "no game \"%s\"; there are: %s",
                                  word, games);
            }
            options_init(&named->options, named->game);
        }
    }
    *argc = kept;
    argv[kept] = NULL;
    return true;
}

struct match *position_match(const struct position_game *named, const char *from, char *after,
                             enum position_use use, GError **error)
{
    const struct game *game = named->game;
    if (game == NULL) {
        cli_refuse(error, POSTMOVE_ERROR_USAGE, "no game is named");
        return NULL;
    }
    /* Options that contradict each other are refused first, whatever the position. */
    const struct position nothing = { 0 };
    struct note note = { 0 };
    g_autoptr(Match) found = match_new(game, &named->options, NULL, &note);
    enum postmove_error wrong = POSTMOVE_ERROR_USAGE;
    if (found != NULL && from != NULL) {
        wrong = POSTMOVE_ERROR_NO;
        match_free(found);
        found = match_new(game, &named->options, from, &note);
    }
    if (found == NULL) {
        refuse(error, wrong, phrase_note(game, &note, &nothing, NULL));
        return NULL;
    }
    g_auto(Ruling) ruling = { 0 };
    if (after != NULL) {
        g_strdelimit(after, "\r\n", ' '); /* a game kept in a file has lines */
        if (!match_after(found, after, use != POSITION_COUNTED, &ruling)) {
            refuse(error, POSTMOVE_ERROR_NO, ruling_words(game, &ruling, after, NULL));
            return NULL;
        }
    }
    if (use == POSITION_PLAYED && !found->result.over && !game_between(game, &found->now)) {
        cli_refuse(error, POSTMOVE_ERROR_NO, "a match cannot begin in the middle of a turn");
        return NULL;
    }
    return g_steal_pointer(&found);
}
