#include "letters/preferences.h"

#include "language/settings.h"
#include "store/players.h"

/* The row's own copy of the stored value; the default if nothing is stored, or a value that the
 * table no longer has. */
static const char *listed_value(const struct setting *setting, const char *stored)
{
    for (const char *const *value = setting->values; stored != NULL && *value != NULL; value++) {
        if (g_str_equal(*value, stored)) {
            return *value;
        }
    }
    return setting->values[0];
}

const char *preference_value(const struct run *run, gint64 player, const char *key)
{
    g_autofree char *stored = player_setting(run->db, player, key);
    return listed_value(setting_find(key), stored);
}

char *preference_zone(const struct run *run, gint64 player)
{
    char *stored = player_setting(run->db, player, "timezone");
    return stored != NULL ? stored : g_strdup("UTC");
}

/* The player's value of any setting, also one that is not a list. Free with g_free. */
static char *value_of(const struct run *run, gint64 player, const struct setting *setting)
{
    char *stored = player_setting(run->db, player, setting->key);
    if (stored != NULL && setting->read != NULL) {
        return stored;
    }
    const char *value = listed_value(setting, stored);
    g_free(stored);
    return g_strdup(value);
}

bool preference_is_on(const struct run *run, gint64 player, const char *key)
{
    return g_str_equal(preference_value(run, player, key), "on");
}

char *preference_text(const struct run *run, gint64 player)
{
    g_autoptr(GString) text = g_string_new(NULL);
    for (const struct setting *row = settings; row->key != NULL; row++) {
        g_autofree char *value = value_of(run, player, row);
        g_string_append_printf(text, "%s%s=%s", text->len > 0 ? ", " : "", row->key, value);
    }
    return g_string_free(g_steal_pointer(&text), FALSE);
}
