/*
 * accounts/bounces.h: letters that came back, and the addresses they came back from.
 */
#ifndef POSTMOVE_STORE_RETURNS_H
#define POSTMOVE_STORE_RETURNS_H

#include <glib.h>
#include <stdbool.h>

#include "store/db.h"

enum {
    BOUNCES_LETTER_DAYS = 30,        /* a letter is known so long after it was queued */
    BOUNCES_WEEK = 7 * 24 * 60 * 60, /* seconds in which a point falls away */
    BOUNCES_POINTS_MAX = 100,        /* no more are kept */
    BOUNCES_STATUS_MAX = 11,         /* bytes of a code */
};

/* ---- letters ---- */

struct bounced_letter {
    gint64 player;   /* whom it was written to; 0: no player */
    char *recipient; /* its envelope's; the caller's */
};

/* Notes that a letter came back, the first time that it is told. False if it
 * is not known (any more), was never taken to be sent, was queued more than
 * BOUNCES_LETTER_DAYS ago, or came back before. */
bool bounces_of_letter(struct db *db, gint64 id, gint64 now, struct bounced_letter *letter);

/* A parked letter whose recipient was refused when it was sent, and which has
 * not been counted: its id, 0 if there is none, and the code of RFC 3463 with
 * which he was; the caller's. Counted or not, it is not given again. */
gint64 bounces_next_refused(struct db *db, char **status);

/* ---- addresses, folded (mail/address.h) ---- */

struct bounces {
    int points;                          /* now; 0: all is well */
    gint64 suspended;                    /* since when letters are kept back; 0: they are not */
    char status[BOUNCES_STATUS_MAX + 1]; /* of the last failure; "": not known */
};

/* What is known of an address; all zero if nothing is. */
struct bounces bounces_read(struct db *db, const char *folded, gint64 now);

/* Adds points, and gives how many they are now. */
int bounces_add(struct db *db, const char *folded, int points, const char *status, gint64 now);

/* Letters to it are kept back from now on. */
void bounces_suspend(struct db *db, const char *folded, gint64 now);

/* All is well with it: nothing is known of it. */
void bounces_forget(struct db *db, const char *folded);

#endif
