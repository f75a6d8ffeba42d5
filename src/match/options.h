/*
 * options.h: the options of a match as text, for every game alike.
 *
 * Beside the game's own table every game has `players`, `repetition` and
 * `maxply`. A word, without regard to case, is one of
 *
 *   -name=value   a number; one of the option's words; of a switch 1, 0, on,
 *                 off, yes or no
 *   -name         a switch on; an alias that stands for a value
 *   -noname       -name=0
 *
 * where the value 0 of an option of words is its word "off" or "none", if it
 * has one. Two words may not give an option different values.
 *
 * The canonical text holds what was asked for, in the order of the table,
 * then the common ones that differ from their default, as name=value, joined
 * by spaces: "size=10 lock=off repetition=0"; empty if there is nothing.
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
    struct setup setup; /* rules, seats and values; value[i] OPTION_UNSET if not asked for */
    int repetition;     /* draw at this occurrence; 0: never, else 2 to 9. Default 3 */
    int maxply;         /* draw after so many turns of all seats; 0: never. Default 0 */
    bool seats_asked;   /* `-players` was given */
    bool repetition_asked, maxply_asked;
};

/* No option asked for: the newest rules, two seats if the game allows them,
 * else its fewest. To replay a stored match, set setup.rules afterwards. */
void options_init(struct options *options, const struct game *game);

/*
 * Takes one word, leading `-` and all. If it cannot be, false, the options
 * unchanged, and *reason_key a key of the group "match" in templates/, in
 * whose words {{word}} is the word:
 *   option-unknown   no option of this game
 *   option-value     its value is missing, out of range or not one of its words
 *   option-seats     the game is not played by so many
 *   option-twice     a word before it gave that option another value
 */
bool options_word(struct options *options, const struct game *game, const char *word,
                  const char **reason_key);

/* What an option may be set to. */
struct option_range {
    const char *name;         /* the table's */
    const char *set;          /* the name of what is set: another than `name` for an alias */
    enum option_kind kind;    /* of what is set; OPTION_ALIAS: the name stands alone */
    int least, most;          /* OPTION_NUMBER */
    bool or_zero;             /* OPTION_NUMBER: 0 as well */
    const char *const *words; /* OPTION_WORD: NULL at the end */
};

/* That of the option which a word names, whatever its value; false if it names
 * none. */
bool options_range(const struct game *game, const char *word, struct option_range *range);

/* The names of all options of a game (const char *), in the order of the table,
 * the common ones last. Free with g_ptr_array_unref; the names are not owned. */
GPtrArray *options_names(const struct game *game);

/* The name nearest to a word that names no option; NULL: none is near. */
const char *options_nearest(const struct game *game, const char *word);

/* Whether the game is played by so many. */
bool options_seats_fit(const struct game *game, int seats);

/* Sets the number of seats (a challenge counts its names); false if the game
 * cannot seat so many or `-players` said otherwise. */
bool options_seats(struct options *options, const struct game *game, int seats);

/* Begins anew and reads canonical text, as stored. Accepts also what a
 * player may write. False with a key of options_word. */
bool options_read(struct options *options, const struct game *game, const char *text,
                  const char **reason_key);

/* The canonical text. It holds the number of seats, as `players=N`, only where
 * that is not 2. Free with g_free. */
char *options_text(const struct options *options, const struct game *game);

/* ---- the games of this program; the Makefile makes their list from the files in games/ ---- */

enum { REGISTRY_LETTERS = 3 }; /* fewest letters of a name that may stand for it */

/* All games, in order of name; NULL at the end. */
extern const struct game *const registry_games[];

/* Their names, likewise; for folders that may not include games. */
const char *const *registry_names(void);

/* The game of that exact name, or NULL. */
const struct game *registry_find(const char *name);

/* The game a player's word stands for, in any case: its name, or three or
 * more of its first letters that no other game shares. NULL if none or
 * several. */
const struct game *registry_meant(const char *word);

#endif
