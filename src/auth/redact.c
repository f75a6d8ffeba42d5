#include "auth/redact.h"

#include <string.h>

#include "base/plain.h"
#include "language/line.h"
#include "mail/reply.h"
#include "store/inbox.h"

enum {
    SIGNS_MOST = 64, /* skipped before a word; a word with more counts as a password */
};

static const char *const blanks = " "; /* separates words: the only blank that a plain text
                                          contains */

/* ---- signs around a word ---- */

static bool is_sign(gunichar letter)
{
    return letter < (gunichar)-2 && !g_unichar_isalnum(letter);
}

/* The length in bytes of the sign that begins the word; 0 if none does, or it is the whole word. */
static size_t sign_first(struct word word)
{
    gunichar letter = g_utf8_get_char_validated(word.start, (gssize)word.length);
    size_t bytes = is_sign(letter) ? (size_t)g_unichar_to_utf8(letter, NULL) : 0;
    return bytes < word.length ? bytes : 0;
}

static struct word behind(struct word word, size_t bytes)
{
    return (struct word){ word.start + bytes, word.length - bytes };
}

static struct word before(struct word word, size_t bytes)
{
    return (struct word){ word.start, word.length - bytes };
}

/* Where the signs that end the word begin. */
static const char *signs_at_end(struct word word)
{
    const char *tail = word.start;
    for (const char *at = tail; at < word.start + word.length; at = g_utf8_next_char(at)) {
        tail = is_sign(g_utf8_get_char(at)) ? tail : g_utf8_next_char(at);
    }
    return tail;
}

static bool is_signs_alone(struct word word)
{
    return word.length > 0 && signs_at_end(word) == word.start;
}

/* ---- the password within a word ---- */

/* The word in the form in which passwords are stored: letters in another style become plain ones.
 * Free with secret_free. */
static char *usual_form(struct word word)
{
    char *written = g_strndup(word.start, word.length);
    char *usual = g_utf8_normalize(written, -1, G_NORMALIZE_ALL_COMPOSE);
    if (usual == NULL) {
        return written;
    }
    secret_free(written);
    return usual;
}

/* True if the word is the player's password, perhaps with signs around it: the password may itself
 * begin and end with signs. Also true if the one comparison of this mail went to another word, or
 * if too many signs stand before. */
static bool may_be_password(struct run *run, const struct player *who, struct word word)
{
    char *usual = usual_form(word);
    const size_t length = who->password_length;
    struct word rest = word_over(usual);
    const char *tail = signs_at_end(rest);
    bool found = false;
    size_t sign = 1;
    for (int signs = 0; !found && sign > 0 && rest.length >= length; signs++) {
        found = signs > SIGNS_MOST;
        if (rest.start + length >= tail) {
            char *tried = g_strndup(rest.start, length);
            found = found || password_check(run, who, tried, true) != PASSWORD_WRONG;
            secret_free(tried);
        }
        sign = sign_first(rest);
        rest = behind(rest, sign);
    }
    secret_free(usual);
    return found;
}

bool redact_is_password(struct run *run, const struct player *who, const char *word)
{
    return who != NULL && who->password != NULL && may_be_password(run, who, word_over(word));
}

/* ---- the password after the name ---- */

/* The part of the word behind the player's name; signs before the name are skipped. Its start
 * is NULL if the word does not begin with the name. */
static struct word behind_name(const struct player *who, struct word word)
{
    size_t length = strlen(who->name);
    for (size_t sign; (sign = sign_first(word)) > 0;) {
        word = behind(word, sign);
    }
    bool names = word.length >= length && word_is(before(word, word.length - length), who->name);
    enum { BYTES_MOST = 8 }; /* bytes of one letter in another style */
    if (names || word.length > length * BYTES_MOST) {
        return names ? behind(word, length) : (struct word){ NULL, 0 };
    }
    char *usual = usual_form(word);
    bool styled = word_is(word_over(usual), who->name);
    secret_free(usual);
    return styled ? behind(word, word.length) : (struct word){ NULL, 0 };
}

