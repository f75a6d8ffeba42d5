/* bot: the programs that play: asked about the matches that wait for them, and tried out. */
#include <string.h>

#include "base/error.h"
#include "bots/bots.h"
#include "cli/part.h"
#include "cli/position.h"
#include "cli/steps.h"
#include "store/clocks.h"
#include "think/question.h"
#include "think/think.h"
#include "transport/program.h"

enum {
    BATCH = 4,        /* questions to the house, for each processor, between two rounds of mail */
    TRY_TURNS = 1000, /* after so many turns a match that is tried out is over */
    TRY_MATCH = 1,    /* its number */
};

_Static_assert((int)BOT_LEVELS == (int)THINK_LEVELS, "players may ask for each level of the house");

/* ---- asking ---- */

/* The matches that wait, as the store has them now; none while the server is held. NULL with the
 * error. Free with g_ptr_array_unref. */
static GPtrArray *find_questions(const struct server *server, enum bot_group group, guint most,
                                 GError **error)
{
    g_auto(Workspace) workspace = { 0 };
    /* Nothing is written, but a reader would leave the database's log behind. */
    if (!workspace_open(&workspace, server->config, server->words, DB_WRITE, "bot", error)) {
        return NULL;
    }
    db_begin(workspace.db);
    g_autoptr(GPtrArray) questions =
        bots_questions(&workspace.run, group, maintenance_since(workspace.db) == 0 ? most : 0);
    return db_commit(workspace.db, error) ? g_steal_pointer(&questions) : NULL;
}

/* Runs the programs on their questions. Free with forget. */
static struct asked_program *ask(const GPtrArray *questions, size_t at_once)
{
    struct asked_program *programs = g_new(struct asked_program, questions->len);
    for (guint i = 0; i < questions->len; i++) {
        const struct bot_question *question = questions->pdata[i];
        programs[i] = (struct asked_program){
            .argv = question->command,
            .input = g_bytes_new_static(question->text, strlen(question->text)),
            .milliseconds = question->seconds * 1000,
        };
    }
    program_ask(programs, questions->len, at_once, ANSWER_MAX + 1, stop_asked);
    return programs;
}

static void forget(struct asked_program *programs, guint count)
{
    for (guint i = 0; i < count; i++) {
        g_clear_pointer(&programs[i].input, g_bytes_unref);
        g_clear_pointer(&programs[i].printed, g_bytes_unref);
        g_clear_error(&programs[i].error);
    }
    g_free(programs);
}

/* Carries out the answers, in one transaction; each in a savepoint of its own. A program that was
 * stopped with us has not failed. */
static bool record(const struct server *server, const GPtrArray *questions,
                   const struct asked_program *programs, GError **error)
{
    g_auto(Workspace) workspace = { 0 };
    if (!workspace_open(&workspace, server->config, server->words, DB_WRITE, "bot", error)) {
        return false;
    }
    db_begin(workspace.db);
    if (held_now(workspace.db)) {
        db_rollback(workspace.db);
        return true;
    }
    for (guint i = 0; i < questions->len; i++) {
        const struct bot_question *question = questions->pdata[i];
        const struct asked_program *program = &programs[i];
        if (program->printed != NULL || program->error != NULL) {
            db_savepoint(workspace.db);
            workspace_reseed(&workspace);
            bots_answer(&workspace.run, question, program->printed, program->error);
            g_autoptr(GError) fault = NULL;
            if (!db_savepoint_end(workspace.db, &fault) && fault != NULL) {
                /* Nothing of it is stored. It counts as an attempt, so that it is not for ever. */
                bots_answer(&workspace.run, question, NULL, fault);
            }
        }
    }
    return db_commit(workspace.db, error);
}

