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

#endif
