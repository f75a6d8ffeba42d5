#include "letters/tap.h"

#include <stdbool.h>
#include <string.h>

#include "letters/look.h"

static void tap_free(struct tap *tap)
{
    g_free(tap->word);
    g_free(tap->line);
    g_free(tap->address);
    g_free(tap);
}

GPtrArray *taps_new(void)
{
    return g_ptr_array_new_with_free_func((GDestroyNotify)tap_free);
}

void escaped_append(GString *out, const char *words)
{
    g_autofree char *escaped = g_markup_escape_text(words, -1);
    g_string_append(out, escaped);
}

void tap_begin(GString *out, const char *element, const char *line, const char *address,
               const char *attributes)
{
    g_autofree char *to = g_uri_escape_string(address, "@", FALSE);
    g_autofree char *sent = g_uri_escape_string(line, NULL, FALSE);
    g_string_append_printf(out, "<%s href=\"mailto:%s?subject=%s&amp;body=%s\" %s>", element, to,
                           sent, sent, attributes);
}

/* Where a word stands that is no part of another one; NULL: nowhere. */
static const char *find_word(const char *words, const char *word)
{
    const size_t length = strlen(word);
    const char *at = strstr(words, word);
    for (; at != NULL; at = strstr(at + length, word)) {
        const bool begins = at == words || (!g_ascii_isalnum(at[-1]) && (at[-1] & 0x80) == 0);
        if (begins && !g_ascii_isalnum(at[length]) && (at[length] & 0x80) == 0) {
            return at;
        }
    }
    return NULL;
}

void taps_append(GString *out, const char *words, const GPtrArray *taps)
{
    for (guint i = 0; i < taps->len; i++) {
        const struct tap *tap = taps->pdata[i];
        const char *at = tap->address != NULL ? find_word(words, tap->word) : NULL;
        if (at != NULL) {
            g_autofree char *before = g_markup_escape_text(words, at - words);
            g_string_append(out, before);
            tap_begin(out, "a", tap->line, tap->address, "class=\"tap\" style=\"" CHIP "\"");
            g_string_append_printf(out, "%s</a>", tap->word);
            words = at + strlen(tap->word);
        }
    }
    escaped_append(out, words);
}
