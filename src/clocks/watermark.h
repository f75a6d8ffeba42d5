/*
 * watermark.h: how far the server has come with the mail that reaches it, and the
 * times in which it stood still.
 *
 * What reached us before some moment is in the spool by then, or in a mailbox;
 * so once the mailboxes were emptied and the spool was processed, all of it is
 * seen to. Nobody is out of time but by a deadline before that moment.
 *
 * Two such moments farther apart than the configuration allows are an outage: it
 * counts against nobody, and in the first run after it nobody is out of time. Nor
 * does anything lapse by it that waits for an answer: challenges, seeks, signups,
 * held commands, tokens (store/outages.h). So a system clock that jumps forward
 * hurts nobody; when it jumps back, what lies in the future is dropped.
 */
#ifndef POSTMOVE_CLOCKS_WATERMARK_H
#define POSTMOVE_CLOCKS_WATERMARK_H

#include "letters/run.h"

/* Before the mail that waits is processed. */
void watermark_begin(struct run *run);

/* All of it was. */
void watermark_end(struct run *run);

/* The operator has held the server since a moment, and lets it go on now: that time
 * counts against nobody. */
void watermark_held(struct run *run, gint64 since);

/* All mailboxes were emptied of what was there at a moment. */
void watermark_fetched(struct run *run, gint64 moment);

/* All mail that had reached us by this moment is here, so that what lapses or is deleted may be
 * judged by it: a mailbox that cannot be emptied may hold the answer that was waited for. */
gint64 watermark_reached(struct run *run);

/* All mail that had reached us by this moment is seen to; 0: not known, so that
 * nobody is out of time. In the midst of processing: as far as the mail at hand. */
gint64 watermark_settled(struct run *run);

/* The clocks were seen to: the next run is not the first after an outage. */
void watermark_calm(struct run *run);

#endif
