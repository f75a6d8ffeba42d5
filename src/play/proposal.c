#include "play/proposal.h"

#include "auth/budget.h"
#include "auth/redact.h"
#include "base/random.h"
#include "language/grammar.h"
#include "match/options.h"
#include "render/match_words.h"
#include "store/boards.h"
#include "store/clocks.h"
#include "store/players.h"

void proposal_clear(struct proposal *proposal)
{
    g_clear_pointer(&proposal->terms.from, g_free);
    g_clear_pointer(&proposal->refusal, phrase_unref);
    g_clear_pointer(&proposal->players, g_ptr_array_unref);
}

bool proposal_refuse(struct proposal *proposal, struct phrase *text)
{
    proposal->refusal = text;
    return false;
}

/* ---- who may play whom ---- */

/* That a player has as many matches of a game as they take; NULL if not, or without a limit. */
static struct phrase *full_words(struct run *run, const char *key, const struct player *player,
                                 const struct game *game)
{
    int most = game_limit(run->db, player->id, game->name);
    if (most <= 0 || board_running(run->db, player->id, game->name) < most) {
        return NULL;
    }
    struct values *values = pairs("name", player->name, "word", game->name, NULL);
    with_phrase(values, "game", phrase_title(game));
    return say(key, with_number(values, "most", most));
}

/* Why another player of the same match cannot have one more, in words for somebody else; NULL if
 * they can. Free with g_free. */
static struct phrase *full_refusal(struct run *run, const struct player *other,
                                   const struct game *game)
{
    return other->suspended != 0 ? say("player-suspended", pairs("name", other->name, NULL))
                                 : full_words(run, "limit-other", other, game);
}

struct phrase *eligibility_own(struct run *run, const struct player *who, const struct game *game)
{
    return full_words(run, "limit-own", who, game);
}

static struct phrase *unavailable(const struct player *other, const struct game *game)
{
    return say("unavailable",
               with_phrase(pairs("name", other->name, NULL), "game", phrase_title(game)));
}

struct phrase *eligibility_blocked(struct run *run, const struct player *who,
                                   const struct player *other, const struct game *game)
{
    if (block_has_player(run->db, who->id, other->id)) {
        return say("block-own", pairs("name", other->name, NULL));
    }
    return block_has_player(run->db, other->id, who->id) ? unavailable(other, game) : NULL;
}

/* Why a program takes no match of the game from anybody; NULL if it does. Free with g_free. */
static struct phrase *program_refusal(struct run *run, const struct player *program,
                                      const struct game *game)
{
    const struct bot *bot = config_bot(run->config, program->name);
    const bool plays =
        bot != NULL &&
        (bot->games == NULL || g_strv_contains((const char *const *)bot->games, game->name));
    return plays ? NULL
                 : say(bot == NULL ? "program-off" : "program-games",
                       with_phrase(pairs("name", program->name, NULL), "game", phrase_title(game)));
}

/* Why a program takes no more matches, of `who` or of anybody; NULL if it does. Free with g_free.
 */
static struct phrase *program_full(struct run *run, const struct player *who,
                                   const struct player *program)
{
    const struct bot *bot = config_bot(run->config, program->name);
    const bool full = bot != NULL && board_open_count(run->db, program->id) >= bot->boards;
    const bool enough =
        board_open_between(run->db, who->id, program->id) >= LIMIT_BOARDS_WITH_PROGRAM;
    g_autofree char *most = say_number(LIMIT_BOARDS_WITH_PROGRAM);
    return full || enough ? say(full ? "program-full" : "program-enough",
                                pairs("name", program->name, "most", most, NULL))
                          : NULL;
}

/* Why `who` cannot challenge `other` to a game; NULL if they can. Free with g_free. */
static struct phrase *refusal_of(struct run *run, const struct player *who,
                                 const struct player *other, const struct game *game)
{
    struct phrase *program = other->program ? program_refusal(run, other, game) : NULL;
    if (program != NULL) {
        return program;
    }
    if (other->signed_off != 0) {
        return say("is-away", pairs("name", other->name, NULL));
    }
    struct phrase *refusal = eligibility_blocked(run, who, other, game);
    if (refusal == NULL && block_has_game(run->db, other->id, game->name)) {
        refusal = unavailable(other, game);
    }
    refusal = refusal != NULL ? refusal : full_refusal(run, other, game);
    return refusal != NULL || !other->program ? refusal : program_full(run, who, other);
}

