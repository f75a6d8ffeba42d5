/* Challenges: made, answered, withdrawn, lapsed; and the operator's matches. */
#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/random.h"
#include "match/registry.h"
#include "office/discretion.h"
#include "office/play.h"
#include "office/visit.h"
#include "store/outbox.h"
#include "store/returns.h"
#include "view/option_words.h"

/* ---- making a board ---- */

/* What is wanted of a new board, and what stood in the way. */
struct wish {
    const struct game *game;
    struct options options;
    char *from; /* position text, or NULL */
    bool shuffle;
    GPtrArray *players; /* struct player *, in order of seats */
    char *refusal;      /* in words; NULL: none */
};

static void wish_clear(struct wish *wish)
{
    g_clear_pointer(&wish->from, g_free);
    g_clear_pointer(&wish->refusal, g_free);
    g_clear_pointer(&wish->players, g_ptr_array_unref);
}

static bool refuse(struct wish *wish, char *text)
{
    wish->refusal = text;
    return false;
}

/* `who` (NULL: the operator) may have put his password among the names. */
static bool find_players(struct office *office, const struct player *who, const char *const *names,
                         struct wish *wish)
{
    wish->players = g_ptr_array_new_with_free_func((GDestroyNotify)player_free);
    for (; *names != NULL; names++) {
        struct player *player = player_by_name(office->db, *names);
        if (player == NULL) {
            const char *shown = discretion_is_password(who, *names) ? "[password]" : *names;
            return refuse(wish, say(office, "no-player", pairs("name", shown, NULL)));
        }
        g_ptr_array_add(wish->players, player);
        if (player_suspended(office->db, player->id) != 0) {
            return refuse(wish, say(office, "player-suspended", pairs("name", player->name, NULL)));
        }
        for (guint i = 0; i + 1 < wish->players->len; i++) {
            if (((struct player *)wish->players->pdata[i])->id == player->id) {
                return refuse(wish, say(office, "player-twice", pairs("name", *names, NULL)));
            }
        }
    }
    return true;
}

static bool read_options(struct office *office, const char *const *options, struct wish *wish)
{
    options_init(&wish->options, wish->game);
    for (; *options != NULL; options++) {
        const char *key = NULL;
        if (!options_word(&wish->options, wish->game, *options, &key)) {
            return refuse(wish, option_words_refusal(office->words, wish->game, *options, key));
        }
    }
    return true;
}

/* The server's own options. Those for clocks, ratings and privacy are not
 * offered here, and are refused in words. */
static bool read_server_options(struct office *office, const char *const *options,
                                struct wish *wish)
{
    for (; *options != NULL; options++) {
        if (g_ascii_strcasecmp(*options, "--random") == 0) {
            wish->shuffle = true;
        } else if (g_ascii_strncasecmp(*options, "--from=", strlen("--from=")) == 0) {
            g_free(wish->from);
            wish->from = g_strdup(*options + strlen("--from="));
        } else {
            return refuse(wish, say(office, "server-option", pairs("word", *options, NULL)));
        }
    }
    return true;
}

/* Seats as many as were named; if that cannot be, with how many could. */
static bool take_seats(struct office *office, struct wish *wish)
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
    return refuse(wish,
                  say(office, fit ? "seats-asked" : "seats",
                      pairs("count", count, "asked", asked, "seats", seats, "game", title, NULL)));
}

/* Whether the match could begin: seats counted, options tried together. */
static bool try_out(struct office *office, struct wish *wish)
{
    if (!take_seats(office, wish)) {
        return false;
    }
    struct note note = { 0 };
    g_autoptr(Match) match = match_new(wish->game, &wish->options, wish->from, &note);
    if (match == NULL) {
        return refuse(wish, words_note(office->words, wish->game, &note, NULL, NULL));
    }
    match_pass(match);
    if (match->result.over) {
        return refuse(wish, say(office, "from-over", NULL));
    }
    return true;
}

static void shuffle(GPtrArray *players)
{
    for (guint i = players->len; i > 1; i--) {
        guint j = random_below(i);
        gpointer kept = players->pdata[i - 1];
        players->pdata[i - 1] = players->pdata[j];
        players->pdata[j] = kept;
    }
}

/* Stores the challenge; the caller's. */
static struct board *store_challenge(struct office *office, struct wish *wish, gint64 challenger)
{
    if (wish->shuffle) {
        shuffle(wish->players);
    }
    struct board *board = g_new0(struct board, 1);
    board->state = BOARD_CHALLENGE;
    board->game = g_strdup(wish->game->name);
    board->rules = wish->game->rules;
    board->options = options_text(&wish->options, wish->game);
    board->from = g_strdup(wish->from);
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
    board_add(office->db, board);
    office->accepted = true;
    return board;
}

/* ---- challenge ---- */

static bool names_self(const struct wish *wish, const struct player *who)
{
    for (guint i = 0; i < wish->players->len; i++) {
        if (((struct player *)wish->players->pdata[i])->id == who->id) {
            return true;
        }
    }
    return false;
}

