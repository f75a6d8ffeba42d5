#include "play/session.h"

#include <string.h>

#include "base/log.h"
#include "base/random.h"
#include "match/options.h"
#include "render/sign.h"
#include "store/boards.h"
#include "store/talk.h"
#include "store/tokens.h"

enum {
    CHECKPOINT_EVERY = 16, /* turns */
};

/* How much of a session's match is needed. */
enum need {
    NEED_OUTLINE, /* the row, if it says enough */
    NEED_MATCH,
    NEED_REPLAY, /* replayed from its first turn, without a checkpoint */
};

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

char *session_signs(const struct session *session, int seat)
{
    g_autoptr(Match) begun = NULL;
    const struct match *match = session->match != NULL ? session->match : session->prospect;
    if (match == NULL) {
        begun = begin(session->board, session->game);
        match = begun;
    }
    return match != NULL ? signs_of_seat(session->game, &match->start, seat) : NULL;
}

static void label_seats(struct session *session)
{
    /* In a seek the seats are still to be drawn, and a challenge that was declined or withdrawn has
     * no position. */
    bool signs_known =
        session->board->state != BOARD_SEEK &&
        (session->match != NULL || session->prospect != NULL || session->view == SESSION_OUTLINE);
    for (int seat = 0; seat < session->board->seats; seat++) {
        const char *name = session->board->seat[seat].name;
        g_autofree char *signs = signs_known ? session_signs(session, seat) : NULL;
        session->label[seat] =
            signs != NULL ? g_strdup_printf("%s (%s)", name, signs) : g_strdup(name);
    }
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

/* ---- checkpoints ---- */

/* The keyed hash of what a checkpoint says, and of the match it belongs to. Free with
 * g_bytes_unref. */
static GBytes *checksum_of(const struct session *session, const struct checkpoint *checkpoint)
{
    const struct board *board = session->board;
    g_autoptr(GString) said = g_string_new(NULL);
    g_string_printf(said,
                    "checkpoint %" G_GINT64_FORMAT "\n%s %d %d %s\n%s\n%" G_GINT64_FORMAT
                    " %" G_GINT64_FORMAT " %" G_GINT64_FORMAT "\n%s\n%s\n",
                    board->number, board->game, board->rules, board->seats, board->options,
                    board->from != NULL ? board->from : "", checkpoint->turns, checkpoint->plies,
                    checkpoint->most, checkpoint->position, checkpoint->record);
    gsize length;
    const char *hashes = g_bytes_get_data(checkpoint->hashes, &length);
    g_string_append_len(said, hashes, (gssize)length);
    unsigned char hash[SECRET_HASH_BYTES];
    secret_hash(db_key(session->run->db), said->str, said->len, hash);
    return g_bytes_new(hash, sizeof hash);
}

/* Adds the turns of the text of a record (struct checkpoint), which is cut into their texts. */
static void add_lines(GArray *record, char *text)
{
    for (char *line = text; line != NULL && *line != '\0';) {
        char *end = strchr(line, '\n');
        if (end != NULL) {
            *end = '\0';
        }
        const struct match_turn turn = { .seat = *line - '0', .text = line + 1 };
        g_array_append_val(record, turn);
        line = end != NULL ? end + 1 : NULL;
    }
}

/* Adds stored turns, from number `first` of the array on. */
static void add_turns(GArray *record, const GPtrArray *turns, guint first)
{
    for (guint i = first; i < turns->len; i++) {
        const struct turn *turn = turns->pdata[i];
        const struct match_turn line = { .seat = turn->seat, .text = turn->text };
        g_array_append_val(record, line);
    }
}

/* The record of a checkpoint, whose text is cut, and the turns behind it, which begin with the last
 * one that the checkpoint stands for. NULL if they do not fit together. Free with g_array_unref. */
static GArray *joined_record(struct checkpoint *checkpoint, const GPtrArray *turns)
{
    g_autoptr(GArray) record = g_array_new(FALSE, FALSE, sizeof(struct match_turn));
    add_lines(record, checkpoint->record);
    if (record->len == 0 || record->len != checkpoint->turns || turns->len < 2) {
        return NULL;
    }
    const struct match_turn *last = &g_array_index(record, struct match_turn, record->len - 1);
    const struct turn *stored = turns->pdata[0];
    if (last->seat != stored->seat || !g_str_equal(last->text, stored->text)) {
        return NULL;
    }
    add_turns(record, turns, 1);
    return g_steal_pointer(&record);
}

/* Replays a match from the checkpoint of its board. NULL if it has none, or one of a program with
 * other positions; NULL with `*damaged` if it does not fit the record. Free with match_free. */
static struct match *resume(const struct session *session, bool *damaged)
{
    struct db *db = session->run->db;
    g_auto(Checkpoint) stored = { 0 };
    if (session->board->turns < CHECKPOINT_EVERY ||
        !checkpoint_read(db, session->board->number, &stored)) {
        return NULL;
    }
    g_autoptr(GBytes) checksum = checksum_of(session, &stored);
    g_autoptr(GPtrArray) turns = board_turns(db, session->board->number, stored.turns);
    g_autoptr(GArray) record =
        g_bytes_equal(checksum, stored.checksum) ? joined_record(&stored, turns) : NULL;
    *damaged = record == NULL;
    g_autoptr(Match) match = *damaged ? NULL : begin(session->board, session->game);
    if (match == NULL) {
        return NULL;
    }
    g_auto(MatchCheckpoint) checkpoint = {
        .turns = (guint)stored.turns,
        .plies = (int)stored.plies,
        .most = (int)stored.most,
        .position = g_steal_pointer(&stored.position),
        .hashes = g_array_new(FALSE, FALSE, sizeof(guint64)),
    };
    gsize bytes;
    const void *hashes = g_bytes_get_data(stored.hashes, &bytes);
    g_array_append_vals(checkpoint.hashes, hashes, (guint)(bytes / sizeof(guint64)));
    const struct match_turn *lines = (const struct match_turn *)(gpointer)record->data;
    return match_resume(match, &checkpoint, lines, record->len) ? g_steal_pointer(&match) : NULL;
}

/* Stores a checkpoint if it is time for one: when turns were added after the first `before`. */
static void store_checkpoint(const struct session *session, guint before)
{
    const struct match *match = session->match;
    const bool due = match->turns->len / CHECKPOINT_EVERY > before / CHECKPOINT_EVERY;
    g_auto(MatchCheckpoint) made = { 0 };
    if ((!due && !session->checkpoint_damaged) || !match_checkpoint_make(match, &made)) {
        return;
    }
    g_autoptr(GString) record = g_string_new(NULL);
    for (guint i = 0; i < made.turns; i++) {
        const struct match_turn *turn = &g_array_index(match->turns, struct match_turn, i);
        g_string_append_c(record, (char)('0' + turn->seat));
        g_string_append(record, turn->text);
        g_string_append_c(record, '\n');
    }
    g_auto(Checkpoint) checkpoint = {
        .turns = made.turns,
        .plies = made.plies,
        .most = made.most,
        .position = g_steal_pointer(&made.position),
        .record = g_string_free(g_steal_pointer(&record), FALSE),
        .hashes = g_bytes_new(made.hashes->data, made.hashes->len * sizeof(guint64)),
    };
    checkpoint.checksum = checksum_of(session, &checkpoint);
    checkpoint_put(session->run->db, session->board->number, &checkpoint);
}

bool session_checkpoint_holds(const struct session *session)
{
    bool damaged = false;
    g_autoptr(Match) match = resume(session, &damaged);
    return !damaged && (match == NULL || match_same(match, session->match));
}

/* ---- the match of a session ---- */

/* Replays the whole record. NULL if it cannot be replayed. Free with match_free. */
static struct match *replay_all(const struct session *session)
{
    g_autoptr(Match) match = begin(session->board, session->game);
    g_autoptr(GPtrArray) turns = board_turns(session->run->db, session->board->number, 1);
    for (guint i = 0; match != NULL && i < turns->len; i++) {
        const struct turn *turn = turns->pdata[i];
        if (!match_record(match, turn->seat, turn->text, NULL)) {
            return NULL;
        }
    }
    return g_steal_pointer(&match);
}

static bool replay(struct session *session, enum need need)
{
    struct run *run = session->run;
    if (need != NEED_REPLAY && run->replayed != NULL &&
        run->replayed_board == session->board->number &&
        run->replayed_revision == session->board->revision) {
        session->match = g_steal_pointer(&run->replayed);
    }
    if (session->match == NULL && need != NEED_REPLAY) {
        session->match = resume(session, &session->checkpoint_damaged);
    }
    if (session->checkpoint_damaged) {
        log_line("board %" G_GINT64_FORMAT
                 ": its checkpoint does not fit its record, which is replayed; run `postmove "
                 "verify`",
                 session->board->number);
    }
    if (session->match == NULL) {
        session->match = replay_all(session);
    }
    session->stored = session->match != NULL ? session->match->turns->len : 0;
    return session->match != NULL;
}

static struct session *open_board(struct run *run, gint64 number, enum need need, bool *damaged)
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
    /* The row alone has all that a list shows of a running match, unless an offer is open: then a
     * list names those who have not agreed and are still in play, and who is in play stands only in
     * the record. */
    bool runs = session->board->state == BOARD_RUNNING;
    bool tells = runs && (session->board->offer == OFFER_NONE || session->board->seats == 2);
    session->view = need == NEED_OUTLINE && tells ? SESSION_OUTLINE : SESSION_PRESENT;
    bool begun = runs || session->board->state == BOARD_FINISHED;
    bool replays = begun && session->board->started != 0 && session->view != SESSION_OUTLINE;
    if (session->game == NULL || (replays && !replay(session, need))) {
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
    return open_board(run, number, NEED_MATCH, damaged != NULL ? damaged : &unasked);
}

struct session *session_open_replayed(struct run *run, gint64 number)
{
    bool damaged;
    return open_board(run, number, NEED_REPLAY, &damaged);
}

struct session *session_open_outline(struct run *run, gint64 number)
{
    bool damaged;
    return open_board(run, number, NEED_OUTLINE, &damaged);
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
    for (int seat = 0; seat < session->board->seats; seat++) {
        session->board->seat[seat].name = words_seat(run->words, game, seat);
    }
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
        for (int seat = 0; seat < BOARD_SEATS_MAX; seat++) {
            g_free((char *)session->label[seat]);
            g_free(session->aside[seat]);
            g_free(session->comment[seat]);
        }
        g_free(session);
    }
}

