/*
 * slow_news.h: news of what a player did that could as well come later.
 *
 * It tells neither of a turn nor of the beginning or end of a match. Who has had as many letters
 * from that player as may be a day (budget.h) gets it with the next letter about the board, or with
 * the first of the next day, in the order in which things happened.
 */
#ifndef POSTMOVE_SLOW_NEWS_H
#define POSTMOVE_SLOW_NEWS_H

#include "office/desk.h"

/* Tells all seats but one (-1: all), with the player's `comment` (NULL: none). */
void slow_news_tell(struct desk *desk, int but_seat, const char *text, const struct player *who,
                    const char *comment);

/* Tells the player of a seat of a turn that `mover` has played, with the words below it (NULL:
 * none). If the match goes on without that player, since they are out or can only pass, it waits in
 * the same way when they have had as many such letters about the board as may be a day. */
void slow_news_turn(struct desk *desk, int seat, int mover, const char *text, const char *comment);

#endif
