#include "office/visit.h"

#include <string.h>

#include "match/registry.h"
#include "office/allowance.h"
#include "office/discretion.h"
#include "office/overdue.h"

bool visit_proves(const struct visit *visit, gint64 player)
{
    bool from_him = visit->proof == PROOF_FULL && visit->player != NULL &&
                    visit->player->id == player && !visit->stale &&
                    visit->message->verdict != SENDER_DISOWNED;
    return from_him || (player != 0 && visit->by_password == player);
}

static void reply_to_player_free(struct reply_to_player *reply)
{
    g_ptr_array_unref(reply->entries);
    g_free(reply);
}

GPtrArray *visit_replies_new(void)
{
    return g_ptr_array_new_with_free_func((GDestroyNotify)reply_to_player_free);
}

static struct reply_to_player *reply_for(struct visit *visit, const struct player *who)
{
    for (guint i = 0; i < visit->replies->len; i++) {
        struct reply_to_player *reply = visit->replies->pdata[i];
        if (reply->player == who->id) {
            return reply;
        }
    }
    struct reply_to_player *reply = g_new0(struct reply_to_player, 1);
    reply->player = who->id;
    reply->entries = g_ptr_array_new_with_free_func((GDestroyNotify)entry_free);
    g_ptr_array_add(visit->replies, reply);
    return reply;
}

struct entry *visit_answer(struct visit *visit, const struct player *who,
                           const struct command *command, char *text)
{
    struct entry *entry = entry_new(command != NULL ? command->line : NULL, text);
    g_ptr_array_add(reply_for(visit, who)->entries, entry);
    return entry;
}

void visit_answer_board(struct visit *visit, const struct player *who,
                        const struct command *command, struct desk *desk, char *text)
{
    int seat = desk_seat(desk, who->id);
    char *whole = desk_with_aside(desk, seat, text);
    struct entry *entry = visit_answer(visit, who, command, whole);
    entry->board = desk->board->number;
    letter_comments(desk, seat, entry);
    g_free(text);
}

void visit_answer_desk(struct visit *visit, const struct player *who, const struct command *command,
                       struct desk *desk, char *text)
{
    struct entry *entry = visit_answer(visit, who, command, text);
    entry->board = desk->board->number;
    desk->reader = who->id;
    letter_block(desk, desk_seat(desk, who->id), entry);
}

char *visit_keep_comment(struct visit *visit)
{
    visit->comment_used = visit->comment_used || visit->comment != NULL;
    return g_strdup(visit->comment);
}

const char *visit_comment(struct visit *visit, const struct player *who, struct desk *desk)
{
    if (visit->comment != NULL) {
        visit->comment_used = true;
        desk_talk(desk, who->id, visit->comment);
    }
    return visit->comment;
}

/* The last answer; else one to who wrote. NULL: nobody is answered. */
static struct reply_to_player *last_reply(struct visit *visit)
{
    if (visit->replies->len > 0) {
        return visit->replies->pdata[visit->replies->len - 1];
    }
    return visit->player != NULL ? reply_for(visit, visit->player) : NULL;
}

void visit_remark_line(struct visit *visit, const char *key, const char *line)
{
    struct reply_to_player *reply = last_reply(visit);
    if (reply == NULL) {
        return;
    }
    struct office *office = visit->office;
    g_autoptr(Player) who = player_by_id(office->db, reply->player);
    g_autofree char *fit = line != NULL ? discretion_relay(office, who, line) : NULL;
    GPtrArray *entries = reply->entries;
    const struct entry *last = entries->len > 0 ? entries->pdata[entries->len - 1] : NULL;
    struct entry *entry = entry_new(NULL, say(office, key, pairs("line", fit, NULL)));
    entry->board = last != NULL ? last->board : visit->letter_board;
    g_ptr_array_add(entries, entry);
}

void visit_remark(struct visit *visit, const char *key)
{
    visit_remark_line(visit, key, NULL);
}

bool visit_shows_board(struct visit *visit)
{
    GPtrArray *entries = visit->replies->len > 0 ? last_reply(visit)->entries : NULL;
    for (guint i = 0; entries != NULL && i < entries->len; i++) {
        const struct entry *entry = entries->pdata[i];
        if (entry->board != 0 || entry->block != NULL) {
            return true;
        }
    }
    return false;
}

bool visit_is_full(struct visit *visit)
{
    enum { LONG_ENOUGH = 48 * 1024 };
    GPtrArray *entries = visit->replies->len > 0 ? last_reply(visit)->entries : NULL;
    size_t length = 0;
    for (guint i = 0; entries != NULL && i < entries->len; i++) {
        length += strlen(((const struct entry *)entries->pdata[i])->text);
    }
    return length >= LONG_ENOUGH;
}

struct desk *visit_desk(struct visit *visit, const struct player *who,
                        const struct command *command)
{
    gint64 number = command->board != 0 ? command->board : visit->letter_board;
    g_autofree char *text = say_number(number);
    bool damaged = false;
    overdue_settle(visit->office, number);
    g_autoptr(Desk) desk = desk_open(visit->office, number, &damaged);
    if (desk == NULL || !board_shows_to(desk->board, who->id)) {
        visit_answer(visit, who, command,
                     say(visit->office, damaged ? "board-damaged" : "no-board",
                         pairs("number", text, "operator", visit->office->config->operator, NULL)));
        return NULL;
    }
    if (command->game != NULL && !g_str_equal(command->game, desk->game->name)) {
        const char *title = words_get(visit->office->words, desk->game->name, "title");
        visit_answer(visit, who, command,
                     say(visit->office, "other-game",
                         pairs("number", text, "game", title, "asked", command->game, NULL)));
        return NULL;
    }
    return g_steal_pointer(&desk);
}

