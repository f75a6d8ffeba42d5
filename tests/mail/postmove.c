/* The server that plays dialogues: postmove with the games of tests/mail/games.list alone, so that
 * a new game changes no letter of the tests. */
#include "main.c"
#include "match/options.c"
