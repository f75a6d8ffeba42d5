/* The folder of words: loading, saying, notes of a game. */
#include <glib.h>
#include <glib/gstdio.h>
#include <string.h>

#include "accounts/account.h"
#include "base/error.h"
#include "letters/run.h"
#include "render/words.h"

/* A folder of files that goes away with the test. */
struct folder {
    char *path;
    GPtrArray *made; /* files and folders, in order */
};

static void folder_make(struct folder *folder)
{
    folder->path = g_dir_make_tmp("test-words-XXXXXX", NULL);
    g_assert_nonnull(folder->path);
    folder->made = g_ptr_array_new_with_free_func(g_free);
}

static void folder_below(struct folder *folder, const char *name)
{
    char *path = g_build_filename(folder->path, name, NULL);
    g_assert_cmpint(g_mkdir(path, 0700), ==, 0);
    g_ptr_array_add(folder->made, path);
}

static void folder_file(struct folder *folder, const char *name, const char *text)
{
    char *path = g_build_filename(folder->path, name, NULL);
    g_assert_true(g_file_set_contents(path, text, -1, NULL));
    g_ptr_array_add(folder->made, path);
}

static void folder_clear(struct folder *folder)
{
    for (guint i = folder->made->len; i > 0; i--) {
        g_assert_cmpint(g_remove(g_ptr_array_index(folder->made, i - 1)), ==, 0);
    }
    g_assert_cmpint(g_rmdir(folder->path), ==, 0);
    g_ptr_array_unref(folder->made);
    g_free(folder->path);
}

/* Loads the folder and removes it. */
static struct words *load(struct folder *folder)
{
    g_autoptr(GError) error = NULL;
    struct words *words = words_load(folder->path, &error);
    g_assert_no_error(error);
    folder_clear(folder);
    return words;
}

static void refuse(struct folder *folder, const char *file, const char *fault)
{
    g_autoptr(GError) error = NULL;
    g_assert_null(words_load(folder->path, &error));
    g_assert_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_USAGE);
    if (strstr(error->message, file) == NULL || strstr(error->message, fault) == NULL) {
        g_error("'%s' should name '%s' and '%s'", error->message, file, fault);
    }
    folder_clear(folder);
}

#define VIEW_WORDS                                                                                 \
    "[view]\nseat=seat {{number}}\nor={{#items}}{{item}}{{#joined}} or {{/joined}}{{/items}}\n"

static struct words *load_some(void)
{
    struct folder folder;
    folder_make(&folder);
    folder_below(&folder, "help");
    folder_below(&folder, "help/deep");
    folder_file(&folder, "a.words", "# remark\n[one]\nkey=first\nother=line\\nline\n");
    folder_file(&folder, "b.words", "[one]\nthird={{x}}\n[two]\nkey=second\n");
    folder_file(&folder, "letter.txt", "Hello {{name}}\n");
    folder_file(&folder, "view.words", VIEW_WORDS);
    folder_file(&folder, "help/deep/page.txt", "deep\n");
    folder_file(&folder, "README", "{{ not ours");
    folder_file(&folder, ".hidden.words", "not a key file");
    return load(&folder);
}

static void test_words(void)
{
    g_autoptr(Words) words = load_some();
    g_assert_cmpstr(words_get(words, "one", "key"), ==, "first");
    g_assert_cmpstr(words_get(words, "one", "other"), ==, "line\nline");
    g_assert_cmpstr(words_get(words, "two", "key"), ==, "second");
    g_assert_null(words_get(words, "two", "other"));
    g_assert_null(words_get(words, "three", "key"));

    g_auto(GStrv) keys = words_keys(words, "one");
    const char *const expected[] = { "key", "other", "third", NULL };
    g_assert_cmpstrv(keys, expected);
    g_auto(GStrv) none = words_keys(words, "three");
    g_assert_cmpuint(g_strv_length(none), ==, 0);
}

static void test_pages(void)
{
    g_autoptr(Words) words = load_some();
    g_assert_cmpstr(words_page(words, "letter"), ==, "Hello {{name}}\n");
    g_assert_cmpstr(words_page(words, "help/deep/page"), ==, "deep\n");
    g_assert_null(words_page(words, "page"));
    g_assert_null(words_page(words, "README"));
}

