/*
 * typing.h: what people type, made clean and completed.
 */
#ifndef POSTMOVE_CLI_TYPING_H
#define POSTMOVE_CLI_TYPING_H

#include <glib.h>

/* Bytes as text that is safe to show: UTF-8 without blanks at its ends,
 * tabulators turned into blanks, `?` for whatever would act on a terminal, and
 * typographic characters, as pasted from a letter, plain. The caller's. */
char *typing_clean(const char *bytes, gsize length);

/* How a word typed may go on: the beginning common to all of `words` that begin
 * with it, without regard to case; `fitting` (const char *, borrowed) gets these.
 * It is at least as long as the word; the caller's. NULL: none begins so. */
char *typing_complete(const GPtrArray *words, const char *typed, GPtrArray *fitting);

#endif
