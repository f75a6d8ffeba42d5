#include "play/session.h"

#include <string.h>

#include "base/log.h"
#include "letters/letters.h"
#include "match/options.h"
#include "render/sign.h"
#include "store/boards.h"
#include "store/inbox.h"
#include "store/talk.h"

/* The number of seats of the match. For a seek that has not begun its options tell it. */
static int seats_of(const struct board *board, const struct game *game)
{
    struct options options;
    const char *reason = NULL;
    bool begun = board->started != 0 || game == NULL;
    return !begun && options_read(&options, game, board->options, &reason) ? options.setup.seats
                                                                           : board->seats;
}

/* A match in its first position; NULL if the row makes no sense. Free with match_free. */
static struct match *begin(const struct board *board, const struct game *game)
{
    struct options options;
    struct note note = { 0 };
    const char *reason = NULL;
    if (!options_read(&options, game, board->options, &reason) ||
        !options_seats(&options, game, seats_of(board, game))) {
        return NULL;
    }
    options.setup.rules = (uint16_t)board->rules;
    return match_new(game, &options, board->from, &note);
}

/* The signs of the men of each seat where the board's match begins. Most begin alike, so a run
 * keeps them. NULL: it begins nowhere. Free with g_strfreev. */
static char **first_signs(const struct board *board, const struct game *game)
{
    enum { KEPT_MOST = 256 };
    static GHashTable *kept;
    if (kept == NULL || g_hash_table_size(kept) == KEPT_MOST) {
        g_clear_pointer(&kept, g_hash_table_unref);
        kept = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_strfreev);
    }
    g_autofree char *beginning =
        g_strdup_printf("%s %d %d %s / %s", board->game, seats_of(board, game), board->rules,
                        board->options, board->from != NULL ? board->from : "");
    char **signs = g_hash_table_lookup(kept, beginning);
    if (signs == NULL) {
        g_autoptr(Match) match = begin(board, game);
        if (match == NULL) {
            return NULL;
        }
        signs = signs_of_seats(game, &match->start);
        g_hash_table_insert(kept, g_steal_pointer(&beginning), signs);
    }
    return g_strdupv(signs);
}

struct phrase *session_colour(const struct session *session, int seat)
{
    const char *signs = session->signs != NULL ? session->signs[seat] : "";
    return signs[0] == sign_seat(seat) && signs[1] == '\0' ? phrase_colour(session->game, seat)
                                                           : NULL;
}

/* What the seat of a player without a name is called. */
static struct phrase *seat_name(const struct session *session, int seat)
{
    struct phrase *colour = session_colour(session, seat);
    return colour != NULL ? colour : phrase_seat(session->game, seat);
}

struct phrase *session_name(const struct session *session, int seat)
{
    const char *name = session->board->seat[seat].name;
    return name != NULL ? phrase_text(name) : seat_name(session, seat);
}

struct phrase *session_label(const struct session *session, int seat, const char *name)
{
    struct values *values = pairs("signs", session->signs[seat], NULL);
    with_phrase(values, "colour", name != NULL ? session_colour(session, seat) : NULL);
    with_phrase(values, "name", name != NULL ? phrase_text(name) : seat_name(session, seat));
    return phrase_key("view", "label", values);
}

static void label_seats(struct session *session)
{
    const struct match *match = session->match != NULL ? session->match : session->prospect;
    session->signs = session->board->number == 0 ? signs_of_seats(session->game, &match->start)
                     : match != NULL || session->view == SESSION_OUTLINE
                         ? first_signs(session->board, session->game)
                         : NULL;
    /* In a seek the seats are still to be drawn, and a challenge that was declined or withdrawn has
     * no position. */
    bool signs_known = session->board->state != BOARD_SEEK && session->signs != NULL;
    for (int seat = 0; seat < session->board->seats; seat++) {
        session->label[seat] = signs_known
                                   ? session_label(session, seat, session->board->seat[seat].name)
                                   : session_name(session, seat);
    }
}

void session_notice(struct session *session, int seat, struct phrase *notice)
{
    session->aside[seat] = phrase_both(session->aside[seat], "\n", notice);
}

void session_forget(struct run *run)
{
    g_clear_pointer(&run->replayed, match_free);
}

