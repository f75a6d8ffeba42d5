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

/* Names of games, with commas or blanks between them. Whether there are such games is checked
 * where games are known. */
static bool read_games(const struct config_file *file, const char *group, const char *value,
                       struct bot *bot, GError **error)
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

bool bot_knows_key(const char *key)
{
    static const char *const keys[] = { "command", "games", "seconds", "boards", NULL };
    return g_strv_contains(keys, key);
}

struct bot *bot_read(const struct config_file *file, const char *group, GError **error)
{
    g_autoptr(Bot) bot = g_new0(struct bot, 1);
    g_autofree char *command = config_file_value(file, group, "command");
    g_autofree char *games = config_file_value(file, group, "games");
    g_autofree char *seconds = config_file_value(file, group, "seconds");
    g_autofree char *boards = config_file_value(file, group, "boards");
    bot->seconds = BOT_SECONDS;
    bot->boards = BOT_BOARDS;
    if (!read_name(file, group, bot, error)) {
        return NULL;
    }
    if (command == NULL) {
        config_fault(file, group, NULL, error, "[%s] needs a value for command", group);
        return NULL;
    }
    bot->command = config_file_argv(file, group, "command", command, error);
    const bool good =
        bot->command != NULL && (games == NULL || read_games(file, group, games, bot, error)) &&
        (seconds == NULL || config_file_number(file, group, "seconds", seconds, 1, BOT_SECONDS_MAX,
                                               &bot->seconds, error)) &&
        (boards == NULL ||
         config_file_number(file, group, "boards", boards, 1, BOT_BOARDS_MAX, &bot->boards, error));
    return good ? g_steal_pointer(&bot) : NULL;
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
