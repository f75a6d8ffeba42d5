/*
 * checkup_way.h: what the checks of all mail servers of this machine need.
 */
#ifndef POSTMOVE_CHECKUP_WAY_H
#define POSTMOVE_CHECKUP_WAY_H

#include "cli/checkup.h"

/* The path of a program, also in /usr/sbin, which is not in everybody's PATH. NULL: it is not
 * there. Free with g_free. */
char *way_program(const char *name);

/* What a command (ended by NULL) prints on stdout and stderr, whatever its exit code is; "" if it
 * prints nothing. `input` (may be NULL) is what it reads. Free with g_free. */
char *way_ask(const char *const *command, const char *input);

/* The spool that the words of a command name for postmove-receive, "" if they name none, NULL if it
 * is another command; points into `words`. *program (may be NULL) becomes the word that names
 * postmove-receive. */
const char *way_spool(char *const *words, const char **program);

/* A mail server runs postmove-receive as `user`. If the spool belongs to another user, tells `key`:
 * path is `path`, detail the user, reason the owner of the spool. */
void way_look_at_user(struct checkup *checkup, const char *key, const char *path, const char *user);

/* How long a mail server of this machine may take to answer. */
enum { WAY_LISTENS_MILLISECONDS = 2000 };

/* Tells `key` if nothing listens at that port: path is the host, detail the port. Returns
 * false then. */
bool way_reach(struct checkup *checkup, const char *key, const char *host, const char *port);

/* The same for the mail servers of a domain; tells nothing if DNS does not answer, or the domain is
 * one for tests. */
void way_reach_domain(struct checkup *checkup, const char *key, const char *domain,
                      const char *port);

/* What `least` and `inodes` mean for way_look_at_room: bytes, and inodes, that have to be free. */
struct way_room {
    guint64 least, inodes;
    guint percent; /* of both, at least */
};

/* Tells `key` if the folder has less room than a mail server needs to take mail: path is the
 * folder, count the free MiB. False then. */
bool way_look_at_room(struct checkup *checkup, const char *key, const char *folder,
                      const struct way_room *room);

#endif
