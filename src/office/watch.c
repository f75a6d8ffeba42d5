#include "office/watch.h"

#include <string.h>

#include "base/clock.h"
#include "match/registry.h"
#include "office/play.h"
#include "office/talk.h"
#include "store/talk.h"

/* ---- what is watched, in words ---- */

static char *number_text(gint64 number)
{
    return g_strdup_printf("%" G_GINT64_FORMAT, number);
}

/* The words behind `unwatch` that end such a watch; the caller's. */
static char *watched_word(struct office *office, const struct watched *what)
{
    if (what->board != 0) {
        return number_text(what->board);
    }
    if (what->game != NULL) {
        return g_strdup(what->game);
    }
    g_autoptr(Player) player = player_by_id(office->db, what->player);
    return g_strdup(player != NULL ? player->name : "");
}

/* "board 12", "all matches of Chess", "all matches of ann"; the caller's. */
static char *watched_text(struct office *office, const struct watched *what)
{
    g_autofree char *word = watched_word(office, what);
    const char *title = what->game != NULL ? words_get(office->words, what->game, "title") : word;
    return say(office, what->board != 0 ? "watched-board" : "watched-all",
               pairs("what", title, NULL));
}

char *watch_how(const struct desk *desk, const struct watch *watch)
{
    struct office *office = desk->office;
    g_autofree char *text = watched_text(office, &watch->what);
    g_autofree char *word = watched_word(office, &watch->what);
    bool board = watch->what.board != 0;
    bool over = desk->board->state == BOARD_FINISHED;
    const char *key = !over ? "how-watch" : board ? "how-watch-over" : "how-watch-go-on";
    return say(office, key,
               pairs("what", text, "word", board ? NULL : word, "turns",
                     watch->at_end ? NULL : "yes", NULL));
}

/* ---- who watches ---- */

/* Those who watch the match; struct watch. */
static GPtrArray *watchers(const struct desk *desk)
{
    const struct board *board = desk->board;
    bool begun = board->state == BOARD_RUNNING || board->state == BOARD_FINISHED;
    if (board->private_match || !begun) {
        return g_ptr_array_new_with_free_func((GDestroyNotify)watch_free);
    }
    return watches_of_board(desk->office->db, board->number, board->game);
}

