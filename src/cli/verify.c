/* verify: checks that the database is sound, and that every derived column is what replay
 * computes. */
#include <glib/gstdio.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/error.h"
#include "cli/cli.h"
#include "cli/json.h"
#include "cli/standby.h"
#include "cli/workspace.h"
#include "clocks/clocks.h"
#include "match/timing.h"
#include "play/session.h"
#include "store/schema.h"

struct tally {
    guint boards, turns, faults;
    GPtrArray *said;  /* what is said of the faults, a line each; NULL: it is printed */
    GPtrArray *notes; /* and of what is no fault */
};

/* All boards, and how many of them are taken. Several processes may take them. */
struct work {
    GArray *numbers; /* gint64 */
    bool whole;      /* false: not all numbers could be read */
    gint *taken;     /* shared by the processes */
};

enum { TAKEN_TOGETHER = 32 };

static void fault(struct tally *tally, gint64 board, const char *format, ...) G_GNUC_PRINTF(3, 4);

/* Prints a line, or keeps it in `lines`. Takes it. */
static void tell(GPtrArray *lines, char *line)
{
    if (lines != NULL) {
        g_ptr_array_add(lines, line);
    } else {
        puts(line);
        g_free(line);
    }
}

/* Reports a fault of a board, by its number; 0: of the database. */
static void fault(struct tally *tally, gint64 board, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *what = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    tell(tally->said, board != 0 ? g_strdup_printf("board %" G_GINT64_FORMAT ": %s", board, what)
                                 : g_strdup(what));
    tally->faults++;
}

static void compare(struct tally *tally, const struct board *stored, struct session *session)
{
    gint64 number = stored->number;
    const struct board *derived = session->board;
    session_derive(session->board, session->match);
    if (stored->turns != derived->turns) {
        fault(tally, number, "%d turns stored, %d in its record", stored->turns, derived->turns);
    }
    if (stored->to_move != derived->to_move) {
        fault(tally, number, "seat %d to move stored, %d by its record", stored->to_move + 1,
              derived->to_move + 1);
    }
    if (g_strcmp0(stored->result, derived->result) != 0) {
        fault(tally, number, "result %s stored, %s by its record",
              stored->result != NULL ? stored->result : "none",
              derived->result != NULL ? derived->result : "none");
    }
    for (int seat = 0; seat < stored->seats; seat++) {
        if (stored->seat[seat].outcome != derived->seat[seat].outcome) {
            fault(tally, number, "seat %d: outcome %d stored, %d by its record", seat + 1,
                  (int)stored->seat[seat].outcome, (int)derived->seat[seat].outcome);
        }
    }
    if ((stored->state == BOARD_FINISHED) != session->match->result.over) {
        fault(tally, number, "its state does not fit its record");
    }
    /* A running match has a clock, which is of the seat to move; no other match has one. */
    struct clock clock;
    bool has = clock_read(session->run->db, number, &clock);
    if (has != (stored->state == BOARD_RUNNING) || (has && clock.seat != stored->to_move)) {
        fault(tally, number, "its clock does not fit its record");
    } else if (!clocks_deadline_holds(session->run, number)) {
        fault(tally, number, "the deadline stored is not that of its clock");
    }
}

static void check_board(struct run *run, gint64 number, struct tally *tally)
{
    g_autoptr(Board) stored = board_read(run->db, number);
    g_autoptr(MatchSession) session = session_open_replayed(run, number);
    tally->boards++;
    if (stored == NULL) {
        return; /* the database could not be read */
    }
    /* The settings that were agreed to must stay readable for ever. */
    struct timing timing;
    g_autofree char *again = timing_read(&timing, stored->timing) ? timing_text(&timing) : NULL;
    if (g_strcmp0(again, stored->timing) != 0) {
        fault(tally, stored->number, "its terms of time cannot be read: %s", stored->timing);
    }
    if (session == NULL) {
        fault(tally, stored->number, "its record cannot be replayed");
        return;
    }
    tally->turns += session->stored;
    if (session->match != NULL) {
        compare(tally, stored, session);
        if (!session_checkpoint_holds(session)) {
            fault(tally, stored->number, "its checkpoint does not fit its record");
        }
    }
}

