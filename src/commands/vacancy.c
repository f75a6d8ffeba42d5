#include "commands/vacancy.h"

#include "commands/board_letter.h"
#include "commands/changes.h"
#include "play/proposal.h"
#include "play/substitute.h"

/* Who has waited longest in a seek of the game, of those who can take the seat (NULL: of anybody;
 * else only this player). NULL: nobody. Free with player_free. */
static struct player *who_waits(const struct session *session, const struct player *only)
{
    struct run *run = session->run;
    g_autoptr(GArray) seeks = board_seeks(run->db, session->game->name);
    for (guint i = 0; i < seeks->len; i++) {
        g_autoptr(Board) seek = board_read(run->db, g_array_index(seeks, gint64, i));
        for (int seat = 0; seek != NULL && seat < seek->seats; seat++) {
            g_autoptr(Player) who = player_by_id(run->db, seek->seat[seat].player);
            if (who != NULL && (only == NULL || only->id == who->id)) {
                g_autoptr(Phrase) refusal =
                    eligibility_substitute(session, session->board->to_move, who);
                if (refusal == NULL) {
                    return g_steal_pointer(&who);
                }
            }
        }
    }
    return NULL;
}

bool vacancy_ask(struct session *session)
{
    struct board *board = session->board;
    const int late = board->to_move;
    const bool may = board->seats > 2 && !board->private_match && board->tournament == 0 &&
                     board->offer == OFFER_NONE;
    g_autoptr(Player) who = may ? who_waits(session, NULL) : NULL;
    if (who == NULL) {
        return false;
    }
    board->paused = session->run->now;
    board->paused_by = PAUSE_SEAT;
    board->offer = OFFER_SEAT;
    board->offer_by = late;
    for (int seat = 0; seat < board->seats; seat++) {
        board->seat[seat].agrees = seat == late || board->seat[seat].program;
    }
    changes_store(session);
    phrase_unref(event_happened(
        session, &(struct event){ .kind = EVENT_SEAT_ASKED,
                                  .values = pairs("name", board->seat[late].name, NULL),
                                  .seat = late,
                                  .answered = -1 }));
    return true;
}

void vacancy_invite(struct session *session)
{
    const struct board *board = session->board;
    g_autoptr(Player) who = who_waits(session, NULL);
    if (who == NULL) {
        phrase_unref(vacancy_close(session, -1));
        return;
    }
    g_autoptr(GPtrArray) entries = entries_new();
    struct values *values = pairs("name", board->seat[board->to_move].name, NULL);
    struct entry *entry =
        entry_new(NULL, say("seat-offered", with_number(values, "number", board->number)));
    entry->board = board->number;
    answers_link(entry->links, session, "take", NULL);
    g_ptr_array_add(entries, entry);
    letter_of_boards(session->run, who, entries, &(struct letter_draft){ .key = "subject-seat" });
}

struct phrase *vacancy_close(struct session *session, int author)
{
    return changes_leave(session, session->board->to_move, MATCH_FORFEIT, author, NULL);
}

bool vacancy_is_open_to(const struct session *session, const struct player *who)
{
    const struct board *board = session->board;
    g_autoptr(Player) one = board->paused_by == PAUSE_SEAT && board->offer == OFFER_NONE
                                ? who_waits(session, who)
                                : NULL;
    return one != NULL;
}

void vacancy_take(struct session *session, const struct player *who)
{
    struct run *run = session->run;
    const int seat = session->board->to_move;
    g_autoptr(Player) former = player_by_id(run->db, session->board->seat[seat].player);
    substitute_take_seat(session, seat, who);
    offer_wake(session);
    changes_store(session);
    substitute_tell_former(session, former, who);
}
