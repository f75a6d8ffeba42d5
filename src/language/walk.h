/*
 * walk.h: a line's way along one form: what the slots of forms share. For form.c
 * and names.c alone.
 *
 * A slot takes its words, from the one at hand on, and puts what they say into
 * the command; false with a key of a refusal where they do not fit.
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

/* The word at hand; not at the end. */
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

/* Takes the options that stand here, wherever that is. */
bool slot_options(struct walk *walk);

/* [KEY VALUE] */
bool slot_setting(struct walk *walk);

/* GAME|NAME: which it is only the players there are can tell. */
bool slot_target(struct walk *walk);
bool slot_optional_target(struct walk *walk);

/* [N|off] */
bool slot_limit(struct walk *walk);

#endif
