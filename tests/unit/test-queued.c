/* Letters as they wait in the outbox: what is written is read again the same; other bytes are
 * refused, and do no harm. */
#include <string.h>

#include "letters/queued.h"

static char *const no_references[] = { NULL };

/* ---- two letters that should be the same ---- */

/* How phrases are compared is told in test-phrase.c. */
static void check_same_phrase(const struct phrase *one, const struct phrase *other)
{
    g_autoptr(GBytes) bytes = phrase_bytes(one);
    g_autoptr(GBytes) others = phrase_bytes(other);
    g_assert_true(g_bytes_equal(bytes, others));
}

static void check_same_blocks(const GPtrArray *ones, const GPtrArray *others)
{
    g_assert_cmpuint(ones->len, ==, others->len);
    for (guint i = 0; i < ones->len; i++) {
        const struct block *one = ones->pdata[i], *other = others->pdata[i];
        g_assert_cmpint(one->kind, ==, other->kind);
        check_same_phrase(one->words, other->words);
        check_same_phrase(one->aside, other->aside);
    }
}

static void check_same(const struct queued *one, const struct queued *other)
{
    check_same_phrase(one->subject, other->subject);
    check_same_blocks(one->blocks, other->blocks);
    g_assert_cmpstr(one->letter.to, ==, other->letter.to);
    g_assert_cmpstr(one->letter.reply_to, ==, other->letter.reply_to);
    g_assert_cmpstr(one->letter.message_id, ==, other->letter.message_id);
    g_assert_cmpstr(one->letter.in_reply_to, ==, other->letter.in_reply_to);
    g_assert_cmpstr(one->letter.list_id, ==, other->letter.list_id);
    g_assert_cmpstr(one->letter.leave_to, ==, other->letter.leave_to);
    g_assert_cmpstrv(one->letter.references != NULL ? (char **)one->letter.references
                                                    : (char **)no_references,
                     other->letter.references != NULL ? (char **)other->letter.references
                                                      : (char **)no_references);
    g_assert_cmpint(one->letter.date, ==, other->letter.date);
    g_assert_true(one->letter.answer == other->letter.answer);
    g_assert_cmpint(one->links, ==, other->links);
    g_assert_true(memcmp(one->hash, other->hash, sizeof one->hash) == 0);
    g_assert_cmpstr(one->file.name, ==, other->file.name);
    g_assert_cmpstr(one->file.type, ==, other->file.type);
    g_assert_cmpstr(one->file.text, ==, other->file.text);
    g_assert_cmpstr(one->letter.language, ==, other->letter.language);
}

static void check_again(const struct queued *queued)
{
    g_autoptr(GBytes) bytes = queued_write(queued);
    g_auto(Queued) again = { 0 };
    g_assert_true(queued_read(bytes, &again));
    check_same(queued, &again);
}

/* ---- letters ---- */

/* A block of each kind. */
static GPtrArray *all_blocks(void)
{
    GPtrArray *blocks = blocks_new();
    for (int kind = 0; kind < BLOCK_KINDS; kind++) {
        if (kind == BLOCK_COMMENT) {
            block_comment(blocks, "ann", "well\nplayed");
        } else if (kind == BLOCK_LINK) {
            block_link(blocks, "yes", "accept 7");
        } else if (kind == BLOCK_ROW) {
            block_row(blocks, phrase_text("ann  12"), g_strdup("show 7"));
        } else if (kind == BLOCK_MOVES || kind == BLOCK_MOVES_TOLD) {
            block_moves(blocks, kind == BLOCK_MOVES ? 7 : 0, "e1-", kind == BLOCK_MOVES_TOLD);
        } else {
            block_words(blocks, (enum block_kind)kind,
                        phrase_key("group", "key", pairs("who", "ann", NULL)));
        }
    }
    block_words(blocks, BLOCK_PROSE, phrase_page("letters/welcome", pairs("name", "ann", NULL)));
    return blocks;
}

