/*
 * measure FILE PROGRAM ARGUMENT ...: runs a program and writes a line to FILE: its
 * milliseconds, and the most memory that it or a child of its own had at once, in KiB of
 * resident pages. Ends with the program's exit code.
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static _Noreturn void give_up(const char *what)
{
    perror(what);
    exit(2);
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        fprintf(stderr, "usage: measure FILE PROGRAM ARGUMENT ...\n");
        return 2;
    }
    const double began = now_ms();
    const pid_t pid = fork();
    if (pid < 0) {
        give_up("fork");
    }
    if (pid == 0) {
        execv(argv[2], argv + 2);
        give_up(argv[2]);
    }
    int status;
    struct rusage usage;
    if (wait4(pid, &status, 0, &usage) != pid) {
        give_up("wait4");
    }
    FILE *file = fopen(argv[1], "w");
    if (file == NULL || fprintf(file, "%.0f %ld\n", now_ms() - began, usage.ru_maxrss) < 0 ||
        fclose(file) != 0) {
        give_up(argv[1]);
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
