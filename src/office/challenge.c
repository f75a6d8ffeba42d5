/* Challenges: made, answered, withdrawn, lapsed; and the operator's matches. */
#include "office/challenge.h"

#include "base/clock.h"
#include "base/error.h"
#include "match/registry.h"
#include "office/consent.h"
#include "office/play.h"
#include "office/rounds.h"
#include "office/seek.h"
#include "office/slow_news.h"
#include "store/budgets.h"
#include "store/outages.h"
#include "store/outbox.h"
#include "store/returns.h"
#include "store/watches.h"

/* ---- challenge ---- */

/* The names of a challenge in order of seats; who leaves his own out sits first.
 * The caller's, but not the names. */
static GPtrArray *seats_named(const struct player *who, const struct command *command)
{
    GPtrArray *names = g_ptr_array_new();
    bool named = false;
    for (int i = 0; command->words[i] != NULL; i++) {
        named |= g_ascii_strcasecmp(command->words[i], who->name) == 0;
        g_ptr_array_add(names, command->words[i]);
    }
    if (!named) {
        g_ptr_array_insert(names, 0, who->name);
    }
    g_ptr_array_add(names, NULL);
    return names;
}

static bool wish_of_command(struct visit *visit, const struct player *who,
                            const struct command *command, struct wish *wish)
{
    struct office *office = visit->office;
    g_autoptr(GPtrArray) names = seats_named(who, command);
    wish->game = registry_find(command->game);
    return wish_players(office, who, (const char *const *)names->pdata, wish) &&
           wish_options(office, (const char *const *)command->options, wish) &&
           wish_terms(office, (const char *const *)command->server_options, wish) &&
           wish_seats(office, wish) && wish_try(office, wish) && wish_consent(office, who, wish) &&
           wish_within_limits(office, who, wish);
}

