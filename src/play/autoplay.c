#include "play/autoplay.h"

#include "letters/preferences.h"
#include "play/premove.h"

/* Plays the only turn of the seat to move. False if it has another, or its player has not set
 * autoplay. */
static bool play_only_turn(struct session *session)
{
    int seat = match_actor(session->match);
    if (seat < 0 ||
        !preference_is_on(session->run, session->board->seat[seat].player, "autoplay")) {
        return false;
    }
    g_autofree char *turn = match_only_turn(session->match);
    return turn != NULL && match_record(session->match, seat, turn, NULL);
}

void autoplay_go_on(struct session *session)
{
    match_pass(session->match);
    int played = 0;
    bool rests = session->board->paused != 0;
    while (!rests && played < AUTOPLAY_MOST && (premove_play(session) || play_only_turn(session))) {
        match_pass(session->match);
        played++;
    }
}