struct phrase *challenge_full(const struct session *session)
{
    struct run *run = session->run;
    struct phrase *refusal = NULL;
    for (int seat = 0; seat < session->board->seats && refusal == NULL; seat++) {
        const struct board_seat *at = &session->board->seat[seat];
        g_autoptr(Player) other = at->accepted ? player_by_id(run->db, at->player) : NULL;
        refusal = other != NULL ? full_refusal(run, other, session->game) : NULL;
    }
    return refusal;
}

struct phrase *eligibility_substitute(const struct session *session, int seat,
                                      const struct player *who)
{
    struct run *run = session->run;
    const struct board *board = session->board;
    if (session_seat(session, who->id) >= 0 || player_is_gone(who)) {
        return say(player_is_gone(who) ? "substitute-away" : "substitute-seated",
                   pairs("name", who->name, NULL));
    }
    struct phrase *refusal =
        who->program           ? program_refusal(run, who, session->game)
        : who->signed_off != 0 ? say("substitute-away", pairs("name", who->name, NULL))
        : block_has_game(run->db, who->id, session->game->name) ? unavailable(who, session->game)
                                                                : NULL;
    refusal = refusal != NULL ? refusal : full_refusal(run, who, session->game);
    for (int other = 0; other < board->seats && refusal == NULL; other++) {
        if (other != seat && block_between(run->db, who->id, board->seat[other].player)) {
            refusal = say("substitute-blocked",
                          pairs("name", who->name, "other", board->seat[other].name, NULL));
        }
    }
    return refusal;
}

char *eligibility_house(struct run *run, const struct player *who, const struct game *game)
{
    const struct bot *house = run->config->house;
    g_autoptr(Player) player = house != NULL ? player_by_name(run->db, house->name) : NULL;
    if (house == NULL || player == NULL || !player->program || !options_seats_fit(game, 2)) {
        return NULL;
    }
    g_autoptr(Phrase) refusal = refusal_of(run, who, player, game);
    return refusal == NULL ? g_strdup_printf("%s %s me %s", game->name,
                                             grammar_row(COMMAND_CHALLENGE)->name, house->name)
                           : NULL;
}

/* ---- what is proposed ---- */

bool proposal_players(struct run *run, const struct player *who, const char *const *names,
                      struct proposal *proposal)
{
    proposal->players = g_ptr_array_new_with_free_func((GDestroyNotify)player_free);
    for (; *names != NULL; names++) {
        struct player *player = player_by_name(run->db, *names);
        const struct player *first =
            proposal->players->len == 1 ? proposal->players->pdata[0] : NULL;
        if (player == NULL && who != NULL && first != NULL && first->id == who->id &&
            names[1] != NULL) {
            /* Other servers have a password there. */
            proposal->secret = true;
            return proposal_refuse(
                proposal, say("challenge-password",
                              pairs("name", who->name, "game", proposal->game->name, NULL)));
        }
        if (player == NULL) {
            proposal->secret = redact_is_password(run, who, *names);
            const char *shown = proposal->secret ? "[password]" : *names;
            struct values *values = pairs("name", shown, NULL);
            return proposal_refuse(proposal, who != NULL ? say("no-player", values)
                                                         : say_operator(run, "no-player", values));
        }
        bool twice = false;
        for (guint i = 0; i < proposal->players->len; i++) {
            twice |= ((const struct player *)proposal->players->pdata[i])->id == player->id;
        }
        g_ptr_array_add(proposal->players, player);
        if (player->suspended != 0) {
            return proposal_refuse(proposal,
                                   say("player-suspended", pairs("name", player->name, NULL)));
        }
        if (twice) {
            return proposal_refuse(proposal, say("player-twice", pairs("name", *names, NULL)));
        }
    }
    return true;
}

/* Sets what is said of the match; a level needs a program among the players. */
static bool read_terms(struct run *run, const char *const *words, struct proposal *proposal)
{
    proposal->refusal = match_settings_read(run, proposal->game, words, &proposal->terms);
    bool program = proposal->terms.level == 0 || proposal->players == NULL;
    for (guint i = 0; !program && i < proposal->players->len; i++) {
        program = ((const struct player *)proposal->players->pdata[i])->program;
    }
    return proposal->refusal == NULL &&
           (program || proposal_refuse(proposal, say("term-level-nobody", NULL)));
}

bool proposal_options(struct run *run, const char *const *options, struct proposal *proposal)
{
    options_init(&proposal->options, proposal->game);
    for (const char *const *word = options; *word != NULL; word++) {
        const char *key = NULL;
        const bool own = !g_str_has_prefix(*word, "--");
        if (own && !options_word(&proposal->options, proposal->game, *word, &key)) {
            struct phrase *meant = match_settings_meant(*word);
            return proposal_refuse(
                proposal, meant != NULL ? meant : option_words_refusal(proposal->game, *word, key));
        }
    }
    return read_terms(run, options, proposal);
}

