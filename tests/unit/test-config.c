/* The configuration: what is read, what is refused, and at which line. */
#include "base/config.h"

#include <string.h>

#include "base/error.h"
#include "tests/unit/configs.h"
#include "tests/unit/folder.h"

#define ADDRESS                                                                                    \
    "[server]\n"                                                                                   \
    "address = Turns@Example.ORG\n"
#define SERVER                                                                                     \
    ADDRESS                                                                                        \
    "operator = ann@example.net\n"                                                                 \
    "database = postmove.db\n"                                                                     \
    "spool = /var/spool/postmove\n"

static void test_least(void)
{
    g_autoptr(Config) config = parse_good(SERVER);
    g_assert_cmpstr(config->path, ==, "/etc/postmove/p.conf");
    g_assert_cmpstr(config->address, ==, "Turns@example.org");
    g_assert_cmpstr(config->local, ==, "Turns");
    g_assert_cmpstr(config->host, ==, "example.org");
    g_assert_cmpstr(config->operator_address, ==, "ann@example.net");
    g_assert_cmpstr(config->database, ==, "/etc/postmove/postmove.db");
    g_assert_cmpstr(config->spool, ==, "/var/spool/postmove");
    g_assert_cmpint(config->delimiter, ==, '+');
    g_assert_null(config->authserv_id);
    g_assert_cmpint(config->outage, ==, 3 * 3600);
    g_assert_nonnull(config->templates);
    g_assert_null(config->hook_folder);
    g_assert_null(config->dkim_selector);
    g_assert_null(config->play_time);
    g_assert_null(config->standby);
    g_assert_null(config->standby_push);
    g_assert_cmpint(config->standby_keep, ==, 7 * 24 * 3600);
    const char *const hook[] = { "/usr/sbin/sendmail", "-i", "-f", "{sender}", "--",
                                 "{recipient}",        NULL };
    g_assert_cmpstrv(config->hook_argv, hook);
}

static void test_all(void)
{
    g_autoptr(Config) config =
        parse_good("# a comment\n\n" SERVER "templates = ../words  \ndelimiter=-\n"
                   "authserv-id = Mx.Example.org\noutage = 45m\n"
                   "standby = ../log\nstandby-push = carry '{log}/' x{log}\nstandby-keep = 36h\n"
                   "[send]\nhook = bin/out -x 'a b' \"c\\\\d\" -f{sender}\n"
                   "dkim-selector = 2024-a.Mail\n"
                   "[play]\n"
                   "time = 1w3d+12h^3w\nexcused = 7\n");
    g_assert_cmpstr(config->play_time, ==, "1w3d+12h^3w");
    g_assert_cmpint(config->excused, ==, 7);
    g_assert_cmpstr(config->dkim_selector, ==, "2024-a.Mail");
    g_assert_cmpstr(config->templates, ==, "/etc/words");
    g_assert_cmpint(config->delimiter, ==, '-');
    g_assert_cmpstr(config->authserv_id, ==, "Mx.Example.org");
    g_assert_cmpint(config->outage, ==, 45 * 60);
    g_assert_cmpstr(config->standby, ==, "/etc/log");
    const char *const push[] = { "carry", "{log}/", "x{log}", NULL };
    g_assert_cmpstrv(config->standby_push, push);
    g_assert_cmpint(config->standby_keep, ==, 36 * 3600);
    const char *const hook[] = { "/etc/postmove/bin/out", "-x", "a b", "c\\d", "-f{sender}", NULL };
    g_assert_cmpstrv(config->hook_argv, hook);
}

static void test_hooks(void)
{
    g_autoptr(Config) folder = parse_good(SERVER "[send]\nhook = folder:out\n");
    g_assert_cmpstr(folder->hook_folder, ==, "/etc/postmove/out");
    g_assert_null(folder->hook_argv);
    g_autoptr(Config) in_path = parse_good(SERVER "[send]\nhook = msmtp -t\n");
    g_assert_cmpstr(in_path->hook_argv[0], ==, "msmtp");
    g_autoptr(Config) empty = parse_good(SERVER "[send]\nhook =\n");
    g_assert_cmpstr(empty->hook_argv[0], ==, "/usr/sbin/sendmail");
    g_assert_false(empty->returns_to_address);
    g_autoptr(Config) plain = parse_good(SERVER "[send]\nreturns = address\n");
    g_assert_true(plain->returns_to_address);
}

/* ---- programs that play ---- */

