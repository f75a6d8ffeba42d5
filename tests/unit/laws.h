/*
 * laws.h: a random game on its way, and how a law that it breaks is told: with the file and the
 * function of the game where to look, the options and the position.
 */
#ifndef POSTMOVE_TEST_LAWS_H
#define POSTMOVE_TEST_LAWS_H

#include "games.h"

enum {
    MOVES_MAX = 4096,
    PLIES = 1000,
    CLOSELY = 64, /* one position in so many is tested closely, unless WALK_CLOSELY says
                     otherwise */
    SEEN = 1 << 14,
    SHORT_BYTES = 100, /* moves of two bytes are tried with bytes below this */
    EARLY = 8,         /* one of the first so many moves of a walk leads to one that is, too */
    SPOILED = 6,       /* positions of a set of options whose texts are spoiled */
    SHORTS = 3,        /* positions of a set of options in which they are */
};

/* A random game on its way. */
struct walk {
    const struct game *game;
    struct setup setup;
    struct position start, now;
    struct move list[MOVES_MAX];
    size_t count;
    struct move seen[SEEN]; /* moves read back in this walk, by hash */
    int closely;            /* one position in so many is tested closely */
    int spoiled;            /* positions that were spoiled */
    int shorts;             /* positions in which all short moves were tried */
    GRand *chance;
    GKeyFile *words;
    GHashTable *shown; /* of each key that had words: which arguments they show */
    GHashTable *men;   /* drawn where positions begin with these bytes (GBytes) */
};

/* Fails: what is wrong, in which function of the game, and in which position. */
G_GNUC_PRINTF(3, 4)
static void wrong(const struct walk *walk, const char *function, const char *format, ...)
{
    const struct options options = { .setup = walk->setup, .repetition = REPETITION_DEFAULT };
    char position[POSITION_MAX * 2] = "";
    struct text text = text_in(position, sizeof position);
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *what = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    g_autofree char *chosen = options_text(&options, walk->game);
    if (walk->chance != NULL) { /* else it is about no position */
        walk->game->encode(&walk->now, &text);
    }
    g_error("games/%s.c: %s: %s\n    options: %s\n    position: %s", walk->game->name, function,
            what, chosen, position);
}

/* The text of a move, or, of any bytes, these. Free with g_free. */
static char *bytes_text(const struct move *move)
{
    GString *text = g_string_new("bytes");
    for (int i = 0; i < MIN(move->length, MOVE_BYTES); i++) {
        g_string_append_printf(text, " %u", move->byte[i]);
    }
    return g_string_free(text, FALSE);
}

static int by_bytes(const void *one, const void *other)
{
    const struct move *a = one, *b = other;
    return memcmp(a->byte, b->byte, MOVE_BYTES);
}

static bool listed(const struct walk *walk, const struct move *move)
{
    const struct move *found = bsearch(move, walk->list, walk->count, sizeof *walk->list, by_bytes);
    return found != NULL && found->length == move->length;
}

/* Which arguments the words show where no section asks for them: bit N for {{N}}. */
static guint arguments_shown(const char *words)
{
    guint shown = 0;
    for (int i = 1; i <= NOTE_ARGUMENTS; i++) {
        g_autofree char *argument = g_strdup_printf("{{%d}}", i);
        g_autofree char *section = g_strdup_printf("{{#%d", i);
        const bool always = strstr(words, argument) != NULL && strstr(words, section) == NULL;
        shown |= always ? 1U << i : 0;
    }
    return shown;
}

/* The key of a note of that function has words. Returns which arguments these show; each key is
 * looked up once. */
static guint has_words(const struct walk *walk, const char *function, const char *key)
{
    if (key == NULL) {
        wrong(walk, function, "its note has no key");
    }
    gpointer shown = NULL;
    if (!g_hash_table_lookup_extended(walk->shown, key, NULL, &shown)) {
        const char *game = walk->game->name;
        g_autofree char *words = g_key_file_get_string(walk->words, game, key, NULL);
        if (words == NULL && !g_str_equal(key, "match-over")) {
            wrong(walk, function, "templates/en/%s.words has no %s=", game, key);
        }
        shown = GUINT_TO_POINTER(words != NULL ? arguments_shown(words) : 0);
        g_hash_table_insert(walk->shown, g_strdup(key), shown);
    }
    return GPOINTER_TO_UINT(shown);
}

/* A note of that function has words, has what they show, and speaks of seats that play. */
static void note_fits(const struct walk *walk, const char *function, const struct note *note)
{
    const guint shown = has_words(walk, function, note->key);
    for (size_t i = 0; i < NOTE_ARGUMENTS; i++) {
        const struct argument *argument = &note->argument[i];
        if (argument->kind == ARGUMENT_NONE && (shown >> (i + 1) & 1) != 0) {
            wrong(walk, function, "the words of %s show {{%zu}}, but its note has no argument %zu",
                  note->key, i + 1, i + 1);
        }
        if (argument->kind == ARGUMENT_SEAT &&
            (argument->value < 0 || argument->value >= walk->setup.seats)) {
            wrong(walk, function, "its note %s speaks of seat %d, which does not play", note->key,
                  argument->value);
        }
    }
}

#endif
