/* The process that parses strangers' mail: what it is allowed, what becomes
 * of it, and the mails made to break it. */
#include <errno.h>
#include <glib.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/sanitized.h"
#include "mail/child.h"

/* The one child this process has; 0: none. */
static pid_t child_pid(void)
{
    g_autofree char *path = g_strdup_printf("/proc/self/task/%d/children", (int)getpid());
    g_autofree char *children = NULL;
    g_assert_true(g_file_get_contents(path, &children, NULL, NULL));
    return (pid_t)g_ascii_strtoll(children, NULL, 10);
}

static struct child *start(void)
{
    g_autoptr(GError) error = NULL;
    struct child *child = child_start(NULL, &error);
    g_assert_no_error(error);
    g_assert_nonnull(child);
    return child;
}

static struct message *give_and_take(struct child *child, const char *mail, size_t length,
                                     bool truncated, const char *sender)
{
    g_autoptr(GError) error = NULL;
    bool given = child_give(child, mail, length, truncated, sender, &error);
    g_assert_no_error(error);
    g_assert_true(given);
    return child_take(child);
}

static struct message *parse(struct child *child, const char *mail, size_t length)
{
    struct message *message = give_and_take(child, mail, length, false, "ann@example.org");
    g_assert_nonnull(message);
    return message;
}

/* An ordinary mail is read as ever. */
static void check_well(struct child *child)
{
    static const char mail[] = "From: ann@example.org\nSubject: x\n\ne4-e5\n";
    g_autoptr(Message) message = parse(child, mail, strlen(mail));
    g_assert_cmpstr(message->from, ==, "ann@example.org");
    g_assert_cmpstr(message->text, ==, "e4-e5\n");
    g_assert_null(message->automatic);
}

static void test_parses(void)
{
    g_autoptr(Child) child = start();
    check_well(child);
    check_well(child);
    g_autoptr(Message) empty = parse(child, "", 0);
    g_assert_null(empty->from);
    g_assert_cmpstr(empty->text, ==, "");
}

/* Every set was loaded before files were forbidden. */
static void test_charsets(void)
{
    static const struct {
        const char *charset, *bytes, *text;
    } mails[] = {
        { "koi8-r", "\xf0\xd2\xc9", "\u041f\u0440\u0438" },
        { "iso-2022-jp", "\x1b$B%\\\x1b(B", "\u30dc" },
        { "big5", "\xa7\x41", "\u4f60" },
        { "gb2312", "\xc4\xe3", "\u4f60" },
        { "windows-1258", "\xfe", "\u20ab" },
    };
    g_autoptr(Child) child = start();
    for (size_t i = 0; i < G_N_ELEMENTS(mails); i++) {
        g_autofree char *mail = g_strdup_printf("Content-Type: text/plain; charset=%s\n\n%s",
                                                mails[i].charset, mails[i].bytes);
        g_autoptr(Message) message = parse(child, mail, strlen(mail));
        g_assert_cmpstr(message->text, ==, mails[i].text);
    }
}

/* Parameters in other character sets, which GMime decodes. */
static void test_parameters(void)
{
    static const char *const mails[] = {
        "Content-Type: text/plain; format*=iso-2022-jp''%1B%28Bflowed\n\na1 \na2\n",
        "Content-Type: text/plain; format*0*=iso-2022-jp''%1B%28Bfl; format*1*=owed\n\n"
        "a1 \na2\n",
        "Content-Type: text/plain; format=\"=?iso-2022-jp?B?GyhCZmxvd2Vk?=\"\n\na1 \na2\n",
        "Content-Type: multipart/mixed; boundary*=koi8-r''x%F0\n\n--x\xd0\x9f\n\na1 a2\n"
        "--x\xd0\x9f--\n",
    };
    for (size_t i = 0; i < G_N_ELEMENTS(mails); i++) {
        g_autoptr(Child) child = start();
        g_autoptr(Message) message = parse(child, mails[i], strlen(mails[i]));
        g_test_message("%s", mails[i]);
        g_assert_cmpstr(g_strchomp(message->text), ==, "a1 a2");
    }
}

