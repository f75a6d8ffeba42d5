/* The words of the group "view", and what each may ask for. */
#include "view/own_needs.h"

/* What the meaning of a sign may ask for. */
#define SIGNS "piece left yard empty standing flat upright crossed first second"

const struct words_need own_needs[] = {
    { "view", "seat", "number" },
    { "view", "moved", SIGNS },
    { "view", "moved-from", SIGNS },
    { "view", "left", SIGNS },
    { "view", "gone", SIGNS },
    { "view", "caps", SIGNS },
    { "view", "forced", SIGNS },
    { "view", "bars", SIGNS },
    { "view", "bars-drawn", SIGNS },
    { "view", "bars-moved", SIGNS },
    { "view", "bars-standing", SIGNS },
    { "view", "yard", SIGNS },
    { "view", "wall", SIGNS },
    { "view", "wall-crossed", SIGNS },
    { "view", "names", SIGNS },
    { "view", "men", "men" },
    { "view", "man", "letter drawn" },
    { "view", "tall", "" },
    { "view", "or", "" },
    { "view", "and", "" },
    { "view", "list-mover", "who" },
    { "view", "list-over", "" },
    { "view", "list-last", "from to" },
    { "view", "list-last-from", "from" },
    { "view", "list-change", "place now before" },
    { "view", "list-men", "who set count one" },
    { "view", "list-none", "who" },
    { "view", "list-talls", "who count one" },
    { "view", "list-tall", "place own one under whose" },
    { "view", "list-bars", "who count one" },
    { "view", "list-standing", "count" },
    { "view", "list-walls", "who" },
    { "view", "list-walls-upright", "who" },
    { "view", "list-walls-crossed", "who" },
    { "view", "list-forced", "who" },
    { "view", "list-yard", "" },
    { "view", "list-size", "count empty" },
    { "view", "list-what-empty", "" },
    { "view", "list-what-man", "who set" },
    { "view", "list-what-tall", "who own one under whose" },
    { "view", "list-what-bar", "who" },
    { "view", "list-what-standing", "" },
    { "view", "list-nobody", "" },
};

const size_t own_needs_count = G_N_ELEMENTS(own_needs);
