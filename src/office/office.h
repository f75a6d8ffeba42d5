/*
 * office.h: where commands are carried out.
 *
 * A mail comes in as plain data, changes are made in the store, and letters
 * are left in its outbox. Everything here happens inside the caller's
 * transaction, and nothing here commits. A failure of the store is sticky
 * (store/db.h), so it is looked at once, at the commit.
 *
 * A mail passes door.c (who wrote it, to what address), reception.c (which
 * commands, and may he; hold.c keeps those that wait for a `yes`, twice.c asks
 * whether it is meant, allowance.c counts) and comes to account.c, addresses.c,
 * password.c, forget.c, whoami.c, settings.c, export.c, signoff.c, challenge.c, seek.c,
 * rematch.c, block.c, play.c, queue.c, submit.c, agreement.c, talk.c, watch.c, notes.c,
 * look.c, lists.c, replay.c, history.c, display.c or tutorial.c (what commands
 * do); a new board is a wish (wish.c) to which those named consent (consent.c); a notice
 * that a letter came back goes to returns.c; operator_players.c and operator_matches.c are
 * the operator's hand in both; autoplay.c plays what nobody has to decide, desk.c is a
 * board with its match, clocks.c keeps time with it (clockwork.c is the run's part in
 * that, overdue.c whose time is over, reminders.c who is slow, claims.c what players do
 * about it, rounds.c when the server stood still), letters.c is what goes out, slow_news.c what of
 * it may wait, alarm.c what the operator is told.
 */
#ifndef POSTMOVE_OFFICE_H
#define POSTMOVE_OFFICE_H

#include <glib.h>
#include <stdbool.h>

#include "base/config.h"
#include "mail/message.h"
#include "match/match.h"
#include "render/words.h"
#include "store/boards.h"
#include "store/db.h"
#include "store/players.h"
#include "transport/spool.h"

enum {
    OFFICE_CHALLENGE_DAYS = 14,  /* an unanswered challenge lapses after */
    OFFICE_CHALLENGES_OPEN = 20, /* a player may have open at once */
    OFFICE_CHALLENGES_PAIR = 3,  /* two players may have between them */
    OFFICE_CHALLENGES_DAY = 20,  /* one player may make another a day */
    OFFICE_PENDING_DAYS = 3,     /* to reply `confirm` or `yes` */
    OFFICE_HELD_AN_HOUR = 3,     /* letters asking for a `yes` */
    OFFICE_SIGNUP_LETTERS_A_DAY = 200,
    OFFICE_STRANGER_TEXTS_A_DAY = 500,
    OFFICE_OLD_TOKEN_DAYS = 60,   /* a token of an older revision still shows the board */
    OFFICE_LESSON_DAYS = 60,      /* to answer a lesson of the tutorial, or choose a board */
    OFFICE_MISSES_A_DAY = 5,      /* mails of a player without a word for us that are answered */
    OFFICE_WRONG_A_DAY = 5,       /* wrong passwords for a player, of one kind of claim, after which
                                     none of that kind is looked at until the next day */
    OFFICE_GUESSES_A_SENDER = 10, /* wrong passwords a day from a mailbox for others' names */
    OFFICE_GUESSES_A_DAY = 500,   /* the same from all mailboxes together */
    OFFICE_GUESSES_A_RUN = 100,
    OFFICE_ANSWERS_AN_HOUR = 20, /* to a player, but for what was carried out */
    OFFICE_ANSWERS_A_DAY = 100,
    OFFICE_ACTS_A_DAY = 1000, /* moves and the like, carried out for a player */
    OFFICE_ADDRESSES = 5,     /* a player may have */
};

/* The word of the mail being answered that was compared with a player's password
 * (password_check.h). */
struct office_tried {
    char *word; /* NULL: none was */
    gint64 player;
    bool fits;
    size_t looked; /* bytes of words that were looked at for a password (discretion.c) */
};

