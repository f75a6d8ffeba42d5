/*
 * read_entry.h: what reading*.c share: the lines of a mail that is read, each as a command, and the
 * entries of a reading.
 */
#ifndef POSTMOVE_READ_ENTRY_H
#define POSTMOVE_READ_ENTRY_H

#include "language/reading.h"
#include "language/said.h"

/* ---- own words (own_words.c) ---- */

enum {
    LINE_TAKEN = 'c',   /* the kind of a line that is a command of the mail */
    LINE_UNBROKEN = 50, /* characters of a line that no mail program breaks */
};

/* True if the lines right below a quoted one are none that a mail program broke: the quoted line is
 * too short for that. */
bool own_words_below_short(const struct mail_text *mail, size_t at);

/* As own_words_all, of the lines from `first` to before `end`. Sets *cut if there are more than
 * GRAMMAR_TEXT_MAX bytes, and adds a sign that they were cut. */
char *own_words(const struct mail_text *mail, size_t first, size_t end, bool *cut);

/* Cuts words so, between characters. */
void own_words_cut(GString *words, bool *cut);

/* ---- a line as a command (read_entry.c) ---- */

/* Reads a line that begins with the number of a board ("Chess 117: e4-e5") as one short command or
 * a whole turn, which then names that board. NULL if it is no such line. Free with command_free. */
struct command *read_line_numbered(const struct grammar_context *context, const char *line);

/* Reads a line as grammar_parse_here does, with courtesy or signs around it, or a misspelt command
 * that looks, or a move with its number. *said is what stands behind it and may be said to others
 * (free with g_free; NULL: nothing, or only "please"). Free the command with command_free. */
struct command *read_line_command(const struct grammar_context *context, const char *line,
                                  struct command_refusal *refusal, char **said);

/* Reads a line that means a command in words: an answer to what the letter asks, or a turn. NULL if
 * it means none. Free with command_free. */
struct command *read_line_in_words(const struct grammar_context *context, const char *line);

/* The command, shown as the line was written. Passes NULL on. */
struct command *read_line_as_written(struct command *command, const char *line);

/* True if it is a lone word that only ends a broken sentence: "... whether I should / resign"; or a
 * name below "Cheers,". */
bool read_line_is_rest(const struct mail_text *mail, size_t at);

/* True if a line is only that word. */
bool read_line_says(const char *text, const char *word);

/* True if words beside a command object to it: they take something back, or are a
 * remark of a few known words, said to nobody, that denies, doubts or asks something, or they name
 * a board. `above` the command "no" and a question speak of something earlier. */
bool read_line_objects(const struct said *said, bool above);

/* ---- entries (read_entry.c) ---- */

/* An empty list for `entries` of a reading. */
GPtrArray *read_entries_new(void);

/* Adds an entry. `command` NULL: a line that is refused. */
struct reading_entry *read_entry_add(struct reading *reading, struct command *command);

/* Reads a line as a command, which begins with the number of its board, or is whole. Where it is
 * no command, and what is behind the number or without one may be, it is refused; in a reply to a
 * letter about several boards NULL is returned for other talk. */
struct reading_entry *read_entry_line(const struct grammar_context *context, const char *line,
                                      struct reading *reading);

/* Turns a command into a line that is refused. */
void read_entry_refuse(struct reading_entry *entry, const char *key);

/* Refuses the line in doubt. `below` (NULL: none) is a command below it, which is not carried out
 * either. */
void read_entry_refuse_doubt(const struct grammar_context *context, const char *line,
                             const struct command *below, struct reading *reading);

/* Makes the text of a command from its line and the lines below it. */
void read_entry_complete_text(struct reading *reading, struct reading_entry *entry, char *below);

/* ---- the command of a reply among its lines (reply_search.c) ---- */

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

/* ---- the whole mail (reading_reply.c) ---- */

/* Gives the one command of a mail the words around it: those from line `behind` on are its text, or
 * with those above and what its own line says (`said`; NULL: nothing) the comment. What may be
 * another command, or meant for the server, is held back. */
void read_entry_add_words(const struct mail_text *mail, size_t behind, const char *said,
                          struct reading_entry *entry, struct reading *reading);

/* Reads what a mail as a whole means: an answer, or (`wishes`) what it asks for. NULL if it means
 * no command. Free with command_free. */
struct command *read_entry_whole(const struct mail_text *mail, bool wishes);

#endif