bool watch_watches(const struct desk *desk, gint64 player)
{
    g_autoptr(GPtrArray) all = watchers(desk);
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
static void keep_those_reached(const struct desk *desk, GPtrArray *all, gint64 speaker)
{
    for (guint i = all->len; i > 0; i--) {
        const struct watch *watch = all->pdata[i - 1];
        if (!talk_reaches(desk, speaker, watch->player)) {
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
static char *ending_words(const struct desk *desk, guint number)
{
    const struct match_turn *turn = &g_array_index(desk->match->turns, struct match_turn, number);
    for (size_t i = 0; i < G_N_ELEMENTS(endings); i++) {
        if (g_str_equal(turn->text, endings[i].text)) {
            return say(desk->office, endings[i].key,
                       pairs("name", desk->board->seat[turn->seat].name, "partner",
                             play_partner_out(desk, turn->seat), "drawer", NULL, NULL));
        }
    }
    return NULL;
}

/* What has come of the match, for onlookers; the caller's. */
static char *news_words(struct desk *desk, const struct watch_news *news)
{
    g_autofree char *before = NULL;
    guint first = news->first;
    if (news->begins || news->taken_back) {
        before = say(desk->office, news->begins ? "match-begins" : "turns-taken-back", NULL);
    } else {
        before = ending_words(desk, first);
        first += before != NULL ? 1 : 0;
    }
    struct play_news turns = { .text = before, .first = first, .by_hand = true };
    return play_news_words(desk, &turns, -1);
}

void watch_tell(struct desk *desk, const struct watch_news *news)
{
    const struct board *board = desk->board;
    if (!news->begins && !news->taken_back && news->first == desk->match->turns->len) {
        return;
    }
    g_autoptr(GPtrArray) all = watchers(desk);
    bool over = board->state == BOARD_FINISHED;
    if (!over) {
        keep_those_of_turns(all, 0);
    }
    if (all->len > 0) {
        g_autoptr(GPtrArray) entries = g_ptr_array_new_with_free_func((GDestroyNotify)entry_free);
        g_ptr_array_add(entries, entry_new(NULL, news_words(desk, news)));
        letter_watchers(desk, all, entries);
    }
    if (over) {
        watches_end(desk->office->db, board->number,
                    desk->office->now + (gint64)WATCH_TALK_DAYS * CLOCK_DAY);
    }
}

void watch_say(struct desk *desk, gint64 player, const char *words)
{
    g_autoptr(GPtrArray) all = watchers(desk);
    keep_those_of_turns(all, player);
    keep_those_reached(desk, all, player);
    bool over = desk->board->state == BOARD_FINISHED;
    for (guint i = 0; i < all->len; i++) {
        talk_wait(desk->office->db, desk->board->number,
                  ((const struct watch *)all->pdata[i])->player, player,
                  over ? TALK_ALL : TALK_WATCHERS, words);
    }
}

void watch_write(struct desk *desk, gint64 reader, GPtrArray *entries)
{
    g_autoptr(GPtrArray) all = watchers(desk);
    for (guint i = all->len; i > 0; i--) {
        if (((const struct watch *)all->pdata[i - 1])->player != reader) {
            g_ptr_array_remove_index(all, i - 1);
        }
    }
    keep_those_of_turns(all, 0);
    letter_watchers(desk, all, entries);
}

/* ---- what they said, for the players ---- */

enum { TALK_SHOWN_MOST = 4000 /* bytes of it in one letter */ };

char *watch_talk(const struct desk *desk, gint64 reader)
{
    /* Both are times of the same run: that of the mail that ended it. */
    if (desk->board->state != BOARD_FINISHED || desk->board->ended != desk->office->now) {
        return NULL;
    }
    g_autoptr(GPtrArray) said =
        talk_list(desk->office->db, desk->board->number, 1U << TALK_WATCHERS);
    g_autoptr(GString) text = g_string_new(NULL);
    for (guint i = 0; i < said->len; i++) {
        const struct talk *talk = said->pdata[i];
        if (!talk_reaches(desk, talk->player, reader)) {
            continue;
        }
        if (text->len + strlen(talk->text) > TALK_SHOWN_MOST) {
            g_autofree char *number = number_text(desk->board->number);
            g_autofree char *more =
                say(desk->office, "talk-goes-on", pairs("number", number, NULL));
            g_string_append_printf(text, "\n%s", more);
            break;
        }
        g_string_append_printf(text, "%s%s: %s", text->len > 0 ? "\n" : "", talk->name, talk->text);
    }
    return text->len > 0 ? g_string_free(g_steal_pointer(&text), FALSE) : NULL;
}

/* ---- watch ---- */

/* What he watches, a line each. */
static char *list_words(struct office *office, const struct player *who)
{
    g_autoptr(GPtrArray) all = watches_of_player(office->db, who->id);
    if (all->len == 0) {
        return say(office, "watching-nothing", NULL);
    }
    g_autoptr(GString) lines = g_string_new(NULL);
    for (guint i = 0; i < all->len; i++) {
        const struct watch *watch = all->pdata[i];
        g_autofree char *text = watched_text(office, &watch->what);
        g_autofree char *line = say(office, "watching-item",
                                    pairs("what", text, "end", watch->at_end ? "yes" : NULL, NULL));
        g_string_append_printf(lines, "%s%s", i > 0 ? "\n" : "", line);
    }
    return say(office, "watching", pairs("list", lines->str, NULL));
}

/* The match a command names, fit to be watched; false after an answer. */
static bool find_match(struct visit *visit, const struct player *who, const struct command *command,
                       struct watched *what)
{
    g_autoptr(Desk) desk = visit_desk(visit, who, command);
    if (desk == NULL) {
        return false;
    }
    const char *key = desk_seat(desk, who->id) >= 0         ? "watch-own"
                      : desk->board->state != BOARD_RUNNING ? "not-running"
                                                            : NULL;
    if (key != NULL) {
        visit_answer(visit, who, command, say(visit->office, key, NULL));
        return false;
    }
    what->board = desk->board->number;
    return true;
}

/* What GAME|NAME of a command is; false after an answer. */
static bool find_target(struct visit *visit, const struct player *who,
                        const struct command *command, struct watched *what)
{
    struct target target = visit_target(visit, who, command);
    g_autoptr(Player) player = target.player;
    if (player != NULL && player->id == who->id) {
        visit_answer(visit, who, command, say(visit->office, "watch-yourself", NULL));
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

bool watch_asks(const struct command *command)
{
    return command->board == 0 && !names_target(command);
}

void watch_start(struct visit *visit, const struct player *who, const struct command *command)
{
    struct office *office = visit->office;
    if (watch_asks(command)) {
        visit_answer(visit, who, command, list_words(office, who));
        return;
    }
    struct watched what = { 0 };
    if (names_target(command) ? !find_target(visit, who, command, &what)
                              : !find_match(visit, who, command, &what)) {
        return;
    }
    bool at_end = g_strv_contains((const char *const *)command->words, only_end);
    g_autoptr(Watch) known = watch_find(office->db, who->id, &what);
    g_autoptr(GPtrArray) all = watches_of_player(office->db, who->id);
    if (known != NULL) {
        watch_set_end(office->db, known->id, at_end);
    } else if (all->len >= WATCHES_MOST) {
        visit_answer(visit, who, command, say(office, "watches-most", NULL));
        return;
    } else {
        watch_add(office->db, who->id, &what, at_end, office->now);
    }
    office->accepted = true;
    g_autofree char *text = watched_text(office, &what);
    g_autofree char *word = watched_word(office, &what);
    visit_answer(visit, who, command,
                 say(office, at_end ? "watch-set-end" : "watch-set",
                     pairs("what", text, "word", word, NULL)));
}

/* ---- unwatch ---- */

/* What he wants no more letters of; false after an answer. */
static bool find_unwatched(struct visit *visit, const struct player *who,
                           const struct command *command, struct watched *what)
{
    if (names_target(command)) {
        return find_target(visit, who, command, what);
    }
    g_autoptr(Desk) desk = visit_desk(visit, who, command);
    if (desk != NULL) {
        what->board = desk->board->number;
    }
    return desk != NULL;
}

/* He has no such watch; maybe the letters come by another. */
static char *not_watching(struct office *office, const struct player *who,
                          const struct watched *what)
{
    bool damaged;
    g_autoptr(Desk) desk = what->board != 0 ? desk_open(office, what->board, &damaged) : NULL;
    g_autoptr(GPtrArray) all = desk != NULL ? watchers(desk) : NULL;
    g_autofree char *text = watched_text(office, what);
    for (guint i = 0; all != NULL && i < all->len; i++) {
        const struct watch *watch = all->pdata[i];
        if (watch->player == who->id) {
            g_autofree char *through = watched_text(office, &watch->what);
            g_autofree char *word = watched_word(office, &watch->what);
            return say(office, "unwatch-through",
                       pairs("what", text, "through", through, "word", word, NULL));
        }
    }
    return say(office, "unwatch-none", pairs("what", text, NULL));
}

/* Ends it; what to say of that, the caller's. */
static char *end_watch(struct office *office, const struct watch *watch)
{
    watch_remove(office->db, watch->id);
    office->accepted = true;
    g_autofree char *text = watched_text(office, &watch->what);
    return say(office, "unwatched", pairs("what", text, NULL));
}

void watch_stop(struct visit *visit, const struct player *who, const struct command *command)
{
    struct office *office = visit->office;
    if (watch_asks(command) && visit->letter_board == 0) {
        g_autofree char *list = list_words(office, who);
        visit_answer(visit, who, command,
                     say(office, "unwatch-which", pairs("watching", list, NULL)));
        return;
    }
    struct watched what = { 0 };
    if (!find_unwatched(visit, who, command, &what)) {
        return;
    }
    g_autoptr(Watch) watch = watch_find(office->db, who->id, &what);
    visit_answer(visit, who, command,
                 watch != NULL ? end_watch(office, watch) : not_watching(office, who, &what));
}

void watch_leave(struct visit *visit)
{
    struct office *office = visit->office;
    g_autoptr(Watch) watch = watch_by_id(office->db, visit->token.object);
    visit_answer(visit, visit->player, NULL,
                 watch != NULL ? end_watch(office, watch) : say(office, "unwatched-already", NULL));
}