char *redact_password(struct run *run, const struct player *who, const char *words)
{
    if (who == NULL || who->password == NULL) {
        return g_strdup(words);
    }
    GString *kept = g_string_new(NULL);
    g_auto(Plain) plain = { 0 };
    plain_read(words, -1, &plain);
    bool after_name = false;
    for (const char *at = plain.text; *at != '\0';) {
        size_t gap = strspn(at, blanks);
        plain_append_written(kept, &plain, at, gap);
        at += gap;
        struct word word = { at, strcspn(at, blanks) };
        struct word rest = behind_name(who, word);
        /* `ann:secret` names ann; the names `ann-secret` and `anna` do not, nor does an address. */
        bool joined = rest.start != NULL && sign_first(rest) > 0 && !is_signs_alone(rest) &&
                      strchr("-_'@", *rest.start) == NULL;
        if (joined) {
            plain_append_written(kept, &plain, word.start, (size_t)(rest.start - word.start));
        }
        const struct word last = joined ? rest : word;
        if ((joined || after_name) && may_be_password(run, who, last)) {
            g_string_append(kept, "[password]");
        } else {
            plain_append_written(kept, &plain, last.start, last.length);
        }
        after_name = rest.start != NULL ? rest.length == 0 || is_signs_alone(rest)
                                        : after_name && is_signs_alone(word);
        at += word.length;
    }
    return g_string_free(kept, FALSE);
}

/* ---- tokens ---- */

/* True if TOKEN_LENGTH letters are one of our tokens, forwards or backwards: characters that turn
 * the direction of text are not relayed. */
static bool is_token(struct db *db, const char *letters)
{
    g_autofree char *backwards = g_strndup(letters, TOKEN_LENGTH);
    g_strreverse(backwards);
    return token_is_known(db, letters) || token_is_known(db, backwards);
}

/* The words without our tokens, whatever is between their letters or around them. Only tokens
 * that the database knows are removed. `owner` is the struct run. Free with g_free. */
static char *without_known_tokens(void *owner, const char *words)
{
    struct run *run = owner;
    /* The letters and digits of the words that tokens are made of, in plain form, and the
     * place of each in the words. */
    g_autoptr(GString) letters = g_string_new(NULL);
    g_autoptr(GPtrArray) places = g_ptr_array_new();
    for (const char *at = words; *at != '\0'; at = g_utf8_next_char(at)) {
        const char letter = plain_letter(g_utf8_get_char(at));
        if (g_ascii_isalpha(letter) || (letter >= '2' && letter <= '7')) {
            g_string_append_c(letters, letter);
            g_ptr_array_add(places, (char *)at);
        }
    }
    g_autoptr(GString) kept = g_string_new(NULL);
    const char *from = words;
    for (guint at = 0; at + TOKEN_LENGTH <= places->len;) {
        if (!is_token(run->db, letters->str + at)) {
            at++;
            continue;
        }
        g_string_append_len(kept, from, (const char *)places->pdata[at] - from);
        g_string_append(kept, "[address]");
        at += TOKEN_LENGTH;
        from = g_utf8_next_char((const char *)places->pdata[at - 1]);
    }
    g_string_append(kept, from);
    return g_string_free(g_steal_pointer(&kept), FALSE);
}

char *redact_relayed(struct run *run, const struct player *who, const char *words)
{
    g_autofree char *fit =
        reply_relay(words, run->config->local, run->config->host, without_known_tokens, run);
    return fit != NULL ? redact_password(run, who, fit) : NULL;
}

/* ---- password check ---- */

enum password_answer password_check(struct run *run, const struct player *who, const char *word,
                                    bool may)
{
    const bool about_them = run->tried.word != NULL && run->tried.player == who->id;
    const size_t length = strlen(word);
    if (about_them && strlen(run->tried.word) == length &&
        secret_equal(run->tried.word, word, length)) {
        return run->tried.fits ? PASSWORD_FITS : PASSWORD_WRONG;
    }
    if (run->tried.word != NULL) {
        /* If the word compared before was the password, this one is not. */
        return about_them && run->tried.fits ? PASSWORD_WRONG : PASSWORD_UNTRIED;
    }
    if (!may) {
        return PASSWORD_UNTRIED;
    }
    run->tried.word = g_strdup(word);
    run->tried.player = who->id;
    run->tried.fits = who->password != NULL && who->password_length == length &&
                      password_fault(word) == NULL && secret_password_fits(who->password, word);
    return run->tried.fits ? PASSWORD_FITS : PASSWORD_WRONG;
}

void password_check_forget(struct run *run)
{
    g_clear_pointer(&run->tried.word, secret_free);
}

const char *password_fault(const char *password)
{
    size_t length = password != NULL ? strlen(password) : PASSWORD_LEAST;
    return length < PASSWORD_LEAST || length > PASSWORD_MOST ? "password-length" : NULL;
}
