#include "cli/workspace.h"

#include <errno.h>
#include <pwd.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/log.h"
#include "base/random.h"
#include "cli/mark.h"
#include "commands/identify.h"
#include "play/session.h"
#include "standby/commit_log.h"
#include "store/clocks.h"
#include "store/journal.h"
#include "store/opening.h"

static struct lock *take(const struct config *config, const char *kind, const char *command,
                         int seconds, bool *busy, GError **error)
{
    g_autofree char *path = g_strconcat(config->database, kind, NULL);
    plain_file_prepare(path, config->database);
    return lock_take(path, command, seconds, busy, error);
}

/* Reads a number from the environment; false if it is not set or no number. */
static bool number_of(const char *variable, guint64 *number)
{
    const char *text = g_getenv(variable);
    return text != NULL && g_ascii_string_to_unsigned(text, 10, 0, G_MAXINT64, number, NULL);
}

void workspace_set_time(bool testing)
{
    guint64 time;
    if (testing && number_of("POSTMOVE_TIME", &time)) {
        clock_set((gint64)time);
    }
}

void workspace_reseed(const struct workspace *workspace)
{
    guint64 seed;
    if (db_testing(workspace->db) && number_of("POSTMOVE_SEED", &seed)) {
        random_seed(seed, db_moment(workspace->db));
    }
}

void server_clear(struct server *server)
{
    g_clear_pointer(&server->words, words_free);
    g_clear_pointer(&server->config, config_free);
}

/* ---- what a copy may replace ---- */

/* True if a path is in a folder (NULL: none), at any depth. */
static bool is_inside(const char *path, const char *folder)
{
    g_autofree char *parent = g_path_get_dirname(path);
    return folder != NULL && (file_is_same(parent, folder) ||
                              (strcmp(parent, path) != 0 && is_inside(parent, folder)));
}

/* True if a path is that of the database, or of a file that goes with it. */
static bool is_beside(const char *path, const char *database)
{
    g_autofree char *folder = g_path_get_dirname(path), *name = g_path_get_basename(path);
    g_autofree char *home = g_path_get_dirname(database), *own = g_path_get_basename(database);
    return file_is_same(path, database) ||
           (file_is_same(folder, home) && g_str_has_prefix(name, own) &&
            beside_kind(name + strlen(own)) != 0);
}

bool workspace_may_copy_to(const struct config *config, const char *file, GError **error)
{
    g_autofree char *path = g_canonicalize_filename(file, NULL);
    const char *why = is_beside(path, config->database) ? "is the database itself, or belongs to it"
                      : file_is_same(path, config->path) ? "is the configuration"
                      : is_inside(path, config->spool)   ? "is in the spool"
                      : is_inside(path, config->standby) ? "is in the log for a standby"
                                                         : NULL;
    return why == NULL
               ? cli_replaceable(file, error)
               : cli_refuse(error, POSTMOVE_ERROR_NO, "%s %s; name another file", file, why);
}

/* ---- a database that is missing ---- */

/* Appends the names in its folder that begin with the name of the database and show that there was
 * one: logs, databases that a restore has put aside, copies. Not its locks, nor what a run that
 * found no database or an init that was cut short leaves. */
static void append_remains(GString *text, const char *database)
{
    const char *before = "; beside it there is ";
    g_autofree char *base = g_path_get_basename(database);
    g_autofree char *path = g_path_get_dirname(database);
    g_autoptr(GDir) folder = g_dir_open(path, 0, NULL);
    for (const char *name; folder != NULL && (name = g_dir_read_name(folder)) != NULL;) {
        const char *ending = g_str_has_prefix(name, base) ? name + strlen(base) : "";
        const unsigned kind = beside_kind(ending);
        const bool begun = kind == BESIDE_DRAFT && g_str_has_prefix(ending, BESIDE_NEW);
        if ((*ending == '.' || *ending == '-') && !begun &&
            (kind & (BESIDE_LOCK | BESIDE_SHARED)) == 0 && strcmp(ending, BESIDE_TOLD) != 0) {
            g_string_append_printf(text, "%s%s", before, name);
            before = ", ";
        }
    }
}

