#include "office/consent.h"

#include "office/phrase.h"
#include "store/blocks.h"

/* Whether a player has as many matches of a game as he takes; then *most is how
 * many these are. */
static bool is_full(struct office *office, gint64 player, const struct game *game, int *most)
{
    *most = game_limit(office->db, player, game->name);
    return *most > 0 && board_running(office->db, player, game->name) >= *most;
}

static char *full_words(struct office *office, const char *key, const char *name,
                        const struct game *game, int most)
{
    g_autofree char *count = g_strdup_printf("%d", most);
    return say(office, key,
               pairs("name", name, "most", count, "game",
                     words_get(office->words, game->name, "title"), "word", game->name, NULL));
}

char *consent_suspended(struct office *office, const struct player *other)
{
    return player_suspended(office->db, other->id) != 0
               ? say(office, "player-suspended", pairs("name", other->name, NULL))
               : NULL;
}

char *consent_full(struct office *office, const struct player *other, const struct game *game)
{
    int most;
    char *suspended = consent_suspended(office, other);
    if (suspended != NULL) {
        return suspended;
    }
    return is_full(office, other->id, game, &most)
               ? full_words(office, "limit-other", other->name, game, most)
               : NULL;
}

char *consent_own(struct office *office, const struct player *who, const struct game *game)
{
    int most;
    return is_full(office, who->id, game, &most)
               ? full_words(office, "limit-own", who->name, game, most)
               : NULL;
}

static char *unavailable(struct office *office, const struct player *other, const struct game *game)
{
    const char *title = words_get(office->words, game->name, "title");
    return say(office, "unavailable", pairs("name", other->name, "game", title, NULL));
}

char *consent_blocked(struct office *office, const struct player *who, const struct player *other,
                      const struct game *game)
{
    char *suspended = consent_suspended(office, other);
    if (suspended != NULL) {
        return suspended;
    }
    if (block_has_player(office->db, who->id, other->id)) {
        return say(office, "block-own", pairs("name", other->name, NULL));
    }
    return block_has_player(office->db, other->id, who->id) ? unavailable(office, other, game)
                                                            : NULL;
}

char *consent_refusal(struct office *office, const struct player *who, const struct player *other,
                      const struct game *game)
{
    if (other->signed_off != 0) {
        return say(office, "is-away", pairs("name", other->name, NULL));
    }
    char *refusal = consent_blocked(office, who, other, game);
    if (refusal == NULL && block_has_game(office->db, other->id, game->name)) {
        refusal = unavailable(office, other, game);
    }
    return refusal != NULL ? refusal : consent_full(office, other, game);
}
