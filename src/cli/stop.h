/*
 * stop.h: a signal to end (SIGTERM, SIGINT, SIGHUP) is heeded between two
 * mails and between two letters, never in the middle of one.
 */
#ifndef POSTMOVE_STOP_H
#define POSTMOVE_STOP_H

#include <stdbool.h>

/* From now on those signals only ask. */
void stop_heed(void);

/* Whether one came. */
bool stop_asked(void);

#endif
