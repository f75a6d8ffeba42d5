#include "mail/plain.h"

#include <string.h>

enum { PLAIN_NOTHING = 0 };

/* Ranges of characters and what each becomes, in order. */
static const struct {
    gunichar first, last;
    gunichar plain;
} folds[] = {
    { 0x0009, 0x0009, ' ' },
    { 0x00A0, 0x00A0, ' ' },
    { 0x00AD, 0x00AD, PLAIN_NOTHING }, /* soft hyphen */
    { 0x00D7, 0x00D7, 'x' },           /* a sign for "times" */
    { 0x061C, 0x061C, PLAIN_NOTHING }, /* direction */
    { 0x1680, 0x1680, ' ' },
    { 0x180E, 0x180E, PLAIN_NOTHING },
    { 0x2000, 0x200A, ' ' },
    { 0x200B, 0x200F, PLAIN_NOTHING },
    { 0x2010, 0x2015, '-' },
    { 0x2018, 0x201B, '\'' },
    { 0x201C, 0x201F, '"' },
    { 0x202A, 0x202E, PLAIN_NOTHING },
    { 0x202F, 0x202F, ' ' },
    { 0x2032, 0x2032, '\'' },
    { 0x2033, 0x2033, '"' },
    { 0x205F, 0x205F, ' ' },
    { 0x2060, 0x206F, PLAIN_NOTHING },
    { 0x2212, 0x2212, '-' },
    { 0x3000, 0x3000, ' ' },
    { 0xFE00, 0xFE0F, PLAIN_NOTHING }, /* how the character before is drawn */
    { 0xFE58, 0xFE58, '-' },
    { 0xFE63, 0xFE63, '-' },
    { 0xFEFF, 0xFEFF, PLAIN_NOTHING },
};

enum { EM_DASH = 0x2014 };
enum { FULL_WIDTH_FIRST = 0xFF01, FULL_WIDTH_LAST = 0xFF5E };

bool plain_ends_line(gunichar character)
{
    return (character >= '\n' && character <= '\r') || character == 0x85 || character == 0x2028 ||
           character == 0x2029;
}

char *plain_one_line(const char *text)
{
    g_autoptr(GString) line = g_string_sized_new(strlen(text));
    for (const char *c = text; *c != '\0'; c = g_utf8_next_char(c)) {
        gunichar character = g_utf8_get_char(c);
        bool blank = plain_ends_line(character) || g_unichar_iscntrl(character);
        g_string_append_unichar(line, blank ? ' ' : character);
    }
    return g_strdup(g_strstrip(line->str));
}

void plain_cut(char *text, size_t most)
{
    if (strlen(text) > most) {
        *g_utf8_find_prev_char(text, text + most + 1) = '\0';
    }
}

gunichar plain_character(gunichar character)
{
    if (plain_ends_line(character)) {
        return ' ';
    }
    if (character >= FULL_WIDTH_FIRST && character <= FULL_WIDTH_LAST) {
        return character - FULL_WIDTH_FIRST + '!';
    }
    for (size_t i = 0; i < G_N_ELEMENTS(folds) && folds[i].first <= character; i++) {
        if (character <= folds[i].last) {
            return folds[i].plain;
        }
    }
    return character;
}

/* Phones make one long dash of the two before an option: a word that begins
 * with it, and no dash between words or squares. */
static bool is_option_dash(const char *dash, const char *end, const GString *before)
{
    const char *word = g_utf8_next_char(dash);
    bool begins = before->len == 0 || before->str[before->len - 1] == ' ';
    return g_utf8_get_char(dash) == EM_DASH && begins && word < end && g_ascii_isalpha(*word);
}

char *plain_text(const char *text, gssize length)
{
    size_t size = length < 0 ? strlen(text) : (size_t)length;
    GString *plain = g_string_sized_new(size);
    for (const char *c = text; c < text + size; c = g_utf8_next_char(c)) {
        gunichar folded = plain_character(g_utf8_get_char(c));
        if (is_option_dash(c, text + size, plain)) {
            g_string_append_c(plain, '-');
        }
        if (folded != PLAIN_NOTHING) {
            g_string_append_unichar(plain, folded);
        }
    }
    return g_string_free(plain, FALSE);
}
