/* What the templates may ask for: each page of letters/, and each key of the groups below, stands
 * in the table with the values the program gives it, and asks for no other. */
#include <glib.h>
#include <string.h>

#include "render/speech.h"
#include "render/template.h"
#include "tests/unit/folder.h"

/* What the meaning of a sign may ask for. */
#define SIGNS "sign who left"

/* These are in every letter that is a page. */
#define EVERY "address operator"

static const struct row {
    const char *group; /* NULL: `name` is a page, else a key of this group */
    const char *name;
    const char *values; /* with blanks between; items of lists as if they stood outside */
} rows[] = {
    { NULL, "letters/frame", "marker body testing" },
    { NULL, "letters/stranger", EVERY " games language" },
    { NULL, "letters/mismatch", EVERY " personal" },
    { NULL, "letters/held", EVERY " command title stale disowned last personal" },
    { NULL, "letters/confirm-command", EVERY " command title what last" },
    { NULL, "letters/confirm", EVERY " name password" },
    { NULL, "letters/address", EVERY " name" },
    { NULL, "letters/notice", EVERY " text" },
    /* In letters of an older version that wait. */
    { NULL, "letters/message", EVERY " name others words" },
    { NULL, "letters/welcome", EVERY " name personal games example house" },
    { NULL, "letters/display", EVERY " forms form forms diagram" },
    { NULL, "letters/password", EVERY " name" },
    { NULL, "letters/export", EVERY " name file cut" },
    { NULL, "letters/record", EVERY " count file key cut" },
    { NULL, "letters/failed-mail", EVERY " name more attempts malformed closed" },
    { NULL, "letters/closed-mail", EVERY " name file" },
    { NULL, "letters/parked-letters", EVERY " count" },
    { NULL, "letters/unwelcome", EVERY " status" },
    { NULL, "letters/weekly",
      EVERY
      " from until mails letters returned joined active begun ended running any failed parked late"
      " kept-back no-backup" },
    { NULL, "letters/other-address", EVERY " address own" },
    { NULL, "letters/mailbox-login", EVERY " name host" },
    { NULL, "letters/bot-failed", EVERY " name number why answered" },
    { "view", "seat-1", "" },
    { "view", "seat-2", "" },
    { "view", "seat-3", "" },
    { "view", "seat-4", "" },
    { "view", "seat-5", "" },
    { "view", "seat-6", "" },
    { "view", "heading", "game number names" },
    { "view", "rating", "points unsure" },
    { "view", "place", "place who" },
    { "view", "label", "name colour signs" },
    { "view", "colour-1", "" },
    { "view", "colour-2", "" },
    { "view", "colour-3", "" },
    { "view", "colour-4", "" },
    { "view", "colour-5", "" },
    { "view", "colour-6", "" },
    { "view", "sign-men", SIGNS },
    { "view", "sign-bars", SIGNS },
    { "view", "sign-moved", SIGNS },
    { "view", "sign-left", SIGNS },
    { "view", "sign-gone", SIGNS },
    { "view", "sign-bars-moved", SIGNS },
    { "view", "sign-caps", SIGNS },
    { "view", "sign-forced", SIGNS },
    { "view", "sign-standing", SIGNS },
    { "view", "sign-yard", SIGNS },
    { "view", "sign-wall", SIGNS },
    { "view", "sign-crossed", SIGNS },
    { "view", "sign-names", SIGNS },
    { "view", "tall", "" },
    { "view", "or", "list item last" },
    { "view", "series", "list item last" },
    { "view", "turn-resign", "" },
    { "view", "turn-forfeit", "" },
    { "view", "and", "list item last" },
    { "view", "list-more", "" },
    { "view", "list-mover", "who" },
    { "view", "list-over", "" },
    { "view", "list-last", "1 2 3 4 5 6 move" },
    { "view", "list-change", "place now before" },
    { "view", "list-men", "who set count" },
    { "view", "list-none", "who" },
    { "view", "list-talls", "who count" },
    { "view", "list-tall", "place own under whose" },
    { "view", "list-bars", "who count" },
    { "view", "list-standing", "count" },
    { "view", "list-walls", "who" },
    { "view", "list-walls-upright", "who" },
    { "view", "list-walls-crossed", "who" },
    { "view", "list-forced", "who" },
    { "view", "list-yard", "" },
    { "view", "list-size", "count empty" },
    { "view", "list-what-empty", "" },
    { "view", "list-what-man", "who set" },
    { "view", "list-what-tall", "who own under whose" },
    { "view", "list-what-bar", "who" },
    { "view", "list-what-standing", "" },
    { "view", "list-nobody", "" },
    { NULL, "cli/play-board", "diagram last options news status over warnings" },
    { "play", "hello", "title example level seat" },
    { "play", "prompt", "who" },
    { "play", "list", "count begun square" },
    { "play", "list-none", "square" },
    { "play", "history-none", "" },
    { "play", "undone", "count" },
    { "play", "undo-nothing", "" },
    { "play", "resigned", "who" },
    { "play", "agreed", "" },
    { "play", "draw-refused", "" },
    { "play", "over-already", "" },
    { "play", "no-topic", "" },
    { "play", "misused", "form" },
    { "play", "hint", "" },
    { "play", "try-turn", "ply program turn" },
    { "play", "try-result", "result ending count" },
    { "play", "try-unfit", "answer" },
    { "play", "try-question", "question" },
    { "match", "option-unknown", "word near names range seats" },
    { "match", "option-value", "word near names range seats" },
    { "match", "option-seats", "word near names range seats" },
    { "match", "range-switch", "name least most" },
    { "match", "range-number", "name least most" },
    { "match", "range-or-zero", "name least most" },
    { "match", "range-alone", "name least most" },
};

