#include "language/cell_words.h"

#include <string.h>

#include "language/phrase_book.h"

/* The value of a word in one of the lists; 0: it is in none. */
static int value_in(const struct spelled *list, struct word word, bool loosely)
{
    for (; list != NULL && list->word != NULL; list++) {
        if ((loosely || !list->loosely) && word_is(word, list->word)) {
            return list->value;
        }
    }
    return 0;
}

char cell_letter(struct word word, bool loosely)
{
    if (word.length == 1 && g_ascii_isalpha(*word.start)) {
        return g_ascii_tolower(*word.start);
    }
    int letter = 0;
    for (const struct phrase_book *const *book = phrase_books; letter == 0 && *book != NULL;
         book++) {
        letter = value_in((*book)->letters, word, loosely);
    }
    return (char)letter;
}

int cell_number(struct word word, bool loosely)
{
    enum { DIGITS_MOST = 2 };
    if (word.length > 0 && word.length <= DIGITS_MOST &&
        strspn(word.start, "0123456789") >= word.length) {
        return (int)g_ascii_strtoull(word.start, NULL, 10);
    }
    int number = 0;
    for (const struct phrase_book *const *book = phrase_books; number == 0 && *book != NULL;
         book++) {
        number = value_in((*book)->numbers, word, loosely);
    }
    return number;
}
