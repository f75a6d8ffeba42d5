#include "office/desk.h"

#include "base/clock.h"
#include "base/log.h"
#include "match/registry.h"
#include "match/warning.h"
#include "office/autoplay.h"
#include "office/clocks.h"
#include "office/phrase.h"
#include "office/queue.h"
#include "office/watch.h"
#include "store/plans.h"
#include "store/talk.h"
#include "store/tokens.h"
#include "view/diagram.h"

enum { LAST_TURNS_SHOWN = 4, SIGNS_KEPT = 1000 };

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

/* The signs of a seat in a match's first position; the caller's. Many matches
 * begin alike, and it takes a drawing to find them, so they are kept. */
static char *first_signs(const struct desk *desk, const struct match *match, int seat)
{
    struct office *office = desk->office;
    if (desk->board->number == 0) {
        return diagram_signs(desk->game, &match->start, seat);
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
    char *signs = diagram_signs(desk->game, &match->start, seat);
    g_hash_table_insert(office->signs, g_steal_pointer(&key), g_strdup(signs));
    return signs;
}

/* The signs are those of the first position: who has left keeps his. What was
 * declined or withdrawn has none, nor has a seek, whose seats are still to be
 * drawn. */
static void label_seats(struct desk *desk)
{
    bool seek = desk->board->state == BOARD_SEEK;
    const struct match *match = desk->match != NULL ? desk->match : seek ? NULL : desk->prospect;
    for (int seat = 0; seat < desk->board->seats; seat++) {
        const char *name = desk->board->seat[seat].name;
        g_autofree char *signs = match != NULL ? first_signs(desk, match, seat) : NULL;
        desk->label[seat] =
            signs != NULL ? g_strdup_printf("%s (%s)", name, signs) : g_strdup(name);
    }
}

/* The match from its first position; NULL if the row makes no sense. */
static struct match *begin(const struct board *board, const struct game *game)
{
    struct options options;
    struct note note = { 0 };
    return options_of(board, game, &options) ? match_new(game, &options, board->from, &note) : NULL;
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

struct desk *desk_open(struct office *office, gint64 number, bool *damaged)
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
    bool begun = desk->board->state == BOARD_RUNNING || desk->board->state == BOARD_FINISHED;
    if (desk->game == NULL || (begun && desk->board->started != 0 && !replay(desk))) {
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

char *desk_heading(const struct desk *desk)
{
    g_autoptr(GString) heading = g_string_new(NULL);
    g_string_append_printf(heading, "%s %" G_GINT64_FORMAT ":",
                           words_get(desk->office->words, desk->game->name, "title"),
                           desk->board->number);
    for (int seat = 0; seat < desk->board->seats; seat++) {
        g_string_append_printf(heading, "%s%s", seat > 0 ? " - " : " ",
                               desk->board->seat[seat].name);
    }
    for (int seat = desk->board->seats; seat < desk->seats; seat++) {
        g_autofree char *nobody = say(desk->office, "seat-free", NULL);
        g_string_append_printf(heading, " - %s", nobody);
    }
    return g_string_free(g_steal_pointer(&heading), FALSE);
}

/* Who came in at a place: "ann (O) and bob (X)"; NULL: nobody. */
static char *seats_at(const struct desk *desk, int place, guint *count)
{
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    for (int seat = 0; seat < desk->board->seats; seat++) {
        if (desk->match->result.place[seat] == place) {
            g_ptr_array_add(names, desk->label[seat]);
        }
    }
    *count = names->len;
    return names->len > 0 ? words_list(desk->office->words, names, "and") : NULL;
}

/* "1. bob (X); 2. ann (O); 3. carl (3)", where more than two played; NULL
 * where first and last says it all, or all came in together. */
static char *places(const struct desk *desk)
{
    g_autoptr(GString) text = g_string_new(NULL);
    int told = 0;
    for (int place = 1; place <= desk->board->seats && desk->board->seats > 2; place++) {
        guint count = 0;
        g_autofree char *who = seats_at(desk, place, &count);
        if (who != NULL) {
            g_string_append_printf(text, "%s%d. %s", told > 0 ? "; " : "", place, who);
            told++;
        }
    }
    return told > 1 ? g_string_free(g_steal_pointer(&text), FALSE) : NULL;
}

static char *status_over(const struct desk *desk)
{
    const char *names[BOARD_SEATS_MAX];
    desk_names(desk, names);
    struct note how = { .key = desk->match->result.key };
    g_autofree char *why = how.key == NULL ? g_strdup("")
                                           : words_note(desk->office->words, desk->game, &how,
                                                        &desk->match->now, names);
    guint count = 0;
    g_autofree char *who = seats_at(desk, 1, &count);
    g_autofree char *order = places(desk);
    g_autofree char *result = match_result_text(desk->match);
    const char *won = count > 1 ? "status-won-together" : "status-won";
    const char *key = g_str_has_prefix(result, "win") ? won
                      : g_str_equal(result, "draw")   ? "status-drawn"
                                                      : "status-void";
    return say(desk->office, key, pairs("who", who, "why", why, "places", order, NULL));
}

/* Whose answer to a challenge or to an open offer is missing, where there are
 * several: "bob (X) and carl (3)"; NULL: nobody's, or it is plain whose. */
static char *waited_for(const struct desk *desk)
{
    const struct board *board = desk->board;
    bool challenge = board->state == BOARD_CHALLENGE;
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    int asked = 0;
    for (int seat = 0; seat < board->seats; seat++) {
        bool in = challenge || desk_in_play(desk, seat);
        asked += in;
        if (in && !(challenge ? board->seat[seat].accepted : board->seat[seat].agrees)) {
            g_ptr_array_add(names, desk->label[seat]);
        }
    }
    bool open = challenge || (board->offer != OFFER_NONE && desk->view == DESK_PRESENT);
    return open && asked > 2 && names->len > 0 ? words_list(desk->office->words, names, "and")
                                               : NULL;
}

/* A board that is no running match: the key is the state's. */
static const char *const state_keys[] = {
    [BOARD_CHALLENGE] = "status-challenge", [BOARD_RUNNING] = NULL,
    [BOARD_FINISHED] = "status-void",       [BOARD_DECLINED] = "status-declined",
    [BOARD_WITHDRAWN] = "status-withdrawn", [BOARD_EXPIRED] = "status-expired",
    [BOARD_SEEK] = "status-seek",
};

static char *status_open(const struct desk *desk)
{
    const struct board *board = desk->board;
    g_autofree char *waiting = waited_for(desk);
    g_autofree char *free_seats = g_strdup_printf("%d", desk->seats - board->seats);
    g_autofree char *seats = g_strdup_printf("%d", desk->seats);
    const char *first = board->state == BOARD_CHALLENGE && desk->prospect != NULL
                            ? desk->label[match_actor(desk->prospect)]
                            : NULL;
    const char *key = state_keys[board->state];
    if (board->seats < desk->seats && board->state != BOARD_SEEK) {
        key = board->state == BOARD_EXPIRED ? "status-seek-expired" : "status-seek-withdrawn";
    }
    return say(desk->office, key,
               pairs("who", first, "waiting", waiting, "free", free_seats, "seats", seats, NULL));
}

char *desk_status(const struct desk *desk, int seat)
{
    if (desk->match == NULL) {
        return status_open(desk);
    }
    if (desk->match->result.over) {
        return status_over(desk);
    }
    g_autofree char *waiting = waited_for(desk);
    int actor = match_actor(desk->match);
    g_autofree char *sign = diagram_signs(desk->game, &desk->match->now, actor);
    enum board_pause pause = desk->view == DESK_PRESENT ? desk->board->paused_by : PAUSE_NONE;
    return say(desk->office, actor == seat ? "status-yours" : "status-theirs",
               pairs("who", desk->label[actor], "sign", sign, "waiting", waiting, "rests",
                     pause == PAUSE_PLAYERS ? "yes" : NULL, "adjourned",
                     pause == PAUSE_OPERATOR ? "yes" : NULL, NULL));
}

/* Whether it is this reader whom warnings concern. */
static bool is_warned(const struct desk *desk, int seat)
{
    if (desk->match == NULL || desk->view == DESK_PAST) {
        return false;
    }
    return desk->view == DESK_AHEAD || (seat >= 0 && seat == match_actor(desk->match));
}

static char *warning_words(const struct desk *desk, const struct warning *warning,
                           const char *const *names)
{
    const struct words *words = desk->office->words;
    g_autofree char *text =
        warning->turns != NULL
            ? words_say(words, "match", warning->note.key, pairs("turn", warning->turns, NULL))
            : words_note(words, desk->game, &warning->note, &desk->match->now, names);
    return say(desk->office, "warning", pairs("text", text, NULL));
}

char *desk_warnings(const struct desk *desk, int seat)
{
    g_autoptr(GString) lines = g_string_new(NULL);
    const char *names[BOARD_SEATS_MAX];
    desk_names(desk, names);
    g_autoptr(GPtrArray) warnings =
        is_warned(desk, seat) ? match_warnings(desk->match, seat) : NULL;
    for (guint i = 0; warnings != NULL && i < warnings->len; i++) {
        g_autofree char *line = warning_words(desk, warnings->pdata[i], names);
        g_string_append_printf(lines, "%s%s", i > 0 ? "\n" : "", line);
    }
    return g_string_free(g_steal_pointer(&lines), FALSE);
}

char *desk_last_turns(const struct desk *desk)
{
    g_autoptr(GString) line = g_string_new(NULL);
    if (desk->match != NULL) {
        guint count = desk->match->turns->len;
        for (guint i = count > LAST_TURNS_SHOWN ? count - LAST_TURNS_SHOWN : 0; i < count; i++) {
            const struct match_turn *turn =
                &g_array_index(desk->match->turns, struct match_turn, i);
            g_string_append_printf(line, "%s%u. %s", line->len > 0 ? "   " : "", i + 1, turn->text);
            /* One may leave out of turn, so that the number does not tell who it was. */
            if (desk->board->seats > 2 && match_is_leaving(turn->text)) {
                g_string_append_printf(line, " (%s)", desk->board->seat[turn->seat].name);
            }
        }
    }
    return g_string_free(g_steal_pointer(&line), FALSE);
}
