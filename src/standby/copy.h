/*
 * copy.h: a copy of the database, kept up to date from its log (standby/commit_log.h).
 * What the server does for it is in standby/keep.h.
 *
 * The copy begins as a copy of the whole database that lies with the log, or as any backup. Then
 * commits are made in it one after the other. How far it has come is in the copy itself, so a
 * commit is made once, however often and wherever that is interrupted. The copy must be read by
 * nobody but by this: a commit that does not find it exactly as the database was is refused, and so
 * is a log that is damaged, of another server, or lacks a commit. So is one that ends before the
 * copy's last commit, or has another in its place: the server went on from an older state.
 */
#ifndef POSTMOVE_COPY_H
#define POSTMOVE_COPY_H

#include <glib.h>
#include <stdbool.h>

/* How far a copy is to come. */
struct standby_aim {
    gint64 until; /* commits after that time are left out; G_MAXINT64: none are */
    bool last;    /* the last commit in the log is made even if it is not known whether the server
                     has completed it: the server will never tell */
};

/* How far it has come. */
struct standby_reached {
    char *epoch;   /* the log */
    gint64 number; /* of the commit */
    gint64 time;   /* of that commit; without one, when the copy was made */
    gint64 made;   /* how many commits were made now */
    bool begun;    /* the copy was made now */
    bool anew;     /* and took the place of one from an earlier log */
    bool testing;  /* the server is for tests */
};
void standby_reached_clear(struct standby_reached *reached);

typedef struct standby_reached StandbyReached;
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(StandbyReached, standby_reached_clear)

/*
 * Makes what the log in `folder` has and the copy lacks, up to the aim. If there is no file `copy`,
 * begins with the newest copy in the folder that is not later than the aim. If the server has begun
 * another log before the aim, since it was restored for example, replaces the copy by one of the
 * new log. The caller sees to it that nobody else writes to `copy`.
 *
 * POSTMOVE_ERROR_LATER if no copy of the new log's database is in the folder yet: nothing is made.
 * POSTMOVE_ERROR_NO if the log cannot be used for this copy: all commits before the fault are made.
 * POSTMOVE_ERROR_NO as well if the copy is later than the aim, or if there is none and the folder
 * has logs of several servers: nothing is made. POSTMOVE_ERROR_LATER for what the disk or SQLite
 * refuse. Call standby_reached_clear in either case.
 */
bool standby_apply(const char *folder, const char *copy, const struct standby_aim *aim,
                   struct standby_reached *reached, GError **error);

#endif
