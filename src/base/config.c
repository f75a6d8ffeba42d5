#include "base/config.h"

#include <stdbool.h>
#include <string.h>

#include "base/config_file.h"
#include "base/error.h"
#include "base/files.h"

/* ---- addresses ---- */

static bool domain_valid(const char *host)
{
    g_auto(GStrv) labels = g_strsplit(host, ".", -1);
    for (char **label = labels; *label != NULL; label++) {
        size_t length = strlen(*label);
        if (length == 0 || length > 63 || (*label)[0] == '-' || (*label)[length - 1] == '-') {
            return false;
        }
        for (const char *c = *label; *c != '\0'; c++) {
            if (!g_ascii_isalnum(*c) && *c != '-') {
                return false;
            }
        }
    }
    return labels[0] != NULL && strlen(host) <= 180;
}

static bool local_valid(const char *local)
{
    for (const char *c = local; *c != '\0'; c++) {
        if (!g_ascii_isalnum(*c) && strchr("!#$%&'*+-/=?^_`{|}~.", *c) == NULL) {
            return false;
        }
    }
    return local[0] != '\0' && local[0] != '-' && strlen(local) <= 64;
}

/* Splits an address into LOCAL and HOST, in lower case; false if it is not an address. */
static bool split_address(const char *address, char **local, char **host)
{
    g_auto(GStrv) sides = g_strsplit(address, "@", -1);
    if (g_strv_length(sides) != 2 || !local_valid(sides[0]) || !domain_valid(sides[1])) {
        return false;
    }
    *local = g_strdup(sides[0]);
    *host = g_ascii_strdown(sides[1], -1);
    return true;
}

/* ---- each key ---- */

struct key;

/* Reads the value of a key into the configuration; false with the fault. */
typedef bool reader(const struct config_file *file, const struct key *key, struct config *config,
                    const char *value, GError **error);

/* Read in this order. */
struct key {
    const char *group, *name;
    const char *missing; /* stands for a key that is not set or empty; NULL: it must be set */
    reader *read;
    size_t place; /* in struct config; of the keys whose reader serves several */
};

/* Sets the error "KEY: ...". Returns false. */
static bool refuse(const struct config_file *file, const struct key *key, GError **error,
                   const char *format, ...) G_GNUC_PRINTF(4, 5);

static bool refuse(const struct config_file *file, const struct key *key, GError **error,
                   const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *what = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    return config_fault(file, key->group, key->name, error, "%s: %s", key->name, what);
}

/* A path; NULL for "". */
static bool read_path(const struct config_file *file, const struct key *key, struct config *config,
                      const char *value, GError **error)
{
    (void)error;
    char **place = G_STRUCT_MEMBER_P(config, key->place);
    *place = value[0] != '\0' ? g_canonicalize_filename(value, file->folder) : NULL;
    return true;
}

static bool read_switch(const struct config_file *file, const struct key *key,
                        struct config *config, const char *value, GError **error)
{
    bool *place = G_STRUCT_MEMBER_P(config, key->place);
    return config_file_switch(file, key->group, key->name, value, place, error);
}

static bool read_address(const struct config_file *file, const struct key *key,
                         struct config *config, const char *value, GError **error)
{
    if (!split_address(value, &config->local, &config->host)) {
        g_auto(GStrv) sides = g_strsplit(value, "@", 2);
        /* A domain with umlauts: nobody knows its "xn--" form by heart. */
        g_autofree char *host = sides[0] && sides[1] ? g_hostname_to_ascii(sides[1]) : NULL;
        const bool good = host != NULL && domain_valid(host) && local_valid(sides[0]);
        return refuse(file, key, error, "\"%s\" is not an address; write %s@%s", value,
                      good ? sides[0] : "LOCAL", good ? host : "HOST, as in turns@example.org");
    }
    if (strlen(config->local) > CONFIG_LOCAL_MAX) {
        return refuse(file, key, error,
                      "what stands before the @ may have at most %d characters, so "
                      "that a reply's token fits in beside it",
                      CONFIG_LOCAL_MAX);
    }
    config->address = g_strconcat(config->local, "@", config->host, NULL);
    return true;
}

