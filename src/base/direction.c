#include "base/direction.h"

#include <glib.h>
#include <stdbool.h>

#include "base/plain.h"

enum { OVERRIDE_LEFTWARDS = 0x202E };

static bool is_between(gunichar character, gunichar first, gunichar last)
{
    return character >= first && character <= last;
}

/* Whether it is a letter of Hebrew, Arabic or a script beside them. */
static bool runs_leftwards(gunichar character)
{
    return g_unichar_isalpha(character) &&
           (is_between(character, 0x0590, 0x08FF) || is_between(character, 0xFB1D, 0xFDFF) ||
            is_between(character, 0xFE70, 0xFEFC) || is_between(character, 0x10800, 0x10FFF) ||
            is_between(character, 0x1E800, 0x1EFFF));
}

/* Whether it says how what stands behind it runs. */
static bool is_sign(gunichar character)
{
    return character == 0x061C || character == 0x200E || character == 0x200F ||
           is_between(character, 0x202A, 0x202E) || is_between(character, 0x2066, 0x2069);
}

/* Whether it may turn what stands behind it, or around. */
static bool is_leftwards(gunichar character)
{
    return character == 0x061C || character == 0x200F || character == 0x202B ||
           character == 0x2067 || character == 0x2068;
}

const char *direction_turn(const char *line, size_t length)
{
    const char *first = NULL;
    bool leftwards = false, seen = false, waiting = false, within = false, turned = false;
    for (const char *at = line; at < line + length; at = g_utf8_next_char(at)) {
        const gunichar character = g_utf8_get_char(at);
        const gunichar plain = plain_character(character);
        first = first == NULL && is_sign(character) ? at : first;
        turned |= character == OVERRIDE_LEFTWARDS;
        leftwards |= is_leftwards(character);
        waiting |= seen && is_sign(character);
        if (plain != 0 && plain != ' ') {
            within |= waiting; /* a sign stands between what is seen */
            seen = true;
        }
        if (runs_leftwards(character)) {
            return NULL;
        }
    }
    return turned || (leftwards && within) ? first : NULL;
}
