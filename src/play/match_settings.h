/*
 * match_settings.h: what may be agreed to beside the game's own options, as one table.
 *
 * A challenge, a seek and the operator's `match create` take these words, in any case:
 *
 *   --time= --nag= --forfeit= --weekends=   the terms of time (match/timing.h)
 *   --unrated      the match does not count in standings
 *   --private      only its players see it
 *   --random       the seats are drawn by lot
 *   --from=POSITION   the match begins from that position
 *
 * Each has its words for help as "term-NAME" in group "help" of templates/.
 */
#ifndef POSTMOVE_PLAY_MATCH_SETTINGS_H
#define POSTMOVE_PLAY_MATCH_SETTINGS_H

#include "letters/run.h"
#include "match/timing.h"
#include "store/boards.h"

/* The names without their dashes, in the order of the table; NULL at the end. */
extern const char *const match_settings_names[];

/* What was asked for; begins as { 0 }, and owns `from`. */
struct terms {
    struct timing timing;
    bool unrated;
    bool private_match;
    bool random; /* the seats are to be drawn */
    char *from;  /* position text, not looked at yet; NULL: none */
};

void match_settings_clear(struct terms *terms);
typedef struct terms Terms;
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Terms, match_settings_clear)

/* Takes the words (leading `--` and all), NULL at the end. NULL if all could be taken
 * and go together; else why not, in words; the caller's. `game` is the one they are for,
 * whose own options begin with one dash. */
char *match_settings_read(struct run *run, const struct game *game, const char *const *words,
                          struct terms *terms);

/* If a word that is no option of the game, such as "-time=10d", names one of these: the
 * refusal that says how it is written; the caller's. NULL: it names none. */
char *match_settings_meant(struct run *run, const char *word);

/* Puts them into a new board, but for drawing seats. */
void match_settings_store(const struct terms *terms, struct board *board);

/* All that was agreed to as short text: the game's options, then these but where the
 * match begins: "size=10 time=10d+12h unrated private"; "" if there is nothing. The
 * caller's. */
char *match_settings_text(const struct board *board);

/* The same, but for the game's options, in whole sentences; NULL if nothing was agreed
 * to. The caller's. */
char *match_settings_words(struct run *run, const struct board *board);

#endif
