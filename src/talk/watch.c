#include "talk/watch.h"

#include <string.h>

#include "commands/board_letter.h"
#include "language/walk.h"
#include "letters/say.h"
#include "play/turn.h"
#include "store/talk.h"
#include "talk/talk.h"

/* ---- what is watched, in words ---- */

static char *number_text(gint64 number)
{
    return g_strdup_printf("%" G_GINT64_FORMAT, number);
}

/* The words behind `unwatch` that end such a watch; the caller's. */
static char *watched_word(struct run *run, const struct watched *what)
{
    if (what->board != 0) {
        return number_text(what->board);
    }
    if (what->game != NULL) {
        return g_strdup(what->game);
    }
    g_autoptr(Player) player = player_by_id(run->db, what->player);
    return g_strdup(player != NULL ? player->name : "");
}

/* "board 12", "all matches of Chess", "all matches of ann"; the caller's. */
static char *watched_text(struct run *run, const struct watched *what)
{
    g_autofree char *word = watched_word(run, what);
    const char *title = what->game != NULL ? words_get(run->words, what->game, "title") : word;
    return say(run, what->board != 0 ? "watched-board" : "watched-all", pairs("what", title, NULL));
}

char *watch_how(const struct session *session, const struct watch *watch)
{
    struct run *run = session->run;
    g_autofree char *text = watched_text(run, &watch->what);
    g_autofree char *word = watched_word(run, &watch->what);
    bool board = watch->what.board != 0;
    bool over = session->board->state == BOARD_FINISHED;
    const char *key = !over ? "how-watch" : board ? "how-watch-over" : "how-watch-go-on";
    return say(run, key,
               pairs("what", text, "word", board ? NULL : word, "turns",
                     watch->at_end ? NULL : "yes", NULL));
}

/* ---- who watches ---- */

/* Those who watch the match; struct watch. */
static GPtrArray *watchers(const struct session *session)
{
    const struct board *board = session->board;
    bool begun = board->state == BOARD_RUNNING || board->state == BOARD_FINISHED;
    if (board->private_match || !begun) {
        return g_ptr_array_new_with_free_func((GDestroyNotify)watch_free);
    }
    return watches_of_board(session->run->db, board->number, board->game);
}

bool watch_watches(const struct session *session, gint64 player)
{
    g_autoptr(GPtrArray) all = watchers(session);
    for (guint i = 0; i < all->len; i++) {
        if (((const struct watch *)all->pdata[i])->player == player) {
            return true;
        }
    }
    return false;
}

/* Those of them who get each turn, but for one (0: nobody). */
static void keep_those_of_turns(GPtrArray *all, gint64 but)
{
    for (guint i = all->len; i > 0; i--) {
        const struct watch *watch = all->pdata[i - 1];
        if (watch->at_end || watch->player == but) {
            g_ptr_array_remove_index(all, i - 1);
        }
    }
}

/* Those of them whom it reaches what that player says. */
static void keep_those_reached(const struct session *session, GPtrArray *all, gint64 speaker)
{
    for (guint i = all->len; i > 0; i--) {
        const struct watch *watch = all->pdata[i - 1];
        if (!talk_reaches(session, speaker, watch->player)) {
            g_ptr_array_remove_index(all, i - 1);
        }
    }
}

/* ---- telling them ---- */

/* Endings of the record that are no turns, and what is said of them. */
static const struct {
    const char *text, *key;
} endings[] = {
    { MATCH_RESIGN, "resigned" },       { MATCH_FORFEIT, "forfeited" },
    { "draw", "draw-by-consent" },      { "ended-win", "operator-ended" },
    { "ended-draw", "operator-ended" }, { "ended-void", "operator-ended" },
};

/* What an ending of the record is called; NULL: it is a turn. The caller's. */
static char *ending_words(const struct session *session, guint number)
{
    const struct match_turn *turn =
        &g_array_index(session->match->turns, struct match_turn, number);
    for (size_t i = 0; i < G_N_ELEMENTS(endings); i++) {
        if (g_str_equal(turn->text, endings[i].text)) {
            return say(session->run, endings[i].key,
                       pairs("name", session->board->seat[turn->seat].name, "partner",
                             turn_partner_out(session, turn->seat), "drawer", NULL, NULL));
        }
    }
    return NULL;
}

/* What has come of the match, for onlookers; the caller's. */
static char *news_words(struct session *session, const struct watch_news *news)
{
    g_autofree char *before = NULL;
    guint first = news->first;
    if (news->begins || news->taken_back) {
        before = say(session->run, news->begins ? "match-begins" : "turns-taken-back", NULL);
    } else {
        before = ending_words(session, first);
        first += before != NULL ? 1 : 0;
    }
    struct turn_news turns = { .text = before, .first = first, .by_hand = true };
    return turn_news_words(session, &turns, -1);
}

