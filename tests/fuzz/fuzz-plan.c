/*
 * Any bytes as a plan: what is read is written as a text that reads to the same, within its limits.
 */
#include <glib.h>
#include <stdint.h>
#include <string.h>

#include "language/plan_lines.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    g_autofree char *text = g_strndup((const char *)data, size);
    g_auto(PlanLines) plan = { 0 }, again = { 0 };
    const char *fault = plan_lines_read(text, &plan);
    if (fault != NULL) {
        return 0;
    }
    g_assert_true(plan.lines->len >= 1 && plan.lines->len <= PLAN_LINES_MAX);
    for (guint i = 0; i < plan.lines->len; i++) {
        const struct plan_line *line = plan.lines->pdata[i];
        const guint turns = g_strv_length(line->turns);
        g_assert_true(turns >= 1 && turns <= PLAN_TURNS_MAX);
        g_assert_null(strpbrk(line->answer, " ;\n"));
    }
    g_autofree char *written = plan_lines_text(&plan);
    g_assert_cmpstr(plan_lines_read(written, &again), ==, NULL);
    g_autofree char *same = plan_lines_text(&again);
    g_assert_cmpstr(same, ==, written);
    g_assert_cmpint(again.resigns, ==, plan.resigns);
    return 0;
}
