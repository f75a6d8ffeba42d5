#include "commands/changes.h"

#include "auth/budget.h"
#include "clocks/clocks.h"
#include "commands/board_letter.h"
#include "ladders/ladder.h"
#include "play/plans.h"
#include "play/premove.h"
#include "ratings/ratings.h"
#include "store/tournaments.h"

/* Tells those who watch of the event in which the match has changed. */
static void tell_watchers(struct session *session, struct phrase *said, gint64 event)
{
    const struct board *board = session->board;
    g_autoptr(GPtrArray) all = watch_watchers(session);
    g_autoptr(GPtrArray) entries = entries_new();
    struct entry *entry = entry_new(NULL, phrase_ref(said));
    entry->event = event;
    g_ptr_array_add(entries, entry);
    letter_watchers(session, all, entries);
    if (board->state == BOARD_FINISHED) {
        watches_end(session->run->db, board->number,
                    session->run->now + (gint64)WATCH_TALK_DAYS * CLOCK_DAY);
    }
    session->changed = false;
}

/* ---- storing ---- */

void changes_store(struct session *session)
{
    const struct session_change change = session_store(session);
    if (session->match != NULL) {
        clocks_follow(session, change.first, change.taken_back);
        session->changed = change.taken_back || change.first < session->match->turns->len;
    }
    if (change.taken_back) {
        premove_forget(session);
    } else if (session->changed && session->board->state == BOARD_RUNNING) {
        g_autoptr(GPtrArray) plans = plans_read(session->run->db, session->board->number);
        for (guint i = 0; i < plans->len; i++) {
            struct plan *plan = plans->pdata[i];
            if (plan->kind == PLAN_LINES) {
                plan_go_on(session, plan);
            }
        }
    }
    if (session->board->state == BOARD_FINISHED) {
        talk_wait_no_more(session->run->db, session->board->number);
    }
    if (session->board->state == BOARD_FINISHED && session->board->tournament != 0) {
        tournament_wake(session->run->db, session->board->tournament, TOURNAMENT_NOW);
    }
}

void changes_start(struct session *session)
{
    session_begin(session);
    autoplay_go_on(session);
    changes_store(session);
    session->changed = true; /* even if nobody has moved yet */
}

/* ---- telling ---- */

/* True if a seat had a move in the last two rounds, or these are not over. */
static bool has_played_lately(const struct session *session, int seat)
{
    const guint count = session->match->turns->len;
    const guint rounds = 2 * (guint)session->board->seats;
    bool lately = count < rounds;
    for (guint i = count - MIN(count, rounds); i < count; i++) {
        const struct match_turn *turn = &g_array_index(session->match->turns, struct match_turn, i);
        lately |= turn->seat == seat && !turn->forced;
    }
    return lately;
}

/* When players are told, as the rows of events.list say. */
enum how { AT_ONCE, WAITS, BEGINS };

static const struct event_row {
    const char *name, *key;
    enum how how;
    const char *arguments;
} rows[] = {
#define EVENT(ID, KEY, HOW, ARGUMENTS) { #ID, KEY, HOW, ARGUMENTS },
#include "events.list"
#undef EVENT
};

/* Tells the player of a seat what `entry` (taken) says, now or later. `by_hand`: of a turn that
 * another player has sent, or their plan has played. If three or more play, that waits for the
 * reader's own turn unless they have set letters=all; but a budget limits what comes to those who
 * are out or only pass. What is kept as patient brings about no letter: another one takes it along.
 */
