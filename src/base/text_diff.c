#include "base/text_diff.h"

#include <stdbool.h>
#include <string.h>

/* A line of one of the two texts, with its line feed if it has one. */
struct line {
    const char *text;
    size_t length;
};

/* One row of what is shown: the sign is ' ', '-' or '+'. */
struct row {
    char sign;
    struct line line;
};

/* ---- lines ---- */

static GArray *lines_of(const char *text)
{
    GArray *lines = g_array_new(FALSE, FALSE, sizeof(struct line));
    while (*text != '\0') {
        const size_t length = strcspn(text, "\n");
        const struct line line = { text, length + (text[length] == '\n') };
        g_array_append_val(lines, line);
        text += line.length;
    }
    return lines;
}

static const struct line *line_at(const GArray *lines, guint at)
{
    return &g_array_index(lines, struct line, at);
}

static bool is_same(const struct line *one, const struct line *other)
{
    return one->length == other->length && memcmp(one->text, other->text, one->length) == 0;
}

static void add(GArray *rows, char sign, const struct line *line)
{
    const struct row row = { sign, *line };
    g_array_append_val(rows, row);
}

/* ---- the rows between the common beginning and the common end ---- */

/* The two texts from `first` on, `olds` and `news` lines long. */
struct middle {
    const GArray *old, *new;
    guint first, olds, news;
};

static bool same_at(const struct middle *middle, guint i, guint j)
{
    return is_same(line_at(middle->old, middle->first + i),
                   line_at(middle->new, middle->first + j));
}

/* Adds the rows of a longest common subsequence; what is removed comes before what is added. */
static void add_middle(const struct middle *middle, GArray *rows)
{
    const size_t width = (size_t)middle->news + 1;
    const bool large = (middle->olds + 1) * width > TEXT_DIFF_CELLS_MAX;
    g_autofree guint *common = large ? NULL : g_new0(guint, (middle->olds + 1) * width);
    for (guint i = large ? 0 : middle->olds; i-- > 0;) {
        for (guint j = middle->news; j-- > 0;) {
            const guint here = i * (guint)width + j;
            common[here] = same_at(middle, i, j) ? common[here + width + 1] + 1
                                                 : MAX(common[here + width], common[here + 1]);
        }
    }
    guint i = 0, j = 0;
    while (i < middle->olds || j < middle->news) {
        const guint here = i * (guint)width + j;
        const bool both = i < middle->olds && j < middle->news;
        if (both && !large && same_at(middle, i, j)) {
            add(rows, ' ', line_at(middle->old, middle->first + i));
            i++, j++;
        } else if (i < middle->olds &&
                   (!both || large || common[here + width] >= common[here + 1])) {
            add(rows, '-', line_at(middle->old, middle->first + i++));
        } else {
            add(rows, '+', line_at(middle->new, middle->first + j++));
        }
    }
}

static GArray *rows_of(const GArray *old, const GArray *new)
{
    GArray *rows = g_array_new(FALSE, FALSE, sizeof(struct row));
    guint first = 0, last = 0;
    while (first < old->len &&
           first < new->len &&is_same(line_at(old, first), line_at(new, first))) {
        add(rows, ' ', line_at(old, first++));
    }
    while (last < old->len - first &&
           last < new->len - first &&is_same(line_at(old, old->len - 1 - last),
                                             line_at(new, new->len - 1 - last))) {
        last++;
    }
    const struct middle middle = { old, new, first, old->len - first - last,
                                   new->len - first - last };
    add_middle(&middle, rows);
    for (; last > 0; last--) {
        add(rows, ' ', line_at(old, old->len - last));
    }
    return rows;
}

/* ---- hunks ---- */

/* Where a hunk begins in both texts (counted from 0), and how many of its lines each has. */
struct hunk {
    guint old_at, new_at, olds, news;
};

static void add_range(GString *diff, char sign, guint at, guint count)
{
    /* A range of no lines names the line before it. */
    g_string_append_printf(diff, " %c%u", sign, count > 0 ? at + 1 : at);
    if (count != 1) {
        g_string_append_printf(diff, ",%u", count);
    }
}

static void add_hunk(GString *diff, const struct hunk *hunk, const GString *body)
{
    g_string_append(diff, "@@");
    add_range(diff, '-', hunk->old_at, hunk->olds);
    add_range(diff, '+', hunk->new_at, hunk->news);
    g_string_append(diff, " @@\n");
    g_string_append_len(diff, body->str, (gssize)body->len);
}

static void add_row(GString *body, const struct row *row)
{
    g_string_append_c(body, row->sign);
    g_string_append_len(body, row->line.text, (gssize)row->line.length);
    if (row->line.text[row->line.length - 1] != '\n') {
        g_string_append(body, "\n\\ No newline at end of file\n");
    }
}

/* The end of the hunk that shows the change at row `at`: changes whose unchanged lines around them
 * touch are one hunk. */
static guint end_of_hunk(const GArray *rows, guint at)
{
    guint quiet = 0;
    for (; at < rows->len && quiet <= 2 * TEXT_DIFF_AROUND; at++) {
        quiet = g_array_index(rows, struct row, at).sign == ' ' ? quiet + 1 : 0;
    }
    return at - (quiet > TEXT_DIFF_AROUND ? quiet - TEXT_DIFF_AROUND : 0);
}

static void add_hunks(GString *diff, const GArray *rows)
{
    guint old_at = 0, new_at = 0, at = 0;
    while (at < rows->len) {
        guint change = at;
        while (change < rows->len && g_array_index(rows, struct row, change).sign == ' ') {
            change++;
        }
        if (change == rows->len) {
            return;
        }
        const guint begin = change - MIN(change - at, (guint)TEXT_DIFF_AROUND);
        old_at += begin - at;
        new_at += begin - at;
        struct hunk hunk = { old_at, new_at, 0, 0 };
        g_autoptr(GString) body = g_string_new(NULL);
        const guint end = end_of_hunk(rows, change);
        for (at = begin; at < end; at++) {
            const struct row *row = &g_array_index(rows, struct row, at);
            add_row(body, row);
            hunk.olds += row->sign != '+';
            hunk.news += row->sign != '-';
        }
        old_at += hunk.olds;
        new_at += hunk.news;
        add_hunk(diff, &hunk, body);
    }
}

char *text_diff(const char *path, const char *old, const char *new)
{
    if (g_strcmp0(old, new) == 0) {
        return g_strdup("");
    }
    g_autoptr(GArray) olds = lines_of(old != NULL ? old : "");
    g_autoptr(GArray) news = lines_of(new);
    g_autoptr(GArray) rows = rows_of(olds, news);
    g_autoptr(GString) diff = g_string_new(NULL);
    g_string_append_printf(diff, "--- %s\n+++ %s\n", old != NULL ? path : "/dev/null", path);
    add_hunks(diff, rows);
    return g_string_free(g_steal_pointer(&diff), FALSE);
}
