/*
 * The store when the process is killed, or the disk fails, at each write,
 * sync, truncation and deletion in turn: what was committed stays, what was
 * not leaves no trace, and a rerun ends in the same state.
 *
 * SQLite's own file layer is used, with a counter before those calls. With sanitizers, which
 * take six times as long, every fifth call fails.
 */
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/error.h"
#include "store/boards.h"
#include "store/inbox.h"
#include "store/outbox.h"
#include "store/players.h"
#include "tests/unit/scratch.h"

/* ---- a file layer that fails when told ---- */

#ifdef __SANITIZE_ADDRESS__
enum { STEP = 5 };
#else
enum { STEP = 1 };
#endif

enum fault { FAULT_NONE, FAULT_KILL, FAULT_TORN, FAULT_IO, FAULT_FULL };

static enum fault fault;
static int fault_at, calls;

static sqlite3_vfs *sound_vfs, faulty_vfs;
static const sqlite3_io_methods *sound_methods;

/* Counts a call; what SQLite is to be told if this is the one that fails. */
static int fault_here(int io_error)
{
    if (fault == FAULT_NONE || ++calls != fault_at) {
        return SQLITE_OK;
    }
    if (fault == FAULT_KILL || fault == FAULT_TORN) {
        raise(SIGKILL);
    }
    return fault == FAULT_FULL ? SQLITE_FULL : io_error;
}

static int faulty_write(sqlite3_file *file, const void *bytes, int length, sqlite3_int64 at)
{
    if (fault == FAULT_TORN && calls + 1 == fault_at) {
        sound_methods->xWrite(file, bytes, length / 2, at);
    }
    int result = fault_here(SQLITE_IOERR_WRITE);
    return result != SQLITE_OK ? result : sound_methods->xWrite(file, bytes, length, at);
}

/* A process that dies loses nothing the kernel has, so the disk is spared. */
static int faulty_sync(sqlite3_file *file, int flags)
{
    (void)file;
    (void)flags;
    return fault_here(SQLITE_IOERR_FSYNC);
}

static int faulty_truncate(sqlite3_file *file, sqlite3_int64 size)
{
    int result = fault_here(SQLITE_IOERR_TRUNCATE);
    return result != SQLITE_OK ? result : sound_methods->xTruncate(file, size);
}

static int faulty_delete(sqlite3_vfs *vfs, const char *name, int sync)
{
    int result = fault_here(SQLITE_IOERR_DELETE);
    return result != SQLITE_OK ? result : sound_vfs->xDelete(vfs, name, sync);
}

/* SQLite has one table of methods for databases and one for their logs, which
 * differ in locking alone. */
static const sqlite3_io_methods *faulty_methods_for(const sqlite3_io_methods *sound)
{
    static struct {
        const sqlite3_io_methods *sound;
        sqlite3_io_methods faulty;
    } tables[4];
    size_t i = 0;
    while (tables[i].sound != NULL && tables[i].sound != sound) {
        i++;
        g_assert_cmpuint(i, <, G_N_ELEMENTS(tables));
    }
    tables[i].sound = sound;
    tables[i].faulty = *sound;
    tables[i].faulty.xWrite = faulty_write;
    tables[i].faulty.xSync = faulty_sync;
    tables[i].faulty.xTruncate = faulty_truncate;
    return &tables[i].faulty;
}

static int faulty_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out)
{
    (void)vfs;
    int result = sound_vfs->xOpen(sound_vfs, name, file, flags, out);
    if (result == SQLITE_OK) {
        sound_methods = file->pMethods;
        file->pMethods = faulty_methods_for(sound_methods);
    }
    return result;
}

static void install_faulty_vfs(void)
{
    sound_vfs = sqlite3_vfs_find(NULL);
    faulty_vfs = *sound_vfs;
    faulty_vfs.zName = "faulty";
    faulty_vfs.xOpen = faulty_open;
    faulty_vfs.xDelete = faulty_delete;
    sqlite3_vfs_register(&faulty_vfs, 1);
}

static void arm(enum fault kind, int at)
{
    fault = kind;
    fault_at = at;
    calls = 0;
}

/* ---- the work: mails, each a move with two letters ---- */

enum { MAILS = 4 };

/* Commits that were said to be done, seen by the parent of a killed child. */
static int *acknowledged;

static void add_players_and_board(struct db *db)
{
    static char game[] = "tictactoe", options[] = "";
    struct board board = { .state = BOARD_RUNNING, .game = game, .options = options, .seats = 2 };
    board.seat[0].player = player_add(db, "ann", "a@example.org", "a@example.org", NULL, 1);
    board.seat[1].player = player_add(db, "bob", "b@example.org", "b@example.org", NULL, 1);
    board_add(db, &board);
}