static void tell(struct session *session, int seat, const struct event *event, bool by_hand,
                 struct entry *entry)
{
    struct run *run = session->run;
    const struct board *board = session->board;
    const enum how how = rows[event->kind].how;
    const gint64 reader = board->seat[seat].player;
    /* A turn by a plan is the player's own, like one by hand. */
    const int mover = event->answered >= 0 ? event->answered : event->seat;
    const bool of_other = mover >= 0 && mover != seat;
    const bool answers = of_other && session->answers[seat]; /* their plan's turn tells both */
    gint64 speaker = event->who != NULL ? event->who->id : of_other ? board->seat[mover].player : 0;
    const bool begun = !board_is_open(board);
    const bool program =
        answers || (how == BEGINS && begun && session_program_answers(session, board->to_move));
    const bool waits = how == WAITS || (how == BEGINS && !begun) || program;
    const bool turn = !waits && by_hand && of_other;
    bool patient = program, at_once = true;
    if (turn) {
        const bool looks_on = board->state == BOARD_RUNNING && board->to_move != seat;
        const bool plays = session_in_play(session, seat) && has_played_lately(session, seat);
        speaker = board->seat[mover].player;
        patient = looks_on && plays && board->seats > 2 &&
                  g_str_equal(preference_value(run, reader, SETTING_LETTERS), "turn");
        at_once = !patient &&
                  (!looks_on || plays || budget_take(run, BUDGET_TURNS, reader, board->number));
    } else if (waits) {
        at_once = !patient && budget_take(run, BUDGET_LETTERS, speaker, reader);
    }
    if (at_once) {
        letter_of_entry(session, seat, entry);
        return;
    }
    g_autoptr(GPtrArray) kept = entries_new();
    g_ptr_array_add(kept, entry);
    letter_keep(session, reader, entry, speaker, turn ? TALK_TURN : TALK_NEWS,
                patient ? TALK_PATIENT : preference_digest(run, reader));
}

/* Appends the event, as onlookers read it. Returns its id. */
static gint64 append(struct session *session, const struct event *event, struct phrase *said)
{
    g_autoptr(GBytes) bytes = phrase_bytes(said);
    const struct stored_event stored = {
        .kind = rows[event->kind].name,
        .board = session->board->number,
        .player = event->who != NULL ? event->who->id
                  : event->seat >= 0 ? session->board->seat[event->seat].player
                                     : 0,
        .said = bytes,
        .time = session->run->now,
    };
    return event_add(session->run->db, &stored);
}

/* True if a seat made one of the turns from `first` on. */
static bool has_turn_of(const struct session *session, guint first, int seat)
{
    bool found = false;
    for (guint i = first; session->match != NULL && i < session->match->turns->len; i++) {
        found |= g_array_index(session->match->turns, struct match_turn, i).seat == seat;
    }
    return found;
}

struct phrase *event_happened(struct session *session, const struct event *event)
{
    const struct event_row *row = &rows[event->kind];
    const struct board *board = session->board;
    const char *name = event->who != NULL ? event->who->name : NULL;
    struct values *values = event->values != NULL ? event->values : pairs("name", name, NULL);
    g_assert(values_are(values, row->arguments));
    g_autofree char *own_key = row->key != NULL ? g_strconcat("you-", row->key, NULL) : NULL;
    g_autoptr(Phrase) what = row->key != NULL ? say(row->key, values_ref(values)) : NULL;
    g_autoptr(Phrase) own =
        row->key != NULL ? say(g_intern_string(own_key), values_ref(values)) : NULL;
    values_unref(values);
    struct turn_news news = { .first = G_MAXUINT };
    if (event->turns != NULL) {
        news = *event->turns;
    }
    news.what = what;
    g_autoptr(Phrase) said = turn_news_words(session, &news, -1);
    const gint64 id = append(session, event, said);
    if (session->changed) {
        if (board->state == BOARD_FINISHED || session->ended != 0) {
            ratings_follow(session->run->db, session->board, session->ended);
        }
        if (board->state == BOARD_FINISHED) {
            ladder_follow(session);
        }
        tell_watchers(session, said, id);
    }
    const char *author = event->answered >= 0 ? board->seat[event->answered].name : name;
    for (int seat = 0; seat < board->seats; seat++) {
        if (seat != event->answered && !board->seat[seat].program) {
            const bool same = seat != event->seat && session->aside[seat] == NULL &&
                              !has_turn_of(session, news.first, seat);
            news.what = seat == event->seat ? own : what;
            g_autoptr(Phrase) words =
                same ? phrase_ref(said) : turn_news_words(session, &news, seat);
            struct entry *entry = letter_entry(session, seat, words, author, event->comment);
            entry->event = same ? id : 0;
            tell(session, seat, event, news.by_hand, entry);
        }
    }
    const int reader = event->answered >= 0 ? event->answered : event->seat;
    news.what = reader == event->seat ? own : what;
    return turn_news_words(session, &news, reader);
}