/* True for the server's own address and its extensions. */
static bool is_own(const struct config *config, const char *local, const char *host)
{
    size_t length = strlen(config->local);
    return strcmp(host, config->host) == 0 &&
           g_ascii_strncasecmp(local, config->local, length) == 0 &&
           (local[length] == '\0' || local[length] == config->delimiter);
}

static bool read_operator(const struct config_file *file, const struct key *key,
                          struct config *config, const char *value, GError **error)
{
    g_autofree char *local = NULL, *host = NULL;
    if (!split_address(value, &local, &host)) {
        return refuse(file, key, error,
                      "\"%s\" is not an address; give the mail address of the person "
                      "who looks after this server",
                      value);
    }
    config->operator_address = g_strconcat(local, "@", host, NULL);
    if (is_own(config, local, host)) {
        return refuse(file, key, error,
                      "this is the server's own address, or an extension of it; "
                      "give a person's");
    }
    return true;
}

static bool read_delimiter(const struct config_file *file, const struct key *key,
                           struct config *config, const char *value, GError **error)
{
    if (strcmp(value, "+") != 0 && strcmp(value, "-") != 0) {
        return refuse(file, key, error,
                      "\"%s\" is not possible; write + or -, as your mail server has it", value);
    }
    config->delimiter = value[0];
    return true;
}

static bool read_vacation(const struct config_file *file, const struct key *key,
                          struct config *config, const char *value, GError **error)
{
    return config_file_number(file, key->group, key->name, value, 0, CONFIG_VACATION_MOST,
                              &config->vacation, error);
}

/* The characters of a token (RFC 2045 section 5.1). */
#define AUTHSERV_ID_SIGNS G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "-._!#$%&'*+^`{|}~"

static bool read_authserv_id(const struct config_file *file, const struct key *key,
                             struct config *config, const char *value, GError **error)
{
    size_t length = strlen(value);
    if (strspn(value, AUTHSERV_ID_SIGNS) != length || length > CONFIG_AUTHSERV_ID_MAX) {
        return refuse(file, key, error,
                      "\"%s\" is not possible; it is one word, the first in the "
                      "headers Authentication-Results that your mail server adds",
                      value);
    }
    config->authserv_id = length > 0 ? g_strdup(value) : NULL;
    return true;
}

/* Reads addresses, and domains with an @ before them. */
static bool read_ban(const struct config_file *file, const struct key *key, struct config *config,
                     const char *value, GError **error)
{
    g_autofree char *lower = g_ascii_strdown(value, -1);
    g_auto(GStrv) words = g_strsplit_set(lower, " ,\t", -1);
    g_autoptr(GStrvBuilder) banned = g_strv_builder_new();
    for (char **word = words; *word != NULL; word++) {
        g_auto(GStrv) sides = g_strsplit(*word, "@", -1);
        const guint count = g_strv_length(sides);
        if (count == 0) {
            continue; /* blanks beside each other */
        }
        const char *local = g_str_equal(sides[0], "*") ? "" : sides[0];
        g_autofree char *host = count == 2 ? g_hostname_to_ascii(sides[1]) : NULL;
        if (host == NULL || !domain_valid(host) || (*local != '\0' && !local_valid(local))) {
            return refuse(file, key, error,
                          "\"%s\" is neither an address nor a domain; write "
                          "NAME@HOST or @HOST, with blanks between several",
                          *word);
        }
        g_autofree char *entry = g_strconcat(local, "@", host, NULL);
        g_strv_builder_add(banned, entry);
    }
    config->ban = g_strv_builder_end(banned);
    return true;
}