static struct queued whole_letter(void)
{
    struct queued queued = {
        .subject = phrase_key("sentences", "subject", with_number(values_new(), "number", 12)),
        .blocks = all_blocks(),
        .letter.to = g_strdup("ann@example.net"),
        .letter.reply_to = g_strdup("turns+abcdefghijklmnopqrstuvwxyz@example.org"),
        .letter.message_id = g_strdup("n2.12.1@example.org"),
        .letter.in_reply_to = g_strdup("1@example.net"),
        .letter.list_id = g_strdup("halma-12.turns.example.org"),
        .letter.leave_to = g_strdup("turns+abcdefghijklmnopqrstuvwxy2@example.org"),
        .letter.references =
            (const char *const *)g_strsplit("root@example.net 1@example.net", " ", -1),
        .letter.date = 1795260000,
        .letter.answer = true,
        .links = 300,
        .file.name = g_strdup("a.json"),
        .file.type = g_strdup("application/json"),
        .file.text = g_strdup("{\"Z\xc3\xbcrich\":1}\n"),
    };
    for (size_t i = 0; i < sizeof queued.hash; i++) {
        queued.hash[i] = (unsigned char)(i * 37);
    }
    return queued;
}

static void clear(const char **text)
{
    g_free((char *)*text);
    *text = NULL;
}

/* With nothing that may be missing. */
static struct queued smallest_letter(void)
{
    return (struct queued){ .subject = phrase_text(""),
                            .blocks = blocks_new(),
                            .letter.to = g_strdup("a@b"),
                            .letter.message_id = g_strdup("1@b") };
}

/* ---- written and read ---- */

static void test_again(void)
{
    g_auto(Queued) whole = whole_letter();
    check_again(&whole);
    g_auto(Queued) smallest = smallest_letter();
    check_again(&smallest);
    smallest.letter.date = -1;
    smallest.links = G_MAXINT64;
    memset(smallest.hash, 0xff, sizeof smallest.hash);
    check_again(&smallest);
}

/* Each member that may be NULL is kept apart from the others; those of a file are all there, or
 * none is. */
static void test_each_missing(void)
{
    static const size_t members[] = {
        offsetof(struct queued, letter.reply_to), offsetof(struct queued, letter.in_reply_to),
        offsetof(struct queued, letter.list_id),  offsetof(struct queued, letter.leave_to),
        offsetof(struct queued, letter.language),
    };
    for (size_t i = 0; i < G_N_ELEMENTS(members); i++) {
        g_auto(Queued) lacking = whole_letter();
        g_clear_pointer(&G_STRUCT_MEMBER(char *, &lacking, members[i]), g_free);
        check_again(&lacking);
        g_auto(Queued) having = smallest_letter();
        G_STRUCT_MEMBER(char *, &having, members[i]) = g_strdup("x");
        check_again(&having);
    }
    g_auto(Queued) no_file = whole_letter();
    clear(&no_file.file.name);
    g_autoptr(GBytes) bytes = queued_write(&no_file);
    g_auto(Queued) refused = { 0 };
    g_assert_false(queued_read(bytes, &refused));
}

/* Blocks know their kind by its number: letters that an older program has queued are sent as it
 * meant them. */
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

/* And so are all their bytes. */
static void test_stored(void)
{
    static const char stored[] = "\1"             /* the form */
                                 "\5\3a@b\0031@b" /* whom to, its Message-ID */
                                 "\2\3x@b\3y@b"   /* what it refers to */
                                 "\x80\1\1\0"     /* the date, an answer, no links */
                                 "\1\2hi"         /* its subject */
                                 "\3"
                                 "\4\5\1g\1k\0"
                                 "\17\1\1c\1\3ann"
                                 "\24\1\3yes\1\3act";
    g_auto(Queued) queued = smallest_letter();
    phrase_unref(queued.subject);
    queued.subject = phrase_text("hi");
    queued.letter.references = (const char *const *)g_strsplit("x@b y@b", " ", -1);
    queued.letter.date = 128;
    queued.letter.answer = true;
    block_words(queued.blocks, BLOCK_NEWS, phrase_key("g", "k", NULL));
    block_comment(queued.blocks, "ann", "c");
    block_link(queued.blocks, "yes", "act");
    g_autoptr(GBytes) bytes = queued_write(&queued);
    g_autoptr(GBytes) expected = g_bytes_new_static(stored, sizeof stored - 1);
    g_assert_true(g_bytes_equal(bytes, expected));
    g_auto(Queued) again = { 0 };
    g_assert_true(queued_read(expected, &again));
    check_same(&queued, &again);
}

/* ---- other bytes ---- */

/* Whether the bytes are read as a letter. What is read can be written, and is read the same. */
static bool reads(const void *data, size_t length)
{
    g_autoptr(GBytes) bytes = g_bytes_new(data, length);
    g_auto(Queued) queued = { 0 };
    const bool read = queued_read(bytes, &queued);
    if (read) {
        check_again(&queued);
    }
    return read;
}

