#include "mail/charset.h"

#include <stdbool.h>
#include <string.h>

#include "base/plain.h"

/* The sets that mail is written in, by iconv's names. ISO-8859-1 is read as windows-1252,
 * which has the same printable characters, as every browser does: mail with that label often
 * has the quotes and dashes of windows-1252. In the same way the Asian sets are read as their
 * largest variant. US-ASCII and UTF-8 are not here: bytes that do not fit one of them are read
 * as the other. */
static struct set {
    const char *name;
    const char *aliases; /* other labels, lower case, blanks around each */
    GIConv converter;    /* NULL: not opened, or this system lacks the set */
} sets[] = {
    { "WINDOWS-1252", " cp1252 iso-8859-1 iso8859-1 latin1 ", NULL },
    /* Without a byte order mark the higher byte comes first (RFC 2781). */
    { "UTF-16BE", " utf-16 utf16 unicode ", NULL },
    { "UTF-16LE", " ", NULL },
    { "ISO-8859-2", " iso8859-2 latin2 ", NULL },
    { "ISO-8859-3", " iso8859-3 latin3 ", NULL },
    { "ISO-8859-4", " iso8859-4 latin4 ", NULL },
    { "ISO-8859-5", " iso8859-5 ", NULL },
    { "ISO-8859-6", " iso8859-6 ", NULL },
    { "ISO-8859-7", " iso8859-7 ", NULL },
    { "ISO-8859-8", " iso8859-8 iso-8859-8-i ", NULL },
    { "ISO-8859-9", " iso8859-9 latin5 ", NULL },
    { "ISO-8859-10", " iso8859-10 latin6 ", NULL },
    { "ISO-8859-13", " iso8859-13 latin7 ", NULL },
    { "ISO-8859-14", " iso8859-14 latin8 ", NULL },
    { "ISO-8859-15", " iso8859-15 latin9 latin-9 ", NULL },
    { "ISO-8859-16", " iso8859-16 latin10 ", NULL },
    { "WINDOWS-1250", " cp1250 ", NULL },
    { "WINDOWS-1251", " cp1251 ", NULL },
    { "WINDOWS-1253", " cp1253 ", NULL },
    { "WINDOWS-1254", " cp1254 ", NULL },
    { "WINDOWS-1255", " cp1255 ", NULL },
    { "WINDOWS-1256", " cp1256 ", NULL },
    { "WINDOWS-1257", " cp1257 ", NULL },
    { "WINDOWS-1258", " cp1258 ", NULL },
    { "CP874", " windows-874 tis-620 iso-8859-11 ", NULL },
    { "KOI8-R", " koi8r ", NULL },
    { "KOI8-U", " koi8u ", NULL },
    { "CP437", " ibm437 ", NULL },
    { "CP850", " ibm850 ", NULL },
    { "CP866", " ibm866 ", NULL },
    { "MACINTOSH", " mac x-mac-roman macroman ", NULL },
    { "GB18030", " gb2312 gbk cp936 euc-cn x-gbk ", NULL },
    { "BIG5-HKSCS", " big5 big5hkscs cp950 ", NULL },
    { "EUC-JP", " eucjp x-euc-jp ", NULL },
    { "CP932", " shift_jis shift-jis sjis windows-31j x-sjis ", NULL },
    { "ISO-2022-JP-2", " iso-2022-jp iso-2022-jp-1 ", NULL },
    { "UHC", " euc-kr euckr cp949 ks_c_5601-1987 ", NULL },
    { "ISO-2022-KR", " ", NULL },
};

void charset_init(void)
{
    for (size_t i = 0; i < G_N_ELEMENTS(sets); i++) {
        if (sets[i].converter == NULL) {
            GIConv opened = g_iconv_open("UTF-8", sets[i].name);
            sets[i].converter = opened != (GIConv)-1 ? opened : NULL;
        }
    }
}

/* The converter from a set; NULL: the set is not known. */
static GIConv find_converter(const char *label)
{
    g_autofree char *lower = g_strstrip(g_ascii_strdown(label, -1));
    g_autofree char *word = g_strdup_printf(" %s ", lower);
    for (size_t i = 0; i < G_N_ELEMENTS(sets); i++) {
        if (g_ascii_strcasecmp(sets[i].name, lower) == 0 ||
            (strchr(lower, ' ') == NULL && strstr(sets[i].aliases, word) != NULL)) {
            return sets[i].converter;
        }
    }
    return NULL;
}

/* NUL has no place in text, whatever the set. Free with g_free. */
static char *without_nul(const char *bytes, size_t length)
{
    GString *text = g_string_sized_new(length);
    for (size_t i = 0; i < length; i++) {
        if (bytes[i] != '\0') {
            g_string_append_c(text, bytes[i]);
        } else {
            g_string_append(text, CHARSET_REPLACEMENT);
        }
    }
    return g_string_free(text, FALSE);
}

/* The bytes if they are UTF-8. A character cut off at the end may be forgiven
 * where others came before; a lone odd byte there is of another set. */
static char *valid_utf8(const char *bytes, size_t length)
{
    g_autofree char *text = without_nul(bytes, length);
    const char *end;
    if (g_utf8_validate(text, -1, &end)) {
        return g_steal_pointer(&text);
    }
    if (g_utf8_get_char_validated(end, -1) != (gunichar)-2) {
        return NULL;
    }
    g_autofree char *whole = g_strndup(text, (gsize)(end - text));
    return g_str_is_ascii(whole) ? NULL : g_strconcat(whole, CHARSET_REPLACEMENT, NULL);
}

/* The bytes if all fit the declared set, which is known; else NULL. A character cut off at the
 * very end (of a mail too long) is no reason to doubt the rest. */
