/* match, rekey: shows boards, and lets the operator change them. Players concerned are told by
 * letter. */
#include <stdio.h>

#include "base/error.h"
#include "cli/json.h"
#include "cli/mail.h"
#include "cli/workspace.h"
#include "clocks/clocks.h"
#include "commands/board_letter.h"
#include "commands/changes.h"
#include "match/options.h"
#include "match/timing.h"
#include "play/match_settings.h"
#include "play/proposal.h"
#include "play/session.h"
#include "play/substitute.h"
#include "store/inbox.h"
#include "store/players.h"
#include "store/talk.h"
#include "store/tournaments.h"

/* Sets the error to a sentence, which may name a player (NULL: none); returns false. */
static bool refuse(struct act *act, const char *key, const char *name)
{
    struct values *values =
        pairs("name", name, "operator", act->run->config->operator_address, NULL);
    with_number(values, "number", act->number);
    return act_refuse(act, key, values);
}

/* Takes up the board of an act; NULL with the error. Free with session_free. */
static struct session *open_board(struct act *act)
{
    bool damaged;
    struct session *session = session_open(act->run, act->number, &damaged);
    if (session == NULL) {
        refuse(act, damaged ? "board-damaged" : "no-board", NULL);
    }
    return session;
}

/* The same for a match that must have begun. */
static struct session *open_match(struct act *act)
{
    g_autoptr(MatchSession) session = open_board(act);
    if (session != NULL && session->match == NULL) {
        refuse(act, "not-running-number", NULL);
        return NULL;
    }
    return g_steal_pointer(&session);
}

/* ---- list and show ---- */

static const char *const pause_names[] = {
    [PAUSE_NONE] = NULL,
    [PAUSE_PLAYERS] = "players",
    [PAUSE_OPERATOR] = "operator",
    [PAUSE_SEAT] = "seat",
};

static void add_board(struct table *table, const struct board *board)
{
    const bool moving = board->state == BOARD_RUNNING && board->to_move >= 0;
    g_autofree char *terms = board_terms(board);
    g_autofree char *remark = *terms != '\0' ? g_strdup_printf("(%s)", terms) : NULL;
    GVariantBuilder *object = &table->object,
                    players = G_VARIANT_BUILDER_INIT(G_VARIANT_TYPE("as"));
    row_number(table, "number", "", 6, board->number);
    row_text(table, "game", "  ", -16, board->game);
    json_text(object, "options", board->options);
    json_text(object, "timing", board->timing);
    json_switch(object, "unrated", board->unrated);
    json_switch(object, "private", board->private_match);
    json_positive(object, "level", board->level);
    row_text(table, "state", " ", -10, board_state_name(board->state));
    for (int seat = 0; seat < board->seats; seat++) {
        row_text(table, NULL, seat > 0 ? " - " : " ", 0, board->seat[seat].name);
        g_variant_builder_add(&players, "s", board->seat[seat].name);
    }
    g_variant_builder_add(object, "{sv}", "players", g_variant_builder_end(&players));
    row_number(table, "turns", "  turns ", 0, board->turns);
    row_text(table, "to_move", "  to move ", 0, moving ? board->seat[board->to_move].name : NULL);
    row_text(table, NULL, "  paused by ", 0, pause_names[board->paused_by]);
    row_text(table, "result", "  result ", 0, board->result);
    row_text(table, NULL, "  ", 0, remark);
    json_number(object, "created", board->created);
    json_number(object, "revision", board->revision);
    json_positive(object, "paused", board->paused);
    json_text(object, "paused_by", pause_names[board->paused_by]);
}

static bool list(struct act *act)
{
    g_autoptr(GPtrArray) boards = board_list(act->run->db, 0, ~0U);
    g_auto(Table) table = table_new(act_has(act, "json"));
    for (guint i = 0; i < boards->len; i++) {
        add_board(&table, boards->pdata[i]);
        table_next(&table);
    }
    table_print(&table);
    return true;
}

/* Who sat in which seat before, and how many turns were played by then. */
static void add_substitutions(struct table *table, const struct session *session)
{
    g_autoptr(GPtrArray) all = substitutions_of(session->run->db, session->board->number);
    GVariantBuilder list = G_VARIANT_BUILDER_INIT(G_VARIANT_TYPE("aa{sv}"));
    for (guint i = 0; i < all->len; i++) {
        const struct substitution *row = all->pdata[i];
        GVariantBuilder one = G_VARIANT_BUILDER_INIT(G_VARIANT_TYPE("a{sv}"));
        json_number(&one, "seat", row->seat + 1);
        json_text(&one, "former", row->name);
        json_number(&one, "turns", row->turns);
        json_number(&one, "time", row->time);
        g_variant_builder_add_value(&list, g_variant_builder_end(&one));
    }
    g_variant_builder_add(&table->object, "{sv}", "substitutions", g_variant_builder_end(&list));
    g_autofree char *words =
        all->len > 0 ? operator_words(session->run, substitute_words(session)) : NULL;
    g_string_append_printf(table->line, "%s%s", words != NULL ? "\n\n" : "",
                           words != NULL ? words : "");
}

