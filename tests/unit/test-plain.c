/* A text in its plain form and as it was written; what is one character to its reader. */
#include <glib.h>
#include <string.h>

#include "base/plain.h"

#define FAMILY "\U0001f468\u200d\U0001f469\u200d\U0001f467"
#define HEART_ON_FIRE "\u2764\ufe0f\u200d\U0001f525"
#define THUMB "\U0001f44d\U0001f3fd"
#define SCOTLAND "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"
#define GERMANY "\U0001f1e9\U0001f1ea"
#define KSHA "\u0915\u094d\u0937"

/* What was written where the piece stands in the plain form. */
static void check_written(const char *written, const char *piece, const char *expected)
{
    g_auto(Plain) plain = { 0 };
    plain_read(written, -1, &plain);
    g_autofree char *alone = plain_text(written, -1);
    g_assert_cmpstr(plain.text, ==, alone);
    const char *at = strstr(plain.text, piece);
    g_assert_nonnull(at);
    g_autofree char *found = plain_written(&plain, at, strlen(piece));
    g_assert_cmpstr(found, ==, expected);
    g_autofree char *whole = plain_written(&plain, plain.text, strlen(plain.text));
    g_autofree char *again = plain_text(whole, -1);
    g_assert_cmpstr(again, ==, plain.text);
}

static void test_written(void)
{
    check_written("chat 12 hello", "hello", "hello");
    check_written("chat \u201chello\u201d", "\"hello\"", "\u201chello\u201d");
    check_written("\uff43\uff48\uff41\uff54\u3000\uff11", "1", "\uff11");
    check_written("chat \u0645\u06cc\u200c\u062e \u06f1", "1", "\u06f1");
    check_written("a\u2014b", "-", "\u2014");
    check_written("a \u2014random x", "--random", "\u2014random");
    check_written("e4\u2192e5", "->", "\u2192");
    check_written("a \u2764\ufe0f b", "\u2764", "\u2764\ufe0f"); /* goes with what it styles */
    check_written("a \u200fb", "b", "\u200fb");
    check_written("\u200fb", "b", "\u200fb");
    check_written("a\u200b", "a", "a\u200b");
    check_written("\u200b", "", "");
}

static void test_made_valid(void)
{
    g_auto(Plain) plain = { 0 };
    plain_read("a\xff\u00d7z", 4, &plain);
    g_assert_cmpstr(plain.written, ==, "a\ufffd\u00d7");
    g_assert_cmpstr(plain.text, ==, "a\ufffdx");
}

static void check_grapheme(const char *text, size_t bytes, size_t columns)
{
    size_t width;
    g_assert_cmpuint(grapheme_first(text, text + strlen(text), &width), ==, bytes);
    g_assert_cmpuint(width, ==, columns);
}

static void test_graphemes(void)
{
    check_grapheme("", 0, 0);
    check_grapheme("ab", 1, 1);
    check_grapheme("e\u0301x", 3, 1);
    check_grapheme("\u65e5\u672c", 3, 2);
    check_grapheme("\uff21B", 3, 2);
    check_grapheme("\u0645\u06cc\u200c\u062e", 2, 1);
    check_grapheme("\u06cc\u200c\u062e", 5, 1);
    check_grapheme(FAMILY "x", strlen(FAMILY), 2);
    check_grapheme(HEART_ON_FIRE " ", strlen(HEART_ON_FIRE), 2);
    check_grapheme(THUMB THUMB, strlen(THUMB), 2);
    check_grapheme(SCOTLAND GERMANY, strlen(SCOTLAND), 2);
    check_grapheme(GERMANY GERMANY, strlen(GERMANY), 2);
    check_grapheme(KSHA "\u0915", strlen(KSHA), 2);
    check_grapheme("\u1112\u1161\u11ab\u1100", 9, 2);
    check_grapheme("\200\200a", 2, 1);
}

/* A line with no more bytes than columns fits (render/template.c): whatever the library takes for
 * wide, and whatever follows it. */
