/* A thousand random games of each main set of options. */
#include "walk.h"

static const struct long_walk rows[] = {
    { "chinesecheckers", "" },
    { "chinesecheckers", "super=1" },
    { "chinesecheckers", "unused=filled" },
    { "chinesecheckers", "players=3" },
    { "chinesecheckers", "players=4" },
    { "chinesecheckers", "players=6" },
    { "chinesecheckers", "players=3 sets=2" },
    { "chinesecheckers", "sets=3" },
    { NULL, NULL },
};

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    add_long_walks(rows);
    return g_test_run();
}
