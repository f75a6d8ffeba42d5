/* Moves, resignation; and the operator's ending of a match. */
#include "play/turn.h"

#include <string.h>

#include "base/error.h"
#include "commands/board_letter.h"
#include "letters/say.h"
#include "play/autoplay.h"
#include "play/offer.h"
#include "play/premove.h"
#include "render/ruling_words.h"
#include "talk/deferred.h"

char *turn_ruling_words(struct session *session, const struct ruling *ruling, const char *line)
{
    const char *names[BOARD_SEATS_MAX];
    session_names(session, names);
    return ruling_words(session->run->words, session->game, ruling, line, names);
}

char *turn_cost_words(const struct session *session, const struct ruling *ruling)
{
    const char *names[BOARD_SEATS_MAX];
    session_names(session, names);
    return ruling->note.key == NULL ? NULL
                                    : words_note(session->run->words, session->game, &ruling->note,
                                                 &ruling->position, names);
}

/* ---- move ---- */

/* Takes a running match to the desk for one who sits at it. */
static struct session *open_running(struct request *request, const struct player *who,
                                    const struct command *command, int *seat)
{
    g_autoptr(MatchSession) session = request_seat(request, who, command, seat);
    if (session == NULL) {
        return NULL;
    }
    if (session->board->state != BOARD_RUNNING) {
        request_answer_board(request, who, command, session,
                             say(request->run, "not-running", NULL));
        return NULL;
    }
    return g_steal_pointer(&session);
}

struct session *turn_session(struct request *request, const struct player *who,
                             const struct command *command, int *seat)
{
    g_autoptr(MatchSession) session = open_running(request, who, command, seat);
    if (session != NULL && !session_in_play(session, *seat)) {
        request_answer_board(request, who, command, session,
                             say(request->run, "out-already", NULL));
        return NULL;
    }
    return g_steal_pointer(&session);
}

char *turn_is_another(const struct session *session, const char *move, gint64 ply)
{
    gint64 next = (gint64)session->match->turns->len + 1;
    if (ply == next) {
        return NULL;
    }
    g_autofree char *meant = g_strdup_printf("%" G_GINT64_FORMAT, ply);
    g_autofree char *now = g_strdup_printf("%" G_GINT64_FORMAT, next);
    return say(session->run, "wrong-turn", pairs("move", move, "ply", meant, "now", now, NULL));
}

/* Keys for a turn, of another and one's own. */
static const struct turn_keys {
    const char *of_other, *own;
} passed_keys = { "passed", "you-passed" }, forced_keys = { "forced", "you-forced" },
  played_keys = { "played", "you-played" }, queued_keys = { "queue-played", "you-queue-played" };

static const struct turn_keys *keys_of_turn(const struct session *session, guint number,
                                            bool by_hand)
{
    const struct match_turn *turn =
        &g_array_index(session->match->turns, struct match_turn, number);
    if (g_str_equal(turn->text, MATCH_PASS)) {
        return &passed_keys;
    }
    bool queued = session->queued[turn->seat] == number + 1;
    return by_hand ? &played_keys : queued ? &queued_keys : &forced_keys;
}

void turn_append_effects(GString *text, const struct session *session, guint turn)
{
    const char *names[BOARD_SEATS_MAX] = { 0 };
    session_names(session, names);
    g_autoptr(GArray) effects = match_effects(session->match, turn);
    for (guint i = 0; i < effects->len; i++) {
        g_autofree char *words =
            words_note(session->run->words, session->game, &g_array_index(effects, struct note, i),
                       &session->match->now, names);
        g_string_append_printf(text, " %s", words);
    }
}

/* "ann played a1-e3 (a1-c3-e3)." or, to himself, "You played ..." */
static char *turn_in_words(struct session *session, guint number, bool by_hand, int reader)
{
    const struct match_turn *turn =
        &g_array_index(session->match->turns, struct match_turn, number);
    const struct turn_keys *keys = keys_of_turn(session, number, by_hand);
    g_autofree char *way = match_way(session->match, number);
    return say(
        session->run, turn->seat == reader ? keys->own : keys->of_other,
        pairs("name", session->board->seat[turn->seat].name, "move", turn->text, "way", way, NULL));
}

char *turn_news_words(struct session *session, const struct turn_news *news, int seat)
{
    g_autoptr(GString) text = g_string_new(news->text);
    for (guint i = news->first; session->match != NULL && i < session->match->turns->len; i++) {
        g_autofree char *sentence =
            turn_in_words(session, i, news->by_hand && i == news->first, seat);
        g_string_append_printf(text, "%s%s", text->len > 0 ? "\n" : "", sentence);
        turn_append_effects(text, session, i);
    }
    if (news->after != NULL && *news->after != '\0') {
        g_string_append_printf(text, "%s%s", text->len > 0 ? "\n" : "", news->after);
    }
    return g_string_free(g_steal_pointer(&text), FALSE);
}

void turn_tell(struct session *session, int but_seat, const struct turn_news *news,
               const char *author, const char *comment)
{
    for (int seat = 0; seat < session->board->seats; seat++) {
        if (seat != but_seat) {
            g_autofree char *words = turn_news_words(session, news, seat);
            if (news->by_hand && but_seat >= 0) {
                deferred_turn(session, seat, but_seat, words, comment);
            } else {
                letter_news(session, seat, words, author, comment);
            }
        }
    }
}

