#include "commands/request.h"

#include <string.h>

#include "auth/budget.h"
#include "auth/redact.h"
#include "commands/board_letter.h"
#include "commands/timeouts.h"
#include "language/line.h"

bool request_proves(const struct request *request, gint64 player)
{
    const bool by_mail = request->proven && request->player != NULL &&
                         request->player->id == player && !request->stale;
    return by_mail || (player != 0 && request->by_password == player);
}

char *request_own_lines(const struct request *request, guint most)
{
    const struct reply *own = request->own;
    g_autoptr(GString) text = g_string_new(NULL);
    for (guint i = 0, lines = 0; own->lines[i] != NULL && lines < most; i++) {
        const bool theirs = own->kinds[i] == REPLY_OWN || own->kinds[i] == REPLY_ENDING;
        lines += theirs ? 1 : 0;
        if (theirs || (text->len > 0 && !g_str_has_suffix(text->str, "\n\n"))) {
            g_string_append_printf(text, "%s\n", theirs ? own->lines[i] : "");
        }
    }
    return g_string_free(g_steal_pointer(&text), FALSE);
}

/* The row of a board: that of the request, or one that is read now into *own, which the caller
 * frees. NULL if there is no such board. */
static const struct board *row_of(const struct request *request, gint64 number, struct board **own)
{
    if (request->board != NULL && request->board->number == number) {
        return request->board;
    }
    return *own = board_read(request->run->db, number);
}

void request_note_changes(struct request *request, const struct token *shown)
{
    struct run *run = request->run;
    if (timeout_settle(run, shown->object)) {
        g_clear_pointer(&request->board, board_free);
    }
    g_autoptr(Board) own = NULL;
    const struct board *board = row_of(request, shown->object, &own);
    /* A challenge or seek counts as unchanged while others accept it or take seats. */
    bool open = shown->kind == TOKEN_CHALLENGE && board != NULL && board_is_open(board);
    request->stale = !open && (board == NULL || board->revision != shown->revision);
    request->newest = request->stale && token_is_newest(run->db, shown);
}

void request_note_shown(struct request *request, gint64 board)
{
    struct token shown;
    request->stale = request->newest = false;
    if (token_of_board(request->run->db, &request->token, board, &shown)) {
        request_note_changes(request, &shown);
    }
}

static void reply_to_player_free(struct reply_to_player *reply)
{
    g_ptr_array_unref(reply->entries);
    g_free(reply);
}

GPtrArray *request_replies_new(void)
{
    return g_ptr_array_new_with_free_func((GDestroyNotify)reply_to_player_free);
}

GPtrArray *request_entries(const struct request *request, gint64 player)
{
    for (guint i = 0; i < request->replies->len; i++) {
        const struct reply_to_player *reply = request->replies->pdata[i];
        if (reply->player == player) {
            return reply->entries;
        }
    }
    return NULL;
}

struct entry *request_answer(struct request *request, const struct player *who,
                             const struct command *command, struct phrase *text)
{
    struct entry *entry = entry_new(command != NULL ? command->line : NULL, text);
    GPtrArray *entries = request_entries(request, who->id);
    if (entries == NULL) {
        struct reply_to_player *reply = g_new0(struct reply_to_player, 1);
        *reply = (struct reply_to_player){ .player = who->id, .entries = entries_new() };
        g_ptr_array_add(request->replies, reply);
        entries = reply->entries;
    }
    g_ptr_array_add(entries, entry);
    request->told += phrase_size(entry->text);
    return entry;
}

struct answered request_answered(const struct request *request, gint64 player)
{
    const struct message *message = request->message;
    const bool own = player == 0 || (request->player != NULL && request->player->id == player);
    return own ? (struct answered){ message->message_id, message->references }
               : (struct answered){ 0 };
}

void request_letter(struct request *request, const struct player *who,
                    const struct letter_draft *draft)
{
    const struct answered answered = request_answered(request, who != NULL ? who->id : 0);
    struct letter_draft letter = *draft;
    letter.player = who != NULL ? who->id : 0;
    letter.address = who != NULL ? who->address : request->message->from;
    letter.answered = &answered;
    letter_plain(request->run, &letter);
}

