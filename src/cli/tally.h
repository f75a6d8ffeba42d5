/*
 * tally.h: what `stats` counts, and the forms in which monitoring reads it.
 */
#ifndef POSTMOVE_TALLY_H
#define POSTMOVE_TALLY_H

#include <glib.h>
#include <stdbool.h>

#include "base/config.h"
#include "store/stats.h"

struct tally {
    gint64 now;
    gint64 last_run;    /* when the last `run` that came to its end began; 0: none did */
    bool run_unread;    /* that cannot be read */
    gint64 last_backup; /* when the last `backup` was made; 0: none is known */

    /* From the database, unless it could not be read: */
    GError *database_unread; /* why; NULL: it could */
    struct stats stats;
    gint64 last_fetch; /* all mailboxes were emptied; 0: never. Only where there are mailboxes */
    gint64 held;       /* since when the server is held; 0: it is not */

    /* From the spool, unless it could not be listed: */
    GError *spool_unread;
    gint64 mails_waiting, mails_failed;
    gint64 oldest_mail; /* when the first that waits reached us; 0: none waits, or none tells */
};

/* Counts what can be counted; the caller clears. */
void tally_take(struct tally *tally, const struct config *config);
void tally_clear(struct tally *tally);

typedef struct tally Tally;
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Tally, tally_clear)

/* The counts by the names they have in JSON and, with "postmove_" before, as metrics. */
struct tally_figure {
    const char *name, *words;
    gint64 count;
    bool of_spool; /* known if the spool was; else if the database was */
};

enum { TALLY_FIGURES = 11 };

void tally_figures(const struct tally *tally, struct tally_figure figures[TALLY_FIGURES]);

/* stats_monitor.c: the text format of Prometheus, as its node_exporter reads it from a
 * file, and one line as Nagios reads it. *code becomes the exit code of Nagios: 1 from an
 * age of `warning` seconds, 2 from one of `critical`. Free both with g_free. */
char *tally_prometheus(const struct tally *tally, const struct config *config);
char *tally_nagios(const struct tally *tally, const struct config *config, gint64 warning,
                   gint64 critical, int *code);

#endif
