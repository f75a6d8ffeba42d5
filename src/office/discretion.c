#include "office/discretion.h"

#include <string.h>

#include "base/secret.h"
#include "command/line.h"
#include "mail/reply.h"
#include "office/account.h"

/* To try a password takes a good while, on purpose, and anybody can write what
 * looks like one: so many words a mail, so many tries a run. Then all that may be one
 * is taken for it. */
enum { WORDS_A_MAIL = 3, TRIES_A_RUN = 200, TRIES_A_WORD = 16 };

static const char *const blanks = " \t\n";

/* ---- signs around a word ---- */

static bool is_sign(gunichar letter)
{
    return letter < (gunichar)-2 && g_unichar_ispunct(letter);
}

/* The bytes of the sign a word begins with; 0: it does not, or is nothing else. */
static size_t sign_first(struct word word)
{
    gunichar letter = g_utf8_get_char_validated(word.start, (gssize)word.length);
    size_t bytes = is_sign(letter) ? (size_t)g_unichar_to_utf8(letter, NULL) : 0;
    return bytes < word.length ? bytes : 0;
}

/* The same of the sign it ends with. */
static size_t sign_last(struct word word)
{
    const char *end = word.start + word.length;
    const char *last = g_utf8_find_prev_char(word.start, end);
    bool signs =
        last != NULL && last > word.start && is_sign(g_utf8_get_char_validated(last, end - last));
    return signs ? (size_t)(end - last) : 0;
}

static struct word behind(struct word word, size_t bytes)
{
    return (struct word){ word.start + bytes, word.length - bytes };
}

static struct word before(struct word word, size_t bytes)
{
    return (struct word){ word.start, word.length - bytes };
}

static struct word none_of(struct word word)
{
    return before(word, word.length);
}

/* How many ways there are to leave out some of the signs around a word, none of them too. */
static int ways_to_leave_out(struct word word)
{
    int first = 1;
    int last = 1;
    for (size_t sign; (sign = sign_first(word)) > 0; first++) {
        word = behind(word, sign);
    }
    for (size_t sign; (sign = sign_last(word)) > 0; last++) {
        word = before(word, sign);
    }
    return first * last;
}

static bool is_signs_alone(struct word word)
{
    for (size_t sign; (sign = sign_first(word)) > 0;) {
        word = behind(word, sign);
    }
    return is_sign(g_utf8_get_char_validated(word.start, (gssize)word.length));
}

/* ---- his password ---- */

static bool may_try(struct office *office, int tries)
{
    bool may = office->words_of_mail < WORDS_A_MAIL && tries <= TRIES_A_WORD &&
               office->tries + tries <= TRIES_A_RUN;
    office->words_of_mail += may;
    office->tries += may ? tries : 0;
    return may;
}

static bool fits(const struct player *who, struct word word)
{
    char *tried = g_strndup(word.start, word.length);
    bool is_it = password_fault(tried) == NULL && secret_password_fits(who->password, tried);
    secret_free(tried);
    return is_it;
}

/* The same with any number of the signs behind the word left out. */
static struct word fitting(const struct player *who, struct word word)
{
    while (!fits(who, word)) {
        size_t sign = sign_last(word);
        if (sign == 0) {
            return none_of(word);
        }
        word = before(word, sign);
    }
    return word;
}

/* His password within a word, with signs around it or without: it may begin and end with
 * signs of its own. Of no length: it is not there. */
static struct word password_in(struct office *office, const struct player *who, struct word word)
{
    if (word.length < PASSWORD_LEAST) {
        return none_of(word);
    }
    if (!may_try(office, ways_to_leave_out(word))) {
        return word;
    }
    struct word found = fitting(who, word);
    for (size_t sign; found.length == 0 && (sign = sign_first(word)) > 0;) {
        word = behind(word, sign);
        found = fitting(who, word);
    }
    return found;
}

bool discretion_is_password(struct office *office, const struct player *who, const char *word)
{
    return who != NULL && who->password != NULL &&
           password_in(office, who, word_over(word)).length > 0;
}

/* ---- words that hold it ---- */

/* What stands behind his name within the word, signs before the name left out; not his
 * name: NULL as its start. */
static struct word behind_name(const struct player *who, struct word word)
{
    size_t length = strlen(who->name);
    for (size_t sign; (sign = sign_first(word)) > 0;) {
        word = behind(word, sign);
    }
    bool names = word.length >= length && word_is(before(word, word.length - length), who->name);
    return names ? behind(word, length) : (struct word){ NULL, 0 };
}

/* Whether a word may go on so behind a name, and still name him: `ann:secret` may, the
 * names `ann-secret` and `anna` may not, nor may an address. */
static bool parts_from_name(struct word rest)
{
    return sign_first(rest) > 0 && !is_signs_alone(rest) && strchr("-_'@", *rest.start) == NULL;
}

/* Adds the word without his password, if that is in it. */
static void add_fit(struct office *office, const struct player *who, struct word word,
                    GString *kept)
{
    struct word secret = password_in(office, who, word);
    if (secret.length == 0) {
        g_string_append_len(kept, word.start, (gssize)word.length);
        return;
    }
    g_string_append_len(kept, word.start, secret.start - word.start);
    g_string_append(kept, "[password]");
    struct word rest = behind(word, (size_t)(secret.start - word.start) + secret.length);
    g_string_append_len(kept, rest.start, (gssize)rest.length);
}

char *discretion_password(struct office *office, const struct player *who, const char *words)
{
    if (who == NULL || who->password == NULL) {
        return g_strdup(words);
    }
    g_autoptr(GString) kept = g_string_new(NULL);
    bool after_name = false;
    while (*words != '\0') {
        size_t gap = strspn(words, blanks);
        g_string_append_len(kept, words, (gssize)gap);
        words += gap;
        struct word word = { words, strcspn(words, blanks) };
        struct word rest = behind_name(who, word);
        bool joined = parts_from_name(rest);
        if (joined) {
            g_string_append_len(kept, word.start, rest.start - word.start);
        }
        if (joined || after_name) {
            add_fit(office, who, joined ? rest : word, kept);
        } else {
            g_string_append_len(kept, word.start, (gssize)word.length);
        }
        after_name = rest.start != NULL ? rest.length == 0 || is_signs_alone(rest)
                                        : after_name && is_signs_alone(word);
        words += word.length;
    }
    return g_string_free(g_steal_pointer(&kept), FALSE);
}

char *discretion_relay(struct office *office, const struct player *who, const char *words)
{
    g_autofree char *fit = reply_relay(words, office->config->local, office->config->host);
    return fit != NULL ? discretion_password(office, who, fit) : NULL;
}