static struct words *words;

static const char *source_of(const struct row *row)
{
    return row->group != NULL ? words_get(words, row->group, row->name)
                              : words_page(words, row->name);
}

/* The names a text asks for that are not among `values`. */
static void check(const char *what, const char *source, const char *values)
{
    g_autoptr(GHashTable) names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autoptr(GError) error = NULL;
    g_auto(GStrv) given = g_strsplit(values, " ", -1);
    GHashTableIter each;
    gpointer name;
    template_check(source, names, &error);
    g_assert_no_error(error);
    g_hash_table_iter_init(&each, names);
    while (g_hash_table_iter_next(&each, &name, NULL)) {
        if (!g_strv_contains((const char *const *)given, name)) {
            g_error("%s asks for {{%s}}", what, (char *)name);
        }
    }
}

static void test_rows(void)
{
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        const char *source = source_of(&rows[i]);
        if (source == NULL) {
            g_error("no words for %s", rows[i].name);
        }
        check(rows[i].name, source, rows[i].values);
    }
}

static bool has_row(const char *group, const char *name)
{
    bool found = false;
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        found = found || (g_strcmp0(rows[i].group, group) == 0 && strcmp(rows[i].name, name) == 0);
    }
    return found;
}

/* A new key or page needs its row. */
static void test_no_other(void)
{
    static const char *const groups[] = { "view", "play" };
    static const char *const files[] = { "templates/en/view.words", "templates/play.words" };
    for (size_t i = 0; i < G_N_ELEMENTS(groups); i++) {
        g_auto(GStrv) keys = keys_of(files[i], groups[i]);
        for (char **key = keys; *key != NULL; key++) {
            if (!has_row(groups[i], *key)) {
                g_error("%s of [%s] has no row here", *key, groups[i]);
            }
        }
    }
    g_autoptr(GDir) folder = g_dir_open("templates/en/letters", 0, NULL);
    for (const char *file; (file = g_dir_read_name(folder)) != NULL;) {
        g_autofree char *page = g_strdup_printf("letters/%.*s", (int)strcspn(file, "."), file);
        if (!has_row(NULL, page)) {
            g_error("%s has no row here", page);
        }
    }
}

/* Help pages are printed as they are. */
static void test_pages_of_help(void)
{
    static const char *const folders[] = { "cli", "help" }, *const places[] = { "cli", "en/help" };
    for (size_t i = 0; i < G_N_ELEMENTS(folders); i++) {
        g_autofree char *path = g_build_filename("templates", places[i], NULL);
        g_autoptr(GDir) folder = g_dir_open(path, 0, NULL);
        for (const char *file; (file = g_dir_read_name(folder)) != NULL;) {
            g_autofree char *page =
                g_strdup_printf("%s/%.*s", folders[i], (int)strcspn(file, "."), file);
            if (!has_row(NULL, page)) {
                check(page, words_page(words, page), "");
            }
        }
    }
}

/* Whatever the doctor finds may put in these; every fault has its fix. */
static void test_doctor(void)
{
    g_auto(GStrv) keys = keys_of("templates/doctor.words", "doctor");
    for (char **key = keys; *key != NULL; key++) {
        bool line = g_str_has_prefix(*key, "line-");
        check(*key, words_get(words, "doctor", *key),
              line ? "check text fix" : "path detail reason count");
    }
}

int main(int argc, char **argv)
{
    g_autoptr(GError) error = NULL;
    g_test_init(&argc, &argv, NULL);
    words = words_load("templates", &error);
    g_assert_no_error(error);
    g_test_add_func("/template-values/rows", test_rows);
    g_test_add_func("/template-values/no-other", test_no_other);
    g_test_add_func("/template-values/pages-of-help", test_pages_of_help);
    g_test_add_func("/template-values/doctor", test_doctor);
    int code = g_test_run();
    words_free(words);
    return code;
}
