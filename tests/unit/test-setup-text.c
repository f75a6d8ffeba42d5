/* What `postmove setup` changes in the texts of configuration files, and what it leaves alone. */
#include "cli/setup_text.h"

#include <string.h>

/* A change gives that text, and, made again, changes nothing. */
#define check_twice(change, first, want)                                                           \
    G_STMT_START                                                                                   \
    {                                                                                              \
        const char *text = (first);                                                                \
        g_autofree char *once = (change);                                                          \
        g_assert_cmpstr(once, ==, (want));                                                         \
        text = once;                                                                               \
        g_autofree char *again = (change);                                                         \
        g_assert_cmpstr(again, ==, (want));                                                        \
    }                                                                                              \
    G_STMT_END

static void test_fill(void)
{
    const struct setup_word words[] = {
        { "host", "play.test" }, { "play@host", "a@b" }, { "user=x", "user=y" }, { NULL, NULL }
    };
    g_autofree char *filled = setup_fill("play@host host, user=x users\nplay\n", words);
    g_assert_cmpstr(filled, ==, "a@b play.test, user=y users\nplay\n");
}

/* ---- postmove.conf ---- */

static void test_key(void)
{
    static const char given[] = "# top\n[server]\n# about\naddress = a@b\n\n[send]\n#user = x\n"
                                "#secret = y\n#secret = z\n";
    check_twice(
        setup_set_key(text, "server", "address", "c@d"), given,
        "# top\n[server]\n# about\naddress = c@d\n\n[send]\n#user = x\n#secret = y\n#secret = z\n");
    check_twice(
        setup_set_key(text, "send", "secret", "file:s"), given,
        "# top\n[server]\n# about\naddress = a@b\n\n[send]\n#user = x\n#secret = y\n#secret = z\n"
        "secret = file:s\n");
    check_twice(setup_set_key(text, "server", "outage", "3h"), "[server]\naddress=a@b",
                "[server]\noutage = 3h\naddress=a@b\n");
    check_twice(setup_set_key(text, "mailbox box", "source", "maildir:x"), "[server]\na = b\n",
                "[server]\na = b\n\n[mailbox box]\nsource = maildir:x\n");
    check_twice(setup_set_key(text, "send", "user", NULL), "[send]\nuser = a\nhook = b\n",
                "[send]\nhook = b\n");
    check_twice(setup_set_key(text, "send", "user", "u"), "[server]\nuser = a\n[send]\n",
                "[server]\nuser = a\n[send]\nuser = u\n");
    /* What says the same in another form stays. */
    check_twice(setup_set_key(text, "send", "user", "a"), "[send]\n  user=a  ",
                "[send]\n  user=a  ");
}

/* ---- main.cf ---- */

static void test_parameter(void)
{
    static const char given[] = "# c\na = 1\n# between\n  2 ,\n\n 3\nb=\naa = x\na = 4\n";
    g_autofree char *a = setup_parameter(given, "a"), *b = setup_parameter(given, "b");
    g_autofree char *none = setup_parameter(given, "none");
    g_assert_cmpstr(a, ==, "4");
    g_assert_cmpstr(b, ==, "");
    g_assert_null(none);
    g_autofree char *first = setup_parameter("a = 1\n# between\n  2 ,\n\n 3\nb=\n", "a");
    g_assert_cmpstr(first, ==, "1 2 , 3");
    check_twice(setup_set_parameter(text, "a", "5"), given,
                "# c\na = 1\n# between\n  2 ,\n\n 3\nb=\naa = x\na = 5\n");
    check_twice(setup_set_parameter(text, "b", "x\n  y"), "b = 1\n  2\n# end\nc = 3",
                "b = x\n  y\n# end\nc = 3");
    check_twice(setup_set_parameter(text, "a", "5"), "a = 1\n# between\n  2\n# behind\n",
                "# between\na = 5\n# behind\n");
    check_twice(setup_set_parameter(text, "d", "4"), "c = 3", "c = 3\nd = 4\n");
    check_twice(setup_set_parameter(text, "b", "x y"), "b =  x\n\ty\n", "b =  x\n\ty\n");
}

