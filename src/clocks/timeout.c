#include "clocks/timeout.h"

#include "clocks/timekeeper.h"
#include "clocks/watermark.h"
#include "commands/board_letter.h"
#include "letters/say.h"
#include "play/turn.h"

/* What is told of one who is out: who, his partner, and whose offer of a draw was
 * on the table. */
static struct values *leave_values(const struct session *session, int seat, const char *partner,
                                   int offered_by)
{
    const struct board *board = session->board;
    return pairs("name", board->seat[seat].name, "partner", partner, "drawer",
                 offered_by >= 0 ? board->seat[offered_by].name : NULL, NULL);
}

char *timeout_leave(struct session *session, int claimer, const char *comment)
{
    int seat = match_actor(session->match);
    int offered_by = session->board->offer == OFFER_DRAW ? session->board->offer_by : -1;
    match_record(session->match, seat, MATCH_FORFEIT, NULL);
    const char *partner = turn_partner_out(session, seat);
    guint first;
    g_autofree char *after = turn_left(session, &first);
    g_autofree char *text =
        say(session->run, "forfeited", leave_values(session, seat, partner, offered_by));
    g_autofree char *own =
        say(session->run, "you-forfeited", leave_values(session, seat, partner, offered_by));
    struct turn_news news = { .text = text, .first = first, .after = after };
    char *answer = NULL;
    for (int other = 0; other < session->board->seats; other++) {
        news.text = other == seat ? own : text;
        g_autofree char *words = turn_news_words(session, &news, other);
        if (other == claimer) {
            answer = g_steal_pointer(&words);
        } else {
            letter_news(session, other, words,
                        claimer >= 0 ? session->board->seat[claimer].name : NULL, comment);
        }
    }
    return answer;
}

void timeout_settle(struct run *run, gint64 board)
{
    struct clock clock;
    g_auto(Timekeeper) keeper = { 0 };
    if (!clock_read(run->db, board, &clock) || clock.deadline >= run->arrived ||
        !timekeeper_open(&keeper, run, board) || timekeeper_needs_claim(&keeper) ||
        !timekeeper_is_late(&keeper, watermark_settled(run))) {
        return;
    }
    bool damaged, accepted = run->accepted;
    g_autoptr(MatchSession) session = session_open(run, board, &damaged);
    if (session != NULL) {
        timeout_leave(session, -1, NULL);
    }
    run->accepted = accepted; /* it is nothing that the writer of the mail has done */
}

bool timeout_takes_along(const struct session *session, int seat)
{
    g_autoptr(Match) match = match_copy(session->match);
    int actor = match_actor(match);
    return !match_record(match, actor, MATCH_FORFEIT, NULL) ||
           match->result.place[seat] == match->result.place[actor];
}

void timeout_tell_claim(struct session *session, bool silent)
{
    int seat = match_actor(session->match);
    g_autofree char *number = g_strdup_printf("%" G_GINT64_FORMAT, session->board->number);
    g_autofree char *text =
        say(session->run, silent ? "may-claim-silent" : "may-claim",
            pairs("name", session->board->seat[seat].name, "number", number, NULL));
    for (int other = 0; other < session->board->seats; other++) {
        if (session_in_play(session, other) && !timeout_takes_along(session, other)) {
            letter_news(session, other, text, NULL, NULL);
        }
    }
}
