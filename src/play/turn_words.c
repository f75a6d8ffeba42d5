#include "play/turn_words.h"

#include "letters/run.h"
#include "match/match.h"
#include "play/session.h"
#include "render/match_words.h"
#include "store/boards.h"
#include "store/players.h"

struct phrase *turn_ruling_words(struct session *session, const struct ruling *ruling,
                                 const char *line)
{
    return ruling_words(session->game, ruling, line, session->label);
}

struct phrase *turn_cost_words(const struct session *session, const struct ruling *ruling)
{
    return ruling->note.key == NULL
               ? NULL
               : phrase_note(session->game, &ruling->note, &ruling->position, session->label);
}

struct phrase *turn_is_another(const struct session *session, const char *move, gint64 ply)
{
    gint64 next = (gint64)session->match->turns->len + 1;
    if (ply == next) {
        return NULL;
    }
    struct values *values = with_number(pairs("move", move, NULL), "ply", ply);
    return say("wrong-turn", with_number(values, "now", next));
}

/* Keys for a turn: for other readers, and for its player. */
static const struct turn_keys {
    const char *of_other, *own;
} passed_keys = { "passed", "you-passed" }, chosen_keys = { "pass-chosen", "you-pass-chosen" },
  forced_keys = { "forced", "you-forced" }, played_keys = { "played", "you-played" },
  queued_keys = { "queue-played", "you-queue-played" };

const char *turn_in_replay(const char *text)
{
    static const char *const endings[][2] = {
        { MATCH_RESIGN, "replay-resigned" }, { MATCH_FORFEIT, "replay-forfeited" },
        { "draw", "replay-drawn" },          { "ended-win", "replay-ended" },
        { "ended-draw", "replay-ended" },    { "ended-void", "replay-ended" },
        { MATCH_LAPSED, "replay-lapsed" },
    };
    for (size_t i = 0; i < G_N_ELEMENTS(endings); i++) {
        if (g_str_equal(endings[i][0], text)) {
            return endings[i][1];
        }
    }
    return "replay-turn";
}

void turn_add_effects(struct phrase *sentences, const struct session *session, guint turn)
{
    g_autoptr(GArray) effects = match_effects(session->match, turn);
    for (guint i = 0; i < effects->len; i++) {
        phrase_add(sentences, phrase_note(session->game, &g_array_index(effects, struct note, i),
                                          &session->match->now, session->label));
    }
}

/* "ann played a1-e3 (a1-c3-e3)." or, for its player, "You played ...". */
static struct phrase *turn_in_words(struct session *session, guint number, bool by_hand, int reader)
{
    const struct match_turn *turn =
        &g_array_index(session->match->turns, struct match_turn, number);
    bool queued = session->queued[turn->seat] == number + 1;
    bool passed = g_str_equal(turn->text, MATCH_PASS);
    const struct turn_keys *keys = turn->forced ? &passed_keys
                                   : !by_hand   ? (queued ? &queued_keys : &forced_keys)
                                   : passed     ? &chosen_keys
                                                : &played_keys;
    g_autofree char *way = match_way(session->match, number);
    return say(turn->seat == reader ? keys->own : keys->of_other,
               with_phrase(pairs("move", turn->text, "way", way, NULL), "name",
                           session_name(session, turn->seat)));
}

struct phrase *turn_news_words(struct session *session, const struct turn_news *news, int seat)
{
    struct phrase *lines = phrase_joined("\n");
    phrase_add(lines, phrase_ref(news->what));
    for (guint i = news->first; session->match != NULL && i < session->match->turns->len; i++) {
        const bool by_hand = news->all_chosen || (news->by_hand && i == news->first);
        struct phrase *line = phrase_joined(" ");
        phrase_add(line, turn_in_words(session, i, by_hand, seat));
        turn_add_effects(line, session, i);
        phrase_add(lines, line);
    }
    phrase_add(lines, phrase_ref(news->after));
    phrase_add(lines, seat >= 0 ? g_steal_pointer(&session->aside[seat]) : NULL);
    return lines;
}