static const struct setup_postfix postfix = { "play@turns.test", "turns.test", "turns.test", "test",
                                              NULL };

static void test_main(void)
{
    static const char lines[] = "# words\nmydestination = localhost\nrecipient_delimiter = +\n"
                                "virtual_mailbox_domains = turns.test\n"
                                "virtual_alias_maps = inline:{\n    {abuse@turns.test = a@b} }\n"
                                "virtual_transport = postmove\n";
    /* As apt leaves it. */
    check_twice(setup_set_main(text, lines, &postfix),
                "myhostname = turns.test\nmydestination = $myhostname, turns.test, localhost.test, "
                ", localhost\n"
                "recipient_delimiter = +\n",
                "myhostname = turns.test\nmydestination = localhost.test, "
                "localhost\nrecipient_delimiter = +\n"
                "virtual_mailbox_domains = turns.test\nvirtual_alias_maps = inline:{\n"
                "    {abuse@turns.test = a@b} }\nvirtual_transport = postmove\n");
    /* Nothing is set. */
    check_twice(setup_set_main(text, lines, &postfix), "",
                "mydestination = localhost.$mydomain, localhost\nrecipient_delimiter = +\n"
                "virtual_mailbox_domains = turns.test\nvirtual_alias_maps = inline:{\n"
                "    {abuse@turns.test = a@b} }\nvirtual_transport = postmove\n");
    /* It has other domains, and was set up for ours by somebody else. */
    check_twice(setup_set_main(text, lines, &postfix),
                "mydestination = turns.test\nrecipient_delimiter = -\n"
                "virtual_mailbox_domains = other.test\nvirtual_transport = lmtp:x\n"
                "virtual_alias_maps = hash:/a, inline:{ {abuse@turns.test = c@d} }\n",
                "mydestination = localhost\nrecipient_delimiter = -+\n"
                "virtual_mailbox_domains = other.test, turns.test\nvirtual_transport = lmtp:x\n"
                "virtual_alias_maps = hash:/a, inline:{ {abuse@turns.test = a@b} }\n"
                "transport_maps = inline:{ play@turns.test=postmove: }\n");
    /* The machine has another name. */
    const struct setup_postfix other = { "play@turns.test", "turns.test", "box.test", "test",
                                         NULL };
    check_twice(setup_set_main(text, "mydestination = localhost\n", &other),
                "mydestination = $myhostname, localhost\n",
                "mydestination = $myhostname, localhost\n");
}

/* Only the table that setup wrote is replaced; one with anything else in it stays. */
static void test_tables(void)
{
    static const char lines[] =
        "virtual_mailbox_maps = inline:{ play@turns.test=postmove }\n"
        "virtual_alias_maps = inline:{ {abuse@turns.test = a@b}, {root@turns.test = a@b} }\n";
    static const char kept[] =
        "virtual_mailbox_maps = inline:{ {a@other.test=a}, {x@turns.test=x} }, inline:{ "
        "x@turns.test=x }, inline:{ play@turns.test.uk=postmove }\n"
        "virtual_alias_maps = inline:{ {sales@other.test = bob@turns.test} }, inline:{ "
        "{abuse@turns.test.uk = a@b}, {root@turns.test.uk = a@b} }, inline:{ {abuse@turns.test = "
        "a@b}, {sales@turns.test = c@d} }\n";
    g_auto(GStrv) each = g_strsplit(kept, "\n", -1);
    g_autofree char *want = g_strdup_printf(
        "%s, inline:{ play@turns.test=postmove }\n%s, inline:{ {abuse@turns.test = a@b}, "
        "{root@turns.test = a@b} }\n",
        each[0], each[1]);
    check_twice(setup_set_main(text, lines, &postfix), kept, want);
    /* An earlier setup had other answers. */
    check_twice(setup_set_main(text, lines, &postfix),
                "virtual_mailbox_maps = inline:{ games@turns.test=postmove }\n"
                "virtual_alias_maps = inline:{ {abuse@turns.test = c@d}, {root@turns.test=c@d} }\n",
                lines);
    /* A parameter names the domain. */
    const struct setup_postfix parent = { "play@turns.test", "turns.test", "box.at.turns.test",
                                          "turns.test", NULL };
    check_twice(setup_set_main(text, "mydestination = localhost\n", &parent),
                "mydestination = $myhostname, ${mydomain}, $mydomain, x\n",
                "mydestination = $myhostname, x\n");
}

