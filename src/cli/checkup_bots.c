/* doctor: can the programs that play be started, and do matches wait because one has failed? */
#include "bots/bots.h"
#include "cli/checkup.h"
#include "store/players.h"
#include "store/programs.h"

/* True if the program can be started; else reports why not. */
static bool is_there(struct checkup *checkup, const struct bot *bot)
{
    const char *program = bot->command[0];
    g_autofree char *found = g_find_program_in_path(program);
    if (found == NULL) {
        const bool closed = g_file_test(program, G_FILE_TEST_EXISTS);
        checkup_tell(checkup, closed ? "!bots-closed" : "!bots-missing", .path = program,
                     .detail = bot->name);
    }
    return found != NULL;
}

/* Reports the matches that wait because a program has failed. */
static void look_for_stuck(struct checkup *checkup)
{
    g_autoptr(GPtrArray) programs = player_programs(checkup->db);
    for (guint i = 0; i < programs->len; i++) {
        const struct player *player = programs->pdata[i];
        const int stuck = program_stuck(checkup->db, player->id, BOT_TRIES);
        if (stuck > 0) {
            checkup_tell(checkup, "?bots-stuck", .detail = player->name, .count = stuck);
        }
    }
}

void checkup_bots(struct checkup *checkup)
{
    const GPtrArray *bots = checkup->server.config->bots;
    g_autoptr(GString) names = g_string_new(NULL);
    bool all = true;
    for (guint i = 0; i < bots->len; i++) {
        const struct bot *bot = bots->pdata[i];
        all = is_there(checkup, bot) && all;
        g_string_append_printf(names, "%s%s", names->len > 0 ? ", " : "", bot->name);
    }
    if (checkup->db != NULL) {
        look_for_stuck(checkup);
    }
    if (all && bots->len > 0) {
        checkup_tell(checkup, "bots-well", .detail = names->str);
    }
}
