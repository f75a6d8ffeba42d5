/* Names that look like the server's own or like those of who runs it. */
#include "accounts/account.h"
#include "base/config.h"

static bool is_reserved(const char *address, const char *name)
{
    g_autofree char *text = g_strdup_printf("[server]\naddress = %s\noperator = op@example.org\n"
                                            "database = x.db\nspool = spool\n",
                                            address);
    GError *error = NULL;
    g_autoptr(Config) config = config_parse("/x/postmove.conf", text, strlen(text), &error);
    g_assert_no_error(error);
    return reserved_name(config, name);
}

static void test_reserved(void)
{
    static const char *const names[] = {
        /* the words */
        "admin",
        "Administrator",
        "support",
        "security",
        "root",
        "PostMaster",
        "mailer-daemon",
        "abuse",
        "house",
        "bot",
        "operator",
        "server",
        "system",
        "hostmaster",
        "webmaster",
        "noreply",
        "no-reply",
        "nobody",
        "anonymous",
        "you",
        "me",
        /* key words */
        "all",
        "Next",
        "if",
        "postmove",
        /* the server's own names, and the games' */
        "turns",
        "games",
        "example",
        "halma",
        "chinese-checkers",
        /* digits and letters that look like others */
        "adm1n",
        "adrnin",
        "r00t",
        "rO0t",
        "5upport",
        "supp0rt",
        "webrnaster",
        "aclmin",
        "vvebmaster",
        "h0use",
        "ha1ma",
        "serv3r",
        "y0u",
        "p05tmaster",
        /* separators, numbers */
        "admin_",
        "admin-",
        "a_d_m_i_n",
        "ad--min",
        "admin1",
        "admin-2",
        "root_007",
        "r00t1",
        "turns2",
        /* together with others */
        "the-admin",
        "server-admin",
        "postmoveteam",
        "HalmaBot",
        "example_support",
        "the-real-root",
        /* as those are shown who have left */
        "former",
        "former3",
        "f0rmer_3",
        /* several of them */
        "admins",
        "Moderators",
        "r00ts2",
        "the-operators",
        "gamemaster",
        "mod",
    };
    for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
        g_test_message("%s", names[i]);
        g_assert_true(is_reserved("turns@games.example.org", names[i]));
    }
}

static void test_free(void)
{
    static const char *const names[] = {
        "ann",       "bob",         "boot",     "rooty",
        "arne",      "armin",       "jasmin",   "bart",
        "melody",    "mel",         "yousuf",   "youri",
        "bette",     "boris",       "hosea",    "info-junkie",
        "housel",    "system-of-a", "adam",     "minna",
        "rootbeer",  "org",         "player2",  "halmafan",
        "the-cat",   "real",        "team",     "wendy",
        "usha",      "mei",         "r2",       "anna-of-the-hills",
        "turnstile", "carl",        "earl-ina", "clara",
        "dave",      "b-o-bby",     "seven",    "supporter-ann",
        "wes",       "mes",         "modesty",  "formerly-ann",
    };
    for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
        g_test_message("%s", names[i]);
        g_assert_false(is_reserved("turns@games.example.org", names[i]));
    }
}

/* Each server has names of its own. */
static void test_own_names(void)
{
    g_assert_true(is_reserved("play@club.test", "play"));
    g_assert_true(is_reserved("play@club.test", "c1ub-"));
    g_assert_true(is_reserved("play@club.test", "club-team"));
    g_assert_false(is_reserved("play@club.test", "test"));
    g_assert_false(is_reserved("play@club.test", "turns"));
    g_assert_false(is_reserved("play@club.test", "example"));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/reserved/reserved", test_reserved);
    g_test_add_func("/reserved/free", test_free);
    g_test_add_func("/reserved/own-names", test_own_names);
    return g_test_run();
}
