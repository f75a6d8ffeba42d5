/*
 * run.h: where commands are carried out.
 *
 * A mail comes in as plain data, changes are made in the store, and letters
 * are left in its outbox. Everything here happens inside the caller's
 * transaction, and nothing here commits. A failure of the store is sticky
 * (store/db.h), so it is looked at once, at the commit.
 *
 * A mail passes auth/identify.c (who wrote it, to what address), commands/dispatch.c (which
 * commands, and may he; commands/held.c keeps those that wait for a `yes`, commands/confirm.c asks
 * whether it is meant, auth/rate_limit.c counts) and comes to accounts/signup.c,
 * accounts/addresses.c, accounts/password.c, accounts/forget.c, accounts/whoami.c,
 * accounts/settings.c, accounts/export.c, accounts/signoff.c, play/challenge.c, play/seek.c,
 * play/rematch.c, accounts/blocks.c, play/turn.c, play/premove.c, play/submit.c, play/offer.c,
 * talk/talk.c, talk/watch.c, talk/notes.c, commands/look.c, commands/lists.c, commands/replay.c,
 * commands/history.c, commands/display.c or play/tutorial.c (what commands do); a new board is a
 * wish (play/proposal.c) to which those named consent (play/eligibility.c); a notice that a letter
 * came back goes to accounts/bounces.c; operator/players.c and operator/matches.c are the
 * operator's hand in both; play/autoplay.c plays what nobody has to decide, play/session.c is a
 * board with its match, clocks/clocks.c keeps time with it (clocks/clockwork.c is the run's part in
 * that, clocks/timeout.c whose time is over, clocks/reminders.c who is slow, clocks/claims.c what
 * players do about it, clocks/watermark.c when the server stood still), letters/letters.c is what
 * goes out, talk/deferred.c what of it may wait, letters/alarm.c what the operator is told.
 */
#ifndef POSTMOVE_LETTERS_RUN_H
#define POSTMOVE_LETTERS_RUN_H

#include <glib.h>
#include <stdbool.h>

#include "base/config.h"
#include "mail/message.h"
#include "match/match.h"
#include "render/words.h"
#include "store/handle.h"

enum {
    LIMIT_CHALLENGE_DAYS = 14,  /* an unanswered challenge lapses after */
    LIMIT_CHALLENGES_OPEN = 20, /* a player may have open at once */
    LIMIT_CHALLENGES_PAIR = 3,  /* two players may have between them */
    LIMIT_CHALLENGES_DAY = 20,  /* one player may make another a day */
    LIMIT_PENDING_DAYS = 3,     /* to reply `confirm` or `yes` */
    LIMIT_HELD_AN_HOUR = 3,     /* letters asking for a `yes` */
    LIMIT_SIGNUP_LETTERS_A_DAY = 200,
    LIMIT_STRANGER_TEXTS_A_DAY = 500,
    LIMIT_OLD_TOKEN_DAYS = 60,   /* a token of an older revision still shows the board */
    LIMIT_LESSON_DAYS = 60,      /* to answer a lesson of the tutorial, or choose a board */
    LIMIT_MISSES_A_DAY = 5,      /* mails of a player without a word for us that are answered */
    LIMIT_WRONG_A_DAY = 5,       /* wrong passwords for a player, of one kind of claim, after which
                                     none of that kind is looked at until the next day */
    LIMIT_GUESSES_A_SENDER = 10, /* wrong passwords a day from a mailbox for others' names */
    LIMIT_GUESSES_A_DAY = 500,   /* the same from all mailboxes together */
    LIMIT_GUESSES_A_RUN = 100,
    LIMIT_ANSWERS_AN_HOUR = 20, /* to a player, but for what was carried out */
    LIMIT_ANSWERS_A_DAY = 100,
    LIMIT_ACTS_A_DAY = 1000, /* moves and the like, carried out for a player */
    LIMIT_ADDRESSES = 5,     /* a player may have */
};

/* The word of the mail being answered that was compared with a player's password
 * (auth/password_check.h). */
struct tried_password {
    char *word; /* NULL: none was */
    gint64 player;
    bool fits;
    size_t looked; /* bytes of words that were looked at for a password (auth/redact.c) */
};