static void test_house(void)
{
    g_autoptr(Config) usual = parse_good(SERVER);
    g_assert_cmpuint(usual->bots->len, ==, 1);
    g_assert_true(usual->bots->pdata[0] == usual->house);
    g_assert_cmpstr(usual->house->name, ==, "house");
    g_assert_cmpstr(usual->house->command[1], ==, "think");
    g_assert_null(usual->house->command[2]);
    g_assert_cmpint(usual->house->level, ==, 2);
    g_assert_cmpint(usual->house->boards, ==, 100);
    g_assert_cmpint(usual->house->seconds, ==, 5);
    g_autoptr(Config) set = parse_good(SERVER "[house]\nplay = on\nlevel = 5\nboards = 1000\n");
    g_assert_cmpint(set->house->level, ==, 5);
    g_assert_cmpint(set->house->boards, ==, 1000);
    g_autoptr(Config) off = parse_good(SERVER "[house]\nplay = off\nlevel = 5\n");
    g_assert_null(off->house);
    g_assert_cmpuint(off->bots->len, ==, 0);
}

static void test_bots(void)
{
    g_autoptr(Config) config =
        parse_good(SERVER "[bot Deep-1]\ncommand = bin/deep -x 'a b'\ngames = Halma, emergo\n"
                          "seconds = 300\nboards = 7\n[house]\nplay = off\n[bot b_2]\n"
                          "command = b2\n");
    g_assert_cmpuint(config->bots->len, ==, 2);
    const struct bot *deep = config->bots->pdata[0], *other = config->bots->pdata[1];
    const char *const command[] = { "/etc/postmove/bin/deep", "-x", "a b", NULL };
    const char *const games[] = { "halma", "emergo", NULL };
    g_assert_cmpstr(deep->name, ==, "Deep-1");
    g_assert_cmpstrv(deep->command, command);
    g_assert_cmpstrv(deep->games, games);
    g_assert_cmpint(deep->seconds, ==, 300);
    g_assert_cmpint(deep->boards, ==, 7);
    g_assert_cmpint(deep->level, ==, 0);
    g_assert_cmpstr(other->name, ==, "b_2");
    g_assert_cmpstr(other->command[0], ==, "b2");
    g_assert_null(other->games);
    g_assert_cmpint(other->seconds, ==, 5);
    g_assert_cmpint(other->boards, ==, 100);
}

/* ---- a hook that is a server ---- */

static void test_service_least(void)
{
    g_autoptr(Config) config = parse_good(SERVER "[send]\nhook = smtp://localhost\n");
    const struct service *service = config->hook_service;
    g_assert_null(config->hook_folder);
    g_assert_null(config->hook_argv);
    g_assert_cmpstr(service->scheme, ==, "smtp");
    g_assert_cmpstr(service->host, ==, "localhost");
    g_assert_cmpint(service->port, ==, 0);
    g_assert_null(service->user);
    g_assert_false(service->clear);
    g_assert_false(service->bearer);
    g_assert_cmpint(service->timeout, ==, SERVICE_TIMEOUT);
}

static void test_service_all(void)
{
    g_autoptr(Config) config =
        parse_good(SERVER "[send]\nhook = SMTPS://[2001:db8::1]:4650/\nuser = a b@example.org\n"
                          "secret = file:secret\nauth = bearer\ntls = always\nca = ca.pem\n"
                          "timeout = 600\n");
    const struct service *service = config->hook_service;
    g_assert_cmpstr(service->scheme, ==, "smtps");
    g_assert_cmpstr(service->host, ==, "[2001:db8::1]");
    g_assert_cmpint(service->port, ==, 4650);
    g_assert_cmpstr(service->user, ==, "a b@example.org");
    g_assert_cmpstr(service->secret_file, ==, "/etc/postmove/secret");
    g_assert_null(service->secret_command);
    g_assert_cmpstr(service->ca, ==, "/etc/postmove/ca.pem");
    g_assert_cmpint(service->timeout, ==, 600);
    g_assert_true(service->bearer);
}

static void test_service_command(void)
{
    g_autoptr(Config) config =
        parse_good(SERVER "[send]\nhook = smtp://127.0.0.2:25\ntls = never\nuser = ann\n"
                          "secret = command bin/token 'a b'\n");
    const char *const command[] = { "/etc/postmove/bin/token", "a b", NULL };
    g_assert_cmpstrv(config->hook_service->secret_command, command);
    g_assert_true(config->hook_service->clear);
}

