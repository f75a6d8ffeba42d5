/* A thousand random games of each main set of options. */
#include "walk.h"

static const struct long_walk rows[] = {
    { "halma", "" },
    { "halma", "size=10" },
    { "halma", "size=16" },
    { "halma", "players=4" },
    { "halma", "size=10 players=4" },
    { "halma", "size=16 players=4" },
    { "halma", "super=1" },
    { NULL, NULL },
};

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    add_long_walks(rows);
    return g_test_run();
}
