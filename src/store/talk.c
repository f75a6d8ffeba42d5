#include "store/talk.h"

#include <string.h>

static void talk_free(gpointer data)
{
    struct talk *talk = data;
    g_free(talk->name);
    g_free(talk->text);
    g_free(talk);
}

void talk_add(struct db *db, gint64 board, gint64 player, enum talk_kind kind, int turns,
              const char *text, gint64 time)
{
    db_run(db,
           "INSERT INTO talk (board, player, kind, turns, text, time) VALUES (?, ?, ?, ?, ?, ?)",
           "iiiisi", board, player, (gint64)kind, (gint64)turns, text, time);
}

GPtrArray *talk_list(struct db *db, gint64 board, unsigned kinds)
{
    GPtrArray *list = g_ptr_array_new_with_free_func(talk_free);
    struct rows *rows =
        db_query(db,
                 "SELECT talk.player, players.name, talk.kind, talk.turns, talk.text, talk.time"
                 " FROM talk JOIN players ON players.id = talk.player"
                 " WHERE talk.board = ? AND (1 << talk.kind) & ? ORDER BY talk.id",
                 "ii", board, (gint64)kinds);
    while (rows_next(rows)) {
        struct talk *talk = g_new(struct talk, 1);
        *talk = (struct talk){ .player = rows_int(rows, 0),
                               .name = rows_dup(rows, 1),
                               .kind = (enum talk_kind)rows_int(rows, 2),
                               .turns = (int)rows_int(rows, 3),
                               .text = rows_dup(rows, 4),
                               .time = rows_int(rows, 5) };
        g_ptr_array_add(list, talk);
    }
    return list;
}

/* ---- what waits ---- */

void talk_wait(struct db *db, gint64 board, gint64 reader, gint64 speaker, enum talk_kind kind,
               const char *text)
{
    db_run(db,
           "INSERT INTO talk_waiting (board, reader, speaker, kind, text) VALUES (?, ?, ?, ?, ?)",
           "iiiis", board, reader, speaker, (gint64)kind, text);
}

GArray *talk_waits(struct db *db)
{
    GArray *all = g_array_new(FALSE, FALSE, sizeof(struct talk_wait));
    struct rows *rows =
        db_query(db,
                 "SELECT board, reader, speaker, kind = ? AS turns FROM talk_waiting"
                 " JOIN players ON players.id = speaker"
                 " WHERE players.suspended IS NULL"
                 " GROUP BY reader, board, speaker, turns"
                 " ORDER BY MIN(talk_waiting.id)",
                 "i", (gint64)TALK_TURN);
    while (rows_next(rows)) {
        struct talk_wait wait = { .board = rows_int(rows, 0),
                                  .reader = rows_int(rows, 1),
                                  .speaker = rows_int(rows, 2),
                                  .turns = rows_int(rows, 3) != 0 };
        g_array_append_val(all, wait);
    }
    return all;
}

GPtrArray *talk_take_waiting(struct db *db, gint64 board, gint64 reader, size_t most)
{
    GPtrArray *list = g_ptr_array_new_with_free_func(talk_free);
    struct rows *rows =
        db_query(db,
                 "SELECT talk_waiting.speaker, players.name, talk_waiting.kind, talk_waiting.text,"
                 " talk_waiting.id, reader FROM talk_waiting JOIN players ON players.id = speaker"
                 " WHERE board = ? AND players.suspended IS NULL ORDER BY talk_waiting.id",
                 "i", board);
    size_t bytes = 0;
    gint64 last = 0;
    while (rows_next(rows)) {
        if (rows_int(rows, 5) != reader) {
            continue; /* all of a board are read at once: mostly there are none */
        }
        bytes += strlen(rows_text(rows, 3));
        if (list->len > 0 && bytes > most) {
            break;
        }
        struct talk *talk = g_new0(struct talk, 1);
        *talk = (struct talk){ .player = rows_int(rows, 0),
                               .name = rows_dup(rows, 1),
                               .kind = (enum talk_kind)rows_int(rows, 2),
                               .text = rows_dup(rows, 3) };
        last = rows_int(rows, 4);
        g_ptr_array_add(list, talk);
    }
    rows_end(rows);
    if (list->len > 0) {
        db_run(db,
               "DELETE FROM talk_waiting WHERE reader = ? AND board = ? AND id <= ?"
               " AND (SELECT suspended FROM players WHERE players.id = speaker) IS NULL",
               "iii", reader, board, last);
    }
    return list;
}
