/* The spool: what waits, in which order, and where a mail is at each step. */
#include "transport/spool.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/error.h"
#include "tests/unit/folder.h"

static char *spool_new(void)
{
    char *spool = folder_new();
    g_autoptr(GError) error = NULL;
    g_assert_true(spool_make(spool, &error));
    g_assert_no_error(error);
    return spool;
}

static void put_mail(const char *spool, const char *place, int received)
{
    g_autofree char *text = g_strdup_printf("postmove-spool 1\nsender ann@example.net\n"
                                            "recipient turns@example.org\nreceived %d\n"
                                            "truncated 0\n\nSubject: %s\n\nmail\n",
                                            received, place);
    folder_put(spool, place, text);
}

/* Sets when a file was last written. */
static void write_at(const char *spool, const char *file, long seconds, long nanoseconds)
{
    g_autofree char *path = g_build_filename(spool, file, NULL);
    const struct timespec times[2] = { { seconds, nanoseconds }, { seconds, nanoseconds } };
    g_assert_cmpint(utimensat(AT_FDCWD, path, times, 0), ==, 0);
}

/* "NAME.attempt ..." of what waits. */
static char *waiting(const char *spool)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) entries = spool_list(spool, &error);
    g_assert_no_error(error);
    g_autoptr(GString) names = g_string_new(NULL);
    for (guint i = 0; i < entries->len; i++) {
        const struct spool_entry *entry = entries->pdata[i];
        g_string_append_printf(names, "%s%s:%d", i > 0 ? " " : "", entry->name, entry->attempt);
    }
    return g_string_free(g_steal_pointer(&names), FALSE);
}

static void assert_waiting(const char *spool, const char *expected)
{
    g_autofree char *names = waiting(spool);
    g_assert_cmpstr(names, ==, expected);
}

static struct spool_entry *first_of(GPtrArray *entries)
{
    g_assert_cmpuint(entries->len, >=, 1);
    return entries->pdata[0];
}

static void assert_bytes(const struct spool_mail *mail, const char *expected)
{
    g_autoptr(GBytes) wanted = g_bytes_new_static(expected, strlen(expected));
    g_assert_true(g_bytes_equal(mail->bytes, wanted));
}

static void test_make(void)
{
    g_autoptr(Folder) scratch = folder_new();
    g_autofree char *spool = g_build_filename(scratch, "a", "spool", NULL);
    g_assert_true(spool_make(spool, NULL));
    g_assert_true(spool_make(spool, NULL));
    static const char *const folders[] = { "tmp", "new", "work", "failed" };
    for (size_t i = 0; i < G_N_ELEMENTS(folders); i++) {
        g_autofree char *path = g_build_filename(spool, folders[i], NULL);
        struct stat status;
        g_assert_cmpint(stat(path, &status), ==, 0);
        g_assert_cmpint(status.st_mode & 07777, ==, 0700);
    }
    folder_put(scratch, "file", "");
    g_autofree char *in_the_way = g_build_filename(scratch, "file", NULL);
    g_autoptr(GError) error = NULL;
    g_assert_false(spool_make(in_the_way, &error));
    g_assert_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_LATER);
}

static void test_order(void)
{
    g_autoptr(Folder) spool = spool_new();
    put_mail(spool, "new/c", 30);
    put_mail(spool, "new/b", 20);
    put_mail(spool, "new/a", 30);
    put_mail(spool, "work/z.1", 25);
    put_mail(spool, "work/y.3", 98);
    write_at(spool, "new/c", 40, 2000);
    write_at(spool, "new/a", 40, 3000);
    assert_waiting(spool, "b:0 z:1 c:0 a:0 y:3");
}

/* Two mails of the same second: those of postmove-receive by their names, whenever their
 * files were written; fetched ones by the time of the file, or else by their numbers. */