void watch_tell(struct session *session, const struct watch_news *news)
{
    const struct board *board = session->board;
    if (!news->begins && !news->taken_back && news->first == session->match->turns->len) {
        return;
    }
    g_autoptr(GPtrArray) all = watchers(session);
    bool over = board->state == BOARD_FINISHED;
    if (!over) {
        keep_those_of_turns(all, 0);
    }
    if (all->len > 0) {
        g_autoptr(GPtrArray) entries = entries_new();
        g_ptr_array_add(entries, entry_new(NULL, news_words(session, news)));
        letter_watchers(session, all, entries);
    }
    if (over) {
        watches_end(session->run->db, board->number,
                    session->run->now + (gint64)WATCH_TALK_DAYS * CLOCK_DAY);
    }
}

void watch_say(struct session *session, gint64 player, const char *words)
{
    g_autoptr(GPtrArray) all = watchers(session);
    keep_those_of_turns(all, player);
    keep_those_reached(session, all, player);
    bool over = session->board->state == BOARD_FINISHED;
    for (guint i = 0; i < all->len; i++) {
        talk_wait(session->run->db, session->board->number,
                  ((const struct watch *)all->pdata[i])->player, player,
                  over ? TALK_ALL : TALK_WATCHERS, words);
    }
}

void watch_write(struct session *session, gint64 reader, GPtrArray *entries)
{
    g_autoptr(GPtrArray) all = watchers(session);
    for (guint i = all->len; i > 0; i--) {
        if (((const struct watch *)all->pdata[i - 1])->player != reader) {
            g_ptr_array_remove_index(all, i - 1);
        }
    }
    keep_those_of_turns(all, 0);
    letter_watchers(session, all, entries);
}

/* ---- what they said, for the players ---- */

enum { TALK_SHOWN_MOST = 4000 /* bytes of it in one letter */ };

char *watch_talk(const struct session *session, gint64 reader)
{
    /* Both are times of the same run: that of the mail that ended it. */
    if (session->board->state != BOARD_FINISHED || session->board->ended != session->run->now) {
        return NULL;
    }
    g_autoptr(GPtrArray) said =
        talk_list(session->run->db, session->board->number, 1U << TALK_WATCHERS);
    g_autoptr(GString) text = g_string_new(NULL);
    for (guint i = 0; i < said->len; i++) {
        const struct talk *talk = said->pdata[i];
        if (!talk_reaches(session, talk->player, reader)) {
            continue;
        }
        if (text->len + strlen(talk->text) > TALK_SHOWN_MOST) {
            g_autofree char *number = number_text(session->board->number);
            g_autofree char *more =
                say(session->run, "talk-goes-on", pairs("number", number, NULL));
            g_string_append_printf(text, "\n%s", more);
            break;
        }
        g_string_append_printf(text, "%s%s: %s", text->len > 0 ? "\n" : "", talk->name, talk->text);
    }
    return text->len > 0 ? g_string_free(g_steal_pointer(&text), FALSE) : NULL;
}

/* ---- watch ---- */

/* What he watches, a line each. */
static char *list_words(struct run *run, const struct player *who)
{
    g_autoptr(GPtrArray) all = watches_of_player(run->db, who->id);
    if (all->len == 0) {
        return say(run, "watching-nothing", NULL);
    }
    g_autoptr(GString) lines = g_string_new(NULL);
    for (guint i = 0; i < all->len; i++) {
        const struct watch *watch = all->pdata[i];
        g_autofree char *text = watched_text(run, &watch->what);
        g_autofree char *line = say(run, "watching-item",
                                    pairs("what", text, "end", watch->at_end ? "yes" : NULL, NULL));
        g_string_append_printf(lines, "%s%s", i > 0 ? "\n" : "", line);
    }
    return say(run, "watching", pairs("list", lines->str, NULL));
}

/* The match a command names, fit to be watched; false after an answer. */
static bool find_match(struct request *request, const struct player *who,
                       const struct command *command, struct watched *what)
{
    g_autoptr(MatchSession) session = request_match(request, who, command);
    if (session == NULL) {
        return false;
    }
    const char *key = session_seat(session, who->id) >= 0      ? "watch-own"
                      : session->board->state != BOARD_RUNNING ? "not-running"
                                                               : NULL;
    if (key != NULL) {
        request_answer(request, who, command, say(request->run, key, NULL));
        return false;
    }
    what->board = session->board->number;
    return true;
}