#define SMTP SERVER "[send]\nhook = smtp://mx.example.org\n"

static const struct fault {
    const char *text, *place, *words;
} bot_faults[] = {
    { SERVER "[house]\nplay = yes\n", "p.conf:7: ", "\"yes\" is not possible; write on or off" },
    { SERVER "weekly = never\n",
      "p.conf:6: ", "weekly: \"never\" is not possible; write on or off" },
    { SERVER "[house]\nlevel = 0\n", "p.conf:7: ", "from 1 to 5" },
    { SERVER "[house]\nlevel = 6\n", "p.conf:7: ", "from 1 to 5" },
    { SERVER "[house]\nplay = off\nboards = 1001\n", "p.conf:8: ", "from 1 to 1000" },
    { SERVER "[house]\nname = x\n", "p.conf:7: ", "[house] has no key" },
    { SERVER "[bot a1]\n", "p.conf:6: ", "needs a value for command" },
    { SERVER "[bot a1]\ncommand = 'x\n", "p.conf:7: ", "a quote missing" },
    { SERVER "[bot a1]\ncommand = x\nlevel = 2\n", "p.conf:8: ", "has no key \"level\"" },
    { SERVER "[bot a1]\ncommand = x\nseconds = 301\n", "p.conf:8: ", "from 1 to 300" },
    { SERVER "[bot a1]\ncommand = x\nboards = 0\n", "p.conf:8: ", "from 1 to 1000" },
    { SERVER "[bot a1]\ncommand = x\ngames = ,\n", "p.conf:8: ", "leave the key out" },
    { SERVER "[bot a]\ncommand = x\n", "p.conf:6: ", "2 to 20 letters" },
    { SERVER "[bot 1a]\ncommand = x\n", "p.conf:6: ", "begins with a letter" },
    { SERVER "[bot a b]\ncommand = x\n", "p.conf:6: ", "2 to 20 letters" },
    { SERVER "[bot House]\ncommand = x\n", "p.conf:6: ", "the house player has this name" },
    { SERVER "[bot ab]\ncommand = x\n[bot AB]\ncommand = x\n",
      "p.conf:8: ", "another bot has this name" },
    { SERVER "[bot ab]\ncommand = x\n[bot ab]\ncommand = x\n", "p.conf:8: ", "a second time" },
    { SERVER "[bots]\ncommand = x\n", "p.conf:6: ", "no group [bots]" },
};

static const struct fault service_faults[] = {
    { SERVER "[send]\nhook = smtp:/x\n", "p.conf:7: ", "must begin with smtp:// or smtps://" },
    { SERVER "[send]\nhook = smtp://\n", "p.conf:7: ", "smtp://HOST:PORT" },
    { SERVER "[send]\nhook = smtp://:25\n", "p.conf:7: ", "smtp://HOST:PORT" },
    { SERVER "[send]\nhook = smtp://h:\n", "p.conf:7: ", "smtp://HOST:PORT" },
    { SERVER "[send]\nhook = smtp://h:0\n", "p.conf:7: ", "smtp://HOST:PORT" },
    { SERVER "[send]\nhook = smtp://h:65536\n", "p.conf:7: ", "smtp://HOST:PORT" },
    { SERVER "[send]\nhook = smtp://a b\n", "p.conf:7: ", "smtp://HOST:PORT" },
    { SERVER "[send]\nhook = smtp://::1\n", "p.conf:7: ", "smtp://HOST:PORT" },
    { SERVER "[send]\nhook = smtp://h?x\n", "p.conf:7: ", "smtp://HOST:PORT" },
    { SERVER "[send]\nhook = smtp://h/x\n", "p.conf:7: ", "nothing may follow the host" },
    { SERVER "[send]\nhook = smtp://ann:hush@h\n", "p.conf:7: ", "user = NAME and secret" },
    { SMTP "user = ann\n", "p.conf:8: ", "secret = file:PATH" },
    { SMTP "secret = file:x\n", "p.conf:8: ", "user = NAME" },
    { SMTP "user = ann\nsecret = hush\n", "p.conf:9: ", "the secret itself may not stand here" },
    { SMTP "user = ann\nsecret = file:\n", "p.conf:9: ", "may not stand here" },
    { SMTP "user = ann\nsecret = command 'hush\n", "p.conf:9: ", "a quote missing" },
    { SMTP "auth = oauth\n", "p.conf:8: ", "write password or bearer" },
    { SMTP "tls = maybe\n", "p.conf:8: ", "write always or never" },
    { SMTP "timeout = 0\n", "p.conf:8: ", "from 1 to 600" },
    { SMTP "timeout = 601\n", "p.conf:8: ", "from 1 to 600" },
    { SERVER "[send]\nhook = smtps://h\ntls = never\n", "p.conf:8: ", "nothing but TLS" },
};

