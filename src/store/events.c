#include "store/events.h"

gint64 event_add(struct db *db, const struct stored_event *event)
{
    db_run(db,
           "INSERT INTO events (kind, board, player, said, time)"
           " VALUES (?, NULLIF(?, 0), NULLIF(?, 0), ?, ?)",
           event->kind, event->board, event->player, event->said, event->time);
    return db_last_id(db);
}

static void event_free(gpointer data)
{
    struct stored_event *event = data;
    g_bytes_unref(event->said);
    g_free(event);
}

GPtrArray *events_of_board(struct db *db, gint64 board)
{
    GPtrArray *events = g_ptr_array_new_with_free_func(event_free);
    struct rows *rows = db_query(
        db, "SELECT id, kind, player, said, time FROM events WHERE board = ? ORDER BY id", board);
    while (rows_next(rows)) {
        struct stored_event *event = g_new(struct stored_event, 1);
        *event = (struct stored_event){ .id = rows_int(rows, "id"),
                                        .kind = g_intern_string(rows_text(rows, "kind")),
                                        .board = board,
                                        .player = rows_int(rows, "player"),
                                        .said = rows_bytes(rows, "said"),
                                        .time = rows_int(rows, "time") };
        g_ptr_array_add(events, event);
    }
    return events;
}
