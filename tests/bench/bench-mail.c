/*
 * How fast mail comes in, is answered and goes out, by the programs that a server runs, on the disk
 * the build lies on.
 *
 *   bench-mail [FIGURE ...]     a table: all figures below, or those given
 *
 *   receive      one postmove-receive a mail, one after the other
 *   receive-2    two at a time
 *   drain-1      `postmove process`, a commit a mail, as of mail that an earlier run had begun
 *   drain        the same as it comes, many mails a commit
 *   bare-1, bare behind each drain-1 and drain: the least that the same mails can cost (bare.h)
 *   drain-log    drain, with a log for a standby
 *   drain-old    the same at 100 boards (drain-new); again when each has had 3,000 letters and its
 *                players 300 matches
 *   wait         the longest of the operator's commands while a drain works (its share is 0.4 s)
 *   idle         `postmove run` when there is nothing to do
 *   verify       `postmove verify` of as many matches as there are mails, on all processors
 *   folder       `postmove send`: letters to a folder
 *   command      letters to a command, /bin/true
 *   smtp         letters to a server on this machine that keeps none
 *   smtp-text    the same without pictures
 *
 * Each line has what was done, how often, how many a second, the milliseconds of one (of receive:
 * the median) and those of them that a processor was at work, the most memory that a process of it
 * held, in MiB, and how many times a second the disk made 4 KiB durable just before: without that
 * the rest says little. The server has as many matches as mails wait (see crowd.h).
 *
 * BENCH_MAILS is how many wait at most (20000), BENCH_FOLDER where it all lies
 * for the while (the folder of the build).
 */
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tests/bench/bare.h"
#include "tests/bench/crowd.h"
#include "tests/bench/sink.h"

enum { FEW = 1000, OLD_BOARDS = 100, OLD_LETTERS = 3000, OLD_MATCHES = 300 };

static char *programs; /* where they were built */
static char *place;    /* the folder of this bench */
static int many = 20000;

static void must(bool done, const char *what)
{
    if (!done) {
        g_error("%s: %s", what, g_strerror(errno));
    }
}

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static char *path_to(const char *name)
{
    return g_build_filename(place, name, NULL);
}

/* ---- the disk ---- */

/* How often a second it takes 4 KiB behind the last ones, for good. */
static double syncs_a_second(void)
{
    static const char block[4096];
    g_autofree char *path = path_to("syncs");
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    must(file >= 0, path);
    sync();
    const double began = seconds_now();
    int count = 0;
    for (; seconds_now() - began < 0.5; count++) {
        must(write(file, block, sizeof(block)) == sizeof(block) && fdatasync(file) == 0, path);
    }
    const double rate = count / (seconds_now() - began);
    close(file);
    g_unlink(path);
    return rate;
}

static int remove_one(const char *path, const struct stat *status, int kind, struct FTW *where)
{
    (void)status;
    (void)kind;
    (void)where;
    return remove(path);
}

