/* doctor: does the Exim on this machine bring the server its mail, and can letters leave by it? It
 * is asked with its own options: -bt (where does mail for an address go?), -bh (an SMTP session as
 * if from elsewhere, which takes no mail) and -bP (its settings). */
#include <string.h>
#include <unistd.h>

#include "cli/checkup_way.h"
#include "transport/dns.h"
#include "transport/reach.h"

enum { HOSTS_MAX = 2 }; /* machines that letters go to: so many are tried */

#define ELSEWHERE "192.0.2.1" /* an address that no machine has (RFC 5737) */

/* What -bt says if DNS does not answer, or a transport is missing. */
static const char unresolved[] = "cannot be resolved at this time";

struct view {
    struct checkup *checkup;
    const struct config *config;
    char *program;   /* of Exim */
    char *address;   /* of the server, with an extension as replies have it */
    char *transport; /* that mail for this address is handed to; NULL: to none */
};

static void tell(const struct view *view, const char *key, const char *detail, const char *reason)
{
    checkup_tell(view->checkup, key, .path = view->config->host, .detail = detail,
                 .reason = reason);
}

/* What Exim prints; `input` (may be NULL) is what it reads. Free with g_free. */
static char *ask(const struct view *view, const char *input, const char *option,
                 const char *argument, const char *name)
{
    const char *const argv[] = { view->program, option, argument, name, NULL };
    return way_ask(argv, input);
}

/* The rest of the first line that has these words, behind them; NULL: no line has. Free with
 * g_free. */
static char *rest_of_line(const char *text, const char *words)
{
    const char *found = strstr(text, words);
    found = found != NULL ? found + strlen(words) : NULL;
    return found != NULL ? g_strstrip(g_strndup(found, strcspn(found, "\n"))) : NULL;
}

/* A line "NAME = VALUE" among what -bP prints; "" if it has none. Free with g_free. */
static char *value_in(const char *printed, const char *name)
{
    g_autofree char *text = g_strconcat("\n", printed, NULL);
    g_autofree char *key = g_strconcat("\n", name, " = ", NULL);
    char *value = rest_of_line(text, key);
    return value != NULL ? value : g_strdup("");
}

/* ---- in: which program gets the mail ---- */

static void look_at_transport(const struct view *view, char *const *words, const char *program,
                              const char *user)
{
    const struct config *config = view->config;
    const char *spool = way_spool(words, NULL);
    g_autofree char *path = g_canonicalize_filename(spool, "/");
    if (access(program, X_OK) != 0) {
        tell(view, "!exim-program", view->transport, program);
    }
    if (*spool != '\0' && strcmp(path, config->spool) != 0) {
        tell(view, "!exim-spool", spool, config->spool);
    }
    if (*user != '\0' && strchr(user, '$') == NULL) {
        way_look_at_user(view->checkup, "!exim-as", view->transport, user);
    }
}

/* Does mail for the server's address go to postmove-receive? */
static bool goes_to_us(const struct view *view)
{
    if (view->transport == NULL) {
        return false;
    }
    g_autofree char *printed = ask(view, NULL, "-bP", "transport", view->transport);
    g_autofree char *command = value_in(printed, "command");
    g_autofree char *user = value_in(printed, "user");
    g_auto(GStrv) words = g_strsplit(command, " ", -1);
    const char *program = NULL;
    const bool ours = way_spool(words, &program) != NULL;
    if (ours) {
        look_at_transport(view, words, program, user);
    }
    return ours;
}

/* ---- in: whether the mail is taken ---- */

/* What -bh logs of a refusal, which says more than the reply: the words behind the recipient. */
static char *logged(const struct view *view, const char *session)
{
    g_autofree char *words = g_strconcat("rejected RCPT <", view->address, ">: ", NULL);
    return rest_of_line(session, words);
}

/* How Exim answers, as if another machine had mail for the server: the code of the reply that is
 * no success, or 0; *reason is why. */
