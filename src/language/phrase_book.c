#include "language/phrase_book.h"

const struct phrase_book *const phrase_books[] = { &phrase_book_english, &phrase_book_english_moves,
                                                   &phrase_book_others, NULL };

bool phrase_book_has(enum phrase_kind kind, struct word word)
{
    for (const struct phrase_book *const *book = phrase_books; *book != NULL; book++) {
        if ((*book)->of[kind] != NULL && word_among(word, (*book)->of[kind]) >= 0) {
            return true;
        }
    }
    return false;
}
