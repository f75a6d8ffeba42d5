/*
 * operator.h: what the operator does to accounts and matches. Players concerned are told by
 * letter.
 *
 * Each function returns true, or false with POSTMOVE_ERROR_NO and the reason in words.
 */
#ifndef POSTMOVE_OPERATOR_OPERATOR_H
#define POSTMOVE_OPERATOR_OPERATOR_H

#include "letters/run.h"

/* ---- matches: operator/matches.c ---- */

/* Adjourns a running match: nothing can be played and its clocks stand until operator_resume, even
 * if players had paused it. */
bool operator_adjourn(struct run *run, gint64 number, GError **error);

/* Ends any pause of a match. */
bool operator_resume(struct run *run, gint64 number, GError **error);

/* Takes back the last `turns` (from 1) turns that somebody decided, a resignation or the
 * operator's own ending among them, and the turns between that nobody decided. A match that was
 * over goes on. */
bool operator_undo(struct run *run, gint64 number, guint turns, GError **error);

/* Sets what the clock of a player shows, in seconds; if each turn has a time of its own, for the
 * current turn or else for their next. */
bool operator_set_clock(struct run *run, gint64 number, const char *name, gint64 seconds,
                        GError **error);

/* Tells the players of all running matches and challenges that a backup from `moment` was restored,
 * or (`promoted`) that a standby took over with what it had then, and shows them their boards. */
void operator_tell_restored(struct run *run, bool promoted, gint64 moment);

/* Makes every address void that a letter has shown, and sends the same players their boards with
 * new ones. */
void operator_rekey(struct run *run);

/* ---- players: operator/players.c ---- */

/* Gives a player another name; the old one is kept from others for a year. */
bool operator_rename(struct run *run, const char *name, const char *other, GError **error);

enum operator_address {
    OPERATOR_ADDRESS_ADD,  /* one more, without asking it to confirm */
    OPERATOR_ADDRESS_DROP, /* removes one, but not the last */
    OPERATOR_ADDRESS_SET,  /* this one instead of all others */
};

bool operator_address(struct run *run, const char *name, enum operator_address what,
                      const char *address, GError **error);

/* Suspends a player until operator_player_resume: their mail is answered with one text a day and
 * does nothing, no letters are written to them, nobody can challenge them. Their matches stand,
 * and their clocks with them. */
bool operator_suspend(struct run *run, const char *name, GError **error);

/* Sets a new password; NULL removes it. */
bool operator_password(struct run *run, const char *name, const char *password, GError **error);

/* Sends a player a letter with which they choose another password, or remove it. */
bool operator_password_letter(struct run *run, const char *name, GError **error);

/* Forgets a player as if they had asked for it. Returns the name they have from now on; free with
 * g_free. NULL with the error. */
char *operator_forget(struct run *run, const char *name, GError **error);

/* Starts a match at once. `options` are words as a challenge has them (`-size=10`), `names` the
 * players in the order of their seats; both end with NULL. Returns its number, or 0 with the
 * error. */
gint64 operator_match_create(struct run *run, const char *game, const char *const *names,
                             const char *const *options, GError **error);

enum operator_ending { OPERATOR_END_WINNER, OPERATOR_END_DRAW, OPERATOR_END_VOID };

/* Ends a running match, or withdraws an open challenge or seek. `winner` is a name for
 * OPERATOR_END_WINNER, else NULL. */
bool operator_match_end(struct run *run, gint64 number, enum operator_ending ending,
                        const char *winner, GError **error);

/* Adds a player, whose address need not confirm. */
bool operator_player_add(struct run *run, const char *name, const char *address, GError **error);

/* Ends a suspension, or takes up letters again to a player whose mail bounced, or both. False if
 * neither applies. */
bool operator_player_resume(struct run *run, const char *name, GError **error);

#endif
