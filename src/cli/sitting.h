/*
 * sitting.h: an evening at one keyboard, line by line.
 *
 * What is typed goes in as lines, what is to be shown comes out as text of at
 * most TERMINAL_COLUMNS columns that ends with LF or is empty. Nothing here reads
 * or writes. A line is a turn, a part of one, or a command; the words
 * are those of letters where a letter would say the same.
 *
 * The board comes first and what was just said of it last, so that on a small
 * screen it is the board that is cut, not what matters now.
 */
#ifndef POSTMOVE_CLI_SITTING_H
#define POSTMOVE_CLI_SITTING_H

#include <glib.h>
#include <stdbool.h>

#include "cli/hotseat.h"
#include "render/diagram.h"
#include "render/words.h"

struct sitting;

/* Sits down to a match, its last turn whole or not, with boards of that form; the words
 * outlive it. */
struct sitting *sitting_new(const struct words *words, struct match *match_taken,
                            enum diagram_form form);
void sitting_free(struct sitting *sitting);
typedef struct sitting Sitting;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Sitting, sitting_free)

/* The match, as it is played here. Borrowed. */
const struct hotseat *sitting_hotseat(const struct sitting *sitting);

/* What is said before the first line. Free with g_free. */
char *sitting_greeting(struct sitting *sitting);

/* What stands before the next line, without LF. Free with g_free. */
char *sitting_prompt(const struct sitting *sitting);

/* Does what a line asks for, and gives what is said to it. Free with g_free. The line
 * is clean (cli/terminal.h); NULL: there was one, too long to be read. */
char *sitting_line(struct sitting *sitting, const char *line);

/* Whether somebody asked to leave. */
bool sitting_done(const struct sitting *sitting);

/* The words a line may begin or go on with now, for completion: moves and commands. The argument
 * is a sitting (terminal_words). Free with g_ptr_array_unref. */
GPtrArray *sitting_completions(void *data);

#endif
