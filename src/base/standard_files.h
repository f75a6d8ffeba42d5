/*
 * standard_files.h: standard input, output and error, when the program begins and when it ends.
 *
 * Whoever starts the program may have closed some of them. Then the next file that the program
 * opens gets the number of one of them, and what is printed is written into that file. What is
 * printed may also find a full disk, or nobody who reads it, and half a list looks like a whole
 * one.
 */
#ifndef POSTMOVE_STANDARD_FILES_H
#define POSTMOVE_STANDARD_FILES_H

/* Opens each of the three that is closed, so that no other file gets its number; reading from it or
 * writing to it still fails. Call it before any other file is opened. */
void standard_files_begin(void);

/* Writes what was printed and is still in memory. If not all of standard output could be written,
 * logs that. Gives the exit code: `code`, or POSTMOVE_ERROR_LATER if that is 0 and output is
 * missing. */
int standard_files_end(int code);

#endif
