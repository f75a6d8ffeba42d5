/* Mail from a Maildir into the spool: which, as what, and what becomes of it. */
#include "transport/mailbox.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utime.h>

#include "base/error.h"
#include "tests/unit/folder.h"
#include "transport/spool.h"

enum { NOW = 1700000000 };

/* A folder with a Maildir `box` and a `spool`. */
static char *scene_new(void)
{
    static const char *const folders[] = { "box/new", "box/cur", "box/tmp" };
    char *scene = folder_new();
    for (size_t i = 0; i < G_N_ELEMENTS(folders); i++) {
        g_autofree char *path = g_build_filename(scene, folders[i], NULL);
        g_assert_cmpint(g_mkdir_with_parents(path, 0700), ==, 0);
    }
    g_autofree char *spool = g_build_filename(scene, "spool", NULL);
    g_assert_true(spool_make(spool, NULL));
    return scene;
}

static void put(const char *scene, const char *name, const char *text, time_t arrived)
{
    folder_put(scene, name, text);
    g_autofree char *path = g_build_filename(scene, name, NULL);
    struct utimbuf times = { arrived, arrived };
    g_assert_cmpint(utime(path, &times), ==, 0);
}

static bool is_there(const char *scene, const char *name)
{
    g_autofree char *path = g_build_filename(scene, name, NULL);
    return g_file_test(path, G_FILE_TEST_EXISTS);
}

/* ---- a round ---- */

static guint mails_before_stop; /* so many mails are looked at */

static bool stop(void)
{
    return mails_before_stop == 0 || mails_before_stop-- == 0;
}

static void fetch(const char *scene, enum mailbox_done done, GError **error)
{
    g_autofree char *spool = g_build_filename(scene, "spool", NULL);
    g_autofree char *box = g_build_filename(scene, "box", NULL);
    struct mailbox mailbox = { .name = (char *)"inbox", .folder = box, .done = done };
    const struct mailbox_round round = { .spool = spool, .now = NOW, .stop = stop };
    mails_before_stop = 1000;
    bool good = mailbox_fetch(&mailbox, &round, error);
    g_assert_cmpint(good, ==, *error == NULL);
}

static void fetch_well(const char *scene)
{
    g_autoptr(GError) error = NULL;
    fetch(scene, MAILBOX_MARK, &error);
    g_assert_no_error(error);
}

/* What is in the spool, in order: "RECEIVED:BODY ...". */
static char *spooled(const char *scene)
{
    g_autofree char *spool = g_build_filename(scene, "spool", NULL);
    g_autoptr(GPtrArray) entries = spool_list(spool, NULL);
    g_autoptr(GString) text = g_string_new(NULL);
    for (guint i = 0; i < entries->len; i++) {
        const struct spool_entry *entry = entries->pdata[i];
        struct spool_mail mail;
        g_assert_true(g_str_has_prefix(entry->name, "inbox.maildir."));
        g_assert_true(spool_read(spool, entry, &mail, NULL));
        g_assert_true(mail.well_formed);
        g_assert_null(mail.sender);
        g_assert_null(mail.recipient);
        g_assert_cmpstr(mail.mailbox, ==, "inbox");
        gsize length;
        const char *bytes = g_bytes_get_data(mail.bytes, &length);
        g_string_append_printf(text, "%s%" G_GINT64_FORMAT ":%.*s%s", i > 0 ? " " : "",
                               mail.received, (int)MIN(length, 20), bytes,
                               mail.truncated ? "..." : "");
        spool_mail_clear(&mail);
    }
    return g_string_free(g_steal_pointer(&text), FALSE);
}

static void check_spooled(const char *scene, const char *expected)
{
    g_autofree char *text = spooled(scene);
    g_assert_cmpstr(text, ==, expected);
}

/* ---- tests ---- */

