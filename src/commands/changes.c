#include "commands/changes.h"

#include "auth/budget.h"
#include "clocks/clocks.h"
#include "commands/board_letter.h"
#include "play/offer.h"
#include "play/premove.h"
#include "store/talk.h"
#include "talk/watch.h"

/* Describes what ended the match or made a player leave. The key is NULL if the record has a turn
 * there. The caller clears it. */
static struct sentence ending_words(const struct session *session, guint number)
{
    const struct match_turn *turn =
        &g_array_index(session->match->turns, struct match_turn, number);
    const struct turn_ending *ending = turn_ending(turn->text);
    if (ending == NULL) {
        return (struct sentence){ 0 };
    }
    return (struct sentence){ ending->news,
                              pairs("name", session->board->seat[turn->seat].name, "partner",
                                    turn_partner_out(session, turn->seat), "drawer", NULL, NULL) };
}

/* Describes a change of the match to onlookers. Free with g_free. */
static char *news_words(struct session *session, const struct session_change *change)
{
    g_auto(TurnNews) news = { .first = change->first, .by_hand = true };
    if (change->begins || change->taken_back) {
        news.what.key = change->begins ? "match-begins" : "turns-taken-back";
    } else {
        news.what = ending_words(session, news.first);
        news.first += news.what.key != NULL ? 1 : 0;
    }
    return turn_news_words(session, &news, -1);
}

static void tell_watchers(struct session *session, const struct session_change *change)
{
    const struct board *board = session->board;
    if (!change->begins && !change->taken_back && change->first == session->match->turns->len) {
        return;
    }
    g_autoptr(GPtrArray) all = watch_watchers(session);
    bool over = board->state == BOARD_FINISHED;
    if (!over) {
        watch_keep_those_of_turns(all, 0);
    }
    if (all->len > 0) {
        g_autoptr(GPtrArray) entries = entries_new();
        g_ptr_array_add(entries, entry_new(NULL, news_words(session, change)));
        letter_watchers(session, all, entries);
    }
    if (over) {
        watches_end(session->run->db, board->number,
                    session->run->now + (gint64)WATCH_TALK_DAYS * CLOCK_DAY);
    }
}

/* ---- storing ---- */

static void store_change(struct session *session, bool begins)
{
    bool runs = session->match != NULL;
    struct session_change change = session_store(session);
    change.begins = begins;
    if (runs) {
        clocks_follow(session, change.first, change.taken_back);
    }
    if (change.taken_back) {
        premove_forget(session);
    }
    if (runs) {
        tell_watchers(session, &change);
    }
    if (session->board->state == BOARD_FINISHED) {
        talk_wait_no_more(session->run->db, session->board->number);
    }
}

void changes_store(struct session *session)
{
    store_change(session, false);
}

void changes_start(struct session *session)
{
    session_begin(session);
    autoplay_go_on(session);
    store_change(session, true);
}

/* ---- telling ---- */

/* Keeps news for the player of a seat, until a letter about the board goes to them. `due` is as in
 * talk_wait. */
static void keep_news(struct session *session, int seat, const char *text, const struct player *who,
                      const char *comment, gint64 due)
{
    struct db *db = session->run->db;
    gint64 board = session->board->number, reader = session->board->seat[seat].player;
    talk_wait(db, board, reader, who->id, TALK_NEWS, text, due);
    if (comment != NULL && talk_reaches(session, who->id, reader)) {
        talk_wait(db, board, reader, who->id, TALK_PLAYERS, comment, due);
    }
}

void changes_tell_later(struct session *session, int except_seat, const struct sentence *news,
                        const struct player *who, const char *comment)
{
    for (int seat = 0; seat < session->board->seats; seat++) {
        gint64 reader = session->board->seat[seat].player;
        if (seat == except_seat || session->board->seat[seat].program) {
            continue;
        }
        g_autofree char *text = sentence_text(session->run, news, NULL);
        if (budget_allows(session->run, BUDGET_LETTERS, who->id, reader, 1)) {
            budget_spend(session->run, BUDGET_LETTERS, who->id, reader, 1);
            letter_news(session, seat, text, who->name, comment);
        } else {
            keep_news(session, seat, text, who, comment, preference_digest(session->run, reader));
        }
    }
}

void changes_keep(struct session *session, int except_seat, const struct sentence *news,
                  const struct player *who, const char *comment)
{
    for (int seat = 0; seat < session->board->seats; seat++) {
        if (seat != except_seat && !session->board->seat[seat].program) {
            g_autofree char *text = sentence_text(session->run, news, NULL);
            keep_news(session, seat, text, who, comment, TALK_PATIENT);
        }
    }
}

/* ---- turns ---- */

/* Keeps a turn of `mover` for the player of a seat, with what was written below it, and below
 * queued moves that followed. `due` is as in talk_wait. */
static void keep_turn(struct session *session, int seat, int mover, const char *text,
                      const char *comment, gint64 due)
{
    const struct board *board = session->board;
    struct db *db = session->run->db;
    const gint64 reader = board->seat[seat].player;
    g_autofree char *whole = g_strdup(text);
    session_add_notice(session, seat, &whole);
    talk_wait(db, board->number, reader, board->seat[mover].player, TALK_TURN, whole, due);
    for (int other = 0; other < board->seats; other++) {
        const char *words = other == mover ? comment : session->comment[other];
        if (other != seat && words != NULL &&
            talk_reaches(session, board->seat[other].player, reader)) {
            talk_wait(db, board->number, reader, board->seat[other].player, TALK_PLAYERS, words,
                      due);
        }
    }
}

