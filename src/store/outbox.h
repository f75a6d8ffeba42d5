/*
 * outbox.h: letters that are to go out, and those that came back.
 *
 * A row holds what the letter says (letters/queued.h) from the moment it is inserted, and its bytes
 * from the first attempt to send it until its result is known: so each further attempt sends the
 * same. It waits, is sent, or is parked when attempts at growing intervals have failed. A lock
 * makes sure that only one process sends, so a row does not say that it is being sent.
 */
#ifndef POSTMOVE_OUTBOX_H
#define POSTMOVE_OUTBOX_H

#include <glib.h>
#include <stdbool.h>

#include "store/db.h"

/* The receipt of a letter that counts as sent since nobody has said whether it was taken. */
#define OUTBOX_NO_ANSWER "no answer, twice"

/* Kept as numbers in the table; stats.c spells them out. */
enum outbox_state {
    OUTBOX_QUEUED = 1, /* due says when it may be tried */
    OUTBOX_SENT = 2,
    OUTBOX_PARKED = 3, /* waits for the operator */
};

struct outbox_letter {
    gint64 id;
    enum outbox_state state;
    char *sender;    /* envelope; NULL: its sender sets it (letter_sender) */
    char *recipient; /* envelope */
    gint64 queued;   /* when it was written */
    gint64 due;      /* of one that waits: when it is tried */
    gint64 sent;     /* of one that was sent */
    gint64 attempts;
    char *reason;  /* why the last attempt failed; NULL: none did */
    char *receipt; /* what was said when it was taken, or that it may have been (outbox_doubted);
                      NULL: nothing */

    /* Only by outbox_take and outbox_read: */
    gint64 player;  /* who it is for; 0: no player */
    GBytes *letter; /* what it says (letters/queued.h) */
    GBytes *bytes;  /* as it is sent: RFC 5322, LF lines; NULL: not known yet, or any more */

    /* Only by outbox_history: */
    char *mail;       /* the name of the mail that caused it; NULL: none did */
    gint64 processed; /* when that was processed */
};

void outbox_letter_free(struct outbox_letter *letter);

typedef struct outbox_letter OutboxLetter;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(OutboxLetter, outbox_letter_free)

/* A letter that is new. */
struct outbox_new {
    gint64 player; /* who it is for; 0: no player */
    gint64 inbox;  /* the mail that caused it; 0: none */
    gint64 board;  /* that it is about; 0: none, or several */
    bool answer;   /* it is the answer to that mail's sender */
    const char *recipient;
    GBytes *letter; /* what it says */
};

/* Queues a letter. Returns its id. */
gint64 outbox_add(struct db *db, const struct outbox_new *letter, gint64 now);

/* Keeps the bytes of a letter that is about to be sent for the first time. */
void outbox_keep_bytes(struct db *db, gint64 id, GBytes *bytes);

/* Queues a copy of each answer that a mail got, which says the same. */
void outbox_repeat(struct db *db, gint64 inbox, gint64 now);

/*
 * Takes at most `limit` letters that are due, in order of id, and fewer if they are long; struct
 * outbox_letter. A letter waits as long as an earlier one to the same recipient does. Free with
 * g_ptr_array_unref. The attempt is counted in advance: if its result is never recorded, because
 * the sender was killed or could not write, the letter is due again, the first time at once, then
 * at the intervals of a failure. So send the letters only after the commit. A letter that is due
 * later than any letter waits was put off by a clock that was ahead, and is taken.
 */
GPtrArray *outbox_take(struct db *db, gint64 now, int limit);

/* The letters that outbox_take would take, which are left as they are. Free with
 * g_ptr_array_unref. */
GPtrArray *outbox_due(struct db *db, gint64 now, int limit);

/* True if outbox_take would find a letter. */
bool outbox_is_due(struct db *db, gint64 now);

/* The result of one attempt: the letter was sent. `receipt` (NULL: nothing) is what the server
 * or program that took it said. */
void outbox_sent(struct db *db, gint64 id, const char *receipt, gint64 now);

/* It failed: it is tried again after 1, 5, 15, 60 minutes, then every 4 hours. It is parked
 * when it fails 3 days or more after it was queued; true if it was parked now. The days are
 * counted up to `reached`, the moment before which all mail is here (clocks/clocks.h). */
