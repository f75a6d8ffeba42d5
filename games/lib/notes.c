#include "games/lib/notes.h"

#include <string.h>

bool refuse(struct note *note, const char *key)
{
    return refuse_with(note, key, NULL, 0);
}

bool refuse_number(struct note *note, const char *key, int number)
{
    return refuse_one(note, key, argument_number(number));
}

bool refuse_one(struct note *note, const char *key, struct argument argument)
{
    return refuse_with(note, key, &argument, 1);
}

bool refuse_two(struct note *note, const char *key, struct argument first, struct argument second)
{
    return refuse_with(note, key, (const struct argument[]){ first, second }, 2);
}

bool refuse_with(struct note *note, const char *key, const struct argument *argument, size_t count)
{
    *note = (struct note){ .key = key };
    if (count > 0) {
        memcpy(note->argument, argument, count * sizeof *argument);
    }
    return false;
}

void notes_add(struct notes *notes, const struct note *note)
{
    if (notes->count < notes->cap) {
        notes->note[notes->count++] = *note;
    }
}