static void test_refused(void)
{
    struct folder folder;
    folder_make(&folder);
    folder_file(&folder, "a.words", "[one]\nkey=first\n");
    folder_file(&folder, "b.words", "[one]\nkey=again\n");
    refuse(&folder, "b.words:2: ", "key has words already");

    folder_make(&folder);
    folder_file(&folder, "a.words", "[one]\nno equals sign\n");
    refuse(&folder, "a.words", "no equals sign");

    folder_make(&folder);
    folder_file(&folder, "a.words", "[one]\nkey={{#open}}\n");
    refuse(&folder, "a.words:2: ", "key: a section that is not closed");

    folder_make(&folder);
    folder_file(&folder, "page.txt", "\n{{#open}}\n");
    refuse(&folder, "page.txt:2: ", "not closed");

    folder_make(&folder);
    folder_file(&folder, "a.words",
                "[two]\nkey=no\n# [one]\n[one]\nkeys=no\n  key = {{\n[three]\nkey=no\n");
    refuse(&folder, "a.words:6: ", "key: a tag not closed");

    folder_make(&folder);
    folder_file(&folder, "page.txt", "caf\351\n");
    refuse(&folder, "page.txt", "UTF-8");

    folder_make(&folder);
    g_autofree char *large = g_strnfill(256 * 1024 + 1, 'x');
    folder_file(&folder, "page.txt", large);
    refuse(&folder, "page.txt", "256 KiB");
}

/* An operator's own words stand before those of the program, which fill what they lack. */
static void test_over(void)
{
    struct folder folder;
    folder_make(&folder);
    folder_file(&folder, "a.words", "[one]\nkey=own {{mine}}\nfourth=not the program's\n");
    g_autoptr(GError) error = NULL;
    g_autoptr(Words) words = words_load_over(folder.path, load_some(), &error);
    g_assert_no_error(error);
    folder_clear(&folder);
    g_assert_cmpstr(words_get(words, "one", "key"), ==, "own {{mine}}");
    g_autofree char *own = words_say(words, "one", "key", pairs("mine", "words", NULL));
    g_assert_cmpstr(own, ==, "own words");
    g_autofree char *lacking = words_say(words, "one", "third", pairs("x", "the program's", NULL));
    g_assert_nonnull(strstr(lacking, "the program's"));
    g_assert_nonnull(words_page(words, "letter"));

    /* No value for {{mine}}: then the program's. */
    g_autoptr(Words) whole = load_some();
    g_autofree char *theirs = words_say(whole, "one", "key", NULL);
    g_autofree char *instead = words_say(words, "one", "key", NULL);
    g_assert_cmpstr(instead, ==, theirs);
}

static void test_deep(void)
{
    struct folder folder;
    folder_make(&folder);
    g_autoptr(GString) path = g_string_new("d");
    for (int i = 0; i < 9; i++) {
        folder_below(&folder, path->str);
        g_string_append(path, "/d");
    }
    refuse(&folder, "d/d/d", "deep");
}

static void test_no_folder(void)
{
    g_autoptr(GError) error = NULL;
    g_assert_null(words_load("/nonexistent/templates", &error));
    g_assert_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_USAGE);
    g_assert_nonnull(strstr(error->message, "/nonexistent/templates"));
}

static void print_given(const struct position *position, const struct move *move, struct text *text)
{
    (void)position;
    text_string(text, "move ");
    text_number(text, move->byte[0]);
}

static const struct game game = { .name = "paper", .print = print_given };

static struct words *words_for_notes(void)
{
    struct folder folder;
    folder_make(&folder);
    folder_file(&folder, "game.words",
                "[paper]\nplain=Nothing to say.\n"
                "full={{1}} {{2}} {{3}}{{#4}} four{{/4}}: {{move}}\n"
                "moved={{#move}}{{move}}{{/move}}{{^move}}none{{/move}}\n"
                "[match]\nshared={{1}} of all games\nplain=not this\n"
                "[view]\nseat=seat {{number}}\n");
    return load(&folder);
}

static void check_note(const struct words *words, const struct note *note,
                       const char *const *seat_names, const char *expected)
{
    static const struct position position;
    g_autofree char *text = words_note(words, &game, note, &position, seat_names);
    g_assert_cmpstr(text, ==, expected);
}

static void test_notes(void)
{
    static const char *const names[] = { "ann", "bob" };
    g_autoptr(Words) words = words_for_notes();
    const struct note full = { .key = "full",
                               .argument = { { .kind = ARGUMENT_SEAT, .value = 1 },
                                             { .kind = ARGUMENT_NUMBER, .value = -2 },
                                             { .kind = ARGUMENT_CELL, .text = "abcdefgh" } },
                               .move = { .length = 1, .byte = { 9 } } };
    check_note(words, &full, names, "bob -2 abcdefgh: move 9");
    check_note(words, &full, NULL, "seat 2 -2 abcdefgh: move 9");
    check_note(words, &(struct note){ .key = "plain" }, names, "Nothing to say.");
    check_note(words, &(struct note){ .key = "moved" }, names, "none");
    const struct note shared = { .key = "shared",
                                 .argument = { { .kind = ARGUMENT_NUMBER, .value = 4 } } };
    check_note(words, &shared, names, "4 of all games");
    check_note(words, &(struct note){ .key = "unknown" }, names, "[match.unknown]");

    g_autofree char *no_position = words_note(words, &game, &full, NULL, names);
    g_assert_cmpstr(no_position, ==, "bob -2 abcdefgh: ");
}

