/* Any bytes as the text of a position (fuzzed.h tells their form): what a game
 * accepts obeys all laws, and so does every position a play from there leads
 * to. Each further byte is the number of a move; 255 and a byte: that seat
 * leaves the game. Only where a play ends is all looked at. */
#include "laws.h"

enum { PLIES = 64, LEAVE = 255 };

static void leave(struct scene *scene, int seat)
{
    struct result result = { 0 };
    scene->game->result(&scene->now, &result);
    if (seat < scene->setup.seats && !result.over && result.place[seat] == 0 &&
        game_between(scene->game, &scene->now)) {
        scene->game->leave(&scene->now, seat);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct scene scene;
    struct input input = { data, data + size };
    struct move last = { 0 };
    if (!scene_begin(&scene, &input)) {
        return 0;
    }
    laws(&scene);
    for (int ply = 0; ply < PLIES && scene.count > 0 && input.at < input.end; ply++) {
        const int byte = input_byte(&input);
        if (byte == LEAVE) {
            leave(&scene, input_byte(&input) % SEATS_MAX);
            last.length = 0;
        } else {
            last = scene.list[(size_t)byte * scene.count / LEAVE];
            scene.game->apply(&scene.now, &last);
        }
        laws(&scene);
    }
    all_laws(&scene, last.length > 0 ? &last : NULL);
    return 0;
}
