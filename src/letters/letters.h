/*
 * letters.h: what goes out of the office.
 *
 * Two kinds: letters about one board, in that board's thread, with a token of
 * its own in Reply-To; and plain letters. Both are rendered from templates/,
 * filled to 72 columns and queued with their final bytes.
 */
#ifndef POSTMOVE_LETTERS_LETTERS_H
#define POSTMOVE_LETTERS_LETTERS_H

#include "letters/run.h"
#include "letters/say.h"
#include "mail/letter.h"
#include "play/session.h"

/* What a player wrote to the others below what he did. */
struct comment {
    char *author; /* his name */
    char *text;
};

/* One thing that was asked and what came of it. */
struct entry {
    char *line;    /* as it was written; commands/request.c removes secrets before it is sent; NULL:
                      nobody wrote it */
    char *text;    /* what came of it */
    gint64 board;  /* the board it is about; 0: none */
    char *talk;    /* what somebody says, right below the text, in a letter about one board;
                      NULL: nothing */
    char *block;   /* a whole board to be shown below it, or NULL */
    char *heading; /* of the block, for a letter about several boards; NULL: none */
    GPtrArray *comments; /* struct comment *, below the board */
    bool secret;         /* nobody else may read it: only in a letter that takes no comment */
};

struct entry *entry_new(const char *line, char *text_taken);
void entry_free(struct entry *entry);

/* The mail a letter answers; all NULL: it answers none. */
struct answered {
    const char *message_id;
    char **references;
};

/* Adds to an entry, for the player of a seat, what others wrote below moves they had
 * queued, and that were played at this desk. */
void letter_comments(const struct session *session, int seat, struct entry *entry);

/*
 * A letter about a board to the player of a seat. `entries` (struct entry *)
 * say what came of what; what others have said and waits for this player (talk/talk.h) is put
 * before them. `answered` is set when it answers a mail of this player. The board as it stands is
 * left out where every entry shows it another way.
 */
void letter_about_board(struct session *session, int seat, GPtrArray *entries,
                        const struct answered *answered);

/* A letter of what others have said alone, in `entries`. What waits beside that is left for the
 * next letter. */
void letter_of_talk(struct session *session, int seat, const GPtrArray *entries);

/* News to one seat; the same news to all seats but one (-1: to all). `text` is
 * copied; `comment` are another's words below it, `author` his name (NULL: none). */
void letter_news(struct session *session, int seat, const char *text, const char *author,
                 const char *comment);
void letter_news_but(struct session *session, int but_seat, const char *text, const char *author,
                     const char *comment);

/* Entries (struct entry *) to all who are watching (struct watch *, store/watches.h), as
 * onlookers see the board. Each such letter has an address of its own that ends the watch it came
 * by. */
void letter_watchers(struct session *session, const GPtrArray *watches, const GPtrArray *entries);

/* Shows the board as it is at the desk below an entry. */
void letter_block(struct session *session, int seat, struct entry *entry);

/* A plain letter to a player. `page` is a template of letters/ that gets
 * `values` and the entries (NULL: none); `token` (NULL: none) goes into
 * Reply-To. Also marks it as the answer to the mail at hand when `answered`
 * is set. */
void letter_plain(struct run *run, gint64 player, const char *address, const char *page,
                  const char *subject_key, struct values *values, GPtrArray *entries,
                  const char *token, const struct answered *answered);

/* The same, without entries or a token, and with a file. */
void letter_file(struct run *run, gint64 player, const char *address, const char *page,
                 const char *subject_key, struct values *values, const struct attachment *file,
                 const struct answered *answered);

/* Queues once more what that mail of the inbox was answered. */
void letters_repeat(const struct run *run, gint64 inbox);

#endif