bool request_may_answer(const struct request *request, const struct player *who)
{
    return request->tapped ||
           rate_limit_answer(request->run, who->id, who->address, request_proves(request, who->id));
}

const char *request_offered(const struct request *request)
{
    const bool offers = request->has_token && request->token.kind != TOKEN_CONFIRM &&
                        request->token.offer[0] != '\0';
    return offers ? request->token.offer : NULL;
}

GPtrArray *request_last_entries(const struct request *request)
{
    const guint count = request->replies->len;
    const struct reply_to_player *last = count > 0 ? request->replies->pdata[count - 1] : NULL;
    return last != NULL ? last->entries : NULL;
}

struct entry *request_last_entry(const struct request *request)
{
    const GPtrArray *entries = request_last_entries(request);
    return entries != NULL ? entries->pdata[entries->len - 1] : NULL;
}

void request_remark(struct request *request, const char *key, const char *line)
{
    struct run *run = request->run;
    const guint count = request->replies->len;
    const struct reply_to_player *last = count > 0 ? request->replies->pdata[count - 1] : NULL;
    const gint64 writer = request->player != NULL ? request->player->id : 0;
    g_autoptr(Player) who = player_by_id(run->db, last != NULL ? last->player : writer);
    const struct entry *above = request_last_entry(request);
    const gint64 board = above != NULL ? above->board : request->letter_board;
    if (who != NULL) {
        g_autofree char *fit = line != NULL ? redact_relayed(run, who, line) : NULL;
        request_answer(request, who, NULL, say(key, pairs("line", fit, NULL)))->board = board;
    }
}

bool request_shows_board(const struct request *request)
{
    const GPtrArray *entries = request_last_entries(request);
    for (guint i = 0; entries != NULL && i < entries->len; i++) {
        const struct entry *entry = entries->pdata[i];
        if (entry->board != 0 || entry->shown != NULL) {
            return true;
        }
    }
    return false;
}

bool request_is_full(const struct request *request)
{
    enum { LONG_ENOUGH = 48 * 1024 };
    return request->told >= LONG_ENOUGH;
}

/* Sends the answers to a player, unless they want none of them: letters that only show moves that
 * they have made. */
static void send_reply(struct request *request, const struct reply_to_player *reply)
{
    struct run *run = request->run;
    const GPtrArray *entries = reply->entries;
    g_autoptr(Player) player = player_by_id(run->db, reply->player);
    if (player == NULL || player->address == NULL) {
        return; /* they were forgotten by this very mail */
    }
    /* A digest would bring the program's answer later. */
    bool receipts = true, followed = preference_digest(run, player->id) == 0, secret = false;
    bool boardless = false; /* an entry is about no board */
    for (guint i = 0; i < entries->len; i++) {
        const struct entry *entry = entries->pdata[i];
        receipts &= entry->receipt;
        followed &= entry->followed;
        secret |= entry->secret;
        boardless |= entry->board == 0;
    }
    if ((receipts && (followed || !preference_is_on(run, player->id, SETTING_RECEIPTS))) ||
        (!run->accepted && !request_may_answer(request, player))) {
        return;
    }
    /* A reply to a letter about a player's board is answered by a letter about that board, whatever
     * they asked, so that they can answer it with a move; unless the answer is for them alone. */
    const bool own = request->player != NULL && request->player->id == player->id;
    g_autoptr(Board) board =
        own && !secret && boardless ? board_read(run->db, request->letter_board) : NULL;
    const bool keeps = board != NULL && board_seat_of(board, player->id) >= 0;
    for (guint i = 0; i < entries->len; i++) {
        struct entry *entry = entries->pdata[i];
        entry->board = entry->board == 0 && keeps ? board->number : entry->board;
        /* A line as written may hold the writer's password, or the address written to. To look for
         * these is slow, so it waits until the answer is known to go out. */
        g_autofree char *written = g_steal_pointer(&entry->line);
        entry->line = written != NULL ? redact_relayed(run, player, written) : NULL;
    }
    const struct answered answered = request_answered(request, player->id);
    letter_of_boards(run, player, reply->entries,
                     &(struct letter_draft){ .key = "subject-answer",
                                             .answered = &answered,
                                             .for_boards = own && request->has_token &&
                                                           request->token.kind == TOKEN_BOARDS });
}

