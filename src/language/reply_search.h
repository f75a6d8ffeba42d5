/*
 * reply_search.h: finds the line of a reply that is its command.
 */
#ifndef POSTMOVE_REPLY_SEARCH_H
#define POSTMOVE_REPLY_SEARCH_H

#include "language/reply_line.h"

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
    size_t doubt;         /* the first line above that is in doubt */
    size_t slip;          /* the first one that may be a misspelt command */
    size_t not_read;      /* the first command right below a quoted line */
};

/* Searches the lines from above. The caller owns command, refusal and said_with afterwards. A turn
 * of two parts may stand on two lines, if both are one legal turn; where a reply rejects an offer
 * and has a move below, the move is its command. */
void reply_search(const struct mail_text *mail, struct reply_search *search);

/* The line above the command because of which it is not carried out, or G_MAXSIZE. */
size_t reply_search_doubt(const struct mail_text *mail, const struct reply_search *search);

#endif