void session_derive(struct board *board, const struct match *match)
{
    const struct result *result = &match->result;
    for (int seat = 0; seat < board->seats; seat++) {
        board->seat[seat].outcome = !result->over || match->void_result ? OUTCOME_NONE
                                    : result->place[seat] != 1          ? OUTCOME_LOST
                                    : result->drawn                     ? OUTCOME_DRAWN
                                                                        : OUTCOME_WON;
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
    if (!match->result.over) {
        store_checkpoint(session, change.first);
    } else if (change.first >= CHECKPOINT_EVERY) {
        checkpoint_drop(db, number);
    }
    return change;
}

/* True if the turns from `first` on end the open offer. Any move does. A player who leaves does
 * not, unless the offer was theirs or asks to take back turns before they left. */
static bool ends_offer(const struct session *session, guint first)
{
    const struct match *match = session->match;
    bool left = match->turns->len > first;
    for (guint i = first; i < match->turns->len; i++) {
        if (!match_is_leaving(g_array_index(match->turns, struct match_turn, i).text)) {
            return true;
        }
    }
    const struct board *board = session->board;
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

char *session_start_fault(const struct session *session)
{
    if (session->prospect != NULL) {
        return NULL;
    }
    g_autofree char *number = say_number(session->board->number);
    log_line("board %s: its options are none of %s, so it cannot begin", number,
             session->game->name);
    return say(session->run, "board-damaged",
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

void session_set_notice(struct session *session, int seat, char *words)
{
    g_free(session->aside[seat]);
    session->aside[seat] = words;
}

void session_add_notice(struct session *session, int seat, char **text)
{
    g_autofree char *aside = seat >= 0 ? g_steal_pointer(&session->aside[seat]) : NULL;
    g_autofree char *above = aside != NULL ? g_steal_pointer(text) : NULL;
    if (aside != NULL) {
        *text = above != NULL ? g_strconcat(above, "\n", aside, NULL) : g_steal_pointer(&aside);
    }
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
    if (board->state != BOARD_RUNNING || board->seats != 2 || board->paused != 0 || seat < 0 ||
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
