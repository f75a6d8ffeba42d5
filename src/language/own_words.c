#include "language/read_entry.h"

#include <string.h>

#include "base/grapheme.h"
#include "language/names.h"
#include "language/said.h"

/* True for what programs write above a signed text (RFC 9580 section 7). */
static bool is_armor(const char *line)
{
    return g_str_has_prefix(line, "-----BEGIN PGP SIGNED MESSAGE-----") ||
           g_str_has_prefix(line, "Hash: SHA");
}

void mail_text_begin(const struct grammar_context *context, char **lines, const char *kinds,
                     bool thanks_too, struct mail_text *mail)
{
    *mail = (struct mail_text){ context, lines, g_strdup(kinds), G_MAXSIZE };
    for (size_t i = 0; lines[i] != NULL; i++) {
        const char kind = thanks_too && kinds[i] == 'e' ? 't' : kinds[i];
        mail->kinds[i] = is_armor(lines[i]) ? 'q' : kind;
    }
}

void mail_text_clear(struct mail_text *mail)
{
    g_clear_pointer(&mail->kinds, g_free);
}

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

bool own_words_below_short(const struct mail_text *mail, size_t at)
{
    while (at > 0 && mail->kinds[at - 1] == 'w') {
        at--; /* the rest of a paragraph is whose its first line is */
    }
    return at > 0 && mail->kinds[at - 1] == 'q' && strlen(mail->lines[at - 1]) < LINE_UNBROKEN;
}

char *own_words(const struct mail_text *mail, size_t first, size_t end, bool *cut)
{
    g_autoptr(GString) words = g_string_new(NULL);
    bool gap = false;
    for (size_t i = first; i < end && mail->lines[i] != NULL; i++) {
        const char kind = mail->kinds[i];
        const bool below = kind == 'w' && i < mail->command_at && !own_words_below_short(mail, i);
        if (kind == 'q' || kind == LINE_TAKEN || below || words->len > GRAMMAR_TEXT_MAX) {
            continue;
        }
        g_autofree char *line = g_strchomp(g_utf8_make_valid(mail->lines[i], -1));
        if (kind == 'b' || *line == '\0') {
            gap = words->len > 0;
            continue;
        }
        g_string_append_printf(words, "%s%s", words->len == 0 ? "" : gap ? "\n\n" : "\n", line);
        gap = false;
    }
    own_words_cut(words, cut);
    return words->len > 0 ? g_string_free(g_steal_pointer(&words), FALSE) : NULL;
}

char *own_words_all(const struct mail_text *mail)
{
    bool cut = false;
    g_autofree char *words = own_words(mail, 0, G_MAXSIZE, &cut);
    return cut ? NULL : g_steal_pointer(&words);
}

/* True for a word of letters and digits that is no square, as many passwords are; "24th" and
 * "100km" are none. */
static bool looks_secret(const struct said_word *word)
{
    enum { LETTERS_LEAST = 6, UNIT_MOST = 3 };
    const size_t length = strlen(word->lower), digits = strspn(word->lower, "0123456789");
    return length >= LETTERS_LEAST && digits + UNIT_MOST < length &&
           strpbrk(word->lower, "0123456789") != NULL &&
           names_cells((struct word){ word->start, word->length }) == 0;
}

/* True if a text speaks of a secret, or has a word or a long number that may be one. */
static bool speaks_of_secret(const struct said *said)
{
    enum {
        DIGITS_LEAST = 9, /* of an account or a card; dates have eight */
        ALONE_LEAST = 4,  /* of a number that is all that is said */
    };
    bool found = false;
    size_t digits = 0; /* of the words that are numbers, one behind the other */
    const bool alone = said->all.words == 1;
    for (size_t i = 0; i < said->count && !found; i++) {
        const struct said_word *word = &said->word[i];
        const size_t length = strlen(word->lower), own = strspn(word->lower, "0123456789");
        digits = own == length ? digits + own : 0;
        const bool masked = word->start > said->plain && word->start[-1] == '['; /* [password] */
        found = digits >= (alone ? ALONE_LEAST : DIGITS_LEAST) || looks_secret(word) ||
                ((word->marks & MARK_SECRET) != 0 && !masked);
    }
    return found;
}

/* True if a line begins as a command of an account, misspelt or not: "adress add ann@a.example". */
static bool begins_account(const struct said *said)
{
    const struct word first = { said->word[0].start, said->word[0].length };
    const struct command_row *named = names_command(first);
    const struct command_row *row = named != NULL ? named : suggest_any_command(first);
    return row != NULL && row->level >= LEVEL_PROVEN && row->tier == TIER_GRAVE && !row->ends &&
           said->count > 1;
}

bool may_hold_secret(const struct grammar_context *context, const char *text)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    bool found = false;
    for (char **line = lines; *line != NULL && !found; line++) {
        g_auto(Said) said;
        said_read(context, *line, &said);
        found = said.count > 0 && (speaks_of_secret(&said) || begins_account(&said) ||
                                   grammar_may_hold_secret(context, *line));
    }
    return found;
}