static void test_same_second(void)
{
    g_autoptr(Folder) spool = spool_new();
    static const struct {
        const char *file;
        long seconds, nanoseconds;
    } files[] = {
        { "new/7.000009_5.bb", 9, 0 },
        { "work/7.000010_4.aa.1", 8, 0 },
        { "new/box.imap.aa.1.9", 9, 2000 },
        { "new/box.imap.aa.1.10", 9, 2000 },
        { "new/box.pop3.aa", 9, 4000 },
        { "new/box.pop3.bb", 9, 3000 },
        { "new/8.000000_not-of-that-second", 9, 1000 },
    };
    for (size_t i = 0; i < G_N_ELEMENTS(files); i++) {
        put_mail(spool, files[i].file, 7);
        write_at(spool, files[i].file, files[i].seconds, files[i].nanoseconds);
    }
    assert_waiting(spool, "7.000009_5.bb:0 7.000010_4.aa:1 8.000000_not-of-that-second:0 "
                          "box.imap.aa.1.9:0 box.imap.aa.1.10:0 box.pop3.bb:0 box.pop3.aa:0");
}

/* Mails put one after the other are listed so, whatever their names are. */
static void test_put_in_order(void)
{
    g_autoptr(Folder) spool = spool_new();
    g_autoptr(GBytes) bytes = g_bytes_new_static("x", 1);
    const struct spool_mail mail = { .received = 7, .bytes = bytes };
    g_autoptr(GString) expected = g_string_new(NULL);
    for (int i = 0; i < 40; i++) {
        g_autofree char *name = g_strdup_printf("box.pop3.%c%d", "zyxabc"[i % 6], 100 - i);
        g_assert_true(spool_put(spool, name, &mail, NULL));
        g_string_append_printf(expected, "%s%s:0", i > 0 ? " " : "", name);
    }
    assert_waiting(spool, expected->str);
}

static void assert_malformed(const char *spool, const char *file)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) entries = spool_list(spool, &error);
    g_assert_no_error(error);
    for (guint i = 0; i < entries->len; i++) {
        const struct spool_entry *entry = entries->pdata[i];
        if (strcmp(entry->file, file) == 0) {
            g_assert_cmpint(entry->fault, ==, SPOOL_MALFORMED);
            g_assert_nonnull(spool_fault_words(entry->fault));
            return;
        }
    }
    g_error("%s is not listed", file);
}

/* What has no name of a mail, or is no plain file, is not listed. */
static void test_no_mails(void)
{
    g_autoptr(Folder) spool = spool_new();
    g_autofree char *long_name = g_strnfill(201, 'x');
    g_autofree char *long_file = g_strconcat("new/", long_name, NULL);
    const char *const files[] = {
        long_file,         "new/with space", "new/caf\303\251", "new/17",    "new/a\nb",
        "work/unnumbered", "work/a.0",       "work/a.4",        "work/a.12", "work/b c.1",
        "new/.hidden",     "tmp/unfinished", "failed/a b",
    };
    for (size_t i = 0; i < G_N_ELEMENTS(files); i++) {
        put_mail(spool, files[i], 1);
    }
    g_autofree char *fifo = g_build_filename(spool, "new", "fifo", NULL);
    g_assert_cmpint(mkfifo(fifo, 0600), ==, 0);
    g_autofree char *link = g_build_filename(spool, "new", "link", NULL);
    g_assert_cmpint(symlink("a b", link), ==, 0);
    g_autofree char *folder = g_build_filename(spool, "new", "folder", NULL);
    g_assert_cmpint(g_mkdir(folder, 0700), ==, 0);
    assert_waiting(spool, "");
    g_auto(GStrv) failed = spool_failed(spool, NULL);
    g_assert_cmpint(g_strv_length(failed), ==, 0);
    g_assert_false(spool_has(spool, "fifo"));

    folder_put(spool, "new/empty", "");
    assert_malformed(spool, "new/empty");
    bool waits = false;
    g_assert_true(spool_mail_waits(spool, &waits, NULL));
    g_assert_false(waits);
    put_mail(spool, "new/a", 1);
    g_assert_true(spool_mail_waits(spool, &waits, NULL));
    g_assert_true(waits);
}

