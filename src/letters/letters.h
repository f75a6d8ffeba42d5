/*
 * letters.h: letters to players and to the operator.
 *
 * A letter is a page of templates/letters/ with its values, and a list of entries: each command
 * and its answer. It is rendered into its frame, wrapped at 72 columns, and queued in the outbox
 * as the final bytes. Nothing is sent here.
 *
 * Letters about a board are put together in commands/board_letter.h.
 */
#ifndef POSTMOVE_LETTERS_LETTERS_H
#define POSTMOVE_LETTERS_LETTERS_H

#include "letters/run.h"
#include "mail/letter.h"
#include "render/template.h"
#include "store/players.h"
#include "store/tokens.h"

/* What a player wrote to the others below a command. */
struct comment {
    char *author; /* the player's name */
    char *text;
};

/* One command and its answer, or one piece of news. */
struct entry {
    char *line; /* the command as written; commands/request.c removes secrets before the
                   letter is queued. NULL: no command led to this entry */
    char *key;  /* the answer: a sentence, rendered when the letter is queued; NULL: none */
    struct values *values; /* of that sentence; NULL: none */
    char *text;            /* words that are finished already, on a line below it; NULL: none */
    gint64 board;          /* the board it is about; 0: none */
    char *talk;            /* what a player says, directly below the text, in a letter about one
                              board; NULL: nothing */
    char *block;           /* a whole board shown below it; NULL: none */
    char *heading;         /* above the block, in a letter about several boards; NULL: none */
    GPtrArray *comments;   /* struct comment *, below the board */
    bool secret;           /* only for the reader: it goes into letters without comments alone */
};

/* Makes an entry for the command `line` (copied; NULL: no command) with `text` (taken) as its
 * answer. Free with the list it is added to (entries_new). */
struct entry *entry_new(const char *line, char *text_taken);

/* Makes an entry with the sentence `key` (copied) and its `values` (taken; NULL: none) as its
 * answer. */
struct entry *entry_sentence(const char *line, const char *key, struct values *values);

/* The answer in words: the sentence and the finished words below it. Free with g_free. */
char *entry_words(const struct run *run, const struct entry *entry);

/* Adds a comment to an entry; does nothing if `text` is NULL. Both strings are copied. */
void entry_add_comment(struct entry *entry, const char *author, const char *text);

/* An empty list of struct entry, which frees its entries. Free with g_ptr_array_unref. */
GPtrArray *entries_new(void);

/* The mail that a letter answers; all NULL if it answers none. */
struct answered {
    const char *message_id;
    char **references;
};

/* A letter about to be queued. Everything is borrowed. */
struct letter_draft {
    gint64 player; /* 0: the address belongs to no player */
    const char *address;
    const char *subject;
    const char *page;    /* of templates/letters/ */
    const char *token;   /* of the address in Reply-To; NULL: none */
    const char *list_id; /* NULL: none */
    const char *leave;   /* the token whose address unsubscribes from such letters; NULL: none */
    const char *in_reply_to; /* Message-ID; NULL: none */
    const char *const *references;
    bool answer;                   /* it answers a mail of the player */
    const struct attachment *file; /* NULL: none */
};

/* Queues a letter. Takes `values` (NULL: none); `entries` may be NULL. Returns the letter's id in
 * the outbox. *message_id is its Message-ID; free with g_free. */
gint64 letter_queue(const struct run *run, const struct letter_draft *draft, struct values *values,
                    const GPtrArray *entries, char **message_id);

/* Renders a page that is part of a letter. Takes `values`. Returns "" if the template is faulty or
 * missing; the database is then halted (db_halt). Free with g_free. */
char *letter_page(const struct run *run, const char *page, struct values *values);

/* Makes and stores a token for a letter to a player. Free with g_free. */
char *letter_token(const struct run *run, gint64 player, enum token_kind kind, gint64 object,
                   gint64 revision);

/* The player with that id, if they may be written to; `answer`: the letter answers their mail.
 * NULL: they have no address, or letters to them are kept back. Free with player_free. */
struct player *letter_reader(const struct run *run, gint64 id, bool answer);

/* Queues a letter that is about no board. `page` gets `values` (taken; NULL: none) and `entries`
 * (NULL: none); `token` (NULL: none) goes into Reply-To; `answered` (NULL: none) is the mail that
 * it answers. Queues nothing if letters to the player are kept back. */
void letter_plain(struct run *run, gint64 player, const char *address, const char *page,
                  const char *subject_key, struct values *values, GPtrArray *entries,
                  const char *token, const struct answered *answered);

/* Like letter_plain, without entries or a token, and with an attached file. */
void letter_file(struct run *run, gint64 player, const char *address, const char *page,
                 const char *subject_key, struct values *values, const struct attachment *file,
                 const struct answered *answered);

/* Queues a short letter with one text to a player, or to an address that belongs to no player
 * (`player` 0). */
void letter_notice(struct run *run, gint64 player, const char *address, const char *text);

/* Queues again the letters that answered the mail `inbox`. */
void letters_repeat(const struct run *run, gint64 inbox);

#endif
