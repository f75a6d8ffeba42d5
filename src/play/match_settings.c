#include "play/match_settings.h"

#include <stddef.h>
#include <string.h>

#include "base/plain.h"
#include "language/line.h"
#include "render/match_words.h"

/* ---- the table ---- */

const char *const match_settings_names[] = { "time",    "nag",     "forfeit", "weekends",
                                             "unrated", "private", "random",  "level",
                                             "rating",  "from",    NULL };

/* Those of them that stand alone, and their bool in struct terms; all others but `level`, `rating`
 * and `from` are read by match/timing.h. */
static const struct {
    const char *name;
    size_t member;
} switches[] = {
    { "unrated", offsetof(struct terms, unrated) },
    { "private", offsetof(struct terms, private_match) },
    { "random", offsetof(struct terms, random) },
};

/* The name in a word, without dashes and value. Free with g_free. */
static char *name_in(const char *word)
{
    word += strspn(word, "-");
    return g_strndup(word, strcspn(word, "="));
}

/* The setting that a word names; NULL if it names none. */
static const char *find(const char *word)
{
    g_autofree char *name = name_in(word);
    for (const char *const *each = match_settings_names; *each != NULL; each++) {
        if (g_ascii_strcasecmp(name, *each) == 0) {
            return *each;
        }
    }
    return NULL;
}

/* ---- refusals ---- */

/* The refusal of a word that is not in the table. If it names an option of the game with one dash
 * too many, the refusal says so. */
static struct phrase *refuse_unknown(const struct game *game, const char *word)
{
    struct option_range range;
    if (options_range(game, word + 1, &range)) {
        return say("term-of-game", pairs("word", word, "meant", word + 1, NULL));
    }
    const char *near = NULL;
    g_autofree char *name = name_in(word);
    for (const char *const *each = match_settings_names; *each != NULL && near == NULL; each++) {
        const int most = (int)strlen(*each) / 3;
        near = slips_between(name, strlen(name), *each) <= most ? *each : NULL;
    }
    g_autofree char *names = g_strjoinv(", --", (char **)match_settings_names);
    g_autofree char *all = g_strconcat("--", names, NULL);
    return say("term-unknown", pairs("word", word, "near", near, "all", all, NULL));
}

struct phrase *match_settings_meant(const char *word)
{
    if (find(word) == NULL) {
        return NULL;
    }
    g_autofree char *meant = g_strconcat("--", word + strspn(word, "-"), NULL);
    return say("term-of-server", pairs("word", word, "meant", meant, NULL));
}

/* ---- reading ---- */

/* The refusal of a word by the key that timing_word or timing_fits gave. */
static struct phrase *refuse_time(const char *word, const char *key)
{
    return phrase_key("time", key, pairs("word", word, NULL));
}

/* Reads "1500-1700"; false if that is no range of ratings. */
static bool read_ratings(const char *value, struct terms *terms)
{
    enum { HIGHEST = 9999 };
    g_auto(GStrv) ends = g_strsplit(value != NULL ? value : "", "-", 2);
    guint64 least = 0, most = 0;
    if (g_strv_length(ends) != 2 ||
        !g_ascii_string_to_unsigned(ends[0], 10, 0, HIGHEST, &least, NULL) ||
        !g_ascii_string_to_unsigned(ends[1], 10, MAX(least, 1), HIGHEST, &most, NULL)) {
        return false;
    }
    terms->least_rating = (int)least;
    terms->most_rating = (int)most;
    return true;
}

