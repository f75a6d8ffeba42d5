#include "letters/run.h"

#include <string.h>

#include "base/clock.h"
#include "mail/address.h"
#include "match/timing.h"
#include "store/outbox.h"

const struct words *run_words(const struct run *run)
{
    GError *fault = NULL;
    if (!words_ready(run->words, &fault)) {
        db_halt_by(run->db, fault);
    }
    return run->words;
}

struct phrase *say(const char *key, struct values *values)
{
    return phrase_key("sentences", key, values);
}

struct phrase *say_operator(const struct run *run, const char *key, struct values *values)
{
    bool other = words_get(run_words(run), "operator", key) != NULL;
    return phrase_key(other ? "operator" : "sentences", key, values);
}

char *operator_words(const struct run *run, struct phrase *phrase)
{
    return words_said(run_words(run), phrase);
}

char *say_number(gint64 number)
{
    return g_strdup_printf("%" G_GINT64_FORMAT, number);
}

/* ---- what they have set ---- */

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

const char *preference_value(const struct run *run, gint64 player, enum setting_id id)
{
    g_autofree char *stored = player_setting(run->db, player, settings[id].key);
    return listed_value(&settings[id], stored);
}

const struct words *preference_words(const struct run *run, gint64 player)
{
    g_autofree char *language = player != 0 ? player_setting(run->db, player, "language") : NULL;
    return words_in(run_words(run), language);
}

char *preference_zone(const struct run *run, gint64 player)
{
    char *stored = player != 0 ? player_setting(run->db, player, "timezone") : NULL;
    return stored != NULL ? stored : g_strdup("UTC");
}

GTimeZone *preference_time_zone(const struct run *run, gint64 player)
{
    g_autofree char *name = preference_zone(run, player);
    return zone_open(name);
}

bool preference_is_on(const struct run *run, gint64 player, enum setting_id id)
{
    return g_str_equal(preference_value(run, player, id), "on");
}

char *preference_text(const struct run *run, gint64 player)
{
    g_autoptr(GString) text = g_string_new(NULL);
    for (const struct setting *row = settings; row->key != NULL; row++) {
        g_autofree char *stored = player_setting(run->db, player, row->key);
        const char *value =
            stored != NULL && row->read != NULL ? stored : listed_value(row, stored);
        g_string_append_printf(text, "%s%s=%s", text->len > 0 ? ", " : "", row->key, value);
    }
    return g_string_free(g_steal_pointer(&text), FALSE);
}

gint64 preference_digest(const struct run *run, gint64 player)
{
    g_autofree char *stored = player_setting(run->db, player, "digest");
    const char *hour = stored != NULL ? strpbrk(stored, "0123456789") : NULL; /* "daily 07:00" */
    const char *minute = hour != NULL ? strchr(hour, ':') : NULL;
    if (minute == NULL) {
        return 0;
    }
    g_autoptr(GTimeZone) zone = preference_time_zone(run, player);
    return calendar_next(zone,
                         g_ascii_strtoll(hour, NULL, 10) * CLOCK_HOUR +
                             g_ascii_strtoll(minute + 1, NULL, 10) * CLOCK_MINUTE,
                         run->now);
}

/* ---- whether letters reach them ---- */

bool letter_is_to_operator(const struct run *run, const char *folded)
{
    g_autofree char *person = address_fold(run->config->operator_address);
    return g_strcmp0(folded, person) == 0;
}

/* True if letters to the address have come back too often. */
static bool come_back(const struct run *run, gint64 player, const char *address, bool answer)
{
    g_autofree char *folded = address_fold(address);
    if (folded == NULL || (player != 0 && answer)) {
        return false;
    }
    struct bounces returns = bounces_read(run->db, folded, run->now);
    if (player != 0) {
        return returns.suspended != 0;
    }
    return returns.points >= LETTERS_KEPT_BACK_AT && !letter_is_to_operator(run, folded);
}

bool player_is_kept_back(const struct run *run, const struct player *who, bool answer)
{
    return who->suspended != 0 || come_back(run, who->id, who->address, answer);
}

bool letter_is_kept_back(const struct run *run, gint64 player, const char *address, bool answer)
{
    g_autoptr(Player) who = player != 0 ? player_by_id(run->db, player) : NULL;
    return (who != NULL && who->suspended != 0) || come_back(run, player, address, answer);
}
