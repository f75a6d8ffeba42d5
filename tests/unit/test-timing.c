/* Time terms as words and as text, and the arithmetic of a clock. */
#include <glib.h>

#include "match/timing.h"
#include "render/match_words.h"
#include "tests/unit/given.h"

enum { HOUR = 3600, DAY = 86400 };

/* Words and the canonical text they give. */
static const struct {
    const char *words;
    const char *text;
} accepted[] = {
    { "", "" },
    { "--time=10d", "time=10d" },
    { "--TIME=10D", "time=10d" },
    { "--time=10", "time=10d" },
    { "--time=10days", "time=10d" },
    { "--time=2w", "time=14d" },
    { "--time=1week3days", "time=10d" },
    { "--time=1d12h", "time=36h" },
    { "--time=10d+12h", "time=10d+12h" },
    { "--time=10d+1", "time=10d+1d" },
    { "--time=10d+12h^15d", "time=10d+12h^15d" },
    { "--time=10d+12h^10d", "time=10d+12h^10d" },
    { "--time=10D+12H^20", "time=10d+12h" }, /* the cap that it has anyway */
    { "--time=10d+12h^20d --time=10d+12h", "time=10d+12h" },
    { "--time=1h", "time=1h" },
    { "--time=8760h", "time=365d" },
    { "--time=36h/move", "time=36h/move" },
    { "--time=2/MOVE", "time=2d/move" },
    { "--time=48hours/turn", "time=2d/move" },
    { "--nag=3", "nag=3d" },
    { "--nag=36h", "nag=36h" },
    { "--forfeit=14", "forfeit=14d" },
    { "--forfeit=Claim", "forfeit=claim" },
    { "--weekends=off", "weekends=off" },
    { "--weekends=on", "" },
    { "--weekends=off --forfeit=claim --nag=3 --time=10d+12h",
      "time=10d+12h nag=3d forfeit=claim weekends=off" },
    { "--time=10d --time=240h", "time=10d" },
};

static bool same(const struct timing *one, const struct timing *other)
{
    return one->total == other->total && one->increment == other->increment &&
           one->cap == other->cap && one->per_move == other->per_move && one->nag == other->nag &&
           one->forfeit == other->forfeit && one->claim == other->claim &&
           one->weekends_off == other->weekends_off;
}

static void take_words(struct timing *timing, const char *words)
{
    g_auto(GStrv) list = g_strsplit(words, " ", -1);
    const char *key = "";
    *timing = (struct timing){ 0 };
    for (char **word = list; *word != NULL; word++) {
        g_assert_true(timing_word(timing, *word, &key));
        g_assert_null(key);
    }
}

static void test_accepted(void)
{
    for (gsize i = 0; i < G_N_ELEMENTS(accepted); i++) {
        struct timing timing, again;
        take_words(&timing, accepted[i].words);
        g_autofree char *text = timing_text(&timing);
        g_assert_cmpstr(text, ==, accepted[i].text);
        g_assert_true(timing_read(&again, text));
        g_assert_true(same(&again, &timing));
        g_assert_true(timing_fits(&timing, NULL));
    }
}

/* The last of the words is refused. */
static const struct {
    const char *words;
    const char *key;
} refused[] = {
    { "--time", "timing-time" },
    { "--time=", "timing-time" },
    { "--time=0", "timing-time" },
    { "--time=0h", "timing-time" },
    { "--time=30m", "timing-time" },
    { "--time=-5d", "timing-time" },
    { "--time=366d", "timing-time" },
    { "--time=8761h", "timing-time" },
    { "--time=99999999999999999999d", "timing-time" },
    { "--time=10d+", "timing-time" },
    { "--time=10d+0h", "timing-time" },
    { "--time=10d^20d", "timing-time" },
    { "--time=10d+12h^", "timing-time" },
    { "--time=10d+12h^0h", "timing-time" },
    { "--time=10d+12h^366d", "timing-time" },
    { "--time=10d+12h^20d/move", "timing-time" },
    { "--time=36h/move^3d", "timing-time" },
    { "--time=10d+12h/move", "timing-time" },
    { "--time=10d/move+12h", "timing-time" },
    { "--time=10d/game", "timing-time" },
    { "--time=10d/", "timing-time" },
    { "--time=12h1d", "timing-time" },
    { "--time=1d1d", "timing-time" },
    { "--time=1.5d", "timing-time" },
    { "--time=d", "timing-time" },
    { "--time=10dd", "timing-time" },
    { "--time=10daysx", "timing-time" },
    { "--nag", "timing-nag" },
    { "--nag=claim", "timing-nag" },
    { "--nag=23h", "timing-nag" },
    { "--nag=366", "timing-nag" },
    { "--nag=3/move", "timing-nag" },
    { "--forfeit=0", "timing-forfeit" },
    { "--forfeit=never", "timing-forfeit" },
    { "--forfeit=claims", "timing-forfeit" },
    { "--weekends", "timing-weekends" },
    { "--weekends=no", "timing-weekends" },
    { "--timer=10d", "timing-unknown" },
    { "-time=10d", "timing-unknown" },
    { "time=10d", "timing-unknown" },
    { "--", "timing-unknown" },
    { "", "timing-unknown" },
    { "--time=10d --time=11d", "timing-twice" },
    { "--time=10d --time=10d/move", "timing-twice" },
    { "--time=10d+1h --time=10d", "timing-twice" },
    { "--time=10d+1h^15d --time=10d+1h", "timing-twice" },
    { "--nag=3 --nag=4", "timing-twice" },
    { "--forfeit=14 --forfeit=claim", "timing-twice" },
    { "--weekends=off --weekends=on", "timing-twice" },
};

