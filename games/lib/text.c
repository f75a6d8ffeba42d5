#include "games/lib/text.h"

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

/* ---- reading ---- */

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

struct scan scan_over(const char *string)
{
    struct scan scan = { .at = string, .end = string };
    while (*scan.end != '\0') {
        scan.end++;
    }
    return scan;
}

bool scan_done(const struct scan *scan)
{
    return scan->at == scan->end;
}

char scan_peek(const struct scan *scan)
{
    return (char)(scan->at < scan->end ? *scan->at : '\0');
}

char scan_lower(const struct scan *scan)
{
    const char c = scan_peek(scan);
    return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

bool scan_blanks(struct scan *scan)
{
    const char *start = scan->at;
    while (scan_peek(scan) == ' ' || scan_peek(scan) == '\t') {
        scan->at++;
    }
    return scan->at > start;
}

bool scan_take(struct scan *scan, char c)
{
    if (scan_done(scan) || *scan->at != c) {
        return false;
    }
    scan->at++;
    return true;
}

bool scan_word(struct scan *scan, const char *word)
{
    struct scan ahead = *scan;
    for (; *word != '\0'; word++, ahead.at++) {
        if (scan_done(&ahead) || scan_lower(&ahead) != *word) {
            return false;
        }
    }
    const char next = scan_lower(&ahead);
    if ((next >= 'a' && next <= 'z') || is_digit(next)) {
        return false;
    }
    *scan = ahead;
    return true;
}

bool scan_number(struct scan *scan, long most, long *value)
{
    struct scan ahead = *scan;
    long number = 0;
    int digits = 0;
    while (digits < 9 && is_digit(scan_peek(&ahead))) {
        number = number * 10 + (scan_peek(&ahead) - '0');
        ahead.at++;
        digits++;
    }
    if (digits == 0 || is_digit(scan_peek(&ahead)) || number > most) {
        return false;
    }
    *scan = ahead;
    *value = number;
    return true;
}
