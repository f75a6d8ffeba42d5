/* Phrases as data: what is written is read again the same; other bytes are refused, and do no
 * harm. */
#include <string.h>

#include "render/phrase.h"

/* ---- two phrases that should be the same ---- */

/* All names of values here. */
static const char *const names[] = { "who", "count", "on", "cell", "said", "empty" };

static void check_same_values(const struct values *one, const struct values *other);

static void check_same(const struct phrase *one, const struct phrase *other)
{
    g_assert_true((one == NULL) == (other == NULL));
    if (one == NULL) {
        return;
    }
    g_assert_cmpint(one->kind, ==, other->kind);
    g_assert_cmpint(one->number, ==, other->number);
    g_assert_cmpstr(one->text, ==, other->text);
    g_assert_cmpstr(one->group, ==, other->group);
    g_assert_cmpstr(one->key, ==, other->key);
    check_same_values(one->values, other->values);
    g_assert_true((one->parts == NULL) == (other->parts == NULL));
    for (guint i = 0; one->parts != NULL && i < MAX(one->parts->len, other->parts->len); i++) {
        g_assert_cmpuint(one->parts->len, ==, other->parts->len);
        check_same(one->parts->pdata[i], other->parts->pdata[i]);
    }
}

/* No values are the same as none in a list. */
static void check_same_values(const struct values *one, const struct values *other)
{
    for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
        const size_t length = strlen(names[i]);
        check_same(one != NULL ? values_find(one, names[i], length) : NULL,
                   other != NULL ? values_find(other, names[i], length) : NULL);
    }
}

/* ---- one of each kind ---- */

static struct phrase *values_within(void)
{
    return phrase_key("group", "key", with_number(pairs("cell", "b2", NULL), "count", G_MININT64));
}

static struct phrase *all_values(void)
{
    struct values *values = pairs("who", "ann", "empty", NULL, NULL);
    with_number(values, "count", 300);
    with_switch(values, "on", true);
    return phrase_page("letters/page", with_phrase(values, "said", values_within()));
}

static struct phrase *listed(void)
{
    struct phrase *list = phrase_listed("or");
    phrase_add(list, phrase_text("a"));
    phrase_add(list, phrase_both(phrase_number(1), "\xe2\x80\x93", phrase_span(90)));
    phrase_add(list, phrase_listed("and"));
    return list;
}

static struct phrase *day(void)
{
    GDate date;
    g_date_clear(&date, 1);
    g_date_set_dmy(&date, 3, G_DATE_DECEMBER, 2026);
    return phrase_day(&date);
}

/* As new ones. */
static GPtrArray *some_phrases(void)
{
    GPtrArray *all = g_ptr_array_new_with_free_func((GDestroyNotify)phrase_unref);
    g_autofree char *text = g_strnfill(1000, 'x');
    struct phrase *const phrases[] = {
        phrase_text(""),
        phrase_text("Z\xc3\xbcrich\n{{name}} [a.b]"),
        phrase_text(text),
        phrase_number(0),
        phrase_number(-1),
        phrase_number(G_MAXINT64),
        phrase_number(G_MININT64),
        phrase_key("group", "key", NULL),
        phrase_key("group", "key", values_new()),
        values_within(),
        all_values(),
        phrase_joined(""),
        phrase_both(phrase_text("a"), "\n\n", all_values()),
        listed(),
        phrase_span(-5),
        phrase_moment(1796302800),
        phrase_moment_bare(-1),
        phrase_moment_utc(0),
        day(),
        phrase_zone(),
        phrase_lesson("tutorial/halma", 12, "hint"),
    };
    for (size_t i = 0; i < G_N_ELEMENTS(phrases); i++) {
        g_ptr_array_add(all, phrases[i]);
    }
    return all;
}

/* ---- written and read ---- */

/* Bytes among which may be 0, and how many they are. */
#define BYTES(bytes)                                                                               \
    {                                                                                              \
        bytes, sizeof bytes - 1                                                                    \
    }

