#include "cli/typing.h"

#include <stdbool.h>
#include <string.h>

#include "base/plain.h"

/* ---- what a line may hold ---- */

static bool is_shown(gunichar character)
{
    switch (g_unichar_type(character)) {
    case G_UNICODE_CONTROL:
    case G_UNICODE_FORMAT: /* such as what turns the direction of writing */
    case G_UNICODE_LINE_SEPARATOR:
    case G_UNICODE_PARAGRAPH_SEPARATOR:
    case G_UNICODE_PRIVATE_USE:
    case G_UNICODE_UNASSIGNED:
        return false;
    default:
        return true;
    }
}

char *typing_clean(const char *bytes, gsize length)
{
    g_autofree char *valid = g_utf8_make_valid(bytes, (gssize)length);
    g_autoptr(GString) text = g_string_new(NULL);
    for (const char *at = g_strstrip(valid); *at != '\0'; at = g_utf8_next_char(at)) {
        gunichar character = g_utf8_get_char(at);
        gunichar shown = is_shown(character) ? character : '?';
        g_string_append_unichar(text, character == '\t' ? ' ' : shown);
    }
    return g_strstrip(plain_text(text->str, -1));
}

/* ---- completion ---- */

/* Bytes in which two texts begin alike, but for case. */
static gsize alike(const char *one, const char *other, gsize most)
{
    gsize length = 0;
    while (length < most && one[length] != '\0' &&
           g_ascii_tolower(one[length]) == g_ascii_tolower(other[length])) {
        length++;
    }
    return length;
}

char *typing_complete(const GPtrArray *words, const char *typed, GPtrArray *fitting)
{
    const gsize length = strlen(typed);
    gsize common = 0;
    for (guint i = 0; i < words->len; i++) {
        const char *word = words->pdata[i];
        if (alike(word, typed, length) == length) {
            common = fitting->len == 0 ? strlen(word) : alike(word, fitting->pdata[0], common);
            g_ptr_array_add(fitting, (char *)word);
        }
    }
    return fitting->len > 0 ? g_strndup(fitting->pdata[0], common) : NULL;
}