static void test_sender_and_truncation(void)
{
    static const char mail[] = "From: ann@example.org\n\ne4-e5\n";
    static const struct {
        const char *sender, *automatic;
        bool truncated;
    } cases[] = {
        { NULL, NULL, false },
        { "", "bounce", false },
        { "ann@example.org", NULL, true },
        { "mailer-daemon@example.org", "sender", true },
    };
    g_autoptr(Child) child = start();
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(Message) message =
            give_and_take(child, mail, strlen(mail), cases[i].truncated, cases[i].sender);
        g_assert_nonnull(message);
        g_assert_cmpstr(message->automatic, ==, cases[i].automatic);
        g_assert_cmpint(message->text_whole, ==, !cases[i].truncated);
    }
}

/* The child was told whose verdicts are believed; another is told nobody's. */
static void test_verdict(void)
{
    static const char mail[] = "Authentication-Results: mx.example.org; dmarc=pass\n"
                               "From: ann@example.org\nDate: x\n\ne4-e5\n";
    g_autoptr(GError) error = NULL;
    g_autoptr(Child) told = child_start("mx.example.org", &error);
    g_assert_no_error(error);
    g_autoptr(Message) vouched = parse(told, mail, strlen(mail));
    g_assert_cmpint(vouched->verdict, ==, SENDER_VOUCHED);
    g_autoptr(Child) untold = start();
    g_autoptr(Message) unknown = parse(untold, mail, strlen(mail));
    g_assert_cmpint(unknown->verdict, ==, SENDER_UNKNOWN);
}

/* The value of a line "NAME: VALUE" or "NAME   VALUE ..." of a file in
 * /proc. */
static char *process_fact(pid_t pid, const char *file, const char *name)
{
    g_autofree char *path = g_strdup_printf("/proc/%d/%s", (int)pid, file);
    g_autofree char *facts = NULL;
    g_assert_true(g_file_get_contents(path, &facts, NULL, NULL));
    const char *line = strstr(facts, name);
    g_assert_nonnull(line);
    const char *value = line + strlen(name);
    value += strspn(value, ": \t");
    return g_strndup(value, strcspn(value, " \t\n"));
}

static void test_sandbox(void)
{
    static const char *const limits[][2] = {
        { "Max open files", "0" },
        { "Max processes", "0" },
        { "Max file size", "0" },
        { "Max core file size", "0" },
        { "Max address space", "201326592" },
    };
    if (SANITIZED) {
        g_test_skip("a sanitizer needs more");
        return;
    }
    g_autoptr(Child) child = start();
    for (size_t i = 0; i < G_N_ELEMENTS(limits); i++) {
        g_autofree char *limit = process_fact(child_pid(), "limits", limits[i][0]);
        g_test_message("%s", limits[i][0]);
        g_assert_cmpstr(limit, ==, limits[i][1]);
    }
    g_autofree char *privileges = process_fact(child_pid(), "status", "NoNewPrivs");
    g_assert_cmpstr(privileges, ==, "1");
}

/* Signals to all processes of a run leave it alone; only its end ends it. */
static void test_signals(void)
{
    static const int signals[] = { SIGHUP, SIGINT, SIGQUIT, SIGTERM };
    g_autoptr(Child) child = start();
    for (size_t i = 0; i < G_N_ELEMENTS(signals); i++) {
        kill(child_pid(), signals[i]);
    }
    check_well(child);
}

/* What it did to `pid` counts as the mail's fault; another is at work at
 * once, and nothing is left of the first. */
static void check_replaced(struct child *child, pid_t pid)
{
    static const char mail[] = "Subject: x\n\n";
    g_assert_null(give_and_take(child, mail, strlen(mail), false, NULL));
    g_assert_cmpint(kill(pid, 0), ==, -1);
    g_assert_cmpint(child_pid(), !=, 0);
    g_assert_cmpint(child_pid(), !=, pid);
    check_well(child);
}

