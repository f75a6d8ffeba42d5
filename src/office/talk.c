/* What players say: to the table, to those who watch with them, to each other. */
#include "office/talk.h"

#include <string.h>

#include "base/clock.h"
#include "base/plain.h"
#include "language/names.h"
#include "office/budget.h"
#include "office/discretion.h"
#include "office/returns.h"
#include "office/watch.h"
#include "store/blocks.h"
#include "store/talk.h"

bool talk_is(enum command_id id)
{
    return id == COMMAND_CHAT || id == COMMAND_MESSAGE || id == COMMAND_NOTE;
}

/* ---- chat ---- */

bool talk_reaches(const struct desk *desk, gint64 speaker, gint64 listener)
{
    bool both_play = desk->board->state == BOARD_RUNNING && desk_seat(desk, speaker) >= 0 &&
                     desk_seat(desk, listener) >= 0;
    return both_play ? !block_has_player(desk->office->db, listener, speaker)
                     : !block_between(desk->office->db, speaker, listener);
}

/* To the others at the board. */
static void tell_players(struct desk *desk, const struct player *who, int seat, const char *words)
{
    for (int other = 0; other < desk->board->seats; other++) {
        gint64 reader = desk->board->seat[other].player;
        if (other != seat && talk_reaches(desk, who->id, reader)) {
            talk_wait(desk->office->db, desk->board->number, reader, who->id, TALK_PLAYERS, words);
        }
    }
}

/* Passes the words on: players and those who watch hear each other when the match is
 * over, and not before. */
static void pass_on(struct desk *desk, const struct player *who, int seat, const char *words)
{
    bool over = desk->board->state == BOARD_FINISHED;
    if (seat >= 0 || over) {
        tell_players(desk, who, seat, words);
    }
    if (seat < 0 || over) {
        watch_say(desk, who->id, words);
    }
}

/* Whether what is said at the board counts as a message does. Those who watch have not chosen who
 * else does; nor has a challenged player chosen the challenger, and boards where nothing is played
 * any more only grow in number, so a budget for each of them would be none. */
static bool counts_as_message(const struct desk *desk, int seat)
{
    return seat < 0 || desk->board->state != BOARD_RUNNING;
}

/* Whether one more such may be said today; then it counts. */
static bool may_speak_as_by_message(struct office *office, const struct player *who)
{
    bool may = budget_allows(office, BUDGET_MESSAGES, who->id, 0, 1);
    if (may) {
        budget_spend(office, BUDGET_MESSAGES, who->id, 0, 1);
    }
    return may;
}

/* What one is told, as a key, who neither plays nor watches: only a match that runs can
 * be watched. */
static const char *outsider(const struct desk *desk)
{
    enum board_state state = desk->board->state;
    return state == BOARD_RUNNING ? "chat-watch-first"
           : state == BOARD_SEEK  ? "no-seat-yet"
                                  : "no-seat";
}

/* The other board of his that the text of a reply begins with, as in "chat 12 hello": it
 * is hardly for those at this one. 0: there is none. */
static gint64 other_board(const struct desk *desk, const struct player *who,
                          const struct command *command)
{
    g_autofree char *text = plain_text(command->text, -1);
    struct word first = { .start = text, .length = strcspn(text, " :,") };
    gint64 number = 0;
    bool names = command->board == 0 && names_board(first, &number, NULL, NULL);
    g_autoptr(Board) board = names ? board_read(desk->office->db, number) : NULL;
    for (int seat = 0; board != NULL && seat < board->seats; seat++) {
        if (board->seat[seat].player == who->id && number != desk->board->number) {
            return number;
        }
    }
    return 0;
}

/* Why a player reaches nobody at a board where no match runs, in words, the caller's; NULL:
 * he reaches somebody. */
static char *kept_apart(const struct desk *desk, const struct player *who, int seat)
{
    struct office *office = desk->office;
    const struct board_seat *apart = NULL;
    if (desk->board->state == BOARD_RUNNING) {
        return NULL; /* nobody learns whom of those they play with has blocked them */
    }
    for (int other = 0; other < desk->board->seats; other++) {
        const struct board_seat *at = &desk->board->seat[other];
        if (other != seat && talk_reaches(desk, who->id, at->player)) {
            return NULL;
        }
        apart = other != seat ? at : apart;
    }
    bool own = apart != NULL && block_has_player(office->db, who->id, apart->player);
    return apart == NULL ? NULL
                         : say(office, own ? "block-own" : "message-refused",
                               pairs("name", apart->name, NULL));
}

