#include "store/lessons.h"

/* The one text of a query, or NULL. */
static char *only_text(struct rows *rows)
{
    char *text = rows_next(rows) ? g_strdup(rows_text(rows, 0)) : NULL;
    rows_end(rows);
    return text;
}

int lesson_of(struct db *db, gint64 player, const char *game)
{
    return (int)db_number(db, "SELECT lesson FROM lessons WHERE player = ? AND game = ?", player,
                          game);
}

gint64 lesson_set(struct db *db, gint64 player, const char *game, int lesson)
{
    db_run(db,
           "INSERT INTO lessons (player, game, lesson) VALUES (?, ?, ?)"
           " ON CONFLICT (player, game) DO UPDATE SET lesson = excluded.lesson",
           player, game, lesson);
    return db_number(db, "SELECT id FROM lessons WHERE player = ? AND game = ?", player, game);
}

char *lesson_game(struct db *db, gint64 id, gint64 player)
{
    return only_text(
        db_query(db, "SELECT game FROM lessons WHERE id = ? AND player = ?", id, player));
}

char *lesson_last_game(struct db *db, gint64 player)
{
    return only_text(
        db_query(db, "SELECT game FROM lessons WHERE player = ? ORDER BY id DESC LIMIT 1", player));
}