struct phrase *turn_ended(const struct session *session, enum board_offer offer,
                          enum board_pause pause)
{
    bool runs = session->board->state == BOARD_RUNNING;
    bool offered = runs && offer != OFFER_NONE && session->board->offer == OFFER_NONE;
    bool rested = runs && pause != PAUSE_NONE;
    return offered || rested ? say("move-ended", pairs("offer", offered ? "yes" : NULL, "rest",
                                                       rested ? "yes" : NULL, NULL))
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

/* ---- session.h: heading, status, warnings and last turns in words ---- */

enum { LAST_TURNS_SHOWN = 4, LAST_TURNS_MOST = 24 };

struct phrase *rating_words(const struct board_rating *rating)
{
    struct values *values = with_number(values_new(), "points", rating_points(rating->rating));
    const bool unsure = rating->deviation > RATING_SURE * RATING_ONE;
    return phrase_key("view", "rating", with_switch(values, "unsure", unsure));
}

/* The heading with the ratings that `reader` (the id of a player) may see; -1: without any. */
static struct phrase *heading(const struct session *session, gint64 reader)
{
    struct phrase *names = phrase_joined(" - ");
    for (int seat = 0; seat < session->board->seats; seat++) {
        const struct board_seat *at = &session->board->seat[seat];
        const bool rated =
            reader >= 0 && at->rating.matches > 0 && (!at->rating.hidden || at->player == reader);
        phrase_add(names, phrase_both(phrase_text(at->name), " ",
                                      rated ? rating_words(&at->rating) : NULL));
    }
    for (int seat = session->board->seats; seat < session->seats; seat++) {
        phrase_add(names, say("seat-free", NULL));
    }
    struct values *values = with_phrase(values_new(), "game", phrase_title(session->game));
    with_number(values, "number", session->board->number);
    return phrase_key("view", "heading", with_phrase(values, "names", names));
}

struct phrase *session_heading(const struct session *session)
{
    return heading(session, -1);
}

struct phrase *session_heading_rated(const struct session *session, int seat)
{
    return heading(session, seat >= 0 ? session->board->seat[seat].player : session->reader);
}

/* The players who share a place: "ann (O) and bob (X)"; NULL if nobody has it. */
static struct phrase *seats_at(const struct session *session, int place, guint *count)
{
    struct phrase *names = phrase_listed("and");
    for (int seat = 0; seat < session->board->seats; seat++) {
        if (session->match->result.place[seat] == place) {
            phrase_add(names, phrase_ref(session->label[seat]));
        }
    }
    *count = names->parts->len;
    return phrase_if_any(names);
}

struct phrase *session_places(const struct session *session)
{
    g_autoptr(Phrase) all = phrase_listed("series");
    for (int place = 1; place <= session->board->seats && session->board->seats > 2; place++) {
        guint count = 0;
        struct phrase *who = seats_at(session, place, &count);
        if (who != NULL) {
            struct values *values = with_number(values_new(), "place", place);
            phrase_add(all, phrase_key("view", "place", with_phrase(values, "who", who)));
        }
    }
    return all->parts->len > 1 ? g_steal_pointer(&all) : NULL;
}

static struct phrase *status_over(const struct session *session)
{
    const struct note *how = &session->match->result.ending;
    guint count = 0;
    struct values *values = with_phrase(values_new(), "who", seats_at(session, 1, &count));
    with_phrase(values, "why",
                how->key != NULL
                    ? phrase_note(session->game, how, &session->match->now, session->label)
                    : NULL);
    with_phrase(values, "places", session_places(session));
    g_autofree char *result = match_result_text(session->match);
    const char *won = count > 1 ? "status-won-together" : "status-won";
    const char *key = g_str_has_prefix(result, "win") ? won
                      : g_str_equal(result, "draw")   ? "status-drawn"
                                                      : "status-void";
    return say(key, values);
}

/* The players who have not yet answered a challenge or an open offer: "bob (X) and carl (3)". NULL
 * if there are none, or if only two were asked, where it is clear who. */
static struct phrase *waited_for(const struct session *session)
{
    const struct board *board = session->board;
    bool challenge = board->state == BOARD_CHALLENGE;
    g_autoptr(Phrase) names = phrase_listed("and");
    int asked = 0;
    for (int seat = 0; seat < board->seats; seat++) {
        bool in = challenge || session_in_play(session, seat);
        asked += in;
        if (in && !(challenge ? board->seat[seat].accepted : board->seat[seat].agrees)) {
            phrase_add(names, phrase_ref(session->label[seat]));
        }
    }
    bool open = challenge || (board->offer != OFFER_NONE && session_is_present(session));
    return open && asked > 2 && names->parts->len > 0 ? g_steal_pointer(&names) : NULL;
}

/* Keys by the state of a board that is not a running match. */
static const char *const state_keys[] = {
    [BOARD_CHALLENGE] = "status-challenge", [BOARD_RUNNING] = NULL,
    [BOARD_FINISHED] = "status-void",       [BOARD_DECLINED] = "status-declined",
    [BOARD_WITHDRAWN] = "status-withdrawn", [BOARD_EXPIRED] = "status-expired",
    [BOARD_SEEK] = "status-seek",
};

static struct phrase *status_open(const struct session *session)
{
    const struct board *board = session->board;
    struct phrase *first = board->state == BOARD_CHALLENGE && session->prospect != NULL
                               ? phrase_ref(session->label[match_actor(session->prospect)])
                               : NULL;
    const char *key = state_keys[board->state];
    if (board->seats < session->seats && board->state != BOARD_SEEK) {
        key = board->state == BOARD_EXPIRED ? "status-seek-expired" : "status-seek-withdrawn";
    }
    struct values *values = with_phrase(values_new(), "who", first);
    with_phrase(values, "waiting", waited_for(session));
    with_number(values, "free", session->seats - board->seats);
    return say(key, with_number(values, "seats", session->seats));
}

struct phrase *session_status(const struct session *session, int seat)
{
    bool outline = session->view == SESSION_OUTLINE;
    if (session->match == NULL && !outline) {
        return status_open(session);
    }
    if (!outline && session->match->result.over) {
        return status_over(session);
    }
    int actor = outline ? session->board->to_move : match_actor(session->match);
    enum board_pause pause = session_is_present(session) ? session->board->paused_by : PAUSE_NONE;
    struct values *values =
        pairs("sign", session->signs[actor], "rests", pause == PAUSE_PLAYERS ? "yes" : NULL,
              "adjourned", pause == PAUSE_OPERATOR ? "yes" : NULL, NULL);
    with_phrase(values, "colour", session_colour(session, actor));
    with_phrase(values, "who", phrase_ref(session->label[actor]));
    return say(actor == seat ? "status-yours" : "status-theirs",
               with_phrase(values, "waiting", waited_for(session)));
}

struct phrase *session_warnings(const struct session *session, int seat)
{
    struct phrase *lines = phrase_joined("\n");
    bool present = session->match != NULL && session->view != SESSION_PAST;
    bool concerned = present && (session->view == SESSION_AHEAD ||
                                 (seat >= 0 && seat == match_actor(session->match)));
    g_autoptr(GPtrArray) warnings = concerned ? match_warnings(session->match, seat) : NULL;
    for (guint i = 0; warnings != NULL && i < warnings->len; i++) {
        const struct warning *warning = warnings->pdata[i];
        struct phrase *text =
            warning->turns != NULL
                ? phrase_key("match", warning->note.key, pairs("turn", warning->turns, NULL))
                : phrase_note(session->game, &warning->note, &session->match->now, session->label);
        phrase_add(lines, say("warning", with_phrase(values_new(), "text", text)));
    }
    return phrase_if_any(lines);
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

static struct phrase *in_brackets(const struct session *session, int seat)
{
    struct phrase *name = phrase_both(phrase_text("("), "", session_name(session, seat));
    return phrase_both(name, "", phrase_text(")"));
}

/* A turn as it was played; who left did so in words. */
static struct phrase *turn_shown(const struct match_turn *turn)
{
    return !match_is_leaving(turn->text)           ? phrase_text(turn->text)
           : g_str_equal(turn->text, MATCH_RESIGN) ? phrase_key("view", "turn-resign", NULL)
                                                   : phrase_key("view", "turn-forfeit", NULL);
}

struct phrase *session_last_turns(const struct session *session, int seat)
{
    struct phrase *line = phrase_joined("   ");
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
            /* A player may leave when it is not their turn: the number does not tell who left. */
            const bool named = session->board->seats > 2 && leaves;
            struct phrase *told =
                phrase_both(phrase_taken(g_strdup_printf("%u. ", i + 1)), "", turn_shown(turn));
            phrase_add(line,
                       named ? phrase_both(told, " ", in_brackets(session, turn->seat)) : told);
        }
    }
    return phrase_if_any(line);
}