/* What setup writes is taken out again; all else stays, also what has come since. */
static void test_undo(void)
{
    static const char lines[] = "mydestination = localhost\nrecipient_delimiter = +\n"
                                "virtual_mailbox_domains = turns.test\n"
                                "virtual_mailbox_maps = inline:{ play@turns.test=postmove }\n"
                                "virtual_alias_maps = inline:{ {abuse@turns.test = a@b} }\n"
                                "virtual_transport = postmove\n";
    static const char *const texts[] = {
        "",
        "# c\nmydestination = $myhostname, turns.test, localhost\nrecipient_delimiter = -\nx = y\n",
        "mydestination = localhost\nvirtual_mailbox_domains = other.test\n"
        "virtual_mailbox_maps = hash:/a\nvirtual_alias_maps = hash:/b\nvirtual_transport = lmtp:x\n"
        "transport_maps = hash:/c\n",
    };
    for (size_t i = 0; i < G_N_ELEMENTS(texts); i++) {
        g_autofree char *made = setup_set_main(texts[i], lines, &postfix);
        g_assert_cmpstr(made, !=, texts[i]);
        check_twice(setup_unset_main(text, texts[i], lines, &postfix), made, texts[i]);
    }
    /* Nobody knows what it was. */
    check_twice(setup_unset_main(text, NULL, lines, &postfix),
                "mydestination = localhost\nrecipient_delimiter = +\nvirtual_transport = postmove\n"
                "virtual_mailbox_domains = turns.test, b.test\n",
                "mydestination = localhost\nrecipient_delimiter = +\n"
                "virtual_mailbox_domains = b.test\n");
    check_twice(setup_unset_main(text, texts[2], lines, &postfix),
                "mydestination = localhost, new.test\nrecipient_delimiter = +-\n"
                "virtual_mailbox_domains = other.test, turns.test, new.test\n"
                "virtual_mailbox_maps = hash:/a, inline:{ play@turns.test=postmove }, hash:/new\n"
                "virtual_alias_maps = hash:/b, inline:{ {abuse@turns.test = a@b} }\n"
                "virtual_transport = lmtp:x\ntransport_maps = hash:/c\n",
                "mydestination = localhost, new.test\nrecipient_delimiter = +-\n"
                "virtual_mailbox_domains = other.test, new.test\n"
                "virtual_mailbox_maps = hash:/a, hash:/new\nvirtual_alias_maps = hash:/b\n"
                "virtual_transport = lmtp:x\ntransport_maps = hash:/c\n");
}

/* Mail for the users of the machine, and for other domains, still arrives. */
static void test_others(void)
{
    const struct setup_postfix with_users = { "play@turns.test", "turns.test", "turns.test", "test",
                                              "inline:{ {ann@turns.test = ann@localhost} }" };
    static const char lines[] = "mydestination = localhost\n"
                                "virtual_mailbox_domains = turns.test\n"
                                "virtual_mailbox_maps = inline:{ play@turns.test=postmove }\n"
                                "virtual_alias_maps = inline:{ {abuse@turns.test = a@b} }\n";
    check_twice(setup_set_main(text, lines, &with_users), "mydestination = turns.test, box.test\n",
                "mydestination = box.test, localhost\n"
                "virtual_alias_maps = inline:{ {ann@turns.test = ann@localhost} }, "
                "inline:{ {abuse@turns.test = a@b} }\nvirtual_mailbox_domains = turns.test\n"
                "virtual_mailbox_maps = inline:{ play@turns.test=postmove }\n");
    check_twice(setup_set_main(text, lines, &with_users), "mydestination = localhost\n",
                "mydestination = localhost\nvirtual_mailbox_domains = turns.test\n"
                "virtual_mailbox_maps = inline:{ play@turns.test=postmove }\n"
                "virtual_alias_maps = inline:{ {abuse@turns.test = a@b} }\n");
    check_twice(setup_set_main(text, lines, &with_users),
                "mydestination = localhost\nvirtual_mailbox_domains = other.test\n",
                "mydestination = localhost\nvirtual_mailbox_domains = other.test, turns.test\n"
                "virtual_alias_maps = inline:{ {abuse@turns.test = a@b} }\n");
}