static void test_again(void)
{
    g_autoptr(GPtrArray) all = some_phrases();
    bool seen[PHRASE_LESSON + 1] = { [PHRASE_SWITCH] = true, [PHRASE_SWITCH + 1] = true };
    for (guint i = 0; i < all->len; i++) {
        const struct phrase *phrase = all->pdata[i];
        g_autoptr(GBytes) bytes = phrase_bytes(phrase);
        g_autoptr(Phrase) again = phrase_of_bytes(bytes);
        g_assert_nonnull(again);
        check_same(phrase, again);
        seen[phrase->kind] = true;
    }
    for (int kind = PHRASE_TEXT; kind <= PHRASE_LESSON; kind++) {
        g_assert_true(seen[kind]);
    }
}

/* One behind the other, with nothing between. */
static void test_in_a_row(void)
{
    g_autoptr(GPtrArray) all = some_phrases();
    g_autoptr(GByteArray) out = g_byte_array_new();
    struct kept written = { .out = out };
    struct phrase *none = NULL;
    for (guint i = 0; i < all->len; i++) {
        struct phrase *phrase = all->pdata[i];
        keep_phrase(&written, &phrase);
        keep_phrase(&written, &none);
    }
    struct kept kept = { .at = out->data, .end = out->data + out->len };
    for (guint i = 0; i < all->len; i++) {
        struct phrase *read;
        keep_phrase(&kept, &read);
        check_same(all->pdata[i], read);
        phrase_unref(read);
        none = all->pdata[i];
        keep_phrase(&kept, &none);
        g_assert_null(none);
    }
    g_assert_true(kept_whole(&kept));
}

/* A letter waits while the program is replaced by a later one, which has to know these bytes. */
static void test_stored(void)
{
    static const struct {
        const char *bytes;
        size_t length;
    } stored[] = {
        BYTES("\0"),
        BYTES("\1\3ann"),
        BYTES("\2\x80\x7d"),
        BYTES("\5\5group\3key\2\3who\1\3ann\2on\3\2"),
        BYTES("\6\4page\0"),
        BYTES("\7\1,\2\1\1a\1\1b"),
        BYTES("\10\2or\1\1\1a"),
        BYTES("\11\4"),
        BYTES("\12\1\6moment"),
        BYTES("\13\10"),
        BYTES("\14"),
        BYTES("\15\2\4hint\4page"),
    };
    struct values *values = pairs("who", "ann", NULL);
    with_switch(values, "on", true);
    struct phrase *one = phrase_listed("or");
    phrase_add(one, phrase_text("a"));
    GDate date;
    g_date_clear(&date, 1);
    g_date_set_julian(&date, 4);
    struct phrase *const phrases[] = {
        NULL,
        phrase_text("ann"),
        phrase_number(8000),
        phrase_key("group", "key", values),
        phrase_page("page", NULL),
        phrase_both(phrase_text("a"), ",", phrase_text("b")),
        one,
        phrase_span(2),
        phrase_moment_bare(-1),
        phrase_day(&date),
        phrase_zone(),
        phrase_lesson("page", 1, "hint"),
    };
    for (size_t i = 0; i < G_N_ELEMENTS(phrases); i++) {
        g_autoptr(Phrase) phrase = phrases[i];
        g_autoptr(GBytes) bytes = phrase_bytes(phrase);
        g_autoptr(GBytes) expected = g_bytes_new_static(stored[i].bytes, stored[i].length);
        g_assert_true(g_bytes_equal(bytes, expected));
    }
}

/* ---- other bytes ---- */

static struct phrase *read_all(const void *data, size_t length)
{
    g_autoptr(GBytes) bytes = g_bytes_new(data, length);
    return phrase_of_bytes(bytes);
}