static char *decode_declared(const char *bytes, size_t length, const char *declared)
{
    GIConv converter = find_converter(declared);
    if (converter == NULL) {
        return NULL;
    }
    gsize read = 0, written = 0;
    g_iconv(converter, NULL, NULL, NULL, NULL);
    g_autofree char *converted =
        g_convert_with_iconv(bytes, (gssize)length, converter, &read, &written, NULL);
    if (converted == NULL) {
        return NULL;
    }
    g_autofree char *text = without_nul(converted, written);
    g_autofree char *whole = g_strconcat(text, read < length ? CHARSET_REPLACEMENT : "", NULL);
    return g_utf8_make_valid(whole, -1);
}

/* The bytes in windows-1252, one character each. Five bytes mean nothing in that set, and no
 * byte above ASCII does if this system lacks even that set; these become U+FFFD. */
static char *decode_at_last(const char *bytes, size_t length)
{
    GIConv converter = sets[0].converter;
    GString *text = g_string_sized_new(length + length / 4);
    for (size_t i = 0; i < length; i++) {
        char *in = (char *)(gsize)(bytes + i), character[8], *out = character;
        gsize in_left = 1, out_left = sizeof(character);
        if (bytes[i] != '\0' && (bytes[i] & 0x80) == 0) {
            g_string_append_c(text, bytes[i]);
        } else if (bytes[i] != '\0' && converter != NULL &&
                   g_iconv(converter, &in, &in_left, &out, &out_left) != (gsize)-1) {
            g_string_append_len(text, character, out - character);
        } else {
            g_string_append(text, CHARSET_REPLACEMENT);
        }
    }
    return g_string_free(text, FALSE);
}

static const struct {
    const char *bytes;
    size_t length;
    const char *set;
} marks[] = {
    { "\xEF\xBB\xBF", 3, "UTF-8" },
    { "\xFF\xFE", 2, "UTF-16LE" },
    { "\xFE\xFF", 2, "UTF-16BE" },
};

static const char *marked_set(const char *bytes, size_t length)
{
    for (size_t i = 0; i < G_N_ELEMENTS(marks); i++) {
        if (length >= marks[i].length && memcmp(bytes, marks[i].bytes, marks[i].length) == 0) {
            return marks[i].set;
        }
    }
    return NULL;
}

char *charset_to_utf8(const char *bytes, size_t length, const char *declared)
{
    static const char mark[] = "\xEF\xBB\xBF";
    bytes = length > 0 ? bytes : "";
    const char *set = marked_set(bytes, length);
    set = set != NULL ? set : declared;
    g_autofree char *text = set != NULL ? decode_declared(bytes, length, set) : NULL;
    if (text == NULL) {
        text = valid_utf8(bytes, length);
    }
    if (text == NULL) {
        text = decode_at_last(bytes, length);
    }
    return g_str_has_prefix(text, mark) ? g_strdup(text + strlen(mark)) : g_steal_pointer(&text);
}

/* ---- words of a header (RFC 2047) ---- */

struct encoded_word {
    const char *charset;
    size_t charset_length; /* without a language after `*` (RFC 2231) */
    char encoding;         /* 'q' or 'b' */
    const char *text;
    size_t text_length;
    size_t length; /* of the whole, from `=?` to `?=` */
};

/* Reads =?charset?encoding?text?= at the beginning of `at`. */
static bool read_word(const char *at, struct encoded_word *word)
{
    if (at[0] != '=' || at[1] != '?') {
        return false;
    }
    const char *c = at + 2;
    word->charset = c;
    while (*c > ' ' && *c != '?' && *c != 127) {
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
    /* The text must not contain blanks, but some programs leave them there. */
    word->text = c + 3;
    const char *end = strchr(word->text, '?');
    if (end == NULL || end[1] != '=') {
        return false;
    }
    word->text_length = (size_t)(end - word->text);
    word->length = (size_t)(end + 2 - at);
    return true;
}

static void decode_word(GByteArray *bytes, const struct encoded_word *word)
{
    const char *text = word->text;
    size_t length = word->text_length;
    if (word->encoding == 'b') {
        gint state = 0;
        guint save = 0;
        g_autofree guchar *decoded = g_malloc(length / 4 * 3 + 3);
        gsize size = g_base64_decode_step(text, length, decoded, &state, &save);
        g_byte_array_append(bytes, decoded, (guint)size);
        return;
    }
    for (size_t i = 0; i < length; i++) {
        guint8 byte = text[i] == '_' ? ' ' : (guint8)text[i];
        if (byte == '=' && i + 2 < length && g_ascii_isxdigit(text[i + 1]) &&
            g_ascii_isxdigit(text[i + 2])) {
            byte = (guint8)(g_ascii_xdigit_value(text[i + 1]) << 4 |
                            g_ascii_xdigit_value(text[i + 2]));
            i += 2;
        }
        g_byte_array_append(bytes, &byte, 1);
    }
}

/* Decodes the word and its neighbours of the same set. Returns where they end. */
static const char *decode_run(const char *at, const struct encoded_word *first, GString *text)
{
    g_autoptr(GByteArray) bytes = g_byte_array_new();
    g_autofree char *charset = g_strndup(first->charset, first->charset_length);
    const char *after = at;
    struct encoded_word word = *first;
    do {
        decode_word(bytes, &word);
        at = after + word.length;
        after = at + strspn(at, " \t");
    } while (after > at && read_word(after, &word) &&
             word.charset_length == first->charset_length &&
             g_ascii_strncasecmp(word.charset, charset, word.charset_length) == 0);
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
        /* Blanks between two encoded words do not belong to the text. */
        const char *after = at + strspn(at, " \t");
        at = read_word(after, &word) ? after : at;
    }
    return plain_one_line(text->str);
}