/* Why it is not said at this board, in words, the caller's; NULL: it is. */
static char *not_here(const struct desk *desk, const struct player *who,
                      const struct command *command, int seat)
{
    struct office *office = desk->office;
    if (seat < 0 && !watch_watches(desk, who->id)) {
        g_autofree char *number = say_number(desk->board->number);
        return say(office, outsider(desk), pairs("number", number, NULL));
    }
    gint64 other = other_board(desk, who, command);
    if (other != 0) {
        g_autofree char *meant = say_number(other);
        return words_say(office->words, "command", "other-board", pairs("word", meant, NULL));
    }
    return seat >= 0 ? kept_apart(desk, who, seat) : NULL;
}

void talk_chat(struct visit *visit, const struct player *who, const struct command *command)
{
    struct office *office = visit->office;
    g_autoptr(Desk) desk = visit_desk(visit, who, command);
    if (desk == NULL) {
        return;
    }
    int seat = desk_seat(desk, who->id);
    char *refusal = not_here(desk, who, command, seat);
    if (refusal != NULL) {
        visit_answer(visit, who, command, refusal);
        return;
    }
    g_autofree char *words = discretion_relay(office, who, command->text);
    if (words == NULL) {
        visit_answer_board(visit, who, command, desk, say(office, "comment-dropped", NULL));
        return;
    }
    if (counts_as_message(desk, seat) && !may_speak_as_by_message(office, who)) {
        visit_answer(visit, who, command, say(office, "chat-day", NULL));
        return;
    }
    desk_talk(desk, who->id, words);
    /* Talk is no change of the match: the revision, and with it the tokens
     * in hand, stay good. */
    pass_on(desk, who, seat, words);
    if (seat < 0 && desk->board->state != BOARD_FINISHED) {
        visit_answer(visit, who, command, say(office, "chat-sent-watching", NULL));
    } else {
        visit_answer_board(visit, who, command, desk, say(office, "chat-sent", NULL));
    }
}

/* ---- what waits ---- */

enum { TALK_A_LETTER = 48 * 1024 /* bytes; the rest goes with another letter */ };

/* Whether it is the server's words for what somebody did. */
static bool is_news(const struct talk *talk)
{
    return talk->kind == TALK_NEWS || talk->kind == TALK_TURN;
}

/* Words, or news, as an entry of a letter; `talk` loses its text. */
static struct entry *entry_of(struct office *office, struct talk *talk)
{
    if (is_news(talk)) {
        return entry_new(NULL, g_steal_pointer(&talk->text));
    }
    const char *key = talk->kind == TALK_WATCHERS ? "talked-watching" : "talked";
    struct entry *entry = entry_new(NULL, say(office, key, pairs("name", talk->name, NULL)));
    entry->talk = g_steal_pointer(&talk->text);
    return entry;
}

/* What waits for a reader at the board, as entries of a letter. */
static GPtrArray *take(struct desk *desk, gint64 reader)
{
    struct office *office = desk->office;
    GPtrArray *entries = g_ptr_array_new_with_free_func((GDestroyNotify)entry_free);
    g_autoptr(GPtrArray) waiting =
        talk_take(office->db, desk->board->number, reader, TALK_A_LETTER);
    for (guint i = 0; i < waiting->len; i++) {
        struct talk *talk = waiting->pdata[i];
        if (is_news(talk) || talk_reaches(desk, talk->player, reader)) {
            g_ptr_array_add(entries, entry_of(office, talk)); /* else blocked since */
        }
    }
    return entries;
}

void talk_take_along(struct desk *desk, int seat, GPtrArray *entries)
{
    g_autoptr(GPtrArray) waiting = take(desk, desk->board->seat[seat].player);
    for (guint i = 0; i < waiting->len; i++) {
        g_ptr_array_insert(entries, (gint)i, waiting->pdata[i]);
    }
    g_ptr_array_set_free_func(waiting, NULL); /* they are the letter's now */
}