static void test_refused(void)
{
    for (gsize i = 0; i < G_N_ELEMENTS(refused); i++) {
        g_auto(GStrv) list = g_strsplit(refused[i].words, " ", -1);
        struct timing timing = { 0 };
        const char *key = NULL;
        const char *last = "";
        for (char **word = list; *word != NULL; word++) {
            g_assert_null(key);
            struct timing before = timing;
            bool taken = timing_word(&timing, *word, &key);
            g_assert_true(taken == (key == NULL));
            g_assert_true(taken || same(&before, &timing));
            last = *word;
        }
        g_test_message("%s", refused[i].words);
        g_assert_cmpstr(*last != '\0' ? key : "timing-unknown", ==, refused[i].key);
    }
}

static void test_fits(void)
{
    static const struct {
        const char *words;
        const char *key;
    } rows[] = {
        { "--time=10d --nag=10", "timing-nag-late" },
        { "--time=10d --nag=9", NULL },
        { "--time=10d+1h --nag=20", NULL },
        { "--time=36h/move --nag=2", "timing-nag-late" },
        { "--time=36h/move --nag=1", NULL },
        { "--forfeit=14 --nag=14", "timing-nag-late" },
        { "--time=30d --forfeit=14 --nag=20", "timing-nag-late" },
        { "--forfeit=claim --nag=60", NULL },
        { "--time=36h/move --forfeit=14", "timing-forfeit-late" },
        { "--time=14d --forfeit=14", "timing-forfeit-late" },
        { "--time=15d --forfeit=14", NULL },
        { "--time=10d+12h --forfeit=14", NULL },
        { "--time=10d+12h^9d", "timing-cap" },
        { "--time=10d+12h^10d", NULL },
        { "--time=365d+12h", NULL },
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        struct timing timing;
        const char *key = "";
        take_words(&timing, rows[i].words);
        g_assert_true(timing_fits(&timing, &key) == (rows[i].key == NULL));
        g_assert_cmpstr(key, ==, rows[i].key);
    }
}

static void test_unreadable(void)
{
    static const char *const texts[] = {
        "time=", "time=10d ",     "nonsense",
        " ",     "nag=3d nag=4d", "time=1d time=1d time=1d time=1d time=1d x"
    };
    for (gsize i = 0; i < G_N_ELEMENTS(texts); i++) {
        struct timing timing = { .nag = 5 };
        struct timing nothing = { 0 };
        g_assert_false(timing_read(&timing, texts[i]));
        g_assert_true(same(&timing, &nothing));
    }
    g_autofree char *endless = g_strnfill(100000, '1');
    g_autofree char *word = g_strconcat("--time=", endless, "d", NULL);
    struct timing timing = { 0 };
    const char *key;
    g_assert_false(timing_word(&timing, word, &key));
    g_assert_cmpstr(key, ==, "timing-time");
}

/* People may give more than the cap allows: turns take none of it away, and add nothing. */
static void test_cap(void)
{
    struct timing timing;
    g_assert_true(timing_read(&timing, "time=10d+2d^15d"));
    g_assert_cmpint(timing_cap(&timing), ==, 15 * DAY);
    g_assert_cmpint(timing_left_after(&timing, 12 * DAY, 0), ==, 14 * DAY);
    g_assert_cmpint(timing_left_after(&timing, 14 * DAY, 0), ==, 15 * DAY);
    g_assert_cmpint(timing_left_after(&timing, 40 * DAY, DAY), ==, 39 * DAY);
    g_assert_cmpint(timing_left_after(&timing, 16 * DAY, 3 * DAY), ==, 15 * DAY);
    g_assert_true(timing_read(&timing, "time=10d+2d"));
    g_assert_cmpint(timing_left_after(&timing, 19 * DAY, 0), ==, 20 * DAY);
    g_assert_true(timing_read(&timing, "time=10d"));
    g_assert_cmpint(timing_left_after(&timing, 10 * DAY, 0), ==, 10 * DAY);
}

/* Whatever the turns take: nothing is negative, used and left are what was given, and no turn lifts
 * the clock above its cap. */
