/*
 * sitting.h: an evening at one keyboard, line by line.
 *
 * The caller passes in each line that is typed, and gets the text to show: of at most
 * TERMINAL_COLUMNS columns, ending with LF, or empty. Nothing here reads or writes. A line is
 * a turn, a part of one, or a command; the words are those of letters where a letter would say
 * the same.
 *
 * The board comes first and the news last, so that a small screen cuts the board, not what
 * matters now.
 */
#ifndef POSTMOVE_CLI_SITTING_H
#define POSTMOVE_CLI_SITTING_H

#include <glib.h>
#include <stdbool.h>

#include "cli/hotseat.h"
#include "render/diagram.h"
#include "render/words.h"

struct sitting;

/* Begins with a match, whose last turn may be whole or not, and takes ownership of it; boards
 * have that form. The words must outlive the sitting. */
struct sitting *sitting_new(const struct words *words, struct match *match_taken,
                            enum diagram_form form);
void sitting_free(struct sitting *sitting);
typedef struct sitting Sitting;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Sitting, sitting_free)

/* From now on a program plays all seats but `person`, at that level (think/think.h), and boards are
 * seen from that seat. Call it before sitting_greeting. */
void sitting_set_program(struct sitting *sitting, int level, int person);

/* The match as it is played here. Borrowed. */
const struct hotseat *sitting_hotseat(const struct sitting *sitting);

/* The text to show before the first line. Free with g_free. */
char *sitting_greeting(struct sitting *sitting);

/* The prompt for the next line, without LF. Free with g_free. */
char *sitting_prompt(const struct sitting *sitting);

/* Does what a line asks for, and returns the answer. Free with g_free. The line is clean
 * (cli/terminal.h); NULL stands for a line that was too long to be read. */
char *sitting_line(struct sitting *sitting, const char *line);

/* True if somebody asked to leave. */
bool sitting_done(const struct sitting *sitting);

/* The words that can begin or continue a line now, for completion: moves and commands. `data`
 * is a sitting (terminal_words). Free with g_ptr_array_unref. */
GPtrArray *sitting_completions(void *data);

#endif