static bool within_limits(struct office *office, const struct player *who, struct wish *wish)
{
    if (board_challenges_by(office->db, who->id) >= OFFICE_CHALLENGES_OPEN) {
        return refuse(wish, say(office, "challenges-open", NULL));
    }
    for (guint i = 0; i < wish->players->len; i++) {
        const struct player *other = wish->players->pdata[i];
        if (other->id != who->id &&
            board_challenges_between(office->db, who->id, other->id) >= OFFICE_CHALLENGES_PAIR) {
            return refuse(wish, say(office, "challenges-pair", pairs("name", other->name, NULL)));
        }
        /* Each is a letter to him, and another when it is withdrawn. */
        if (other->id != who->id &&
            board_challenges_since(office->db, who->id, other->id, office->now - CLOCK_DAY) >=
                OFFICE_CHALLENGES_DAY) {
            return refuse(wish, say(office, "challenges-day", pairs("name", other->name, NULL)));
        }
    }
    return true;
}

static bool wish_of_command(struct visit *visit, const struct player *who,
                            const struct command *command, struct wish *wish)
{
    struct office *office = visit->office;
    wish->game = registry_find(command->game);
    if (!find_players(office, who, (const char *const *)command->words, wish) ||
        !read_options(office, (const char *const *)command->options, wish) ||
        !read_server_options(office, (const char *const *)command->server_options, wish)) {
        return false;
    }
    if (!names_self(wish, who)) {
        return refuse(wish, say(office, "challenge-without-you", pairs("name", who->name, NULL)));
    }
    return try_out(office, wish) && within_limits(office, who, wish);
}

/* The wish of a command that can be granted; answers if it cannot. */
static bool grant(struct visit *visit, const struct player *who, const struct command *command,
                  struct wish *wish)
{
    if (wish_of_command(visit, who, command, wish)) {
        return true;
    }
    visit_answer(visit, who, command, g_steal_pointer(&wish->refusal));
    wish_clear(wish);
    return false;
}

bool challenge_possible(struct visit *visit, const struct player *who,
                        const struct command *command)
{
    struct wish wish = { 0 };
    bool possible = grant(visit, who, command, &wish);
    wish_clear(&wish);
    return possible;
}

void challenge_make(struct visit *visit, const struct player *who, const struct command *command)
{
    struct office *office = visit->office;
    struct wish wish = { 0 };
    if (!grant(visit, who, command, &wish)) {
        return;
    }
    g_autoptr(Board) board = store_challenge(office, &wish, who->id);
    wish_clear(&wish);
    bool damaged;
    g_autoptr(Desk) desk = desk_open(office, board->number, &damaged);
    if (desk == NULL) {
        return; /* the store has failed, and the commit will say so */
    }
    const char *title = words_get(office->words, desk->game->name, "title");
    g_autofree char *news =
        say(office, "challenged",
            pairs("name", who->name, "game", title, "options", board->options, NULL));
    letter_news_but(desk, desk_seat(desk, who->id), news, who->name,
                    visit_comment(visit, who, desk));
    visit_answer_board(visit, who, command, desk, say(office, "challenge-made", NULL));
}

/* ---- answers to a challenge ---- */

/* Takes the challenge to the desk for one who sits at it. */
static struct desk *open_challenge(struct visit *visit, const struct player *who,
                                   const struct command *command, int *seat)
{
    g_autoptr(Desk) desk = visit_seat(visit, who, command, seat);
    if (desk == NULL) {
        return NULL;
    }
    if (desk->board->state != BOARD_CHALLENGE) {
        visit_answer_board(visit, who, command, desk, say(visit->office, "no-challenge", NULL));
        return NULL;
    }
    return g_steal_pointer(&desk);
}

static bool all_accepted(const struct board *board)
{
    for (int seat = 0; seat < board->seats; seat++) {
        if (!board->seat[seat].accepted) {
            return false;
        }
    }
    return true;
}

/* The challenge was not accepted in time. */
static void lapse(struct desk *desk)
{
    desk->board->state = BOARD_EXPIRED;
    desk->board->ended = desk->office->now;
    desk_store(desk);
}

static bool in_time(const struct desk *desk)
{
    return desk->office->arrived <=
           desk->board->created + (gint64)OFFICE_CHALLENGE_DAYS * CLOCK_DAY;
}

static void accept_too_late(struct visit *visit, const struct player *who,
                            const struct command *command, struct desk *desk, int seat)
{
    lapse(desk);
    g_autofree char *news = say(visit->office, "lapsed", NULL);
    letter_news_but(desk, seat, news, NULL, NULL);
    visit_answer_board(visit, who, command, desk, g_strdup(news));
}

static void accept(struct visit *visit, const struct player *who, const struct command *command,
                   struct desk *desk, int seat)
{
    struct office *office = visit->office;
    if (desk->board->seat[seat].accepted) {
        visit_answer_board(visit, who, command, desk, say(office, "accepted-already", NULL));
        return;
    }
    desk->board->seat[seat].accepted = true;
    bool starts = all_accepted(desk->board);
    if (starts) {
        desk_start(desk);
    } else {
        desk_store(desk);
    }
    g_autofree char *text =
        say(office, starts ? "accepted-starts" : "accepted", pairs("name", who->name, NULL));
    g_autofree char *own = say(office, starts ? "you-accepted-starts" : "you-accepted", NULL);
    struct play_news news = { .text = text };
    play_tell(desk, seat, &news, who->name, visit_comment(visit, who, desk));
    news.text = own;
    visit_answer_board(visit, who, command, desk, play_news_words(desk, &news, seat));
}