/* The wish of a command that can be granted; answers if it cannot. */
static bool grant(struct visit *visit, const struct player *who, const struct command *command,
                  struct wish *wish)
{
    if (wish_of_command(visit, who, command, wish)) {
        return true;
    }
    visit_answer(visit, who, wish->secret ? NULL : command, g_steal_pointer(&wish->refusal));
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

void challenge_send(struct visit *visit, const struct player *who, const struct command *command,
                    struct wish *wish, const char *key)
{
    struct office *office = visit->office;
    g_autoptr(Board) board = wish_store(office, wish, BOARD_CHALLENGE, who->id);
    bool damaged;
    g_autoptr(Desk) desk = desk_open(office, board->number, &damaged);
    if (desk == NULL) {
        return; /* the store has failed, and the commit will say so */
    }
    const char *title = words_get(office->words, desk->game->name, "title");
    g_autofree char *of = g_strdup_printf("%" G_GINT64_FORMAT, board->rematch_of);
    g_autofree char *options = terms_text(board);
    g_autofree char *news = say(
        office, key, pairs("name", who->name, "game", title, "options", options, "of", of, NULL));
    slow_news_tell(desk, desk_seat(desk, who->id), news, who, visit_comment(visit, who, desk));
    visit_answer_board(visit, who, command, desk, say(office, "challenge-made", NULL));
}

void challenge_make(struct visit *visit, const struct player *who, const struct command *command)
{
    struct wish wish = { 0 };
    if (grant(visit, who, command, &wish)) {
        challenge_send(visit, who, command, &wish, "challenged");
        wish_clear(&wish);
    }
}

/* ---- answers to a challenge ---- */

/* Takes the challenge to the desk for one who sits at it; NULL after an answer,
 * which for a seek is that he has left it. */
static struct desk *open_challenge(struct visit *visit, const struct player *who,
                                   const struct command *command, int *seat)
{
    g_autoptr(Desk) desk = visit_seat(visit, who, command, seat);
    if (desk == NULL) {
        return NULL;
    }
    if (desk->board->state == BOARD_SEEK) {
        seek_leave(visit, who, command, desk, *seat);
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

void challenge_lapse(struct desk *desk, int but_seat)
{
    bool seek = desk->board->state == BOARD_SEEK;
    desk->board->state = BOARD_EXPIRED;
    desk->board->ended = desk->office->now;
    desk_store(desk);
    g_autofree char *news = say(desk->office, seek ? "seek-lapsed" : "lapsed", NULL);
    letter_news_but(desk, but_seat, news, NULL, NULL);
}

bool challenge_in_time(const struct desk *desk)
{
    gint64 made = desk->board->created;
    gint64 until = made + (gint64)OFFICE_CHALLENGE_DAYS * CLOCK_DAY;
    return desk->office->arrived <= outages_lapse(desk->office->db, made, until);
}

char *challenge_full(const struct desk *desk)
{
    struct office *office = desk->office;
    char *refusal = NULL;
    for (int seat = 0; seat < desk->board->seats && refusal == NULL; seat++) {
        const struct board_seat *at = &desk->board->seat[seat];
        g_autoptr(Player) other = at->accepted ? player_by_id(office->db, at->player) : NULL;
        refusal = other != NULL ? consent_full(office, other, desk->game) : NULL;
    }
    return refusal;
}

/* Why he cannot accept, in words; NULL: he can. */
static char *accept_refused(struct desk *desk, const struct player *who, int seat)
{
    struct office *office = desk->office;
    if (desk->board->seat[seat].accepted) {
        return say(office, "accepted-already", NULL);
    }
    /* He was let in when the challenge was made; much may have changed since. */
    g_autoptr(Player) challenger = player_by_id(office->db, desk->board->challenger);
    char *refusal =
        challenger != NULL ? consent_blocked(office, who, challenger, desk->game) : NULL;
    refusal = refusal != NULL ? refusal : consent_own(office, who, desk->game);
    return refusal != NULL ? refusal : challenge_full(desk);
}

void challenge_tell_joined(struct desk *desk, int seat, const char *text, const struct player *who,
                           const char *comment)
{
    if (board_is_open(desk->board)) {
        slow_news_tell(desk, seat, text, who, comment);
        return;
    }
    struct play_news news = { .text = text };
    play_tell(desk, seat, &news, who->name, comment);
}

static void accept(struct visit *visit, const struct player *who, const struct command *command,
                   struct desk *desk, int seat)
{
    struct office *office = visit->office;
    char *refusal = accept_refused(desk, who, seat);
    if (refusal != NULL) {
        visit_answer_board(visit, who, command, desk, refusal);
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
    challenge_tell_joined(desk, seat, text, who, visit_comment(visit, who, desk));
    struct play_news news = { .text = own };
    visit_answer_board(visit, who, command, desk, play_news_words(desk, &news, seat));
}

void challenge_agree(struct visit *visit, const struct player *who, const struct command *command,
                     struct desk *desk, int seat)
{
    if (challenge_in_time(desk)) {
        accept(visit, who, command, desk, seat);
    } else {
        challenge_lapse(desk, seat);
        visit_answer_board(visit, who, command, desk, say(visit->office, "lapsed", NULL));
    }
}

void challenge_accept(struct visit *visit, const struct player *who, const struct command *command)
{
    int seat;
    g_autoptr(Desk) desk = visit_seat(visit, who, command, &seat);
    if (desk == NULL) {
        return;
    }
    if (desk->board->state == BOARD_CHALLENGE) {
        challenge_agree(visit, who, command, desk, seat);
    } else if (desk->board->state == BOARD_SEEK) {
        visit_answer_board(visit, who, command, desk, say(visit->office, "seek-waits", NULL));
    } else {
        agreement_accept(visit, who, command);
    }
}

void challenge_end(struct desk *desk, int seat, enum board_state state, const struct player *who,
                   const char *comment)
{
    desk->board->state = state;
    desk->board->ended = desk->office->now;
    desk_store(desk);
    g_autofree char *news = say(desk->office, state == BOARD_DECLINED ? "declined" : "withdrawn",
                                pairs("name", who->name, NULL));
    slow_news_tell(desk, seat, news, who, comment);
}

/* Ends the challenge in `state` as its player asks. */
static void end_challenge(struct visit *visit, const struct player *who,
                          const struct command *command, struct desk *desk, int seat,
                          enum board_state state)
{
    challenge_end(desk, seat, state, who, visit_comment(visit, who, desk));
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
    const gint64 reached = rounds_reached(office);
    g_autoptr(GArray) stale =
        board_stale_challenges(office->db, (gint64)OFFICE_CHALLENGE_DAYS * CLOCK_DAY, reached);
    for (guint i = 0; i < stale->len; i++) {
        bool damaged;
        g_autoptr(Desk) desk = desk_open(office, g_array_index(stale, gint64, i), &damaged);
        if (desk != NULL) {
            challenge_lapse(desk, -1);
        }
    }
    pending_expire(office->db, reached);
    tokens_expire(office->db, reached);
    outbox_expire(office->db, reached);
    returns_expire(office->db, reached);
    watches_expire(office->db, reached);
    player_names_expire(office->db, reached);
    budgets_expire(office->db, office->now / CLOCK_DAY);
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
    bool can = wish_players(office, NULL, names, &wish) &&
               wish_options(office, (const char *const *)own->pdata, &wish) &&
               wish_terms(office, (const char *const *)servers->pdata, &wish) &&
               wish_seats(office, &wish) && wish_try(office, &wish);
    if (!can) {
        g_set_error_literal(error, POSTMOVE_ERROR, POSTMOVE_ERROR_NO, wish.refusal);
        wish_clear(&wish);
        return 0;
    }
    g_autoptr(Board) board = wish_store(office, &wish, BOARD_CHALLENGE, 0);
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
