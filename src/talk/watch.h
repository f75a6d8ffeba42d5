/*
 * watch.h: letters to those who watch: after each turn, or at the end of a match.
 *
 * Whatever stores a turn has them told (session_store), so nothing else need think of
 * them. Matches that are private nobody watches, and none who plays in a match
 * watches it. What the players say to each other is not for those who watch.
 */
#ifndef POSTMOVE_TALK_WATCH_H
#define POSTMOVE_TALK_WATCH_H

#include "commands/request.h"
#include "language/grammar.h"
#include "store/watches.h"

enum {
    WATCHES_MOST = 50,    /* a player may have */
    WATCH_TALK_DAYS = 30, /* after the end, what is said about the match still goes to them */
};

/* What a change of a match is to those who watch it. */
struct watch_news {
    bool begins;     /* the match has just begun */
    bool taken_back; /* turns were taken back */
    guint first;     /* the first of the turns added, from 0 */
};

/* Tells them, if there is something to tell; at the end of a match its watches end. */
void watch_tell(struct session *session, const struct watch_news *news);

/* Stores what a player (by id) said for all other watchers who get a letter for each turn, except
 * those whom a block keeps apart from the player. A later letter takes it to them. */
void watch_say(struct session *session, gint64 player, const char *words);

/* Writes a letter with these entries to a player who watches the match; none to a player who no
 * longer does, or who watches only for its end. */
void watch_write(struct session *session, gint64 reader, GPtrArray *entries);

/* Whether a player watches that match. */
bool watch_watches(const struct session *session, gint64 player);

/* How to end the letters of a watch; the caller's. */
char *watch_how(const struct session *session, const struct watch *watch);

/* What was said by those who watched, for the letters that tell the players of the end,
 * but for those whom a block keeps apart from that player (by id); NULL in all other
 * letters, and where nothing was said. The caller's. */
char *watch_talk(const struct session *session, gint64 reader);

/* A mail has come to the address that ends a watch, whatever it says. */
void watch_leave(struct request *request);

#endif
