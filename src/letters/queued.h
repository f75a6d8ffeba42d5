/*
 * queued.h: a letter as it waits in the outbox: what it says, as blocks, and what was fixed when it
 * was written. It holds no words of a language, and nothing that its reader may have set otherwise
 * when it is sent: letters/composing.h puts it into words then.
 *
 * A block is one thing that a letter tells its reader: the command that is answered, what happened,
 * the board, how to answer. Its kind says what it is, and with that how it is set.
 */
#ifndef POSTMOVE_LETTERS_QUEUED_H
#define POSTMOVE_LETTERS_QUEUED_H

#include "mail/letter.h"
#include "render/phrase.h"
#include "store/inbox.h"

/* ---- what it says ---- */

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
    BLOCK_AIM,        /* the game's aim and how a man moves, for a player who is new to it */
    BLOCK_ROW,        /* of a table: its cells, parted by two blanks or more; the lines behind the
                         first stand below it */
    BLOCK_MOVES,      /* what the reader can play at the board above, as links, which plain text
                         leaves out: letters/moves.h */
    BLOCK_MOVES_TOLD, /* the same in words, too: the reader has asked */
    BLOCK_TOURNAMENT, /* the one that the match belongs to */
    BLOCK_KINDS,      /* how many there are */
};

struct block {
    enum block_kind kind;
    struct phrase *words; /* what it says; BLOCK_BOARD, BLOCK_PICTURE: the board (drawing_phrase);
                             BLOCK_MOVES: the beginning of the turn (match/choice.h) */
    struct phrase *aside; /* BLOCK_COMMENT: who wrote the words. BLOCK_LINK: the whole command, for
                             which alone the link proves who sent it (mail/address.h). BLOCK_ROW:
                             the command that its button sends; NULL: it has none. BLOCK_BOARD: the
                             name of a form, if not the reader's. BLOCK_MOVES, BLOCK_MOVES_TOLD: the
                             number of the board, which links need. Else NULL */
};

/* An empty list of struct block, which frees its blocks. Free with g_ptr_array_unref. */
GPtrArray *blocks_new(void);

/* Each of these adds a block, unless there is nothing to say: the phrase or text is NULL. They take
 * phrases and values (NULL: none), and copy the rest. */
void block_words(GPtrArray *blocks, enum block_kind kind, struct phrase *words);
void block_comment(GPtrArray *blocks, const char *author, const char *text);

/* Adds a board that all readers see in one form of text (diagram_forms). */
void block_board_in(GPtrArray *blocks, struct phrase *board, const char *form);

/* Adds a link that answers the letter with `line`; the first is the main one. `act` is the command
 * that the line is there, as grammar_whole writes it. Nothing if they are NULL, or the link is
 * there. */
void block_link(GPtrArray *blocks, const char *line, const char *act);

/* Adds a row of a table with a button that sends `act`, a command as grammar_whole writes it, which
 * is taken; NULL: it has none. */
void block_row(GPtrArray *blocks, struct phrase *words, char *act);

/* Adds what the reader can play that begins with `begun`; `told`: they have asked. `board` is the
 * number of the board; 0: without links. */
void block_moves(GPtrArray *blocks, gint64 board, const char *begun, bool told);

/* True if it is BLOCK_MOVES or BLOCK_MOVES_TOLD. */
bool block_is_moves(const struct block *block);

/* True if one of them is a link, a row with a button, or moves with links. */
bool blocks_have_links(const GPtrArray *blocks);

/* Adds all blocks of a list to another one, which shares their words. */
void blocks_add(GPtrArray *blocks, const GPtrArray *others);

/* ---- the whole letter ---- */

struct queued {
    struct letter letter;   /* what was fixed, without `attachment`. `language` is that of somebody
                               who is no player; NULL: none, or a player has set theirs */
    struct attachment file; /* all NULL: none */
    struct phrase *subject;
    GPtrArray *blocks;                     /* struct block */
    gint64 links;                          /* the token that makes links good; 0: there are none */
    unsigned char hash[SECRET_HASH_BYTES]; /* of that token */
};

/* Frees what it points to, which queued_read has made. */
void queued_clear(struct queued *queued);
typedef struct queued Queued;
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Queued, queued_clear)

/* The letter as bytes, which a later version of the program can read. Free with g_bytes_unref. */
GBytes *queued_write(const struct queued *queued);

/* Reads it again; false if the bytes are none. Clear it in any case. */
bool queued_read(GBytes *bytes, struct queued *queued);

#endif