/* ---- checks ---- */

bool proposal_seats(struct proposal *proposal)
{
    if (proposal->terms.most_rating != 0) {
        return proposal_refuse(proposal, say("term-rating-seek", NULL));
    }
    int named = (int)proposal->players->len;
    if (options_seats(&proposal->options, proposal->game, named)) {
        return true;
    }
    bool fit = options_seats_fit(proposal->game, named);
    struct values *values = with_number(values_new(), "count", named);
    with_number(values, "asked", proposal->options.setup.seats);
    with_phrase(values, "seats", option_words_seats(proposal->game));
    with_phrase(values, "game", phrase_title(proposal->game));
    return proposal_refuse(proposal, say(fit ? "seats-asked" : "seats", values));
}

bool proposal_try(struct proposal *proposal)
{
    struct note note = { 0 };
    g_autoptr(Match) match =
        match_new(proposal->game, &proposal->options, proposal->terms.from, &note);
    if (match == NULL) {
        return proposal_refuse(proposal, phrase_note(proposal->game, &note, NULL, NULL));
    }
    match_pass(match);
    return !match->result.over || proposal_refuse(proposal, say("from-over", NULL));
}

bool proposal_programs(struct run *run, struct proposal *proposal)
{
    for (guint i = 0; i < proposal->players->len && proposal->refusal == NULL; i++) {
        const struct player *player = proposal->players->pdata[i];
        proposal->refusal = player->program ? program_refusal(run, player, proposal->game) : NULL;
    }
    return proposal->refusal == NULL;
}

bool proposal_consent(struct run *run, const struct player *who, struct proposal *proposal)
{
    proposal->refusal = eligibility_own(run, who, proposal->game);
    for (guint i = 0; i < proposal->players->len && proposal->refusal == NULL; i++) {
        const struct player *other = proposal->players->pdata[i];
        if (other->id != who->id) {
            proposal->refusal = refusal_of(run, who, other, proposal->game);
        }
    }
    return proposal->refusal == NULL;
}

bool proposal_within_open(struct run *run, const struct player *who, struct proposal *proposal)
{
    return board_challenges_by(run->db, who->id) < LIMIT_CHALLENGES_OPEN ||
           proposal_refuse(proposal, say("challenges-open", NULL));
}

bool proposal_within_limits(struct run *run, const struct player *who, struct proposal *proposal)
{
    if (!proposal_within_open(run, who, proposal)) {
        return false;
    }
    for (guint i = 0; i < proposal->players->len; i++) {
        const struct player *other = proposal->players->pdata[i];
        if (other->id == who->id) {
            continue;
        }
        const char *key =
            board_challenges_between(run->db, who->id, other->id) >= LIMIT_CHALLENGES_PAIR
                ? "challenges-pair"
            : !budget_allows(run, BUDGET_LETTERS, who->id, other->id, 1) ? "letters-day"
                                                                         : NULL;
        if (key != NULL) {
            return proposal_refuse(proposal, say(key, pairs("name", other->name, NULL)));
        }
    }
    return true;
}

/* ---- storing it ---- */

void proposal_draw_seats(struct board *board)
{
    for (int i = board->seats; i > 1; i--) {
        guint j = random_below((guint)i);
        struct board_seat kept = board->seat[i - 1];
        board->seat[i - 1] = board->seat[j];
        board->seat[j] = kept;
    }
}

struct board *proposal_store(struct run *run, struct proposal *proposal, enum board_state state,
                             gint64 challenger)
{
    struct board *board = g_new0(struct board, 1);
    board->state = state;
    board->game = g_strdup(proposal->game->name);
    board->rules = proposal->game->rules;
    board->options = options_text(&proposal->options, proposal->game);
    match_settings_store(&proposal->terms, board);
    board->rematch_of = proposal->rematch_of;
    board->seats = (int)proposal->players->len;
    board->challenger = challenger;
    board->created = run->now;
    board->to_move = -1;
    for (int seat = 0; seat < board->seats; seat++) {
        const struct player *player = proposal->players->pdata[seat];
        board->seat[seat].player = player->id;
        board->seat[seat].name = g_strdup(player->name);
        board->seat[seat].accepted = challenger == 0 || player->id == challenger;
    }
    if (proposal->terms.random) {
        proposal_draw_seats(board);
    }
    board_add(run->db, board);
    run->accepted = true;
    return board;
}
