#include "command/settings.h"

static const char *const switch_values[] = { "off", "on", NULL };
/* Neither on nor off is what holds for one who never asked. */
static const char *const wish_values[] = { "usual", "on", "off", NULL };

static const char *const board_values[] = { "ascii", "wide", "unicode", "list", NULL };

const struct setting settings[] = {
    { .key = "autoplay", .values = switch_values },
    { .key = "board", .values = board_values },
    { .key = "flip", .values = wish_values },
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

const char *setting_value(const struct setting *setting, const char *word)
{
    for (const char *const *value = setting->values; *value != NULL; value++) {
        if (g_ascii_strcasecmp(*value, word) == 0) {
            return *value;
        }
    }
    return NULL;
}

char *setting_form(const struct setting *setting)
{
    g_autofree char *values = g_strjoinv("|", (char **)setting->values);
    return g_strconcat(setting->key, "=", values, NULL);
}
