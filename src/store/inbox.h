/*
 * inbox.h: which mails have been seen, what was answered to them, what is said only so often,
 * which log-ins were refused, and the tokens of the addresses to which answers go.
 */
#ifndef POSTMOVE_INBOX_H
#define POSTMOVE_INBOX_H

#include <glib.h>
#include <stdbool.h>

#include "base/clock.h"
#include "base/random.h"
#include "store/db.h"

/* The row of a mail already seen. */
struct inbox_row {
    gint64 id;
    gint64 time;   /* when it was processed */
    bool repeated; /* its answer was sent again once */
    char *name;    /* of its spool file */
};

/* Frees what the row holds. */
void inbox_row_clear(struct inbox_row *row);

typedef struct inbox_row InboxRow;
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(InboxRow, inbox_row_clear)

/* True if a spool file of that name was processed. */
bool inbox_has_name(struct db *db, const char *name);

enum inbox_seen {
    INBOX_NEW,     /* the mail was not seen before */
    INBOX_SEEN,    /* it was, under this name */
    INBOX_RENAMED, /* it was, under another name: *row is that one */
};

/* Looks for a mail of that name, or with that dedupe key (a keyed hash, SECRET_HASH_BYTES; NULL: it
 * has none). Call inbox_row_clear on the row, which must be all zero, in any case. */
enum inbox_seen inbox_find(struct db *db, const char *name, const unsigned char *key,
                           struct inbox_row *row);

/* Records a mail: spool name, key (NULL: the mail is not to be recognised under another name),
 * time. Returns its id. */
gint64 inbox_add(struct db *db, const char *name, const unsigned char *key, gint64 now);

/* Its answer has been sent again. */
void inbox_repeated(struct db *db, gint64 id);

/* ---- notices to people who are not players, and to the operator ---- */

/* How many notices of a kind ("text", "signup", "signup-refusal") went to the folded address
 * in that time; NULL address: to anyone. Notices to the operator are kept here too, with
 * another text in place of the address: the name of a mail that failed ("failed-mail"), the
 * trouble of a mailbox ("mailbox"). notice_add deletes those older than eight days, except
 * "failed-mail". */
int notice_count(struct db *db, const char *folded, const char *kind, struct clock_span span);
void notice_add(struct db *db, const char *folded, const char *kind, gint64 now);

/* True if no notice of the kind went to the address in that time; then counts one at its end. */
bool notice_once(struct db *db, const char *folded, const char *kind, struct clock_span span);

/*
 * ---- log-ins that a mail server refused, and when to try the next one ----
 *
 * A server may lock an account that tries a wrong password every minute. So after a refusal
 * nobody logs in there for a while: 5 minutes, then 15, then an hour each time. Refusals count
 * for one day. A log-in that succeeds ends the waiting, and so does another password, since
 * the identity is another then (transport/credential.h). Refusals are kept among the notices.
 */

/* True if a log-in with that identity has to wait at the time `now`. */
bool logins_wait(struct db *db, const char *identity, gint64 now);

/* The server refused a log-in. */
void logins_refused(struct db *db, const char *identity, gint64 now);

/* True if one was refused within a day. */
bool logins_were_refused(struct db *db, const char *identity, gint64 now);

/* The server accepted the log-in: deletes the refusals. */
void logins_accepted(struct db *db, const char *identity);

/* ---- how often a player did on a day what has a limit; auth/budget.h has the limits ---- */

/* Kept as numbers in the table. */
enum budget {
    BUDGET_NONE = 0,
    /* 1 was letters of talk to a reader about a board. */
    BUDGET_MESSAGES = 2, /* messages, one for each player a message goes to */
    BUDGET_CHAT = 3,     /* `chat` at a board */
    BUDGET_OFFERS = 4,   /* draw, undo, pause, resume, reject at a board */
    BUDGET_GIVETIME = 5, /* `givetime` at a board */
    BUDGET_REMATCH = 6,  /* `rematch` of a board */
    BUDGET_SEATS = 7,    /* seats taken in seeks, of all boards together */
    BUDGET_ANALYSES = 9, /* matches analysed */
    BUDGET_MISSES = 10,  /* replies at a board that were not understood, before the page */
    BUDGET_TURNS = 8,    /* letters about turns to one player whom the match does not need */
    BUDGET_LETTERS = 11, /* letters to one reader that report neither a turn nor the beginning or
                            end of a match */
    /* answers to a player that no command carried out has caused: */
    BUDGET_ANSWERS = 12,          /* to mails that prove their writer */
    BUDGET_ANSWERS_UNPROVEN = 13, /* to all others */
    /* wrong passwords for a player, by how far the rest of the mail shows who gives it: */
    BUDGET_WRONG_STRANGER = 14, /* it comes from an address that is not the player's */
    BUDGET_WRONG_ADDRESS = 15,  /* from an address of the player's, which anybody can forge */
    BUDGET_WRONG_PROVEN = 16,   /* it proves the player in another way, too */
};

/* How much a player has used of a budget on a day (days since 1970); and adds `count` to it.
 * `about` is a board or a reader; 0: the budget is for all of them together. */
int budget_used(struct db *db, enum budget kind, gint64 player, gint64 about, gint64 day);
void budget_use(struct db *db, enum budget kind, gint64 player, gint64 about, gint64 day,
                int count);

/* Forgets the wrong passwords: the player has another password. */
void budget_forget_wrong(struct db *db, gint64 player);

/* Forgets all budgets of a player, and those for letters to them. */
void budget_forget(struct db *db, gint64 player);

/*
 * ---- the unguessable part of reply addresses ----
 *
 * Only a keyed hash of a token is stored; the text exists in a Reply-To and
 * nowhere else.
 */

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
    TOKEN_BOARDS = 18,   /* a letter about several boards. Each of them has a token, too, made just
                            before this one, which is never sent: it keeps what was shown */
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
