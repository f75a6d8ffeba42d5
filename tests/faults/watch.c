/*
 * watch CONFIG STATEMENTS FUNCTIONS: runs `postmove process` with that configuration, and writes
 * down what it does: each SQL statement it runs, one a line, and the address of each
 * function it enters, each once. The child that parses the mail is not watched. Ends as the
 * run does.
 *
 * The standard input is what `nm` prints of this program. At the beginning of each of its
 * functions the run is stopped by a breakpoint, which is taken away the first time. So this
 * needs no build of its own, but a processor whose breakpoints are known here: on any other one
 * FUNCTIONS stays empty.
 */
#include <signal.h>
#include <sqlite3.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/random.h"
#include "cli/cli.h"
#include "cli/workspace.h"

static _Noreturn void give_up(const char *what)
{
    perror(what);
    exit(2);
}

static FILE *open_to_write(const char *path)
{
    FILE *file = fopen(path, "w");
    if (file == NULL) {
        give_up(path);
    }
    return file;
}

/* ---- the run ---- */

/* A statement begins; its text, with line breaks as blanks. */
static int write_statement(unsigned kind, void *file, void *statement, void *text)
{
    (void)kind;
    (void)statement;
    for (const char *at = text; *at != '\0'; at++) {
        fputc(*at == '\n' ? ' ' : *at, file);
    }
    fputc('\n', file);
    fflush(file);
    return 0;
}

static FILE *statements;

static int watch_connection(sqlite3 *database, const char **fault, const void *routines)
{
    (void)fault;
    (void)routines;
    return sqlite3_trace_v2(database, SQLITE_TRACE_STMT, write_statement, statements);
}

static int run(const char *config, const char *path)
{
    statements = open_to_write(path);
    /* SQLite's own type for this says nothing of the arguments it calls it with. */
    void (*begin)(void);
    int (*const watch)(sqlite3 *, const char **, const void *) = watch_connection;
    memcpy(&begin, &watch, sizeof(begin));
    sqlite3_auto_extension(begin);
    random_init();
    char name[] = "process", *arguments[] = { name, NULL };
    return parts_run(cli_run, config, 1, arguments);
}

/* ---- breakpoints ---- */

#ifdef __x86_64__

enum { BREAKPOINT = 0xcc, MOST = 20000 };

struct function {
    uintptr_t at;
    long code; /* its first byte, in the lowest; those above are what stood behind it */
};
static struct function functions[MOST];
static size_t count;

static int order(const void *left, const void *right)
{
    const uintptr_t a = ((const struct function *)left)->at,
                    b = ((const struct function *)right)->at;
    return (a > b) - (a < b);
}

/* Reads what nm says: where its functions are from the start of the program, which gives how far
 * from there it was loaded. */
static uintptr_t read_functions(int (*self)(int, char **))
{
    char line[1024], kind, name[512];
    unsigned long address;
    uintptr_t start = 0;
    while (count < MOST && fgets(line, sizeof(line), stdin) != NULL) {
        if (sscanf(line, "%lx %c %500s", &address, &kind, name) == 3 &&
            (kind == 't' || kind == 'T') && name[0] != '_') {
            functions[count++].at = address;
            start = strcmp(name, "main") == 0 ? (uintptr_t)self - address : start;
        }
    }
    qsort(functions, count, sizeof(functions[0]), order);
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        /* Two names of one function: it has one breakpoint. */
        if (i == 0 || functions[i].at + start != functions[kept - 1].at) {
            functions[kept++].at = functions[i].at + start;
        }
    }
    count = kept;
    return start;
}

static void put_breakpoints(pid_t pid)
{
    for (size_t i = count; i-- > 0;) {
        void *at = (void *)functions[i].at; // NOLINT(performance-no-int-to-ptr)
        functions[i].code = ptrace(PTRACE_PEEKTEXT, pid, at, NULL);
        if (ptrace(PTRACE_POKETEXT, pid, at, (functions[i].code & ~0xffL) | BREAKPOINT) != 0) {
            give_up("a breakpoint");
        }
    }
}

/* True if the run stands at one: it is taken away, and its function written down. */
static bool at_breakpoint(pid_t pid, uintptr_t start, FILE *file)
{
    struct user_regs_struct registers;
    ptrace(PTRACE_GETREGS, pid, NULL, &registers);
    const struct function here = { .at = registers.rip - 1 };
    const struct function *found = bsearch(&here, functions, count, sizeof(functions[0]), order);
    if (found == NULL) {
        return false;
    }
    void *at = (void *)found->at; // NOLINT(performance-no-int-to-ptr)
    const long now = ptrace(PTRACE_PEEKTEXT, pid, at, NULL);
    ptrace(PTRACE_POKETEXT, pid, at, (now & ~0xffL) | (found->code & 0xff));
    registers.rip = found->at;
    ptrace(PTRACE_SETREGS, pid, NULL, &registers);
    fprintf(file, "%lx\n", (unsigned long)(found->at - start));
    return true;
}

static int watch(pid_t pid, FILE *file, int (*self)(int, char **))
{
    const uintptr_t start = read_functions(self);
    int status;
    waitpid(pid, &status, 0);
    put_breakpoints(pid);
    int signal = 0;
    while (ptrace(PTRACE_CONT, pid, NULL, signal) == 0 && waitpid(pid, &status, 0) == pid &&
           WIFSTOPPED(status)) {
        signal = WSTOPSIG(status);
        if (signal == SIGTRAP && at_breakpoint(pid, start, file)) {
            signal = 0;
        }
    }
    return status;
}

#else

static int watch(pid_t pid, FILE *file, int (*self)(int, char **))
{
    (void)file;
    (void)self;
    int status;
    ptrace(PTRACE_DETACH, waitpid(pid, &status, 0), NULL, NULL);
    waitpid(pid, &status, 0);
    return status;
}

#endif

int main(int argc, char **argv)
{
    if (argc != 4) {
        fprintf(stderr, "usage: watch CONFIG STATEMENTS FUNCTIONS < NM\n");
        return 2;
    }
    FILE *file = open_to_write(argv[3]);
    const pid_t pid = fork();
    if (pid < 0) {
        give_up("fork");
    }
    if (pid == 0) {
        fclose(file);
        if (ptrace(PTRACE_TRACEME, 0, NULL, NULL) != 0 || raise(SIGSTOP) != 0) {
            give_up("ptrace");
        }
        exit(run(argv[1], argv[2]));
    }
    const int status = watch(pid, file, main);
    if (fclose(file) != 0) {
        give_up(argv[3]);
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
