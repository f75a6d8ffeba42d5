#include "language/settings.h"

#include "base/clock.h"
#include "language/line.h"

static const char *const switch_values[] = { "off", "on", NULL };
/* "usual" is the value of players who never chose: it is neither on nor off. */
static const char *const proposal_values[] = { "usual", "on", "off", NULL };
static const char *const note_values[] = { "secret", "open", NULL };

static const char *const zone_values[] = { "UTC", NULL };

static const char *const board_values[] = { "picture", "text", "list", NULL };
static const char *const text_board_values[] = { "ascii", "wide", "unicode", "list", NULL };
static const char *const usual_switch_values[] = { "on", "off", NULL };

static const char *const letters_values[] = { "turn", "all", NULL };
static const char *const hints_values[] = { "auto", "on", "off", NULL };

const struct setting settings[] = {
    { .key = "autoplay", .values = switch_values },
    { .key = "board", .values = board_values, .finer = "text-board", .coarse = "text" },
    { .key = "text-board", .values = text_board_values },
    { .key = "html", .values = usual_switch_values },
    { .key = "letters", .values = letters_values },
    { .key = "receipts", .values = usual_switch_values },
    { .key = "hints", .values = hints_values },
    { .key = "flip", .values = proposal_values },
    { .key = "timezone",
      .values = zone_values,
      .shape = "Area/City",
      .read = zone_find,
      .near = zone_near },
    { .key = "notes", .values = note_values },
    { .key = NULL },
};

const struct setting *setting_find(const char *key)
{
    for (const struct setting *row = settings; row->key != NULL; row++) {
        if (g_ascii_strcasecmp(row->key, key) == 0) {
            return row;
        }
    }
    return NULL;
}

char *setting_value(const struct setting *setting, const char *word)
{
    if (setting->read != NULL) {
        return setting->read(word);
    }
    int listed = word_among(word_over(word), setting->values);
    if (listed >= 0) {
        return g_strdup(setting->values[listed]);
    }
    const struct setting *finer = setting->finer != NULL ? setting_find(setting->finer) : NULL;
    return finer != NULL ? setting_value(finer, word) : NULL;
}

char *setting_form(const struct setting *setting)
{
    g_autofree char *values = g_strjoinv("|", (char **)setting->values);
    return g_strconcat(setting->key, "=", setting->shape != NULL ? setting->shape : values, NULL);
}
