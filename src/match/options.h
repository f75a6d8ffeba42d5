/*
 * options.h: the options of a match as text, for every game alike.
 *
 * Words are `-name=value`, `-name` (a switch or alias on) and `-noname` (a
 * switch or number 0), without regard to case. Beside the game's own table
 * every game has `players`, `repetition` and `maxply`. The canonical text
 * holds what was asked for, in the order of the table, the common ones last,
 * joined by spaces: "size=10 lock=off repetition=0"; empty if nothing was.
 */
#ifndef POSTMOVE_OPTIONS_H
#define POSTMOVE_OPTIONS_H

#include <glib.h>
#include <stdbool.h>

#include "games/game.h"

struct options {
    struct setup setup; /* rules, seats and values; value[i] OPTION_UNSET if not asked for */
    int repetition;     /* draw at this occurrence; 0: never, else 2 to 9. Default 3 */
    int maxply;         /* draw after so many turns of all seats; 0: never. Default 0 */
    bool seats_asked;   /* `-players` was given */
};

/* No option asked for: two seats if the game allows them, else its fewest. */
void options_init(struct options *options, const struct game *game);

/*
 * Takes one word. False with a note if it cannot be: keys "option-unknown"
 * ({{word}} is the word), "option-value" (bad value; {{word}}), "option-seats",
 * of the group "match"; POSTMOVE words are in templates/.
 */
bool options_word(struct options *options, const struct game *game, const char *word,
                  const char **reason_key);

/* Sets the number of seats (a challenge counts its names); false if the game
 * cannot seat so many or `-players` said otherwise. */
bool options_seats(struct options *options, const struct game *game, int seats);

/* Reads canonical text, as stored. */
bool options_read(struct options *options, const struct game *game, const char *text,
                  const char **reason_key);

/* The canonical text; the caller's. The number of seats is part of it only
 * as `players=N` where N is not 2. */
char *options_text(const struct options *options, const struct game *game);

#endif
