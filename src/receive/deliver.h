/*
 * deliver.h: one mail, from standard input to the spool.
 */
#ifndef POSTMOVE_RECEIVE_DELIVER_H
#define POSTMOVE_RECEIVE_DELIVER_H

#include "receive/envelope.h"

/* Of a longer mail this much is kept; all of it is read. */
enum { DELIVER_BYTES_MAX = 1024 * 1024 };

/*
 * Reads the mail and writes SPOOL/new/NAME. When it returns, the file is
 * whole and on disk, and so is its name: the sender may forget the mail. In
 * any other case it does not return: the process leaves with 75, and no part of
 * the mail is left in new/ or tmp/.
 */
void deliver(const char *spool, const struct envelope *envelope);

#endif
