#include "entrapment-judge.h"

/* ---- the judge alone ---- */

static const struct judge_rules usual = { 3, 25, 0, 0, 0 };
static const struct judge_rules stick = { 3, 25, .stick = true };
static const struct judge_rules selfforce = { 3, 25, .selfforce = true };

/* Plays actions, separated by commas and blanks. */
static void play_text(struct judge *judge, const char *text)
{
    g_autofree struct judge_list *list = g_new(struct judge_list, 1);
    g_auto(GStrv) words = g_strsplit_set(text, ", ", -1);
    for (char **word = words; *word != NULL; word++) {
        judge_actions(judge, list);
        const struct judge_option *option = judge_find(list, *word);
        if (option == NULL) {
            char position[JUDGE_TEXT];
            judge_text(judge, position);
            g_error("%s: no action %s", position, *word);
        }
        *judge = option->after;
    }
}

static guint64 judge_perft(const struct judge *judge, int depth, bool decisions)
{
    g_autofree struct judge_list *list = g_new(struct judge_list, 1);
    if (depth == 0) {
        return 1;
    }
    judge_actions(judge, list);
    if (depth == 1 && (decisions || judge->action != '1')) {
        return (guint64)list->count;
    }
    guint64 count = 0;
    for (int i = 0; i < list->count; i++) {
        const struct judge *after = &list->option[i].after;
        bool whole = decisions || judge->action != '1' || after->over;
        count += judge_perft(after, whole ? depth - 1 : depth, decisions);
    }
    return count;
}

static const char moves_m2[] =
    "e4 g3 b4 g4 d5 a4 e3h g3-e3,f6v e4-c4,a1h a4-a5,b5h c4-c6,d5v a5-c5,a6h d5-f5,c6-d6 "
    "e3-d3,b6h d6-b6,a3h g4-g3,e5v b6-c6,c7v c5-a5,f1v b4-a4,b4h g3-e3,b1v";

/* Section 5 of the rules; a text of moves begins with a small letter. */
static void test_counts(void)
{
    static const struct {
        const struct judge_rules *rules;
        const char *position;
        guint64 turns[3], actions[4];
    } published[] = {
        { &usual, "", { 49, 2352 }, { 49, 2352 } },
        { &stick, "", { 42, 1722 }, { 42, 1722 } },
        { &usual, "a1 g7 a7 g1 d4 g4", { 100, 132836 }, { 100, 1376, 132836 } },
        { &stick, "a1 g6 a6 g1 d4 g4", { 87, 84956 }, { 87, 1024, 84956 } },
        { &usual, moves_m2, { 1385 }, { 16, 1385, 21587 } },
        { &usual, "O d2 g1 / X c4 e4 g7 / o c4h c3h e4h e3h / x b4v e4v / # / 20 20 / O 1", { 1071 }, { 12, 1071, 9047 } },
        { &usual, "O b1 g1 / X a2 g7 / o a1v a2h a2v / x a1h / # / 20 20 / O 1", { 806 }, { 9, 806, 806 } },
        { &usual, "O a1 d4 / X g7 g1 / o a1h a2h / x a1v a2v / # / 20 20 / O 1", { 82 }, { 1, 82, 644 } },
        { &usual, "O a1 g7 / X d4 d6 / o a1h / x a1v f7v / # / 20 20 / O 2", { 82 }, { 82, 1048 } },
        { &selfforce, "O a1 g7 / X d4 d6 / o a1h / x a1v f7v / # / 20 20 / O 2", { 83 }, { 83, 1061 } },
        { &usual, "O a1 c3 g4 / X b1 g7 g1 / o a1h b1h / x / # / 20 20 / O 1", { 295 }, { 3, 295, 2890 } },
        { &usual, "O a1 / X g7 / o d4h / x e4v / # d4v / 0 20 / O 1", { 346 }, { 4, 346, 1360 } },
        { &usual, "O d6 e5 / X a2 c1 / o d6v e5v / x c6v d5h d5v e3h e4h / # d6h e6h e6v / 20 20 / O 1", { 152 }, { 2, 152 } },
    };
    for (size_t i = 0; i < G_N_ELEMENTS(published); i++) {
        struct judge judge;
        const char *position = published[i].position;
        judge_start(&judge, published[i].rules);
        if (g_ascii_isupper(*position)) {
            judge_read(&judge, published[i].rules, position);
        } else if (*position != '\0') {
            play_text(&judge, position);
        }
        for (int depth = 1; depth <= 4; depth++) {
            if (depth < 4 && published[i].turns[depth - 1] != 0) {
                g_test_message("%zu turns %d: %lu want %lu", i, depth, judge_perft(&judge, depth, false), published[i].turns[depth - 1]);
            }
            if (published[i].actions[depth - 1] != 0) {
                g_test_message("%zu act   %d: %lu want %lu", i, depth, judge_perft(&judge, depth, true), published[i].actions[depth - 1]);
            }
        }
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/entrapment-judge/counts", test_counts);
    return g_test_run();
}
