/* doctor: does the OpenSMTPD on this machine bring the server its mail, and can letters leave by
 * it? It tells its queue to root alone, so this reads smtpd.conf, and tries what is said there. */
#include <string.h>
#include <unistd.h>

#include "cli/checkup_way.h"
#include "transport/reach.h"

enum { SPACE_PERCENT = 5 }; /* OpenSMTPD takes no mail if less of the queue's disk is free */

static const char queue[] = "/var/spool/smtpd";

struct view {
    struct checkup *checkup;
    const struct config *config;
    const char *path; /* of smtpd.conf */
    char **rules;     /* its lines, whole, without comments and with single blanks */
};

static void tell(const struct view *view, const char *key, const char *detail, const char *reason)
{
    checkup_tell(view->checkup, key, .path = view->path, .detail = detail, .reason = reason);
}

/* ---- its rules ---- */

/* The lines of smtpd.conf, joined where they end in a backslash. Free with g_strfreev. */
static char **rules_of(const char *text)
{
    g_autoptr(GRegex) joints = g_regex_new("\\\\\n", 0, 0, NULL);
    g_autoptr(GRegex) comments = g_regex_new("(?m)^[ \t]*#.*$", 0, 0, NULL);
    g_autoptr(GRegex) blanks = g_regex_new("[ \t]+", 0, 0, NULL);
    g_autofree char *bare = g_regex_replace_literal(comments, text, -1, 0, "", 0, NULL);
    g_autofree char *joined = g_regex_replace_literal(joints, bare, -1, 0, " ", 0, NULL);
    g_autofree char *tidy = g_regex_replace_literal(blanks, joined, -1, 0, " ", 0, NULL);
    return g_strsplit(tidy, "\n", -1);
}

/* The first rule that matches the pattern, and what its first group is (may be NULL; free with
 * g_free). NULL: none does. */
static const char *find(const struct view *view, const char *pattern, char **group)
{
    g_autoptr(GRegex) regex = g_regex_new(pattern, G_REGEX_CASELESS, 0, NULL);
    for (char **rule = view->rules; *rule != NULL; rule++) {
        g_autoptr(GMatchInfo) match = NULL;
        if (g_regex_match(regex, *rule, 0, &match)) {
            if (group != NULL) {
                *group = g_match_info_fetch(match, 1);
            }
            return *rule;
        }
    }
    return NULL;
}

/* Returns the line that defines the action of that name, or NULL if no line does. */
static const char *action(const struct view *view, const char *name)
{
    g_autofree char *escaped = g_regex_escape_string(name, -1);
    g_autofree char *pattern = g_strdup_printf("^action \"?%s\"? ", escaped);
    return find(view, pattern, NULL);
}

/* ---- in ---- */

static void look_at_command(const struct view *view, const char *rule)
{
    const struct config *config = view->config;
    g_auto(GStrv) words = g_strsplit_set(rule, " \"", -1);
    const char *program = NULL, *spool = way_spool(words, &program);
    g_autofree char *path = g_canonicalize_filename(spool, "/");
    if (access(program, X_OK) != 0) {
        tell(view, "!opensmtpd-program", program, NULL);
    }
    if (*spool != '\0' && strcmp(path, config->spool) != 0) {
        tell(view, "!opensmtpd-spool", spool, config->spool);
    }
    g_autofree char *escaped = g_regex_escape_string(config->address, -1);
    g_autofree char *pattern = g_strdup_printf("\"%s\" ?= ?\"?([a-z0-9._-]+)", escaped);
    g_autofree char *user = NULL;
    if (strstr(rule, " virtual {") == NULL) {
        return; /* a table elsewhere tells the user */
    }
    if (find(view, pattern, &user) == NULL) {
        tell(view, "!opensmtpd-address", config->address, NULL);
    } else {
        way_look_at_user(view->checkup, "!opensmtpd-as", view->path, user);
    }
}

/* Mail from elsewhere for the server's domain must go to postmove-receive. False if other mail
 * servers bring it. */
