/*
 * request.h: one mail while it is answered: who wrote it, what proves that, and the answers so far.
 *
 * Also what the handlers of commands share: to answer, to find the board or the player that a
 * command names.
 */
#ifndef POSTMOVE_COMMANDS_REQUEST_H
#define POSTMOVE_COMMANDS_REQUEST_H

#include "language/grammar.h"
#include "letters/letters.h"
#include "letters/run.h"
#include "mail/message.h"
#include "play/session.h"
#include "store/players.h"
#include "store/tokens.h"

enum proof {
    PROOF_NONE,   /* a stranger, or a From that nothing supports */
    PROOF_SENDER, /* From is a confirmed address */
    PROOF_FULL,   /* token and From, password, a confirmed `yes`, or the verdict of our mail server
                     (mail/verdict.h) */
};

/* The answers to one player, sent as one letter. */
struct reply_to_player {
    gint64 player;
    GPtrArray *entries; /* struct entry * */
};

struct request {
    struct run *run;
    const struct message *message;
    char *folded;          /* From, folded */
    struct player *player; /* the player From names, owned by the request; NULL: a stranger */
    enum proof proof;
    bool has_token;
    struct token token;  /* if has_token: the token written to; its owner is `player` */
    const char *link;    /* if a link opened the mail: the extension of its address
                            (mail/address.h), which proves the writer for one command; else NULL */
    gint64 letter_board; /* the board replied to; 0: none */
    bool stale;          /* the token is for an older revision of the board */
    bool newest;         /* it is stale, but the writer was given no newer one */
    gint64 by_password;  /* the player whose password the mail held; 0: none */
    char *words;     /* the writer's first lines, to be quoted where nothing was done; NULL: none.
                        Owned by the request */
    char *all_words; /* all words of the writer's own, likewise */
    const char *comment; /* own words below the command, fit to be shown to others; NULL: none */
    bool last_answer;    /* the answer must say that it is the last one today to the same words */
    bool comment_used;   /* the comment was sent or stored */
    bool form_explained; /* the answer has explained how to read a form */
    bool has_hashed;     /* a new password was hashed: that takes long, so a mail may do it once */
    gint64 taken_up;     /* the player to whom letters go again since this mail; 0: none */
    GPtrArray *replies;  /* struct reply_to_player * */
};

/* An empty list for `replies`. Free with g_ptr_array_unref. */
GPtrArray *request_replies_new(void);

/* True if the mail proves that this player wrote it. A token for an older revision does not, nor
 * does mail from a domain that disowns it: the limits that proven mail has must not be used up by
 * others (auth/budget.h). */
bool request_proves(const struct request *request, gint64 player);

/* Notes whether a board has changed since a letter with this token showed it to the writer. */
void request_note_changes(struct request *request, const struct token *shown);

/* The same for a board in the letter about several boards to which the mail replies. If it did not
 * show that board, the board counts as unchanged. */
void request_note_shown(struct request *request, gint64 board);

/* Puts the answers into the outbox, one letter for each player. */
void request_send_replies(struct request *request);

/* Answers a command (NULL: none in particular) to the player who gave it, by the sentence `key`
 * (copied) with `values` (taken; NULL: none). Returns the entry, owned by the request, so that a
 * board may be added. */
struct entry *request_answer(struct request *request, const struct player *who,
                             const struct command *command, const char *key, struct values *values);

/* The same with words that are finished already: `text` is taken. */
struct entry *request_answer_text(struct request *request, const struct player *who,
                                  const struct command *command, char *text);

/* The same as each of these two, and shows the board below. */
void request_answer_board(struct request *request, const struct player *who,
                          const struct command *command, struct session *session, const char *key,
                          struct values *values);
struct entry *request_answer_board_text(struct request *request, const struct player *who,
                                        const struct command *command, struct session *session,
                                        char *text);

/* The same with finished words (`text` is taken), and with the board as the session has it, which
 * may differ from the stored one. */
void request_answer_session(struct request *request, const struct player *who,
                            const struct command *command, struct session *session, char *text);

/* Stores the comment below the command as talk at the session's board, counts it as used, and
 * returns it, owned by the request. NULL if there is none. */
const char *request_comment(struct request *request, const struct player *who,
                            struct session *session);

/* A copy of the comment below the command, to be said later; counts it as used. NULL if there is
 * none. Free with g_free. */
char *request_keep_comment(struct request *request);

/* Adds a remark about the mail as a whole below the answers so far: the sentence of `key`. */
void request_remark(struct request *request, const char *key);

/* The same about a line of the mail, as it was written. */
void request_remark_line(struct request *request, const char *key, const char *line);

/* The last entry of the answers so far, owned by the request; NULL: there is none. */
struct entry *request_last_entry(struct request *request);

/* True if an answer so far says what a yes in reply to it does. */
bool request_offers(const struct request *request);

/* True if the answer is so long that nothing more may be shown in it: whoever forges an address
 * must not get a library sent there. */
bool request_is_full(struct request *request);

/* True if the last answer shows a board. */
bool request_shows_board(struct request *request);

/* Opens the session of the board that a command names, or of the one replied to. NULL after having
 * answered that there is none, or that the game is another. Free with session_free. */
struct session *request_match(struct request *request, const struct player *who,
                              const struct command *command);

/* The same for a player who must have a seat there: sets *seat. */
struct session *request_seat(struct request *request, const struct player *who,
                             const struct command *command, int *seat);

/* The same for a running match, and for one in which the player is still in play. */
struct session *request_running(struct request *request, const struct player *who,
                                const struct command *command, int *seat);
struct session *request_in_play(struct request *request, const struct player *who,
                                const struct command *command, int *seat);

/* What GAME|NAME of a command means: a game by its whole name, else a player, else a game by the
 * beginning of its name. */
struct target {
    const struct game *game; /* NULL: a player */
    struct player *player;   /* free with player_free; NULL: a game */
};

/* Finds the target. If there is none, answers so and returns both as NULL. */
struct target request_target(struct request *request, const struct player *who,
                             const struct command *command);

/* Carries a command out and answers it. `who` is NULL only for commands open to strangers. */
typedef void handler(struct request *request, const struct player *who,
                     const struct command *command);

/* One for each row of commands.list, in the file of its subject. */
#define COMMAND(ID, HANDLER, ...) handler HANDLER;
#define OLD_FORM(ID, ...)
#include "commands.list"
#undef COMMAND
#undef OLD_FORM

/* `confirm` as an answer to a letter that asks for it. */
handler handle_confirm;

/* `accept` where the board is a match: of an offer, not of a challenge. */
handler offer_accept;

#endif
