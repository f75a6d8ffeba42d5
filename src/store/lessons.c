#include "store/lessons.h"

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
    return db_text(db, "SELECT game FROM lessons WHERE id = ? AND player = ?", id, player);
}

char *lesson_last_game(struct db *db, gint64 player)
{
    return db_text(db, "SELECT game FROM lessons WHERE player = ? ORDER BY id DESC LIMIT 1",
                   player);
}
