/*
 * blocks.h: what a letter says, as a list of blocks.
 *
 * A block is one thing that a letter tells its reader: the command that is answered, what happened,
 * the board, how to answer. Its kind says what it is, and with that how it is set.
 */
#ifndef POSTMOVE_LETTERS_BLOCKS_H
#define POSTMOVE_LETTERS_BLOCKS_H

#include "letters/run.h"
#include "render/diagram.h"
#include "store/inbox.h"

/* A kind is stored as its number with a letter that waits to be sent: a new one goes last, before
 * BLOCK_KINDS, and none is taken out or moved. */
enum block_kind {
    BLOCK_FIRST,      /* news for the first line, which lists of letters show; the first of several
                         for which there is room */
    BLOCK_PROSE,      /* a page of templates/letters/, or a text of no other kind */
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
    BLOCK_FRAME,      /* what stands above and below all letters: templates/letters/frame.txt */
    BLOCK_KINDS,      /* how many there are */
};

struct block {
    enum block_kind kind;
    char *page;            /* of templates/letters/; or NULL */
    struct values *values; /* that fill the page; NULL: none */
    char *text;            /* its words; NULL: none */
    char *author;          /* who wrote the text of a comment; else NULL */
    char *act;       /* BLOCK_LINK: the whole command for which alone the link proves who sent it
                        (mail/address.h); else NULL */
    GVariant *board; /* BLOCK_BOARD, BLOCK_PICTURE: its DRAWING_RECORD; else NULL */
};

/* An empty list of struct block, which frees its blocks. Free with g_ptr_array_unref. */
GPtrArray *blocks_new(void);

/* Each of these adds a block, unless there is nothing to say: the text is NULL or "". They take the
 * values (NULL: none) and the text of block_text, and copy the rest. */
void block_text(GPtrArray *blocks, enum block_kind kind, char *text);
void block_page(GPtrArray *blocks, const char *page, struct values *values);
void block_comment(GPtrArray *blocks, const char *author, const char *text);

/* Adds a BLOCK_BOARD or BLOCK_PICTURE. Takes the text (NULL: none) and the record. */
void block_board(GPtrArray *blocks, enum block_kind kind, char *text, GVariant *record);

/* Adds a link that answers the letter with `line`; the first is the main one. `act` is the command
 * that the line is there, as grammar_whole writes it. Nothing if they are NULL, or the link is
 * there. */
void block_link(GPtrArray *blocks, const char *line, const char *act);

/* What a letter's HTML is made from: the language of the words (RFC 5646), and the parts, each with
 * its kind, its words, and the board if it is shown as a picture. The words of a BLOCK_LINK are
 * four lines: what stands above the first link, the words of this one, the line that it sends, and
 * its address. */
#define BLOCKS_PARTS "(sa" BLOCKS_PART ")"
#define BLOCKS_PART "(ysm" DRAWING_RECORD ")"

/*
 * The letter as plain text: its blocks, below the marker above which replies are written, wrapped
 * at 72 columns. If the words of a page are faulty or missing, the database is halted (db_halt).
 * Free with g_free.
 *
 * *parts is what its HTML is made from (letters/html.h; free with g_bytes_unref), with pictures of
 * its boards or with the boards of the text; BLOCK_PICTURE is a picture in both. NULL if `html` is
 * HTML_NONE.
 * `links` is the token that makes links good; NULL: links are left out.
 */
enum block_html { HTML_NONE, HTML_WITH_TEXT_BOARDS, HTML_WITH_PICTURES };
char *blocks_text(const struct run *run, const GPtrArray *blocks, const struct new_token *links,
                  enum block_html html, GBytes **parts);

#endif
