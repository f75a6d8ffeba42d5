#include "store/hold.h"

gint64 hold_since(struct db *db)
{
    return db_number(db, "SELECT since FROM hold", "");
}

void hold_begin(struct db *db, gint64 now)
{
    db_run(db, "INSERT INTO hold (one, since, said) VALUES (1, ?, 0)", "i", now);
}

void hold_end(struct db *db)
{
    db_run(db, "DELETE FROM hold", "");
}

bool hold_is_news(struct db *db)
{
    db_run(db, "UPDATE hold SET said = 1 WHERE said = 0", "");
    return db_changes(db) > 0;
}
