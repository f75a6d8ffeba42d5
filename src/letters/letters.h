/*
 * letters.h: letters to players and to the operator.
 *
 * A letter is a page of templates/letters/ with its values, and entries: what was
 * asked for and what came of it. It is put into its frame, wrapped at 72 columns,
 * and queued in the outbox with its final bytes. Nothing is sent here.
 *
 * Letters about a board are put together in commands/board_letter.h.
 */
#ifndef POSTMOVE_LETTERS_LETTERS_H
#define POSTMOVE_LETTERS_LETTERS_H

#include "letters/run.h"
#include "mail/letter.h"
#include "render/values.h"
#include "store/players.h"
#include "store/tokens.h"

/* What a player wrote to the others below a command. */
struct comment {
    char *author; /* the player's name */
    char *text;
};

/* One command and its answer, or one piece of news. */
struct entry {
    char *line;          /* the command as written; its secrets are removed before it is sent
                            (commands/request.c). NULL: nobody wrote it */
    char *text;          /* the answer */
    gint64 board;        /* the board it is about; 0: none */
    char *talk;          /* what somebody says, right below the text, in a letter about one board;
                            NULL: nothing */
    char *block;         /* a whole board shown below it; NULL: none */
    char *heading;       /* of the block, in a letter about several boards; NULL: none */
    GPtrArray *comments; /* struct comment *, below the board */
    bool secret;         /* nobody else may read it: it goes only into a letter without comments */
};

/* A new entry that answers the command `line` (copied; NULL: none). Takes `text`. */
struct entry *entry_new(const char *line, char *text_taken);

/* Adds a comment to an entry; `text` NULL adds none. Both are copied. */
void entry_add_comment(struct entry *entry, const char *author, const char *text);

/* An empty list of entries, which it owns. */
GPtrArray *entries_new(void);

/* The mail a letter answers; all NULL: it answers none. */
struct answered {
    const char *message_id;
    char **references;
};

/* A letter about to be queued. Everything is borrowed. */
struct letter_draft {
    gint64 player; /* 0: the address is no player's */
    const char *address;
    const char *subject;
    const char *page;        /* of templates/letters/ */
    const char *token;       /* in Reply-To; NULL: none */
    const char *list_id;     /* NULL: none */
    const char *leave;       /* the token that ends such letters; NULL: none does */
    const char *in_reply_to; /* Message-ID; NULL: none */
    const char *const *references;
    bool answer;                   /* it answers a mail of the player */
    const struct attachment *file; /* NULL: none */
};

/* Queues a letter. `values` of the page (NULL: none) are taken; `entries` may be NULL.
 * Gives the letter's number in the outbox; *message_id is its Message-ID, free with
 * g_free. */
gint64 letter_queue(const struct run *run, const struct letter_draft *draft, struct values *values,
                    const GPtrArray *entries, char **message_id);

/* Renders a page that is a part of a letter. `values` are taken. Free with g_free. */
char *letter_page(const struct run *run, const char *page, struct values *values);

/* A new token for a letter to a player. Free with g_free. */
char *letter_token(const struct run *run, gint64 player, enum token_kind kind, gint64 object,
                   gint64 revision);

/* The player with that id if letters to them are not kept back; `answer`: the letter answers
 * their mail. NULL: no letter is written. Free with player_free. */
struct player *letter_reader(const struct run *run, gint64 id, bool answer);

/* A letter that is about no board. `page` gets `values` (taken; NULL: none) and the entries
 * (NULL: none); `token` (NULL: none) goes into Reply-To; `answered` (NULL: none) is the mail
 * that it answers. Nothing is queued if letters to the player are kept back. */
void letter_plain(struct run *run, gint64 player, const char *address, const char *page,
                  const char *subject_key, struct values *values, GPtrArray *entries,
                  const char *token, const struct answered *answered);

/* The same without entries or a token, and with a file. */
void letter_file(struct run *run, gint64 player, const char *address, const char *page,
                 const char *subject_key, struct values *values, const struct attachment *file,
                 const struct answered *answered);

/* A short letter with one text to a player, or to an address that is no player's (player 0). */
void letter_notice(struct run *run, gint64 player, const char *address, const char *text);

/* Queues once more the letters that answered that mail of the inbox. */
void letters_repeat(const struct run *run, gint64 inbox);

#endif