static void test_clock(void)
{
    static const char *const texts[] = { "time=10d",      "time=1h", "time=10d+12h", "time=1h+365d",
                                         "time=36h/move", "",        "time=5d+2d^6d" };
    for (gsize trial = 0; trial < 300; trial++) {
        struct timing timing;
        g_assert_true(timing_read(&timing, texts[trial % G_N_ELEMENTS(texts)]));
        gint64 left = timing_left_at_start(&timing);
        gint64 used = 0, given = left;
        g_assert_cmpint(left, ==, given_by(&timing, 0));
        for (int turn = 1; turn <= 100; turn++) {
            gint64 elapsed = g_test_rand_int_range(-DAY, 3 * DAY);
            gint64 spent = timing_used(left, elapsed);
            g_assert_cmpint(spent, >=, 0);
            g_assert_cmpint(spent, <=, MAX(elapsed, 0));
            const gint64 before = left - spent;
            used += spent;
            left = timing_left_after(&timing, left, elapsed);
            given += left - before;
            g_assert_cmpint(left, >=, 0);
            if (timing.per_move == 0) {
                g_assert_cmpint(used + left, ==, given);
                g_assert_cmpint(given, <=, given_by(&timing, turn));
                g_assert_cmpint(left, <=, MAX(timing_cap(&timing), timing.total));
                g_assert_true(left - before == timing.increment || left == timing_cap(&timing));
            } else {
                g_assert_cmpint(left, ==, timing.per_move);
                g_assert_cmpint(used + left, <=, given_by(&timing, turn));
            }
        }
    }
}

static void test_what_silence_brings(void)
{
    static const struct {
        const char *text;
        int days;
        bool claim, clocked;
    } rows[] = {
        { "", 30, true, false },
        { "nag=3d", 30, true, false },
        { "forfeit=claim", 30, true, false },
        { "forfeit=14d", 14, false, false },
        { "time=10d", 0, false, true },
        { "time=10d forfeit=claim", 0, true, true },
        { "time=36h/move", 0, false, true },
        { "time=30d forfeit=14d", 14, false, true },
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        struct timing timing;
        g_assert_true(timing_read(&timing, rows[i].text));
        g_assert_cmpint(timing_silence(&timing), ==, (gint64)rows[i].days * DAY);
        g_assert_true(timing_needs_claim(&timing) == rows[i].claim);
        g_assert_true(timing_is_clocked(&timing) == rows[i].clocked);
    }
}

/* ---- in words ---- */

static void test_words(void)
{
    static const struct {
        const char *text, *words;
    } rows[] = {
        { "", "When a player has been silent for 30 days, the others may claim the match." },
        { "time=10d+36h",
          "Each player has 10 days for the whole match, and 1 day 12 hours more "
          "with each turn, up to 20 days. A player who runs out of time forfeits." },
        { "time=1h/move nag=1d forfeit=claim weekends=off",
          "Each turn has 1 hour. When a player runs out of time, the others may claim the match. "
          "A reminder is sent after 1 day of silence. Saturdays and Sundays do not count." },
        { "time=30d forfeit=14d",
          "Each player has 30 days for the whole match. A player who runs out of time forfeits. "
          "A player who is silent for 14 days forfeits." },
    };
    g_autoptr(GError) error = NULL;
    g_autoptr(Words) words = words_load("templates", &error);
    g_assert_no_error(error);
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        struct timing timing;
        g_assert_true(timing_read(&timing, rows[i].text));
        g_autofree char *said = words_said(words, timing_words(&timing));
        g_assert_cmpstr(said, ==, rows[i].words);
    }
    /* Every reason has its words. */
    for (gsize i = 0; i < G_N_ELEMENTS(refused); i++) {
        g_autofree char *said =
            words_said(words, phrase_key("time", refused[i].key, pairs("word", "--x=y", NULL)));
        g_assert_false(g_str_has_prefix(said, "["));
    }
}

static void test_spans(void)
{
    static const struct {
        gint64 seconds;
        const char *words;
    } rows[] = {
        { -5, "no time" },
        { 59, "1 minute" },
        { 60, "1 minute" },
        { 3 * HOUR + 7 * 60 + 5, "3 hours 7 minutes" },
        { 2 * DAY + 7 * 60, "2 days" },
        { DAY + 23 * HOUR + 59 * 60, "1 day 23 hours" },
        { (gint64)400 * DAY, "400 days" },
    };
    g_autoptr(Words) words = words_load("templates", NULL);
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *said = words_said(words, phrase_span(rows[i].seconds));
        g_assert_cmpstr(said, ==, rows[i].words);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/timing/accepted", test_accepted);
    g_test_add_func("/timing/refused", test_refused);
    g_test_add_func("/timing/fits", test_fits);
    g_test_add_func("/timing/unreadable", test_unreadable);
    g_test_add_func("/timing/clock", test_clock);
    g_test_add_func("/timing/cap", test_cap);
    g_test_add_func("/timing/what silence brings", test_what_silence_brings);
    g_test_add_func("/timing/words", test_words);
    g_test_add_func("/timing/spans", test_spans);
    return g_test_run();
}