/* Text, and how the message begins or what it must say. */
static const struct fault faults[] = {
    { "", "p.conf: ", "[server] needs a value for address" },
    { "[server]\naddress = t@example.org\n", "p.conf:1: ", "needs a value for operator" },
    { "[server]\naddress =\n", "p.conf:2: ", "needs a value for address" },
    { SERVER "# a comment\n operator  = bob@example.net\n",
      "p.conf:7: ", "operator is set here a second time in [server]; keep one of the two lines" },
    { SERVER "[play]\ntime = 10d\n[server]\nspool = x\n",
      "p.conf:9: ", "spool is set here a second time in [server]" },
    { SERVER "adress = x\n", "p.conf:6: ", "[server] has no key \"adress\"" },
    { SERVER "database[de] = x\n", "p.conf:6: ", "has no key" },
    { SERVER "\n[send]\nhok = x\n", "p.conf:8: ", "[send] has no key \"hok\"" },
    { SERVER "[play]\ntime = soon\n", "p.conf:7: ", "is not possible; write 10d" },
    { SERVER "[play]\ntime = 10d/turn\n", "p.conf:7: ", "is not possible; write 10d" },
    { SERVER "[play]\ntime = 10d;rm\n", "p.conf:7: ", "is not possible; write 10d" },
    { SERVER "[play]\ntime = 10d^20d\n", "p.conf:7: ", "is not possible; write 10d" },
    { SERVER "[play]\nexcused = 367\n", "p.conf:7: ", "366" },
    { SERVER "[play]\nexcused = off\n", "p.conf:7: ", "366" },
    { SERVER "[play]\nclock = 10d\n", "p.conf:7: ", "clock" },
    { SERVER "[send]\ndkim-selector = a b\n", "p.conf:7: ", "is not possible" },
    { SERVER "[send]\ndkim-selector = a..b\n", "p.conf:7: ", "is not possible" },
    { SERVER "[send]\ndkim-selector = a_b\n", "p.conf:7: ", "letters, digits and hyphens" },
    { SERVER
      "[send]\ndkim-selector = 1234567890123456789012345678901234567890.123456789-1234567890\n",
      "p.conf:7: ", "at most 60" },
    { SERVER "[mailboxes]\nsource = x\n", "p.conf:6: ", "no group [mailboxes]" },
    { SERVER "[send]\naddress = t@example.org\n", "p.conf:7: ", "[send] has no key" },
    { SERVER "gibberish\n", "p.conf:6: ", "neither a comment" },
    { SERVER " = x\n", "p.conf:6: ", "neither a comment" },
    { "# first\naddress = t@example.org\n", "p.conf:2: ", "neither a comment" },
    { "\n\n[server\n", "p.conf:3: ", "neither a comment" },
    { "[server]\n\n\naddress = turns\n", "p.conf:4: ", "\"turns\" is not an address" },
    { "[server]\naddress = a b@example.org\n", "p.conf:2: ", "is not an address" },
    { "[server]\naddress = a@b@example.org\n", "p.conf:2: ", "is not an address" },
    { "[server]\naddress = turns@bücher.example\n",
      "p.conf:2: ", "write turns@xn--bcher-kva.example" },
    { "[server]\naddress = -a@example.org\n", "p.conf:2: ", "is not an address" },
    { "[server]\naddress = a@example..org\n", "p.conf:2: ", "is not an address" },
    { "[server]\naddress = a@-x.org\n", "p.conf:2: ", "is not an address" },
    { "[server]\naddress = a@\n", "p.conf:2: ", "is not an address" },
    { "[server]\naddress = a<b>@example.org\n", "p.conf:2: ", "is not an address" },
    { "[server]\naddress = abcdefghijklmnopqrstuvwxyzabcdefghijkl@example.org\n",
      "p.conf:2: ", "at most 37" },
    { ADDRESS "operator = nobody\n", "p.conf:3: ", "\"nobody\" is not an address" },
    { ADDRESS "operator = TURNS@EXAMPLE.org\n", "p.conf:3: ", "the server's own address" },
    { ADDRESS "operator = Turns+me@example.org\n", "p.conf:3: ", "or an extension of it" },
    { ADDRESS "delimiter = -\noperator = turns-me@example.org\n",
      "p.conf:4: ", "or an extension of it" },
    { SERVER "delimiter = +-\n", "p.conf:6: ", "write + or -" },
    { SERVER "delimiter = .\n", "p.conf:6: ", "write + or -" },
    { SERVER "outage = 3\n", "p.conf:6: ", "with one unit, as in 3h" },
    { SERVER "outage = h\n", "p.conf:6: ", "as in 3h" },
    { SERVER "outage = 9m\n", "p.conf:6: ", "from 10m to 400d" },
    { SERVER "outage = 401d\n", "p.conf:6: ", "from 10m to 400d" },
    { SERVER "outage = 1d12h\n", "p.conf:6: ", "with one unit" },
    { SERVER "outage = 99999999999999999999d\n", "p.conf:6: ", "as in 3h" },
    { SERVER "standby-push = carry {log}\n", "p.conf:6: ", "set `standby` too" },
    { SERVER "standby = x\nstandby-push = carry {lag}\n",
      "p.conf:7: ", "only {log} may stand in braces" },
    { SERVER "standby = x\nstandby-push = 'carry\n", "p.conf:7: ", "standby-push: no words" },
    { SERVER "standby = /var/spool/postmove/new\n", "p.conf:6: ", "is in the spool; the log" },
    { SERVER "standby = /var/spool/x/../postmove/\n", "p.conf:6: ", "is in the spool; the log" },
    { SERVER "standby-keep = 59m\n", "p.conf:6: ", "from 1h to 400d" },
    { SERVER "standby-keep = 7\n", "p.conf:6: ", "as in 7d" },
    { SERVER "authserv-id = mx.example.org;\n", "p.conf:6: ", "mx.example.org;" },
    { SERVER "ban = spam@example.test nobody\n", "p.conf:6: ", "\"nobody\" is neither" },
    { SERVER "ban = @-x\n", "p.conf:6: ", "\"@-x\" is neither" },
    { SERVER "ban = a@@b.example\n", "p.conf:6: ", "\"a@@b.example\" is neither" },
    { SERVER "authserv-id = mx example\n", "p.conf:6: ", "one word" },
    { SERVER "authserv-id = \"mx\"\n", "p.conf:6: ", "one word" },
    { SERVER "[send]\nuser = ann\n", "p.conf:7: ", "only where hook names a server" },
    { SERVER "[send]\nreturns = off\n", "p.conf:7: ", "own, or address" },
    { SERVER "[send]\nhook = folder:out\ntimeout = 5\n", "p.conf:8: ", "only where hook" },
    { SERVER "[send]\nhook = folder:\n", "p.conf:7: ", "needs a path" },
    { SERVER "[send]\nhook = sendmail 'x\n", "p.conf:7: ", "hook: no words" },
    { SERVER "[send]\nhook = # nothing\n", "p.conf:7: ", "hook: " },
    { SERVER "[send]\nhook = '' x\n", "p.conf:7: ", "must be a program" },
    { SERVER "[send]\nhook = {sender}\n", "p.conf:7: ", "must be a program" },
    { SERVER "[send]\nhook = sendmail {receiver}\n", "p.conf:7: ", "{sender} and {recipient}" },
    { SERVER "[send]\nhook = sendmail {sender}{\n", "p.conf:7: ", "{sender} and {recipient}" },
    { SERVER "# caf\351\n", "p.conf:6: ", "not UTF-8" },
};

