/*
 * zone.h: time zones by the names of the time zone database, "Europe/Berlin".
 *
 * A name may come from anybody: only names that the database lists are ever opened.
 */
#ifndef POSTMOVE_ZONE_H
#define POSTMOVE_ZONE_H

#include <glib.h>
#include <stdbool.h>

enum {
    ZONE_NAME_MAX = 64, /* bytes of a name; a longer one is unknown */
    ZONES_NEAR = 3,     /* how many are proposed for one that is unknown */
};

/* The zone of that name, in any case, as the database writes it: a place, such as
 * "Asia/Kolkata", or "UTC". NULL: there is none; the caller's. */
char *zone_find(const char *name);

/* Names like one that is unknown, the likeliest first, at most ZONES_NEAR: those in
 * which it is the place ("Berlin"), or begins it, or differs by a slip or two. char *;
 * the caller's, and empty if nothing is like it. */
GPtrArray *zone_near(const char *name);

/* The rules of a zone by a name that zone_find gave (NULL: UTC). One that the machine
 * knows no more is UTC. The caller's, to be given to g_time_zone_unref. */
GTimeZone *zone_open(const char *name);

/* Whether the database is there, so that zones can be opened; *path is where it is
 * sought. */
bool zone_database(const char **path);

#endif
