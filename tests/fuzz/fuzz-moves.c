/*
 * Any bytes as text of moves and as moves, in any position (fuzzed.h tells
 * how it is given). Behind it stand, one after the other,
 *
 *   # and a byte     the legal move of that number is played
 *   % and 2 bytes    a legal move, one byte of it changed to all that it can be,
 *                    goes to both judges
 *   ! and 16 bytes   these go to both judges as they are
 *   else a line      read as a move and, if it is legal, played
 *
 * A line that is to begin with one of those signs has a blank before it.
 */
#include "laws.h"

enum { STEPS = 24 };

static void play(struct scene *scene, const struct move *move)
{
    scene->game->apply(&scene->now, move);
    laws(scene);
}

static void judge_changed(const struct scene *scene, struct input *input)
{
    struct move move = scene->list[(size_t)input_byte(input) * scene->count / 256];
    uint8_t *byte = (uint8_t *)&move + input_byte(input) % (move.length + 2);
    struct note note;
    for (int value = 0; value <= UINT8_MAX; value++) {
        *byte = (uint8_t)value;
        law_of_judges(scene, &move, &note);
    }
}

static void judge_any(const struct scene *scene, struct input *input)
{
    struct move move;
    struct note note;
    for (size_t i = 0; i < sizeof move; i++) {
        ((uint8_t *)&move)[i] = (uint8_t)input_byte(input);
    }
    if (!law_of_judges(scene, &move, &note)) {
        law_of_notes(scene, &note);
    }
}

static void read_text(struct scene *scene, struct input *input)
{
    g_autofree char *line = input_line(input);
    const char *text = *line == ' ' ? line + 1 : line;
    struct move move;
    if (law_of_parsing(scene, text, strlen(text), &move) == PARSED_MOVE &&
        move_listed(scene, &move)) {
        law_of_move(scene, &move);
        play(scene, &move);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct scene scene;
    struct input input = { data, data + size };
    if (!scene_begin(&scene, &input)) {
        return 0;
    }
    laws(&scene);
    for (int step = 0; step < STEPS && input.at < input.end && scene.count > 0; step++) {
        const int kind = *input.at;
        input.at += strchr("#%!", kind) != NULL;
        if (kind == '#') {
            play(&scene, &scene.list[(size_t)input_byte(&input) * scene.count / 256]);
        } else if (kind == '%') {
            judge_changed(&scene, &input);
        } else if (kind == '!') {
            judge_any(&scene, &input);
        } else {
            read_text(&scene, &input);
        }
    }
    return 0;
}