/* Lists the signs of an older database: "; 3 mails wait in SPOOL; beside it there is
 * postmove.db-wal", or "" if there are none. Free with g_free. */
static char *what_is_there(const struct config *config)
{
    GString *text = g_string_new(NULL);
    g_autoptr(GPtrArray) waiting = spool_list(config->spool, NULL);
    g_auto(GStrv) failed = spool_failed(config->spool, NULL);
    const guint mails =
        (waiting != NULL ? waiting->len : 0) + (failed != NULL ? g_strv_length(failed) : 0);
    if (mails > 0) {
        g_string_append_printf(text, mails == 1 ? "; %u mail waits in %s" : "; %u mails wait in %s",
                               mails, config->spool);
    }
    append_remains(text, config->database);
    struct mark saved = mark_read(config->database, BESIDE_SAVED);
    g_autofree char *backup = saved.about;
    if (backup != NULL && *backup != '\0') {
        g_string_append_printf(text, "; the last backup was made to %s", backup);
    }
    return g_string_free(text, FALSE);
}

/* Sets the error: the database is missing, and `there` shows that it is not that of a new server.
 */
static bool refuse_missing(const struct config *config, const char *what, const char *there,
                           const char *more, GError **error)
{
    return cli_refuse(error, POSTMOVE_ERROR_NO,
                      "%s: %s%s; this is no new server: mount its disk or put the file back, or "
                      "restore a backup with `postmove restore FILE`%s",
                      config->database, what, there, more);
}

void workspace_explain(const struct config *config, GError **error)
{
    if (access(config->database, F_OK) == 0 || errno != ENOENT) {
        return;
    }
    g_autofree char *there = what_is_there(config);
    g_clear_error(error);
    if (*there != '\0') {
        refuse_missing(config, "there is no such database", there, "", error);
    } else {
        cli_refuse(error, POSTMOVE_ERROR_NO,
                   "%s: there is no such database; on a new server `postmove init` makes one",
                   config->database);
    }
}

/* ---- the database, opened ---- */

bool workspace_open(struct workspace *workspace, const struct config *config, struct words *words,
                    enum db_mode mode, const char *command, GError **error)
{
    *workspace = (struct workspace){ .command = command };
    if (mode == DB_WRITE) {
        workspace->lock =
            take(config, BESIDE_LOCK_WRITE, command, WORKSPACE_WAIT_SECONDS, NULL, error);
        if (workspace->lock == NULL) {
            return false;
        }
    }
    if (!workspace_on(workspace, config->database, config, words, mode, error)) {
        workspace_explain(config, error);
        return false;
    }
    workspace->until = g_get_monotonic_time() + (gint64)WORKSPACE_SHARE * 1000;
    return true;
}

bool workspace_give_way(struct workspace *workspace, GError **error)
{
    const struct run before = workspace->run;
    if (g_get_monotonic_time() < workspace->until) {
        return true;
    }
    if (!lock_is_awaited(workspace->lock)) {
        workspace->until = g_get_monotonic_time() + (gint64)WORKSPACE_SHARE * 1000;
        return true;
    }
    workspace_close(workspace);
    g_usleep(2UL * LOCK_LOOK);
    if (!workspace_open(workspace, before.config, before.words, DB_WRITE, workspace->command,
                        error)) {
        return false;
    }
    workspace->run.now = before.now;
    workspace->run.guesses = before.guesses;
    workspace->run.logged = before.logged;
    db_begin(workspace->db); /* what is changed outside of a transaction is in no log */
    workspace->held = held_now(workspace->db);
    return db_commit(workspace->db, error);
}

bool workspace_on(struct workspace *workspace, const char *path, const struct config *config,
                  struct words *words, enum db_mode mode, GError **error)
{
    struct db *db = workspace->db = db_open(path, mode, error);
    /* If a reader cannot begin, the commit returns the error. The transaction ends with the
     * handle. */
    bool good = db != NULL && (mode != DB_READ || db_begin(db) || db_commit(db, error));
    if (good) {
        workspace_set_time(db_testing(db));
        workspace_reseed(workspace);
        good = mode != DB_WRITE || config->standby == NULL ||
               commit_log_open(db, path, config->standby, error);
    }
    if (!good) {
        workspace_close(workspace);
        return false;
    }
    workspace->run = (struct run){
        .db = db,
        .config = config,
        .words = words,
        .now = clock_now(),
    };
    return true;
}

