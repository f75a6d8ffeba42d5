#include "base/config.h"

#include <stdbool.h>
#include <string.h>

#include "base/config_file.h"
#include "base/error.h"
#include "base/files.h"

/* ---- addresses ---- */

#define LABEL "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
#define DOMAIN "(?=.{1,180}\\z)" LABEL "(?:\\." LABEL ")*"
#define LOCAL "(?!-)[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}"

/* Splits an address into LOCAL and HOST, in lower case; false if it is not an address. */
static bool split_address(const char *address, char **local, char **host)
{
    const char *at = strchr(address, '@');
    *local = at != NULL ? g_strndup(address, (gsize)(at - address)) : NULL;
    *host = at != NULL ? g_ascii_strdown(at + 1, -1) : NULL;
    return at != NULL && config_fits(*local, LOCAL) && config_fits(*host, DOMAIN);
}

static bool read_address(const struct config_value *value, GError **error)
{
    struct config *config = value->into;
    if (!split_address(value->text, &config->local, &config->host)) {
        /* A domain with umlauts: nobody knows its "xn--" form by heart. */
        g_autofree char *host = config->host ? g_hostname_to_ascii(config->host) : NULL;
        const bool good =
            host != NULL && config_fits(host, DOMAIN) && config_fits(config->local, LOCAL);
        return config_refuse(value, error, "\"%s\" is not an address; write %s@%s", value->text,
                             good ? config->local : "LOCAL",
                             good ? host : "HOST, as in turns@example.org");
    }
    config->address = g_strconcat(config->local, "@", config->host, NULL);
    return strlen(config->local) <= CONFIG_LOCAL_MAX ||
           config_refuse(value, error,
                         "what stands before the @ may have at most %d characters, so that a "
                         "reply's token fits in beside it",
                         CONFIG_LOCAL_MAX);
}

static bool read_operator(const struct config_value *value, GError **error)
{
    struct config *config = value->into;
    g_autofree char *local = NULL, *host = NULL;
    if (!split_address(value->text, &local, &host)) {
        return config_refuse(value, error,
                             "\"%s\" is not an address; give the mail address of the person who "
                             "looks after this server",
                             value->text);
    }
    config->operator_address = g_strconcat(local, "@", host, NULL);
    const size_t length = strlen(config->local);
    return strcmp(host, config->host) != 0 ||
           g_ascii_strncasecmp(local, config->local, length) != 0 ||
           (local[length] != '\0' && local[length] != config->delimiter) ||
           config_refuse(value, error,
                         "this is the server's own address, or an extension of it; give a "
                         "person's");
}

/* Reads addresses, and domains with an @ before them. */
static bool read_ban(const struct config_value *value, GError **error)
{
    struct config *config = value->into;
    g_autofree char *lower = g_ascii_strdown(value->text, -1);
    g_auto(GStrv) words = g_strsplit_set(lower, " ,\t", -1);
    g_autoptr(GStrvBuilder) banned = g_strv_builder_new();
    for (char **word = words; *word != NULL; word++) {
        if (**word == '\0') {
            continue; /* blanks beside each other */
        }
        const char *at = strchr(*word, '@');
        g_autofree char *host = at != NULL ? g_hostname_to_ascii(at + 1) : NULL;
        g_autofree char *local = g_strndup(*word, at != NULL ? (gsize)(at - *word) : 0);
        const char *who = g_str_equal(local, "*") ? "" : local;
        if (host == NULL || !config_fits(host, DOMAIN) ||
            (*who != '\0' && !config_fits(who, LOCAL))) {
            return config_refuse(value, error,
                                 "\"%s\" is neither an address nor a domain; write NAME@HOST or "
                                 "@HOST, with blanks between several",
                                 *word);
        }
        g_autofree char *entry = g_strconcat(who, "@", host, NULL);
        g_strv_builder_add(banned, entry);
    }
    config->ban = g_strv_builder_end(banned);
    return true;
}

/* ---- the other keys ---- */

static bool read_delimiter(const struct config_value *value, GError **error)
{
    (void)error;
    struct config *config = value->into;
    config->delimiter = value->text[0];
    return true;
}