static bool show(struct act *act)
{
    g_autoptr(MatchSession) session = open_board(act);
    if (session == NULL) {
        return false;
    }
    const GArray *turns = session->match != NULL ? session->match->turns : NULL;
    g_autofree char *position = turns != NULL ? match_position(session->match) : NULL;
    g_autofree char *status = operator_words(act->run, session_status(session, -1));
    g_autofree char *diagram =
        session_diagram(session, run_words(act->run), 0, FLIP_USUAL, DIAGRAM_ASCII, false);
    GVariantBuilder record = G_VARIANT_BUILDER_INIT(G_VARIANT_TYPE("as"));
    g_auto(Table) table = table_new(act_has(act, "json"));
    add_board(&table, session->board);
    g_string_append_printf(table.line, "\n\n%s\n\n%s", status, g_strchomp(diagram));
    for (guint i = 0; turns != NULL && i < turns->len; i++) {
        const char *text = g_array_index(turns, struct match_turn, i).text;
        g_variant_builder_add(&record, "s", text);
        g_string_append_printf(table.line, "%s\n%u. %s", i == 0 ? "\n" : "", i + 1, text);
    }
    g_variant_builder_add(&table.object, "{sv}", "record", g_variant_builder_end(&record));
    json_text(&table.object, "position", position);
    add_substitutions(&table, session);
    row_print(&table);
    return true;
}

/* Every mail and letter of a match, with what the mail server said. */
static bool show_mail(struct act *act)
{
    return mail_print_match(act->run, act->number, act_has(act, "json")) ||
           refuse(act, "no-board", NULL);
}

/* What happened at a match, as onlookers read it. */
static bool events(struct act *act)
{
    g_autoptr(Board) board = board_read(act->run->db, act->number);
    if (board == NULL) {
        return refuse(act, "no-board", NULL);
    }
    g_autoptr(GPtrArray) all = events_of_board(act->run->db, act->number);
    g_auto(Table) table = table_new(act_has(act, "json"));
    for (guint i = 0; i < all->len; i++) {
        const struct stored_event *event = all->pdata[i];
        g_autofree char *kind = g_ascii_strdown(event->kind, -1);
        g_autofree char *said = words_said(run_words(act->run), phrase_of_bytes(event->said));
        g_autofree char *line = g_strdelimit(g_strdup(said != NULL ? said : ""), "\n", ' ');
        json_text(&table.object, "kind", g_strdelimit(kind, "_", '-'));
        row_moment(&table, "time", "", event->time);
        row_text(&table, "text", "  ", 0, line);
        table_next(&table);
    }
    table_print(&table);
    return true;
}

/* ---- create ---- */

/* Tells all players of a match what the operator did. Takes `values` (NULL: none). */
static void tell(struct session *session, enum event_kind kind, struct values *values,
                 const struct turn_news *turns)
{
    phrase_unref(
        event_happened(session, &(struct event){ .kind = kind,
                                                 .values = values != NULL ? values : values_new(),
                                                 .seat = -1,
                                                 .answered = -1,
                                                 .turns = turns }));
}

