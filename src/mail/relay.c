/* What of one player's words may reach another: the part of mail/reply.h that
 * writes. */
#include <stdbool.h>
#include <string.h>

#include "mail/plain.h"
#include "mail/quoting.h"
#include "mail/reply.h"

enum { RELAY_BYTES_MAX = 4000, RELAY_LEAD_MAX = 16, TOKEN_LENGTH = 26 };

static const char hidden[] = "[address]";

static bool holds_marker(const char *words)
{
    g_autofree char *plain = plain_text(words, -1);
    g_autofree char *folded = quoting_fold(plain);
    return quoting_is_marker(folded);
}

static bool is_invisible(gunichar character)
{
    return g_unichar_iscntrl(character) || g_unichar_type(character) == G_UNICODE_FORMAT;
}

/* Lines that a prefix can be put before: LF alone ends them, none begins with
 * more than a few blanks and quote marks, and nothing is invisible. */
static char *printable(const char *words)
{
    GString *text = g_string_sized_new(strlen(words));
    int lead = 0; /* blanks and quote marks so far; -1: words have begun */
    for (const char *c = words; *c != '\0'; c = g_utf8_next_char(c)) {
        gunichar character = g_utf8_get_char(c);
        if (plain_ends_line(character)) {
            c += g_str_has_prefix(c, "\r\n") ? 1 : 0;
            g_string_append_c(text, '\n');
            lead = 0;
        } else if (!is_invisible(character)) {
            bool leads = lead >= 0 && strchr(" |>", *c) != NULL;
            lead = leads ? MIN(lead, RELAY_LEAD_MAX) + 1 : -1;
            if (lead <= RELAY_LEAD_MAX) {
                g_string_append_unichar(text, character);
            }
        }
    }
    return g_string_free(text, FALSE);
}

/* A run of letters and digits with the form of a token. */
static bool is_token(const char *run, size_t length)
{
    bool digit = false;
    for (size_t i = 0; i < length; i++) {
        if (!g_ascii_isalpha(run[i]) && (run[i] < '2' || run[i] > '7')) {
            return false;
        }
        digit |= g_ascii_isdigit(run[i]);
    }
    return length == TOKEN_LENGTH && digit;
}

static bool follows(const char *at, char sign, const char *word)
{
    return *at == sign && g_ascii_strncasecmp(at + 1, word, strlen(word)) == 0;
}

/* How many bytes at the end of `text` are `local` and one sign after it (or
 * the `%2B` of a link); 0 if they are not there. */
static size_t local_before(const GString *text, const char *local)
{
    static const char *const delimiters[] = { "+", "-", "%2b", "=" };
    for (size_t i = 0; i < G_N_ELEMENTS(delimiters); i++) {
        size_t length = strlen(local) + strlen(delimiters[i]);
        if (text->len < length) {
            continue;
        }
        const char *at = text->str + text->len - length;
        if (g_ascii_strncasecmp(at, local, strlen(local)) == 0 &&
            g_ascii_strcasecmp(at + strlen(local), delimiters[i]) == 0) {
            return length;
        }
    }
    return 0;
}

/* Every token and every address of ours with an extension becomes
 * "[address]": a bare token is as good as its address. */
static char *without_tokens(const char *words, const char *local, const char *host)
{
    GString *text = g_string_sized_new(strlen(words));
    while (*words != '\0') {
        size_t run = 0;
        while (g_ascii_isalnum(words[run])) {
            run++;
        }
        size_t before = local_before(text, local);
        bool ours = run > 0 && before > 0 && follows(words + run, '@', host);
        if (ours || is_token(words, run) || (before > 0 && run == TOKEN_LENGTH)) {
            g_string_truncate(text, text->len - before);
            g_string_append(text, hidden);
            words += run;
            words += follows(words, '@', host) ? 1 + strlen(host) : 0;
        } else {
            /* An encoded sign is one, not the beginning of a token. */
            bool encoded = g_ascii_strncasecmp(words, "%2b", 3) == 0;
            run = encoded ? 3 : MAX(run, 1);
            g_string_append_len(text, words, (gssize)run);
            words += run;
        }
    }
    return g_string_free(text, FALSE);
}

char *reply_relay(const char *words, const char *local, const char *host)
{
    g_autofree char *seen = printable(words);
    if (holds_marker(seen)) {
        return NULL;
    }
    char *text = without_tokens(seen, local, host);
    plain_cut(text, RELAY_BYTES_MAX);
    return text;
}
