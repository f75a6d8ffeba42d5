#include "store/notes.h"

static void note_free(gpointer data)
{
    struct player_note *note = data;
    g_free(note->name);
    g_free(note->text);
    g_free(note);
}

void player_note_add(struct db *db, gint64 board, gint64 player, int turns, const char *text,
                     gint64 time)
{
    db_run(db, "INSERT INTO notes (board, player, turns, text, time) VALUES (?, ?, ?, ?, ?)", board,
           player, turns, text, time);
}

GPtrArray *player_notes(struct db *db, gint64 board, gint64 player)
{
    GPtrArray *list = g_ptr_array_new_with_free_func(note_free);
    struct rows *rows =
        db_query(db,
                 "SELECT notes.player, players.name, notes.turns, notes.text, notes.time"
                 " FROM notes JOIN players ON players.id = notes.player"
                 " WHERE notes.board = :board AND :player IN (0, notes.player) ORDER BY notes.id",
                 board, player);
    while (rows_next(rows)) {
        struct player_note *note = g_new(struct player_note, 1);
        *note = (struct player_note){ .player = rows_int(rows, "player"),
                                      .name = rows_dup(rows, "name"),
                                      .turns = (int)rows_int(rows, "turns"),
                                      .text = rows_dup(rows, "text"),
                                      .time = rows_int(rows, "time") };
        g_ptr_array_add(list, note);
    }
    return list;
}

int player_notes_count(struct db *db, gint64 board, gint64 player)
{
    return (int)db_number(db, "SELECT COUNT(*) FROM notes WHERE board = ? AND player = ?", board,
                          player);
}

void player_notes_delete(struct db *db, gint64 board, gint64 player)
{
    db_run(db, "DELETE FROM notes WHERE board = ? AND player = ?", board, player);
}