/* The words: GAME NAME NAME ... [-option ...] [--option ...] */
static bool create(struct act *act)
{
    g_auto(Proposal)
        proposal = { .game = act->words[0] != NULL ? registry_meant(act->words[0]) : NULL };
    if (proposal.game == NULL) {
        return act_misused(act, "create: %s: no such game",
                           act->words[0] != NULL ? act->words[0] : "no game is named");
    }
    g_autoptr(GStrvBuilder) names_found = g_strv_builder_new();
    g_autoptr(GStrvBuilder) options_found = g_strv_builder_new();
    for (char **word = act->words + 1; *word != NULL; word++) {
        g_strv_builder_add(**word == '-' ? options_found : names_found, *word);
    }
    g_auto(GStrv) names = g_strv_builder_end(names_found);
    g_auto(GStrv) options = g_strv_builder_end(options_found);
    if (!proposal_players(act->run, NULL, (const char *const *)names, &proposal) ||
        !proposal_options(act->run, (const char *const *)options, &proposal) ||
        !proposal_seats(&proposal) || !proposal_try(&proposal) ||
        !proposal_programs(act->run, &proposal)) {
        g_autofree char *words = words_of(act->run->words, NULL, proposal.refusal);
        return cli_refuse(&act->error, POSTMOVE_ERROR_NO, "%s", words);
    }
    g_autoptr(Board) board = proposal_store(act->run, &proposal, BOARD_CHALLENGE, 0);
    g_autoptr(MatchSession) session = session_open(act->run, board->number, NULL);
    if (session != NULL) { /* else the store has failed; the commit reports it */
        changes_start(session);
        const struct turn_news turns = { 0 };
        tell(session, EVENT_OPERATOR_CREATED, NULL, &turns);
    }
    g_autofree char *players = g_strjoinv(" ", names);
    g_autofree char *terms = g_strjoinv(" ", options);
    act->said = g_strdup_printf("%" G_GINT64_FORMAT, board->number);
    act->about = g_strconcat(act->said, " ", proposal.game->name, " ", players,
                             *terms != '\0' ? " " : "", terms, NULL);
    return true;
}

/* ---- end ---- */

/* The seat of a player by name; -1 if they have none. */
static int seat_of_name(const struct session *session, const char *name)
{
    int seat = session->board->seats - 1;
    while (seat >= 0 && g_ascii_strcasecmp(session->board->seat[seat].name, name) != 0) {
        seat--;
    }
    return seat;
}

bool match_may_end(struct act *act, const char *board)
{
    if ((act_text(act, "winner") != NULL) + act_has(act, "draw") + act_has(act, "void") != 1) {
        return act_misused(act, "%s needs one of --winner NAME, --draw and --void",
                           act->part->name);
    }
    return cli_confirm(act_has(act, "yes"), "nothing was ended", &act->error,
                       "End match %s for good?", board);
}

static bool may_end(struct act *act)
{
    return match_may_end(act, act->words[0]);
}

/* Ends a running match, or withdraws an open challenge or seek. */
bool match_end(struct act *act, gint64 board)
{
    const char *winner = act_text(act, "winner");
    const char *ending = winner != NULL ? "win" : act_has(act, "draw") ? "draw" : "void";
    act->number = board;
    act->about = g_strdup_printf("%" G_GINT64_FORMAT " %s%s%s", board, ending,
                                 winner != NULL ? " " : "", winner != NULL ? winner : "");
    g_autoptr(MatchSession) session = open_board(act);
    if (session == NULL) {
        return false;
    }
    int seat = winner != NULL ? seat_of_name(session, winner) : 0;
    if (seat < 0) {
        return refuse(act, "winner-unknown", winner);
    }
    if (winner != NULL && session->board->state == BOARD_RUNNING &&
        !session_in_play(session, seat)) {
        return refuse(act, "winner-out", winner);
    }
    g_autofree char *record = g_strconcat("ended-", ending, NULL);
    if (board_is_open(session->board)) {
        session->board->state = BOARD_WITHDRAWN;
        session->board->ended = act->run->now;
    } else if (session->board->state != BOARD_RUNNING ||
               !match_record(session->match, seat, record, NULL)) {
        return refuse(act, "not-running-number", winner);
    }
    changes_store(session);
    tell(session, EVENT_OPERATOR_ENDED, NULL, NULL);
    return true;
}

static bool end(struct act *act)
{
    return match_end(act, act->number);
}

/* ---- adjourn, resume, undo, set-clock ---- */

/* Tells all players what was done, and that the offer that was open before has ended, if it has.
 * Takes `values` (NULL: none). */
static void tell_players(struct session *session, enum event_kind kind, struct values *values,
                         enum board_offer offer)
{
    g_autoptr(Phrase) after = turn_ended(session, offer, PAUSE_NONE);
    const struct turn_news turns = { .after = after, .first = session->stored };
    tell(session, kind, values, &turns);
}

/* Pauses a match until `resume`, even if players had paused it. */
static bool adjourn(struct act *act)
{
    g_autoptr(MatchSession) session = open_match(act);
    if (session == NULL) {
        return false;
    }
    struct board *board = session->board;
    if (board->state != BOARD_RUNNING) {
        return refuse(act, "not-running-number", NULL);
    }
    if (board->paused != 0 && board->paused_by == PAUSE_OPERATOR) {
        return refuse(act, "operator-adjourned-already", NULL);
    }
    board->paused = board->paused != 0 ? board->paused : act->run->now;
    board->paused_by = PAUSE_OPERATOR;
    /* Agreed to later, an offer of a pause would replace this adjournment by a pause that any
     * player can end. */
    enum board_offer offer = board->offer;
    board->offer = offer == OFFER_PAUSE || offer == OFFER_SEAT ? OFFER_NONE : offer;
    changes_store(session);
    tell_players(session, EVENT_OPERATOR_ADJOURNED, NULL, offer);
    return true;
}

