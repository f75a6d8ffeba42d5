/* What `postmove setup` changes in the text of a configuration, and what it leaves alone. */
#include "cli/setup.h"

#include <glib.h>

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

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/setup-text/key", test_key);
    return g_test_run();
}