static void test_which(void)
{
    g_autoptr(Folder) scene = scene_new();
    put(scene, "box/new/1.a", "new", 101);
    put(scene, "box/new/2.b:2,S", "new-seen", 102);
    put(scene, "box/cur/3.c:2,F", "unseen", 103);
    put(scene, "box/cur/4.d", "bare", 104);
    put(scene, "box/cur/5.e:2,FS", "seen", 105);
    put(scene, "box/new/.hidden", "hidden", 106);
    put(scene, "box/tmp/7.g", "unfinished", 107);
    g_autofree char *folder = g_build_filename(scene, "box/new/8.h", NULL);
    g_assert_cmpint(g_mkdir(folder, 0700), ==, 0);
    g_autofree char *link = g_build_filename(scene, "box/new/9.i", NULL);
    g_assert_cmpint(symlink("/etc/passwd", link), ==, 0);
    g_autofree char *fifo = g_build_filename(scene, "box/new/10.j", NULL);
    g_assert_cmpint(mkfifo(fifo, 0600), ==, 0);
    fetch_well(scene);
    check_spooled(scene, "101:new 102:new-seen 103:unseen 104:bare");
    g_assert_true(is_there(scene, "box/cur/1.a:2,S"));
    g_assert_true(is_there(scene, "box/cur/2.b:2,SS") || is_there(scene, "box/cur/2.b:2,S"));
    g_assert_true(is_there(scene, "box/cur/3.c:2,FS"));
    g_assert_true(is_there(scene, "box/cur/4.d:2,S"));
    g_assert_true(is_there(scene, "box/tmp/7.g"));
    g_assert_true(is_there(scene, "box/new/.hidden"));
    g_assert_cmpint(folder_count(scene, "box/cur"), ==, 5);
}

/* A round that was cut short before it marked: the same names come again. */
static void test_again(void)
{
    g_autoptr(Folder) scene = scene_new();
    put(scene, "box/new/1.a", "one", 101);
    fetch_well(scene);
    put(scene, "box/new/1.a", "one", 101);
    fetch_well(scene);
    check_spooled(scene, "101:one");
    /* Other bytes under a name that was used are another mail; and so are the
     * same bytes under another name. */
    put(scene, "box/new/1.a", "two", 102);
    put(scene, "box/new/2.b", "two", 103);
    fetch_well(scene);
    check_spooled(scene, "101:one 102:two 103:two");
}

/* What is in work/ or failed/ is there already. */
static void test_there_already(void)
{
    g_autoptr(Folder) scene = scene_new();
    g_autofree char *spool = g_build_filename(scene, "spool", NULL);
    for (size_t i = 0; i < 2; i++) {
        put(scene, "box/new/1.a", "one", 101);
        fetch_well(scene);
        g_autoptr(GPtrArray) entries = spool_list(spool, NULL);
        const struct spool_entry *entry = entries->pdata[0];
        g_autofree char *name = g_strdup(entry->name);
        g_autofree char *from = g_build_filename(spool, "new", name, NULL);
        g_autofree char *place =
            i == 0 ? g_strdup_printf("work/%s.2", name) : g_strdup_printf("failed/%s", name);
        g_autofree char *to = g_build_filename(spool, place, NULL);
        g_assert_cmpint(g_rename(from, to), ==, 0);
        put(scene, "box/new/1.a", "one", 101);
        fetch_well(scene);
        g_assert_cmpint(folder_count(spool, "new"), ==, 0);
        g_assert_cmpint(folder_count(scene, "box/new"), ==, 0);
        g_assert_cmpint(g_remove(to), ==, 0);
    }
}

static void test_times(void)
{
    g_autoptr(Folder) scene = scene_new();
    put(scene, "box/new/1", "future", NOW + 1);
    put(scene, "box/new/2", "now", NOW);
    put(scene, "box/new/3", "none", 0);
    fetch_well(scene);
    g_autofree char *text = spooled(scene);
    g_assert_nonnull(strstr(text, "1700000000:future"));
    g_assert_nonnull(strstr(text, "1700000000:now"));
    g_assert_nonnull(strstr(text, "1700000000:none"));
}

static void test_large(void)
{
    g_autoptr(Folder) scene = scene_new();
    g_autofree char *just = g_strnfill(SPOOL_MAIL_MAX, 'x');
    g_autofree char *large = g_strnfill(3 * SPOOL_MAIL_MAX, 'x');
    put(scene, "box/new/1.a", just, 101);
    put(scene, "box/new/2.b", large, 102);
    fetch_well(scene);
    check_spooled(scene, "101:xxxxxxxxxxxxxxxxxxxx 102:xxxxxxxxxxxxxxxxxxxx...");
}

