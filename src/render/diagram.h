/*
 * diagram.h: a position as text.
 *
 * The figures a game draws are turned as their reader wants to see them
 * (render/sheet.h) and put into characters (render/sign.h). What turns by sixths
 * is labelled here: beside each row the names of its first and last point,
 * whatever lies there now.
 *
 * Below the board stand words (render/below.h); there everything can be read that
 * the picture has no room for. Who cannot see a picture reads all of it in words
 * instead (render/listing.h).
 */
#ifndef POSTMOVE_DIAGRAM_H
#define POSTMOVE_DIAGRAM_H

#include "games/game.h"

#include "render/sheet.h"
#include "render/words.h"

enum diagram_form {
    DIAGRAM_ASCII,   /* characters of every keyboard */
    DIAGRAM_WIDE,    /* the same with more room around each of them */
    DIAGRAM_UNICODE, /* men, walls and frames as signs of their own */
    DIAGRAM_LIST,    /* no drawing */
};

/* Their names, in their order; NULL at the end. */
extern const char *const diagram_forms[];

/* The form of that name; DIAGRAM_ASCII where there is none. */
enum diagram_form diagram_form_named(const char *name);

/* What is shown, and to whom. */
struct diagram {
    const struct game *game;
    const struct position *position;
    const struct move *last;       /* the moves of the turn that led to it */
    size_t count;                  /* of these; 0: none */
    const struct position *before; /* the position before that turn, for DIAGRAM_LIST, which
                                      tells what came of it; NULL: not known */
    enum diagram_form form;
    int seats;      /* of the match */
    int seat;       /* the reader's, or -1: he sees the board as the game draws it */
    enum flip flip; /* what he wishes */
    bool terse;     /* without what the signs on the board mean */
};

/* The board, each line indented by one blank, trailing blanks cut, ending in LF;
 * then a blank line and the words below it, if there are any. `words` gives those
 * (NULL: none are written), `seat_names` stand for seats in them (NULL: as
 * words_seat calls them). At most 72 columns. The caller's. DIAGRAM_LIST without
 * `words` is "". */
char *diagram_text(const struct diagram *diagram, const struct words *words,
                   const char *const *seat_names);

/* The signs of a seat's men: "O", or "1, 4" where it has several sets on the
 * board. A seat whose pieces have letters by their kinds keeps its own sign, O or
 * X, and the words below the board say which letters are its pieces. The caller's. */
char *diagram_signs(const struct game *game, const struct position *position, int seat);

#endif
