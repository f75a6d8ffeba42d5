/*
 * moves.h: what the reader of a letter can play at its board, each a link that sends it.
 *
 * At most CHOICES_FEW decisions (match/choice.h) are listed, a row a man. Of more there are the men
 * first, as of all if the reader has set that: such a link sends the beginning of a move ("e1-"),
 * which its writer may complete; sent as it is, it is answered with the moves of that man. Where
 * only a place is named, or the beginning could be read as a move, the link asks for the moves
 * there: "moves d".
 *
 * A link proves its writer for its act alone (mail/address.h). The act of a beginning is the move
 * command with MOVES_ANY behind the beginning, and proves any move that begins so.
 */
#ifndef POSTMOVE_LETTERS_MOVES_H
#define POSTMOVE_LETTERS_MOVES_H

#include "letters/html.h"

#define MOVES_ANY "*"

/* Adds the moves of a BLOCK_MOVES or BLOCK_MOVES_TOLD to the HTML, and returns them as text; "" if
 * plain text leaves them out, or there are none. `board`: the words of the BLOCK_BOARD above it;
 * NULL if no board stands there. Free with g_free. */
char *moves_add(struct html *html, const struct block *block, const struct phrase *board);

/* Squares of the board in `diagram` from which the reader can move, each a tap for its moves. NULL
 * if the reader wants no moves as links, or `block` is about a turn that has begun. Free with
 * g_ptr_array_unref. */
GPtrArray *moves_men(struct html *html, const struct block *block, const struct diagram *diagram);

#endif