static bool read_standby(const struct config_value *value, GError **error)
{
    const struct config *config = value->into;
    const size_t length = strlen(config->spool);
    config_read_path(value, NULL);
    return !g_str_has_prefix(config->standby, config->spool) ||
           (config->standby[length] != '/' && config->standby[length] != '\0') ||
           config_refuse(value, error, "\"%s\" is in the spool; the log needs another folder",
                         value->text);
}

static bool read_standby_push(const struct config_value *value, GError **error)
{
    static const char log[] = "{log}";
    struct config *config = value->into;
    config->standby_push = config_read_command(value, value->text, log, log, error);
    return config->standby_push != NULL &&
           (config->standby != NULL ||
            config_refuse(value, error, "there is nothing to carry; set `standby` too"));
}

static bool read_hook(const struct config_value *value, GError **error)
{
    static const char folder[] = "folder:";
    static const char *const schemes[] = { "smtp", "smtps", NULL };
    struct config *config = value->into;
    if (config_fits(value->text, "(?i:smtps?):.*")) {
        config->hook_service = service_read(value, schemes, error);
        return config->hook_service != NULL &&
               (config->hook_service->path[0] == '\0' ||
                config_refuse(value, error, "nothing may follow the host"));
    }
    if (!service_is_none(value, error)) {
        return false;
    }
    if (!g_str_has_prefix(value->text, folder)) {
        config->hook_argv =
            config_read_command(value, value->text, "{sender}", "{recipient}", error);
        return config->hook_argv != NULL;
    }
    const char *path = value->text + strlen(folder);
    config->hook_folder = g_canonicalize_filename(path, value->file->folder);
    return path[0] != '\0' || config_refuse(value, error, "folder: needs a path after the colon");
}

#define PLACE(member) .place = offsetof(struct config, member)

static const struct config_key server_keys[] = {
    { "address", .read = read_address },
    { "delimiter", "+", read_delimiter, .form = "[+-]",
      .advice = "+ or -, as your mail server has it" },
    { "operator", .read = read_operator },
    { "database", NULL, config_read_path, PLACE(database) },
    { "spool", NULL, config_read_path, PLACE(spool) },
    { "templates", "", config_read_path, PLACE(templates) },
    /* A token (RFC 2045 section 5.1). */
    { "authserv-id", "", config_read_text, PLACE(authserv_id),
      .form = "[A-Za-z0-9._!#$%&'*+^`{|}~-]{1,255}",
      .advice = "one word, the first in the headers Authentication-Results that your mail server "
                "adds" },
    { "ban", " ", .read = read_ban },
    { "outage", CONFIG_DEFAULT_OUTAGE, config_read_span, PLACE(outage),
      .advice = "a time from 10m to 400d with one unit, as in " CONFIG_DEFAULT_OUTAGE
                ": longer than any two runs are apart",
      .least = CONFIG_OUTAGE_LEAST, .most = CONFIG_OUTAGE_MOST },
    { "vacation", "30", config_read_number, PLACE(vacation), .most = CONFIG_VACATION_MOST },
    { "standby", "", read_standby, PLACE(standby) },
    { "standby-push", "", .read = read_standby_push },
    { "standby-keep", CONFIG_DEFAULT_STANDBY_KEEP, config_read_span, PLACE(standby_keep),
      .advice = "a time from 1h to 400d with one unit, as in " CONFIG_DEFAULT_STANDBY_KEEP,
      .least = CONFIG_KEEP_LEAST, .most = CONFIG_KEEP_MOST },
    { "weekly", "on", config_read_switch, PLACE(weekly), .form = "off|on", .advice = "on or off" },
    { .name = NULL },
};

static const struct config_key play_keys[] = {
    { "time", "", config_read_text, PLACE(play_time),
      /* cli/cli.c reads the rest. */
      .form = "(?=.{1,40}\\z)[0-9][0-9a-z]*([+][0-9][0-9a-z]*(\\^[0-9][0-9a-z]*)?|/move)?",
      .advice =
          "10d for ten days in all, 10d+12h for twelve hours more with each turn (10d+12h^15d: "
          "up to 15 days), or 36h/move for 36 hours a turn" },
    { "excused", "14", config_read_number, PLACE(excused), .most = CONFIG_VACATION_MOST },
    { .name = NULL },
};