static void give_up_first(const char *spool)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) entries = spool_list(spool, NULL);
    g_assert_true(spool_give_up(spool, first_of(entries), &error));
}

static void test_give_up_faults(void)
{
    g_autoptr(Folder) spool = spool_new();
    folder_put(spool, "new/empty", "");
    give_up_first(spool);
    g_assert_cmpint(spool_failed_fault(spool, "empty"), ==, SPOOL_MALFORMED);
    put_mail(spool, "work/good.3", 1);
    give_up_first(spool);
    g_assert_cmpint(spool_failed_fault(spool, "good"), ==, SPOOL_SOUND);
    g_auto(GStrv) failed = spool_failed(spool, NULL);
    const char *const expected[] = { "empty", "good", NULL };
    g_assert_cmpstrv(failed, expected);
    g_assert_cmpint(folder_count(spool, "new") + folder_count(spool, "work"), ==, 0);
}

static void test_read(void)
{
    g_autoptr(Folder) spool = spool_new();
    put_mail(spool, "new/a", 1700000000);
    g_autoptr(GPtrArray) entries = spool_list(spool, NULL);
    struct spool_mail mail;
    g_assert_true(spool_read(spool, first_of(entries), &mail, NULL));
    g_assert_true(mail.well_formed);
    g_assert_cmpstr(mail.sender, ==, "ann@example.net");
    g_assert_cmpstr(mail.recipient, ==, "turns@example.org");
    g_assert_cmpint(mail.received, ==, 1700000000);
    g_assert_false(mail.truncated);
    assert_bytes(&mail, "Subject: new/a\n\nmail\n");
    spool_mail_clear(&mail);

    g_autofree char *path = g_build_filename(spool, "new", "a", NULL);
    g_assert_cmpint(g_unlink(path), ==, 0);
    g_autoptr(GError) error = NULL;
    g_assert_false(spool_read(spool, first_of(entries), &mail, &error));
    g_assert_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_LATER);
}

static struct spool_mail parsed(const char *text)
{
    struct spool_mail mail;
    spool_parse(text, strlen(text), &mail);
    return mail;
}

static void test_envelope(void)
{
    struct spool_mail mail = parsed("postmove-spool 1\nsender \nreceived 5\ntruncated 1\n\n\nX");
    g_assert_true(mail.well_formed);
    g_assert_cmpstr(mail.sender, ==, "");
    g_assert_null(mail.recipient);
    g_assert_true(mail.truncated);
    assert_bytes(&mail, "\nX");
    spool_mail_clear(&mail);

    mail = parsed("postmove-spool 1\nrecipient a\377b\nreceived 0\ntruncated 0\n\n");
    g_assert_true(mail.well_formed);
    g_assert_null(mail.sender);
    g_assert_cmpstr(mail.recipient, ==, "a\357\277\275b");
    g_assert_cmpuint(g_bytes_get_size(mail.bytes), ==, 0);
    spool_mail_clear(&mail);
}

static void test_malformed(void)
{
    static const char *const texts[] = {
        "",
        "\n\n",
        "postmove-spool 1",
        "postmove-spool 1\n\n",
        "postmove-spool 2\nreceived 1\ntruncated 0\n\nX",
        "postmove-spool 1\nreceived 1\ntruncated 0\n",
        "postmove-spool 1\nreceived 1\n\nX",
        "postmove-spool 1\ntruncated 0\n\nX",
        "postmove-spool 1\nreceived 1\ntruncated 2\n\nX",
        "postmove-spool 1\nreceived -1\ntruncated 0\n\nX",
        "postmove-spool 1\nreceived 253402300800\ntruncated 0\n\nX",
        "postmove-spool 1\nreceived 1x\ntruncated 0\n\nX",
        "postmove-spool 1\nreceived 1\ntruncated 0\nmore 1\n\nX",
        "postmove-spool 1\nrecipient r\nsender s\nreceived 1\ntruncated 0\n\nX",
        "postmove-spool 1\nsender s\nsender t\nreceived 1\ntruncated 0\n\nX",
        "Received: from mx.example.org\n\nX",
    };
    for (size_t i = 0; i < G_N_ELEMENTS(texts); i++) {
        g_test_message("text %zu", i);
        struct spool_mail mail = parsed(texts[i]);
        g_assert_false(mail.well_formed);
        g_assert_null(mail.sender);
        g_assert_null(mail.recipient);
        g_assert_cmpint(mail.received, ==, 0);
        assert_bytes(&mail, texts[i]);
        spool_mail_clear(&mail);
    }
    static const char with_nul[] = "postmove-spool 1\nsender a\0b\nreceived 1\ntruncated 0\n\nX";
    struct spool_mail mail;
    spool_parse(with_nul, sizeof(with_nul) - 1, &mail);
    g_assert_false(mail.well_formed);
    spool_mail_clear(&mail);
}

