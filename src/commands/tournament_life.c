#include "commands/tournament_life.h"

#include "base/log.h"
#include "base/random.h"
#include "commands/changes.h"
#include "match/options.h"
#include "play/proposal.h"
#include "play/substitute.h"
#include "ratings/ratings.h"

/* ---- the boards of a section ---- */

/* The time control of a match; of a match that decides about a level pair half of it, in whole
 * hours and at least a day. */
static void set_timing(struct timing *timing, const struct tournament *tournament, bool faster)
{
    gint64 *const spans[] = { &timing->total, &timing->increment, &timing->per_move, &timing->cap };
    timing_read(timing, tournament->timing);
    for (size_t i = 0; faster && i < G_N_ELEMENTS(spans); i++) {
        const gint64 half = *spans[i] / 2 / CLOCK_HOUR * CLOCK_HOUR;
        const gint64 least = spans[i] == &timing->increment ? CLOCK_HOUR : CLOCK_DAY;
        *spans[i] = MIN(*spans[i], MAX(half, least));
    }
}

/* Begins one match, without a letter. */
static void begin_match(struct run *run, const struct section *section, guint match)
{
    const struct tournament *tournament = section->tournament;
    const char *fault = NULL;
    g_auto(Proposal) proposal = { .game = registry_find(tournament->game),
                                  .terms = { .unrated = tournament->unrated } };
    const int seats = section_board_seats(section);
    if (proposal.game == NULL ||
        !options_read(&proposal.options, proposal.game, tournament->options, &fault)) {
        db_fail(run->db, "tournament %" G_GINT64_FORMAT ": no such game or options",
                tournament->number);
        return;
    }
    proposal.options.setup.seats = (uint8_t)seats;
    set_timing(&proposal.terms.timing, tournament,
               tournament->kind == TOURNAMENT_KNOCKOUT && (int)match >= tournament->rounds);
    proposal.players = g_ptr_array_new_with_free_func((GDestroyNotify)player_free);
    for (int seat = 0; seat < seats; seat++) {
        const int place = g_array_index(section->list, struct pairing, match).seat[seat];
        struct player *player = player_by_id(run->db, section->member[place]->player);
        if (player == NULL) {
            return; /* the store has failed */
        }
        g_ptr_array_add(proposal.players, player);
    }
    g_autoptr(Board) board = proposal_store(run, &proposal, BOARD_CHALLENGE, 0);
    section_add_board(run->db, tournament->number, section->stage, section->number, (int)match,
                      board->number);
    section->board[match] = board->number;
    g_autoptr(MatchSession) session = session_open(run, board->number, NULL);
    if (session == NULL || session->prospect == NULL) {
        db_fail(run->db, "tournament %" G_GINT64_FORMAT ": its matches cannot begin",
                tournament->number);
        return;
    }
    changes_start(session);
}

/* The boards (gint64) of the player in a place that run, those where they are to move first. Free
 * with g_array_unref. */
static GArray *boards_of(struct run *run, const struct section *section, int place)
{
    GArray *boards = g_array_new(FALSE, FALSE, sizeof(gint64));
    for (int waits = 0; waits <= 1; waits++) {
        for (guint match = 0; match < section->list->len; match++) {
            const int seat = section_seat_of(section, match, place);
            struct clock clock;
            if (seat >= 0 && clock_read(run->db, section->board[match], &clock) &&
                (clock.seat != seat) == (waits == 1)) {
                g_array_append_val(boards, section->board[match]);
            }
        }
    }
    return boards;
}

/* Sends an entrant a letter about a section, as tournament_letter does. */
static void tell(struct run *run, const struct section *section, const struct entrant *entrant,
                 const char *key, const struct section *table, const GArray *boards)
{
    tournament_letter(run, section->tournament, entrant->player, key,
                      section_values(section, entrant), table, boards);
}

/* True if somebody in a match had left before the section began. */
static bool is_annulled(const struct section *section, guint match)
{
    bool annulled = false;
    for (int place = 0; place < section->size; place++) {
        annulled |= section->row[place].annulled && section_seat_of(section, match, place) >= 0;
    }
    return annulled;
}

/* Begins those matches of the section that have no board, and sends each player one letter with the
 * sentence `key`. */