/* Keeps the match for the next session of that board, if it is as the store has it. */
static void keep_replayed(struct session *session)
{
    const struct match *match = session->match;
    if (match != NULL && session->board->number != 0 && session->view == SESSION_PRESENT &&
        match->turns->len == session->stored) {
        session_forget(session->run);
        session->run->replayed = g_steal_pointer(&session->match);
        session->run->replayed_board = session->board->number;
        session->run->replayed_revision = session->board->revision;
    }
}

/* Replays the record. False if that is not possible. */
static bool replay(struct session *session)
{
    struct run *run = session->run;
    g_autoptr(Match) match = NULL;
    if (run->replayed != NULL && run->replayed_board == session->board->number &&
        run->replayed_revision == session->board->revision) {
        match = g_steal_pointer(&run->replayed);
    } else {
        match = begin(session->board, session->game);
        g_autoptr(GPtrArray) turns = board_turns(run->db, session->board->number);
        for (guint i = 0; match != NULL && i < turns->len; i++) {
            const struct turn *turn = turns->pdata[i];
            if (!match_record(match, turn->seat, turn->text, NULL)) {
                return false;
            }
        }
    }
    session->stored = match != NULL ? match->turns->len : 0;
    session->match = g_steal_pointer(&match);
    return session->match != NULL;
}

static struct session *open_board(struct run *run, gint64 number, bool outline, bool *damaged)
{
    *damaged = false;
    g_autoptr(Board) board = board_read(run->db, number);
    if (board == NULL) {
        return NULL;
    }
    g_autoptr(MatchSession) session = g_new0(struct session, 1);
    session->run = run;
    session->game = registry_find(board->game);
    session->board = g_steal_pointer(&board);
    session->ended = session->board->state == BOARD_FINISHED ? session->board->ended : 0;
    /* The row alone has all that a list shows of a running match, unless an offer is open: then a
     * list names those who have not agreed and are still in play, and who is in play stands only in
     * the record. */
    bool runs = session->board->state == BOARD_RUNNING;
    bool tells = runs && (session->board->offer == OFFER_NONE || session->board->seats == 2);
    session->view = outline && tells ? SESSION_OUTLINE : SESSION_PRESENT;
    bool begun = runs || session->board->state == BOARD_FINISHED;
    bool replays = begun && session->board->started != 0 && session->view != SESSION_OUTLINE;
    if (session->game == NULL || (replays && !replay(session))) {
        log_line("board %" G_GINT64_FORMAT
                 ": its record cannot be replayed; run `postmove verify` and restore a backup",
                 number);
        *damaged = true;
        return NULL;
    }
    if (board_is_open(session->board)) {
        session->prospect = begin(session->board, session->game);
    }
    session->seats = seats_of(session->board, session->game);
    label_seats(session);
    return g_steal_pointer(&session);
}

struct session *session_open(struct run *run, gint64 number, bool *damaged)
{
    bool unasked;
    return open_board(run, number, false, damaged != NULL ? damaged : &unasked);
}

struct session *session_open_outline(struct run *run, gint64 number)
{
    bool damaged;
    return open_board(run, number, true, &damaged);
}

struct session *session_of_match(struct run *run, const struct game *game, struct match *match)
{
    struct session *session = g_new0(struct session, 1);
    session->run = run;
    session->game = game;
    session->match = match;
    session->board = g_new0(struct board, 1);
    session->board->state = BOARD_RUNNING;
    session->board->game = g_strdup(game->name);
    session->board->options = options_text(&match->options, game);
    session->board->seats = match->options.setup.seats;
    session->seats = session->board->seats;
    label_seats(session);
    return session;
}

void session_free(struct session *session)
{
    if (session != NULL) {
        keep_replayed(session);
        board_free(session->board);
        match_free(session->match);
        match_free(session->prospect);
        g_strfreev(session->signs);
        for (int seat = 0; seat < BOARD_SEATS_MAX; seat++) {
            phrase_unref(session->label[seat]);
            phrase_unref(session->aside[seat]);
            g_free(session->comment[seat]);
        }
        g_free(session);
    }
}

