/*
 * answers.h: how a letter about a board says its reader can answer: in words, and with links.
 */
#ifndef POSTMOVE_COMMANDS_ANSWERS_H
#define POSTMOVE_COMMANDS_ANSWERS_H

#include "letters/letters.h"
#include "play/session.h"

/* True if the player of a seat is to move in a match that is not paused. */
bool answers_to_move(const struct session *session, int seat);

/* Adds to a letter about this board alone how to answer, and returns the key of that; and the links
 * that belong to the key. */
const char *answers_add_how(GPtrArray *blocks, const struct session *session, int seat);
void answers_add_links(GPtrArray *blocks, const struct session *session, int seat, const char *key);

/* Adds to a board that is shown among several how its player can answer there. */
void answers_of_several(struct session *session, int seat, struct entry *entry);

/* Adds a link that sends a command about the session's board in reply: its name, with `words`
 * behind it (NULL: none), or for a move the words alone. */
void answers_link(GPtrArray *links, const struct session *session, const char *command,
                  const char *words);

#endif
