/*
 * plain.h: typographic characters made plain, and what ends a line.
 *
 * Word processors and telephones write dashes, quotes and blanks that no
 * command is written with; this is the one place that takes them for what was
 * typed. It also knows every character at which some program or other breaks
 * a line: what one line of a letter of ours carries must be one line wherever
 * it is quoted.
 */
#ifndef POSTMOVE_PLAIN_H
#define POSTMOVE_PLAIN_H

#include <glib.h>
#include <stdbool.h>

/* Whether a reader may break the line there (Unicode annex 14, mandatory
 * breaks): LF, VT, FF, CR, U+0085, U+2028, U+2029. */
bool plain_ends_line(gunichar character);

/* Valid UTF-8 as one line: line ends and control characters become blanks,
 * those around it vanish. The caller's. */
char *plain_one_line(const char *text);

/* Ends valid UTF-8 after at most that many bytes, between two characters. */
void plain_cut(char *text, size_t most);

/* What a character is taken for; 0: for nothing. Line ends are blanks. */
gunichar plain_character(gunichar character);

/* Valid UTF-8 of at most `length` bytes (-1: up to its NUL): odd blanks, tabs
 * and line ends become a blank, dashes and quotes their ASCII, the sign of
 * multiplication an x; digits of all scripts become ours, full-width forms fold,
 * zero-width and direction marks vanish. A long dash that begins a word is two,
 * as in --random. What is typed where a cell is meant is taken for it: a letter
 * of another alphabet that looks like ours, alone before a digit; behind a digit
 * an arrow (->), the Japanese sign for a long vowel and the wave (-), and the comma
 * and full stop of East Asia. The caller's. */
char *plain_text(const char *text, gssize length);

#endif
