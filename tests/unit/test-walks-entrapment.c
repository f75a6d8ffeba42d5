/* A thousand random games of each main set of options. */
#include "walk.h"

static const struct long_walk rows[] = {
    { "entrapment", "" },
    { "entrapment", "stick=1" },
    { "entrapment", "fast=1" },
    { "entrapment", "roamers=4" },
    { "entrapment", "barriers=8" },
    { "entrapment", "barriers=35" },
    { "entrapment", "stick=1 roamers=4" },
    { "entrapment", "stick=1 selfforce=1" },
    { NULL, NULL },
};

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    add_long_walks(rows);
    return g_test_run();
}
