/*
 * composing.h: a letter in the words of its reader.
 *
 * A letter that waits holds no words (letters/queued.h). When it is sent, it gets them here: in the
 * language, time zone and form of boards that its reader has set by then. Text, HTML
 * (letters/html.h) and pictures come from the same blocks, and say the same.
 */
#ifndef POSTMOVE_LETTERS_COMPOSING_H
#define POSTMOVE_LETTERS_COMPOSING_H

#include "letters/html.h"
#include "letters/run.h"
#include "store/outbox.h"

/* How a player (0: nobody who is known) reads letters to that address. The operator, who need not
 * be a player, gets text alone. Clear with letter_reader_clear. */
struct letter_reader letter_reader_of(const struct run *run, gint64 player, const char *address);
void letter_reader_clear(struct letter_reader *reader);
typedef struct letter_reader LetterReader;
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(LetterReader, letter_reader_clear)

/* The letter as it is sent (RFC 5322); `id` is its number in the outbox. The text stands below the
 * marker above which replies are written, wrapped at 72 columns. POSTMOVE_ERROR_LATER if a page of
 * the templates is missing. Free with g_bytes_unref. */
GBytes *compose(const struct queued *queued, const struct letter_reader *player,
                const struct config *config, gint64 id, GError **error);

/* A letter of the outbox as its reader would get it now, without HTML; NULL if it cannot be read.
 * Free with g_bytes_unref. */
GBytes *compose_again(const struct run *run, const struct outbox_letter *letter);

#endif
