/* The spool: what waits, in which order, and where a mail is at each step. */
#include "post/spool.h"

#include <string.h>
#include <sys/stat.h>
#include <utime.h>

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
    put_mail(spool, "work/z.1", 99);
    put_mail(spool, "work/y.3", 98);
    folder_put(spool, "new/d", "no header");
    assert_waiting(spool, "y:3 z:1 d:0 b:0 a:0 c:0");
}

static void test_names_passed_over(void)
{
    g_autoptr(Folder) spool = spool_new();
    put_mail(spool, "new/.hidden", 1);
    put_mail(spool, "new/with space", 1);
    put_mail(spool, "new/caf\303\251", 1);
    put_mail(spool, "work/unnumbered", 1);
    put_mail(spool, "work/a.0", 1);
    put_mail(spool, "work/a.4", 1);
    put_mail(spool, "work/a.12", 1);
    put_mail(spool, "tmp/unfinished", 1);
    put_mail(spool, "failed/given-up", 1);
    g_autofree char *folder = g_build_filename(spool, "new", "folder", NULL);
    g_assert_cmpint(g_mkdir(folder, 0700), ==, 0);
    g_autofree char *fifo = g_build_filename(spool, "new", "fifo", NULL);
    g_assert_cmpint(mkfifo(fifo, 0600), ==, 0);
    assert_waiting(spool, "");
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
        bool failed;
        g_assert_true(spool_take(spool, entry, &failed, NULL));
        g_assert_cmpint(failed, ==, i == SPOOL_ATTEMPTS);
        g_assert_cmpint(entry->attempt, ==, MIN(i + 1, SPOOL_ATTEMPTS));
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
    bool failed;
    g_assert_true(spool_take(spool, first_of(entries), &failed, NULL));
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
    bool failed;
    g_assert_true(spool_take(spool, first_of(entries), &failed, NULL));
    struct spool_mail mail;
    g_assert_true(spool_read(spool, first_of(entries), &mail, NULL));
    g_assert_true(mail.well_formed);
    spool_mail_clear(&mail);
    g_assert_true(spool_done(spool, first_of(entries), NULL));
    g_assert_cmpint(folder_count(spool, "work"), ==, 0);
    g_autoptr(GError) error = NULL;
    g_assert_false(spool_done(spool, first_of(entries), &error));
    g_assert_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_LATER);
}

static void test_return(void)
{
    g_autoptr(Folder) spool = spool_new();
    put_mail(spool, "work/a.2", 1);
    g_autoptr(GPtrArray) entries = spool_list(spool, NULL);
    bool failed;
    g_assert_true(spool_take(spool, first_of(entries), &failed, NULL));
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
        g_autofree char *path = g_build_filename(spool, files[i].name, NULL);
        time_t then = (time_t)(now - files[i].hours * CLOCK_HOUR);
        struct utimbuf times = { then, then };
        g_assert_cmpint(utime(path, &times), ==, 0);
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
    struct spool_entry entry = { .name = (char *)name };
    struct spool_mail mail;
    g_assert_true(spool_read(spool, &entry, &mail, &error));
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
    g_test_add_func("/spool/names-passed-over", test_names_passed_over);
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
