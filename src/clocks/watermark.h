/*
 * watermark.h: up to which moment all mail that reached the server has been processed, and
 * outages.
 *
 * Mail that reached us before some moment is in the spool by then, or in a mailbox. So once the
 * mailboxes were emptied and the spool was processed, all of it has been processed. Nobody runs
 * out of time except by a deadline before that moment.
 *
 * If two such moments are farther apart than the configuration allows, the time between is an
 * outage: it counts against nobody, and in the first run after it nobody runs out of time. Nor
 * does it make anything lapse that waits for an answer: challenges, seeks, signups, held commands,
 * tokens (store/clocks.h). So a system clock that jumps forward hurts nobody; when it jumps back,
 * what lies in the future is dropped.
 */
#ifndef POSTMOVE_CLOCKS_WATERMARK_H
#define POSTMOVE_CLOCKS_WATERMARK_H

#include "letters/run.h"

/* Call it before the waiting mail is processed. Stores an outage if there was one. */
void watermark_begin(struct run *run);

/* Call it after all waiting mail was processed. */
void watermark_end(struct run *run);

/* Maintenance mode ends now and began at `since`: that time counts against nobody. */
void watermark_held(struct run *run, gint64 since);

/* Call it after all mailboxes were emptied of what was in them at a moment. */
void watermark_fetched(struct run *run, gint64 moment);

/* The moment up to which all mail that reached us is here. What lapses or is deleted is judged by
 * it, because a mailbox that cannot be emptied may hold the answer that was waited for. */
gint64 watermark_reached(struct run *run);

/* The moment up to which all mail that reached us has been processed. During processing it goes no
 * further than the current mail. 0 if not known; then nobody runs out of time. */
gint64 watermark_settled(struct run *run);

/* Call it after a run has looked at the clocks: the next run is not the first after an outage. */
void watermark_calm(struct run *run);

#endif
