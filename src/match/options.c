#include "match/options.h"

#include <glib.h>
#include <string.h>

#include "base/plain.h"

static const char unknown[] = "option-unknown";
static const char bad_value[] = "option-value";
static const char bad_seats[] = "option-seats";
static const char twice[] = "option-twice";

/* The values of a switch. */
static const struct {
    const char *word;
    int16_t value;
} switch_words[] = {
    { "1", 1 }, { "on", 1 }, { "yes", 1 }, { "0", 0 }, { "off", 0 }, { "no", 0 },
};

/* ---- seats ---- */

bool options_seats_fit(const struct game *game, int seats)
{
    return seats >= 1 && seats <= SEATS_MAX && (game->seats >> (seats - 1) & 1) != 0;
}

void options_init(struct options *options, const struct game *game)
{
    *options = (struct options){ .repetition = REPETITION_DEFAULT };
    options->setup.rules = game->rules;
    int seats = options_seats_fit(game, 2) ? 2 : 1;
    while (seats < SEATS_MAX && !options_seats_fit(game, seats)) {
        seats++;
    }
    options->setup.seats = (uint8_t)seats;
    for (size_t i = 0; i < OPTIONS_MAX; i++) {
        options->setup.value[i] = OPTION_UNSET;
    }
}

bool options_seats(struct options *options, const struct game *game, int seats)
{
    if (!options_seats_fit(game, seats) ||
        (options->seats_asked && options->setup.seats != seats)) {
        return false;
    }
    options->setup.seats = (uint8_t)seats;
    return true;
}

/* ---- values ---- */

/* Reads decimal digits, in range. */
static bool number_value(const char *text, int least, int most, int *value)
{
    guint64 number = 0;
    if (!g_ascii_string_to_unsigned(text, 10, 0, G_MAXINT16, &number, NULL)) {
        return false;
    }
    *value = (int)number;
    return *value >= least && *value <= most;
}

static int16_t switch_value(const char *text)
{
    for (size_t i = 0; i < G_N_ELEMENTS(switch_words); i++) {
        if (g_str_equal(text, switch_words[i].word)) {
            return switch_words[i].value;
        }
    }
    return OPTION_UNSET;
}

/* The value 0 of words is "off" or "none". */
static int16_t word_value(const char *const *words, const char *text)
{
    const char *const meant[] = { text, "off", "none" };
    const size_t count = g_str_equal(text, "0") ? G_N_ELEMENTS(meant) : 1;
    for (size_t i = 0; i < count; i++) {
        for (int16_t word = 0; words[word] != NULL; word++) {
            if (g_str_equal(words[word], meant[i])) {
                return word;
            }
        }
    }
    return OPTION_UNSET;
}

/* ---- one option ---- */

static const struct option *row_among(const struct option *rows, const char *name)
{
    for (const struct option *row = rows; row->name != NULL; row++) {
        if (g_str_equal(row->name, name)) {
            return row;
        }
    }
    return NULL;
}

/* The value of a row from text (NULL: none was given); OPTION_UNSET: the row cannot have it. */
static int16_t row_value(const struct option *row, const char *text)
{
    int number = 0;
    if (row->kind == OPTION_SWITCH) {
        return switch_value(text != NULL ? text : "1");
    }
    if (row->kind == OPTION_WORD && text != NULL) {
        return word_value(row->words, text);
    }
    bool fits = row->kind == OPTION_NUMBER && text != NULL &&
                number_value(text, row->least, row->most, &number);
    return fits ? (int16_t)number : OPTION_UNSET;
}

static const char *set_row(struct options *options, const struct game *game,
                           const struct option *row, const char *text)
{
    bool alias = row->kind == OPTION_ALIAS, fixed = alias && row->value != OPTION_UNSET;
    int16_t value = fixed && text == NULL ? row->value : OPTION_UNSET;
    row = alias ? row_among(game_options(game), row->of) : row;
    if (row != NULL && !fixed) {
        value = row_value(row, text);
    }
    if (row == NULL || value == OPTION_UNSET) {
        return bad_value;
    }
    int16_t *set = &options->setup.value[row - game_options(game)];
    if (*set != OPTION_UNSET && *set != value) {
        return twice;
    }
    *set = value;
    return NULL;
}