/* Ends any pause of a match. */
static bool resume(struct act *act)
{
    g_autoptr(MatchSession) session = open_match(act);
    if (session == NULL) {
        return false;
    }
    if (session->board->paused == 0) {
        return refuse(act, "operator-not-adjourned", NULL);
    }
    struct turn_news turns = { 0 };
    g_autoptr(Phrase) after = changes_resume(session, &turns.first);
    turns.after = after;
    tell(session, EVENT_OPERATOR_RESUMED, NULL, &turns);
    return true;
}

/* How many turns to take back; 0: the word is not a number. */
static guint turns_of(char **words)
{
    return (guint)MIN(words[1] != NULL ? part_number(words[1]) : 1, G_MAXINT);
}

static bool may_undo(struct act *act)
{
    const guint turns = turns_of(act->words);
    return turns == 0
               ? act_misused(act, "%s: not a number of turns", act->words[1])
               : cli_confirm(act_has(act, "yes"), "nothing was taken back", &act->error,
                             "Take back the last %u turns of match %s?", turns, act->words[0]);
}

/* Takes back the last turns that somebody decided, a resignation or the operator's own ending among
 * them, and the turns between that nobody decided. A match that was over goes on. */
static bool undo(struct act *act)
{
    guint turns = turns_of(act->words);
    g_autoptr(MatchSession) session = open_match(act);
    if (session == NULL) {
        return false;
    }
    if (section_of_board_is_over(act->run->db, act->number)) {
        return refuse(act, "operator-undo-tournament", NULL);
    }
    for (int seat = 0; seat < session->board->seats; seat++) {
        g_autoptr(Player) player = player_by_id(act->run->db, session->board->seat[seat].player);
        if (player != NULL && player_is_gone(player)) {
            return refuse(act, "operator-undo-former", player->name);
        }
    }
    /* A turn that was the only legal one does not count: taken back, it would be played again at
     * once. */
    int keep = (int)session->match->turns->len;
    while (turns > 0 && keep > 0) {
        keep--;
        turns -= match_was_decided(session->match, (guint)keep);
    }
    if (turns > 0) {
        return refuse(act, "operator-undo-few", NULL);
    }
    struct values *values =
        pairs("move", g_array_index(session->match->turns, struct match_turn, keep).text, NULL);
    with_number(values, "ply", keep + 1);
    struct match *earlier = match_at(session->match, (guint)keep);
    match_free(session->match);
    session->match = earlier;
    session->board->state = BOARD_RUNNING;
    session->board->ended = 0;
    enum board_offer offer = session->board->offer;
    session->board->offer = OFFER_NONE;
    if (session->board->paused_by == PAUSE_SEAT) {
        offer_wake(session);
    }
    changes_store(session);
    tell_players(session, EVENT_OPERATOR_UNDONE, values, offer);
    return true;
}

/* The seconds of a span such as "10d" or "1d12h"; 0: the word is no span. */
static gint64 span_of(const char *word)
{
    g_autofree char *option = g_strconcat("--time=", word, NULL);
    struct timing timing = { 0 };
    return timing_word(&timing, option, NULL) && timing.increment == 0 ? timing.total : 0;
}

/* Sets what the clock of a player shows; if each turn has a time of its own, for the current turn
 * or else for their next. */
static bool set_clock(struct act *act)
{
    const gint64 seconds = span_of(act->words[2]);
    if (seconds == 0) {
        return act_misused(act, "set-clock: %s: write the time as in 10d, 36h or 1d12h",
                           act->words[2]);
    }
    g_autoptr(MatchSession) session = open_match(act);
    if (session == NULL) {
        return false;
    }
    int seat = seat_of_name(session, act->words[1]);
    if (seat < 0) {
        return refuse(act, "operator-no-seat", NULL);
    }
    if (!clocks_set(session, seat, seconds)) {
        return refuse(act, "operator-no-clock", NULL);
    }
    struct timing terms;
    bool each_turn = timing_read(&terms, session->board->timing) && terms.per_move > 0;
    bool own_turn = match_actor(session->match) == seat;
    struct values *values =
        pairs("name", session->board->seat[seat].name, "this", each_turn && own_turn ? "yes" : NULL,
              "next", each_turn && !own_turn ? "yes" : NULL, NULL);
    tell_players(session, EVENT_OPERATOR_CLOCK, with_phrase(values, "span", phrase_span(seconds)),
                 session->board->offer);
    return true;
}

