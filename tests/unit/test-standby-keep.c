/* What a server does in the folder of its log: new copies of the database, and what goes. */
#include <unistd.h>

#include "tests/unit/logged.h"

/* ---- two servers ---- */

/* Another server's files lie in the folder: they stay, and a standby does not take them for a later
 * log. Who opens the folder is told. */
static void test_two(struct pair *pair, gconstpointer data)
{
    (void)data;
    g_autoptr(GError) error = NULL;
    struct pair other;
    set_up(&other, NULL);
    make_base(&other, CLOCK_DAY);
    add_notice(pair->scratch.db, "one");
    make_base(pair, CLOCK_DAY);
    g_autoptr(GPtrArray) files = log_files(other.log, NULL, NULL);
    g_assert_cmpint(files->len, ==, 2);
    for (guint i = 0; i < files->len; i++) {
        struct log_file *file = files->pdata[i];
        g_autofree char *early = g_strconcat("2001", file->epoch + 4, NULL);
        g_autofree char *late = g_strconcat("2099", file->epoch + 4, NULL);
        g_autofree char *one = log_file_path(pair->log, early, file->number, file->time);
        g_autofree char *two = log_file_path(pair->log, late, file->number, file->time);
        copy_file(file->path, one);
        copy_file(file->path, two);
    }
    tear_down(&other, NULL);
    clock_set(1700000000 + 3 * CLOCK_DAY);
    make_base(pair, CLOCK_DAY);
    clock_set(1700000000 + 6 * CLOCK_DAY);
    make_base(pair, CLOCK_DAY);
    g_assert_cmpint(count_files(pair, true), ==, 2 + 2);
    g_assert_cmpint(count_files(pair, false), ==, 2 + 1);
    close_it(pair);
    assert_refused(pair, "there are logs of several servers in it");
    copy_file(pair->scratch.path, pair->copy);
    g_assert_cmpint(apply(pair, all), ==, 0);
    assert_same(pair, "SELECT * FROM notices");
    pair->scratch.db = scratch_open(&pair->scratch, DB_WRITE);
    g_assert_false(commit_log_open(pair->scratch.db, pair->scratch.path, pair->log, &error));
    g_assert_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_NO);
    g_assert_nonnull(strstr(error->message, "is the log of another server"));
}

/* ---- not without end ---- */

static void test_kept(struct pair *pair, gconstpointer data)
{
    (void)data;
    const gint64 keep = CLOCK_DAY;
    g_autofree char *long_text = g_strnfill(1100 * 1024, 'x');
    for (gint64 day = 0; day < 6; day++) {
        clock_set(1700000000 + day * (CLOCK_DAY + 60));
        make_base(pair, keep);
        make_base(pair, keep); /* once a day is enough */
        for (int i = 0; i < 2; i++) {
            add_notice(pair->scratch.db, long_text);
        }
        g_assert_cmpint(count_files(pair, true), <=, 2);
        g_assert_cmpint(count_files(pair, false), <=, 6);
    }
    g_assert_cmpint(count_files(pair, true), ==, 2);
    close_it(pair);
    /* From the older copy, and over several files. */
    g_assert_cmpint(
        apply(pair, (struct standby_aim){ 1700000000 + 5 * (CLOCK_DAY + 60) - 1, false }), ==, 2);
    g_assert_cmpint(apply(pair, all), ==, 2);
    assert_same(pair, "SELECT COUNT(*) FROM notices");
    /* A copy that was left for long cannot go on. */
    open_logged(pair);
    for (gint64 day = 6; day < 9; day++) {
        clock_set(1700000000 + day * (CLOCK_DAY + 60));
        for (int i = 0; i < 2; i++) {
            add_notice(pair->scratch.db, long_text);
        }
        make_base(pair, keep);
    }
    close_it(pair);
    assert_refused(pair, "a part of the log is missing");
}

