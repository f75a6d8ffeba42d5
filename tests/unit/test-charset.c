/* Character sets, strictly; and the words of headers written in them. */
#include <glib.h>
#include <string.h>

#include "mail/charset.h"

#define LOST CHARSET_REPLACEMENT

static void check_bytes(const char *bytes, size_t length, const char *declared,
                        const char *expected)
{
    g_autofree char *text = charset_to_utf8(bytes, length, declared);
    g_assert_cmpstr(text, ==, expected);
}

static void check(const char *bytes, const char *declared, const char *expected)
{
    check_bytes(bytes, strlen(bytes), declared, expected);
}

static void test_declared(void)
{
    check("m\xe9 e4", "ISO-8859-1", "m\u00e9 e4");
    check("m\xe9 e4", "iso-8859-15", "m\u00e9 e4");
    check("\xa4", "ISO-8859-15", "\u20ac");
    check("\xa4", "Latin1", "\u00a4");
    check("\xcf\xf0\xe8", "Windows-1251", "\u041f\u0440\u0438");
    check("\xf0\xd2\xc9", "KOI8-R", "\u041f\u0440\u0438");
    check("\x83\x7b", "Shift_JIS", "\u30dc");
    check("\x1b$B%\\\x1b(B e4", "ISO-2022-JP", "\u30dc e4");
    /* Left in the other alphabet at its end; the next one begins anew. */
    check("\x1b$B%\\", "iso-2022-jp", "\u30dc");
    check("e4-e5", "iso-2022-jp", "e4-e5");
    check("\xc4\xe3", "gb2312", "\u4f60");
    check("\xa7\x41", "Big5", "\u4f60");
    check("\xb3\xaa", "euc-kr", "\ub098");
    check("m\xc3\xa9 e4", "utf-8", "m\u00e9 e4");
    check("m\xc3\xa9", " UTF-8 ", "m\u00e9");
}

/* Never fewer characters than there were: nothing vanishes between others. */
static void test_mislabelled(void)
{
    check("m\xc3\xa9 e4", "no-such-set", "m\u00e9 e4");
    check("m\xc3\xa9 e4", NULL, "m\u00e9 e4");
    check("m\xe9 e4", "utf-8", "m\u00e9 e4");
    check("m\xe9 e4", NULL, "m\u00e9 e4");
    check("e\x81"
          "4",
          "utf-8", "e" LOST "4");
    check("e\x81"
          "4",
          "us-ascii", "e" LOST "4");
    check("e\xff\xfe"
          "4",
          "utf-8", "e\u00ff\u00fe4");
    /* A lone lead byte of Shift_JIS must not swallow the blank after it. */
    check("e4 \x83 e5", "Shift_JIS", "e4 \u0192 e5");
}

static void test_nul(void)
{
    check_bytes("e4\0-e5", 6, NULL, "e4" LOST "-e5");
    check_bytes("e4\0-e5", 6, "utf-8", "e4" LOST "-e5");
    check_bytes("e4\0-e5", 6, "iso-8859-1", "e4" LOST "-e5");
    check_bytes("\0\0", 2, "us-ascii", LOST LOST);
    check_bytes("", 0, "utf-8", "");
    check_bytes(NULL, 0, NULL, "");
    check_bytes(NULL, 0, "utf-16", "");
}

static void test_marks(void)
{
    check("\xef\xbb\xbf"
          "e4",
          NULL, "e4");
    check("\xef\xbb\xbf"
          "e4",
          "utf-8", "e4");
    check("\xef\xbb\xbf"
          "e4",
          "iso-8859-1", "e4");
    check_bytes("\xff\xfe"
                "e\0"
                "4\0",
                6, NULL, "e4");
    check_bytes("\xfe\xff"
                "\0e"
                "\0"
                "4",
                6, "utf-16", "e4");
    check_bytes("\xff\xfe"
                "e\0"
                "4\0",
                6, "utf-8", "e4");
    check_bytes("e\0"
                "4\0",
                4, "utf-16le", "e4");
    check_bytes("\0e"
                "\0"
                "4",
                4, "utf-16", "e4");
    check_bytes("\0e"
                "\0"
                "4",
                4, "UTF-16BE", "e4");
}

