/*
 * prose.h: words in reply to a letter about a match that is over, which are talk for the others.
 */
#ifndef POSTMOVE_LANGUAGE_PROSE_H
#define POSTMOVE_LANGUAGE_PROSE_H

#include "language/below_command.h"

/* The command that sends the words to the others: they greet, thank, congratulate or say "you", ask
 * the server nothing, and hold no turn and nothing that may be a secret. NULL: they may be meant
 * otherwise. Free with command_free. */
struct command *prose_for_others(const struct mail_text *mail);

#endif
