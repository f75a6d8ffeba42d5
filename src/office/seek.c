/* Seeks: posted, listed, taken, left. */
#include "office/seek.h"

#include "match/registry.h"
#include "office/challenge.h"
#include "office/consent.h"
#include "office/moments.h"
#include "office/play.h"
#include "office/slow_news.h"
#include "store/blocks.h"

enum { LISTED_MOST = 50 /* seeks in one answer */ };

/* ---- posting ---- */

static bool wish_of_command(struct office *office, const struct player *who,
                            const struct command *command, struct wish *wish)
{
    const char *const names[] = { who->name, NULL };
    wish->game = registry_find(command->game);
    return wish_players(office, who, names, wish) &&
           wish_options(office, (const char *const *)command->options, wish) &&
           wish_terms(office, (const char *const *)command->server_options, wish) &&
           wish_try(office, wish) && wish_consent(office, who, wish) &&
           wish_within_open(office, who, wish);
}

/* The wish of a command that can be granted; answers if it cannot. */
static bool grant(struct visit *visit, const struct player *who, const struct command *command,
                  struct wish *wish)
{
    if (wish_of_command(visit->office, who, command, wish)) {
        return true;
    }
    visit_answer(visit, who, command, g_steal_pointer(&wish->refusal));
    wish_clear(wish);
    return false;
}

bool seek_possible(struct visit *visit, const struct player *who, const struct command *command)
{
    struct wish wish = { 0 };
    bool possible = grant(visit, who, command, &wish);
    wish_clear(&wish);
    return possible;
}

/* Whether he may see it among those he could take, or has taken: nobody at it
 * has blocked him, or he them. */
static bool is_open_to(const struct desk *desk, const struct player *who)
{
    bool open = desk->board->state == BOARD_SEEK;
    for (int seat = 0; seat < desk->board->seats && open; seat++) {
        open = !block_between(desk->office->db, who->id, desk->board->seat[seat].player);
    }
    return open;
}

/* Whether two seeks of a game are for the same match. */
static bool is_same(const struct board *one, const struct board *other)
{
    g_autofree char *terms = terms_text(one);
    g_autofree char *others = terms_text(other);
    return g_str_equal(terms, others) && g_strcmp0(one->from, other->from) == 0;
}

/* The oldest seek of another that would be the same match; 0: there is none. */
static gint64 same_seek(struct office *office, const struct player *who, const struct board *board)
{
    g_autoptr(GArray) seeks = board_seeks(office->db, board->game);
    for (guint i = 0; i < seeks->len; i++) {
        bool damaged;
        g_autoptr(Desk) desk = desk_open(office, g_array_index(seeks, gint64, i), &damaged);
        if (desk != NULL && desk_seat(desk, who->id) < 0 && is_open_to(desk, who) &&
            is_same(desk->board, board)) {
            return desk->board->number;
        }
    }
    return 0;
}

void seek_post(struct visit *visit, const struct player *who, const struct command *command)
{
    struct office *office = visit->office;
    struct wish wish = { 0 };
    if (!grant(visit, who, command, &wish)) {
        return;
    }
    g_autoptr(Board) board = wish_store(office, &wish, BOARD_SEEK, who->id);
    wish_clear(&wish);
    bool damaged;
    g_autoptr(Desk) desk = desk_open(office, board->number, &damaged);
    if (desk == NULL) {
        return; /* the store has failed, and the commit will say so */
    }
    gint64 same = same_seek(office, who, desk->board);
    g_autofree char *other = same != 0 ? g_strdup_printf("%" G_GINT64_FORMAT, same) : NULL;
    visit_answer_board(visit, who, command, desk,
                       say(office, "seek-made", pairs("same", other, NULL)));
}

/* ---- the list ---- */

/* Two lines about a seek. */
static void append_seek(const struct desk *desk, const struct player *who, GString *text)
{
    const struct board *board = desk->board;
    g_autofree char *heading = desk_heading(desk);
    g_autofree char *free_seats = g_strdup_printf("%d", desk->seats - board->seats);
    g_autofree char *seats = g_strdup_printf("%d", desk->seats);
    g_autofree char *since = moment_in_words(desk->office, who->id, board->created);
    g_autofree char *options = terms_text(board);
    g_autofree char *line =
        say(desk->office, "seek-line",
            pairs("free", free_seats, "seats", seats, "since", since, "options", options, "from",
                  board->from, "own", board->challenger == who->id ? "yes" : NULL, NULL));
    g_string_append_printf(text, "%s\n    %s\n", heading, line);
}

void seek_list(struct visit *visit, const struct player *who, const struct command *command)
{
    struct office *office = visit->office;
    g_autoptr(GArray) seeks = board_seeks(office->db, command->game);
    g_autofree char *first = say(office, "seeks", NULL);
    g_autoptr(GString) text = g_string_new(first);
    g_string_append(text, "\n\n");
    guint listed = 0;
    for (guint i = 0; i < seeks->len && listed <= LISTED_MOST; i++) {
        bool damaged;
        g_autoptr(Desk) desk = desk_open(office, g_array_index(seeks, gint64, i), &damaged);
        if (desk == NULL || !challenge_in_time(desk) || !is_open_to(desk, who)) {
            continue;
        }
        if (listed++ < LISTED_MOST) {
            append_seek(desk, who, text);
        }
    }
    if (listed > LISTED_MOST) {
        g_autofree char *more = say(office, "seeks-more", NULL);
        g_string_append_printf(text, "\n%s", more);
    }
    visit_answer(visit, who, command,
                 listed > 0 ? g_string_free(g_steal_pointer(&text), FALSE)
                            : say(office, "seeks-none", NULL));
}

