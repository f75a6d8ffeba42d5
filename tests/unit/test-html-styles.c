/* Ordinary styles change nothing, and no way to hide words gets a command carried out: the files
 * tests/mail/html/ordinary and hiding. */
#include <glib.h>
#include <string.h>

#include "parse/html.h"

static const char move[] = "e4-e5";

/* The mail that an entry stands for. Free with g_free. */
static char *mail_of(const char *entry)
{
    if (*entry == '<' && !g_str_has_prefix(entry, "<!-- .a")) {
        return g_strdup(entry);
    }
    bool sheet = strchr(entry, '{') != NULL || *entry == '@' || *entry == '<';
    g_autofree char *escaped = g_markup_escape_text(entry, -1);
    return g_strdup_printf("<html><head><style>%s</style></head><body>"
                           "<div class='a c md:x' id=b style=\"%s\">%s</div></body></html>",
                           sheet ? entry : "", sheet ? "" : escaped, move);
}

/* True if what was read of the mail is right. */
typedef bool is_right(const char *text, bool doubtful);

static void check_file(const char *file, is_right *right, guint least)
{
    guint wrong = 0;
    g_autofree char *all = NULL;
    g_assert_true(g_file_get_contents(file, &all, NULL, NULL));
    g_auto(GStrv) entries = g_strsplit(all, "\n\n", -1);
    guint count = 0;
    for (char **entry = entries; *entry != NULL; entry++) {
        if (**entry == '#' && (*entry)[1] == ' ') {
            continue; /* a comment */
        }
        g_autofree char *mail = mail_of(g_strstrip(*entry));
        bool doubtful = false;
        g_autofree char *text = html_to_text(mail, &doubtful);
        if (!right(text, doubtful)) {
            g_test_message("%s\n%s%s", *entry, text, doubtful ? "(asked)" : "");
            wrong++;
        }
        count++;
    }
    g_assert_cmpuint(wrong, ==, 0);
    g_assert_cmpuint(count, >=, least);
}

static bool is_read(const char *text, bool doubtful)
{
    return !doubtful && g_str_has_prefix(text, move);
}

static void test_ordinary(void)
{
    check_file("tests/mail/html/ordinary", is_read, 60);
}

static bool is_not_carried_out(const char *text, bool doubtful)
{
    return doubtful || strstr(text, move) == NULL;
}

static void test_hiding(void)
{
    check_file("tests/mail/html/hiding", is_not_carried_out, 120);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    html_init();
    g_test_add_func("/html-styles/ordinary", test_ordinary);
    g_test_add_func("/html-styles/hiding", test_hiding);
    return g_test_run();
}