static void test_died(void)
{
    g_autoptr(Child) child = start();
    for (int i = 0; i < 3; i++) {
        pid_t pid = child_pid();
        kill(pid, SIGKILL);
        check_replaced(child, pid);
    }
}

static void test_late(void)
{
    g_autoptr(Child) child = start();
    gint64 began = g_get_monotonic_time();
    pid_t pid = child_pid();
    kill(pid, SIGSTOP);
    check_replaced(child, pid);
    g_assert_cmpint(g_get_monotonic_time() - began, >=, 4 * G_USEC_PER_SEC);
}

/* Lets the child work one part of the time in thirty, for as long as it is at work. */
struct brake {
    pid_t pid;
    gulong work; /* microseconds at a stretch */
    gint released;
};
static gpointer brake(gpointer data)
{
    struct brake *brake = data;
    while (!g_atomic_int_get(&brake->released)) {
        kill(brake->pid, SIGSTOP);
        g_usleep(29 * brake->work);
        kill(brake->pid, SIGCONT);
        g_usleep(brake->work);
    }
    return NULL;
}

/* On a machine with too much to do a mail takes long, and is read all the same. */
static void test_slow_machine(void)
{
#ifdef __SANITIZE_ADDRESS__
    const size_t length = 200 * 1000;
#else
    const size_t length = 900 * 1000;
#endif
    g_autoptr(GString) mail = g_string_new("Content-Type: text/html\n\n<p>e4-e5");
    while (mail->len < length) {
        g_string_append(mail, "<br>");
    }
    g_autoptr(Child) child = start();
    gint64 began = g_get_monotonic_time();
    g_autoptr(Message) alone = give_and_take(child, mail->str, mail->len, false, NULL);
    g_assert_nonnull(alone);

    struct brake data = { .pid = child_pid(),
                          .work = (gulong)(g_get_monotonic_time() - began) / 8 };
    data.work = MIN(data.work, 8 * 1000); /* stretches shorter than the parent's steps */
    GThread *thread = g_thread_new("brake", brake, &data);
    began = g_get_monotonic_time();
    g_autoptr(Message) braked = give_and_take(child, mail->str, mail->len, false, NULL);
    gint64 took = g_get_monotonic_time() - began;
    g_atomic_int_set(&data.released, 1);
    g_thread_join(thread);
    g_test_message("%d ms", (int)(took / 1000));
    g_assert_nonnull(braked);
}

/* A mail larger than the socket holds, to a child that does not read it. */
static void test_late_writing(void)
{
    g_autoptr(Child) child = start();
    pid_t pid = child_pid();
    kill(pid, SIGSTOP);
    g_autofree char *mail = g_strnfill(1024 * 1024, 'a');
    g_assert_null(give_and_take(child, mail, strlen(mail), false, NULL));
    check_well(child);
}

static void test_stop(void)
{
    struct child *child = start();
    child_stop(child);
    g_assert_cmpint(child_pid(), ==, 0);
    g_assert_cmpint(waitpid(-1, NULL, WNOHANG), ==, -1);
    g_assert_cmpint(errno, ==, ECHILD);
    child_stop(NULL);
}

/* ---- mails made to break a parser ---- */

#define HEAD "From: ann@example.org\nMIME-Version: 1.0\n"
#define MIXED HEAD "Content-Type: multipart/mixed; boundary=x\n\n--x\n"

/* `head`, then `part` as often as it says, the number put for each %d, then
 * `tail`. */
