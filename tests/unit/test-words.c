/* The folder of words: loading, saying, notes of a game, phrases. */
#include <glib.h>
#include <glib/gstdio.h>
#include <string.h>

#include "accounts/account.h"
#include "base/error.h"
#include "letters/run.h"
#include "render/speech.h"
#include "tests/unit/games.h"

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

static void folder_change(struct folder *folder, const char *name, const char *text)
{
    g_autofree char *path = g_build_filename(folder->path, name, NULL);
    g_assert_true(g_file_set_contents(path, text, -1, NULL));
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

#define SEATS "seat-1=seat 1\nseat-2=seat 2\nseat-3=seat 3\n"
#define LISTS                                                                                      \
    "and={{list}}{{^last}}, {{/last}}{{#last}} and {{/last}}{{item}}\n"                            \
    "or={{list}}{{^last}}, {{/last}}{{#last}} or {{/last}}{{item}}\n"

static struct words *load_some(void)
{
    struct folder folder;
    folder_make(&folder);
    folder_below(&folder, "help");
    folder_below(&folder, "help/deep");
    folder_file(&folder, "a.words", "# remark\n[one]\nkey=first\nother=line\\nline\n");
    folder_file(&folder, "b.words", "[one]\nthird={{x}}\n[two]\nkey=second\n");
    folder_file(&folder, "letter.txt", "Hello {{name}}\n");
    folder_file(&folder, "view.words", "[view]\n" SEATS LISTS);
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

/* What a language lacks is said in English, and by the plurals of English. */
static void test_plurals_behind(void)
{
    struct folder folder;
    folder_make(&folder);
    folder_below(&folder, "en");
    folder_file(
        &folder, "en/language.words",
        "[plural]\none=n = 1\n[time]\nday={{number}} {{#number.one}}day{{/number.one}}"
        "{{#number.other}}days{{/number.other}}\nhour={{number}} {{#number.one}}hour"
        "{{/number.one}}{{#number.other}}hours{{/number.other}}\ntwo={{greater}} {{lesser}}\n");
    folder_below(&folder, "xx");
    folder_file(&folder, "xx/language.words",
                "[language]\nname=Xish\n[plural]\nmany=n = 2..9\n"
                "[time]\nday={{number}} {{#number.many}}D{{/number.many}}\n");
    g_autoptr(GError) error = NULL;
    g_autoptr(Words) words = words_load(folder.path, &error);
    g_assert_no_error(error);
    g_auto(GStrv) tags = words_languages(words);
    const char *const expected[] = { "en", "xx", NULL };
    const struct words *theirs = words_in(words, "xx");
    g_autofree char *said = words_said(theirs, phrase_span(3 * (86400 + 3600)));
    folder_clear(&folder);
    g_assert_cmpstr(said, ==, "3 D 3 hours");
    g_assert_cmpstr(words_tag(theirs), ==, "xx");
    g_assert_cmpstrv(tags, expected);
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

/* Until they are loaded there are none; what was faulty can be loaded when it is whole. */
static void test_later(void)
{
    struct folder folder;
    folder_make(&folder);
    folder_file(&folder, "a.words", "[sentences]\nhello=hello\n");
    folder_file(&folder, "b.words", "[sentences]\nbroken={{#\n");
    g_autoptr(Words) words = words_later(folder.path);
    g_assert_null(words_get(words, "sentences", "hello"));
    for (int i = 0; i < 2; i++) {
        g_autoptr(GError) error = NULL;
        g_assert_false(words_ready(words, &error));
        g_assert_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_USAGE);
        g_assert_nonnull(strstr(error->message, "b.words:2"));
        g_assert_null(words_get(words, "sentences", "hello"));
    }
    folder_change(&folder, "b.words", "[sentences]\nbroken=whole\n");
    g_assert_true(words_ready(words, NULL));
    g_assert_cmpstr(words_get(words, "sentences", "broken"), ==, "whole");
    folder_clear(&folder);
    g_assert_true(words_ready(words, NULL));
    g_assert_cmpstr(words_get(words, "sentences", "hello"), ==, "hello");
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
                "[view]\nnumber=number {{number}}\n" SEATS);
    return load(&folder);
}

static void check_note(const struct words *words, const struct note *note,
                       const char *const *seat_names, const char *expected)
{
    static const struct position position;
    g_autofree char *text =
        words_said(words, phrase_note(&game, note, &position,
                                      seat_names != NULL ? seats_named(seat_names, 2) : NULL));
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
    check_note(words, &(struct note){ .key = "unknown" }, names, "[paper.unknown]");

    g_autofree char *no_position =
        words_said(words, phrase_note(&game, &full, NULL, seats_named(names, 2)));
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
                "[own]\nseat-1=Ohs\nseat-2=Eks\ncolour-1=pale\nwho=It is {{1}}.\n"
                "[view]\ncolour-1=white\n" SEATS);
    g_autoptr(Words) words = load(&folder);
    static const char *const of_own[] = { "Ohs", "Eks", "seat 3" };
    static const char *const of_other[] = { "seat 1", "seat 2", "seat 3" };
    for (int seat = 0; seat < 3; seat++) {
        g_autofree char *first = words_said(words, phrase_seat(&own, seat));
        g_autofree char *second = words_said(words, phrase_seat(&game, seat));
        g_assert_cmpstr(first, ==, of_own[seat]);
        g_assert_cmpstr(second, ==, of_other[seat]);
    }
    g_autofree char *own_colour = words_said(words, phrase_colour(&own, 0));
    g_autofree char *usual_colour = words_said(words, phrase_colour(&game, 0));
    g_assert_cmpstr(own_colour, ==, "pale");
    g_assert_cmpstr(usual_colour, ==, "white");
    static const struct game black = { .name = "own", .black_first = true };
    g_autofree char *second_colour = words_said(words, phrase_colour(&black, 1));
    g_assert_cmpstr(second_colour, ==, "pale");
    g_autofree char *unnamed = words_said(words, phrase_note(&own, &note, NULL, NULL));
    g_autofree char *named =
        words_said(words, phrase_note(&own, &note, NULL, seats_named(names, 2)));
    g_assert_cmpstr(unnamed, ==, "It is Eks.");
    g_assert_cmpstr(named, ==, "It is bob.");
}

