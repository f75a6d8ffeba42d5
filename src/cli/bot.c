/* bot: the programs that play are asked about the matches that wait for them, and tried out. */
#include <stdio.h>
#include <string.h>

#include "bots/bots.h"
#include "cli/steps.h"
#include "cli/workspace.h"
#include "render/match_words.h"
#include "store/clocks.h"
#include "think/question.h"
#include "think/think.h"
#include "transport/program.h"

enum {
    BATCH = 4,        /* questions to the house, for each processor, between two rounds of mail */
    TRY_TURNS = 1000, /* a match that is tried out is broken off after so many */
    TRY_MATCH = 1,    /* its number */
};

_Static_assert((int)BOT_LEVELS == (int)THINK_LEVELS, "players may ask for each level of the house");

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
        return db_commit(workspace.db, error); /* it has noted that this was said */
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

/* Asks the programs of a group; sets *asked to false if no match waits for them. */
static bool ask_group(const struct server *server, enum bot_group group, bool *asked,
                      GError **error)
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
    g_autoptr(Lock) lock = workspace_single(server->config, kind, 0, &busy, error);
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

bool ask_bots(const struct server *server, bool *asked, GError **error)
{
    const struct config *config = server->config;
    *asked = false;
    return (config->house == NULL || ask_group(server, BOTS_HOUSE, asked, error)) &&
           (*asked || config->bots->len == (config->house != NULL) ||
            ask_group(server, BOTS_OTHERS, asked, error));
}

/* Also matches in which a program has failed wait again. */
static bool retry(struct act *act)
{
    bots_enrol(act->run);
    bots_retry(act->run);
    return true;
}

static bool ask_all(struct act *act)
{
    bool done = true;
    stop_heed();
    for (bool asked = true; done && asked && !stop_asked();) {
        done = ask_bots(act->server, &asked, &act->error);
    }
    return done;
}

/* ---- trying out ---- */

/* Prints a sentence. Takes `values`. */
static void tell(const struct act *act, FILE *file, const char *key, struct values *values)
{
    g_autofree char *text = words_said(act->server->words, phrase_key("play", key, values));
    fprintf(file, "%s\n", text);
}

/* True if that line answers what is `open`. Only the refusal of a draw has a reason. */
static bool answers_offer(const char *line, unsigned open)
{
    const bool reason = open == QUESTION_DRAW && g_str_has_prefix(line, "reject ");
    return g_str_equal(line, "accept") || g_str_equal(line, "reject") || reason;
}

/* Asks the program what is `open`, or for its turn, which is played; the house rejects a draw that
 * it offers. False with the error, which is NULL if we were asked to stop. Leaves the question in
 * `tried`. */
static bool program_plays(struct act *act, struct bot_question *tried, unsigned open)
{
    struct match *match = act->match;
    const bool offer = open != 0 && open != QUESTION_OWN_DRAW;
    const int seat = MAX(match_actor(match), 0), level = tried->bot->level;
    const struct question question = { match, TRY_MATCH, seat, G_MAXINT64, level, open };
    g_free(tried->text);
    tried->text = question_write(&question);
    const GPtrArray questions = { (gpointer[]){ tried }, 1 };
    struct asked_program *program = ask(&questions, 1);
    GBytes *printed = program->printed;
    g_auto(Answer) answer = { 0 };
    g_auto(Ruling) ruling = { 0 };
    act->error = g_steal_pointer(&program->error);
    const bool answered =
        printed != NULL && answer_read(g_bytes_get_data(printed, NULL), g_bytes_get_size(printed),
                                       &answer, &act->error);
    forget(program, 1);
    const char *line = answer.line;
    if (!answered || (offer && answers_offer(line, open))) {
        return answered;
    }
    if (open == 0 && g_str_equal(line, "draw")) {
        return program_plays(act, tried, QUESTION_OWN_DRAW);
    }
    if (!offer && g_str_equal(line, MATCH_RESIGN)) {
        return match_record(match, seat, line, &act->error);
    }
    const char *turn = !offer && g_str_has_prefix(line, "move ") ? line + strlen("move ") : NULL;
    if (turn != NULL && match_play(match, seat, turn, &ruling) == VERDICT_PLAYED) {
        return true;
    }
    struct phrase *why = turn != NULL
                             ? ruling_words(match->game, &ruling, turn, NULL)
                             : phrase_key("play", "try-unfit", pairs("answer", line, NULL));
    g_autofree char *words = words_said(act->server->words, why);
    return cli_refuse(&act->error, POSTMOVE_ERROR_NO, "%s", words);
}

/* A beginner's turn. */
static bool house_plays(struct match *match)
{
    struct thought thought;
    think_turn(match, 1, TRY_MATCH, THINK_TIME_MOST, &thought);
    g_autofree char *turn = thought.turn;
    return match_record(match, match_actor(match), turn, NULL);
}

/* Lets the program play a match on every second seat, from the first on. The words: GAME PROGRAM
 * [ARGUMENT ...] */
static bool try_out(struct act *act)
{
    struct match *match = act->match;
    gint64 level = 0, seconds = BOT_SECONDS;
    bool good = act_number(act, "level", 1, BOT_LEVELS, &level) &&
                act_number(act, "seconds", 1, BOT_SECONDS_MAX, &seconds);
    const struct bot bot = { .level = (int)level };
    struct bot_question tried = { &bot, .command = act->words + 1, .seconds = (int)seconds };
    stop_heed();
    match_pass(match);
    good = good && program_plays(act, &tried, QUESTION_CHALLENGE) &&
           program_plays(act, &tried, QUESTION_DRAW) && program_plays(act, &tried, QUESTION_UNDO);
    while (good && !match->result.over && match->turns->len < TRY_TURNS) {
        guint ply = match->turns->len;
        good = match_actor(match) % 2 == 0 ? program_plays(act, &tried, 0) : house_plays(match);
        match_pass(match);
        while (ply < match->turns->len) {
            const struct match_turn *turn = &g_array_index(match->turns, struct match_turn, ply);
            struct values *values = with_number(pairs("turn", turn->text, NULL), "ply", ++ply);
            tell(act, stdout, "try-turn", with_switch(values, "program", turn->seat % 2 == 0));
        }
    }
    g_autofree char *question = tried.text, *result = match_result_text(match);
    if (good) {
        const char *ending = match->result.over ? match->result.ending.key : NULL;
        struct values *values = pairs("result", result, "ending", ending, NULL);
        tell(act, stdout, "try-result", with_number(values, "count", TRY_TURNS));
    } else if (act->error != NULL && question != NULL) {
        fflush(stdout);
        cli_fail(act->error);
        g_clear_error(&act->error);
        tell(act, stderr, "try-question", pairs("question", question, NULL));
    }
    return good;
}

const struct part cli_bot[] = {
    { "ask", 0, 0, "", .act = retry, .then = ask_all },
    { "try", 2, -1, "from= after= level# seconds#", .position = POSITION_PLAYED, .run = try_out },
    { 0 },
};
