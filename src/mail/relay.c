/* Prepares one player's words for another: the part of mail/reply.h that writes. */
#include <stdbool.h>
#include <string.h>

#include "base/plain.h"
#include "mail/charset.h"
#include "mail/quoting.h"
#include "mail/reply.h"

enum { RELAY_BYTES_MAX = 4000, RELAY_LEAD_MAX = 16, TOKEN_LENGTH = 26, LINK_CODE_LENGTH = 15 };

static const char hidden[] = "[address]";

static bool holds_marker(const char *words)
{
    g_autofree char *plain = plain_text(words, -1);
    g_autofree char *folded = quoting_fold(plain);
    return quoting_is_marker(folded);
}

static bool is_between(gunichar character, gunichar first, gunichar last)
{
    return character >= first && character <= last;
}

/* True if the character turns the direction of the text behind it, or is never seen: a reader
 * could not know what it did to a line. */
static bool is_left_out(gunichar character)
{
    enum { BYTE_ORDER_MARK = 0xFEFF };
    return g_unichar_iscntrl(character) || is_between(character, 0x202A, 0x202E) ||
           is_between(character, 0x2060, 0x206F) || character == BYTE_ORDER_MARK;
}

/* True if it says that Hebrew, Arabic or Latin letters are before or behind it. */
static bool is_direction_mark(gunichar character)
{
    return character == 0x061C || character == 0x200E || character == 0x200F;
}

/* True if the character is one of a flag's letters, which follow a black flag. */
static bool is_tag(gunichar character)
{
    return is_between(character, 0xE0020, 0xE007F);
}

/* True if nothing is drawn for the character itself: it joins or separates those beside it, or
 * says how the one before it is drawn. */
static bool is_invisible(gunichar character)
{
    /* These signs of Arabic and Syriac are drawn around the digits behind them. */
    bool drawn = is_between(character, 0x0600, 0x08FF) && character != 0x061C;
    return plain_character(character) == 0 ||
           (g_unichar_type(character) == G_UNICODE_FORMAT && !drawn);
}

/* True if a character behind `before` (0: the first of its line) is passed on. An invisible
 * character is passed on behind a visible one, so that no row of them can hide anything; in a
 * picture that is made of several, two are. */
static bool is_passed_on(gunichar character, gunichar before)
{
    enum { BLACK_FLAG = 0x1F3F4, JOINER = 0x200D, EMOJI_STYLE = 0xFE0F };
    if (is_left_out(character)) {
        return false;
    }
    if (is_tag(character)) {
        return before == BLACK_FLAG || is_tag(before);
    }
    if (!is_invisible(character)) {
        return true;
    }
    if (is_direction_mark(character)) {
        return before == 0 || !is_invisible(before);
    }
    bool behind_sign = before != 0 && !is_invisible(before) && plain_character(before) != ' ';
    return behind_sign || (character == JOINER && before == EMOJI_STYLE);
}

/* True if a line that begins with the character could be read as quoted. */
static bool leads_line(gunichar character)
{
    gunichar plain = plain_character(character);
    return plain == ' ' || plain == '|' || plain == '>' || plain == 0;
}

/* True if the mark of reply_read is there, before a sign that turns the line: what people are
 * shown does not turn any more, so the mark is left out. */
static bool marks_turn(const char *at)
{
    const char *next = at + strlen(CHARSET_REPLACEMENT);
    if (!g_str_has_prefix(at, CHARSET_REPLACEMENT) || *next == '\0') {
        return false;
    }
    gunichar sign = g_utf8_get_char(next);
    return is_between(sign, 0x202A, 0x202E) || is_between(sign, 0x2066, 0x2069) ||
           is_direction_mark(sign);
}

/* The words as lines that a prefix can be put before: each ends with LF, begins with only a
 * few blanks and quote marks, and hides nothing. Free with g_free. */
static char *printable(const char *words)
{
    GString *text = g_string_sized_new(strlen(words));
    int lead = 0; /* blanks and quote marks so far; -1: words have begun */
    gunichar before = 0;
    for (const char *c = words; *c != '\0'; c = g_utf8_next_char(c)) {
        gunichar character = *c == '\t' ? ' ' : g_utf8_get_char(c);
        if (plain_ends_line(character)) {
            c += g_str_has_prefix(c, "\r\n") ? 1 : 0;
            g_string_append_c(text, '\n');
            lead = 0;
            before = 0;
        } else if (!marks_turn(c) && is_passed_on(character, before)) {
            bool leads = lead >= 0 && leads_line(character);
            lead = leads ? MIN(lead, RELAY_LEAD_MAX) + 1 : -1;
            if (lead <= RELAY_LEAD_MAX) {
                g_string_append_unichar(text, character);
                before = character;
            }
        }
    }
    return g_string_free(text, FALSE);
}

