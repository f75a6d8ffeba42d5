#include "mail/charset.h"

#include <errno.h>
#include <iconv.h>
#include <stdbool.h>
#include <string.h>

/* The sets mail is written in, by iconv's name. ISO-8859-1 stands under
 * windows-1252, whose printable characters it shares, as in every browser:
 * mail so labelled often holds the other's quotes and dashes. The Asian sets
 * likewise stand under their widest variant. US-ASCII and UTF-8 are not here:
 * what does not fit the one is taken for the other. */
static struct set {
    const char *name;
    const char *aliases; /* other labels, lower case, blanks around each */
    bool open;
    iconv_t converter;
} sets[] = {
    { "WINDOWS-1252", " cp1252 iso-8859-1 iso8859-1 latin1 ", 0, 0 },
    /* Without a byte order mark the higher byte is first (RFC 2781). */
    { "UTF-16BE", " utf-16 utf16 unicode ", 0, 0 },
    { "UTF-16LE", " ", 0, 0 },
    { "ISO-8859-2", " iso8859-2 latin2 ", 0, 0 },
    { "ISO-8859-3", " iso8859-3 latin3 ", 0, 0 },
    { "ISO-8859-4", " iso8859-4 latin4 ", 0, 0 },
    { "ISO-8859-5", " iso8859-5 ", 0, 0 },
    { "ISO-8859-6", " iso8859-6 ", 0, 0 },
    { "ISO-8859-7", " iso8859-7 ", 0, 0 },
    { "ISO-8859-8", " iso8859-8 iso-8859-8-i ", 0, 0 },
    { "ISO-8859-9", " iso8859-9 latin5 ", 0, 0 },
    { "ISO-8859-10", " iso8859-10 latin6 ", 0, 0 },
    { "ISO-8859-13", " iso8859-13 latin7 ", 0, 0 },
    { "ISO-8859-14", " iso8859-14 latin8 ", 0, 0 },
    { "ISO-8859-15", " iso8859-15 latin9 latin-9 ", 0, 0 },
    { "ISO-8859-16", " iso8859-16 latin10 ", 0, 0 },
    { "WINDOWS-1250", " cp1250 ", 0, 0 },
    { "WINDOWS-1251", " cp1251 ", 0, 0 },
    { "WINDOWS-1253", " cp1253 ", 0, 0 },
    { "WINDOWS-1254", " cp1254 ", 0, 0 },
    { "WINDOWS-1255", " cp1255 ", 0, 0 },
    { "WINDOWS-1256", " cp1256 ", 0, 0 },
    { "WINDOWS-1257", " cp1257 ", 0, 0 },
    { "WINDOWS-1258", " cp1258 ", 0, 0 },
    { "CP874", " windows-874 tis-620 iso-8859-11 ", 0, 0 },
    { "KOI8-R", " koi8r ", 0, 0 },
    { "KOI8-U", " koi8u ", 0, 0 },
    { "CP437", " ibm437 ", 0, 0 },
    { "CP850", " ibm850 ", 0, 0 },
    { "CP866", " ibm866 ", 0, 0 },
    { "MACINTOSH", " mac x-mac-roman macroman ", 0, 0 },
    { "GB18030", " gb2312 gbk cp936 euc-cn x-gbk ", 0, 0 },
    { "BIG5-HKSCS", " big5 big5hkscs cp950 ", 0, 0 },
    { "EUC-JP", " eucjp x-euc-jp ", 0, 0 },
    { "CP932", " shift_jis shift-jis sjis windows-31j x-sjis ", 0, 0 },
    { "ISO-2022-JP-2", " iso-2022-jp iso-2022-jp-1 ", 0, 0 },
    { "UHC", " euc-kr euckr cp949 ks_c_5601-1987 ", 0, 0 },
    { "ISO-2022-KR", " ", 0, 0 },
};

void charset_init(void)
{
    for (size_t i = 0; i < G_N_ELEMENTS(sets); i++) {
        struct set *set = &sets[i];
        if (!set->open) {
            set->converter = iconv_open("UTF-8", set->name);
            set->open = set->converter != (iconv_t)-1;
        }
    }
}

