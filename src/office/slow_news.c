#include "office/slow_news.h"

#include "office/budget.h"
#include "office/letters.h"
#include "office/talk.h"
#include "store/talk.h"

/* Keeps it for the player of a seat, until a letter about the board goes to them. */
static void keep(struct desk *desk, int seat, const char *text, const struct player *who,
                 const char *comment)
{
    struct db *db = desk->office->db;
    gint64 board = desk->board->number, reader = desk->board->seat[seat].player;
    talk_wait(db, board, reader, who->id, TALK_NEWS, text);
    if (comment != NULL && talk_reaches(desk, who->id, reader)) {
        talk_wait(db, board, reader, who->id, TALK_PLAYERS, comment);
    }
}

void slow_news_tell(struct desk *desk, int but_seat, const char *text, const struct player *who,
                    const char *comment)
{
    for (int seat = 0; seat < desk->board->seats; seat++) {
        gint64 reader = desk->board->seat[seat].player;
        if (seat == but_seat) {
            continue;
        }
        if (budget_letter_allowed(desk->office, who->id, reader)) {
            budget_letter_sent(desk->office, who->id, reader);
            letter_news(desk, seat, text, who->name, comment);
        } else {
            keep(desk, seat, text, who, comment);
        }
    }
}