void session_derive(struct board *board, const struct match *match)
{
    const struct result *result = &match->result;
    const bool counts = result->over && !match->void_result;
    for (int i = 0; i < board->seats; i++) {
        struct board_seat *seat = &board->seat[i];
        seat->outcome = !counts                 ? OUTCOME_NONE
                        : result->place[i] != 1 ? OUTCOME_LOST
                        : result->drawn         ? OUTCOME_DRAWN
                                                : OUTCOME_WON;
        seat->place = counts ? result->place[i] : 0;
        seat->side = counts ? match_side(match, i) : 0;
    }
    board->turns = (int)match->turns->len;
    board->to_move = match_actor(match);
    g_clear_pointer(&board->result, g_free);
    if (result->over) {
        board->result = match_result_text(match);
    }
}

/* Stores turns that were added, or cuts those taken back. */
static struct session_change store_turns(struct session *session)
{
    const struct match *match = session->match;
    struct db *db = session->run->db;
    gint64 number = session->board->number;
    struct session_change change = { .taken_back = match->turns->len < session->stored };
    if (change.taken_back) {
        board_turns_cut(db, number, (int)match->turns->len);
        session->stored = match->turns->len;
    }
    change.first = session->stored;
    for (guint i = session->stored; i < match->turns->len; i++) {
        const struct match_turn *turn = &g_array_index(match->turns, struct match_turn, i);
        board_turn_add(db, number, (int)i + 1, turn->seat, turn->text, session->run->now);
    }
    session->stored = match->turns->len;
    return change;
}

/* True if the turns from `first` on end the open offer. Any move does, but a draw or a pause stays
 * open when a player who agrees moves, or one has to pass. A player who leaves does not, unless the
 * offer was theirs or asks to take back turns before they left. */
static bool ends_offer(const struct session *session, guint first)
{
    const struct match *match = session->match;
    const struct board *board = session->board;
    bool left = match->turns->len > first;
    for (guint i = first; i < match->turns->len; i++) {
        const struct match_turn *turn = &g_array_index(match->turns, struct match_turn, i);
        const bool stands =
            board->offer != OFFER_UNDO && (turn->forced || board->seat[turn->seat].agrees);
        if (!match_is_leaving(turn->text) && !stands) {
            return true;
        }
    }
    return match->result.over ||
           (left && (board->offer == OFFER_UNDO || !session_in_play(session, board->offer_by)));
}

struct session_change session_store(struct session *session)
{
    struct board *board = session->board;
    struct match *match = session->match;
    struct session_change change = { 0 };
    if (match != NULL) {
        change = store_turns(session);
        if (ends_offer(session, change.first)) {
            board->offer = OFFER_NONE;
        }
        session_derive(board, match);
        if (match->result.over) {
            board->state = BOARD_FINISHED;
            board->ended = session->run->now;
            board->paused = 0;
            board->paused_by = PAUSE_NONE;
            plans_drop(session->run->db, board->number);
        }
    }
    board_save(session->run->db, board);
    session->run->accepted = true;
    tokens_age(session->run->db, board->number,
               session->run->now + (gint64)LIMIT_OLD_TOKEN_DAYS * CLOCK_DAY);
    return change;
}

struct phrase *session_start_fault(const struct session *session)
{
    if (session->prospect != NULL) {
        return NULL;
    }
    g_autofree char *number = say_number(session->board->number);
    log_line("board %s: its options are none of %s, so it cannot begin", number,
             session->game->name);
    return say("board-damaged",
               pairs("number", number, "operator", session->run->config->operator_address, NULL));
}

void session_begin(struct session *session)
{
    struct board *board = session->board;
    session->match = begin(board, session->game);
    g_assert(session->match != NULL);
    board->state = BOARD_RUNNING;
    board->started = session->run->now;
}

bool session_turns_before(const struct session *session, gint64 ply, guint *turns)
{
    if (session->match == NULL) {
        return false;
    }
    gint64 next = (gint64)session->match->turns->len + 1;
    gint64 wanted = ply < 0 ? next + ply : ply;
    if (wanted < 1 || wanted > next) {
        return false;
    }
    *turns = (guint)(wanted - 1);
    return true;
}

void session_set_back(struct session *session, guint turns)
{
    struct match *earlier = match_at(session->match, turns);
    match_free(session->match);
    session->match = earlier;
    session->view = SESSION_PAST;
    session_derive(session->board, session->match);
}

