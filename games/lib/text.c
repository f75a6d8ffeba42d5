#include "text.h"

struct text text_in(char *buffer, size_t room)
{
    buffer[0] = '\0';
    return (struct text){ .start = buffer, .room = room };
}

void text_character(struct text *text, char character)
{
    if (text->length + 1 >= text->room) {
        text->cut = true;
        return;
    }
    text->start[text->length++] = character;
    text->start[text->length] = '\0';
}

void text_string(struct text *text, const char *string)
{
    while (*string != '\0') {
        text_character(text, *string++);
    }
}

void text_number(struct text *text, long number)
{
    char digits[24];
    size_t count = 0;
    unsigned long rest = number < 0 ? 0UL - (unsigned long)number : (unsigned long)number;
    do {
        digits[count++] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    if (number < 0) {
        text_character(text, '-');
    }
    while (count > 0) {
        text_character(text, digits[--count]);
    }
}