void request_send_replies(struct request *request)
{
    for (guint i = 0; i < request->replies->len; i++) {
        send_reply(request, request->replies->pdata[i]);
    }
}

/* ---- what the parser must know before it reads a mail ---- */

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

struct grammar_context context_plain(void)
{
    return (struct grammar_context){
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
    [OFFER_NONE] = COMMAND_NONE,   [OFFER_DRAW] = COMMAND_DRAW, [OFFER_UNDO] = COMMAND_UNDO,
    [OFFER_PAUSE] = COMMAND_PAUSE, [OFFER_SEAT] = COMMAND_NONE,
};

/* The commands that a board does not allow now, a bit each: words that may mean them mean something
 * else there. */
static guint64 impossible_at(const struct board *board, int seat, bool offered, bool challenged)
{
    const guint64 of_play = command_bit(COMMAND_DRAW) | command_bit(COMMAND_PAUSE) |
                            command_bit(COMMAND_RESIGN) | command_bit(COMMAND_QUEUE) |
                            command_bit(COMMAND_PLAN) | command_bit(COMMAND_MOVE) |
                            command_bit(COMMAND_MOVES);
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

/* Sets the context for the writer's reply to a letter about a board. False if no board has that
 * number, or the program lacks its game. */
static bool reply_about(const struct request *request, gint64 number,
                        struct grammar_context *context)
{
    g_autoptr(Board) own = NULL;
    const struct board *board = row_of(request, number, &own);
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
    set_question(board, request->player != NULL ? request->player->id : 0, context);
    return true;
}

/* True if a letter with that context asks nothing that a yes answers. */
static bool asks_nothing(const struct grammar_context *context)
{
    return context->yes == NULL || context->yes_by_name;
}

bool context_may_offer(const struct request *request)
{
    struct grammar_context context;
    return request->player != NULL && reply_about(request, request->letter_board, &context) &&
           asks_nothing(&context);
}

/* True if the writer of a mail may play a move at that board now. */
static bool is_legal(void *who, gint64 board, const char *move)
{
    const struct request *request = who;
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

/* The same as reply_about, if the writer has a seat at the board. */
static bool reply_about_own(void *who, gint64 number, struct grammar_context *context)
{
    return reply_about(who, number, context) && context->writer[0] != '\0';
}

struct grammar_context context_of_mail(const struct request *request)
{
    const struct player *writer = request->player;
    struct grammar_context context = context_plain();
    const bool found = reply_about(request, request->letter_board, &context);
    /* What the letter asked of itself, unless its board asks something. */
    if (found && writer != NULL && request_offered(request) != NULL && asks_nothing(&context)) {
        context.yes = grammar_row(COMMAND_YES)->name;
        context.no = grammar_row(COMMAND_NO)->name;
        context.yes_by_name = false;
        context.asks_gravely = true;
    }
    context.away = found && writer != NULL && writer->signed_off != 0;
    context.stranger = writer == NULL;
    if (writer != NULL) {
        g_strlcpy(context.writer, writer->name, sizeof context.writer);
    }
    context.context_of = reply_about_own;
    context.is_legal = is_legal;
    context.who = (void *)request;
    return context;
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
    /* A letter sent before they have set their language has an English title. */
    const struct words *own = preference_words(request->run, reader);
    bool ours = false;
    for (const struct words *words = own; words != NULL && !ours; words = words_behind(words)) {
        const char *title = words_get(words, board->game, "title");
        g_autofree char *start = g_strdup_printf("%s %" G_GINT64_FORMAT ": ", title, number);
        ours = g_str_has_prefix(subject, start);
    }
    if (!ours || strstr(subject, " - ") == NULL) {
        return false;
    }
    request->letter_board = number;
    return true;
}