static int refusal(const struct view *view, char **reason)
{
    g_autofree char *dialogue = g_strconcat("HELO elsewhere.invalid\r\nMAIL FROM:<>\r\nRCPT TO:<",
                                            view->address, ">\r\nQUIT\r\n", NULL);
    g_autofree char *session = ask(view, dialogue, "-bh", ELSEWHERE, NULL);
    g_autoptr(GMatchInfo) match = NULL;
    g_autoptr(GRegex) pattern =
        g_regex_new("^([45])[0-9]{2}[ -][^\\r\\n]*", G_REGEX_MULTILINE, 0, NULL);
    if (!g_regex_match(pattern, session, 0, &match)) {
        return 0;
    }
    g_autofree char *reply = g_match_info_fetch(match, 0), *digit = g_match_info_fetch(match, 1);
    g_autofree char *why = logged(view, session);
    const bool told = why == NULL || strstr(reply, why) != NULL;
    *reason = told ? g_steal_pointer(&reply) : g_strdup_printf("%s (%s)", reply, why);
    return *digit - '0';
}

/* Exim must take the mail, and know where to put it. False if other mail servers bring it. */
static bool look_at_way_in(struct view *view)
{
    g_autofree char *route = ask(view, NULL, "-bt", view->address, NULL), *reason = NULL;
    view->transport = rest_of_line(route, "transport = ");
    const bool unknown = strstr(route, unresolved) != NULL;
    const int refused = refusal(view, &reason);
    if (unknown) {
        tell(view, "!exim-route", view->address, reason);
    } else if (!goes_to_us(view)) {
        tell(view, view->config->mailboxes->len > 0 ? "exim-unused" : "?exim-elsewhere", NULL,
             NULL);
        return false;
    } else if (refused != 0) {
        tell(view, refused == 5 ? "!exim-refused" : "?exim-later", view->address, reason);
    }
    return true;
}

/* ---- in: whether it listens ---- */

/* Splits a list of Exim: by colons, or by another sign after "<". Free with g_strfreev. */
static char **list_of(const char *text)
{
    const bool told = text[0] == '<' && text[1] != '\0';
    const char sign[] = { told ? text[1] : ':', '\0' };
    return g_strsplit(told ? text + 2 : text, sign, -1);
}

enum hears { NOTHING, ITSELF, EVERYBODY };

/* Does it listen at that address, and who can reach that? */
static enum hears hears_at(char *address, const char *port)
{
    g_strstrip(address);
    const bool any = *address == '\0' || strcmp(address, "0.0.0.0") == 0 ||
                     strcmp(address, "::0") == 0 || strcmp(address, "::") == 0;
    const bool itself = g_str_has_prefix(address, "127.") || strcmp(address, "::1") == 0;
    if (!reach_port(any ? "localhost" : address, port, WAY_LISTENS_MILLISECONDS, NULL)) {
        return NOTHING;
    }
    return itself ? ITSELF : EVERYBODY;
}

static void look_at_listeners(const struct view *view, const char *settings)
{
    g_autofree char *ports = value_in(settings, "daemon_smtp_port");
    g_autofree char *interfaces = value_in(settings, "local_interfaces");
    g_auto(GStrv) each_port = list_of(ports), each = list_of(interfaces);
    const char *port = each_port[0] != NULL ? g_strstrip(each_port[0]) : "smtp";
    enum hears hears = each[0] == NULL ? hears_at((char[]){ "" }, port) : NOTHING;
    for (char **address = each; *address != NULL && hears != EVERYBODY; address++) {
        hears = MAX(hears, hears_at(*address, port));
    }
    if (hears == NOTHING) {
        tell(view, "!exim-stopped", port, NULL);
    } else if (hears == ITSELF) {
        tell(view, "?exim-inward", interfaces, NULL);
    }
}

/* ---- the queue ---- */

/* A number with K, M or G behind it. */
static guint64 size_of(const char *text)
{
    char *end = NULL;
    const guint64 number = g_ascii_strtoull(text, &end, 10);
    static const char units[] = "KMG";
    const char *unit = *end != '\0' ? strchr(units, *end) : NULL;
    return number << (unit != NULL ? 10 * (unit - units + 1) : 0);
}