/* Checks the database itself. */
static void check_database(struct run *run, struct tally *tally)
{
    g_auto(SchemaChanges) changes = { 0 };
    schema_compare(run->db, &changes);
    for (guint i = 0; i < changes.added->len; i++) {
        /* Somebody has added it; that is no fault, but no backup keeps it. */
        tell(tally->notes,
             g_strdup_printf("database: %s is not of a postmove database; a restore leaves it out",
                             (const char *)changes.added->pdata[i]));
    }
    if (changes.altered != NULL) {
        fault(tally, 0,
              "database: its schema is not that of a postmove database: %s; no backup can "
              "be made",
              changes.altered);
    }
    if (db_lost(run->db) > 0) {
        fault(tally, 0,
              "database: changes that were made to it last are missing, %" G_GINT64_FORMAT
              " in all",
              db_lost(run->db));
    }
    if (db_is_foreign(run->db)) {
        fault(tally, 0, "database: it is of another server than the one that stood here");
    }
    g_autoptr(GPtrArray) faults = db_faults(run->db);
    for (guint i = 0; i < faults->len; i++) {
        fault(tally, 0, "database: %s", (const char *)faults->pdata[i]);
    }
}

/* Takes boards and checks them, until all are taken. */
static void check_boards(struct run *run, const struct work *work, struct tally *tally)
{
    guint at = 0, end = 0;
    while (!db_failed(run->db) && at < work->numbers->len) {
        if (at == end) {
            at = (guint)g_atomic_int_add(work->taken, TAKEN_TOGETHER);
            end = at + TAKEN_TOGETHER;
        }
        if (at < work->numbers->len) {
            check_board(run, g_array_index(work->numbers, gint64, at), tally);
        }
        at++;
    }
    if (db_failed(run->db)) {
        fault(tally, 0, "the database could not be read to its end");
    }
}

/* ---- several processes, since replaying is all that takes long ---- */

enum {
    PROCESSES_MAX = 8,
    PROCESS_BYTES = 8 * 1024 * 1024, /* of the database: less is not worth one */
};

/* Another process, which checks boards, too. */
struct helper {
    pid_t process;
    FILE *said; /* faults, a line each, and then its tally: a tab and the three numbers */
};

static int processes_for(const char *database)
{
    GStatBuf file;
    const gint64 bytes = g_stat(database, &file) == 0 ? file.st_size : 0;
    const int cores = MIN((int)g_get_num_processors(), PROCESSES_MAX);
    return (int)CLAMP(bytes / PROCESS_BYTES, 1, cores);
}

/* What the other process does: it never returns. */
static void help(const struct server *server, const struct work *work)
{
    struct tally tally = { 0 };
    g_auto(Workspace) workspace = { 0 };
    if (!workspace_open(&workspace, server->config, server->words, DB_READ, "verify", NULL)) {
        _exit(POSTMOVE_ERROR_LATER);
    }
    check_boards(&workspace.run, work, &tally);
    printf("\t%u %u %u\n", tally.boards, tally.turns, tally.faults);
    _exit(fflush(stdout) == 0 ? 0 : POSTMOVE_ERROR_LATER);
}

/* Begins another process. False if there can be none. */
static bool helper_begin(struct helper *helper, const struct server *server,
                         const struct work *work)
{
    /* Unlike a pipe, it never keeps it waiting; unlike a file, it needs no room on a disk. */
    const int memory = memfd_create("verify", MFD_CLOEXEC);
    if (memory < 0) {
        return false;
    }
    helper->said = fdopen(memory, "r");
    g_assert(helper->said != NULL); /* else there is no memory: GLib ends the program, too */
    fflush(stdout);                 /* or both would write it */
    helper->process = fork();
    if (helper->process == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        dup2(fileno(helper->said), STDOUT_FILENO);
        help(server, work);
    }
    if (helper->process < 0) {
        fclose(helper->said);
    }
    return helper->process > 0;
}

/* Reads the line of a helper's tally. */
static bool read_tally(char *line, struct tally *tally)
{
    guint64 numbers[3];
    g_auto(GStrv) words = g_strsplit(g_strchomp(line + 1), " ", -1);
    bool good = g_strv_length(words) == G_N_ELEMENTS(numbers);
    for (size_t i = 0; good && i < G_N_ELEMENTS(numbers); i++) {
        good = g_ascii_string_to_unsigned(words[i], 10, 0, G_MAXUINT, &numbers[i], NULL);
    }
    if (good) {
        *tally = (struct tally){ .boards = (guint)numbers[0],
                                 .turns = (guint)numbers[1],
                                 .faults = (guint)numbers[2] };
    }
    return good;
}

