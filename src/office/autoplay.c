#include "office/autoplay.h"

#include "office/queue.h"
#include "office/settings.h"

/* Plays the only turn of the seat to move; false if there is another, or he
 * wants to play it himself. */
static bool play_only_turn(struct desk *desk)
{
    int seat = match_actor(desk->match);
    if (seat < 0 || !settings_is_on(desk->office, desk->board->seat[seat].player, "autoplay")) {
        return false;
    }
    g_autofree char *turn = match_only_turn(desk->match);
    return turn != NULL && match_record(desk->match, seat, turn, NULL);
}

void autoplay_go_on(struct desk *desk)
{
    match_pass(desk->match);
    int played = 0;
    bool rests = desk->board->paused != 0;
    while (!rests && played < AUTOPLAY_MOST && (queue_play(desk) || play_only_turn(desk))) {
        match_pass(desk->match);
        played++;
    }
}
