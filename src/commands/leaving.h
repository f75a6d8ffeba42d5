/*
 * leaving.h: a player leaves boards, signs off, or is forgotten.
 */
#ifndef POSTMOVE_COMMANDS_LEAVING_H
#define POSTMOVE_COMMANDS_LEAVING_H

#include "commands/request.h"
#include "language/reading.h"
#include "store/boards.h"

/* The word behind `signoff` that resigns all running matches. */
#define LEAVING_RESIGN "resign"

/* The headings, one in each line, of the boards in these states (bits 1 << state) that a player
 * leaves: all that they would give up when forgotten, or the running matches that `signoff` waits
 * for. NULL if there are none. */
enum {
    LEAVING_MATCHES = 1 << BOARD_RUNNING,
    LEAVING_ALL = LEAVING_MATCHES | 1 << BOARD_CHALLENGE | 1 << BOARD_SEEK,
};
struct phrase *leaving_headings(struct run *run, gint64 player, unsigned states);

/* Resigns all matches of a player, withdraws and declines their challenges, forgets the player, and
 * tells them by letter. */
void forget_player(struct run *run, const struct player *who);

/*
 * ---- a mail whose writer wants no more letters, or says that they did not write to us
 * (language/said.h) ----
 *
 * Nobody is made to leave by such a mail. A player gets one letter that says how, with a button for
 * each way; what they were asked to confirm is dropped if they did not write. A stranger gets no
 * letter for a week, whoever writes in their name, and at most a short answer that says so.
 */

/* Answers a mail whose writer wants no letters, and returns true; false for any other mail, which
 * the caller answers. A mail with a command that does something is another one, unless it replies
 * to a letter that asks whether its reader wrote to us. `reading` is NULL if the mail was not read.
 */
bool unwanted_answer(struct request *request, const struct reading *reading);

#endif
