/*
 * request.h: one mail at the counter. Who came, how he proved it, and what he
 * is to be answered.
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
    PROOF_FULL,   /* token and From, password, a confirmed `yes`, or the verdict of our mail
                     server (mail/verdict.h) */
};

/* What is to be answered to one player. */
struct reply_to_player {
    gint64 player;
    GPtrArray *entries; /* struct entry * */
};

struct request {
    struct run *run;
    const struct message *message;
    char *folded;          /* From, folded */
    struct player *player; /* who From says he is, the visit's own; NULL: a stranger */
    enum proof proof;
    bool has_token;
    struct token token;  /* has_token: the token written to, and its owner is `player` */
    gint64 letter_board; /* the board replied to; 0: none */
    bool stale;          /* the token is of an older revision of it */
    gint64 by_password;  /* the player whose password the mail held; 0: none */
    const char *comment; /* own words below the command, made fit for others; NULL: none */
    bool comment_used;   /* they went somewhere */
    bool form_explained; /* how a form is to be read was said */
    bool has_hashed;     /* a new password was: that takes long, and is done once a mail */
    gint64 taken_up;     /* the player to whom letters go again since this mail; 0: none */
    GPtrArray *replies;  /* struct reply_to_player * */
};

/* Empty replies, for a visit that begins. */
GPtrArray *request_replies_new(void);

/* Whether the mail proves that this player wrote it. It does not with a token of
 * an older board, nor from a domain that disowns it: what is his is not to be
 * used up by others (auth/rate_limit.h). */
bool request_proves(const struct request *request, gint64 player);

/* Writes the answers: one letter a player. */
void request_send_replies(struct request *request);

/* Says what came of a command to the player who gave it. `text` is taken.
 * Returns the entry so that a board may be added. */
struct entry *request_answer(struct request *request, const struct player *who,
                             const struct command *command, char *text);

/* The same, and shows that board below. */
void request_answer_board(struct request *request, const struct player *who,
                          const struct command *command, struct session *session, char *text);

/* The same, with the board as it is at the desk, which may not be how it is stored. */
void request_answer_session(struct request *request, const struct player *who,
                            const struct command *command, struct session *session, char *text);

/* The comment below the command, said at this desk: kept with the board's talk
 * and counted as used; NULL if there is none. */
const char *request_comment(struct request *request, const struct player *who,
                            struct session *session);

/* The comment below the command, to be said later, the caller's; it counts as used. NULL
 * if there is none. */
char *request_keep_comment(struct request *request);

/* Says something about the mail itself, below what was said before. */
void request_remark(struct request *request, const char *key);

/* The same of a line of the mail, as it was written. */
void request_remark_line(struct request *request, const char *key, const char *line);

/* Whether the answer is so long already that nothing more is to be shown in it:
 * who forges an address must not get a library sent there. */
bool request_is_full(struct request *request);

/* Whether what was answered last shows a board. */
bool request_shows_board(struct request *request);

/* Takes the board a command names (or the one replied to) to the desk. NULL
 * after having answered that there is none, or that the game is another. */
struct session *request_match(struct request *request, const struct player *who,
                              const struct command *command);

/* The same for one who must have a seat at it: *seat is set. */
struct session *request_seat(struct request *request, const struct player *who,
                             const struct command *command, int *seat);

/* The same for a match that runs, and for one in which the player is still in play. */
struct session *request_running(struct request *request, const struct player *who,
                                const struct command *command, int *seat);
struct session *request_in_play(struct request *request, const struct player *who,
                                const struct command *command, int *seat);

/* Whom or what GAME|NAME of a command means: a game by its whole name, else a
 * player, else a game by the beginning of its name. */
struct target {
    const struct game *game; /* NULL: a player */
    struct player *player;   /* the caller's; NULL: a game */
};

/* NULL in both after having answered that there is none. */
struct target request_target(struct request *request, const struct player *who,
                             const struct command *command);

/* A command's work. `who` is NULL only for commands open to strangers. */
typedef void handler(struct request *request, const struct player *who,
                     const struct command *command);

handler signup_ask, signup_confirm, whoami_tell, addresses_change, password_change, confirm_forget;
handler settings_set, vacation_command, export_send, signoff_leave;
handler look_help, look_show, look_preview, look_resend, look_broadcast;
handler lists_all, lists_games;
handler replay_show, history_list, standings_list;
handler challenge_make, challenge_accept, challenge_decline, challenge_withdraw;
handler claims_claim, claims_give_time;
handler display_test;
handler tutorial_begin, tutorial_answer;
handler seek_post, seek_list, seek_take, rematch_ask;
handler block_add, block_remove, limit_set;
handler turn_move, turn_resign;
handler talk_chat, talk_message, notes_note;
handler watch_start, watch_stop;
handler premove_put, submit_move;
handler offer_draw, offer_undo, offer_pause, offer_resume, offer_accept, offer_reject;

#endif