static void test_delete(void)
{
    g_autoptr(Folder) scene = scene_new();
    put(scene, "box/new/1.a", "one", 101);
    put(scene, "box/cur/2.b:2,", "two", 102);
    g_autoptr(GError) error = NULL;
    fetch(scene, MAILBOX_DELETE, &error);
    g_assert_no_error(error);
    check_spooled(scene, "101:one 102:two");
    g_assert_cmpint(folder_count(scene, "box/new"), ==, 0);
    g_assert_cmpint(folder_count(scene, "box/cur"), ==, 0);
}

/* Many: all are done, in batches. */
static void test_many(void)
{
    g_autoptr(Folder) scene = scene_new();
    for (int i = 0; i < 2 * MAILBOX_BATCH + 1; i++) {
        g_autofree char *name = g_strdup_printf("box/new/%03d", i);
        put(scene, name, name, 1000 + i);
    }
    fetch_well(scene);
    g_assert_cmpint(folder_count(scene, "box/cur"), ==, 2 * MAILBOX_BATCH + 1);
    g_assert_cmpint(folder_count(scene, "spool/new"), ==, 2 * MAILBOX_BATCH + 1);
    g_assert_cmpint(folder_count(scene, "spool/tmp"), ==, 0);
}

/* A mail that cannot be marked is told of; the others are done. */
static void test_unmarkable(void)
{
    g_autoptr(Folder) scene = scene_new();
    g_autofree char *longest = g_strnfill(253, 'x');
    g_autofree char *name = g_strdup_printf("box/new/%s", longest);
    put(scene, "box/new/long", "long", 101);
    g_autofree char *from = g_build_filename(scene, "box/new/long", NULL);
    g_autofree char *to = g_build_filename(scene, name, NULL);
    g_assert_cmpint(g_rename(from, to), ==, 0);
    put(scene, "box/new/zz", "two", 102);
    g_autoptr(GError) error = NULL;
    fetch(scene, MAILBOX_MARK, &error);
    g_assert_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_LATER);
    check_spooled(scene, "101:long 102:two");
    g_assert_true(is_there(scene, name));
    g_assert_true(is_there(scene, "box/cur/zz:2,S"));
}

/* Without a spool no mail is marked. */
static void test_no_spool(void)
{
    g_autoptr(Folder) scene = scene_new();
    put(scene, "box/new/1.a", "one", 101);
    g_autofree char *folder = g_build_filename(scene, "spool/tmp", NULL);
    g_assert_cmpint(g_remove(folder), ==, 0);
    g_autoptr(GError) error = NULL;
    fetch(scene, MAILBOX_MARK, &error);
    g_assert_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_LATER);
    g_assert_true(is_there(scene, "box/new/1.a"));
}

static void test_look(void)
{
    g_autoptr(Folder) scene = scene_new();
    put(scene, "box/new/1.a", "one", 101);
    put(scene, "box/cur/2.b:2,S", "two", 102);
    g_autofree char *box = g_build_filename(scene, "box", NULL);
    struct mailbox mailbox = { .name = (char *)"inbox", .folder = box };
    guint mails = 0;
    g_autoptr(GError) error = NULL;
    g_assert_true(mailbox_look(&mailbox, &mails, &error));
    g_assert_cmpuint(mails, ==, 1);
    g_autofree char *cur = g_build_filename(scene, "box/cur", NULL);
    g_autofree char *away = g_build_filename(scene, "away", NULL);
    g_assert_cmpint(g_rename(cur, away), ==, 0);
    g_assert_false(mailbox_look(&mailbox, &mails, &error));
    g_assert_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_LATER);
    g_clear_error(&error);
    fetch(scene, MAILBOX_MARK, &error);
    g_assert_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_LATER);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/maildir/which", test_which);
    g_test_add_func("/maildir/again", test_again);
    g_test_add_func("/maildir/there-already", test_there_already);
    g_test_add_func("/maildir/times", test_times);
    g_test_add_func("/maildir/large", test_large);
    g_test_add_func("/maildir/delete", test_delete);
    g_test_add_func("/maildir/many", test_many);
    g_test_add_func("/maildir/unmarkable", test_unmarkable);
    g_test_add_func("/maildir/no-spool", test_no_spool);
    g_test_add_func("/maildir/look", test_look);
    return g_test_run();
}