char *turn_ended(const struct session *session, enum board_offer offer, enum board_pause pause)
{
    bool runs = session->board->state == BOARD_RUNNING;
    bool offered = runs && offer != OFFER_NONE && session->board->offer == OFFER_NONE;
    bool rested = runs && pause != PAUSE_NONE;
    if (!offered && !rested) {
        return NULL;
    }
    return say(session->run, "move-ended",
               pairs("offer", offered ? "yes" : NULL, "rest", rested ? "yes" : NULL, NULL));
}

/* A turn was played: what follows from it, and all are told; himself with the
 * words of `preface` before it. */
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
    session_store(session);
    g_autofree char *after = turn_ended(session, offer, pause);
    struct turn_news news = { .first = before, .by_hand = true, .after = after };
    turn_tell(session, seat, &news, who->name, comment);
    news.text = preface;
    request_answer_board(request, who, command, session, turn_news_words(session, &news, seat));
}

/* Why it is not even tried, in words; NULL: it is. */
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
    g_autoptr(MatchSession) session = turn_session(request, who, command, &seat);
    if (session != NULL) {
        turn_play(request, who, command, session, seat, NULL);
    }
}

/* ---- resign ---- */

const char *turn_partner_out(const struct session *session, int seat)
{
    const struct result *result = &session->match->result;
    for (int other = 0; other < session->board->seats; other++) {
        if (other != seat && result->place[other] == result->place[seat]) {
            return session->board->seat[other].name;
        }
    }
    return NULL;
}

char *turn_left(struct session *session, guint *first)
{
    enum board_offer offer = session->board->offer;
    const char *settled = offer_settle(session);
    *first = session->match->turns->len;
    autoplay_go_on(session);
    session_store(session);
    return settled != NULL ? say(session->run, settled, NULL)
                           : turn_ended(session, offer, PAUSE_NONE);
}

char *turn_leave(struct session *session, int seat, const char *name, const char *comment)
{
    if (!session_in_play(session, seat) ||
        !match_record(session->match, seat, MATCH_RESIGN, NULL)) {
        return NULL;
    }
    const char *partner = turn_partner_out(session, seat);
    guint first;
    g_autofree char *after = turn_left(session, &first);
    g_autofree char *text =
        say(session->run, "resigned", pairs("name", name, "partner", partner, NULL));
    g_autofree char *own = say(session->run, "you-resigned", pairs("partner", partner, NULL));
    struct turn_news news = { .text = text, .first = first, .after = after };
    turn_tell(session, seat, &news, name, comment);
    news.text = own;
    return turn_news_words(session, &news, seat);
}

void turn_resign(struct request *request, const struct player *who, const struct command *command)
{
    int seat;
    g_autoptr(MatchSession) session = open_running(request, who, command, &seat);
    if (session == NULL) {
        return;
    }
    const char *comment =
        session_in_play(session, seat) ? request_comment(request, who, session) : NULL;
    char *own = turn_leave(session, seat, who->name, comment);
    request_answer_board(request, who, command, session,
                         own != NULL ? own : say(request->run, "out-already", NULL));
}

/* ---- the operator ---- */

/* `name` is that of the winner, or NULL. */
static bool refuse_end(struct run *run, const char *key, gint64 number, const char *name,
                       GError **error)
{
    g_autofree char *text = g_strdup_printf("%" G_GINT64_FORMAT, number);
    g_autofree char *words = say_operator(
        run, key, pairs("number", text, "name", name, "operator", run->config->operator, NULL));
    g_set_error_literal(error, POSTMOVE_ERROR, POSTMOVE_ERROR_NO, words);
    return false;
}

/* The seat of the player of that name; -1 if they have none. */
static int seat_of_name(const struct session *session, const char *name)
{
    for (int seat = 0; seat < session->board->seats; seat++) {
        if (g_ascii_strcasecmp(session->board->seat[seat].name, name) == 0) {
            return seat;
        }
    }
    return -1;
}

static const char *const ending_records[] = {
    [OPERATOR_END_WINNER] = "ended-win",
    [OPERATOR_END_DRAW] = "ended-draw",
    [OPERATOR_END_VOID] = "ended-void",
};

bool operator_match_end(struct run *run, gint64 number, enum operator_ending ending,
                        const char *winner, GError **error)
{
    bool damaged;
    g_autoptr(MatchSession) session = session_open(run, number, &damaged);
    if (session == NULL) {
        return refuse_end(run, damaged ? "board-damaged" : "no-board", number, winner, error);
    }
    int seat = winner != NULL ? seat_of_name(session, winner) : 0;
    if (seat < 0) {
        return refuse_end(run, "winner-unknown", number, winner, error);
    }
    if (winner != NULL && session->board->state == BOARD_RUNNING &&
        !session_in_play(session, seat)) {
        return refuse_end(run, "winner-out", number, winner, error);
    }
    if (board_is_open(session->board)) {
        session->board->state = BOARD_WITHDRAWN;
        session->board->ended = run->now;
    } else if (session->board->state != BOARD_RUNNING ||
               !match_record(session->match, seat, ending_records[ending], NULL)) {
        return refuse_end(run, "not-running-number", number, winner, error);
    }
    session_store(session);
    g_autofree char *news = say(run, "operator-ended", NULL);
    letter_news_but(session, -1, news, NULL, NULL);
    return true;
}
