#include "base/config_bots.h"

#include <string.h>

static const char group_prefix[] = "bot ";

bool bot_is_group(const char *group)
{
    return g_str_has_prefix(group, group_prefix);
}

static bool read_name(const struct config_file *file, const char *group, struct bot *bot,
                      GError **error)
{
    static const char signs[] = G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_-";
    const char *name = group + strlen(group_prefix);
    const size_t length = strlen(name);
    bot->name = g_strdup(name);
    if (g_ascii_strcasecmp(name, BOT_HOUSE) == 0) {
        return config_fault(file, group, NULL, error,
                            "[%s]: the house player has this name; it has the group [house]",
                            group);
    }
    return (length >= 2 && length <= BOT_NAME_MAX && g_ascii_isalpha(name[0]) &&
            strspn(name, signs) == length) ||
           config_fault(file, group, NULL, error,
                        "[%s]: a bot's name is 2 to %d letters, digits, _ and -, and begins with "
                        "a letter",
                        group, BOT_NAME_MAX);
}

/* ---- each key ---- */

typedef bool reader(const struct config_file *file, const char *group, struct bot *bot,
                    const char *value, GError **error);

static bool read_command(const struct config_file *file, const char *group, struct bot *bot,
                         const char *value, GError **error)
{
    bot->command = config_file_argv(file, group, "command", value, error);
    return bot->command != NULL;
}

/* Names of games, with commas or blanks between them. Whether there are such games is checked
 * where games are known. */
static bool read_games(const struct config_file *file, const char *group, struct bot *bot,
                       const char *value, GError **error)
{
    g_autoptr(GPtrArray) names = g_ptr_array_new_null_terminated(0, g_free, TRUE);
    g_auto(GStrv) words = g_strsplit_set(value, ", \t", -1);
    for (char **word = words; *word != NULL; word++) {
        if (**word != '\0') {
            g_ptr_array_add(names, g_ascii_strdown(*word, -1));
        }
    }
    if (names->len == 0) {
        return config_fault(file, group, "games", error,
                            "games: write the names of games with commas between them, or leave "
                            "the key out if the bot plays all games");
    }
    bot->games = (char **)g_ptr_array_steal(names, NULL);
    return true;
}

static bool read_seconds(const struct config_file *file, const char *group, struct bot *bot,
                         const char *value, GError **error)
{
    return config_file_number(file, group, "seconds", value, 1, BOT_SECONDS_MAX, &bot->seconds,
                              error);
}

static bool read_boards(const struct config_file *file, const char *group, struct bot *bot,
                        const char *value, GError **error)
{
    return config_file_number(file, group, "boards", value, 1, BOT_BOARDS_MAX, &bot->boards, error);
}

static const struct {
    const char *name;
    reader *read;
} keys[] = { { "command", read_command },
             { "games", read_games },
             { "seconds", read_seconds },
             { "boards", read_boards } };

bool bot_knows_key(const char *key)
{
    bool known = false;
    for (size_t i = 0; i < G_N_ELEMENTS(keys); i++) {
        known |= strcmp(keys[i].name, key) == 0;
    }
    return known;
}

/* ---- the whole ---- */

struct bot *bot_read(const struct config_file *file, const char *group, GError **error)
{
    g_autoptr(Bot) bot = g_new0(struct bot, 1);
    bot->seconds = BOT_SECONDS;
    bot->boards = BOT_BOARDS;
    if (!read_name(file, group, bot, error)) {
        return NULL;
    }
    for (size_t i = 0; i < G_N_ELEMENTS(keys); i++) {
        g_autofree char *value = config_file_value(file, group, keys[i].name);
        if (value != NULL && !keys[i].read(file, group, bot, value, error)) {
            return NULL;
        }
    }
    if (bot->command == NULL) {
        config_fault(file, group, NULL, error, "[%s] needs a value for command", group);
        return NULL;
    }
    return g_steal_pointer(&bot);
}

void bot_free(struct bot *bot)
{
    if (bot != NULL) {
        g_free(bot->name);
        g_strfreev(bot->command);
        g_strfreev(bot->games);
        g_free(bot);
    }
}
