/* setup: what it has to know, and what can be answered. */
#include <limits.h>
#include <pwd.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "cli/setup.h"

/* ---- guesses ---- */

/* The owner of the database, or postmove; who is not root can only be themselves. */
static char *guess_run_as(const struct setup_plan *setup)
{
    struct stat status;
    g_autofree char *said = g_key_file_get_value(setup->keys, "server", "database", NULL);
    g_autofree char *folder = g_path_get_dirname(setup->path);
    g_autofree char *database = said != NULL ? g_canonicalize_filename(said, folder) : NULL;
    const struct passwd *entry = NULL;
    if (geteuid() != 0) {
        entry = getpwuid(geteuid());
    } else if (database != NULL && stat(database, &status) == 0) {
        entry = getpwuid(status.st_uid);
    } else {
        return g_strdup("postmove");
    }
    return entry != NULL ? g_strdup(entry->pw_name) : NULL;
}

static char *guess_folder(const struct setup_plan *setup)
{
    const struct passwd *entry = getpwuid(setup->user);
    return geteuid() == 0 && setup->user != 0 && entry != NULL ? g_strdup(entry->pw_dir)
                                                               : g_path_get_dirname(setup->path);
}

static char *guess_secret(const struct setup_plan *setup)
{
    g_autofree char *folder = g_path_get_dirname(setup->path);
    return g_strconcat("file:", folder, "/secret", NULL);
}

/* This machine's mail server, if mail comes by it. */
static char *guess_way_out(const struct setup_plan *setup)
{
    return g_strdup(setup->server != NULL ? "sendmail" : NULL);
}

/* A provider has one log-in for both ways. */
static char *guess_send_user(const struct setup_plan *setup)
{
    return g_strdup(setup->answers[SETUP_USER]);
}

static char *guess_send_secret(const struct setup_plan *setup)
{
    const char *same = setup->answers[SETUP_SECRET];
    return same != NULL ? g_strdup(same) : guess_secret(setup);
}

/* ---- which questions are asked ---- */

static bool has_no_database(const struct setup_plan *setup)
{
    return setup->old == NULL;
}

static bool fetches_with_secret(const struct setup_plan *setup)
{
    return setup_fetches_elsewhere(setup) && g_strcmp0(setup->answers[SETUP_USER], "") > 0;
}

static bool sends_elsewhere(const struct setup_plan *setup)
{
    return setup_is_service(setup->answers[SETUP_WAY_OUT]);
}

static bool sends_with_secret(const struct setup_plan *setup)
{
    return sends_elsewhere(setup) && g_strcmp0(setup->answers[SETUP_SEND_USER], "") > 0;
}

static const struct {
    const char *option;
    const char *group, *key; /* where the configuration says it; "mailbox": in the first of them */
    bool (*needed)(const struct setup_plan *setup); /* NULL: always */
    char *(*guess)(const struct setup_plan *setup); /* NULL: there is no usual answer */
} questions[SETUP_QUESTIONS] = {
    [SETUP_WAY_IN] = { "way-in", "mailbox", "source", NULL, NULL },
    [SETUP_ADDRESS] = { "address", "server", "address", NULL, NULL },
    [SETUP_OPERATOR] = { "operator", "server", "operator", NULL, NULL },
    [SETUP_RUN_AS] = { "run-as", NULL, NULL, NULL, guess_run_as },
    [SETUP_FOLDER] = { "folder", NULL, NULL, has_no_database, guess_folder },
    [SETUP_USER] = { "user", "mailbox", "user", setup_fetches_elsewhere, NULL },
    [SETUP_SECRET] = { "secret", "mailbox", "secret", fetches_with_secret, guess_secret },
    [SETUP_WAY_OUT] = { "way-out", "send", "hook", NULL, guess_way_out },
    [SETUP_SEND_USER] = { "send-user", "send", "user", sends_elsewhere, guess_send_user },
    [SETUP_SEND_SECRET] = { "send-secret", "send", "secret", sends_with_secret, guess_send_secret },
};