/* A copy that was made while the clock was ahead goes with those of its age. */
static void test_ahead(struct pair *pair, gconstpointer data)
{
    (void)data;
    clock_set(2000000000);
    add_notice(pair->scratch.db, "one");
    make_base(pair, CLOCK_DAY);
    for (gint64 day = 0; day < 4; day++) {
        clock_set(1700000000 + day * (CLOCK_DAY + 60));
        add_notice(pair->scratch.db, "two");
        make_base(pair, CLOCK_DAY);
    }
    g_autoptr(GPtrArray) files = log_files(pair->log, NULL, NULL);
    const struct log_file *last = log_files_newest_base(files, NULL, G_MAXINT64);
    g_assert_cmpint(last->time, ==, clock_now());
    g_assert_cmpint(count_files(pair, true), ==, 2);
    close_it(pair);
    apply(pair, all);
    assert_same(pair, "SELECT * FROM notices");
}

/* ---- a log that is of no use ---- */

/* The log has a fault: no standby begins from it, until there is another copy of the database, of
 * which one is enough. */
static void assert_mended(struct pair *pair, const char *words)
{
    g_autoptr(GError) error = NULL;
    struct standby_facts facts;
    const guint bases = count_files(pair, true);
    g_assert_false(standby_look(pair->scratch.db, pair->log, &facts, &error));
    g_assert_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_NO);
    if (strstr(error->message, words) == NULL) {
        g_error("not these words: %s", error->message);
    }
    for (int i = 0; i < 2; i++) {
        clock_set(clock_now() + 60);
        see_to_base(pair, CLOCK_DAY, true);
        g_assert_cmpint(count_files(pair, true), ==, bases + 1);
        g_assert_true(standby_look(pair->scratch.db, pair->log, &facts, NULL));
        g_assert_true(facts.base && !facts.behind);
    }
    apply(pair, all);
    assert_same(pair, "SELECT * FROM players");
    g_assert_cmpint(g_unlink(pair->copy), ==, 0);
}

static char *nth_path(const struct pair *pair, bool base, guint nth)
{
    g_autoptr(GPtrArray) files = log_files(pair->log, NULL, NULL);
    guint found = 0;
    for (guint i = 0; i < files->len; i++) {
        const struct log_file *file = files->pdata[i];
        if ((file->time != 0) == base && found++ == nth) {
            return g_strdup(file->path);
        }
    }
    g_assert_not_reached();
}

static void test_useless(struct pair *pair, gconstpointer data)
{
    (void)data;
    g_autofree char *long_text = g_strnfill(1100 * 1024, 'x');
    add_notice(pair->scratch.db, "zero");
    make_base(pair, CLOCK_DAY);
    for (int i = 0; i < 8; i++) {
        add_notice(pair->scratch.db, long_text);
    }
    g_autofree char *second = nth_path(pair, false, 1);
    g_assert_cmpint(truncate(second, 1000), ==, 0);
    assert_mended(pair, "which belong behind it, are not there");
    g_autofree char *base = nth_path(pair, true, 1);
    g_assert_cmpint(truncate(base, 4096 * 10), ==, 0);
    assert_mended(pair, "does not end with a whole seal");
    /* A middle file is gone, and then the first one behind the copy. */
    const guint count = count_files(pair, false);
    for (int i = 0; i < 4; i++) {
        add_notice(pair->scratch.db, long_text);
    }
    g_autofree char *middle = nth_path(pair, false, count + 1);
    g_assert_cmpint(g_unlink(middle), ==, 0);
    assert_mended(pair, "which belong behind it, are not there");
    for (int i = 0; i < 3; i++) {
        add_notice(pair->scratch.db, long_text);
    }
    for (guint i = count_files(pair, false) - 1; i > 0; i--) {
        g_autofree char *early = nth_path(pair, false, 0);
        g_assert_cmpint(g_unlink(early), ==, 0);
    }
    assert_mended(pair, ".base: the changes from ");
}

int main(int argc, char **argv)
{
    scratch_init(&argc, &argv);
    add_test("/standby/two", test_two);
    add_test("/standby/kept", test_kept);
    add_test("/standby/ahead", test_ahead);
    add_test("/standby/useless", test_useless);
    return g_test_run();
}