static void look_at_queue(const struct view *view, const char *settings)
{
    g_autofree char *folder = value_in(settings, "spool_directory");
    g_autofree char *space = value_in(settings, "check_spool_space");
    g_autofree char *inodes = value_in(settings, "check_spool_inodes");
    g_autofree char *input = g_build_filename(folder, "input", NULL);
    const struct way_room room = { .least = size_of(space), .inodes = size_of(inodes) };
    if (way_look_at_room(view->checkup, "!exim-full", folder, &room)) {
        way_look_at_room(view->checkup, "!exim-full", input, &room);
    }
}

/* ---- out ---- */

/* The address in a line "  host NAME [ADDRESS] ..." of -bt, and its port; NULL: it is no such line.
 * Free both with g_free. */
static char *host_in(const char *line, char **port)
{
    static const char field[] = "  host ";
    const char *begin = g_str_has_prefix(line, field) ? strchr(line, '[') : NULL;
    if (begin == NULL) {
        return NULL;
    }
    char *told = rest_of_line(line, "port=");
    *port = told != NULL ? g_strdelimit(told, " ", '\0') : g_strdup("25");
    return g_strndup(begin + 1, strcspn(begin + 1, "]"));
}

/* Returns the last line that has text in it, or "" if no line has. */
static const char *last_of(char *const *lines)
{
    const char *last = "";
    for (; *lines != NULL; lines++) {
        last = **lines != '\0' ? *lines : last;
    }
    return last;
}

/* Letters go where those for the operator would go. */
static void look_at_way_out(const struct view *view)
{
    const char *person = view->config->operator;
    g_autofree char *route = ask(view, NULL, "-bt", person, NULL);
    g_auto(GStrv) lines = g_strsplit(route, "\n", -1);
    int tried = 0;
    bool reached = false;
    g_autofree char *first = NULL, *first_port = NULL;
    for (char **line = lines; *line != NULL && !reached && tried < HOSTS_MAX; line++) {
        g_autofree char *port = NULL, *host = host_in(*line, &port);
        if (host == NULL) {
            continue;
        }
        reached = reach_port(host, port, WAY_LISTENS_MILLISECONDS, NULL);
        if (tried++ == 0) {
            first = g_steal_pointer(&host);
            first_port = g_steal_pointer(&port);
        }
    }
    if (first != NULL && !reached) {
        way_reach(view->checkup, "!exim-blocked", first, first_port);
    } else if (strstr(route, "transport = ") == NULL &&
               (strstr(route, unresolved) == NULL || !dns_is_reserved(strchr(person, '@') + 1))) {
        tell(view, "!exim-out", person, last_of(lines));
    }
}

/* ---- all of it ---- */

static void look(struct view *view)
{
    g_autofree char *settings = ask(view, NULL, "-bP", NULL, NULL);
    g_autofree char *folder = value_in(settings, "spool_directory");
    const char *const *hook = (const char *const *)view->config->hook_argv;
    if (*folder == '\0') {
        tell(view, "!exim-silent", NULL, g_strstrip(settings));
        return;
    }
    if (look_at_way_in(view)) {
        look_at_listeners(view, settings);
        look_at_queue(view, settings);
        if (hook != NULL && g_str_has_suffix(hook[0], "sendmail")) {
            look_at_way_out(view);
        }
    }
}

void checkup_exim(struct checkup *checkup)
{
    const struct config *config = checkup->server.config;
    struct view view = { .checkup = checkup, .config = config };
    view.program = way_program("exim4");
    view.program = view.program != NULL ? view.program : way_program("exim");
    if (view.program == NULL) {
        checkup_tell(checkup, "exim-absent", 0);
        return;
    }
    view.address = g_strdup_printf("%s%cdoctor@%s", config->local, config->delimiter, config->host);
    look(&view);
    g_free(view.program);
    g_free(view.address);
    g_free(view.transport);
}