static const struct config_key send_keys[] = {
    { "hook", CONFIG_DEFAULT_HOOK, .read = read_hook },
    { "returns", "own", config_read_switch, PLACE(returns_to_address), .form = "own|address",
      .advice = "own, or address if the mail server accepts no other envelope sender" },
    { "pictures", "on", config_read_switch, PLACE(pictures), .form = "off|on",
      .advice = "on or off" },
    /* The name of its record must fit into DNS. */
    { "dkim-selector", "", config_read_text, PLACE(dkim_selector), .form = "(?=.{1,60}\\z)" DOMAIN,
      .advice = "the name of your DKIM key: letters, digits and hyphens, at most 60, as in "
                "postmove" },
    { .name = NULL },
};

/* ---- programs that play ---- */

static void bot_free(struct bot *bot)
{
    if (bot != NULL) {
        g_free(bot->name);
        g_strfreev(bot->command);
        g_strfreev(bot->games);
        g_free(bot);
    }
}

typedef struct bot Bot;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Bot, bot_free)

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

static const struct config_key bot_keys[] = {
    { "command", .read = read_command },
    { "games", "", .read = read_games },
    { "seconds", G_STRINGIFY(BOT_SECONDS), config_read_number,
      .place = offsetof(struct bot, seconds), .least = 1, .most = BOT_SECONDS_MAX },
    { "boards", G_STRINGIFY(BOT_BOARDS), config_read_number, .place = offsetof(struct bot, boards),
      .least = 1, .most = BOT_BOARDS_MAX },
    { .name = NULL },
};

/* Reads the group [bot NAME]; NULL with the fault. */
static struct bot *bot_read(const struct config_file *file, const char *group, GError **error)
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

/* The group [house]. */
struct house {
    bool plays;
    int level, boards;
};

static const struct config_key house_keys[] = {
    { "play", "on", config_read_switch, .place = offsetof(struct house, plays), .form = "off|on",
      .advice = "on or off" },
    { "level", "2", config_read_number, .place = offsetof(struct house, level), .least = 1,
      .most = BOT_LEVELS },
    { "boards", G_STRINGIFY(BOT_BOARDS), config_read_number,
      .place = offsetof(struct house, boards), .least = 1, .most = BOT_BOARDS_MAX },
    { .name = NULL },
};

/* ---- groups ---- */

/* The groups that a file may have; those that are `named` as "[NAME WORD]". */
static const struct group {
    const char *name;
    bool named;
    const struct config_key *keys, *more;
} groups[] = {
    { "server", false, server_keys, NULL },
    { "play", false, play_keys, NULL },
    { "house", false, house_keys, NULL },
    { "send", false, send_keys, service_keys },
    { "mailbox", true, mailbox_keys, service_keys },
    { "bot", true, bot_keys, NULL },
};

static const struct group *find_group(const char *name)
{
    const size_t length = strcspn(name, " ");
    for (size_t i = 0; i < G_N_ELEMENTS(groups); i++) {
        if (strlen(groups[i].name) == length && strncmp(groups[i].name, name, length) == 0 &&
            groups[i].named == (name[length] == ' ')) {
            return &groups[i];
        }
    }
    return NULL;
}

static bool check_known(const struct config_file *file, GError **error)
{
    for (guint i = 0; i < file->lines->len; i++) {
        const struct config_line *line = file->lines->pdata[i];
        const struct group *group = find_group(line->group);
        if (group == NULL) {
            return config_fault(file, line->group, NULL, error, "there is no group [%s]",
                                line->group);
        }
        if (line->key != NULL && config_key_find(group->keys, line->key) == NULL &&
            (group->more == NULL || config_key_find(group->more, line->key) == NULL)) {
            return config_fault(file, line->group, line->key, error, "[%s] has no key \"%s\"",
                                line->group, line->key);
        }
    }
    return true;
}

const struct bot *config_bot(const struct config *config, const char *name)
{
    for (guint i = 0; i < config->bots->len; i++) {
        const struct bot *bot = config->bots->pdata[i];
        if (g_ascii_strcasecmp(bot->name, name) == 0) {
            return bot;
        }
    }
    return NULL;
}

