/* Prepares one player's words for another: the part of mail/reply.h that writes. */
#include <stdbool.h>
#include <string.h>

#include "base/plain.h"
#include "mail/quoting.h"
#include "mail/reply.h"

/* The words that are passed on, and those that are looked at: a pattern's time grows with the
 * square of its text. */
enum { RELAY_BYTES_MAX = 4000, RELAY_READ_MAX = 4 * RELAY_BYTES_MAX };

static const char hidden[] = "[address]";

/* Blanks and quote marks; signs for which nothing is drawn; of these, signs that say which way the
 * letters beside them run. */
#define LEAD "[\\p{Zs}\\p{DI}>|\\x{ff1e}\\x{ff5c}]"
#define INVISIBLE "[\\p{DI}\\x{fff9}-\\x{fffb}]"
#define DIRECTION "\\x{61c}\\x{200e}\\x{200f}"
#define TAGS "[\\x{e0020}-\\x{e007f}]"

/* The words as lines that a prefix can be put before: each ends with LF, begins with only a
 * few blanks and quote marks, and hides nothing. Free with g_free. */
static char *printable(const char *words)
{
    static const struct {
        const char *pattern, *by;
    } steps[] = {
        { "\\r\\n|[\\r\\x0b\\x0c\\x{85}\\x{2028}\\x{2029}]", "\n" },
        { "\\t", " " },
        /* the mark of reply_read: what people are shown does not turn any more */
        { "\\x{fffd}(?=[\\x{202a}-\\x{202e}\\x{2066}-\\x{2069}" DIRECTION "])", "" },
        /* what turns the text behind it, or is never seen: nobody knows what it does to a line */
        { "[^\\P{Cc}\\n]|[\\x{202a}-\\x{202e}\\x{2060}-\\x{206f}\\x{feff}]", "" },
        /* the letters of a flag, which follow a black flag */
        { "(\\x{1f3f4}" TAGS "+)|" TAGS, "\\1" },
        /* Invisible signs are passed on behind a visible one, so that no row of them can hide
         * anything; in a picture that is made of several, two are. */
        { "(?:(?<![^\\p{Zs}\\n])|\\G)(?![" DIRECTION "])" INVISIBLE, "" },
        { "((?>" TAGS "+|\\x{fe0f}\\x{200d}|" INVISIBLE "))" INVISIBLE "+", "\\1" },
        { "(?<![^\\n])(" LEAD "{16})" LEAD "+", "\\1" },
    };
    char *text = g_strdup(words);
    plain_cut(text, RELAY_READ_MAX);
    for (size_t i = 0; i < G_N_ELEMENTS(steps); i++) {
        g_autofree char *before = text;
        const GRegex *pattern = pattern_kept(steps[i].pattern, G_REGEX_DEFAULT);
        text = g_regex_replace(pattern, before, -1, 0, steps[i].by, 0, NULL);
    }
    return text;
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
