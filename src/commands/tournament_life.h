/*
 * tournament_life.h: how a tournament starts, goes on and ends.
 *
 * When its time has come, its players get seeds, and its first stage is divided into sections. From
 * then on a run takes one small step after the other, each in a savepoint of its own: the boards of
 * a section are made, and each of its players gets one letter with all their boards; a section ends
 * when all its boards have ended; when all sections of a stage have ended, those who go on are
 * divided again. If a run is killed, the next one takes the same steps: the state of each section
 * tells what is done.
 *
 * All that changes a tournament sets the time from which a run looks at it (tournament_wake). A run
 * reads the first of these times with its watermark.
 */
#ifndef POSTMOVE_COMMANDS_TOURNAMENT_LIFE_H
#define POSTMOVE_COMMANDS_TOURNAMENT_LIFE_H

#include "commands/tournament_words.h"

enum {
    TOURNAMENT_LEAST = 3,      /* players with whom one starts */
    TOURNAMENT_OPEN_DAYS = 30, /* after which one that is not full lapses */
};

/* Takes the steps that are due, until none is or `until` is over (microseconds, monotonic). By
 * `reached` all mail was processed: nothing starts or lapses later than that. True if nothing is
 * left. */
bool tournaments_do(struct run *run, gint64 reached, gint64 until);

/* Starts an open tournament, which has TOURNAMENT_LEAST players at least: its sections are written
 * down, and the next run begins its matches. */
void tournament_start(struct run *run, struct tournament *tournament);

/* Why a player leaves. */
enum leaving {
    LEAVES,       /* of their own will */
    LEAVES_LATE,  /* they have lost on time twice */
    LEAVES_TAKEN, /* the operator has taken them out */
};

/* A player leaves a tournament. If it has started, what they play in it is over: with two at a
 * board all their matches of the section are annulled, if they have played less than half of them;
 * else they resign what runs. They are told by letter, unless they leave of their own will.
 * True if their matches were annulled. */
bool tournament_leave(struct run *run, struct tournament *tournament, struct entrant *entrant,
                      enum leaving why);

/* A player leaves all tournaments. */
void tournaments_leave(struct run *run, gint64 player);

/* Another player, who has no entry, takes that of `old`: with the results, and the seats of the
 * matches that run. Both are told. */
void tournament_substitute(struct run *run, struct tournament *tournament, struct entrant *old,
                           const struct player *player);

/* Ends a tournament that is open or runs: it has lapsed, or the operator has stopped it. Its
 * players are told by this run or the next; their matches go on. */
void tournament_stop(struct run *run, struct tournament *tournament, enum tournament_state state);

#endif
