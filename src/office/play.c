/* Moves, resignation; and the operator's ending of a match. */
#include <string.h>

#include "base/config.h"
#include "base/error.h"
#include "office/agreement.h"
#include "office/autoplay.h"
#include "office/play.h"
#include "office/queue.h"
#include "office/slow_news.h"
#include "office/visit.h"
#include "render/ruling_words.h"

char *play_ruling_words(struct desk *desk, const struct ruling *ruling, const char *line)
{
    const char *names[BOARD_SEATS_MAX];
    desk_names(desk, names);
    return ruling_words(desk->office->words, desk->game, ruling, line, names);
}

char *play_cost_words(const struct desk *desk, const struct ruling *ruling)
{
    const char *names[BOARD_SEATS_MAX];
    desk_names(desk, names);
    return ruling->note.key == NULL ? NULL
                                    : words_note(desk->office->words, desk->game, &ruling->note,
                                                 &ruling->position, names);
}

/* ---- move ---- */

/* Takes a running match to the desk for one who sits at it. */
static struct desk *open_running(struct visit *visit, const struct player *who,
                                 const struct command *command, int *seat)
{
    g_autoptr(Desk) desk = visit_seat(visit, who, command, seat);
    if (desk == NULL) {
        return NULL;
    }
    if (desk->board->state != BOARD_RUNNING) {
        visit_answer_board(visit, who, command, desk, say(visit->office, "not-running", NULL));
        return NULL;
    }
    return g_steal_pointer(&desk);
}

struct desk *play_desk(struct visit *visit, const struct player *who, const struct command *command,
                       int *seat)
{
    g_autoptr(Desk) desk = open_running(visit, who, command, seat);
    if (desk != NULL && !desk_in_play(desk, *seat)) {
        visit_answer_board(visit, who, command, desk, say(visit->office, "out-already", NULL));
        return NULL;
    }
    return g_steal_pointer(&desk);
}

char *play_another_turn(const struct desk *desk, const char *move, gint64 ply)
{
    gint64 next = (gint64)desk->match->turns->len + 1;
    if (ply == next) {
        return NULL;
    }
    g_autofree char *meant = g_strdup_printf("%" G_GINT64_FORMAT, ply);
    g_autofree char *now = g_strdup_printf("%" G_GINT64_FORMAT, next);
    return say(desk->office, "wrong-turn", pairs("move", move, "ply", meant, "now", now, NULL));
}

/* Keys for a turn, of another and one's own. */
static const struct turn_keys {
    const char *of_other, *own;
} passed_keys = { "passed", "you-passed" }, forced_keys = { "forced", "you-forced" },
  played_keys = { "played", "you-played" }, queued_keys = { "queue-played", "you-queue-played" };

static const struct turn_keys *keys_of_turn(const struct desk *desk, guint number, bool by_hand)
{
    const struct match_turn *turn = &g_array_index(desk->match->turns, struct match_turn, number);
    if (g_str_equal(turn->text, MATCH_PASS)) {
        return &passed_keys;
    }
    bool queued = desk->queued[turn->seat] == number + 1;
    return by_hand ? &played_keys : queued ? &queued_keys : &forced_keys;
}

void play_append_effects(GString *text, const struct desk *desk, guint turn)
{
    const char *names[BOARD_SEATS_MAX] = { 0 };
    desk_names(desk, names);
    g_autoptr(GArray) effects = match_effects(desk->match, turn);
    for (guint i = 0; i < effects->len; i++) {
        g_autofree char *words =
            words_note(desk->office->words, desk->game, &g_array_index(effects, struct note, i),
                       &desk->match->now, names);
        g_string_append_printf(text, " %s", words);
    }
}

/* "ann played a1-e3 (a1-c3-e3)." or, to himself, "You played ..." */
static char *turn_in_words(struct desk *desk, guint number, bool by_hand, int reader)
{
    const struct match_turn *turn = &g_array_index(desk->match->turns, struct match_turn, number);
    const struct turn_keys *keys = keys_of_turn(desk, number, by_hand);
    g_autofree char *way = match_way(desk->match, number);
    return say(
        desk->office, turn->seat == reader ? keys->own : keys->of_other,
        pairs("name", desk->board->seat[turn->seat].name, "move", turn->text, "way", way, NULL));
}

