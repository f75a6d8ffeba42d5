/*
 * diagram.h: a position as text.
 *
 * The figures a game draws are turned as their reader wants to see them and put into
 * characters (render/sign.h). A board that turns by sixths is labelled here: beside each
 * row stand the names of its first and last point, whatever lies there now.
 *
 * Below the board stand words (render/below.h), which tell all that the picture has no room
 * for. Readers who cannot see a picture read everything in words instead (render/listing.h).
 */
#ifndef POSTMOVE_DIAGRAM_H
#define POSTMOVE_DIAGRAM_H

#include "games/game.h"

#include "match/match.h"
#include "render/speech.h"

enum { DIAGRAM_COLUMNS_MAX = 72 }; /* of a line of a letter */

/* Whether readers have their own side at the bottom. The board is turned for that by halves,
 * quarters or sixths, as the game's figures say (games/game.h). */
enum flip {
    FLIP_USUAL, /* where the game knows such sides */
    FLIP_ON,    /* there, and where two seats share one side: the second sees the other way */
    FLIP_OFF,   /* never: all see the board as the game draws it */
};

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
    const struct position *before; /* the position before that turn: lists and pictures tell what
                                      it changed; NULL: not known */
    enum diagram_form form;
    int seats;                   /* of the match */
    int seat;                    /* the reader's, or -1: they see the board as the game draws it */
    enum flip flip;              /* what the reader asked for */
    bool terse;                  /* without what the signs on the board mean */
    struct phrase *const *names; /* what the seats are called; NULL: as phrase_seat calls them */
};

/* The board, each line indented by one blank, trailing blanks cut, ending in LF;
 * then a blank line and the words below it, if there are any. `words` gives those
 * (NULL: none are written). At most DIAGRAM_COLUMNS_MAX wide. Free with g_free. DIAGRAM_LIST
 * without `words` is "". */
char *diagram_text(const struct diagram *diagram, const struct words *words);

/* The captions of the board, which stand below a picture of it, each one line however long. Free
 * with g_free. */
char *diagram_words_below(const struct diagram *diagram, const struct words *words);

/*
 * ---- a board as it is kept until it is drawn ----
 *
 * As a phrase, of which these are the values:
 *   game, options    the game's name, and the options of the match
 *   now              the position; "": the one after `turn`
 *   before, turn     the position before the last turn, and its moves; none before the first turn
 *   names            what the seats are called; none: as phrase_seat calls them
 *   seat, flip       the reader's seat, and their flip
 * Positions and moves are text, which a later version of the program can read.
 */

/* A diagram as a phrase. `options` is the canonical text of the match's. */
struct phrase *drawing_phrase(const struct diagram *diagram, const char *options);

/* The board of such a phrase. */
struct drawing {
    struct diagram diagram; /* its pointers lead to what follows, and its names to the phrase */
    struct position now, before;
    struct move last[TURN_DECISIONS_MAX];
};

/* NULL if this program cannot read the board. Free with g_free. */
struct drawing *drawing_read(const struct phrase *board);

typedef struct drawing Drawing;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Drawing, g_free)

#endif
