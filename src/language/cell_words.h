/*
 * cell_words.h: letters and numbers of squares in words, as people spell or dictate them: "gee
 * two", "echo four".
 */
#ifndef POSTMOVE_CELL_WORDS_H
#define POSTMOVE_CELL_WORDS_H

#include "language/line.h"

/* The letter that a word stands for, in lower case; NUL: none. `loosely` takes words that are
 * common in talk, too, such as "see" and "you". */
char cell_letter(struct word word, bool loosely);

/* The number, up to 99, that a word stands for; 0: none. `loosely` takes words that sound like one,
 * too, such as "for". */
int cell_number(struct word word, bool loosely);

#endif
