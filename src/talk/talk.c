/* What players say: to the table, to those who watch with them, to each other. */
#include "talk/talk.h"

#include <string.h>

#include "auth/budget.h"
#include "auth/redact.h"
#include "commands/board_letter.h"
#include "language/names.h"
#include "letters/kept_back.h"
#include "letters/say.h"
#include "store/blocks.h"
#include "store/talk.h"
#include "talk/watch.h"

/* ---- chat ---- */

bool talk_reaches(const struct session *session, gint64 speaker, gint64 listener)
{
    bool both_play = session->board->state == BOARD_RUNNING &&
                     session_seat(session, speaker) >= 0 && session_seat(session, listener) >= 0;
    return both_play ? !block_has_player(session->run->db, listener, speaker)
                     : !block_between(session->run->db, speaker, listener);
}

/* To the others at the board. */
static void tell_players(struct session *session, const struct player *who, int seat,
                         const char *words)
{
    for (int other = 0; other < session->board->seats; other++) {
        gint64 reader = session->board->seat[other].player;
        if (other != seat && talk_reaches(session, who->id, reader)) {
            talk_wait(session->run->db, session->board->number, reader, who->id, TALK_PLAYERS,
                      words);
        }
    }
}

/* Passes the words on: players and those who watch hear each other when the match is
 * over, and not before. */
static void pass_on(struct session *session, const struct player *who, int seat, const char *words)
{
    bool over = session->board->state == BOARD_FINISHED;
    if (seat >= 0 || over) {
        tell_players(session, who, seat, words);
    }
    if (seat < 0 || over) {
        watch_say(session, who->id, words);
    }
}

/* Whether what is said at the board counts as a message does. Those who watch have not chosen who
 * else does; nor has a challenged player chosen the challenger, and boards where nothing is played
 * any more only grow in number, so a budget for each of them would be none. */
static bool counts_as_message(const struct session *session, int seat)
{
    return seat < 0 || session->board->state != BOARD_RUNNING;
}

/* Whether one more such may be said today; then it counts. */
static bool may_speak_as_by_message(struct run *run, const struct player *who)
{
    bool may = budget_allows(run, BUDGET_MESSAGES, who->id, 0, 1);
    if (may) {
        budget_spend(run, BUDGET_MESSAGES, who->id, 0, 1);
    }
    return may;
}

/* What one is told, as a key, who neither plays nor watches: only a match that runs can
 * be watched. */
static const char *outsider(const struct session *session)
{
    enum board_state state = session->board->state;
    return state == BOARD_RUNNING ? "chat-watch-first"
           : state == BOARD_SEEK  ? "no-seat-yet"
                                  : "no-seat";
}

/* The other board of his that the text of a reply begins with, as in "chat 12 hello": it
 * is hardly for those at this one. 0: there is none. */
static gint64 other_board(const struct session *session, const struct player *who,
                          const struct command *command)
{
    g_autofree char *text = plain_text(command->text, -1);
    struct word first = { .start = text, .length = strcspn(text, " :,") };
    gint64 number = 0;
    bool names = command->board == 0 && names_board(first, &number, NULL, NULL);
    g_autoptr(Board) board = names ? board_read(session->run->db, number) : NULL;
    for (int seat = 0; board != NULL && seat < board->seats; seat++) {
        if (board->seat[seat].player == who->id && number != session->board->number) {
            return number;
        }
    }
    return 0;
}

/* Why a player reaches nobody at a board where no match runs, in words, the caller's; NULL:
 * he reaches somebody. */
static char *kept_apart(const struct session *session, const struct player *who, int seat)
{
    struct run *run = session->run;
    const struct board_seat *apart = NULL;
    if (session->board->state == BOARD_RUNNING) {
        return NULL; /* nobody learns whom of those they play with has blocked them */
    }
    for (int other = 0; other < session->board->seats; other++) {
        const struct board_seat *at = &session->board->seat[other];
        if (other != seat && talk_reaches(session, who->id, at->player)) {
            return NULL;
        }
        apart = other != seat ? at : apart;
    }
    bool own = apart != NULL && block_has_player(run->db, who->id, apart->player);
    return apart == NULL
               ? NULL
               : say(run, own ? "block-own" : "message-refused", pairs("name", apart->name, NULL));
}

/* Why it is not said at this board, in words, the caller's; NULL: it is. */
static char *not_here(const struct session *session, const struct player *who,
                      const struct command *command, int seat)
{
    struct run *run = session->run;
    if (seat < 0 && !watch_watches(session, who->id)) {
        g_autofree char *number = say_number(session->board->number);
        return say(run, outsider(session), pairs("number", number, NULL));
    }
    gint64 other = other_board(session, who, command);
    if (other != 0) {
        g_autofree char *meant = say_number(other);
        return words_say(run->words, "command", "other-board", pairs("word", meant, NULL));
    }
    return seat >= 0 ? kept_apart(session, who, seat) : NULL;
}