const char *setup_option(enum setup_question question)
{
    return questions[question].option;
}

/* What the configuration says of it, or NULL; a placeholder says nothing. Free with g_free. */
static char *said_before(const struct setup_plan *setup, enum setup_question question)
{
    const char *group = questions[question].group;
    if (group == NULL) {
        return NULL;
    }
    g_autofree char *mailbox = setup_mailbox_group(setup);
    group = strcmp(group, "mailbox") == 0 ? mailbox : group;
    g_autofree char *said = g_key_file_get_value(setup->keys, group, questions[question].key, NULL);
    return said != NULL && *g_strstrip(said) != '\0' && !g_str_has_suffix(said, ".invalid")
               ? g_steal_pointer(&said)
               : NULL;
}

/* ---- checks ---- */

static bool check_run_as(struct setup_plan *setup, GError **error)
{
    const char *name = setup->answers[SETUP_RUN_AS];
    if (*name == '\0') {
        return cli_refuse(error, POSTMOVE_ERROR_USAGE,
                          "the name of the user is empty; write one, such as postmove");
    }
    const struct passwd *entry = getpwnam(name);
    if (entry == NULL) {
        return cli_refuse(error, POSTMOVE_ERROR_USAGE,
                          "this machine has no user %s; make one (useradd --system --create-home "
                          "--home-dir /var/lib/%s %s), or name another with --run-as",
                          name, name, name);
    }
    if (geteuid() != 0 && entry->pw_uid != geteuid()) {
        return cli_refuse(error, POSTMOVE_ERROR_USAGE,
                          "only root can set up a server that runs as %s", name);
    }
    setup->user = entry->pw_uid;
    setup->group = entry->pw_gid;
    return true;
}

static bool check_way_in(struct setup_plan *setup, GError **error)
{
    const char *answer = setup->answers[SETUP_WAY_IN];
    setup->server = setup_server_find(answer);
    if (setup->server == NULL && strchr(answer, ':') == NULL) {
        return cli_refuse(
            error, POSTMOVE_ERROR_USAGE,
            "\"%s\" is no way in; write postfix, exim or opensmtpd, for the mail server of "
            "this machine, or where the mailbox is: imaps://HOST, pop3s://HOST or "
            "maildir:PATH",
            answer);
    }
    return true;
}

static bool check_folder(const struct setup_plan *setup, GError **error)
{
    const char *folder = setup->answers[SETUP_FOLDER];
    if (g_path_is_absolute(folder)) {
        return true;
    }
    return cli_refuse(error, POSTMOVE_ERROR_USAGE, "%s: write the whole path, from / on",
                      *folder == '\0' ? "the path is empty" : folder);
}

/* The file of a password must be there. */
static bool check_secret(const struct setup_plan *setup, enum setup_question question,
                         GError **error)
{
    static const char file[] = "file:";
    const char *secret = setup->answers[question];
    if (secret == NULL || !g_str_has_prefix(secret, file)) {
        return true;
    }
    g_autofree char *folder = g_path_get_dirname(setup->path);
    g_autofree char *path = g_canonicalize_filename(secret + strlen(file), folder);
    if (g_file_test(path, G_FILE_TEST_EXISTS)) {
        return true;
    }
    return cli_refuse(
        error, POSTMOVE_ERROR_USAGE,
        "there is no file %s; write the password into it, as a file that only %s may read, "
        "or name another with --%s",
        path, setup->answers[SETUP_RUN_AS], setup_option(question));
}

/* What the parser of the configuration says of the answer to a question, without the place in a
 * text that nobody sees. */