static void take_mail(struct db *db, int number)
{
    static const char filler[3000];
    g_autofree char *name = g_strdup_printf("mail-%d", number);
    if (inbox_has_name(db, name)) {
        return;
    }
    gint64 mail = inbox_add(db, name, NULL, number);
    g_autoptr(Board) board = board_read(db, 1);
    if (board == NULL) {
        return;
    }
    board->turns++;
    board_turn_add(db, 1, board->turns, 0, "a1", number);
    board_save(db, board);
    g_autoptr(GBytes) bytes = g_bytes_new_static(filler, sizeof(filler));
    const struct outbox_new answer = { .player = 1,
                                       .inbox = mail,
                                       .board = 1,
                                       .answer = true,
                                       .recipient = "a@example.org",
                                       .letter = bytes };
    const struct outbox_new news = {
        .player = 2, .inbox = mail, .board = 1, .recipient = "b@example.org", .letter = bytes
    };
    outbox_add(db, &answer, number);
    outbox_add(db, &news, number);
}

/* A run: takes all mails, one transaction each; stops at the first failure,
 * which must be one to try again after. */
static bool run(const char *path)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(Db) db = db_open(path, DB_WRITE, &error);
    if (db == NULL) {
        g_assert_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_LATER);
        return false;
    }
    /* Small, so that checkpoints fall between the mails. */
    sqlite3_wal_autocheckpoint(scratch_sqlite, 8);
    for (int number = 1; number <= MAILS; number++) {
        db_begin(db);
        take_mail(db, number);
        if (!db_commit(db, &error)) {
            g_assert_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_LATER);
            return false;
        }
        *acknowledged = number;
    }
    return true;
}

/* All of each mail or nothing of it; no mail acknowledged is lost. */
static void check(const char *path, int least, int most)
{
    GError *error = NULL;
    g_autoptr(Db) db = db_open(path, DB_WRITE, &error);
    g_assert_no_error(error);
    g_autoptr(GPtrArray) faults = db_faults(db, false);
    g_assert_cmpuint(faults->len, ==, 0);
    gint64 mails = db_number(db, "SELECT COUNT(*) FROM inbox");
    g_assert_cmpint(mails, >=, least);
    g_assert_cmpint(mails, <=, most);
    g_assert_cmpint(db_number(db, "SELECT COUNT(*) FROM outbox WHERE sent IS NULL"), ==, 2 * mails);
    g_autoptr(Board) board = board_read(db, 1);
    g_assert_cmpint(board->turns, ==, mails);
    g_assert_cmpint(board->revision, ==, 1 + mails);
    g_autoptr(GPtrArray) turns = board_turns(db, 1);
    g_assert_cmpint((gint64)turns->len, ==, mails);
}

/* ---- the tests ---- */

/* Removes a database and what stands beside it. */
static void forget(const char *path)
{
    static const char *const endings[] = { "", "-wal", "-shm", ".commits" };
    for (size_t i = 0; i < G_N_ELEMENTS(endings); i++) {
        g_autofree char *file = g_strconcat(path, endings[i], NULL);
        g_unlink(file);
    }
}

static void copy(const char *from, const char *to)
{
    static const char *const endings[] = { "", ".commits" };
    forget(to);
    for (size_t i = 0; i < G_N_ELEMENTS(endings); i++) {
        g_autofree char *source = g_strconcat(from, endings[i], NULL);
        g_autofree char *target = g_strconcat(to, endings[i], NULL);
        g_autofree char *bytes = NULL;
        gsize length;
        g_assert_true(g_file_get_contents(source, &bytes, &length, NULL));
        g_assert_true(g_file_set_contents_full(target, bytes, (gssize)length,
                                               G_FILE_SET_CONTENTS_NONE, 0600, NULL));
    }
}

/* Does `work` in a child armed to die at that call; whether it lived. */
static bool survives(enum fault kind, int at, bool (*work)(const char *), const char *path)
{
    pid_t child = fork();
    g_assert_cmpint(child, >=, 0);
    if (child == 0) {
        arm(kind, at);
        _exit(work(path) ? 0 : 1);
    }
    int status;
    g_assert_cmpint(waitpid(child, &status, 0), ==, child);
    if (WIFSIGNALED(status)) {
        g_assert_cmpint(WTERMSIG(status), ==, SIGKILL);
        return false;
    }
    g_assert_cmpint(WEXITSTATUS(status), ==, 0);
    return true;
}

