/*
 * form.h: compares a line with a form of the table, word by word. Private to grammar.c, form.c
 * and names.c.
 */
#ifndef POSTMOVE_FORM_H
#define POSTMOVE_FORM_H

#include <glib.h>
#include <stdbool.h>

#include "language/grammar.h"
#include "language/line.h"

struct form_task {
    const struct grammar_context *context;
    const struct line *line;
    const struct command_row *row;
    size_t command_at; /* the index of the command's word; LINE_WORDS_MAX: the form has none */
    bool strict;       /* a line that could be talk is not taken as a command */
};

/* The result: a command, or where and why the line does not fit the form. */
struct form_outcome {
    struct command *command;
    size_t progress; /* words that fitted */
    const char *key; /* of a refusal */
    char *word;      /* the word at fault, or NULL */
};

/* Compares the line with the form. True with a command, false with a reason. Call
 * form_outcome_clear in either case. */
bool form_follow(const struct form_task *task, const char *form, struct form_outcome *outcome);
void form_outcome_clear(struct form_outcome *outcome);

/* True if the two words from `at` on may be NAME PASSWORD: the name is the writer's own, or it can
 * be a player's and the mail came from no player's address. */
bool form_claims(const struct grammar_context *context, const struct line *line, size_t at);

/* True if the row's lines end in words of any length. */
bool form_takes_text(const struct command_row *row);

/*
 * ---- slots ----
 *
 * A slot of the form takes its words, beginning with the next one, and puts what they say into
 * the command. If they do not fit it returns false and sets the key of a refusal.
 */

/* A walk along one form. */
struct walk {
    const struct form_task *task;
    bool with_options; /* the form takes options */
    bool classic;      /* NAME PASSWORD may stand behind BOARD, although the form shows none */
    size_t at;         /* the index of the next word */
    struct command *command;
    GPtrArray *words, *options, *server_options;
    size_t secret;        /* the first word that is never shown; LINE_WORDS_MAX: none */
    size_t secrets;       /* how many secret words follow each other from there */
    const char *mask;     /* what is shown instead */
    const char *late_key; /* a fault that is reported only if the rest fits; NULL: none */
    const char *key;
    char *word;
};

static inline bool fail(struct walk *walk, const char *key)
{
    walk->key = key;
    return false;
}

static inline bool fail_at(struct walk *walk, const char *key, struct word word)
{
    g_free(walk->word);
    walk->word = word_shown(word);
    return fail(walk, key);
}

static inline bool at_end(const struct walk *walk)
{
    return walk->at >= walk->task->line->count;
}

/* The next word. Must not be called at the end. */
static inline struct word here(const struct walk *walk)
{
    return line_bare(walk->task->line, walk->at);
}

static inline bool add(struct walk *walk, GPtrArray *list, char *text)
{
    g_ptr_array_add(list, text);
    return list->len <= GRAMMAR_WORDS_MAX || fail(walk, "too-many-words");
}

static inline bool add_word(struct walk *walk, struct word word)
{
    walk->at++;
    return add(walk, walk->words, word_copy(word, GRAMMAR_LINE_MAX));
}

/* ---- names.c ---- */

/* True if the next word is a player's name. */
bool names_player_here(struct walk *walk);

/* Takes the options that come next; does nothing if there are none. */
bool slot_options(struct walk *walk);

/* [KEY VALUE] */
bool slot_setting(struct walk *walk);

/* GAME|NAME: only the list of players decides which of them it is. */
bool slot_target(struct walk *walk);
bool slot_optional_target(struct walk *walk);

/* [N|off] */
bool slot_limit(struct walk *walk);

#endif
