#include "office/overdue.h"

#include "office/letters.h"
#include "office/play.h"
#include "office/rounds.h"

/* What is told of one who is out: who, his partner, and whose offer of a draw was
 * on the table. */
static struct values *leave_values(const struct desk *desk, int seat, const char *partner,
                                   int offered_by)
{
    const struct board *board = desk->board;
    return pairs("name", board->seat[seat].name, "partner", partner, "drawer",
                 offered_by >= 0 ? board->seat[offered_by].name : NULL, NULL);
}

char *overdue_leave(struct desk *desk, int claimer, const char *comment)
{
    int seat = match_actor(desk->match);
    int offered_by = desk->board->offer == OFFER_DRAW ? desk->board->offer_by : -1;
    match_record(desk->match, seat, MATCH_FORFEIT, NULL);
    const char *partner = play_partner_out(desk, seat);
    guint first;
    g_autofree char *after = play_left(desk, &first);
    g_autofree char *text =
        say(desk->office, "forfeited", leave_values(desk, seat, partner, offered_by));
    g_autofree char *own =
        say(desk->office, "you-forfeited", leave_values(desk, seat, partner, offered_by));
    struct play_news news = { .text = text, .first = first, .after = after };
    char *answer = NULL;
    for (int other = 0; other < desk->board->seats; other++) {
        news.text = other == seat ? own : text;
        g_autofree char *words = play_news_words(desk, &news, other);
        if (other == claimer) {
            answer = g_steal_pointer(&words);
        } else {
            letter_news(desk, other, words, claimer >= 0 ? desk->board->seat[claimer].name : NULL,
                        comment);
        }
    }
    return answer;
}

void overdue_settle(struct office *office, gint64 board)
{
    struct clock clock;
    g_auto(Timekeeper) keeper = { 0 };
    if (!clock_read(office->db, board, &clock) || clock.deadline >= office->arrived ||
        !timekeeper_open(&keeper, office, board) || timekeeper_needs_claim(&keeper) ||
        !timekeeper_is_late(&keeper, rounds_settled(office))) {
        return;
    }
    bool damaged, accepted = office->accepted;
    g_autoptr(Desk) desk = desk_open(office, board, &damaged);
    if (desk != NULL) {
        overdue_leave(desk, -1, NULL);
    }
    office->accepted = accepted; /* it is nothing that the writer of the mail has done */
}

bool overdue_takes_along(const struct desk *desk, int seat)
{
    g_autoptr(Match) match = match_copy(desk->match);
    int actor = match_actor(match);
    return !match_record(match, actor, MATCH_FORFEIT, NULL) ||
           match->result.place[seat] == match->result.place[actor];
}

void overdue_tell_claim(struct desk *desk, bool silent)
{
    int seat = match_actor(desk->match);
    g_autofree char *number = g_strdup_printf("%" G_GINT64_FORMAT, desk->board->number);
    g_autofree char *text =
        say(desk->office, silent ? "may-claim-silent" : "may-claim",
            pairs("name", desk->board->seat[seat].name, "number", number, NULL));
    for (int other = 0; other < desk->board->seats; other++) {
        if (desk_in_play(desk, other) && !overdue_takes_along(desk, other)) {
            letter_news(desk, other, text, NULL, NULL);
        }
    }
}
