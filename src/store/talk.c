#include "store/talk.h"

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

int messages_sent(struct db *db, gint64 player, gint64 day)
{
    return (int)db_number(db, "SELECT count FROM messages WHERE player = ? AND day = ?", "ii",
                          player, day);
}

void messages_add(struct db *db, gint64 player, gint64 day, int count)
{
    db_run(db,
           "INSERT INTO messages (player, day, count) VALUES (?, ?, ?)"
           " ON CONFLICT (player) DO UPDATE SET"
           " count = excluded.count + CASE WHEN day = excluded.day THEN count ELSE 0 END,"
           " day = excluded.day",
           "iii", player, day, (gint64)count);
}
