/* A draft that is not closed, and whose names the journal keeps. What else there is of
 * backups is in tests/e2e/backup.bats and tests/faults/backups. */
#include "base/error.h"
#include "store/journal.h"
#include "store/opening.h"
#include "tests/unit/scratch.h"

enum { THEN = 1600000000 };

/* An open draft is not whole: it gets no name, and nothing is put aside for it. */
static void test_open_draft(struct scratch *scratch, const void *data)
{
    (void)data;
    g_autoptr(GError) error = NULL;
    g_autofree char *draft = g_strconcat(scratch->path, ".restored", NULL);
    g_autofree char *aside = g_strconcat(scratch->path, ".aside", NULL);
    g_assert_true(db_create(draft, true, &error));
    struct db *open = db_open(draft, DB_DRAFT, &error);
    db_begin(open);
    journal_add(open, "root", "hold on", "", THEN);
    g_assert_true(db_commit(open, &error));
    g_assert_false(replacement_carry_out(scratch->path, aside, &error));
    g_assert_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_NO);
    g_assert_true(g_file_test(scratch->path, G_FILE_TEST_EXISTS));
    db_close(open);
}

/* The journal of a database, a line an entry. Free with g_free. */
static char *texts(struct db *db)
{
    g_autoptr(GPtrArray) entries = journal_list(db, 0);
    g_autoptr(GString) all = g_string_new(NULL);
    for (guint i = 0; i < entries->len; i++) {
        g_string_append_printf(all, "%s;", ((struct journal_entry *)entries->pdata[i])->text);
    }
    return g_string_free(g_steal_pointer(&all), FALSE);
}

static void test_names(struct scratch *scratch, const void *data)
{
    (void)data;
    struct db *db = scratch->db;
    db_begin(db);
    journal_add(db, "root", "player add", "Ann", THEN);
    journal_add(db, "root", "match create", "1 halma ann annabel -size=8", THEN);
    journal_rename(db, "ann", "anna", false);
    journal_add(db, "root", "player rename", "ann anna", THEN);
    journal_add(db, "root", "player add", "ann", THEN);
    g_autofree char *renamed = texts(db);
    g_assert_cmpstr(renamed, ==, "anna;1 halma anna annabel -size=8;ann anna;ann;");
    /* Another player has the old name by then, and keeps their entries. */
    journal_rename(db, "ANNA", "former-1", true);
    g_autofree char *forgotten = texts(db);
    g_assert_cmpstr(forgotten, ==,
                    "former-1;1 halma former-1 annabel -size=8;former-1 former-1;ann;");
    db_rollback(db);
}

/* Other words of the journal may look like a player's name. */
static void test_words_like_names(struct scratch *scratch, const void *data)
{
    static const struct {
        const char *act, *before, *after;
    } acts[] = {
        { "player add", "win", "zed" },
        { "player address", "win drop", "zed drop" },
        { "player address", "drop drop", "drop drop" },
        { "player password", "win --none", "zed --none" },
        { "player rename", "win other", "win other" }, /* another had it before */
        { "player rename", "other Win", "other zed" },
        { "match create", "1 halma win ann --random", "1 halma zed ann --random" },
        { "match create", "1 halma -size=8 ann WIN", "1 halma -size=8 ann zed" },
        { "match create", "1 halma ann bob --from=r1 win", "1 halma ann bob --from=r1 win" },
        { "match end", "1 win win", "1 win zed" },
        { "match end", "1 win ann", "1 win ann" },
        { "match end", "1 draw", "1 draw" },
        { "match set-clock", "1 win 10d", "1 zed 10d" },
        { "match undo", "1 win", "1 win" },
        { "restore", "win", "win" },
        { "mail drop", "win", "win" },
    };
    (void)data;
    struct db *db = scratch->db;
    db_begin(db);
    g_autoptr(GString) expected = g_string_new(NULL);
    for (size_t i = 0; i < G_N_ELEMENTS(acts); i++) {
        journal_add(db, "win", acts[i].act, acts[i].before, THEN);
        g_string_append_printf(expected, "%s;", acts[i].after);
    }
    journal_rename(db, "win", "zed", false);
    g_autofree char *renamed = texts(db);
    g_assert_cmpstr(renamed, ==, expected->str);
    db_rollback(db);
}

int main(int argc, char **argv)
{
    scratch_init(&argc, &argv);
    scratch_test("/backup/open-draft", test_open_draft);
    scratch_test("/journal/names", test_names);
    scratch_test("/journal/words-like-names", test_words_like_names);
    return g_test_run();
}
