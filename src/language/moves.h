/*
 * moves.h: which words of a line are a move, as far as the language can tell.
 */
#ifndef POSTMOVE_MOVES_H
#define POSTMOVE_MOVES_H

#include "language/grammar.h"
#include "language/line.h"

/* A classic move word that stands for a command of its own ("resign",
 * "propose"); COMMAND_NONE: it is none. */
enum command_id moves_classic(struct word word);

/* Whether a text is no move, but a word that may stand in its place: "pass", or a
 * classic one. */
bool moves_is_word(const char *text);

/* MOVE[#N] without its `#N`, which is set. Free with g_free. */
char *moves_split_ply(const char *text, gboolean *has_ply, gint64 *ply);

/* Whether a text without `#N` is a move and nothing else. A reply that can ask
 * the game (`strict`) believes it alone. */
bool moves_bare(const struct grammar_context *context, const char *text, bool strict);

/* The same of a text with `#N` or without. */
bool moves_read(const struct grammar_context *context, const char *text, bool strict);

#endif