static void test_cut(void)
{
    g_autoptr(GPtrArray) all = some_phrases();
    for (guint i = 0; i < all->len; i++) {
        g_autoptr(GBytes) bytes = phrase_bytes(all->pdata[i]);
        gsize length;
        const guint8 *data = g_bytes_get_data(bytes, &length);
        for (gsize shorter = 0; shorter < length; shorter++) {
            g_autofree guint8 *cut = g_memdup2(data, shorter);
            struct kept kept = { .at = cut, .end = cut + shorter };
            struct phrase *phrase = all->pdata[0];
            keep_phrase(&kept, &phrase);
            g_assert_true(kept.bad);
            g_assert_null(phrase);
        }
    }
}

/* Whatever is still read can be written, and is read the same. */
static void test_altered(void)
{
    g_autoptr(Phrase) phrase = all_values();
    g_autoptr(Phrase) list = listed();
    g_autoptr(Phrase) both = phrase_both(phrase_ref(phrase), "x", phrase_ref(list));
    g_autoptr(GBytes) bytes = phrase_bytes(both);
    gsize length;
    const guint8 *data = g_bytes_get_data(bytes, &length);
    g_autofree guint8 *altered = g_memdup2(data, length);
    for (gsize at = 0; at < length; at++) {
        for (int bit = 0; bit < 8; bit++) {
            altered[at] = (guint8)(data[at] ^ 1 << bit);
            g_autoptr(Phrase) read = read_all(altered, length);
            g_autoptr(GBytes) written = phrase_bytes(read);
            g_autoptr(Phrase) again = phrase_of_bytes(written);
            check_same(read, again);
        }
        altered[at] = data[at];
    }
}

static void test_faults(void)
{
    static const struct {
        const char *bytes;
        size_t length;
    } faults[] = {
        BYTES(""),                                             /* nothing */
        BYTES("\16"),                                          /* no kind */
        BYTES("\x81\x80\x80\x80\x80\x80\x80\x80\x80\x80\x00"), /* a number too long */
        BYTES("\2\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"),
        BYTES("\1\1"),    /* a text that is not there */
        BYTES("\1\2\0a"), /* a byte 0 in a text */
        BYTES("\1\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"),
        BYTES("\7\0\1\0"),               /* no phrase among parts */
        BYTES("\7\0\xff\xff\xff\xff\7"), /* parts that are not there */
        BYTES("\4\xff\xff\xff\xff\7"),
        BYTES("\6\1p\xff\xff\xff\xff\7"), /* and values */
    };
    for (size_t i = 0; i < G_N_ELEMENTS(faults); i++) {
        const guint8 *const bytes = (const guint8 *)faults[i].bytes;
        struct kept kept = { .at = bytes, .end = bytes + faults[i].length };
        struct phrase *phrase = NULL;
        keep_phrase(&kept, &phrase);
        g_assert_true(kept.bad);
        g_assert_null(phrase);
        g_assert_true(kept.at >= bytes && kept.at <= kept.end);
    }
}

/* ---- depth ---- */

/* That many phrases within each other. */
static struct phrase *deep(enum phrase_kind kind, int depth)
{
    struct phrase *phrase = phrase_text("x");
    while (--depth > 0) {
        struct values *values = values_new();
        if (kind == PHRASE_JOINED) {
            values_unref(values);
            phrase = phrase_both(phrase, " ", NULL);
        } else {
            phrase = phrase_key("group", "key", with_phrase(values, "said", phrase));
        }
    }
    return phrase;
}

static void test_depth(void)
{
    static const enum phrase_kind kinds[] = { PHRASE_KEY, PHRASE_JOINED };
    for (size_t i = 0; i < G_N_ELEMENTS(kinds); i++) {
        g_autoptr(Phrase) most = deep(kinds[i], PHRASE_DEPTH_MAX);
        g_autoptr(GBytes) bytes = phrase_bytes(most);
        g_autoptr(Phrase) again = phrase_of_bytes(bytes);
        g_assert_nonnull(again);
        check_same(most, again);

        g_autoptr(Phrase) deeper = deep(kinds[i], PHRASE_DEPTH_MAX + 1);
        g_autoptr(GBytes) others = phrase_bytes(deeper);
        g_assert_null(phrase_of_bytes(others));
    }
    /* However deep the bytes go. */
    enum { DEEP = 100000 };
    g_autoptr(GByteArray) out = g_byte_array_new();
    for (int i = 0; i < DEEP; i++) {
        g_byte_array_append(out, (const guint8 *)"\7\0\1", 3);
    }
    g_assert_null(read_all(out->data, out->len));
}

