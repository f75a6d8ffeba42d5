#include "cli/part.h"

#include <stdio.h>
#include <string.h>

/* Opens the database, calls the part's `look` or `act`, and closes it. */
static bool work(const struct parts *parts, const struct part *part, struct act *act)
{
    struct workspace *workspace = &act->workspace;
    const bool changes = part->act != NULL;
    g_autofree char *command =
        g_strconcat(parts->name, part->name != NULL ? " " : NULL, part->name, NULL);
    bool done = workspace_open(workspace, act->server->config, act->server->words,
                               changes ? DB_WRITE : DB_READ, command, &act->error);
    act->run = &workspace->run;
    if (done && changes) {
        db_begin(workspace->db); /* if it fails, the commit fails too */
    }
    done = done && (changes ? part->act : part->look)(act);
    g_autofree char *about = act->about != NULL ? act->about : g_strjoinv(" ", act->words);
    g_autofree char *said = act->said;
    if (done && changes) {
        workspace_journal(workspace, command, about);
    }
    if (workspace->db != NULL && ((done && changes) || db_failed(workspace->db))) {
        g_clear_error(&act->error); /* it may only say what could not be read */
        done = db_commit(workspace->db, &act->error);
    } else if (workspace->db != NULL) {
        db_rollback(workspace->db);
    }
    workspace_close(workspace);
    if (done && said != NULL) {
        puts(said);
    }
    return done;
}

/* ---- the command line ---- */

enum { OPTIONS = 35 };

/* The options that a part takes, read into a struct. */
static void list_options(const struct part *part, struct part_options *into,
                         GOptionEntry entries[OPTIONS + 1])
{
    const GOptionEntry all[] = {
        { "json", 0, 0, G_OPTION_ARG_NONE, &into->json, NULL, NULL },
        { "yes", 0, 0, G_OPTION_ARG_NONE, &into->yes, NULL, NULL },
        { "all", 0, 0, G_OPTION_ARG_NONE, &into->all, NULL, NULL },
        { "sent", 0, 0, G_OPTION_ARG_NONE, &into->sent, NULL, NULL },
        { "none", 0, 0, G_OPTION_ARG_NONE, &into->none, NULL, NULL },
        { "letter", 0, 0, G_OPTION_ARG_NONE, &into->letter, NULL, NULL },
        { "draw", 0, 0, G_OPTION_ARG_NONE, &into->draw, NULL, NULL },
        { "void", 0, 0, G_OPTION_ARG_NONE, &into->void_ending, NULL, NULL },
        { "prometheus", 0, 0, G_OPTION_ARG_NONE, &into->prometheus, NULL, NULL },
        { "tell", 0, 0, G_OPTION_ARG_NONE, &into->tell, NULL, NULL },
        { "no-tell", 0, 0, G_OPTION_ARG_NONE, &into->no_tell, NULL, NULL },
        { "as-it-is", 0, 0, G_OPTION_ARG_NONE, &into->as_it_is, NULL, NULL },
        { "decisions", 0, 0, G_OPTION_ARG_NONE, &into->decisions, NULL, NULL },
        { "divide", 0, 0, G_OPTION_ARG_NONE, &into->divide, NULL, NULL },
        { "moves", 0, 0, G_OPTION_ARG_NONE, &into->moves, NULL, NULL },
        { "analyse", 0, 0, G_OPTION_ARG_NONE, &into->analyse, NULL, NULL },
        { "testing", 0, 0, G_OPTION_ARG_NONE, &into->testing, NULL, NULL },
        { "start-anew", 0, 0, G_OPTION_ARG_NONE, &into->start_anew, NULL, NULL },
        { "address", 0, 0, G_OPTION_ARG_STRING, &into->address, NULL, NULL },
        { "operator", 0, 0, G_OPTION_ARG_STRING, &into->person, NULL, NULL },
        { "from", 0, 0, G_OPTION_ARG_STRING, &into->from, NULL, NULL },
        { "after", 0, 0, G_OPTION_ARG_STRING, &into->after, NULL, NULL },
        { "board", 0, 0, G_OPTION_ARG_STRING, &into->board, NULL, NULL },
        { "picture", 0, 0, G_OPTION_ARG_FILENAME, &into->picture, NULL, NULL },
        { "level", 0, 0, G_OPTION_ARG_INT, &into->level, NULL, NULL },
        { "seat", 0, 0, G_OPTION_ARG_INT, &into->seat, NULL, NULL },
        { "seed", 0, 0, G_OPTION_ARG_INT64, &into->seed, NULL, NULL },
        { "player", 0, 0, G_OPTION_ARG_STRING, &into->player, NULL, NULL },
        { "sender", 'f', 0, G_OPTION_ARG_STRING, &into->sender, NULL, NULL },
        { "recipient", 'r', 0, G_OPTION_ARG_STRING, &into->recipient, NULL, NULL },
        { "winner", 0, 0, G_OPTION_ARG_STRING, &into->winner, NULL, NULL },
        { "to", 0, 0, G_OPTION_ARG_FILENAME, &into->to, NULL, NULL },
        { "until", 0, 0, G_OPTION_ARG_STRING, &into->until, NULL, NULL },
        { "output", 0, 0, G_OPTION_ARG_FILENAME, &into->output, NULL, NULL },
        { "again", 0, 0, G_OPTION_ARG_INT, &into->again, NULL, NULL },
    };
    g_auto(GStrv) own = g_strsplit(part->options, " ", -1);
    for (size_t i = 0; i < G_N_ELEMENTS(all); i++) {
        if (g_strv_contains((const char *const *)own, all[i].long_name)) {
            *entries++ = all[i];
        }
    }
    *entries = (GOptionEntry){ 0 };
}