void session_talk(struct session *session, gint64 player, const char *words)
{
    int turns = session->match != NULL ? (int)session->match->turns->len : 0;
    enum talk_kind kind = session->board->state == BOARD_FINISHED ? TALK_ALL
                          : session_seat(session, player) >= 0    ? TALK_PLAYERS
                                                                  : TALK_WATCHERS;
    talk_add(session->run->db, session->board->number, player, kind, turns, words,
             session->run->now);
    session->run->accepted = true;
}

int session_seat(const struct session *session, gint64 player)
{
    return board_seat_of(session->board, player);
}

bool session_is_present(const struct session *session)
{
    return session->view == SESSION_PRESENT || session->view == SESSION_OUTLINE;
}

bool session_program_answers(const struct session *session, int seat)
{
    const struct board *board = session->board;
    const bool asks = board->state == BOARD_RUNNING || board->state == BOARD_CHALLENGE;
    if (!asks || board->seats != 2 || board->paused != 0 || seat < 0 ||
        !board->seat[seat].program) {
        return false;
    }
    const struct bot *bot = config_bot(session->run->config, board->seat[seat].name);
    return bot != NULL && bot->seconds <= BOT_SOON;
}

bool session_in_play(const struct session *session, int seat)
{
    return session->match != NULL && session->match->result.place[seat] == 0;
}

/* ---- offers of a draw, a takeback or a pause ---- */

bool offer_all_agree(const struct session *session)
{
    for (int seat = 0; seat < session->board->seats; seat++) {
        if (session_in_play(session, seat) && !session->board->seat[seat].agrees) {
            return false;
        }
    }
    return true;
}

int offer_turns_before(const struct match *match, int seat)
{
    for (int i = (int)match->turns->len - 1; i >= 0; i--) {
        const struct match_turn *turn = &g_array_index(match->turns, struct match_turn, i);
        if (match_is_leaving(turn->text)) {
            return -1;
        }
        if (turn->seat == seat && match_was_decided(match, (guint)i)) {
            return i;
        }
    }
    return -1;
}

const char *offer_refusal(const struct session *session, int seat, enum board_offer kind)
{
    if ((kind == OFFER_PAUSE && session->board->paused_by != PAUSE_NONE) ||
        session->board->paused_by == PAUSE_SEAT) {
        return session->board->paused_by == PAUSE_OPERATOR ? "adjourned" : "paused-already";
    }
    if (session->board->offer != OFFER_NONE) {
        return session->board->offer_by == seat ? "offer-own" : "offer-open";
    }
    if (kind == OFFER_UNDO && offer_turns_before(session->match, seat) < 0) {
        return "undo-nothing";
    }
    return NULL;
}

void offer_carry_through(struct session *session)
{
    enum board_offer offer = session->board->offer;
    session->board->offer = OFFER_NONE;
    if (offer == OFFER_DRAW) {
        match_record(session->match, session->board->offer_by, "draw", NULL);
    } else if (offer == OFFER_UNDO) {
        int keep = offer_turns_before(session->match, session->board->offer_by);
        g_autoptr(Match) whole = session->match;
        session->match = match_at(whole, (guint)MAX(keep, 0));
    } else if (offer == OFFER_PAUSE) {
        session->board->paused = session->run->now;
        session->board->paused_by = PAUSE_PLAYERS;
        session->board->asked = 0;
    }
}

const char *offer_settle(struct session *session)
{
    const struct board *board = session->board;
    bool draw = board->offer == OFFER_DRAW;
    bool open = (draw || board->offer == OFFER_PAUSE) && !session->match->result.over &&
                session_in_play(session, board->offer_by);
    if (!open || !offer_all_agree(session)) {
        return NULL;
    }
    offer_carry_through(session);
    return draw ? "left-draw" : "left-pause";
}

void offer_wake(struct session *session)
{
    struct board *board = session->board;
    board->offer = board->offer == OFFER_SEAT ? OFFER_NONE : board->offer;
    board->paused = 0;
    board->paused_by = PAUSE_NONE;
}

/* ---- who watches ---- */

GPtrArray *watch_watchers(const struct session *session)
{
    const struct board *board = session->board;
    bool begun = board->state == BOARD_RUNNING || board->state == BOARD_FINISHED;
    if (board->private_match || !begun) {
        return g_ptr_array_new_with_free_func((GDestroyNotify)watch_free);
    }
    return watches_of_board(session->run->db, board->number, board->game);
}