/* ---- numbers and texts ---- */

static void test_numbers(void)
{
    static const struct {
        guint64 number;
        guint bytes;
    } rows[] = {
        { 0, 1 },
        { 1, 1 },
        { 127, 1 },
        { 128, 2 },
        { 16383, 2 },
        { 16384, 3 },
        { G_MAXUINT32, 5 },
        { G_MAXINT64, 9 },
        { (guint64)G_MAXINT64 + 1, 10 },
        { G_MAXUINT64, 10 },
    };
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GByteArray) out = g_byte_array_new();
        struct kept written = { .out = out };
        guint64 number = rows[i].number;
        keep_size(&written, &number);
        g_assert_cmpuint(number, ==, rows[i].number);
        g_assert_cmpuint(out->len, ==, rows[i].bytes);
        for (guint length = 0; length < out->len; length++) {
            struct kept cut = { .at = out->data, .end = out->data + length };
            keep_size(&cut, &number);
            g_assert_true(cut.bad);
            g_assert_cmpuint(number, ==, 0);
        }
        struct kept kept = { .at = out->data, .end = out->data + out->len };
        keep_size(&kept, &number);
        g_assert_cmpuint(number, ==, rows[i].number);
        g_assert_true(kept_whole(&kept));
    }
}

static void test_texts(void)
{
    g_autofree char *text = g_strnfill(300, 'x');
    char *texts[] = { (char *)"", (char *)"a", (char *)"Z\xc3\xbcrich \xff\n", text };
    g_autoptr(GByteArray) out = g_byte_array_new();
    struct kept written = { .out = out };
    for (size_t i = 0; i < G_N_ELEMENTS(texts); i++) {
        keep_text(&written, &texts[i]);
    }
    struct kept kept = { .at = out->data, .end = out->data + out->len };
    for (size_t i = 0; i < G_N_ELEMENTS(texts); i++) {
        g_autofree char *read = NULL;
        keep_text(&kept, &read);
        g_assert_cmpstr(read, ==, texts[i]);
    }
    g_assert_true(kept_whole(&kept));
    g_autofree char *none = NULL;
    keep_text(&kept, &none);
    g_assert_true(kept.bad);
    g_assert_cmpstr(none, ==, "");
}

/* ---- what phrases are ---- */

static void test_nothing(void)
{
    g_assert_null(phrase_text(NULL));
    g_assert_null(phrase_taken(NULL));
    g_assert_null(phrase_ref(NULL));
    phrase_unref(NULL);
    values_unref(NULL);
    g_assert_cmpuint(phrase_size(NULL), ==, 0);
    g_assert_false(phrase_is_there(NULL));
    g_autoptr(GBytes) bytes = phrase_bytes(NULL);
    g_assert_null(phrase_of_bytes(bytes));
    /* A value is never NULL. */
    g_autoptr(Values) values = with_phrase(pairs("who", NULL, NULL), "said", NULL);
    g_assert_cmpstr(values_find(values, "who", 3)->text, ==, "");
    g_assert_cmpstr(values_find(values, "said", 4)->text, ==, "");
    g_assert_null(values_find(values, "other", 5));
    /* The whole name counts, and nothing behind its length. */
    g_assert_null(values_find(values, "wh", 2));
    g_assert_null(values_find(values, "whole", 5));
    g_assert_nonnull(values_find(values, "who.dat", 3));
}