static void options_clear(struct part_options *options)
{
    char *const texts[] = { options->player, options->sender, options->recipient, options->winner,
                            options->to,     options->until,  options->output,    options->from,
                            options->after,  options->board,  options->picture,   options->address,
                            options->person };
    for (size_t i = 0; i < G_N_ELEMENTS(texts); i++) {
        g_free(texts[i]);
    }
    if (options->password != NULL) {
        explicit_bzero(options->password, strlen(options->password));
        g_free(options->password);
    }
}

typedef struct part_options PartOptions;
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(PartOptions, options_clear)

/* The part that a word names (NULL: no word), or NULL. */
static const struct part *find(const struct parts *parts, const char *word)
{
    for (size_t i = 0; i < parts->count; i++) {
        const char *name = parts->part[i].name;
        if (name == NULL || g_strcmp0(name, word) == 0) {
            return &parts->part[i];
        }
    }
    return NULL;
}

int parts_run(const struct parts *parts, const struct invocation *invocation, int argc, char **argv)
{
    g_auto(PartOptions) options = {
        .subcommand = parts->name, .again = G_MININT, .level = G_MININT, .seed = G_MININT64
    };
    const struct part *part = find(parts, argv[1]);
    if (part == NULL) {
        int code = cli_options(NULL, &argc, &argv, 1, -1);
        return code != CLI_GO_ON ? code : cli_misused(parts->name, "%s: not understood", argv[1]);
    }
    const int own = part->name != NULL; /* the part's own word */
    GOptionEntry entries[OPTIONS + 1];
    list_options(part, &options, entries);
    struct position_game named = { 0 };
    const bool game = part->position != POSITION_NONE;
    int code = game ? position_take_game(&named, entries, &argc, argv) : CLI_GO_ON;
    if (code == CLI_GO_ON && (!part->raw || g_strv_contains((const char *const *)argv, "--help"))) {
        code = cli_options(entries, &argc, &argv, own + part->least,
                           part->most >= 0 ? own + part->most : -1);
    }
    g_autoptr(Match) match = NULL;
    if (code == CLI_GO_ON && game) {
        code = position_match(&named, options.from, options.after, part->position, &match);
    }
    if (code != CLI_GO_ON) {
        return code;
    }
    argv[argc] = NULL;
    char **words = argv + 1 + own;
    g_autoptr(GError) error = NULL;
    g_auto(Server) server = { .path = cli_config_path(invocation) };
    server.config = part->bare || game ? NULL : cli_config(invocation, &error);
    server.words = part->wordless || error != NULL ? NULL : cli_words(server.config, &error);
    if (error != NULL) {
        return cli_fail(error);
    }
    if (options.seed != G_MININT64 && (options.seed < 0 || options.seed > G_MAXUINT32)) {
        return cli_misused(parts->name, "the seed is a number from 0 to %u", G_MAXUINT32);
    }
    if (part->numbered && part_number(words[0]) == 0) {
        return cli_misused(parts->name, "%s: not the number of a %s", words[0], parts->name);
    }
    struct act act = {
        .server = &server,
        .words = words,
        .options = &options,
        .number = part->numbered ? part_number(words[0]) : 0,
        .match = match,
        .code = POSTMOVE_ERROR_NO,
    };
    const bool done = (part->may == NULL || part->may(&act)) &&
                      (part->run != NULL ? part->run(&act) : work(parts, part, &act)) &&
                      (part->then == NULL || part->then(&act));
    error = act.error;
    return done ? 0 : error != NULL ? cli_fail(error) : act.code;
}

bool act_board_form(struct act *act, enum diagram_form *form)
{
    const char *name = act->options->board;
    *form = name != NULL ? diagram_form_named(name) : DIAGRAM_ASCII;
    if (name == NULL || g_strv_contains(diagram_forms, name)) {
        return true;
    }
    g_autofree char *forms = g_strjoinv(", ", (char **)diagram_forms);
    return cli_refuse(&act->error, POSTMOVE_ERROR_USAGE, "no board \"%s\"; there are: %s", name,
                      forms);
}

bool act_misused(struct act *act, const char *format, ...)
{
    const char *name = act->options->subcommand;
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *what = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    return cli_refuse(&act->error, POSTMOVE_ERROR_USAGE, "%s: %s; see `postmove %s --help`", name,
                      what, name);
}

gint64 part_number(const char *word)
{
    guint64 number;
    return g_ascii_string_to_unsigned(word, 10, 1, G_MAXINT64, &number, NULL) ? (gint64)number : 0;
}
