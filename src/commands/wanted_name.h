/*
 * wanted_name.h: under which name somebody wants to play, by their own words.
 */
#ifndef POSTMOVE_COMMANDS_WANTED_NAME_H
#define POSTMOVE_COMMANDS_WANTED_NAME_H

#include "commands/request.h"

/* A name that the writer may mean: in a sentence, as in "My name is Ruth, please use that", or on a
 * line of its own, as in a signature. It is a guess: the letter that follows asks. NULL: none. Free
 * with g_free. */
char *wanted_name(const struct request *request);

/* The same by the beginning of the writer's address. NULL also if the mail says no to something. */
char *wanted_name_by_address(const struct request *request);

/* True if the mail says a plain yes and nothing else to a proposed line, "signup NAME"; it may be
 * signed with that name. */
bool wanted_name_agreed(const struct request *request, const char *proposal);

#endif