static void check_fault(const struct fault *fault)
{
    g_autoptr(GError) error = NULL;
    g_assert_null(parse(fault->text, &error));
    g_assert_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_USAGE);
    g_test_message("%s", error->message);
    g_assert_true(g_str_has_prefix(error->message, "/etc/postmove/"));
    g_assert_true(g_str_has_prefix(error->message + strlen("/etc/postmove/"), fault->place));
    g_assert_nonnull(strstr(error->message, fault->words));
    g_assert_null(strstr(error->message, "hush"));
}

static void test_bot_faults(void)
{
    for (size_t i = 0; i < G_N_ELEMENTS(bot_faults); i++) {
        check_fault(&bot_faults[i]);
    }
}

static void test_faults(void)
{
    for (size_t i = 0; i < G_N_ELEMENTS(faults); i++) {
        check_fault(&faults[i]);
    }
}

static void test_service_faults(void)
{
    for (size_t i = 0; i < G_N_ELEMENTS(service_faults); i++) {
        check_fault(&service_faults[i]);
    }
}

static void test_nul(void)
{
    static const char text[] = SERVER "\0";
    g_autoptr(GError) error = NULL;
    g_assert_null(config_parse("p.conf", text, sizeof(text), &error));
    g_assert_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_USAGE);
}

