/*
 * wording.h: a batch of letters put into words (letters/composing.h), by as many processes as the
 * machine has processors.
 *
 * Each process is a copy of ours that shares nothing with it but a file in memory: it composes its
 * letters, writes them there, and ends. It also ends when we do.
 */
#ifndef POSTMOVE_CLI_WORDING_H
#define POSTMOVE_CLI_WORDING_H

#include <glib.h>
#include <stdbool.h>

#include "base/config.h"

struct wording;

/* What became of a letter. */
struct worded {
    GBytes *bytes; /* NULL: it could not be composed */
    char *fault;   /* why not now; NULL: it cannot be read */
};

/* Begins to compose `letters` (struct outbox_letter), each as it is read by one of `readers`
 * (struct letter_reader). Takes both. Free with wording_free. */
struct wording *wording_begin(const struct config *config, GPtrArray *letters, GArray *readers);

/* Waits for the letters: their numbers (gint64) -> struct worded. Free with g_hash_table_unref. */
GHashTable *wording_end(struct wording *wording);

/* Ends processes that still run. */
void wording_free(struct wording *wording);
typedef struct wording Wording;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Wording, wording_free)

#endif