static void test_say(void)
{
    g_autoptr(Words) words = words_for_notes();
    struct values *values = values_new();
    with_number(values, "number", 3);
    g_autofree char *said = words_say(words, "view", "number", values);
    g_assert_cmpstr(said, ==, "number 3");
    g_autofree char *missing = words_say(words, "view", "unknown", NULL);
    g_assert_cmpstr(missing, ==, "[view.unknown]");
    g_autofree char *no_value = words_say(words, "view", "number", NULL);
    g_assert_true(g_str_has_prefix(no_value, "[view.number: "));
    g_autofree char *of_nothing = words_said(words, NULL);
    g_assert_null(of_nothing);
}

/* ---- phrases ---- */

static void check_said(const struct words *words, struct phrase *phrase, const char *expected)
{
    g_autofree char *said = words_said(words, phrase);
    g_assert_cmpstr(said, ==, expected);
}

static struct phrase *named(const char *key, const char *name, struct phrase *phrase)
{
    return phrase_key("say", key, with_phrase(values_new(), name, phrase));
}

/* A list of as many names as are given. */
static struct phrase *listed(const char *joiner, const char *const *names, int count)
{
    struct phrase *list = phrase_listed(joiner);
    for (int i = 0; i < count; i++) {
        phrase_add(list, phrase_key("who", names[i], NULL));
        phrase_add(list, NULL); /* is left out */
    }
    return list;
}

/* Words of a language that inflects. */
static struct words *words_with_forms(void)
{
    struct folder folder;
    folder_make(&folder);
    folder_file(&folder, "a.words",
                "[plural]\none=n = 1\nfew=n = 2..4\n"
                "[time]\nday={{number}} {{#number.one}}Tag{{/number.one}}{{#number.few}}Tage"
                "{{/number.few}}{{#number.other}}viele Tage{{/number.other}}\n"
                "day.dat={{number}} {{#number.one}}Tag{{/number.one}}{{^number.one}}Tagen"
                "{{/number.one}}\nhour={{number}} h\nminute={{number}} min\n"
                "two={{greater}} {{lesser}}\nnone=keine Zeit\n"
                "[say]\nlong={{span}} lang\nsince=seit {{span.dat}}\nturn={{who.gen}} Zug\n"
                "whose={{who.acc}}\nplain={{who}}\nwithin=({{said}})\n"
                "[who]\nann=Ann\nann.gen=Anns\nbob=Bob\ncy=Cy\ncy.gen=von Cy\n"
                "[view]\n" LISTS);
    folder_file(&folder, "page.txt", "Hello {{who.gen}}!\n");
    return load(&folder);
}