/* Sets a number, unless it was set to another one before. */
static const char *set_number(int *set, bool *asked, int number)
{
    if (*asked && *set != number) {
        return twice;
    }
    *asked = true;
    *set = number;
    return NULL;
}

/* The options that every game has, after its own table; all are numbers. */
enum { COMMON_PLAYERS, COMMON_REPETITION, COMMON_MAXPLY, COMMON_COUNT };

static const struct option common[] = {
    [COMMON_PLAYERS] = { "players", OPTION_NUMBER, 1, G_MAXINT16, NULL, NULL, 0 },
    [COMMON_REPETITION] = { "repetition", OPTION_NUMBER, REPETITION_LEAST, REPETITION_MOST, NULL,
                            NULL, 0 },
    [COMMON_MAXPLY] = { "maxply", OPTION_NUMBER, 0, MAXPLY_MOST, NULL, NULL, 0 },
    [COMMON_COUNT] = { .name = NULL },
};

/* 0 means never, whatever the range. */
static bool takes_zero(const struct option *row)
{
    return row == &common[COMMON_REPETITION];
}

static const char *set_common(struct options *options, const struct game *game,
                              const struct option *row, const char *text)
{
    int number = 0;
    if (text == NULL || !number_value(text, 0, row->most, &number) ||
        (number < row->least && !(number == 0 && takes_zero(row)))) {
        return row == &common[COMMON_PLAYERS] ? bad_seats : bad_value;
    }
    switch (row - common) {
    case COMMON_PLAYERS:
        if (!options_seats(options, game, number)) {
            return options_seats_fit(game, number) ? twice : bad_seats;
        }
        options->seats_asked = true;
        return NULL;
    case COMMON_REPETITION:
        return set_number(&options->repetition, &options->repetition_asked, number);
    default:
        return set_number(&options->maxply, &options->maxply_asked, number);
    }
}

/* Sets the option of that exact name. Returns NULL, or the key of what is wrong. */
static const char *set_named(struct options *options, const struct game *game, const char *name,
                             const char *value)
{
    const struct option *row = row_among(game_options(game), name);
    if (row != NULL) {
        return set_row(options, game, row, value);
    }
    row = row_among(common, name);
    return row != NULL ? set_common(options, game, row, value) : unknown;
}

/* A word without its `-`. */
static const char *set_word(struct options *options, const struct game *game, const char *word)
{
    if (strlen(word) > OPTION_WORD_MAX) {
        return unknown;
    }
    g_autofree char *name = g_ascii_strdown(word, -1);
    char *value = strchr(name, '=');
    if (value != NULL) {
        *value++ = '\0';
    }
    const char *fault = set_named(options, game, name, value);
    /* An option whose own name begins with "no" was found above. */
    if (fault == unknown && value == NULL && g_str_has_prefix(name, "no")) {
        fault = set_named(options, game, name + strlen("no"), "0");
    }
    return fault;
}

bool options_word(struct options *options, const struct game *game, const char *word,
                  const char **reason_key)
{
    *reason_key = word[0] == '-' ? set_word(options, game, word + 1) : unknown;
    return *reason_key == NULL;
}

/* ---- the options of a game ---- */

/* The name in a word, lower case, without dashes and value. Free with g_free. */
static char *name_in(const char *word)
{
    const char *start = word + strspn(word, "-");
    return g_ascii_strdown(start, (gssize)MIN(strcspn(start, "="), OPTION_WORD_MAX));
}

static const struct option *row_named(const struct game *game, const char *name)
{
    const struct option *row = row_among(game_options(game), name);
    return row != NULL ? row : row_among(common, name);
}

bool options_range(const struct game *game, const char *word, struct option_range *range)
{
    g_autofree char *name = name_in(word);
    const struct option *row = row_named(game, name);
    if (row == NULL && g_str_has_prefix(name, "no")) {
        row = row_named(game, name + strlen("no"));
    }
    if (row == NULL) {
        return false;
    }
    *range = (struct option_range){ .name = row->name, .or_zero = takes_zero(row) };
    range->set = row->kind == OPTION_ALIAS ? row->of : row->name;
    if (row->kind == OPTION_ALIAS && row->value == OPTION_UNSET) {
        row = row_among(game_options(game), row->of);
        g_assert(row != NULL); /* an alias names a row that exists */
    }
    range->kind = row->kind;
    range->least = row->least;
    range->most = row->most;
    range->words = row->words;
    return true;
}

