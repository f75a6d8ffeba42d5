/*
 * star-setup.h: the first position of a game of the second judge, and its texts.
 */
#ifndef POSTMOVE_TEST_STAR_SETUP_H
#define POSTMOVE_TEST_STAR_SETUP_H

#include <stdlib.h>

#include "star-judge.h"

/* The owner of the set that starts in each triangle, clockwise from the top. */
static inline const char *star_owners(int players, int sets, bool adjacent)
{
    switch (players * sets) {
    case 2:
        return "100200";
    case 3:
        return "102030";
    case 4:
        return "102304";
    default:
        break;
    }
    return sets == 1   ? "123456"
           : sets == 2 ? (adjacent ? "112233" : "123123")
           : adjacent  ? "112221"
                       : "121212";
}

/* The value of "name=value" among options, or the default. */
static inline char *star_option(const char *options, const char *name, const char *otherwise)
{
    g_auto(GStrv) words = g_strsplit(options, " ", -1);
    for (char **word = words; *word != NULL; word++) {
        g_auto(GStrv) parts = g_strsplit(*word, "=", 2);
        if (parts[0] != NULL && g_str_equal(parts[0], name)) {
            return g_strdup(parts[1]);
        }
    }
    return g_strdup(otherwise);
}

static inline int star_number(const char *options, const char *name, int otherwise)
{
    g_autofree char *value = star_option(options, name, NULL);
    return value == NULL ? otherwise : atoi(value);
}

static inline bool star_has(const char *options, const char *name, const char *wanted)
{
    g_autofree char *value = star_option(options, name, "");
    return g_str_equal(value, wanted);
}

static inline void star_set_up(struct star_judge *judge)
{
    for (struct hole at = star_before; star_next(&at);) {
        const int set = star_triangle(at);
        const bool used = judge->owner[set] != 0 || judge->owner[star_opposite(set)] != 0;
        judge->peg[at.row][at.number] = set != 0 && judge->owner[set] != 0   ? (char)('0' + set)
                                        : set != 0 && !used && judge->filled ? '0'
                                                                             : '.';
    }
}

/* The first position under options such as "players=3 super=1". */
static inline struct star_judge star_begin(const char *options, struct star_counts *counts)
{
    g_autofree char *lock = star_option(options, "lock", "hop");
    g_autofree char *antispoil = star_option(options, "antispoil", "swap");
    struct star_judge judge = { .players = star_number(options, "players", 2),
                                .fillmin = star_number(options, "fillmin", 1),
                                .vacate = star_number(options, "vacate", 0),
                                .by_set = star_has(options, "turns", "set"),
                                .far = star_has(options, "super", "1"),
                                .rest = !star_has(options, "rest", "0"),
                                .filled = star_has(options, "unused", "filled"),
                                .noland = star_has(options, "noland", "1"),
                                .noreturn = star_has(options, "noreturn", "1"),
                                .teams = star_has(options, "teams", "1"),
                                .lock = lock[0] == 'o' ? 'o' : lock[0],
                                .antispoil =
                                    g_str_equal(antispoil, "swaplast") ? 'l' : antispoil[0],
                                .turn = 1,
                                .counts = counts };
    const char *owners = star_owners(judge.players, star_number(options, "sets", 1),
                                     star_has(options, "arrange", "adjacent"));
    for (int set = 1; set <= STAR_SETS; set++) {
        judge.owner[set] = owners[set - 1] - '0';
    }
    star_set_up(&judge);
    return judge;
}

static inline void star_hole_text(GString *text, struct hole at)
{
    g_string_append_printf(text, "%c%d", 'a' + at.row, at.number);
}

static inline char *star_move_text(const struct star_move *move)
{
    GString *text = g_string_new(move->pass ? "pass" : "");
    if (!move->pass) {
        star_hole_text(text, move->from);
        g_string_append_c(text, '-');
        star_hole_text(text, move->to);
    }
    return g_string_free(text, FALSE);
}

static inline char *star_position_text(const struct star_judge *judge)
{
    GString *text = g_string_new(NULL);
    int row = 0;
    for (struct hole at = star_before; star_next(&at); row = at.row) {
        g_string_append(text, at.row == row ? "" : "/");
        g_string_append_c(text, star_peg(judge, at));
    }
    g_string_append_printf(text, " %d", judge->turn);
    for (int player = 1; player <= judge->players; player++) {
        g_string_append_printf(text, "%c%d", player == 1 ? ' ' : ',', judge->made[player]);
    }
    g_string_append_printf(text, " %d %s", judge->passes, judge->outs == 0 ? "-" : "");
    for (int i = 0; i < judge->outs; i++) {
        g_string_append_printf(text, "%s%d", i == 0 ? "" : ",", judge->out[i]);
    }
    return g_string_free(text, FALSE);
}

#endif