/* ---- master.cf ---- */

static void test_service(void)
{
    static const char entry[] =
        "# a word on it\npostmove unix - n n - 4 pipe\n  flags=D user=u\n  argv=/p ${sender}\n";
    check_twice(setup_set_service(text, entry), "smtp inet n - y - - smtpd\n",
                "smtp inet n - y - - smtpd\npostmove unix - n n - 4 pipe\n  flags=D user=u\n  "
                "argv=/p ${sender}\n");
    check_twice(setup_set_service(text, entry),
                "postmove unix - n n - 4 pipe\n  user=other\nx unix -\n",
                "postmove unix - n n - 4 pipe\n  flags=D user=u\n  argv=/p ${sender}\nx unix -\n");
    static const char soft[] = "postmove  unix  -  n  n  -  4  pipe -o soft_bounce=yes\n  flags=D "
                               "user=u argv=/p ${sender}\n";
    check_twice(setup_set_service(text, entry), soft, soft);
    check_twice(
        setup_set_service(text, entry),
        "postmove unix - n n - 4 pipe -o soft_bounce=yes\n# why\n  -o { x = a b } user=other\n",
        "# why\npostmove unix - n n - 4 pipe -o soft_bounce=yes -o { x = a b }\n  flags=D "
        "user=u\n  argv=/p ${sender}\n");
    check_twice(setup_unset_service(text, entry),
                "smtp inet n - y - - smtpd\n# why\npostmove unix - n n - 4 pipe -o a=b\n  "
                "user=u\nx unix -\n",
                "smtp inet n - y - - smtpd\n# why\nx unix -\n");
}

/* ---- blocks ---- */

static void test_block(void)
{
    const struct setup_block after = { "# begin", "# end", "^begin routers\\b", false };
    check_twice(setup_set_block(text, &after, "one\ntwo\n"), "a\nbegin routers\nb\n",
                "a\nbegin routers\n\n# begin\none\ntwo\n# end\n\nb\n");
    const struct setup_block before = { "# begin", "# end", "^match\\b", true };
    check_twice(setup_set_block(text, &before, "one"), "a\nmatch x\nmatch y\n",
                "a\n# begin\none\n# end\n\nmatch x\nmatch y\n");
    check_twice(setup_set_block(text, &before, "new\n"), "a\n# begin\nold\nolder\n# end\nb\n",
                "a\n# begin\nnew\n# end\nb\n");
    g_assert_null(setup_set_block("a\n", &before, "one"));
    /* The lines behind a block without an end may be the operator's. */
    g_assert_null(setup_set_block("a\n# begin\nold\nmine\nmatch x\n", &before, "one"));
    const struct setup_block last = { "# begin", "# end", NULL, false };
    check_twice(setup_set_block(text, &last, "one"), "a\n", "a\n\n# begin\none\n# end\n");
    /* And out again. */
    const struct setup_block *const blocks[] = { &after, &before, &last };
    static const char whole[] = "a\nbegin routers\nb\nmatch x\n";
    for (size_t i = 0; i < G_N_ELEMENTS(blocks); i++) {
        g_autofree char *made = setup_set_block(whole, blocks[i], "one\ntwo\n");
        check_twice(setup_unset_block(text, blocks[i]), made, whole);
    }
    g_assert_null(setup_unset_block("a\n# begin\nold\nmine\n", &before));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/setup-text/fill", test_fill);
    g_test_add_func("/setup-text/key", test_key);
    g_test_add_func("/setup-text/parameter", test_parameter);
    g_test_add_func("/setup-text/main", test_main);
    g_test_add_func("/setup-text/tables", test_tables);
    g_test_add_func("/setup-text/undo", test_undo);
    g_test_add_func("/setup-text/others", test_others);
    g_test_add_func("/setup-text/service", test_service);
    g_test_add_func("/setup-text/block", test_block);
    return g_test_run();
}