char *play_news_words(struct desk *desk, const struct play_news *news, int seat)
{
    g_autoptr(GString) text = g_string_new(news->text);
    for (guint i = news->first; desk->match != NULL && i < desk->match->turns->len; i++) {
        g_autofree char *sentence = turn_in_words(desk, i, news->by_hand && i == news->first, seat);
        g_string_append_printf(text, "%s%s", text->len > 0 ? "\n" : "", sentence);
        play_append_effects(text, desk, i);
    }
    if (news->after != NULL && *news->after != '\0') {
        g_string_append_printf(text, "%s%s", text->len > 0 ? "\n" : "", news->after);
    }
    return g_string_free(g_steal_pointer(&text), FALSE);
}

void play_tell(struct desk *desk, int but_seat, const struct play_news *news, const char *author,
               const char *comment)
{
    for (int seat = 0; seat < desk->board->seats; seat++) {
        if (seat != but_seat) {
            g_autofree char *words = play_news_words(desk, news, seat);
            if (news->by_hand && but_seat >= 0) {
                slow_news_turn(desk, seat, but_seat, words, comment);
            } else {
                letter_news(desk, seat, words, author, comment);
            }
        }
    }
}

char *play_ended(const struct desk *desk, enum board_offer offer, enum board_pause pause)
{
    bool runs = desk->board->state == BOARD_RUNNING;
    bool offered = runs && offer != OFFER_NONE && desk->board->offer == OFFER_NONE;
    bool rested = runs && pause != PAUSE_NONE;
    if (!offered && !rested) {
        return NULL;
    }
    return say(desk->office, "move-ended",
               pairs("offer", offered ? "yes" : NULL, "rest", rested ? "yes" : NULL, NULL));
}

/* A turn was played: what follows from it, and all are told; himself with the
 * words of `preface` before it. */
static void play_on(struct visit *visit, const struct player *who, const struct command *command,
                    struct desk *desk, int seat, const char *preface)
{
    guint before = desk->match->turns->len - 1;
    enum board_offer offer = desk->board->offer;
    enum board_pause pause = desk->board->paused_by;
    agreement_wake(desk);
    queue_used_up(desk, seat);
    const char *comment = visit_comment(visit, who, desk); /* said before what follows */
    autoplay_go_on(desk);
    desk_store(desk);
    g_autofree char *after = play_ended(desk, offer, pause);
    struct play_news news = { .first = before, .by_hand = true, .after = after };
    play_tell(desk, seat, &news, who->name, comment);
    news.text = preface;
    visit_answer_board(visit, who, command, desk, play_news_words(desk, &news, seat));
}

/* Why it is not even tried, in words; NULL: it is. */
static char *not_tried(const struct desk *desk, const struct command *command)
{
    if (desk->board->paused_by == PAUSE_OPERATOR) {
        return say(desk->office, "adjourned", NULL);
    }
    return command->has_ply ? play_another_turn(desk, command->text, command->ply) : NULL;
}

void play_turn(struct visit *visit, const struct player *who, const struct command *command,
               struct desk *desk, int seat, const char *preface)
{
    char *why = not_tried(desk, command);
    if (why != NULL) {
        visit_answer_board(visit, who, command, desk, why);
        return;
    }
    g_auto(Ruling) ruling = { 0 };
    g_autofree char *words = preface != NULL ? say(desk->office, preface, NULL) : NULL;
    if (match_play(desk->match, seat, command->text, &ruling) == VERDICT_PLAYED) {
        play_on(visit, who, command, desk, seat, words);
        return;
    }
    why = play_ruling_words(desk, &ruling, command->text);
    visit_answer_board(visit, who, command, desk,
                       words != NULL ? g_strconcat(words, "\n", why, NULL) : g_strdup(why));
    g_free(why);
}

void play_move(struct visit *visit, const struct player *who, const struct command *command)
{
    int seat;
    g_autoptr(Desk) desk = play_desk(visit, who, command, &seat);
    if (desk != NULL) {
        play_turn(visit, who, command, desk, seat, NULL);
    }
}

/* ---- resign ---- */

