/*
 * run.h: what all code that processes mails works with, and the limits that hold for players.
 *
 * All code from letters/ to bots/ runs inside a transaction that its caller has begun, and
 * never commits. Changes go to the store, letters to its outbox. A failure of the store is sticky
 * (store/db.h) and is checked once, at the commit.
 *
 * The way of a mail: commands/identify.c finds who wrote it and what proves that,
 * commands/mail.c reads its commands, and commands/dispatch.c carries each out with a
 * function of commands/, or keeps it until its writer says `yes` or `confirm`
 * (commands/confirm.c). src/README.md has the table of folders.
 */
#ifndef POSTMOVE_LETTERS_RUN_H
#define POSTMOVE_LETTERS_RUN_H

#include <glib.h>
#include <stdbool.h>

#include "base/config.h"
#include "language/settings.h"
#include "match/match.h"
#include "render/speech.h"
#include "store/handle.h"
#include "store/players.h"

enum {
    LIMIT_CHALLENGE_DAYS = 14,      /* after which an unanswered challenge lapses */
    LIMIT_CHALLENGES_OPEN = 20,     /* a player may have open at once */
    LIMIT_CHALLENGES_PAIR = 3,      /* two players may have between them */
    LIMIT_BOARDS_WITH_PROGRAM = 10, /* a player may have open with one program */
    LIMIT_PENDING_DAYS = 3,         /* to reply `confirm` or `yes` */
    LIMIT_GREETINGS_A_DAY = 5,      /* replies to a greeting without a name that are answered */
    LIMIT_GREETING_DAYS = 14,       /* for a stranger to reply with a name */
    LIMIT_HELD_AN_HOUR = 3,         /* letters asking for a `yes` */
    LIMIT_SIGNUP_LETTERS_A_DAY = 200,
    LIMIT_STRANGER_TEXTS_A_DAY = 500,
    LIMIT_OLD_TOKEN_DAYS = 60, /* a token of an older revision still shows the board */
    LIMIT_LESSON_DAYS = 60,    /* to answer a lesson of the tutorial, or choose a board */
    LIMIT_SAME_MISSES = 5, /* mails of a player with the same words and no command, one after the
                              other on one day, that are answered */
    LIMIT_GUESSES_A_SENDER = 10, /* wrong passwords a day from one mailbox for names of others */
    LIMIT_GUESSES_A_DAY = 500,   /* the same from all mailboxes together */
    LIMIT_GUESSES_A_RUN = 100,   /* the same in one run */
    LIMIT_ACTS_A_DAY = 1000,     /* commands carried out for a player; further moves are, too */
    LIMIT_ADDRESSES = 5,         /* a player may have */
};

/* The word of the mail being answered that was compared with a player's password
 * (auth/redact.h). */
struct tried_password {
    char *word; /* NULL: no password was compared */
    gint64 player;
    bool fits;
};

struct run {
    struct db *db;
    const struct config *config;
    struct words *words; /* ask run_words for them */
    gint64 now;
    gint64 inbox;   /* the mail being answered; 0: none */
    gint64 arrived; /* when that mail reached us; deadlines are compared with this */
    bool accepted;  /* that mail has carried out something its writer may do */
    bool logged;    /* what comes of each mail is told to the system's log */
    struct tried_password tried;
    int guesses; /* wrong passwords in this run for players whose address is not in From */
    /* The match that was replayed last, exactly as it is stored, with its board and revision, so
     * that one mail replays it once. NULL: none. */
    struct match *replayed;
    gint64 replayed_board, replayed_revision;
};

/* When the mail being answered arrived, or now: what stops a clock, and by which limits a day or an
 * hour are counted, so that mails which waited here are no flood. */
static inline gint64 run_moment(const struct run *run)
{
    return run->arrived != 0 ? run->arrived : run->now;
}

/*
 * Work on many boards or players, on each one apart from the others. A run does it in portions, and
 * each portion is a transaction, so that nobody waits long for the writers' lock. It begins as all
 * zero. Free `all` with g_array_unref.
 */
struct portions {
    GArray *all;  /* the boards or players; NULL: the store was not asked for them yet */
    guint next;   /* the number of the first one that is left to do */
    guint first;  /* the first one of this portion */
    gint64 until; /* when this portion ends: microseconds, monotonic; 0: when all is done */
};

/* Begins another portion. */
static inline void portions_begin(struct portions *portions, gint64 until)
{
    portions->first = portions->next;
    portions->until = until;
}

/* Returns the next board or player, which counts as done from then on; NULL if the portion has
 * ended. Each portion has one at least, or the work might never end. */
static inline const void *portions_next(struct portions *portions)
{
    if (portions->next == portions->all->len ||
        (portions->until != 0 && portions->next > portions->first &&
         g_get_monotonic_time() >= portions->until)) {
        return NULL;
    }
    return portions->all->data + (gsize)portions->next++ * g_array_get_element_size(portions->all);
}

/* True if it is done for all of them. */
static inline bool portions_are_over(const struct portions *portions)
{
    return portions->all != NULL && portions->next == portions->all->len;
}

/* The words of the templates, which are loaded when they are first asked for. If that fails there
 * are none, and neither is anything committed: it is no mail's fault. */
const struct words *run_words(const struct run *run);

/* The sentence `key` of the group "sentences". Takes `values` (NULL: none). */
struct phrase *say(const char *key, struct values *values);

/* The same for the operator at the command line: the group "operator" (templates/operator.words)
 * overrides sentences that speak to players. Takes `values`. */
struct phrase *say_operator(const struct run *run, const char *key, struct values *values);

/* A phrase as the operator reads it: in English, in UTC. Takes the phrase. Free with g_free. */
char *operator_words(const struct run *run, struct phrase *phrase);

/* A number in digits. Free with g_free. */
char *say_number(gint64 number);

/*
 * ---- the reader of a letter ----
 *
 * What they have set with `set` (language/settings.h has the table of settings), and whether
 * letters to them are kept back.
 */

/* The player's value of a setting, as the table writes it; the first of its values if the player
 * has set none. Only for settings whose values are a list. Not to be freed. */
const char *preference_value(const struct run *run, gint64 player, enum setting_id id);

/* The words of the player's language; English for player 0, or if they have set none. */
const struct words *preference_words(const struct run *run, gint64 player);

/* The player's time zone, by its name or open; UTC for player 0, or if they have set none. Free
 * with g_free and g_time_zone_unref. */
char *preference_zone(const struct run *run, gint64 player);
GTimeZone *preference_time_zone(const struct run *run, gint64 player);

/* When the player's next digest goes out; 0 if they have set none. */
gint64 preference_digest(const struct run *run, gint64 player);

/* True if a setting with the values on and off is on for the player. */
bool preference_is_on(const struct run *run, gint64 player, enum setting_id id);

/* "autoplay=off, flip=usual": all settings of a player. Free with g_free. */
char *preference_text(const struct run *run, gint64 player);

enum { LETTERS_KEPT_BACK_AT = 4 /* points of an address whose letters came back */ };

/* True if a letter must not be written to `player` (0: to no player) at their address.
 * `answer`: it answers a mail of that player. Nothing is written to a player whom the
 * operator has suspended; letters to the operator are never kept back. */
bool letter_is_kept_back(const struct run *run, gint64 player, const char *address, bool answer);

/* The same for a player who has been read already, and their address. */
bool player_is_kept_back(const struct run *run, const struct player *who, bool answer);

/* True if a folded address is the operator's. */
bool letter_is_to_operator(const struct run *run, const char *folded);

#endif
