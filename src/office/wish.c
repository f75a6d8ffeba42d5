#include "office/wish.h"

#include "base/clock.h"
#include "base/random.h"
#include "office/budget.h"
#include "office/consent.h"
#include "office/discretion.h"
#include "office/phrase.h"
#include "render/option_words.h"

void wish_clear(struct wish *wish)
{
    terms_clear(&wish->terms);
    g_clear_pointer(&wish->refusal, g_free);
    g_clear_pointer(&wish->players, g_ptr_array_unref);
}

bool wish_refuse(struct wish *wish, char *text)
{
    wish->refusal = text;
    return false;
}

/* ---- what was asked for ---- */

static bool has_player(const struct wish *wish, gint64 player)
{
    for (guint i = 0; i < wish->players->len; i++) {
        if (((const struct player *)wish->players->pdata[i])->id == player) {
            return true;
        }
    }
    return false;
}

bool wish_players(struct office *office, const struct player *who, const char *const *names,
                  struct wish *wish)
{
    wish->players = g_ptr_array_new_with_free_func((GDestroyNotify)player_free);
    for (; *names != NULL; names++) {
        struct player *player = player_by_name(office->db, *names);
        if (player == NULL) {
            wish->secret = discretion_is_password(office, who, *names);
            const char *shown = wish->secret ? "[password]" : *names;
            struct values *values = pairs("name", shown, NULL);
            return wish_refuse(wish, who != NULL ? say(office, "no-player", values)
                                                 : say_operator(office, "no-player", values));
        }
        bool twice = has_player(wish, player->id);
        g_ptr_array_add(wish->players, player);
        char *suspended = consent_suspended(office, player);
        if (suspended != NULL) {
            return wish_refuse(wish, suspended);
        }
        if (twice) {
            return wish_refuse(wish, say(office, "player-twice", pairs("name", *names, NULL)));
        }
    }
    return true;
}

bool wish_options(struct office *office, const char *const *options, struct wish *wish)
{
    options_init(&wish->options, wish->game);
    for (; *options != NULL; options++) {
        const char *key = NULL;
        if (!options_word(&wish->options, wish->game, *options, &key)) {
            char *meant = terms_meant(office, *options);
            return wish_refuse(wish, meant != NULL ? meant
                                                   : option_words_refusal(office->words, wish->game,
                                                                          *options, key));
        }
    }
    return true;
}

bool wish_terms(struct office *office, const char *const *words, struct wish *wish)
{
    wish->refusal = terms_read(office, wish->game, words, &wish->terms);
    return wish->refusal == NULL;
}

/* ---- whether it can be ---- */

bool wish_seats(struct office *office, struct wish *wish)
{
    int named = (int)wish->players->len;
    if (options_seats(&wish->options, wish->game, named)) {
        return true;
    }
    bool fit = options_seats_fit(wish->game, named);
    g_autofree char *count = g_strdup_printf("%d", named);
    g_autofree char *asked = g_strdup_printf("%d", wish->options.setup.seats);
    g_autofree char *seats = option_words_seats(office->words, wish->game);
    const char *title = words_get(office->words, wish->game->name, "title");
    return wish_refuse(
        wish, say(office, fit ? "seats-asked" : "seats",
                  pairs("count", count, "asked", asked, "seats", seats, "game", title, NULL)));
}

bool wish_try(struct office *office, struct wish *wish)
{
    struct note note = { 0 };
    g_autoptr(Match) match = match_new(wish->game, &wish->options, wish->terms.from, &note);
    if (match == NULL) {
        return wish_refuse(wish, words_note(office->words, wish->game, &note, NULL, NULL));
    }
    match_pass(match);
    return !match->result.over || wish_refuse(wish, say(office, "from-over", NULL));
}

bool wish_consent(struct office *office, const struct player *who, struct wish *wish)
{
    wish->refusal = consent_own(office, who, wish->game);
    for (guint i = 0; i < wish->players->len && wish->refusal == NULL; i++) {
        const struct player *other = wish->players->pdata[i];
        if (other->id != who->id) {
            wish->refusal = consent_refusal(office, who, other, wish->game);
        }
    }
    return wish->refusal == NULL;
}

bool wish_within_open(struct office *office, const struct player *who, struct wish *wish)
{
    return board_challenges_by(office->db, who->id) < OFFICE_CHALLENGES_OPEN ||
           wish_refuse(wish, say(office, "challenges-open", NULL));
}

bool wish_within_limits(struct office *office, const struct player *who, struct wish *wish)
{
    if (!wish_within_open(office, who, wish)) {
        return false;
    }
    for (guint i = 0; i < wish->players->len; i++) {
        const struct player *other = wish->players->pdata[i];
        if (other->id != who->id &&
            board_challenges_between(office->db, who->id, other->id) >= OFFICE_CHALLENGES_PAIR) {
            return wish_refuse(wish,
                               say(office, "challenges-pair", pairs("name", other->name, NULL)));
        }
        /* Each is a letter to him, and another when it is withdrawn. */
        if (other->id != who->id &&
            board_challenges_in(office->db, who->id, other->id,
                                clock_span(office->now, CLOCK_DAY)) >= OFFICE_CHALLENGES_DAY) {
            return wish_refuse(wish,
                               say(office, "challenges-day", pairs("name", other->name, NULL)));
        }
        if (other->id != who->id && !budget_letter_allowed(office, who->id, other->id)) {
            return wish_refuse(wish, say(office, "letters-day", pairs("name", other->name, NULL)));
        }
    }
    return true;
}

/* ---- storing it ---- */

void wish_draw_seats(struct board *board)
{
    for (int i = board->seats; i > 1; i--) {
        guint j = random_below((guint)i);
        struct board_seat kept = board->seat[i - 1];
        board->seat[i - 1] = board->seat[j];
        board->seat[j] = kept;
    }
}

struct board *wish_store(struct office *office, struct wish *wish, enum board_state state,
                         gint64 challenger)
{
    struct board *board = g_new0(struct board, 1);
    board->state = state;
    board->game = g_strdup(wish->game->name);
    board->rules = wish->game->rules;
    board->options = options_text(&wish->options, wish->game);
    terms_store(&wish->terms, board);
    board->rematch_of = wish->rematch_of;
    board->seats = (int)wish->players->len;
    board->challenger = challenger;
    board->created = office->now;
    board->to_move = -1;
    for (int seat = 0; seat < board->seats; seat++) {
        const struct player *player = wish->players->pdata[seat];
        board->seat[seat].player = player->id;
        board->seat[seat].name = g_strdup(player->name);
        board->seat[seat].accepted = challenger == 0 || player->id == challenger;
    }
    if (wish->terms.random) {
        wish_draw_seats(board);
    }
    board_add(office->db, board);
    office->accepted = true;
    return board;
}
