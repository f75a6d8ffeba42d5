/*
 * options.h: the options of a match as text, alike for every game.
 *
 * Besides the game's own table every game has `players`, `repetition` and `maxply`. A word,
 * without regard to case, is one of
 *
 *   -name=value   a number; one of the option's words; for a switch 1, 0, on,
 *                 off, yes or no
 *   -name         a switch on; an alias that stands for a value
 *   -noname       -name=0
 *
 * where the value 0 of an option of words is its word "off" or "none", if it has one. Two
 * words may not give an option different values.
 *
 * The canonical text has the options that were set, in the order of the table, then the common
 * ones that differ from their default, as name=value, joined by spaces: "size=10 lock=off
 * repetition=0"; empty if there are none.
 */
#ifndef POSTMOVE_OPTIONS_H
#define POSTMOVE_OPTIONS_H

#include <glib.h>
#include <stdbool.h>

#include "games/game.h"

enum {
    REPETITION_DEFAULT = 3,
    REPETITION_LEAST = 2,
    REPETITION_MOST = 9,
    MAXPLY_MOST = 30000,
    OPTION_WORD_MAX = 64, /* bytes of a word; a longer one is unknown */
};

struct options {
    struct setup setup; /* rules, seats and values; value[i] is OPTION_UNSET if it was not set */
    int repetition;     /* draw at this occurrence; 0: never, else 2 to 9. Default 3 */
    int maxply;         /* draw after so many turns of all seats; 0: never. Default 0 */
    bool seats_asked;   /* `-players` was given */
    bool repetition_asked, maxply_asked;
};

/* Sets no option: the newest rules, two seats if the game allows them, else the fewest that it
 * allows. To replay a stored match, set setup.rules afterwards. */
void options_init(struct options *options, const struct game *game);

/*
 * Takes one word with its leading `-`. If the word is not valid, returns false with the options
 * unchanged, and sets *reason_key to a key of the group "match" in templates/, in whose words
 * {{word}} is the word:
 *   option-unknown   no option of this game
 *   option-value     its value is missing, out of range or not one of its words
 *   option-seats     the game cannot have so many players
 *   option-twice     an earlier word gave that option another value
 */
bool options_word(struct options *options, const struct game *game, const char *word,
                  const char **reason_key);

/* The values that an option can have. */
struct option_range {
    const char *name;         /* the table's */
    const char *set;          /* the name of the option that is set: not `name` for an alias */
    enum option_kind kind;    /* of the option that is set; OPTION_ALIAS: the name is used
                                 without a value */
    int least, most;          /* OPTION_NUMBER */
    bool or_zero;             /* OPTION_NUMBER: 0 is allowed, too */
    const char *const *words; /* OPTION_WORD: NULL at the end */
};

/* Finds the range of the option that a word names, whatever its value; false if it names none. */
bool options_range(const struct game *game, const char *word, struct option_range *range);

/* The names of all options of a game (const char *), in the order of the table,
 * the common ones last. Free with g_ptr_array_unref; the names are not owned. */
GPtrArray *options_names(const struct game *game);

/* The option's name nearest to a word that names no option; NULL: none is near. */
const char *options_nearest(const struct game *game, const char *word);

/* True if the game can have so many players. */
bool options_seats_fit(const struct game *game, int seats);

/* Sets the number of seats (in a challenge, how many players are named); false if the game
 * cannot have so many or `-players` set another number. */
bool options_seats(struct options *options, const struct game *game, int seats);

/* Resets the options and reads canonical text, as stored. Also accepts what a player may
 * write. If false, *reason_key is one of options_word. */
bool options_read(struct options *options, const struct game *game, const char *text,
                  const char **reason_key);

/* The canonical text. It has the number of seats, as `players=N`, only if that is not 2. Free
 * with g_free. */
char *options_text(const struct options *options, const struct game *game);

/* ---- the games of this program; the Makefile makes their list from the files in games/ ---- */

enum { REGISTRY_LETTERS = 3 }; /* fewest letters of a name that can be used for it */

/* All games, in order of name; NULL at the end. */
extern const struct game *const registry_games[];

/* Their names, in the same order; for folders that may not include games. */
const char *const *registry_names(void);

/* The game of that exact name, or NULL. */
const struct game *registry_find(const char *name);

/* The game that a player's word means, in any case: its name, or three or more of its first
 * letters that no other game has. NULL if it means none or several. */
const struct game *registry_meant(const char *word);

#endif
