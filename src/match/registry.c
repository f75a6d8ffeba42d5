#include "match/registry.h"

#include <glib.h>
#include <string.h>

#define GAME(name) extern const struct game game_##name;
#include "games.list"
#undef GAME

#define GAME(name) &game_##name,
const struct game *const registry_games[] = {
#include "games.list"
    NULL
};
#undef GAME

#define GAME(name) #name,
static const char *const names[] = {
#include "games.list"
    NULL
};
#undef GAME

const char *const *registry_names(void)
{
    return names;
}

const struct game *registry_find(const char *name)
{
    for (const struct game *const *game = registry_games; *game != NULL; game++) {
        if (g_str_equal((*game)->name, name)) {
            return *game;
        }
    }
    return NULL;
}

const struct game *registry_meant(const char *word)
{
    g_autofree char *lower = g_ascii_strdown(word, -1);
    const struct game *found = registry_find(lower);
    if (found != NULL || strlen(lower) < REGISTRY_LETTERS) {
        return found;
    }
    for (const struct game *const *game = registry_games; *game != NULL; game++) {
        if (g_str_has_prefix((*game)->name, lower)) {
            if (found != NULL) {
                return NULL;
            }
            found = *game;
        }
    }
    return found;
}
