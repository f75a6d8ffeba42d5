#include "base/grapheme.h"

#include <glib.h>
#include <stdbool.h>
#include <string.h>

#include "base/plain.h"

enum {
    ZERO_WIDTH_NON_JOINER = 0x200C,
    ZERO_WIDTH_JOINER = 0x200D,
    EMOJI_STYLE = 0xFE0F, /* the character before is drawn as a picture */
    TONE_FIRST = 0x1F3FB, /* of skin */
    TONE_LAST = 0x1F3FF,
    TAG_FIRST = 0xE0020, /* letters of flags of regions */
    TAG_LAST = 0xE007F,
    REGION_FIRST = 0x1F1E6, /* two of these are a flag */
    REGION_LAST = 0x1F1FF,
    VIRAMA_CLASS = 9, /* the sign that joins two consonants of an Indic script */
    PICTURE_COLUMNS = 2,
    UNKNOWN_CHARACTER = 0xFFFD,
};

static bool is_between(gunichar character, gunichar first, gunichar last)
{
    return character >= first && character <= last;
}

static bool is_region(gunichar character)
{
    return is_between(character, REGION_FIRST, REGION_LAST);
}

/* True if the character is drawn on or into the one before it. */
static bool extends(gunichar character)
{
    return g_unichar_ismark(character) || character == ZERO_WIDTH_NON_JOINER ||
           character == ZERO_WIDTH_JOINER || is_between(character, TONE_FIRST, TONE_LAST) ||
           is_between(character, TAG_FIRST, TAG_LAST) ||
           (g_unichar_isalpha(character) && g_unichar_iszerowidth(character)); /* of Korean */
}

/* True if a character that could stand alone belongs to the one before it. */
static bool is_joined(gunichar before, gunichar character)
{
    if (before == ZERO_WIDTH_JOINER) {
        return g_unichar_type(character) == G_UNICODE_OTHER_SYMBOL || g_unichar_isalpha(character);
    }
    return g_unichar_combining_class(before) == VIRAMA_CLASS && g_unichar_isalpha(character);
}

static size_t columns_of(gunichar character)
{
    return g_unichar_iszerowidth(character) ? 0 : g_unichar_iswide(character) ? 2 : 1;
}

/* The character at `at`; *next is where the following one begins. Bytes that are not UTF-8 are
 * one unknown character, together with any bytes that can only continue a character. */
static gunichar read_character(const char *at, const char *end, const char **next)
{
    gunichar character = g_utf8_get_char_validated(at, end - at);
    bool known = character < (gunichar)-2;
    const char *behind = known ? g_utf8_next_char(at) : at + 1;
    while (!known && behind < end && ((unsigned char)*behind & 0xC0) == 0x80) {
        behind++;
    }
    *next = behind;
    return known ? character : UNKNOWN_CHARACTER;
}

static bool is_ascii(const char *at, const char *end)
{
    return at == end || (unsigned char)*at < 0x80;
}

size_t grapheme_first(const char *text, const char *end, size_t *columns)
{
    size_t ignored;
    size_t *width = columns != NULL ? columns : &ignored;
    *width = text < end;
    if (text == end || (is_ascii(text, end) && is_ascii(text + 1, end))) {
        return text < end;
    }
    const char *at;
    gunichar before = read_character(text, end, &at);
    bool picture = g_unichar_iswide(before) && !g_unichar_isalpha(before);
    bool region = is_region(before);
    *width = columns_of(before);
    while (!is_ascii(at, end)) {
        const char *behind;
        gunichar next = read_character(at, end, &behind);
        if (!extends(next) && !is_joined(before, next) && !(region && is_region(next))) {
            break;
        }
        *width += columns_of(next);
        picture |= next == EMOJI_STYLE;
        region = false;
        before = next;
        at = behind;
    }
    *width = picture ? PICTURE_COLUMNS : *width;
    return (size_t)(at - text);
}

size_t grapheme_columns(const char *text)
{
    const char *const end = text + strlen(text);
    size_t columns = 0;
    for (size_t bytes, width; (bytes = grapheme_first(text, end, &width)) > 0; text += bytes) {
        columns += width;
    }
    return columns;
}

size_t grapheme_fit(const char *text, size_t most)
{
    const char *end = text + strlen(text);
    size_t fits = 0;
    for (size_t next; (next = grapheme_first(text + fits, end, NULL)) > 0; fits += next) {
        if (fits + next > most) {
            break;
        }
    }
    bool first = fits == 0 && (size_t)(end - text) > most;
    return first ? (size_t)(g_utf8_find_prev_char(text, text + most + 1) - text) : fits;
}
