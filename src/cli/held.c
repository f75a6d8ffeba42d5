#include "cli/held.h"

#include <unistd.h>

#include "base/clock.h"
#include "base/log.h"
#include "store/hold.h"

bool held_now(struct db *db)
{
    gint64 since = hold_since(db);
    if (since == 0) {
        return false;
    }
    bool news = hold_is_news(db);
    if (news || isatty(STDERR_FILENO) == 1) {
        g_autofree char *date = clock_for_people(since);
        log_line("held since %s: mail is kept, nothing is played or sent; "
                 "`postmove hold off` starts the server again",
                 date);
    }
    return true;
}