static bool read_house(const struct config_file *file, struct config *config, GError **error)
{
    struct house house;
    if (!config_read_group(file, "house", house_keys, &house, error)) {
        return false;
    }
    if (house.plays) {
        g_autofree char *program = g_file_read_link("/proc/self/exe", NULL);
        const char *const command[] = { program != NULL ? program : "postmove", "think", NULL };
        config->house = g_new(struct bot, 1);
        *config->house = (struct bot){ .name = g_strdup(BOT_HOUSE),
                                       .command = g_strdupv((char **)command),
                                       .seconds = BOT_SECONDS,
                                       .boards = house.boards,
                                       .level = house.level };
        g_ptr_array_add(config->bots, config->house);
    }
    return true;
}

/* Reads the groups that have names: mailboxes and bots. */
static bool read_named(const struct config_file *file, struct config *config, GError **error)
{
    for (guint i = 0; i < file->lines->len; i++) {
        const struct config_line *line = file->lines->pdata[i];
        const struct group *group = find_group(line->group);
        if (line->key != NULL || group == NULL || !group->named) {
            continue;
        }
        const bool is_bot = group->keys == bot_keys;
        g_autoptr(Mailbox) mailbox = is_bot ? NULL : mailbox_read(file, line->group, error);
        g_autoptr(Bot) bot = is_bot ? bot_read(file, line->group, error) : NULL;
        if (mailbox == NULL && bot == NULL) {
            return false;
        }
        if (bot != NULL && config_bot(config, bot->name) != NULL) {
            return config_fault(file, line->group, NULL, error,
                                "[%s]: another bot has this name, in any case of its letters",
                                line->group);
        }
        if (mailbox != NULL) {
            g_ptr_array_add(config->mailboxes, g_steal_pointer(&mailbox));
        }
        if (bot != NULL) {
            g_ptr_array_add(config->bots, g_steal_pointer(&bot));
        }
    }
    return true;
}

struct config *config_parse(const char *path, const char *text, gsize length, GError **error)
{
    g_autofree char *absolute = g_canonicalize_filename(path, NULL);
    g_autofree char *folder = g_path_get_dirname(absolute);
    struct config_file file = { .path = path, .folder = folder };
    const bool loaded = config_file_load(&file, text, length, error);
    g_autoptr(GPtrArray) lines = file.lines;
    if (!loaded || !check_known(&file, error)) {
        return NULL;
    }
    g_autoptr(Config) config = g_new0(struct config, 1);
    config->path = g_steal_pointer(&absolute);
    config->mailboxes = g_ptr_array_new_with_free_func((GDestroyNotify)mailbox_free);
    config->bots = g_ptr_array_new_with_free_func((GDestroyNotify)bot_free);
    if (!config_read_group(&file, "server", server_keys, config, error) ||
        !config_read_group(&file, "play", play_keys, config, error) ||
        !read_house(&file, config, error) ||
        !config_read_group(&file, "send", send_keys, config, error) ||
        !read_named(&file, config, error)) {
        return NULL;
    }
    if (config->templates == NULL) {
        config->templates = config_templates_beside_program();
    }
    return g_steal_pointer(&config);
}

struct config *config_read(const char *path, GError **error)
{
    g_autofree char *text = NULL;
    gsize length;
    g_autoptr(GError) cause = NULL;
    if (!plain_file_contents(path, &text, &length, &cause)) {
        bool missing = g_error_matches(cause, G_FILE_ERROR, G_FILE_ERROR_NOENT);
        g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_USAGE, "%s%s", cause->message,
                    missing ? "; \"postmove setup\" makes a configuration" : "");
        return NULL;
    }
    return config_parse(path, text, length, error);
}

void config_free(struct config *config)
{
    if (config == NULL) {
        return;
    }
    g_free(config->path);
    g_free(config->address);
    g_free(config->local);
    g_free(config->host);
    g_free(config->operator_address);
    g_free(config->database);
    g_free(config->spool);
    g_free(config->templates);
    g_free(config->standby);
    g_strfreev(config->standby_push);
    g_free(config->hook_folder);
    g_free(config->play_time);
    g_free(config->authserv_id);
    g_strfreev(config->ban);
    g_free(config->dkim_selector);
    g_strfreev(config->hook_argv);
    service_free(config->hook_service);
    g_clear_pointer(&config->mailboxes, g_ptr_array_unref);
    g_clear_pointer(&config->bots, g_ptr_array_unref);
    g_free(config);
}
