/*
 * record.h: the record of a finished match as a file, for other programs and for people who want to
 * check it.
 *
 * A record is a JSON object (RFC 8259) on one line; a book of many matches has a line for each. It
 * has the form in which AbstractPlay publishes games: `header` and `moves`.
 *
 *     game        its name, and as variants the canonical options, a word each
 *     site        its name, and as gameid the number of the board
 *     date-start, date-end, date-generated   UTC, in the form of RFC 3339
 *     unrated     true or false
 *     players     in the order of the seats: name, userid (the same), is_ai, and result: the higher
 *                 the better, equal for those who share a place, 0 for all of a void match
 *     event, round       of a match of a tournament: the tournament's name, or its number if it has
 *                 none, and the stage
 *     startingPosition   position text; only if the match did not begin with the game's set-up
 *     moves       the rounds, each with an entry for every seat: the text of its turn, or null
 *
 * The header has these members beyond that form, so that the match can be played again:
 *
 *     rules       the version of the game's rules
 *     turns       all lines of the record in order, [seat, text] with seats from 1; who resigned,
 *                 and an end by the operator, are lines, too (match/match.h)
 *     position    the text of the last position
 *     substitutions   who sat in a seat before its player, oldest first: objects with seat, name,
 *                 and turns, how many of the match were played by then; only if there were any
 *     signature   base64 of the Ed25519 signature of the whole line without this member; only if
 *                 the server has signed it
 */
#ifndef POSTMOVE_RECORDS_RECORD_H
#define POSTMOVE_RECORDS_RECORD_H

#include "match/match.h"
#include "store/boards.h"

/* What stands before a signature in a line. */
#define RECORD_SIGNATURE ",\"signature\":\""

enum { RECORD_MOST = 1024 * 1024 /* bytes of a line that is read */ };

/* The line, without a line end, of a match that is over. `former`: struct substitution, as
 * substitutions_of gives them; `site`: the server's name; `key`: the server's (db_key), with which
 * the record is signed, or NULL. Free with g_free. */
char *record_line(const struct board *board, const struct match *match, const GPtrArray *former,
                  const char *site, gint64 now, const unsigned char *key);

/* The public key (base64) of the signatures that a server makes with its key. Free with g_free. */
char *record_public_key(const unsigned char *key);

/* Plays a record again. Returns what it is about, such as "chess 12, ann - bob: win 1, 49 turns",
 * if each turn is legal, the match ends with it, and the rest of the record fits. `key` is the
 * public key with which it must be signed; NULL: any record will do. NULL with POSTMOVE_ERROR_NO,
 * which says what does not hold. Free with g_free. */
char *record_check(const char *line, const char *key, GError **error);

/* The rounds of a match as `moves` has them, as JSON. Free with g_free. */
char *record_rounds(const struct match *match);

/* What `result` is for a seat of a match that is over. */
int record_result(const struct match *match, int seat);

#endif