static void begin_matches(struct run *run, const struct section *section, const char *key)
{
    for (guint match = 0; match < section->list->len; match++) {
        if (section->board[match] == 0 && !is_annulled(section, match)) {
            begin_match(run, section, match);
        }
    }
    for (int place = 0; place < section->size; place++) {
        g_autoptr(GArray) boards = boards_of(run, section, place);
        if (!section->row[place].withdrawn) {
            tell(run, section, section->member[place], key, NULL, boards);
        }
    }
}

static void set_state(struct run *run, const struct section *section, enum section_state state)
{
    section_set_state(run->db, section->tournament->number, section->stage, section->number, state);
}

/* ---- leaving ---- */

/* Ends a match that does not count any more. */
static void annul_match(struct session *session, const struct entrant *entrant, int seat)
{
    if (!match_record(session->match, 0, "ended-void", NULL)) {
        return;
    }
    changes_store(session);
    phrase_unref(
        event_happened(session, &(struct event){ .kind = EVENT_ANNULLED,
                                                 .values = pairs("name", entrant->name, NULL),
                                                 .seat = seat,
                                                 .answered = seat }));
}

/* Ends what a player who leaves plays in a section. Returns whether it was annulled. */
static bool leave_section(struct run *run, const struct section *section,
                          const struct entrant *entrant)
{
    const int place = section_place_of(section, entrant->entry);
    const struct table_row *row = &section->row[place];
    const bool annulled = section->tournament->seats == 2 && row->left > row->played;
    if (annulled) {
        section_annul(run->db, section->tournament->number, section->stage, section->number,
                      entrant->entry);
    }
    for (guint match = 0; match < section->list->len; match++) {
        const int seat = section_seat_of(section, match, place);
        g_autoptr(MatchSession) session =
            seat >= 0 && section->bout[match].state == BOUT_OPEN && section->board[match] != 0
                ? session_open(run, section->board[match], NULL)
                : NULL;
        if (session != NULL && annulled) {
            annul_match(session, entrant, seat);
        } else if (session != NULL) {
            phrase_unref(changes_leave(session, seat, MATCH_RESIGN, seat, NULL));
        }
    }
    return annulled;
}

/* Starts the matches of a section that waits. A player who left the tournament meanwhile gets no
 * match of two; at a table of more seats they resign at once. */
static void begin_section(struct run *run, struct section *section)
{
    const struct tournament *tournament = section->tournament;
    for (int place = 0; place < section->size && tournament->seats == 2; place++) {
        if (section->row[place].withdrawn) {
            section->row[place].annulled = true;
            section_annul(run->db, tournament->number, section->stage, section->number,
                          section->member[place]->entry);
        }
    }
    if (section->size > 1) {
        begin_matches(run, section, "tournament-begins");
    } else if (section->size == 1 && !section->row[0].withdrawn) {
        tell(run, section, section->member[0], "tournament-bye", NULL, NULL);
    }
    set_state(run, section, SECTION_RUNS);
    for (int place = 0; place < section->size && tournament->seats > 2; place++) {
        if (section->row[place].withdrawn) {
            leave_section(run, section, section->member[place]);
        }
    }
}

bool tournament_leave(struct run *run, struct tournament *tournament, struct entrant *entrant,
                      enum leaving why)
{
    g_auto(Section) section = { .tournament = tournament };
    bool annulled = false;
    if (tournament->state == TOURNAMENT_OPEN) {
        tournament_unjoin(run->db, tournament->number, entrant->player);
    } else {
        entrant->withdrawn = run->now;
        tournament_put(run->db, tournament->number, entrant);
        g_autoptr(GPtrArray) entrants = tournament_entrants(run->db, tournament->number);
        if (section_open_of(run->db, tournament, entrants, entrant->entry, &section) &&
            section.state == SECTION_RUNS) {
            annulled = leave_section(run, &section, entrant);
        }
    }
    tournament_wake(run->db, tournament->number, TOURNAMENT_NOW);
    run->accepted = true;
    if (why != LEAVES) {
        struct values *values = with_switch(values_new(), "late", why == LEAVES_LATE);
        with_switch(values, "begun", tournament->state != TOURNAMENT_OPEN);
        with_switch(values, "annulled", annulled);
        tournament_letter(run, tournament, entrant->player, "tournament-withdrawn", values, NULL,
                          NULL);
    }
    return annulled;
}