static void remove_tree(const char *path)
{
    nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

/* ---- programs ---- */

/* Starts a program of the build, its input from a file. */
static pid_t start(const char *program, const char *const *arguments, const char *input)
{
    g_autofree char *path = g_build_filename(programs, program, NULL);
    g_autoptr(GPtrArray) argv = g_ptr_array_new();
    g_ptr_array_add(argv, path);
    for (; *arguments != NULL; arguments++) {
        g_ptr_array_add(argv, (gpointer)(uintptr_t)*arguments);
    }
    g_ptr_array_add(argv, NULL);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, input, O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    pid_t pid;
    errno = posix_spawn(&pid, path, &actions, NULL, (char *const *)argv->pdata, environ);
    must(errno == 0, path);
    posix_spawn_file_actions_destroy(&actions);
    return pid;
}

struct cost {
    double seconds;   /* by the clock */
    double processor; /* seconds at work */
    double mebibytes; /* of memory */
};

static double seconds_of(const struct timeval *time)
{
    return (double)time->tv_sec + (double)time->tv_usec / 1e6;
}

/* Waits for it; adds what it and its children have cost, the clock left out.
 * The memory is that of the hungriest. */
static void finish(pid_t pid, struct cost *cost)
{
    int status;
    struct rusage usage;
    must(wait4(pid, &status, 0, &usage) == pid, "wait4");
    if (status != 0) {
        g_error("a program ended with status %d", status);
    }
    cost->processor += seconds_of(&usage.ru_utime) + seconds_of(&usage.ru_stime);
    cost->mebibytes = MAX(cost->mebibytes, (double)usage.ru_maxrss / 1024);
}

static struct cost postmove(const char *subcommand)
{
    g_autofree char *config = path_to("postmove.conf");
    const char *arguments[] = { "--config", config, subcommand, NULL };
    struct cost cost = { 0 };
    const double began = seconds_now();
    finish(start("postmove", arguments, "/dev/null"), &cost);
    cost.seconds = seconds_now() - began;
    return cost;
}

/* Has it done by a process of its own: what memory this one has held at once, a
 * program it starts is thought to have held. */
static struct cost apart(void (*act)(void *data), void *data)
{
    struct cost cost = { 0 };
    const double began = seconds_now();
    const pid_t pid = fork();
    must(pid >= 0, "fork");
    if (pid == 0) {
        act(data);
        _exit(0);
    }
    finish(pid, &cost);
    cost.seconds = seconds_now() - began;
    return cost;
}

/* ---- the server ---- */

/* `more` is what the group [server] has besides. */
static struct config *configure_more(const char *hook, const char *more)
{
    GError *error = NULL;
    g_autofree char *path = path_to("postmove.conf");
    g_autofree char *text =
        g_strdup_printf("[server]\naddress = turns@example.org\noperator = operator@example.org\n"
                        "database = postmove.db\nspool = spool\n%s[send]\nhook = %s\n",
                        more, hook);
    g_assert_true(g_file_set_contents(path, text, -1, NULL));
    struct config *config = config_read(path, &error);
    g_assert_no_error(error);
    return config;
}

static struct config *configure(const char *hook)
{
    return configure_more(hook, "");
}

static void copy_file(void *names)
{
    const char *const *name = names;
    g_autofree char *source = path_to(name[0]), *target = path_to(name[1]);
    g_autofree char *bytes = NULL;
    gsize length;
    g_assert_true(g_file_get_contents(source, &bytes, &length, NULL));
    g_assert_true(g_file_set_contents(target, bytes, (gssize)length, NULL));
    sync(); /* what we wrote is not to be paid for by whom we measure */
}

/* A database, and what is noted of it: of another state it would be a loss. */
static void copy(const char *from, const char *to)
{
    g_autofree char *noted_from = g_strconcat(from, ".commits", NULL);
    g_autofree char *noted_to = g_strconcat(to, ".commits", NULL);
    const char *names[] = { from, to }, *noted[] = { noted_from, noted_to };
    apart(copy_file, names);
    apart(copy_file, noted);
}

static void fill(void *config)
{
    g_autofree char *mails = path_to("mails");
    g_assert_cmpint(g_mkdir_with_parents(mails, 0700), ==, 0);
    crowd_make(config, many, mails);
}

static void make_server(void)
{
    g_autoptr(Config) config = configure("folder:letters");
    postmove("init");
    apart(fill, config);
    copy("postmove.db", "crowd.db");
}

static int count_queued(const struct config *config)
{
    g_autoptr(Db) db = db_open(config->database, DB_READ, NULL);
    g_assert_nonnull(db);
    db_begin(db);
    return (int)db_number(db, "SELECT COUNT(*) FROM outbox WHERE sent IS NULL");
}

/* The first mails of the crowd wait: as new ones, or as an earlier run has
 * begun with them. */
static void put_mails(int count, bool begun)
{
    for (int i = 0; i < count; i++) {
        g_autofree char *from = g_strdup_printf("%s/mails/1700000000.%06d", place, i);
        g_autofree char *to = g_strdup_printf("%s/spool/%s/1700000000.%06d%s", place,
                                              begun ? "work" : "new", i, begun ? ".1" : "");
        must(link(from, to) == 0, to);
    }
    sync();
}

static int count_files(const char *folder)
{
    g_autofree char *path = path_to(folder);
    g_autoptr(GDir) directory = g_dir_open(path, 0, NULL);
    int count = 0;
    while (directory != NULL && g_dir_read_name(directory) != NULL) {
        count++;
    }
    return count;
}

static void empty_new(void)
{
    g_autofree char *new = path_to("spool/new");
    remove_tree(new);
    g_assert_cmpint(g_mkdir(new, 0700), ==, 0);
}

/* ---- the figures ---- */

static void print_line(const char *name, int count, double each, const struct cost *cost,
                       double syncs)
{
    printf("%-10s %6d %8.0f/s %8.3f ms %8.3f ms at work %6.1f MiB %6.0f syncs/s\n", name, count,
           count / cost->seconds, each * 1e3, cost->processor / count * 1e3, cost->mebibytes,
           syncs);
}

static int compare_doubles(const void *a, const void *b)
{
    const double one = *(const double *)a, other = *(const double *)b;
    return (one > other) - (one < other);
}

static pid_t begin_receiving(int at)
{
    g_autofree char *spool = path_to("spool");
    g_autofree char *mail = g_strdup_printf("%s/mails/1700000000.%06d", place, at);
    const char *arguments[] = { "-d", spool, "-f", "ann@example.net", "-r", "turns@example.org",
                                NULL };
    return start("postmove-receive", arguments, mail);
}

static void bench_receive(const char *name, int together)
{
    static double each[FEW];
    const int count = MIN(FEW, many);
    struct cost cost = { 0 };
    const double syncs = syncs_a_second(), began = seconds_now();
    for (int at = 0; at < count; at += together) {
        pid_t pids[2];
        const double begun = seconds_now();
        for (int i = 0; i < together; i++) {
            pids[i] = begin_receiving(at + i);
        }
        for (int i = 0; i < together; i++) {
            finish(pids[i], &cost);
            each[at + i] = seconds_now() - begun;
        }
    }
    cost.seconds = seconds_now() - began;
    qsort(each, (size_t)count, sizeof(each[0]), compare_doubles);
    print_line(name, count, each[count / 2], &cost, syncs);
    g_assert_cmpint(count_files("spool/new"), ==, count);
    empty_new();
}

static void bench_drain(const char *name, int count, bool begun)
{
    copy("crowd.db", "postmove.db");
    put_mails(count, begun);
    const double syncs = syncs_a_second();
    const struct cost cost = postmove("process");
    print_line(name, count, cost.seconds / count, &cost, syncs);
    g_assert_cmpint(count_files("spool/new") + count_files("spool/work"), ==, 0);
}

/* The least that the same mails can cost. */
static void bench_bare(const char *name, int count, int together)
{
    g_autoptr(Config) config = configure("folder:letters");
    struct bare bare = { config, together };
    copy("crowd.db", "postmove.db");
    put_mails(count, false);
    const double syncs = syncs_a_second();
    const struct cost cost = apart(bare_drain, &bare);
    print_line(name, count, cost.seconds / count, &cost, syncs);
    empty_new();
}

/* What many letters and matches have left behind at the boards of the first mails. */
static void make_old(void *config)
{
    g_autoptr(Db) db = db_open(((const struct config *)config)->database, DB_WRITE, NULL);
    g_assert_nonnull(db);
    const gint64 now = clock_now(), long_ago = now - 100 * (gint64)CLOCK_DAY;
    db_begin(db);
    for (gint64 number = 1; number <= OLD_BOARDS; number++) {
        g_autoptr(Board) board = board_read(db, number);
        const struct token token = { .player = board->seat[0].player,
                                     .kind = TOKEN_MATCH,
                                     .object = number,
                                     .expires = now + CLOCK_DAY,
                                     .made = long_ago };
        for (int i = 0; i < OLD_LETTERS; i++) {
            token_new(db, &token);
        }
        board->state = BOARD_FINISHED;
        board->created = board->started = board->ended = long_ago;
        for (int i = 0; i < OLD_MATCHES; i++) {
            board_add(db, board);
        }
    }
    g_assert_true(db_commit(db, NULL));
}

static void drain_logged(const char *name)
{
    g_autoptr(Config) logged = configure_more("folder:letters", "standby = log\n");
    bench_drain(name, many, false);
    g_autoptr(Config) as_before = configure("folder:letters");
}

static void drain_old(const char *name)
{
    g_autoptr(Config) config = configure("folder:letters");
    const int count = MIN(OLD_BOARDS, many);
    copy("crowd.db", "postmove.db");
    put_mails(count, false);
    const struct cost young = postmove("process");
    copy("crowd.db", "postmove.db");
    apart(make_old, config);
    put_mails(count, false);
    const double syncs = syncs_a_second();
    const struct cost old = postmove("process");
    print_line("drain-new", count, young.seconds / count, &young, syncs);
    print_line(name, count, old.seconds / count, &old, syncs);
    g_assert_cmpint(count_files("spool/new") + count_files("spool/work"), ==, 0);
}

/* A command of the operator that writes. Returns its seconds. */
static double add_player(int number, struct cost *cost)
{
    g_autofree char *config = path_to("postmove.conf");
    g_autofree char *name = g_strdup_printf("waiting%d", number);
    g_autofree char *address = g_strconcat(name, "@example.net", NULL);
    const char *arguments[] = { "--config", config, "player", "add", name, address, NULL };
    const double began = seconds_now();
    finish(start("postmove", arguments, "/dev/null"), cost);
    return seconds_now() - began;
}

static void wait_for_drain(const char *name)
{
    g_autofree char *config = path_to("postmove.conf");
    const char *arguments[] = { "--config", config, "process", NULL };
    struct cost cost = { 0 };
    copy("crowd.db", "postmove.db");
    put_mails(many, false);
    const double syncs = syncs_a_second(), began = seconds_now();
    const pid_t drain = start("postmove", arguments, "/dev/null");
    int count = 0;
    double longest = 0;
    siginfo_t ended = { 0 };
    while (waitid(P_PID, (id_t)drain, &ended, WEXITED | WNOHANG | WNOWAIT) == 0 &&
           ended.si_pid == 0) {
        const double took = add_player(count++, &cost);
        longest = MAX(longest, took);
    }
    cost.seconds = seconds_now() - began;
    print_line(name, count, longest, &cost, syncs);
    finish(drain, &cost);
    g_assert_cmpint(count_files("spool/new"), ==, 0);
}

/* The letters that answer some mails wait, in a database of their own. */
static void make_letters(void)
{
    g_autofree char *path = path_to("letters.db");
    if (g_access(path, F_OK) != 0) {
        copy("crowd.db", "postmove.db");
        put_mails(MIN(FEW, many), false);
        postmove("process");
        copy("postmove.db", "letters.db");
    }
}

/* Sends them through a hook. */
static void bench_send(const char *name, const char *hook)
{
    make_letters();
    g_autoptr(Config) config = configure(hook);
    copy("letters.db", "postmove.db");
    const int count = count_queued(config);
    const double syncs = syncs_a_second();
    const struct cost cost = postmove("send");
    print_line(name, count, cost.seconds / count, &cost, syncs);
    g_assert_cmpint(count_queued(config), ==, 0);
}

/* `more` is what the group [send] has besides. */
static void send_to_server(const char *name, const char *more)
{
    const struct sink sink = sink_start();
    g_autofree char *hook = g_strdup_printf("smtp://127.0.0.1:%d\ntls = never%s", sink.port, more);
    bench_send(name, hook);
    kill(sink.pid, SIGTERM);
    waitpid(sink.pid, NULL, 0);
}

/* ---- the table ---- */

static void receive_one(const char *name)
{
    bench_receive(name, 1);
}

static void receive_two(const char *name)
{
    bench_receive(name, 2);
}

/* Mails that an earlier run had begun have a commit each, others one for many. */
static void drain_some(const char *name, bool begun)
{
    enum { GROUP = 50 }; /* as cli/run.c has it */
    const int counts[] = { MIN(FEW, many), many };
    for (size_t i = many > FEW ? 0 : 1; i < G_N_ELEMENTS(counts); i++) {
        bench_drain(name, counts[i], begun);
        bench_bare(begun ? "bare-1" : "bare", counts[i], begun ? 1 : GROUP);
    }
}

static void drain_each(const char *name)
{
    drain_some(name, true);
}

static void drain_grouped(const char *name)
{
    drain_some(name, false);
}

static void run_idle(const char *name)
{
    enum { RUNS = 200 };
    copy("crowd.db", "postmove.db");
    postmove("run"); /* what it has to do once */
    const double syncs = syncs_a_second();
    struct cost cost = { 0 };
    for (int i = 0; i < RUNS; i++) {
        const struct cost one = postmove("run");
        cost.seconds += one.seconds;
        cost.processor += one.processor;
        cost.mebibytes = MAX(cost.mebibytes, one.mebibytes);
    }
    print_line(name, RUNS, cost.seconds / RUNS, &cost, syncs);
}

static void verify_all(const char *name)
{
    copy("crowd.db", "postmove.db");
    const double syncs = syncs_a_second();
    const struct cost cost = postmove("verify");
    print_line(name, many, cost.seconds / many, &cost, syncs);
}

static void send_letters(const char *name)
{
    send_to_server(name, "");
}

static void send_text(const char *name)
{
    send_to_server(name, "\npictures = off");
}

static void send_to_folder(const char *name)
{
    bench_send(name, "folder:letters");
}

static void send_to_command(const char *name)
{
    bench_send(name, "/bin/true {recipient}");
}

static const struct {
    const char *name;
    void (*bench)(const char *name);
} figures[] = {
    { "receive", receive_one },   { "receive-2", receive_two },   { "drain-1", drain_each },
    { "drain", drain_grouped },   { "drain-log", drain_logged },  { "drain-old", drain_old },
    { "wait", wait_for_drain },   { "idle", run_idle },           { "verify", verify_all },
    { "folder", send_to_folder }, { "command", send_to_command }, { "smtp", send_letters },
    { "smtp-text", send_text },
};

static bool is_wanted(const char *figure, char **wanted)
{
    return *wanted == NULL || g_strv_contains((const char *const *)wanted, figure);
}

int main(int argc, char **argv)
{
    bool any = false;
    for (size_t i = 0; i < G_N_ELEMENTS(figures) && argc > 0; i++) {
        any = any || is_wanted(figures[i].name, argv + 1);
    }
    if (!any) {
        return 0; /* rows of other benches were asked for */
    }
    signal(SIGCHLD, SIG_DFL);
    g_autofree char *here = g_path_get_dirname(argv[0]);
    programs = g_build_filename(here, "../..", NULL);
    const char *folder = g_getenv("BENCH_FOLDER"), *mails = g_getenv("BENCH_MAILS");
    place = g_strdup_printf("%s/bench-mail.%d", folder != NULL ? folder : programs, (int)getpid());
    many = mails != NULL ? MAX(atoi(mails), 2) : many;
    g_assert_cmpint(g_mkdir_with_parents(place, 0700), ==, 0);
    make_server();
    for (size_t i = 0; i < G_N_ELEMENTS(figures); i++) {
        if (is_wanted(figures[i].name, argv + 1)) {
            figures[i].bench(figures[i].name);
        }
    }
    remove_tree(place);
    g_free(place);
    g_free(programs);
    return 0;
}
