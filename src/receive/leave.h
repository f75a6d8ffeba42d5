/*
 * leave.h: the two ways out of postmove-receive.
 *
 * A mail server bounces a mail to its sender for nearly every exit code, and
 * some do for a death by signal. So this program ends with 0 (the mail is on
 * disk) or with 75 (keep it and try again), and with nothing else, its own
 * crash included.
 */
#ifndef POSTMOVE_LEAVE_H
#define POSTMOVE_LEAVE_H

enum { LEAVE_LATER = 75 };

/* The enhanced status codes (RFC 3463) that open a reason. */
#define LEAVE_SYSTEM "4.3.0" /* the machine failed us: disk, memory, a signal */
#define LEAVE_SETUP "4.3.5"  /* we were called wrongly, or never set up */

/* From now on each signal that would end the process makes it leave with 75. */
void leave_guard(void);

/* From now on leaving with 75 first removes the file; NULL: nothing to remove.
 * `path` is relative to `folder` and must stay valid. */
void leave_removes(int folder, const char *path);

/* Signals wait from now on: what follows must not be cut in two. */
void leave_undisturbed(void);

/* Says "STATUS WHAT: ERROR" on stderr (`error` is an errno value; 0: none) and
 * leaves with 75. */
_Noreturn void leave_later(const char *status, const char *what, int error);

#endif
