/*
 * operator.h: the operator's hand in accounts and matches, beside what letters/run.h
 * has. Those concerned are told by letter.
 *
 * Each gives false with POSTMOVE_ERROR_NO and the reason in words, or true.
 */
#ifndef POSTMOVE_OPERATOR_OPERATOR_H
#define POSTMOVE_OPERATOR_OPERATOR_H

#include "letters/run.h"

/* ---- matches: operator/matches.c ---- */

/* A running match rests: nothing can be played and its clocks stand until the
 * operator has it go on, whoever had it rest. */
bool operator_adjourn(struct run *run, gint64 number, GError **error);

bool operator_resume(struct run *run, gint64 number, GError **error);

/* Takes back the last `turns` (from 1) that somebody decided, a resignation or the
 * operator's own ending among them, with those between that nobody did. A match
 * that was over goes on. */
bool operator_undo(struct run *run, gint64 number, guint turns, GError **error);

/* What the clock of a player shows from now on, in seconds; where each turn has a
 * time of its own, for his turn at hand, or else for his next. */
bool operator_set_clock(struct run *run, gint64 number, const char *name, gint64 seconds,
                        GError **error);

/* Shows all who play the boards as a backup has them, and from what moment that
 * is. */
void operator_tell_restored(struct run *run, gint64 moment);

/* ---- players: operator/players.c ---- */

/* Another name; the old one is kept from others for a year. */
bool operator_rename(struct run *run, const char *name, const char *other, GError **error);

enum operator_address {
    OPERATOR_ADDRESS_ADD,  /* one more, at once */
    OPERATOR_ADDRESS_DROP, /* one less, but not the last */
    OPERATOR_ADDRESS_SET,  /* this one instead of all he has */
};

bool operator_address(struct run *run, const char *name, enum operator_address what,
                      const char *address, GError **error);

/* He is not served until operator_player_resume: his mail is answered with one text
 * a day and does nothing, nothing is written to him, nobody can challenge him. His
 * matches stand, and his clocks with them. */
bool operator_suspend(struct run *run, const char *name, GError **error);

/* A new password; NULL: he has none any more. */
bool operator_password(struct run *run, const char *name, const char *password, GError **error);

/* A letter to him with which he chooses another password, or takes his off. */
bool operator_password_letter(struct run *run, const char *name, GError **error);

/* Forgets him as if he had asked for it. The name he has from now on, the
 * caller's; NULL with the error. */
char *operator_forget(struct run *run, const char *name, GError **error);

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

/*
 * The operator's own acts. Each gives false with POSTMOVE_ERROR_NO and the
 * reason in words.
 */
bool operator_player_add(struct run *run, const char *name, const char *address, GError **error);

/* Letters to a player whose mail came back go out again, and one whom the operator
 * has suspended (operator/operator.h) is served again: whichever it is, or both. */
bool operator_player_resume(struct run *run, const char *name, GError **error);

#endif