static void test_seats(void)
{
    static const struct game own = { .name = "own", .print = print_given };
    static const struct note note = { .key = "who",
                                      .argument = { { .kind = ARGUMENT_SEAT, .value = 1 } } };
    static const char *const names[] = { "ann", "bob" };
    struct folder folder;
    folder_make(&folder);
    folder_file(&folder, "game.words",
                "[own]\nseat-1=Ohs\nseat-2=Eks\nwho=It is {{1}}.\n[view]\nseat=seat {{number}}\n");
    g_autoptr(Words) words = load(&folder);
    static const char *const of_own[] = { "Ohs", "Eks", "seat 3" };
    static const char *const of_other[] = { "seat 1", "seat 2", "seat 3" };
    for (int seat = 0; seat < 3; seat++) {
        g_autofree char *first = words_seat(words, &own, seat);
        g_autofree char *second = words_seat(words, &game, seat);
        g_assert_cmpstr(first, ==, of_own[seat]);
        g_assert_cmpstr(second, ==, of_other[seat]);
    }
    g_assert_true(words_names_seats(words, &own));
    g_assert_false(words_names_seats(words, &game));
    g_autofree char *unnamed = words_note(words, &own, &note, NULL, NULL);
    g_autofree char *named = words_note(words, &own, &note, NULL, names);
    g_assert_cmpstr(unnamed, ==, "It is Eks.");
    g_assert_cmpstr(named, ==, "It is bob.");
}

static void test_say(void)
{
    g_autoptr(Words) words = words_for_notes();
    struct values *values = values_new();
    values_add_number(values, "number", 3);
    g_autofree char *said = words_say(words, "view", "seat", values);
    g_assert_cmpstr(said, ==, "seat 3");
    g_autofree char *missing = words_say(words, "view", "unknown", NULL);
    g_assert_cmpstr(missing, ==, "[view.unknown]");
    g_autofree char *no_value = words_say(words, "view", "seat", NULL);
    g_assert_true(g_str_has_prefix(no_value, "[view.seat: "));
}

/* ---- limits that the program's own sentences name ---- */

/* A number as sentences write it. */
static const char *in_words(int number)
{
    static const char *const words[] = {
        [3] = "three", [5] = "five", [7] = "seven", [20] = "twenty"
    };
    return number < (int)G_N_ELEMENTS(words) && words[number] != NULL ? words[number] : "-";
}

static void test_limits(void)
{
    static const struct {
        const char *group, *name; /* group NULL: a page */
        int limit;
    } named[] = {
        { "sentences", "status-seek-expired", LIMIT_CHALLENGE_DAYS },
        { "sentences", "status-expired", LIMIT_CHALLENGE_DAYS },
        { "sentences", "challenge-made", LIMIT_CHALLENGE_DAYS },
        { "sentences", "seek-made", LIMIT_CHALLENGE_DAYS },
        { "sentences", "challenges-open", LIMIT_CHALLENGES_OPEN },
        { "sentences", "challenges-pair", LIMIT_CHALLENGES_PAIR },
        { "sentences", "address-asked", ACCOUNT_WEEK / CLOCK_DAY },
        { "sentences", "addresses-most", LIMIT_ADDRESSES },
        { "sentences", "operator-addresses-most", LIMIT_ADDRESSES },
        { NULL, "letters/address", ACCOUNT_WEEK / CLOCK_DAY },
        { NULL, "letters/confirm", ACCOUNT_WEEK / CLOCK_DAY },
        { NULL, "letters/confirm-command", LIMIT_PENDING_DAYS },
    };
    g_autoptr(Words) words = words_load("templates", NULL);
    for (size_t i = 0; i < G_N_ELEMENTS(named); i++) {
        const char *text = words_get(words, named[i].group, named[i].name);
        g_autofree char *digits =
            g_strdup_printf("\\b(%d|%s)\\b", named[i].limit, in_words(named[i].limit));
        g_test_message("%s: %s", named[i].name, digits);
        g_assert_true(text != NULL && g_regex_match_simple(digits, text, 0, 0));
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/words/words", test_words);
    g_test_add_func("/words/pages", test_pages);
    g_test_add_func("/words/refused", test_refused);
    g_test_add_func("/words/over", test_over);
    g_test_add_func("/words/deep", test_deep);
    g_test_add_func("/words/no-folder", test_no_folder);
    g_test_add_func("/words/notes", test_notes);
    g_test_add_func("/words/seats", test_seats);
    g_test_add_func("/words/say", test_say);
    g_test_add_func("/words/limits", test_limits);
    return g_test_run();
}