static void test_no_wider_than_bytes(void)
{
    static const char *const followers[] = { "",       "a",          "\u0301",     "\u200d\u2640",
                                             "\ufe0f", "\U0001f3fb", "\U0001f1e6", "\u1160\u11a8",
                                             "\x80" };
    for (gunichar character = 1; character <= 0x10ffff; character++) {
        for (size_t i = 0; i < G_N_ELEMENTS(followers) && g_unichar_validate(character); i++) {
            char text[16];
            const int length = g_unichar_to_utf8(character, text);
            g_strlcpy(text + length, followers[i], sizeof text - (size_t)length);
            size_t columns;
            const size_t bytes = grapheme_first(text, text + strlen(text), &columns);
            if (columns > bytes) {
                g_error("%x before %zu: %zu columns", character, i, columns);
            }
        }
    }
}

static void test_fit(void)
{
    g_assert_cmpuint(grapheme_fit("abc", 2), ==, 2);
    g_assert_cmpuint(grapheme_fit("abc", 5), ==, 3);
    g_assert_cmpuint(grapheme_fit("a" FAMILY "b", strlen(FAMILY)), ==, 1);
    g_assert_cmpuint(grapheme_fit("a" FAMILY "b", strlen(FAMILY) + 1), ==, strlen(FAMILY) + 1);
    g_assert_cmpuint(grapheme_fit(FAMILY, 5), ==, 4); /* larger than what is left for it */
    g_assert_cmpuint(grapheme_fit("", 5), ==, 0);
    char cut[] = "ab" THUMB "c";
    plain_cut(cut, 9);
    g_assert_cmpstr(cut, ==, "ab");
}

static void check_composed(const char *text)
{
    g_autofree char *composed = plain_composed(text);
    g_autofree char *expected = g_utf8_normalize(text, -1, G_NORMALIZE_NFC);
    g_assert_true(g_str_equal(composed, expected));
}

/* As GLib composes it, also where it is done piece by piece, and soon enough. */
static void test_composed(void)
{
    static const char *const parts[] = {
        "e\u0301", "\u00e9", "a\u0323\u0302", "\u1112\u1161\u11ab", "\uac00\u11a8", KSHA,
        FAMILY,    "x",      "\u212b"
    };
    check_composed("");
    for (size_t i = 0; i < G_N_ELEMENTS(parts); i++) {
        g_autoptr(GString) text = g_string_new("a");
        for (int times = 0; times < 500; times++) {
            g_string_append(text, parts[i]);
        }
        check_composed(text->str);
    }
    static const char *const many[] = { "\u00e9", "e\u0301", "\u0301", "\u0301\u0323" };
    for (size_t i = 0; i < G_N_ELEMENTS(many); i++) {
        g_autoptr(GString) text = g_string_new("a");
        while (text->len < 1024 * 1024) {
            g_string_append(text, many[i]);
        }
        g_test_timer_start();
        g_autofree char *composed = plain_composed(text->str);
        g_assert_cmpfloat(g_test_timer_elapsed(), <, 5);
        g_assert_true(g_utf8_validate(composed, -1, NULL));
    }
}

static void test_letters(void)
{
    static const struct {
        gunichar character;
        char letter;
    } shown[] = {
        { 'a', 'a' },     { 'Z', 'z' },     { '7', '7' },     { 0x1D41A, 'a' }, { 0x1D7D6, '8' },
        { 0xFF21, 'a' },  { 0x24D0, 'a' },  { 0x00E9, 'e' },  { 0x0430, 'a' },  { 0x00B2, '2' },
        { 0x1F1E7, 'b' }, { 0x1F170, 'a' }, { 0xE0063, 'c' }, { 0x0663, '3' },  { ' ', 0 },
        { '-', 0 },       { 0x200B, 0 },    { 0x5D0, 0 },     { 0x1F600, 0 },   { '\n', 0 },
        { 0xE0020, 0 },
    };
    for (size_t i = 0; i < G_N_ELEMENTS(shown); i++) {
        g_test_message("%x", shown[i].character);
        g_assert_cmpint(plain_letter(shown[i].character), ==, shown[i].letter);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/plain/written", test_written);
    g_test_add_func("/plain/made-valid", test_made_valid);
    g_test_add_func("/plain/graphemes", test_graphemes);
    g_test_add_func("/plain/no-wider-than-bytes", test_no_wider_than_bytes);
    g_test_add_func("/plain/fit", test_fit);
    g_test_add_func("/plain/composed", test_composed);
    g_test_add_func("/plain/letters", test_letters);
    return g_test_run();
}