void talk_chat(struct request *request, const struct player *who, const struct command *command)
{
    struct run *run = request->run;
    g_autoptr(MatchSession) session = request_match(request, who, command);
    if (session == NULL) {
        return;
    }
    int seat = session_seat(session, who->id);
    char *refusal = not_here(session, who, command, seat);
    if (refusal != NULL) {
        request_answer(request, who, command, refusal);
        return;
    }
    g_autofree char *words = redact_relayed(run, who, command->text);
    if (words == NULL) {
        request_answer_board(request, who, command, session, say(run, "comment-dropped", NULL));
        return;
    }
    if (counts_as_message(session, seat) && !may_speak_as_by_message(run, who)) {
        request_answer(request, who, command, say(run, "chat-day", NULL));
        return;
    }
    session_talk(session, who->id, words);
    /* Talk is no change of the match: the revision, and with it the tokens
     * in hand, stay good. */
    pass_on(session, who, seat, words);
    if (seat < 0 && session->board->state != BOARD_FINISHED) {
        request_answer(request, who, command, say(run, "chat-sent-watching", NULL));
    } else {
        request_answer_board(request, who, command, session, say(run, "chat-sent", NULL));
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
static struct entry *entry_of(struct run *run, struct talk *talk)
{
    if (is_news(talk)) {
        return entry_new(NULL, g_steal_pointer(&talk->text));
    }
    const char *key = talk->kind == TALK_WATCHERS ? "talked-watching" : "talked";
    struct entry *entry = entry_new(NULL, say(run, key, pairs("name", talk->name, NULL)));
    entry->talk = g_steal_pointer(&talk->text);
    return entry;
}

/* What waits for a reader at the board, as entries of a letter. */
static GPtrArray *take(struct session *session, gint64 reader)
{
    struct run *run = session->run;
    GPtrArray *entries = entries_new();
    g_autoptr(GPtrArray) waiting =
        talk_take(run->db, session->board->number, reader, TALK_A_LETTER);
    for (guint i = 0; i < waiting->len; i++) {
        struct talk *talk = waiting->pdata[i];
        if (is_news(talk) || talk_reaches(session, talk->player, reader)) {
            g_ptr_array_add(entries, entry_of(run, talk)); /* else blocked since */
        }
    }
    return entries;
}

void talk_take_along(struct session *session, int seat, GPtrArray *entries)
{
    g_autoptr(GPtrArray) waiting = take(session, session->board->seat[seat].player);
    for (guint i = 0; i < waiting->len; i++) {
        g_ptr_array_insert(entries, (gint)i, waiting->pdata[i]);
    }
    g_ptr_array_set_free_func(waiting, NULL); /* they are the letter's now */
}

/* Sends it, unless the reader neither plays nor watches there any more, or gets no letters: then
 * nobody waits for it. False if there was nothing to send. */
static bool send_waiting(struct session *session, gint64 reader)
{
    int seat = session_seat(session, reader);
    g_autoptr(GPtrArray) entries = take(session, reader);
    if (entries->len == 0) {
        return false;
    }
    if (seat >= 0) {
        letter_of_talk(session, seat, entries);
    } else {
        watch_write(session, reader, entries);
    }
    return true;
}

static bool may_be_sent(const struct run *run, const struct talk_wait *wait)
{
    return wait->turns ? budget_allows(run, BUDGET_TURNS, wait->reader, wait->board, 1)
                       : budget_letter_allowed(run, wait->speaker, wait->reader);
}

static void count_sent(const struct run *run, const struct talk_wait *wait)
{
    if (wait->turns) {
        budget_spend(run, BUDGET_TURNS, wait->reader, wait->board, 1);
    } else {
        budget_letter_sent(run, wait->speaker, wait->reader);
    }
}

/* A letter takes along whatever waits at its board, but counts only for the one who has not used
 * up what they may send the reader: so nobody's words wait because of what others have said. */
void talk_pass_on(struct run *run)
{
    g_autoptr(GArray) waits = talk_waits(run->db);
    for (guint i = 0; i < waits->len; i++) {
        const struct talk_wait *wait = &g_array_index(waits, struct talk_wait, i);
        if (!may_be_sent(run, wait)) {
            continue; /* tomorrow, or with another letter */
        }
        bool damaged;
        g_autoptr(MatchSession) session = session_open(run, wait->board, &damaged);
        if (session != NULL && send_waiting(session, wait->reader)) {
            count_sent(run, wait);
        }
    }
    session_forget(run);
}

/* ---- message ---- */

/* The player whose message a mail answers; the caller's. NULL: it answers none, or he
 * is gone. */
static struct player *answered_player(const struct request *request)
{
    bool answers = request->has_token && request->token.kind == TOKEN_MESSAGE;
    g_autoptr(Player) player =
        answers ? player_by_id(request->run->db, request->token.object) : NULL;
    return player != NULL && player->address != NULL ? g_steal_pointer(&player) : NULL;
}

char *talk_recipients(const struct request *request, const struct command *command)
{
    if (command->words[0] != NULL) {
        return g_strjoinv(",", command->words);
    }
    g_autoptr(Player) player = answered_player(request);
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
static const char *refused(const struct run *run, const struct player *who, const struct player *to,
                           const GPtrArray *others)
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
    if (block_between(run->db, to->id, who->id)) {
        return block_has_player(run->db, who->id, to->id) ? "block-own" : "message-refused";
    }
    if (to->signed_off != 0) {
        return "message-away";
    }
    if (letter_is_kept_back(run, to->id, to->address, false)) {
        return "message-unreachable";
    }
    return budget_letter_allowed(run, who->id, to->id) ? NULL : "letters-day";
}

/* The players a message is for, in `players`; else why there are none, the caller's. */
static char *find_recipients(const struct request *request, const struct player *who,
                             const struct command *command, GPtrArray *players)
{
    struct run *run = request->run;
    g_autofree char *joined = talk_recipients(request, command);
    g_auto(GStrv) names = g_strsplit(joined, ",", -1);
    if (names[0] == NULL) {
        return say(run, "message-gone", NULL);
    }
    if (g_strv_length(names) > MESSAGE_NAMES_MOST) {
        return say(run, "message-names-most", NULL);
    }
    for (char **name = names; *name != NULL; name++) {
        struct player *to = player_by_name(run->db, *name);
        const char *key = refused(run, who, to, players);
        if (key != NULL) {
            char *reason = say(run, key, pairs("name", to != NULL ? to->name : *name, NULL));
            player_free(to);
            return reason;
        }
        g_ptr_array_add(players, to);
    }
    return NULL;
}

/* The player whom the first word of a text names; `signs` are those of which one must
 * stand behind the name (NULL: any, or none). NULL: it names none. The caller's. */
static struct player *named_first(struct run *run, const char *written, const char *signs)
{
    g_autofree char *text = plain_text(written, -1);
    size_t length = strcspn(text, " .,:;!?");
    bool signed_so = signs == NULL || (text[length] != '\0' && strchr(signs, text[length]) != NULL);
    g_autofree char *first = g_strndup(text, length);
    return signed_so ? player_by_name(run->db, first) : NULL;
}

/* "message ann bob ..." may be for one or for both, and a reply that begins "message
 * bob: ..." for another than it answers: they are sent to nobody. Why, the caller's. NULL:
 * it is plain who is meant. */
static char *unclear(const struct request *request, const struct command *command)
{
    struct run *run = request->run;
    bool replies = command->words[0] == NULL;
    g_autoptr(Player) answered = replies ? answered_player(request) : NULL;
    g_autoptr(Player) other =
        command->addressed ? NULL : named_first(run, command->text, replies ? ":," : NULL);
    if (other == NULL || (replies && (answered == NULL || answered->id == other->id))) {
        return NULL;
    }
    return say(
        run, replies ? "message-other" : "message-unclear",
        pairs("name", replies ? answered->name : command->words[0], "other", other->name, NULL));
}

/* All of the names but one, as a list in words; NULL: there are no others. */
static char *names_but(const struct run *run, const GPtrArray *players, guint but)
{
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    for (guint i = 0; i < players->len; i++) {
        if (i != but) {
            g_ptr_array_add(names, ((struct player *)players->pdata[i])->name);
        }
    }
    return names->len > 0 ? words_list(run->words, names, "and") : NULL;
}

static void send_message(struct run *run, const struct player *who, const GPtrArray *players,
                         guint at, const char *words)
{
    const struct player *to = players->pdata[at];
    struct token token = { .player = to->id,
                           .kind = TOKEN_MESSAGE,
                           .object = who->id,
                           .expires = run->now + (gint64)LIMIT_OLD_TOKEN_DAYS * CLOCK_DAY,
                           .made = run->now };
    g_autofree char *answer_to = token_new(run->db, &token);
    g_autofree char *others = names_but(run, players, at);
    letter_plain(run, to->id, to->address, "letters/message", "subject-message",
                 pairs("name", who->name, "others", others, "words", words, NULL), NULL, answer_to,
                 NULL);
}

void talk_message(struct request *request, const struct player *who, const struct command *command)
{
    struct run *run = request->run;
    g_autoptr(GPtrArray) players = g_ptr_array_new_with_free_func((GDestroyNotify)player_free);
    g_autofree char *words = redact_relayed(run, who, command->text);
    char *reason = words == NULL ? say(run, "comment-dropped", NULL) : unclear(request, command);
    if (reason == NULL) {
        reason = find_recipients(request, who, command, players);
    }
    if (reason == NULL && !budget_allows(run, BUDGET_MESSAGES, who->id, 0, (int)players->len)) {
        reason = say(run, "messages-day", NULL);
    }
    if (reason != NULL) {
        request_answer(request, who, command, reason);
        return;
    }
    for (guint i = 0; i < players->len; i++) {
        send_message(run, who, players, i, words);
        budget_letter_sent(run, who->id, ((const struct player *)players->pdata[i])->id);
    }
    budget_spend(run, BUDGET_MESSAGES, who->id, 0, (int)players->len);
    run->accepted = true;
    g_autofree char *all = names_but(run, players, players->len);
    request_answer(request, who, command, say(run, "message-sent", pairs("names", all, NULL)));
}
