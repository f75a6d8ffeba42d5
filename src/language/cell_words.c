#include "language/cell_words.h"

#include <string.h>

/* What a word means; NULL: nothing that is known. */
static const struct meaning *meaning_of(struct word word)
{
    enum { LETTERS_MOST = 20 };
    g_autofree char *copy = word_copy(word, LETTERS_MOST);
    g_autofree char *lower = g_utf8_strdown(copy, -1);
    return vocabulary_find(lower);
}

char cell_letter(struct word word, bool loosely)
{
    if (word.length == 1 && g_ascii_isalpha(*word.start)) {
        return g_ascii_tolower(*word.start);
    }
    const struct meaning *meaning = meaning_of(word);
    return meaning != NULL && (loosely || !meaning->loosely) ? meaning->letter : '\0';
}

int cell_number(struct word word, bool loosely)
{
    enum { DIGITS_MOST = 2 };
    if (word.length > 0 && word.length <= DIGITS_MOST &&
        strspn(word.start, "0123456789") >= word.length) {
        return (int)g_ascii_strtoull(word.start, NULL, 10);
    }
    const struct meaning *meaning = meaning_of(word);
    return meaning != NULL && (loosely || !meaning->loosely) ? meaning->number : 0;
}

char cell_both_sides(char one, char other)
{
    static const char fits[][3] = {
        { SIDE_FLAT, SIDE_ABOVE },
        { SIDE_FLAT, SIDE_BELOW },
        { SIDE_UPRIGHT, SIDE_RIGHT },
        { SIDE_UPRIGHT, SIDE_LEFT },
    };
    if (one == '\0' || other == '\0' || one == other) {
        return one != '\0' ? one : other;
    }
    for (size_t i = 0; i < G_N_ELEMENTS(fits); i++) {
        if ((fits[i][0] == one && fits[i][1] == other) ||
            (fits[i][1] == one && fits[i][0] == other)) {
            return fits[i][1];
        }
    }
    return SIDE_MUDDLED;
}

char cell_letter_side(const char *cell)
{
    static const char letters[] = "hnvesw", sides[] = "hhvvsw";
    const char *found = strchr(letters, cell[strlen(cell) - 1]);
    return found != NULL ? sides[found - letters] : '\0';
}

char *cell_barrier_between(const char *one, const char *other)
{
    static const struct {
        int files, ranks;
        char side;
    } ways[] = { { 0, 1, 'h' }, { 1, 0, 'v' }, { 0, -1, 's' }, { -1, 0, 'w' } };
    const int files = other[0] - one[0];
    const int ranks =
        (int)(g_ascii_strtoll(other + 1, NULL, 10) - g_ascii_strtoll(one + 1, NULL, 10));
    const bool bare =
        g_ascii_isdigit(one[strlen(one) - 1]) && g_ascii_isdigit(other[strlen(other) - 1]);
    for (size_t i = 0; i < G_N_ELEMENTS(ways) && bare; i++) {
        if (ways[i].files == files && ways[i].ranks == ranks) {
            return g_strdup_printf("%s%c", one, ways[i].side);
        }
    }
    return NULL;
}
