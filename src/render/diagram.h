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

#include "render/words.h"

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
    const struct position *before; /* the position before that turn, for DIAGRAM_LIST, which
                                      tells what it changed; NULL: not known */
    enum diagram_form form;
    int seats;      /* of the match */
    int seat;       /* the reader's, or -1: they see the board as the game draws it */
    enum flip flip; /* what the reader asked for */
    bool terse;     /* without what the signs on the board mean */
};

/* The board, each line indented by one blank, trailing blanks cut, ending in LF;
 * then a blank line and the words below it, if there are any. `words` gives those
 * (NULL: none are written), `seat_names` stand for seats in them (NULL: as
 * words_seat calls them). At most DIAGRAM_COLUMNS_MAX wide. Free with g_free. DIAGRAM_LIST
 * without `words` is "". */
char *diagram_text(const struct diagram *diagram, const struct words *words,
                   const char *const *seat_names);

/* A board that can be drawn later: a diagram with copies of all that it points to, and the names of
 * the seats for the words below it. */
struct drawing;

/* Copies the diagram and `seat_names` (one for each of its seats; NULL: as words_seat calls them).
 * Takes `options`, the canonical text of the match's. Free with drawing_free. */
struct drawing *drawing_new(const struct diagram *diagram, char *options,
                            const char *const *seat_names);
struct drawing *drawing_ref(struct drawing *drawing);
void drawing_free(struct drawing *drawing); /* or one reference less; NULL: nothing happens */

/* Its diagram_text, drawn once. Free with g_free. */
char *drawing_text(struct drawing *drawing, const struct words *words);

/*
 * A drawing as it is kept until its picture is drawn. In this order it holds:
 *   the game's name, and the options of the match;
 *   the position;
 *   the position before the last turn, or "" before the first turn;
 *   the moves of the last turn;
 *   the words that stand below the picture;
 *   what the seats are called, or nothing;
 *   the reader's seat, and their flip.
 * Positions and moves are text, which a later version of the program can read.
 */
#define DRAWING_RECORD "(ssssassasyy)"
enum { DRAWING_BELOW = 5 }; /* the place of these words in it */

/* Its record; floating. */
GVariant *drawing_record(struct drawing *drawing, const struct words *words);

/* The board of a record; NULL if this program cannot read it. Free with drawing_free. */
struct drawing *drawing_read(GVariant *record);

/* The board in words, for readers who do not see its picture. Free with g_free. */
char *drawing_in_words(const struct drawing *drawing, const struct words *words);

/* What it shows; as long as it lives. */
const struct diagram *drawing_diagram(const struct drawing *drawing);

#endif
