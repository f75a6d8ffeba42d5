/* A thousand random games of each main set of options. */
#include "walk.h"

static const struct long_walk rows[] = {
    { "embargo", "" },
    { "embargo", "yard=4" },
    { "embargo", "tunnel=one" },
    { "embargo", "tunnel=off" },
    { "embargo", "players=3" },
    { "embargo", "players=4" },
    { "embargo", "players=4 teams=1" },
    { NULL, NULL },
};

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    add_long_walks(rows);
    return g_test_run();
}
