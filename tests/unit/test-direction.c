/* Lines that read otherwise than they are written. */
#include <glib.h>
#include <string.h>

#include "base/plain.h"

#define RLO "\u202e"
#define PDF "\u202c"
#define RLM "\u200f"
#define LRM "\u200e"
#define LRE "\u202a"
#define RLE "\u202b"
#define LRI "\u2066"
#define RLI "\u2067"
#define PDI "\u2069"
#define HEBREW "\u05e9\u05dc\u05d5\u05dd"

static void test_turned(void)
{
    static const char *const lines[] = {
        RLO "1b-1a",
        RLO "1b-1a" PDF,
        "a1" RLO "1c-" PDF,
        RLI LRI "a1" PDI "-" LRI "a3" PDI PDI,
        RLE "a1" LRE "-" PDF "a3" PDF,
        RLM "a1" RLM "-" RLM "a3",
        RLM "a1" LRM "-a3",
        RLM "a1" LRI "-a3" PDI,
        "a\u2068" RLM "1" PDI "-a3",
    };
    for (size_t i = 0; i < G_N_ELEMENTS(lines); i++) {
        g_test_message("%zu", i);
        g_assert_nonnull(direction_turn(lines[i], strlen(lines[i])));
    }
}

/* What programs put around the words of people, and people who write from the right. */
static void test_straight(void)
{
    static const char *const lines[] = {
        "",
        "a1-b1",
        RLM "a1-b1",
        "a1-b1" RLM,
        RLE "a1-b1" PDF,
        LRE "a1-b1" PDF,
        "\u2068ann" PDI,
        RLM " a1-b1 " RLM,
        "a1" LRM "-b1",
        RLO HEBREW PDF,
        RLM HEBREW RLM "a1" LRM " " HEBREW,
        RLM "chat " HEBREW RLM "!",
    };
    for (size_t i = 0; i < G_N_ELEMENTS(lines); i++) {
        g_test_message("%zu", i);
        g_assert_null(direction_turn(lines[i], strlen(lines[i])));
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/direction/turned", test_turned);
    g_test_add_func("/direction/straight", test_straight);
    return g_test_run();
}
