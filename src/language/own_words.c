#include "language/own_words.h"

#include <string.h>

#include "base/grapheme.h"
#include "base/plain.h"

void own_words_cut(GString *words, bool *cut)
{
    static const char sign[] = " ...";
    if (words->len > GRAMMAR_TEXT_MAX) {
        const size_t most = GRAMMAR_TEXT_MAX - strlen(sign);
        g_string_truncate(words, grapheme_fit(words->str, most));
        g_string_append(words, sign);
        *cut = true;
    }
}

char *own_words(const struct mail_text *mail, size_t *at, bool to_dot, bool *cut)
{
    g_autoptr(GString) words = g_string_new(NULL);
    bool gap = false;
    for (; mail->lines[*at] != NULL; (*at)++) {
        g_autofree char *plain = to_dot ? plain_text(mail->lines[*at], -1) : NULL;
        if (g_strcmp0(plain, ".") == 0) {
            (*at)++;
            break;
        }
        if (mail->kinds[*at] == OWN_WORDS_END) {
            break;
        }
        if (mail->kinds[*at] == 'q' || words->len > GRAMMAR_TEXT_MAX) {
            continue;
        }
        g_autofree char *line = g_utf8_make_valid(mail->lines[*at], -1);
        g_strchomp(line);
        if (mail->kinds[*at] == 'b' || *line == '\0') {
            gap = words->len > 0;
            continue;
        }
        g_string_append_printf(words, "%s%s", words->len == 0 ? "" : gap ? "\n\n" : "\n", line);
        gap = false;
    }
    own_words_cut(words, cut);
    return words->len > 0 ? g_string_free(g_steal_pointer(&words), FALSE) : NULL;
}
