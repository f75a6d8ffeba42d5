/*
 * watch.h: who watches a match, and what goes to and fro between them and the players.
 *
 * Those who watch get a letter after each turn, or at the end of the match
 * (commands/changes.h). Nobody watches a private match, and nobody watches a match they
 * play in. What the players say to each other is not for those who watch.
 */
#ifndef POSTMOVE_TALK_WATCH_H
#define POSTMOVE_TALK_WATCH_H

#include "play/session.h"
#include "store/watches.h"

enum {
    WATCH_TALK_DAYS = 30, /* after the end, what is said about the match still goes to them */
};

/* Those who watch the match: struct watch. Free with g_ptr_array_unref. */
GPtrArray *watch_watchers(const struct session *session);

/* Keeps of them those who get a letter for each turn, except one player (0: nobody). */
void watch_keep_those_of_turns(GPtrArray *all, gint64 but);

/* True if a player watches that match. */
bool watch_watches(const struct session *session, gint64 player);

/* The word behind `unwatch` that ends such a watch: "12", a game, or "ann". Free with g_free. */
char *watch_word(struct run *run, const struct watched *what);

/* "board 12", "all matches of ann". Free with g_free. */
char *watch_text(struct run *run, const struct watched *what);

/* How to end the letters of a watch. Free with g_free. */
char *watch_how(const struct session *session, const struct watch *watch);

/* Stores what a player (by id) said for all other watchers who get a letter for each turn, except
 * those whom a block keeps apart from the player. A later letter takes it to them. */
void watch_say(struct session *session, gint64 player, const char *words);

/* What those who watched have said, for the letter that tells a player (by id) of the end, except
 * the words of those whom a block keeps apart from them. NULL in all other letters, and where
 * nothing was said. Free with g_free. */
char *watch_talk(const struct session *session, gint64 reader);

#endif