static bool read_outage(const struct config_file *file, const struct key *key,
                        struct config *config, const char *value, GError **error)
{
    return config_file_span(value, CONFIG_OUTAGE_LEAST, CONFIG_OUTAGE_MOST, &config->outage) ||
           refuse(file, key, error,
                  "\"%s\" is not possible; write a time from 10m to 400d with one "
                  "unit, as in " CONFIG_DEFAULT_OUTAGE ": longer than any two runs are apart",
                  value);
}

static bool read_standby(const struct config_file *file, const struct key *key,
                         struct config *config, const char *value, GError **error)
{
    const size_t length = strlen(config->spool);
    read_path(file, key, config, value, error);
    return config->standby == NULL || !g_str_has_prefix(config->standby, config->spool) ||
           (config->standby[length] != '/' && config->standby[length] != '\0') ||
           refuse(file, key, error, "\"%s\" is in the spool; the log needs another folder", value);
}

static bool read_standby_push(const struct config_file *file, const struct key *key,
                              struct config *config, const char *value, GError **error)
{
    static const char log[] = "{log}";
    if (value[0] == '\0') {
        return true;
    }
    config->standby_push = config_file_command(file, key->group, key->name, value, log, log, error);
    return config->standby_push != NULL &&
           (config->standby != NULL ||
            refuse(file, key, error, "there is nothing to carry; set `standby` too"));
}

static bool read_standby_keep(const struct config_file *file, const struct key *key,
                              struct config *config, const char *value, GError **error)
{
    return config_file_span(value, CONFIG_KEEP_LEAST, CONFIG_KEEP_MOST, &config->standby_keep) ||
           refuse(file, key, error,
                  "\"%s\" is not possible; write a time from 1h to 400d with "
                  "one unit, as in " CONFIG_DEFAULT_STANDBY_KEEP,
                  value);
}

static bool read_hook(const struct config_file *file, const struct key *key, struct config *config,
                      const char *value, GError **error)
{
    static const char folder[] = "folder:";
    static const char *const schemes[] = { "smtp", "smtps", NULL };
    g_autofree char *lower = g_ascii_strdown(value, -1);
    if (g_str_has_prefix(lower, "smtp:") || g_str_has_prefix(lower, "smtps:")) {
        config->hook_service = service_read(file, key->group, key->name, schemes, error);
        return config->hook_service != NULL &&
               (config->hook_service->path[0] == '\0' ||
                refuse(file, key, error, "nothing may follow the host"));
    }
    if (!service_is_none(file, key->group, key->name, error)) {
        return false;
    }
    if (!g_str_has_prefix(value, folder)) {
        config->hook_argv = config_file_command(file, key->group, key->name, value, "{sender}",
                                                "{recipient}", error);
        return config->hook_argv != NULL;
    }
    const char *path = value + strlen(folder);
    config->hook_folder = g_canonicalize_filename(path, file->folder);
    return path[0] != '\0' || refuse(file, key, error, "folder: needs a path after the colon");
}

static bool read_returns(const struct config_file *file, const struct key *key,
                         struct config *config, const char *value, GError **error)
{
    config->returns_to_address = strcmp(value, "address") == 0;
    return config->returns_to_address || strcmp(value, "own") == 0 ||
           refuse(file, key, error,
                  "\"%s\" is not possible; write own, or address if the mail server "
                  "accepts no other envelope sender",
                  value);
}

static bool read_play_time(const struct config_file *file, const struct key *key,
                           struct config *config, const char *value, GError **error)
{
    static const char form[] =
        "^([0-9]+[a-z]*)+([+]([0-9]+[a-z]*)+|/move)?$"; /* cli/cli.c reads the rest */
    if (value[0] != '\0' &&
        (strlen(value) > CONFIG_TIME_MAX || !g_regex_match_simple(form, value, 0, 0))) {
        return refuse(file, key, error,
                      "\"%s\" is no time; write 10d for ten days in all, 10d+12h for "
                      "twelve hours more with each turn, or 36h/move for 36 hours a turn",
                      value);
    }
    config->play_time = value[0] != '\0' ? g_strdup(value) : NULL;
    return true;
}

