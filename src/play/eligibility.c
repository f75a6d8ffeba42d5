#include "play/eligibility.h"

#include "language/grammar.h"
#include "match/options.h"
#include "store/boards.h"
#include "store/clocks.h"
#include "store/players.h"

/* That a player has as many matches of a game as they take; NULL if not, or without a limit. */
static char *full_words(struct run *run, const char *key, const struct player *player,
                        const struct game *game)
{
    int most = game_limit(run->db, player->id, game->name);
    if (most <= 0 || board_running(run->db, player->id, game->name) < most) {
        return NULL;
    }
    g_autofree char *count = g_strdup_printf("%d", most);
    return say(run, key,
               pairs("name", player->name, "most", count, "game",
                     words_get(run->words, game->name, "title"), "word", game->name, NULL));
}

char *eligibility_suspended(struct run *run, const struct player *other)
{
    return other->suspended != 0 ? say(run, "player-suspended", pairs("name", other->name, NULL))
                                 : NULL;
}

/* Why another player of the same match cannot have one more, in words for somebody else; NULL if
 * they can. Free with g_free. */
static char *full_refusal(struct run *run, const struct player *other, const struct game *game)
{
    char *suspended = eligibility_suspended(run, other);
    return suspended != NULL ? suspended : full_words(run, "limit-other", other, game);
}

char *eligibility_house(struct run *run, const struct player *who, const struct game *game)
{
    const struct bot *house = run->config->house;
    g_autoptr(Player) player = house != NULL ? player_by_name(run->db, house->name) : NULL;
    if (house == NULL || player == NULL || !player->program || !options_seats_fit(game, 2)) {
        return NULL;
    }
    g_autofree char *refusal = eligibility_refusal(run, who, player, game);
    return refusal == NULL ? g_strdup_printf("%s %s me %s", game->name,
                                             grammar_row(COMMAND_CHALLENGE)->name, house->name)
                           : NULL;
}

char *eligibility_own(struct run *run, const struct player *who, const struct game *game)
{
    return full_words(run, "limit-own", who, game);
}

static char *unavailable(struct run *run, const struct player *other, const struct game *game)
{
    const char *title = words_get(run->words, game->name, "title");
    return say(run, "unavailable", pairs("name", other->name, "game", title, NULL));
}

char *eligibility_blocked(struct run *run, const struct player *who, const struct player *other,
                          const struct game *game)
{
    char *suspended = eligibility_suspended(run, other);
    if (suspended != NULL) {
        return suspended;
    }
    if (block_has_player(run->db, who->id, other->id)) {
        return say(run, "block-own", pairs("name", other->name, NULL));
    }
    return block_has_player(run->db, other->id, who->id) ? unavailable(run, other, game) : NULL;
}

char *eligibility_program(struct run *run, const struct player *program, const struct game *game)
{
    const struct bot *bot = config_bot(run->config, program->name);
    const bool plays =
        bot != NULL &&
        (bot->games == NULL || g_strv_contains((const char *const *)bot->games, game->name));
    return plays ? NULL
                 : say(run, bot == NULL ? "program-off" : "program-games",
                       pairs("name", program->name, "game",
                             words_get(run->words, game->name, "title"), NULL));
}

/* Why a program takes no more matches, of `who` or of anybody; NULL if it does. Free with g_free.
 */
static char *program_full(struct run *run, const struct player *who, const struct player *program)
{
    const struct bot *bot = config_bot(run->config, program->name);
    const bool full = bot != NULL && board_open_count(run->db, program->id) >= bot->boards;
    const bool enough =
        board_open_between(run->db, who->id, program->id) >= LIMIT_BOARDS_WITH_PROGRAM;
    g_autofree char *most = say_number(LIMIT_BOARDS_WITH_PROGRAM);
    return full || enough ? say(run, full ? "program-full" : "program-enough",
                                pairs("name", program->name, "most", most, NULL))
                          : NULL;
}

char *eligibility_refusal(struct run *run, const struct player *who, const struct player *other,
                          const struct game *game)
{
    char *program = other->program ? eligibility_program(run, other, game) : NULL;
    if (program != NULL) {
        return program;
    }
    if (other->signed_off != 0) {
        return say(run, "is-away", pairs("name", other->name, NULL));
    }
    char *refusal = eligibility_blocked(run, who, other, game);
    if (refusal == NULL && block_has_game(run->db, other->id, game->name)) {
        refusal = unavailable(run, other, game);
    }
    refusal = refusal != NULL ? refusal : full_refusal(run, other, game);
    return refusal != NULL || !other->program ? refusal : program_full(run, who, other);
}

bool challenge_in_time(const struct session *session)
{
    gint64 made = session->board->created;
    gint64 until = made + (gint64)LIMIT_CHALLENGE_DAYS * CLOCK_DAY;
    return session->run->arrived <= outages_lapse(session->run->db, made, until);
}

char *challenge_full(const struct session *session)
{
    struct run *run = session->run;
    char *refusal = NULL;
    for (int seat = 0; seat < session->board->seats && refusal == NULL; seat++) {
        const struct board_seat *at = &session->board->seat[seat];
        g_autoptr(Player) other = at->accepted ? player_by_id(run->db, at->player) : NULL;
        refusal = other != NULL ? full_refusal(run, other, session->game) : NULL;
    }
    return refusal;
}
