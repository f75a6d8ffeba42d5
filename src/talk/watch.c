#include "talk/watch.h"

#include <string.h>

#include "letters/letters.h"
#include "store/players.h"
#include "store/talk.h"

/* ---- what is watched, in words ---- */

char *watch_word(struct run *run, const struct watched *what)
{
    if (what->board != 0) {
        return say_number(what->board);
    }
    if (what->game != NULL) {
        return g_strdup(what->game);
    }
    g_autoptr(Player) player = player_by_id(run->db, what->player);
    return g_strdup(player != NULL ? player->name : "");
}

char *watch_text(struct run *run, const struct watched *what)
{
    g_autofree char *word = watch_word(run, what);
    const char *title = what->game != NULL ? words_get(run->words, what->game, "title") : word;
    return say(run, what->board != 0 ? "watched-board" : "watched-all", pairs("what", title, NULL));
}

char *watch_how(const struct session *session, const struct watch *watch)
{
    struct run *run = session->run;
    g_autofree char *text = watch_text(run, &watch->what);
    g_autofree char *word = watch_word(run, &watch->what);
    bool board = watch->what.board != 0;
    bool over = session->board->state == BOARD_FINISHED;
    const char *key = !over ? "how-watch" : board ? "how-watch-over" : "how-watch-go-on";
    return say(run, key,
               pairs("what", text, "word", board ? NULL : word, "turns",
                     watch->at_end ? NULL : "yes", NULL));
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
    bool over = session->board->state == BOARD_FINISHED;
    for (guint i = 0; i < all->len; i++) {
        const struct watch *watch = all->pdata[i];
        if (!watch->at_end && watch->player != player &&
            talk_reaches(session, player, watch->player)) {
            talk_wait(session->run->db, session->board->number, watch->player, player,
                      over ? TALK_ALL : TALK_WATCHERS, words,
                      preference_digest(session->run, watch->player));
        }
    }
}

/* ---- what they said, for the players ---- */

enum { TALK_SHOWN_MOST = 4000 /* bytes in one letter */ };

char *watch_talk(const struct session *session, gint64 reader)
{
    /* Only the letter of the mail that ended the match: its time is that of the run. */
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
            g_autofree char *number = say_number(session->board->number);
            g_autofree char *more =
                say(session->run, "talk-goes-on", pairs("number", number, NULL));
            g_string_append_printf(text, "\n%s", more);
            break;
        }
        g_string_append_printf(text, "%s%s: %s", text->len > 0 ? "\n" : "", talk->name, talk->text);
    }
    return text->len > 0 ? g_string_free(g_steal_pointer(&text), FALSE) : NULL;
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
    struct run *run = session->run;
    GPtrArray *entries = entries_new();
    g_autoptr(GPtrArray) waiting =
        talk_take_waiting(run->db, session->board->number, reader, TALK_A_LETTER);
    for (guint i = 0; i < waiting->len; i++) {
        struct talk *talk = waiting->pdata[i];
        if (talk->kind == TALK_NEWS || talk->kind == TALK_TURN) { /* the server's own words */
            g_ptr_array_add(entries, entry_new(NULL, g_steal_pointer(&talk->text)));
        } else if (talk_still_reaches(session, talk, reader)) {
            const char *key = talk->kind == TALK_WATCHERS ? "talked-watching" : "talked";
            struct entry *entry = entry_new(NULL, say(run, key, pairs("name", talk->name, NULL)));
            entry->talk = g_steal_pointer(&talk->text);
            g_ptr_array_add(entries, entry);
        }
    }
    return entries;
}