GPtrArray *options_names(const struct game *game)
{
    GPtrArray *names = g_ptr_array_new();
    const struct option *const tables[] = { game_options(game), common };
    for (size_t i = 0; i < G_N_ELEMENTS(tables); i++) {
        for (const struct option *row = tables[i]; row->name != NULL; row++) {
            g_ptr_array_add(names, (char *)row->name);
        }
    }
    return names;
}

const char *options_nearest(const struct game *game, const char *word)
{
    enum { BEGINNING_LEAST = 2 }; /* letters that are enough for a shortened name */
    g_autofree char *name = name_in(word);
    g_autoptr(GPtrArray) names = options_names(game);
    const char *nearest = NULL;
    int least = (int)strlen(name) / 3 + 1; /* with more wrong letters it is another word */
    for (guint i = 0; i < names->len; i++) {
        bool begun = strlen(name) >= BEGINNING_LEAST && g_str_has_prefix(names->pdata[i], name);
        int distance = begun ? 0 : slips_between(name, strlen(name), names->pdata[i]);
        if (distance < least) {
            least = distance;
            nearest = names->pdata[i];
        }
    }
    return nearest;
}

/* ---- the canonical text ---- */

bool options_read(struct options *options, const struct game *game, const char *text,
                  const char **reason_key)
{
    g_auto(GStrv) words = g_strsplit(text, " ", OPTIONS_MAX + COMMON_COUNT + 1);
    *reason_key = NULL;
    options_init(options, game);
    for (char **word = words; *word != NULL && *reason_key == NULL; word++) {
        if (**word != '\0') {
            *reason_key = set_word(options, game, *word);
        }
    }
    return *reason_key == NULL;
}

static void add_number(GString *text, const char *name, int value)
{
    g_string_append_printf(text, "%s%s=%d", text->len > 0 ? " " : "", name, value);
}

char *options_text(const struct options *options, const struct game *game)
{
    GString *text = g_string_new(NULL);
    for (size_t i = 0; game_options(game)[i].name != NULL; i++) {
        const struct option *row = &game_options(game)[i];
        const int16_t value = options->setup.value[i];
        if (value != OPTION_UNSET && row->kind == OPTION_WORD) {
            const char *gap = text->len > 0 ? " " : "";
            g_string_append_printf(text, "%s%s=%s", gap, row->name, row->words[value]);
        } else if (value != OPTION_UNSET) {
            add_number(text, row->name, value);
        }
    }
    if (options->setup.seats != 2) {
        add_number(text, "players", options->setup.seats);
    }
    if (options->repetition != REPETITION_DEFAULT) {
        add_number(text, "repetition", options->repetition);
    }
    if (options->maxply != 0) {
        add_number(text, "maxply", options->maxply);
    }
    return g_string_free(text, FALSE);
}

/* ---- the games ---- */

#define GAME(name) extern const struct game game_##name;
#include "games.list"
#undef GAME

#define GAME(name) &game_##name,
const struct game *const registry_games[] = {
#include "games.list"
    NULL
};
#undef GAME

#define GAME(name) #name,
static const char *const names[] = {
#include "games.list"
    NULL
};
#undef GAME

const char *const *registry_names(void)
{
    return names;
}

const struct game *registry_find(const char *name)
{
    for (const struct game *const *game = registry_games; *game != NULL; game++) {
        if (g_str_equal((*game)->name, name)) {
            return *game;
        }
    }
    return NULL;
}

const struct game *registry_meant(const char *word)
{
    g_autofree char *lower = g_ascii_strdown(word, -1);
    const struct game *found = registry_find(lower);
    if (found != NULL || strlen(lower) < REGISTRY_LETTERS) {
        return found;
    }
    int count = 0;
    for (const struct game *const *game = registry_games; *game != NULL; game++) {
        if (g_str_has_prefix((*game)->name, lower)) {
            found = *game;
            count++;
        }
    }
    return count == 1 ? found : NULL;
}