static void test_too_long(void)
{
    g_autofree char *comment = g_strnfill(CONFIG_BYTES_MAX, '#');
    g_autoptr(GError) error = NULL;
    g_assert_null(parse(comment, &error));
    g_assert_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_USAGE);
    g_assert_nonnull(strstr(error->message, "needs a value"));
    g_clear_error(&error);
    g_autofree char *longer = g_strconcat(comment, "\n", NULL);
    g_assert_null(parse(longer, &error));
    g_assert_nonnull(strstr(error->message, "longer than"));
}

static void test_file(void)
{
    g_autoptr(Folder) folder = folder_new();
    folder_put(folder, "p.conf", SERVER);
    g_autofree char *path = g_build_filename(folder, "p.conf", NULL);
    g_autofree char *database = g_build_filename(folder, "postmove.db", NULL);
    g_autoptr(Config) config = config_read(path, NULL);
    g_assert_nonnull(config);
    g_assert_cmpstr(config->database, ==, database);

    g_autofree char *missing = g_build_filename(folder, "no.conf", NULL);
    g_autoptr(GError) error = NULL;
    g_assert_null(config_read(missing, &error));
    g_assert_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_USAGE);
    g_assert_nonnull(strstr(error->message, missing));
    g_assert_nonnull(strstr(error->message, "setup"));
}

/* The file that init writes, filled in and with every comment tried. */
static void test_template(void)
{
    g_autofree char *templates = config_templates_beside_program();
    g_autofree char *text = folder_get(templates, "postmove.conf");
    g_assert_nonnull(text);
    static const char *const values[][2] = {
        { "{{address}}", "turns@example.org" }, { "{{operator}}", "ann@example.net" },
        { "{{database}}", "postmove.db" },      { "{{spool}}", "spool" },
        { "{{hook}}", CONFIG_DEFAULT_HOOK },
    };
    g_autoptr(GString) filled = g_string_new(text);
    for (size_t i = 0; i < G_N_ELEMENTS(values); i++) {
        g_assert_cmpuint(g_string_replace(filled, values[i][0], values[i][1], 0), ==, 1);
    }
    g_assert_null(strstr(filled->str, "{{"));
    g_assert_nonnull(strstr(filled->str, "# Not set: " CONFIG_DEFAULT_HOOK "\n"));
    g_autoptr(Config) config = parse_good(filled->str);
    g_assert_cmpstr(config->spool, ==, "/etc/postmove/spool");
    static const char *const optional[] = { "templates", "delimiter", "authserv-id",
                                            "ban",       "outage",    "dkim-selector" };
    for (size_t i = 0; i < G_N_ELEMENTS(optional); i++) {
        g_autofree char *commented = g_strdup_printf("\n#%s =", optional[i]);
        g_autofree char *set = g_strdup_printf("\n%s =", optional[i]);
        g_assert_cmpuint(g_string_replace(filled, commented, set, 0), ==, 1);
    }
    g_autoptr(Config) all = parse_good(filled->str);
    g_assert_cmpint(all->delimiter, ==, '+');
    g_assert_cmpstr(all->templates, ==, config->templates);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/config/least", test_least);
    g_test_add_func("/config/all", test_all);
    g_test_add_func("/config/hooks", test_hooks);
    g_test_add_func("/config/house", test_house);
    g_test_add_func("/config/bots", test_bots);
    g_test_add_func("/config/bots/faults", test_bot_faults);
    g_test_add_func("/config/faults", test_faults);
    g_test_add_func("/config/service/least", test_service_least);
    g_test_add_func("/config/service/all", test_service_all);
    g_test_add_func("/config/service/command", test_service_command);
    g_test_add_func("/config/service/faults", test_service_faults);
    g_test_add_func("/config/nul", test_nul);
    g_test_add_func("/config/too-long", test_too_long);
    g_test_add_func("/config/file", test_file);
    g_test_add_func("/config/template", test_template);
    return g_test_run();
}