/* Sends it, unless the reader neither plays nor watches there any more, or gets no letters: then
 * nobody waits for it. False if there was nothing to send. */
static bool send_waiting(struct desk *desk, gint64 reader)
{
    int seat = desk_seat(desk, reader);
    g_autoptr(GPtrArray) entries = take(desk, reader);
    if (entries->len == 0) {
        return false;
    }
    if (seat >= 0) {
        letter_of_talk(desk, seat, entries);
    } else {
        watch_write(desk, reader, entries);
    }
    return true;
}

static bool may_be_sent(const struct office *office, const struct talk_wait *wait)
{
    return wait->turns ? budget_allows(office, BUDGET_TURNS, wait->reader, wait->board, 1)
                       : budget_letter_allowed(office, wait->speaker, wait->reader);
}

static void count_sent(const struct office *office, const struct talk_wait *wait)
{
    if (wait->turns) {
        budget_spend(office, BUDGET_TURNS, wait->reader, wait->board, 1);
    } else {
        budget_letter_sent(office, wait->speaker, wait->reader);
    }
}

/* A letter takes along whatever waits at its board, but counts only for the one who has not used
 * up what they may send the reader: so nobody's words wait because of what others have said. */
void office_pass_talk_on(struct office *office)
{
    g_autoptr(GArray) waits = talk_waits(office->db);
    for (guint i = 0; i < waits->len; i++) {
        const struct talk_wait *wait = &g_array_index(waits, struct talk_wait, i);
        if (!may_be_sent(office, wait)) {
            continue; /* tomorrow, or with another letter */
        }
        bool damaged;
        g_autoptr(Desk) desk = desk_open(office, wait->board, &damaged);
        if (desk != NULL && send_waiting(desk, wait->reader)) {
            count_sent(office, wait);
        }
    }
    desk_forget(office);
}

/* ---- message ---- */

/* The player whose message a mail answers; the caller's. NULL: it answers none, or he
 * is gone. */
static struct player *answered_player(const struct visit *visit)
{
    bool answers = visit->has_token && visit->token.kind == TOKEN_MESSAGE;
    g_autoptr(Player) player =
        answers ? player_by_id(visit->office->db, visit->token.object) : NULL;
    return player != NULL && player->address != NULL ? g_steal_pointer(&player) : NULL;
}

char *talk_recipients(const struct visit *visit, const struct command *command)
{
    if (command->words[0] != NULL) {
        return g_strjoinv(",", command->words);
    }
    g_autoptr(Player) player = answered_player(visit);
    return g_strdup(player != NULL ? player->name : "");
}

static bool holds_player(const GPtrArray *players, gint64 id)
{
    for (guint i = 0; i < players->len; i++) {
        if (((const struct player *)players->pdata[i])->id == id) {
            return true;
        }
    }
    return false;
}

/* Why nothing can be sent to a player, as a key; NULL: it can. */
static const char *refused(const struct office *office, const struct player *who,
                           const struct player *to, const GPtrArray *others)
{
    if (to == NULL) {
        return "no-player";
    }
    if (to->id == who->id) {
        return "message-yourself";
    }
    if (holds_player(others, to->id)) {
        return "player-twice";
    }
    if (block_between(office->db, to->id, who->id)) {
        return block_has_player(office->db, who->id, to->id) ? "block-own" : "message-refused";
    }
    if (to->signed_off != 0) {
        return "message-away";
    }
    if (returns_keep_back(office, to->id, to->address, false)) {
        return "message-unreachable";
    }
    return budget_letter_allowed(office, who->id, to->id) ? NULL : "letters-day";
}

/* The players a message is for, in `players`; else why there are none, the caller's. */
static char *find_recipients(const struct visit *visit, const struct player *who,
                             const struct command *command, GPtrArray *players)
{
    struct office *office = visit->office;
    g_autofree char *joined = talk_recipients(visit, command);
    g_auto(GStrv) names = g_strsplit(joined, ",", -1);
    if (names[0] == NULL) {
        return say(office, "message-gone", NULL);
    }
    if (g_strv_length(names) > MESSAGE_NAMES_MOST) {
        return say(office, "message-names-most", NULL);
    }
    for (char **name = names; *name != NULL; name++) {
        struct player *to = player_by_name(office->db, *name);
        const char *key = refused(office, who, to, players);
        if (key != NULL) {
            char *reason = say(office, key, pairs("name", to != NULL ? to->name : *name, NULL));
            player_free(to);
            return reason;
        }
        g_ptr_array_add(players, to);
    }
    return NULL;
}