void tournaments_leave(struct run *run, gint64 player)
{
    g_autoptr(GArray) numbers = tournaments_of(run->db, player);
    for (guint i = 0; i < numbers->len; i++) {
        g_autoptr(Tournament) tournament =
            tournament_read(run->db, g_array_index(numbers, gint64, i));
        g_autoptr(GPtrArray) entrants =
            tournament_entrants(run->db, g_array_index(numbers, gint64, i));
        struct entrant *entrant = entrant_find(entrants, player, 0);
        if (tournament != NULL && entrant != NULL) {
            tournament_leave(run, tournament, entrant, LEAVES);
        }
    }
}

/* Tells the others at a board who sits there now. */
static void tell_replaced(struct run *run, gint64 number, const struct entrant *former,
                          const struct player *player)
{
    g_autoptr(MatchSession) session = session_open(run, number, NULL);
    const int seat = session != NULL ? session_seat(session, player->id) : -1;
    if (seat >= 0) {
        phrase_unref(event_happened(
            session,
            &(struct event){ .kind = EVENT_OPERATOR_REPLACED,
                             .values = pairs("name", player->name, "former", former->name, NULL),
                             .seat = seat,
                             .answered = seat }));
    }
}

void tournament_substitute(struct run *run, struct tournament *tournament, struct entrant *old,
                           const struct player *player)
{
    struct entrant other = *old;
    other.player = player->id;
    other.joined = old->replaced = run->now;
    tournament_put(run->db, tournament->number, old);
    tournament_put(run->db, tournament->number, &other);
    g_autoptr(GPtrArray) entrants = tournament_entrants(run->db, tournament->number);
    g_auto(Section) section = { .tournament = tournament };
    g_autoptr(GArray) boards = NULL;
    if (section_open_of(run->db, tournament, entrants, old->entry, &section)) {
        boards = boards_of(run, &section, section_place_of(&section, old->entry));
    }
    for (guint i = 0; boards != NULL && i < boards->len; i++) {
        g_autoptr(MatchSession) session = session_open(run, g_array_index(boards, gint64, i), NULL);
        const int seat = session != NULL ? session_seat(session, old->player) : -1;
        if (seat >= 0) {
            substitute_take_seat(session, seat, player);
            changes_store(session);
            tell_replaced(run, session->board->number, old, player);
        }
    }
    tournament_letter(run, tournament, old->player, "tournament-replaced",
                      pairs("name", player->name, NULL), NULL, NULL);
    struct values *values = pairs("former", old->name, NULL);
    with_switch(values, "boards", boards != NULL && boards->len > 0);
    tournament_letter(run, tournament, player->id, "tournament-replaces", values, NULL, boards);
}

/* Takes out those who have lost on time twice. False if there are none. */
static bool leave_late(struct run *run, struct tournament *tournament)
{
    g_autoptr(GArray) late = tournament_late(run->db, tournament->number);
    g_autoptr(GPtrArray) entrants =
        late->len > 0 ? tournament_entrants(run->db, tournament->number) : NULL;
    for (guint i = 0; i < late->len; i++) {
        struct entrant *entrant = entrant_find(entrants, 0, (int)g_array_index(late, gint64, i));
        if (entrant != NULL) {
            tournament_leave(run, tournament, entrant, LEAVES_LATE);
        }
    }
    return late->len > 0;
}

/* ---- stages ---- */

/* Writes down the sections of a stage. */
static void add_sections(struct run *run, struct tournament *tournament, int stage,
                         const GPtrArray *division)
{
    for (guint i = 0; i < division->len; i++) {
        section_add(run->db, tournament->number, stage, (int)i + 1, division->pdata[i]);
    }
    tournament->stage = stage;
}

void tournament_start(struct run *run, struct tournament *tournament)
{
    g_autoptr(GPtrArray) entrants = tournament_entrants(run->db, tournament->number);
    tournament->lot_seed = tournament->lot ? 1 + (gint64)random_below(G_MAXINT32) : 0;
    for (guint i = 0; i < entrants->len; i++) {
        struct entrant *entrant = entrants->pdata[i];
        entrant->entry = (int)i + 1; /* some may have left again */
        entrant->rating =
            rating_points(ratings_of(run->db, entrant->player, tournament->game).rating);
    }
    division_seed(tournament, entrants);
    for (guint i = 0; i < entrants->len; i++) {
        tournament_put(run->db, tournament->number, entrants->pdata[i]);
    }
    g_autoptr(GPtrArray) division = division_first(tournament, entrants);
    add_sections(run, tournament, 1, division);
    tournament->state = TOURNAMENT_RUNNING;
    tournament->started = run->now;
    tournament_save(run->db, tournament);
    tournament_wake(run->db, tournament->number, TOURNAMENT_NOW);
}

