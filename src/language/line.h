/*
 * line.h: the words of a line, and what each can be: a game, a command, a player, a cell, a move.
 *
 * The words point into the plain form of the line (base/plain.h); people are shown the line as it
 * was written.
 */
#ifndef POSTMOVE_LINE_H
#define POSTMOVE_LINE_H

#include <glib.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/plain.h"
#include "language/grammar.h"

/* A word needs a byte and a blank. Further words are not split off; they can only be the rest
 * of a text. */
enum { LINE_WORDS_MAX = GRAMMAR_LINE_MAX / 2 + 1 };

struct word {
    const char *start;
    size_t length;
};

struct line {
    struct word word[LINE_WORDS_MAX];
    size_t count;
    const char *end;    /* the end of the last word of the text, split off or not */
    struct plain plain; /* both forms of the text */
};

/* Splits the plain form of a text that is given as its writer wrote it, at blanks and control
 * characters. Clear with line_clear. */
void line_read(const char *written, struct line *line);
void line_clear(struct line *line);

typedef struct line Line;
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Line, line_clear)

/* Copies the line from word `first` to its end, including words beyond LINE_WORDS_MAX, in the
 * form that the parser reads. Free with g_free. */
char *line_rest(const struct line *line, size_t first);

/* Copies a line that line_read has split, as it was written, from word `first` to before word
 * `end`, with the blanks between; LINE_WORDS_MAX is the end of the line. Free with g_free. */
char *line_written(const struct line *line, size_t first, size_t end);

/* The whole line as it was written, with each of the `count` words from word `secret` on replaced
 * by `mask`. The line must have a word. Free with g_free. */
char *line_masked(const struct line *line, size_t secret, size_t count, const char *mask);

/* The word; the last one of the line without a full stop or `!` at its end. */
struct word line_bare(const struct line *line, size_t index);

/* A copy that is valid UTF-8 and has at most `most` bytes. Free with g_free. */
char *word_copy(struct word word, size_t most);

/* True if they are equal without regard to case. */
bool word_is(struct word word, const char *other);

/* The number that the word is, of at most nine digits; -1: it is none. */
gint64 word_number(struct word word);

/* The word's index in a list that ends in NULL, or -1. */
int word_among(struct word word, const char *const *list);

struct word word_over(const char *text);

/* ---- what a word can be ---- */

/* The whole name of a game that the word gives in full or by three letters or more that no
 * other game begins with; NULL if there is no such game. */
const char *names_game(const struct grammar_context *context, struct word word);

/* The row of a command that the word gives in full, by a whole alias, or by four letters or more
 * that no other command begins with; NULL if there is no such command. */
const struct command_row *names_command(struct word word);

/* True if the word is the row's name or an alias of it, in full. */
bool names_in_full(struct word word, const struct command_row *row);

/* Why the word cannot be a player's name, as a key; NULL: it can. */
const char *names_player_fault(const struct grammar_context *context, struct word word);

/* How many cells the word is made of, with the letters that a game may put behind one (h, v, n, e,
 * s, w, x) and signs behind the first: 2 for "e4-e5" and "e4e5", 0 for "e4rth". */
size_t names_cells(struct word word);

/* Reads BOARD or, if `ply` is not NULL, BOARD[#N]; a `#` may be before it. */
bool names_board(struct word word, gint64 *board, gboolean *has_ply, gint64 *ply);

/* Removes `#` and a number, which may be negative, from the end of the word. False if it does not
 * end so. */
bool names_ply(struct word *word, gint64 *ply);

/* ---- the words of a line that are a move, as far as the language can tell ---- */

/* True if the game of the letter's board reads the text as a whole turn; false if there is no
 * game to ask. */
bool names_turn(const struct grammar_context *context, const char *text);

/* The command that a text stands for that is a word which can replace a move: COMMAND_MOVE for
 * "pass", else that of a classic one ("resign", "propose"); COMMAND_NONE if it is no such word. */
enum command_id moves_word(const char *text);

#endif
