/* doctor: can letters leave? */
#include <string.h>
#include <unistd.h>

#include "cli/checkup.h"
#include "store/stats.h"

/* The folder itself, or the nearest above it that is there: the first letter
 * makes the others. */
static char *nearest_there(const char *path)
{
    char *folder = g_strdup(path);
    while (!g_file_test(folder, G_FILE_TEST_EXISTS) && strcmp(folder, "/") != 0) {
        char *above = g_path_get_dirname(folder);
        g_free(folder);
        folder = above;
    }
    return folder;
}

/* Where people play, letters in a folder reach nobody. */
static void look_at_folder(struct checkup *checkup, const char *folder)
{
    struct db *db = checkup_database_fresh(checkup);
    gint64 players = db != NULL && !db_testing(db) ? stats_players(db) : 0;
    g_autofree char *there = nearest_there(folder);
    bool usable = g_file_test(there, G_FILE_TEST_IS_DIR) && access(there, R_OK | W_OK | X_OK) == 0;
    const struct particulars about = { .path = folder,
                                       .detail = usable ? checkup->server.config->path : there,
                                       .count = players };
    checkup_tell(checkup,
                 !usable       ? "hook-folder-closed"
                 : players > 0 ? "hook-folder-unsent"
                               : "hook-folder",
                 &about);
}

/* Whether one of the arguments holds a word, or, of `option`, is that switch or has it
 * among others behind one sign, as in "-oi -ti". */
static bool has_word(char *const *arguments, const char *word)
{
    bool found = false;
    for (; *arguments != NULL; arguments++) {
        found = found || strstr(*arguments, word) != NULL;
    }
    return found;
}

/* sendmail and its like read the recipients from the letter with -t. */
static bool reads_header(char *const *arguments)
{
    bool found = false;
    for (; *arguments != NULL; arguments++) {
        found = found || strcmp(*arguments, "-t") == 0 || strcmp(*arguments, "-ti") == 0 ||
                strcmp(*arguments, "-it") == 0;
    }
    return found;
}

static void look_at_program(struct checkup *checkup)
{
    const struct config *config = checkup->server.config;
    const char *program = config->hook_argv[0];
    g_autofree char *found = g_find_program_in_path(program);
    char *const *arguments = config->hook_argv + 1;
    const struct particulars about = { .path = found != NULL ? found : program,
                                       .detail = config->path };
    const char *key = "hook-ok";
    if (found == NULL) {
        key = g_file_test(program, G_FILE_TEST_EXISTS) ? "hook-closed" : "hook-missing";
    } else if (!has_word(arguments, "{recipient}") && !reads_header(arguments)) {
        key = "hook-nobody";
    }
    checkup_tell(checkup, key, &about);
    if (found != NULL && !config->returns_to_address && !has_word(arguments, "{sender}")) {
        checkup_tell(checkup, "hook-sender", &about);
    }
}

void checkup_hook(struct checkup *checkup)
{
    const struct config *config = checkup->server.config;
    if (config->hook_folder != NULL) {
        look_at_folder(checkup, config->hook_folder);
    } else if (config->hook_service != NULL) {
        checkup_hook_server(checkup);
    } else {
        look_at_program(checkup);
    }
}