static void prepare(struct scratch *scratch)
{
    scratch_begin(scratch);
    add_players_and_board(scratch->db);
    scratch_commit(scratch);
    g_clear_pointer(&scratch->db, db_close);
}

static void kill_at_each(struct scratch *scratch, enum fault kind)
{
    prepare(scratch);
    g_autofree char *path = g_build_filename(scratch->folder, "work.db", NULL);
    int at = 1 - STEP;
    for (bool alive = false; !alive;) {
        copy(scratch->path, path);
        *acknowledged = 0;
        alive = survives(kind, at += STEP, run, path);
        check(path, *acknowledged, *acknowledged + 1);
        g_assert_true(run(path));
        check(path, MAILS, MAILS);
    }
    g_assert_cmpint(at, >, 10 * MAILS);
}

static void test_killed(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    kill_at_each(scratch, FAULT_KILL);
}

static void test_killed_within_a_write(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    kill_at_each(scratch, FAULT_TORN);
}

static void fail_at_each(struct scratch *scratch, enum fault kind)
{
    prepare(scratch);
    g_autofree char *path = g_build_filename(scratch->folder, "work.db", NULL);
    int failures = 0;
    bool reached = true;
    for (int at = 1; reached; at += STEP) {
        copy(scratch->path, path);
        *acknowledged = 0;
        arm(kind, at);
        failures += !run(path);
        reached = calls >= at;
        arm(FAULT_NONE, 0);
        check(path, *acknowledged, *acknowledged + 1);
        g_assert_true(run(path));
        check(path, MAILS, MAILS);
    }
    g_assert_cmpint(failures, >, 5 * MAILS / STEP);
}

static void test_disk_fails(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    fail_at_each(scratch, FAULT_IO);
}

static void test_disk_full(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    fail_at_each(scratch, FAULT_FULL);
}

static bool create(const char *path)
{
    return db_create(path, true, NULL);
}

/* A half-made database never has the name. */
static void test_killed_while_created(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    g_autofree char *path = g_build_filename(scratch->folder, "new.db", NULL);
    int at = 0;
    for (bool alive = false; !alive;) {
        alive = survives(FAULT_KILL, ++at, create, path);
        if (!g_file_test(path, G_FILE_TEST_EXISTS)) {
            g_assert_false(alive);
            g_assert_true(create(path));
        }
        struct db *db = db_open(path, DB_WRITE, NULL);
        g_assert_nonnull(db);
        g_autoptr(GPtrArray) faults = db_faults(db, false);
        g_assert_cmpuint(faults->len, ==, 0);
        db_close(db);
        g_unlink(path);
    }
    g_assert_cmpint(at, >, 10);
}

/* A database that is said to be made is whole; one that is not leaves nothing,
 * and may be made again. */
static void create_failing_at_each(const char *path, enum fault kind)
{
    int failures = 0;
    bool reached = true;
    for (int at = 1; reached; at++) {
        g_autoptr(GError) error = NULL;
        arm(kind, at);
        bool made = db_create(path, true, &error);
        reached = calls >= at;
        arm(FAULT_NONE, 0);
        if (!made) {
            g_assert_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_LATER);
            g_assert_false(g_file_test(path, G_FILE_TEST_EXISTS));
            g_assert_true(create(path));
            g_clear_error(&error);
            failures++;
        }
        struct db *db = db_open(path, DB_READ, &error);
        g_assert_no_error(error);
        g_autoptr(GPtrArray) faults = db_faults(db, false);
        g_assert_cmpuint(faults->len, ==, 0);
        db_close(db);
        forget(path);
    }
    g_assert_cmpint(failures, >, 10);
}

static void test_disk_fails_while_created(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    g_autofree char *path = g_build_filename(scratch->folder, "new.db", NULL);
    create_failing_at_each(path, FAULT_IO);
    create_failing_at_each(path, FAULT_FULL);
}

int main(int argc, char **argv)
{
    scratch_init(&argc, &argv);
    install_faulty_vfs();
    acknowledged = mmap(NULL, sizeof(*acknowledged), PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    g_assert_true(acknowledged != MAP_FAILED);
    scratch_test("/store-faults/killed", test_killed);
    scratch_test("/store-faults/killed-within-a-write", test_killed_within_a_write);
    scratch_test("/store-faults/disk-fails", test_disk_fails);
    scratch_test("/store-faults/disk-full", test_disk_full);
    scratch_test("/store-faults/killed-while-created", test_killed_while_created);
    scratch_test("/store-faults/disk-fails-while-created", test_disk_fails_while_created);
    return g_test_run();
}
