/*
 * bots.h: the players that are programs: the house player and the bots of the configuration.
 *
 * Such a player has a row like any other, but no address: no letters go to it. Its matches are
 * found in the store instead (store/programs.h). A program is asked about one match at a time
 * (think/question.h), outside of any transaction. Its answer is carried out as a command of that
 * player, unless the board has changed meanwhile.
 *
 * If an answer cannot be carried out, the program is asked once more. After that the match waits
 * until it changes, or until the operator lets the program be asked again; the operator and the
 * other players are told, who may claim the match as usual.
 */
#ifndef POSTMOVE_BOTS_BOTS_H
#define POSTMOVE_BOTS_BOTS_H

#include "letters/run.h"

enum { BOT_TRIES = 2 /* how often a program is asked before the match waits */ };

/* Makes each program of the configuration a player. A program whose name another player has does
 * not play; the operator is told. */
void bots_enrol(struct run *run);

/* What a program is asked: for an answer in a match that waits for it, or to analyse a match. */
struct bot_question {
    const struct bot *bot; /* of the configuration; borrowed */
    char **command;        /* an argument vector */
    int seconds;           /* to answer */
    bool analyses;
    gint64 player; /* the program; if it analyses, who gets the result */
    gint64 board, revision;
    char *text; /* of the question */
};

/* Which programs are asked. */
enum bot_group {
    BOTS_HOUSE,  /* the house player, which is never slow; also to analyse matches */
    BOTS_OTHERS, /* the programs of the operator's own */
};

/* What is to be asked of a group (struct bot_question), at most `most`: first one match for each
 * program, then a second for each, and so on; then the matches to be analysed. Wishes for matches
 * that cannot be read are dropped, in the transaction at hand. Free with g_ptr_array_unref. */
GPtrArray *bots_questions(struct run *run, enum bot_group group, guint most);

/* If there is no house player any more, tells those who still wait for an analysis so. */
void bots_end_analyses(struct run *run);

/* Carries out, or tells the player who waits, what a program has printed, in the transaction at
 * hand; `fault` says why it has printed nothing, or is NULL. Nothing happens if the board has
 * changed since the question. */
void bots_answer(struct run *run, const struct bot_question *question, GBytes *printed,
                 const GError *fault);

/* Lets all programs be asked again about the matches in which they have failed. */
void bots_retry(struct run *run);

#endif