struct office {
    struct db *db;
    const struct config *config;
    const struct words *words;
    gint64 now;
    gint64 inbox;   /* the mail being answered; 0: none */
    gint64 arrived; /* when that mail reached us: what is in time by then is in time */
    bool accepted;  /* that mail has done something its writer may do */
    struct office_tried tried;
    int guesses; /* wrong passwords that mails of this run gave for players who are not in From */
    /* The match that lay on the desk last, as it is stored, while one mail is served; its board
     * and revision. NULL: none. */
    struct match *replayed;
    gint64 replayed_board, replayed_revision;
    GHashTable *signs; /* desk.c's: signs of the seats of first positions; NULL: none yet */
};

/* A mail as it was taken in. */
struct office_mail {
    const char *name;      /* of its spool file */
    const char *sender;    /* of the envelope; NULL: not known */
    const char *recipient; /* likewise */
    bool fetched;          /* from a mailbox, whose server has said in the headers whom it is for */
    gint64 received;       /* as the spool has it; 0: not known */
    struct message *message;
};

/* Whether the words hold all that letters are made of, and ask for nothing a
 * letter has not: to be seen to before a mail is touched. POSTMOVE_ERROR_USAGE
 * with file and line. */
bool office_words_ready(const struct words *words, GError **error);

/* Does all that a mail asks for and leaves the letters. A mail seen before
 * changes nothing. */
void office_mail(struct office *office, const struct office_mail *mail);

/* Letters with what players have said since the last run: one for each reader and board. To be
 * called when the mail is processed. */
void office_pass_talk_on(struct office *office);

/* What time alone brings about: challenges, confirmations and tokens lapse, as far as all mail
 * is here that might have answered them. */
void office_housekeeping(struct office *office);

/* What the clocks bring about, once the mail is processed: whose time is over is
 * out, who is slow is reminded. `waiting` is when the oldest mail that is not
 * processed reached us; 0: none waits. */
void office_keep_clocks(struct office *office, gint64 waiting);

/* Counts letters whose recipients were refused among those that came back. */
void office_count_refused(struct office *office);

/* Tells the operator, by letter, how many letters were parked since he was told
 * last; at most once a day, and not of letters to himself. */
void office_tell_parked(struct office *office);

/* Tells the operator of mailboxes whose server refused our log-in within a day; once a
 * day for each. */
void office_tell_logins(struct office *office);

/* Tells the operator, once a day, that mail servers refuse letters for who sends them,
 * and with which code of RFC 3463. */
void office_tell_unwelcome(struct office *office, const char *status);

/* Tells the operator, by letter, that a mail provider reports a letter of ours as
 * unwanted; at most once a day. */
void office_tell_unwanted(struct office *office);

/* Tells the operator that so many asked to sign up today that no more get a letter, which an
 * honest one would not see; at most once a day. */
void office_tell_signups(struct office *office);

/* Tells the operator, by letter, that the mail server takes mail for an address
 * that is not this server's; at most once a day. */
void office_tell_other_address(struct office *office, const char *address);

/* Tells the operator, by letter, of the mails in failed/ of which they were not told yet: what is
 * wrong with the first, and how many more there are; at most once a day. */
void office_tell_failed(struct office *office, const char *const *names);

/* Tells the operator, by letter, that the server's user may not read the mail in that file of
 * the spool, for which those behind it wait; once a day for each name. */
void office_tell_closed(struct office *office, const char *spool_name, const char *file);

/*
 * The operator's own acts. Each gives false with POSTMOVE_ERROR_NO and the
 * reason in words.
 */
bool office_player_add(struct office *office, const char *name, const char *address,
                       GError **error);

/* Letters to a player whose mail came back go out again, and one whom the operator
 * has suspended (operator.h) is served again: whichever it is, or both. */
bool office_player_resume(struct office *office, const char *name, GError **error);

/* A match that starts at once. `options` are words as a challenge has them
 * (`-size=10`), `names` the players in the order of their seats. Gives its
 * number, or 0 with the error. */
gint64 office_match_create(struct office *office, const char *game, const char *const *names,
                           const char *const *options, GError **error);

enum office_ending { OFFICE_END_WINNER, OFFICE_END_DRAW, OFFICE_END_VOID };

/* Ends a running match, or takes an open challenge off; `winner` for
 * OFFICE_END_WINNER. */
bool office_match_end(struct office *office, gint64 number, enum office_ending ending,
                      const char *winner, GError **error);

#endif
