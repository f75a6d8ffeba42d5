/*
 * blocks.h: what a letter says, as a list of blocks.
 *
 * A block is one thing that a letter tells its reader: the command that is answered, what happened,
 * the board, how to answer. Its kind says what it is, and with that how it is set.
 */
#ifndef POSTMOVE_LETTERS_BLOCKS_H
#define POSTMOVE_LETTERS_BLOCKS_H

#include <glib.h>

#include "render/phrase.h"

/* A kind is stored as its number with a letter that waits to be sent: a new one goes last, before
 * BLOCK_KINDS, and none is taken out or moved. */
enum block_kind {
    BLOCK_FIRST,      /* news for the first line, which lists of letters show; the first of several
                         for which there is room */
    BLOCK_PROSE,      /* a page of templates/en/letters/, or a text of no other kind */
    BLOCK_HEADING,    /* which match the blocks below it are about */
    BLOCK_COMMAND,    /* a command, as its writer sent it */
    BLOCK_NEWS,       /* the answer to a command, or what happened */
    BLOCK_TALK,       /* what somebody says who talks at the board */
    BLOCK_STATUS,     /* whose turn it is, or how the match ended */
    BLOCK_DEADLINE,   /* until when the player who is to move has time */
    BLOCK_ABSENCES,   /* who is on vacation */
    BLOCK_WARNINGS,   /* what to note before a move, a line each */
    BLOCK_BOARD,      /* the position */
    BLOCK_PICTURE,    /* the position as a picture, which plain text leaves out */
    BLOCK_LAST_TURNS, /* on one line */
    BLOCK_OPTIONS,    /* of the match, on one line */
    BLOCK_TERMS,      /* what a player agrees to by accepting */
    BLOCK_COMMENT,    /* what `author` wrote below a command */
    BLOCK_WATCHERS,   /* what those who watched said while the match ran */
    BLOCK_ITEM,       /* one of a list */
    BLOCK_CHOICES,    /* how to answer, and with which words */
    BLOCK_CLOCKS,     /* what the clocks of all players show */
    BLOCK_LINK,       /* an answer that a link sends, which plain text leaves out */
    BLOCK_FRAME,      /* what stands above and below all letters: templates/en/letters/frame.txt */
    BLOCK_KINDS,      /* how many there are */
};

struct block {
    enum block_kind kind;
    struct phrase *words;  /* what it says; NULL for a board */
    struct phrase *author; /* who wrote the words of a comment; else NULL */
    char *act;     /* BLOCK_LINK: the whole command for which alone the link proves who sent it
                      (mail/address.h); else NULL */
    GBytes *board; /* BLOCK_BOARD, BLOCK_PICTURE: its record (drawing_record); else NULL */
};

/* An empty list of struct block, which frees its blocks. Free with g_ptr_array_unref. */
GPtrArray *blocks_new(void);

/* Each of these adds a block, unless there is nothing to say: the phrase or text is NULL. They take
 * phrases, values (NULL: none) and records, and copy the rest. */
void block_words(GPtrArray *blocks, enum block_kind kind, struct phrase *words);
void block_page(GPtrArray *blocks, const char *page, struct values *values);
void block_comment(GPtrArray *blocks, const char *author, const char *text);

/* Adds a BLOCK_BOARD or BLOCK_PICTURE. */
void block_board(GPtrArray *blocks, enum block_kind kind, GBytes *record);

/* Adds a link that answers the letter with `line`; the first is the main one. `act` is the command
 * that the line is there, as grammar_whole writes it. Nothing if they are NULL, or the link is
 * there. */
void block_link(GPtrArray *blocks, const char *line, const char *act);

/* Adds all blocks of a list to another one, which shares their words. */
void blocks_add(GPtrArray *blocks, const GPtrArray *others);

/* Appends the blocks as bytes, and reads them again; NULL if the bytes are none. Free with
 * g_ptr_array_unref. */
void blocks_write(GByteArray *out, const GPtrArray *blocks);
GPtrArray *blocks_read(const guint8 **at, const guint8 *end);

#endif
