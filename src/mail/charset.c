#include "mail/charset.h"

#include <stdbool.h>
#include <string.h>

#include "base/pattern.h"
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

/* Adds the bytes that the text of a word stands for. */
static void decode_word(GByteArray *bytes, const char *text, bool base64)
{
    if (base64) {
        gsize size;
        g_autofree guchar *decoded = g_base64_decode(text, &size);
        g_byte_array_append(bytes, decoded, (guint)size);
        return;
    }
    for (; *text != '\0'; text++) {
        guint8 byte = *text == '_' ? ' ' : (guint8)*text;
        if (byte == '=' && g_ascii_isxdigit(text[1]) && g_ascii_isxdigit(text[2])) {
            byte = (guint8)(g_ascii_xdigit_value(text[1]) << 4 | g_ascii_xdigit_value(text[2]));
            text += 2;
        }
        g_byte_array_append(bytes, &byte, 1);
    }
}

/* Appends what the bytes of neighbouring words are in their set, and empties them. */
static void append_decoded(GString *text, GByteArray *bytes, const char *set)
{
    g_autofree char *decoded = charset_to_utf8((const char *)bytes->data, bytes->len, set);
    g_string_append(text, decoded);
    g_byte_array_set_size(bytes, 0);
}

char *encoded_word_decode(const char *value)
{
    /* =?charset*language?encoding?text?= (RFC 2231). The text must not contain blanks, but some
     * programs leave them there. */
    static const char word[] = "=\\?(?=[^?])([!-)+->@-~]*)(?:\\*[!->@-~]*)?\\?([qb])\\?([^?]*)\\?=";
    g_autoptr(GString) text = g_string_sized_new(strlen(value));
    g_autoptr(GByteArray) bytes = g_byte_array_new();
    g_autofree char *set = NULL; /* of the word before; NULL: there is none */
    g_autoptr(GMatchInfo) match = NULL;
    int at = 0;
    for (g_regex_match(pattern_of(word), value, 0, &match); g_match_info_matches(match);
         g_match_info_next(match, NULL)) {
        int start, end;
        g_match_info_fetch_pos(match, 0, &start, &end);
        g_auto(GStrv) part = g_match_info_fetch_all(match);
        /* Blanks between two encoded words do not belong to the text. */
        const bool beside = set != NULL && strspn(value + at, " \t") >= (size_t)(start - at);
        if (!beside || start == at || g_ascii_strcasecmp(set, part[1]) != 0) {
            append_decoded(text, bytes, set);
            g_string_append_len(text, value + at, beside ? 0 : start - at);
        }
        g_free(set);
        set = g_strdup(part[1]);
        decode_word(bytes, part[3], g_ascii_tolower(*part[2]) == 'b');
        at = end;
    }
    append_decoded(text, bytes, set);
    g_string_append(text, value + at);
    return plain_one_line(text->str);
}
