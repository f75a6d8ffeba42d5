#include "captions.h"

void captions_add(const struct race *race, struct figures *figures)
{
    const int half = race->rules.seats / 2;
    for (int seat = 0; race->rules.teams && seat < half; seat++) {
        if (race->gone[seat] == 0) {
            figures->caption[figures->captions++] = (struct note){
                .key = "partners",
                .argument = { { ARGUMENT_SEAT, (int16_t)seat, "" },
                              { ARGUMENT_SEAT, (int16_t)(seat + half), "" } },
            };
        }
    }
    if (race->rules.by_set && !race->over) {
        figures->caption[figures->captions++] = (struct note){
            .key = "set-to-move",
            .argument = { { ARGUMENT_NUMBER, (int16_t)(race->turn + 1), "" } },
        };
    }
}
