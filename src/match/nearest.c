#include "match/nearest.h"

#include <string.h>

#include "base/plain.h"

enum {
    CELLS_MAX = 16, /* squares of a text that are compared */
    LETTERS_MAX = SLIPS_LONGEST,
};

/* A text in the form for comparing: lower case, only letters and digits. */
struct word {
    char letter[LETTERS_MAX + 1];
    int letters;
    int cell[CELLS_MAX]; /* letter and number in one int */
    int cells;
};

static void word_read(struct word *word, const char *text)
{
    *word = (struct word){ .letters = 0 };
    for (const char *at = text; *at != '\0' && word->letters < LETTERS_MAX; at++) {
        if (g_ascii_isalnum(*at)) {
            word->letter[word->letters++] = g_ascii_tolower(*at);
        }
    }
    for (const char *at = text; *at != '\0' && word->cells < CELLS_MAX; at++) {
        if (g_ascii_isalpha(at[0]) && g_ascii_isdigit(at[1])) {
            int number = (int)(g_ascii_strtoull(at + 1, NULL, 10) % 100);
            word->cell[word->cells++] = g_ascii_tolower(at[0]) * 100 + number;
        }
    }
}

static bool word_names(const struct word *word, int cell)
{
    for (int i = 0; i < word->cells; i++) {
        if (word->cell[i] == cell) {
            return true;
        }
    }
    return false;
}

enum nearest_naming nearest_naming(const char *text, const char *typed)
{
    struct word word;
    struct word wanted;
    word_read(&word, text);
    word_read(&wanted, typed);
    if (wanted.cells == 0 || !word_names(&word, wanted.cell[0])) {
        return NAMING_NONE;
    }
    return word.cell[0] == wanted.cell[0] ? NAMING_FIRST : NAMING_WITHIN;
}

void nearest_square(const char *typed, char square[8])
{
    const char *at = typed;
    while (*at != '\0' && !(g_ascii_isalpha(at[0]) && g_ascii_isdigit(at[1]))) {
        at++;
    }
    size_t length = *at == '\0' ? 0 : 1;
    while (length > 0 && length < 7 && g_ascii_isdigit(at[length])) {
        length++;
    }
    g_strlcpy(square, at, length + 1);
    square[0] = g_ascii_tolower(square[0]);
}

struct ranked {
    char *text;
    int shared; /* 2 for each typed square that it has, 1 more for each that it begins with */
    int distance;
};

/* For NEAREST_MEANT the last typed square counts too: the ones left out may be between the
 * first and the last. */
static struct ranked rank(char *text, const struct word *typed, enum nearest_wanted wanted)
{
    struct word word;
    word_read(&word, text);
    int shared = 0;
    for (int i = 0; i < typed->cells; i++) {
        shared += 2 * word_names(&word, typed->cell[i]);
    }
    for (int i = 0; i < MIN(typed->cells, word.cells) && typed->cell[i] == word.cell[i]; i++) {
        shared++;
    }
    if (wanted == NEAREST_MEANT && typed->cells > 1 && word.cells > 0) {
        shared += typed->cell[typed->cells - 1] == word.cell[word.cells - 1];
    }
    const int distance = slips_between(word.letter, (size_t)word.letters, typed->letter);
    return (struct ranked){ .text = text, .shared = shared, .distance = distance };
}

static gint ranked_compare(gconstpointer a, gconstpointer b)
{
    const struct ranked *first = a;
    const struct ranked *second = b;
    if (first->shared != second->shared) {
        return second->shared - first->shared;
    }
    if (first->distance != second->distance) {
        return first->distance - second->distance;
    }
    return strcmp(first->text, second->text);
}

static gint text_compare(gconstpointer a, gconstpointer b)
{
    const struct ranked *first = a;
    const struct ranked *second = b;
    return strcmp(first->text, second->text);
}

/* Keeps `kept` of the first `count` texts, at even distances. */
static void keep(GPtrArray *texts, const GArray *all, guint count, guint kept)
{
    GPtrArray *taken = g_ptr_array_new();
    for (guint i = 0; i < kept; i++) {
        const struct ranked *ranked = &g_array_index(all, struct ranked, i * count / kept);
        g_ptr_array_add(taken, g_strdup(ranked->text));
    }
    g_ptr_array_set_size(texts, 0);
    g_ptr_array_extend_and_steal(texts, taken);
}

guint nearest_keep(GPtrArray *texts, const char *typed, enum nearest_wanted wanted)
{
    g_autoptr(GArray) all = g_array_new(FALSE, FALSE, sizeof(struct ranked));
    struct word word;
    word_read(&word, typed);
    for (guint i = 0; i < texts->len; i++) {
        struct ranked ranked = rank(texts->pdata[i], &word, wanted);
        g_array_append_val(all, ranked);
    }
    g_array_sort(all, ranked_compare);
    if (wanted == NEAREST_ANY) {
        guint kept = MIN(all->len, NEAREST_MAX);
        keep(texts, all, kept, kept);
        return 0;
    }
    /* Those with as many of the typed squares as the best one. */
    guint count = 0;
    while (count < all->len && g_array_index(all, struct ranked, count).shared ==
                                   g_array_index(all, struct ranked, 0).shared) {
        count++;
    }
    guint kept = count > FITTING_MAX ? SAMPLE_MAX : count;
    g_array_set_size(all, count);
    if (kept < count) {
        g_array_sort(all, text_compare);
    }
    keep(texts, all, count, kept);
    return count - kept;
}
