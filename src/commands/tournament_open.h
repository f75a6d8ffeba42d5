/*
 * tournament_open.h: opens a tournament, by the words of a player or of the operator.
 *
 * The words are options of the game (`-size=8`), settings of its matches (play/match_settings.h;
 * --rating says who may join; neither --private nor --level nor --from), and these:
 *
 *     --players=N       quick: starts with so many players, 3 to 8. Without it 4, or as many as
 *                       there are seats, if these are more than two
 *
 * and, for the operator alone:
 *
 *     --kind=round-robin|knockout|quick    without it round-robin
 *     --name=TEXT       of the tournament
 *     --sections=N      players of a section, 3 to 11
 *     --rounds=1|2      how often each two of a section play
 *     --start=DATE      starts at that time: 2026-12-24 or 2026-12-24T18:00, UTC
 *     --full=N          starts with so many players
 *     --random          the seeds are drawn by lot
 */
#ifndef POSTMOVE_COMMANDS_TOURNAMENT_OPEN_H
#define POSTMOVE_COMMANDS_TOURNAMENT_OPEN_H

#include "letters/run.h"
#include "store/tournaments.h"

/* Stores an open tournament. `who` has opened it and joins it; NULL: the operator. NULL with the
 * refusal (phrase_unref), if the words do not make one. Free with tournament_free. */
struct tournament *tournament_open(struct run *run, const struct player *who,
                                   const struct game *game, const char *const *words,
                                   struct phrase **refusal);

/* A player joins: they are eligible. If the tournament is full, the next run starts it. */
void tournament_enter(struct run *run, const struct tournament *tournament, gint64 player);

#endif
