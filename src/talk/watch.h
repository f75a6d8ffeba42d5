/*
 * watch.h: who watches a match, and what watchers and players say to each other.
 *
 * Those who watch get a letter after each turn, or at the end of the match
 * (commands/changes.h). Nobody watches a private match, and nobody watches a match they
 * play in. What the players say to each other is not for those who watch.
 */
#ifndef POSTMOVE_TALK_WATCH_H
#define POSTMOVE_TALK_WATCH_H

#include "play/session.h"
#include "store/talk.h"

enum {
    WATCH_TALK_DAYS = 30, /* after the end of a match, words about it still go to its watchers */
};

/* The watchers of a match: struct watch. Free with g_ptr_array_unref. */
GPtrArray *watch_watchers(const struct session *session);

/* The watch by which a player watches that match; NULL if they do not. Free with watch_free. */
struct watch *watch_of(const struct session *session, gint64 player);

/* True if a player watches that match. */
bool watch_watches(const struct session *session, gint64 player);

/* The word after `unwatch` that ends the watch: "12", a game, or "ann". Free with g_free. */
char *watch_word(struct run *run, const struct watched *what);

/* "board 12", "all matches of ann". Free with g_free. */
char *watch_text(struct run *run, const struct watched *what);

/* Says how to end the letters of a watch. Free with g_free. */
char *watch_how(const struct session *session, const struct watch *watch);

/* Stores what a player (by id) said, for all other watchers who get a letter for each turn, except
 * where a block is between them and the player. Their next letter has it. */
void watch_say(struct session *session, gint64 player, const char *words);

/* What watchers have said, for the letter that tells a player (by id) of the end; without words of
 * watchers where a block is between them and the player. NULL in all other letters, and if nothing
 * was said. Free with g_free. */
char *watch_talk(const struct session *session, gint64 reader);

/*
 * ---- what players have said at a board, and what waits for a reader ----
 *
 * Words of a player reach others only as auth/redact.h lets them through; the player's address
 * never does.
 */

/* True if what `speaker` says at a board reaches `listener` (ids of players). If both play there:
 * unless the listener has blocked the speaker. Otherwise: unless either has blocked the other. */
bool talk_reaches(const struct session *session, gint64 speaker, gint64 listener);

/* The same for words that were said before: what one player said to another in the match stays said
 * when the match is over, unless the reader has blocked them. */
bool talk_still_reaches(const struct session *session, const struct talk *talk, gint64 reader);

/* Takes all that waits for a reader (the id of a player) at the board, as entries for a letter;
 * empty if nothing waits. Free with g_ptr_array_unref. */
GPtrArray *talk_take(struct session *session, gint64 reader);

#endif
