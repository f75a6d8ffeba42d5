/* Another match like the last one, with the seats turned. */
#include "office/challenge.h"

/* Why there can be no rematch, as a key; NULL: there can. */
static const char *refused(const struct board *board)
{
    return board->state == BOARD_RUNNING    ? "rematch-running"
           : board->state != BOARD_FINISHED ? "rematch-no-match"
                                            : NULL;
}

/* The players, each a seat further on: who sat second is first. */
static bool turn_seats(struct office *office, const struct board *board, struct wish *wish)
{
    wish->players = g_ptr_array_new_with_free_func((GDestroyNotify)player_free);
    for (int seat = 0; seat < board->seats; seat++) {
        gint64 id = board->seat[(seat + 1) % board->seats].player;
        struct player *player = player_by_id(office->db, id);
        if (player == NULL) {
            return false; /* the store has failed, and the commit will say so */
        }
        g_ptr_array_add(wish->players, player);
        if (player->address == NULL) {
            return wish_refuse(wish,
                               say(office, "rematch-gone", pairs("name", player->name, NULL)));
        }
    }
    return true;
}

/* The same match once more, by the newest rules. */
static bool wish_again(const struct desk *desk, const struct player *who, struct wish *wish)
{
    struct office *office = desk->office;
    const struct board *board = desk->board;
    wish->game = desk->game;
    wish->options = desk->match->options;
    wish->options.setup.rules = desk->game->rules;
    timing_read(&wish->terms.timing, board->timing);
    wish->terms.unrated = board->unrated;
    wish->terms.private_match = board->private_match;
    wish->terms.from = g_strdup(board->from);
    wish->rematch_of = board->number;
    return turn_seats(office, board, wish) && wish_seats(office, wish) && wish_try(office, wish) &&
           wish_consent(office, who, wish) && wish_within_limits(office, who, wish);
}

/* There is a rematch already: asked by another it is accepted. */
static void join(struct visit *visit, const struct player *who, const struct command *command,
                 gint64 number)
{
    bool damaged;
    g_autoptr(Desk) desk = desk_open(visit->office, number, &damaged);
    int seat = desk != NULL ? desk_seat(desk, who->id) : -1;
    if (seat < 0) {
        return; /* the store has failed, and the commit will say so */
    }
    if (desk->board->state == BOARD_CHALLENGE && !desk->board->seat[seat].accepted) {
        challenge_agree(visit, who, command, desk, seat);
        return;
    }
    g_autofree char *text = g_strdup_printf("%" G_GINT64_FORMAT, number);
    const char *key = desk->board->state == BOARD_CHALLENGE ? "rematch-asked" : "rematch-begun";
    visit_answer_board(visit, who, command, desk,
                       say(visit->office, key, pairs("number", text, NULL)));
}

void rematch_ask(struct visit *visit, const struct player *who, const struct command *command)
{
    struct office *office = visit->office;
    int seat;
    g_autoptr(Desk) desk = visit_seat(visit, who, command, &seat);
    const char *key = desk != NULL ? refused(desk->board) : NULL;
    if (desk == NULL || key != NULL) {
        if (key != NULL) {
            visit_answer_board(visit, who, command, desk, say(office, key, NULL));
        }
        return;
    }
    gint64 other = board_rematch(office->db, desk->board->number);
    if (other != 0) {
        join(visit, who, command, other);
        return;
    }
    struct wish wish = { 0 };
    if (wish_again(desk, who, &wish)) {
        challenge_send(visit, who, command, &wish, "rematch-wished");
    } else if (wish.refusal != NULL) {
        visit_answer_board(visit, who, command, desk, g_steal_pointer(&wish.refusal));
    }
    wish_clear(&wish);
}
