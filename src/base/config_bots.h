/*
 * config_bots.h: the programs that play on the server: groups [bot NAME], and the house player.
 *
 * Such a program is a player. What is asked of it stands in think/question.h.
 */
#ifndef POSTMOVE_CONFIG_BOTS_H
#define POSTMOVE_CONFIG_BOTS_H

#include <glib.h>
#include <stdbool.h>

#include "base/config_file.h"

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

/* The keys that a group [bot NAME] may have. */
extern const struct config_key bot_keys[];

/* Reads the group [bot NAME]; NULL with the fault. */
struct bot *bot_read(const struct config_file *file, const char *group, GError **error);
void bot_free(struct bot *bot);

typedef struct bot Bot;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Bot, bot_free)

#endif
