/* A thousand random games of each main set of options. */
#include "walk.h"

static const struct long_walk rows[] = {
    { "emergo", "" },        { "emergo", "size=7" },
    { "emergo", "setup=1" }, { "emergo", "stalemate=draw" },
    { NULL, NULL },
};

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    add_long_walks(rows);
    return g_test_run();
}
