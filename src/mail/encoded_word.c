#include "mail/encoded_word.h"

#include <stdbool.h>
#include <string.h>

#include "base/plain.h"
#include "mail/charset.h"

struct encoded_word {
    const char *charset;
    size_t charset_length; /* a language after `*` (RFC 2231) left out */
    char encoding;         /* 'q' or 'b' */
    const char *text;
    size_t text_length;
    size_t length; /* of all, from `=?` to `?=` */
};

static bool ends_token(char c)
{
    return c <= ' ' || c == '?' || c == 127;
}

/* Reads =?charset?encoding?text?= at the beginning of `at`. */
static bool read_word(const char *at, struct encoded_word *word)
{
    if (at[0] != '=' || at[1] != '?') {
        return false;
    }
    const char *c = at + 2;
    word->charset = c;
    while (!ends_token(*c)) {
        c++;
    }
    size_t charset = (size_t)(c - word->charset);
    const char *language = memchr(word->charset, '*', charset);
    word->charset_length = language != NULL ? (size_t)(language - word->charset) : charset;
    if (charset == 0 || c[0] != '?') {
        return false;
    }
    word->encoding = g_ascii_tolower(c[1]);
    if ((word->encoding != 'q' && word->encoding != 'b') || c[2] != '?') {
        return false;
    }
    /* Blanks have no place in the text, but some programs leave them there. */
    word->text = c + 3;
    const char *end = strchr(word->text, '?');
    if (end == NULL || end[1] != '=') {
        return false;
    }
    word->text_length = (size_t)(end - word->text);
    word->length = (size_t)(end + 2 - at);
    return true;
}

static void decode_q(GByteArray *bytes, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        guint8 byte = (guint8)text[i];
        if (byte == '_') {
            byte = ' ';
        } else if (byte == '=' && i + 2 < length && g_ascii_isxdigit(text[i + 1]) &&
                   g_ascii_isxdigit(text[i + 2])) {
            byte = (guint8)(g_ascii_xdigit_value(text[i + 1]) << 4 |
                            g_ascii_xdigit_value(text[i + 2]));
            i += 2;
        }
        g_byte_array_append(bytes, &byte, 1);
    }
}

static void decode_b(GByteArray *bytes, const char *text, size_t length)
{
    gint state = 0;
    guint save = 0;
    g_autofree guchar *decoded = g_malloc(length / 4 * 3 + 3);
    gsize size = g_base64_decode_step(text, length, decoded, &state, &save);
    g_byte_array_append(bytes, decoded, (guint)size);
}

static void decode_text(GByteArray *bytes, const struct encoded_word *word)
{
    if (word->encoding == 'q') {
        decode_q(bytes, word->text, word->text_length);
    } else {
        decode_b(bytes, word->text, word->text_length);
    }
}

static bool same_charset(const struct encoded_word *one, const struct encoded_word *other)
{
    return one->charset_length == other->charset_length &&
           g_ascii_strncasecmp(one->charset, other->charset, one->charset_length) == 0;
}

/* Decodes the word and its neighbours of the same set; gives where they end. */
static const char *decode_run(const char *at, const struct encoded_word *first, GString *text)
{
    g_autoptr(GByteArray) bytes = g_byte_array_new();
    struct encoded_word next;
    decode_text(bytes, first);
    at += first->length;
    for (;;) {
        const char *after = at + strspn(at, " \t");
        if (after == at || !read_word(after, &next) || !same_charset(first, &next)) {
            break;
        }
        decode_text(bytes, &next);
        at = after + next.length;
    }
    g_autofree char *charset = g_strndup(first->charset, first->charset_length);
    g_autofree char *decoded = charset_to_utf8((const char *)bytes->data, bytes->len, charset);
    g_string_append(text, decoded);
    return at;
}

char *encoded_word_decode(const char *value)
{
    g_autoptr(GString) text = g_string_sized_new(strlen(value));
    const char *at = value;
    while (*at != '\0') {
        struct encoded_word word;
        if (!read_word(at, &word)) {
            g_string_append_c(text, *at++);
            continue;
        }
        at = decode_run(at, &word, text);
        /* Blanks between two encoded words are none of the text. */
        const char *after = at + strspn(at, " \t");
        at = read_word(after, &word) ? after : at;
    }
    return plain_one_line(text->str);
}
