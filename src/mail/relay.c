/* Prepares one player's words for another: the part of mail/reply.h that writes. */
#include <stdbool.h>
#include <string.h>

#include "base/pattern.h"
#include "base/plain.h"
#include "mail/charset.h"
#include "mail/quoting.h"
#include "mail/reply.h"

enum { RELAY_BYTES_MAX = 4000, RELAY_LEAD_MAX = 16 };

static const char hidden[] = "[address]";

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

/* "a.NUMBER.CODE", which the address of a link holds (mail/address.h). Hardly any word is as long
 * as CODE, so "see a.2.above" is passed on. */
#define LINK "a" CODE
#define CODE "\\.[0-9]+\\.[a-z2-7]{15}(?![a-z0-9])"

/* The end of a token, which is not the beginning of a link. */
#define TOKEN_END "(?![a-z0-9])(?!(?<=a)" CODE ")"

/* A token, which has a digit; the sign before it may be encoded, as "%3D" or "=2B". */
#define TOKEN "(?:(?<![a-z0-9])|\\G|(?<=[%=][0-9a-f]{2}))(?=[a-z]*[2-7])[a-z2-7]{26}" TOKEN_END

/* Replaces every token and every address of ours with an extension by "[address]", since a
 * bare token is as good as its address. They are searched for in the plain form, as our parser
 * would read them. Free with g_free. */
static char *without_tokens(const struct plain *words, const char *local, const char *host)
{
    g_autofree char *name = g_regex_escape_string(local, -1);
    g_autofree char *domain = g_regex_escape_string(host, -1);
    g_autofree char *ours = g_strconcat(
        "(?:", name, "(?:[+=-]|[%=]2b)(?:[a-z0-9]+(?=@", domain,
        ")|[a-z0-9]{26}" TOKEN_END "|" LINK ")|" LINK "|" TOKEN ")(?:@", domain, ")?", NULL);
    g_autoptr(GMatchInfo) match = NULL;
    GString *text = g_string_sized_new(strlen(words->written));
    const char *kept = words->text; /* the text before it is in `text`, or hidden */
    for (g_regex_match(pattern_of(ours), words->text, 0, &match); g_match_info_matches(match);
         g_match_info_next(match, NULL)) {
        int start, end;
        g_match_info_fetch_pos(match, 0, &start, &end);
        plain_append_written(text, words, kept, (size_t)(words->text + start - kept));
        g_string_append(text, hidden);
        kept = words->text + end;
    }
    plain_append_written(text, words, kept, strlen(kept));
    return g_string_free(text, FALSE);
}

char *reply_relay(const char *words, const char *local, const char *host, reply_hider *hide,
                  void *owner)
{
    g_autofree char *seen = printable(words);
    g_auto(Plain) plain = { 0 };
    plain_read(seen, -1, &plain);
    g_autofree char *folded = quoting_fold(plain.text);
    if (quoting_is_marker(folded)) {
        return NULL;
    }
    g_autofree char *known = without_tokens(&plain, local, host);
    char *text = hide != NULL ? hide(owner, known) : g_steal_pointer(&known);
    plain_cut(text, RELAY_BYTES_MAX);
    return text;
}