bool workspace_in_portions(struct workspace *workspace,
                           bool (*portion)(struct run *run, gint64 until, gpointer data),
                           gpointer data, GError **error)
{
    bool done = true, over = false;
    while (done && !over && !workspace->held && !stop_asked()) {
        db_begin(workspace->db);
        workspace_reseed(workspace);
        over = portion(&workspace->run, workspace->until, data);
        done = db_commit(workspace->db, error) && (over || workspace_give_way(workspace, error));
    }
    return done;
}

void workspace_serve(struct workspace *workspace, const char *name, const struct spool_mail *mail,
                     struct message *message)
{
    struct received_mail handed = {
        .name = name,
        .sender = mail->sender,
        .recipient = mail->recipient,
        .fetched = mail->mailbox != NULL,
        .received = mail->received,
        .message = message,
    };
    workspace_reseed(workspace);
    serve_mail(&workspace->run, &handed);
}

void workspace_close(struct workspace *workspace)
{
    session_forget(&workspace->run);
    g_clear_pointer(&workspace->db, db_close);
    g_clear_pointer(&workspace->lock, lock_free);
}

bool workspace_create(const struct config *config, bool testing, bool anew, GError **error)
{
    g_autoptr(Lock) lock =
        take(config, BESIDE_LOCK_WRITE, "init", WORKSPACE_WAIT_SECONDS, NULL, error);
    guint64 seed;
    workspace_set_time(testing);
    if (testing && number_of("POSTMOVE_SEED", &seed)) {
        random_seed(seed, 0);
    }
    if (lock == NULL) {
        return false;
    }
    /* If there is a database, db_create refuses. */
    g_autofree char *there =
        !anew && access(config->database, F_OK) != 0 ? what_is_there(config) : g_strdup("");
    return *there != '\0' ? refuse_missing(config, "no empty database is made", there,
                                           "; --start-anew makes one that knows no player and no "
                                           "match",
                                           error)
                          : db_create(config->database, testing, error);
}

struct lock *workspace_single(const struct config *config, const char *kind, int seconds,
                              bool *busy, GError **error)
{
    g_autofree char *suffix = g_strconcat(".", kind, ".lock", NULL);
    struct lock *lock = take(config, suffix, kind, seconds, busy, error);
    if (*busy) {
        g_clear_error(error);
    }
    return lock;
}

char *workspace_await(const struct config *config, const char *kind, int seconds)
{
    g_autofree char *suffix = g_strconcat(".", kind, ".lock", NULL);
    g_autofree char *path = g_strconcat(config->database, suffix, NULL);
    g_autoptr(Lock) lock = seconds > 0 ? take(config, suffix, "hold", seconds, NULL, NULL) : NULL;
    return lock == NULL ? lock_holder(path) : NULL;
}

GPtrArray *workspace_lock_all(const struct config *config, const char *command, GError **error)
{
    g_autofree const char **kinds = beside_endings(BESIDE_LOCK);
    g_autoptr(GPtrArray) locks = g_ptr_array_new_with_free_func((GDestroyNotify)lock_free);
    for (size_t i = 0; i < BESIDE_LOCKS; i++) {
        struct lock *lock = take(config, kinds[i], command, WORKSPACE_WAIT_SECONDS, NULL, error);
        if (lock == NULL) {
            return NULL;
        }
        g_ptr_array_add(locks, lock);
    }
    return g_steal_pointer(&locks);
}

void workspace_journal(const struct workspace *workspace, const char *act, const char *text)
{
    const struct passwd *user = getpwuid(getuid());
    const char *sudo = g_getenv("SUDO_USER"); /* the person, where all use one account */
    const bool person = sudo != NULL && g_regex_match_simple("^[\\w.-]{1,32}\\z", sudo, 0, 0);
    g_autofree char *account =
        user != NULL ? g_strdup(user->pw_name) : g_strdup_printf("%u", getuid());
    g_autofree char *name = person && !g_str_equal(sudo, account)
                                ? g_strdup_printf("%s as %s", sudo, account)
                                : g_strdup(account);
    journal_add(workspace->db, name, act, text, workspace->run.now);
}