static bool read_dkim_selector(const struct config_file *file, const struct key *key,
                               struct config *config, const char *value, GError **error)
{
    if (value[0] != '\0' && (!domain_valid(value) || strlen(value) > CONFIG_SELECTOR_MAX)) {
        return refuse(file, key, error,
                      "\"%s\" is not possible; write the name of your DKIM "
                      "key: letters, digits and hyphens, at most %d, as in postmove",
                      value, CONFIG_SELECTOR_MAX);
    }
    config->dkim_selector = value[0] != '\0' ? g_strdup(value) : NULL;
    return true;
}

/* ---- the house player ---- */

static bool read_house_play(const struct config_file *file, const struct key *key,
                            struct config *config, const char *value, GError **error)
{
    bool plays;
    if (!config_file_switch(file, key->group, key->name, value, &plays, error)) {
        return false;
    }
    if (plays) {
        g_autofree char *program = g_file_read_link("/proc/self/exe", NULL);
        config->house = g_new0(struct bot, 1);
        config->house->name = g_strdup(BOT_HOUSE);
        const char *const command[] = { program != NULL ? program : "postmove", "think", NULL };
        config->house->command = g_strdupv((char **)command);
        config->house->seconds = BOT_SECONDS;
        g_ptr_array_add(config->bots, config->house);
    }
    return true;
}

static bool read_house_level(const struct config_file *file, const struct key *key,
                             struct config *config, const char *value, GError **error)
{
    int *level = config->house != NULL ? &config->house->level : NULL;
    return config_file_number(file, key->group, key->name, value, 1, BOT_LEVELS, level, error);
}

static bool read_house_boards(const struct config_file *file, const struct key *key,
                              struct config *config, const char *value, GError **error)
{
    int *boards = config->house != NULL ? &config->house->boards : NULL;
    return config_file_number(file, key->group, key->name, value, 1, BOT_BOARDS_MAX, boards, error);
}

#define PLACE(member) offsetof(struct config, member)

static const struct key keys[] = {
    { "server", "address", NULL, read_address, 0 },
    { "server", "delimiter", "+", read_delimiter, 0 },
    { "server", "operator", NULL, read_operator, 0 },
    { "server", "database", NULL, read_path, PLACE(database) },
    { "server", "spool", NULL, read_path, PLACE(spool) },
    { "server", "templates", "", read_path, PLACE(templates) },
    { "server", "authserv-id", "", read_authserv_id, 0 },
    { "server", "ban", "", read_ban, 0 },
    { "server", "outage", CONFIG_DEFAULT_OUTAGE, read_outage, 0 },
    { "server", "vacation", "30", read_vacation, 0 },
    { "server", "standby", "", read_standby, PLACE(standby) },
    { "server", "standby-push", "", read_standby_push, 0 },
    { "server", "standby-keep", CONFIG_DEFAULT_STANDBY_KEEP, read_standby_keep, 0 },
    { "server", "weekly", "on", read_switch, PLACE(weekly) },
    { "play", "time", "", read_play_time, 0 },
    { "house", "play", "on", read_house_play, 0 },
    { "house", "level", "2", read_house_level, 0 },
    { "house", "boards", G_STRINGIFY(BOT_BOARDS), read_house_boards, 0 },
    { "send", "hook", CONFIG_DEFAULT_HOOK, read_hook, 0 },
    { "send", "returns", "own", read_returns, 0 },
    { "send", "pictures", "on", read_switch, PLACE(pictures) },
    { "send", "dkim-selector", "", read_dkim_selector, 0 },
};

static bool known(const char *group, const char *name)
{
    for (size_t i = 0; i < G_N_ELEMENTS(keys); i++) {
        if (strcmp(keys[i].group, group) == 0 &&
            (name == NULL || strcmp(keys[i].name, name) == 0)) {
            return true;
        }
    }
    return false;
}

/* ---- the whole file ---- */

