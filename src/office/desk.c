#include "office/desk.h"

#include "base/clock.h"
#include "base/log.h"
#include "match/registry.h"
#include "office/autoplay.h"
#include "office/clocks.h"
#include "office/queue.h"
#include "office/watch.h"
#include "render/diagram.h"
#include "store/plans.h"
#include "store/talk.h"
#include "store/tokens.h"

enum { SIGNS_KEPT = 1000 };

/* The seats of its match. A seek that has not begun tells them by its options
 * alone. */
static int seats_of(const struct board *board, const struct game *game)
{
    struct options options;
    const char *reason = NULL;
    bool begun = board->started != 0 || game == NULL;
    return !begun && options_read(&options, game, board->options, &reason) ? options.setup.seats
                                                                           : board->seats;
}

/* The options of a board, read back from its row. */
static bool options_of(const struct board *board, const struct game *game, struct options *options)
{
    const char *reason = NULL;
    if (!options_read(options, game, board->options, &reason) ||
        !options_seats(options, game, seats_of(board, game))) {
        return false;
    }
    options->setup.rules = (uint16_t)board->rules;
    return true;
}

/* What the signs of a stored board's first position hang on; the caller's. */
static char *signs_key(const struct board *board, int seat)
{
    return g_strdup_printf("%s %d %d %d %s %s", board->game, board->rules, board->seats, seat,
                           board->options, board->from != NULL ? board->from : "");
}

/* The match from its first position; NULL if the row makes no sense. */
static struct match *begin(const struct board *board, const struct game *game)
{
    struct options options;
    struct note note = { 0 };
    return options_of(board, game, &options) ? match_new(game, &options, board->from, &note) : NULL;
}

/* Whether a position can be had from its row: a seek's seats are still to be drawn, and what
 * was declined or withdrawn never began. */
static bool has_signs(const struct desk *desk)
{
    return desk->board->state != BOARD_SEEK &&
           (desk->match != NULL || desk->prospect != NULL || desk->view == DESK_OUTLINE);
}

/* Many matches begin alike, and it takes a drawing to find the signs, so they are kept. */
char *desk_signs(const struct desk *desk, int seat)
{
    struct office *office = desk->office;
    if (desk->board->number == 0) {
        return diagram_signs(desk->game, &desk->match->start, seat);
    }
    if (office->signs == NULL) {
        office->signs = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    }
    g_autofree char *key = signs_key(desk->board, seat);
    const char *kept = g_hash_table_lookup(office->signs, key);
    if (kept != NULL) {
        return g_strdup(kept);
    }
    if (g_hash_table_size(office->signs) >= SIGNS_KEPT) {
        g_hash_table_remove_all(office->signs);
    }
    g_autoptr(Match) begun = begin(desk->board, desk->game);
    if (begun == NULL) {
        return NULL;
    }
    char *signs = diagram_signs(desk->game, &begun->start, seat);
    g_hash_table_insert(office->signs, g_steal_pointer(&key), g_strdup(signs));
    return signs;
}

static void label_seats(struct desk *desk)
{
    for (int seat = 0; seat < desk->board->seats; seat++) {
        const char *name = desk->board->seat[seat].name;
        g_autofree char *signs = has_signs(desk) ? desk_signs(desk, seat) : NULL;
        desk->label[seat] =
            signs != NULL ? g_strdup_printf("%s (%s)", name, signs) : g_strdup(name);
    }
}

void desk_forget(struct office *office)
{
    g_clear_pointer(&office->replayed, match_free);
}

void desk_close_office(struct office *office)
{
    desk_forget(office);
    g_clear_pointer(&office->signs, g_hash_table_unref);
}

/* Keeps the match of a desk for the next one who wants that board, if it is
 * what the store has. */
static void keep(struct desk *desk)
{
    const struct match *match = desk->match;
    if (match != NULL && desk->board->number != 0 && desk->view == DESK_PRESENT &&
        match->turns->len == desk->stored) {
        desk_forget(desk->office);
        desk->office->replayed = g_steal_pointer(&desk->match);
        desk->office->replayed_board = desk->board->number;
        desk->office->replayed_revision = desk->board->revision;
    }
}

/* Whether the match kept is the one; then it is the desk's. */
static bool take_kept(struct desk *desk)
{
    struct office *office = desk->office;
    if (office->replayed == NULL || office->replayed_board != desk->board->number ||
        office->replayed_revision != desk->board->revision) {
        return false;
    }
    desk->match = g_steal_pointer(&office->replayed);
    desk->stored = desk->match->turns->len;
    return true;
}