/* ---- who watches a match: what is watched, in words ---- */

char *watch_word(struct run *run, const struct watched *what)
{
    if (what->board != 0) {
        return say_number(what->board);
    }
    if (what->game != NULL) {
        return g_strdup(what->game);
    }
    g_autoptr(Player) player = player_by_id(run->db, what->player);
    return g_strdup(player != NULL ? player->name : "");
}

struct phrase *watch_text(struct run *run, const struct watched *what)
{
    const struct game *game = what->game != NULL ? registry_find(what->game) : NULL;
    return say(
        what->board != 0 ? "watched-board" : "watched-all",
        with_phrase(values_new(), "what",
                    game != NULL ? phrase_title(game) : phrase_taken(watch_word(run, what))));
}

struct phrase *watch_how(const struct session *session, const struct watch *watch)
{
    struct run *run = session->run;
    g_autofree char *word = watch_word(run, &watch->what);
    bool board = watch->what.board != 0;
    bool over = session->board->state == BOARD_FINISHED;
    const char *key = !over ? "how-watch" : board ? "how-watch-over" : "how-watch-go-on";
    return say(key, with_phrase(pairs("word", board ? NULL : word, "turns",
                                      watch->at_end ? NULL : "yes", NULL),
                                "what", watch_text(run, &watch->what)));
}