bool outbox_failed(struct db *db, gint64 id, const char *reason, gint64 now, gint64 reached);

/* It failed as well, but went out whole, and nobody said whether it was taken. */
void outbox_doubted(struct db *db, gint64 id);

/* It was refused for good: it is parked at once. `status` is the code of RFC 3463 if its
 * recipient was refused, else NULL. */
void outbox_refused(struct db *db, gint64 id, const char *status, const char *reason);

/* It was not tried: it is due again at once, and the attempt not counted. */
void outbox_untried(struct db *db, gint64 id, gint64 now);

/* True if a letter that is to be tried again failed for exactly this reason. */
bool outbox_knows_reason(struct db *db, const char *reason);

/* ---- what the operator sees and does ---- */

/* All letters (struct outbox_letter) that are not sent, ordered by id. Free with g_ptr_array_unref.
 */
GPtrArray *outbox_unsent(struct db *db);

/* The letters that are kept, sent or not (struct outbox_letter), ordered by id. `player`: to that
 * player only, 0: to anybody. `board`: only those about that board; 0: all. `sent`: only those that
 * were sent. Free with g_ptr_array_unref. */
GPtrArray *outbox_history(struct db *db, gint64 player, gint64 board, bool sent);

/* One letter, sent or not. NULL if there is none (any more). Free with outbox_letter_free. */
struct outbox_letter *outbox_read(struct db *db, gint64 id);

/* Tries a letter again from now on, as if it were new. False if there is no such unsent letter. */
bool outbox_retry(struct db *db, gint64 id, gint64 now);

/* The same for all parked letters. Returns how many they are. */
int outbox_retry_parked(struct db *db, gint64 now);

/* Deletes a letter. False if there is no such unsent letter. */
bool outbox_drop(struct db *db, gint64 id);

/* How many letters are parked that the operator has not been told of. Letters to the operator
 * (`operator`, their address) do not count. */
gint64 outbox_untold(struct db *db, const char *operator);

/* The operator has been told of all parked letters. */
void outbox_told(struct db *db, gint64 now);

/* The id of the last letter written. 0 if there is none. */
gint64 outbox_newest(struct db *db);

/* ---- letters that bounced, and the addresses they were sent to ---- */

enum {
    BOUNCES_LETTER_DAYS = 30,        /* how long after it was queued a letter can bounce */
    BOUNCES_WEEK = 7 * 24 * 60 * 60, /* seconds in which a point falls away */
    BOUNCES_POINTS_MAX = 100,        /* no more are kept */
    BOUNCES_STATUS_MAX = 11,         /* bytes of a code */
};

/* ---- letters ---- */

struct bounced_letter {
    gint64 player;   /* whom it was written to; 0: no player */
    char *recipient; /* of its envelope; free with g_free */
};

/* Records that a letter bounced. False if the letter is not known (any more), was never sent, was
 * queued more than BOUNCES_LETTER_DAYS ago, or has bounced before. */
bool bounces_of_letter(struct db *db, gint64 id, gint64 now, struct bounced_letter *letter);

/* The id of a parked letter whose recipient was refused and which was not counted yet; 0 if there
 * is none. *status is the code of RFC 3463 (free with g_free). No letter is returned twice. */
gint64 bounces_next_refused(struct db *db, char **status);

/* ---- addresses, folded (mail/address.h) ---- */

struct bounces {
    int points;                          /* now; 0: nothing is wrong */
    gint64 suspended;                    /* since when letters are kept back; 0: they go out */
    char status[BOUNCES_STATUS_MAX + 1]; /* of the last failure; "": not known */
};

/* The bounces of an address; all zero if there were none. */
struct bounces bounces_read(struct db *db, const char *folded, gint64 now);

/* Adds points. Returns how many there are now. */
int bounces_add(struct db *db, const char *folded, int points, const char *status, gint64 now);

/* Keeps letters to the address back from now on. */
void bounces_suspend(struct db *db, const char *folded, gint64 now);

/* Forgets the bounces of an address. */
void bounces_forget(struct db *db, const char *folded);

#endif