struct desk *visit_seat(struct visit *visit, const struct player *who,
                        const struct command *command, int *seat)
{
    g_autoptr(Desk) desk = visit_desk(visit, who, command);
    if (desk == NULL) {
        return NULL;
    }
    *seat = desk_seat(desk, who->id);
    if (*seat < 0) {
        g_autofree char *text = say_number(desk->board->number);
        const char *key = desk->board->state == BOARD_SEEK ? "no-seat-yet" : "no-seat";
        visit_answer(visit, who, command, say(visit->office, key, pairs("number", text, NULL)));
        return NULL;
    }
    return g_steal_pointer(&desk);
}

/* The one board all entries are about; 0 if there is none or several. */
static gint64 only_board(GPtrArray *entries)
{
    gint64 board = 0;
    for (guint i = 0; i < entries->len; i++) {
        const struct entry *entry = entries->pdata[i];
        if (entry->board == 0 || (board != 0 && entry->board != board)) {
            return 0;
        }
        board = entry->board;
    }
    return board;
}

/* Puts each board below the last entry that is about it. */
static void add_blocks(struct office *office, gint64 player, GPtrArray *entries)
{
    for (guint i = 0; i < entries->len; i++) {
        struct entry *entry = entries->pdata[i];
        bool last = entry->board != 0 && entry->block == NULL;
        for (guint j = i + 1; last && j < entries->len; j++) {
            const struct entry *later = entries->pdata[j];
            last = later->board != entry->board || later->block != NULL;
        }
        bool damaged;
        g_autoptr(Desk) desk = last ? desk_open(office, entry->board, &damaged) : NULL;
        if (desk != NULL && board_shows_to(desk->board, player)) {
            desk->reader = player;
            letter_block(desk, desk_seat(desk, player), entry);
        }
    }
}

/* Who answers a letter about a board of his is answered with one, whatever he
 * asked, so that he can answer that with a move. */
static void keep_to_board(struct visit *visit, struct reply_to_player *reply)
{
    bool damaged;
    g_autoptr(Desk) desk =
        visit->letter_board != 0 ? desk_open(visit->office, visit->letter_board, &damaged) : NULL;
    if (desk == NULL || desk_seat(desk, reply->player) < 0) {
        return;
    }
    for (guint i = 0; i < reply->entries->len; i++) {
        struct entry *entry = reply->entries->pdata[i];
        if (entry->board == 0) {
            entry->board = visit->letter_board;
        }
    }
}

static bool holds_secret(const GPtrArray *entries)
{
    for (guint i = 0; i < entries->len; i++) {
        if (((const struct entry *)entries->pdata[i])->secret) {
            return true;
        }
    }
    return false;
}

/* A line as written may hold the writer's password, or the address written to. To look is slow,
 * so it waits until the answer is known to go out. */
static void remove_secrets(struct office *office, const struct player *player, GPtrArray *entries)
{
    for (guint i = 0; i < entries->len; i++) {
        struct entry *entry = entries->pdata[i];
        g_autofree char *written = g_steal_pointer(&entry->line);
        entry->line = written != NULL ? discretion_relay(office, player, written) : NULL;
    }
}

static void send_reply(struct visit *visit, struct reply_to_player *reply)
{
    struct office *office = visit->office;
    g_autoptr(Player) player = player_by_id(office->db, reply->player);
    if (player == NULL || player->address == NULL) {
        return; /* he was forgotten by this very mail */
    }
    if (!office->accepted && !allowance_answer(visit, reply->player, player->address)) {
        return;
    }
    remove_secrets(office, player, reply->entries);
    /* Another's Message-ID must not enter this player's threads. */
    bool own = visit->player != NULL && visit->player->id == reply->player;
    if (own && !holds_secret(reply->entries)) {
        keep_to_board(visit, reply);
    }
    struct answered answered = {
        .message_id = own ? visit->message->message_id : NULL,
        .references = own ? visit->message->references : NULL,
    };
    gint64 board = only_board(reply->entries);
    bool damaged;
    g_autoptr(Desk) desk = board != 0 ? desk_open(office, board, &damaged) : NULL;
    int seat = desk != NULL ? desk_seat(desk, reply->player) : -1;
    if (seat >= 0) {
        letter_about_board(desk, seat, reply->entries, &answered);
        return;
    }
    add_blocks(office, reply->player, reply->entries);
    letter_plain(office, reply->player, player->address, "letters/answer", "subject-answer", NULL,
                 reply->entries, NULL, &answered);
}

void visit_send_replies(struct visit *visit)
{
    for (guint i = 0; i < visit->replies->len; i++) {
        send_reply(visit, visit->replies->pdata[i]);
    }
}

struct target visit_target(struct visit *visit, const struct player *who,
                           const struct command *command)
{
    struct target target = { .game = registry_find(command->words[0]) };
    if (target.game == NULL) {
        target.player = player_by_name(visit->office->db, command->words[0]);
    }
    if (target.player == NULL && target.game == NULL && command->game != NULL) {
        target.game = registry_find(command->game);
    }
    if (target.player == NULL && target.game == NULL) {
        visit_answer(visit, who, command,
                     say(visit->office, "no-player", pairs("name", command->words[0], NULL)));
    }
    return target;
}