/* Waits for the end of a helper, prints the faults that it found, and adds its tally. */
static void helper_end(struct helper *helper, struct tally *tally)
{
    char line[4096];
    struct tally its = { 0 };
    bool ended = false;
    int status;
    const bool done = waitpid(helper->process, &status, 0) == helper->process && status == 0;
    rewind(helper->said);
    while (fgets(line, sizeof line, helper->said) != NULL) {
        if (*line == '\t') {
            ended = read_tally(line, &its);
        } else {
            tell(tally->said, g_strdup(g_strchomp(line)));
        }
    }
    fclose(helper->said);
    if (!done || !ended) {
        fault(tally, 0, "some boards could not be checked; is there enough memory?");
    }
    tally->boards += its.boards;
    tally->turns += its.turns;
    tally->faults += its.faults;
}

static void add_lines(GVariantBuilder *object, const char *name, const GPtrArray *lines)
{
    g_variant_builder_add(object, "{sv}", name,
                          g_variant_new_strv((const char *const *)lines->pdata, lines->len));
}

/* Prints the sum, or all of it as JSON. */
static void print_sum(const struct tally *tally)
{
    if (tally->said != NULL) {
        GVariantBuilder values = G_VARIANT_BUILDER_INIT(G_VARIANT_TYPE_VARDICT);
        json_number(&values, "boards", tally->boards);
        json_number(&values, "turns", tally->turns);
        add_lines(&values, "faults", tally->said);
        add_lines(&values, "notes", tally->notes);
        json_print(g_variant_builder_end(&values));
        return;
    }
    printf("%u boards, %u turns, %u faults\n", tally->boards, tally->turns, tally->faults);
}

bool verify_database(struct run *run)
{
    struct tally tally = { 0 };
    gint taken = 0;
    check_database(run, &tally);
    g_autoptr(GArray) numbers = board_numbers(run->db);
    const struct work work = { numbers, true, &taken };
    check_boards(run, &work, &tally);
    print_sum(&tally);
    return tally.faults == 0;
}

/* Lists the boards for `work`, of which the caller frees `numbers`. No process may use what another
 * opened, so the database is closed again. */
static bool list_boards(const struct server *server, struct work *work, GError **error)
{
    g_auto(Workspace) workspace = { 0 };
    if (!workspace_open(&workspace, server->config, server->words, DB_READ, "verify", error)) {
        return false;
    }
    work->numbers = board_numbers(workspace.db);
    work->whole = !db_failed(workspace.db);
    return true;
}

/* Checks the whole database. */
static bool verify(const struct server *server, const struct work *work, bool json, GError **error)
{
    struct helper helpers[PROCESSES_MAX];
    const int processes = processes_for(server->config->database);
    int begun = 1;
    while (begun < processes && helper_begin(&helpers[begun], server, work)) {
        begun++;
    }
    g_auto(Workspace) workspace = { 0 };
    g_autoptr(GPtrArray) said = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GPtrArray) notes = g_ptr_array_new_with_free_func(g_free);
    struct tally tally = { .said = json ? said : NULL, .notes = json ? notes : NULL };
    const bool opened =
        workspace_open(&workspace, server->config, server->words, DB_READ, "verify", error);
    if (opened) {
        check_database(&workspace.run, &tally);
        check_boards(&workspace.run, work, &tally);
    }
    if (opened && !work->whole) {
        fault(&tally, 0, "the boards could not be listed to their end");
    }
    for (int i = 1; i < begun; i++) {
        helper_end(&helpers[i], &tally);
    }
    if (opened) {
        print_sum(&tally);
    }
    return opened && tally.faults == 0;
}

int cli_verify(const struct invocation *invocation, int argc, char **argv)
{
    bool json;
    int code = cli_json_option(&json, &argc, &argv, 0);
    if (code != CLI_GO_ON) {
        return code;
    }
    g_autoptr(GError) error = NULL;
    g_auto(Server) server = { 0 };
    struct work work = { 0 };
    if (!server_open(&server, invocation, &error) || !list_boards(&server, &work, &error)) {
        return cli_fail(error);
    }
    work.taken =
        mmap(NULL, sizeof *work.taken, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    g_assert(work.taken != MAP_FAILED); /* there is no memory: GLib ends the program, too */
    const bool sound = verify(&server, &work, json, &error);
    munmap(work.taken, sizeof *work.taken);
    g_array_unref(work.numbers);
    return error != NULL ? cli_fail(error) : sound ? 0 : POSTMOVE_ERROR_NO;
}
