#include "commands/chores.h"

#include "clocks/clocks.h"
#include "commands/board_letter.h"
#include "commands/bounces.h"
#include "commands/challenges.h"
#include "commands/changes.h"
#include "commands/timeouts.h"
#include "commands/tournament_life.h"
#include "commands/vacancy.h"
#include "ladders/ladder.h"

enum {
    DIGEST_BOARDS_MOST = 100, /* those beyond LETTER_BOARDS_MOST without their positions */
    PAUSE_DAYS = 28,          /* of a pause until the players are asked, and until they are again */
    PAUSE_ASKED_MOST = 3,     /* times, none of which was answered */
};

/* ---- digests ---- */

/* True if a board goes into the digest of a reader. If they may not be told of it, what waits there
 * is dropped; if its record cannot be read now, it waits for another day. */
static bool is_told(struct run *run, gint64 reader, gint64 number)
{
    bool damaged = false;
    g_autoptr(MatchSession) session = session_open(run, number, &damaged);
    const int seat = session != NULL ? session_seat(session, reader) : -1;
    const bool told = session != NULL && board_shows_to(session->board, reader) &&
                      (seat >= 0 ? letter_may_go(session, seat) : watch_watches(session, reader));
    if (damaged) {
        talk_digest_move(run->db, reader, number, 0, run->now + CLOCK_DAY);
    } else if (!told) {
        g_ptr_array_unref(talk_take_waiting(run->db, number, reader, G_MAXSIZE));
    } else if (seat >= 0) {
        clocks_digest_due(session, seat, talk_digest_due(run->db, reader, number));
    }
    return told;
}

static void send_digest(struct run *run, gint64 reader, void *data)
{
    (void)data;
    g_autoptr(Player) who = letter_reader(run, reader, false);
    if (who == NULL) {
        talk_digest_drop(run->db, reader);
        return;
    }
    g_autoptr(GPtrArray) entries = entries_new();
    g_autoptr(GArray) boards = talk_digest_boards(run->db, reader, run->now, DIGEST_BOARDS_MOST);
    for (guint i = 0; i < boards->len; i++) {
        const gint64 number = g_array_index(boards, gint64, i);
        if (is_told(run, reader, number)) {
            struct entry *entry = entry_new(NULL, NULL);
            entry->board = number;
            g_ptr_array_add(entries, entry);
        }
    }
    letter_of_boards(run, who, entries, &(struct letter_draft){ .key = "subject-digest" });
    /* What had no room goes with the next one. */
    const gint64 next = preference_digest(run, reader);
    talk_digest_move(run->db, reader, 0, 0, next != 0 ? next : run->now + CLOCK_DAY);
}

/* ---- all chores ---- */

/* Finds out what there is to do, and tells the operator of what needs a hand. */
static void begin(struct run *run, struct chores *chores)
{
    const gint64 reached = watermark_reached(run);
    chores->reached = chores->waiting != 0 ? MIN(reached, chores->waiting - 1) : reached;
    chores->boards.all = board_stale(run->db, (gint64)LIMIT_CHALLENGE_DAYS * CLOCK_DAY,
                                     (gint64)PAUSE_DAYS * CLOCK_DAY,
                                     (gint64)VACANCY_DAYS * CLOCK_DAY, chores->reached);
    alarm_failed(run, chores->failed);
    const struct watermark mark = watermark_read(run->db);
    chores->tournaments = mark.wake != 0 && mark.wake <= chores->reached;
    if (mark.parked) {
        bounces_count_refused(run);
        alarm_parked(run);
    }
    if (mark.daily != run->now / CLOCK_DAY) {
        ladder_drop_idlers(run);
    }
    alarm_logins(run);
}

/* Asks the players of a paused match whether it should go on, or ends it. */
static void see_to_pause(struct session *session)
{
    struct board *board = session->board;
    if (board->asked == PAUSE_ASKED_MOST) {
        match_record(session->match, board->to_move, MATCH_LAPSED, NULL);
        changes_store(session);
        phrase_unref(event_happened(session, &(struct event){ .kind = EVENT_PAUSE_LAPSED,
                                                              .values = values_new(),
                                                              .seat = -1,
                                                              .answered = -1 }));
        return;
    }
    board->asked++;
    changes_store(session);
    struct values *values = with_phrase(values_new(), "since", phrase_moment(board->paused));
    g_autoptr(Phrase) text =
        say("pause-asked", with_switch(values, "last", board->asked == PAUSE_ASKED_MOST));
    for (int seat = 0; seat < board->seats; seat++) {
        if (session_in_play(session, seat) && !board->seat[seat].program) {
            struct entry *entry = letter_entry(session, seat, text, NULL, NULL);
            answers_link(entry->links, session, "resume", NULL);
            answers_link(entry->links, session, "pause", NULL);
            letter_of_entry(session, seat, entry);
        }
    }
}

/* Since the first portion others may have accepted or ended the challenge, or the pause. */
static void see_to_stale(struct run *run, gint64 board, void *data)
{
    (void)data;
    g_autoptr(MatchSession) session = session_open(run, board, NULL);
    if (session != NULL && board_is_open(session->board)) {
        challenge_lapse(session);
    } else if (session != NULL && session->board->paused_by == PAUSE_PLAYERS) {
        see_to_pause(session);
    } else if (session != NULL && session->board->paused_by == PAUSE_SEAT) {
        phrase_unref(vacancy_close(session, -1));
    }
}

bool chores_do(struct run *run, gint64 until, struct chores *chores)
{
    portions_begin(&chores->boards, until);
    portions_begin(&chores->talk, until);
    portions_begin(&chores->digests, until);
    if (chores->boards.all == NULL) {
        begin(run, chores);
    }
    if (!portions_do(run, &chores->boards, "board", see_to_stale, NULL)) {
        return false;
    }
    chores->tournaments = chores->tournaments && !tournaments_do(run, chores->reached, until);
    if (chores->tournaments) {
        return false;
    }
    chores->expired =
        chores->expired || expire_rows(run->db, chores->reached, run->now / CLOCK_DAY);
    if (!chores->expired) {
        return false;
    }
    if (chores->digests.all == NULL && talk_is_due(run->db, run->now)) {
        chores->digests.all = talk_digests(run->db, run->now);
    }
    const bool over = chores->digests.all == NULL ||
                      (changes_send_talk(run, &chores->talk) &&
                       portions_do(run, &chores->digests, "reader", send_digest, NULL));
    if (over) {
        watermark_end(run);
    }
    return over;
}

void chores_clear(struct chores *chores)
{
    g_clear_pointer(&chores->boards.all, g_array_unref);
    g_clear_pointer(&chores->talk.all, g_array_unref);
    g_clear_pointer(&chores->digests.all, g_array_unref);
}
