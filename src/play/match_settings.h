/*
 * match_settings.h: what players can agree to beside the options of the game, as one table.
 *
 * `challenge`, `seek` and the operator's `match create` take these words, in any case:
 *
 *     --time= --nag= --forfeit= --weekends=   time control (match/timing.h)
 *     --time=none    no time, where the configuration has one for all matches
 *     --unrated      the match does not count in standings
 *     --private      only its players see it
 *     --random       the seats are drawn by lot
 *     --level=N      how strong the programs play that sit at the board
 *     --rating=LOW-HIGH   who may take a seat of a seek
 *     --from=POSITION   the match begins from that position
 *
 * The group "help" of templates/ has words for each as "term-NAME".
 */
#ifndef POSTMOVE_PLAY_MATCH_SETTINGS_H
#define POSTMOVE_PLAY_MATCH_SETTINGS_H

#include "letters/run.h"
#include "match/timing.h"
#include "store/boards.h"

/* The names without their dashes, in the order of the table; NULL at the end. */
extern const char *const match_settings_names[];

/* What was asked for. Begins as { 0 }; owns `from`. */
struct terms {
    struct timing timing;
    bool untimed; /* --time=none */
    bool unrated;
    bool private_match;
    bool random;                   /* the seats are drawn by lot */
    int level;                     /* how strong programs play, 1 to BOT_LEVELS; 0: not said */
    int least_rating, most_rating; /* of who may take a seat; 0 and 0: not said */
    char *from;                    /* position text, not checked yet; NULL: the first position */
};

/* Reads those of the words that begin with `--` (NULL at the end) into `terms`; where they say
 * nothing of when a match is over, the time of the configuration holds. NULL if all are valid and
 * go together, else the refusal. `game` is the game of the match, whose
 * own options begin with one dash. */
struct phrase *match_settings_read(const struct run *run, const struct game *game,
                                   const char *const *words, struct terms *terms);

/* If a word that is no option of the game, such as "-time=10d", names one of these settings: the
 * refusal that says how it is written. NULL if it names none. */
struct phrase *match_settings_meant(const char *word);

/* Sets the columns of a new board. The seats are not drawn here (proposal_draw_seats). */
void match_settings_store(const struct terms *terms, struct board *board);

/* The settings in whole sentences, without the options of the game; NULL if there are none. */
struct phrase *match_settings_words(const struct board *board);

#endif