/* ---- taking ---- */

/* Why he cannot take a seat, in words; NULL: he can. */
static char *take_refused(const struct desk *desk, const struct player *who)
{
    struct office *office = desk->office;
    const struct board *board = desk->board;
    g_autofree char *number = g_strdup_printf("%" G_GINT64_FORMAT, board->number);
    bool seated = desk_seat(desk, who->id) >= 0;
    const char *key = seated && board->state == BOARD_CHALLENGE ? "take-challenge"
                      : board->state != BOARD_SEEK              ? "take-none"
                      : board->challenger == who->id            ? "take-own"
                      : seated                                  ? "take-already"
                      : !is_open_to(desk, who)                  ? "take-none"
                                                                : NULL;
    if (key != NULL) {
        return say(office, key, pairs("number", number, NULL));
    }
    char *refusal = consent_own(office, who, desk->game);
    return refusal != NULL ? refusal : challenge_full(desk);
}

/* The desk of a seek at which he can take a seat; NULL after an answer. */
static struct desk *open_seek(struct visit *visit, const struct player *who,
                              const struct command *command)
{
    g_autoptr(Desk) desk = visit_desk(visit, who, command);
    if (desk == NULL) {
        return NULL;
    }
    char *refusal = take_refused(desk, who);
    if (refusal == NULL && !challenge_in_time(desk)) {
        challenge_lapse(desk, -1);
        refusal = say(visit->office, "seek-lapsed", NULL);
    }
    if (refusal != NULL) {
        visit_answer(visit, who, command, refusal);
        return NULL;
    }
    return g_steal_pointer(&desk);
}

bool seek_takeable(struct visit *visit, const struct player *who, const struct command *command)
{
    g_autoptr(Desk) desk = open_seek(visit, who, command);
    return desk != NULL;
}

/* Gives him the next seat. */
static void sit_down(struct desk *desk, const struct player *who)
{
    struct board *board = desk->board;
    board->seat[board->seats++] =
        (struct board_seat){ .player = who->id, .name = g_strdup(who->name), .accepted = true };
    if (board->seats == desk->seats) {
        /* Now it is a challenge that all have accepted. */
        board->state = BOARD_CHALLENGE;
        wish_draw_seats(board);
    }
    board_save_seats(desk->office->db, board);
    desk_store(desk);
}

void seek_take(struct visit *visit, const struct player *who, const struct command *command)
{
    struct office *office = visit->office;
    g_autoptr(Desk) seek = open_seek(visit, who, command);
    if (seek == NULL) {
        return;
    }
    sit_down(seek, who);
    bool damaged;
    g_autoptr(Desk) desk = desk_open(office, seek->board->number, &damaged);
    if (desk == NULL) {
        return; /* the store has failed, and the commit will say so */
    }
    bool starts = desk->board->state == BOARD_CHALLENGE;
    if (starts) {
        desk_start(desk);
    }
    int seat = desk_seat(desk, who->id);
    g_autofree char *text =
        say(office, starts ? "taken-starts" : "taken", pairs("name", who->name, NULL));
    g_autofree char *own = say(office, starts ? "you-taken-starts" : "you-taken", NULL);
    challenge_tell_joined(desk, seat, text, who, visit_comment(visit, who, desk));
    struct play_news news = { .text = own };
    visit_answer_board(visit, who, command, desk, play_news_words(desk, &news, seat));
}

/* ---- leaving ---- */

/* Takes a seat out of the row of those taken. */
static void stand_up(struct desk *desk, int seat)
{
    struct board *board = desk->board;
    g_free(board->seat[seat].name);
    for (int i = seat; i + 1 < board->seats; i++) {
        board->seat[i] = board->seat[i + 1];
    }
    board->seat[--board->seats] = (struct board_seat){ 0 };
    board_save_seats(desk->office->db, board);
    desk_store(desk);
}

void seek_give_up(struct desk *desk, int seat, const struct player *who, const char *comment)
{
    if (desk->board->seat[seat].player == desk->board->challenger) {
        challenge_end(desk, seat, BOARD_WITHDRAWN, who, comment);
        return;
    }
    stand_up(desk, seat);
    g_autofree char *news = say(desk->office, "seat-given-back", pairs("name", who->name, NULL));
    slow_news_tell(desk, -1, news, who, comment);
}

void seek_leave(struct visit *visit, const struct player *who, const struct command *command,
                struct desk *desk, int seat)
{
    bool own = desk->board->challenger == who->id;
    const char *comment = visit_comment(visit, who, desk);
    seek_give_up(desk, seat, who, comment);
    char *text = say(visit->office, own ? "you-withdrew" : "you-seat-given-back", NULL);
    if (own) {
        visit_answer_board(visit, who, command, desk, text);
    } else {
        visit_answer(visit, who, command, text);
    }
}
