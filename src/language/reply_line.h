/*
 * reply_line.h: reads a line of a mail as a command, with courtesy around it or in words.
 */
#ifndef POSTMOVE_REPLY_LINE_H
#define POSTMOVE_REPLY_LINE_H

#include "language/own_words.h"

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

/* Reads a line as grammar_parse_here does, with courtesy or signs around it, or a misspelt command
 * that looks, or a move with its number. *said is what stands behind it and may be said to others
 * (free with g_free; NULL: nothing, or only "please"). Free the command with command_free. */
struct command *reply_line_command(const struct grammar_context *context, const char *line,
                                   struct command_refusal *refusal, char **said);

/* Reads a line that means a command in words: an answer to what the letter asks, or a turn. NULL if
 * it means none. Free with command_free. */
struct command *reply_line_in_words(const struct grammar_context *context, const char *line);

/* The command, shown as the line was written. Passes NULL on. */
struct command *reply_line_as_written(struct command *command, const char *line);

/* True if it is a lone word that only ends a broken sentence: "... whether I should / resign"; or a
 * name below "Cheers,". */
bool reply_line_is_rest(const struct mail_text *mail, size_t at);

/* True if words beside a command object to it: they take something back, or are a
 * remark of a few known words, said to nobody, that denies, doubts or asks something, or they name
 * a board. `above` the command "no" and a question speak of something earlier. */
bool reply_words_object(const struct grammar_context *context, const char *text, bool above);

#endif