bool ask_bots(const struct server *server, enum bot_group group, bool *asked, GError **error)
{
    /* A run that ends because we hold the lock may have made another match wait. So we look before
     * we take the lock, and end only when nothing waits while we do not hold it. */
    const guint processors = g_get_num_processors();
    const guint batch = group == BOTS_HOUSE ? BATCH * processors : processors;
    const char *kind = group == BOTS_HOUSE ? "house" : "bots";
    g_autoptr(GPtrArray) waiting = find_questions(server, group, 1, error);
    *asked = waiting != NULL && waiting->len > 0;
    if (!*asked) {
        return waiting != NULL;
    }
    bool busy = false;
    g_autoptr(Lock) lock = workspace_single(server->config, kind, &busy, error);
    if (lock == NULL) {
        *asked = false;
        return busy;
    }
    g_autoptr(GPtrArray) questions = find_questions(server, group, batch, error);
    if (questions == NULL) {
        return false;
    }
    struct asked_program *programs = ask(questions, processors);
    const bool done = record(server, questions, programs, error);
    forget(programs, questions->len);
    return done;
}

/* Asks about all matches that wait, also those in which a program has failed. */
static int ask_all(const struct server *server, char **words, struct part_options *options)
{
    (void)words;
    (void)options;
    g_autoptr(GError) error = NULL;
    struct act act;
    bool done = act_begin(&act, server, "bot ask");
    if (done) {
        bots_enrol(act.run);
        bots_retry(act.run);
    }
    const int code = act_end(&act, act_commit(&act, done, ""));
    if (code != 0) {
        return code;
    }
    stop_heed();
    bool house = true, others = true;
    while ((house || others) && !stop_asked()) {
        if (!ask_bots(server, BOTS_HOUSE, &house, &error) ||
            !ask_bots(server, BOTS_OTHERS, &others, &error)) {
            return cli_fail(error);
        }
    }
    return 0;
}

/* ---- trying out ---- */

/* A match that is tried out. */
struct trial {
    struct match *match;
    const struct bot *bots[2]; /* in turn on the seats */
    int level;                 /* -1: none was asked for */
};

/* Asks the program of a seat and prints its answer. False with the error, which is NULL if we were
 * asked to stop. Clear the answer with answer_clear. */
static bool ask_seat(const struct trial *trial, int seat, unsigned open, struct answer *answer,
                     GError **error)
{
    const struct bot *bot = trial->bots[seat % 2];
    const struct question asked = { .match = trial->match,
                                    .number = TRY_MATCH,
                                    .seat = seat,
                                    .clock = G_MAXINT64,
                                    .level = trial->level > 0 ? trial->level : bot->level,
                                    .open = open };
    g_autofree char *text = question_write(&asked);
    struct asked_program program = { .argv = bot->command,
                                     .input = g_bytes_new_static(text, strlen(text)),
                                     .milliseconds = bot->seconds * 1000 };
    program_ask(&program, 1, 1, ANSWER_MAX + 1, stop_asked);
    g_autoptr(GBytes) input = program.input;
    g_autoptr(GBytes) printed = program.printed;
    if (printed == NULL) {
        g_propagate_error(error, program.error);
        return false;
    }
    gsize length;
    const char *bytes = g_bytes_get_data(printed, &length);
    if (!answer_read(bytes, length, answer, error)) {
        return false;
    }
    g_print("%u. %s: %s\n", trial->match->turns->len + 1, bot->name, answer->line);
    return true;
}

/* Plays what the program of a seat has answered. False with the error if it is no turn that is
 * possible there. */
static bool play_answer(const struct trial *trial, int seat, const char *line, GError **error)
{
    static const char move[] = "move ";
    g_auto(Ruling) ruling = { 0 };
    if (g_str_equal(line, "resign")) {
        return match_record(trial->match, seat, MATCH_RESIGN, error);
    }
    if (g_str_has_prefix(line, move) &&
        match_play(trial->match, seat, line + strlen(move), &ruling) == VERDICT_PLAYED) {
        match_pass(trial->match);
        return true;
    }
    const struct question asked = { .match = trial->match, .seat = seat, .clock = G_MAXINT64 };
    g_autofree char *text = question_write(&asked);
    g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_NO,
                "\"%s\" is no turn that is possible here; the question was:\n%s", line, text);
    return false;
}

