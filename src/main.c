/* The table of subcommands and nothing else. */
#include <locale.h>
#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/files.h"
#include "base/log.h"
#include "base/random.h"
#include "cli/workspace.h"

static const struct {
    const char *name;
    const struct part *parts;
} subcommands[] = {
    { "setup", cli_setup },     { "init", cli_init },       { "run", cli_run },
    { "fetch", cli_fetch },     { "process", cli_run },     { "clocks", cli_run },
    { "send", cli_run },        { "verify", cli_verify },   { "player", cli_player },
    { "doctor", cli_doctor },   { "match", cli_match },     { "mail", cli_mail },
    { "backup", cli_backup },   { "restore", cli_restore }, { "standby", cli_standby },
    { "hold", cli_hold },       { "journal", cli_journal }, { "stats", cli_stats },
    { "play", cli_play },       { "moves", cli_moves },     { "perft", cli_perft },
    { "playout", cli_playout }, { "think", cli_think },     { "bot", cli_bot },
    { "show", cli_show },       { "help", cli_help },       { "rekey", cli_rekey },
    { "words", cli_languages }, { "record", cli_record },   { "replay", cli_replay },
};

/* Memory that is freed is kept for what comes next, up to some MiB: else the C library gives it
 * back to the kernel after each picture, and fetches it again, zeroed, for the next. */
static void keep_memory(void)
{
    enum { KEPT = 4 * 1024 * 1024 };
    mallopt(M_TRIM_THRESHOLD, KEPT);
    mallopt(M_MMAP_THRESHOLD, KEPT);
}

/* Reads the options before the subcommand, such as the path of the configuration. Returns the place
 * of the subcommand in argv: argc if the caller named none, -1 if `--config` lacks its file. */
static int global_options(int argc, char **argv, const char **path)
{
    int at = 1;
    for (; at < argc && argv[at][0] == '-'; at++) {
        if (strcmp(argv[at], "--config") == 0) {
            if (++at == argc) {
                return -1;
            }
            *path = argv[at];
        } else if (strncmp(argv[at], "--config=", 9) == 0) {
            *path = argv[at] + 9;
        } else {
            break;
        }
    }
    return at;
}

/* All that follows takes words for UTF-8, and so does the configuration in
 * which paths are written down. */
static bool arguments_are_text(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        if (!g_utf8_validate(argv[i], -1, NULL)) {
            log_line("argument %d is not UTF-8 text", i);
            return false;
        }
    }
    return true;
}

/* Does what the command line says; gives the exit code. */
static int do_command(int argc, char **argv)
{
    if (!arguments_are_text(argc, argv)) {
        return POSTMOVE_ERROR_USAGE;
    }
    random_init();
    const char *set = g_getenv("POSTMOVE_CONF"), *path = set != NULL ? set : CONFIG_DEFAULT_PATH;
    int at = global_options(argc, argv, &path);
    if (at < 0 || at >= argc) {
        log_line("name a subcommand; see `postmove --help`");
        return POSTMOVE_ERROR_USAGE;
    }
    const char *word = argv[at];
    if (strcmp(word, "--version") == 0) {
        puts("postmove " POSTMOVE_VERSION);
        return 0;
    }
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) {
        return cli_page("postmove");
    }
    for (size_t i = 0; i < G_N_ELEMENTS(subcommands); i++) {
        if (strcmp(word, subcommands[i].name) == 0) {
            return parts_run(subcommands[i].parts, path, argc - at, argv + at);
        }
    }
    log_line("%s: no such subcommand; see `postmove --help`", word);
    return POSTMOVE_ERROR_USAGE;
}

int main(int argc, char **argv)
{
    standard_files_begin();
    keep_memory();
    /* If whoever started us ignores SIGCHLD, so do we, and cannot learn how a child ended. */
    signal(SIGCHLD, SIG_DFL);
    setlocale(LC_ALL, "C.UTF-8");
    return standard_files_end(do_command(argc, argv));
}