bool held_now(struct db *db)
{
    gint64 since = maintenance_since(db);
    if (since == 0) {
        return false;
    }
    bool news = maintenance_is_news(db);
    if (news || isatty(STDERR_FILENO) == 1) {
        g_autofree char *date = clock_for_people(since);
        log_line("held since %s: mail is kept, nothing is played or sent; "
                 "`postmove hold off` starts the server again",
                 date);
    }
    return true;
}

/* ---- subcommands as tables of parts ---- */

/* Opens the database, calls the part's `look` or `act`, and closes it. */
static bool work(struct act *act)
{
    const struct part *part = act->part;
    struct workspace *workspace = &act->workspace;
    const bool changes = part->act != NULL;
    g_autofree char *command =
        g_strconcat(act->subcommand, part->name != NULL ? " " : NULL, part->name, NULL);
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

/* What the options of a part are read into, for GLib. */
static void list_options(struct act *act, GOptionEntry entries[OPTIONS_MOST + 2])
{
    g_auto(GStrv) words = g_strsplit(act->part->options, " ", -1);
    *entries++ = (GOptionEntry){ .long_name = "help", .short_name = 'h', .arg_data = &act->help };
    for (int i = 0; words[i] != NULL; i++) {
        struct act_option *option = &act->options[i];
        const gsize length = strcspn(words[i], "=#");
        const char kind = words[i][length];
        option->name = g_strndup(words[i], length);
        option->number = G_MININT64;
        entries[i] = (GOptionEntry){
            .long_name = option->name,
            .short_name = kind == '=' ? words[i][length + 1] : '\0',
            .arg = kind == '='   ? G_OPTION_ARG_STRING
                   : kind == '#' ? G_OPTION_ARG_INT64
                                 : G_OPTION_ARG_NONE,
            .arg_data = kind == '='   ? (gpointer)&option->text
                        : kind == '#' ? (gpointer)&option->number
                                      : (gpointer)&option->on,
        };
    }
}

static const struct act_option *option_of(const struct act *act, const char *name)
{
    const struct act_option *option = act->options;
    for (; g_strcmp0(option->name, name) != 0; option++) {
        g_assert(option->name != NULL); /* the part's row names it */
    }
    return option;
}

bool act_has(const struct act *act, const char *option)
{
    return option_of(act, option)->on;
}

const char *act_text(const struct act *act, const char *option)
{
    return option_of(act, option)->text;
}

bool act_number(struct act *act, const char *option, gint64 least, gint64 most, gint64 *number)
{
    const gint64 given = option_of(act, option)->number;
    *number = given != G_MININT64 ? given : *number;
    return given == G_MININT64 || (given >= least && given <= most) ||
           act_misused(act,
                       "--%s is a number from %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT
                       ", not %" G_GINT64_FORMAT,
                       option, least, most, given);
}

static void act_clear(struct act *act)
{
    for (struct act_option *option = act->options; option->name != NULL; option++) {
        g_free(option->name);
        g_free(option->text);
    }
    if (act->password != NULL) {
        explicit_bzero(act->password, strlen(act->password));
        g_free(act->password);
    }
    g_clear_pointer(&act->match, match_free);
    g_clear_error(&act->error);
}

typedef struct act Act;
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Act, act_clear)

/* Takes options out of the command line. False with the error, or if --help was asked for. */
static bool take_options(struct act *act, const GOptionEntry *entries, int *argc, char ***argv)
{
    g_autoptr(GOptionContext) context = g_option_context_new(NULL);
    g_option_context_set_help_enabled(context, FALSE);
    g_option_context_add_main_entries(context, entries, NULL);
    g_autoptr(GError) error = NULL;
    if (!cli_switches_are_bare(entries, *argv, &error) ||
        !g_option_context_parse(context, argc, argv, &error)) {
        return act_misused(act, "%s", error->message);
    }
    if (act->help) {
        act->code = cli_page(act->subcommand);
        return false;
    }
    /* GLib leaves it if a word behind it begins with a dash. */
    int end = 1;
    while (end < *argc && strcmp((*argv)[end], "--") != 0) {
        end++;
    }
    if (end < *argc) {
        memmove(*argv + end, *argv + end + 1, sizeof(char *) * (size_t)(*argc - end));
        (*argc)--;
    }
    return true;
}

