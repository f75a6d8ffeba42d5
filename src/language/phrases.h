/*
 * phrases.h: what people write around and instead of the words that the server asks for.
 *
 * Most people answer a letter as they would answer a person: "Yes, please.", "ok :)", "I'd rather
 * not", "resign. gg". They are in the phrase book
 * (phrase_book.h). Whatever it does not cover is talk, and whatever casts doubt on an answer makes
 * it none.
 */
#ifndef POSTMOVE_PHRASES_H
#define POSTMOVE_PHRASES_H

#include <stdbool.h>

#include "language/grammar.h"

enum answer {
    ANSWER_NONE, /* the line is neither */
    ANSWER_YES,
    ANSWER_NO,
    ANSWER_DOUBT, /* it begins like an answer, but asks, or names a condition, or says more */
};

/* What a line answers to a letter that asks yes or no. */
enum answer phrases_answer(const struct grammar_context *context, const char *line);

/* True if a text, of one line or more, says a plain yes, or only courtesy, and nothing else. */
bool phrases_plain_yes(const struct grammar_context *context, const char *text);

/* True if a line may say that something is not so. */
bool phrases_denies(const char *line);

/* True if a line does not end its sentence, and makes a move below it talk: "I would never", "Ann
 * wrote:". */
bool phrases_leave_open(const char *line);

/* True if a line begins in the middle of a sentence, so that it may go on with the line above. */
bool phrases_goes_on_above(const char *line);

/* True if a line is talk that casts no doubt on a move below it: it excuses or explains. */
bool phrases_only_talk(const char *line);

/* True if a line takes back what stands above it, and says no more: "No, wait." In answer to a
 * question (`yes`: that was a yes) it may say more: "but only if I am white". */
bool phrases_take_back(const struct grammar_context *context, bool yes, const char *line);

/* True if a line further below takes back what stands above it, or corrects it: "No, e1-d2", "PS:
 * please wait". */
bool phrases_correct_above(const struct grammar_context *context, const char *line);

/* The line in plain form without courtesy before and behind it: "resign gg" is "resign"; with
 * `sentences` also without further sentences that cast no doubt on the first. *said is
 * what was cut off behind it and may be said to others (free with g_free; NULL: nothing, or only
 * "please"). NULL if there is no courtesy, or nothing else. Free with g_free. */
char *phrases_bare(const struct grammar_context *context, const char *line, bool sentences,
                   char **said);

/* True if a line begins with a command and holds nothing else but courtesy that speaks to nobody:
 * "resign. Well played!", but not "resign, Ann!". */
bool phrases_command_alone(const struct grammar_context *context, const char *line);

/* The line in plain form without a "please" or thanks before and behind it; NULL if it has none, or
 * nothing else. Free with g_free. */
char *phrases_without_plea(const char *line);

/* The turn that a line means as a whole: "I play e1 to d2, please", "e one to d two". NULL if there
 * are other words in it, or it is no turn of the game. Free with g_free. */
char *phrases_turn(const struct grammar_context *context, const char *line);

/* The turn that a line asks to keep for the writer's next turn: "please queue e1-d2 for me". NULL
 * if it asks for no such thing. Free with g_free. */
char *phrases_kept_turn(const struct grammar_context *context, const char *line);

/* True if a line has squares and words that may join them, and nothing else: "barrier at d4". */
bool phrases_part_of_turn(const char *line);

/* The name in a line that answers which name its writer would like: "call me maria", "maria,
 * please!". Without words that lead to it, only a name that stands alone and is in the first line
 * that says anything (`first`). Sets *says if the line says anything. NULL if it names nobody. Free
 * with g_free. */
char *phrases_name(const struct grammar_context *context, const char *line, bool first, bool *says);

/* True if a line ends with words that lead to a name: "My name is:". */
bool phrases_leads_to_name(const char *line);

/* A line that names a game and maybe a player as a command: "play chess with ann" is "chess
 * challenge ann", "chess please" is "play chess". Slips and further sentences that cast no doubt
 * are allowed. NULL if it is no such line. Free with g_free. */
char *phrases_game(const struct grammar_context *context, const char *line);

/* The command that a line may be about, for a question to its writer: "I give up" is about
 * `resign`. NULL if it is about none. */
const struct command_row *phrases_hint(const char *line);

/* What a line asks to tell another player, as a command: "please tell ann I am away" is
 * "chat I am away" in reply to a letter of ann's board, and else "message ann: I am away". NULL if
 * it asks for no such thing. Free with g_free. */
char *phrases_told(const struct grammar_context *context, const char *line);

/* The command that a sentence of the line asks for: "I'd like to see the board, please" is "show",
 * "take number seven" is "take 7", "gaems" is "games". Only commands that look at something are
 * found, and offers, which another player must agree to; an offer only if the whole line casts no
 * doubt on it. Returns NULL if the line asks for no such command. Free with g_free. */
char *phrases_wish(const struct grammar_context *context, const char *line);

#endif
