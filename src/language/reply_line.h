/*
 * reply_line.h: reads a line of a reply with the lines around it, and finds the one that is its
 * command.
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

/* Reads a line that asks for a command in a sentence, or names it with a slip (phrases_wish). NULL
 * if it asks for none. Free with command_free. */
struct command *reply_line_wish(const struct grammar_context *context, const char *line);

/* The words that answer what a letter asks, for a sentence. Free with g_free. */
char *reply_line_answers(const struct grammar_context *context);

/* True if a line says more than a salutation or words that only lead to the line below. */
bool reply_line_says(const char *line);

enum {
    REPLY_LINE_UNBROKEN = 50, /* characters of a line that no program breaks */
    REPLY_LINE_OTHERS_MAX = 4 /* other lines before the command of a reply */
};

/* True if a line above or below a command may say that it is not to be done: "disregard that". */
bool reply_line_retracts(const char *line);

/* Reads the one command of a line: short, or naming the letter's board, or whole and about no
 * board, or a move with signs around it. NULL with a refusal if it would change another board; NULL
 * without one (key NULL) if it is talk. Free with command_free. */
struct command *reply_line_command(const struct mail_text *mail, size_t at,
                                   struct command_refusal *refusal);

/* True if it is a lone word that only ends a broken sentence: "... whether I should / resign". */
bool reply_line_is_rest(const struct mail_text *mail, size_t at);

/* The result of searching a reply for its command. `doubt`, `slip` and `not_read` are
 * G_MAXSIZE if there is no such line. */
struct reply_search {
    struct command *command;
    struct command_refusal refusal;
    bool found;           /* there is a command or a refusal */
    struct command *look; /* a phrase above it that may ask to look at something; NULL: none */
    size_t look_at;       /* the index of its line */
    bool look_said;       /* a line above that says something */
    bool said;            /* a line above says something */
    char *said_with;      /* what the command's own line says to others; NULL: nothing */
    size_t at;            /* the index of that line, or where the search ended */
    size_t first;         /* the index of the command's first line */
    size_t doubt;         /* the first line above that is in doubt */
    size_t slip;          /* the first one that may be a misspelt command */
    size_t not_read;      /* the first command right below a quoted line */
    bool left_open; /* the command may be part of a sentence: of the line above ("Ann wrote:"),
                       or, if it ends a match, of the line below */
};

/* Searches the lines from above. The caller owns command, refusal and said_with afterwards. A turn
 * of two parts may stand on two lines, if both are one legal turn; where a reply rejects an offer
 * and has a move below, the move is its command. */
void reply_search(const struct mail_text *mail, struct reply_search *search);

/* The line above the command because of which it is not carried out, or G_MAXSIZE. */
size_t reply_search_doubt(const struct mail_text *mail, const struct reply_search *search);

#endif
