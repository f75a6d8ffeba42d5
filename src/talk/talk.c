#include "talk/talk.h"

#include <string.h>

#include "letters/letters.h"
#include "store/blocks.h"
#include "store/talk.h"

bool talk_reaches(const struct session *session, gint64 speaker, gint64 listener)
{
    bool both_play = session->board->state == BOARD_RUNNING &&
                     session_seat(session, speaker) >= 0 && session_seat(session, listener) >= 0;
    return both_play ? !block_has_player(session->run->db, listener, speaker)
                     : !block_between(session->run->db, speaker, listener);
}

/* ---- what waits ---- */

enum { TALK_A_LETTER = 48 * 1024 /* bytes; the rest waits for the next letter */ };

/* True if the words are the server's, about what somebody did. */
static bool is_news(const struct talk *talk)
{
    return talk->kind == TALK_NEWS || talk->kind == TALK_TURN;
}

/* An entry of a letter with the words; takes the text of `talk`. */
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

GPtrArray *talk_take(struct session *session, gint64 reader)
{
    struct run *run = session->run;
    GPtrArray *entries = entries_new();
    g_autoptr(GPtrArray) waiting =
        talk_take_waiting(run->db, session->board->number, reader, TALK_A_LETTER);
    for (guint i = 0; i < waiting->len; i++) {
        struct talk *talk = waiting->pdata[i];
        if (is_news(talk) || talk_reaches(session, talk->player, reader)) {
            g_ptr_array_add(entries, entry_of(run, talk)); /* else blocked in the meantime */
        }
    }
    return entries;
}