void tournament_stop(struct run *run, struct tournament *tournament, enum tournament_state state)
{
    tournament->state = state;
    tournament->ended = run->now;
    tournament_save(run->db, tournament);
    tournament_wake(run->db, tournament->number, TOURNAMENT_NOW);
}

/* Starts a tournament whose time has come, or lets it lapse. */
static void start_or_lapse(struct run *run, struct tournament *tournament, gint64 reached)
{
    const int count = tournament_count(run->db, tournament->number);
    const bool full = tournament->full != 0 && count >= tournament->full;
    const bool due = tournament->starts != 0 && tournament->starts <= reached;
    const gint64 days = (gint64)TOURNAMENT_OPEN_DAYS * CLOCK_DAY;
    if ((full || due) && count >= TOURNAMENT_LEAST) {
        tournament_start(run, tournament);
    } else if (due ||
               (tournament->kind == TOURNAMENT_QUICK &&
                (count == 0 || outages_served(run->db, tournament->opened, reached) >= days))) {
        tournament_stop(run, tournament, TOURNAMENT_LAPSED);
    } else {
        /* A quick one lapses later, if the server stood still. */
        const gint64 next = tournament->starts != 0 ? tournament->starts
                            : tournament->kind == TOURNAMENT_QUICK
                                ? MAX(tournament->opened + days, reached + CLOCK_HOUR)
                                : 0;
        tournament_wake(run->db, tournament->number, next);
    }
}

/* ---- the end of a section, a stage and a tournament ---- */

/* All boards of a section have ended. */
static void end_section(struct run *run, struct section *section)
{
    const struct tournament *tournament = section->tournament;
    if (section_is_level(section) && (int)section->list->len == tournament->rounds) {
        section_extend(section, 2 * tournament->rounds);
        begin_matches(run, section, "tournament-level");
        return;
    }
    /* The only section of a stage ends with the tournament, and so it is told. */
    for (int place = 0; place < section->size && section->size > 1 && section->sections > 1;
         place++) {
        if (!section->row[place].withdrawn) {
            tell(run, section, section->member[place], "tournament-section-over", section, NULL);
        }
    }
    set_state(run, section, SECTION_OVER);
}

/* Those who go on from the sections of the last stage (struct section_place), by section. Free with
 * g_array_unref. */
static GArray *who_goes_on(struct run *run, const struct tournament *tournament,
                           const GPtrArray *entrants, int sections)
{
    GArray *places = g_array_new(FALSE, FALSE, sizeof(struct section_place));
    for (int number = 1; number <= sections; number++) {
        g_auto(Section) section = { 0 };
        section_open(run->db, tournament, entrants, tournament->stage, number, &section);
        for (int place = 0; place < section.size; place++) {
            const struct section_place on = { .section = number,
                                              .entry = section.member[place]->entry };
            if (section_goes_on(&section, place)) {
                g_array_append_val(places, on);
            }
        }
    }
    return places;
}

/* All sections of a stage have ended: divides those who go on, or ends the tournament: if there was
 * one section, or nobody has an opponent, or nobody is out of a round-robin, so that it would never
 * end. */
static void end_stage(struct run *run, struct tournament *tournament, int sections)
{
    g_autoptr(GPtrArray) entrants = tournament_entrants(run->db, tournament->number);
    g_autoptr(GArray) before = section_places(run->db, tournament->number, tournament->stage, 0);
    g_autoptr(GArray) on = who_goes_on(run, tournament, entrants, sections);
    const bool ends =
        sections == 1 || (on->len == before->len && tournament->kind != TOURNAMENT_KNOCKOUT);
    g_autoptr(GPtrArray) division = ends ? NULL : division_next(tournament, entrants, on);
    if (division == NULL) {
        tournament_stop(run, tournament, TOURNAMENT_OVER);
    } else {
        add_sections(run, tournament, tournament->stage + 1, division);
        tournament_save(run->db, tournament);
    }
}

/* Tells the players of a section of the first stage, in which everybody was, how the tournament has
 * ended: with the table of the last stage's only section, or of the newest in which they were. */