struct watch *watch_of(const struct session *session, gint64 player)
{
    g_autoptr(GPtrArray) all = watch_watchers(session);
    for (guint i = 0; i < all->len; i++) {
        if (((const struct watch *)all->pdata[i])->player == player) {
            return g_ptr_array_steal_index(all, i);
        }
    }
    return NULL;
}

bool watch_watches(const struct session *session, gint64 player)
{
    g_autoptr(Watch) watch = watch_of(session, player);
    return watch != NULL;
}

void watch_say(struct session *session, gint64 player, const char *words)
{
    g_autoptr(GPtrArray) all = watch_watchers(session);
    g_autoptr(Phrase) text = phrase_text(words);
    g_autoptr(GBytes) said = phrase_bytes(text);
    bool over = session->board->state == BOARD_FINISHED;
    for (guint i = 0; i < all->len; i++) {
        const struct watch *watch = all->pdata[i];
        if (!watch->at_end && watch->player != player &&
            talk_reaches(session, player, watch->player)) {
            talk_wait(session->run->db, session->board->number, watch->player, player,
                      over ? TALK_ALL : TALK_WATCHERS, said,
                      preference_digest(session->run, watch->player));
        }
    }
}

/* ---- what they said, for the players ---- */

enum { TALK_SHOWN_MOST = 4000 /* bytes in one letter */ };

struct phrase *watch_talk(const struct session *session, gint64 reader)
{
    /* Only the letter of the mail that ended the match: its time is that of the run. */
    if (session->board->state != BOARD_FINISHED || session->board->ended != session->run->now) {
        return NULL;
    }
    g_autoptr(GPtrArray) said =
        talk_list(session->run->db, session->board->number, 1U << TALK_WATCHERS);
    struct phrase *lines = phrase_joined("\n");
    size_t shown = 0;
    for (guint i = 0; i < said->len; i++) {
        const struct talk *talk = said->pdata[i];
        if (!talk_reaches(session, talk->player, reader)) {
            continue;
        }
        shown += strlen(talk->text);
        if (shown > TALK_SHOWN_MOST) {
            phrase_add(lines, say("talk-goes-on",
                                  with_number(values_new(), "number", session->board->number)));
            break;
        }
        phrase_add(lines, phrase_taken(g_strdup_printf("%s: %s", talk->name, talk->text)));
    }
    return phrase_if_any(lines);
}

/* ---- talk ---- */

bool talk_reaches(const struct session *session, gint64 speaker, gint64 listener)
{
    bool both_play = session->board->state == BOARD_RUNNING &&
                     session_seat(session, speaker) >= 0 && session_seat(session, listener) >= 0;
    return both_play ? !block_has_player(session->run->db, listener, speaker)
                     : !block_between(session->run->db, speaker, listener);
}

/* ---- what waits ---- */

enum { TALK_A_LETTER = 48 * 1024 /* bytes; the rest waits for the next letter */ };

bool talk_still_reaches(const struct session *session, const struct talk *talk, gint64 reader)
{
    const bool both_seated =
        session_seat(session, talk->player) >= 0 && session_seat(session, reader) >= 0;
    return talk->kind == TALK_PLAYERS && both_seated
               ? !block_has_player(session->run->db, reader, talk->player)
               : talk_reaches(session, talk->player, reader);
}

GPtrArray *talk_take(struct session *session, gint64 reader)
{
    GPtrArray *entries = entries_new();
    g_autoptr(GPtrArray) waiting =
        talk_take_waiting(session->run->db, session->board->number, reader, TALK_A_LETTER);
    for (guint i = 0; i < waiting->len; i++) {
        const struct talk *talk = waiting->pdata[i];
        if (talk->kind == TALK_NEWS || talk->kind == TALK_TURN) { /* the server's own words */
            g_ptr_array_add(entries, entry_new(NULL, phrase_of_bytes(talk->said)));
        } else if (talk_still_reaches(session, talk, reader)) {
            const char *key = talk->kind == TALK_WATCHERS ? "talked-watching" : "talked";
            struct entry *entry = entry_new(NULL, say(key, pairs("name", talk->name, NULL)));
            entry->talk = phrase_of_bytes(talk->said);
            g_ptr_array_add(entries, entry);
        }
    }
    return entries;
}
