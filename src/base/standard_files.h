/*
 * standard_files.h: standard input, output and error, at the begin and the end of the program.
 *
 * Whoever starts a program may close them before, as some do for jobs at night. Then the next file
 * that it opens takes the number of one of them, and what it prints is written into that file.
 * What it prints may also find no room, or nobody to read it, and half a list looks like a whole
 * one.
 */
#ifndef POSTMOVE_STANDARD_FILES_H
#define POSTMOVE_STANDARD_FILES_H

/* Takes the number of each of the three that is closed. To read from it or to write to it fails, as
 * it would without. Call it before any file is opened. */
void standard_files_begin(void);

/* Writes what was printed and still waits. Gives `code`, the exit code; if not all of standard
 * output could be written and `code` is 0, POSTMOVE_ERROR_LATER, after a line that says so. */
int standard_files_end(int code);

#endif