/* A mail too long is cut anywhere: what came before stays readable. */
static void test_cut_off(void)
{
    check("caf\xc3\xa9 \xe2\x82", "utf-8", "caf\u00e9 " LOST);
    check("\xc4\xe3\xc4", "gb2312", "\u4f60" LOST);
    check_bytes("e\0"
                "4\0"
                "x",
                5, "utf-16le", "e4" LOST);
}

/* Every set there is use for is on this system, and reads ASCII as such. */
static void test_all_sets(void)
{
    static const char *const labels[] = {
        "iso-8859-2",   "iso-8859-3",   "iso-8859-4",   "iso-8859-5",   "iso-8859-6",
        "iso-8859-7",   "iso-8859-8",   "iso-8859-8-i", "iso-8859-9",   "iso-8859-10",
        "iso-8859-11",  "iso-8859-13",  "iso-8859-14",  "iso-8859-16",  "windows-1250",
        "windows-1252", "windows-1253", "windows-1254", "windows-1255", "windows-1256",
        "windows-1257", "windows-1258", "tis-620",      "koi8-u",       "cp437",
        "cp850",        "cp866",        "macintosh",    "gb18030",      "gbk",
        "big5-hkscs",   "euc-jp",       "cp932",        "iso-2022-kr",
    };
    for (size_t i = 0; i < G_N_ELEMENTS(labels); i++) {
        g_test_message("%s", labels[i]);
        check("e4-e5", labels[i], "e4-e5");
    }
    /* These bytes are valid UTF-8, so only a known set reads them otherwise. */
    check("\xc3\xa9", "iso-8859-2", "\u0102\u0160");
    check("\xc3\xa9", "cp437", "\u251c\u2310");
    check("\xc3\xa9", "iso-8859-16", "\u0102\u00a9");
}

static void check_word(const char *value, const char *expected)
{
    g_autofree char *text = encoded_word_decode(value);
    g_assert_cmpstr(text, ==, expected);
}

static void test_encoded_words(void)
{
    check_word("Re: your move", "Re: your move");
    check_word("=?utf-8?q?h=C3=A9_e4?=", "h\u00e9 e4");
    check_word("=?UTF-8?B?aMOpIGU0?=", "h\u00e9 e4");
    check_word("=?iso-8859-1?Q?h=E9?= e4", "h\u00e9 e4");
    check_word("a =?utf-8?q?b?= =?utf-8?q?c?=   =?iso-8859-1?q?d?= e", "a bcd e");
    check_word("=?utf-8*en?q?hi?=", "hi");
    /* A character split between two words is one. */
    check_word("=?utf-8?q?h=C3?= =?utf-8?q?=A9?=", "h\u00e9");
    check_word("=?utf-8?b?aMM=?= =?utf-8?b?qQ==?=", "h\u00e9");
}

static void test_malformed_words(void)
{
    check_word("=?", "=?");
    check_word("=?utf-8", "=?utf-8");
    check_word("=?utf-8?q?abc", "=?utf-8?q?abc");
    check_word("=?utf-8?x?abc?=", "=?utf-8?x?abc?=");
    check_word("=?"
               "?q?abc?=",
               "=?"
               "?q?abc?=");
    check_word("=?utf-8?q?=C?= =Z9 =?utf-8?q?=?=", "=C =Z9 =");
    check_word("=?no-such-set?q?abc?=", "abc");
    check_word("=?utf-8?q?e4=0D=0ABcc:_bob?=", "e4  Bcc: bob");
    check_word("=?utf-8?q?e4=00e5?=", "e4" LOST "e5");
    check_word("=?utf-8?q?"
               "?=",
               "");
    check_word("=?utf-8?b?"
               "?=",
               "");
    check_word("", "");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    charset_init();
    g_test_add_func("/charset/declared", test_declared);
    g_test_add_func("/charset/mislabelled", test_mislabelled);
    g_test_add_func("/charset/nul", test_nul);
    g_test_add_func("/charset/marks", test_marks);
    g_test_add_func("/charset/cut-off", test_cut_off);
    g_test_add_func("/charset/all-sets", test_all_sets);
    g_test_add_func("/charset/encoded-words", test_encoded_words);
    g_test_add_func("/charset/malformed-words", test_malformed_words);
    return g_test_run();
}