/* Words in the form that a tag asks for, or plain where they have no such form. */
static void test_forms(void)
{
    enum { DAY = 86400 };
    static const char *const names[] = { "ann", "bob", "cy" };
    g_autoptr(Words) words = words_with_forms();
    check_said(words, named("long", "span", phrase_span(DAY)), "1 Tag lang");
    check_said(words, named("long", "span", phrase_span(3 * DAY)), "3 Tage lang");
    check_said(words, named("long", "span", phrase_span(5 * DAY)), "5 viele Tage lang");
    check_said(words, named("since", "span", phrase_span(DAY)), "seit 1 Tag");
    check_said(words, named("since", "span", phrase_span(3 * DAY + 3600)), "seit 3 Tagen 1 h");
    check_said(words, named("since", "span", phrase_span(0)), "seit keine Zeit");
    check_said(words, named("turn", "who", phrase_key("who", "ann", NULL)), "Anns Zug");
    check_said(words, named("turn", "who", phrase_key("who", "bob", NULL)), "Bob Zug");
    check_said(words, named("whose", "who", phrase_key("who", "ann", NULL)), "Ann");
    check_said(words, named("turn", "who", phrase_text("dora")), "dora Zug");
    check_said(words, named("turn", "who", NULL), " Zug");
    check_said(words, named("turn", "who", phrase_number(5)), "5 Zug");
    /* The parts of what is put together take the form. */
    check_said(words, named("turn", "who", listed("and", names, 3)), "Anns, Bob and von Cy Zug");
    check_said(words, named("plain", "who", listed("and", names, 3)), "Ann, Bob and Cy");
    check_said(
        words,
        named("turn", "who",
              phrase_both(phrase_key("who", "ann", NULL), "/", phrase_key("who", "cy", NULL))),
        "Anns/von Cy Zug");
    /* A sentence within another one is not what that one's tag asks about. */
    struct phrase *inner = named("plain", "who", phrase_key("who", "ann", NULL));
    check_said(words, named("within", "said", inner), "(Ann)");
    check_said(
        words,
        phrase_page("page", with_phrase(values_new(), "who", phrase_key("who", "ann", NULL))),
        "Hello Anns!\n");
}

static void test_lists(void)
{
    static const char *const names[] = { "ann", "bob", "cy", "dora" };
    static const char *const lists[] = { "", "Ann", "Ann or Bob", "Ann, Bob or Cy",
                                         "Ann, Bob, Cy or [who.dora]" };
    g_autoptr(Words) words = words_with_forms();
    for (int count = 0; count < (int)G_N_ELEMENTS(lists); count++) {
        check_said(words, listed("or", names, count), lists[count]);
    }
    struct phrase *joined = phrase_joined(" - ");
    check_said(words, phrase_ref(joined), "");
    phrase_add(joined, phrase_text("one"));
    phrase_add(joined, NULL);
    phrase_add(joined, phrase_number(-2));
    check_said(words, joined, "one - -2");
    check_said(words, phrase_both(NULL, " ", phrase_text("alone")), "alone");
    g_assert_null(phrase_both(NULL, " ", NULL));
    g_assert_null(phrase_if_any(phrase_joined(" ")));
}

