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

/* One match that waits for a program. */
struct bot_question {
    const struct bot *bot; /* of the configuration; borrowed */
    gint64 player, board, revision;
    char *text; /* of the question */
};

/* The matches that wait for programs (struct bot_question), at most `most`: first one for each
 * program, then a second for each, and so on. Free with g_ptr_array_unref. */
GPtrArray *bots_questions(struct run *run, guint most);

/* Carries out what a program has printed, in the transaction at hand; `fault` says why it has
 * printed nothing, or is NULL. Nothing happens if the board has changed since the question. */
void bots_answer(struct run *run, const struct bot_question *question, GBytes *printed,
                 const GError *fault);

/* Lets all programs be asked again about the matches in which they have failed. */
void bots_retry(struct run *run);

#endif