static void test_too_long(void)
{
    static const char header[] = "postmove-spool 1\nreceived 1\ntruncated 0\n\n";
    for (size_t over = 0; over <= 1; over++) {
        size_t length = strlen(header) + SPOOL_MAIL_MAX + over;
        g_autofree char *text = g_malloc(length);
        memset(text, 'x', length);
        memcpy(text, header, strlen(header));
        struct spool_mail mail;
        spool_parse(text, length, &mail);
        g_assert_true(mail.well_formed);
        g_assert_cmpuint(g_bytes_get_size(mail.bytes), ==, SPOOL_MAIL_MAX);
        g_assert_cmpint(mail.truncated, ==, over > 0);
        spool_mail_clear(&mail);
    }
    /* The blank line may not come late. */
    g_autofree char *name = g_strnfill(SPOOL_HEADER_MAX, 's');
    g_autofree char *text =
        g_strdup_printf("postmove-spool 1\nsender %s\nreceived 1\ntruncated 0\n\n", name);
    struct spool_mail mail = parsed(text);
    g_assert_false(mail.well_formed);
    spool_mail_clear(&mail);
}

static void test_attempts(void)
{
    g_autoptr(Folder) spool = spool_new();
    put_mail(spool, "new/a", 1);
    static const char *const places[] = { "work/a.1", "work/a.2", "work/a.3", "failed/a" };
    for (int i = 0; i < 4; i++) {
        /* As a run that dies each time: what it finds is all it knows. */
        g_autoptr(GPtrArray) entries = spool_list(spool, NULL);
        struct spool_entry *entry = first_of(entries);
        g_assert_cmpint(entry->attempt, ==, i);
        g_assert_true(i < SPOOL_ATTEMPTS ? spool_begin(spool, entry, NULL)
                                         : spool_give_up(spool, entry, NULL));
        g_autofree char *text = folder_get(spool, places[i]);
        g_assert_nonnull(text);
        g_assert_cmpint(folder_count(spool, "new") + folder_count(spool, "work") +
                            folder_count(spool, "failed"),
                        ==, 1);
    }
    assert_waiting(spool, "");
}

static void test_failed_is_private(void)
{
    g_autoptr(Folder) spool = spool_new();
    put_mail(spool, "work/a.3", 1);
    g_autofree char *path = g_build_filename(spool, "work", "a.3", NULL);
    g_assert_cmpint(g_chmod(path, 0644), ==, 0);
    g_autoptr(GPtrArray) entries = spool_list(spool, NULL);
    g_assert_true(spool_give_up(spool, first_of(entries), NULL));
    g_autofree char *given_up = g_build_filename(spool, "failed", "a", NULL);
    struct stat status;
    g_assert_cmpint(stat(given_up, &status), ==, 0);
    g_assert_cmpint(status.st_mode & 07777, ==, 0600);
}