static bool replay(struct desk *desk)
{
    if (take_kept(desk)) {
        return true;
    }
    desk->match = begin(desk->board, desk->game);
    if (desk->match == NULL) {
        return false;
    }
    g_autoptr(GPtrArray) turns = board_turns(desk->office->db, desk->board->number);
    for (guint i = 0; i < turns->len; i++) {
        const struct turn *turn = turns->pdata[i];
        if (!match_record(desk->match, turn->seat, turn->text, NULL)) {
            g_clear_pointer(&desk->match, match_free);
            return false;
        }
    }
    desk->stored = turns->len;
    return true;
}

/* Whether what a list says of a board needs no more than its row. Who has agreed to an offer
 * is told of those who are still in play, and that the record alone tells. */
static bool tells_by_row(const struct board *board)
{
    return board->state == BOARD_RUNNING && (board->offer == OFFER_NONE || board->seats == 2);
}

/* Takes a board to the desk; its record too, unless it `may_do_without`. */
static struct desk *take(struct office *office, gint64 number, bool may_do_without, bool *damaged)
{
    *damaged = false;
    g_autoptr(Board) board = board_read(office->db, number);
    if (board == NULL) {
        return NULL;
    }
    g_autoptr(Desk) desk = g_new0(struct desk, 1);
    desk->office = office;
    desk->game = registry_find(board->game);
    desk->board = g_steal_pointer(&board);
    desk->view = may_do_without && tells_by_row(desk->board) ? DESK_OUTLINE : DESK_PRESENT;
    bool begun = desk->board->state == BOARD_RUNNING || desk->board->state == BOARD_FINISHED;
    bool replays = begun && desk->board->started != 0 && desk->view != DESK_OUTLINE;
    if (desk->game == NULL || (replays && !replay(desk))) {
        log_line("board %" G_GINT64_FORMAT
                 ": its record cannot be replayed; run `postmove verify` and restore a backup",
                 number);
        *damaged = true;
        return NULL;
    }
    if (board_is_open(desk->board)) {
        desk->prospect = begin(desk->board, desk->game);
    }
    desk->seats = seats_of(desk->board, desk->game);
    label_seats(desk);
    return g_steal_pointer(&desk);
}

struct desk *desk_open(struct office *office, gint64 number, bool *damaged)
{
    return take(office, number, false, damaged);
}

struct desk *desk_open_outline(struct office *office, gint64 number)
{
    bool damaged;
    return take(office, number, true, &damaged);
}

struct desk *desk_of_match(struct office *office, const struct game *game, struct match *match)
{
    struct desk *desk = g_new0(struct desk, 1);
    desk->office = office;
    desk->game = game;
    desk->match = match;
    desk->board = g_new0(struct board, 1);
    desk->board->state = BOARD_RUNNING;
    desk->board->game = g_strdup(game->name);
    desk->board->options = options_text(&match->options, game);
    desk->board->seats = match->options.setup.seats;
    desk->seats = desk->board->seats;
    for (int seat = 0; seat < desk->board->seats; seat++) {
        desk->board->seat[seat].name = words_seat(office->words, game, seat);
    }
    label_seats(desk);
    return desk;
}

void desk_free(struct desk *desk)
{
    if (desk != NULL) {
        keep(desk);
        board_free(desk->board);
        match_free(desk->match);
        match_free(desk->prospect);
        for (int seat = 0; seat < BOARD_SEATS_MAX; seat++) {
            g_free(desk->label[seat]);
            g_free(desk->aside[seat]);
            g_free(desk->comment[seat]);
        }
        g_free(desk);
    }
}

/* How the match came out for a seat. */
static enum board_outcome outcome_of(const struct match *match, int seat)
{
    if (!match->result.over || match->void_result) {
        return OUTCOME_NONE;
    }
    bool first = match->result.place[seat] == 1;
    return !first ? OUTCOME_LOST : match->result.drawn ? OUTCOME_DRAWN : OUTCOME_WON;
}

void desk_derive(struct board *board, const struct match *match)
{
    for (int seat = 0; seat < board->seats; seat++) {
        board->seat[seat].outcome = outcome_of(match, seat);
    }
    board->turns = (int)match->turns->len;
    board->to_move = match_actor(match);
    g_clear_pointer(&board->result, g_free);
    if (match->result.over) {
        board->result = match_result_text(match);
    }
}

/* Stores the turns that have come, or gone. */
static struct watch_news store_turns(struct desk *desk)
{
    const struct match *match = desk->match;
    struct db *db = desk->office->db;
    gint64 number = desk->board->number;
    struct watch_news news = { .taken_back = match->turns->len < desk->stored };
    if (news.taken_back) {
        board_turns_cut(db, number, (int)match->turns->len);
        desk->stored = match->turns->len;
        queue_forget(desk);
    }
    news.first = desk->stored;
    for (guint i = desk->stored; i < match->turns->len; i++) {
        const struct match_turn *turn = &g_array_index(match->turns, struct match_turn, i);
        board_turn_add(db, number, (int)i + 1, turn->seat, turn->text, desk->office->now);
    }
    desk->stored = match->turns->len;
    return news;
}

