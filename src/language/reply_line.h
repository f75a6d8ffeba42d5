/*
 * reply_line.h: reads one line of a reply, with the lines around it.
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

/* Reads the one command of a line: short, or naming the letter's board, or whole and about no
 * board, or a move with signs around it. NULL with a refusal if it would change another board;
 * NULL without one (key NULL) if it is talk. */
struct command *reply_line_read(const struct mail_text *mail, size_t at,
                                struct command_refusal *refusal);

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

/* Reads a line that is no command by itself, but means one: an answer to what the letter asks, a
 * command with courtesy around it, or a turn in words (language/phrases.h). Sets *said to what the
 * courtesy says to others (free with g_free; NULL: nothing). NULL if the line means no command; if
 * it is an unclear answer, *refusal (may be NULL) says so. */
struct command *reply_line_phrase(const struct grammar_context *context, const char *line,
                                  struct command_refusal *refusal, char **said);

/* Reads a line that asks for a command in a sentence, or names it with a slip (phrases_wish). NULL
 * if it asks for none. Free with command_free. */
struct command *reply_line_wish(const struct grammar_context *context, const char *line);

/* True if a line says more than a salutation or words that only lead to the line below. */
bool reply_line_says(const char *line);

enum {
    REPLY_LINE_UNBROKEN = 50, /* characters of a line that no program breaks */
    REPLY_LINE_OTHERS_MAX = 4 /* other lines before the command of a reply */
};

/* True if it is a lone word that only ends a broken sentence: "... whether I should / resign". */
bool reply_line_is_rest(const struct mail_text *mail, size_t at);

/* Finds another command below the first one of a mail that may have only one: the first line
 * from `at` on that is itself a move, one of a board's own commands, or ends something. A line
 * that only repeats the first command is skipped. Sets *found to the line without its secrets
 * (free with g_free). NULL if there is no such line. */
const struct command_row *reply_line_second(const struct mail_text *mail,
                                            const struct command *first, size_t at, char **found);

#endif
