/*
 * reply_line.h: reads a line of a mail as a command, with courtesy around it or in words.
 */
#ifndef POSTMOVE_REPLY_LINE_H
#define POSTMOVE_REPLY_LINE_H

#include "language/grammar.h"

/* The lines of a mail and their kinds, as in reading.h. `at` below is the index of a line. */
struct mail_text {
    const struct grammar_context *context;
    char **lines;
    const char *kinds;
};

/* What stands behind the number of a board in a line of a mail about several: "117 e4-e5". */
struct numbered_line {
    struct grammar_context context; /* that of a reply to a letter about the board */
    gint64 board;
    bool known; /* the writer plays there */
    char *rest; /* as it was written, "" if there is nothing; free with g_free */
};

/* Reads the number with which a line begins, and what may stand before it ("Chess 117:"). False if
 * it begins with no number. */
bool reply_line_number(const struct grammar_context *context, const char *line,
                       struct numbered_line *numbered);

/* Reads such a line as one short command or a whole turn, which then names its board. NULL if it is
 * neither. Free with command_free. */
struct command *reply_line_numbered(const struct grammar_context *context, const char *line);

/* The line without courtesy, faces, bullets and signs around it; with `people` also without names
 * of players at the board. *said is what was cut off behind it and may be said to others (free with
 * g_free; NULL: nothing, or only "please"). NULL if nothing is left. Free with g_free. */
char *reply_line_tidied(const struct grammar_context *context, const char *line, bool people,
                        bool signs, char **said);

/* The line with its first word as the name of a command that looks at something, if that is
 * misspelt and the line is as short as a command: "shwo 12". NULL if it is not. Free with g_free.
 */
char *reply_line_respelt(const char *written);

/* Reads the one command of a line in a form of the table: short, or naming the letter's board, or
 * whole and about no board, or a move with signs around it; courtesy may stand around it. *said is
 * as in reply_line_tidied. NULL with a refusal if it would change another board; NULL without one
 * (key NULL) if it is talk. Free with command_free. */
struct command *reply_line_command(const struct mail_text *mail, size_t at,
                                   struct command_refusal *refusal, char **said);

/* Reads a line that means a command in words: an answer to what the letter asks, or a turn. NULL if
 * it means none. Free with command_free. */
struct command *reply_line_in_words(const struct grammar_context *context, const char *line);

/* The command, shown as the line was written. Passes NULL on. */
struct command *reply_line_as_written(struct command *command, const char *line);

/* True if it is a lone word that only ends a broken sentence: "... whether I should / resign". */
bool reply_line_is_rest(const struct mail_text *mail, size_t at);

/* True if the command of line `at` may be part of a sentence with a veto in it: the line above does
 * not end its sentence, or the line below goes on with it. */
bool reply_line_is_left_open(const struct mail_text *mail, size_t at);

/* True if a line says that something is not to be done: "no, wait", "disregard that". `above`: a
 * move stands below, so that "wrong one!" speaks of an earlier move, and "no" answers what the
 * letter asked. */
bool reply_line_retracts(const struct grammar_context *context, const char *line, bool above);

enum { REPLY_LINE_UNBROKEN = 50 /* characters of a line that no program breaks */ };

#endif