static bool check_configuration(const struct setup_plan *setup, GError **error)
{
    g_autoptr(GError) fault = NULL;
    g_autofree char *text = setup_configuration(setup, error);
    g_autoptr(Config) config =
        text != NULL ? config_parse(setup->path, text, strlen(text), &fault) : NULL;
    if (fault != NULL) {
        const char *said = fault->message, *option = "configuration";
        said += g_str_has_prefix(said, setup->path) ? strlen(setup->path) : 0;
        said += strspn(said, ":0123456789 ");
        for (size_t i = 0; i < SETUP_QUESTIONS; i++) {
            const char *key = questions[i].key;
            const bool names = key != NULL && g_str_has_prefix(said, key) &&
                               said[strlen(key)] == ':' && setup->answers[i] != NULL;
            option = names ? questions[i].option : option;
        }
        g_set_error(error, POSTMOVE_ERROR, fault->code, "setup: --%s: %s", option, said);
    }
    return config != NULL;
}

/* An answer is one line, of a length that a configuration has room for. */
static bool check_line(const char *answer, GError **error)
{
    if (strlen(answer) >= PATH_MAX) {
        return cli_refuse(error, POSTMOVE_ERROR_USAGE,
                          "it is longer than %d bytes; write something shorter", PATH_MAX - 1);
    }
    for (const char *c = answer; *c != '\0'; c++) {
        if (g_ascii_iscntrl(*c)) {
            return cli_refuse(error, POSTMOVE_ERROR_USAGE,
                              "it has a line feed or another control character; write one line");
        }
    }
    return true;
}

/* Checks what can be wrong with the answer to a question by itself. */
static bool check(struct setup_plan *setup, enum setup_question question, GError **error)
{
    if (check_line(setup->answers[question], error) &&
        (question != SETUP_RUN_AS || check_run_as(setup, error)) &&
        (question != SETUP_WAY_IN || check_way_in(setup, error)) &&
        (question != SETUP_FOLDER || check_folder(setup, error))) {
        return true;
    }
    g_prefix_error(error, "setup: --%s: ", questions[question].option);
    return false;
}

/* ---- all of them ---- */

/* The answer, checked or not: what was said before counts more than a guess. NULL: there is none.
 * Free with g_free. */
static char *find_answer(const struct setup_plan *setup, enum setup_question question)
{
    const char *given = setup->given[question];
    char *answer = given != NULL ? g_strdup(given) : said_before(setup, question);
    return answer != NULL || questions[question].guess == NULL ? answer
                                                               : questions[question].guess(setup);
}

bool setup_answer_all(struct setup_plan *setup, GError **error)
{
    g_autoptr(GString) missing = g_string_new(NULL);
    for (enum setup_question i = 0; i < SETUP_QUESTIONS; i++) {
        const bool needed = questions[i].needed == NULL || questions[i].needed(setup);
        if (!needed && setup->given[i] != NULL && missing->len == 0) {
            return cli_refuse(error, POSTMOVE_ERROR_USAGE,
                              "setup: --%s does not go with the other answers",
                              questions[i].option);
        }
        setup->answers[i] = needed ? find_answer(setup, i) : NULL;
        const bool first = missing->len == 0 || i == SETUP_WAY_IN;
        if (setup->answers[i] != NULL && first && !check(setup, i, error)) {
            return false;
        }
        /* The way in may give what others leave out. */
        const bool known = setup->answers[SETUP_WAY_IN] != NULL || questions[i].guess == NULL;
        if (needed && known && setup->answers[i] == NULL) {
            g_string_append_printf(missing, " --%s", questions[i].option);
        }
    }
    if (missing->len > 0) {
        return cli_refuse(error, POSTMOVE_ERROR_USAGE,
                          "setup: these options are missing:%s; `postmove setup --help` tells what "
                          "they are",
                          missing->str);
    }
    if (!check_configuration(setup, error)) {
        return false;
    }
    const bool possible = setup_is_possible(setup, error) &&
                          check_secret(setup, SETUP_SECRET, error) &&
                          check_secret(setup, SETUP_SEND_SECRET, error);
    if (!possible) {
        g_prefix_error(error, "setup: ");
    }
    return possible;
}
