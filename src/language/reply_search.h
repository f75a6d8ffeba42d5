/*
 * reply_search.h: finds the command of a reply among its lines, and what speaks against it.
 */
#ifndef POSTMOVE_REPLY_SEARCH_H
#define POSTMOVE_REPLY_SEARCH_H

#include "language/read_entry.h"

/* What a search has found. Indexes of lines are G_MAXSIZE if there is no such line. */
struct reply_search {
    struct command *command; /* NULL: none; see refusal */
    struct command_refusal refusal;
    char *said;         /* what the command's line says to others; NULL: nothing */
    size_t at;          /* its line */
    size_t doubt;       /* a line above it that may be meant as a move, or is damaged */
    size_t slip;        /* a line above it that may be a misspelt command */
    size_t below_quote; /* a command right below a quoted line */
    bool in_words;      /* it is in no form of the table */
};

void reply_search_clear(struct reply_search *search);
typedef struct reply_search ReplySearch;
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(ReplySearch, reply_search_clear)

/* Searches the lines from above, and marks those of the command as LINE_TAKEN. A turn of two parts
 * may stand on two lines, if both are one legal turn. A command that looks, and one that rejects an
 * offer, count only if there is no other. Clear with reply_search_clear. */
void reply_search(struct mail_text *mail, struct reply_search *search);

/* The line above the command because of which it is not carried out, or G_MAXSIZE. */
size_t reply_search_doubt(const struct mail_text *mail, const struct reply_search *search);

/* Why the command is not carried out: the key of a refusal; NULL: it is. A grave command must stand
 * alone but for courtesy. Words around an answer, an offer and the like may not deny, set a
 * condition, ask, or take something back. A move is played, unless the line above leaves its
 * sentence open with a condition or a question, words object to it (read_line_objects), or
 * it has words above it and another move below. */
const char *reply_search_veto(const struct mail_text *mail, const struct reply_search *search);

#endif
