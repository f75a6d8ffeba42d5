/* match end|adjourn|resume|undo|set-clock: the operator's hand at a board. */
#include "cli/matchroom.h"
#include "match/timing.h"
#include "operator/operator.h"

/* ---- end ---- */

struct ending {
    gint64 number;
    enum operator_ending how;
    const char *winner;
};

static bool end_act(struct run *run, void *data, GError **error)
{
    const struct ending *ending = data;
    return operator_match_end(run, ending->number, ending->how, ending->winner, error);
}

/* "12 win ann", "12 draw", "12 void". The caller's. */
static GString *ending_words(const struct ending *ending)
{
    static const char *const words[] = {
        [OPERATOR_END_WINNER] = "win ",
        [OPERATOR_END_DRAW] = "draw",
        [OPERATOR_END_VOID] = "void",
    };
    GString *about = g_string_new(NULL);
    g_string_printf(about, "%" G_GINT64_FORMAT " %s%s", ending->number, words[ending->how],
                    ending->winner != NULL ? ending->winner : "");
    return about;
}

int matchroom_end(const struct server *server, char **words, const void *data)
{
    const struct match_options *options = data;
    struct ending ending = {
        .number = part_number(words[0]),
        .how = options->winner != NULL ? OPERATOR_END_WINNER
               : options->draw         ? OPERATOR_END_DRAW
                                       : OPERATOR_END_VOID,
        .winner = options->winner,
    };
    if (ending.number == 0) {
        return matchroom_no_number(words[0]);
    }
    if ((options->winner != NULL) + options->draw + options->void_ending != 1) {
        return cli_misused("match", "end takes one of --winner NAME, --draw and --void");
    }
    g_autofree char *question =
        g_strdup_printf("End match %" G_GINT64_FORMAT " for good?", ending.number);
    if (!options->yes && !cli_ask(question)) {
        return cli_misused("match", "nothing was ended: --yes says you are sure");
    }
    g_autoptr(GError) error = NULL;
    g_autoptr(GString) about = ending_words(&ending);
    bool done = workspace_transact(server, "match end", about, end_act, &ending, &error);
    return done ? 0 : cli_fail(error);
}

/* ---- adjourn and resume ---- */

static bool adjourn_act(struct run *run, void *data, GError **error)
{
    return operator_adjourn(run, *(const gint64 *)data, error);
}

static bool resume_act(struct run *run, void *data, GError **error)
{
    return operator_resume(run, *(const gint64 *)data, error);
}

static int act_on(const struct server *server, const char *command, char **words,
                  workspace_act *act)
{
    gint64 number = part_number(words[0]);
    if (number == 0) {
        return matchroom_no_number(words[0]);
    }
    g_autoptr(GError) error = NULL;
    g_autoptr(GString) about = part_about(words);
    return workspace_transact(server, command, about, act, &number, &error) ? 0 : cli_fail(error);
}

int matchroom_adjourn(const struct server *server, char **words, const void *data)
{
    (void)data;
    return act_on(server, "match adjourn", words, adjourn_act);
}

int matchroom_resume(const struct server *server, char **words, const void *data)
{
    (void)data;
    return act_on(server, "match resume", words, resume_act);
}

/* ---- undo ---- */

struct undoing {
    gint64 number;
    guint turns;
};

static bool undo_act(struct run *run, void *data, GError **error)
{
    const struct undoing *undoing = data;
    return operator_undo(run, undoing->number, undoing->turns, error);
}

int matchroom_undo(const struct server *server, char **words, const void *data)
{
    const struct match_options *options = data;
    gint64 turns = words[1] != NULL ? part_number(words[1]) : 1;
    struct undoing undoing = { part_number(words[0]), (guint)MIN(turns, G_MAXINT) };
    if (undoing.number == 0) {
        return matchroom_no_number(words[0]);
    }
    if (turns == 0) {
        return cli_misused("match", "%s: not a number of turns", words[1]);
    }
    g_autofree char *question =
        g_strdup_printf("Take back the last %u turns of match %" G_GINT64_FORMAT "?", undoing.turns,
                        undoing.number);
    if (!options->yes && !cli_ask(question)) {
        return cli_misused("match", "nothing was taken back: --yes says you are sure");
    }
    g_autoptr(GError) error = NULL;
    g_autoptr(GString) about = part_about(words);
    bool done = workspace_transact(server, "match undo", about, undo_act, &undoing, &error);
    return done ? 0 : cli_fail(error);
}

/* ---- set-clock ---- */

struct setting {
    gint64 number;
    const char *name;
    gint64 seconds;
};

static bool set_act(struct run *run, void *data, GError **error)
{
    const struct setting *setting = data;
    return operator_set_clock(run, setting->number, setting->name, setting->seconds, error);
}

/* A span as a challenge has it, "10d" or "1d12h", in seconds; 0: it is none. */
static gint64 span_of(const char *word)
{
    g_autofree char *option = g_strconcat("--time=", word, NULL);
    struct timing timing = { 0 };
    bool plain = timing_word(&timing, option, NULL) && timing.increment == 0;
    return plain ? timing.total : 0;
}

int matchroom_set_clock(const struct server *server, char **words, const void *data)
{
    (void)data;
    struct setting setting = { part_number(words[0]), words[1], span_of(words[2]) };
    if (setting.number == 0) {
        return matchroom_no_number(words[0]);
    }
    if (setting.seconds == 0) {
        return cli_misused("match", "%s: write the time as in 10d, 36h or 1d12h", words[2]);
    }
    g_autoptr(GError) error = NULL;
    g_autoptr(GString) about = part_about(words);
    bool done = workspace_transact(server, "match set-clock", about, set_act, &setting, &error);
    return done ? 0 : cli_fail(error);
}