void challenge_accept(struct visit *visit, const struct player *who, const struct command *command)
{
    int seat;
    g_autoptr(Desk) desk = visit_seat(visit, who, command, &seat);
    if (desk == NULL) {
        return;
    }
    if (desk->board->state == BOARD_CHALLENGE && !in_time(desk)) {
        accept_too_late(visit, who, command, desk, seat);
    } else if (desk->board->state == BOARD_CHALLENGE) {
        accept(visit, who, command, desk, seat);
    } else {
        agreement_accept(visit, who, command);
    }
}

void challenge_end(struct desk *desk, int seat, enum board_state state, const char *name,
                   const char *comment)
{
    desk->board->state = state;
    desk->board->ended = desk->office->now;
    desk_store(desk);
    g_autofree char *news = say(desk->office, state == BOARD_DECLINED ? "declined" : "withdrawn",
                                pairs("name", name, NULL));
    letter_news_but(desk, seat, news, name, comment);
}

/* Ends the challenge in `state` as its player asks. */
static void end_challenge(struct visit *visit, const struct player *who,
                          const struct command *command, struct desk *desk, int seat,
                          enum board_state state)
{
    challenge_end(desk, seat, state, who->name, visit_comment(visit, who, desk));
    const char *key = state == BOARD_DECLINED ? "you-declined" : "you-withdrew";
    visit_answer_board(visit, who, command, desk, say(visit->office, key, NULL));
}

void challenge_decline(struct visit *visit, const struct player *who, const struct command *command)
{
    int seat;
    g_autoptr(Desk) desk = open_challenge(visit, who, command, &seat);
    if (desk != NULL) {
        bool own = desk->board->challenger == who->id;
        end_challenge(visit, who, command, desk, seat, own ? BOARD_WITHDRAWN : BOARD_DECLINED);
    }
}

void challenge_withdraw(struct visit *visit, const struct player *who,
                        const struct command *command)
{
    int seat;
    g_autoptr(Desk) desk = open_challenge(visit, who, command, &seat);
    if (desk == NULL) {
        return;
    }
    if (desk->board->challenger != who->id) {
        visit_answer_board(visit, who, command, desk,
                           say(visit->office, "withdraw-not-yours", NULL));
        return;
    }
    end_challenge(visit, who, command, desk, seat, BOARD_WITHDRAWN);
}

/* ---- what time brings ---- */

void office_housekeeping(struct office *office)
{
    g_autoptr(GArray) stale =
        board_stale_challenges(office->db, office->now - (gint64)OFFICE_CHALLENGE_DAYS * CLOCK_DAY);
    for (guint i = 0; i < stale->len; i++) {
        bool damaged;
        g_autoptr(Desk) desk = desk_open(office, g_array_index(stale, gint64, i), &damaged);
        if (desk == NULL) {
            continue;
        }
        lapse(desk);
        g_autofree char *news = say(office, "lapsed", NULL);
        letter_news_but(desk, -1, news, NULL, NULL);
    }
    pending_expire(office->db, office->now);
    tokens_expire(office->db, office->now);
    outbox_expire(office->db, office->now);
    returns_expire(office->db, office->now);
}

/* ---- the operator ---- */

gint64 office_match_create(struct office *office, const char *game, const char *const *names,
                           const char *const *options, GError **error)
{
    struct wish wish = { .game = registry_find(game) };
    g_autoptr(GPtrArray) own = g_ptr_array_new();
    g_autoptr(GPtrArray) servers = g_ptr_array_new();
    for (; *options != NULL; options++) {
        g_ptr_array_add(g_str_has_prefix(*options, "--") ? servers : own, (char *)*options);
    }
    g_ptr_array_add(own, NULL);
    g_ptr_array_add(servers, NULL);
    bool can = find_players(office, NULL, names, &wish) &&
               read_options(office, (const char *const *)own->pdata, &wish) &&
               read_server_options(office, (const char *const *)servers->pdata, &wish) &&
               try_out(office, &wish);
    if (!can) {
        g_set_error_literal(error, POSTMOVE_ERROR, POSTMOVE_ERROR_NO, wish.refusal);
        wish_clear(&wish);
        return 0;
    }
    g_autoptr(Board) board = store_challenge(office, &wish, 0);
    wish_clear(&wish);
    bool damaged;
    g_autoptr(Desk) desk = desk_open(office, board->number, &damaged);
    if (desk == NULL) {
        return board->number; /* the store has failed, and the commit will say so */
    }
    desk_start(desk);
    g_autofree char *text = say(office, "operator-created", NULL);
    struct play_news news = { .text = text };
    play_tell(desk, -1, &news, NULL, NULL);
    return board->number;
}
