/*
 * walk.h: following one form along a line, word by word. Private to form.c and names.c.
 *
 * A slot of the form takes its words, beginning with the next one, and puts what they say into the
 * command. If they do not fit it returns false and sets the key of a refusal.
 */
#ifndef POSTMOVE_WALK_H
#define POSTMOVE_WALK_H

#include <glib.h>
#include <stdbool.h>

#include "language/form.h"

/* A walk along one form. */
struct walk {
    const struct form_task *task;
    bool with_options; /* the form has them */
    size_t at;         /* the word to be looked at next */
    struct command *command;
    GPtrArray *words, *options, *server_options;
    size_t secret;        /* the first word that is never shown; LINE_WORDS_MAX: none */
    size_t secrets;       /* how many there are, one behind the other */
    const char *mask;     /* what is shown instead */
    const char *late_key; /* a fault that is told only if the rest fits */
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

/* The next word; not at the end. */
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

/* Whether a player's name stands here. */
bool names_player_here(struct walk *walk);

/* Takes the options that stand here, wherever that is. */
bool slot_options(struct walk *walk);

/* [KEY VALUE] */
bool slot_setting(struct walk *walk);

/* GAME|NAME: only the list of players can tell which it is. */
bool slot_target(struct walk *walk);
bool slot_optional_target(struct walk *walk);

/* [N|off] */
bool slot_limit(struct walk *walk);

#endif