const char *play_partner_out(const struct desk *desk, int seat)
{
    const struct result *result = &desk->match->result;
    for (int other = 0; other < desk->board->seats; other++) {
        if (other != seat && result->place[other] == result->place[seat]) {
            return desk->board->seat[other].name;
        }
    }
    return NULL;
}

char *play_left(struct desk *desk, guint *first)
{
    enum board_offer offer = desk->board->offer;
    const char *settled = agreement_settle(desk);
    *first = desk->match->turns->len;
    autoplay_go_on(desk);
    desk_store(desk);
    return settled != NULL ? say(desk->office, settled, NULL) : play_ended(desk, offer, PAUSE_NONE);
}

char *play_leave(struct desk *desk, int seat, const char *name, const char *comment)
{
    if (!desk_in_play(desk, seat) || !match_record(desk->match, seat, MATCH_RESIGN, NULL)) {
        return NULL;
    }
    const char *partner = play_partner_out(desk, seat);
    guint first;
    g_autofree char *after = play_left(desk, &first);
    g_autofree char *text =
        say(desk->office, "resigned", pairs("name", name, "partner", partner, NULL));
    g_autofree char *own = say(desk->office, "you-resigned", pairs("partner", partner, NULL));
    struct play_news news = { .text = text, .first = first, .after = after };
    play_tell(desk, seat, &news, name, comment);
    news.text = own;
    return play_news_words(desk, &news, seat);
}

void play_resign(struct visit *visit, const struct player *who, const struct command *command)
{
    int seat;
    g_autoptr(Desk) desk = open_running(visit, who, command, &seat);
    if (desk == NULL) {
        return;
    }
    const char *comment = desk_in_play(desk, seat) ? visit_comment(visit, who, desk) : NULL;
    char *own = play_leave(desk, seat, who->name, comment);
    visit_answer_board(visit, who, command, desk,
                       own != NULL ? own : say(visit->office, "out-already", NULL));
}

/* ---- the operator ---- */

/* `name` is that of the winner, or NULL. */
static bool refuse_end(struct office *office, const char *key, gint64 number, const char *name,
                       GError **error)
{
    g_autofree char *text = g_strdup_printf("%" G_GINT64_FORMAT, number);
    g_autofree char *words = say_operator(
        office, key,
        pairs("number", text, "name", name, "operator", office->config->operator, NULL));
    g_set_error_literal(error, POSTMOVE_ERROR, POSTMOVE_ERROR_NO, words);
    return false;
}

/* The seat of a winner named by the operator; 0 where none is needed. */
static int seat_of_name(const struct desk *desk, const char *name)
{
    for (int seat = 0; seat < desk->board->seats; seat++) {
        if (g_ascii_strcasecmp(desk->board->seat[seat].name, name) == 0) {
            return seat;
        }
    }
    return -1;
}

static const char *const ending_records[] = {
    [OFFICE_END_WINNER] = "ended-win",
    [OFFICE_END_DRAW] = "ended-draw",
    [OFFICE_END_VOID] = "ended-void",
};

bool office_match_end(struct office *office, gint64 number, enum office_ending ending,
                      const char *winner, GError **error)
{
    bool damaged;
    g_autoptr(Desk) desk = desk_open(office, number, &damaged);
    if (desk == NULL) {
        return refuse_end(office, damaged ? "board-damaged" : "no-board", number, winner, error);
    }
    int seat = winner != NULL ? seat_of_name(desk, winner) : 0;
    if (seat < 0) {
        return refuse_end(office, "winner-unknown", number, winner, error);
    }
    if (winner != NULL && desk->board->state == BOARD_RUNNING && !desk_in_play(desk, seat)) {
        return refuse_end(office, "winner-out", number, winner, error);
    }
    if (board_is_open(desk->board)) {
        desk->board->state = BOARD_WITHDRAWN;
        desk->board->ended = office->now;
    } else if (desk->board->state != BOARD_RUNNING ||
               !match_record(desk->match, seat, ending_records[ending], NULL)) {
        return refuse_end(office, "not-running-number", number, winner, error);
    }
    desk_store(desk);
    g_autofree char *news = say(office, "operator-ended", NULL);
    letter_news_but(desk, -1, news, NULL, NULL);
    return true;
}
