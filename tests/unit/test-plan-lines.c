/* Plans as text: read, refused, written, read again; and their lines among those of a mail. */
#include "contexts.h"

#include "language/grammar.h"
#include "language/plan_lines.h"
#include "language/reading.h"

/* What a text is read to; or the key of its refusal. */
static const struct {
    const char *text, *plan;
} texts[] = {
    { "if c9-e5 then d3-d4", "if c9-e5 then d3-d4" },
    { "IF C9-E5, THEN D3-D4.", "if c9-e5 then d3-d4" },
    { "if c9-e5\nthen d3-d4!;", "if c9-e5 then d3-d4!" },
    { "if c9-e5 then d3-d4 ! else stop.", "if c9-e5 then d3-d4!" },
    { "if a1 then b2 if c3 d4 e5 then f6", "if a1 then b2; if c3 d4 e5 then f6" },
    { "if f6 or g6 then h7", "if f6 then h7; if g6 then h7" },
    { "if a1 or a2 b1 c1 or c2 then d1",
      "if a1 b1 c1 then d1; if a2 b1 c1 then d1; if a1 b1 c2 then d1; if a2 b1 c2 then d1" },
    { "if any then a1; else resign", "if any then a1; else resign" },
    { "if a1 pass b2 then c3", "if a1 b2 then c3" },
    { "if e2-e1,e2h g6-g5, b1h then b5 - b6", "if e2-e1,e2h g6-g5,b1h then b5-b6" },
    { "if a1! then a2", "if a1 then a2" },
    { "", "plan-form" },
    { "then a1", "plan-form" },
    { "if", "plan-no-then" },
    { "if a1", "plan-no-then" },
    { "if a1 then", "plan-no-then" },
    { "if a1 if b1 then c1", "plan-no-then" },
    { "if then a1", "plan-form" },
    { "if pass then a1", "plan-form" },
    { "if a1 then any", "plan-form" },
    { "if a1 or then b1", "plan-form" },
    { "if a1 then b1 c1", "plan-form" },
    { "if a1 then b1 or c1", "plan-form" },
    { "if a1 then b1 else", "plan-form" },
    { "if a1 then b1 else win", "plan-form" },
    { "if a1 then b1 else stop if a2 then b2", "plan-form" },
    { "if you like then draw", "plan-form" },
    { "if a1 then hunter2222", "plan-form" },
    { "if a1 a2 a3 a4 a5 a6 a7 a8 b1 b2 b3 b4 b5 then c1", "plan-long" },
    { "if a1 or a2 b1 or b2 c1 or c2 d1 or d2 e1 or e2 then f1", "plan-long" },
};

static void test_texts(void)
{
    for (size_t i = 0; i < G_N_ELEMENTS(texts); i++) {
        g_auto(PlanLines) plan = { 0 }, again = { 0 };
        const char *fault = plan_lines_read(texts[i].text, &plan);
        g_autofree char *text = plan_lines_text(&plan);
        g_assert_cmpstr(fault != NULL ? fault : text, ==, texts[i].plan);
        if (fault == NULL) {
            g_assert_cmpstr(plan_lines_read(text, &again), ==, NULL);
            g_autofree char *same = plan_lines_text(&again);
            g_assert_cmpstr(same, ==, text);
            g_assert_cmpint(again.resigns, ==, plan.resigns);
        }
    }
}

/* A reply about a running match, and what is read: its commands, "!" and the key of a refusal, and
 * what is said to others. */
static const struct {
    const char *lines, *read, *said;
} replies[] = {
    { "if e1-d2 then a6-c6", "plan if e1-d2 then a6-c6", NULL },
    { "Hi Ann\n\nif e1-d2 then a6-c6\nif e1-e2 then a6-c6\n\nGood luck",
      "plan if e1-d2 then a6-c6 if e1-e2 then a6-c6", "Good luck" },
    { "- if e1-d2\nthen a6-c6\nelse stop", "plan if e1-d2 then a6-c6 else stop", NULL },
    { "e1-d2\nif a6-c6 then d2-d3", "move e1-d2|plan if a6-c6 then d2-d3", NULL },
    { "if a6-c6 then d2-d3\n\ne1-d2\nYour turn!", "plan if a6-c6 then d2-d3", NULL },
    { "e1-d2\n\nif a6-c6 then d2-d3\nYour turn!", "move e1-d2|plan if a6-c6 then d2-d3",
      "Your turn!" },
    { "plan if e1-d2 then a6-c6", "plan if e1-d2 then a6-c6", NULL },
    { "queue if e1-d2 then a6-c6", "plan if e1-d2 then a6-c6", NULL },
    { "plan off", "plan off", NULL },
    { "12 if e1-d2 then a6-c6", "!near-move", NULL },
    { "plan", "plan", NULL },
    /* Never a move, and never talk. */
    { "if e1-d2 I take a6-c6", "!plan-form", NULL },
    { "if e1-d2", "!plan-no-then", NULL },
    { "e1-d2\nif a6-c6 is free", "!plan-form", NULL },
    { "if e1-d2 you lose\nYour friend", "!plan-form", "Your friend" },
    { "if any then I am happy", "!plan-form", NULL },
    { "draw\nif e1-d2 then a6-c6", "plan if e1-d2 then a6-c6", NULL },
    { "resign\nif e1-d2 then a6-c6", "plan if e1-d2 then a6-c6", NULL },
    { "When e1-d2 then a6-c6", "plan when e1-d2 then a6-c6", NULL },
    { "If you play e1-d2 then I play a6-c6", "!plan-form", NULL },
    /* Still talk. */
    { "when you see this, hello", "", NULL },
    { "if you see this, hello", "", NULL },
    { "chat I thought\nif e1-d2 then a6-c6", "chat", NULL },
};

static void test_replies(void)
{
    for (size_t i = 0; i < G_N_ELEMENTS(replies); i++) {
        const struct grammar_context context = match_reply;
        g_auto(GStrv) lines = g_strsplit(replies[i].lines, "\n", -1);
        g_autoptr(GString) kinds = g_string_new(NULL);
        for (char **line = lines; *line != NULL; line++) {
            g_string_append_c(kinds, **line != '\0' ? 't' : 'b');
        }
        struct reading reading;
        reading_of_reply(&context, lines, kinds->str, &reading);
        g_autoptr(GString) read = g_string_new(NULL);
        for (guint j = 0; j < reading.entries->len; j++) {
            const struct reading_entry *entry = reading.entries->pdata[j];
            g_autofree char *whole =
                entry->command != NULL ? grammar_whole(entry->command, 0) : NULL;
            g_string_append_printf(read, "%s%s%s", j > 0 ? "|" : "", whole != NULL ? "" : "!",
                                   whole != NULL ? whole : entry->refusal.key);
        }
        g_assert_cmpstr(read->str, ==, replies[i].read);
        g_assert_cmpstr(reading.comment, ==, replies[i].said);
        reading_clear(&reading);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/plan-lines/texts", test_texts);
    g_test_add_func("/plan-lines/replies", test_replies);
    return g_test_run();
}