/* ---- the board ---- */

/* A board of a session, and what its seats are called. */
struct shown {
    const struct match *match;
    struct diagram diagram;
    struct phrase *names[BOARD_SEATS_MAX];
};

static void shown_clear(struct shown *shown)
{
    for (int seat = 0; seat < BOARD_SEATS_MAX; seat++) {
        phrase_unref(shown->names[seat]);
    }
}

/* Sets `shown` to the board of the session, to be drawn as `how` asks; false if it has no board.
 * Clear it with shown_clear. */
static bool show(const struct session *session, const struct diagram *how, struct shown *shown)
{
    const struct match *match = board_is_open(session->board) ? session->prospect : session->match;
    if (match == NULL) {
        return false;
    }
    *shown = (struct shown){ .match = match, .diagram = *how };
    for (int i = 0; i < session->seats; i++) {
        /* In a seek the seats are still to be drawn. */
        shown->names[i] = session->board->state == BOARD_SEEK ? session_label(session, i, NULL)
                                                              : phrase_ref(session->label[i]);
    }
    struct diagram *diagram = &shown->diagram;
    diagram->names = shown->names;
    diagram->game = session->game;
    diagram->position = &match->now;
    diagram->last = match->last;
    diagram->count = match->last_count;
    diagram->before = match->last_count > 0 ? &match->before : NULL;
    diagram->seats = session->seats;
    return true;
}

struct phrase *session_board(const struct session *session, int seat)
{
    gint64 player = seat >= 0 ? session->board->seat[seat].player : 0;
    const char *set = seat >= 0 ? preference_value(session->run, player, SETTING_FLIP) : "";
    const struct diagram how = {
        /* In a seek the seats are still to be drawn. */
        .seat = session->board->state == BOARD_SEEK ? 0 : MAX(seat, 0),
        .flip = g_str_equal(set, "on")    ? FLIP_ON
                : g_str_equal(set, "off") ? FLIP_OFF
                                          : FLIP_USUAL,
    };
    struct shown shown;
    if (!show(session, &how, &shown)) {
        return NULL;
    }
    g_autofree char *options = options_text(&shown.match->options, session->game);
    struct phrase *board = drawing_phrase(&shown.diagram, options);
    shown_clear(&shown);
    return board;
}

char *session_diagram(const struct session *session, const struct words *words, int seat,
                      enum flip flip, enum diagram_form form, bool terse)
{
    const struct diagram how = { .seat = seat, .flip = flip, .form = form, .terse = terse };
    struct shown shown;
    if (!show(session, &how, &shown)) {
        return g_strdup("");
    }
    char *text = diagram_text(&shown.diagram, words);
    shown_clear(&shown);
    return text;
}
