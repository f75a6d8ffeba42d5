#include "commands/context.h"

#include <string.h>

#include "language/vocabulary.h"
#include "match/options.h"
#include "play/session.h"
#include "store/players.h"

/* True if a line reads as a turn of a game with its default options. */
static bool reads_in_game(void *data, const char *line)
{
    const struct game *game = data;
    struct options options;
    struct note note = { 0 };
    options_init(&options, game);
    g_autoptr(Match) match = match_new(game, &options, NULL, &note);
    return match != NULL && match_reads_as_turn(match, line);
}

static bool reads_in_any_game(void *data, const char *line)
{
    (void)data;
    for (const struct game *const *game = registry_games; *game != NULL; game++) {
        if (reads_in_game((void *)*game, line)) {
            return true;
        }
    }
    return false;
}

void context_plain(struct grammar_context *context)
{
    *context = (struct grammar_context){
        .games = registry_names(),
        .reads_as_turn = reads_in_any_game,
    };
}

void context_of_lesson(const struct request *request, struct grammar_context *context)
{
    g_autofree char *name =
        lesson_game(request->run->db, request->token.object, request->token.player);
    const struct game *game = name != NULL ? registry_find(name) : NULL;
    if (game != NULL) {
        context->reads_as_turn = reads_in_game;
        context->data = (void *)game;
    }
}

/* The command that made each offer. */
static const enum command_id asked_by[] = {
    [OFFER_NONE] = COMMAND_NONE,
    [OFFER_DRAW] = COMMAND_DRAW,
    [OFFER_UNDO] = COMMAND_UNDO,
    [OFFER_PAUSE] = COMMAND_PAUSE,
};

/* The commands that a board does not allow now, a bit each: words that may mean them mean something
 * else there. */
static guint64 impossible_at(const struct board *board, int seat, bool offered, bool challenged)
{
    const guint64 of_play = command_bit(COMMAND_DRAW) | command_bit(COMMAND_PAUSE) |
                            command_bit(COMMAND_RESIGN) | command_bit(COMMAND_QUEUE) |
                            command_bit(COMMAND_MOVE);
    const bool plays = board->state == BOARD_RUNNING && seat >= 0;
    const bool over = board->state == BOARD_FINISHED;
    guint64 bits = command_bit(COMMAND_SIGNUP);
    bits |= plays ? 0 : of_play;
    bits |= plays && board->turns > seat ? 0 : command_bit(COMMAND_UNDO); /* no turn of theirs */
    bits |= plays && board->paused_by != PAUSE_NONE ? 0 : command_bit(COMMAND_RESUME);
    bits |= over && seat >= 0 ? 0 : command_bit(COMMAND_REMATCH);
    bits |= over ? 0 : command_bit(COMMAND_ANALYSE);
    bits |= board->state == BOARD_RUNNING ? command_bit(COMMAND_PLAY) : 0;
    bits |= offered || challenged ? 0 : command_bit(COMMAND_ACCEPT);
    bits |= offered ? 0 : command_bit(COMMAND_REJECT);
    bits |= challenged ? 0 : command_bit(COMMAND_DECLINE);
    return bits;
}

/* Sets what yes and no mean to a player at a board: the answers to what is offered. */
static void set_question(const struct board *board, gint64 reader, struct grammar_context *context)
{
    const int seat = board_seat_of(board, reader);
    for (int i = 0; i < board->seats; i++) {
        if (i == seat) {
            g_strlcpy(context->writer, board->seat[i].name, sizeof context->writer);
        } else if (i < GRAMMAR_PEOPLE) {
            g_strlcpy(context->people[i], board->seat[i].name, sizeof context->people[i]);
        }
    }
    const bool challenged = board->state == BOARD_CHALLENGE && seat >= 0 &&
                            board->challenger != reader && !board->seat[seat].accepted;
    const bool offered = board->state == BOARD_RUNNING && seat >= 0 && board->offer != OFFER_NONE &&
                         !board->seat[seat].agrees;
    const bool over = board->state == BOARD_FINISHED && seat >= 0;
    context->waits = board->state == BOARD_RUNNING && seat >= 0 && board->to_move != seat;
    context->yes = challenged || offered ? "accept" : over ? "rematch" : NULL;
    context->yes_by_name = over;
    context->no = challenged ? "decline" : offered ? "reject" : NULL;
    context->asked = offered      ? asked_by[board->offer]
                     : challenged ? COMMAND_CHALLENGE
                                  : COMMAND_NONE;
    context->impossible = impossible_at(board, seat, offered, challenged);
}