struct run {
    struct db *db;
    const struct config *config;
    const struct words *words;
    gint64 now;
    gint64 inbox;   /* the mail being answered; 0: none */
    gint64 arrived; /* when that mail reached us: what is in time by then is in time */
    bool accepted;  /* that mail has done something its writer may do */
    struct tried_password tried;
    int guesses; /* wrong passwords that mails of this run gave for players who are not in From */
    /* The match that lay on the desk last, as it is stored, while one mail is served; its board
     * and revision. NULL: none. */
    struct match *replayed;
    gint64 replayed_board, replayed_revision;
    GHashTable *signs; /* play/session.c's: signs of the seats of first positions; NULL: none yet */
};

/* A mail as it was taken in. */
struct received_mail {
    const char *name;      /* of its spool file */
    const char *sender;    /* of the envelope; NULL: not known */
    const char *recipient; /* likewise */
    bool fetched;          /* from a mailbox, whose server has said in the headers whom it is for */
    gint64 received;       /* as the spool has it; 0: not known */
    struct message *message;
};

/* Does all that a mail asks for and leaves the letters. A mail seen before
 * changes nothing. */
void received_mail(struct run *run, const struct received_mail *mail);

/* Letters with what players have said since the last run: one for each reader and board. To be
 * called when the mail is processed. */
void talk_pass_on(struct run *run);

/* What time alone brings about: challenges, confirmations and tokens lapse, as far as all mail
 * is here that might have answered them. */
void challenge_housekeeping(struct run *run);

/* What the clocks bring about, once the mail is processed: whose time is over is
 * out, who is slow is reminded. `waiting` is when the oldest mail that is not
 * processed reached us; 0: none waits. */
void clocks_run_all(struct run *run, gint64 waiting);

/* Counts letters whose recipients were refused among those that came back. */
void bounces_count_refused(struct run *run);

/* Tells the operator, by letter, how many letters were parked since he was told
 * last; at most once a day, and not of letters to himself. */
void alarm_parked(struct run *run);

/* Tells the operator of mailboxes whose server refused our log-in within a day; once a
 * day for each. */
void alarm_logins(struct run *run);

/* Tells the operator, once a day, that mail servers refuse letters for who sends them,
 * and with which code of RFC 3463. */
void alarm_unwelcome(struct run *run, const char *status);

/* Tells the operator, by letter, that a mail provider reports a letter of ours as
 * unwanted; at most once a day. */
void alarm_unwanted(struct run *run);

/* Tells the operator that so many asked to sign up today that no more get a letter, which an
 * honest one would not see; at most once a day. */
void alarm_signups(struct run *run);

/* Tells the operator, by letter, that the mail server takes mail for an address
 * that is not this server's; at most once a day. */
void alarm_other_address(struct run *run, const char *address);

/* Tells the operator, by letter, of the mails in failed/ of which they were not told yet: what is
 * wrong with the first, and how many more there are; at most once a day. */
void alarm_failed(struct run *run, const char *const *names);

/* Tells the operator, by letter, that the server's user may not read the mail in that file of
 * the spool, for which those behind it wait; once a day for each name. */
void alarm_closed(struct run *run, const char *spool_name, const char *file);

/*
 * The operator's own acts. Each gives false with POSTMOVE_ERROR_NO and the
 * reason in words.
 */
bool operator_player_add(struct run *run, const char *name, const char *address, GError **error);

/* Letters to a player whose mail came back go out again, and one whom the operator
 * has suspended (operator/operator.h) is served again: whichever it is, or both. */
bool operator_player_resume(struct run *run, const char *name, GError **error);

/* A match that starts at once. `options` are words as a challenge has them
 * (`-size=10`), `names` the players in the order of their seats. Gives its
 * number, or 0 with the error. */
gint64 operator_match_create(struct run *run, const char *game, const char *const *names,
                             const char *const *options, GError **error);

enum operator_ending { OPERATOR_END_WINNER, OPERATOR_END_DRAW, OPERATOR_END_VOID };

/* Ends a running match, or takes an open challenge off; `winner` for
 * OPERATOR_END_WINNER. */
bool operator_match_end(struct run *run, gint64 number, enum operator_ending ending,
                        const char *winner, GError **error);

#endif