/* ---- replace ---- */

/* Gives the seat of a player in a running match to another one. */
static bool replace(struct act *act)
{
    struct run *run = act->run;
    g_autoptr(MatchSession) session = open_match(act);
    if (session == NULL) {
        return false;
    }
    const int seat = seat_of_name(session, act->words[1]);
    g_autoptr(Player) who = player_by_name(run->db, act->words[2]);
    const char *fault = session->board->state != BOARD_RUNNING ? "not-running-number"
                        : seat < 0                             ? "operator-no-seat"
                        : !session_in_play(session, seat)      ? "operator-replace-out"
                        : who == NULL                          ? "no-player"
                        : session->board->tournament != 0      ? "operator-replace-tournament"
                                                               : NULL;
    if (fault != NULL) {
        return refuse(act, fault, act->words[seat < 0 || who != NULL ? 1 : 2]);
    }
    struct phrase *refusal = eligibility_substitute(session, seat, who);
    if (refusal != NULL) {
        g_autofree char *words = operator_words(run, refusal);
        return cli_refuse(&act->error, POSTMOVE_ERROR_NO, "%s", words);
    }
    const enum board_offer offer = session->board->offer;
    g_autoptr(Player) former = player_by_id(run->db, session->board->seat[seat].player);
    substitute_take_seat(session, seat, who);
    changes_store(session);
    g_autoptr(MatchSession) now = session_open(run, act->number, NULL);
    if (now == NULL || former == NULL) {
        return true; /* the store has failed; the commit reports it */
    }
    g_autoptr(Phrase) after = turn_ended(now, offer, PAUSE_NONE);
    const struct turn_news turns = { .after = after, .first = now->stored };
    struct values *values = pairs("name", who->name, "former", former->name, NULL);
    phrase_unref(event_happened(now, &(struct event){ .kind = EVENT_OPERATOR_REPLACED,
                                                      .values = values,
                                                      .seat = seat,
                                                      .answered = -1,
                                                      .turns = &turns }));
    substitute_tell_former(now, former, who);
    return true;
}

/* ---- all matches ---- */

/* Shows the players of all running matches and challenges their boards, below what happened. Takes
 * `values`. */
static void tell_all(struct run *run, enum event_kind kind, struct values *values)
{
    g_autoptr(GPtrArray) boards =
        board_list(run->db, 0, 1U << BOARD_RUNNING | 1U << BOARD_CHALLENGE);
    for (guint i = 0; i < boards->len; i++) {
        const struct board *board = boards->pdata[i];
        g_autoptr(MatchSession) session = session_open(run, board->number, NULL);
        if (session != NULL) {
            tell_players(session, kind, values_ref(values), session->board->offer);
        }
    }
    values_unref(values);
}

void match_tell_restored(struct run *run, bool promoted, gint64 moment)
{
    tell_all(run, promoted ? EVENT_OPERATOR_PROMOTED : EVENT_OPERATOR_RESTORED,
             with_phrase(values_new(), "date", phrase_moment_utc(moment)));
}

static bool may_rekey(struct act *act)
{
    return cli_confirm(act_has(act, "yes"), "nothing was done", &act->error,
                       "Make all addresses in older letters void, and write to everybody who "
                       "plays?");
}

/* After somebody else has read a backup: makes every address void that a letter has shown, and
 * sends the same players their boards with new ones. */
static bool rekey(struct act *act)
{
    tokens_renew(act->run->db);
    tell_all(act->run, EVENT_OPERATOR_REKEYED, values_new());
    return true;
}

/* ---- the parts ---- */

const struct part cli_match[] = {
    { "list", 0, 0, "json", .look = list },
    { "show", 1, 1, "json", .look = show, .numbered = true },
    { "mail", 1, 1, "json", .look = show_mail, .numbered = true },
    { "events", 1, 1, "json", .look = events, .numbered = true },
    { "create", 0, -1, "", .raw = true, .act = create },
    { "end", 1, 1, "winner= draw void yes", .may = may_end, .act = end, .numbered = true },
    { "adjourn", 1, 1, "", .act = adjourn, .numbered = true },
    { "resume", 1, 1, "", .act = resume, .numbered = true },
    { "undo", 1, 2, "yes", .may = may_undo, .act = undo, .numbered = true },
    { "set-clock", 3, 3, "", .act = set_clock, .numbered = true },
    { "replace", 3, 3, "", .act = replace, .numbered = true },
    { 0 },
};

const struct part cli_rekey[] = { { NULL, 0, 0, "yes", .may = may_rekey, .act = rekey }, { 0 } };
