/*
 * seal.h: a checksum behind the end of a database's one file, so that a bit that a disk or a copy
 * has turned is noticed. SQLite's own check of its structure does not see into the values.
 *
 * The seal is a line of SEAL_BYTES: "postmove-seal ", the SHA-256 of all bytes before it, "\n". It
 * is shorter than a page, so SQLite does not read it. Whoever changes the file cuts it off before.
 * Any other bytes behind the last whole page are a damaged seal, or a page that was cut.
 */
#ifndef POSTMOVE_SEAL_H
#define POSTMOVE_SEAL_H

#include <glib.h>
#include <stdbool.h>

/* Puts a seal behind a file that nobody writes to; does not sync it. POSTMOVE_ERROR_LATER if the
 * disk fails. */
bool seal_put(const char *path, GError **error);

/* True if the seal of a file fits; reads all of the file then. Also true if it has none, unless one
 * is needed. POSTMOVE_ERROR_NO if not, POSTMOVE_ERROR_LATER if the file cannot be read. */
bool seal_holds(const char *path, bool needed, GError **error);

/* Takes the seal off a file that is to be changed; without one, does nothing. Fails as seal_holds
 * does, and with POSTMOVE_ERROR_LATER if the disk fails. */
bool seal_cut(const char *path, GError **error);

#endif
