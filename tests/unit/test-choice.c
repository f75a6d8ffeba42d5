/* What a seat can decide, in groups: by man, by letter, behind the beginning of a turn. */
#include <glib.h>

#include "match/choice.h"
#include "match/match.h"

static const struct {
    const char *game, *options, *turns, *begun, *groups; /* "name beginning: texts; ..." */
    guint count;
} cases[] = {
    { "halma", "-size=8", "", "e1", "e1 e1-: e1-d1 e1-d2 e1-e2", 3 },
    { "halma", "-size=8", "", "E1-", "e1 e1-: e1-d1 e1-d2 e1-e2", 3 },
    { "halma", "-size=8", "", "e1:", "e1 e1-: e1-d1 e1-d2 e1-e2", 3 },
    { "halma", "-size=8", "", "e1-d", "e1 e1-: e1-d1 e1-d2", 2 },
    { "halma", "-size=8", "", "h1", "h1 h1-: h1-f3", 1 },
    { "halma", "-size=8", "", "a1", "", 0 },
    { "halma", "-size=8", "", "e", "", 0 },
    { "halma", "-size=8", "", "e1-d2,", "", 0 },
    { "halma", "-size=8", "", "e5-e4,e1-", "", 0 },
    { "halma", "-size=8", "", ",", "", 24 },
    /* Places have their letters; a whole turn is among the decisions that begin as it does. */
    { "emergo", "", "", "b", "b b: b4 b5 b6", 3 },
    { "emergo", "", "", "b4", "b b: b4", 1 },
    /* The second part of a turn; a barrier is a place, and so many are grouped by letters. */
    { "entrapment", "-barriers=5", "a6 b5 b3 c7 b7 d6 a5h b5-b6,a7v", "b3-b4,b4-",
      "b4 b4-: b4-a4 b4-b2 b4-b3 b4-b5 b4-c4 b4-d4", 6 },
    { "entrapment", "-barriers=5", "a6 b5 b3 c7 b7 d6 a5h b5-b6,a7v", "b3-b4,b4",
      "b4 b4-: b4-a4 b4-b2 b4-b3 b4-b5 b4-c4 b4-d4; b b: b4h b4v", 8 },
    { "entrapment", "-barriers=5", "a6 b5 b3 c7 b7 d6 a5h b5-b6,a7v", "b3-b4,", NULL, 91 },
};

static char *groups_text(const GPtrArray *groups)
{
    GString *out = g_string_new(NULL);
    for (guint i = 0; i < groups->len; i++) {
        const struct choice_group *group = groups->pdata[i];
        g_string_append_printf(out, "%s%s %s:", i > 0 ? "; " : "", group->name, group->beginning);
        for (guint j = 0; j < group->texts->len; j++) {
            g_string_append_printf(out, " %s", (const char *)group->texts->pdata[j]);
        }
    }
    return g_string_free(out, FALSE);
}

static struct match *played(const char *name, const char *option, const char *turns)
{
    struct options options;
    struct note note;
    const char *key = NULL;
    g_auto(Ruling) ruling = { 0 };
    options_init(&options, registry_find(name));
    g_assert_true(*option == '\0' || options_word(&options, registry_find(name), option, &key));
    struct match *match = match_new(registry_find(name), &options, NULL, &note);
    g_assert_nonnull(match);
    g_assert_true(match_after(match, turns, true, &ruling));
    return match;
}

static void test_groups(void)
{
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(Match) match = played(cases[i].game, cases[i].options, cases[i].turns);
        guint count = 0;
        g_autoptr(GPtrArray) groups =
            choice_groups(match->game, &match->now, cases[i].begun, &count);
        g_autofree char *text = groups_text(groups);
        g_assert_cmpuint(count, ==, cases[i].count);
        if (cases[i].groups != NULL && (*cases[i].groups != '\0' || count == 0)) {
            g_assert_cmpstr(text, ==, cases[i].groups);
        }
    }
}

/* A beginning that the game reads as a decision is not open: "b4-" is a barrier. */
static void test_open(void)
{
    g_autoptr(Match) halma = played("halma", "-size=8", "");
    g_autoptr(Match) entrapment =
        played("entrapment", "-barriers=5", "a6 b5 b3 c7 b7 d6 a5h b5-b6,a7v");
    guint count = 0;
    g_autoptr(GPtrArray) men = choice_groups(halma->game, &halma->now, "", &count);
    g_autoptr(GPtrArray) parts =
        choice_groups(entrapment->game, &entrapment->now, "b3-b4,", &count);
    g_assert_true(((const struct choice_group *)men->pdata[0])->open);
    for (guint i = 0; i < parts->len; i++) {
        g_assert_false(((const struct choice_group *)parts->pdata[i])->open);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/choice/groups", test_groups);
    g_test_add_func("/choice/open", test_open);
    return g_test_run();
}