static void test_done(void)
{
    g_autoptr(Folder) spool = spool_new();
    put_mail(spool, "new/a", 1);
    g_autoptr(GPtrArray) entries = spool_list(spool, NULL);
    g_assert_true(spool_begin(spool, first_of(entries), NULL));
    struct spool_mail mail;
    g_assert_true(spool_read(spool, first_of(entries), &mail, NULL));
    g_assert_true(mail.well_formed);
    spool_mail_clear(&mail);
    g_assert_true(spool_done(spool, first_of(entries), NULL));
    g_assert_cmpint(folder_count(spool, "work"), ==, 0);
    g_autoptr(GError) error = NULL;
    g_assert_false(spool_done(spool, first_of(entries), &error));
    g_assert_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_LATER);
    /* A mail that is gone was dropped, unless its folder is gone, too. */
    g_assert_false(spool_begin(spool, first_of(entries), NULL));
    g_assert_true(first_of(entries)->dropped);
    g_autofree char *work = g_build_filename(spool, "work", NULL);
    g_assert_cmpint(g_rmdir(work), ==, 0);
    g_assert_false(spool_begin(spool, first_of(entries), NULL));
    g_assert_false(first_of(entries)->dropped);
}

static void test_return(void)
{
    g_autoptr(Folder) spool = spool_new();
    put_mail(spool, "work/a.2", 1);
    g_autoptr(GPtrArray) entries = spool_list(spool, NULL);
    g_assert_true(spool_begin(spool, first_of(entries), NULL));
    g_assert_true(spool_return(spool, first_of(entries), NULL));
    assert_waiting(spool, "a:0");
    g_assert_cmpint(folder_count(spool, "work"), ==, 0);
}

static void test_retry(void)
{
    g_autoptr(Folder) spool = spool_new();
    put_mail(spool, "failed/b", 1);
    put_mail(spool, "failed/a", 1);
    g_auto(GStrv) names = spool_failed(spool, NULL);
    const char *const expected[] = { "a", "b", NULL };
    g_assert_cmpstrv(names, expected);
    g_assert_true(spool_retry(spool, "b", NULL));
    assert_waiting(spool, "b:0");
    static const char *const missing[] = { "b", "", "../new/b", "." };
    for (size_t i = 0; i < G_N_ELEMENTS(missing); i++) {
        g_autoptr(GError) error = NULL;
        g_assert_false(spool_retry(spool, missing[i], &error));
        g_assert_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_NO);
    }
    assert_waiting(spool, "b:0");
}

static void test_tidy(void)
{
    g_autoptr(Folder) spool = spool_new();
    static const gint64 now = 1800000000;
    clock_set(now);
    static const struct {
        const char *name;
        int hours;
    } files[] = { { "tmp/old", 37 }, { "tmp/young", 35 }, { "new/old", 1000 } };
    for (size_t i = 0; i < G_N_ELEMENTS(files); i++) {
        folder_put(spool, files[i].name, "");
        write_at(spool, files[i].name, (long)(now - files[i].hours * CLOCK_HOUR), 0);
    }
    g_assert_true(spool_tidy(spool, NULL));
    clock_set(-1);
    g_autofree char *old = folder_get(spool, "tmp/old");
    g_autofree char *young = folder_get(spool, "tmp/young");
    g_autofree char *mail = folder_get(spool, "new/old");
    g_assert_null(old);
    g_assert_nonnull(young);
    g_assert_nonnull(mail);
}

static void test_missing(void)
{
    g_autoptr(GError) error = NULL;
    g_assert_null(spool_list("/nonexistent/spool", &error));
    g_assert_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_LATER);
    g_assert_nonnull(strstr(error->message, "/nonexistent/spool/work"));
}

/* What is put is what is read. */
static void check_put(const char *spool, const char *name, const struct spool_mail *put)
{
    g_autoptr(GError) error = NULL;
    g_assert_true(spool_put(spool, name, put, &error));
    g_assert_no_error(error);
    g_assert_true(spool_sync(spool, &error));
    g_assert_true(spool_has(spool, name));
    struct spool_entry entry = { .name = (char *)name,
                                 .file = g_build_filename("new", name, NULL) };
    struct spool_mail mail;
    g_assert_true(spool_read(spool, &entry, &mail, &error));
    g_free(entry.file);
    g_assert_true(mail.well_formed);
    g_assert_cmpstr(mail.sender, ==, put->sender);
    g_assert_cmpstr(mail.recipient, ==, put->recipient);
    g_assert_cmpstr(mail.mailbox, ==, put->mailbox);
    g_assert_cmpint(mail.received, ==, put->received);
    g_assert_cmpint(mail.truncated, ==, put->truncated);
    g_assert_true(g_bytes_equal(mail.bytes, put->bytes));
    spool_mail_clear(&mail);
}