/* ---- leaving and resuming ---- */

struct phrase *changes_leave(struct session *session, int seat, const char *turn, int author,
                             const char *comment)
{
    const struct board *board = session->board;
    const enum board_offer offer = board->offer;
    const char *drawer = offer == OFFER_DRAW ? board->seat[board->offer_by].name : NULL;
    if (!session_in_play(session, seat) || !match_record(session->match, seat, turn, NULL)) {
        return NULL;
    }
    if (board->paused_by == PAUSE_SEAT && seat == board->to_move) {
        offer_wake(session); /* their seat was offered */
    }
    struct values *values = pairs("name", board->seat[seat].name, "partner",
                                  turn_partner_out(session, seat), "drawer", drawer, NULL);
    const char *settled = offer_settle(session);
    struct turn_news turns = { .first = session->match->turns->len };
    autoplay_go_on(session);
    changes_store(session);
    g_autoptr(Phrase) after =
        settled != NULL ? say(settled, NULL) : turn_ended(session, offer, PAUSE_NONE);
    turns.after = after;
    return event_happened(
        session,
        &(struct event){ .kind = g_str_equal(turn, MATCH_RESIGN) ? EVENT_RESIGNED : EVENT_FORFEITED,
                         .values = values,
                         .seat = seat,
                         .answered = author,
                         .comment = comment,
                         .turns = &turns });
}

struct phrase *changes_resume(struct session *session, guint *first)
{
    enum board_offer offer = session->board->offer;
    *first = session->match->turns->len;
    offer_wake(session);
    autoplay_go_on(session);
    changes_store(session);
    return turn_ended(session, offer, PAUSE_NONE);
}

/* ---- talk that waits ---- */

/* Sends the reader the talk that waits for them. If the reader neither plays nor watches any more,
 * or gets no letters, it is dropped. False if nothing waited. */
static bool send_waiting(struct session *session, gint64 reader)
{
    const int seat = session_seat(session, reader);
    g_autoptr(GPtrArray) entries = talk_take(session, reader);
    if (entries->len == 0) {
        return false;
    }
    g_autoptr(Watch) watch = watch_of(session, reader);
    if (seat >= 0) {
        letter_about_board(session, seat, entries, NULL, false);
    } else if (watch != NULL && !watch->at_end) {
        g_autoptr(GPtrArray) alone = g_ptr_array_new();
        g_ptr_array_add(alone, watch);
        letter_watchers(session, alone, entries);
    }
    return true;
}

/* A letter contains everything that waits at its board, but counts only for the speaker who has not
 * used up what they may send the reader: so nobody's words wait because of what others have
 * said. */
bool changes_send_talk(struct run *run, struct portions *portions)
{
    if (portions->all == NULL) {
        portions->all = talk_waits(run->db);
    }
    const struct talk_wait *wait;
    while ((wait = portions_next(portions)) != NULL) {
        const enum budget budget = wait->turns ? BUDGET_TURNS : BUDGET_LETTERS;
        const gint64 of = wait->turns ? wait->reader : wait->speaker;
        const gint64 about = wait->turns ? wait->board : wait->reader;
        if (!budget_allows(run, budget, of, about, 1)) {
            continue; /* tomorrow, or with another letter */
        }
        g_autoptr(MatchSession) session = session_open(run, wait->board, NULL);
        if (session != NULL && send_waiting(session, wait->reader)) {
            budget_spend(run, budget, of, about, 1);
        }
    }
    session_forget(run);
    return portions_are_over(portions);
}