/* Sets the context for a player's reply to a letter about a board. */
static bool reply_about(const struct board *board, gint64 reader, struct grammar_context *context)
{
    const struct game *game = board != NULL ? registry_find(board->game) : NULL;
    if (game == NULL) {
        return false;
    }
    bool begun = board->state == BOARD_RUNNING || board->state == BOARD_FINISHED;
    *context = (struct grammar_context){
        .games = registry_names(),
        .board = board->number,
        .reply = (begun ? 0 : REPLY_TO_CHALLENGE) | (board_is_open(board) ? 0 : REPLY_TO_MATCH),
        .reads_as_turn = reads_in_game,
        .data = (void *)game,
        .game = game->name,
    };
    set_question(board, reader, context);
    return true;
}

bool context_may_offer(const struct request *request)
{
    struct grammar_context context;
    g_autoptr(Board) board =
        request->letter_board != 0 ? board_read(request->run->db, request->letter_board) : NULL;
    return request->player != NULL && reply_about(board, request->player->id, &context) &&
           (context.yes == NULL || context.yes_by_name);
}

bool context_turn_is_legal(const struct request *request, gint64 board, const char *move)
{
    g_autoptr(MatchSession) session =
        request->player != NULL ? session_open(request->run, board, NULL) : NULL;
    const int seat = session != NULL ? session_seat(session, request->player->id) : -1;
    if (seat < 0 || session->match == NULL) {
        return false;
    }
    g_autoptr(Match) match = match_copy(session->match);
    g_auto(Ruling) ruling = { 0 };
    return match_play(match, seat, move, &ruling) == VERDICT_PLAYED;
}

static bool is_legal(void *who, gint64 board, const char *turn)
{
    return context_turn_is_legal(who, board, turn);
}

static bool reply_about_number(void *who, gint64 number, struct grammar_context *context)
{
    const struct request *request = who;
    g_autoptr(Board) board = board_read(request->run->db, number);
    const gint64 reader = request->player != NULL ? request->player->id : 0;
    return reply_about(board, reader, context) && board_seat_of(board, reader) >= 0;
}

bool context_of_mail(const struct request *request, struct grammar_context *context)
{
    const struct player *writer = request->player;
    g_autoptr(Board) board =
        request->letter_board != 0 ? board_read(request->run->db, request->letter_board) : NULL;
    context_plain(context);
    const bool found = reply_about(board, writer != NULL ? writer->id : 0, context);
    /* What the letter asked of itself, unless its board asks something. */
    if (found && request_offered(request) != NULL && context_may_offer(request)) {
        context->yes = grammar_row(COMMAND_YES)->name;
        context->no = grammar_row(COMMAND_NO)->name;
        context->yes_by_name = false;
        context->asks_gravely = true;
    }
    context->away = found && writer != NULL && writer->signed_off != 0;
    context->stranger = writer == NULL;
    if (writer != NULL) {
        g_strlcpy(context->writer, writer->name, sizeof context->writer);
    }
    context->context_of = reply_about_number;
    context->is_legal = is_legal;
    context->who = (void *)request;
    return found;
}

bool context_by_subject(struct request *request, const char *subject)
{
    const char *digits = subject + strcspn(subject, "0123456789");
    const gint64 number = g_ascii_strtoll(digits, NULL, 10);
    g_autoptr(Board) board = board_read(request->run->db, number);
    const gint64 reader = request->player != NULL ? request->player->id : 0;
    if (board == NULL || !board_shows_to(board, reader)) {
        return false;
    }
    const char *title = words_get(request->run->words, board->game, "title");
    g_autofree char *ours = g_strdup_printf("%s %" G_GINT64_FORMAT ": ", title, number);
    if (!g_str_has_prefix(subject, ours) || strstr(subject, " - ") == NULL) {
        return false;
    }
    request->letter_board = number;
    return true;
}