static bool check_keys(const struct config_file *file, const char *group, GError **error)
{
    g_auto(GStrv) names = g_key_file_get_keys(file->keys, group, NULL, NULL);
    for (char **name = names; name != NULL && *name != NULL; name++) {
        if (!known(group, *name) && !(strcmp(group, "send") == 0 && service_knows_key(*name)) &&
            !(mailbox_is_group(group) && mailbox_knows_key(*name)) &&
            !(bot_is_group(group) && bot_knows_key(*name))) {
            return config_fault(file, group, *name, error, "[%s] has no key \"%s\"", group, *name);
        }
    }
    return true;
}

static bool check_known(const struct config_file *file, GError **error)
{
    g_auto(GStrv) groups = g_key_file_get_groups(file->keys, NULL);
    for (char **group = groups; *group != NULL; group++) {
        if (!known(*group, NULL) && !mailbox_is_group(*group) && !bot_is_group(*group)) {
            return config_fault(file, *group, NULL, error, "there is no group [%s]", *group);
        }
        if (!check_keys(file, *group, error)) {
            return false;
        }
    }
    return true;
}

static bool read_key(const struct config_file *file, const struct key *key, struct config *config,
                     GError **error)
{
    g_autofree char *set = config_file_value(file, key->group, key->name);
    const char *value = set != NULL ? set : key->missing;
    if (value == NULL) {
        return config_fault(file, key->group, key->name, error, "[%s] needs a value for %s",
                            key->group, key->name);
    }
    return key->read(file, key, config, value, error);
}

static bool read_mailboxes(const struct config_file *file, struct config *config, GError **error)
{
    g_auto(GStrv) groups = g_key_file_get_groups(file->keys, NULL);
    config->mailboxes = g_ptr_array_new_with_free_func((GDestroyNotify)mailbox_free);
    for (char **group = groups; *group != NULL; group++) {
        struct mailbox *mailbox =
            mailbox_is_group(*group) ? mailbox_read(file, *group, error) : NULL;
        if (mailbox != NULL) {
            g_ptr_array_add(config->mailboxes, mailbox);
        } else if (mailbox_is_group(*group)) {
            return false;
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

static bool read_bots(const struct config_file *file, struct config *config, GError **error)
{
    g_auto(GStrv) groups = g_key_file_get_groups(file->keys, NULL);
    for (char **group = groups; *group != NULL; group++) {
        if (known(*group, NULL) || !bot_is_group(*group)) {
            continue;
        }
        g_autoptr(Bot) bot = bot_read(file, *group, error);
        if (bot == NULL) {
            return false;
        }
        if (config_bot(config, bot->name) != NULL) {
            return config_fault(file, *group, NULL, error,
                                "[%s]: another bot has this name, in any case of its letters",
                                *group);
        }
        g_ptr_array_add(config->bots, g_steal_pointer(&bot));
    }
    return true;
}

struct config *config_parse(const char *path, const char *text, gsize length, GError **error)
{
    g_autofree char *copy = g_strndup(text, length);
    g_autofree char *absolute = g_canonicalize_filename(path, NULL);
    g_autofree char *folder = g_path_get_dirname(absolute);
    g_autoptr(GKeyFile) key_file = g_key_file_new();
    struct config_file file = { path, copy, key_file, folder };
    if (!config_file_load(&file, length, error) || !check_known(&file, error)) {
        return NULL;
    }
    g_autoptr(Config) config = g_new0(struct config, 1);
    config->path = g_steal_pointer(&absolute);
    config->bots = g_ptr_array_new_with_free_func((GDestroyNotify)bot_free);
    for (size_t i = 0; i < G_N_ELEMENTS(keys); i++) {
        if (!read_key(&file, &keys[i], config, error)) {
            return NULL;
        }
    }
    if (config->templates == NULL) {
        config->templates = config_templates_beside_program();
    }
    return read_mailboxes(&file, config, error) && read_bots(&file, config, error)
               ? g_steal_pointer(&config)
               : NULL;
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
