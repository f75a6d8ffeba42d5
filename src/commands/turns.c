/* The commands move and resign. */
#include "commands/turns.h"

#include <string.h>

#include "commands/changes.h"
#include "play/offer.h"
#include "play/premove.h"

/* ---- move ---- */

/* Does what follows from a turn that was played, and tells all; the player with `preface` (NULL:
 * none) before it. */
static void play_on(struct request *request, const struct player *who,
                    const struct command *command, struct session *session, int seat,
                    const char *preface)
{
    guint before = session->match->turns->len - 1;
    enum board_offer offer = session->board->offer;
    enum board_pause pause = session->board->paused_by;
    offer_wake(session);
    premove_used_up(session, seat);
    const char *comment = request_comment(request, who, session); /* said before what follows */
    autoplay_go_on(session);
    changes_store(session);
    g_autofree char *after = turn_ended(session, offer, pause);
    struct turn_news news = { .first = before, .by_hand = true, .after = after };
    changes_tell(session, seat, &news, who->name, comment);
    news.text = preface;
    request_answer_board(request, who, command, session, turn_news_words(session, &news, seat));
}

/* Says why a turn is not even tried, or NULL. Free with g_free. */
static char *not_tried(const struct session *session, const struct command *command)
{
    if (session->board->paused_by == PAUSE_OPERATOR) {
        return say(session->run, "adjourned", NULL);
    }
    return command->has_ply ? turn_is_another(session, command->text, command->ply) : NULL;
}

void turn_play(struct request *request, const struct player *who, const struct command *command,
               struct session *session, int seat, const char *preface)
{
    char *why = not_tried(session, command);
    if (why != NULL) {
        request_answer_board(request, who, command, session, why);
        return;
    }
    g_auto(Ruling) ruling = { 0 };
    g_autofree char *words = preface != NULL ? say(session->run, preface, NULL) : NULL;
    if (match_play(session->match, seat, command->text, &ruling) == VERDICT_PLAYED) {
        play_on(request, who, command, session, seat, words);
        return;
    }
    why = turn_ruling_words(session, &ruling, command->text);
    request_answer_board(request, who, command, session,
                         words != NULL ? g_strconcat(words, "\n", why, NULL) : g_strdup(why));
    g_free(why);
}

void turn_move(struct request *request, const struct player *who, const struct command *command)
{
    int seat;
    g_autoptr(MatchSession) session = request_in_play(request, who, command, &seat);
    if (session != NULL) {
        turn_play(request, who, command, session, seat, NULL);
    }
}

/* ---- resign ---- */

void turn_resign(struct request *request, const struct player *who, const struct command *command)
{
    int seat;
    g_autoptr(MatchSession) session = request_running(request, who, command, &seat);
    if (session == NULL) {
        return;
    }
    const char *comment =
        session_in_play(session, seat) ? request_comment(request, who, session) : NULL;
    char *own = changes_resign(session, seat, who->name, comment);
    request_answer_board(request, who, command, session,
                         own != NULL ? own : say(request->run, "out-already", NULL));
}
