#include "mail/charset.h"

#include <stdbool.h>
#include <string.h>

#include "base/plain.h"

static const char utf_8[] = "UTF-8";

/* The sets that mail is written in, by iconv's names. */
static const char *const sets[] = {
    "WINDOWS-1252", "WINDOWS-1250", "WINDOWS-1251", "WINDOWS-1253",  "WINDOWS-1254", "WINDOWS-1255",
    "WINDOWS-1256", "WINDOWS-1257", "WINDOWS-1258", "ISO-8859-2",    "ISO-8859-3",   "ISO-8859-4",
    "ISO-8859-5",   "ISO-8859-6",   "ISO-8859-7",   "ISO-8859-8",    "ISO-8859-9",   "ISO-8859-10",
    "ISO-8859-13",  "ISO-8859-14",  "ISO-8859-15",  "ISO-8859-16",   "CP874",        "KOI8-R",
    "KOI8-U",       "CP437",        "CP850",        "CP866",         "MACINTOSH",    "GB18030",
    "BIG5-HKSCS",   "EUC-JP",       "CP932",        "ISO-2022-JP-2", "UHC",          "ISO-2022-KR",
    "UTF-16BE",     "UTF-16LE",
};

/* Labels that are read as another set. ISO-8859-1 is read as windows-1252, which has the same
 * printable characters, as every browser does: mail with that label often has the quotes and
 * dashes of windows-1252. In the same way the Asian sets are read as their largest variant.
 * US-ASCII and UTF-8 count as none: bytes that do not fit one of them are read as the other. */
static const struct {
    const char *labels, *set;
} read_as[] = {
    { "^(us-ascii|ascii|utf-?8)\\z", NULL },
    { "^(iso-?8859-1|latin1)\\z", "WINDOWS-1252" },
    /* Without a byte order mark the higher byte comes first (RFC 2781). */
    { "^(utf-?16|unicode)\\z", "UTF-16BE" },
    { "^iso-8859-8-i\\z", "ISO-8859-8" },
    { "^(tis-620|iso-8859-11)\\z", "CP874" },
    { "^mac(-?roman)?\\z", "MACINTOSH" },
    { "^(gb2312|gbk|cp936|euc-cn)\\z", "GB18030" },
    { "^(big5|cp950)\\z", "BIG5-HKSCS" },
    { "^(shift[_-]jis|sjis|windows-31j)\\z", "CP932" },
    { "^iso-2022-jp(-1)?\\z", "ISO-2022-JP-2" },
    { "^(euc-?kr|ks_c_5601-1987)\\z", "UHC" },
};

/* What iconv has opened once it opens again without a file, so these are never closed. */
void charset_init(void)
{
    static GIConv opened[G_N_ELEMENTS(sets)];
    for (size_t i = 0; i < G_N_ELEMENTS(sets); i++) {
        opened[i] = opened[i] == NULL ? g_iconv_open("UTF-8", sets[i]) : opened[i];
    }
}

/* iconv's name for the set that a label means; NULL: it means none. Free with g_free. */
static char *set_of(const char *label)
{
    g_autofree char *bare =
        pattern_find(label, "(?<![^ ])(?!x-)[\\w.:-]+(?= *\\z)|(?<=^x-)[\\w.:-]+\\z");
    for (size_t i = 0; bare != NULL && i < G_N_ELEMENTS(read_as); i++) {
        if (pattern_fits(bare, read_as[i].labels)) {
            return g_strdup(read_as[i].set);
        }
    }
    return g_steal_pointer(&bare);
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

/* The bytes if all fit a set, which is known; else NULL. A character cut off at the very end (of a
 * mail too long) is no reason to doubt the rest; but a lone odd byte behind ASCII is not of UTF-8.
 */
static char *decode(const char *bytes, size_t length, const char *set)
{
    gsize read = 0, written = 0;
    g_autofree char *converted =
        g_convert(bytes, (gssize)length, "UTF-8", set, &read, &written, NULL);
    g_autofree char *text = converted != NULL ? without_nul(converted, written) : NULL;
    const bool odd =
        text != NULL && read < length && strcmp(set, utf_8) == 0 && g_str_is_ascii(text);
    if (text == NULL || odd) {
        return NULL;
    }
    g_autofree char *whole = g_strconcat(text, read < length ? CHARSET_REPLACEMENT : "", NULL);
    return g_utf8_make_valid(whole, -1);
}

/* The bytes in windows-1252, one character each. NUL and the five bytes that mean nothing in that
 * set become U+FFFD. */
static char *decode_at_last(const char *bytes, size_t length)
{
    static const char nothing[] = "\x81\x8d\x8f\x90\x9d", substitute[] = "\x1a";
    g_autofree char *marked = g_memdup2(bytes, length);
    for (size_t i = 0; i < length; i++) {
        marked[i] = strchr(nothing, bytes[i]) != NULL ? *substitute : bytes[i];
    }
    char *text = g_convert(marked, (gssize)length, "UTF-8", sets[0], NULL, NULL, NULL);
    g_autoptr(GString) replaced = g_string_new(text);
    g_string_replace(replaced, substitute, CHARSET_REPLACEMENT, 0);
    g_free(text);
    return g_string_free(g_steal_pointer(&replaced), FALSE);
}

char *charset_to_utf8(const char *bytes, size_t length, const char *declared)
{
    static const char mark[] = "\xEF\xBB\xBF";
    bytes = length > 0 ? bytes : "";
    const bool lower_first = length >= 2 && memcmp(bytes, "\xFF\xFE", 2) == 0;
    const bool higher_first = length >= 2 && memcmp(bytes, "\xFE\xFF", 2) == 0;
    const bool marked = length >= strlen(mark) && memcmp(bytes, mark, strlen(mark)) == 0;
    g_autofree char *set = lower_first                   ? g_strdup("UTF-16LE")
                           : higher_first                ? g_strdup("UTF-16BE")
                           : declared != NULL && !marked ? set_of(declared)
                                                         : NULL;
    g_autofree char *text = set != NULL ? decode(bytes, length, set) : NULL;
    if (text == NULL) {
        text = decode(bytes, length, utf_8);
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
