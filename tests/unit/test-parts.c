/* A letter's HTML is made from stored parts, or from none of them if they are damaged. */
#include <string.h>

#include "letters/blocks.h"
#include "letters/html.h"
#include "render/diagram.h"

enum { WORDS = 4 };

static const char letter_text[] = "MIME-Version: 1.0\n"
                                  "Content-Type: text/plain; charset=UTF-8\n"
                                  "\n"
                                  "Hello.\n";

/* WORDS parts of these kinds, and a board that belongs to part `board`. Free with
 * g_bytes_unref. */
static GBytes *parts_of(const guchar *kinds, guint board)
{
    static const char *const words[WORDS] = { "first", "  a drawing", "a\nb\nc\nd", "last" };
    static const char *const none[] = { NULL };
    GVariantBuilder parts;
    g_variant_builder_init(&parts, G_VARIANT_TYPE("a" BLOCKS_PART));
    for (guint i = 0; i < WORDS; i++) {
        GVariant *record = i == board ? g_variant_new("(ssss^ass^asyy)", "nonesuch", "", "", "",
                                                      none, "", none, 0, 0)
                                      : NULL;
        g_variant_builder_add(&parts, "(ys@m" DRAWING_RECORD ")", kinds[i], words[i],
                              g_variant_new_maybe(G_VARIANT_TYPE(DRAWING_RECORD), record));
    }
    g_autoptr(GVariant) all = g_variant_ref_sink(
        g_variant_new("(s@a" BLOCKS_PART ")", "en", g_variant_builder_end(&parts)));
    return g_variant_get_data_as_bytes(all);
}

/* True if the letter has HTML beside its text; each of `held` (NULL: none) is in it. */
static bool has_html(GBytes *parts, const char *const *held)
{
    g_autoptr(GBytes) letter = g_bytes_new_static(letter_text, strlen(letter_text));
    g_autoptr(GBytes) whole = html_letter(letter, parts, NULL, "1@example.org");
    gsize length;
    const char *bytes = g_bytes_get_data(whole, &length);
    for (; held != NULL && *held != NULL; held++) {
        g_assert_nonnull(g_strstr_len(bytes, (gssize)length, *held));
    }
    return !g_bytes_equal(whole, letter);
}

/* Letters that an older program has queued are sent as it meant them. */
static void test_numbers(void)
{
    static const struct {
        enum block_kind kind;
        int number;
    } stored[] = {
        { BLOCK_FIRST, 0 },  { BLOCK_STATUS, 6 },   { BLOCK_BOARD, 10 },
        { BLOCK_TERMS, 14 }, { BLOCK_CHOICES, 18 }, { BLOCK_FRAME, 21 },
    };
    for (size_t i = 0; i < G_N_ELEMENTS(stored); i++) {
        g_assert_cmpint(stored[i].kind, ==, stored[i].number);
    }
}

static void test_every_kind(void)
{
    static const char *const held[] = { "first", "last", NULL };
    for (int kind = 0; kind <= G_MAXUINT8; kind++) {
        const guchar kinds[WORDS] = { BLOCK_PROSE, (guchar)kind, BLOCK_LINK, BLOCK_PROSE };
        /* The board belongs to this part, to one that is no board, or to none. */
        for (guint board = 1; board <= WORDS; board++) {
            g_autoptr(GBytes) parts = parts_of(kinds, board);
            g_assert_true(has_html(parts, held));
        }
    }
}

static void test_damage(void)
{
    static const guchar kinds[WORDS] = { BLOCK_PROSE, BLOCK_BOARD, BLOCK_LINK, BLOCK_PROSE };
    g_autoptr(GBytes) parts = parts_of(kinds, 1);
    gsize length;
    const guchar *bytes = g_bytes_get_data(parts, &length);
    for (gsize shorter = 0; shorter < length; shorter++) {
        g_autoptr(GBytes) cut = g_bytes_new_from_bytes(parts, 0, shorter);
        g_assert_false(has_html(cut, NULL));
    }
    for (gsize at = 0; at < length; at++) {
        for (int change = 1; change <= G_MAXUINT8; change++) {
            guchar *damaged = g_memdup2(bytes, length);
            damaged[at] ^= (guchar)change;
            g_autoptr(GBytes) others = g_bytes_new_take(damaged, length);
            has_html(others, NULL);
        }
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/parts/numbers", test_numbers);
    g_test_add_func("/parts/every-kind", test_every_kind);
    g_test_add_func("/parts/damage", test_damage);
    return g_test_run();
}