static struct set *find_set(const char *label)
{
    g_autofree char *lower = g_ascii_strdown(label, -1);
    g_autofree char *word = g_strdup_printf(" %s ", g_strstrip(lower));
    for (size_t i = 0; i < G_N_ELEMENTS(sets); i++) {
        if (g_ascii_strcasecmp(sets[i].name, lower) == 0 ||
            (strchr(lower, ' ') == NULL && strstr(sets[i].aliases, word) != NULL)) {
            return sets[i].open ? &sets[i] : NULL;
        }
    }
    return NULL;
}

/*
 * Converts all bytes, or gives NULL at the first that does not fit; `patient`
 * puts U+FFFD for it instead. A character cut off at the very end (of a mail
 * too long) is no reason to doubt the rest.
 */
static GString *convert(const struct set *set, const char *bytes, size_t length, bool patient)
{
    g_autoptr(GString) text = g_string_sized_new(length + length / 4);
    iconv(set->converter, NULL, NULL, NULL, NULL);
    char *in = (char *)(gsize)bytes;
    char buffer[4096];
    for (;;) {
        char *out = buffer;
        size_t room = sizeof(buffer);
        /* A last call without input writes what a stateful set holds back. */
        size_t done = iconv(set->converter, length > 0 ? &in : NULL, &length, &out, &room);
        int why = done == (size_t)-1 ? errno : 0;
        bool ended = length == 0 && why == 0 && out == buffer;
        g_string_append_len(text, buffer, out - buffer);
        if (ended) {
            return g_steal_pointer(&text);
        }
        if (why == EINVAL) {
            g_string_append(text, CHARSET_REPLACEMENT);
            return g_steal_pointer(&text);
        }
        if (why == EILSEQ && patient) {
            g_string_append(text, CHARSET_REPLACEMENT);
            in++;
            length--;
        } else if (why != 0 && why != E2BIG) {
            return NULL;
        }
    }
}

/* NUL has no place in text, whatever the set. */
static char *without_nul(const char *bytes, size_t length)
{
    if (length == 0) {
        return g_strdup(""); /* `bytes` may be NULL then, which takes no sums */
    }
    GString *text = g_string_sized_new(length);
    for (const char *at = bytes, *end = bytes + length; at < end;) {
        const char *nul = memchr(at, '\0', (size_t)(end - at));
        g_string_append_len(text, at, (nul != NULL ? nul : end) - at);
        if (nul == NULL) {
            break;
        }
        g_string_append(text, CHARSET_REPLACEMENT);
        at = nul + 1;
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

static char *decode(const struct set *set, const char *bytes, size_t length, bool patient)
{
    g_autoptr(GString) text = convert(set, bytes, length, patient);
    if (text == NULL) {
        return NULL;
    }
    g_autofree char *whole = without_nul(text->str, text->len);
    return g_utf8_make_valid(whole, -1);
}

/* Every byte something: windows-1252, or ASCII where even that is missing. */
static char *decode_at_last(const char *bytes, size_t length)
{
    if (sets[0].open) {
        return decode(&sets[0], bytes, length, true);
    }
    GString *text = g_string_sized_new(length);
    for (size_t i = 0; i < length; i++) {
        if (bytes[i] > 0) {
            g_string_append_c(text, bytes[i]);
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

static char *without_mark(char *text)
{
    static const char mark[] = "\xEF\xBB\xBF";
    if (g_str_has_prefix(text, mark)) {
        memmove(text, text + strlen(mark), strlen(text + strlen(mark)) + 1);
    }
    return text;
}

static char *decode_declared(const char *bytes, size_t length, const char *declared)
{
    const struct set *set = declared != NULL ? find_set(declared) : NULL;
    return set != NULL ? decode(set, bytes, length, false) : NULL;
}

char *charset_to_utf8(const char *bytes, size_t length, const char *declared)
{
    bytes = length > 0 ? bytes : "";
    const char *marked = marked_set(bytes, length);
    char *text = decode_declared(bytes, length, marked != NULL ? marked : declared);
    if (text == NULL) {
        text = valid_utf8(bytes, length);
    }
    return without_mark(text != NULL ? text : decode_at_last(bytes, length));
}