/* The player whom the first word of a text names; `signs` are those of which one must
 * stand behind the name (NULL: any, or none). NULL: it names none. The caller's. */
static struct player *named_first(struct office *office, const char *written, const char *signs)
{
    g_autofree char *text = plain_text(written, -1);
    size_t length = strcspn(text, " .,:;!?");
    bool signed_so = signs == NULL || (text[length] != '\0' && strchr(signs, text[length]) != NULL);
    g_autofree char *first = g_strndup(text, length);
    return signed_so ? player_by_name(office->db, first) : NULL;
}

/* "message ann bob ..." may be for one or for both, and a reply that begins "message
 * bob: ..." for another than it answers: they are sent to nobody. Why, the caller's. NULL:
 * it is plain who is meant. */
static char *unclear(const struct visit *visit, const struct command *command)
{
    struct office *office = visit->office;
    bool replies = command->words[0] == NULL;
    g_autoptr(Player) answered = replies ? answered_player(visit) : NULL;
    g_autoptr(Player) other =
        command->addressed ? NULL : named_first(office, command->text, replies ? ":," : NULL);
    if (other == NULL || (replies && (answered == NULL || answered->id == other->id))) {
        return NULL;
    }
    return say(
        office, replies ? "message-other" : "message-unclear",
        pairs("name", replies ? answered->name : command->words[0], "other", other->name, NULL));
}

/* All of the names but one, as a list in words; NULL: there are no others. */
static char *names_but(const struct office *office, const GPtrArray *players, guint but)
{
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    for (guint i = 0; i < players->len; i++) {
        if (i != but) {
            g_ptr_array_add(names, ((struct player *)players->pdata[i])->name);
        }
    }
    return names->len > 0 ? words_list(office->words, names, "and") : NULL;
}

static void send_message(struct office *office, const struct player *who, const GPtrArray *players,
                         guint at, const char *words)
{
    const struct player *to = players->pdata[at];
    struct token token = { .player = to->id,
                           .kind = TOKEN_MESSAGE,
                           .object = who->id,
                           .expires = office->now + (gint64)OFFICE_OLD_TOKEN_DAYS * CLOCK_DAY,
                           .made = office->now };
    g_autofree char *answer_to = token_new(office->db, &token);
    g_autofree char *others = names_but(office, players, at);
    letter_plain(office, to->id, to->address, "letters/message", "subject-message",
                 pairs("name", who->name, "others", others, "words", words, NULL), NULL, answer_to,
                 NULL);
}

void talk_message(struct visit *visit, const struct player *who, const struct command *command)
{
    struct office *office = visit->office;
    g_autoptr(GPtrArray) players = g_ptr_array_new_with_free_func((GDestroyNotify)player_free);
    g_autofree char *words = discretion_relay(office, who, command->text);
    char *reason = words == NULL ? say(office, "comment-dropped", NULL) : unclear(visit, command);
    if (reason == NULL) {
        reason = find_recipients(visit, who, command, players);
    }
    if (reason == NULL && !budget_allows(office, BUDGET_MESSAGES, who->id, 0, (int)players->len)) {
        reason = say(office, "messages-day", NULL);
    }
    if (reason != NULL) {
        visit_answer(visit, who, command, reason);
        return;
    }
    for (guint i = 0; i < players->len; i++) {
        send_message(office, who, players, i, words);
        budget_letter_sent(office, who->id, ((const struct player *)players->pdata[i])->id);
    }
    budget_spend(office, BUDGET_MESSAGES, who->id, 0, (int)players->len);
    office->accepted = true;
    g_autofree char *all = names_but(office, players, players->len);
    visit_answer(visit, who, command, say(office, "message-sent", pairs("names", all, NULL)));
}