static void test_cut(void)
{
    struct queued (*const letters[])(void) = { whole_letter, smallest_letter };
    for (size_t i = 0; i < G_N_ELEMENTS(letters); i++) {
        g_auto(Queued) queued = letters[i]();
        g_autoptr(GBytes) bytes = queued_write(&queued);
        gsize length;
        const guint8 *data = g_bytes_get_data(bytes, &length);
        g_assert_true(reads(data, length));
        for (gsize shorter = 0; shorter < length; shorter++) {
            g_autofree guint8 *cut = g_memdup2(data, shorter);
            g_assert_false(reads(cut, shorter));
        }
        /* Nor may anything follow. */
        g_autofree guint8 *longer = g_malloc0(length + 1);
        memcpy(longer, data, length);
        g_assert_false(reads(longer, length + 1));
    }
}

static void test_altered(void)
{
    g_auto(Queued) queued = whole_letter();
    g_autoptr(GBytes) bytes = queued_write(&queued);
    gsize length;
    const guint8 *data = g_bytes_get_data(bytes, &length);
    g_autofree guint8 *altered = g_memdup2(data, length);
    for (gsize at = 0; at < length; at++) {
        for (int bit = 0; bit < 8; bit++) {
            altered[at] = (guint8)(data[at] ^ 1 << bit);
            reads(altered, length);
        }
        altered[at] = data[at];
    }
}

/* A letter to nobody, without a name of its own or a subject is none; nor is what a later version
 * wrote in another form. */
static void test_refused(void)
{
    for (int lacking = 0; lacking < 3; lacking++) {
        g_auto(Queued) queued = whole_letter();
        if (lacking == 0) {
            clear(&queued.letter.to);
        } else if (lacking == 1) {
            clear(&queued.letter.message_id);
        } else {
            g_clear_pointer(&queued.subject, phrase_unref);
        }
        g_autoptr(GBytes) bytes = queued_write(&queued);
        gsize length;
        const void *data = g_bytes_get_data(bytes, &length);
        g_assert_false(reads(data, length));
    }
    g_auto(Queued) queued = whole_letter();
    g_autoptr(GBytes) bytes = queued_write(&queued);
    const gsize length = g_bytes_get_size(bytes);
    g_autofree guint8 *other = g_memdup2(g_bytes_get_data(bytes, NULL), length);
    other[0]++;
    g_assert_false(reads(other, length));
}

/* A block that says nothing is no block, nor is one of a kind that is not known. */
static void test_refused_blocks(void)
{
    static const struct {
        const char *bytes;
        size_t length;
    } faults[] = {
        { "", 0 },
        { "\1", 1 },
        { "\1\1\0", 3 },             /* no words */
        { "\1\177\1\1a", 5 },        /* no kind */
        { "\1\24\1\3yes", 7 },       /* no act */
        { "\1\17\1\1c", 5 },         /* nobody whose words they are: not even NULL */
        { "\2\1\1\1a", 5 },          /* no second block */
        { "\xff\xff\xff\x7f\1", 5 }, /* a great many */
    };
    /* The blocks are the last of a letter; this one ends with their number, 0. */
    g_auto(Queued) queued = smallest_letter();
    g_autoptr(GBytes) bytes = queued_write(&queued);
    const gsize before = g_bytes_get_size(bytes) - 1;
    for (size_t i = 0; i < G_N_ELEMENTS(faults); i++) {
        g_autofree guint8 *all = g_malloc(before + faults[i].length);
        memcpy(all, g_bytes_get_data(bytes, NULL), before);
        memcpy(all + before, faults[i].bytes, faults[i].length);
        g_assert_false(reads(all, before + faults[i].length));
    }
    g_assert_true(reads(g_bytes_get_data(bytes, NULL), before + 1));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/queued/again", test_again);
    g_test_add_func("/queued/each-missing", test_each_missing);
    g_test_add_func("/queued/numbers", test_numbers);
    g_test_add_func("/queued/stored", test_stored);
    g_test_add_func("/queued/cut", test_cut);
    g_test_add_func("/queued/altered", test_altered);
    g_test_add_func("/queued/refused", test_refused);
    g_test_add_func("/queued/refused-blocks", test_refused_blocks);
    return g_test_run();
}