/* Each reader has the time where they are. */
static void test_moments(void)
{
    enum { MOMENT = 1796302800 }; /* 13:00 UTC, 3 December 2026 */
    static const struct {
        const char *zone, *full, *bare, *name;
    } readers[] = {
        { NULL, "Thu, 3 Dec 2026 13:00 (UTC)", "3 Dec 2026 13:00", "UTC" },
        { "Europe/Berlin", "Thu, 3 Dec 2026 14:00 (Europe/Berlin)", "3 Dec 2026 14:00",
          "Europe/Berlin" },
        { "Pacific/Auckland", "Fri, 4 Dec 2026 02:00 (Pacific/Auckland)", "4 Dec 2026 02:00",
          "Pacific/Auckland" },
    };
    g_autoptr(Words) words = words_load("templates", NULL);
    g_autoptr(Phrase) full = phrase_moment(MOMENT);
    g_autoptr(Phrase) bare = phrase_moment_bare(MOMENT);
    g_autoptr(Phrase) utc = phrase_moment_utc(MOMENT);
    g_autoptr(Phrase) zone = phrase_zone();
    for (size_t i = 0; i < G_N_ELEMENTS(readers); i++) {
        g_autofree char *said_full = words_of(words, readers[i].zone, full);
        g_autofree char *said_bare = words_of(words, readers[i].zone, bare);
        g_autofree char *said_utc = words_of(words, readers[i].zone, utc);
        g_autofree char *said_zone = words_of(words, readers[i].zone, zone);
        g_assert_cmpstr(said_full, ==, readers[i].full);
        g_assert_cmpstr(said_bare, ==, readers[i].bare);
        g_assert_cmpstr(said_utc, ==, "3 Dec 2026 13:00 UTC");
        g_assert_cmpstr(said_zone, ==, readers[i].name);
    }
    GDate date;
    g_date_clear(&date, 1);
    g_date_set_dmy(&date, 29, G_DATE_FEBRUARY, 2028);
    check_said(words, phrase_day(&date), "29 Feb 2028");
}

/* Parts of a lesson, which a page may not have any more. */
static void test_lesson(void)
{
    struct folder folder;
    folder_make(&folder);
    folder_file(&folder, "lessons.txt",
                "# A step\nanswers: a1\nright: Well done.\nhint: Again.\n\nStep\nforward.\n");
    g_autoptr(Words) words = load(&folder);
    check_said(words, phrase_lesson("lessons", 1, "title"), "A step");
    check_said(words, phrase_lesson("lessons", 1, "right"), "Well done.");
    check_said(words, phrase_lesson("lessons", 1, "hint"), "Again.");
    g_autofree char *text = words_said(words, phrase_lesson("lessons", 1, "text"));
    g_assert_cmpstr(g_strstrip(text), ==, "Step\nforward.");
    check_said(words, phrase_lesson("lessons", 0, "title"), "");
    check_said(words, phrase_lesson("lessons", 2, "title"), "");
    check_said(words, phrase_lesson("nonesuch", 1, "title"), "");
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

/* What a waiting letter of an older version says has the words of that time. */
static void test_former(void)
{
    g_autoptr(Words) words = words_load("templates", NULL);
    g_autofree char *caption =
        words_say(words, "halma", "seat-caption", pairs("name", "ann", "label", "ann (O)", NULL));
    g_assert_cmpstr(caption, ==, "ann (O)");
    g_autofree char *label =
        words_say(words, "view", "label", pairs("name", "ann", "signs", "O", NULL));
    g_assert_cmpstr(label, ==, "ann (O)");
    struct values *values = pairs("sign", "O", "rests", NULL, "adjourned", NULL, NULL);
    g_autofree char *status =
        words_say(words, "sentences", "status-yours", with_phrase(values, "waiting", NULL));
    g_assert_cmpstr(status, ==, "It is your turn; you play O.");
    g_autofree char *unknown = words_say(words, "sentences", "no-such-key", NULL);
    g_assert_cmpstr(unknown, ==, "[sentences.no-such-key]");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/words/words", test_words);
    g_test_add_func("/words/former", test_former);
    g_test_add_func("/words/pages", test_pages);
    g_test_add_func("/words/refused", test_refused);
    g_test_add_func("/words/over", test_over);
    g_test_add_func("/words/plurals-behind", test_plurals_behind);
    g_test_add_func("/words/deep", test_deep);
    g_test_add_func("/words/no-folder", test_no_folder);
    g_test_add_func("/words/later", test_later);
    g_test_add_func("/words/notes", test_notes);
    g_test_add_func("/words/seats", test_seats);
    g_test_add_func("/words/say", test_say);
    g_test_add_func("/words/forms", test_forms);
    g_test_add_func("/words/lists", test_lists);
    g_test_add_func("/words/moments", test_moments);
    g_test_add_func("/words/lesson", test_lesson);
    g_test_add_func("/words/limits", test_limits);
    return g_test_run();
}