static bool look_at_way_in(const struct view *view)
{
    const char *command = find(view, "^action .* mda .*postmove-receive", NULL);
    if (command == NULL) {
        tell(view, view->config->mailboxes->len > 0 ? "opensmtpd-unused" : "?opensmtpd-elsewhere",
             view->config->host, NULL);
        return false;
    }
    g_autofree char *host = g_regex_escape_string(view->config->host, -1), *name = NULL;
    g_autofree char *pattern =
        g_strdup_printf("^match .*from any .*for domain .*%s.* action \"?([^\" ]+)", host);
    const char *match = find(view, pattern, &name);
    if (match == NULL || action(view, name) != command) {
        tell(view, "!opensmtpd-match", view->config->host, NULL);
    }
    look_at_command(view, command);
    return true;
}

/* Does it listen, and can other machines reach it there? */
static void look_at_listeners(const struct view *view)
{
    static const char elsewhere[] =
        "^listen on (?!socket|localhost|lo[0-9]*( |$)|127\\.|::1|\"?localhost)";
    if (!reach_port("localhost", "smtp", WAY_LISTENS_MILLISECONDS, NULL) &&
        !reach_port(view->config->host, "smtp", WAY_LISTENS_MILLISECONDS, NULL)) {
        tell(view, "!opensmtpd-stopped", "25", NULL);
    } else if (find(view, elsewhere, NULL) == NULL) {
        tell(view, "?opensmtpd-inward", NULL, NULL);
    }
}

/* ---- out ---- */

/* Letters leave by the action for local mail to any domain. */
static void look_at_way_out(const struct view *view)
{
    g_autofree char *name = NULL, *host = NULL;
    find(view, "^match (?:from (?:local|socket|src [^ ]+) )?for any action \"?([^\" ]+)", &name);
    const char *rule = name != NULL ? action(view, name) : NULL;
    if (rule == NULL || strstr(rule, " relay") == NULL) {
        tell(view, "!opensmtpd-out", NULL, NULL);
        return;
    }
    g_autoptr(GRegex) relay =
        g_regex_new(" host \"?(?:[a-z+]+://)?(?:[^@ ]+@)?([^ \":/]+)(?::([0-9]+))?", 0, 0, NULL);
    g_autoptr(GMatchInfo) match = NULL;
    if (g_regex_match(relay, rule, 0, &match)) {
        g_autofree char *port = g_match_info_fetch(match, 2);
        host = g_match_info_fetch(match, 1);
        way_reach(view->checkup, "!opensmtpd-blocked", host,
                  port != NULL && *port != '\0' ? port : "25");
    } else {
        way_reach_domain(view->checkup, "!opensmtpd-blocked",
                         strchr(view->config->operator, '@') + 1, "25");
    }
}

/* ---- all of it ---- */

/* False, and told, if smtpd does not understand the file. */
static bool look_at_file(const struct view *view)
{
    g_autofree char *program = way_program("smtpd");
    const char *const command[] = { program, "-n", "-f", view->path, NULL };
    g_autofree char *said = program != NULL ? way_ask(command, NULL) : g_strdup("");
    /* That this user cannot read the keys for TLS is no fault, and names no line. */
    g_autofree char *line = g_strconcat(view->path, ":", NULL);
    const char *amiss = strstr(said, line);
    if (amiss != NULL) {
        g_autofree char *first = g_strndup(amiss, strcspn(amiss, "\n"));
        tell(view, "!opensmtpd-silent", first, NULL);
    }
    return amiss == NULL;
}

static void look(const struct view *view)
{
    const char *const *hook = (const char *const *)view->config->hook_argv;
    const struct way_room room = { .percent = SPACE_PERCENT };
    if (!look_at_file(view) || !look_at_way_in(view)) {
        return;
    }
    look_at_listeners(view);
    way_look_at_room(view->checkup, "!opensmtpd-full", queue, &room);
    if (hook != NULL && g_str_has_suffix(hook[0], "sendmail")) {
        look_at_way_out(view);
    }
}

void checkup_opensmtpd(struct checkup *checkup)
{
    g_autofree char *program = way_program("smtpctl"), *text = NULL;
    g_autoptr(GError) error = NULL;
    struct view view = { .checkup = checkup, .config = checkup->server.config };
    view.path = "/etc/smtpd.conf";
    if (program == NULL) {
        tell(&view, "opensmtpd-absent", NULL, NULL);
    } else if (!g_file_get_contents(view.path, &text, NULL, &error)) {
        tell(&view, "?opensmtpd-unknown", NULL, error->message);
    } else {
        view.rules = rules_of(text);
        look(&view);
        g_strfreev(view.rules);
    }
}