/* What GAME|NAME of a command is; false after an answer. */
static bool find_target(struct request *request, const struct player *who,
                        const struct command *command, struct watched *what)
{
    struct target target = request_target(request, who, command);
    g_autoptr(Player) player = target.player;
    if (player != NULL && player->id == who->id) {
        request_answer(request, who, command, say(request->run, "watch-yourself", NULL));
        return false;
    }
    what->player = player != NULL ? player->id : 0;
    what->game = target.game != NULL ? (char *)target.game->name : NULL;
    return player != NULL || target.game != NULL;
}

static const char only_end[] = "--end";

/* Whether a command names a game or player. */
static bool names_target(const struct command *command)
{
    return command->words[0] != NULL && strcmp(command->words[0], only_end) != 0;
}

void watch_start(struct request *request, const struct player *who, const struct command *command)
{
    struct run *run = request->run;
    if (grammar_only_asks(command, 0)) {
        request_answer(request, who, command, list_words(run, who));
        return;
    }
    struct watched what = { 0 };
    if (names_target(command) ? !find_target(request, who, command, &what)
                              : !find_match(request, who, command, &what)) {
        return;
    }
    bool at_end = g_strv_contains((const char *const *)command->words, only_end);
    g_autoptr(Watch) known = watch_find(run->db, who->id, &what);
    g_autoptr(GPtrArray) all = watches_of_player(run->db, who->id);
    if (known != NULL) {
        watch_set_end(run->db, known->id, at_end);
    } else if (all->len >= WATCHES_MOST) {
        request_answer(request, who, command, say(run, "watches-most", NULL));
        return;
    } else {
        watch_add(run->db, who->id, &what, at_end, run->now);
    }
    run->accepted = true;
    g_autofree char *text = watched_text(run, &what);
    g_autofree char *word = watched_word(run, &what);
    request_answer(
        request, who, command,
        say(run, at_end ? "watch-set-end" : "watch-set", pairs("what", text, "word", word, NULL)));
}

/* ---- unwatch ---- */

/* What he wants no more letters of; false after an answer. */
static bool find_unwatched(struct request *request, const struct player *who,
                           const struct command *command, struct watched *what)
{
    if (names_target(command)) {
        return find_target(request, who, command, what);
    }
    g_autoptr(MatchSession) session = request_match(request, who, command);
    if (session != NULL) {
        what->board = session->board->number;
    }
    return session != NULL;
}

/* He has no such watch; maybe the letters come by another. */
static char *not_watching(struct run *run, const struct player *who, const struct watched *what)
{
    bool damaged;
    g_autoptr(MatchSession) session =
        what->board != 0 ? session_open(run, what->board, &damaged) : NULL;
    g_autoptr(GPtrArray) all = session != NULL ? watchers(session) : NULL;
    g_autofree char *text = watched_text(run, what);
    for (guint i = 0; all != NULL && i < all->len; i++) {
        const struct watch *watch = all->pdata[i];
        if (watch->player == who->id) {
            g_autofree char *through = watched_text(run, &watch->what);
            g_autofree char *word = watched_word(run, &watch->what);
            return say(run, "unwatch-through",
                       pairs("what", text, "through", through, "word", word, NULL));
        }
    }
    return say(run, "unwatch-none", pairs("what", text, NULL));
}

/* Ends it; what to say of that, the caller's. */
static char *end_watch(struct run *run, const struct watch *watch)
{
    watch_remove(run->db, watch->id);
    run->accepted = true;
    g_autofree char *text = watched_text(run, &watch->what);
    return say(run, "unwatched", pairs("what", text, NULL));
}

void watch_stop(struct request *request, const struct player *who, const struct command *command)
{
    struct run *run = request->run;
    if (grammar_only_asks(command, request->letter_board)) {
        g_autofree char *list = list_words(run, who);
        request_answer(request, who, command,
                       say(run, "unwatch-which", pairs("watching", list, NULL)));
        return;
    }
    struct watched what = { 0 };
    if (!find_unwatched(request, who, command, &what)) {
        return;
    }
    g_autoptr(Watch) watch = watch_find(run->db, who->id, &what);
    request_answer(request, who, command,
                   watch != NULL ? end_watch(run, watch) : not_watching(run, who, &what));
}

void watch_leave(struct request *request)
{
    struct run *run = request->run;
    g_autoptr(Watch) watch = watch_by_id(run->db, request->token.object);
    request_answer(request, request->player, NULL,
                   watch != NULL ? end_watch(run, watch) : say(run, "unwatched-already", NULL));
}
