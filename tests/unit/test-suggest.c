/* Slips of the pen: what is suggested, and that nothing is guessed that changes something. */
#include "row.h"
#include <glib.h>
#include <string.h>

#include "base/plain.h"
#include "language/line.h"
#include "tests/unit/contexts.h"

/* The row of the form that is suggested, or carried out, since it only looks; NULL: none is. */
static const struct command_row *suggested(const char *slip)
{
    struct command_refusal refusal = { 0 };
    const struct command_row *found = NULL;
    g_autoptr(Command) command = grammar_parse(&plain, slip, &refusal);
    if (refusal.row != NULL || command != NULL) {
        found = command != NULL ? command->row : refusal.row;
        g_assert_cmpint(found->tier, ==, TIER_LOOK);
        command_refusal_clear(&refusal);
        return found;
    }
    for (const struct command_row *row = grammar; row->id != COMMAND_NONE; row++) {
        found = refusal.suggestion != NULL && g_strcmp0(row->forms[0], refusal.suggestion) == 0
                    ? row
                    : found;
    }
    g_assert_true((found != NULL) == (refusal.suggestion != NULL));
    command_refusal_clear(&refusal);
    return found;
}

/* It is refused, and nothing done; unless it may look at something. */
static void check_refused(const char *slip)
{
    struct command_refusal refusal = { 0 };
    const struct command_row *near = suggested(slip);
    if (near != NULL && near->tier == TIER_LOOK) {
        return;
    }
    g_assert_null(grammar_parse(&plain, slip, &refusal));
    g_assert_cmpstr(refusal.key, ==, "unknown");
    command_refusal_clear(&refusal);
    struct grammar_context reply = match_reply;
    reply.board = 12;
    g_assert_null(grammar_parse_here(&reply, slip, NULL));
    g_assert_null(grammar_parse_here(&reply, slip, NULL));
}

/* A slip in a row's name: a command as near as that is suggested, unless the row
 * is one that is never corrected, or people use the word for other things. */
static void check_slip(const struct command_row *row, const char *slip)
{
    g_test_message("%s", slip);
    const struct command_row *near = suggested(slip);
    const bool other_word = vocabulary_find(slip) != NULL; /* "lost" is no slip of "list" */
    if (row->exact || row->forms[0] == NULL || other_word) {
        g_assert_null(near);
    } else {
        g_assert_nonnull(near);
        g_assert_false(near->exact);
        g_assert_cmpint(slips_between(slip, strlen(slip), near->name), ==, 1);
    }
    check_refused(slip);
}

static void test_swapped(void)
{
    for (const struct command_row *row = grammar; row->id != COMMAND_NONE; row++) {
        for (size_t i = 0; strlen(row->name) > 3 && i + 1 < strlen(row->name); i++) {
            g_autofree char *slip = g_strdup(row->name);
            slip[i] = row->name[i + 1];
            slip[i + 1] = row->name[i];
            if (strcmp(slip, row->name) != 0) {
                check_slip(row, slip);
            }
        }
    }
}

static void test_doubled(void)
{
    for (const struct command_row *row = grammar; row->id != COMMAND_NONE; row++) {
        for (size_t i = 0; strlen(row->name) > 3 && i < strlen(row->name); i++) {
            g_autofree char *slip = g_strdup_printf("%.*s%s", (int)i + 1, row->name, row->name + i);
            check_slip(row, slip);
        }
    }
}

static void test_others(void)
{
    static const struct {
        int at;
        const char *slip, *name;
    } slips[] = {
        ROW("mvoe", "move"),       ROW("shwo", "show"),
        ROW("Prewiev", "preview"), ROW("chalenge", "challenge"),
        ROW("subscirbe", "watch"), ROW("unsubcribe", "unwatch"),
        ROW("porpose", "draw"),    ROW("reisgn", NULL),
        ROW("resing", NULL),       ROW("udno", NULL),
        ROW("forgt", NULL),        ROW("chnage", NULL),
        ROW("passwrod", NULL),     ROW("hello", NULL),
        ROW("xyzzy", NULL),
    };
    for (size_t i = 0; i < G_N_ELEMENTS(slips); i++) {
        row_begins(__FILE__, slips[i].at);
        const struct command_row *near = suggested(slips[i].slip);
        g_test_message("%s", slips[i].slip);
        g_assert_cmpstr(near != NULL ? near->name : NULL, ==, slips[i].name);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/suggest/swapped", test_swapped);
    g_test_add_func("/suggest/doubled", test_doubled);
    g_test_add_func("/suggest/others", test_others);
    return g_test_run();
}