static const struct bomb {
    const char *head, *part;
    int times;
    const char *tail;
} bombs[] = {
    { HEAD, "Content-Type: message/rfc822\n\n", 100000, "" },
    { "From: ", "(", 200000, "\n\nhi\n" },
    { "From: ", "(", 60000, "\n\nhi\n" },
    { "From: ", "<", 60000, "\n\nhi\n" },
    { "To: ", "a:", 30000, "\n\nhi\n" },
    { "To: ", "a@b,", 15000, "\n\nhi\n" },
    { "Subject: ", "=?utf-8?q?a?= ", 4000, "\n\nhi\n" },
    { "Subject: ", "=?", 30000, "\n\nhi\n" },
    { HEAD, "Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n", 10000, "" },
    { HEAD, "a: b\n", 200000, "\nhi\n" },
    { MIXED, "a:\n", 300000, "\nhi\n--x--\n" },
    { MIXED, "--x\n\n", 200000, "" },
    { MIXED "Content-Type: text/plain", "; a%d=b", 100000, "\n\nhi\n--x--\n" },
    { MIXED "Content-Type: text/plain", "; a*%d*=b", 80000, "\n\nhi\n--x--\n" },
    { MIXED "Content-Type: text/plain", "; a%d*1*=b", 80000, "\n\nhi\n--x--\n" },
    /* a multipart without boundary, its parameter long and not ASCII */
    { HEAD "Content-Type: multipart/mixed; name=\"", "\xe9", 500, "\"\n\n--x\n\nhi\n" },
    { HEAD "Content-Type: text/html\n\n", "<div>", 200000, "" },
    { HEAD "Content-Type: text/html\n\n<div", " a%d=\"1\"", 80000, ">" },
    { HEAD "Content-Type: text/html\n\n<div ", "a%d=\"1\"", 80000, ">" },
    { HEAD "Content-Type: text/plain; format=flowed\n\n", "> a \n", 200000, "" },
    { HEAD "Content-Type: text/plain; format=flowed\n\n", ">", 1000000, "" },
    { HEAD "Content-Transfer-Encoding: base64\n\n", "AAAA", 250000, "" },
    { HEAD "\n", "a", 1000000, "" },
    { "", "\r", 1000000, "" },
};

static GString *bomb_mail(const struct bomb *bomb)
{
    GString *mail = g_string_new(bomb->head);
    g_auto(GStrv) around = g_strsplit(bomb->part, "%d", -1);
    for (int i = 0; i < bomb->times; i++) {
        g_autofree char *number = g_strdup_printf("%d", i);
        g_autofree char *part = g_strjoinv(number, around);
        g_string_append(mail, part);
    }
    g_string_append(mail, bomb->tail);
    return mail;
}

static void test_bombs(void)
{
    g_autoptr(Child) child = start();
    static const char html[] = "Content-Type: text/html\n\n<p>e4-e5</p>";
    g_autoptr(Message) first = parse(child, html, strlen(html)); /* it is equipped then */
    pid_t pid = child_pid();
    for (size_t i = 0; i < G_N_ELEMENTS(bombs); i++) {
        g_autoptr(GString) mail = bomb_mail(&bombs[i]);
        gint64 began = g_get_monotonic_time();
        g_autoptr(Message) message = parse(child, mail->str, mail->len);
        g_test_message("%.60s...: %d ms", bombs[i].part,
                       (int)((g_get_monotonic_time() - began) / 1000));
        check_well(child);
    }
    g_assert_cmpint(child_pid(), ==, pid);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/child/parses", test_parses);
    g_test_add_func("/child/charsets", test_charsets);
    g_test_add_func("/child/parameters", test_parameters);
    g_test_add_func("/child/verdict", test_verdict);
    g_test_add_func("/child/sender-and-truncation", test_sender_and_truncation);
    g_test_add_func("/child/sandbox", test_sandbox);
    g_test_add_func("/child/signals", test_signals);
    g_test_add_func("/child/died", test_died);
    g_test_add_func("/child/late", test_late);
    g_test_add_func("/child/slow-machine", test_slow_machine);
    g_test_add_func("/child/late-writing", test_late_writing);
    g_test_add_func("/child/stop", test_stop);
    g_test_add_func("/child/bombs", test_bombs);
    return g_test_run();
}