/* Reads one word into `terms`. NULL, or the refusal. */
static struct phrase *read_word(const struct game *game, const char *word, struct terms *terms)
{
    const char *name = find(word);
    const char *sign = strchr(word, '=');
    const char *value = sign != NULL ? sign + 1 : NULL;
    if (name == NULL) {
        return refuse_unknown(game, word);
    }
    if (g_str_equal(name, "from")) {
        g_free(terms->from);
        terms->from = g_strdup(value);
        return value != NULL && *value != '\0' ? NULL : say("term-from", NULL);
    }
    if (g_str_equal(name, "level")) {
        guint64 level = 0;
        const bool good =
            value != NULL && g_ascii_string_to_unsigned(value, 10, 1, BOT_LEVELS, &level, NULL);
        terms->level = (int)level;
        g_autofree char *most = say_number(BOT_LEVELS);
        return good ? NULL : say("term-level", pairs("word", word, "most", most, NULL));
    }
    if (g_str_equal(name, "rating")) {
        return read_ratings(value, terms) ? NULL : say("term-rating", pairs("word", word, NULL));
    }
    for (size_t i = 0; i < G_N_ELEMENTS(switches); i++) {
        if (g_str_equal(name, switches[i].name)) {
            G_STRUCT_MEMBER(bool, terms, switches[i].member) = value == NULL;
            return value == NULL ? NULL
                                 : say("term-alone", pairs("word", word, "name", name, NULL));
        }
    }
    if (g_str_equal(name, "time") && value != NULL && g_ascii_strcasecmp(value, "none") == 0) {
        terms->untimed = true;
        return NULL;
    }
    const char *key = NULL;
    return timing_word(&terms->timing, word, &key) ? NULL : refuse_time(word, key);
}

/* Sets the time of the configuration, unless the terms say when a match is over. False if it is not
 * set. */
static bool set_usual_time(const struct run *run, struct terms *terms)
{
    const struct timing *timing = &terms->timing;
    const bool said = terms->untimed || timing->total != 0 || timing->per_move != 0 ||
                      timing->forfeit != 0 || timing->claim;
    if (said || run->config->play_time == NULL) {
        return false;
    }
    g_autofree char *word = g_strconcat("--time=", run->config->play_time, NULL);
    return timing_word(&terms->timing, word, NULL);
}

struct phrase *match_settings_read(const struct run *run, const struct game *game,
                                   const char *const *words, struct terms *terms)
{
    for (; *words != NULL; words++) {
        const bool own = g_str_has_prefix(*words, "--");
        struct phrase *refusal = own ? read_word(game, *words, terms) : NULL;
        if (refusal != NULL) {
            return refusal;
        }
    }
    const char *key = terms->untimed && (terms->timing.total != 0 || terms->timing.per_move != 0)
                          ? "timing-twice"
                          : NULL;
    if (key != NULL) {
        return refuse_time("--time=none", key);
    }
    const bool usual = set_usual_time(run, terms);
    if (usual && !timing_fits(&terms->timing, &key)) {
        return say("term-usual-time", with_phrase(pairs("time", run->config->play_time, NULL),
                                                  "why", refuse_time(NULL, key)));
    }
    return timing_fits(&terms->timing, &key) ? NULL : refuse_time(NULL, key);
}

/* ---- stored with a board ---- */

void match_settings_store(const struct terms *terms, struct board *board)
{
    g_free(board->timing);
    board->timing = timing_text(&terms->timing);
    board->unrated = terms->unrated;
    board->private_match = terms->private_match;
    board->level = terms->level;
    board->least_rating = terms->least_rating;
    board->most_rating = terms->most_rating;
    g_free(board->from);
    board->from = g_strdup(terms->from);
}

struct phrase *match_settings_words(const struct board *board)
{
    struct phrase *all = phrase_joined(" ");
    /* If the time control does not read back nobody is shown it, and `postmove verify` reports
     * it. */
    struct timing timing;
    bool timed = board->timing != NULL && *board->timing != '\0';
    phrase_add(all, timed && timing_read(&timing, board->timing) ? timing_words(&timing) : NULL);
    phrase_add(all, board->unrated ? say("agreed-unrated", NULL) : NULL);
    phrase_add(all, board->private_match ? say("agreed-private", NULL) : NULL);
    phrase_add(all, board->level != 0
                        ? say("agreed-level", with_number(values_new(), "level", board->level))
                        : NULL);
    if (board->most_rating != 0) {
        struct values *ratings = with_number(values_new(), "least", board->least_rating);
        phrase_add(all, say("agreed-rating", with_number(ratings, "most", board->most_rating)));
    }
    return phrase_if_any(all);
}