/* True if a seat has done anything but pass in the last two rounds. */
static bool has_played_lately(const struct session *session, int seat)
{
    const guint count = session->match->turns->len;
    const guint rounds = 2 * (guint)session->board->seats;
    for (guint i = count > rounds ? count - rounds : 0; i < count; i++) {
        const struct match_turn *turn = &g_array_index(session->match->turns, struct match_turn, i);
        if (turn->seat == seat && !g_str_equal(turn->text, MATCH_PASS)) {
            return true;
        }
    }
    return false;
}

/* True if the match goes on without the player of a seat: they are out, or could only pass
 * lately. */
static bool looks_on(const struct session *session, int seat)
{
    const struct board *board = session->board;
    if (board->state != BOARD_RUNNING || board->to_move == seat) {
        return false;
    }
    const bool begun = session->match->turns->len >= 2 * (guint)board->seats;
    return !session_in_play(session, seat) || (begun && !has_played_lately(session, seat));
}

/* True if the player of a seat is told of the turns of others when it is their own: three or more
 * play, and the player has not set letters=all. */
static bool waits_for_turn(const struct session *session, int seat)
{
    const struct board *board = session->board;
    return board->state == BOARD_RUNNING && board->seats > 2 && board->to_move != seat &&
           session_in_play(session, seat) &&
           g_str_equal(preference_value(session->run, board->seat[seat].player, "letters"), "turn");
}

static void tell_turn(struct session *session, int seat, int mover, const char *text,
                      const char *comment)
{
    const struct board *board = session->board;
    const gint64 reader = board->seat[seat].player;
    if (looks_on(session, seat)) {
        if (!budget_allows(session->run, BUDGET_TURNS, reader, board->number, 1)) {
            keep_turn(session, seat, mover, text, comment, preference_digest(session->run, reader));
            return;
        }
        budget_spend(session->run, BUDGET_TURNS, reader, board->number, 1);
    } else if (waits_for_turn(session, seat)) {
        keep_turn(session, seat, mover, text, comment, TALK_PATIENT);
        return;
    }
    letter_news(session, seat, text, board->seat[mover].name, comment);
}

void changes_tell(struct session *session, int except_seat, const struct turn_news *news,
                  const char *author, const char *comment)
{
    for (int seat = 0; seat < session->board->seats; seat++) {
        if (seat != except_seat && !session->board->seat[seat].program) {
            g_autofree char *words = turn_news_words(session, news, seat);
            if (news->by_hand && except_seat >= 0) {
                tell_turn(session, seat, except_seat, words, comment);
            } else {
                letter_news(session, seat, words, author, comment);
            }
        }
    }
}

/* ---- leaving and resuming ---- */

struct sentence changes_after_leaving(struct session *session, guint *first)
{
    enum board_offer offer = session->board->offer;
    const char *settled = offer_settle(session);
    *first = session->match->turns->len;
    autoplay_go_on(session);
    changes_store(session);
    return settled != NULL ? (struct sentence){ .key = settled }
                           : turn_ended(session, offer, PAUSE_NONE);
}

char *changes_resign(struct session *session, int seat, const char *name, const char *comment)
{
    if (!session_in_play(session, seat) ||
        !match_record(session->match, seat, MATCH_RESIGN, NULL)) {
        return NULL;
    }
    const char *partner = turn_partner_out(session, seat);
    g_auto(TurnNews) news = { 0 };
    news.after = changes_after_leaving(session, &news.first);
    news.what = (struct sentence){ "resigned", pairs("name", name, "partner", partner, NULL) };
    changes_tell(session, seat, &news, name, comment);
    news.what.key = "you-resigned";
    return turn_news_words(session, &news, seat);
}

struct sentence changes_resume(struct session *session, guint *first)
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
        letter_of_talk(session, seat, entries);
    } else if (watch != NULL && !watch->at_end) {
        g_autoptr(GPtrArray) alone = g_ptr_array_new();
        g_ptr_array_add(alone, watch);
        letter_watchers(session, alone, entries);
    }
    return true;
}

static bool may_be_sent(const struct run *run, const struct talk_wait *wait)
{
    return wait->turns ? budget_allows(run, BUDGET_TURNS, wait->reader, wait->board, 1)
                       : budget_allows(run, BUDGET_LETTERS, wait->speaker, wait->reader, 1);
}

static void count_sent(const struct run *run, const struct talk_wait *wait)
{
    if (wait->turns) {
        budget_spend(run, BUDGET_TURNS, wait->reader, wait->board, 1);
    } else {
        budget_spend(run, BUDGET_LETTERS, wait->speaker, wait->reader, 1);
    }
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
        if (!may_be_sent(run, wait)) {
            continue; /* tomorrow, or with another letter */
        }
        g_autoptr(MatchSession) session = session_open(run, wait->board, NULL);
        if (session != NULL && send_waiting(session, wait->reader)) {
            count_sent(run, wait);
        }
    }
    session_forget(run);
    return portions_are_over(portions);
}
