#include "base/config_bots.h"

#include <string.h>

static bool read_command(const struct config_value *value, GError **error)
{
    struct bot *bot = value->into;
    bot->command = config_read_command(value, value->text, NULL, NULL, error);
    return bot->command != NULL;
}

/* Names of games, with commas or blanks between them. Whether there are such games is checked
 * where games are known. */
static bool read_games(const struct config_value *value, GError **error)
{
    struct bot *bot = value->into;
    g_autoptr(GStrvBuilder) names = g_strv_builder_new();
    g_auto(GStrv) words = g_strsplit_set(value->text, ", \t", -1);
    for (char **word = words; *word != NULL; word++) {
        g_autofree char *lower = g_ascii_strdown(*word, -1);
        if (*lower != '\0') {
            g_strv_builder_add(names, lower);
        }
    }
    bot->games = g_strv_builder_end(names);
    return bot->games[0] != NULL ||
           config_refuse(value, error,
                         "write the names of games with commas between them, or leave the key out "
                         "if the bot plays all games");
}

const struct config_key bot_keys[] = {
    { "command", .read = read_command },
    { "games", "", .read = read_games },
    { "seconds", G_STRINGIFY(BOT_SECONDS), config_read_number,
      .place = offsetof(struct bot, seconds), .least = 1, .most = BOT_SECONDS_MAX },
    { "boards", G_STRINGIFY(BOT_BOARDS), config_read_number, .place = offsetof(struct bot, boards),
      .least = 1, .most = BOT_BOARDS_MAX },
    { .name = NULL },
};

struct bot *bot_read(const struct config_file *file, const char *group, GError **error)
{
    g_autoptr(Bot) bot = g_new0(struct bot, 1);
    bot->name = g_strdup(strchr(group, ' ') + 1);
    if (g_ascii_strcasecmp(bot->name, BOT_HOUSE) == 0) {
        config_fault(file, group, NULL, error,
                     "[%s]: the house player has this name; it has the group [house]", group);
        return NULL;
    }
    if (strlen(bot->name) > BOT_NAME_MAX || !config_fits(bot->name, "[A-Za-z][A-Za-z0-9_-]+")) {
        config_fault(file, group, NULL, error,
                     "[%s]: a bot's name is 2 to %d letters, digits, _ and -, and begins with a "
                     "letter",
                     group, BOT_NAME_MAX);
        return NULL;
    }
    return config_read_group(file, group, bot_keys, bot, error) ? g_steal_pointer(&bot) : NULL;
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
