#include "language/cell_words.h"

#include <string.h>

static const char *const number_words[] = {
    "one",     "two",     "three",     "four",     "five",     "six",      "seven",
    "eight",   "nine",    "ten",       "eleven",   "twelve",   "thirteen", "fourteen",
    "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", NULL,
};

/* Words that sound like numbers. */
static const struct sound {
    const char *word;
    int number;
} sounds[] = { { "won", 1 }, { "l", 1 },    { "too", 2 }, { "tree", 3 }, { "free", 3 },
               { "for", 4 }, { "fore", 4 }, { "ate", 8 }, { "niner", 9 } };

static const struct spelling {
    const char *word;
    char letter;
    bool talk; /* it is common in talk */
} spellings[] = {
    { "ay", 'a', true },       { "alfa", 'a', false },    { "alpha", 'a', false },
    { "bee", 'b', false },     { "be", 'b', true },       { "bravo", 'b', false },
    { "cee", 'c', false },     { "see", 'c', true },      { "sea", 'c', true },
    { "charlie", 'c', false }, { "dee", 'd', false },     { "delta", 'd', false },
    { "ee", 'e', true },       { "echo", 'e', false },    { "eff", 'f', false },
    { "ef", 'f', true },       { "foxtrot", 'f', false }, { "gee", 'g', false },
    { "golf", 'g', false },    { "aitch", 'h', false },   { "haitch", 'h', false },
    { "hotel", 'h', false },   { "eye", 'i', true },      { "india", 'i', false },
    { "jay", 'j', false },     { "juliet", 'j', false },  { "juliett", 'j', false },
    { "kay", 'k', false },     { "kilo", 'k', false },    { "ell", 'l', false },
    { "el", 'l', true },       { "lima", 'l', false },    { "em", 'm', true },
    { "mike", 'm', true },     { "en", 'n', true },       { "november", 'n', true },
    { "oscar", 'o', false },   { "papa", 'p', false },    { "pee", 'p', true },
    { "cue", 'q', true },      { "queue", 'q', true },    { "quebec", 'q', false },
    { "romeo", 'r', false },   { "sierra", 's', false },
};

char cell_letter(struct word word, bool loosely)
{
    if (word.length == 1 && g_ascii_isalpha(*word.start)) {
        return g_ascii_tolower(*word.start);
    }
    for (size_t i = 0; i < G_N_ELEMENTS(spellings); i++) {
        const struct spelling *spelling = &spellings[i];
        if ((loosely || !spelling->talk) && word_is(word, spelling->word)) {
            return spelling->letter;
        }
    }
    return '\0';
}

int cell_number(struct word word, bool loosely)
{
    enum { DIGITS_MOST = 2 };
    if (word.length > 0 && word.length <= DIGITS_MOST &&
        strspn(word.start, "0123456789") >= word.length) {
        return (int)g_ascii_strtoull(word.start, NULL, 10);
    }
    const int listed = word_among(word, number_words);
    for (size_t i = 0; listed < 0 && loosely && i < G_N_ELEMENTS(sounds); i++) {
        if (word_is(word, sounds[i].word)) {
            return sounds[i].number;
        }
    }
    return listed + 1;
}
