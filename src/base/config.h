/*
 * config.h: the configuration file.
 *
 * A key file with the groups [server], [play], [house], [send], [mailbox NAME] and [bot NAME];
 * man/postmove.conf.5 describes its keys. An unknown key or group is an error that names its line,
 * and so is a value that makes no sense.
 */
#ifndef POSTMOVE_CONFIG_H
#define POSTMOVE_CONFIG_H

#include <glib.h>

#include "base/config_file.h"

/* The file when neither --config nor $POSTMOVE_CONF names one. */
#define CONFIG_DEFAULT_PATH "/etc/postmove/postmove.conf"

/* Any sendmail takes this. */
#define CONFIG_DEFAULT_HOOK "/usr/sbin/sendmail -i -f {sender} -- {recipient}"

#define CONFIG_DEFAULT_OUTAGE "3h"
#define CONFIG_DEFAULT_STANDBY_KEEP "7d"

enum {
    CONFIG_BYTES_MAX = 64 * 1024,
    CONFIG_OUTAGE_LEAST = 10 * 60, /* seconds */
    CONFIG_OUTAGE_MOST = 400 * 24 * 3600,
    CONFIG_KEEP_LEAST = 3600, /* seconds */
    CONFIG_KEEP_MOST = 400 * 24 * 3600,
    CONFIG_VACATION_MOST = 366,
    CONFIG_LOCAL_MAX = 37, /* a local part with delimiter and token has at most 64 bytes */
};

/*
 * ---- the programs that play on the server: groups [bot NAME], and the house player ----
 *
 * Such a program is a player. What is asked of it stands in think/question.h.
 */

/* The name of the house player: no other player may have it. */
#define BOT_HOUSE "house"

/* Seconds to answer a question, if `seconds` is not set; matches at once, if `boards` is not. */
#define BOT_SECONDS 5
#define BOT_BOARDS 100

enum {
    BOT_NAME_MAX = 20, /* letters, digits, _ and -, the first a letter */
    BOT_SECONDS_MAX = 300,
    BOT_SOON = 10, /* with so many seconds at most, its answer comes at once for a reader */
    BOT_BOARDS_MAX = 1000,
    BOT_LEVELS = 5, /* the highest level that players may ask for */
};

struct bot {
    char *name;     /* of the player that it is */
    char **command; /* an argument vector */
    char **games;   /* their names, in lower case; NULL: all */
    int seconds;    /* in which it must answer a question, 1 to BOT_SECONDS_MAX */
    int boards;     /* matches at once, 1 to BOT_BOARDS_MAX */
    int level;      /* of matches that do not say one; 0: the program is told none */
};

struct config {
    char *path;             /* the file itself, absolute */
    char *address;          /* [server] address: players write to it; LOCAL@HOST, checked */
    char *local;            /* its local part */
    char *host;             /* its domain, lower case */
    char *operator_address; /* [server] operator: the person's address */
    char *database;         /* [server] database: a path */
    char *spool;            /* [server] spool: a folder; all paths are absolute */
    char *templates;   /* [server] templates: a folder; found beside the program when not set */
    char delimiter;    /* [server] delimiter: between LOCAL and TOKEN, '+' or '-' */
    gint64 outage;     /* [server] outage: seconds without a run after which the server is taken to
                          have stood still */
    char **ban;        /* [server] ban: addresses and "@DOMAIN" in lower case; what they write is
                          not answered */
    char *authserv_id; /* [server] authserv-id: of the mail server whose verdicts on senders are
                          believed (RFC 8601); NULL: no verdict is believed */
    char *standby; /* [server] standby: a folder to which each commit is also written; NULL: none
                      is */
    char **standby_push; /* [server] standby-push: an argument vector, in which {log} stands for
                            that folder; NULL: nothing carries it elsewhere */
    gint64 standby_keep; /* [server] standby-keep: seconds to any moment of which that folder leads
                            back */
    int vacation;        /* [server] vacation: days of a calendar year for which a player may stop
                            their clocks, 0 to CONFIG_VACATION_MOST */
    char *play_time;     /* [play] time: what --time= is in matches that do not say it, by its form
                            alone (match/timing.h); NULL: no time */
    int excused;         /* [play] excused: excused days of a player in a calendar year, 0 to
                            CONFIG_VACATION_MOST */
    /* [send] hook: one of the three is set; without a hook it is CONFIG_DEFAULT_HOOK. */
    char *hook_folder;            /* folder:PATH */
    char **hook_argv;             /* an argument vector, in which {sender} and {recipient}
                                     stand for the envelope */
    struct service *hook_service; /* smtp:// or smtps:// */
    bool weekly;                  /* [server] weekly: the operator gets a letter of figures */
    bool pictures;                /* [send] pictures: boards are drawn for letters in HTML */
    bool returns_to_address;      /* [send] returns = address: `address` is the envelope sender of
                                     every letter, and what comes back is not noticed; else each
                                     has one of its own */
    char *dkim_selector;          /* [send] dkim-selector: of the key that signs the letters (RFC
                                     6376), which the doctor looks for; NULL: not known */
    GPtrArray *mailboxes;         /* [mailbox NAME]: struct mailbox, in the order of the file */
    struct bot *house;            /* [house], part of `bots`; NULL: it does not play */
    GPtrArray *bots;              /* struct bot: the house, then [bot NAME] as the file has them */
};

/* Reads and checks the file. POSTMOVE_ERROR_USAGE with file, line and remedy if it cannot be
 * followed. Relative paths are relative to the file's folder. */
struct config *config_read(const char *path, GError **error);

/* The same for a text in memory; `path` is the file's name in messages, and relative paths are
 * relative to its folder. */
struct config *config_parse(const char *path, const char *text, gsize length, GError **error);

void config_free(struct config *config);

typedef struct config Config;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Config, config_free)

/* Finds the program that plays under a name, in any case of its letters. NULL if no program has the
 * name. */
const struct bot *config_bot(const struct config *config, const char *name);

/* True if the address stands for one that the operator has still to write: its domain ends in
 * ".invalid" (RFC 2606 section 2), as in the configuration that the package brings. */
static inline bool config_is_placeholder(const struct config *config)
{
    return g_str_has_suffix(config->host, ".invalid");
}

/* The folder of templates that belongs to the running program: beside the build, or where
 * `make install` put it. Free with g_free. */
char *config_templates_beside_program(void);

#endif
