#include "match/options.h"

#include <string.h>

static const char unknown[] = "option-unknown";
static const char bad_value[] = "option-value";
static const char bad_seats[] = "option-seats";

/* What a switch may be set to. */
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
    int seats = 2;
    if (!options_seats_fit(game, seats)) {
        seats = 1;
        while (seats < SEATS_MAX && !options_seats_fit(game, seats)) {
            seats++;
        }
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

/* Decimal digits alone, in range. */
static bool number_value(const char *text, int least, int most, int *value)
{
    guint64 number = 0;
    if (!g_ascii_string_to_unsigned(text, 10, 0, G_MAXINT16, &number, NULL)) {
        return false;
    }
    *value = (int)number;
    return *value >= least && *value <= most;
}

static bool switch_value(const char *text, int16_t *value)
{
    for (size_t i = 0; i < G_N_ELEMENTS(switch_words); i++) {
        if (g_str_equal(text, switch_words[i].word)) {
            *value = switch_words[i].value;
            return true;
        }
    }
    return false;
}

static bool word_index(const char *const *words, const char *text, int16_t *value)
{
    for (int16_t i = 0; words[i] != NULL; i++) {
        if (g_str_equal(words[i], text)) {
            *value = i;
            return true;
        }
    }
    return false;
}

static bool word_value(const char *const *words, const char *text, int16_t *value)
{
    return word_index(words, text, value) ||
           (g_str_equal(text, "0") &&
            (word_index(words, "off", value) || word_index(words, "none", value)));
}

/* ---- one option ---- */

static const struct option *row_of(const struct game *game, const char *name)
{
    for (const struct option *row = game->options; row->name != NULL; row++) {
        if (g_str_equal(row->name, name)) {
            return row;
        }
    }
    return NULL;
}

/* The value of a row from text (NULL: none was given). */
static bool row_value(const struct option *row, const char *text, int16_t *value)
{
    int number = 0;
    switch (row->kind) {
    case OPTION_SWITCH:
        return switch_value(text != NULL ? text : "1", value);
    case OPTION_NUMBER:
        if (text == NULL || !number_value(text, row->least, row->most, &number)) {
            return false;
        }
        *value = (int16_t)number;
        return true;
    case OPTION_WORD:
        return text != NULL && word_value(row->words, text, value);
    case OPTION_ALIAS:
        break;
    }
    return false;
}

static const char *set_row(struct options *options, const struct game *game,
                           const struct option *row, const char *text)
{
    int16_t value = row->value;
    bool fixed = row->kind == OPTION_ALIAS && value != OPTION_UNSET;
    if (row->kind == OPTION_ALIAS) {
        row = row_of(game, row->of);
    }
    if (row == NULL || (fixed ? text != NULL : !row_value(row, text, &value))) {
        return bad_value;
    }
    options->setup.value[row - game->options] = value;
    return NULL;
}

static const char *set_players(struct options *options, const struct game *game, const char *text)
{
    int seats = 0;
    if (text == NULL || !number_value(text, 1, G_MAXINT16, &seats)) {
        return bad_value;
    }
    if (!options_seats_fit(game, seats)) {
        return bad_seats;
    }
    options->setup.seats = (uint8_t)seats;
    options->seats_asked = true;
    return NULL;
}

static const char *set_repetition(struct options *options, const struct game *game,
                                  const char *text)
{
    int number = 0;
    (void)game;
    if (text == NULL || !number_value(text, 0, REPETITION_MOST, &number) ||
        (number != 0 && number < REPETITION_LEAST)) {
        return bad_value;
    }
    options->repetition = number;
    return NULL;
}

static const char *set_maxply(struct options *options, const struct game *game, const char *text)
{
    int number = 0;
    (void)game;
    if (text == NULL || !number_value(text, 0, MAXPLY_MOST, &number)) {
        return bad_value;
    }
    options->maxply = number;
    return NULL;
}

/* What every game has, looked for behind its own table. */
static const struct {
    const char *name;
    const char *(*set)(struct options *, const struct game *, const char *);
} common[] = {
    { "players", set_players },
    { "repetition", set_repetition },
    { "maxply", set_maxply },
};

/* Sets the option of that exact name; NULL, or the key of what is wrong. */
static const char *set_named(struct options *options, const struct game *game, const char *name,
                             const char *value)
{
    const struct option *row = row_of(game, name);
    if (row != NULL) {
        return set_row(options, game, row, value);
    }
    for (size_t i = 0; i < G_N_ELEMENTS(common); i++) {
        if (g_str_equal(common[i].name, name)) {
            return common[i].set(options, game, value);
        }
    }
    return unknown;
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

/* ---- the canonical text ---- */

bool options_read(struct options *options, const struct game *game, const char *text,
                  const char **reason_key)
{
    g_auto(GStrv) words = g_strsplit(text, " ", OPTIONS_MAX + (gint)G_N_ELEMENTS(common) + 1);
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

static void add_row(GString *text, const struct option *row, int16_t value)
{
    if (row->kind == OPTION_WORD) {
        g_string_append_printf(text, "%s%s=%s", text->len > 0 ? " " : "", row->name,
                               row->words[value]);
    } else {
        add_number(text, row->name, value);
    }
}

char *options_text(const struct options *options, const struct game *game)
{
    GString *text = g_string_new(NULL);
    for (size_t i = 0; game->options[i].name != NULL; i++) {
        if (options->setup.value[i] != OPTION_UNSET) {
            add_row(text, &game->options[i], options->setup.value[i]);
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