/* The program of the seat to move plays a turn. If it offers a draw first, the other one answers.
 * False with the error, which is NULL if we were asked to stop. */
static bool play_turn(const struct trial *trial, GError **error)
{
    const int seat = match_actor(trial->match);
    g_auto(Answer) answer = { 0 };
    if (!ask_seat(trial, seat, 0, &answer, error)) {
        return false;
    }
    if (trial->match->options.setup.seats != 2 || !g_str_equal(answer.line, "draw")) {
        return play_answer(trial, seat, answer.line, error);
    }
    g_auto(Answer) other = { 0 }, then = { 0 };
    if (!ask_seat(trial, 1 - seat, QUESTION_DRAW, &other, error)) {
        return false;
    }
    if (g_str_equal(other.line, "accept")) {
        return match_record(trial->match, seat, "draw", error);
    }
    return ask_seat(trial, seat, QUESTION_OWN_DRAW, &then, error) &&
           play_answer(trial, seat, then.line, error);
}

/* Plays a whole match and prints it. Returns the exit code. */
static int play_match(const struct trial *trial)
{
    const struct match *match = trial->match;
    g_autoptr(GError) error = NULL;
    stop_heed();
    while (!match->result.over && match->turns->len < TRY_TURNS && !stop_asked()) {
        const struct bot *bot = trial->bots[match_actor(match) % 2];
        if (!play_turn(trial, &error) && error != NULL) {
            g_prefix_error(&error, "%s: ", bot->name);
            return cli_fail(error);
        }
    }
    if (match->result.over) {
        g_autofree char *result = match_result_text(match);
        g_print("%s %s\n", result, match->result.ending.key);
    } else {
        g_print("not over after %u turns\n", match->turns->len);
    }
    return 0;
}

/* Finds the program of that name. If no program has it, prints so and returns NULL. */
static const struct bot *find_bot(const struct config *config, const char *name)
{
    const struct bot *bot = config_bot(config, name);
    if (bot == NULL) {
        cli_misused("bot", "%s has no program named \"%s\"", config->path, name);
    }
    return bot;
}

/* bot try NAME GAME [-OPTION ...] [--against OTHER] [--level N] */
static int try_out(const struct server *server, char **words, struct part_options *options)
{
    (void)options;
    g_autofree char *against = NULL;
    gint level = -1; /* none was asked for */
    const GOptionEntry entries[] = {
        { "against", 0, 0, G_OPTION_ARG_STRING, &against, NULL, NULL },
        { "level", 0, 0, G_OPTION_ARG_INT, &level, NULL, NULL },
        { 0 },
    };
    const char *name = words[0];
    char **argv = words;
    int argc = (int)g_strv_length(words);
    argv[0] = (char *)"bot";
    g_autoptr(Match) match = NULL;
    int code = cli_position(entries, 0, POSITION_PLAYED, &argc, &argv, &match);
    if (code != CLI_GO_ON) {
        return code;
    }
    if (level != -1 && (level < 1 || level > BOT_LEVELS)) {
        return cli_misused("bot", "the level is a number from 1 to %d, not %d", BOT_LEVELS, level);
    }
    const struct bot *own = find_bot(server->config, name);
    const struct bot *other =
        own == NULL || against == NULL ? own : find_bot(server->config, against);
    if (other == NULL) {
        return POSTMOVE_ERROR_USAGE;
    }
    const struct trial trial = { match, { own, other }, level };
    return play_match(&trial);
}

static const struct part bot_parts[] = {
    { "ask", 0, 0, "", .run = ask_all },
    { "try", 2, -1, "", .raw = true, .run = try_out },
};

const struct parts cli_bot = { "bot", bot_parts, G_N_ELEMENTS(bot_parts) };
