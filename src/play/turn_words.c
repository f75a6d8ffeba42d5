#include "play/turn_words.h"

#include "letters/run.h"
#include "match/match.h"
#include "play/session.h"
#include "render/match_words.h"
#include "store/boards.h"

char *turn_ruling_words(struct session *session, const struct ruling *ruling, const char *line)
{
    return ruling_words(session->run->words, session->game, ruling, line, session->label);
}

char *turn_cost_words(const struct session *session, const struct ruling *ruling)
{
    return ruling->note.key == NULL ? NULL
                                    : words_note(session->run->words, session->game, &ruling->note,
                                                 &ruling->position, session->label);
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

/* Keys for a turn: for other readers, and for its player. */
static const struct turn_keys {
    const char *of_other, *own;
} passed_keys = { "passed", "you-passed" }, forced_keys = { "forced", "you-forced" },
  played_keys = { "played", "you-played" }, queued_keys = { "queue-played", "you-queue-played" };

const struct turn_ending *turn_ending(const char *text)
{
    static const struct turn_ending endings[] = {
        { MATCH_RESIGN, "resigned", "replay-resigned" },
        { MATCH_FORFEIT, "forfeited", "replay-forfeited" },
        { "draw", "draw-by-consent", "replay-drawn" },
        { "ended-win", "operator-ended", "replay-ended" },
        { "ended-draw", "operator-ended", "replay-ended" },
        { "ended-void", "operator-ended", "replay-ended" },
    };
    for (size_t i = 0; i < G_N_ELEMENTS(endings); i++) {
        if (g_str_equal(endings[i].text, text)) {
            return &endings[i];
        }
    }
    return NULL;
}

void turn_append_effects(GString *text, const struct session *session, guint turn)
{
    g_autoptr(GArray) effects = match_effects(session->match, turn);
    for (guint i = 0; i < effects->len; i++) {
        g_autofree char *words =
            words_note(session->run->words, session->game, &g_array_index(effects, struct note, i),
                       &session->match->now, session->label);
        g_string_append_printf(text, " %s", words);
    }
}

/* "ann played a1-e3 (a1-c3-e3)." or, for its player, "You played ...". Free with g_free. */
static char *turn_in_words(struct session *session, guint number, bool by_hand, int reader)
{
    const struct match_turn *turn =
        &g_array_index(session->match->turns, struct match_turn, number);
    bool queued = session->queued[turn->seat] == number + 1;
    const struct turn_keys *keys = g_str_equal(turn->text, MATCH_PASS) ? &passed_keys
                                   : by_hand                           ? &played_keys
                                   : queued                            ? &queued_keys
                                                                       : &forced_keys;
    g_autofree char *way = match_way(session->match, number);
    return say(
        session->run, turn->seat == reader ? keys->own : keys->of_other,
        pairs("name", session->board->seat[turn->seat].name, "move", turn->text, "way", way, NULL));
}

char *turn_news_words(struct session *session, const struct turn_news *news, int seat)
{
    g_autoptr(GString) text = g_string_new(news->what);
    for (guint i = news->first; session->match != NULL && i < session->match->turns->len; i++) {
        const bool by_hand = news->all_chosen || (news->by_hand && i == news->first);
        say_part(text, "\n", turn_in_words(session, i, by_hand, seat));
        turn_append_effects(text, session, i);
    }
    say_part(text, "\n", g_strdup(news->after));
    say_part(text, "\n", seat >= 0 ? g_steal_pointer(&session->aside[seat]) : NULL);
    return g_string_free(g_steal_pointer(&text), FALSE);
}

char *turn_ended(const struct session *session, enum board_offer offer, enum board_pause pause)
{
    bool runs = session->board->state == BOARD_RUNNING;
    bool offered = runs && offer != OFFER_NONE && session->board->offer == OFFER_NONE;
    bool rested = runs && pause != PAUSE_NONE;
    return offered || rested
               ? say(session->run, "move-ended",
                     pairs("offer", offered ? "yes" : NULL, "rest", rested ? "yes" : NULL, NULL))
               : NULL;
}

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

/* ---- session words ---- */

/* session.h: heading, status, warnings and last turns in words. */

enum { LAST_TURNS_SHOWN = 4, LAST_TURNS_MOST = 24 };

char *session_heading(const struct session *session)
{
    g_autoptr(GString) heading = g_string_new(NULL);
    g_string_append_printf(heading, "%s %" G_GINT64_FORMAT ":",
                           words_get(session->run->words, session->game->name, "title"),
                           session->board->number);
    for (int seat = 0; seat < session->board->seats; seat++) {
        g_string_append_printf(heading, "%s%s", seat > 0 ? " - " : " ",
                               session->board->seat[seat].name);
    }
    for (int seat = session->board->seats; seat < session->seats; seat++) {
        g_autofree char *nobody = say(session->run, "seat-free", NULL);
        g_string_append_printf(heading, " - %s", nobody);
    }
    return g_string_free(g_steal_pointer(&heading), FALSE);
}

/* The players who share a place: "ann (O) and bob (X)"; NULL if nobody has it. Free with g_free. */
static char *seats_at(const struct session *session, int place, guint *count)
{
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    for (int seat = 0; seat < session->board->seats; seat++) {
        if (session->match->result.place[seat] == place) {
            g_ptr_array_add(names, (char *)session->label[seat]);
        }
    }
    *count = names->len;
    return names->len > 0 ? words_list(session->run->words, names, "and") : NULL;
}

/* "1. bob (X); 2. ann (O); 3. carl (3)": the places if more than two played; NULL if all have the
 * same place. Free with g_free. */
static char *places(const struct session *session)
{
    g_autoptr(GString) text = g_string_new(NULL);
    int told = 0;
    for (int place = 1; place <= session->board->seats && session->board->seats > 2; place++) {
        guint count = 0;
        g_autofree char *who = seats_at(session, place, &count);
        if (who != NULL) {
            g_string_append_printf(text, "%s%d. %s", told > 0 ? "; " : "", place, who);
            told++;
        }
    }
    return told > 1 ? g_string_free(g_steal_pointer(&text), FALSE) : NULL;
}

static char *status_over(const struct session *session)
{
    const struct note *how = &session->match->result.ending;
    g_autofree char *why = how->key == NULL ? g_strdup("")
                                            : words_note(session->run->words, session->game, how,
                                                         &session->match->now, session->label);
    guint count = 0;
    g_autofree char *who = seats_at(session, 1, &count);
    g_autofree char *order = places(session);
    g_autofree char *result = match_result_text(session->match);
    const char *won = count > 1 ? "status-won-together" : "status-won";
    const char *key = g_str_has_prefix(result, "win") ? won
                      : g_str_equal(result, "draw")   ? "status-drawn"
                                                      : "status-void";
    return say(session->run, key, pairs("who", who, "why", why, "places", order, NULL));
}

/* The players who have not yet answered a challenge or an open offer: "bob (X) and carl (3)". NULL
 * if there are none, or if only two were asked, where it is clear who. Free with g_free. */
static char *waited_for(const struct session *session)
{
    const struct board *board = session->board;
    bool challenge = board->state == BOARD_CHALLENGE;
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    int asked = 0;
    for (int seat = 0; seat < board->seats; seat++) {
        bool in = challenge || session_in_play(session, seat);
        asked += in;
        if (in && !(challenge ? board->seat[seat].accepted : board->seat[seat].agrees)) {
            g_ptr_array_add(names, (char *)session->label[seat]);
        }
    }
    bool open = challenge || (board->offer != OFFER_NONE && session_is_present(session));
    return open && asked > 2 && names->len > 0 ? words_list(session->run->words, names, "and")
                                               : NULL;
}

/* Keys by the state of a board that is not a running match. */
static const char *const state_keys[] = {
    [BOARD_CHALLENGE] = "status-challenge", [BOARD_RUNNING] = NULL,
    [BOARD_FINISHED] = "status-void",       [BOARD_DECLINED] = "status-declined",
    [BOARD_WITHDRAWN] = "status-withdrawn", [BOARD_EXPIRED] = "status-expired",
    [BOARD_SEEK] = "status-seek",
};

static char *status_open(const struct session *session)
{
    const struct board *board = session->board;
    g_autofree char *waiting = waited_for(session);
    g_autofree char *free_seats = g_strdup_printf("%d", session->seats - board->seats);
    g_autofree char *seats = g_strdup_printf("%d", session->seats);
    const char *first = board->state == BOARD_CHALLENGE && session->prospect != NULL
                            ? session->label[match_actor(session->prospect)]
                            : NULL;
    const char *key = state_keys[board->state];
    if (board->seats < session->seats && board->state != BOARD_SEEK) {
        key = board->state == BOARD_EXPIRED ? "status-seek-expired" : "status-seek-withdrawn";
    }
    return say(session->run, key,
               pairs("who", first, "waiting", waiting, "free", free_seats, "seats", seats, NULL));
}

char *session_status(const struct session *session, int seat)
{
    bool outline = session->view == SESSION_OUTLINE;
    if (session->match == NULL && !outline) {
        return status_open(session);
    }
    if (!outline && session->match->result.over) {
        return status_over(session);
    }
    g_autofree char *waiting = waited_for(session);
    int actor = outline ? session->board->to_move : match_actor(session->match);
    g_autofree char *sign = session_signs(session, actor);
    enum board_pause pause = session_is_present(session) ? session->board->paused_by : PAUSE_NONE;
    return say(session->run, actor == seat ? "status-yours" : "status-theirs",
               pairs("who", session->label[actor], "sign", sign, "waiting", waiting, "rests",
                     pause == PAUSE_PLAYERS ? "yes" : NULL, "adjourned",
                     pause == PAUSE_OPERATOR ? "yes" : NULL, NULL));
}

char *session_warnings(const struct session *session, int seat)
{
    const struct words *words = session->run->words;
    g_autoptr(GString) lines = g_string_new(NULL);
    bool present = session->match != NULL && session->view != SESSION_PAST;
    bool concerned = present && (session->view == SESSION_AHEAD ||
                                 (seat >= 0 && seat == match_actor(session->match)));
    g_autoptr(GPtrArray) warnings = concerned ? match_warnings(session->match, seat) : NULL;
    for (guint i = 0; warnings != NULL && i < warnings->len; i++) {
        const struct warning *warning = warnings->pdata[i];
        g_autofree char *text =
            warning->turns != NULL
                ? words_say(words, "match", warning->note.key, pairs("turn", warning->turns, NULL))
                : words_note(words, session->game, &warning->note, &session->match->now,
                             session->label);
        g_autofree char *line = say(session->run, "warning", pairs("text", text, NULL));
        g_string_append_printf(lines, "%s%s", i > 0 ? "\n" : "", line);
    }
    return g_string_free(g_steal_pointer(&lines), FALSE);
}

/* How many turns have been made since the seat's last, that one included; 0 if it has made none. */
static guint turns_since(const struct match *match, int seat)
{
    for (guint back = 1; back <= match->turns->len; back++) {
        if (g_array_index(match->turns, struct match_turn, match->turns->len - back).seat == seat) {
            return back;
        }
    }
    return 0;
}

guint session_turns_of(const struct session *session, int seat)
{
    guint turns = 0;
    for (guint i = 0; session->match != NULL && i < session->match->turns->len; i++) {
        turns += g_array_index(session->match->turns, struct match_turn, i).seat == seat;
    }
    return turns;
}

char *session_last_turns(const struct session *session, int seat)
{
    g_autoptr(GString) line = g_string_new(NULL);
    if (session->match != NULL) {
        const guint count = session->match->turns->len;
        const bool plays = seat >= 0 && session_in_play(session, seat);
        const guint since = plays ? MIN(turns_since(session->match, seat), LAST_TURNS_MOST) : 0;
        const guint shown = MIN(MAX(since, LAST_TURNS_SHOWN), count);
        for (guint i = count - shown; i < count; i++) {
            const struct match_turn *turn =
                &g_array_index(session->match->turns, struct match_turn, i);
            const bool leaves = match_is_leaving(turn->text);
            if (match_is_ending(turn->text) && !leaves) {
                continue; /* an agreed draw, or what the operator did, is no turn */
            }
            g_string_append_printf(line, "%s%u. %s", line->len > 0 ? "   " : "", i + 1, turn->text);
            /* A player may leave when it is not their turn: the number does not tell who left. */
            if (session->board->seats > 2 && leaves) {
                g_string_append_printf(line, " (%s)", session->board->seat[turn->seat].name);
            }
        }
    }
    return g_string_free(g_steal_pointer(&line), FALSE);
}

/* ---- the board ---- */

/* A board of a session, and what its seats are called. */
struct shown {
    const struct match *match;
    struct diagram diagram;
    const char *names[BOARD_SEATS_MAX];
    const char *const *seat_names; /* as for diagram_text */
};

/* Sets `shown` to the board of the session, to be drawn as `how` asks; false if there is none. */
static bool show(const struct session *session, const struct diagram *how, struct shown *shown)
{
    const struct match *match = board_is_open(session->board) ? session->prospect : session->match;
    if (match == NULL) {
        return false;
    }
    *shown = (struct shown){ .match = match, .diagram = *how };
    /* In captions stand the labels, or the plain names if the game tells the sides apart without
     * signs. In a seek the seats are still to be drawn. */
    bool plain = words_names_seats(session->run->words, session->game);
    for (int i = 0; i < session->board->seats; i++) {
        shown->names[i] = plain ? session->board->seat[i].name : session->label[i];
    }
    shown->seat_names = session->board->state != BOARD_SEEK ? shown->names : NULL;
    struct diagram *diagram = &shown->diagram;
    diagram->game = session->game;
    diagram->position = &match->now;
    diagram->last = match->last;
    diagram->count = match->last_count;
    diagram->before = match->last_count > 0 ? &match->before : NULL;
    diagram->seats = session->seats;
    return true;
}

void session_add_board(const struct session *session, int seat, enum block_kind kind,
                       GPtrArray *blocks)
{
    gint64 player = seat >= 0 ? session->board->seat[seat].player : 0;
    gint64 reader = player != 0 ? player : session->reader;
    const char *set = seat >= 0 ? preference_value(session->run, player, "flip") : "";
    const struct diagram how = {
        /* In a seek the seats are still to be drawn. */
        .seat = session->board->state == BOARD_SEEK ? 0 : MAX(seat, 0),
        .flip = g_str_equal(set, "on")    ? FLIP_ON
                : g_str_equal(set, "off") ? FLIP_OFF
                                          : FLIP_USUAL,
        .form = diagram_form_named(preference_form(session->run, reader)),
    };
    struct shown shown;
    if (show(session, &how, &shown)) {
        const struct words *words = session->run->words;
        g_autofree char *options = options_text(&shown.match->options, session->game);
        block_board(blocks, kind, diagram_text(&shown.diagram, words, shown.seat_names),
                    drawing_record(&shown.diagram, options, words, shown.seat_names));
    }
}

char *session_diagram(const struct session *session, int seat, enum flip flip,
                      enum diagram_form form, bool terse)
{
    const struct diagram how = { .seat = seat, .flip = flip, .form = form, .terse = terse };
    struct shown shown;
    return show(session, &how, &shown)
               ? diagram_text(&shown.diagram, session->run->words, shown.seat_names)
               : g_strdup("");
}
