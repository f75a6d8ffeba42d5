#include "store/expiry.h"

#include "store/bounces.h"
#include "store/clocks.h"
#include "store/outbox.h"
#include "store/players.h"

/* Rows that would be deleted if there had been no outages: an index finds them. ?1 is the moment.
 */
#define OLD_PENDING "pending WHERE expires <= ?1"
#define OLD_TOKENS "tokens WHERE expires <= ?1 - 90 * 86400"
#define OLD_SENT "outbox WHERE sent <= ?1 - 30 * 86400"
#define OLD_UNDELIVERABLE "outbox WHERE state = 3 AND queued <= ?1 - 60 * 86400"
#define OLD_BOUNCES "bounces WHERE suspended IS NULL AND counted + points * 604800 <= ?1"
#define OLD_WATCHES "watches WHERE until <= ?1"
#define OLD_NAMES "resting_names WHERE until <= ?1"
#define OLD_LETTERS "letters_between WHERE day < ?"
#define OLD_BUDGETS "budgets WHERE day < ?"

#define ANY_OF(rows) "EXISTS (SELECT 1 FROM " rows ")"

G_STATIC_ASSERT(OUTBOX_PARKED == 3 && BOUNCES_WEEK == 604800);

void expire_rows(struct db *db, gint64 now, gint64 today)
{
    /* Mostly there are none: then one statement is enough. */
    if (db_number(db,
                  "SELECT " ANY_OF(OLD_PENDING) " OR " ANY_OF(OLD_TOKENS) " OR " ANY_OF(OLD_SENT) " OR " ANY_OF(OLD_UNDELIVERABLE) " OR " ANY_OF(
                      OLD_BOUNCES) " OR " ANY_OF(OLD_WATCHES) " OR " ANY_OF(OLD_NAMES) " OR"
                                                                                       " " ANY_OF(
                                                                                           OLD_LETTERS
                                                                                           "2") " O"
                                                                                                "R"
                                                                                                " " ANY_OF(
                                                                                                    OLD_BUDGETS
                                                                                                    "2"),
                  "ii", now, today) == 0) {
        return;
    }
    db_run(db, "DELETE FROM " OLD_PENDING " AND " OUTAGES_LAPSE("made", "expires") " <= ?1", "i",
           now);
    db_run(db,
           "DELETE FROM " OLD_TOKENS " AND " OUTAGES_LAPSE("COALESCE(NULLIF(made, 0), expires)",
                                                           "expires") " <= ?1 - 90 * 86400",
           "i", now);
    db_run(db, "DELETE FROM " OLD_SENT " AND " OUTAGES_LAPSE("sent", "sent") " <= ?1 - 30 * 86400",
           "i", now);
    db_run(db,
           "DELETE FROM " OLD_UNDELIVERABLE
           " AND " OUTAGES_LAPSE("queued", "queued") " <= ?1 - 60 * 86400",
           "i", now);
    db_run(db,
           "DELETE FROM " OLD_BOUNCES
           " AND " OUTAGES_LAPSE("counted", "counted + points * 604800") " <= ?1",
           "i", now);
    db_run(db,
           "DELETE FROM " OLD_WATCHES " AND " OUTAGES_LAPSE(
               "(SELECT ended FROM boards WHERE number = watches.board)", "until") " <= ?1",
           "i", now);
    db_run(db, "DELETE FROM " OLD_NAMES " AND " OUTAGES_LAPSE("until - ?2", "until") " <= ?1", "ii",
           now, (gint64)PLAYER_NAME_KEPT);
    db_run(db, "DELETE FROM " OLD_LETTERS, "i", today);
    db_run(db, "DELETE FROM " OLD_BUDGETS, "i", today);
}