static void tell_end(struct run *run, const struct tournament *tournament,
                     const GPtrArray *entrants, int number)
{
    g_auto(Section) first = { 0 };
    g_auto(Section) last = { 0 };
    g_autoptr(GArray) states = section_states(run->db, tournament->number, tournament->stage);
    section_open(run->db, tournament, entrants, 1, number, &first);
    section_open(run->db, tournament, entrants, tournament->stage, 1, &last);
    for (int i = 0; i < first.size; i++) {
        const struct entrant *member = first.member[i];
        g_auto(Section) own = { 0 };
        const bool several =
            states->len > 1 && section_open_of(run->db, tournament, entrants, member->entry, &own);
        const struct section *table = several ? &own : &last;
        if (member->withdrawn == 0) {
            struct values *values = section_values(table, member);
            with_phrase(values, "winners", tournament_winners(run->db, tournament, entrants));
            tournament_letter(run, tournament, member->player,
                              tournament->state == TOURNAMENT_OVER ? "tournament-over"
                                                                   : "tournament-stopped",
                              values, table, NULL);
        }
    }
    set_state(run, &first, SECTION_TOLD);
}

/* ---- steps ---- */

/* The number of the first section in `state` (`is` false: in another state); 0: no section is. */
static int find_section(const GArray *states, enum section_state state, bool is)
{
    guint at = 0;
    while (at < states->len && (g_array_index(states, gint64, at) == state) != is) {
        at++;
    }
    return at < states->len ? (int)at + 1 : 0;
}

/* Takes a step of a tournament that runs. False if none is due. */
static bool step_running(struct run *run, struct tournament *tournament)
{
    if (leave_late(run, tournament)) {
        return true;
    }
    g_autoptr(GArray) states = section_states(run->db, tournament->number, tournament->stage);
    const int waits = find_section(states, SECTION_WAITS, true);
    const int number =
        waits != 0 ? waits : section_finished(run->db, tournament->number, tournament->stage);
    if (number != 0) {
        g_autoptr(GPtrArray) entrants = tournament_entrants(run->db, tournament->number);
        g_auto(Section) section = { 0 };
        section_open(run->db, tournament, entrants, tournament->stage, number, &section);
        if (waits != 0) {
            begin_section(run, &section);
        } else {
            end_section(run, &section);
        }
        return true;
    }
    if (find_section(states, SECTION_RUNS, true) == 0) {
        end_stage(run, tournament, (int)states->len);
        return true;
    }
    return false;
}

/* Takes a step of a tournament that has ended: tells the players of one section, or all that it
 * does not take place. False if nothing is left. */
static bool step_ended(struct run *run, const struct tournament *tournament)
{
    g_autoptr(GPtrArray) entrants = tournament_entrants(run->db, tournament->number);
    g_autoptr(GArray) states = section_states(run->db, tournament->number, 1);
    const int untold = find_section(states, SECTION_TOLD, false);
    if (untold != 0) {
        tell_end(run, tournament, entrants, untold);
    }
    for (guint i = 0; tournament->stage == 0 && i < entrants->len; i++) {
        tournament_letter(run, tournament, ((const struct entrant *)entrants->pdata[i])->player,
                          "tournament-lapsed",
                          with_switch(values_new(), "few", tournament->state == TOURNAMENT_LAPSED),
                          NULL, NULL);
    }
    return untold != 0;
}

static void step(struct run *run, gint64 number, gint64 reached)
{
    g_autoptr(Tournament) tournament = tournament_read(run->db, number);
    if (tournament == NULL) {
        return; /* the store has failed */
    }
    if (tournament->state == TOURNAMENT_OPEN) {
        start_or_lapse(run, tournament, reached);
        return;
    }
    const bool more = tournament->state == TOURNAMENT_RUNNING ? step_running(run, tournament)
                                                              : step_ended(run, tournament);
    tournament_wake(run->db, number, more ? TOURNAMENT_NOW : 0);
}

bool tournaments_do(struct run *run, gint64 reached, gint64 until)
{
    gint64 number;
    while ((number = tournament_awake(run->db, reached)) != 0) {
        g_autoptr(GError) fault = NULL;
        db_savepoint(run->db);
        step(run, number, reached);
        if (!db_savepoint_end(run->db, &fault) && fault != NULL) {
            log_line("tournament %" G_GINT64_FORMAT " could not be seen to: %s", number,
                     fault->message);
            tournament_wake(run->db, number, run->now + CLOCK_HOUR);
        }
        session_forget(run);
        if (g_get_monotonic_time() >= until) {
            return false;
        }
    }
    return true;
}
