#include "commands/changes.h"

#include "auth/budget.h"
#include "clocks/clocks.h"
#include "commands/board_letter.h"
#include "play/premove.h"
#include "play/session.h"
#include "store/talk.h"

/* Describes a change of the match to onlookers. */
static struct phrase *news_words(struct session *session, const struct session_change *change)
{
    struct turn_news news = { .first = change->first, .by_hand = true };
    const bool back = change->begins || change->taken_back;
    const struct match_turn *turn =
        back ? NULL : &g_array_index(session->match->turns, struct match_turn, news.first);
    const struct turn_ending *ending = turn != NULL ? turn_ending(turn->text) : NULL;
    g_autoptr(Phrase) what =
        back ? say(change->begins ? "match-begins" : "turns-taken-back", NULL)
        : ending != NULL
            ? say(ending->news, pairs("name", session->board->seat[turn->seat].name, "partner",
                                      turn_partner_out(session, turn->seat), "drawer", NULL, NULL))
            : NULL;
    news.what = what;
    news.first += ending != NULL ? 1 : 0;
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

/* Keeps news for the player of a seat. `due` is as in talk_wait. */
static void keep_news(struct session *session, int seat, enum talk_kind kind, struct phrase *text,
                      const struct board_seat *who, const char *comment, gint64 due)
{
    g_autoptr(GPtrArray) entries = entries_new();
    g_ptr_array_add(entries, letter_entry(session, seat, text, who->name, comment));
    letter_keep(session, session->board->seat[seat].player, entries->pdata[0], who->player, kind,
                due);
}

void changes_tell_later(struct session *session, int except_seat, struct phrase *news,
                        const struct player *who, const char *comment, bool patient)
{
    const struct board_seat author = { .player = who->id, .name = who->name };
    for (int seat = 0; seat < session->board->seats; seat++) {
        gint64 reader = session->board->seat[seat].player;
        if (seat == except_seat || session->board->seat[seat].program) {
            continue;
        }
        if (!patient && budget_take(session->run, BUDGET_LETTERS, who->id, reader)) {
            letter_news(session, seat, news, who->name, comment);
        } else {
            keep_news(session, seat, TALK_NEWS, news, &author, comment,
                      patient ? TALK_PATIENT : preference_digest(session->run, reader));
        }
    }
}

/* ---- turns ---- */

/* True if a seat has done anything but pass in the last two rounds, or these are not over. */
static bool has_played_lately(const struct session *session, int seat)
{
    const guint count = session->match->turns->len;
    const guint rounds = 2 * (guint)session->board->seats;
    bool lately = count < rounds;
    for (guint i = count - MIN(count, rounds); i < count; i++) {
        const struct match_turn *turn = &g_array_index(session->match->turns, struct match_turn, i);
        lately |= turn->seat == seat && !g_str_equal(turn->text, MATCH_PASS);
    }
    return lately;
}

/* Tells the player of a seat of a turn: with their own one, if three or more play and they have not
 * set letters=all; but a budget limits what comes to those who are out or only pass. */
static void tell_turn(struct session *session, int seat, int mover, struct phrase *text,
                      const char *comment)
{
    const struct board *board = session->board;
    const gint64 reader = board->seat[seat].player;
    const bool looks_on = board->state == BOARD_RUNNING && board->to_move != seat;
    const bool plays = session_in_play(session, seat) && has_played_lately(session, seat);
    const bool waits = looks_on && plays && board->seats > 2 &&
                       g_str_equal(preference_value(session->run, reader, "letters"), "turn");
    if (waits ||
        (looks_on && !plays && !budget_take(session->run, BUDGET_TURNS, reader, board->number))) {
        keep_news(session, seat, TALK_TURN, text, &board->seat[mover], comment,
                  waits ? TALK_PATIENT : preference_digest(session->run, reader));
    } else {
        letter_news(session, seat, text, board->seat[mover].name, comment);
    }
}

void changes_tell(struct session *session, int except_seat, const struct turn_news *news,
                  const char *comment)
{
    const char *author = except_seat >= 0 ? session->board->seat[except_seat].name : NULL;
    for (int seat = 0; seat < session->board->seats; seat++) {
        if (seat != except_seat && !session->board->seat[seat].program) {
            g_autoptr(Phrase) words = turn_news_words(session, news, seat);
            if (news->by_hand && except_seat >= 0) {
                tell_turn(session, seat, except_seat, words, comment);
            } else {
                letter_news(session, seat, words, author, comment);
            }
        }
    }
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
    const char *partner = turn_partner_out(session, seat);
    const char *settled = offer_settle(session);
    const char *key = turn_ending(turn)->news;
    g_autofree char *own_key = g_strconcat("you-", key, NULL);
    struct turn_news news = { .first = session->match->turns->len };
    struct values *values =
        pairs("name", board->seat[seat].name, "partner", partner, "drawer", drawer, NULL);
    g_autoptr(Phrase) what = say(key, values_ref(values));
    g_autoptr(Phrase) own = say(g_intern_string(own_key), values);
    autoplay_go_on(session);
    changes_store(session);
    g_autoptr(Phrase) after =
        settled != NULL ? say(settled, NULL) : turn_ended(session, offer, PAUSE_NONE);
    news.after = after;
    struct phrase *answer = NULL;
    for (int other = 0; other < board->seats; other++) {
        news.what = other == seat ? own : what;
        g_autoptr(Phrase) words = turn_news_words(session, &news, other);
        if (other == author) {
            answer = g_steal_pointer(&words);
        } else {
            letter_news(session, other, words, author >= 0 ? board->seat[author].name : NULL,
                        comment);
        }
    }
    return answer;
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
        letter_of_talk(session, seat, entries);
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