/* Whether turns that are new, from the `first` on, end the open offer, as any move
 * does. Who leaves the match leaves it to the others, unless it was his, or asked
 * to go back behind him. */
static bool ends_offer(const struct desk *desk, guint first)
{
    const struct match *match = desk->match;
    bool left = match->turns->len > first;
    for (guint i = first; i < match->turns->len; i++) {
        if (!match_is_leaving(g_array_index(match->turns, struct match_turn, i).text)) {
            return true;
        }
    }
    const struct board *board = desk->board;
    return match->result.over ||
           (left && (board->offer == OFFER_UNDO || !desk_in_play(desk, board->offer_by)));
}

static void store(struct desk *desk, bool begins)
{
    struct board *board = desk->board;
    struct match *match = desk->match;
    struct watch_news news = { .begins = begins };
    if (match != NULL) {
        news = store_turns(desk);
        news.begins = begins;
        if (ends_offer(desk, news.first)) {
            board->offer = OFFER_NONE;
        }
        desk_derive(board, match);
        if (match->result.over) {
            board->state = BOARD_FINISHED;
            board->ended = desk->office->now;
            board->paused = 0;
            board->paused_by = PAUSE_NONE;
            plans_drop(desk->office->db, board->number);
        }
    }
    board_save(desk->office->db, board);
    if (match != NULL) {
        clocks_follow(desk, news.first, news.taken_back);
    }
    desk->office->accepted = true;
    tokens_age(desk->office->db, board->number,
               desk->office->now + (gint64)OFFICE_OLD_TOKEN_DAYS * CLOCK_DAY);
    if (match != NULL) {
        watch_tell(desk, &news);
    }
}

void desk_store(struct desk *desk)
{
    store(desk, false);
}

void desk_start(struct desk *desk)
{
    struct board *board = desk->board;
    desk->match = begin(board, desk->game);
    g_assert(desk->match != NULL); /* the challenge was checked when it was made */
    board->state = BOARD_RUNNING;
    board->started = desk->office->now;
    autoplay_go_on(desk);
    store(desk, true);
}

bool desk_turns_before(const struct desk *desk, gint64 ply, guint *turns)
{
    if (desk->match == NULL) {
        return false;
    }
    gint64 next = (gint64)desk->match->turns->len + 1;
    gint64 wanted = ply < 0 ? next + ply : ply;
    if (wanted < 1 || wanted > next) {
        return false;
    }
    *turns = (guint)(wanted - 1);
    return true;
}

void desk_set_back(struct desk *desk, guint turns)
{
    struct match *earlier = match_at(desk->match, turns);
    match_free(desk->match);
    desk->match = earlier;
    desk->view = DESK_PAST;
    desk_derive(desk->board, desk->match);
}

void desk_talk(struct desk *desk, gint64 player, const char *words)
{
    int turns = desk->match != NULL ? (int)desk->match->turns->len : 0;
    enum talk_kind kind = desk->board->state == BOARD_FINISHED ? TALK_ALL
                          : desk_seat(desk, player) >= 0       ? TALK_PLAYERS
                                                               : TALK_WATCHERS;
    talk_add(desk->office->db, desk->board->number, player, kind, turns, words, desk->office->now);
    desk->office->accepted = true;
}

void desk_set_aside(struct desk *desk, int seat, char *words)
{
    g_free(desk->aside[seat]);
    desk->aside[seat] = words;
}

char *desk_with_aside(struct desk *desk, int seat, const char *text)
{
    g_autofree char *aside = seat >= 0 ? g_steal_pointer(&desk->aside[seat]) : NULL;
    return aside != NULL ? g_strconcat(text, "\n", aside, NULL) : g_strdup(text);
}

int desk_seat(const struct desk *desk, gint64 player)
{
    for (int seat = 0; seat < desk->board->seats; seat++) {
        if (desk->board->seat[seat].player == player) {
            return seat;
        }
    }
    return -1;
}

bool desk_is_present(const struct desk *desk)
{
    return desk->view == DESK_PRESENT || desk->view == DESK_OUTLINE;
}

bool desk_in_play(const struct desk *desk, int seat)
{
    return desk->match != NULL && desk->match->result.place[seat] == 0;
}

void desk_names(const struct desk *desk, const char *names[BOARD_SEATS_MAX])
{
    for (int seat = 0; seat < BOARD_SEATS_MAX; seat++) {
        names[seat] = desk->label[seat];
    }
}