static void test_is_there(void)
{
    g_autoptr(Values) values = pairs("who", "ann", "empty", "", NULL);
    with_number(values, "count", 0);
    with_switch(values, "on", false);
    with_phrase(values, "said", phrase_key("group", "key", NULL));
    static const bool there[] = { true, false, false, false, true, false };
    static const char *const asked[] = { "who", "count", "on", "cell", "said", "empty" };
    for (size_t i = 0; i < G_N_ELEMENTS(asked); i++) {
        g_assert_true(phrase_is_there(values_find(values, asked[i], strlen(asked[i]))) == there[i]);
    }
    struct phrase *const others[] = { phrase_number(-1), phrase_span(0), phrase_zone(),
                                      phrase_moment(0),  day(),          phrase_page("p", NULL) };
    for (size_t i = 0; i < G_N_ELEMENTS(others); i++) {
        g_assert_true(phrase_is_there(others[i]));
        phrase_unref(others[i]);
    }
    g_autoptr(Phrase) empty = phrase_listed("and");
    g_assert_false(phrase_is_there(empty));
}

/* The sizes are guesses, but a phrase is no smaller than what people wrote in it. */
static void test_sizes(void)
{
    enum { LONG = 5000, ROUGHLY = 200 };
    g_autofree char *text = g_strnfill(LONG, 'x');
    g_autoptr(Phrase) alone = phrase_text(text);
    g_assert_cmpuint(phrase_size(alone), ==, LONG);
    g_autoptr(Phrase) within = phrase_key("group", "key", pairs("who", text, NULL));
    g_autoptr(Phrase) twice = phrase_both(phrase_ref(alone), "\n", phrase_ref(within));
    g_autoptr(Phrase) small = phrase_key("group", "key", NULL);
    g_assert_cmpuint(phrase_size(within), >=, LONG);
    g_assert_cmpuint(phrase_size(within), <=, LONG + ROUGHLY);
    g_assert_cmpuint(phrase_size(twice), >=, 2 * LONG);
    g_assert_cmpuint(phrase_size(twice), <=, 2 * LONG + 2 * ROUGHLY);
    g_assert_cmpuint(phrase_size(small), >, 0);
    g_assert_cmpuint(phrase_size(small), <=, ROUGHLY);
    g_autoptr(GPtrArray) all = some_phrases();
    for (guint i = 1; i < all->len; i++) { /* all but "" */
        const struct phrase *phrase = all->pdata[i];
        g_assert_true(phrase_size(phrase) > 0 || !phrase_is_there(phrase));
    }
}

/* Values are shared or copied, and each goes with the last who has it. */
static void test_shared(void)
{
    struct phrase *name = phrase_text("ann");
    struct values *values = with_phrase(values_new(), "who", phrase_ref(name));
    struct values *copy = values_copy(values);
    with_number(copy, "count", 3);
    g_assert_null(values_find(values, "count", 5));
    struct phrase *first = phrase_key("group", "key", values_ref(values));
    struct phrase *second = phrase_page("page", values);
    phrase_unref(first);
    phrase_unref(name);
    g_assert_true(values_find(second->values, "who", 3) == values_find(copy, "who", 3));
    phrase_unref(second);
    g_assert_cmpstr(values_find(copy, "who", 3)->text, ==, "ann");
    values_unref(copy);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/phrase/again", test_again);
    g_test_add_func("/phrase/in-a-row", test_in_a_row);
    g_test_add_func("/phrase/stored", test_stored);
    g_test_add_func("/phrase/cut", test_cut);
    g_test_add_func("/phrase/altered", test_altered);
    g_test_add_func("/phrase/faults", test_faults);
    g_test_add_func("/phrase/depth", test_depth);
    g_test_add_func("/phrase/numbers", test_numbers);
    g_test_add_func("/phrase/texts", test_texts);
    g_test_add_func("/phrase/nothing", test_nothing);
    g_test_add_func("/phrase/is-there", test_is_there);
    g_test_add_func("/phrase/sizes", test_sizes);
    g_test_add_func("/phrase/shared", test_shared);
    return g_test_run();
}
