/*
 * tokens.h: the unguessable part of reply addresses.
 *
 * Only a keyed hash of a token is stored; the text exists in a Reply-To and
 * nowhere else.
 */
#ifndef POSTMOVE_TOKENS_H
#define POSTMOVE_TOKENS_H

#include <glib.h>
#include <stdbool.h>

#include "base/random.h"
#include "store/db.h"

enum {
    TOKEN_LENGTH = 26,
    TOKEN_OFFER_MOST = 512, /* bytes of an offer with its NUL; a longer one is not kept */
};

enum token_kind {
    TOKEN_CONFIRM = 1,   /* object: the pending row */
    TOKEN_CHALLENGE = 2, /* object: the board */
    TOKEN_MATCH = 3,     /* object: the board */
    TOKEN_WATCH = 4,     /* object: the watch that any mail to it ends */
    TOKEN_MESSAGE = 5,   /* object: the player to whom an answer goes */
    TOKEN_DISPLAY = 15,  /* a letter with all forms of a board */
    TOKEN_LESSON = 16,   /* object: the tutorial (lessons.h); revision: the lesson's number */
    TOKEN_LINKS = 17,    /* a letter without such an address, but with links */
    TOKEN_PERSONAL = 19, /* a player's own address; object: the player; revision: its number */
    TOKEN_BOARDS = 18,   /* a letter about several boards: each of them has a token of its own, made
                            before this one, whose letters nobody knows */
};

struct token {
    gint64 id;
    unsigned char hash[SECRET_HASH_BYTES]; /* that is stored of its letters: the secret of links */
    gint64 player;                         /* 0: nobody yet (a signup) */
    enum token_kind kind;
    gint64 object;
    gint64 revision;              /* of the board when the token was made */
    gint64 expires;               /* outages put it off (clocks.h) */
    gint64 made;                  /* 0: not known */
    char offer[TOKEN_OFFER_MOST]; /* the command that a yes in reply means; "": none */
};

/* A token just made, the only time its letters are known. */
struct new_token {
    gint64 id;
    unsigned char hash[SECRET_HASH_BYTES];
    char text[TOKEN_LENGTH + 1];
};

/* Makes a token and stores it. */
struct new_token token_new(struct db *db, const struct token *token);

/* The number of a player's personal address (mail/address.h), from 1; 0: they have none yet. And
 * gives them the one with another number, whose letters are these; the one before is void. */
gint64 token_personal(struct db *db, gint64 player);
void token_personal_set(struct db *db, gint64 player, gint64 number, const char *letters);

/* True if the 26 letters, in lower case, are a token that is stored, expired or not. They need
 * no NUL behind them. */
bool token_is_known(struct db *db, const char *letters);

/* Finds a token by its text (any case); false if there is none, if it expired or was made
 * void. */
bool token_find(struct db *db, const char *text, gint64 now, struct token *token);

/* The same by the token's id, which anybody can guess. */
bool token_by_id(struct db *db, gint64 id, gint64 now, struct token *token);

/* Stores what a yes in reply to the letter of a token means. */
void token_offers(struct db *db, gint64 id, const char *offer);

/* True if the player of a token has no newer one for the same board. */
bool token_is_newest(struct db *db, const struct token *token);

/* Finds the token of a board in the letter of a TOKEN_BOARDS; false if that letter did not show the
 * board. */
bool token_of_board(struct db *db, const struct token *boards, gint64 board, struct token *token);

/* Makes a token void: deletes it. */
void token_void(struct db *db, gint64 id);

/* Makes all tokens void, and the letter key anew: no address that was in a letter so far is good
 * for anything. */
void tokens_renew(struct db *db);

/* The board has changed: its tokens that would live beyond `until` end then. */
void tokens_age(struct db *db, gint64 board, gint64 until);

#endif