static void test_put(void)
{
    g_autoptr(Folder) spool = spool_new();
    static const char nul[] = "Subject: x\n\na\0b\n";
    g_autoptr(GBytes) bytes = g_bytes_new_static(nul, sizeof(nul) - 1);
    struct spool_mail mail = {
        .mailbox = (char *)"inbox", .received = 1234, .truncated = true, .bytes = bytes
    };
    g_assert_false(spool_has(spool, "a.1"));
    check_put(spool, "a.1", &mail);
    mail.sender = (char *)"";
    mail.recipient = (char *)"turns@example.org";
    mail.truncated = false;
    check_put(spool, "a.1", &mail);
    mail.mailbox = NULL;
    check_put(spool, "b.2", &mail);
    g_assert_cmpint(folder_count(spool, "new"), ==, 2);
    g_assert_cmpint(folder_count(spool, "tmp"), ==, 0);
    g_autofree char *path = g_build_filename(spool, "new", "b.2", NULL);
    struct stat status;
    g_assert_cmpint(stat(path, &status), ==, 0);
    g_assert_cmpint(status.st_mode & 07777, ==, 0600);
}

/* What a writer that was killed left in tmp/ is in nobody's way. */
static void test_put_again(void)
{
    g_autoptr(Folder) spool = spool_new();
    folder_put(spool, "tmp/a.1", "a longer one that was left there by somebody else, once\n");
    g_autoptr(GBytes) bytes = g_bytes_new_static("x", 1);
    struct spool_mail mail = { .received = 1, .bytes = bytes };
    check_put(spool, "a.1", &mail);
    g_assert_cmpint(folder_count(spool, "tmp"), ==, 0);
}

static void test_has(void)
{
    g_autoptr(Folder) spool = spool_new();
    static const char *const places[] = { "new/a.1", "work/a.1.1", "work/a.1.2", "work/a.1.3",
                                          "failed/a.1" };
    for (size_t i = 0; i < G_N_ELEMENTS(places); i++) {
        g_autofree char *path = g_build_filename(spool, places[i], NULL);
        folder_put(spool, places[i], "");
        g_assert_true(spool_has(spool, "a.1"));
        g_assert_false(spool_has(spool, "a"));
        g_assert_cmpint(g_remove(path), ==, 0);
        g_assert_false(spool_has(spool, "a.1"));
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/spool/make", test_make);
    g_test_add_func("/spool/order", test_order);
    g_test_add_func("/spool/same-second", test_same_second);
    g_test_add_func("/spool/put-in-order", test_put_in_order);
    g_test_add_func("/spool/no-mails", test_no_mails);
    g_test_add_func("/spool/give-up-faults", test_give_up_faults);
    g_test_add_func("/spool/read", test_read);
    g_test_add_func("/spool/envelope", test_envelope);
    g_test_add_func("/spool/malformed", test_malformed);
    g_test_add_func("/spool/too-long", test_too_long);
    g_test_add_func("/spool/attempts", test_attempts);
    g_test_add_func("/spool/failed-is-private", test_failed_is_private);
    g_test_add_func("/spool/done", test_done);
    g_test_add_func("/spool/return", test_return);
    g_test_add_func("/spool/retry", test_retry);
    g_test_add_func("/spool/tidy", test_tidy);
    g_test_add_func("/spool/missing", test_missing);
    g_test_add_func("/spool/put", test_put);
    g_test_add_func("/spool/put-again", test_put_again);
    g_test_add_func("/spool/has", test_has);
    return g_test_run();
}