/* For a word that names no part. */
static const struct part unknown = { .least = 1, .most = -1, .options = "" };

/* The part that a word names (NULL: no word). */
static const struct part *find(const struct part *parts, const char *word)
{
    for (; parts->options != NULL; parts++) {
        if (parts->name == NULL || g_strcmp0(parts->name, word) == 0) {
            return parts;
        }
    }
    return &unknown;
}

/* Reads what is behind argv[0]. False with the error, or if there is no more to do. */
static bool read_line(struct act *act, int argc, char **argv)
{
    const struct part *part = act->part;
    const bool game = part->position != POSITION_NONE;
    GOptionEntry entries[OPTIONS_MOST + 2] = { 0 };
    struct position_game named = { 0 };
    list_options(act, entries);
    if ((game && !position_take_game(&named, entries, &argc, argv, &act->error)) ||
        ((!part->raw || g_strv_contains((const char *const *)argv, "--help")) &&
         !take_options(act, entries, &argc, &argv))) {
        return false;
    }
    argv[argc] = NULL;
    act->words = argv + 1;
    if (argc - 1 < part->least) {
        return act_misused(act, "an argument is missing");
    }
    if (part->most >= 0 && argc - 1 > part->most) {
        return act_misused(act, "%s: too many arguments", act->words[part->most]);
    }
    if (part == &unknown) {
        return act_misused(act, "%s: not understood", argv[1]);
    }
    act->number = part->numbered ? part_number(act->words[0]) : 0;
    if (part->numbered && act->number == 0) {
        return act_misused(act, "%s: not the number of a %s", act->words[0], act->subcommand);
    }
    act->match = game ? position_match(&named, option_of(act, "from")->text,
                                       option_of(act, "after")->text, part->position, &act->error)
                      : NULL;
    return !game || act->match != NULL;
}

/* Reads what the part needs of the server. */
static bool read_server(struct act *act, struct server *server)
{
    const struct part *part = act->part;
    if (!part->bare && part->position == POSITION_NONE) {
        server->config = cli_config(server->path, &act->error);
    }
    if (act->error == NULL && !part->wordless) {
        server->words = (part->late ? cli_words_later : cli_words)(server->config, &act->error);
    }
    return act->error == NULL;
}

int parts_run(const struct part *parts, const char *config, int argc, char **argv)
{
    g_auto(Server) server = { .path = config };
    g_auto(Act) act = {
        .subcommand = argv[0],
        .part = find(parts, argv[1]),
        .server = &server,
        .code = POSTMOVE_ERROR_NO,
    };
    const struct part *part = act.part;
    const int own = part->name != NULL; /* the part's own word */
    const bool done = read_line(&act, argc - own, argv + own) && read_server(&act, &server) &&
                      (part->may == NULL || part->may(&act)) &&
                      (part->run != NULL ? part->run(&act) : work(&act)) &&
                      (part->then == NULL || part->then(&act));
    return done ? 0 : act.error != NULL ? cli_fail(act.error) : act.code;
}

bool act_board_form(struct act *act, enum diagram_form *form)
{
    const char *name = act_text(act, "board");
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
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *what = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    return cli_refuse(&act->error, POSTMOVE_ERROR_USAGE, "%s: %s; see `postmove %s --help`",
                      act->subcommand, what, act->subcommand);
}

bool act_refuse(struct act *act, const char *key, struct values *values)
{
    g_autofree char *words = operator_words(act->run, say_operator(act->run, key, values));
    return cli_refuse(&act->error, POSTMOVE_ERROR_NO, "%s", words);
}

gint64 part_number(const char *word)
{
    guint64 number;
    return g_ascii_string_to_unsigned(word, 10, 1, G_MAXINT64, &number, NULL) ? (gint64)number : 0;
}
