#include "auth/redact.h"

#include <string.h>

#include "base/plain.h"
#include "language/line.h"
#include "mail/quoting.h"
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
 * that the database knows are removed. Free with g_free. */
static char *without_known_tokens(struct run *run, const char *words)
{
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

char *redact_relay(const char *words, const char *local, const char *host, struct run *run)
{
    g_autofree char *seen = printable(words);
    g_auto(Plain) plain = { 0 };
    plain_read(seen, -1, &plain);
    g_autofree char *folded = quoting_fold(plain.text);
    if (quoting_is_marker(folded)) {
        return NULL;
    }
    g_autofree char *known = without_tokens(&plain, local, host);
    char *text = run != NULL ? without_known_tokens(run, known) : g_steal_pointer(&known);
    plain_cut(text, RELAY_BYTES_MAX);
    return text;
}

char *redact_relayed(struct run *run, const struct player *who, const char *words)
{
    g_autofree char *fit = redact_relay(words, run->config->local, run->config->host, run);
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