/* True for a letter or digit of tokens and codes. */
static bool is_letter(char character)
{
    return g_ascii_isalpha(character) || (character >= '2' && character <= '7');
}

/* True for letters and digits that have the form of a token. */
static bool is_token(const char *run, size_t length)
{
    bool digit = false;
    for (size_t i = 0; i < length; i++) {
        if (!is_letter(run[i])) {
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

/* The number of bytes before `at` that are `local` and one sign after it (or its code, as in a
 * link), none of them before `begin`; 0 if they are not there. */
static size_t local_before(const char *begin, const char *at, const char *local)
{
    static const char *const delimiters[] = { "+", "-", "%2b", "=2b", "=" };
    for (size_t i = 0; i < G_N_ELEMENTS(delimiters); i++) {
        size_t sign = strlen(delimiters[i]), length = strlen(local) + sign;
        if ((size_t)(at - begin) >= length &&
            g_ascii_strncasecmp(at - length, local, strlen(local)) == 0 &&
            g_ascii_strncasecmp(at - sign, delimiters[i], sign) == 0) {
            return length;
        }
    }
    return 0;
}

/* True if a run begins with the digits of an encoded sign, "%3D" or "=3D", and a token
 * follows. */
static bool begins_encoded(const char *begin, const char *run, size_t length)
{
    enum { DIGITS = 2 };
    return length == TOKEN_LENGTH + DIGITS && run > begin && strchr("%=", run[-1]) != NULL &&
           g_ascii_isxdigit(run[0]) && g_ascii_isxdigit(run[1]) &&
           is_token(run + DIGITS, length - DIGITS);
}

/* The length of "a.NUMBER.CODE", which the address of a link holds (mail/address.h); 0 if this
 * place has no such text. Hardly any word is as long as CODE, so "see a.2.above" is passed on. */
static size_t link_length(const char *at)
{
    static const char digits[] = "0123456789";
    if ((*at != 'a' && *at != 'A') || at[1] != '.') {
        return 0;
    }
    const size_t number = strspn(at + 2, digits);
    const char *code = at + 2 + number + 1;
    if (number == 0 || code[-1] != '.') {
        return 0;
    }
    size_t length = 0;
    while (is_letter(code[length])) {
        length++;
    }
    return length == LINK_CODE_LENGTH && !g_ascii_isalnum(code[length])
               ? (size_t)(code + length - at)
               : 0;
}

/* Replaces every token and every address of ours with an extension by "[address]", since a
 * bare token is as good as its address. They are searched for in the plain form, as our parser
 * would read them. Free with g_free. */
static char *without_tokens(const struct plain *words, const char *local, const char *host)
{
    GString *text = g_string_sized_new(strlen(words->written));
    const char *kept = words->text; /* the text before it is in `text`, or hidden */
    for (const char *at = words->text; *at != '\0';) {
        size_t run = 0;
        while (g_ascii_isalnum(at[run])) {
            run++;
        }
        if (begins_encoded(words->text, at, run)) {
            at += run - TOKEN_LENGTH;
            run = TOKEN_LENGTH;
        }
        size_t before = local_before(kept, at, local);
        const size_t link = run > 0 ? link_length(at + run - 1) : 0;
        if (link > 0) { /* what is before it in the run is an encoded sign, or a word */
            at += run - 1;
            run = link;
        }
        bool ours = run > 0 && before > 0 && follows(at + run, '@', host);
        if (ours || link > 0 || is_token(at, run) || (before > 0 && run == TOKEN_LENGTH)) {
            plain_append_written(text, words, kept, (size_t)(at - before - kept));
            g_string_append(text, hidden);
            at += run;
            at += follows(at, '@', host) ? 1 + strlen(host) : 0;
            kept = at;
        } else {
            /* This is an encoded sign, not the beginning of a token. */
            bool encoded = g_ascii_strncasecmp(at, "%2b", 3) == 0;
            at += encoded ? 3 : MAX(run, 1);
        }
    }
    plain_append_written(text, words, kept, strlen(kept));
    return g_string_free(text, FALSE);
}

char *reply_relay(const char *words, const char *local, const char *host, reply_hider *hide,
                  void *owner)
{
    g_autofree char *seen = printable(words);
    if (holds_marker(seen)) {
        return NULL;
    }
    g_auto(Plain) plain = { 0 };
    plain_read(seen, -1, &plain);
    g_autofree char *known = without_tokens(&plain, local, host);
    char *text = hide != NULL ? hide(owner, known) : g_steal_pointer(&known);
    plain_cut(text, RELAY_BYTES_MAX);
    return text;
}
