/*
 * heard.h: a board as somebody knows it who has only heard it described (render/listing.h).
 *
 * heard_read takes the lines in words and makes pieces, bars and sentences of them. It knows
 * how the templates say things, and nothing of the position.
 */
#ifndef POSTMOVE_TEST_HEARD_H
#define POSTMOVE_TEST_HEARD_H

#include <glib.h>
#include <string.h>

#include "games/game.h"

/* The names of the seats, chosen so that no name begins another. */
static const char *const heard_names[SEATS_MAX] = { "ann (O)",  "bob (X)", "carl (3)",
                                                    "dora (4)", "eve (5)", "fred (6)" };

struct heard_piece {
    int owner; /* -1: nobody */
    int set;   /* 0: the line has none */
    int own, under, whose;
};

struct heard {
    int mover;            /* -1: nobody is to move */
    GHashTable *pieces;   /* square: struct heard_piece */
    GHashTable *bars;     /* place: GINT_TO_POINTER(owner + 1), 0: a standing one */
    GPtrArray *sentences; /* all other lines */
    GString *changes;     /* the lines about the last turn */
    int squares, empty;
};

static int heard_seat(const char *name)
{
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        if (g_str_equal(name, heard_names[seat])) {
            return seat;
        }
    }
    g_assert_cmpstr(name, ==, "nobody");
    return -1;
}

/* The lines, each joined with its continuation lines. */
static GPtrArray *heard_lines(const char *text)
{
    GPtrArray *lines = g_ptr_array_new_with_free_func(g_free);
    g_auto(GStrv) parts = g_strsplit(text, "\n", -1);
    for (char **part = parts; *part != NULL; part++) {
        g_assert_cmpint(g_utf8_strlen(*part, -1), <=, 72);
        if (g_str_has_prefix(*part, "  and ") && lines->len > 0) {
            char *line = lines->pdata[lines->len - 1];
            lines->pdata[lines->len - 1] = g_strconcat(line, *part + strlen("  and"), NULL);
            g_free(line);
        } else if (**part != '\0') {
            g_ptr_array_add(lines, g_strdup(*part));
        }
    }
    return lines;
}

/* The groups of a line that fits; NULL: it does not. Free with g_strfreev. */
static char **heard_match(const char *pattern, const char *line)
{
    g_autoptr(GMatchInfo) info = NULL;
    g_autoptr(GRegex) regex = g_regex_new(pattern, 0, 0, NULL);
    g_assert_nonnull(regex);
    return g_regex_match(regex, line, 0, &info) ? g_match_info_fetch_all(info) : NULL;
}

static int heard_number(const char *text)
{
    return (int)g_ascii_strtoll(text, NULL, 10);
}

static void heard_put(struct heard *heard, const char *square, struct heard_piece piece)
{
    g_assert_false(g_hash_table_contains(heard->pieces, square));
    g_hash_table_insert(heard->pieces, g_strdup(square), g_memdup2(&piece, sizeof piece));
}

static void heard_take_item(struct heard *heard, const char *kind, int owner, int set,
                            const char *item)
{
    if (strstr(kind, "barrier") != NULL) {
        g_assert_true(g_hash_table_insert(heard->bars, g_strdup(item), GINT_TO_POINTER(owner + 1)));
        return;
    }
    struct heard_piece piece = { owner, set, 1, 0, -1 };
    g_auto(GStrv) tall = heard_match("^(\\S+) with (\\d+) m[ae]n(?: on (\\d+) of (.*))?$", item);
    if (strstr(kind, "several men") == NULL) {
        g_assert_null(tall);
        heard_put(heard, item, piece);
        return;
    }
    g_assert_nonnull(tall);
    piece.own = heard_number(tall[2]);
    if (tall[3] != NULL && *tall[3] != '\0') {
        piece.under = heard_number(tall[3]);
        piece.whose = heard_seat(tall[4]);
    }
    heard_put(heard, tall[1], piece);
}

/* "ann (O), set 2, 3 men: a1, b1, c1" and the like. */
static bool heard_take_list(struct heard *heard, const char *line)
{
    g_auto(GStrv) parts =
        heard_match("^(.*?)(?:'s)?, (?:set (\\d), )?(\\d+) ?([a-z ]*): (.*)$", line);
    if (parts == NULL || strstr(line, "in hand") != NULL) {
        return false;
    }
    const bool standing = g_str_equal(parts[1], "Standing barriers, nobody");
    const int owner = standing ? -1 : heard_seat(parts[1]);
    const int count = heard_number(parts[3]);
    g_auto(GStrv) items = g_strsplit(parts[5], ", ", -1);
    g_assert_cmpuint(g_strv_length(items), ==, (guint)count);
    for (char **item = items; *item != NULL; item++) {
        heard_take_item(heard, standing ? "barriers" : parts[4], owner, heard_number(parts[2]),
                        *item);
    }
    return true;
}

static void heard_take(struct heard *heard, const char *line)
{
    g_auto(GStrv) mover = heard_match("^To move: (.*)\\.$", line);
    g_auto(GStrv) size = heard_match("^The board has (\\d+) [a-z]+; (\\d+) of them", line);
    g_auto(GStrv) change = heard_match("^Last turn: |^\\S+: .* now; before, ", line);
    if (mover != NULL) {
        heard->mover = heard_seat(mover[1]);
    } else if (size != NULL) {
        heard->squares = heard_number(size[1]);
        heard->empty = heard_number(size[2]);
    } else if (change != NULL) {
        g_string_append_printf(heard->changes, "%s\n", line);
    } else if (!heard_take_list(heard, line)) {
        g_ptr_array_add(heard->sentences, g_strdup(line));
    }
}

static void heard_read(const char *text, struct heard *heard)
{
    *heard = (struct heard){
        .mover = -1,
        .pieces = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free),
        .bars = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL),
        .sentences = g_ptr_array_new_with_free_func(g_free),
        .changes = g_string_new(NULL),
    };
    g_autoptr(GPtrArray) lines = heard_lines(text);
    for (guint i = 0; i < lines->len; i++) {
        heard_take(heard, lines->pdata[i]);
    }
    g_assert_cmpuint(g_hash_table_size(heard->pieces), ==, (guint)(heard->squares - heard->empty));
}

static void heard_clear(struct heard *heard)
{
    g_hash_table_unref(heard->pieces);
    g_hash_table_unref(heard->bars);
    g_ptr_array_unref(heard->sentences);
    g_string_free(heard->changes, TRUE);
}

/* The groups of the first sentence that fits; NULL: there is none. Free with g_strfreev. */
static char **heard_sentence(const struct heard *heard, const char *pattern)
{
    for (guint i = 0; i < heard->sentences->len; i++) {
        char **groups = heard_match(pattern, heard->sentences->pdata[i]);
        if (groups != NULL) {
            return groups;
        }
    }
    return NULL;
}

/* The number in a sentence with a name for its %s; 0: there is none. */
static int heard_count(const struct heard *heard, const char *pattern, int seat)
{
    g_autofree char *name = g_regex_escape_string(heard_names[seat], -1);
    g_auto(GStrv) parts = g_strsplit(pattern, "%s", 2);
    g_autofree char *whole = g_strconcat(parts[0], name, parts[1] != NULL ? parts[1] : NULL, NULL);
    g_auto(GStrv) groups = heard_sentence(heard, whole);
    return groups != NULL ? heard_number(groups[1]) : 0;
}

#endif
